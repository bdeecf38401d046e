"""`async` and `await` as names, before Python 3.7: before and after."""

from __future__ import annotations

import pytest

from codemods.document import read


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def send(x, async=True):\n    return async\nsend(3, async=False)\n",
         "def send(x, async_=True):\n    return async_\nsend(3, async_=False)\n"),
        ("async = 1\nprint(async)\n", "async_ = 1\nprint(async_)\n"),
        ("self.async = 1\ny = self.async\n", "self.async_ = 1\ny = self.async_\n"),
        ("def await(x): return x\nawait(3)\n", "def await_(x): return x\nawait_(3)\n"),
        # A library's argument with a known new name.
        ("x.cuda(async=True), y.cuda(0, async = a)\n", "x.cuda(non_blocking=True), y.cuda(0, non_blocking = a)\n"),
        ("s = 'é'; x.cuda(async=True)\n", "s = 'é'; x.cuda(non_blocking=True)\n"),
        # Keywords that are keywords, and words that are none.
        ("async def f():\n    await g()\n", "async def f():\n    await g()\n"),
        ("s = 'async = 1'  # async\n", "s = 'async = 1'  # async\n"),
    ],
)  # fmt: skip
def test_keyword_as_a_name(before: str, after: str) -> None:
    cell = read(before.encode(), "a.py").cells[0]
    assert cell.python == after
    assert bool(cell.conversions) == (before != after)


@pytest.mark.parametrize("source", ["client.request(async=True)\n", "x = mod.async\n", "print(async)\n"])
def test_what_belongs_to_a_library_is_left_alone(source: str) -> None:
    cell = read(source.encode(), "a.py").cells[0]
    assert cell.python is None
    assert "not valid Python" in cell.reason


def test_conversion_is_told_and_written() -> None:
    document = read(b"%who\nasync = 1\n", "a.py")
    cell = document.cells[0]
    assert cell.conversions == ("async or await as a name (line 2)",)
    assert cell.python is not None
    assert document.write({0: cell.python}) == b"%who\nasync_ = 1\n"
