"""The score of its time: deterministic causes first, the model last, and only what brings it back is kept. In real kernels."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from llm.records import Repair
from migrator.asking import Asking
from migrator.goal import Goal
from migrator.hybrid import Hybrid, hybrid, opened
from migrator.pipeline import Options
from migrator.places import Place
from migrator.scoring import Scoring
from runner.records import Limits
from tests.migrator.conftest import Call, migrate
from tests.migrator.test_hybrid import Scripted, libraries, nothing_against, sources, written

__all__ = ["libraries", "migrate"]  # fixtures

# The number of trees was 10 until 0.22, which no error tells.
FOREST = (
    "from sklearn.ensemble import RandomForestClassifier\nX, y = [[0], [1], [2], [3]], [0, 0, 1, 1]",
    "forest = RandomForestClassifier(random_state=0).fit(X, y)",
    "print('trees:', len(forest.estimators_))",
)
PINNED = "forest = RandomForestClassifier(random_state=0, n_estimators=10).fit(X, y)"


def reached(path: Path, target: float, scoring: Scoring, **options: object) -> Hybrid:
    python = Path(sys.executable)
    place, grader = Place(Limits(total=120), python), scoring.grader()
    assert grader is not None
    return hybrid(
        opened(path, Options(python=python)),
        str(path),
        lambda book, modules: place.run(path, book, files=modules, grader=grader),
        goal=Goal(scoring, grader, target),
        **options,  # type: ignore[arg-type]
    )


def printed() -> Scoring:
    return Scoring(pattern=r"trees: (\d+)")


def test_the_score_tells_the_age(tmp_path: Path) -> None:
    done = reached(written(tmp_path, *FOREST), 10, printed())
    assert [(r.by, r.kept) for r in done.rounds] == [("codemods", True), ("age", True)]
    assert sources(done)[1] == PINNED and done.question is None
    assert done.verdict is not None and done.verdict.reproduced and done.verdict.scores == (10, 10)


def test_a_score_that_is_reached_changes_nothing(tmp_path: Path) -> None:
    done = reached(written(tmp_path, *FOREST), 100, printed())
    assert sources(done) == list(FOREST) and [r.by for r in done.rounds] == ["codemods"]


def test_an_age_that_does_not_bring_it_back_is_taken_back(tmp_path: Path) -> None:
    done = reached(written(tmp_path, *FOREST), 55, printed())
    assert [(r.by, r.kept) for r in done.rounds] == [("codemods", True), ("age", False)]
    assert sources(done) == list(FOREST)
    question = done.question
    assert question is not None and question.repair is Repair.SCORE
    assert question.goal == r"The notebook's score (printed trees: (\d+)) was 55 in its time, and is 100 now."
    assert [cell.index for cell in question.cells] == [0, 1, 2]
    assert any("RandomForestClassifier" in fact.symbol for fact in question.facts)


STEPS = "step = 1", "score = 5 * step"


def test_the_model_comes_last_and_is_kept_if_the_score_comes_back(tmp_path: Path) -> None:
    model = Scripted({0: "step = 3"}, {0: "step = 2"})
    done = reached(written(tmp_path, *STEPS), 10, Scoring(variable="score"), model=model, guard=nothing_against)
    assert [(r.by, r.kept) for r in done.rounds] == [("codemods", True), ("calibration", False), ("calibration", True)]
    assert sources(done)[0] == "step = 2"
    assert model.asked[0][0].repair is Repair.SCORE
    assert model.asked[1][0].attempts[0].led_to == "the score was not reached; it was taken back"


def test_the_guard_lets_no_number_through_that_is_the_score(tmp_path: Path) -> None:
    path = written(tmp_path, *STEPS)
    model = Scripted({1: "score = 10"})
    guard = Asking().guard(opened(path, Options(python=Path(sys.executable))), 10)
    done = reached(path, 10, Scoring(variable="score"), model=model, guard=guard)
    assert sources(done) == list(STEPS) and done.asked[0].objections


def test_a_notebook_that_fails_is_repaired_first(tmp_path: Path) -> None:
    model = Scripted({0: "step = 1"})
    done = reached(written(tmp_path, "step = steq", STEPS[1]), 5, Scoring(variable="score"), model=model, guard=nothing_against)
    assert model.asked[0][0].repair is Repair.ERROR and done.clean
    assert done.verdict is not None and done.verdict.reproduced


# --- as a user calls it ---


def test_the_command(migrate: Call, tmp_path: Path) -> None:
    path = written(tmp_path, *FOREST)
    called = migrate(path, "--score-pattern", r"trees: (\d+)", "--target-score", "10")
    assert called.code == 0, called
    assert "as older releases did: clean" in called.out and "verdict: error-free reproducible against 10" in called.out
    called = migrate(path, "--score-pattern", r"trees: (\d+)", "--target-score", "55")
    assert called.code == 1 and "the score was not reached: taken back" in called.out
    assert "left for a model: score-calibration of cell 2" in called.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--score-variable", "score"], "add --target-score"),
        (["--target-score", "1"], "--target-score needs a score"),
        (["--target-score", "1", "--score-variable", "a", "--score-pattern", "b"], "exclude each other"),
    ],
)
def test_what_a_user_can_get_wrong(migrate: Call, tmp_path: Path, options: list[str], message: str) -> None:
    called = migrate(written(tmp_path, *STEPS), *options)
    assert called.code == 2 and message in called.err
