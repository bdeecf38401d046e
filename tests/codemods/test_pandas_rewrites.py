"""Rewrites of pandas that meet on one line, and uses that are reported because they can't be decided."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from migrator.pipeline import Options, migrate_bytes


def migrate(code: str, was: Mapping[str, str] | None = None) -> tuple[str, set[str]]:
    """The code after, and the codes of the findings that were left to the user."""
    result = migrate_bytes(("import pandas as pd\n" + code + "\n").encode(), "source.py", Options(was=dict(was or {})))
    return result.migrated.decode().removeprefix("import pandas as pd\n").strip(), {f.code for f in result.left}


@pytest.mark.parametrize(
    ("was", "before", "after"),
    [
        (
            "1.3.5",
            'df = pd.read_csv("f.csv", ";", squeeze=True, error_bad_lines=False)',
            'df = pd.read_csv("f.csv", sep=";", on_bad_lines="warn").squeeze("columns")',
        ),
        (
            "1.3.5",
            'df = pd.read_csv("f.csv")\nx = df.append(df).append(df, True).fillna(method="ffill").drop("a", 1)',
            'df = pd.read_csv("f.csv")\nx = pd.concat([pd.concat([df, df]), df], ignore_index=True).ffill().drop("a", axis=1)',
        ),
        (
            "0.22.0",
            's = pd.Series([1, 2], index=pd.date_range("2020", periods=2))\nr = s.resample("2h", how="sum", base=1)',
            's = pd.Series([1, 2], index=pd.date_range("2020", periods=2))\nr = s.resample("2h", offset="1h").sum()',
        ),
        ("0.20.3", "s = pd.Series([1.0, None]).valid()", "s = pd.Series([1.0, None]).dropna()"),
        ("0.25.3", 'df = pd.DataFrame.from_csv("f.csv")', 'df = pd.read_csv("f.csv", index_col=0, parse_dates=True)'),
    ],
)
def test_rewrites_meet(was: str, before: str, after: str) -> None:
    assert migrate(before, {"pandas": was}) == (after, set())


@pytest.mark.parametrize(
    ("code", "finding"),
    [
        ("def f(x, y):\n    return pd.DataFrame({'a': [1]}).append(y)", "PD100"),
        ("def f(df):\n    return pd.rolling_mean(df, 3)", "PD160"),
        ("df = pd.read_csv('f', index_col=0)\nx = df.ix[0:3]", "PD110"),
        ("pd.set_option('mode.use_inf_as_na', True)\nn = load().isna()", "PD323"),
        ("df = pd.read_csv('f', date_parser=lambda a, b: a, parse_dates=['d'])", "PD174"),
        ("p = pd.Panel({})", "PD090"),
        ("i = pd.Index([1, 2]) & pd.Index([2, 3])", "PD330"),
    ],
)
def test_what_is_not_known_is_left_alone(code: str, finding: str) -> None:
    after, left = migrate(code)
    assert after == code
    assert finding in left


def test_a_column_is_no_attribute() -> None:
    code = 'df = pd.DataFrame({"labels": [1], "blocks": [2]})\nx = df.blocks'
    assert migrate(code) == (code, set())


def test_text_shows_the_age_of_set_operators() -> None:
    before = 'i = pd.Index([1, 2]) & pd.Index([2, 3])\nj = pd.Index(["a"]) | pd.Index(["b"])'
    after = 'i = pd.Index([1, 2]).intersection(pd.Index([2, 3]))\nj = pd.Index(["a"]).union(pd.Index(["b"]))'
    assert migrate(before)[0] == after
