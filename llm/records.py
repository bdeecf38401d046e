"""What passes between the loop and the model: questions, answers, objections. Free of heavy imports.

A cell is named by its index in the notebook's `cells` (0-based, all kinds counted).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class Repair(StrEnum):
    """What a model is asked for, as the judge decides it (the three repairs of MLEModernizer)."""

    ERROR = "error-repair"
    RUNTIME = "runtime-reduction"
    SCORE = "score-calibration"


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell as the model sees it. `error`: what its last run said, where it failed for its own reason."""

    index: int
    source: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """What the database of API changes says of a symbol in the cells."""

    symbol: str
    text: str


@dataclass(frozen=True, slots=True)
class CellEdit:
    """The whole new source of a cell."""

    cell: int
    source: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was tried before, and what it led to."""

    edits: tuple[CellEdit, ...]
    led_to: str


@dataclass(frozen=True, slots=True)
class Question:
    """One request for a repair.

    `cells`: those that failed and those that they depend on, in order; `environment`: distribution → version;
    `goal`: what the repair must reach beside running (a time, a score), told in a sentence.
    """

    repair: Repair
    cells: tuple[Cell, ...]
    facts: tuple[Fact, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    attempts: tuple[Attempt, ...] = ()
    goal: str = ""

    @property
    def failing(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if cell.error)


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer took: tokens as the server counts them, seconds on the clock, calls with their retries."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.seconds + other.seconds,
            self.calls + other.calls,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model proposes. Without edits `given_up` says why there are none."""

    plan: str
    edits: tuple[CellEdit, ...]
    usage: Usage
    given_up: str = ""
    changes_meaning: bool | None = None  # the model's own verdict; None: not asked, or no valid answer


@dataclass(frozen=True, slots=True)
class Objection:
    """Why the guard refuses an edit: `rule` names the check, `cell` the place (None: the notebook as a whole)."""

    rule: str
    cell: int | None
    message: str


class Model(Protocol):
    """Who answers questions: a server of an OpenAI-compatible API, or a record that is replayed."""

    def ask(self, question: Question, *, refused: Sequence[Objection] = ()) -> Answer:
        """Propose edits; `refused` are the guard's objections to the answer before this one.

        Raises:
            llm.errors.ModelUnreachable: there is no server, or it went away and did not come back.
        """
        ...
