"""From what was seen of each cell to its outcome: places in the stored source, causes, files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runner.causes import Step, causes, statements, trouble
from runner.records import CellOutcome, Failure, Frame, Notice, Status, Value
from runner.workspace import Snapshot

_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_NO_MAGIC = re.compile(r"^(?:UsageError: .*|ERROR:root:.*[Mm]agic.*|ERROR: (?:Line|Cell) magic .*)$", re.MULTILINE)


@dataclass(slots=True)
class Seen:
    """One cell as it was seen to run. `record` is the probe's, `reply` the kernel's; times are the clock's."""

    begin: float
    end: float = 0.0
    record: dict[str, Any] = field(default_factory=dict)
    reply: dict[str, Any] = field(default_factory=dict)
    size: int = 0
    cut: bool = False
    late: bool = False
    dead: bool = False
    memory: bool = False


def outcomes(cells: Sequence[Any], seen: dict[int, Seen], before: Snapshot, after: Snapshot) -> tuple[CellOutcome, ...]:
    """The outcome of each code cell that has code, in order."""
    places = _Places(cells, seen)
    failures = {index: failure for index, one in seen.items() if (failure := _failure(index, cells[index], one, places))}
    follows = causes([_step(index, one, cells, failures.get(index), places) for index, one in seen.items()])
    written = _written(seen, before, after)
    found = []
    for index, cell in enumerate(cells):
        if cell.cell_type != "code" or not cell.source.strip():
            continue
        one = seen.get(index)
        if one is None:
            found.append(CellOutcome(index, Status.NOT_RUN))
            continue
        cause, because = follows.get(index, (None, ""))
        found.append(
            CellOutcome(
                index,
                _status(cell, one),
                failure=failures.get(index),
                cause=cause,
                because=because,
                notices=tuple(places.notice(n) for n in one.record.get("notices", ())),
                seconds=round(one.record.get("seconds", one.end - one.begin), 4),
                peak_memory=one.record.get("peak"),
                written=written.get(index, ()),
                cut=one.cut or bool(one.record.get("cut")),
            )
        )
    return tuple(found)


def _status(cell: Any, seen: Seen) -> Status:
    if seen.memory:
        return Status.MEMORY
    if seen.late:
        return Status.TIMEOUT
    if seen.dead:
        return Status.DEAD
    if seen.reply.get("status") in ("error", "aborted", "abort"):
        return Status.USAGE if seen.reply.get("ename") == "UsageError" else Status.ERROR
    return Status.USAGE if _usage(cell) else Status.OK


def _usage(cell: Any) -> str | None:
    """What an unknown magic left on standard error."""
    for output in cell.outputs:
        if output.output_type == "stream" and output.name == "stderr" and (found := _NO_MAGIC.search(output.text)):
            return found[0]
    return None


def _failure(index: int, cell: Any, seen: Seen, places: _Places) -> Failure | None:
    if _status(cell, seen) not in (Status.ERROR, Status.USAGE, Status.TIMEOUT):
        return None
    told = seen.record.get("failure")
    if told is None:
        name = seen.reply.get("ename")
        if name is None:
            text = _usage(cell)
            return Failure("UsageError", text.removeprefix("UsageError: ")) if text else None
        message = _ANSI.sub("", str(seen.reply.get("evalue", "")))
        return Failure(str(name), message, places.of_message(index, message))
    return Failure(
        exception=told["exception"],
        message=_ANSI.sub("", told["message"]),
        frames=tuple(places.frame(frame) for frame in told["frames"]),
        raised_in=told.get("raised_in", ""),
        receiver=told.get("receiver"),
        bases=tuple(told.get("bases", ())),
        attribute=told.get("attribute"),
        callee=told.get("callee"),
        keyword=told.get("keyword"),
        facts=told.get("facts", {}),
        arguments=_values(told.get("arguments", {})),
    )


def _values(told: Mapping[str, Any]) -> dict[str, Value]:
    return {name: Value(one["kind"], tuple(one["bases"]), one["facts"]) for name, one in told.items()}


class _Places:
    """From the probe's numbers and lines, of the text that IPython made, to cells and lines as stored."""

    def __init__(self, cells: Sequence[Any], seen: Mapping[int, Seen]) -> None:
        self._lines = {index: cells[index].source.split("\n") for index in seen}
        self.cell_of = {one.record["run"]: index for index, one in seen.items() if "run" in one.record}
        self.shift = {
            index: max(0, _blank(cells[index].source) - one.record["blank"]) if "blank" in one.record else 0
            for index, one in seen.items()
        }

    def frame(self, told: Mapping[str, Any]) -> Frame:
        index = self.cell_of.get(told["run"], -1)
        line, column, end_line, end_column = told["place"]
        shift, lines = self.shift.get(index, 0), self._lines.get(index, [])
        line, source = line + shift, told["source"]
        stored = lines[line - 1] if 0 < line <= len(lines) else ""
        if not source:
            source = stored.strip()
        if column is not None:
            end_line += shift
            first = source.split("\n")[0]
            if stored[column : column + len(first)] != first:  # a magic's line, or one that was indented
                column = stored.find(first) if stored.count(first) == 1 else None
                end_column = column + len(first) if column is not None and end_line == line else None
        values = _values(told["values"])
        if column is None or end_column is None:
            return Frame(index, line, None, None, None, source, told["function"], values)
        return Frame(index, line, column, end_line, end_column, source, told["function"], values)

    def of_message(self, index: int, message: str) -> tuple[Frame, ...]:
        """The line that a syntax error's message names."""
        found = re.search(r"line (\d+)\)?$", message)
        if found is None:
            return ()
        line = int(found[1]) + self.shift[index]
        lines = self._lines[index]
        source = lines[line - 1].strip() if line <= len(lines) else ""
        return (Frame(index, line, None, None, None, source, ""),)

    def notice(self, told: Mapping[str, Any]) -> Notice:
        index = self.cell_of.get(told["run"])
        line = None if told["line"] is None or index is None else told["line"] + self.shift[index]
        return Notice(told["category"], told["message"], told["module"], index, line)


def _blank(source: str) -> int:
    """Lines at the start that hold nothing, which IPython removes."""
    text = source.lstrip("\n \t\r")
    return source[: len(source) - len(text)].count("\n")


def _step(index: int, seen: Seen, cells: Sequence[Any], failure: Failure | None, places: _Places) -> Step:
    effects = statements(seen.record.get("effects"), places.shift[index])
    status = _status(cells[index], seen)
    if status is Status.OK:
        return Step(index, effects)
    told = seen.record.get("failure")
    if told is None:
        name = failure.exception if failure else status.value
        return Step(index, effects, trouble({"exception": name, "message": failure.message if failure else ""}, None))
    own = [frame.line for frame in failure.frames if frame.cell == index] if failure else []
    return Step(index, effects, trouble(told, own[0] if own else None))


_TICK = 0.004  # seconds by which a file's time may lag: the kernel's clock for files ticks, and cells may be as short


def _written(seen: dict[int, Seen], before: Snapshot, after: Snapshot) -> dict[int, tuple[str, ...]]:
    """The files that are new or changed, by the cell that ran when they were changed last."""
    found: dict[int, list[str]] = {}
    for path, stat in sorted(after.items()):
        if before.get(path) == stat or "/." in f"/{path}" or "__pycache__" in path:
            continue
        at = stat[0] / 1e9 + _TICK / 2
        cell = next((i for i, one in seen.items() if not one.end or at <= one.end), max(seen, default=-1))
        found.setdefault(cell, []).append(path)
    return {index: tuple(paths) for index, paths in found.items()}
