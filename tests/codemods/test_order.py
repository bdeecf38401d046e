"""Cells that were last run in another order than they stand in."""

from __future__ import annotations

import ast

import pytest

from codemods.cell import Cell
from codemods.infer import Inference, infer
from codemods.order import run_order
from tests.codemods.infer_helpers import Small, show


def cells(*counts: int | None) -> list[Cell]:
    return [Cell(index, "code", "x", "x", execution_count=count) for index, count in enumerate(counts)]


@pytest.mark.parametrize(
    ("counts", "order"),
    [
        ((1, 2, 3), ()),
        ((1, 2, 2, 7), ()),
        ((None, None), ()),
        ((4, None, 5), ()),
        ((1, 3, 2), (0, 2, 1)),
        ((9, None, 2, None), (2, 3, 0, 1)),  # a cell without a count goes after the one before it
        ((None, 2, 1), (0, 2, 1)),
    ],
)
def test_the_order_of_the_counts(counts: tuple[int | None, ...], order: tuple[int, ...]) -> None:
    assert run_order(cells(*counts)) == order


def test_only_python_cells_count() -> None:
    assert run_order([*cells(1, 3), Cell(2, "code", "%%bash", None, "no Python", execution_count=2)]) == ()


def inferred(order: tuple[int, ...], *texts: str) -> tuple[Inference, list[str]]:
    """The inference, and what the last expression of each cell holds."""
    trees = [(index, ast.parse(text)) for index, text in enumerate(texts)]
    inference = infer(trees, Small(), order=order)
    ends = [tree.body[-1] for _, tree in trees]
    return inference, [show(inference.types(end.value)) if isinstance(end, ast.Expr) else "" for end in ends]


def matters(inference: Inference) -> set[tuple[int, str]]:
    return {(cell, node.id) for cell, node in inference.order_matters}


def test_a_name_that_is_bound_further_down() -> None:
    inference, held = inferred((1, 0), "y = [x]\ny", "x = 'a'")
    assert held[0] == "list[str]"
    assert matters(inference) == {(0, "x")}
    assert "the order of the last run" in inference.because(inference.order_matters[0][1])


def test_it_may_be_what_either_order_gives() -> None:
    inference, held = inferred((0, 2, 1), "x = 'a'", "x = 1", "x\nx")
    assert held[2] == "int | str"
    assert matters(inference) == {(2, "x")}


def test_nothing_is_lost_where_an_import_was_run_again_last() -> None:
    inference, held = inferred((1, 0), "import pandas as pd", "pd.read_csv('a')")
    assert held[1] == "pandas.DataFrame"
    assert not inference.order_matters


def test_functions_and_classes_are_the_same_in_both_orders() -> None:
    texts = ("class A:\n    def f(self):\n        return self.x", "def g():\n    return 1.5", "a = A()\na.x = g()\na.f()", "1")
    inference, held = inferred((0, 1, 3, 2), *texts)
    assert held[2] == "float"
    assert not inference.order_matters


def test_what_is_unknown_where_it_stands_stays_unknown() -> None:
    inference, held = inferred((0, 2, 1), "x = 'a'", "x = unknown()", "x")
    assert held[2] == "?"
    assert not inference.order_matters
