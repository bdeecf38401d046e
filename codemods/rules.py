"""The recipes and fixers of the libraries in play, each loaded when something first happens that it listens to.

What listens to what is kept in an index beside the compiled recipes, in the user's cache: a notebook that uses a tenth of
a library loads a tenth of its rules. The index of a library is made anew when one of its files changes.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from apidb.kept import kept
from apidb.plugins import Plugin, plugins
from codemods.fixing import REGISTRY, Fixer
from codemods.recipes import Recipe, parse, read_toml

Rule = Fixer | Recipe
_ALWAYS = "python"  # fixers and recipes of the language itself
_FIXERS = "codemods.fixers"


class Shelf:
    """The rules that stand under one library's name: in its recipe file, and in the modules `LIBRARY_WHAT.py` of a package.

    Args: `recipes`: the file, which may be missing; `fixers`: the package; `plugin`: who brings them, None: we do.
    """

    def __init__(self, library: str, recipes: Path, fixers: str = _FIXERS, plugin: Plugin | None = None) -> None:
        self._recipes, self._package, self._plugin = recipes, fixers, plugin
        index = _indexed(library, recipes, fixers, plugin)
        self.fixers: dict[str, list[tuple[str, str]]] = index["fixers"]  # event → (module, code)
        self.positions: dict[str, list[int]] = index["recipes"]  # event → positions among the records
        self.events = frozenset((*self.fixers, *self.positions))
        self._records: list[str] = index["records"]  # each as JSON: most are never read
        self._made: dict[int, Recipe] = {}

    def fixers_at(self, event: str) -> Iterable[Fixer]:
        for module, code in self.fixers.get(event, ()):
            if code not in REGISTRY:
                with _trusted(self._plugin):
                    import_module(f"{self._package}.{module}")
            if code in REGISTRY or self._plugin is None:
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
def shelves(library: str, recipes_dir: Path) -> tuple[Shelf, ...]:
    """A library's shelves, ours and those that plugins bring, their indexes read once."""
    found = [Shelf(library, recipes_dir / f"{library}.toml")]
    for plugin in plugins("rules"):
        with plugin.trusted():
            recipes = plugin.folder / f"{library}.toml"
            if recipes.is_file() or _modules(library, plugin.package):
                found.append(Shelf(library, recipes, plugin.package, plugin))
    return tuple(found)


class Rules:
    """The rules of some libraries (import names), and those of the language."""

    @staticmethod
    @lru_cache(8)  # a batch meets many; each is large
    def of(libraries: frozenset[str], recipes_dir: Path) -> Rules:
        """The rules of these libraries, gathered once."""
        return Rules(libraries, recipes_dir)

    def __init__(self, libraries: Iterable[str], recipes_dir: Path) -> None:
        self._libraries = frozenset((_ALWAYS, *libraries))
        self._shelves = [shelf for name in sorted(self._libraries) for shelf in shelves(name, recipes_dir)]
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


def _trusted(plugin: Plugin | None) -> AbstractContextManager[None]:
    return plugin.trusted() if plugin is not None else nullcontext()


def _modules(library: str, package: str) -> list[Path]:
    """The files of a package that stand on a library's shelf."""
    folder = Path(import_module(package).__path__[0])
    return sorted(p for p in folder.iterdir() if p.suffix == ".py" and p.name.startswith(f"{library}_"))


def _indexed(library: str, recipes: Path, package: str, plugin: Plugin | None) -> dict[str, Any]:
    """The index of a shelf, from the cache where it is fresh."""
    from apidb.paths import cache_dir

    files = _modules(library, package)
    makers = (Path(__file__).with_name(f"{name}.py") for name in ("rules", "fixing", "recipes", "defaults"))
    helpers = sorted(Path(import_module(package).__path__[0]).glob("_*.py"))  # tables of events may stand in them
    stamp = [_stamp(path) for path in (recipes, *makers, *files, *helpers)]
    if plugin is None:
        return kept(cache_dir() / "rules" / f"{library}.json", stamp, lambda: _index(recipes, package, files))

    def checked() -> dict[str, Any]:
        from codemods.rulebook import of_plugin

        of_plugin(plugin)
        return _index(recipes, package, files)

    stamp.append(_stamp(Path(__file__).with_name("fixers")))  # its codes must not be ours
    return kept(cache_dir() / "rules" / f"{plugin.name}-{library}.json", stamp, checked)


def _stamp(path: Path) -> list[Any]:
    try:
        stat = path.stat()
    except FileNotFoundError:
        return [path.name, 0, 0]
    return [str(path), stat.st_mtime_ns, stat.st_size]


def _index(recipes: Path, package: str, files: Iterable[Path]) -> dict[str, Any]:
    fixers: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path in files:
        module = import_module(f"{package}.{path.stem}").__name__
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
