"""Values of parameters that a library gives up, or gives up for others: `loss="ls"` → `loss="squared_error"`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from apidb.mine.accepted import Accepted
from apidb.mine.snapshot import Snapshot
from apidb.records import Change, ChangeKind, Confidence
from apidb.versions import minor_of

VALUE = r"(?:`*(?P<{k}>\w+)\s*=\s*)?`*(?P<{q}>[\"'])(?P<{v}>[\w\- ]+)(?P={q})`*"
OLD = re.compile(VALUE.format(k="key", q="quote", v="old") + r"\s*(?:option )?(?:was|were|has been|is)\s*(?:now )?deprecated")
NEW = re.compile(
    r"(?:[Uu]se|set|renamed to|in favou?r of)\s+(?:the\s+)?`*(?:(?P<key>\w+)\s*=\s*)?"
    r"(?:(?P<quote>[\"'])(?P<new>[\w\-. ]+)(?P=quote)|(?P<none>None)|(?<==)(?P<number>\d+(?:\.\d+)?))"
)
REMOVAL = re.compile(r"removed (?:in|from)\s+(?:version\s+)?v?(\d+\.\d+)")
SENTINEL = re.compile(r"deprecated|warn$|default$")
EQUIVALENT = re.compile(r"equivalent|keep the past behaviou?r|renamed", re.I)


@dataclass(frozen=True, slots=True)
class _Announced:
    symbol: str
    keyword: str
    old: str
    new: str
    removal: tuple[int, int]
    equivalent: bool
    text: str
    place: str


def announced(text: str, keyword: str | None) -> tuple[str, str, str, tuple[int, int]] | None:
    """(keyword, old, new, removal release) of a notice; None where it is not about a value, or names no new one."""
    old, removal = OLD.search(text), REMOVAL.search(text)
    new = NEW.search(text, old.end()) if old else None
    if not (old and new and removal):
        return None
    keyword = old["key"] or keyword or new["key"]
    if keyword is None or (new["key"] and new["key"] != keyword) or old["old"] == new["new"]:
        return None
    return keyword, repr(old["old"]), new["none"] or new["number"] or repr(new["new"]), minor_of(removal[1])


class Values:
    """Follows what is announced until the release that carries it out."""

    def __init__(self) -> None:
        self.waiting: dict[tuple[str, str, str], _Announced] = {}
        self.due: set[tuple[str, str, str]] = set()
        self.old: Snapshot | None = None

    def step(self, new: Snapshot) -> list[Change]:
        """The announcements that are due in this release, where the parameter is still there."""
        out: list[Change] = []
        for at, told in list(self.waiting.items()):
            if told.removal <= minor_of(new.version):
                del self.waiting[at]
                self.due.add(at)
                out.append(
                    Change(
                        ChangeKind.VALUE_RENAMED,
                        told.symbol,
                        f"{told.keyword}={told.old}",
                        f"{told.keyword}={told.new}",
                        new.version,
                        Confidence.CERTAIN if told.equivalent else Confidence.LIKELY,
                        told.text,
                        told.place,
                    )
                )
        if self.old is not None:
            out += self._shrunk(self.old, new)
        self.old = new
        for path, notices in new.notices.items():
            for notice in notices:
                if found := announced(notice.text, notice.param):
                    self._announce(new, path, *found, notice.text)
        return out

    def _announce(self, snap: Snapshot, path: str, keyword: str, old: str, new: str, removal: tuple[int, int], text: str) -> None:
        owner = path.rpartition(".")[0]
        canonical = owner if owner in snap.objs and snap.objs[owner].kind == "c" else path
        symbol = snap.public.get(canonical)
        if symbol is None or snap.hidden(symbol):
            return
        params = snap.objs[snap.members(canonical).get("__init__", canonical)].params if canonical in snap.objs else None
        if (symbol, keyword, old) in self.due:  # the notice has outlived its date
            return
        if params is not None and keyword in {p[0] for p in params}:
            known = self.waiting.get((symbol, keyword, old))
            other = known is not None and known.new != new and known.place.endswith(f" {snap.version}")
            equivalent = bool(EQUIVALENT.search(text)) and not other  # one class is told two things: it depends
            place = f"{path} {snap.version}"
            self.waiting[symbol, keyword, old] = _Announced(symbol, keyword, old, new, removal, equivalent, text[:300], place)

    def _shrunk(self, old: Snapshot, new: Snapshot) -> Iterator[Change]:
        """Strings that are no longer listed among those that a parameter accepts."""
        for canonical, symbol in new.public.items():
            was = old.canonical(symbol)
            if was is None or was not in old.objs or canonical not in new.objs or new.hidden(symbol):
                continue
            before, after = _accepted(old, was), _accepted(new, canonical)
            for keyword, now in after.items():
                then = before.get(keyword)
                if then is None or then.checked != now.checked:
                    continue
                gone = {v for v in then.values - now.values if not SENTINEL.search(v)}
                for value in sorted(gone):
                    if (symbol, keyword, repr(value)) not in self.due:
                        yield self._lost(old, was, symbol, keyword, value, gone, then, now, new.version)

    @staticmethod
    def _lost(
        old: Snapshot,
        was: str,
        symbol: str,
        keyword: str,
        value: str,
        gone: set[str],
        then: Accepted,
        now: Accepted,
        version: str,
    ) -> Change:
        came = sorted(now.values - then.values)
        evidence = f"the values that it {'checks for' if now.checked else 'documents'}: {', '.join(sorted(now.values))}"[:300]
        successor, confidence = None, Confidence.CERTAIN if now.checked else Confidence.LIKELY
        for path in (was, *(target for leaf, target in old.members(was).items() if leaf in ("__init__", "fit"))):
            for notice in old.notices.get(path, ()):
                if not re.search(rf"[\"']{re.escape(value)}[\"']", notice.text):
                    continue
                told = NEW.search(notice.text)
                evidence = notice.text[:300]
                if told and told["new"] in now.values and told["new"] != value:
                    successor, confidence = told["new"], Confidence.LIKELY
        if successor is None and len(gone) == len(came) == 1 and SequenceMatcher(None, value, came[0]).ratio() >= 0.8:
            successor, confidence = came[0], Confidence.LIKELY
        return Change(
            ChangeKind.VALUE_RENAMED if successor else ChangeKind.VALUE_REMOVED,
            symbol,
            f"{keyword}={value!r}",
            f"{keyword}={successor!r}" if successor else None,
            version,
            confidence,
            evidence,
            f"{was} {version}",
        )


def _accepted(snap: Snapshot, canonical: str) -> dict[str, Accepted]:
    """Of a class, those of its constructor, the bases' too."""
    obj = snap.objs[canonical]
    if obj.kind != "c":
        return obj.accepted
    init = snap.objs.get(snap.members(canonical).get("__init__", ""))
    taken = {name for name, _, _ in init.params or ()} if init is not None else set()
    out: dict[str, Accepted] = {}
    for owner in reversed(snap.mro(canonical)):
        if owner in snap.objs:
            out.update({k: v for k, v in snap.objs[owner].accepted.items() if k in taken})
    return out
