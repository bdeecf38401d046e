"""One task of a batch: a file is migrated, and all that is to be known of it comes back as plain data."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from migrator.digests import digest, of_file
from migrator.paired import script_of
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

    `seconds`: wall time; `inputs`: absolute path → digest of the file, its paired script and its own modules, as they were read;
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
    from codemods.infer.memory import forget

    start = time.monotonic()
    own = Path(name).absolute()
    inputs = _digests(own)  # before it is read: what changes meanwhile is done again
    outcome = one(name, job)
    forget()
    told = reported(outcome, job)
    if isinstance(outcome, Failure):
        return Record(told, time.monotonic() - start, inputs)
    output = outcome.written
    written = digest(outcome.result.migrated) if output is not None else None
    if not job.in_place:
        inputs |= _digests(*outcome.result.helpers)
    elif written is not None:
        inputs = _digests(own)  # as it lies there now; own modules are overwritten by the same batch
    return Record(told, time.monotonic() - start, inputs, output, written, figures(outcome))


def _digests(*files: Path) -> dict[str, str]:
    """Of files, and of the scripts that jupytext pairs notebooks with."""
    paths = [path.absolute() for file in files for path in (file, script_of(file)) if path is not None]
    return {str(path): of_file(path) for path in paths}


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
