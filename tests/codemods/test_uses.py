"""Which assignment a use of a name sees, over all cells of a document."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from codemods.nodes import Cells
from codemods.uses import Uses


def uses_of(*cells: str) -> tuple[Uses, ast.Name]:
    """The uses of a document, and the last use of `x` in it."""
    trees = [(i, ast.parse(dedent(text))) for i, text in enumerate(cells)]
    loads = [n for _, t in trees for n in ast.walk(t) if isinstance(n, ast.Name) and n.id == "x" and isinstance(n.ctx, ast.Load)]
    return Uses(Cells(trees)), max(loads, key=lambda n: (n.lineno, n.col_offset))


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("x = 1\nprint(x)", "1"),
        ("x = 1\nx = 2\nprint(x)", "2"),
        ("x, y = 1, 2\nprint(x)", "1"),
        ("a = 1\nx = a\nprint(x)", "1"),
        ("x = 1\ndef f():\n    return x", "1"),
        ("x = 1\nif a:\n    x = 2\nprint(x)", None),  # either may hold
        ("x = 1\nfor i in a:\n    print(x)\n    x = 2", None),  # the second turn sees the later one
        ("x, y = f()\nprint(x)", None),
        ("def f(x):\n    return x", None),
        ("x = 1\n[x for x in a]", None),
        ("x = 1\nx = x + 1\nprint(x)", "x + 1"),
    ],
)
def test_value_of_a_name(text: str, seen: str | None) -> None:
    uses, load = uses_of(text)
    value = uses.value(load)
    assert (ast.unparse(value) if value is not None else None) == seen


def test_an_assignment_of_an_earlier_cell_is_seen() -> None:
    uses, load = uses_of("x = {'a': 1}", "f(x)")
    assert ast.unparse(uses.value(load) or load) == "{'a': 1}"


def test_consumers_get_a_value_directly_or_by_its_name() -> None:
    text = "x = {}\nf(1, x)\ng(grid=x)\nh(**x)\n"
    tree = ast.parse(text)
    uses = Uses(Cells([(0, tree)]))
    value = tree.body[0].value  # type: ignore[attr-defined]
    found = {(ast.unparse(call.func), slot) for call, slot in uses.consumers(value)}
    assert found == {("f", 1), ("g", "grid"), ("h", "**")}
