"""What an annotation says, where nothing better is known."""

from __future__ import annotations

import ast

from codemods.infer.machine import Machine
from codemods.infer.scope import Scope
from codemods.infer.values import NONE, dict_of, each, join, list_of, of_class, tuple_of
from codemods.types import UNKNOWN, Class, Type, Types, UserClass, UserInstance

# They say what a value can do, not what it is.
_ABSTRACT = ("typing.", "collections.abc.", "abc.", "numbers.", "builtins.object")
_LISTS = {"List", "list", "Sequence", "Iterable", "Iterator", "Set", "set"}


def annotation(machine: Machine, node: ast.expr, scope: Scope) -> Types:
    """The types that an annotation names; unknown where it names none, or an abstract one."""
    match node:
        case ast.Constant(value=None):
            return NONE
        case ast.Constant(value=str(text)):
            try:
                return annotation(machine, ast.parse(text, mode="eval").body, scope)
            except (SyntaxError, ValueError, RecursionError):
                return UNKNOWN
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return join(annotation(machine, left, scope), annotation(machine, right, scope))
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            return _generic(machine, name, inner, scope)
        case ast.Name() | ast.Attribute():
            return each(machine.eval(node, scope), lambda kind: _instance(machine, kind))
        case _:
            return UNKNOWN


def _generic(machine: Machine, name: str, inner: ast.expr, scope: Scope) -> Types:
    parts = [annotation(machine, p, scope) for p in (inner.elts if isinstance(inner, ast.Tuple) else [inner])]
    if name in _LISTS:
        return list_of(parts[0], "builtins.set" if name in ("Set", "set") else "builtins.list")
    if name in ("Dict", "dict", "Mapping") and len(parts) == 2:
        return dict_of(*parts)
    if name in ("Tuple", "tuple") and isinstance(inner, ast.Tuple):
        return tuple_of(*parts) if not any(isinstance(p, ast.Constant) for p in inner.elts) else UNKNOWN
    if name == "Optional":
        return join(parts[0], NONE)
    return join(*parts) if name == "Union" else UNKNOWN


def _instance(machine: Machine, kind: Type) -> Types:
    match kind:
        case Class(name=name) if not name.startswith(_ABSTRACT):
            return of_class(name)
        case UserClass(name=name, key=key):
            return frozenset({UserInstance(name, key, machine.classes[key].library_bases)})
        case _:
            return UNKNOWN
