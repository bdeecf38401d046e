"""Every example that stands in a recipe or fixer: `before` becomes exactly `after`, `same` stays as it is."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import codemods.fixers
from apidb.paths import data_dir
from codemods.fixing import REGISTRY, Example
from codemods.recipes import parse, read_toml
from migrator.pipeline import Options, migrate_source

# Today's releases of what has no database, which the target must therefore be told; and the newest Python.
TOLD = {
    "python": "3.14.0", "tensorflow": "2.21.0", "keras": "3.15.1", "torch": "2.13.0", "gensim": "4.4.0", "statsmodels": "0.15.0",
    "nltk": "3.10.4", "plotly": "7.1.0", "IPython": "9.18.1", "ipywidgets": "8.1.8",
}  # fmt: skip


def dedent(text: str) -> str:
    import textwrap

    return textwrap.dedent(text).strip("\n") + "\n"


def examples() -> Iterator[Any]:
    """(before, after, was) of every record, named by its code."""
    for module in pkgutil.iter_modules(codemods.fixers.__path__):
        importlib.import_module(f"codemods.fixers.{module.name}")
    for fixer in REGISTRY.values():
        for number, example in enumerate(fixer.examples):
            before = example.before if isinstance(example, Example) else example.code
            after = example.after if isinstance(example, Example) else example.code
            yield pytest.param(dedent(before), dedent(after), example.was, id=f"{fixer.code}-{number}")
    for path in sorted((data_dir() / "recipes").glob("*.toml")):
        for recipe in (parse(raw, path) for raw in read_toml(path)):
            for number, record in enumerate(recipe.examples):
                before = record.get("before") or record["same"]
                after = record.get("after") or record["same"]
                yield pytest.param(dedent(before), dedent(after), record.get("was", {}), id=f"{recipe.code}-{number}")


@pytest.mark.parametrize(("before", "after", "was"), examples())
def test_example(before: str, after: str, was: Mapping[str, str]) -> None:
    options = Options(target=TOLD)
    assert migrate_source(before, was, options) == after
    assert migrate_source(after, was, options) == after, "a second run must change nothing"


def test_codes_are_unique() -> None:
    codes = [r["code"] for path in (data_dir() / "recipes").glob("*.toml") for r in read_toml(path)]
    assert len(codes) == len(set(codes))
    assert not set(codes) & REGISTRY.keys()
