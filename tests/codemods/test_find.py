"""Where a rule is asked, and what becomes of its answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from codemods.fixing import REGISTRY, Answer, Context
from migrator.pipeline import Options, migrate_bytes
from tests.codemods.migrate_helpers import code, migrate, notebook, sources

FRAME = "import pandas as pd\ndf = pd.DataFrame({'a': [1]})\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for k, v in df.iteritems(): pass", "for k, v in df.items(): pass"),
        ("for k, v in df['a'].iteritems(): pass", "for k, v in df['a'].items(): pass"),
        ("for k, v in df.head().iteritems(): pass", "for k, v in df.head().items(): pass"),
        ("rows = [k for k, v in df.iteritems()]", "rows = [k for k, v in df.items()]"),
        ("f = lambda: df.iteritems()", "f = lambda: df.items()"),
        ("def f(x=df.iteritems()):\n    return x", "def f(x=df.items()):\n    return x"),
        ("text = f'{list(df.iteritems())}'", "text = f'{list(df.items())}'"),
        ("class A:\n    b = df.iteritems()", "class A:\n    b = df.items()"),
        ("if df.empty:\n    pass\nelif df.iteritems():\n    pass", "if df.empty:\n    pass\nelif df.items():\n    pass"),
    ],
)
def test_known_receivers_wherever_they_stand(before: str, after: str) -> None:
    assert migrate(FRAME + before).text == FRAME + after + "\n"


@pytest.mark.parametrize(
    "use",
    [
        "def f(x):\n    return x.iteritems()",  # a parameter of unknown type
        "for k, v in load().iteritems(): pass",  # what an unknown function returned
        "df = load()\ndf.iteritems()",  # rebound
        "import mylib\nmylib.frame.iteritems()",
        "class Frame:\n    def iteritems(self):\n        return []\n\nFrame().iteritems()",
    ],
)
def test_unknown_receivers_are_left(use: str) -> None:
    done = migrate(FRAME + use)
    assert done.text == code(FRAME + use) and done.left == ()


def test_the_users_subclass_is_left() -> None:
    before = FRAME + "class Mine(pd.DataFrame):\n    pass\n\nMine().iteritems()\n"  # it may define the method in many ways
    assert migrate(before).text == before


EITHER = "import random\nx = {} if random.random() > 0.5 else pd.DataFrame({{'a': [1]}})\n"


def test_a_union_with_one_rewrite_for_all() -> None:
    before = FRAME + EITHER.format("pd.Series([1])") + "x.iteritems()\n"
    assert migrate(before).text == before.replace("iteritems", "items")


@pytest.mark.parametrize("other", ["[1]", "load()", "{}"])
def test_a_union_with_something_else_is_left(other: str) -> None:
    before = FRAME + EITHER.format(other) + "x.iteritems()\n"
    assert migrate(before).text == before


def test_a_union_with_a_rewrite_for_one_is_reported() -> None:
    before = FRAME + EITHER.format("pd.Series([1])") + "y = x.append(x)\n"
    done = migrate(before)
    assert done.text == before and done.left


@pytest.mark.parametrize(
    "patch",
    [
        "pd.DataFrame.iteritems = lambda self: iter(self)",
        "setattr(pd.DataFrame, 'iteritems', lambda self: iter(self))",
    ],
)
def test_what_the_code_patches_itself_is_left(patch: str) -> None:
    before = f"{FRAME}{patch}\ndf.iteritems()\n"
    assert migrate(before).text == before


def test_a_column_is_no_method() -> None:
    before = "import pandas as pd\ndf = pd.DataFrame({'ix': [1]})\nprint(df.ix)\n"
    done = migrate(before)
    assert done.text == before and done.left == ()


def test_cells_know_each_other() -> None:
    data = notebook("import pandas as pd", "df = pd.read_csv('a.csv')", "for k, v in df.iteritems():\n    print(k)")
    migrated = sources(migrate_bytes(data, "old.ipynb").migrated)
    assert migrated == ["import pandas as pd\n", "df = pd.read_csv('a.csv')\n", "for k, v in df.items():\n    print(k)\n"]


def test_findings_name_the_place() -> None:
    data = notebook("import pandas as pd\ndf = pd.read_csv('a.csv')", "\n\nx = df.iteritems()")
    (applied,) = migrate_bytes(data, "old.ipynb").applied
    assert (applied.finding.cell, applied.finding.span.line, applied.finding.release) == (1, 1, "pandas 2.0")
    assert (applied.before, applied.after) == ("x = df.iteritems()", "x = df.items()")


def test_a_rule_that_raises_costs_one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(node: Any, context: Context) -> Answer:
        raise ZeroDivisionError("boom")

    migrate(FRAME)  # registers the fixers of pandas
    monkeypatch.delenv("NBMIGRATE_DEBUG", raising=False)
    monkeypatch.setitem(REGISTRY, "PD100", replace(REGISTRY["PD100"], rewrite=crash))
    done = migrate(FRAME + "df = df.append(df)\nfor k, v in df.iteritems(): pass\n")
    assert done.text == FRAME + "df = df.append(df)\nfor k, v in df.items(): pass\n"
    assert ("PD100", "PD100 failed on this code, please report it (ZeroDivisionError: boom)") in done.left


def test_select_and_ignore() -> None:
    before = FRAME + "df.append(df)\nfor k, v in df.iteritems(): pass\n"
    assert "iteritems" in migrate(before, select=("PD100",)).text
    assert "df.append" in migrate(before, ignore=("PD1",)).text


def test_review_is_applied_only_when_asked() -> None:
    before = "from scipy.misc import imread\nimage = imread('a.png')\n"
    kept = migrate(before)
    assert kept.text == before and kept.codes == {"SP220"}
    assert "PIL.Image.open('a.png')" in migrate(before, unsafe=True).text


def test_nothing_in_play_costs_nothing() -> None:
    result = migrate_bytes(b"print(1)\n", "source.py", Options())
    assert not result.changed and result.left == () and result.code_cells == 1


def test_a_builtin_is_not_the_module_of_its_name() -> None:
    """Python 2 had a module `repr`; who calls repr() means the builtin."""
    result = migrate_bytes(b"print(repr(3))\nx = open('a').read()\n", "a.py")
    assert result.left == () and not result.changed
