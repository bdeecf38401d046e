"""Plots of partial dependence, where scikit-learn first had them: beside its gradient boosting, until 0.24.

    from sklearn.ensemble.partial_dependence import plot_partial_dependence
    plot_partial_dependence(model, X, [0, 2], names)

    from sklearn.inspection import PartialDependenceDisplay
    PartialDependenceDisplay.from_estimator(model, X, [0, 2], feature_names=names)

It returned the figure and its axes, and returns a display now: where they are used, that is reported.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import MoveImport
from codemods.uses import uses_of

_MODULE = "sklearn.ensemble.partial_dependence"
_PLOT = f"{_MODULE}.plot_partial_dependence"
_OLD = ("gbrt", "X", "features", "feature_names", "label", "n_cols", "grid_resolution", "percentiles", "n_jobs", "verbose", "ax",
        "line_kw", "contour_kw")  # fmt: skip
_RENAMED = {"gbrt": "estimator", "label": "target"}


@fixer(
    "SK064",
    on=(f"import {_PLOT}", f"call {_PLOT}", f"import {_MODULE}.partial_dependence"),
    until="0.24",
    why="partial dependence is in sklearn.inspection, for all models",
    examples=(
        Example(
            before="""
            from sklearn.ensemble import GradientBoostingRegressor
            from sklearn.ensemble.partial_dependence import partial_dependence, plot_partial_dependence
            X, y = [[0.0, 1.0], [1.0, 3.0], [2.0, 2.0], [3.0, 5.0]], [0.0, 1.0, 2.0, 3.0]
            model = GradientBoostingRegressor(n_estimators=5, random_state=0).fit(X, y)
            shown = plot_partial_dependence(model, features=[0], X=X, feature_names=["a", "b"], grid_resolution=4)
            done = len(model.estimators_)
            """,
            after="""
            from sklearn.ensemble import GradientBoostingRegressor
            from sklearn.inspection import PartialDependenceDisplay
            X, y = [[0.0, 1.0], [1.0, 3.0], [2.0, 2.0], [3.0, 5.0]], [0.0, 1.0, 2.0, 3.0]
            model = GradientBoostingRegressor(n_estimators=5, random_state=0).fit(X, y)
            shown = PartialDependenceDisplay.from_estimator(model, features=[0], X=X, feature_names=["a", "b"], grid_resolution=4)
            done = len(model.estimators_)
            """,
            check="done",
        ),
        Same("""
            def plot_partial_dependence(model, X, features):
                return features
            shown = plot_partial_dependence(None, [[1]], [0])
            """),
    ),
)
def plotted(node: ast.alias | ast.Call, context: Context) -> Answer:
    if isinstance(node, ast.alias):
        statement = context.statement(node)
        unused = isinstance(statement, ast.ImportFrom) and context.import_unused(node)
        return Fix((MoveImport(context.span(statement), f"{_MODULE}.{node.name}", None),)) if unused else None
    if not isinstance(above := context.parent(node), ast.Expr) and not _is_unread(node, above, context):
        return Decline(
            "PartialDependenceDisplay.from_estimator() returns a display: its figure_ and axes_ are what this returned"
        )
    if context.bind(node, *_OLD) is None:
        return Decline("PartialDependenceDisplay.from_estimator(estimator, X, features, feature_names=…) draws it now")
    named = {i: _RENAMED.get(_OLD[i], _OLD[i]) for i in range(3, len(node.args))}
    renamed = {old: new for old, new in _RENAMED.items() if context.keyword(node, old) is not None}
    display = context.replace(node.func, "{@sklearn.inspection.PartialDependenceDisplay}.from_estimator")
    return Fix((display, context.edit_call(node, rename=renamed, name_positional=named)))


def _is_unread(call: ast.Call, above: ast.AST | None, context: Context) -> bool:
    """Whether the result is bound to a name that nothing reads."""
    plain = isinstance(above, ast.Assign) and len(above.targets) == 1 and isinstance(above.targets[0], ast.Name)
    return plain and not uses_of(context).loads(call)
