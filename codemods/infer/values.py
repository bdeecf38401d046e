"""Sets of types: building, joining and narrowing them.

The empty set means unknown, and absorbs: what may be anything is never certain. `NEVER` is the neutral element: the
item of an empty list, the result of a call that does not return.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from codemods.types import (
    UNKNOWN,
    ArrayOf,
    DictOf,
    Instance,
    ListOf,
    Method,
    TupleOf,
    Type,
    Types,
    UserInstance,
)

LIMIT = 8  # a wider union says nothing
MOST_KEYS = 100  # of a dict whose values are known one by one
DEEPEST = 12  # containers within one another

_NEVER = Instance("typing.Never")
NEVER: Types = frozenset({_NEVER})
CLASSES = "classes"  # how many values of the seen object differ
REFUSED = "refused"  # the seen object is one that pandas keeps text in, and what was done with it failed for that
_VAGUE = ("typing.Any", "builtins.object")
NONE_TYPE = Instance("builtins.NoneType")
NONE: Types = frozenset({NONE_TYPE})


@lru_cache(16384)  # one object for one type: equal types are mostly identical, which is cheap to see
def one(name: str, **facts: str | None) -> Types:
    """The single type: an instance of class `name` with these facts (None: not known)."""
    return frozenset({instance(name, **facts)})


@lru_cache(16384)
def instance(name: str, **facts: str | None) -> Instance:
    return Instance(name, tuple(sorted((k, v) for k, v in facts.items() if v is not None)))


def with_facts(kind: Instance, **facts: str | None) -> Instance:
    """`kind` with these facts replaced; None removes one."""
    merged: dict[str, str | None] = {**dict(kind.facts), **facts}
    return Instance(kind.name, tuple(sorted((k, v) for k, v in merged.items() if v is not None)), kind.parts)


STR = one("builtins.str")
INT = one("builtins.int")
FLOAT = one("builtins.float")
BOOL = one("builtins.bool")
COMPLEX = one("builtins.complex")
BYTES = one("builtins.bytes")
NDARRAY = one("numpy.ndarray")


def list_of(item: Types, name: str = "builtins.list") -> Types:
    return frozenset({ListOf(item, name)})


def tuple_of(*items: Types) -> Types:
    return frozenset({TupleOf(items)})


def dict_of(key: Types, value: Types) -> Types:
    return frozenset({DictOf(key, value)})


def array_of(item: Types, ndim: int) -> Types:
    return frozenset({ArrayOf(item, ndim)})


def join(*many: Types) -> Types:
    """What a value is that comes from any of these; unknown if one of them is, or if they are too many."""
    if not many:
        return NEVER
    first = many[0]
    for types in many:
        if types is not first and types != first:
            return _join(many)
    return first


@lru_cache(16384)
def _join(many: tuple[Types, ...]) -> Types:
    merged: dict[object, Type] = {}
    for types in many:
        if not types:
            return UNKNOWN
        for kind in types:
            key = _key(kind)
            other = merged.get(key)
            merged[key] = kind if other is None else _merge(other, kind)
    if len(merged) > 1:
        merged.pop(_key(_NEVER), None)
    return frozenset(merged.values()) if len(merged) <= LIMIT else UNKNOWN


def _key(kind: Type) -> object:
    """Types with equal keys are one type with different details."""
    match kind:
        case Instance(name=name) | ListOf(name=name):
            return name
        case DictOf():
            return "builtins.dict"
        case TupleOf(items=items):
            return ("builtins.tuple", len(items))
        case ArrayOf(ndim=ndim):
            return ("numpy.ndarray", ndim)
        case Method(owner=owner, name=name):
            return (_key(owner), name)
        case UserInstance(key=key):
            return ("__main__", key)
        case _:
            return kind


def _merge(a: Type, b: Type) -> Type:
    if a == b:
        return a
    match a, b:
        case Instance(), Instance():
            parts = tuple((name, join(types, other)) for name, types in a.parts if (other := b.part(name)) is not None)
            return Instance(a.name, _agreed(a, b), parts)
        case ListOf(), ListOf():
            same = a.known if len(a.known) == len(b.known) else ()
            return ListOf(join(a.item, b.item), a.name, tuple(map(join, same, b.known)))
        case DictOf(), DictOf():
            known = dict(a.known)
            for key, value in b.known:
                known[key] = join(known[key], value) if key in known else value
            return DictOf(join(a.key, b.key), join(a.value, b.value), tuple(known.items()))
        case TupleOf(), TupleOf():
            return TupleOf(tuple(join(x, y) for x, y in zip(a.items, b.items, strict=True)))
        case ArrayOf(), ArrayOf():
            return ArrayOf(join(a.item, b.item), a.ndim)
        case Method(), Method():
            return Method(_merge(a.owner, b.owner), a.name)
        case Instance(), ListOf():  # list[?] and a bare list
            return a
        case _:
            return b


def settled(types: Types, told: Types, is_a: Callable[[Type, str], bool]) -> Types:
    """What is inferred and what a run saw in the same place: certain where either is, with what both know of the value.

    `is_a`: whether a type is, or is derived from, a class. What is certain of the code's own time stays, also where the
    run, on other releases, came by something else.
    """
    (seen,) = told
    if isinstance(seen, Instance) and seen.fact(CLASSES) is not None:  # what is made of it may have others
        seen = with_facts(seen, **{CLASSES: None})
        told = frozenset({seen})
    fitting = next((kind for kind in types if _key(kind) == _key(seen)), None)
    if isinstance(fitting, Instance) and isinstance(seen, Instance):
        told_of = dict(seen.facts)
        facts = told_of | {name: fact for name, fact in fitting.facts if fact or name not in told_of}
        return frozenset({Instance(fitting.name, tuple(sorted(facts.items())), fitting.parts)})
    if fitting is not None:
        return frozenset({fitting})
    kind = only(types)
    if kind is None or kind == _NEVER or (isinstance(kind, Instance) and (kind.name in _VAGUE or is_a(seen, kind.name))):
        return told
    return types


@lru_cache(16384)
def depth(types: Types) -> int:
    """How many containers lie within one another."""
    return max(map(_depth, types), default=0)


def _depth(kind: Type) -> int:
    match kind:
        case ListOf(item=item) | ArrayOf(item=item):
            return 1 + depth(item)
        case TupleOf(items=items):
            return 1 + max(map(depth, items), default=0)
        case DictOf(key=key, value=value):
            return 1 + max(depth(key), depth(value))
        case Instance(parts=[_, *_] as parts):
            return 1 + max(depth(types) for _, types in parts)
        case Method(owner=owner):
            return _depth(owner)
        case _:
            return 0


def shallow(types: Types) -> Types:
    """The types without what their containers hold: for code that wraps things without end."""
    return frozenset(map(_shallow, types))


def _shallow(kind: Type) -> Type:
    match kind:
        case ListOf(name=name):
            return ListOf(UNKNOWN, name)
        case ArrayOf(ndim=ndim):
            return ArrayOf(UNKNOWN, ndim)
        case TupleOf(items=items):
            return TupleOf(tuple(UNKNOWN for _ in items))
        case DictOf():
            return DictOf(UNKNOWN, UNKNOWN)
        case Instance(name=name, facts=facts):
            return Instance(name, facts)
        case Method(owner=owner, name=name):
            return Method(_shallow(owner), name)
        case _:
            return kind


def each(types: Types, transform: Callable[[Type], Types]) -> Types:
    """Join of `transform` over the alternatives; unknown stays unknown."""
    if not types:
        return UNKNOWN
    if len(types) == 1:
        return transform(next(iter(types)))
    return join(*(transform(kind) for kind in types))


def union(items: Iterable[Types]) -> Types:
    """Join of the items of a container; of none: `NEVER`."""
    return join(*items)


def only(types: Types) -> Type | None:
    """The type, where there is just one."""
    return next(iter(types)) if len(types) == 1 else None


def receiver(types: Types) -> Types:
    """What may have its attribute read: without None, which would have raised."""
    if not types or types == NEVER:
        return UNKNOWN
    if len(types) == 1:
        return types
    rest = types - NONE
    return rest if rest and len(rest) < len(types) else types


def value_of(types: Types) -> str | None:
    """The repr of the literal that this is known to be."""
    kind = only(types)
    return kind.fact("value") if isinstance(kind, Instance) else None


def transform_instances(types: Types, change: Callable[[Instance], Instance]) -> Types:
    """`types` with every instance, also inside containers, replaced by `change(instance)`."""
    return frozenset([_transform(kind, change) for kind in types])


def _transform(kind: Type, change: Callable[[Instance], Instance]) -> Type:
    match kind:
        case Instance():
            return change(kind) if kind.facts else kind
        case ListOf(item=item, known=known):
            kept = tuple(transform_instances(each, change) for each in known)
            return replace(kind, item=transform_instances(item, change), known=kept)
        case ArrayOf(item=item):
            return replace(kind, item=transform_instances(item, change))
        case TupleOf(items=items):
            return TupleOf(tuple(transform_instances(item, change) for item in items))
        case DictOf(key=key, value=value, known=items):
            return DictOf(key, transform_instances(value, change), tuple((k, transform_instances(v, change)) for k, v in items))
        case Method(owner=owner, name=name):
            return Method(_transform(owner, change), name)
        case _:
            return kind


def of_class(name: str) -> Types:
    """An instance of the class, of which nothing else is known."""
    if name in ("builtins.list", "builtins.set", "builtins.frozenset"):
        return list_of(UNKNOWN, name)
    if name == "builtins.tuple":
        return list_of(UNKNOWN, name)
    if name in ("builtins.dict", "collections.OrderedDict", "collections.defaultdict", "collections.Counter"):
        return dict_of(UNKNOWN, UNKNOWN)
    return one(name)


def _agreed(a: Instance, b: Instance) -> tuple[tuple[str, str], ...]:
    """The facts on which two agree; an index that counts from 0 is also one of integers."""
    other = dict(b.facts)
    integers = ("int", "range")
    return tuple(
        (key, value) if other[key] == value else (key, "int")
        for key, value in a.facts
        if key in other and (other[key] == value or (key == "index" and value in integers and other[key] in integers))
    )
