"""Scores and verdicts: submissions, printed numbers, variables, the user's own grader; noise buys nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from runner.errors import BadGrader
from runner.metrics import metric
from runner.records import End, Outcome, Run, Score
from runner.scores import Own, Printed, Submission, Variable, own
from runner.verdict import Judgement, judge, p_values, repeated
from tests.migrator.conftest import Call
from tests.runner.conftest import written

METRICS = [
    ("auc", [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.75, True),
    ("logloss", [1, 0], [0.9, 0.2], 0.1642520, False),
    ("logloss", [1, 1], [0.9, 0.8], 0.1642520, False),
    ("rmse", [1.0, 2.0], [2.0, 4.0], 1.5811388, False),
    ("rmsle", [0.0, 1.0], [1.0, 1.0], 0.4901291, False),
    ("mae", [1.0, 2.0], [2.0, 4.0], 1.5, False),
    ("accuracy", [1, 0, 1, 1], [1, 0, 0, 1], 0.75, True),
    ("f1_micro", [0, 1, 2, 2], [0, 2, 2, 2], 0.75, True),
    ("f1_macro", [0, 1, 2, 2], [0, 2, 2, 2], 0.6, True),
    ("qwk", [0, 1, 2], [0, 1, 2], 1.0, True),
    ("qwk", [0, 1, 2, 3], [0, 2, 2, 3], 0.9, True),
    ("map@3", [["a"], ["b"]], ["a b c", "c b a"], 0.75, True),
    ("map@1", [["a", "b"]], [["b", "a"]], 1.0, True),
]


@pytest.mark.parametrize(("name", "truth", "told", "value", "greater"), METRICS)
def test_metrics(name: str, truth: Sequence[object], told: Sequence[object], value: float, greater: bool) -> None:
    import numpy as np

    lists = name.startswith("map")
    found = metric(name)
    assert found.compute(truth if lists else np.array(truth), told if lists else np.array(told)) == pytest.approx(value)
    assert found.greater_is_better is greater


def test_an_unknown_metric() -> None:
    with pytest.raises(BadGrader, match="no metric 'auk'; known: auc, logloss"):
        metric("auk")


def finished(folder: Path, printed: str = "") -> Run:
    cell = {"cell_type": "code", "outputs": [{"output_type": "stream", "name": "stdout", "text": printed}]}
    return Run(Outcome("nb", "here", End.COMPLETE, (), 1.0), {"cells": [cell]}, folder)


@pytest.fixture
def grader(tmp_path: Path) -> Submission:
    (tmp_path / "answers.csv").write_text("id,y\n1,0\n2,1\n3,1\n")
    return Submission("sub.csv", tmp_path / "answers.csv", metric("accuracy"))


def graded(grader: Submission, folder: Path, text: str | None) -> Score:
    (folder / "run").mkdir()
    if text is not None:
        (folder / "run" / "sub.csv").write_text(text)
    return grader.grade(finished(folder / "run"))


def test_a_submission_in_any_order(grader: Submission, tmp_path: Path) -> None:
    assert graded(grader, tmp_path, "id,y\n3,1\n2,0\n1,0\n").value == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "the notebook wrote no sub.csv"),
        ("", "sub.csv can't be read: No columns"),
        ("id,y\n1,0\n2,1\n", "has 2 rows; 3 are wanted"),
        ("id,y\n1,0\n2,1\n2,1\n", "some id come twice"),
        ("id,y\n1,0\n2,1\n4,1\n", "lacks some predictions"),
        ("id,y\n1,0\n2,\n3,1\n", "lacks some predictions"),
        ("key,y\n1,0\n2,1\n3,1\n", "has no column 'id'"),
        ("id,y\n1,0.2\n2,0.8\n3,0.9\n", "has fractions; accuracy wants classes"),
        ("id\n1\n2\n3\n", "has the columns id; y is wanted"),
    ],
)
def test_an_invalid_submission_has_no_score(grader: Submission, tmp_path: Path, text: str | None, reason: str) -> None:
    score = graded(grader, tmp_path, text)
    assert score.value is None and reason in score.reason


def test_a_printed_score(tmp_path: Path) -> None:
    run = finished(tmp_path, "fold 1: 0.5\nfold 2: 0.75\n")
    assert Printed(r"fold \d: ([\d.]+)", True).grade(run).value == 0.75
    assert Printed(r"loss (\S+)", False).grade(run).reason.startswith("nothing that was printed matches")
    assert Printed(r"(fold) 2", False).grade(run).reason == "'fold' is no number"
    with pytest.raises(BadGrader, match="no regular expression"):
        Printed("(", True).grade(run)


def test_the_users_own_grader(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def loss(folder, notebook):\n    return len(notebook['cells'])\nloss.greater_is_better = False\n"
    )
    grader = own(f"{tmp_path}/mine.py:loss")
    assert grader.grade(finished(tmp_path)) == Score(1.0, False, grader.name)
    assert Own(lambda *_: None, "mine", True).grade(finished(tmp_path)).value is None
    assert Own(lambda *_: float("nan"), "mine", True).grade(finished(tmp_path)).reason == "the score is nan"
    for wrong, message in (("mine", "expected MODULE:FUNCTION"), ("no.such:thing", "can't be loaded: ModuleNotFoundError")):
        with pytest.raises(BadGrader, match=message):
            own(wrong)


def scores(*values: float) -> list[Score]:
    return [Score(v, True, "s") for v in values]


def test_a_score_that_does_not_vary() -> None:
    assert judge(scores(0.92), 1.0, clean=True).judgement is Judgement.REPRODUCIBLE
    assert judge(scores(0.92), 1.0, clean=False).judgement is Judgement.REPRODUCIBLE_WITH_ERRORS
    assert judge(scores(0.89, 0.89), 1.0, clean=True).judgement is Judgement.NOT_REPRODUCIBLE_CLEAN
    assert judge(scores(0.89), 1.0, clean=False).judgement is Judgement.NOT_REPRODUCIBLE
    failed = judge([Score(None, True, "s", "no file")], 1.0, clean=True)
    assert failed.judgement is Judgement.FAILED and failed.reason == "no file"


def test_noise_buys_nothing() -> None:
    """The t-test alone would let this through: it finds no difference, because anything goes."""
    noisy = judge(scores(0.2, 0.9, 1.6, 0.4, 1.9), 1.0, clean=True)
    assert noisy.no_difference_found and not noisy.equivalent
    assert noisy.judgement is Judgement.NOT_REPRODUCIBLE_CLEAN
    steady = judge(scores(0.98, 1.01, 1.0, 0.99, 1.02), 1.0, clean=True)
    assert steady.equivalent and steady.judgement is Judgement.REPRODUCIBLE


def test_p_values() -> None:
    """By hand: mean 0.815, standard error 0.006455, 3 degrees of freedom; t = -13.17 and, from 0.81, 0.7746."""
    different, equivalent = p_values([0.80, 0.82, 0.81, 0.83], 0.9, 0.1)
    assert different == pytest.approx(0.0009461, rel=1e-3)
    assert equivalent == pytest.approx(0.24751, rel=1e-3)


def test_repeated_runs_stop_when_it_is_clear() -> None:
    def play(values: list[float]) -> tuple[int, Judgement]:
        told = iter(values)
        verdict = repeated(lambda: (Score(next(told), True, "s"), True), 1.0)
        return len(verdict.scores), verdict.judgement

    assert play([1.0, 1.0]) == (2, Judgement.REPRODUCIBLE)
    count, judgement = play([1.0, 1.001, 0.999, 1.0])
    assert count < 5 and judgement is Judgement.REPRODUCIBLE
    count, judgement = play([0.5, 0.501, 0.499, 0.5])
    assert count < 5 and judgement is Judgement.NOT_REPRODUCIBLE_CLEAN
    noise = random.Random(1)
    assert play([noise.uniform(0, 2) for _ in range(10)]) == (10, Judgement.NOT_REPRODUCIBLE_CLEAN)


def test_the_command(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "answers.csv").write_text("id,y\n1,0\n2,1\n")
    path = written(tmp_path, "auc = 0.75; print('AUC 0.75')", "open('sub.csv', 'w').write('id,y\\n1,0\\n2,1\\n')")
    variable = migrate("run", path, "--score-variable", "auc", "--target-score", "0.74", "--format", "json")
    assert variable.code == 0, variable
    assert variable.json["score"]["value"] == 0.75 and variable.json["verdict"]["judgement"] == "error-free reproducible"
    assert len(variable.json["cells"]) == 2, "the cell that told the score is no part of the notebook"
    options = ("--submission", "sub.csv", "--answers", tmp_path / "answers.csv", "--metric", "accuracy")
    assert "accuracy: score 1 (greater is better)" in migrate("run", path, *options).out
    missing = migrate("run", path, "--score-variable", "nothing")
    assert missing.code == 1 and "no score: nothing is no number: NameError" in missing.out
    off = migrate("run", path, "--score-pattern", r"AUC ([\d.]+)", "--target-score", "0.5")
    assert off.code == 1 and "verdict: error-free not reproducible against 0.5, 2 runs: off by 50.0%" in off.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--submission", "x.csv"), "--submission needs --answers FILE and --metric NAME"),
        (("--score-pattern", "x", "--score-variable", "y"), "exclude each other"),
        (("--target-score", "1"), "--target-score needs a score"),
        (("--score-variable", "import os"), "expected a name"),
        (("--grader", "nothing:here"), "can't be loaded"),
        (("--submission", "x.csv", "--answers", "no.csv", "--metric", "auk"), "no metric 'auk'"),
        (("--submission", "x.csv", "--answers", "no.csv", "--metric", "auc"), "no.csv: the answers can't be read"),
    ],
)
def test_what_a_user_can_get_wrong(migrate: Call, tmp_path: Path, options: tuple[str, ...], message: str) -> None:
    called = migrate("run", written(tmp_path, "1"), *options)
    assert called.code == 2 and message in called.err


def test_a_variable_needs_the_end(tmp_path: Path) -> None:
    assert "didn't reach its end" in Variable("x", True).grade(finished(tmp_path)).reason
