"""Recipes as records: what a file may say, what it may not, and what each kind of change does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from apidb.paths import data_dir
from codemods.recipes import RecipeError, parse, read_toml
from codemods.records import Safety
from codemods.rules import Shelf
from tests.codemods.migrate_helpers import migrate

PLACE = Path("lib.toml")


def record(**changes: Any) -> dict[str, Any]:
    return {
        "code": "XX001",
        "symbol": "lib.Old",
        "change": {"to": "lib.New"},
        "until": "2.0",
        "why": "renamed",
        **changes,
    }


def test_defaults() -> None:
    recipe = parse(record(), PLACE)
    assert (recipe.library, recipe.symbols, recipe.safety, recipe.silent) == ("lib", ("lib.Old",), Safety.SAFE, False)
    assert parse(record(symbol=["lib.A", "lib.B"], library="other"), PLACE).library == "other"


@pytest.mark.parametrize(
    ("change", "events"),
    [
        ({"keyword": "k", "to": "k2"}, ("call",)),
        ({"pin": {"k": "1"}}, ("call",)),
        ({"args": ["a"], "write": "f({a})"}, ("call", "static")),
        ({"args": ["a"], "write": "{self}.f({a})"}, ("call",)),
        ({"write": "{self}.values"}, ("attr", "name")),
        ({"to": "lib.New"}, ("name", "attr", "import")),
        ({}, ("name", "attr", "import")),
    ],
)
def test_where_a_recipe_looks(change: dict[str, Any], events: tuple[str, ...]) -> None:
    assert parse(record(change=change), PLACE).events == events


@pytest.mark.parametrize("field", ["code", "symbol", "change", "until", "why"])
def test_missing_field(field: str) -> None:
    raw = record()
    del raw[field]
    with pytest.raises(RecipeError, match=f"lib.toml: {'None' if field == 'code' else 'XX001'}: .*{field}"):
        parse(raw, PLACE)


@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"replaces": "x"}, "unknown field replaces"),
        ({"safety": "sure"}, "sure"),
        ({"change": {"kyword": "k", "to": "k2"}}, "kyword"),
        ({"change": {"keyword": "k"}}, "keyword"),
        ({"change": {"to": "lib.New", "pin": {"a": "1"}}}, "pin"),
        ({"change": {"args": ["a"]}}, "args"),
        ({"change": "lib.New"}, "change"),
        ({"symbol": 3}, "symbol"),
        ({"symbol": []}, "symbol"),
        ({"example": [{"before": "x"}]}, "example"),
    ],
)
def test_malformed(wrong: dict[str, Any], word: str) -> None:
    with pytest.raises(RecipeError, match=f"lib.toml: XX001: .*{word}"):
        parse(record(**wrong), PLACE)


def test_no_toml(tmp_path: Path) -> None:
    path = tmp_path / "lib.toml"
    path.write_text('[[recipe]]\ncode = "XX001\n')
    with pytest.raises(RecipeError, match=r"lib\.toml: .*line 2"):
        read_toml(path)
    path.write_text('recipe = "none"\n')
    with pytest.raises(RecipeError, match=r"lib\.toml: .*recipe"):
        read_toml(path)


@pytest.mark.parametrize("path", sorted((data_dir() / "recipes").glob("*.toml")), ids=lambda p: p.stem)
def test_shipped_files(path: Path) -> None:
    """Each is well formed, and says the same from its compiled form."""
    recipes = [parse(raw, path) for raw in read_toml(path)]
    assert recipes
    compiled = list(Shelf(path.stem, path).recipes())
    again = list(Shelf(path.stem, path).recipes())
    assert compiled == again
    assert [(r.code, r.symbols, r.change, r.until) for r in recipes] == [(r.code, r.symbols, r.change, r.until) for r in compiled]


# --- what the changes do, by shipped recipes ---

FRAME = "import pandas as pd\ndf = pd.DataFrame({'a': [1]})\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for k, v in df.iteritems(): pass", "for k, v in df.items(): pass"),  # { to }
        ("x = df.iterkv", "x = df.items"),
    ],
)
def test_renamed_members(before: str, after: str) -> None:
    assert migrate(FRAME + before).text == FRAME + after + "\n"


def test_a_keyword_given_under_both_names_is_declined() -> None:
    before = "from sklearn.preprocessing import OneHotEncoder\nOneHotEncoder(sparse=False, sparse_output=False)\n"
    assert migrate(before).left == (("SK120", "both sparse and sparse_output are given"),)


def test_a_silent_recipe_needs_an_age() -> None:
    shipped = [r for path in (data_dir() / "recipes").glob("*.toml") for r in Shelf(path.stem, path).recipes()]
    silent = [r for r in shipped if r.silent]
    assert all(r.until for r in silent), "a silent change without a release can't be dated"
