"""What is done with the array that a frame, a series or an index gives: who writes to it, and who looks at its owner later."""

from __future__ import annotations

import ast

from codemods.fixing import Context
from codemods.nodes import walk
from codemods.uses import Uses

_CHANGE = {"sort", "fill", "partition", "put", "itemset", "resize"}
_LABELS = {"columns", "index", "shape"}


def part(node: ast.expr, context: Context) -> ast.expr:
    """The part of an array that is taken at once (`a[1:][0]`), or the array: it is as read-only as the whole."""
    while isinstance(above := context.parent(node), ast.Subscript) and above.value is node and isinstance(above.ctx, ast.Load):
        node = above
    return node


def changes(array: ast.expr, uses: Uses) -> bool:
    """Whether this use of an array writes to it."""
    above = uses.parents.get(array)
    match above:
        case ast.Subscript(ctx=ast.Store() | ast.Del()):
            return above.value is array
        case ast.Attribute(attr=name):
            call = uses.parents.get(above)
            return name in _CHANGE and isinstance(call, ast.Call) and call.func is above
        case ast.Call(func=ast.Attribute(attr="shuffle"), args=[first]):
            return first is array
        case _:
            return False


def is_used_after(owner: ast.expr, array: ast.expr, uses: Uses) -> bool:
    """Whether the frame or column that shares its data with an array is looked at later; other columns don't count."""
    column = owner.slice.value if isinstance(owner, ast.Subscript) and isinstance(owner.slice, ast.Constant) else None
    while isinstance(owner, ast.Attribute | ast.Subscript):
        owner = owner.value
    if not isinstance(owner, ast.Name):
        return False  # made by a call: nobody else has it
    at = uses.position(array)
    inside = set(walk(array))
    later = [load for load in uses.uses_of_name(owner.id) if load not in inside and uses.position(load) > at]
    return not all(_passes_by(uses.parents.get(load), column) for load in later)


def _passes_by(use: ast.AST | None, column: object) -> bool:
    """Whether a use of a frame does not look at what a column holds."""
    match use:
        case ast.Subscript(slice=ast.Constant(value=other)):
            return column is not None and other != column
        case ast.Attribute(attr=name):
            return name in _LABELS
        case _:
            return False
