"""The model in the hybrid run: how it is asked, what it may spend, what it may change."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from codemods.records import Applied, Finding, Safety, Span
from llm.budget import Budget, Prices, Purse
from llm.change import Permissions
from llm.client import KEY_VARIABLE, Connection, Server
from llm.errors import LlmError
from llm.places import SharedPlaces
from llm.records import Answer, CellEdit, Objection, Question, Usage

if TYPE_CHECKING:
    from migrator.pipeline import Migration

CODE = "LLM"


@dataclass(frozen=True, slots=True)
class Asking:
    """What the user says of the model. Without a URL none is asked."""

    connection: Connection | None = None
    budget: Budget = field(default_factory=Budget)
    prices: Prices = field(default_factory=Prices)
    allow: Permissions = field(default_factory=Permissions)
    dry: bool = False  # print what would be asked
    places: Path | None = None  # the folder by which the processes of a batch share the places at the server

    def model(self) -> Patient | None:
        """A model for one notebook, with a purse of its own."""
        if self.connection is None:
            return None
        return Patient(_server(self.connection, self.places).with_purse(Purse(self.budget, self.prices)))

    def guard(
        self, migration: Migration, score: float | None = None
    ) -> Callable[[Question, Answer, Mapping[int, str]], Iterable[Objection]]:
        """The guard for one notebook; `score`: what it had reached in its time."""
        from migrator.guarding import objections
        from migrator.pipeline import catalog

        def judge(question: Question, answer: Answer, sources: Mapping[int, str]) -> Iterable[Objection]:
            return objections(answer, sources, migration.target, catalog(), allow=self.allow, score=score)

        return judge


@cache
def _server(connection: Connection, places: Path | None) -> Server:
    """The server, one for all notebooks of this process."""
    return Server(connection, place=SharedPlaces(places, connection.in_flight).place if places is not None else None)


class Patient:
    """A model whose absence is no failure of the run: the question stays open, with the reason."""

    def __init__(self, server: Server) -> None:
        self.server = server

    def ask(self, question: Question, *, refused: Sequence[Objection] = ()) -> Answer:
        """As `Model.ask`; a server that is gone, refuses or costs too much gives an answer without edits."""
        try:
            return self.server.ask(question, refused=refused)
        except LlmError as error:
            return Answer("", (), Usage(), given_up=str(error))


def key() -> str:
    """The server's key, from the environment."""
    return os.environ.get(KEY_VARIABLE, "")


def applied(edit: CellEdit, before: str, plan: str) -> Applied:
    """A model's edit as the report shows it."""
    lines = before.split("\n")
    finding = Finding(
        code=CODE,
        symbol="",
        cell=edit.cell,
        span=Span(1, 0, len(lines), len(lines[-1])),
        message=plan or "proposed by the model",
        safety=Safety.REVIEW,
        evidence="proposed by the model, let through by the guard",
    )
    return Applied(finding, before, edit.source)


def spent(answers: Iterable[Answer]) -> Usage:
    """What some answers took together."""
    return sum((answer.usage for answer in answers), Usage())
