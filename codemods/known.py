"""What inference and fixers ask of the world: the database, in the release that the notebook was written for; the shipped
type tables for libraries that have no database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from apidb.names import library_of
from codemods.era import Vintage
from codemods.infer.database import Database
from codemods.infer.knowledge import Entity, Knowledge, Member, Spec
from codemods.infer.rules.aliases import class_identity
from codemods.infer.tables import Tables

if TYPE_CHECKING:
    from apidb import Catalog, Library


class Known:
    """Implements `codemods.infer.knowledge.Knowledge`."""

    def __init__(self, catalog: Catalog, vintage: Vintage | None = None) -> None:
        self.catalog = catalog
        self.vintage = vintage or Vintage()
        self._database = Database(catalog, self.near)
        self._tables = Tables()
        self._mro: dict[str, tuple[str, ...]] = {}
        self._near: dict[str, str | None] = {}
        self._sources: dict[str, Knowledge] = {}

    def _library(self, path: str) -> Library | None:
        return self.catalog.library(library_of(path.partition(".")[0]))

    def near(self, import_name: str) -> str | None:
        """The mined release in which a library's symbols are looked up: the vintage's, where it is known."""
        if import_name not in self._near:
            library = self._library(import_name)
            release = self.vintage.release(library_of(import_name))
            self._near[import_name] = library.nearest(release) if library is not None and release else None
        return self._near[import_name]

    def mro(self, name: str) -> tuple[str, ...]:
        """A class and its bases, by identity; only itself where it is not known."""
        if name not in self._mro:
            library = self._library(name)
            found = library.mro(name, self.near(name.partition(".")[0])) if library is not None else ()
            self._mro[name] = tuple(dict.fromkeys((name, *(class_identity(c) or c for c in found))))
        return self._mro[name]

    # --- what inference asks ---

    def _source(self, path: str) -> Knowledge:
        top = path.partition(".")[0]
        if top not in self._sources:
            self._sources[top] = self._database if self._database.known(top) else self._tables
        return self._sources[top]

    def known(self, library: str) -> bool:
        return self._database.known(library) or self._tables.known(library)

    def entity(self, path: str) -> Entity | None:
        return self._source(path).entity(path)

    def star(self, module: str) -> Iterable[str]:
        return self._source(module).star(module)

    def bases(self, name: str) -> tuple[str, ...]:
        return self._source(name).bases(name)

    def returns(self, name: str) -> Spec | None:
        return self._source(name).returns(name)

    def member(self, name: str, attribute: str) -> Member | None:
        return self._source(name).member(name, attribute)
