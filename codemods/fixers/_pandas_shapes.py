"""What a function that is applied to each group returns: a value, a column, a frame, with the rows of the group or not."""

from __future__ import annotations

import ast
from enum import Enum

from codemods.fixers._pandas import bound_once
from codemods.fixing import Context
from codemods.nodes import walk


class Shape(Enum):
    SCALAR = "one value a group"
    LIKE = "a frame with the rows of the group"
    COLUMN = "a series with the rows of the group"
    FRAME = "a frame with other rows"
    OTHER = "something made anew"
    UNKNOWN = "unknown"


_KEEP_ROWS = {
    "assign", "fillna", "ffill", "bfill", "astype", "shift", "cumsum", "cumprod", "cummax", "cummin", "rank", "diff",
    "abs", "pct_change", "round", "clip", "map", "replace", "where", "mask", "isnull", "isna", "notnull", "notna", "copy",
    "interpolate", "add", "sub", "mul", "div", "rename", "isin", "between", "transform",
}  # fmt: skip
_OTHER_ROWS = {
    "head", "tail", "sample", "nlargest", "nsmallest", "sort_values", "drop_duplicates", "dropna", "query", "reset_index",
    "sort_index",
}  # fmt: skip
_REDUCE = {
    "sum", "mean", "median", "std", "var", "min", "max", "prod", "count", "nunique", "any", "all", "first", "last", "idxmax",
    "idxmin", "quantile", "skew", "kurt", "corr", "cov", "sem", "size",
}  # fmt: skip
_TO_SCALAR = {"len", "float", "int", "str", "round", "sum", "max", "min", "any", "all", "sorted", "list", "tuple", "set", "dict"}


def function_of(node: ast.expr | None, context: Context) -> ast.Lambda | ast.FunctionDef | None:
    """The function that an argument stands for, where the document defines it once."""
    known = bound_once(node.id, context) if isinstance(node, ast.Name) else node
    return known if isinstance(known, ast.Lambda | ast.FunctionDef) and known.args.args else None


def shape_of(function: ast.Lambda | ast.FunctionDef, *, of_frames: bool) -> Shape:
    """The shape that a function gives for a group that is a frame, or a series."""
    name = function.args.args[0].arg
    group = Shape.LIKE if of_frames else Shape.COLUMN
    if isinstance(function, ast.Lambda):
        return _shape(function.body, name, group)
    nodes = list(walk(function))
    if any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store) for n in nodes):
        return Shape.UNKNOWN
    shapes = {_shape(n.value, name, group) for n in nodes if isinstance(n, ast.Return) and n.value is not None}
    return shapes.pop() if len(shapes) == 1 else Shape.UNKNOWN


def uses_column(function: ast.Lambda | ast.FunctionDef, columns: list[str]) -> bool:
    """Whether a function looks up one of these columns in its first argument."""
    name = function.args.args[0].arg
    for node in walk(function):
        match node:
            case ast.Subscript(value=ast.Name(id=used), slice=key) if used == name:
                if any(isinstance(k, ast.Constant) and k.value in columns for k in walk(key)):
                    return True
            case ast.Attribute(value=ast.Name(id=used), attr=attribute) if used == name and attribute in columns:
                return True
            case _:
                pass
    return False


def _shape(node: ast.expr, name: str, group: Shape) -> Shape:
    match node:
        case ast.Constant() | ast.JoinedStr() | ast.Tuple() | ast.List() | ast.Dict() | ast.Compare(ops=[ast.In() | ast.NotIn()]):
            return Shape.SCALAR
        case ast.Name(id=used) if used == name:
            return group
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod()):
            return Shape.SCALAR
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right]):
            return _joined(_shape(left, name, group), _shape(right, name, group))
        case ast.UnaryOp(operand=operand):
            return _shape(operand, name, group)
        case ast.Subscript(value=owner, slice=key):
            return _element(owner, key, name, group)
        case ast.Call():
            return _call(node, name, group)
        case ast.Attribute(value=owner, attr="name") if _shape(owner, name, group) is group:
            return Shape.SCALAR
        case ast.Attribute(value=owner, attr="shape" | "size" | "empty" | "values"):
            return Shape.SCALAR if _shape(owner, name, group) is not Shape.UNKNOWN else Shape.UNKNOWN
        case ast.Attribute(value=owner, attr=attribute) if _shape(owner, name, group) is Shape.LIKE:
            return Shape.UNKNOWN if attribute in ("T", "loc", "iloc", "index", "columns") else Shape.COLUMN
        case _:
            return Shape.UNKNOWN


def _joined(left: Shape, right: Shape) -> Shape:
    for shape in (Shape.UNKNOWN, Shape.FRAME, Shape.OTHER, Shape.LIKE, Shape.COLUMN):
        if shape in (left, right):
            return shape
    return Shape.SCALAR


def _element(owner: ast.expr, key: ast.expr, name: str, group: Shape) -> Shape:
    if isinstance(owner, ast.Attribute) and owner.attr in ("iloc", "loc", "iat", "at"):
        inner = _shape(owner.value, name, group)
        single = isinstance(key, ast.Constant | ast.UnaryOp)
        if inner is Shape.COLUMN:
            return Shape.SCALAR if single else Shape.UNKNOWN
        return Shape.FRAME if inner is Shape.LIKE and not isinstance(key, ast.Tuple) else Shape.UNKNOWN
    inner = _shape(owner, name, group)
    if inner is not Shape.LIKE:
        return Shape.SCALAR if inner is Shape.SCALAR else Shape.UNKNOWN
    match key:
        case ast.Constant(value=str()):
            return Shape.COLUMN
        case ast.List():
            return Shape.UNKNOWN  # the columns are chosen: the key's may be left out
        case ast.Compare() | ast.BoolOp() | ast.BinOp():
            return Shape.FRAME
        case _:
            return Shape.UNKNOWN


def _call(node: ast.Call, name: str, group: Shape) -> Shape:
    if isinstance(node.func, ast.Name):
        return Shape.SCALAR if node.func.id in _TO_SCALAR else Shape.UNKNOWN
    if not isinstance(node.func, ast.Attribute):
        return Shape.UNKNOWN
    method, owner = node.func.attr, _shape(node.func.value, name, group)
    match node.func.value:
        case ast.Call(func=ast.Attribute(value=inner, attr="rolling" | "expanding" | "ewm")):
            kept = _shape(inner, name, group)
            return kept if method in _REDUCE and kept in (Shape.COLUMN, Shape.LIKE) else Shape.UNKNOWN
        case ast.Name(id="np" | "numpy") if node.args:
            argument = _shape(node.args[0], name, group)
            if argument is Shape.COLUMN and method in {*_REDUCE, "average", "ptp", "percentile"}:
                return Shape.SCALAR
            return Shape.UNKNOWN
        case ast.Name(id="pd" | "pandas") if method == "Series" and node.args and isinstance(node.args[0], ast.Dict | ast.List):
            return Shape.OTHER
        case _:
            pass
    if owner in (Shape.LIKE, Shape.COLUMN):
        if method in _KEEP_ROWS:
            return owner
        if method in _OTHER_ROWS:
            return Shape.FRAME if owner is Shape.LIKE else Shape.OTHER
        if method in _REDUCE:
            return Shape.SCALAR if owner is Shape.COLUMN else Shape.FRAME
        if method in ("tolist", "unique", "item"):
            return Shape.SCALAR
    return Shape.SCALAR if owner is Shape.SCALAR else Shape.UNKNOWN
