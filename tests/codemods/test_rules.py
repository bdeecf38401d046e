"""The index by which rules are loaded when something first happens that they listen to."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import codemods.fixers
from apidb.paths import data_dir
from codemods.fixing import REGISTRY
from codemods.rules import Rules, Shelf

RECIPES = data_dir() / "recipes"


def test_every_fixer_stands_on_its_librarys_shelf() -> None:
    names = [m.name for m in iter_modules(codemods.fixers.__path__)]
    for name in names:
        import_module(f"codemods.fixers.{name}")
    libraries = {name.rpartition(".")[2].partition("_")[0] for name in names} | {f.library for f in REGISTRY.values()}
    found = {
        (event, code)
        for library in libraries
        for event, places in Shelf(library, RECIPES / f"{library}.toml").fixers.items()
        for _, code in places
    }
    assert found == {(event, fixer.code) for fixer in REGISTRY.values() for event in fixer.on}


def test_only_what_is_asked_for_is_loaded() -> None:
    code = """
import sys
from apidb.paths import data_dir
from codemods.rules import Rules
Rules(["pandas"], data_dir() / "recipes")  # makes the index
loaded = lambda: {m for m in sys.modules if m.startswith("codemods.fixers.pandas_")}
print(len(loaded()))
"""
    run = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(2)]
    assert int(run[1].stdout) == 0


def test_an_index_is_made_anew_when_a_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "nolib.toml"
    record = '[[recipe]]\ncode = "X1"\nsymbol = "nolib.{}"\nchange = {{ to = "nolib.b" }}\nuntil = "1"\nwhy = "w"\n'
    path.write_text(record.format("a"))
    assert [r.code for r in Shelf("nolib", path).recipes_at("name nolib.a")] == ["X1"]
    path.write_text(record.format("aa"))
    assert not list(Shelf("nolib", path).recipes_at("name nolib.a"))
    assert [r.code for r in Shelf("nolib", path).recipes_at("name nolib.aa")] == ["X1"]


def test_a_damaged_index_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from apidb import paths

    monkeypatch.setattr(paths, "cache_dir", lambda: tmp_path)
    first = Shelf("xgboost", RECIPES / "xgboost.toml").fixers
    kept = tmp_path / "rules" / "xgboost.json"
    assert json.loads(kept.read_text())["fixers"]
    kept.write_text("{")
    assert Shelf("xgboost", RECIPES / "xgboost.toml").fixers.keys() == first.keys()


def test_rules_of_a_library_that_is_not_imported_are_not_asked() -> None:
    assert not Rules(["numpy"], RECIPES).at("attr", "pandas.DataFrame.iteritems")
    assert Rules(["pandas"], RECIPES).at("attr", "pandas.DataFrame.iteritems")
