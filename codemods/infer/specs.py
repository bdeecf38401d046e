"""Return-type specs of the tables, turned into types."""

from __future__ import annotations

from typing import Any

from codemods.infer.knowledge import Spec
from codemods.infer.rules.aliases import class_identity
from codemods.infer.values import join, list_of, of_class
from codemods.types import UNKNOWN, DictOf, TupleOf, Type, Types


def from_spec(spec: Spec | None, own: Type | None = None) -> Types:
    """The types that a spec stands for; `own` is what "self" means."""
    if not spec:
        return UNKNOWN
    return join(*(_alternative(part, own) for part in spec))


def _alternative(part: Any, own: Type | None) -> Types:
    if part == "self":
        return frozenset({own}) if own is not None else UNKNOWN
    if isinstance(part, str):
        return of_class(class_identity(part) or part)
    match part:
        case ["T", items]:
            return frozenset({TupleOf(tuple(from_spec(item, own) for item in items))})
        case ["L", item]:
            return list_of(from_spec(item, own))
        case ["D", key, value]:
            return frozenset({DictOf(from_spec(key, own), from_spec(value, own))})
        case _:
            return UNKNOWN
