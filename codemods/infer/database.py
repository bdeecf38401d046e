"""The API-change database as a source of types: names, bases and return types near the notebook's own releases."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from codemods.infer.knowledge import Entity, Kind, Member, Spec
from codemods.infer.rules.aliases import class_identity

if TYPE_CHECKING:
    from apidb import Catalog
    from apidb.library import Library
    from apidb.records import Symbol


class Database:
    """Knowledge out of `apidb`. `near`: for an import name the release to look in, or None for the newest."""

    def __init__(self, catalog: Catalog, near: Callable[[str], str | None] = lambda name: None) -> None:
        self._catalog = catalog
        self._near = near
        self._entities: dict[str, Entity | None] = {}
        self._members: dict[tuple[str, str], Member | None] = {}

    def _library(self, path: str) -> tuple[Library, str | None] | None:
        top = path.partition(".")[0]
        library = self._catalog.library(top)
        return (library, self._near(top)) if library is not None else None

    def known(self, library: str) -> bool:
        return self._library(library) is not None

    def _symbol(self, path: str) -> Symbol | None:
        found = self._library(path)
        if found is None:
            return None
        library, near = found
        symbol = library.resolve(path, near or library.newest)
        if symbol is None and (intervals := library.intervals(path)):
            # Gone by then, or not there yet: the nearest release that has it.
            symbol = library.resolve(path, intervals[-1].since)
        return symbol

    def entity(self, path: str) -> Entity | None:
        if path not in self._entities:
            symbol = self._symbol(path)
            self._entities[path] = _entity(symbol) if symbol is not None else None
        return self._entities[path]

    def star(self, module: str) -> Iterable[str]:
        found = self._library(module)
        if found is None:
            return ()
        library, near = found
        return tuple(library.star(module, near or library.newest))

    def bases(self, name: str) -> tuple[str, ...]:
        found = self._library(name)
        if found is None:
            return ()
        library, near = found
        mro = library.mro(name, near)
        return tuple(class_identity(base) or base for base in mro[1:])

    def returns(self, name: str) -> Spec | None:
        found = self._library(name)
        spec = found[0].returns(name, found[1]) if found is not None else None
        # Its docstrings say array where data with labels give a series or a frame.
        return None if spec and name.startswith("statsmodels.") and "numpy.ndarray" in spec else spec

    def member(self, name: str, attribute: str) -> Member | None:
        key = (name, attribute)
        if key not in self._members:
            path = f"{name}.{attribute}"
            symbol = self._symbol(path)
            self._members[key] = Member(_kind(symbol), self.returns(path)) if symbol is not None else None
        return self._members[key]


def _entity(symbol: Symbol) -> Entity:
    kind = _kind(symbol)
    return Entity(kind, (class_identity(symbol.name) or symbol.name) if kind == "class" else symbol.name)


def _kind(symbol: Symbol) -> Kind:
    kinds: dict[str, Kind] = {"module": "module", "class": "class", "function": "function"}
    return kinds.get(symbol.kind.value, "attribute")
