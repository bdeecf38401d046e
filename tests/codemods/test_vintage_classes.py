"""The name of a class is no evidence of age: code reaches accessors and groups without spelling it."""

from __future__ import annotations

import pytest

from migrator.pipeline import migrate_source

HEAD = 'import pandas as pd\ndf = pd.read_csv("t.csv")\n'


@pytest.mark.parametrize(
    "use",
    ['df["a"].str.extract("(b)")', 'df["a"].cat.codes', 'df.groupby("a").agg("count")', "df.rolling(2).max()"],
)
def test_accessors_tell_no_age(use: str) -> None:
    silent = 'd = pd.get_dummies(df["c"])\n'  # rewritten only in code known to be older than 2.0
    assert migrate_source(f"{HEAD}x = {use}\n{silent}", {}) == f"{HEAD}x = {use}\n{silent}"


def test_removed_method_tells_age() -> None:
    migrated = migrate_source(f'{HEAD}y = df.append(df)\nd = pd.get_dummies(df["c"])\n', {})
    assert 'pd.get_dummies(df["c"], dtype="uint8")' in migrated
