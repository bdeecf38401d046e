"""One release in tables: public names, the objects behind them, the members of classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from apidb.mine.accepted import Accepted
from apidb.mine.notices import Notice
from apidb.mine.tolerant import Params


@dataclass(slots=True)
class Obj:
    """An object where it is defined. `members`: name → canonical path; those set on `self` are in `instance`."""

    kind: str  # c, f, a
    params: Params | None = None
    bases: tuple[str, ...] = ()
    members: dict[str, str] = field(default_factory=dict)
    instance: frozenset[str] = frozenset()
    open: frozenset[str] = frozenset()
    decorators: tuple[str, ...] = ()
    doc: str = ""
    value: str | None = None
    body: str = ""  # hash of the source
    stub: bool = False
    returns: str | None = None  # JSON of the spec
    accepted: dict[str, Accepted] = field(default_factory=dict)  # parameter → its strings; a class's: its constructor's


DELEGATES = "delegates"  # why a module is open: it asks another one


@dataclass(slots=True)
class Mod:
    open: frozenset[str] = frozenset()
    has_all: bool = False
    stub: bool = False
    wildcards: tuple[str, ...] = ()  # external modules whose names are all bound here
    expired: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Name:
    """`how`: d defined here, a alias, m module, x of another library, s served by `__getattr__`, u not resolved."""

    target: str
    how: str
    exported: bool = False  # in __all__


@dataclass
class Snapshot:
    """`internal`: a regular expression on the paths of modules that no user imports from; empty: none."""

    version: str
    internal: str = ""
    modules: dict[str, Mod] = field(default_factory=dict)
    names: dict[str, Name] = field(default_factory=dict)
    objs: dict[str, Obj] = field(default_factory=dict)
    words: dict[str, frozenset[str]] = field(default_factory=dict)  # module → its string constants and definitions
    foreign: dict[str, set[str]] = field(default_factory=dict)  # module → what it imports of others for its own use
    notices: dict[str, list[Notice]] = field(default_factory=dict)  # by the path of what is deprecated

    def hidden(self, path: str) -> bool:
        """Is it no name that users are meant to spell?"""
        return is_private(path) or self.is_internal(path)

    def is_internal(self, path: str) -> bool:
        """Does it lie in a module from which only the library itself imports?"""
        return bool(self.internal) and re.match(self.internal, path) is not None

    @cached_property
    def public(self) -> dict[str, str]:
        """Canonical path → best public name."""
        best: dict[str, tuple[tuple[object, ...], str]] = {}
        for path, name in self.names.items():
            if name.how in "mxu" or self.hidden(path):
                continue
            key = (self.by_chance(path), *preference(path, name.target, name.exported))
            if name.target not in best or key < best[name.target][0]:
                best[name.target] = (key, path)
        return {canonical: path for canonical, (_, path) in best.items()}

    def by_chance(self, path: str) -> bool:
        """Does a plain module only import it for its own use? That is no name to call it by if there is another."""
        name = self.names[path]
        return name.how == "a" and not name.exported and path.rpartition(".")[0] not in self._packages

    @cached_property
    def _packages(self) -> frozenset[str]:
        return frozenset(path.rpartition(".")[0] for path in self.modules)

    def name_of(self, canonical: str) -> str:
        """The best public name of an object or member; its canonical path where it has none."""
        if found := self.public.get(canonical):
            return found
        owner, _, leaf = canonical.rpartition(".")
        if owner in self.objs and owner in self.public:
            return f"{self.public[owner]}.{leaf}"
        return canonical

    def mro(self, canonical: str) -> tuple[str, ...]:
        """The class and its bases within the library, depth first, first mention wins."""
        if canonical not in self._mros:
            self._mros[canonical] = (canonical,)  # a cycle ends here
            out = [canonical]
            for base in self.objs[canonical].bases if canonical in self.objs else ():
                target = self.canonical(base) or base
                out += [c for c in self.mro(target) if c not in out]
            self._mros[canonical] = tuple(out)
        return self._mros[canonical]

    @cached_property
    def _mros(self) -> dict[str, tuple[str, ...]]:
        return {}

    def members(self, canonical: str) -> dict[str, str]:
        """Name → canonical path of all members of a class, inherited ones too."""
        out: dict[str, str] = {}
        for owner in reversed(self.mro(canonical)):
            if owner in self.objs:
                out.update(self.objs[owner].members)
        return out

    def canonical(self, path: str, depth: int = 0) -> str | None:
        """Where the object of a dotted path is defined; None: no such path in this release."""
        if depth > 8:
            return None
        if name := self.names.get(path):
            return self.canonical(name.target, depth + 1) or name.target if name.how == "m" else name.target
        if path in self.modules or path in self.objs:
            return path
        head, _, leaf = path.rpartition(".")
        owner = self.canonical(head, depth + 1) if head else None
        if owner is None:
            return None
        if owner in self.objs:
            return self.members(owner).get(leaf) if self.objs[owner].kind == "c" else None
        return self.canonical(f"{owner}.{leaf}", depth + 1) if owner != head else None

    def lends(self, path: str) -> bool:
        """Is it a part of what this release has from another library?"""
        parts = path.split(".")
        heads = (self.names.get(".".join(parts[:n])) for n in range(2, len(parts)))
        return any(head is not None and head.how == "x" for head in heads)

    def callables(self) -> Iterator[tuple[str, str, Params]]:
        """Best name, canonical path and parameters of every function, class and method, inherited ones too."""
        for canonical, obj in self.objs.items():
            if obj.kind == "c":
                name = self.name_of(canonical)
                for leaf, target in self.members(canonical).items():
                    found = self.objs.get(target)
                    if found and found.kind == "f" and found.params is not None:
                        yield (name if leaf == "__init__" else f"{name}.{leaf}"), target, found.params
            elif obj.kind == "f" and obj.params is not None and canonical in self.public:
                yield self.public[canonical], canonical, obj.params


def is_private(path: str) -> bool:
    """Does a part of the path begin with an underscore? (`__builtin__` as a whole module does not count.)"""
    return "._" in path or (path[:1] == "_" and path[:2] != "__")


def preference(path: str, canonical: str, exported: bool) -> tuple[object, ...]:
    """Sort key of public names: short, in `__all__`, called as it was defined, near the definition."""
    shared = 0
    for a, b in zip(path.split("."), canonical.split("."), strict=False):
        if a != b:
            break
        shared += 1
    renamed = path.rpartition(".")[2] != canonical.rpartition(".")[2]
    return (path.count("."), not exported, renamed, -shared, len(path), path)
