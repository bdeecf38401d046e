"""All recipes and fixers as one kind of record, with their examples: for `migrate rules`, `migrate explain`, pages, proofs.

Not needed to migrate anything: it reads every recipe file and imports every fixer.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from apidb.plugins import Plugin, plugins
from codemods import mined
from codemods.fixing import REGISTRY, Example, Fixer, Same
from codemods.recipes import Recipe, parse, read_toml
from codemods.records import Safety

FIXERS = "codemods.fixers"


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule, whichever way it is written. `change` is a recipe's; `story` a fixer's own description."""

    code: str
    kind: str  # recipe | fixer | database
    library: str
    symbols: tuple[str, ...]
    since: str | None
    until: str
    safety: Safety
    silent: bool
    why: str
    advice: str
    change: Mapping[str, Any]
    story: str
    place: str  # the file that it stands in
    examples: tuple[Example, ...]
    same: tuple[Same, ...]


@cache
def entries() -> tuple[Entry, ...]:
    """Every recipe and fixer, by library and code."""
    return tuple(sorted((*_shipped(), *_of_plugins()), key=lambda e: (e.library.lower(), e.code)))


@cache
def _shipped() -> tuple[Entry, ...]:
    from apidb.paths import data_dir

    return (*_of_database(), *_of_fixers(FIXERS), *_of_recipes(data_dir() / "recipes", "data/recipes"))


def _of_plugins() -> Iterator[Entry]:
    for plugin in plugins("rules"):
        with plugin.trusted():
            yield from of_plugin(plugin)


def of_plugin(plugin: Plugin) -> list[Entry]:
    """The rules of a plugin.

    Raises:
        ValueError: one has the code of a shipped rule, or is malformed. What else its modules raise, is raised too.
    """
    taken = {entry.code for entry in _shipped()}  # all shipped fixers are imported: theirs are refused there
    found = [*_of_recipes(plugin.folder, plugin.package.replace(".", "/")), *_of_fixers(plugin.package)]
    if doubled := sorted(taken & {entry.code for entry in found}):
        raise ValueError(f"{', '.join(doubled)}: the code of another rule; `migrate rules` lists all")
    return found


_DATABASE = (
    (mined.SYMBOL, "a symbol is gone, moved or renamed: the database has the release, and what became of it"),
    (mined.KEYWORD, "a keyword is gone or renamed: the database has the release, and the new keyword"),
    (mined.POSITION, "arguments became keyword-only: the database has the release that enforces it"),
    (mined.VALUE, "a value of a keyword is gone or renamed: the database has the release, and the new value"),
)


def _of_database() -> Iterator[Entry]:
    """What the database alone tells: one rule for each kind of change, for all libraries that it knows."""
    for number, why in _DATABASE:
        story = "See `migrate apidb show SYMBOL`."
        yield Entry(
            number, "database", "*", (), None, "", Safety.SAFE, False, why, "", {}, story, "codemods/mined.py", (), ()
        )  # fmt: skip


def _of_fixers(package: str) -> Iterator[Entry]:
    for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
        importlib.import_module(f"{package}.{module.name}")
    for fixer in [each for each in REGISTRY.values() if each.module.startswith(f"{package}.")]:
        home = sys.modules[fixer.module]
        story = home.__doc__ or ""
        yield Entry(
            fixer.code, "fixer", fixer.library, _symbols(fixer), fixer.since, fixer.until, fixer.safety, fixer.silent,
            fixer.why, "", {}, inspect.cleandoc(story), f"{fixer.module.replace('.', '/')}.py",
            tuple(_tidy(e) for e in fixer.examples if isinstance(e, Example)),
            tuple(Same(code(e.code), e.was) for e in fixer.examples if isinstance(e, Same)),
        )  # fmt: skip


def _symbols(fixer: Fixer) -> tuple[str, ...]:
    """What a fixer is about: the symbols of its events, each once."""
    found = (event.partition(" ")[2] for event in fixer.on if not event.startswith("node "))
    return tuple(dict.fromkeys(found))


def _of_recipes(folder: Path, shown: str) -> Iterator[Entry]:
    for path in sorted(folder.glob("*.toml")):
        for recipe in (parse(raw, path) for raw in read_toml(path)):
            yield _of_recipe(recipe, f"{shown}/{path.name}")


def _of_recipe(recipe: Recipe, place: str) -> Entry:
    both = [e for e in recipe.examples if "before" in e]
    return Entry(
        recipe.code, "recipe", recipe.library, recipe.symbols, recipe.since, recipe.until, recipe.safety, recipe.silent,
        recipe.why, recipe.advice, recipe.change, "", place,
        tuple(_tidy(Example(**{k: v for k, v in e.items() if k != "same"})) for e in both),
        tuple(Same(code(e["same"]), e.get("was", {})) for e in recipe.examples if "same" in e),
    )  # fmt: skip


def _tidy(example: Example) -> Example:
    return Example(code(example.before), code(example.after), example.check, example.was, textwrap.dedent(example.setup).strip())


def code(text: str) -> str:
    """An example's text as a file's: no indentation, no blank lines around, one newline at the end."""
    return textwrap.dedent(text).strip("\n") + "\n"
