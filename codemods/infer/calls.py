"""What a call returns, and what it does to its receiver and arguments."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache

from codemods.infer import evidence, rules
from codemods.infer.attributes import find_member
from codemods.infer.builtins import container_method, special
from codemods.infer.functions import Arguments, call_function_type, escape
from codemods.infer.machine import Machine
from codemods.infer.mutation import at_site, forget
from codemods.infer.scope import Scope
from codemods.infer.specs import from_spec
from codemods.infer.values import NEVER, each, join, of_class, receiver, value_of
from codemods.types import (
    UNKNOWN,
    ArrayOf,
    Class,
    DictOf,
    Function,
    Instance,
    ListOf,
    Method,
    Symbolic,
    TupleOf,
    Type,
    Types,
    UserFunction,
    UserInstance,
)

MISSING = object()


@lru_cache(4096)
def literal(text: str) -> object:
    """The value of a literal's repr."""
    return ast.literal_eval(text)


@dataclass(slots=True)
class Call:
    """A call of a library's function or method, as rules see it."""

    machine: Machine
    node: ast.Call
    scope: Scope
    arguments: Arguments
    own: Type | None = None  # the receiver of a method; the class whose instance is made

    def arg(self, position: int, name: str | None = None) -> Types | None:
        """The types of an argument; None: not given."""
        if name is not None and name in self.arguments.keywords:
            return self.arguments.keywords[name]
        if 0 <= position < len(self.arguments.positional):
            return self.arguments.positional[position]
        return None

    def given(self, *names: str) -> bool:
        """Is one of these keywords given?"""
        return any(name in self.arguments.keywords for name in names)

    def expression(self, position: int, name: str | None = None) -> ast.expr | None:
        """The expression of an argument."""
        found = next((k.value for k in self.node.keywords if k.arg == name), None) if name else None
        if found is None and 0 <= position < len(self.node.args):
            found = self.node.args[position]
        return found

    def literal(self, position: int, name: str | None, default: object = None) -> object:
        """The value of an argument: `default` where it is not given, `MISSING` where it is not a literal."""
        types = self.arg(position, name)
        if types is None:
            return MISSING if self.arguments.open_ended else default
        if types == frozenset({Instance("builtins.NoneType")}):
            return None
        text = value_of(types)
        return literal(text) if text is not None else MISSING

    def callback(self, types: Types | None, *arguments: Types) -> Types:
        """What a function that was handed over returns for these arguments."""
        if not types:
            return UNKNOWN
        return join(*(call_type(self.machine, kind, self.node, Arguments(list(arguments)), self.scope) for kind in types))


def eval_call(machine: Machine, node: ast.Call, scope: Scope) -> Types:
    """The types of a call expression."""
    machine.callees.add(node.func)
    handled = special(machine, node, scope)
    if handled is not None:
        return handled
    function = machine.eval_receiver(node.func, scope)
    arguments = eval_arguments(machine, node, scope)
    evidence.called(machine, node, arguments.positional, scope)
    if not function:
        for types in (*arguments.positional, *arguments.keywords.values()):
            escape(machine, types)
            forget(machine, types, scope)
        return UNKNOWN
    return each(function, lambda kind: call_type(machine, kind, node, arguments, scope))


def eval_arguments(machine: Machine, node: ast.Call, scope: Scope) -> Arguments:
    """Evaluate the arguments in order; `*args` and `**kwargs` are taken apart where their length is known."""
    arguments = Arguments()
    for argument in node.args:
        if isinstance(argument, ast.Starred):
            types = receiver(machine.eval(argument.value, scope))
            kind = next(iter(types)) if len(types) == 1 else None
            if isinstance(kind, TupleOf):
                arguments.positional += kind.items
            else:
                arguments.open_ended = True
        else:
            arguments.positional.append(machine.eval(argument, scope))
    for keyword in node.keywords:
        types = machine.eval(keyword.value, scope)
        if keyword.arg is not None:
            arguments.keywords[keyword.arg] = types
            continue
        kind = next(iter(types)) if len(types) == 1 else None
        if isinstance(kind, DictOf) and kind.known and (kind.value != UNKNOWN or not arguments.open_ended):
            arguments.keywords |= {str(name): value for name, value in kind.known}
        elif not (isinstance(kind, DictOf) and kind.key == NEVER):
            arguments.open_ended = True
    return arguments


def call_type(machine: Machine, kind: Type, node: ast.Call, arguments: Arguments, scope: Scope) -> Types:
    """What calling a value of this type returns."""
    if not isinstance(kind, UserFunction):
        before = len(machine.called)
        result = _call_library(machine, kind, node, arguments, scope)
        if result is not None:
            if len(machine.called) == before or not isinstance(kind, Method):
                for types in (*arguments.positional, *arguments.keywords.values()):
                    escape(machine, types)
            return result
    result = call_function_type(machine, kind, arguments)
    return UNKNOWN if result is None else result


def _call_library(machine: Machine, kind: Type, node: ast.Call, arguments: Arguments, scope: Scope) -> Types | None:
    call = Call(machine, node, scope, arguments)
    match kind:
        case Class(name=name, path=path):
            call.own = kind
            construct = rules.constructor_rule(machine, name, path)
            if construct is not None and (made := construct(call)) is not None:
                return at_site(machine, made, node)
            return at_site(machine, of_class(name), node)
        case Function(name=name, path=path):
            rule = rules.function_rule(machine, name, path)
            made = rule(call) if callable(rule) else rule
            if made is None:
                made = from_spec(machine.knowledge.returns(name))
            return at_site(machine, made, node)
        case Method(owner=Instance() | ListOf() | TupleOf() | DictOf() | ArrayOf() | Class() | Function() as owner, name=name):
            call.own = owner
            return at_site(machine, _call_method(machine, owner, name, call), node)
        case Method(owner=UserInstance(bases=bases) as owner, name=name) if bases:
            if machine.find_method(owner.key, name) is not None or name == "fit_transform":
                return None
            call.own = owner
            made = join(*(_call_method(machine, Instance(base), name, call) for base in bases[:1]))
            return frozenset(owner if isinstance(k, Instance) and k.name == bases[0] else k for k in made)
        case Instance():
            call.own = kind
            return at_site(machine, _call_method(machine, kind, "__call__", call), node)
        case UserInstance():
            return call_function_type(machine, Method(kind, "__call__"), arguments)
        case Symbolic():
            for types in (*arguments.positional, *arguments.keywords.values()):
                forget(machine, types, scope)
            return UNKNOWN
        case _:
            return None


def _call_method(machine: Machine, owner: Type, name: str, call: Call) -> Types:
    """A method of a library or builtin class: rule, table, or what its family does."""
    if isinstance(owner, ListOf | TupleOf | DictOf):
        return container_method(machine, owner, name, call)
    if isinstance(owner, Function):
        return rules.function_method(machine, owner, name, call)
    class_name = "numpy.ndarray" if isinstance(owner, ArrayOf) else getattr(owner, "name", "")
    rule = rules.find_method_rule(machine, class_name, name)
    if rule is not None:
        made = rule(call) if callable(rule) else rule
        if made is not None:
            return made
    member = find_member(machine, class_name, name)
    own = Instance(class_name) if isinstance(owner, Class) else owner
    types = from_spec(member.spec, own) if member is not None else UNKNOWN
    if types and types != frozenset({Instance("numpy.ndarray")}):
        return types
    return rules.family_method(machine, class_name, name, call) or types  # which may know how many dimensions it has
