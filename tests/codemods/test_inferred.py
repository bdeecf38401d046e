"""The cases of `inferred.txt`, with what the shipped database knows."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from apidb import Catalog
from codemods.infer import infer
from codemods.known import Known
from tests.codemods.infer_helpers import show

BEFORE = "import pandas as pd, numpy as np, matplotlib.pyplot as plt, seaborn as sns\ndf = pd.read_csv('a.csv')\n"


def cases() -> Iterator[tuple[str, str]]:
    """Code, and what its last line holds."""
    text = (Path(__file__).parent / "inferred.txt").read_text()
    for block in text.split("\n\n"):
        code, mark, expected = block.rpartition("\n=> ")
        if mark:
            yield code, expected.strip()


@cache
def known() -> Known:
    return Known(Catalog())


@pytest.mark.parametrize(("code", "expected"), list(cases()))
def test_what_the_last_line_holds(code: str, expected: str) -> None:
    tree = ast.parse(BEFORE + code)
    last = tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert show(infer([(0, tree)], known()).types(last.value)) == expected
