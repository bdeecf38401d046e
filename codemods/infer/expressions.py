"""The types of expressions, one function a kind of node."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any

from codemods.infer import evidence
from codemods.infer.attributes import get_attribute
from codemods.infer.binding import bind_target, user_function
from codemods.infer.builtins import BUILTIN_NAMES
from codemods.infer.calls import eval_call
from codemods.infer.imports import starred as star_imported
from codemods.infer.machine import Machine
from codemods.infer.narrow import narrowed
from codemods.infer.operators import binary, compare, unary
from codemods.infer.scope import Scope
from codemods.infer.subscripts import get_item, iterate
from codemods.infer.values import BYTES, COMPLEX, MOST_KEYS, NEVER, NONE, STR, join, list_of, one, receiver, tuple_of, union
from codemods.types import UNKNOWN, Class, DictOf, Function, ListOf, Types

CONSTANTS: dict[type, str] = {int: "builtins.int", float: "builtins.float", str: "builtins.str", bool: "builtins.bool"}
_FEW = 30  # items of a literal list that are known one by one
_LONG = 200  # characters of a literal string worth remembering


def constant(machine: Machine, node: ast.Constant, scope: Scope) -> Types:
    if isinstance(node.value, str) and len(node.value) >= _LONG:
        return STR
    return _literal(node.value)


@lru_cache(4096, typed=True)
def _literal(value: Hashable) -> Types:
    if value is None:
        return NONE
    name = CONSTANTS.get(type(value))
    if name is not None:
        return one(name, value=repr(value))
    if isinstance(value, bytes):
        return BYTES
    return COMPLEX if isinstance(value, complex) else UNKNOWN


def name(machine: Machine, node: ast.Name, scope: Scope) -> Types:
    holder = scope.holder(node.id)
    if holder is None:
        kind = BUILTIN_NAMES.get(node.id)
        if kind == "class":
            return frozenset({Class(f"builtins.{node.id}", node.id)})
        if kind == "function":
            return frozenset({Function(f"builtins.{node.id}", node.id)})
        found = star_imported(machine, node.id) if machine.stars else UNKNOWN
        if not found and (found := machine.elsewhere.get(node, UNKNOWN)):
            machine.disputed.add(node)
        return found
    if machine.recording and (origin := holder.origins.get(node.id)) is not None:
        machine.origins[node] = origin
    return holder.names[node.id]


def attribute(machine: Machine, node: ast.Attribute, scope: Scope) -> Types:
    owner = machine.eval_receiver(node.value, scope)
    if node.attr == "str":
        evidence.text(machine, node.value, scope)
    return get_attribute(machine, owner, node.attr, node)


def subscript(machine: Machine, node: ast.Subscript, scope: Scope) -> Types:
    owner = machine.eval_receiver(node.value, scope)
    key = machine.eval(node.slice, scope)
    return get_item(machine, owner, node.slice, key)


def slice_(machine: Machine, node: ast.Slice, scope: Scope) -> Types:
    for part in (node.lower, node.upper, node.step):
        if part is not None:
            machine.eval(part, scope)
    return one("builtins.slice")


def list_(machine: Machine, node: ast.List | ast.Set, scope: Scope) -> Types:
    items: list[Types] = []
    for item in node.elts:
        if isinstance(item, ast.Starred):
            items.append(iterate(machine, receiver(machine.eval(item.value, scope))))
        else:
            items.append(machine.eval(item, scope))
    if not isinstance(node, ast.List):
        return list_of(union(items), "builtins.set")
    every = union(items)
    apart = 1 < len(items) <= _FEW and any(types != every for types in items)
    known = apart and not any(isinstance(element, ast.Starred) for element in node.elts)
    return frozenset({ListOf(every, known=tuple(items) if known else ())})


def tuple_(machine: Machine, node: ast.Tuple, scope: Scope) -> Types:
    if any(isinstance(item, ast.Starred) for item in node.elts):
        return list_of(union([machine.eval(item, scope) for item in node.elts]), "builtins.tuple")
    return tuple_of(*(machine.eval(item, scope) for item in node.elts))


def starred(machine: Machine, node: ast.Starred, scope: Scope) -> Types:
    return iterate(machine, receiver(machine.eval(node.value, scope)))


def dict_(machine: Machine, node: ast.Dict, scope: Scope) -> Types:
    keys: list[Types] = []
    values: list[Types] = []
    known: dict[str | int, Types] = {}
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            inner = machine.eval(value, scope)
            merged = inner and all(isinstance(kind, DictOf) for kind in inner)
            keys.append(join(*(k.key for k in inner if isinstance(k, DictOf))) if merged else UNKNOWN)
            values.append(join(*(k.value for k in inner if isinstance(k, DictOf))) if merged else UNKNOWN)
            for kind in inner:
                if isinstance(kind, DictOf):
                    known.update(kind.known)
            continue
        keys.append(machine.eval(key, scope))
        values.append(machine.eval(value, scope))
        if isinstance(key, ast.Constant) and isinstance(key.value, str | int) and len(known) < MOST_KEYS:
            known[key.value] = values[-1]
    return frozenset({DictOf(union(keys), union(values), tuple(known.items()))})


def joined(machine: Machine, node: ast.expr, scope: Scope) -> Types:
    for value in ast.iter_child_nodes(node):
        if isinstance(value, ast.expr):
            machine.eval(value, scope)
    return STR if isinstance(node, ast.JoinedStr) else UNKNOWN


def if_expression(machine: Machine, node: ast.IfExp, scope: Scope) -> Types:
    machine.eval(node.test, scope)
    ways: list[Types] = []
    for truth, value in ((True, node.body), (False, node.orelse)):
        with narrowed(machine, node.test, scope, truth) as possible:
            types = machine.eval(value, scope)
        ways += [types] if possible else []
    return join(*ways)


def bool_op(machine: Machine, node: ast.BoolOp, scope: Scope) -> Types:
    truth = isinstance(node.op, ast.And)
    return join(*_conditions(machine, node.values, truth, scope))


def _conditions(machine: Machine, values: list[ast.expr], truth: bool, scope: Scope) -> list[Types]:
    """`a and b`: what `a` being true says of the names in it holds in `b`."""
    types = [machine.eval(values[0], scope)]
    if len(values) > 1:
        with narrowed(machine, values[0], scope, truth):
            types += _conditions(machine, values[1:], truth, scope)
        # `x or default`: None is not what comes out of the first.
        if not truth:
            types[0] = receiver(types[0]) if types[0] != NONE else NEVER
    return types


def bin_op(machine: Machine, node: ast.BinOp, scope: Scope) -> Types:
    """Walks down the left spine in a loop: sums of a thousand terms occur."""
    spine = [node]
    while isinstance(spine[-1].left, ast.BinOp):
        spine.append(spine[-1].left)
    types = _operand(machine, spine[-1].left, scope)
    for inner in reversed(spine):
        types = binary(machine, inner.op, types, _operand(machine, inner.right, scope))
        if inner is not node and machine.recording:
            old = machine.types.get(inner)
            machine.types[inner] = types if old is None else join(old, types)
    return types


def _operand(machine: Machine, node: ast.expr, scope: Scope) -> Types:
    types = machine.eval(node, scope)
    return types if types == NEVER and isinstance(node, ast.Call) else receiver(types)  # a call that calls itself again


def unary_op(machine: Machine, node: ast.UnaryOp, scope: Scope) -> Types:
    return unary(node.op, machine.eval(node.operand, scope))


def comparison(machine: Machine, node: ast.Compare, scope: Scope) -> Types:
    operands = [machine.eval(part, scope) for part in (node.left, *node.comparators)]
    evidence.compared(machine, node, operands, scope)
    return compare(node.ops, operands)


def comprehension(machine: Machine, node: Any, scope: Scope) -> Types:
    inner = Scope(scope, transparent=True)
    for generator in node.generators:
        items = iterate(machine, receiver(machine.eval(generator.iter, inner)), generator.iter)
        bind_target(machine, generator.target, items, inner, generator.iter)
        for test in generator.ifs:
            machine.eval(test, inner)
    if isinstance(node, ast.DictComp):
        return frozenset({DictOf(machine.eval(node.key, inner), machine.eval(node.value, inner))})
    item = machine.eval(node.elt, inner)
    kinds = {ast.ListComp: "builtins.list", ast.SetComp: "builtins.set", ast.GeneratorExp: "types.GeneratorType"}
    return list_of(item, kinds[type(node)])


def lambda_(machine: Machine, node: ast.Lambda, scope: Scope) -> Types:
    return user_function(machine, node, scope, "<lambda>")


def named(machine: Machine, node: ast.NamedExpr, scope: Scope) -> Types:
    types = machine.eval(node.value, scope)
    target = scope
    while target.transparent and target.parent is not None:
        target = target.parent
    target.bind(node.target.id, types, node.value)
    return types


def await_(machine: Machine, node: ast.Await, scope: Scope) -> Types:
    machine.eval(node.value, scope)
    return UNKNOWN


def yield_(machine: Machine, node: ast.Yield | ast.YieldFrom, scope: Scope) -> Types:
    types = machine.eval(node.value, scope) if node.value is not None else NONE
    if machine.frames:
        machine.frames[-1].yields.append(types if isinstance(node, ast.Yield) else iterate(machine, receiver(types)))
    return UNKNOWN


EVALUATORS: Mapping[type[ast.expr], Callable[[Machine, Any, Scope], Types]] = {
    ast.Constant: constant,
    ast.Name: name,
    ast.Attribute: attribute,
    ast.Subscript: subscript,
    ast.Slice: slice_,
    ast.Call: eval_call,
    ast.List: list_,
    ast.Set: list_,
    ast.Tuple: tuple_,
    ast.Starred: starred,
    ast.Dict: dict_,
    ast.JoinedStr: joined,
    ast.FormattedValue: joined,
    ast.IfExp: if_expression,
    ast.BoolOp: bool_op,
    ast.BinOp: bin_op,
    ast.UnaryOp: unary_op,
    ast.Compare: comparison,
    ast.ListComp: comprehension,
    ast.SetComp: comprehension,
    ast.GeneratorExp: comprehension,
    ast.DictComp: comprehension,
    ast.Lambda: lambda_,
    ast.NamedExpr: named,
    ast.Await: await_,
    ast.Yield: yield_,
    ast.YieldFrom: yield_,
}
