"""Every example that stands in a recipe or fixer: `before` becomes exactly `after`, `same` stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from codemods.rulebook import entries
from migrator.pipeline import Options, migrate_source

# Today's releases of what has no database, which the target must therefore be told; and the newest Python.
TOLD = {
    "python": "3.14.0", "tensorflow": "2.21.0", "keras": "3.15.1", "torch": "2.13.0", "gensim": "4.4.0", "statsmodels": "0.15.0",
    "nltk": "3.10.4", "plotly": "7.1.0", "IPython": "9.18.1", "ipywidgets": "8.1.8",
}  # fmt: skip


def examples() -> Iterator[Any]:
    """(before, after, was) of every record, named by its code."""
    for entry in entries():
        for number, example in enumerate(entry.examples):
            yield pytest.param(example.before, example.after, example.was, id=f"{entry.code}-{number}")
        for number, same in enumerate(entry.same):
            yield pytest.param(same.code, same.code, same.was, id=f"{entry.code}-same-{number}")


@pytest.mark.parametrize(("before", "after", "was"), list(examples()))
def test_example(before: str, after: str, was: Mapping[str, str]) -> None:
    options = Options(target=TOLD)
    assert migrate_source(before, was, options) == after
    assert migrate_source(after, was, options) == after, "a second run must change nothing"


def test_codes_are_unique() -> None:
    codes = [e.code for e in entries()]
    assert len(codes) == len(set(codes))
