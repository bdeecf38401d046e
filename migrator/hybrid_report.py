"""What the runs of a hybrid migration brought, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from migrator.asking import spent
from migrator.hybrid import Hybrid, Round
from migrator.run_report import failure, scored, summary
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
    if done.verdict is not None:
        yield from scored(done.run, done.verdict)
    yield from fidelity(done)
    if compared is not None:
        from migrator.compare_cli import text as differences

        yield from differences(compared)
    yield from model(done)
    if done.question is not None:
        cells = ", ".join(str(cell.index) for cell in done.question.failing or done.question.cells[-1:])
        yield f"left for a model: {done.question.repair.value} of cell {cells}, {len(done.question.cells)} cells shown"


def fidelity(done: Hybrid) -> Iterator[str]:
    """What the notebook reads, splits, fits, measures and writes: whether it still does, and where it is written otherwise."""
    if not done.facets:
        return
    same = ", ".join(f"{facet.name} ({facet.kept})" for facet in done.facets if facet.same and facet.kept)
    yield f"written as before: {same or 'nothing'}"
    for facet in done.facets:
        if not facet.same:
            yield f"written otherwise: {facet.name}"
            yield from (f"  - {what}" for what in facet.gone)
            yield from (f"  + {what}" for what in facet.new)


def model(done: Hybrid) -> Iterator[str]:
    """What was asked of a model, what the guard refused, and what it took; in a dry run the prompts."""
    if done.asked:
        usage = spent(asked.answer for asked in done.asked)
        cost = f", cost {done.cost:.4f}" if done.cost else ""
        count = f"{usage.prompt_tokens} tokens read and {usage.completion_tokens} written"
        yield f"model: {usage.calls} calls, {count}, {usage.seconds:.1f} s{cost}"
    for asked in done.asked:
        for objection in asked.objections:
            where = "" if objection.cell is None else f"cell {objection.cell}: "
            yield f"model's answer refused: {where}{objection.message}"
        if asked.answer.given_up:
            yield f"model: {asked.answer.given_up}"
    if done.dry and done.question is not None:
        from llm.prompts import messages, tokens

        conversation = messages(done.question)
        yield f"the model would be asked this (about {tokens(conversation)} tokens):"
        for message in conversation:
            yield f"--- {message['role']}"
            yield from message["content"].split("\n")


def lacking(found: Any) -> str | None:
    """The top-level module that a failed import lacked as a whole; None where something else failed."""
    if found is None or found.exception != "ModuleNotFoundError":
        return None
    words = found.message.split("'")
    return words[1] if len(words) > 2 and "." not in words[1] else None


_BY = {"codemods": "", "run time": " by what the run before saw", "deprecations": " where the run before warned",
       "age": " as older releases did"}  # fmt: skip


def _edits(one: Round) -> str:
    if one.by not in _BY:
        return "a model's answer"
    return f"{len(one.edits)} edit{'' if len(one.edits) == 1 else 's'}{_BY[one.by]}"


def _state(one: Round) -> str:
    outcome = one.outcome
    if outcome.clean:
        return "clean" if one.kept else "clean, but the score was not reached: taken back"
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
        "fidelity": [asdict(facet) for facet in done.facets],
        "asked": [asdict(asked) for asked in done.asked],
        "cost": done.cost,
        "verdict": done.verdict and asdict(done.verdict),
        "comparison": compared and asdict(compared) | {"same": compared.same},
    }  # fmt: skip
