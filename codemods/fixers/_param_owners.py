"""Whose parameters a dict holds: the estimators that a search tries its values on, or that get it as **keywords."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from codemods.fixing import Context
from codemods.types import Instance
from codemods.uses import Slot, uses_of

_SEARCHES = {
    "GridSearchCV": ("param_grid", 1),
    "RandomizedSearchCV": ("param_distributions", 1),
    "HalvingGridSearchCV": ("param_grid", 1),
    "HalvingRandomSearchCV": ("param_distributions", 1),
    "validation_curve": ("", 99),
}
_NAMED = (
    "sklearn.pipeline.Pipeline",
    "imblearn.pipeline.Pipeline",
    "sklearn.compose.ColumnTransformer",
    "sklearn.pipeline.FeatureUnion",
)
_STEPS = ("steps", "transformers", "transformer_list")
_MADE = ("sklearn.pipeline.make_pipeline", "imblearn.pipeline.make_pipeline", "sklearn.pipeline.make_union")
_INNER = ("estimator", "base_estimator")


def consumers(node: ast.expr, context: Context) -> tuple[list[ast.expr], list[ast.expr]]:
    """The estimators whose grid this dict is, and those whose constructor or set_params gets it as keywords."""
    uses = uses_of(context)
    grids: list[ast.expr] = []
    keywords: list[ast.expr] = []
    holders = [node]
    above = uses.parents.get(node)
    if isinstance(above, ast.List):
        holders.append(above)
    if isinstance(above, ast.Dict):
        grids += _beside(node, above, context)
    for holder in holders:
        for call, slot in uses.consumers(holder):
            estimator = _searched(call, slot, context)
            if estimator is not None:
                grids.append(estimator)
            elif slot == "**" and isinstance(call.func, ast.Attribute) and call.func.attr == "set_params":
                keywords.append(call.func.value)
            elif slot == "**":
                keywords.append(call)
    return grids, keywords


def _beside(node: ast.expr, holder: ast.Dict, context: Context) -> Iterator[ast.expr]:
    """The estimator that stands in the same dict, where a search takes both out of it: Search(c["model"], c["grid"])."""
    if pairs := context.once(_pairs):
        values = {k.value: v for k, v in zip(holder.keys, holder.values, strict=True) if isinstance(k, ast.Constant)}
        for model, grid in pairs:
            if values.get(grid) is node and isinstance(made := values.get(model), ast.Call):
                yield made


def _pairs(context: Context) -> list[tuple[Any, Any]]:
    """The keys by which searches find their estimator and its grid."""
    found = []
    for call in uses_of(context).calls:
        slots: list[tuple[Slot, ast.expr]] = [*enumerate(call.args), *((k.arg, k.value) for k in call.keywords if k.arg)]
        for slot, grid in slots:
            match grid, _searched(call, slot, context):
                case ast.Subscript(slice=ast.Constant(value=key)), ast.Subscript(slice=ast.Constant(value=other)):
                    found.append((other, key))
    return found


def _searched(call: ast.Call, slot: Slot, context: Context) -> ast.expr | None:
    """The estimator, if `call` is a search and `slot` its grid."""
    symbol = context.symbol(call.func) or ""
    if not symbol.startswith("sklearn."):
        return None
    grid = _SEARCHES.get(symbol.rpartition(".")[2])
    if grid is None or slot not in grid:
        return None
    return context.keyword(call, "estimator") or (call.args[0] if call.args else None)


def owner_of(key: str, estimator: ast.expr, context: Context) -> tuple[str, str, str] | None:
    """The class that a parameter belongs to, its prefix in the key, its own name: OneHotEncoder, enc__, sparse."""
    uses = uses_of(context)
    made = uses.value(estimator)
    while isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr in ("fit", "set_params"):
        made = uses.value(made.func.value)
    head, _, rest = key.partition("__")
    if isinstance(made, ast.Call):
        name = context.symbol(made.func)
        if rest and (inner := _step(head, name, made, context)) is not None:
            found = owner_of(rest, inner, context)
            return (found[0], f"{head}__{found[1]}", found[2]) if found else None
        if not rest and name is not None:
            return name, "", key
        if rest and head in _INNER and name is not None:
            return name, "", key
        return None
    instance = context.only(estimator)
    return (instance.name, "", key) if isinstance(instance, Instance) and not rest else None


def _step(head: str, name: str | None, made: ast.Call, context: Context) -> ast.expr | None:
    """The estimator that a compound estimator knows by `head`."""
    if name in _MADE:
        for argument in made.args:
            symbol = context.only(argument)
            if isinstance(symbol, Instance) and symbol.name.rpartition(".")[2].lower() == head:
                return argument
        return None
    if name in _NAMED:
        given = next((k.value for k in made.keywords if k.arg in _STEPS), made.args[0] if made.args else None)
        steps = uses_of(context).value(given)
        for step in steps.elts if isinstance(steps, ast.List) else ():
            if isinstance(step, ast.Tuple) and len(step.elts) > 1 and context.literal(step.elts[0]) == head:
                return step.elts[1]
        return None
    if head in _INNER:
        return next((k.value for k in made.keywords if k.arg in _INNER), made.args[0] if made.args else None)
    return None
