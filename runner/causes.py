"""First causes and what follows from them.

Where a cell fails, the names it would have bound and the data it would have changed are *owed* by it, from the failing
statement on. A later failure that reads what is owed follows from that cell; what no data can have caused (a missing
attribute of a library's class, a refused keyword, a failed import) stands for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

_OWN = {"ImportError", "SyntaxError", "UsageError", "TabError", "IndentationError"}
_BUILTIN = ("builtins.", "__main__.")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement at the top of a cell: what it binds, changes and reads, and the strings in it."""

    line: int
    bound: frozenset[str]
    changed: frozenset[str]
    read: frozenset[str]
    strings: frozenset[str]


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is known of a failure for telling its cause. `names`: data that the failing place reads."""

    exception: str
    kinds: frozenset[str]
    message: str
    line: int | None  # in the failing cell; None: the whole cell was not run
    names: frozenset[str] = frozenset()
    missing: str | None = None  # of a NameError
    attribute: str | None = None
    receiver: str | None = None
    keyword: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One executed cell, in the order of execution."""

    index: int
    statements: tuple[Statement, ...]
    trouble: Trouble | None = None


@dataclass(slots=True)
class _Owed:
    names: dict[str, int] = field(default_factory=dict)
    strings: dict[str, int] = field(default_factory=dict)

    def by(self, names: frozenset[str]) -> tuple[str, int] | None:
        return min(((n, self.names[n]) for n in names if n in self.names), key=lambda p: (p[1], p[0]), default=None)


def causes(steps: Sequence[Step]) -> dict[int, tuple[int, str]]:
    """For each failure that follows from another: its cell → (the cell of the first cause, what says so)."""
    owed, found = _Owed(), dict[int, tuple[int, str]]()
    own: set[tuple[str, str]] = set()  # what failed by itself before, fails by itself again
    for step in steps:
        failing = _failing(step)
        within = step.statements.index(failing) if failing is not None else 0
        done = step.statements[:within] if step.trouble else step.statements
        for statement in done:
            _carry(statement, owed)
        if step.trouble is None:
            continue
        origin = step.index
        words = (step.trouble.exception, step.trouble.message)
        again = words in own and bool(step.trouble.kinds & {"TypeError", "ValueError"})
        if not again and (cause := _cause(step.trouble, owed)) is not None:
            found[step.index] = cause
            origin = cause[0]
        else:
            own.add(words)
        for statement in step.statements[within:]:
            _owe(statement, owed, origin)
    return found


def _failing(step: Step) -> Statement | None:
    if step.trouble is None or step.trouble.line is None:
        return None
    line = step.trouble.line
    return next((s for s in reversed(step.statements) if s.line <= line), None)


def _carry(statement: Statement, owed: _Owed) -> None:
    """A statement that ran: what it binds is sound if all it read is."""
    origin = owed.by(statement.read)
    for name in statement.bound:
        if origin is None:
            owed.names.pop(name, None)
        else:
            owed.names[name] = origin[1]
    if origin is not None:
        for name in statement.changed:
            owed.names.setdefault(name, origin[1])


def _owe(statement: Statement, owed: _Owed, origin: int) -> None:
    for name in statement.bound | statement.changed:
        owed.names.setdefault(name, origin)
    for text in statement.strings:
        owed.strings.setdefault(text, origin)


def _cause(trouble: Trouble, owed: _Owed) -> tuple[int, str] | None:
    if trouble.missing is not None:
        cell = owed.names.get(trouble.missing)
        return None if cell is None else (cell, f"{trouble.missing} was to be bound there")
    if trouble.kinds & _OWN:
        return None
    if trouble.kinds & {"KeyError", "OSError", "AttributeError"}:
        wanted = trouble.attribute or trouble.message
        for text, cell in owed.strings.items():
            if text == wanted.strip("'\"") or f"'{text}'" in wanted:
                return cell, f"{text!r} was to be made there"
    if _of_the_library(trouble):
        return None
    name = owed.by(trouble.names)
    return None if name is None else (name[1], f"{name[0]} was to be set there")


def _of_the_library(trouble: Trouble) -> bool:
    """Whether the failure would come whatever the data: it says what a library's class or function is."""
    if trouble.keyword is not None:
        return True
    if "TypeError" in trouble.kinds and ("positional argument" in trouble.message or "required keyword" in trouble.message):
        return True
    if trouble.attribute is None or trouble.receiver is None or trouble.attribute.endswith("_"):
        return False
    return trouble.receiver.startswith(("module ", "class ")) or not trouble.receiver.startswith(_BUILTIN)


def statements(effects: Sequence[Sequence[Any]] | None, shift: int = 0) -> tuple[Statement, ...]:
    """Statements as the probe tells them; `shift` is added to the lines."""
    return tuple(
        Statement(line + shift, frozenset(bound), frozenset(changed), frozenset(read), frozenset(strings))
        for line, bound, changed, read, strings in effects or ()
    )


def trouble(failure: Mapping[str, Any], line: int | None) -> Trouble:
    """A failure as the probe tells it."""
    frames = failure.get("frames") or ()
    return Trouble(
        exception=failure["exception"],
        kinds=frozenset(failure.get("kinds", ())) | {failure["exception"]},
        message=failure["message"],
        line=line,
        names=frozenset(name for frame in frames for name in frame["names"]),
        missing=failure.get("name"),
        attribute=failure.get("attribute"),
        receiver=failure.get("receiver"),
        keyword=failure.get("keyword"),
    )
