"""The judge itself: each verdict, on snippets that need no library."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import pytest

from tools.eval_cases import Answer, Case, answer, by_command, judge, naive
from tools.snippets import imported_packages

OLD = "import time\nx = time.clock()\n"

VERDICTS = {
    "right": "x = 1\n",
    "unchanged": OLD,
    "wrong_error": "x = 1 / 0\n",
    "silently_wrong": "x = 2\n",
}


@pytest.mark.parametrize(("expected", "text"), VERDICTS.items())
def test_verdict_on_code_that_fails_today(expected: str, text: str) -> None:
    case = Case("one", "python", "removed", OLD, "assert x == 1\n", {})
    (result,) = judge([case], {"one": Answer(text, 0)}, sys.executable, 30, 1)
    assert result.verdict == expected


def test_unchanged_code_that_runs_and_gives_something_else_is_missed() -> None:
    case = Case("one", "python", "default", "x = round(2.5)\n", "assert x == 3\n", {})
    (result,) = judge([case], {"one": Answer(case.code, 0)}, sys.executable, 30, 1)
    assert result.verdict == "missed_silent"


def test_a_check_that_raises_anything_is_a_failed_check() -> None:
    case = Case("one", "python", "default", "x = 3\n", "assert x.real_part == 3\n", {})
    (result,) = judge([case], {"one": Answer("x = 4\n", 0)}, sys.executable, 30, 1)
    assert result.verdict == "silently_wrong"


def test_a_dead_or_hanging_answer_is_an_error_and_costs_no_other_case() -> None:
    cases = [Case(k, "python", "removed", OLD, "assert x == 1\n", {}) for k in ("dies", "hangs", "fine")]
    answers = {
        "dies": Answer("import os\nos._exit(3)\n", 0),
        "hangs": Answer("while True:\n    pass\n", 0),
        "fine": Answer("import os\nx = len(os.listdir('.')) and 1\n", 0),
    }
    assert [r.verdict for r in judge(cases, answers, sys.executable, 1, 1)] == ["wrong_error", "wrong_error", "right"]


def test_a_crash_of_the_product_is_recorded() -> None:
    def crashes(text: str, was: Mapping[str, str]) -> str:
        raise KeyError("what")

    given = answer(crashes, OLD, {})
    case = Case("one", "python", "removed", OLD, "", {})
    assert given.code == OLD
    (result,) = judge([case], {"one": given}, sys.executable, 30, 1)
    assert result.verdict == "crashed"
    assert result.detail.startswith("KeyError: 'what' (test_eval_cases.py:")


def test_the_same_answer_is_run_once() -> None:
    case = Case("one", "python", "removed", OLD, "assert x == 1\n", {})
    seen: dict[str, dict[str, object]] = {}
    judge([case], {"one": Answer("x = 1\n", 0)}, sys.executable, 30, 1, seen)
    (outcome,) = seen.values()
    outcome["stage"] = "check"  # told apart from a second run, which would pass
    (result,) = judge([case], {"one": Answer("x = 1\n", 0)}, sys.executable, 30, 1, seen)
    assert result.verdict == "silently_wrong"


def test_the_naive_answer_is_found_whatever_its_spacing() -> None:
    case = Case("one", "python", "removed", OLD, "assert x == 1\n", {})
    results = judge([case], {"one": Answer("x  =  1/0\n", 0)}, sys.executable, 30, 1)
    assert naive(results, [{"id": "one", "naive_code": "x = 1 / 0\n"}, {"id": "two", "naive_code": ""}]) == ["one"]


def test_a_command_is_told_the_releases() -> None:
    script = "import sys; print(sys.argv[1:], sys.stdin.read().strip())"
    migrate = by_command(f'{sys.executable} -c "{script}"')
    assert migrate("x = 1", {"pandas": "0.20.3"}) == "['--was', 'pandas==0.20.3'] x = 1\n"


def test_only_what_the_code_itself_imports_is_imported_beforehand() -> None:
    code = "import numpy as np, os\nfrom sklearn.svm import SVC\ndef f():\n    import pandas\n"
    assert imported_packages(code) == ("numpy", "sklearn")
