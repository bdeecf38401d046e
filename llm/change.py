"""A notebook before and after an edit, and what is known about it: what the guard's checks look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from llm.code import Notebook
from llm.records import Objection


@dataclass(frozen=True, slots=True)
class Lack:
    """A name, keyword or value that the target does not have: `name` as written in the code."""

    cell: int
    name: str
    message: str


class Knowledge(Protocol):
    """What is known of the target's libraries, by whoever calls the guard."""

    def lacks(self, notebook: Notebook) -> Sequence[Lack]:
        """Everything in the notebook that the target is known not to have."""
        ...

    def was_default(self, name: str, keyword: str, value: str) -> bool:
        """Whether an earlier release of a class or function of this name had the value as its default."""
        ...


class NoKnowledge:
    """Nothing is known: names are not checked, and no default is anyone's old one."""

    def lacks(self, notebook: Notebook) -> Sequence[Lack]:
        return ()

    def was_default(self, name: str, keyword: str, value: str) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class Permissions:
    """What the user allows beyond the honest. `semantic`: other models, features, data or parameters."""

    semantic: bool = False
    network: bool = False
    shell: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A notebook before and after an edit, and what is known about it. `target`: the score that is to be reached."""

    before: Notebook
    after: Notebook
    target: float | None = None
    gone: frozenset[str] = field(default_factory=frozenset)  # names and keywords in `before` that the target lacks
    knowledge: Knowledge = field(default_factory=NoKnowledge)

    @property
    def edited(self) -> tuple[int, ...]:
        """The cells that differ."""
        return tuple(cell for cell, code in self.after.items() if code.source != self.before[cell].source)

    @property
    def old(self) -> Notebook:
        """The edited cells as they were."""
        return {cell: self.before[cell] for cell in self.edited}

    @property
    def new(self) -> Notebook:
        """The edited cells as they are."""
        return {cell: self.after[cell] for cell in self.edited}


Check = Callable[[Change], Iterable[Objection]]
