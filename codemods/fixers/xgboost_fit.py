"""Arguments of `fit` that belong to the estimator now: early_stopping_rounds, eval_metric, callbacks.

    clf = XGBClassifier(n_estimators=200)
    clf.fit(X, y, eval_set=[(V, w)], early_stopping_rounds=5, verbose=False)

    clf = XGBClassifier(n_estimators=200, early_stopping_rounds=5)
    clf.fit(X, y, eval_set=[(V, w)], verbose=False)

An estimator that stops early can't be fitted without an eval_set: where the object is used for more than this one fit
(cross_val_score, another fit), the parameter is set before the fit and unset after it.
Deprecated in 1.6, removed in 2.1.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.uses import uses_of

_MOVED = ("early_stopping_rounds", "eval_metric", "callbacks")
_MODEL = "xgboost.XGBModel"
_CLASSES = ("XGBClassifier", "XGBRegressor", "XGBRanker", "XGBRFClassifier", "XGBRFRegressor", "XGBModel")
_SEARCHES = ("sklearn.model_selection.GridSearchCV", "sklearn.model_selection.RandomizedSearchCV")
# What may be done with an estimator that stops early: nothing that fits it again.
_HARMLESS = {
    "predict", "predict_proba", "score", "evals_result", "apply", "get_booster", "save_model", "get_params",
    "feature_importances_",
    "best_iteration", "best_score", "best_ntree_limit", "classes_", "coef_", "n_features_in_", "objective", "n_estimators",
    "intercept_", "feature_names_in_", "booster",
}  # fmt: skip
_HARMLESS_CALLS = ("xgboost.plot_importance", "xgboost.plot_tree", "xgboost.to_graphviz")


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the arguments of one fit move: into the constructor, or around the fit."""

    constructor: ast.Call | None
    again: bool = False  # the object is fitted or copied elsewhere, too


@fixer(
    "XG001",
    on=f"call {_MODEL}.fit",
    until="2.1",
    since="1.6",
    why="early_stopping_rounds, eval_metric and callbacks are parameters of the estimator, no longer of fit",
    examples=(
        Example(
            before="""
            from xgboost import XGBClassifier
            X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
            clf = XGBClassifier(n_estimators=20, base_score=0.5, tree_method="exact")
            clf.fit(X, y, eval_set=[(X, y)], early_stopping_rounds=3, eval_metric="auc", verbose=False)
            n = sorted(clf.evals_result()["validation_0"])
            """,
            after="""
            from xgboost import XGBClassifier
            X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
            clf = XGBClassifier(n_estimators=20, base_score=0.5, tree_method="exact", early_stopping_rounds=3, eval_metric="auc")
            clf.fit(X, y, eval_set=[(X, y)], verbose=False)
            n = sorted(clf.evals_result()["validation_0"])
            """,
            check="n",
        ),
        Example(
            before="""
            from xgboost import XGBClassifier
            from sklearn.model_selection import cross_val_score
            X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
            clf = XGBClassifier(n_estimators=20, eval_metric="logloss", base_score=0.5, tree_method="exact")
            clf.fit(X, y, eval_set=[(X, y)], early_stopping_rounds=3, verbose=False)
            s = cross_val_score(clf, X, y, cv=2)
            """,
            after="""
            from xgboost import XGBClassifier
            from sklearn.model_selection import cross_val_score
            X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
            clf = XGBClassifier(n_estimators=20, eval_metric="logloss", base_score=0.5, tree_method="exact")
            clf.set_params(early_stopping_rounds=3)
            clf.fit(X, y, eval_set=[(X, y)], verbose=False)
            clf.set_params(early_stopping_rounds=None)
            s = cross_val_score(clf, X, y, cv=2)
            """,
            check="len(s)",
        ),
        Same("""
            import xgboost as xgb
            d = xgb.DMatrix([[0.0], [1.0]], [0, 1])
            b = xgb.train({"objective": "binary:logistic", "base_score": 0.5, "tree_method": "exact"}, d, 2, evals=[(d, "t")],
                          early_stopping_rounds=3)
            """),
    ),
)
def fit(node: ast.Call, context: Context) -> Answer:
    moved = _moved(node)
    if not moved or not isinstance(node.func, ast.Attribute):
        return None
    if (reason := _not_movable(moved, context)) is not None:
        return Decline(reason)
    plan = plan_of(node, context)
    drop = context.edit_call(node, drop=frozenset(moved))
    if plan.constructor is not None:
        if node.func.value is plan.constructor:
            holes = {f"m_{k}": v for k, v in moved.items()}
            add = {k: f"{{m_{k}}}" for k in moved}
            return Fix((drop, context.edit_call(plan.constructor, add=add, holes=holes)))
        return Fix((drop,))
    return _around(node, moved, plan, "", drop, context)


@fixer(
    "XG002",
    on=tuple(f"call xgboost.{c}" for c in _CLASSES),
    until="2.1",
    since="1.6",
    why="early_stopping_rounds, eval_metric and callbacks are parameters of the estimator, no longer of fit",
    examples=[
        Example(
            """
            import numpy as np
            from xgboost import XGBRegressor
            X, y = np.arange(8.0).reshape(-1, 1), np.arange(8.0)
            m = XGBRegressor(n_estimators=20, base_score=0.5, tree_method="exact")
            m.fit(X, y, eval_set=[(X, y)], early_stopping_rounds=3, eval_metric="mae", verbose=False)
            """,
            """
            import numpy as np
            from xgboost import XGBRegressor
            X, y = np.arange(8.0).reshape(-1, 1), np.arange(8.0)
            m = XGBRegressor(n_estimators=20, base_score=0.5, tree_method="exact", early_stopping_rounds=3, eval_metric="mae")
            m.fit(X, y, eval_set=[(X, y)], verbose=False)
            """,
            check="m.predict(X).round(3).tolist()",
        ),
        Same("""
            from xgboost import XGBRegressor
            m = XGBRegressor(n_estimators=20, early_stopping_rounds=3, eval_metric="mae", base_score=0.5)
            """),
    ],
)
def constructor(node: ast.Call, context: Context) -> Answer:
    for call in _fits(node, context):
        moved = _moved(call)
        plan = plan_of(call, context)
        here = isinstance(call.func, ast.Attribute) and call.func.value is node
        if moved and not here and plan.constructor is node and _not_movable(moved, context) is None:
            return Fix((context.edit_call(node, add={k: ast.unparse(v).replace("'", '"') for k, v in moved.items()}),))
    return None


@fixer(
    "XG003",
    on=tuple(f"call {c}.fit" for c in _SEARCHES),
    library="xgboost",
    until="2.1",
    since="1.6",
    why="early_stopping_rounds, eval_metric and callbacks are parameters of the estimator, no longer of fit",
    examples=(
        Example(
            before="""
            from sklearn.model_selection import GridSearchCV
            from xgboost import XGBRegressor
            grid = GridSearchCV(XGBRegressor(base_score=0.5, tree_method="exact"), {"max_depth": [1, 2]}, cv=2)
            grid.fit([[0], [1], [2], [3]], [0, 1, 2, 3], eval_set=[([[0]], [0])], early_stopping_rounds=5)
            """,
            after="""
            from sklearn.model_selection import GridSearchCV
            from xgboost import XGBRegressor
            grid = GridSearchCV(XGBRegressor(base_score=0.5, tree_method="exact"), {"max_depth": [1, 2]}, cv=2)
            grid.set_params(estimator__early_stopping_rounds=5)
            grid.fit([[0], [1], [2], [3]], [0, 1, 2, 3], eval_set=[([[0]], [0])])
            """,
            check="len(grid.cv_results_['params'])",
        ),
        Same("""
            from sklearn.linear_model import Ridge
            from sklearn.model_selection import GridSearchCV
            import xgboost
            grid = GridSearchCV(Ridge(), {"alpha": [1.0, 2.0]}, cv=2)
            grid.fit([[0], [1], [2], [3]], [0, 1, 2, 3])
            """),
    ),
)
def search(node: ast.Call, context: Context) -> Answer:
    moved = _moved(node)
    if not moved or not isinstance(node.func, ast.Attribute):
        return None
    made = uses_of(context).value(node.func.value)
    estimator = (
        context.keyword(made, "estimator") or (made.args[0] if made.args else None) if isinstance(made, ast.Call) else None
    )
    if context.instance(estimator, _MODEL) is None:
        return None
    if (reason := _not_movable(moved, context)) is not None:
        return Decline(reason)
    drop = context.edit_call(node, drop=frozenset(moved))
    return _around(node, moved, _Plan(None), "estimator__", drop, context)


def _moved(node: ast.Call) -> dict[str, ast.expr]:
    return {k.arg: k.value for k in node.keywords if k.arg in _MOVED}


def _not_movable(moved: dict[str, ast.expr], context: Context) -> str | None:
    metric = moved.get("eval_metric")
    if metric is None:
        return None
    literal = context.literal(uses_of(context).value(metric))
    if isinstance(literal, str) or (isinstance(literal, list | tuple) and all(isinstance(m, str) for m in literal)):
        return None
    return (
        "eval_metric moves to the constructor, where a function gets (y_true, y_pred) and returns a number: "
        "rewrite the function and pass it there"
    )


def _fits(made: ast.Call, context: Context) -> Iterator[ast.Call]:
    """The calls of `fit` on the object that `made` makes."""
    uses = uses_of(context)
    for node in (made, *uses.loads(made)):
        method = uses.parents.get(node)
        call = uses.parents.get(method) if isinstance(method, ast.Attribute) and method.attr == "fit" else None
        if isinstance(call, ast.Call) and call.func is method:
            yield call


def plan_of(node: ast.Call, context: Context) -> _Plan:
    """Into the constructor if it is known, plain, and the object is fitted here only."""
    uses = uses_of(context)
    receiver = node.func.value if isinstance(node.func, ast.Attribute) else node
    made = uses.value(receiver)
    again = _fitted_again(node, receiver, made, context)
    if not isinstance(made, ast.Call) or again or any(k.arg is None for k in made.keywords):
        return _Plan(None, again)
    moved = _moved(node)
    if any(context.keyword(made, k) is not None for k in moved):
        return _Plan(None, again)
    if made is not receiver and any(context.literal(v) is MISSING for v in moved.values()):
        return _Plan(None, again)
    return _Plan(made, again)


def _fitted_again(node: ast.Call, receiver: ast.expr, made: ast.expr | None, context: Context) -> bool:
    """Whether the object may be fitted elsewhere, or be copied to be."""
    uses = uses_of(context)
    if made is None:
        names = [n for n in uses.uses_of_name(receiver.id) if n is not receiver] if isinstance(receiver, ast.Name) else []
    elif made is receiver:
        return False
    else:
        names = [n for n in uses.loads(made) if n is not receiver]
    for load in names:
        above = uses.parents.get(load)
        if isinstance(above, ast.Attribute) and above.attr in _HARMLESS:
            continue
        if isinstance(above, ast.Call) and (
            context.symbol(above.func) in _HARMLESS_CALLS or (isinstance(above.func, ast.Name) and above.func.id == "print")
        ):
            continue
        if isinstance(above, ast.Expr | ast.FormattedValue | ast.Return):
            continue
        return True
    return False


def _around(node: ast.Call, moved: dict[str, ast.expr], plan: _Plan, prefix: str, drop: object, context: Context) -> Answer:
    """Set the parameters in a statement before the fit, and unset early stopping after it where the object lives on."""
    assert isinstance(node.func, ast.Attribute)
    receiver = node.func.value
    statement = context.statement(node)
    plain = isinstance(receiver, ast.Name | ast.Attribute) and isinstance(statement, ast.Expr | ast.Assign | ast.Return)
    nested = any(isinstance(a, ast.Lambda | ast.comprehension | ast.ListComp) for a in context.ancestors(node))
    if not plain or nested:
        return Decline(f"{', '.join(moved)}: give them to the constructor, they are no longer taken by fit")
    text = ", ".join(f"{prefix}{k}={{m_{k}}}" for k in moved)
    holes: dict[str, ast.AST] = {f"m_{k}": v for k, v in moved.items()}
    edits = [context.insert(statement, f"{{r}}.set_params({text})", after=False, r=receiver, **holes), drop]
    if plan.again and "early_stopping_rounds" in moved:
        if isinstance(statement, ast.Return):
            return Decline("early_stopping_rounds moved to the constructor, but this estimator is also used without an eval_set")
        edits.append(context.insert(statement, f"{{r}}.set_params({prefix}early_stopping_rounds=None)", after=True, r=receiver))
    return Fix(tuple(edits))  # type: ignore[arg-type]
