"""The recipes and fixers of the libraries in play, each loaded when something first happens that it listens to.

What listens to what is kept in an index beside the compiled recipes, in the user's cache: a notebook that uses a tenth of
a library loads a tenth of its rules. The index of a library is made anew when one of its files changes.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from codemods.fixing import REGISTRY, Fixer
from codemods.recipes import Recipe, parse, read_toml

Rule = Fixer | Recipe
_ALWAYS = "python"  # fixers and recipes of the language itself
_FIXERS = "codemods.fixers"


class Shelf:
    """The rules that stand under one library's name: in its recipe file, and in the modules `LIBRARY_WHAT.py`."""

    def __init__(self, library: str, recipes: Path) -> None:
        self._recipes = recipes
        folder = Path(import_module(_FIXERS).__path__[0])
        files = sorted(p for p in folder.iterdir() if p.suffix == ".py" and p.name.startswith(f"{library}_"))
        index = _indexed(library, recipes, files)
        self.fixers: dict[str, list[tuple[str, str]]] = index["fixers"]  # event → (module, code)
        self.positions: dict[str, list[int]] = index["recipes"]  # event → positions among the records
        self.events = frozenset((*self.fixers, *self.positions))
        self._records: list[str] = index["records"]  # each as JSON: most are never read
        self._made: dict[int, Recipe] = {}

    def fixers_at(self, event: str) -> Iterable[Fixer]:
        for module, code in self.fixers.get(event, ()):
            if code not in REGISTRY:
                import_module(f"{_FIXERS}.{module}")
            yield REGISTRY[code]

    def recipes_at(self, event: str) -> Iterable[Recipe]:
        return map(self._recipe, self.positions.get(event, ()))

    def recipes(self) -> Iterable[Recipe]:
        """All recipes of the library."""
        return map(self._recipe, range(len(self._records)))

    def _recipe(self, position: int) -> Recipe:
        if position not in self._made:
            self._made[position] = parse(json.loads(self._records[position]), self._recipes)
        return self._made[position]


@cache
def shelf(library: str, recipes: Path) -> Shelf:
    """A library's shelf, its index read once."""
    return Shelf(library, recipes)


class Rules:
    """The rules of some libraries (import names), and those of the language."""

    @staticmethod
    @cache
    def of(libraries: frozenset[str], recipes_dir: Path) -> Rules:
        """The rules of these libraries, gathered once."""
        return Rules(libraries, recipes_dir)

    def __init__(self, libraries: Iterable[str], recipes_dir: Path) -> None:
        self._libraries = frozenset((_ALWAYS, *libraries))
        self._shelves = [shelf(name, recipes_dir / f"{name}.toml") for name in sorted(self._libraries)]
        self._events = frozenset().union(*(each.events for each in self._shelves))
        self.node_kinds = sorted(event.removeprefix("node ") for event in self._events if event.startswith("node "))

    def listens(self, event: str, symbols: Iterable[str]) -> bool:
        """Whether there is a rule for one of these symbols."""
        return any(self.at(event, symbol) for symbol in symbols)

    def at(self, event: str, symbol: str) -> Sequence[Rule]:
        """The rules for a symbol, fixers first: its own, then those for everything in its module or class (`MODULE.*`)."""
        found: list[Rule] = []
        for key in (f"{event} {symbol}", f"{event} {symbol.rpartition('.')[0]}.*"):
            if key not in self._events:
                continue
            for each in self._shelves:
                found += (fixer for fixer in each.fixers_at(key) if fixer.library in self._libraries)
            for each in self._shelves:
                found += each.recipes_at(key)
        return found


def _indexed(library: str, recipes: Path, files: Sequence[Path]) -> dict[str, Any]:
    """The index of a library, from the cache where it is fresh."""
    from apidb.paths import cache_dir

    kept = cache_dir() / "rules" / f"{library}.json"
    makers = (Path(__file__).with_name(f"{name}.py") for name in ("rules", "fixing", "recipes", "defaults"))
    stamp = [_stamp(path) for path in (recipes, *makers, *files)]
    try:
        index: dict[str, Any] = json.loads(kept.read_bytes())
        if index["stamp"] == stamp:
            return index
    except (OSError, ValueError, KeyError, TypeError):
        pass
    index = {"stamp": stamp, **_index(recipes, files)}
    _keep(kept, json.dumps(index))
    return index


def _stamp(path: Path) -> list[Any]:
    try:
        stat = path.stat()
    except FileNotFoundError:
        return [path.name, 0, 0]
    return [str(path), stat.st_mtime_ns, stat.st_size]


def _index(recipes: Path, files: Iterable[Path]) -> dict[str, Any]:
    fixers: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path in files:
        module = import_module(f"{_FIXERS}.{path.stem}").__name__
        for fixer in REGISTRY.values():
            if fixer.module == module:
                for event in fixer.on:
                    fixers[event].append((path.stem, fixer.code))
    positions: dict[str, list[int]] = defaultdict(list)
    records = read_toml(recipes) if recipes.exists() else []
    for position, record in enumerate(records):
        recipe = parse(record, recipes)
        for kind in recipe.events:
            for symbol in recipe.symbols:
                positions[f"{kind} {symbol}"].append(position)
    plain = [json.dumps({key: value for key, value in record.items() if key != "example"}) for record in records]
    return {"fixers": fixers, "recipes": positions, "records": plain}


def _keep(path: Path, text: str) -> None:
    """Write a cache file whole or not at all; a cache that can't be written is no error."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(f".{os.getpid()}.tmp")
        aside.write_text(text, encoding="utf-8")
        aside.replace(path)
    except OSError:
        pass
