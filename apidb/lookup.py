"""What a path denotes in a release of a library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apidb import versions
from apidb.records import (
    History,
    Interval,
    Parameter,
    ParameterKind,
    Release,
    Signature,
    Symbol,
    SymbolKind,
)
from apidb.tables import Tables, at

if TYPE_CHECKING:
    from apidb.catalog import Catalog

KINDS = {"c": SymbolKind.CLASS, "f": SymbolKind.FUNCTION, "a": SymbolKind.ATTRIBUTE}
PARAMETER_KINDS = {kind.value: kind for kind in ParameterKind}
# Set by code that no one reads: on estimators by scikit-learn's functions since 1.6, on backends by Matplotlib's decorator.
SET_FROM_OUTSIDE = frozenset(("feature_names_in_", "n_features_in_", "FigureCanvas", "FigureManager"))
STUB = "stub"  # why a class is open: it is compiled
DEPTH = 8  # of aliases of modules of aliases


class Lookup:
    """A library's releases and what each has. Paths are dotted spellings; releases any version string."""

    def __init__(self, place: Path, catalog: Catalog | None = None) -> None:
        self._tables = Tables(place)
        self._catalog = catalog
        self._found: dict[tuple[str, int], tuple[str, str] | None] = {}
        self._symbols: dict[tuple[str, int], Symbol | None] = {}
        self._mros: dict[tuple[str, int], tuple[str, ...]] = {}
        self._histories: dict[str, History] = {}
        self._intervals: dict[str, tuple[Interval, ...]] = {}
        self._indices: dict[str, int] = {}

    # --- releases --------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self._tables.meta["name"]

    @cached_property
    def imports(self) -> tuple[str, ...]:
        """The top-level names that the library installs."""
        return tuple(json.loads(self._tables.meta["imports"]))

    @cached_property
    def internal(self) -> str:
        """Of modules that are not read in full, a regular expression on their paths; empty: none."""
        return self._tables.meta.get("internal", "")

    @cached_property
    def releases(self) -> tuple[Release, ...]:
        """The mined releases, oldest first."""
        return tuple(Release(version, date) for version, date in self._tables.releases)

    @property
    def newest(self) -> str:
        return self._tables.releases[-1][0]

    def nearest(self, version: str) -> str:
        """The mined release that stands for a version: same minor, else the next older."""
        return self._tables.releases[self._index(version)][0]

    def _index(self, version: str) -> int:
        if version not in self._indices:
            self._indices[version] = versions.nearest(version, [v for v, _ in self._tables.releases])
        return self._indices[version]

    def _outward(self, near: str | None) -> Iterator[int]:
        """Release numbers by distance from `near` (newest if None), the later first."""
        middle = self._index(near) if near else len(self._tables.releases) - 1
        yield middle
        for step in range(1, len(self._tables.releases)):
            for i in (middle + step, middle - step):
                if 0 <= i < len(self._tables.releases):
                    yield i

    # --- resolving -------------------------------------------------------------------------------------------------

    def _find(self, path: str, i: int, depth: int = 0) -> tuple[str, str] | None:
        """(canonical path, what it is: one of m c f a x) of a path in release i."""
        if (path, i) in self._found:
            return self._found[path, i]
        found = self._search(path, i, depth)
        self._found[path, i] = found
        return found

    def _search(self, path: str, i: int, depth: int) -> tuple[str, str] | None:
        if depth > DEPTH:
            return None
        if name := at(self._tables.names(path), i):
            how = name.how.lower()
            if how == "m":
                return self._find(name.target, i, depth + 1) or (name.target, "m")
            return name.target, "x" if how == "x" else self._kind(name.target, i)
        if at(self._tables.modules(path), i):
            return path, "m"
        if row := at(self._tables.objects(path), i):
            return path, row.kind
        head, _, leaf = path.rpartition(".")
        owner = self._find(head, i, depth + 1) if head else None
        if owner is None:
            return None
        canonical, kind = owner
        if kind == "c":
            found = self._member(canonical, leaf, i)
            return found and (found[1], self._kind(found[1], i))
        if kind == "m" and canonical != head:
            return self._find(f"{canonical}.{leaf}", i, depth + 1)
        if kind == "m":
            return self._from_wildcard(canonical, leaf, i)
        if kind == "x" and not self._invents(f"{canonical}.{leaf}", i):
            return f"{canonical}.{leaf}", "x"
        return None

    def _invents(self, path: str, i: int) -> bool:
        """Has another library, of which a release of this one has a part, never had this there?"""
        other = self._catalog.library(path.partition(".")[0]) if self._catalog else None
        return other is not None and other is not self and other.invented(path, other.newest)

    def _from_wildcard(self, module: str, leaf: str, i: int) -> tuple[str, str] | None:
        """A name that a module has by `from numpy import *`."""
        if leaf.startswith("_"):
            return None
        for other, source, as_of in self._wildcard_sources(module, i):
            if found := other._star(source, as_of).get(leaf):
                return found, "x"
        return None

    def _wildcard_sources(self, module: str, i: int) -> Iterator[tuple[Lookup, str, str]]:
        """(library, module, release of the time) of what a module imports whole from other libraries."""
        for source in self._tables.wildcards(module, i):
            other = self._catalog.library(source.partition(".")[0]) if self._catalog else None
            if other is not None and other is not self:
                then = [r.version for r in other.releases if r.date <= self.releases[i].date]
                yield other, source, then[-1] if then else other.releases[0].version

    def _kind(self, canonical: str, i: int) -> str:
        row = at(self._tables.objects(canonical), i)
        return row.kind if row else "m" if at(self._tables.modules(canonical), i) else "a"

    def _member(self, canonical: str, leaf: str, i: int) -> tuple[str, str] | None:
        """(owner, canonical path) of a member, looked for in the class and its bases."""
        for owner in self._mro(canonical, i):
            if row := at(self._tables.members(owner, leaf), i):
                return owner, row.target
        return None

    def _mro(self, canonical: str, i: int) -> tuple[str, ...]:
        if (canonical, i) not in self._mros:
            self._mros[canonical, i] = (canonical,)  # a cycle ends here
            out = [canonical]
            row = at(self._tables.objects(canonical), i)
            for base in self._tables.bases(row.bases) if row else ():
                found = self._find(base, i)
                out += [c for c in self._mro(found[0] if found else base, i) if c not in out]
            self._mros[canonical, i] = tuple(out)
        return self._mros[canonical, i]

    def _public(self, canonical: str, i: int) -> str:
        row = at(self._tables.objects(canonical), i)
        if row and row.public:
            return str(row.public)
        head, _, leaf = canonical.rpartition(".")
        owner = at(self._tables.objects(head), i) if head else None
        return f"{owner.public}.{leaf}" if owner and owner.kind == "c" and owner.public else canonical

    def resolve(self, path: str, release: str) -> Symbol | None:
        """What a path denotes in a release: names, aliases, members through bases, modules.

        None: the database knows no such path there, which is not the same as absence; ask `absent`.
        """
        return self._symbol(path, self._index(release))

    def has(self, path: str, release: str) -> bool:
        """Whether `resolve` finds the path in a release."""
        return self._find(path, self._index(release)) is not None

    def _symbol(self, path: str, i: int) -> Symbol | None:
        key = (path, i)
        if key not in self._symbols:
            self._symbols[key] = self._make_symbol(path, i)
        return self._symbols[key]

    def _make_symbol(self, path: str, i: int) -> Symbol | None:
        found = self._find(path, i)
        if found is None:
            return None
        canonical, kind = found
        release = self._tables.releases[i][0]
        if kind == "x":
            return self._external(path, canonical, release)
        if kind == "m":
            return Symbol(path, canonical, canonical, SymbolKind.MODULE, release)
        row = at(self._tables.objects(canonical), i)
        name, owner = self._called(path, canonical, i)
        return Symbol(
            path,
            name,
            canonical,
            KINDS[kind],
            release,
            self._signature(canonical, row, i),
            tuple(self._public(f[0] if (f := self._find(b, i)) else b, i) for b in self._tables.bases(row.bases)) if row else (),
            owner,
        )

    def _called(self, path: str, canonical: str, i: int) -> tuple[str, str | None]:
        """The best public name of what a path denotes, and for a member the class that it is inherited from."""
        head, _, leaf = path.rpartition(".")
        reached = self._find(head, i) if head else None
        if not reached or reached[1] != "c" or at(self._tables.names(path), i):
            return self._public(canonical, i), None
        defined = self._member(reached[0], leaf, i)
        owner = self._public(defined[0], i) if defined and defined[0] != reached[0] else None
        return f"{self._public(reached[0], i)}.{leaf}", owner

    def _external(self, path: str, target: str, release: str) -> Symbol:
        """A name of another library, seen through this one."""
        other = self._catalog.library(target.split(".")[0]) if self._catalog and "." in target else None
        if other is not None and other is not self:
            name = other.identity(target)
            if name and (found := other.resolve(target, other.newest) or other.resolve(name, other.newest)):
                return Symbol(path, name, found.canonical, found.kind, release, found.signature, found.bases)
        kind = SymbolKind.ATTRIBUTE if "." in target else SymbolKind.MODULE
        return Symbol(path, target, target, kind, release)

    def _signature(self, canonical: str, row: Any, i: int) -> Signature | None:
        """Of a function itself; of a class, its constructor's."""
        if row is None:
            return None
        if row.kind == "c":
            found = self._member(canonical, "__init__", i)
            row = at(self._tables.objects(found[1]), i) if found else None
        if row is None or row.signature is None:
            return None
        return self._made_signature(row.signature)

    @cache  # noqa: B019  a library lives as long as the process
    def _made_signature(self, number: int) -> Signature:
        return Signature(tuple(Parameter(n, PARAMETER_KINDS[k], d) for n, k, d in self._tables.signature(number)))

    # --- over the releases -----------------------------------------------------------------------------------------

    def closest(self, path: str, near: str | None = None) -> Symbol | None:
        """What a path denotes, in `near` or the closest release that has it; None: unknown."""
        return next((symbol for i in self._outward(near) if (symbol := self._symbol(path, i))), None)

    def identity(self, path: str, near: str | None = None) -> str | None:
        """The best public name of what a path denotes, in `near` or the closest release that has it; None: unknown."""
        symbol = self.closest(path, near)
        return symbol.name if symbol else None

    def mro(self, name: str, near: str | None = None) -> tuple[str, ...]:
        """The class and its bases by best public names, nearest first; empty for what is no class here."""
        for i in self._outward(near):
            found = self._find(name, i)
            if found and found[1] == "c":
                return tuple(self._public(c, i) for c in self._mro(found[0], i))
        return ()

    def returns(self, name: str, near: str | None = None) -> list[Any] | None:
        """The return-type spec of a function or method, the type spec of an attribute; None: unknown."""
        for i in self._outward(near):
            found = self._find(name, i)
            if found and (row := at(self._tables.returns(found[0]), i)):
                spec: list[Any] = json.loads(row.spec)
                return spec
        return None

    def named(self, leaf: str) -> list[str]:
        """The public paths of classes and functions of this name, in any release."""
        return self._tables.named(leaf)

    def star(self, module: str, release: str) -> dict[str, str]:
        """What `from module import *` binds: local name → full path. Empty: no such module."""
        return dict(self._star(module, release))

    @cache  # noqa: B019  a library lives as long as the process
    def _star(self, module: str, release: str) -> dict[str, str]:
        i = self._index(release)
        found = self._find(module, i)
        if found is None or found[1] != "m":
            return {}
        canonical = found[0]
        row = at(self._tables.modules(canonical), i)
        has_all = bool(row and row.has_all)
        out: dict[str, str] = {}
        for other, source, as_of in self._wildcard_sources(canonical, i):
            out.update(other._star(source, as_of))
        for leaf, target, how in self._tables.names_in(canonical, i):
            if how.isupper() if has_all else not leaf.startswith("_") and how != "s":
                out[leaf] = target if how in "xX" else f"{module}.{leaf}"
        if not has_all:
            for path in self._tables.submodules(canonical, i):
                leaf = path.rpartition(".")[2]
                if not leaf.startswith("_"):
                    out.setdefault(leaf, path)
        return out
