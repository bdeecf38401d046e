"""Running statements: what they do to the names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from codemods.infer.annotations import annotation
from codemods.infer.binding import bind_target, delete_item, user_function
from codemods.infer.functions import Arguments, call_function_type
from codemods.infer.imports import import_, import_from
from codemods.infer.machine import ClassInfo, Exits, Machine
from codemods.infer.narrow import constraints, possible
from codemods.infer.operators import binary
from codemods.infer.scope import Changes, Names, Scope
from codemods.infer.subscripts import iterate
from codemods.infer.values import NONE_TYPE, only, receiver, union
from codemods.nodes import walk
from codemods.types import UNKNOWN, Class, Function, ListOf, Symbolic, Types, UserClass

TWICE = 2  # depth of loops up to which a dry run runs them twice


def run_body(machine: Machine, body: list[ast.stmt], scope: Scope) -> bool:
    """Run the statements in order. Returns whether the end is reached."""
    return all(run(machine, statement, scope) for statement in body)


def run(machine: Machine, statement: ast.stmt, scope: Scope) -> bool:
    """Run one statement. Returns whether what follows it is reached."""
    handler = STATEMENTS.get(type(statement))
    return True if handler is None else handler(machine, statement, scope) is not False


def branch(machine: Machine, scope: Scope, ways: list[Callable[[], bool]]) -> bool:
    """Run each of the ways from the same state, and let the states of those that reach the end meet."""
    ends = [changes for way in ways for reached, changes in [along(scope, way)] if reached]
    scope.names.meet(ends)
    return bool(ends)


def along(scope: Scope, way: Callable[[], object]) -> tuple[bool, Changes]:
    """Run one way, leaving the state as it was: whether its end is reached, and what it changes."""
    scope.names.enter()
    try:
        reached = bool(way())
    finally:
        changes = scope.names.leave()
    return reached, changes


# --- simple statements


def expression(machine: Machine, node: ast.Expr, scope: Scope) -> bool:
    machine.eval(node.value, scope)
    match node.value:
        case ast.Call(func=ast.Name(id="exit" | "quit")) | ast.Call(func=ast.Attribute(value=ast.Name(id="sys"), attr="exit")):
            return False
    return True


def assign(machine: Machine, node: ast.Assign, scope: Scope) -> None:
    types = machine.eval(node.value, scope)
    for target in node.targets:
        bind_target(machine, target, types, scope, node.value)


def annotated(machine: Machine, node: ast.AnnAssign, scope: Scope) -> None:
    if node.value is not None:
        types = machine.eval(node.value, scope) or annotation(machine, node.annotation, scope)
        bind_target(machine, node.target, types, scope, node.value)


def augmented(machine: Machine, node: ast.AugAssign, scope: Scope) -> None:
    value = machine.eval(node.value, scope)
    target = node.target
    if isinstance(target, ast.Name):
        old = scope.get(target.id) or UNKNOWN
        if machine.recording:
            machine.types[target] = receiver(old)
    else:
        old = machine.eval(target, scope)
    types = binary(machine, node.op, receiver(old), receiver(value))
    bind_target(machine, target, types, scope, node.value)


def delete(machine: Machine, node: ast.Delete, scope: Scope) -> None:
    for target in node.targets:
        for part in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            if isinstance(part, ast.Name):
                scope.unbind(part.id)
            elif isinstance(part, ast.Attribute | ast.Subscript):
                owner = machine.eval_receiver(part.value, scope)
                if isinstance(part, ast.Subscript):
                    machine.eval(part.slice, scope)
                    delete_item(machine, owner, part, scope)


def return_(machine: Machine, node: ast.Return, scope: Scope) -> bool:
    types = machine.eval(node.value, scope) if node.value is not None else frozenset({NONE_TYPE})
    if machine.frames:
        machine.frames[-1].returns.append(types)
    return False


def raise_(machine: Machine, node: ast.Raise, scope: Scope) -> bool:
    for part in (node.exc, node.cause):
        if part is not None:
            machine.eval(part, scope)
    return False


def assert_(machine: Machine, node: ast.Assert, scope: Scope) -> None:
    machine.eval(node.test, scope)
    scope.names.learn(constraints(machine, node.test, scope, True))
    if node.msg is not None:
        machine.eval(node.msg, scope)


def leave_loop(machine: Machine, node: ast.Break | ast.Continue, scope: Scope) -> bool:
    if machine.exits:
        exits = machine.exits[-1]
        exits.changes.append(scope.names.since(exits.depth))
    return False


def global_(machine: Machine, node: ast.Global, scope: Scope) -> None:
    if scope.parent is not None:
        for name in node.names:
            scope.outer[name] = scope.top


def nonlocal_(machine: Machine, node: ast.Nonlocal, scope: Scope) -> None:
    for name in node.names:
        holder = scope.parent.holder(name) if scope.parent is not None else None
        if holder is not None:
            scope.outer[name] = holder


# --- branches and loops


def if_(machine: Machine, node: ast.If, scope: Scope) -> bool:
    machine.eval(node.test, scope)

    def way(body: list[ast.stmt], truth: bool) -> bool:
        known = constraints(machine, node.test, scope, truth)
        if possible(known):
            scope.names.learn(known)
            return run_body(machine, body, scope)
        # Never taken here: run for the types in it alone, of what nothing is known.
        scope.names.learn(dict.fromkeys(known, UNKNOWN))
        returns = machine.frames[-1].returns if machine.frames else []
        before = len(returns)
        run_body(machine, body, scope)
        del returns[before:]
        return False

    return branch(machine, scope, [lambda: way(node.body, True), lambda: way(node.orelse, False)])


def _loop(machine: Machine, scope: Scope, body: Callable[[], bool]) -> None:
    """Run a loop's body twice, the first time only to see what it does to the names that it starts from."""

    def once() -> bool:
        machine.exits.append(Exits(scope.names.depth))
        reached, changes = along(scope, body)
        ends = machine.exits.pop().changes
        if reached:
            ends.append(changes)
        scope.names.meet(ends)
        return bool(ends)

    machine.loops += 1
    try:
        # Within the dry runs of the loops around, deep loops run once: the work stays linear in the depth.
        if machine.recording or machine.loops <= TWICE:
            _, changes = along(scope, lambda: machine.dry(lambda: branch(machine, scope, [once, lambda: True])))
            scope.names.meet([{}, changes])
        branch(machine, scope, [once, lambda: True])
    finally:
        machine.loops -= 1


def for_(machine: Machine, node: ast.For | ast.AsyncFor, scope: Scope) -> bool:
    iterable = receiver(machine.eval(node.iter, scope))
    items = iterate(machine, iterable, node.iter)

    def body() -> bool:
        bind_target(machine, node.target, items, scope, node.iter)
        return run_body(machine, node.body, scope)

    _loop(machine, scope, body)
    run_body(machine, node.orelse, scope)
    return True


def while_(machine: Machine, node: ast.While, scope: Scope) -> bool:
    def body() -> bool:
        machine.eval(node.test, scope)
        known = constraints(machine, node.test, scope, True)
        scope.names.learn(known if possible(known) else dict.fromkeys(known, UNKNOWN))
        return run_body(machine, node.body, scope)

    _loop(machine, scope, body)
    run_body(machine, node.orelse, scope)
    return True


def try_(machine: Machine, node: ast.Try, scope: Scope) -> bool:
    reached, after = along(scope, lambda: run_body(machine, node.body, scope) and run_body(machine, node.orelse, scope))
    ends = [after] if reached else []
    for handler in node.handlers:

        def caught(handler: ast.ExceptHandler = handler) -> bool:
            scope.names.meet([{}, after])
            if handler.type is not None:
                machine.eval(handler.type, scope)
            if handler.name:
                scope.bind(handler.name, UNKNOWN)
            return run_body(machine, handler.body, scope)

        reached, changes = along(scope, caught)
        if reached:
            ends.append(_without_stand_ins(scope.names, after, changes) if _imports(node.body) else changes)
    scope.names.meet(ends or [{}, after])
    return run_body(machine, node.finalbody, scope) and bool(ends)


def _imports(body: list[ast.stmt]) -> bool:
    return any(isinstance(statement, ast.Import | ast.ImportFrom) for statement in body)


def _without_stand_ins(names: Names, after: Changes, changes: Changes) -> Changes:
    """`try: from lib import X`, `except ImportError: from elsewhere import X`: an X of which nothing is known does as lib's."""

    def better(name: str, types: Types | None) -> Types | None:
        first = after.get(name, names.get(name))
        unknown = types and all(isinstance(kind, Symbolic) for kind in types)
        return first if unknown and first and not any(isinstance(kind, Symbolic) for kind in first) else types

    return {name: better(name, types) for name, types in changes.items()}


def with_(machine: Machine, node: ast.With | ast.AsyncWith, scope: Scope) -> bool:
    for item in node.items:
        types = receiver(machine.eval(item.context_expr, scope))
        if item.optional_vars is not None:
            bind_target(machine, item.optional_vars, entered(machine, types), scope, item.context_expr)
    return run_body(machine, node.body, scope)


def entered(machine: Machine, types: Types) -> Types:
    """What `with types as x` binds: generator managers what they yield, most others themselves."""
    from codemods.types import UserInstance

    result: list[Types] = []
    for kind in types:
        if isinstance(kind, ListOf) and kind.name == "contextlib._GeneratorContextManager":
            result.append(kind.item)
        elif isinstance(kind, UserInstance):
            from codemods.infer.functions import call_user_method

            made = call_user_method(machine, kind, "__enter__", Arguments())
            result.append(made if made is not None else UNKNOWN)
        else:
            result.append(frozenset({kind}))
    return union(result) if result else UNKNOWN


def match_(machine: Machine, node: ast.Match, scope: Scope) -> bool:
    machine.eval(node.subject, scope)

    def way(case: ast.match_case) -> bool:
        for part in walk(case.pattern):
            name = getattr(part, "name", None)
            if isinstance(part, ast.MatchAs | ast.MatchStar) and isinstance(name, str):
                scope.bind(name, UNKNOWN)
        if case.guard is not None:
            machine.eval(case.guard, scope)
        return run_body(machine, case.body, scope)

    ways: list[Callable[[], bool]] = [lambda case=case: way(case) for case in node.cases]  # type: ignore[misc]
    return branch(machine, scope, [*ways, lambda: True])


# --- definitions


def function(machine: Machine, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope, owner: int | None = None) -> Types:
    decorators = [machine.eval(decorator, scope) for decorator in node.decorator_list]
    names: set[str] = set()
    for types, decorator in zip(decorators, node.decorator_list, strict=True):
        for kind in types:
            if isinstance(kind, Function | Class):
                names.add(kind.name)
        if isinstance(decorator, ast.Name):
            names.add(decorator.id)
        if isinstance(decorator, ast.Attribute):
            names.add(decorator.attr)
    made = user_function(machine, node, scope, node.name, owner, frozenset(names))
    for types in reversed(decorators):
        decorator_type = only(types)
        if decorator_type is None:
            continue
        result = call_function_type(machine, decorator_type, Arguments([made]))
        if result is not None:
            made = result
    return made


def define(machine: Machine, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope) -> None:
    scope.bind(node.name, function(machine, node, scope), node)


def class_(machine: Machine, node: ast.ClassDef, scope: Scope) -> None:
    for decorator in node.decorator_list:
        machine.eval(decorator, scope)
    library: list[str] = []
    user: list[int] = []
    unknown = False
    for base in node.bases:
        types = machine.eval(base, scope)
        for kind in types:
            if isinstance(kind, Class):
                library.append(kind.name)
            elif isinstance(kind, UserClass):
                user.append(kind.key)
                library += machine.classes[kind.key].library_bases
                unknown |= machine.classes[kind.key].unknown_base
            else:
                unknown = True
        unknown |= not types
    for keyword in node.keywords:
        machine.eval(keyword.value, scope)
    bases = tuple(dict.fromkeys(name for name in library if name != "builtins.object"))
    key = machine.class_keys.setdefault(node, len(machine.classes))
    info = ClassInfo(node.name, key, bases, tuple(user), unknown)
    if key == len(machine.classes):
        machine.classes.append(info)
    else:
        info.attributes = machine.classes[key].attributes
        machine.classes[key] = info
    scope.bind(node.name, frozenset({UserClass(node.name, key)}), node)
    body = Scope(scope)
    fields: list[str] = []
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            made = _method(machine, statement, scope, key)
            info.methods[statement.name] = made
            body.names[statement.name] = UNKNOWN
        else:
            run(machine, statement, body)
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                body.names.setdefault(statement.target.id, annotation(machine, statement.annotation, scope))
                fields.append(statement.target.id)
    for name, types in body.names.items():
        if name not in info.methods:
            info.attributes[name] = types
    if node.decorator_list or set(bases) & {"typing.NamedTuple"}:  # of a dataclass, or something like it
        info.fields = tuple(fields)


def _method(machine: Machine, node: ast.FunctionDef | ast.AsyncFunctionDef, scope: Scope, owner: int) -> int:
    from codemods.types import UserFunction

    made = function(machine, node, scope, owner)
    direct = next((kind.key for kind in made if isinstance(kind, UserFunction)), None)
    return direct if direct is not None else machine.function_keys[id(node), id(scope)]


STATEMENTS: Mapping[type[ast.stmt], Callable[[Machine, Any, Scope], bool | None]] = {
    ast.Expr: expression,
    ast.Assign: assign,
    ast.AnnAssign: annotated,
    ast.AugAssign: augmented,
    ast.Delete: delete,
    ast.Return: return_,
    ast.Raise: raise_,
    ast.Assert: assert_,
    ast.Break: leave_loop,
    ast.Continue: leave_loop,
    ast.Global: global_,
    ast.Nonlocal: nonlocal_,
    ast.If: if_,
    ast.For: for_,
    ast.AsyncFor: for_,
    ast.While: while_,
    ast.Try: try_,
    ast.TryStar: try_,
    ast.With: with_,
    ast.AsyncWith: with_,
    ast.Match: match_,
    ast.Import: import_,
    ast.ImportFrom: import_from,
    ast.FunctionDef: define,
    ast.AsyncFunctionDef: define,
    ast.ClassDef: class_,
}
