"""Which frames and series a value holds: by the calls that made them."""

from __future__ import annotations

from functools import lru_cache

from codemods.infer.frames import FRAME, SERIES
from codemods.types import ArrayOf, DictOf, Instance, ListOf, Method, TupleOf, Type, Types

SITE = "site"  # fact: which call made the object; not part of the result
NOWHERE: frozenset[str] = frozenset()


@lru_cache(16384)
def sites(types: Types) -> frozenset[str]:
    """The sites of the frames and series of which something is known, also inside containers; "" for one without a site."""
    return NOWHERE.union(*map(_sites, types)) if types else NOWHERE


def _sites(kind: Type) -> frozenset[str]:
    match kind:
        case Instance(name=name, facts=known):
            return frozenset({kind.fact(SITE) or ""}) if known and name in (FRAME, SERIES) else NOWHERE
        case ListOf(item=item) | ArrayOf(item=item):
            return sites(item)
        case TupleOf(items=items):
            return NOWHERE.union(*map(sites, items))
        case DictOf(value=value, known=literal):
            return sites(value).union(*(sites(types) for _, types in literal))
        case Method(owner=owner):
            return _sites(owner)
        case _:
            return NOWHERE
