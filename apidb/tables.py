"""One library's database, read row by row and remembered: who is where in which release."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from apidb.errors import DatabaseDamagedError
from apidb.schema import FORMAT


class NameRow(NamedTuple):
    since: int
    until: int | None
    target: str
    how: str


class ModuleRow(NamedTuple):
    since: int
    until: int | None
    open: str
    has_all: int


class ObjectRow(NamedTuple):
    since: int
    until: int | None
    kind: str
    signature: int | None
    bases: str | None
    open: str | None
    public: str | None


class MemberRow(NamedTuple):
    since: int
    until: int | None
    target: str
    instance: int


class ReturnRow(NamedTuple):
    since: int
    until: int | None
    spec: str


def at(rows: list[Any], i: int) -> Any:
    """The row that is valid in release i, or None."""
    for row in rows:
        if row[0] <= i and (row[1] is None or i < row[1]):
            return row
    return None


class Tables:
    """Point queries, each asked of the file once. Raises `DatabaseDamagedError` where the file is no such database."""

    def __init__(self, place: Path) -> None:
        self.place = place
        try:
            self.db = sqlite3.connect(f"{place.as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
            self.meta: dict[str, str] = dict(self.db.execute("SELECT key, value FROM meta"))
            self.releases: list[tuple[str, str]] = self.db.execute("SELECT version, date FROM releases ORDER BY i").fetchall()
        except sqlite3.Error as error:
            raise DatabaseDamagedError(f"{place} can't be read ({error}); delete it, it will be made again") from error
        if self.meta.get("format") != str(FORMAT) or not self.releases:
            raise DatabaseDamagedError(f"{place} was written by another version of this tool; build it again")
        self._names: dict[str, list[NameRow]] = {}
        self._objects: dict[str, list[ObjectRow]] = {}
        self._members: dict[tuple[str, str], list[MemberRow]] = {}
        self._returns: dict[str, list[ReturnRow]] = {}
        self._signatures: dict[int, list[tuple[str, str, str | None]]] = {}
        self._bases: dict[str, tuple[str, ...]] = {}
        self._known_modules: dict[str, list[ModuleRow]] = {}

    def names(self, path: str) -> list[NameRow]:
        if path not in self._names:
            rows = self.db.execute(
                "SELECT n.since, n.until, p.path, n.how FROM names n JOIN paths p ON p.id = n.object WHERE n.path = ?",
                (path,),
            )
            self._names[path] = [NameRow(*row) for row in rows]
        return self._names[path]

    def modules(self, path: str) -> list[ModuleRow]:
        if path not in self._modules:
            return []
        if path not in self._known_modules:
            rows = self.db.execute("SELECT since, until, open, has_all FROM modules WHERE path = ? ORDER BY since", (path,))
            self._known_modules[path] = [ModuleRow(*row) for row in rows]
        return self._known_modules[path]

    @cached_property
    def _modules(self) -> frozenset[str]:
        """The paths of all of them, as there are few: most of the paths that are asked for are no modules."""
        return frozenset(path for (path,) in self.db.execute("SELECT DISTINCT path FROM modules"))

    def objects(self, canonical: str) -> list[ObjectRow]:
        if canonical not in self._objects:
            rows = self.db.execute(
                "SELECT o.since, o.until, o.kind, o.signature, o.bases, o.open, o.public FROM paths p "
                "JOIN objects o ON o.id = p.id WHERE p.path = ? ORDER BY o.since",
                (canonical,),
            )
            self._objects[canonical] = [ObjectRow(*row) for row in rows]
        return self._objects[canonical]

    def members(self, canonical: str, leaf: str) -> list[MemberRow]:
        if (canonical, leaf) not in self._members:
            rows = self.db.execute(
                "SELECT m.since, m.until, t.path, m.instance FROM paths c JOIN members m ON m.class = c.id "
                "JOIN paths t ON t.id = m.object WHERE c.path = ? AND m.name = ? ORDER BY m.since",
                (canonical, leaf),
            )
            self._members[canonical, leaf] = [MemberRow(*row) for row in rows]
        return self._members[canonical, leaf]

    def returns(self, canonical: str) -> list[ReturnRow]:
        if canonical not in self._returns:
            rows = self.db.execute(
                "SELECT r.since, r.until, r.spec FROM paths p JOIN returns r ON r.object = p.id "
                "WHERE p.path = ? ORDER BY r.since",
                (canonical,),
            )
            self._returns[canonical] = [ReturnRow(*row) for row in rows]
        return self._returns[canonical]

    def signature(self, number: int) -> list[tuple[str, str, str | None]]:
        if number not in self._signatures:
            (text,) = self.db.execute("SELECT parameters FROM signatures WHERE id = ?", (number,)).fetchone()
            self._signatures[number] = json.loads(text)
        return self._signatures[number]

    def bases(self, text: str | None) -> tuple[str, ...]:
        if text is None:
            return ()
        if text not in self._bases:
            self._bases[text] = tuple(json.loads(text))
        return self._bases[text]

    def names_in(self, module: str, i: int) -> list[tuple[str, str, str]]:
        """(leaf, target, how) of the names directly in a module."""
        rows = self.db.execute(
            "SELECT n.path, p.path, n.how FROM names n JOIN paths p ON p.id = n.object "
            "WHERE n.path > ? AND n.path < ? AND n.since <= ? AND (n.until IS NULL OR n.until > ?)",
            (f"{module}.", f"{module}/", i, i),
        )
        start = len(module) + 1
        return [(path[start:], target, how) for path, target, how in rows if "." not in path[start:]]

    def wildcards(self, module: str, i: int) -> list[str]:
        """What a module imports whole."""
        rows = self._wildcards.get(module, ())
        return [source for since, until, source in rows if since <= i and (until is None or until > i)]

    @cached_property
    def _wildcards(self) -> dict[str, list[tuple[int, int | None, str]]]:
        """All of them: there are few."""
        found: dict[str, list[tuple[int, int | None, str]]] = defaultdict(list)
        for module, *row in self.db.execute("SELECT module, since, until, source FROM wildcards"):
            found[module].append(tuple(row))
        return found

    def submodules(self, module: str, i: int) -> list[str]:
        rows = self.db.execute(
            "SELECT path FROM modules WHERE path > ? AND path < ? AND since <= ? AND (until IS NULL OR until > ?)",
            (f"{module}.", f"{module}/", i, i),
        )
        return [path for (path,) in rows if "." not in path[len(module) + 1 :]]

    def changes(self, symbols: list[str]) -> list[tuple[Any, ...]]:
        """Rows of the changes of any of these symbols, oldest first."""
        marks = ",".join("?" * len(symbols))
        return self.db.execute(
            "SELECT symbol, kind, old, new, release, confidence, evidence, place FROM changes "
            f"WHERE symbol IN ({marks}) ORDER BY release",
            symbols,
        ).fetchall()

    def changes_between(self, old: int, new: int) -> list[tuple[Any, ...]]:
        """Rows of all changes after release `old` up to `new`."""
        return self.db.execute(
            "SELECT symbol, kind, old, new, release, confidence, evidence, place FROM changes "
            "WHERE release > ? AND release <= ? ORDER BY symbol, release",
            (old, new),
        ).fetchall()

    def named(self, leaf: str) -> list[str]:
        """The best public names of objects that are called so in some release."""
        rows = self.db.execute("SELECT DISTINCT public FROM objects WHERE public LIKE ?", (f"%.{leaf}",))
        return [public for (public,) in rows if public.rpartition(".")[2] == leaf]

    @cached_property
    def doubts(self) -> frozenset[tuple[str, int]]:
        return frozenset(self.db.execute("SELECT path, release FROM doubts").fetchall())
