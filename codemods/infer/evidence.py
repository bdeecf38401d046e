"""What the use of a column tells about it: `df["a"].str.lower()` worked, so the column holds text."""

from __future__ import annotations

import ast

from codemods.infer.frames import FRAME, SERIES, column_dtype, with_column
from codemods.infer.machine import Machine
from codemods.infer.mutation import mutate
from codemods.infer.scope import Scope
from codemods.infer.values import only, receiver, value_of
from codemods.types import UNKNOWN, DictOf, Instance, ListOf, Types

_TAKING_TEXT = {"map", "replace", "isin", "fillna"}


def compared(machine: Machine, node: ast.Compare, operands: list[Types], scope: Scope) -> None:
    """`df.a == "x"`: with a word, for a date would have been read as one."""
    if len(operands) == 2 and isinstance(node.ops[0], ast.Eq | ast.NotEq) and _word(operands[1]):
        text(machine, node.left, scope)


def called(machine: Machine, node: ast.Call, arguments: list[Types], scope: Scope) -> None:
    """`df.a.map({"x": 0})`, `df.a.isin(["x"])`, `df.a.fillna("x")`."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr not in _TAKING_TEXT or not arguments:
        return
    given = only(arguments[0])
    if isinstance(given, DictOf):
        words = bool(given.known) and all(isinstance(key, str) and _is_word(key) for key, _ in given.known)
    else:
        words = all(map(_word, given.known)) and bool(given.known) if isinstance(given, ListOf) else _word(arguments[0])
    if words:
        text(machine, function.value, scope)


def text(machine: Machine, column: ast.expr, scope: Scope) -> None:
    """The column of a frame that this expression gives holds text, if nothing else is known of it."""
    match column:
        case ast.Subscript(value=place, slice=ast.Constant(value=str(name))) | ast.Attribute(value=place, attr=name):
            frame = only(receiver(machine.types.get(place, UNKNOWN)))
            series = only(receiver(machine.types.get(column, UNKNOWN)))
        case _:
            return
    if (
        isinstance(frame, Instance)
        and frame.name == FRAME
        and isinstance(series, Instance)
        and series.name == SERIES
        and column_dtype(frame, name) is None
    ):
        mutate(machine, place, frame, lambda each: with_column(each, name, "text"), scope)


def _word(types: Types) -> bool:
    value = value_of(types)
    return value is not None and value[:1] in "'\"" and _is_word(value[1:-1])


def _is_word(value: str) -> bool:
    return value[:1].isalpha()
