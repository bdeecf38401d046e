"""The options of a batch, and what they mean. Nothing heavy: the main command imports it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from migrator.errors import BadOption

QUEUE = ".migrate.sqlite"


class Executor(StrEnum):
    PROCESS = "process"
    RAY = "ray"


Jobs = Annotated[
    int | None, typer.Option("-j", "--jobs", metavar="N", help="A batch: N notebooks at once; goes on where it was interrupted.")
]
QueueFile = Annotated[
    Path | None,
    typer.Option("--queue", metavar="FILE", help=f"Where a batch keeps its results: {QUEUE} where the notebooks go if not said."),
]
Again = Annotated[bool, typer.Option("--again", help="In a batch: also what is done already.")]
ExecutorOption = Annotated[
    Executor | None, typer.Option("--executor", help="Where a batch works: processes of this machine, or a Ray cluster.")
]


@dataclass(frozen=True, slots=True)
class Batch:
    """Many files at once, by a queue that is kept. `jobs` is None for as many as the executor has room for."""

    jobs: int | None = None
    queue: Path | None = None
    again: bool = False
    executor: Executor = Executor.PROCESS


def batching(jobs: int | None, queue: Path | None, again: bool, executor: Executor | None) -> Batch | None:
    """What the options say; None where none of them is given. Raises BadOption."""
    if jobs is None and queue is None and not again and executor is None:
        return None
    if jobs is not None and jobs < 1:
        raise BadOption(f"--jobs {jobs}: expected 1 or more")
    return Batch(jobs, queue, again, executor or Executor.PROCESS)
