"""What became of a library's symbols over its releases: where they exist, what changed, what is surely gone."""

from __future__ import annotations

import builtins
import re
from typing import Any

from apidb.lookup import SET_FROM_OUTSIDE, STUB, Lookup
from apidb.records import Change, ChangeKind, Confidence, History, Interval
from apidb.tables import at


class Library(Lookup):
    """A library's releases, what each has, and how they differ. Paths are dotted spellings; releases any version string."""

    def intervals(self, path: str) -> tuple[Interval, ...]:
        """Where a path exists (through bases and aliases), oldest first; the end is exclusive."""
        if path not in self._intervals:
            intervals: list[Interval] = []
            since: str | None = None
            for i, (version, _) in enumerate(self._tables.releases):
                if self._find(path, i):
                    since = since or version
                elif since:
                    intervals.append(Interval(since, version))
                    since = None
            if since:
                intervals.append(Interval(since, None))
            self._intervals[path] = tuple(intervals)
        return self._intervals[path]

    def history(self, path: str) -> History:
        """Where a path exists (through bases and aliases), and what changed about it, oldest first."""
        if path not in self._histories:
            self._histories[path] = self._make_history(path)
        return self._histories[path]

    def _make_history(self, path: str) -> History:
        intervals = self.intervals(path)
        names = {path: None}
        borrowed: str | None = None
        for i in range(len(self._tables.releases)):
            if found := self._find(path, i):
                canonical, kind = found
                borrowed = canonical if kind == "x" else None
                if kind == "m":
                    names[canonical] = None
                elif kind != "x":
                    name, owner = self._called(path, canonical, i)
                    names[name] = None
                    names[self._public(canonical, i)] = None
                    if owner:
                        names[f"{owner}.{path.rpartition('.')[2]}"] = None
        changes: dict[tuple[Any, ...], Change] = {}
        for _symbol, kind, old, new, release, confidence, evidence, place in self._tables.changes(list(names)):
            change = Change(
                ChangeKind(kind),
                path,
                old,
                new,
                self._tables.releases[release][0],
                Confidence(confidence),
                evidence,
                place,
            )
            changes.setdefault((kind, old, release), change)
        gone = (ChangeKind.REMOVED, ChangeKind.MOVED, ChangeKind.RENAMED)
        if intervals and (end := intervals[-1].until) and borrowed and not any(c.kind in gone for c in changes.values()):
            evidence = f"it was {borrowed}, imported whole"
            moved = Change(ChangeKind.MOVED, path, None, borrowed, end, Confidence.LIKELY, evidence)
            changes["borrowed",] = moved
        return History(path, intervals, tuple(changes.values()))

    def changes_between(self, old: str, new: str) -> tuple[Change, ...]:
        """All changes after `old` up to and including `new`, in the order of their symbols."""
        rows = self._tables.changes_between(self._index(old), self._index(new))
        return tuple(
            Change(ChangeKind(kind), symbol, was, now, self._tables.releases[i][0], Confidence(confidence), evidence, place)
            for symbol, kind, was, now, i, confidence, evidence, place in rows
        )

    def absent(self, path: str, release: str) -> bool:
        """Is it certain that a path which an earlier release had is gone in this one?

        Only where its module or class is known in full, or at least no less than it was when it had the path.
        """
        i = self._index(release)
        if self._find(path, i) is not None or (self.internal and re.match(self.internal, path)):
            return False
        last = next((j for j in range(i - 1, -1, -1) if self._find(path, j) is not None), None)
        head, _, leaf = path.rpartition(".")
        if leaf.startswith("_") and last is not None and self._find(path, last) != (path, "m"):
            return False  # private names are not listed
        if last is None or not head:
            return last is not None  # a whole package: all of a release's are listed
        before = self._symbol(path, last)
        for name in {path, before.name if before else path, f"{self.identity(head) or head}.{leaf}"}:
            if any((name, j) in self._tables.doubts for j in range(last + 1, i + 1)):
                return False
        owner_now, owner_then = self._find(head, i), self._find(head, last)
        if owner_now is None:
            return self.absent(head, release)
        if leaf in SET_FROM_OUTSIDE or self._inherits(head, leaf, release):
            return False
        if owner_then is None or owner_now[1] not in "mcx":
            return False
        return self._openness(owner_now, i) <= self._openness(owner_then, last) or self._refused(path, last, i)

    def _refused(self, path: str, last: int, i: int) -> bool:
        """Does the module itself say, between two releases, that it no longer has a name?"""
        between = {version for version, _ in self._tables.releases[last + 1 : i + 1]}
        said = (c for c in self.history(path).changes if c.kind is ChangeKind.REMOVED and c.release in between)
        return any(change.place.rpartition(" ")[0] == path.rpartition(".")[0] for change in said)

    def invented(self, path: str, release: str, but: frozenset[str] = frozenset()) -> bool:
        """Is it certain that no release has had a path, of a module or class that is known in full in this one?

        `but`: reasons why a class may have more than is listed that don't count.
        """
        i = self._index(release)
        if any(self._find(path, j) is not None for j in range(len(self._tables.releases))):
            return False
        head, _, leaf = path.rpartition(".")
        if not head or leaf in SET_FROM_OUTSIDE or leaf.startswith("__") or self._inherits(head, leaf, release):
            return False
        owner = self._find(head, i)
        if owner is None:
            return self.invented(head, release, but)
        return owner[1] in "mc" and {reason for reason in self._openness(owner, i) if not reason.startswith(STUB)} <= but

    def _inherits(self, name: str, leaf: str, release: str) -> bool:
        """Whether a class has a member from a builtin base, which is in no database."""
        for one in self.mro(name, release):
            symbol = self.resolve(one, release)
            for base in symbol.bases if symbol is not None else ():
                if hasattr(getattr(builtins, base.removeprefix("builtins."), None), leaf):
                    return True
        return False

    def _openness(self, owner: tuple[str, str], i: int) -> frozenset[str]:
        """Why a module or class may have more than is listed."""
        canonical, kind = owner
        if kind == "m":
            row = at(self._tables.modules(canonical), i)
            return frozenset(row.open.split() if row else ("unread",))
        if kind == "x":
            return frozenset(("external",))
        out: set[str] = set()
        for base in self._mro(canonical, i):
            if row := at(self._tables.objects(base), i):
                # One compiled class among the bases says nothing of another.
                out.update(f"stub of {base}" if reason == STUB else reason for reason in (row.open or "").split())
        return frozenset(out)
