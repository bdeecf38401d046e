"""What the runs of a hybrid migration brought, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from migrator.hybrid import Hybrid, Round
from migrator.run_report import failure, summary
from runner.compare import Comparison
from runner.records import Status


def text(done: Hybrid, compared: Comparison | None) -> Iterator[str]:
    """A line for each run, the first causes that are left, and what a model would be asked."""
    for one in done.rounds:
        yield f"run {one.number}, after {_edits(one)}: {_state(one)}"
    outcome = done.run.outcome
    for cell in outcome.first_causes:
        yield from failure(outcome.name, cell)
    missing = sorted({name for cell in outcome.first_causes if (name := lacking(cell.failure)) is not None})
    if missing:
        yield f"not installed where it ran: {', '.join(missing)}"
    yield summary(outcome)
    if compared is not None:
        from migrator.compare_cli import text as differences

        yield from differences(compared)
    if done.question is not None:
        cells = ", ".join(str(cell.index) for cell in done.question.failing)
        yield f"left for a model: {done.question.repair.value} of cell {cells}, {len(done.question.cells)} cells shown"


def lacking(found: Any) -> str | None:
    """The top-level module that a failed import lacked as a whole; None where something else failed."""
    if found is None or found.exception != "ModuleNotFoundError":
        return None
    words = found.message.split("'")
    return words[1] if len(words) > 2 and "." not in words[1] else None


def _edits(one: Round) -> str:
    count = f"{len(one.edits)} edit{'' if len(one.edits) == 1 else 's'}"
    return (
        count if one.by == "codemods" else f"{count} by what the run before saw" if one.by == "run time" else "a model's answer"
    )


def _state(one: Round) -> str:
    outcome = one.outcome
    if outcome.clean:
        return "clean"
    ran = sum(cell.status is not Status.NOT_RUN for cell in outcome.cells)
    failed = f"{len(outcome.failures)} of {ran} cells failed, {len(outcome.first_causes)} first causes"
    return failed if one.kept else f"{failed}: taken back"


def as_data(done: Hybrid, compared: Comparison | None) -> dict[str, Any]:
    """The same as JSON data."""
    return {
        "clean": done.clean,
        "runs": [
            {"number": r.number, "by": r.by, "edits": len(r.edits), "kept": r.kept, "end": r.outcome.end.value,
             "failed": [c.index for c in r.outcome.failures], "seconds": round(r.outcome.seconds, 2)}
            for r in done.rounds
        ],
        "first_causes": [asdict(cell) for cell in done.run.outcome.first_causes],
        "question": done.question and asdict(done.question),
        "comparison": compared and asdict(compared) | {"same": compared.same},
    }  # fmt: skip
