"""What the model is shown, and that it fits."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from llm.prompts import messages, tokens
from llm.records import Attempt, Cell, CellEdit, Fact, Objection, Question, Repair

QUESTION = Question(
    Repair.ERROR,
    (
        Cell(2, "import pandas as pd\ndf = pd.read_csv('train.csv')"),
        Cell(5, "y = df.as_matrix()", "AttributeError: 'DataFrame' object has no attribute 'as_matrix'\nat line 1: df.as_matrix"),
    ),
    (Fact("pandas.DataFrame.as_matrix", "removed in pandas 1.0; to_numpy() since 0.24"),),
    {"pandas": "3.0.0", "numpy": "2.3.0"},
    (Attempt((CellEdit(5, "y = df.matrix()"),), "AttributeError: no attribute 'matrix'"),),
)


@pytest.mark.parametrize("repair", list(Repair))
def test_prompt(repair: Repair, snapshot: SnapshotAssertion) -> None:
    question = Question(repair, QUESTION.cells, QUESTION.facts, QUESTION.environment, QUESTION.attempts, "The goal.")
    shown = messages(question, refused=[Objection("names", 5, "pandas has no DataFrame.matrix")], fault="it was empty")
    assert "\n\n=====\n\n".join(m["content"] for m in shown) == snapshot


def test_the_failing_cell_stays_whatever_the_limit() -> None:
    many = tuple(Cell(i, f"a{i} = {i}\n" * 40) for i in range(30))
    question = Question(Repair.ERROR, (*many, QUESTION.cells[1]), QUESTION.facts, QUESTION.environment, QUESTION.attempts)
    assert tokens(messages(question, limit=10**6)) > 4000
    shown = messages(question, limit=1500)
    assert tokens(shown) <= 1500
    assert "y = df.as_matrix()" in shown[1]["content"]
    assert "a0 = 0" not in shown[1]["content"]


def test_what_is_nearest_stays_longest() -> None:
    cells = (Cell(0, "far = 1\n" * 100), Cell(1, "near = 1\n" * 100), QUESTION.cells[1])
    shown = messages(Question(Repair.ERROR, cells), limit=tokens(messages(Question(Repair.ERROR, cells))) - 10)
    assert "near = 1" in shown[1]["content"]
    assert "far = 1" not in shown[1]["content"]
