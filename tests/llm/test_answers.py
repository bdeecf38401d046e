"""Reading what models write: the two forms that are taken, and every way in which an answer can't be used."""

from __future__ import annotations

import pytest

from llm.answers import Unusable, read
from llm.records import CellEdit

CELLS = {3: "x = df.ix[0]\nprint(x)", 5: "y = x.as_matrix()"}

USED = {
    "asked form": ("PLAN: ix is gone.\n\n### cell 3\n```python\nx = df.iloc[0]\nprint(x)\n```", {3: "x = df.iloc[0]\nprint(x)"}),
    "two cells": (
        "PLAN: a\n### cell 3\n```python\nx = df.iloc[0]\nprint(x)\n```\n### cell 5\n```python\ny = x.to_numpy()\n```",
        {3: "x = df.iloc[0]\nprint(x)", 5: "y = x.to_numpy()"},
    ),
    "patch in one block": ("```\n## === cell 5\ny = x.to_numpy()\n```", {5: "y = x.to_numpy()"}),
    "patch of several cells": (
        "## === cell 3 ===\nx = df.iloc[0]\nprint(x)\n\n## === cell 5 ===\ny = x.to_numpy()\n",
        {3: "x = df.iloc[0]\nprint(x)", 5: "y = x.to_numpy()"},
    ),
    "bold heading": ("**Cell 5:**\n```py\ny = x.to_numpy()\n```", {5: "y = x.to_numpy()"}),
    "no language": ("### cell 5\n```\ny = x.to_numpy()\n```", {5: "y = x.to_numpy()"}),
    "tildes": ("### cell 5\n~~~python\ny = x.to_numpy()\n~~~", {5: "y = x.to_numpy()"}),
    "indented code": ("### cell 5\n```python\n    y = x.to_numpy()\n```", {5: "y = x.to_numpy()"}),
    "words after it": ("### cell 5\n```python\ny = x.to_numpy()\n```\nThis is the same array.", {5: "y = x.to_numpy()"}),
    "an unchanged cell beside it": (
        "### cell 3\n```python\nx = df.ix[0]\nprint(x)\n```\n### cell 5\n```python\ny = x.to_numpy()\n```",
        {5: "y = x.to_numpy()"},
    ),
    "the same block twice": (
        "### cell 5\n```python\ny = x.to_numpy()\n```\nAgain:\n### cell 5\n```python\ny = x.to_numpy()\n```",
        {5: "y = x.to_numpy()"},
    ),
}

UNUSABLE = {
    "empty": ("", "empty"),
    "blank": ("  \n\n ", "empty"),
    "words only": ("You should use iloc instead of ix.", "no fenced code block"),
    "declined": ("I'm sorry, but I can't help with that.", "declined"),
    "open fence": ("### cell 5\n```python\ny = x.to_num", "not closed"),
    "unknown cell": ("### cell 9\n```python\nz = 1\n```", "no cell 9"),
    "unchanged": ("### cell 5\n```python\ny = x.as_matrix()\n```", "nothing changed"),
    "which cell": ("```python\ny = x.to_numpy()\n```", "which cell"),
    "two versions": ("### cell 5\n```python\na = 1\n```\n### cell 5\n```python\nb = 1\n```", "two different blocks"),
    "over-long": ("### cell 5\n```python\n" + "\n".join(f"a{i} = {i}" for i in range(400)) + "\n```", "200 lines longer"),
    "looping lines": ("### cell 5\n```python\n" + "import numpy as np\n" * 60 + "```", "again and again"),
    "looping words": ("### cell 5\n" + "to_numpy to_numpy " * 200, "again and again"),
    "empty block": ("### cell 5\n```python\n\n```", "no fenced code block"),
    "json": ('{"cell": 5, "code": "y = x.to_numpy()"}', "no fenced code block"),
}


@pytest.mark.parametrize("name", USED)
def test_used(name: str) -> None:
    text, edits = USED[name]
    assert read(text, CELLS).edits == tuple(CellEdit(cell, source) for cell, source in edits.items())


@pytest.mark.parametrize("name", UNUSABLE)
def test_unusable(name: str) -> None:
    text, reason = UNUSABLE[name]
    with pytest.raises(Unusable, match=reason):
        read(text, CELLS)


def test_a_block_without_heading_is_for_the_only_cell() -> None:
    assert read("```python\ny = x.to_numpy()\n```", CELLS, only=5).edits == (CellEdit(5, "y = x.to_numpy()"),)


def test_cut_at_the_token_limit() -> None:
    with pytest.raises(Unusable, match="cut off"):
        read("### cell 5\n```python\ny = x.to_numpy()\n```", CELLS, cut=True)


def test_the_plan_is_what_comes_before() -> None:
    assert read("PLAN: as_matrix is gone.\n### cell 5\n```python\ny = x.to_numpy()\n```", CELLS).plan == "as_matrix is gone."
