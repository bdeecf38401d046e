"""The model in the hybrid run, through the command: a scripted server (a fake, for the answers that no real model gives on
demand) and real kernels."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.llm.scripted import Reply, Script, repair, scripted
from tests.migrator.conftest import Call, migrate, notebook

__all__ = ["migrate"]

# What no library's history can tell: a mistake in the notebook's own code, and a cell that follows from it.
CELLS = (
    "import numpy as np\nrates = {'a': 0.1, 'b': 0.2}\nx = np.arange(10)",
    "total = rate['b'] * x.sum()",
    "print(total)",
    "print(x.mean())",
)
GOOD = repair(1, "total = rates['b'] * x.sum()", "the name is rates")


@pytest.fixture(scope="module", autouse=True)
def libraries() -> None:
    missing = [name for name in ("nbclient", "ipykernel", "numpy", "openai", "jinja2") if importlib.util.find_spec(name) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI lacks {', '.join(missing)}")
    if missing:
        pytest.skip(f"NOT CHECKED: {', '.join(missing)} missing; install the group 'test'")


def run(migrate: Call, folder: Path, *options: str, script: Script | None = None) -> tuple[int, dict[str, Any], list[str]]:
    """Exit code, report, and the sources of the result."""
    path = folder / "nb.ipynb"
    path.write_text(notebook(*CELLS))
    asked = ["--llm-url", script.url] if script is not None else []
    done = migrate(str(path), "--python", sys.executable, "--format", "json", *asked, *options)
    (report,) = json.loads(done.out)
    result = json.loads((folder / "nb.migrated.ipynb").read_text()) if report["written"] else json.loads(path.read_text())
    return done.code, report, ["".join(cell["source"]) for cell in result["cells"]]


def test_a_good_answer_repairs(migrate: Call, tmp_path: Path) -> None:
    with scripted(GOOD) as script:
        code, report, cells = run(migrate, tmp_path, script=script)
    assert code == 0 and report["clean"]
    assert cells[1] == "total = rates['b'] * x.sum()"
    (edit,) = report["edits"]
    assert (edit["code"], edit["cell"], edit["message"]) == ("LLM", 1, "the name is rates")
    assert [r["by"] for r in report["runs"]] == ["codemods", "model"]
    prompt = script.last_prompt
    assert "NameError" in prompt and "rates = {'a': 0.1, 'b': 0.2}" in prompt and "print(x.mean())" not in prompt


def test_a_dishonest_answer_is_refused_and_asked_again(migrate: Call, tmp_path: Path) -> None:
    bad = repair(1, "try:\n    total = rate['b'] * x.sum()\nexcept Exception:\n    total = 0")
    with scripted(bad, GOOD) as script:
        code, report, cells = run(migrate, tmp_path, script=script)
    assert code == 0 and report["clean"]
    assert cells[1] == "total = rates['b'] * x.sum()"
    assert "an error is caught" in script.last_prompt
    assert report["asked"][0]["objections"]


def test_only_dishonest_answers_change_nothing(migrate: Call, tmp_path: Path) -> None:
    with scripted(repair(1, "total = 9.0")) as script:
        code, report, cells = run(migrate, tmp_path, script=script)
    assert code == 1 and not report["clean"]
    assert cells == list(CELLS)
    assert len(report["asked"]) == 3
    assert report["question"]["cells"]  # it stays open


def test_an_answer_that_breaks_more_is_taken_back(migrate: Call, tmp_path: Path) -> None:
    worse = repair(1, "total = rates['b'] * x.sum()\nx = list(x)")
    with scripted(worse, GOOD) as script:
        code, report, cells = run(migrate, tmp_path, script=script)
    assert code == 0 and report["clean"]
    assert [r["kept"] for r in report["runs"]] == [True, False, True]
    assert cells[1] == "total = rates['b'] * x.sum()"
    assert "Tried before" in script.last_prompt and "taken back" in script.last_prompt


def test_an_answer_that_does_not_help_is_taken_back_with_its_error(migrate: Call, tmp_path: Path) -> None:
    with scripted(repair(1, "total = rats['b'] * x.sum()"), GOOD) as script:
        code, report, cells = run(migrate, tmp_path, script=script)
    assert code == 0 and cells[1] == "total = rates['b'] * x.sum()"
    assert "name 'rats' is not defined" in script.last_prompt
    assert [r["kept"] for r in report["runs"]] == [True, False, True]


@pytest.mark.parametrize(
    "reply",
    [Reply(""), Reply("no idea"), Reply(GOOD, finish="length"), Reply("", refusal="no"), Reply("x" * 5000), Reply(status=400)],
    ids=["empty", "words", "truncated", "refused", "looping", "bad request"],
)
def test_no_usable_answer(migrate: Call, tmp_path: Path, reply: Reply) -> None:
    with scripted(reply) as script:
        code, report, cells = run(migrate, tmp_path, script=script)
    assert code == 1
    assert cells == list(CELLS)
    assert report["asked"][-1]["answer"]["given_up"]
    assert [r["by"] for r in report["runs"]] == ["codemods"]


def test_no_server_is_no_failure_of_the_run(migrate: Call, tmp_path: Path) -> None:
    path = tmp_path / "nb.ipynb"
    path.write_text(notebook(*CELLS, "np.float(3)"))
    done = migrate(str(path), "--python", sys.executable, "--llm-url", "http://127.0.0.1:9/v1", "--max-model-time", "1")
    assert done.code == 1
    assert "no model server answers" in done.out
    assert "float(3)" in (tmp_path / "nb.migrated.ipynb").read_text()  # everything else was done


def test_a_budget_ends_the_asking(migrate: Call, tmp_path: Path) -> None:
    with scripted(repair(1, "total = rats['b'] * x.sum()"), repair(1, "total = rat['b'] * x.sum()"), GOOD) as script:
        code, report, _ = run(migrate, tmp_path, "--max-calls", "2", script=script)
    assert code == 1
    assert len(script.asked) == 2
    assert "budget of 2 calls is spent" in report["asked"][-1]["answer"]["given_up"]


def test_what_it_cost(migrate: Call, tmp_path: Path) -> None:
    with scripted(GOOD) as script:
        _, report, _ = run(migrate, tmp_path, "--token-prices", "1000,5000", script=script)
    assert report["cost"] == pytest.approx(0.1 + 0.1)


def test_a_dry_run_prints_the_prompt_and_asks_nothing(migrate: Call, tmp_path: Path) -> None:
    path = tmp_path / "nb.ipynb"
    path.write_text(notebook(*CELLS))
    with scripted(GOOD) as script:
        done = migrate(str(path), "--python", sys.executable, "--llm-url", script.url, "--dry-run")
    assert script.asked == []
    assert "the model would be asked this" in done.out
    assert "name 'rate' is not defined" in done.out


def test_the_record_is_replayed_without_a_model(migrate: Call, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    with scripted(GOOD) as script:
        run(migrate, tmp_path, "--record", str(record), script=script)
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    asked = [a for line in lines if line["kind"] == "round" for a in line["asked"]]
    assert asked[0]["answer"]["edits"][0]["source"] == "total = rates['b'] * x.sum()"
    repaired = (tmp_path / "nb.migrated.ipynb").read_bytes()
    (tmp_path / "nb.migrated.ipynb").unlink()
    assert migrate("replay", record, "-o", tmp_path / "again.ipynb").code == 0
    assert (tmp_path / "again.ipynb").read_bytes() == repaired


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--llm-model", "m"], "--llm-model needs --llm-url"),
        (["--llm-url", "localhost:8000"], "expected an address"),
        (["--llm-url", "http://x/v1", "--max-calls", "0"], "--max-calls 0"),
        (["--llm-url", "http://x/v1", "--token-prices", "cheap"], "expected two prices"),
    ],
    ids=["model", "address", "calls", "prices"],
)
def test_options_that_make_no_sense(migrate: Call, tmp_path: Path, options: list[str], says: str) -> None:
    path = tmp_path / "nb.ipynb"
    path.write_text(notebook(*CELLS))
    done = migrate(str(path), *options)
    assert done.code == 2
    assert says in done.err
