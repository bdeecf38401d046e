"""All databases that are there: the shipped ones and those that the user has built."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from apidb.errors import DatabaseDamagedError
from apidb.library import Library
from apidb.paths import data_dir, user_data_dir
from apidb.plugins import Plugin, plugins
from apidb.unpack import unpacked

STANDARD = "python"
SUFFIXES = (".sqlite", ".sqlite.xz")


class Catalog:
    """Opens a library's database when it is first asked for. `folders`: where to look, the first find wins."""

    def __init__(self, folders: tuple[Path, ...] | None = None) -> None:
        self._folders = folders
        self._open: dict[Path, Library] = {}
        self._by_import: dict[str, Library | None] = {}

    @property
    def folders(self) -> tuple[Path, ...]:
        """What the user has built comes before what plugins bring, and that before what was shipped."""
        if self._folders is not None:
            return self._folders
        return (user_data_dir(), *self._plugins, data_dir() / "apidb")

    @property
    def _plugins(self) -> dict[Path, Plugin]:
        return {plugin.folder: plugin for plugin in plugins("apidb")} if self._folders is None else {}

    def library(self, import_name: str) -> Library | None:
        """The library that is imported by this name (`sklearn`); None: no database.

        Raises `DatabaseDamagedError` where its file can't be read.
        """
        top = import_name.partition(".")[0]
        if top not in self._by_import:
            self._by_import[top] = self._search(top)
        return self._by_import[top]

    def _search(self, top: str) -> Library | None:
        from apidb.names import source_of

        source = source_of(top)
        for folder in self.folders:
            for suffix in SUFFIXES:
                place = folder / f"{source.name if top in source.imports else top}{suffix}"
                if place.is_file() and (library := self._usable(place)) is not None:
                    return library
        if source.name != STANDARD and (standard := self.library(STANDARD)) and top in standard.imports:
            return standard
        # A distribution of the user's own, or of a plugin, whose name differs from what it is imported by.
        for folder in (self.folders[0], *self._plugins):
            for place in self._files(folder):
                if (library := self._usable(place)) is not None and top in library.imports:
                    return library
        return None

    def _usable(self, place: Path) -> Library | None:
        """The library of a file; None where it is a plugin's and damaged."""
        plugin = self._plugins.get(place.parent)
        if plugin is None:
            return self._opened(place)
        with plugin.trusted():
            return self._opened(place)
        return None

    def _opened(self, place: Path) -> Library:
        if place not in self._open:
            plain = unpacked(place) if place.name.endswith(".xz") else place
            try:
                self._open[place] = Library(plain, self)
            except DatabaseDamagedError:
                if plain == place:
                    raise
                plain.unlink(missing_ok=True)  # a damaged copy in the cache heals itself
                self._open[place] = Library(unpacked(place), self)
        return self._open[place]

    @staticmethod
    def _files(folder: Path) -> Iterator[Path]:
        if folder.is_dir():
            yield from sorted(p for p in folder.iterdir() if p.name.endswith(SUFFIXES) and not p.name.startswith("."))

    def libraries(self) -> Iterator[Library]:
        """All libraries, by file name; a user's own version of one hides the shipped one."""
        seen: set[str] = set()
        for folder in self.folders:
            for place in self._files(folder):
                name = place.name.partition(".sqlite")[0]
                if name not in seen and (library := self._usable(place)) is not None:
                    seen.add(name)
                    yield library
