"""What a model is asked and what it answers: the records that leave this room, and what may be in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class Repair(StrEnum):
    """What is to be repaired."""

    ERROR = "error-repair"
    RUNTIME = "runtime-reduction"
    SCORE = "score-calibration"


@dataclass(frozen=True, slots=True)
class Trouble:
    """A failed cell, a first cause: what it said, where, and on what. `receiver`: the class of the object concerned."""

    cell: int
    error: str  # TypeError: ...; for a cell that ran out of time: how long it ran
    line: int | None = None
    source: str = ""  # of the failing expression
    receiver: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Edits that were tried before, and what they led to."""

    edits: Mapping[int, str]
    led_to: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question for the model.

    `cells`: index → source of the failing cells and of those that they depend on, in order. `facts`: what the database
    knows of the symbols in the failing cells, a line each. `environment`: versions that the notebook runs with.
    """

    repair: Repair
    name: str
    troubles: tuple[Trouble, ...]
    cells: Mapping[int, str]
    facts: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    attempts: tuple[Attempt, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """New sources of single cells. `declined`: why there are none: the model gave up, or its edits were refused."""

    plan: str
    edits: Mapping[int, str] = field(default_factory=dict)
    declined: str = ""


class Repairer(Protocol):
    """Whoever answers questions: a model behind its guard."""

    def repair(self, question: Question) -> Answer:
        """Edits that the guard let through, or none and the reason; never raises for what a model says."""
