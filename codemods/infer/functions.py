"""Calling the user's own functions and classes: their bodies are run with what this call hands them."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from codemods.infer.machine import DEPTH, RECURSION, Frame, Machine
from codemods.infer.scope import Scope
from codemods.infer.values import NEVER, NONE, STR, join, list_of, tuple_of, union
from codemods.types import UNKNOWN, DictOf, Method, Type, Types, UserClass, UserFunction, UserInstance

GENERATOR_MANAGERS = {"contextlib.contextmanager", "contextmanager"}


@dataclass(slots=True)
class Arguments:
    """What a call hands over. `open_ended`: more may come from `*args` or `**kwargs` that are not known."""

    positional: list[Types] = field(default_factory=list)
    keywords: dict[str, Types] = field(default_factory=dict)
    open_ended: bool = False

    def before(self, *first: Types) -> Arguments:
        return Arguments([*first, *self.positional], self.keywords, self.open_ended)


def call_user(machine: Machine, key: int, arguments: Arguments) -> Types:
    """What the user's function returns for these arguments; what happens in it is noted on the way."""
    from codemods.infer.annotations import annotation
    from codemods.infer.statements import run_body

    info = machine.functions[key]
    node = info.node
    machine.called.add(node)
    active = sum(frame.key == key for frame in machine.frames)
    if active >= RECURSION:
        return NEVER
    if len(machine.frames) >= DEPTH:
        machine.escaped.add(node)
        return UNKNOWN
    memo = (
        key,
        machine.epoch,
        machine.recording,
        tuple(arguments.positional),
        tuple(sorted(arguments.keywords.items())),
        arguments.open_ended,
    )
    found = machine.memo.get(memo)
    if found is not None:
        return found
    scope = Scope(info.scope)
    _bind(machine, node.args, info.defaults, arguments, scope)
    for parameter in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
        if parameter.annotation is not None and not scope.names.get(parameter.arg):
            scope.names[parameter.arg] = annotation(machine, parameter.annotation, info.scope)
    frame = Frame(key, scope)
    machine.frames.append(frame)
    exits, machine.exits = machine.exits, []
    try:
        if isinstance(node, ast.Lambda):
            frame.returns.append(machine.eval(node.body, scope))
        elif run_body(machine, node.body, scope):
            frame.returns.append(NONE)
    finally:
        machine.frames.pop()
        machine.exits = exits
    result = list_of(join(*frame.yields), "types.GeneratorType") if frame.yields else join(*frame.returns)
    if isinstance(node, ast.AsyncFunctionDef):
        result = UNKNOWN
    elif not result and isinstance(node, ast.FunctionDef) and node.returns is not None:
        result = annotation(machine, node.returns, info.scope)
    machine.memo[memo] = result
    return result


def _bind(machine: Machine, parameters: ast.arguments, defaults: object, arguments: Arguments, scope: Scope) -> None:
    assert isinstance(defaults, dict)
    positional = [p.arg for p in (*parameters.posonlyargs, *parameters.args)]
    keywords = dict(arguments.keywords)
    rest = arguments.positional[len(positional) :]
    for name, types in zip(positional, arguments.positional, strict=False):
        scope.names[name] = types
    for name in (*positional[len(arguments.positional) :], *(p.arg for p in parameters.kwonlyargs)):
        if name in keywords:
            scope.names[name] = keywords.pop(name)
        elif name in defaults and not arguments.open_ended:
            scope.names[name] = defaults[name]
        else:
            scope.names[name] = UNKNOWN
    if parameters.vararg is not None:
        scope.names[parameters.vararg.arg] = list_of(UNKNOWN, "builtins.tuple") if arguments.open_ended else tuple_of(*rest)
    if parameters.kwarg is not None:
        for name in positional[: len(arguments.positional)]:
            keywords.pop(name, None)
        known = DictOf(STR, UNKNOWN if arguments.open_ended else union(keywords.values()), tuple(keywords.items()))
        scope.names[parameters.kwarg.arg] = frozenset({known})


def unknown_arguments(machine: Machine, key: int) -> Arguments:
    """Arguments of which nothing is known, save the instance that a method is called on."""
    info = machine.functions[key]
    if info.owner is None or info.decorators & {"staticmethod", "builtins.staticmethod"}:
        return Arguments(open_ended=True)
    owner = machine.classes[info.owner]
    own: Type = UserInstance(owner.name, owner.key, owner.library_bases)
    if info.decorators & {"classmethod", "builtins.classmethod"}:
        own = UserClass(owner.name, owner.key)
    return Arguments([frozenset({own})], open_ended=True)


def instantiate(machine: Machine, kind: UserClass, arguments: Arguments) -> Types:
    """An instance of the user's class, its `__init__` having run."""
    info = machine.classes[kind.key]
    made = frozenset({UserInstance(info.name, kind.key, info.library_bases)})
    init = machine.find_method(kind.key, "__init__")
    if init is not None:
        call_user(machine, init, arguments.before(made))
    else:
        _fill_fields(machine, kind.key, arguments)
    return made


def _fill_fields(machine: Machine, key: int, arguments: Arguments) -> None:
    """Fields of a dataclass or named tuple get what the call hands over."""
    attributes = machine.classes[key].attributes
    given = dict(zip(machine.classes[key].fields, arguments.positional, strict=False))
    for name, types in (given | arguments.keywords).items():
        if name in attributes:
            attributes[name] = join(attributes[name], types) if attributes[name] else types


def call_function_type(machine: Machine, kind: Type, arguments: Arguments) -> Types | None:
    """Call a value that is a function of the user's; None: it is none."""
    match kind:
        case UserFunction(key=key):
            result = call_user(machine, key, arguments)
            if machine.functions[key].decorators & GENERATOR_MANAGERS:
                return frozenset({_manager(result)})
            return result
        case UserClass():
            return instantiate(machine, kind, arguments)
        case Method(owner=UserInstance() as owner, name=name):
            return call_user_method(machine, owner, name, arguments)
        case Method(owner=UserClass() as owner, name=name):
            key_found = machine.find_method(owner.key, name)
            if key_found is None:
                return None
            decorators = machine.functions[key_found].decorators
            if decorators & {"classmethod", "builtins.classmethod"}:
                return call_user(machine, key_found, arguments.before(frozenset({owner})))
            return call_user(machine, key_found, arguments)
        case _:
            return None


def _manager(result: Types) -> Type:
    from codemods.types import ListOf

    item = next((k.item for k in result if isinstance(k, ListOf)), UNKNOWN)
    return ListOf(item, "contextlib._GeneratorContextManager")


def call_user_method(machine: Machine, owner: UserInstance, name: str, arguments: Arguments) -> Types | None:
    """Call a method on an instance of a user's class; None: the class does not define it."""
    own: Types = frozenset({owner})
    key = machine.find_method(owner.key, name)
    if key is not None:
        decorators = machine.functions[key].decorators
        if decorators & {"staticmethod", "builtins.staticmethod"}:
            return call_user(machine, key, arguments)
        if decorators & {"classmethod", "builtins.classmethod"}:
            own = frozenset({UserClass(owner.name, owner.key)})
        return call_user(machine, key, arguments.before(own))
    if name == "fit_transform" and owner.bases:
        # The mixin's: fit, then transform.
        fit = machine.find_method(owner.key, "fit")
        transform = machine.find_method(owner.key, "transform")
        if fit is not None and transform is not None:
            call_user(machine, fit, arguments.before(own))
            return call_user(machine, transform, Arguments([own, *arguments.positional[:1]]))
    if name == "__call__":
        for implementation in ("forward", "call"):
            if owner.bases and (key := machine.find_method(owner.key, implementation)) is not None:
                return call_user(machine, key, arguments.before(own))
    attribute = machine.find_attribute(owner.key, name)
    if attribute:
        results = [call_function_type(machine, kind, arguments) for kind in attribute]
        return join(*(r if r is not None else UNKNOWN for r in results))
    return None


def escape(machine: Machine, types: Types) -> None:
    """These values were handed to code that may call them with anything."""
    for kind in types:
        match kind:
            case UserFunction(key=key):
                machine.escaped.add(machine.functions[key].node)
            case Method(owner=UserInstance(key=key), name=name):
                found = machine.find_method(key, name)
                if found is not None:
                    machine.escaped.add(machine.functions[found].node)
            case UserInstance(key=key, bases=bases) if bases:
                for method, found in machine.classes[key].methods.items():
                    if method != "__init__":
                        machine.escaped.add(machine.functions[found].node)
            case _:
                pass
