"""Metrics that were split, replaced or renamed.

mean_squared_error(y, p, squared=False)       →  root_mean_squared_error(y, p)                  (1.4, 1.6)
jaccard_similarity_score(y, p)                →  accuracy_score(y, p) for one label a sample    (0.21, 0.23)
SCORERS["r2"], SCORERS.keys()                 →  get_scorer("r2"), get_scorer_names()           (1.0, 1.3)
plot_confusion_matrix(clf, X, y)              →  ConfusionMatrixDisplay.from_estimator(clf, X, y)  (1.0, 1.2)
cross_val_score(..., scoring="log_loss")      →  scoring="neg_log_loss": the same negative values  (0.18, 0.20)
"""

from __future__ import annotations

import ast

from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import MoveImport
from codemods.uses import uses_of

_ROOTS = {
    "sklearn.metrics.mean_squared_error": "sklearn.metrics.root_mean_squared_error",
    "sklearn.metrics.mean_squared_log_error": "sklearn.metrics.root_mean_squared_log_error",
}


@fixer(
    "SK025",
    on=tuple(f"call {s}" for s in _ROOTS),
    until="1.6",
    since="1.4",
    why="squared= was replaced by a function of its own",
    examples=(
        Example(
            before="""
            from sklearn.metrics import mean_squared_error
            a = mean_squared_error([1, 2, 3], [1, 2, 6], squared=False)
            b = mean_squared_error([1, 2], [1, 4], squared=True)
            """,
            after="""
            from sklearn.metrics import mean_squared_error
            from sklearn.metrics import root_mean_squared_error
            a = root_mean_squared_error([1, 2, 3], [1, 2, 6])
            b = mean_squared_error([1, 2], [1, 4])
            """,
            check="round(a, 6), b",
        ),
        Same("""
            from sklearn.metrics import mean_squared_error
            a = mean_squared_error([1, 2, 3], [1, 2, 6])
            """),
    ),
)
def squared(node: ast.Call, context: Context) -> Answer:
    name = context.symbol(node.func)
    value = context.keyword(node, "squared")
    position = None
    if value is None and len(node.args) > 4:
        value, position = node.args[4], 4
    if value is None or name not in _ROOTS:
        return None
    drop = context.edit_call(
        node,
        drop=frozenset() if position else frozenset({"squared"}),
        drop_positional=frozenset({position}) if position else frozenset(),
    )
    literal = context.literal(value)
    if literal is MISSING:
        plain = f"({{@{_ROOTS[name]}}} if not {{squared}} else {{@{name}}})"
        return Fix((drop, context.replace(node.func, plain, squared=value)))
    return Fix((drop,)) if literal else Fix((drop, context.replace(node.func, f"{{@{_ROOTS[name]}}}")))


# --- jaccard ---

_JACCARD = "sklearn.metrics.jaccard_similarity_score"


@fixer(
    "SK026",
    on=(f"import {_JACCARD}", f"call {_JACCARD}"),
    until="0.23",
    since="0.21",
    why="jaccard_similarity_score was the accuracy for one label a sample, and is gone",
    examples=(
        Example(
            before="""
            from sklearn.metrics import jaccard_similarity_score
            j = jaccard_similarity_score([0, 0, 1, 1, 0], [0, 0, 1, 0, 0])
            """,
            after="""
            from sklearn.metrics import accuracy_score
            j = accuracy_score([0, 0, 1, 1, 0], [0, 0, 1, 0, 0])
            """,
            check="float(j)",
        ),
        Example(
            before="""
            import numpy as np
            from sklearn.metrics import jaccard_similarity_score
            j = jaccard_similarity_score(np.array([[0, 1], [1, 1]]), np.array([[1, 1], [1, 1]]))
            """,
            after="""
            import numpy as np
            from sklearn.metrics import jaccard_score
            j = jaccard_score(np.array([[0, 1], [1, 1]]), np.array([[1, 1], [1, 1]]), average="samples")
            """,
            check="float(j)",
        ),
        Same("""
            from sklearn.metrics import jaccard_score
            def jaccard_similarity_score(a, b):
                return len(set(a) & set(b)) / len(set(a) | set(b))
            j = jaccard_similarity_score([1], [1]), jaccard_score([1], [1])
            """),
    ),
)
def jaccard(node: ast.alias | ast.Call, context: Context) -> Answer:
    if isinstance(node, ast.alias):
        statement = context.statement(node)
        return Fix((MoveImport(context.span(statement), _JACCARD, None),)) if isinstance(statement, ast.ImportFrom) else None
    bound = context.bind(node, "y_true", "y_pred", "normalize", "sample_weight")
    if bound is None or "y_true" not in bound or "y_pred" not in bound:
        return Decline("for one label a sample use accuracy_score, else jaccard_score(average='samples')")
    dimensions = _dimensions(bound["y_true"], context) or _dimensions(bound["y_pred"], context)
    rest = "".join(f", {name}={{{name}}}" for name in ("normalize", "sample_weight") if name in bound)
    one = f"{{@sklearn.metrics.accuracy_score}}({{y_true}}, {{y_pred}}{rest})"
    if dimensions == 1:
        return Fix((context.replace(node, one, **bound),))
    if "normalize" in bound and context.literal(bound["normalize"]) is not True:
        return Decline("normalize= has no equivalent in jaccard_score; for one label a sample use accuracy_score")
    weight = ", sample_weight={sample_weight}" if "sample_weight" in bound else ""
    many = f'{{@sklearn.metrics.jaccard_score}}({{y_true}}, {{y_pred}}{weight}, average="samples")'
    if dimensions == 2:
        bound.pop("normalize", None)
        return Fix((context.replace(node, many, **bound),))
    if not isinstance(bound["y_true"], ast.Name):
        return Decline("for one label a sample use accuracy_score, else jaccard_score(average='samples')")
    return Fix((context.replace(node, f"{one} if {{@numpy.ndim}}({{y_true}}) == 1 else {many}", **bound),))


def _dimensions(node: ast.expr, context: Context) -> int | None:
    """1 for a row of labels, 2 for a table of them, None where it can't be told."""
    if context.instance(node, "pandas.Series") is not None:
        return 1
    value = uses_of(context).value(node)
    if isinstance(value, ast.Call) and context.symbol(value.func) in ("numpy.array", "numpy.asarray") and value.args:
        value = value.args[0]
    if isinstance(value, ast.List | ast.Tuple) and value.elts:
        return 2 if isinstance(value.elts[0], ast.List | ast.Tuple) else 1
    return None


# --- SCORERS ---


@fixer(
    "SK027",
    on=("import sklearn.metrics.SCORERS", "name sklearn.metrics.SCORERS"),
    until="1.3",
    since="1.0",
    why="SCORERS was replaced by get_scorer and get_scorer_names",
    examples=(
        Example(
            before="""
            from sklearn.metrics import SCORERS
            names = sorted(SCORERS.keys())
            f = SCORERS["accuracy"]
            """,
            after="""
            from sklearn.metrics import get_scorer
            from sklearn.metrics import get_scorer_names
            names = sorted(get_scorer_names())
            f = get_scorer("accuracy")
            """,
            check="'r2' in names, callable(f)",
        ),
        Same("""
            from sklearn.metrics import get_scorer
            SCORERS = {"accuracy": get_scorer("accuracy")}
            f = SCORERS["accuracy"]
            """),
    ),
)
def scorers(node: ast.alias | ast.Name | ast.Attribute, context: Context) -> Answer:
    if isinstance(node, ast.alias):
        statement = context.statement(node)
        old = "sklearn.metrics.SCORERS"
        return Fix((MoveImport(context.span(statement), old, None),)) if isinstance(statement, ast.ImportFrom) else None
    names = "{@sklearn.metrics.get_scorer_names}()"
    match context.parent(node):
        case ast.Subscript(slice=key) as item if isinstance(item.ctx, ast.Load):
            return Fix((context.replace(item, "{@sklearn.metrics.get_scorer}({key})", key=key),))
        case ast.Attribute(attr="keys") as method if (call := context.is_called(method)) is not None:
            return Fix((context.replace(call, names),))
        case ast.Attribute(attr="get") as method if (call := context.is_called(method)) is not None and len(call.args) == 1:
            return Fix((context.replace(call, "{@sklearn.metrics.get_scorer}({key})", key=call.args[0]),))
        case (
            ast.For()
            | ast.comprehension()
            | ast.Compare()
            | ast.Call(func=ast.Name(id="sorted" | "list" | "len" | "set" | "print"))
        ):
            return Fix((context.replace(node, names),))
        case _:
            return Decline("SCORERS is gone: use get_scorer(name) for one, get_scorer_names() for their names")


# --- plots ---

_PLOTS = {
    "sklearn.metrics.plot_confusion_matrix": "sklearn.metrics.ConfusionMatrixDisplay",
    "sklearn.metrics.plot_roc_curve": "sklearn.metrics.RocCurveDisplay",
    "sklearn.metrics.plot_precision_recall_curve": "sklearn.metrics.PrecisionRecallDisplay",
    "sklearn.metrics.plot_det_curve": "sklearn.metrics.DetCurveDisplay",
    "sklearn.inspection.plot_partial_dependence": "sklearn.inspection.PartialDependenceDisplay",
}


@fixer(
    "SK028",
    on=tuple(f"{kind} {s}" for s in _PLOTS for kind in ("import", "name", "call")),
    until="1.2",
    since="1.0",
    why="plot functions became class methods of displays",
    examples=(
        Example(
            before="""
            from sklearn.linear_model import LogisticRegression
            from sklearn.metrics import plot_confusion_matrix
            X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
            clf = LogisticRegression(solver="liblinear").fit(X, y)
            d = plot_confusion_matrix(clf, X, y, cmap="Blues", normalize="true")
            """,
            after="""
            from sklearn.linear_model import LogisticRegression
            from sklearn.metrics import ConfusionMatrixDisplay
            X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
            clf = LogisticRegression(solver="liblinear").fit(X, y)
            d = ConfusionMatrixDisplay.from_estimator(clf, X, y, cmap="Blues", normalize="true")
            """,
            check="d.confusion_matrix.tolist()",
        ),
        Same("""
            def plot_confusion_matrix(cm, classes):
                return cm, classes
            d = plot_confusion_matrix([[1, 0], [0, 1]], ["a", "b"])
            """),
    ),
)
def plot(node: ast.alias | ast.expr, context: Context) -> Answer:
    if isinstance(node, ast.alias):
        statement = context.statement(node)
        if not isinstance(statement, ast.ImportFrom):
            return None
        return Fix((MoveImport(context.span(statement), f"{statement.module}.{node.name}", None),))
    if isinstance(node, ast.Call):
        return Fix((context.edit_call(node, rename={"y_true": "y"}),)) if context.keyword(node, "y_true") is not None else None
    display = _PLOTS.get(context.symbol(node) or "")
    return Fix((context.replace(node, f"{{@{display}}}.from_estimator"),)) if display else None


# --- scoring="..." ---

_LOSSES = {"mean_squared_error", "mean_absolute_error", "median_absolute_error", "log_loss", "mean_squared_log_error"}
_SCORED = {
    "cross_val_score": 3, "cross_validate": 3, "GridSearchCV": 2, "RandomizedSearchCV": 3, "learning_curve": 5,
    "validation_curve": 6, "RFECV": 3, "get_scorer": 0, "LogisticRegressionCV": 99, "RidgeCV": 99, "check_scoring": 1,
    "permutation_test_score": 99, "permutation_importance": 99, "SequentialFeatureSelector": 99,
}  # fmt: skip


@fixer(
    "SK029",
    on="node Constant",
    library="sklearn",
    until="0.20",
    since="0.18",
    words=tuple(_LOSSES),
    why="scorers of losses are called neg_…; their values were negative before, too",
    examples=(
        Example(
            before="""
            from sklearn.linear_model import Ridge
            from sklearn.model_selection import cross_val_score
            s = cross_val_score(Ridge(), [[i] for i in range(9)], list(range(9)), cv=3, scoring="mean_squared_error")
            """,
            after="""
            from sklearn.linear_model import Ridge
            from sklearn.model_selection import cross_val_score
            s = cross_val_score(Ridge(), [[i] for i in range(9)], list(range(9)), cv=3, scoring="neg_mean_squared_error")
            """,
            check="s.round(6).tolist()",
        ),
        Same("""
            from sklearn.metrics import mean_squared_error
            losses = {"loss": "mean_squared_error"}
            """),
    ),
)
def scoring(node: ast.Constant, context: Context) -> Answer:
    if not isinstance(node.value, str) or node.value not in _LOSSES:
        return None
    uses = uses_of(context)
    holders: list[ast.expr] = [node]
    above = uses.parents.get(node)
    if isinstance(above, ast.List | ast.Tuple | ast.Dict | ast.Set):
        holders.append(above)
    for holder in holders:
        for call, slot in uses.consumers(holder):
            symbol = context.symbol(call.func) or ""
            position = _SCORED.get(symbol.rpartition(".")[2])
            if symbol.startswith("sklearn.") and position is not None and slot in ("scoring", position):
                quote = context.text(node)[0]
                return Fix((context.replace(node, f"{quote}neg_{node.value}{quote}"),))
    return None
