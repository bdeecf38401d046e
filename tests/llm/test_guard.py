"""What the guard lets through and what it refuses, with what the shipped database knows of a target."""

from __future__ import annotations

import pytest

from codemods.era import Target
from llm.change import Permissions
from llm.guard import guard
from llm.records import Answer, CellEdit, Objection, Usage
from migrator.guarding import TargetKnowledge, notebook_of, objections
from migrator.pipeline import catalog
from tests.llm.edits import DISHONEST, HONEST, Edit

TARGET = Target(
    {"pandas": "3.0.0", "numpy": "2.3.0", "sklearn": "1.7.0", "matplotlib": "3.10.0", "seaborn": "0.13.2", "xgboost": "3.1.0",
     "keras": "3.11.0", "gensim": "4.4.0", "python": "3.11.7"},
    "told",
)  # fmt: skip
SCORE = 0.8347


def judge(edit: Edit, allow: Permissions | None = None) -> tuple[Objection, ...]:
    _, before, after = edit
    knowledge = TargetKnowledge(TARGET, catalog())
    return guard(notebook_of(before), notebook_of(after), allow=allow, target=SCORE, knowledge=knowledge)


def test_there_are_enough_of_both_kinds() -> None:
    assert len(HONEST) >= 25
    assert len(DISHONEST) >= 40


@pytest.mark.parametrize("edit", HONEST, ids=lambda e: e[0])
def test_honest_edits_pass(edit: Edit) -> None:
    assert judge(edit) == ()


@pytest.mark.parametrize("edit", DISHONEST, ids=lambda e: e[0])
def test_dishonest_edits_are_refused(edit: Edit) -> None:
    found = judge(edit)
    assert found
    assert all(o.message for o in found)


@pytest.mark.parametrize("name", ["fewer trees", "other model", "other seed", "other split", "fewer features"])
def test_the_user_may_allow_changes_of_meaning(name: str) -> None:
    edit = next(e for e in DISHONEST if e[0] == name)
    assert judge(edit, Permissions(semantic=True)) == ()


@pytest.mark.parametrize("name", ["bare except", "emptied cell", "hard-coded score", "removes files", "eval", "still gone"])
def test_no_permission_lifts_honesty(name: str) -> None:
    edit = next(e for e in DISHONEST if e[0] == name)
    assert judge(edit, Permissions(semantic=True, network=True, shell=True))


def test_an_old_default_may_be_written_out() -> None:
    before = {0: "from sklearn.linear_model import LogisticRegression\nm = LogisticRegression(C=2)\nm.fit(X, y)"}
    honest = {0: before[0].replace("C=2", "C=2, solver='liblinear'")}
    tuned = {0: before[0].replace("C=2", "C=2, solver='saga'")}
    knowledge = TargetKnowledge(TARGET, catalog())
    assert guard(notebook_of(before), notebook_of(honest), knowledge=knowledge) == ()
    assert [o.rule for o in guard(notebook_of(before), notebook_of(tuned), knowledge=knowledge)] == ["parameter"]


def test_the_models_own_verdict_counts() -> None:
    answer = Answer("", (CellEdit(0, "x = df.iloc[0]"),), Usage(), changes_meaning=True)
    found = objections(answer, {0: "x = df.ix[0]"}, TARGET, catalog())
    assert [o.rule for o in found] == ["meaning"]
    assert objections(answer, {0: "x = df.ix[0]"}, TARGET, catalog(), allow=Permissions(semantic=True)) == ()
