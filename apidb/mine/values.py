"""Values of parameters that a library gives up for others: `loss="ls"` → `loss="squared_error"`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from apidb.mine.snapshot import Snapshot, is_private
from apidb.records import Change, ChangeKind, Confidence
from apidb.versions import key

VALUE = r"(?:`*(?P<{k}>\w+)\s*=\s*)?`*(?P<{q}>[\"'])(?P<{v}>[\w\- ]+)(?P={q})`*"
OLD = re.compile(VALUE.format(k="key", q="quote", v="old") + r"\s*(?:option )?(?:was|were|has been|is)\s*(?:now )?deprecated")
NEW = re.compile(
    r"(?:[Uu]se|set|renamed to)\s+(?:the\s+)?`*(?:(?P<key>\w+)\s*=\s*)?"
    r"(?:(?P<quote>[\"'])(?P<new>[\w\- ]+)(?P=quote)|(?P<none>None))"
)
REMOVAL = re.compile(r"removed (?:in|from)\s+(?:version\s+)?v?(\d+\.\d+)")
EQUIVALENT = re.compile(r"equivalent|keep the past behaviou?r|renamed", re.I)


@dataclass(frozen=True, slots=True)
class _Announced:
    symbol: str
    keyword: str
    old: str
    new: str
    removal: tuple[int, ...]
    equivalent: bool
    text: str
    place: str


def announced(text: str, keyword: str | None) -> tuple[str, str, str, tuple[int, ...]] | None:
    """(keyword, old, new, removal release) of a notice; None where it is not about a value, or names no new one."""
    old, removal = OLD.search(text), REMOVAL.search(text)
    new = NEW.search(text, old.end()) if old else None
    if not (old and new and removal):
        return None
    keyword = old["key"] or keyword or new["key"]
    if keyword is None or (new["key"] and new["key"] != keyword) or old["old"] == new["new"]:
        return None
    return keyword, repr(old["old"]), "None" if new["none"] else repr(new["new"]), key(removal[1])


class Values:
    """Follows what is announced until the release that carries it out."""

    def __init__(self) -> None:
        self.waiting: dict[tuple[str, str, str], _Announced] = {}
        self.due: set[tuple[str, str, str]] = set()

    def step(self, new: Snapshot) -> list[Change]:
        """The announcements that are due in this release, where the parameter is still there."""
        out: list[Change] = []
        for at, told in list(self.waiting.items()):
            if told.removal[:2] <= key(new.version)[:2]:
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
        for path, notices in new.notices.items():
            for notice in notices:
                if found := announced(notice.text, notice.param):
                    self._announce(new, path, *found, notice.text)
        return out

    def _announce(self, snap: Snapshot, path: str, keyword: str, old: str, new: str, removal: tuple[int, ...], text: str) -> None:
        owner = path.rpartition(".")[0]
        canonical = owner if owner in snap.objs and snap.objs[owner].kind == "c" else path
        symbol = snap.public.get(canonical)
        if symbol is None or is_private(symbol):
            return
        params = snap.objs[snap.members(canonical).get("__init__", canonical)].params if canonical in snap.objs else None
        if (symbol, keyword, old) in self.due:  # the notice has outlived its date
            return
        if params is not None and keyword in {p[0] for p in params}:
            equivalent = bool(EQUIVALENT.search(text))
            place = f"{path} {snap.version}"
            self.waiting[symbol, keyword, old] = _Announced(symbol, keyword, old, new, removal, equivalent, text[:300], place)
