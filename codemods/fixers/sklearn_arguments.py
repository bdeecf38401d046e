"""Arguments of scikit-learn that are refused, or are spelled in another way today.

KFold(n_splits=2, random_state=7)                 →  KFold(n_splits=2)              random_state had no effect
TfidfVectorizer(stop_words=set(words))            →  stop_words=list(set(words))
DecisionTreeClassifier(max_depth=d)               →  max_depth=int(d)               where d is a float
make_column_transformer((["a"], StandardScaler()))  →  make_column_transformer((StandardScaler(), ["a"]))
CalibratedClassifierCV(base_estimator=b, cv="prefit")  →  estimator=FrozenEstimator(b), ensemble=False
SGDClassifier(n_iter=20)                          →  SGDClassifier(max_iter=20, tol=None)
IsolationForest(behaviour="old")                  →  IsolationForest(contamination=0.1)
precision_score(y, p)                             →  average="weighted", for several classes, before 0.18
"""

from __future__ import annotations

import ast

from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.labels import count
from codemods.records import MoveImport
from codemods.types import Instance
from codemods.uses import uses_of

_FOLDS = ("sklearn.model_selection.KFold", "sklearn.model_selection.StratifiedKFold")


@fixer(
    "SK040",
    on=tuple(f"call {c}" for c in _FOLDS),
    until="0.24",
    why="random_state had no effect without shuffle, and is refused now",
    examples=(
        Example(
            before="""
            from sklearn.model_selection import KFold
            k = KFold(n_splits=2, random_state=7)
            t = [te.tolist() for _, te in k.split([0, 0, 0, 0])]
            """,
            after="""
            from sklearn.model_selection import KFold
            k = KFold(n_splits=2)
            t = [te.tolist() for _, te in k.split([0, 0, 0, 0])]
            """,
            check="t",
        ),
        Same("""
            from sklearn.model_selection import KFold
            k = KFold(n_splits=2, shuffle=True, random_state=7)
            """),
    ),
)
def unshuffled(node: ast.Call, context: Context) -> Answer:
    bound = context.bind(node, "n_splits", "shuffle", "random_state")
    if bound is None or "random_state" not in bound or context.literal(bound["random_state"]) is None:
        return None
    if "shuffle" in bound and context.literal(bound["shuffle"]) is not False:
        return None
    if len(node.args) < 3:
        return Fix((context.edit_call(node, drop=frozenset({"random_state"})),))
    text = "{func}({n_splits}, shuffle={shuffle})"
    return Fix((context.replace(node, text, func=node.func, n_splits=bound["n_splits"], shuffle=bound["shuffle"]),))


@fixer(
    "SK043",
    on="call sklearn.compose.make_column_transformer",
    until="0.22",
    since="0.20",
    why="tuples are (transformer, columns), no longer (columns, transformer)",
    examples=(
        Example(
            before="""
            from sklearn.compose import make_column_transformer
            from sklearn.preprocessing import StandardScaler, OneHotEncoder
            ct = make_column_transformer((["a"], StandardScaler()), (["c"], OneHotEncoder()))
            """,
            after="""
            from sklearn.compose import make_column_transformer
            from sklearn.preprocessing import StandardScaler, OneHotEncoder
            ct = make_column_transformer((StandardScaler(), ["a"]), (OneHotEncoder(), ["c"]))
            """,
            check="[columns for name, transformer, columns in ct.transformers]",
        ),
        Same("""
            from sklearn.compose import make_column_transformer
            from sklearn.preprocessing import StandardScaler
            ct = make_column_transformer((StandardScaler(), ["a"]), ("passthrough", ["b"]))
            """),
    ),
)
def column_transformer(node: ast.Call, context: Context) -> Answer:
    edits = []
    for item in node.args:
        if isinstance(item, ast.Tuple) and len(item.elts) == 2:
            columns, transformer = item.elts
            if _transforms(transformer, context) and not _transforms(columns, context):
                edits.append(context.replace(item, "({t}, {c})", t=transformer, c=columns))
    return Fix(tuple(edits)) if edits else None


def _transforms(node: ast.expr, context: Context) -> bool:
    if context.literal(node) in ("drop", "passthrough"):
        return True
    value = uses_of(context).value(node)
    if isinstance(value, ast.Call):
        symbol = context.symbol(value.func) or ""
        return symbol.startswith("sklearn.") and symbol.rpartition(".")[2] != "make_column_selector"
    kind = context.only(node)
    return isinstance(kind, Instance) and kind.name.startswith("sklearn.")


@fixer(
    "SK044",
    on="call sklearn.calibration.CalibratedClassifierCV",
    until="1.4",
    why="base_estimator was renamed to estimator, and a fitted estimator is frozen instead of cv='prefit'",
    examples=(
        Example(
            before="""
            from sklearn.calibration import CalibratedClassifierCV
            from sklearn.naive_bayes import GaussianNB
            b = GaussianNB().fit([[0], [1], [2], [3]], [0, 0, 1, 1])
            c = CalibratedClassifierCV(base_estimator=b, method="sigmoid", cv="prefit")
            """,
            after="""
            from sklearn.calibration import CalibratedClassifierCV
            from sklearn.naive_bayes import GaussianNB
            from sklearn.frozen import FrozenEstimator
            b = GaussianNB().fit([[0], [1], [2], [3]], [0, 0, 1, 1])
            c = CalibratedClassifierCV(estimator=FrozenEstimator(b), method="sigmoid", ensemble=False)
            """,
            check="c.fit([[0], [1], [2], [3]] * 3, [0, 0, 1, 1] * 3).predict_proba([[0], [3]]).round(3).tolist()",
        ),
        Example(
            before="""
            from sklearn.calibration import CalibratedClassifierCV
            from sklearn.naive_bayes import GaussianNB
            c = CalibratedClassifierCV(base_estimator=GaussianNB(), cv=3)
            """,
            after="""
            from sklearn.calibration import CalibratedClassifierCV
            from sklearn.naive_bayes import GaussianNB
            c = CalibratedClassifierCV(estimator=GaussianNB(), cv=3)
            """,
            check="c.fit([[0], [1], [2], [3]] * 3, [0, 0, 1, 1] * 3).predict_proba([[0], [3]]).round(3).tolist()",
        ),
        Same("""
            from sklearn.calibration import CalibratedClassifierCV
            from sklearn.naive_bayes import GaussianNB
            c = CalibratedClassifierCV(GaussianNB(), method="sigmoid", cv=3)
            """),
    ),
)
def calibrated(node: ast.Call, context: Context) -> Answer:
    rename = {"base_estimator": "estimator"} if context.keyword(node, "base_estimator") is not None else {}
    cv = context.keyword(node, "cv")
    if context.literal(cv) != "prefit" or not context.target.reached("sklearn", "1.8"):
        return Fix((context.edit_call(node, rename=rename),)) if rename else None
    fitted = (
        context.keyword(node, "base_estimator") or context.keyword(node, "estimator") or (node.args[0] if node.args else None)
    )
    if fitted is None:
        return None
    add = {} if context.keyword(node, "ensemble") is not None else {"ensemble": "False"}
    call = context.edit_call(node, rename=rename, drop=frozenset({"cv"}), add=add)
    return Fix((call, context.replace(fitted, "{@sklearn.frozen.FrozenEstimator}({b})", b=fitted)))


_SGD = tuple(
    f"sklearn.linear_model.{c}"
    for c in ("SGDClassifier", "SGDRegressor", "Perceptron", "PassiveAggressiveClassifier", "PassiveAggressiveRegressor")
)


@fixer(
    "SK045",
    on=tuple(f"call {c}" for c in _SGD),
    until="0.21",
    since="0.19",
    why="n_iter was the exact number of epochs: max_iter without a stopping criterion",
    examples=(
        Example(
            before="""
            from sklearn.linear_model import SGDClassifier
            m = SGDClassifier(n_iter=20, random_state=0)
            """,
            after="""
            from sklearn.linear_model import SGDClassifier
            m = SGDClassifier(max_iter=20, random_state=0, tol=None)
            """,
            check="m.random_state",
        ),
        Same("""
            from sklearn.linear_model import SGDClassifier
            m = SGDClassifier(max_iter=20)
            """),
    ),
)
def epochs(node: ast.Call, context: Context) -> Answer:
    if context.keyword(node, "n_iter") is None or context.keyword(node, "max_iter") is not None:
        return None
    if context.literal(context.keyword(node, "n_iter")) is None:
        return Fix((context.edit_call(node, drop=frozenset({"n_iter"})),))
    add = {} if context.keyword(node, "tol") is not None else {"tol": "None"}
    return Fix((context.edit_call(node, rename={"n_iter": "max_iter"}, add=add),))


@fixer(
    "SK046",
    on="call sklearn.ensemble.IsolationForest",
    until="0.24",
    why="behaviour is gone; contamination was 0.1 when it was new",
    examples=(
        Example(
            before="""
            from sklearn.ensemble import IsolationForest
            f = IsolationForest(behaviour="old", random_state=0)
            """,
            after="""
            from sklearn.ensemble import IsolationForest
            f = IsolationForest(random_state=0, contamination=0.1)
            """,
            check="f.fit([[0.1 * i] for i in range(19)] + [[50.0]]).predict([[1.0], [50.0]]).tolist()",
        ),
        Example(
            before="""
            from sklearn.ensemble import IsolationForest
            f = IsolationForest(behaviour="new", contamination="auto")
            """,
            after="""
            from sklearn.ensemble import IsolationForest
            f = IsolationForest(contamination="auto")
            """,
            check="f.set_params(random_state=0).fit([[0.1 * i] for i in range(19)] + [[50.0]]).predict([[1.0], [50.0]]).tolist()",
        ),
        Same("""
            from sklearn.ensemble import IsolationForest
            class Agent:
                def __init__(self, behaviour):
                    self.behaviour = behaviour
            a = Agent(behaviour="old")
            f = IsolationForest(contamination=0.1, random_state=0)
            """),
    ),
)
def isolation(node: ast.Call, context: Context) -> Answer:
    value = context.keyword(node, "behaviour")
    if value is None:
        return None
    literal = context.literal(value)
    given = context.keyword(node, "contamination") is not None or len(node.args) > 2
    if literal is MISSING:
        return Decline("behaviour is gone, and its value here is not a literal")
    old = context.vintage.before("sklearn", "0.22")
    if not given and not old and literal == "new":
        return Decline("behaviour is gone; contamination was 0.1 by default before 0.22: give the value that is meant")
    if literal == "old" and any(a in ("decision_function", "offset_") for a in _attributes(node, context)):
        return Decline("behaviour='old' shifted decision_function; it is gone: subtract offset_ from score_samples yourself")
    add = {} if given or (old and literal == "new") else {"contamination": "0.1"}
    if old and not given:
        add = {}  # the changed default is written by its own rule
    return Fix((context.edit_call(node, drop=frozenset({"behaviour"}), add=add),))


def _attributes(made: ast.Call, context: Context) -> set[str]:
    uses = uses_of(context)
    above = (uses.parents.get(n) for n in (made, *uses.loads(made)))
    return {a.attr for a in above if isinstance(a, ast.Attribute)}


@fixer(
    "SK047",
    on=tuple(f"call sklearn.metrics.{m}" for m in ("precision_score", "recall_score", "f1_score", "fbeta_score")),
    until="0.18",
    why="several classes were averaged by weight, where average= was left out",
    examples=(
        Example(
            before="""
            from sklearn.metrics import precision_score
            yt = [0, 1, 2, 2, 2, 1]
            p = precision_score(yt, [0, 2, 2, 2, 1, 1])
            """,
            after="""
            from sklearn.metrics import precision_score
            yt = [0, 1, 2, 2, 2, 1]
            p = precision_score(yt, [0, 2, 2, 2, 1, 1], average="weighted")
            """,
            check="round(p, 4)",
        ),
        Same("""
            from sklearn.metrics import precision_score
            p = precision_score([0, 1, 1], [0, 1, 0])
            """),
    ),
)
def averaged(node: ast.Call, context: Context) -> Answer:
    if context.keyword(node, "average") is not None or len(node.args) != 2 or any(k.arg is None for k in node.keywords):
        return None
    if (count(node.args[0], context) or 2) <= 2:
        return None
    return Fix((context.edit_call(node, add={"average": '"weighted"'}),))


_RANDOMIZED = "sklearn.decomposition.RandomizedPCA"


@fixer(
    "SK048",
    on=(f"import {_RANDOMIZED}", f"call {_RANDOMIZED}"),
    until="0.20",
    since="0.18",
    why="RandomizedPCA is PCA with svd_solver='randomized'",
    examples=(
        Example(
            before="""
            from sklearn.decomposition import RandomizedPCA
            p = RandomizedPCA(n_components=2, random_state=0)
            """,
            after="""
            from sklearn.decomposition import PCA
            p = PCA(n_components=2, random_state=0, svd_solver="randomized")
            """,
            check="p.n_components",
        ),
        Same("""
            from sklearn.decomposition import PCA
            p = PCA(n_components=2, svd_solver="randomized", random_state=0)
            class RandomizedPCA:
                pass
            q = RandomizedPCA()
            """),
    ),
)
def randomized_pca(node: ast.alias | ast.Call, context: Context) -> Answer:
    if isinstance(node, ast.alias):
        statement = context.statement(node)
        return Fix((MoveImport(context.span(statement), _RANDOMIZED, None),)) if isinstance(statement, ast.ImportFrom) else None
    call = context.edit_call(node, add={"svd_solver": '"randomized"'})
    return Fix((context.replace(node.func, "{@sklearn.decomposition.PCA}"), call))
