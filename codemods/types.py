"""Types as inference knows them: what an expression may be, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Types: TypeAlias = frozenset["Type"]
UNKNOWN: Types = frozenset()


@dataclass(frozen=True, slots=True)
class Module:
    path: str  # as imported: sklearn.cross_validation


@dataclass(frozen=True, slots=True)
class Class:
    """A class object (not an instance). `name` is the identity, `path` the spelling by which the code reached it."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Symbolic:
    """A library attribute of unknown nature (a constant, or a name that the database does not have)."""

    path: str


@dataclass(frozen=True, slots=True)
class Instance:
    """An instance of a library or builtin class, by the class's public name: pandas.DataFrame, builtins.str.

    `facts` holds what is known of the value beyond its class, sorted by key. Used keys:
    `index` (range, int, str, datetime, float, multi), `columns` (the same kinds), `dtype` (int, float, str, bool,
    datetime, category, object), `ndim` of an array, `column NAME` (dtype of a column known to exist, or empty), `value`
    (repr of a literal). `parts` holds the types of attributes that depend on how the object was made:
    best_estimator_, named_steps.
    """

    name: str
    facts: tuple[tuple[str, str], ...] = ()
    parts: tuple[tuple[str, Types], ...] = ()

    def fact(self, key: str) -> str | None:
        for name, value in self.facts:
            if name == key:
                return value
        return None

    def part(self, name: str) -> Types | None:
        for part, types in self.parts:
            if part == name:
                return types
        return None


@dataclass(frozen=True, slots=True)
class ListOf:
    """list, set, generator or other iterable of builtin kind; `name` is the builtin class.

    `known` holds the items one by one, where the list is a literal of items of several types.
    """

    item: Types
    name: str = "builtins.list"
    known: tuple[Types, ...] = ()


@dataclass(frozen=True, slots=True)
class TupleOf:
    items: tuple[Types, ...]


@dataclass(frozen=True, slots=True)
class DictOf:
    key: Types
    value: Types
    known: tuple[tuple[str | int, Types], ...] = ()  # literal keys


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """A numpy array of objects (Axes of a subplot grid): element types and number of dimensions."""

    item: Types
    ndim: int


@dataclass(frozen=True, slots=True)
class Method:
    """A bound method: `owner` is the receiver's type."""

    owner: Type
    name: str


@dataclass(frozen=True, slots=True)
class UserClass:
    name: str
    key: int


@dataclass(frozen=True, slots=True)
class UserInstance:
    """Instance of a class that the notebook defines; `bases` are its library bases by name."""

    name: str
    key: int
    bases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UserFunction:
    name: str
    key: int


Type = (
    Module
    | Class
    | Function
    | Symbolic
    | Instance
    | ListOf
    | TupleOf
    | DictOf
    | ArrayOf
    | Method
    | UserClass
    | UserInstance
    | UserFunction
)


def class_name(kind: Type) -> str | None:
    """The class of the value, as `type(x)` would name it; None for modules, functions and unknown attributes."""
    match kind:
        case Instance(name=name) | ListOf(name=name):
            return name
        case TupleOf():
            return "builtins.tuple"
        case DictOf():
            return "builtins.dict"
        case ArrayOf():
            return "numpy.ndarray"
        case UserInstance(name=name):
            return f"__main__.{name}"
        case _:
            return None
