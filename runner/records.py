"""What a run tells: the records that leave this room. Free of heavy imports.

A cell is named by its index in the notebook's `cells` (0-based, all kinds counted); lines are 1-based, columns 0-based
characters, both in the cell's stored source.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any


class Status(StrEnum):
    """How a cell ended."""

    OK = "ok"
    ERROR = "error"
    USAGE = "usage"  # an unknown or misused magic, which aborts its cell and shows only on standard error
    TIMEOUT = "timeout"
    DEAD = "dead"  # the kernel's process ended
    MEMORY = "memory"  # … because it was killed for memory
    NOT_RUN = "not run"


class End(StrEnum):
    """How the run of a notebook ended."""

    COMPLETE = "complete"
    TIME = "time limit"
    DEAD = "kernel died"
    MEMORY = "killed for memory"
    DISK = "disk limit"
    KILLED = "killed: ignored the interrupt"
    STOPPED = "stopped by the user"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use. Seconds and bytes; None: no limit of its own."""

    total: float = 600
    cell: float | None = None
    output: int = 10_000_000  # of one cell, as kept
    outputs: int = 60_000_000  # of all cells together
    disk: int = 4_000_000_000  # written into the work folder
    memory: int | None = None
    grace: float = 3  # between an interrupt and what follows it


@dataclass(frozen=True, slots=True)
class Value:
    """An object of the run: the full name of its class (or `class X`, `module X`, `function X`), its bases, and what is
    known of it: dtype, shape, `index kind`, `columns kind`, `column NAME` (dtypes), classes (how many values differ)."""

    kind: str
    bases: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in notebook code that an exception went through, outermost first.

    `source` is the text of the failing expression where it can be told, else of its line; `col` is None then. `values`:
    what the names hold that the code reads (at the top of a cell: the whole cell), when it failed.
    """

    cell: int
    line: int
    col: int | None
    end_line: int | None
    end_col: int | None
    source: str
    function: str  # "" at the top of a cell
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a cell failed.

    `receiver` and `bases` are the actual class of the object whose attribute was missing or whose method was called,
    and its bases (full names, object left out); `attribute` the missing attribute. `callee` is the full name of what the
    notebook called at the failing place, `keyword` the argument it refused. `facts` tells of the receiver: dtype, shape,
    index, columns. `arguments`: what the failing call was given, by parameter of what it entered, or by position.
    `raised_in` is MODULE:FUNCTION of the place that raised.
    """

    exception: str
    message: str
    frames: tuple[Frame, ...] = ()
    raised_in: str = ""
    receiver: str | None = None
    bases: tuple[str, ...] = ()
    attribute: str | None = None
    callee: str | None = None
    keyword: str | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    arguments: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Notice:
    """A warning: `module` issued it, while the notebook was at `cell`, `line` (None: not in notebook code)."""

    category: str
    message: str
    module: str
    cell: int | None
    line: int | None


@dataclass(frozen=True, slots=True)
class CellOutcome:
    """One code cell. `cause`: the cell whose failure this one follows from; None where it stands for itself."""

    index: int
    status: Status
    failure: Failure | None = None
    cause: int | None = None
    because: str = ""  # what says so
    notices: tuple[Notice, ...] = ()
    seconds: float = 0.0
    peak_memory: int | None = None  # bytes, of the kernel's process while the cell ran
    written: tuple[str, ...] = ()  # files, relative to the notebook's folder
    cut: bool = False  # more output than the limit: the rest was dropped

    @property
    def failed(self) -> bool:
        return self.status not in (Status.OK, Status.NOT_RUN)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run of one notebook. `where` names the interpreter or image, `versions` what was installed there."""

    name: str
    where: str
    end: End
    cells: tuple[CellOutcome, ...]
    seconds: float
    detail: str = ""  # what the dying kernel said
    removed: tuple[str, ...] = ()  # files of the (copied) folder that the notebook removed

    @property
    def clean(self) -> bool:
        """Ran to its end, and no cell failed."""
        return self.end is End.COMPLETE and not any(cell.failed for cell in self.cells)

    @property
    def failures(self) -> tuple[CellOutcome, ...]:
        return tuple(cell for cell in self.cells if cell.failed)

    @property
    def first_causes(self) -> tuple[CellOutcome, ...]:
        """The failures that don't follow from an earlier one."""
        return tuple(cell for cell in self.failures if cell.cause is None)


@dataclass(frozen=True, slots=True)
class Score:
    """`value` is None where there is no valid score; `reason` says why then. The direction belongs to the score."""

    value: float | None
    greater_is_better: bool
    name: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """An outcome, the executed notebook (nbformat 4, complete or not), and its score where a grader was given.

    `folder` is where it ran: gone once the run is handed back.
    """

    outcome: Outcome
    notebook: dict[str, Any]
    folder: Path
    score: Score | None = None
