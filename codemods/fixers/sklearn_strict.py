"""Arguments whose type scikit-learn checks since 1.2.

TfidfVectorizer(stop_words=set(words))   →  stop_words=list(set(words))
DecisionTreeClassifier(max_depth=d)      →  max_depth=int(d)               where d is a float
model.fit(np.matrix(X), y)               →  model.fit(np.asarray(np.matrix(X)), y)
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.types import Instance, ListOf
from codemods.uses import uses_of

_VECTORIZERS = tuple(f"sklearn.feature_extraction.text.{c}Vectorizer" for c in ("Count", "Tfidf", "Hashing"))


@fixer(
    "SK041",
    on=tuple(f"call {v}" for v in _VECTORIZERS),
    until="1.2",
    why="stop_words must be a list",
    examples=(
        Example(
            before="""
            from sklearn.feature_extraction.text import TfidfVectorizer, ENGLISH_STOP_WORDS
            stops = ENGLISH_STOP_WORDS.union(["movie"])
            v = TfidfVectorizer(stop_words=stops)
            w = TfidfVectorizer(stop_words={"plot"})
            """,
            after="""
            from sklearn.feature_extraction.text import TfidfVectorizer, ENGLISH_STOP_WORDS
            stops = ENGLISH_STOP_WORDS.union(["movie"])
            v = TfidfVectorizer(stop_words=list(stops))
            w = TfidfVectorizer(stop_words=list({"plot"}))
            """,
            check="sorted(v.fit(['a movie plot and a cast', 'a cast']).vocabulary_)",
        ),
        Same("""
            from sklearn.feature_extraction.text import TfidfVectorizer
            v = TfidfVectorizer(stop_words="english")
            w = TfidfVectorizer(stop_words=["plot"])
            """),
    ),
)
def stop_words(node: ast.Call, context: Context) -> Answer:
    value = context.keyword(node, "stop_words")
    if value is None or not _is_set(value, context):
        return None
    return Fix((context.replace(value, "list({words})", words=value),))


def _is_set(node: ast.expr, context: Context) -> bool:
    kind = context.only(node)
    if isinstance(kind, ListOf | Instance) and kind.name in ("builtins.set", "builtins.frozenset"):
        return True
    value = uses_of(context).value(node) or node
    match value:
        case ast.Set() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id="set" | "frozenset")):
            return True
        case ast.Call(func=ast.Attribute(value=owner, attr="union" | "difference" | "intersection" | "copy")):
            return _is_set(owner, context)
        case ast.BinOp(op=ast.BitOr() | ast.Sub() | ast.BitAnd(), left=left):
            return _is_set(left, context)
        case _:
            return (context.symbol(node) or "").endswith(".ENGLISH_STOP_WORDS")


# Parameters that take integers only; floats were truncated. In min_samples_split and the like a float is a fraction.
_INTEGERS = {
    "max_depth", "max_iter", "n_estimators", "n_clusters", "n_neighbors", "max_leaf_nodes", "n_init", "leaf_size", "n_splits",
    "n_repeats", "n_iter", "max_bins", "n_bins", "degree",
}  # fmt: skip


@fixer(
    "SK042",
    on="node Call",
    library="sklearn",
    until="1.2",
    why="the parameter must be an integer; a float was truncated",
    examples=(
        Example(
            before="""
            import numpy as np
            from sklearn.tree import DecisionTreeClassifier
            from sklearn.linear_model import LogisticRegression
            acc = []
            for d in np.linspace(1, 3, 3):
                acc.append(DecisionTreeClassifier(max_depth=d, random_state=0))
            c = LogisticRegression(solver="saga", max_iter=1e3)
            """,
            after="""
            import numpy as np
            from sklearn.tree import DecisionTreeClassifier
            from sklearn.linear_model import LogisticRegression
            acc = []
            for d in np.linspace(1, 3, 3):
                acc.append(DecisionTreeClassifier(max_depth=int(d), random_state=0))
            c = LogisticRegression(solver="saga", max_iter=int(1e3))
            """,
            check="[a.fit([[0], [1], [2], [3]], [0, 1, 0, 1]).tree_.max_depth for a in acc]",
        ),
        Same("""
            from sklearn.tree import DecisionTreeClassifier
            c = DecisionTreeClassifier(min_samples_split=0.1, max_depth=3)
            """),
    ),
)
def integer(node: ast.Call, context: Context) -> Answer:
    named = [k for k in node.keywords if k.arg in _INTEGERS]
    if not named or not (context.symbol(node.func) or "").startswith("sklearn."):
        return None
    edits = tuple(context.replace(k.value, "int({n})", n=k.value) for k in named if _is_float(k.value, context))
    return Fix(edits) if edits else None


def _is_float(node: ast.expr, context: Context) -> bool:
    if isinstance(context.literal(node), float):
        return True
    kind = context.only(node)
    if isinstance(kind, Instance):
        if kind.name in ("builtins.float", "numpy.float64", "numpy.float32"):
            return True
        if kind.name.startswith("builtins."):
            return False
    if isinstance(node, ast.Name) and (target := _loop_over(node, context)) is not None:
        return isinstance(target, ast.Call) and context.symbol(target.func) in (
            "numpy.linspace",
            "numpy.logspace",
            "numpy.geomspace",
        )
    return False


def _loop_over(node: ast.Name, context: Context) -> ast.expr | None:
    """What the loop runs over whose variable `node` is."""
    uses = uses_of(context)
    for above in uses.ancestors(node):
        loops = [above] if isinstance(above, ast.For) else getattr(above, "generators", [])
        for loop in loops:
            if isinstance(loop.target, ast.Name) and loop.target.id == node.id:
                return uses.value(loop.iter)
    return None


@fixer(
    "SK065",
    on="node Call",
    library="sklearn",
    until="1.2",
    words=("matrix(", ".mat(", " mat("),
    why="a matrix of numpy is no longer taken for an array",
    examples=(
        Example(
            before="""
            import numpy as np
            from sklearn.preprocessing import MinMaxScaler
            X = np.matrix([[1.0, 2.0], [3.0, 5.0]])
            scaler = MinMaxScaler().fit(X)
            Z = scaler.transform(X)
            """,
            after="""
            import numpy as np
            from sklearn.preprocessing import MinMaxScaler
            X = np.matrix([[1.0, 2.0], [3.0, 5.0]])
            scaler = MinMaxScaler().fit(np.asarray(X))
            Z = scaler.transform(np.asarray(X))
            """,
            check="type(Z).__name__, Z.tolist()",
        ),
        Same("""
            import numpy as np
            from sklearn.preprocessing import MinMaxScaler
            X = np.matrix([[1.0, 2.0], [3.0, 5.0]])
            scaler = MinMaxScaler().fit(np.asarray(X))
            y = X.dot(np.matrix([[1.0], [2.0]]))
            """),
    ),
)
def no_matrix(call: ast.Call, context: Context) -> Answer:
    owner = context.instance(call.func.value) if isinstance(call.func, ast.Attribute) else None
    if not (owner.name if owner is not None else context.symbol(call.func) or "").startswith("sklearn."):
        return None
    given = [*call.args, *(k.value for k in call.keywords)]
    matrices = [node for node in given if context.instance(node, "numpy.matrix") is not None]
    return Fix(tuple(context.replace(m, "{@numpy}.asarray({m})", m=m) for m in matrices)) if matrices else None
