"""One task of a batch: a file is migrated, and all that is to be known of it comes back as plain data."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from codemods.infer.memory import forget
from migrator.digests import digest, of_file
from migrator.report import Reported, reported
from migrator.work import Failure, Outcome, one

if TYPE_CHECKING:
    from migrator.work import Job


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one file: code cells and those not analysed, edits, findings left, runs; what a model was asked."""

    cells: int = 0
    not_analysed: int = 0
    edits: int = 0
    left: int = 0
    runs: int = 0
    calls: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """What became of one file.

    `seconds`: wall time; `inputs`: absolute path → digest of the file and of the own modules that it imports, as they were read;
    `output` and its digest: what was written, if anything.
    """

    reported: Reported
    seconds: float = 0.0
    inputs: Mapping[str, str] = field(default_factory=dict)
    output: str | None = None
    output_digest: str | None = None
    figures: Figures = field(default_factory=Figures)


def attempt(name: str, job: Job, scratch: Path | None = None) -> Record:
    """Migrate a file as the job says, and write its result. Never raises for a file that can't be migrated.

    `scratch`: where this process is to keep what it keeps for a while, so that it can be found if the process dies.
    """
    if scratch is not None:
        tempfile.tempdir = os.environ["TMPDIR"] = str(scratch)
    start = time.monotonic()
    own = str(Path(name).absolute())
    inputs = {own: of_file(own)}  # before it is read: what changes meanwhile is done again
    outcome = one(name, job)
    forget()
    told = reported(outcome, job)
    if isinstance(outcome, Failure):
        return Record(told, time.monotonic() - start, inputs)
    output = outcome.written
    written = digest(outcome.result.migrated) if output is not None else None
    if job.in_place:
        # As it lies there now. Own modules are overwritten by the same batch.
        inputs = {own: written or inputs[own]}
    else:
        inputs |= {str(path.absolute()): of_file(path) for path in outcome.result.helpers}
    return Record(told, time.monotonic() - start, inputs, output, written, figures(outcome))


def figures(outcome: Outcome) -> Figures:
    """The figures of a file that could be migrated."""
    from migrator.report import count_edits

    result, done = outcome.result, outcome.hybrid
    usage = None
    if done is not None:
        from migrator.asking import spent

        usage = spent(asked.answer for asked in done.asked)
    return Figures(
        result.code_cells,
        len(result.not_understood),
        count_edits(result),
        len(result.left),
        len(done.rounds) if done is not None else 0,
        usage.calls if usage is not None else 0,
        usage.prompt_tokens + usage.completion_tokens if usage is not None else 0,
    )
