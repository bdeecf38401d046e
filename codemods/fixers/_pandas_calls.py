"""Questions about calls and columns that the fixers of changed behaviour in pandas share."""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES, bound_once, is_pure
from codemods.fixing import Context
from codemods.nodes import walk
from codemods.types import Instance

FRAME_GROUPS = "pandas.api.typing.DataFrameGroupBy"
SERIES_GROUPS = "pandas.api.typing.SeriesGroupBy"
RESAMPLER = "pandas.api.typing.Resampler"
DATETIMES = "pandas.core.indexes.accessors.DatetimeProperties"
TIMEDELTAS = "pandas.core.indexes.accessors.TimedeltaProperties"
STRINGS = "pandas.core.strings.StringMethods"
CATEGORIES = "pandas.core.arrays.categorical.CategoricalAccessor"


def argument(call: ast.Call, name: str, position: int | None = None) -> ast.expr | None:
    """The argument that a call gives for a parameter, by keyword or by position; None: not given, or hidden in stars."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if position is None or position >= len(call.args) or any(isinstance(a, ast.Starred) for a in call.args[: position + 1]):
        return None
    return call.args[position]


def has_stars(call: ast.Call) -> bool:
    """Whether arguments may be hidden in * or **."""
    return any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)


def column_of(node: ast.AST, context: Context) -> tuple[ast.expr, ast.expr | None, str] | None:
    """`df["a"]`, `df[name]` or `df.a` as (frame, key expression or None, literal name or "").

    None where the expression is no single column of a certain frame, or would be evaluated with other results twice.
    """
    match node:
        case ast.Subscript(value=frame, slice=key):
            if context.instance(frame, FRAME) is None or context.instance(node, "pandas.Series") is None:
                return None
            if not is_pure(frame) or not isinstance(key, ast.Constant | ast.Name | ast.Attribute) or not is_pure(key):
                return None
            return frame, key, key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else ""
        case ast.Attribute(value=frame, attr=name):
            if context.instance(frame, FRAME) is None or context.instance(node, "pandas.Series") is None:
                return None
            if not is_pure(frame) or name in _NO_COLUMNS:
                return None
            return frame, None, name
        case _:
            return None


_NO_COLUMNS = {"T", "index", "columns", "dtypes", "values", "shape", "size", "loc", "iloc", "at", "iat", "ix", "axes", "style"}


def fact(node: ast.AST, name: str, context: Context) -> str | None:
    """A fact about the only type of an expression."""
    kind = context.only(node)
    return kind.fact(name) if isinstance(kind, Instance) else None


def literal_data(series: ast.expr, context: Context) -> list[ast.expr] | None:
    """The elements of the list that a series (or a column of a frame) is made of, without being told a dtype."""
    node, column = series, ""
    if isinstance(series, ast.Subscript) and isinstance(series.slice, ast.Constant):
        node, column = series.value, str(series.slice.value)
    value = bound_once(node.id, context) if isinstance(node, ast.Name) else node
    if not isinstance(value, ast.Call) or context.symbol(value.func) not in (FRAME, SERIES):
        return None
    if argument(value, "dtype") is not None:
        return None
    data = argument(value, "data", 0)
    if column and isinstance(data, ast.Dict):
        data = next((v for k, v in zip(data.keys, data.values, strict=True) if context.literal(k) == column), None)
    return data.elts if isinstance(data, ast.List) else None


def names_in_document(context: Context) -> set[str]:
    """Every attribute and bare name that the document uses."""
    found: set[str] = set()
    for _, tree in context.cells:
        for node in walk(tree):
            if isinstance(node, ast.Attribute):
                found.add(node.attr)
            elif isinstance(node, ast.Name):
                found.add(node.id)
    return found
