"""Writing snapshots and changes into a library's database."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from apidb.mine.snapshot import Obj, Snapshot
from apidb.names import Source
from apidb.records import Change, Release
from apidb.schema import FORMAT, INDEX, SCHEMA

Row = tuple[object, ...]


class _Intervals:
    """Turns the state of each release, key → value, into rows (key, since, until, value)."""

    def __init__(self) -> None:
        self.current: dict[Row, tuple[int, Row]] = {}
        self.rows: list[tuple[Row, int, int | None, Row]] = []

    def update(self, i: int, state: Mapping[Row, Row]) -> None:
        for key, (since, value) in list(self.current.items()):
            if state.get(key) != value:
                self.rows.append((key, since, i, value))
                del self.current[key]
        for key, value in state.items():
            if key not in self.current:
                self.current[key] = (i, value)

    def finish(self) -> list[tuple[Row, int, int | None, Row]]:
        """All rows; those still valid end nowhere."""
        return self.rows + [(key, since, None, value) for key, (since, value) in self.current.items()]


class Writer:
    """Collects a library's releases, oldest first, and writes them to a new file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.releases: list[tuple[str, str]] = []
        self.paths: dict[str, int] = {}
        self.signatures: dict[str, int] = {}
        self.names, self.modules, self.objects = _Intervals(), _Intervals(), _Intervals()
        self.members, self.returns, self.wildcards = _Intervals(), _Intervals(), _Intervals()
        self.assumed: set[Row] = set()  # (class, member) and objects whose beginning lies in the dark
        self.before: Snapshot | None = None
        self.changes: list[tuple[int, Change]] = []
        self.doubts: set[tuple[str, int]] = set()

    def path(self, path: str) -> int:
        return self.paths.setdefault(path, len(self.paths) + 1)

    def signature(self, obj: Obj) -> int | None:
        if obj.params is None:
            return None
        text = json.dumps(obj.params, separators=(",", ":"))
        return self.signatures.setdefault(text, len(self.signatures) + 1)

    def add(self, release: Release, snap: Snapshot, changes: Iterable[Change], doubts: Iterable[str]) -> None:
        """Take over one release."""
        i = len(self.releases)
        self.releases.append((release.version, release.date))
        self.changes += [(i, change) for change in changes]
        self.doubts |= {(path, i) for path in doubts}
        self.names.update(
            i,
            {
                (path,): (self.path(name.target), name.how.upper() if name.exported else name.how)
                for path, name in snap.names.items()
            },
        )
        self.modules.update(i, {(path,): (" ".join(sorted(m.open)), int(m.has_all)) for path, m in snap.modules.items()})
        self.wildcards.update(i, {(path, w): () for path, m in snap.modules.items() for w in m.wildcards})
        if self.source.generated_stubs and self.before is not None:
            self.assumed |= {(path,) for path in snap.names.keys() - self.before.names.keys() if _is_compiled(snap, path)}
        objects: dict[Row, Row] = {}
        members: dict[Row, Row] = {}
        returns: dict[Row, Row] = {}
        for canonical, obj in snap.objs.items():
            key = self.path(canonical)
            public = snap.public.get(canonical)
            bases = json.dumps(obj.bases, separators=(",", ":")) if obj.bases else None
            opened = " ".join(sorted(obj.open)) or None
            if obj.kind == "a" and public is None:
                pass  # a plain member, of which its class says all there is
            else:
                objects[(key,)] = (obj.kind, self.signature(obj), bases, opened, public)
            for leaf, target in obj.members.items():
                members[(key, leaf)] = (self.path(target), int(leaf in obj.instance))
            if obj.returns:
                returns[(key,)] = (obj.returns,)
            self._assume(i, snap, canonical, obj, key)
        self.objects.update(i, objects)
        self.members.update(i, members)
        self.returns.update(i, returns)
        self.before = snap

    def _assume(self, i: int, snap: Snapshot, canonical: str, obj: Obj, key: int) -> None:
        """What appears where the release before could not be read in full was most likely there already."""
        if i == 0 or self.before is None:
            return
        old = self.before.objs.get(canonical)
        if old is None:
            module = canonical.rsplit(".", 1)[0]
            before = self.before.modules.get(module)
            if obj.stub and (before is None or not before.stub):
                self.assumed.add((key,))
                self.assumed |= {(key, leaf) for leaf in obj.members}
            return
        if obj.kind == "c" and (old.open - {"external base", "metaclass", "__getattr__", "stub"} or (obj.stub and not old.stub)):
            self.assumed |= {(key, leaf) for leaf in obj.members.keys() - old.members.keys()}

    def write(self, place: Path) -> None:
        """Write the database; `place` must not exist. Raises `sqlite3.Error` or `OSError` (full disk)."""
        db = sqlite3.connect(place)
        try:
            db.executescript("PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + SCHEMA)
            put: Callable[[str, Iterable[Row]], object] = db.executemany
            put("INSERT INTO names VALUES (?,?,?,?,?)", ((*k, a, b, *v) for k, a, b, v in self._lengthened(self.names)))
            put("INSERT INTO modules VALUES (?,?,?,?,?)", ((*k, a, b, *v) for k, a, b, v in _sorted(self.modules)))
            put(
                "INSERT INTO wildcards VALUES (?,?,?,?)",
                [(k[0], a, b, k[1]) for k, a, b, _ in _sorted(self.wildcards)],
            )
            put(
                "INSERT INTO objects VALUES (?,?,?,?,?,?,?,?)",
                ((*k, a, b, *v) for k, a, b, v in self._lengthened(self.objects)),
            )
            put(
                "INSERT INTO members VALUES (?,?,?,?,?,?)",
                ((*k, a, b, *v) for k, a, b, v in self._lengthened(self.members)),
            )
            put("INSERT INTO returns VALUES (?,?,?,?)", ((*k, a, b, *v) for k, a, b, v in _sorted(self.returns)))
            put("INSERT INTO paths VALUES (?,?)", ((i, path) for path, i in self.paths.items()))
            put("INSERT INTO signatures VALUES (?,?)", ((i, text) for text, i in self.signatures.items()))
            put("INSERT INTO releases VALUES (?,?,?)", ((i, *r) for i, r in enumerate(self.releases)))
            put("INSERT INTO doubts VALUES (?,?)", sorted(self.doubts))
            put(
                "INSERT INTO changes VALUES (?,?,?,?,?,?,?,?)",
                sorted(
                    ((c.symbol, c.kind, c.old, c.new, i, c.confidence, c.evidence, c.place) for i, c in self.changes),
                    key=lambda row: (row[0], row[4], row[1], row[2] or ""),
                ),
            )
            meta = {
                "format": str(FORMAT),
                "name": self.source.name,
                "imports": json.dumps(self.source.imports),
                "internal": self.source.internal,
            }
            put("INSERT INTO meta VALUES (?,?)", meta.items())
            db.executescript(INDEX + "ANALYZE;")
            db.commit()
            db.execute("VACUUM")
        finally:
            db.close()

    def _lengthened(self, table: _Intervals) -> Iterable[tuple[Row, int, int | None, Row]]:
        """The rows, with what is assumed to be older reaching back to the first release."""
        first: set[Row] = set()
        for key, since, until, value in _sorted(table):
            if key in self.assumed and key not in first:
                since = 0
            first.add(key)
            yield key, since, until, value


def _is_compiled(snap: Snapshot, path: str) -> bool:
    """Is a name known from a stub alone, or not even from one? Such may have been there before anyone wrote it down."""
    name = snap.names[path]
    return name.how == "u" or (name.target in snap.objs and snap.objs[name.target].stub)


def _sorted(table: _Intervals) -> list[tuple[Row, int, int | None, Row]]:
    return sorted(table.finish(), key=lambda row: (row[0], row[1]))
