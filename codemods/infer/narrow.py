"""What a condition says about the names in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager

from codemods.infer.machine import Machine
from codemods.infer.scope import Scope
from codemods.infer.values import NEVER, NONE, NONE_TYPE, of_class, union
from codemods.types import UNKNOWN, Class, TupleOf, Types, class_name


def constraints(machine: Machine, test: ast.expr, scope: Scope, truth: bool) -> dict[str, Types]:
    """The names that are known better where `test` came out as `truth`; `NEVER` for one that can't have."""
    match test:
        case ast.Name(id=name):
            types = _held(scope, name)
            return {name: _without_none(types)} if truth and types else {}
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return constraints(machine, operand, scope, not truth)
        case ast.BoolOp(op=op, values=values) if isinstance(op, ast.And) == truth:
            found: dict[str, Types] = {}
            for value in values:
                found |= constraints(machine, value, scope, truth)
            return found
        case ast.Compare(left=ast.Name(id=name), ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(value=None)]):
            types = _held(scope, name)
            is_none = isinstance(op, ast.Is) == truth
            if is_none:
                return {name: NONE if not types or NONE_TYPE in types else NEVER}
            return {name: _without_none(types)} if types else {}
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), classes]):
            return _isinstance(machine, name, classes, scope, truth)
        case _:
            return {}


def _held(scope: Scope, name: str) -> Types:
    """What the name holds; the item of a list that looks empty may be anything."""
    types = scope.get(name) or UNKNOWN
    return UNKNOWN if types == NEVER else types


def possible(known: dict[str, Types]) -> bool:
    """Can these constraints hold: is there something left that each name may be?"""
    return NEVER not in known.values()


def _without_none(types: Types) -> Types:
    return types - NONE or NEVER


def _isinstance(machine: Machine, name: str, node: ast.expr, scope: Scope, truth: bool) -> dict[str, Types]:
    wanted: set[str] = set()
    for kind in machine.types.get(node, UNKNOWN) or machine.eval(node, scope):
        options = kind.items if isinstance(kind, TupleOf) else (frozenset({kind}),)
        for option in options:
            if not option or not all(isinstance(k, Class) for k in option):
                return {}
            wanted |= {k.name for k in option if isinstance(k, Class)}
    current = _held(scope, name)
    if not wanted:
        return {}
    fits = frozenset(kind for kind in current if machine.is_a(kind, *wanted) or class_name(kind) in wanted)
    if truth:
        return {name: fits or union(of_class(each) for each in sorted(wanted))}
    rest = current - fits - ({NONE_TYPE} if "builtins.NoneType" in wanted else set())
    return {name: rest or NEVER} if current else {}


@contextmanager
def narrowed(machine: Machine, test: ast.expr, scope: Scope, truth: bool) -> Iterator[bool]:
    """While the block runs, `test` is known to have come out as `truth`. Gives whether it can."""
    known = constraints(machine, test, scope, truth)
    before = {name: scope.names.get(name) for name in known}
    scope.names.learn(known)
    try:
        yield possible(known)
    finally:
        for name, types in before.items():
            if types is None:
                scope.names.remove(name)
            else:
                scope.names[name] = types
