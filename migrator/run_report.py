"""What a run brought, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from runner.compare import Comparison
from runner.records import CellOutcome, Frame, Outcome, Run, Status
from runner.verdict import Judgement, Verdict

_WORDS = {
    Status.ERROR: "failed",
    Status.USAGE: "was aborted",
    Status.TIMEOUT: "ran out of time",
    Status.DEAD: "killed its kernel",
    Status.MEMORY: "was killed for memory",
}
_SHOWN = 10  # lines of warnings


def good(run: Run, verdict: Verdict | None) -> bool:
    """Whether nothing is left to repair."""
    scored = run.score is None or run.score.value is not None
    return run.outcome.clean and scored and (verdict is None or verdict.judgement is Judgement.REPRODUCIBLE)


def as_data(run: Run, verdict: Verdict | None, saved: Path | None, compared: Comparison | None = None) -> dict[str, Any]:
    """The run as JSON data."""
    outcome = run.outcome
    return asdict(outcome) | {
        "comparison": compared and asdict(compared) | {"same": compared.same},
        "clean": outcome.clean,
        "first_causes": [cell.index for cell in outcome.first_causes],
        "score": run.score and asdict(run.score),
        "verdict": verdict and asdict(verdict),
        "saved": saved and str(saved),
    }


def as_json(run: Run, verdict: Verdict | None, saved: Path | None, compared: Comparison | None = None) -> str:
    return json.dumps(as_data(run, verdict, saved, compared), ensure_ascii=False)


def text(run: Run, verdict: Verdict | None, saved: Path | None, compared: Comparison | None = None) -> Iterator[str]:
    """Lines for people: first causes with their places, what follows from each, warnings, score, and a summary."""
    outcome = run.outcome
    follow: dict[int, list[CellOutcome]] = {}
    for cell in outcome.failures:
        if cell.cause is not None:
            follow.setdefault(cell.cause, []).append(cell)
    for cell in outcome.first_causes:
        yield from failure(outcome.name, cell)
        for later in follow.get(cell.index, ()):
            what = later.failure.exception if later.failure else later.status.value
            yield f"    cell {later.index} follows from it: {what}, {later.because}"
    yield from warnings(outcome)
    yield summary(outcome)
    if outcome.detail and not outcome.clean:
        yield f"  the kernel's last words: {outcome.detail.splitlines()[-1][:200]}"
    written = sorted({path for cell in outcome.cells for path in cell.written})
    if written:
        yield f"  wrote {', '.join(written[:8])}{' …' if len(written) > 8 else ''}"
    yield from scored(run, verdict)
    if compared is not None:
        from migrator.compare_cli import text as differences

        yield from (f"  {line}" for line in differences(compared))
    if saved is not None:
        yield f"  saved as {saved}"


def scored(run: Run, verdict: Verdict | None) -> Iterator[str]:
    """The score, and what it means."""
    score = run.score
    if score is not None:
        way = "greater" if score.greater_is_better else "lower"
        told = f"no score: {score.reason}" if score.value is None else f"score {score.value:.6g} ({way} is better)"
        yield f"  {score.name}: {told}"
    if verdict is not None:
        count = f"{len(verdict.scores)} run{'s' * (len(verdict.scores) != 1)}"
        yield f"  verdict: {verdict.judgement.value} against {verdict.target:.6g}, {count}: {verdict.reason}"


def failure(name: str, cell: CellOutcome) -> Iterator[str]:
    """One failed cell: what, where, on what."""
    found = cell.failure
    word = _WORDS[cell.status]
    if found is None:
        yield f"{name}: cell {cell.index} {word} after {cell.seconds:.1f} s"
        return
    lines = found.message.strip().splitlines() or [""]
    message = lines[-1] if found.exception == "ModuleNotFoundError" else lines[0]
    yield f"{name}: cell {cell.index}{place(found.frames[-1]) if found.frames else ''} {word}: {found.exception}: {message[:300]}"
    for frame in found.frames[-3:]:
        first, *more = frame.source.strip().splitlines() or [""]
        within = f" in {frame.function}" if frame.function else ""
        yield f"    cell {frame.cell}{place(frame)}{within}: {first[:160]}{' …' if more else ''}"
    if found.receiver and found.attribute:
        yield f"    the receiver is a {found.receiver}" if not found.receiver.startswith("module") else f"    of {found.receiver}"
    if found.callee and found.keyword:
        yield f"    {found.callee} does not take {found.keyword}"


def place(frame: Frame) -> str:
    return f", line {frame.line}" + ("" if frame.col is None else f", column {frame.col}")


def warnings(outcome: Outcome) -> Iterator[str]:
    """What will break next, each warning once."""
    seen = dict[tuple[str, str], str]()
    for cell in outcome.cells:
        for notice in cell.notices:
            at = f"cell {notice.cell}, line {notice.line}" if notice.line is not None else f"cell {cell.index}"
            message = " ".join(notice.message.split())
            seen.setdefault((notice.category, message), f"{outcome.name}: {at}: {notice.category}: {message[:200]}")
    lines = list(seen.values())
    yield from lines[:_SHOWN]
    if len(lines) > _SHOWN:
        yield f"{outcome.name}: {len(lines) - _SHOWN} more warnings"


def summary(outcome: Outcome) -> str:
    """One line: how it ended."""
    ran = sum(cell.status is not Status.NOT_RUN for cell in outcome.cells)
    failed = len(outcome.failures)
    peak = max((cell.peak_memory or 0 for cell in outcome.cells), default=0)
    verdict = "clean" if outcome.clean else f"{failed} failed, {len(outcome.first_causes)} first causes"
    parts = [f"{ran} of {len(outcome.cells)} cells ran", verdict, f"{outcome.seconds:.1f} s", f"{peak / 1e6:.0f} MB at most"]
    end = "" if outcome.end.value == "complete" else f"; ended early: {outcome.end.value}"
    return f"{outcome.name}: {', '.join(parts)}{end}; ran in {outcome.where}"
