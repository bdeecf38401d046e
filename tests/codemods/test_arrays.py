"""What the fixers of NumPy can tell of an array from the expressions that make it."""

from __future__ import annotations

import ast

import pytest

from codemods.era import Target, Vintage
from codemods.fixers._arrays import definition, dimensions, dtype_name
from codemods.fixing import Context
from codemods.infer import infer
from codemods.known import Known
from migrator.pipeline import catalog


def last_value(code: str) -> tuple[ast.expr, Context]:
    """The value of the last assignment of a cell, and the cell."""
    text = "import numpy as np\n" + code
    tree = ast.parse(text)
    known = Known(catalog(), Vintage())
    context = Context(
        0, tree, text, inference=infer([(0, tree)], known), knowledge=known,
        target=Target({"numpy": "2.4.6"}), vintage=Vintage(), cells=[(0, tree)],
    )  # fmt: skip
    statement = tree.body[-1]
    assert isinstance(statement, ast.Assign)
    return statement.value, context


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = np.zeros((2, 3))", 2),
        ("x = np.zeros(4)[0]", 0),
        ("x = np.stack([np.eye(2), np.eye(2)])", 3),
        ("x = [[1, 2], [3, 4]]", 2),
        ("a = np.ones((2, 2))\nx = a", 2),
        ("x = np.ones((2, 3)).reshape(6)", 1),
        ("x = np.asarray(unknown)", None),
        ("def f(a):\n    return a\nx = f(unknown)", None),
    ],
)
def test_dimensions(code: str, expected: int | None) -> None:
    value, context = last_value(code)
    assert dimensions(value, context) == expected


def test_a_name_bound_twice_has_no_definition() -> None:
    value, context = last_value("a = 1\na = [2]\nx = a")
    assert definition(value, context) is None


def test_dtype_of_what_is_taken_out() -> None:
    value, context = last_value("a = np.array([200], dtype=np.uint8)\nx = a[0]")
    assert dtype_name(value, context) == "uint8"
