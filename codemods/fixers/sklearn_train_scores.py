"""Scores of the training folds, which scikit-learn leaves out since 0.21.

    r = cross_validate(model, X, y); r["train_score"].mean()
    r = cross_validate(model, X, y, return_train_score=True); r["train_score"].mean()

    search = GridSearchCV(model, grid); search.cv_results_["mean_train_score"]
    search = GridSearchCV(model, grid, return_train_score=True); …

Code that reads them tells its age by that; where the results go elsewhere as a whole, the vintage must be known.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.types import Function
from codemods.uses import uses_of

_MODULE = "sklearn.model_selection."
_SEARCHES = tuple(f"{_MODULE}{c}" for c in ("GridSearchCV", "RandomizedSearchCV"))


@fixer(
    "SK290",
    on=tuple(f"call {c}" for c in (f"{_MODULE}cross_validate", *_SEARCHES)),
    until="0.21",
    why="the training scores are left out by default since 0.21",
    examples=(
        Example(
            before="""
            from sklearn.model_selection import cross_validate
            from sklearn.tree import DecisionTreeClassifier
            r = cross_validate(DecisionTreeClassifier(max_depth=1), [[0], [1], [0], [1]], [0, 1, 0, 1], cv=2)
            m = r["train_score"].mean()
            """,
            after="""
            from sklearn.model_selection import cross_validate
            from sklearn.tree import DecisionTreeClassifier
            r = cross_validate(DecisionTreeClassifier(max_depth=1), [[0], [1], [0], [1]], [0, 1, 0, 1], cv=2, return_train_score=True)
            m = r["train_score"].mean()
            """,
            check="m",
        ),
        Example(
            before="""
            from sklearn.linear_model import Ridge
            from sklearn.model_selection import GridSearchCV
            g = GridSearchCV(Ridge(), {"alpha": [0.1, 10.0]}, cv=2)
            g.fit([[0], [1], [2], [3]], [0, 1, 2, 3])
            m = g.cv_results_["mean_train_score"].round(4).tolist()
            """,
            after="""
            from sklearn.linear_model import Ridge
            from sklearn.model_selection import GridSearchCV
            g = GridSearchCV(Ridge(), {"alpha": [0.1, 10.0]}, cv=2, return_train_score=True)
            g.fit([[0], [1], [2], [3]], [0, 1, 2, 3])
            m = g.cv_results_["mean_train_score"].round(4).tolist()
            """,
            check="m",
        ),
        Same(
            """
            from sklearn.linear_model import Ridge
            from sklearn.model_selection import GridSearchCV, cross_validate
            r = cross_validate(Ridge(), [[0], [1], [2], [3]], [0, 1, 2, 3], cv=2)
            m = r["test_score"].mean()
            g = GridSearchCV(Ridge(), {"alpha": [0.1, 10.0]}, cv=2)
            """
        ),
    ),
)
def train_scores(node: ast.Call, context: Context) -> Answer:
    if context.keyword(node, "return_train_score") is not None or any(k.arg is None for k in node.keywords):
        return None
    function = any(isinstance(kind, Function) for kind in context.types(node.func))
    keys = list(_keys(node, "" if function else "cv_results_", context))
    if any(isinstance(key, str) and "train_" in key for key in keys):
        return Fix((context.edit_call(node, add={"return_train_score": "True"}),))
    if None not in keys:
        return None
    if context.vintage.before("sklearn", "0.21"):
        return Fix((context.edit_call(node, add={"return_train_score": "True"}),))
    return Decline("the results lack the training scores: add return_train_score=True if they are wanted")


def _keys(call: ast.Call, attribute: str, context: Context) -> Iterator[object]:
    """The keys by which the results of a call are read; None for a use that may read all of them."""
    uses = uses_of(context)
    for node in (call, *uses.loads(call)):
        value: ast.AST = node
        above = uses.parents.get(value)
        if attribute:
            while (
                isinstance(above, ast.Attribute) and above.attr == "fit" and isinstance(fit := uses.parents.get(above), ast.Call)
            ):
                value, above = fit, uses.parents.get(fit)
            if not isinstance(above, ast.Attribute) or above.attr != attribute:
                continue
            value, above = above, uses.parents.get(above)
        match above:
            case ast.Subscript(value=inner, slice=key) if inner is value:
                yield _key(key)
            case ast.Assign() if node is call and not attribute:
                pass
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield from _read(name, context)
            case _:
                yield None


def _read(name: str, context: Context) -> Iterator[object]:
    uses = uses_of(context)
    for load in uses.uses_of_name(name):
        match uses.parents.get(load):
            case ast.Subscript(slice=key):
                yield _key(key)
            case _:
                yield None


def _key(node: ast.expr) -> object:
    """What is known of a key: of f"split{i}_test_score" its last part."""
    match node:
        case ast.Constant(value=key):
            return key
        case ast.JoinedStr(values=[*_, ast.Constant(value=end)]):
            return end
        case _:
            return None
