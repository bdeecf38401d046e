"""The last look at a rewritten cell."""

from __future__ import annotations

import pytest

from codemods.records import Span
from codemods.verify import verify

FINE = [
    ("a = 1\n", "a = 1\n", []),
    ("a = old()  # why\nb\n", "import x\na = new()  # why\nb\n", [Span(1, 4, 1, 9)]),
    ("a = 1\n\nold()\n\nb\n", "a = 1\n\nb\n", [Span(3, 0, 3, 5)]),
    ("@old\ndef f():\n    pass\nb", "@new\ndef f():\n    pass\nb", [Span(1, 1, 1, 4)]),
    ("a = '#'\n", "a = ''\n", None),
    ("await a\n", "await b\n", None),
]
WRONG = [
    ("a = 1\n", "a = (\n", None, "no valid Python"),
    ("a = 1\n", "a = '\0'\n", None, "no valid Python"),
    ("a = f(  # why\n)\n", "a = f()\n", None, "'# why' got lost"),
    ("# a\n# a\nb\n", "# a\nb\n", None, "'# a' got lost"),
    ("a\nb = old\n", "c\nb = new\n", [Span(2, 4, 2, 7)], "line 1 changed"),
    ("a\nb\nc = old\n", "b\na\nc = new\n", [Span(3, 4, 3, 7)], "line 2 changed"),
    ("# b\nc = old\n", "#b\nc = new\n", [Span(2, 4, 2, 7)], "line 1 changed"),
]


@pytest.mark.parametrize(("before", "after", "touched"), FINE)
def test_fine(before: str, after: str, touched: list[Span] | None) -> None:
    assert verify(before, after, touched) == []


@pytest.mark.parametrize(("before", "after", "touched", "problem"), WRONG)
def test_wrong(before: str, after: str, touched: list[Span] | None, problem: str) -> None:
    assert any(problem in found for found in verify(before, after, touched))
