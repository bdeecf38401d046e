"""The record of a hybrid run, JSON lines: what it started from, each round, and the end; and its replay without a model.

    {"kind": "start", "notebook": …, "sha256": …, "target": {…}, "was": {…}, …}
    {"kind": "round", "number": 1, "by": "codemods", "edits": […], "cells": {…}, "outcome": {…}, "asked": […], "kept": true}
    {"kind": "end", "sha256": …, "clean": …, "round": …}

`cells` holds the Python text of the cells that differ from those of the last round that was kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from codemods.records import Applied
from migrator.digests import digest
from migrator.errors import MigrateError
from migrator.hybrid import Hybrid, Round
from migrator.pipeline import Migration, Options, open_bytes
from runner.records import Outcome


class BadRecord(MigrateError):
    """A record that can't be read, or does not fit the notebook."""


def lines(done: Hybrid, options: Options) -> Iterator[str]:
    """The record of a run, line by line."""
    result = done.result
    yield _line(
        "start",
        notebook=result.name,
        sha256=digest(result.original),
        target=dict(result.target.versions),
        was=dict(options.was),
        as_of=options.as_of,
        ignore=options.ignore,
        select=options.select,
        where=done.run.outcome.where,
    )
    held: Mapping[int, str] = {}
    for one in done.rounds:
        changed = {str(i): text for i, text in one.texts.items() if held.get(i) != text}
        yield _line("round", **_round(one), cells=changed)
        if one.kept:
            held = one.texts
    kept = [one.number for one in done.rounds if one.kept]
    yield _line("end", sha256=digest(result.migrated), clean=done.clean, round=kept[-1])


def save(done: Hybrid, options: Options, place: Path) -> None:
    """Write the record. Raises CannotWrite."""
    from migrator.work import write

    write(place, "".join(f"{line}\n" for line in lines(done, options)).encode())


def _line(kind: str, **fields: Any) -> str:
    return json.dumps({"kind": kind, **fields}, ensure_ascii=False, default=str)


def _round(one: Round) -> dict[str, Any]:
    return {
        "number": one.number,
        "by": one.by,
        "edits": [_edit(applied) for applied in one.edits],
        "outcome": _outcome(one.outcome),
        "asked": [asdict(asked) for asked in one.asked],
        "kept": one.kept,
    }


def _edit(applied: Applied) -> dict[str, Any]:
    finding = applied.finding
    return {
        "code": finding.code,
        "cell": finding.cell,
        "line": finding.span.line,
        "message": finding.message,
        "release": finding.release,
        "evidence": finding.evidence,
        "before": applied.before,
        "after": applied.after,
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    failed = [
        {
            "cell": cell.index,
            "status": cell.status.value,
            "error": cell.failure and f"{cell.failure.exception}: {cell.failure.message[:500]}",
            "cause": cell.cause,
        }
        for cell in outcome.failures
    ]
    return {"end": outcome.end.value, "seconds": round(outcome.seconds, 2), "cells": len(outcome.cells), "failed": failed}


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it was read."""

    start: dict[str, Any]
    rounds: tuple[dict[str, Any], ...]
    end: dict[str, Any]

    @property
    def texts(self) -> dict[int, str]:
        """The Python text of each cell in the state that was handed back."""
        found: dict[int, str] = {}
        for one in self.rounds:
            if one["kept"]:
                found |= {int(index): text for index, text in one["cells"].items()}
        return found


def load(place: Path) -> Record:
    """Read a record. Raises BadRecord."""
    try:
        rows = [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines() if line.strip()]
        by_kind = {kind: [row for row in rows if row["kind"] == kind] for kind in ("start", "round", "end")}
        (start,), (end,) = by_kind["start"], by_kind["end"]
        record = Record(start, tuple(by_kind["round"]), end)
        _ = record.texts, start["sha256"], start["notebook"], start["target"], end["sha256"]
    except OSError as error:
        raise BadRecord(f"{place}: can't be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord(f"{place}: no complete record of a run ({type(error).__name__}: {error}); --record writes one") from None
    return record


def replay(record: Record, data: bytes, name: str) -> bytes:
    """What the recorded run made of the notebook `data`; no kernel and no model is asked.

    Raises:
        BadRecord: the notebook is not the one of the record, or something else comes out of it.
        codemods.errors.DocumentError: the notebook can't be read.
    """
    start = record.start
    if digest(data) != start["sha256"]:
        raise BadRecord(f"{name}: not the notebook that was recorded (it has changed since); migrate it again")
    options = Options(
        target=start["target"],
        was=start["was"],
        as_of=start["as_of"],
        ignore=tuple(start["ignore"]),
        select=tuple(start["select"]),
    )
    migration = Migration(open_bytes(data, name, options), options)
    migration.texts |= record.texts
    migrated = migration.result(name).migrated
    if digest(migrated) != record.end["sha256"]:
        raise BadRecord(f"{name}: the recorded cells don't give the recorded result: another version of this tool made them")
    return migrated
