"""Python's own functions and containers."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING

from codemods.infer.scope import Scope
from codemods.infer.subscripts import iterate
from codemods.infer.values import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STR,
    dict_of,
    each,
    join,
    list_of,
    of_class,
    one,
    receiver,
    tuple_of,
    union,
)
from codemods.types import (
    UNKNOWN,
    Class,
    DictOf,
    Instance,
    ListOf,
    Module,
    TupleOf,
    Type,
    Types,
    UserClass,
    UserInstance,
)

if TYPE_CHECKING:
    from codemods.infer.calls import Call
    from codemods.infer.machine import Machine

PYTHON2 = {
    "unicode": "class",
    "long": "class",
    "xrange": "function",
    "raw_input": "function",
    "reduce": "function",
    "basestring": "class",
    "unichr": "function",
}
BUILTIN_NAMES: dict[str, str] = {
    **{
        name: "class" if isinstance(value, type) else "function"
        for name, value in vars(builtins).items()
        if callable(value) and not name.startswith("_")
    },
    **PYTHON2,
}
NUMBERS = {"builtins.int", "builtins.float", "builtins.bool"}


def special(machine: Machine, node: ast.Call, scope: Scope) -> Types | None:
    """Calls that look at their own surroundings; None: an ordinary call."""
    if isinstance(node.func, ast.Name) and node.func.id == "super" and machine.frames:
        for argument in node.args:
            machine.eval(argument, scope)
        frame = machine.frames[-1]
        owner = machine.functions[frame.key].owner
        if owner is None:
            return UNKNOWN
        info = machine.classes[owner]
        if info.user_bases:
            base = machine.classes[info.user_bases[0]]
            return frozenset({UserInstance(base.name, base.key, base.library_bases)})
        return one(info.library_bases[0]) if info.library_bases and not info.unknown_base else UNKNOWN
    return None


def _items(call: Call, position: int = 0) -> Types:
    types = call.arg(position)
    return iterate(call.machine, receiver(types)) if types else UNKNOWN


def _zip(call: Call) -> Types:
    return list_of(
        tuple_of(*(_items(call, i) for i in range(len(call.arguments.positional)))) if not call.arguments.open_ended else UNKNOWN
    )


def _map(call: Call) -> Types:
    return list_of(call.callback(call.arg(0), *(_items(call, i) for i in range(1, len(call.arguments.positional)))))


def _filter(call: Call) -> Types:
    item = _items(call, 1)
    call.callback(call.arg(0), item)
    return list_of(item)


def _extreme(call: Call) -> Types:
    positional = call.arguments.positional
    item = _items(call) if len(positional) == 1 else union(positional)
    call.callback(call.arguments.keywords.get("key"), item)
    default = call.arguments.keywords.get("default")
    plain = transform_values(item)
    return join(plain, default) if default is not None else plain


def transform_values(types: Types) -> Types:
    """Without the literal value: one of several."""
    from codemods.infer.values import transform_instances, with_facts

    return transform_instances(types, lambda kind: with_facts(kind, value=None))


def _sorted(call: Call) -> Types:
    item = _items(call)
    call.callback(call.arguments.keywords.get("key"), item)
    return list_of(item)


def _sum(call: Call) -> Types:
    item = transform_values(_items(call))
    start = call.arg(1, "start")
    if start is not None:
        return join(start, item)
    if item and all(isinstance(k, Instance) and k.name in NUMBERS for k in item):
        return each(item, lambda k: INT if isinstance(k, Instance) and k.name == "builtins.bool" else frozenset({k}))
    # sum() of frames or arrays, the empty sum aside.
    return item if item != NEVER else INT


def _dict(call: Call) -> Types:
    keywords = call.arguments.keywords
    if not call.arguments.positional:
        if call.arguments.open_ended:
            return dict_of(UNKNOWN, UNKNOWN)
        return frozenset({DictOf(STR if keywords else NEVER, union(keywords.values()), tuple(keywords.items()))})
    source = call.arguments.positional[0]
    kind = next(iter(source)) if len(source) == 1 else None
    if isinstance(kind, DictOf):
        known = dict(kind.known) | keywords
        return frozenset({DictOf(kind.key, join(kind.value, *keywords.values()), tuple(known.items()))})
    pair = _items(call)
    pairs = [k for k in pair if isinstance(k, TupleOf) and len(k.items) == 2]
    if pairs and len(pairs) == len(pair):
        return dict_of(union(k.items[0] for k in pairs), union(k.items[1] for k in pairs))
    return dict_of(UNKNOWN, UNKNOWN)


def _type(call: Call) -> Types:
    def cls(kind: Type) -> Types:
        match kind:
            case Instance(name=name) | ListOf(name=name):
                return frozenset({Class(name, name)})
            case UserInstance(name=name, key=key):
                return frozenset({UserClass(name, key)})
            case _:
                return UNKNOWN

    types = call.arg(0)
    return each(types, cls) if types and len(call.arguments.positional) == 1 else UNKNOWN


def _absolute(call: Call) -> Types:
    return each(
        transform_values(call.arg(0) or UNKNOWN), lambda kind: frozenset({kind}) if isinstance(kind, Instance) else UNKNOWN
    )


def _round(call: Call) -> Types:
    types = transform_values(call.arg(0) or UNKNOWN)
    if types and all(isinstance(k, Instance) and k.name in NUMBERS for k in types):
        return INT if len(call.arguments.positional) == 1 and not call.arguments.keywords else types
    return _absolute(call)


def _next(call: Call) -> Types:
    item = _items(call)
    default = call.arg(1)
    return join(item, default) if default is not None else item


def _getattr(call: Call) -> Types:
    from codemods.infer.attributes import get_attribute

    name = call.literal(1, None)
    if isinstance(name, str) and (owner := call.arg(0)):
        found = get_attribute(call.machine, receiver(owner), name)
        default = call.arg(2)
        return join(found, default) if default is not None else found
    return UNKNOWN


def opened(call: Call) -> Types:
    """open(path, mode): text, or bytes to read or write."""
    mode = call.literal(1, "mode", "r")
    if not isinstance(mode, str):
        return UNKNOWN
    if "b" not in mode:
        return one("io.TextIOWrapper")
    return one("io.BufferedRandom" if "+" in mode else "io.BufferedReader" if "r" in mode else "io.BufferedWriter")


def _setattr(call: Call) -> Types:
    name = call.literal(1, None)
    for kind in (call.arg(0) or UNKNOWN) if isinstance(name, str) else ():
        match kind:
            case Class(name=owner) | Module(path=owner):
                call.machine.patch(f"{owner}.{name}", call.arg(2) or UNKNOWN)
            case _:
                pass
    return NONE


def _convert(kind: str) -> Callable[[Call], Types]:
    return lambda call: list_of(_items(call) if call.arguments.positional else NEVER, kind)


def _range(call: Call) -> Types:
    return list_of(INT, "builtins.range")


RULES: dict[str, Callable[[Call], Types] | Types] = {
    "zip": _zip,
    "enumerate": lambda call: list_of(tuple_of(INT, _items(call))),
    "map": _map,
    "filter": _filter,
    "max": _extreme,
    "min": _extreme,
    "sorted": _sorted,
    "sum": _sum,
    "dict": _dict,
    "type": _type,
    "abs": _absolute,
    "round": _round,
    "next": _next,
    "getattr": _getattr,
    "setattr": _setattr,
    "list": _convert("builtins.list"),
    "set": _convert("builtins.set"),
    "frozenset": _convert("builtins.frozenset"),
    "tuple": _convert("builtins.tuple"),
    "reversed": lambda call: list_of(_items(call)),
    "iter": lambda call: list_of(_items(call)),
    "range": _range,
    "xrange": _range,
    **dict.fromkeys(("len", "int", "long", "ord", "hash", "id"), INT),
    **dict.fromkeys(("isinstance", "issubclass", "hasattr", "callable", "bool", "any", "all"), BOOL),
    **dict.fromkeys(
        ("str", "repr", "input", "raw_input", "chr", "unichr", "unicode", "format", "bin", "hex", "ascii", "oct"), STR
    ),
    "float": FLOAT,
    "bytes": BYTES,
    "print": NONE,
    "open": lambda call: opened(call),
    "reduce": lambda call: call.callback(call.arg(0), _items(call, 1), _items(call, 1)),
    "slice": one("builtins.slice"),
}


def builtin_call(call: Call, name: str) -> Types:
    """A call of a builtin function or class."""
    rule = RULES.get(name)
    if rule is None:
        return of_class(f"builtins.{name}") if BUILTIN_NAMES.get(name) == "class" else UNKNOWN
    return rule(call) if callable(rule) else rule


# --- methods of strings and containers

STRING_LISTS = {"split", "rsplit", "splitlines"}
STRING_NUMBERS = {"find", "rfind", "index", "rindex", "count"}
STRING_TUPLES = {"partition", "rpartition"}
CHANGERS = {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"}


def string_method(name: str) -> Types:
    """What a method of str returns."""
    if name in STRING_LISTS:
        return list_of(STR)
    if name in STRING_NUMBERS:
        return INT
    if name in STRING_TUPLES:
        return tuple_of(STR, STR, STR)
    if name == "encode":
        return BYTES
    if name.startswith("is") or name in ("startswith", "endswith"):
        return BOOL
    return STR if hasattr(str, name) or name == "decode" else UNKNOWN


def container_method(machine: Machine, owner: Type, name: str, call: Call) -> Types:
    """A method of a list, set, tuple, iterator or dict; it may add to the container."""
    if isinstance(owner, DictOf):
        return _dict_method(owner, name, call)
    if isinstance(owner, TupleOf):
        return INT if name in ("index", "count") else _named_tuple(owner, name)
    assert isinstance(owner, ListOf)
    if owner.known and name in CHANGERS:
        from codemods.infer.mutation import reorder

        reorder(machine, frozenset({owner}))
        owner = ListOf(owner.item, owner.name)
    match name:
        case "append" | "add" | "insert" | "appendleft":
            added = call.arg(1 if name == "insert" else 0)
            return _grow(owner, added if added is not None else UNKNOWN, call)
        case "extend" | "update" | "extendleft":
            return _grow(owner, _items(call), call)
        case "pop" | "popleft" | "next" | "__next__":
            return owner.item if owner.item != NEVER else UNKNOWN
        case "copy" | "union" | "intersection" | "difference" | "symmetric_difference" | "__iter__":
            extra = [_items(call)] if name in ("union", "symmetric_difference") and call.arguments.positional else []
            return list_of(join(owner.item, *extra), owner.name)
        case "index" | "count":
            return INT
        case "sort":
            call.callback(call.arguments.keywords.get("key"), owner.item)
            return NONE
        case "issubset" | "issuperset" | "isdisjoint":
            return BOOL
        case "send":
            return UNKNOWN
        case _:
            return NONE if name in ("remove", "clear", "reverse", "discard") else UNKNOWN


def _named_tuple(owner: TupleOf, name: str) -> Types:
    return frozenset({owner}) if name == "_replace" else UNKNOWN


def _grow(owner: ListOf, added: Types, call: Call) -> Types:
    from codemods.infer.binding import store

    if isinstance(call.node.func, ast.Attribute):
        item = join(owner.item, transform_values(added))
        store(call.machine, call.node.func.value, owner, ListOf(item, owner.name), call.scope)
    return NONE


def _dict_method(owner: DictOf, name: str, call: Call) -> Types:
    match name:
        case "keys" | "iterkeys" | "viewkeys":
            return list_of(owner.key, "builtins.dict_keys")
        case "values" | "itervalues" | "viewvalues":
            return list_of(owner.value, "builtins.dict_values")
        case "items" | "iteritems" | "viewitems":
            return list_of(tuple_of(owner.key, owner.value), "builtins.dict_items")
        case "get" | "pop" | "setdefault":
            literal = call.literal(0, None)
            known = next((types for key, types in owner.known if key == literal), None)
            default = call.arg(1)
            found = known if known is not None else owner.value
            if name == "setdefault" and default is not None:
                _put(owner, call.arg(0) or UNKNOWN, default, call)
                return join(found, default)
            if known is not None:
                return known
            return join(found, default if default is not None else NONE) if found != NEVER else UNKNOWN
        case "popitem":
            return tuple_of(owner.key, owner.value)
        case "copy":
            return frozenset({owner})
        case "update":
            _update(owner, call)
            return NONE
        case "fromkeys":
            return dict_of(_items(call), call.arg(1) or NONE)
        case "has_key":
            return BOOL
        case _:
            return NONE if name == "clear" else UNKNOWN


def _put(owner: DictOf, key: Types, value: Types, call: Call) -> None:
    from codemods.infer.binding import store

    if isinstance(call.node.func, ast.Attribute):
        known = tuple((k, join(v, value)) for k, v in owner.known)
        store(
            call.machine, call.node.func.value, owner, DictOf(join(owner.key, key), join(owner.value, value), known), call.scope
        )


def _update(owner: DictOf, call: Call) -> None:
    from codemods.infer.binding import store

    known = dict(owner.known) | call.arguments.keywords
    key, value = owner.key, join(owner.value, *call.arguments.keywords.values())
    for kind in call.arg(0) or ():
        if isinstance(kind, DictOf):
            known |= dict(kind.known)
            key, value = join(key, kind.key), join(value, kind.value)
        else:
            key = value = UNKNOWN
            known = {}
    if call.arguments.open_ended:
        key = value = UNKNOWN
        known = {}
    if isinstance(call.node.func, ast.Attribute):
        store(call.machine, call.node.func.value, owner, DictOf(key, value, tuple(known.items())), call.scope)
