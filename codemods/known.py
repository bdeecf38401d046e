"""The database as inference and fixers ask it: symbols looked up in the release that the notebook was written for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from apidb.names import library_of
from codemods.era import Vintage
from codemods.infer.knowledge import Entity, Member

if TYPE_CHECKING:
    from apidb import Catalog, Library, Symbol


class Known:
    """Implements `codemods.infer.knowledge.Knowledge` over a catalog; answers are remembered."""

    def __init__(self, catalog: Catalog, vintage: Vintage | None = None) -> None:
        self.catalog = catalog
        self.vintage = vintage or Vintage()
        self._symbols: dict[str, Symbol | None] = {}
        self._mro: dict[str, tuple[str, ...]] = {}

    def _library(self, path: str) -> Library | None:
        return self.catalog.library(library_of(path.partition(".")[0]))

    def near(self, path: str) -> str | None:
        """The release in which symbols of this path's library are looked up: the vintage's, mapped to a mined one."""
        library = self._library(path)
        if library is None:
            return None
        release = self.vintage.release(library.imports[0])
        return library.nearest(release) if release else None

    def symbol(self, path: str) -> Symbol | None:
        """The symbol in the vintage's release, or in the closest release that has it."""
        if path not in self._symbols:
            library = self._library(path)
            self._symbols[path] = library.closest(path, self.near(path)) if library is not None else None
        return self._symbols[path]

    def mro(self, name: str) -> tuple[str, ...]:
        """A class, by the name that was asked for and by its identity, and its bases; only itself where it is not known."""
        if name not in self._mro:
            library = self._library(name)
            found = library.mro(name, self.near(name)) if library is not None else ()
            self._mro[name] = tuple(dict.fromkeys((name, *found)))
        return self._mro[name]

    # --- what inference asks ---

    def known(self, library: str) -> bool:
        return self._library(library) is not None

    def entity(self, path: str) -> Entity | None:
        found = self.symbol(path)
        return Entity(found.kind.value, found.name) if found is not None else None

    def star(self, module: str) -> Iterable[str]:
        library = self._library(module)
        return library.star(module, self.near(module) or library.newest) if library is not None else ()

    def bases(self, name: str) -> tuple[str, ...]:
        found = self.symbol(name)
        return found.bases if found is not None else ()

    def returns(self, name: str) -> list[Any] | None:
        library = self._library(name)
        return library.returns(name, self.near(name)) if library is not None else None

    def member(self, name: str, attribute: str) -> Member | None:
        found = self.symbol(f"{name}.{attribute}")
        return Member(found.kind.value, self.returns(f"{name}.{attribute}")) if found is not None else None
