"""How alike two objects of neighbouring releases are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apidb.mine.snapshot import Obj, Snapshot
from apidb.mine.tolerant import Params

WORD = re.compile(r"[a-z]{3,}")


def overlap(a: set[str] | frozenset[str], b: set[str] | frozenset[str]) -> float:
    """Jaccard index; 0 for two empty sets."""
    return len(a & b) / len(a | b) if a | b else 0.0


def words(text: str) -> set[str]:
    return set(WORD.findall(text.lower()))


def constructor(snap: Snapshot, canonical: str) -> Params | None:
    """Parameters of a function, or of a class's constructor."""
    obj = snap.objs.get(canonical)
    if obj is not None and obj.kind == "c":
        obj = snap.objs.get(snap.members(canonical).get("__init__", ""))
    return obj.params if obj is not None else None


def documentation(snap: Snapshot, canonical: str) -> str:
    obj = snap.objs.get(canonical)
    if obj is None:
        return ""
    init = snap.objs.get(snap.members(canonical).get("__init__", "")) if obj.kind == "c" else None
    return obj.doc + (init.doc if init else "")


def accepts(new: Params, old: Params) -> bool:
    """Does every call that suits the old parameters suit the new ones, with the same meaning by name and position?"""
    names = {name for name, _, _ in new}
    takes_any = any(kind == "vk" for _, kind, _ in new)
    places = [name for name, kind, _ in new if kind in ("po", "pk")]
    position = 0
    for name, kind, _ in old:
        if kind == "va" and not any(k == "va" for _, k, _ in new):
            return False
        if kind in ("po", "pk"):
            if position >= len(places) or (places[position] != name and kind == "pk"):
                return False
            position += 1
        elif kind == "ko" and name not in names and not takes_any:
            return False
    known = {name for name, _, _ in old}
    return all(default is not None or kind in ("va", "vk") or name in known for name, kind, default in new)


class Likeness:
    """Comparison of an object of the old release with a candidate in the new one, best first when sorted."""

    __slots__ = ("accepts", "body", "doc", "members")

    def __init__(self, old: Snapshot, a: str, new: Snapshot, b: str) -> None:
        x, y = old.objs.get(a), new.objs.get(b)
        px, py = constructor(old, a), constructor(new, b)
        self.accepts = px is not None and py is not None and accepts(py, px)
        if x is not None and y is not None and x.kind == y.kind == "c" and px is None and py is None:
            self.accepts = True
        self.body = x is not None and y is not None and bool(x.body) and x.body == y.body
        self.doc = overlap(words(documentation(old, a)), words(documentation(new, b)))
        self.members = self._members(old, a, new, b, x, y)

    @staticmethod
    def _members(old: Snapshot, a: str, new: Snapshot, b: str, x: Obj | None, y: Obj | None) -> float:
        if x is None or y is None or x.kind != "c" or y.kind != "c":
            return 1.0
        mine, theirs = set(old.members(a)), set(new.members(b))
        return len(mine & theirs) / len(mine) if mine else 1.0

    @property
    def key(self) -> tuple[object, ...]:
        return (self.body, self.accepts, round(self.doc, 2), round(self.members, 2))

    @property
    def same(self) -> bool:
        """Nothing speaks against its being the same thing."""
        return self.body or (self.accepts and self.doc >= 0.4 and self.members >= 0.7)

    @property
    def similar(self) -> bool:
        return self.body or ((self.accepts or self.doc >= 0.4) and self.members >= 0.4)

    def __str__(self) -> str:
        parts = ["the body is the same" if self.body else "", "the signature fits" if self.accepts else ""]
        parts.append(f"{self.doc:.0%} of the documentation's words are shared" if self.doc else "")
        return ", ".join(filter(None, parts)) or "only the name is the same"


def best_of(found: Sequence[tuple[Likeness, str]]) -> tuple[Likeness, str] | None:
    """The likeliest candidate; on a tie the shorter path."""
    return max(found, key=lambda c: (c[0].key, -len(c[1])), default=None)
