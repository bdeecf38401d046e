"""One sample, or one feature, given as a flat array.

    knn.predict([3, 5, 4, 2])                     →  knn.predict([[3, 5, 4, 2]])
    clf.predict(digits.data[-1])                  →  clf.predict(digits.data[-1].reshape(1, -1))
    scaler.inverse_transform(pred)                →  scaler.inverse_transform(
                                                         np.reshape(pred, (-1, scaler.n_features_in_))).reshape(np.shape(pred))

    FeatureHasher(input_type="string").fit_transform(s)  →  ….fit_transform([list(text) for text in s])

Until 0.19 a flat array given to a fitted estimator was one sample. StandardScaler.inverse_transform took any shape
that its features can be broadcast to, until 1.0.
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import definition, dimensions, elements, plain
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.uses import uses_of

_METHODS = frozenset(("predict", "predict_proba", "predict_log_proba", "decision_function", "transform", "kneighbors"))
_TEXT = ("sklearn.feature_extraction.", "sklearn.pipeline.", "sklearn.compose.", "sklearn.isotonic.")
_LABELS = (
    "sklearn.preprocessing.LabelEncoder",
    "sklearn.preprocessing.LabelBinarizer",
    "sklearn.preprocessing.MultiLabelBinarizer",
)
_TABLES = frozenset(
    ("load_iris", "load_digits", "load_breast_cancer", "load_wine", "load_diabetes", "load_boston", "fetch_olivetti_faces")
)
_SCALER = "sklearn.preprocessing.StandardScaler"


@fixer(
    "SK070",
    on="node Call",
    library="sklearn",
    until="0.19",
    why="a single sample must be a table of one row; a flat array was taken for one",
    examples=(
        Example(
            before="""
            from sklearn.neighbors import KNeighborsClassifier
            k = KNeighborsClassifier(n_neighbors=1).fit([[1.0, 2.0], [5.0, 6.0]], [0, 1])
            p = k.predict([4.0, 7.0])
            """,
            after="""
            from sklearn.neighbors import KNeighborsClassifier
            k = KNeighborsClassifier(n_neighbors=1).fit([[1.0, 2.0], [5.0, 6.0]], [0, 1])
            p = k.predict([[4.0, 7.0]])
            """,
            check="p.tolist()",
            was={"scikit-learn": "0.18.2"},
        ),
        Example(
            before="""
            from sklearn.datasets import load_iris
            from sklearn.naive_bayes import GaussianNB
            iris = load_iris()
            c = GaussianNB().fit(iris.data, iris.target)
            p = c.predict(iris.data[-1])
            """,
            after="""
            from sklearn.datasets import load_iris
            from sklearn.naive_bayes import GaussianNB
            iris = load_iris()
            c = GaussianNB().fit(iris.data, iris.target)
            p = c.predict(iris.data[-1].reshape(1, -1))
            """,
            check="p.tolist()",
            was={"scikit-learn": "0.18.2"},
        ),
        Same("""
            from sklearn.feature_extraction.text import CountVectorizer
            from sklearn.preprocessing import LabelEncoder
            v = CountVectorizer().fit(["a bc", "bc de"])
            n = v.transform(["bc"]).shape
            e = LabelEncoder().fit([3, 5]).transform([5])
            """),
    ),
)
def sample(node: ast.Call, context: Context) -> Answer:
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr not in _METHODS or not node.args:
        return None
    owner = context.instance(function.value)
    if owner is None or not owner.name.startswith("sklearn.") or owner.name.startswith((*_TEXT, *_LABELS)):
        return None
    flat = node.args[0]
    if isinstance(flat, ast.List):
        return Fix((context.replace(flat, "[{x}]", x=flat),)) if _numbers(flat, context) else None
    if _is_row(flat, context):
        return Fix((context.replace(flat, "{x}.reshape(1, -1)", x=flat),))
    return None


def _numbers(node: ast.expr | None, context: Context) -> bool:
    items = elements(node, context)
    return bool(items) and all(isinstance(context.literal(i), int | float) for i in items or ())


def _is_row(node: ast.expr, context: Context) -> bool:
    """A flat array of numbers: written out, or one row of a table."""
    if isinstance(node, ast.Name | ast.Call):
        made = definition(node, context)
        if isinstance(made, ast.Call) and context.symbol(made.func) in ("numpy.array", "numpy.asarray") and made.args:
            return context.instance(node, "numpy.ndarray") is not None and _numbers(made.args[0], context)
        if made is None or made is node:
            return False
        node = made
    match node:
        case ast.Subscript(value=table, slice=index) if isinstance(context.literal(index), int):
            return _is_data(table, context) or (dimensions(table, context) == 2 and _is_array(table, context))
        case _:
            return False


def _is_array(node: ast.expr, context: Context) -> bool:
    return context.instance(node, "numpy.ndarray") is not None


def _is_data(node: ast.expr, context: Context) -> bool:
    """`.data` of one of scikit-learn's own sets."""
    if not isinstance(node, ast.Attribute) or node.attr != "data":
        return False
    made = definition(node.value, context)
    return isinstance(made, ast.Call) and (context.symbol(made.func) or "").rpartition(".")[2] in _TABLES


@fixer(
    "SK071",
    on=f"call {_SCALER}.inverse_transform",
    until="1.0",
    why="inverse_transform takes tables only; it took flat arrays, too",
    examples=(
        Example(
            before="""
            import numpy as np
            from sklearn.preprocessing import StandardScaler
            s = StandardScaler().fit(np.array([[1.0], [2.0], [4.0]]))
            z = np.array([0.5, 1.0])
            x = s.inverse_transform(z)
            """,
            after="""
            import numpy as np
            from sklearn.preprocessing import StandardScaler
            s = StandardScaler().fit(np.array([[1.0], [2.0], [4.0]]))
            z = np.array([0.5, 1.0])
            x = s.inverse_transform(np.reshape(z, (-1, s.n_features_in_))).reshape(np.shape(z))
            """,
            check="x.round(6).tolist()",
            was={"scikit-learn": "0.21.3"},
        ),
        Same(
            """
            import numpy as np
            from sklearn.preprocessing import StandardScaler
            s = StandardScaler().fit(np.array([[1.0], [2.0], [4.0]]))
            x = s.inverse_transform(np.array([[0.5], [1.0]]))
            """,
            was={"scikit-learn": "0.21.3"},
        ),
    ),
)
def inverse(node: ast.Call, context: Context) -> Answer:
    function = node.func
    if not isinstance(function, ast.Attribute) or len(node.args) != 1 or node.keywords:
        return None
    z, shape = node.args[0], dimensions(node.args[0], context)
    if shape not in (1, None) or (shape is None and not _may_be_flat(z, context)):
        return None
    if isinstance(context.parent(node), ast.Attribute) and isinstance(z, ast.Call) and _shaped(z):
        return None
    if not plain(z) or not plain(function.value):
        return Decline("it takes a table: give it x.reshape(-1, 1), and flatten what comes back")
    table = "{@numpy.reshape}({z}, (-1, {s}.n_features_in_))"
    text = f"{{s}}.inverse_transform({table}).reshape({{@numpy.shape}}({{z}}))"
    return Fix((context.replace(node, text, s=function.value, z=z),))


def _shaped(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "reshape"


def _may_be_flat(node: ast.expr, context: Context) -> bool:
    """Not told apart: predictions, in code of a time when either shape would do."""
    if not context.vintage.before("sklearn", "1.0"):
        return False
    made = definition(node, context)
    return isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr == "predict"


_HASHER = "sklearn.feature_extraction.FeatureHasher"


@fixer(
    "SK072",
    on=tuple(f"call {_HASHER}.{method}" for method in ("transform", "fit_transform")),
    until="1.3",
    why="a text is no list of features any more; its letters were taken for them",
    examples=(
        Example(
            before="""
            import pandas as pd
            from sklearn.feature_extraction import FeatureHasher
            h = FeatureHasher(n_features=4, input_type="string")
            Z = h.fit_transform(pd.Series(["ab", "b"])).toarray()
            """,
            after="""
            import pandas as pd
            from sklearn.feature_extraction import FeatureHasher
            h = FeatureHasher(n_features=4, input_type="string")
            Z = h.fit_transform([list(text) for text in pd.Series(["ab", "b"])]).toarray()
            """,
            check="Z.tolist()",
            was={"scikit-learn": "0.19.2"},
        ),
        Same("""
            from sklearn.feature_extraction import FeatureHasher
            h = FeatureHasher(n_features=4, input_type="string")
            Z = h.fit_transform([["ab", "c"], ["b"]])
            """),
    ),
)
def texts(node: ast.Call, context: Context) -> Answer:
    made = uses_of(context).value(node.func.value) if isinstance(node.func, ast.Attribute) else None
    if not isinstance(made, ast.Call) or context.literal(context.keyword(made, "input_type")) != "string" or not node.args:
        return None
    given = node.args[0]
    if context.instance(given, "pandas.Series") is None:  # of texts or of lists: the same to list()
        return None
    return Fix((context.replace(given, "[{@builtins.list}(text) for text in {s}]", s=given),))
