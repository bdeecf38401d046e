"""`--report FILE.html`: what was done to one notebook or a thousand, in one file that needs no network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from migrator.html_diff import Row, rows, style

if TYPE_CHECKING:
    from codemods.records import Finding
    from migrator.hybrid import Hybrid
    from migrator.work import Failure, Outcome

MOST_IMAGES = 12  # of one notebook
MOST_BYTES = 2_000_000  # of one image, as base64


@dataclass(frozen=True, slots=True)
class Note:
    """An edit that was made (`after` is set), or a finding that was left (`reason` is)."""

    place: str
    code: str
    message: str
    release: str
    evidence: str
    before: str = ""
    after: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Images:
    """The pictures of a cell, as base64 PNG: as they were saved, and as the last run drew them."""

    cell: int
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of the report. `verdict` is one of `VERDICTS`."""

    name: str
    verdict: str
    edits: tuple[Note, ...] = ()
    left: tuple[Note, ...] = ()
    cells: tuple[tuple[int, tuple[Row, ...]], ...] = ()  # the cells that changed, line by line
    facts: tuple[tuple[str, str], ...] = ()  # target, vintage, …
    runs: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()  # exceptions that are left
    images: tuple[Images, ...] = ()
    rounds: int = 0
    seconds: float = 0.0
    tokens: int = 0
    error: str = ""


def entry_from(data: Mapping[str, Any]) -> Entry:
    """The entry of which `dataclasses.asdict`, kept as JSON, made `data`."""
    return Entry(
        **{
            **data,
            "edits": tuple(Note(**note) for note in data["edits"]),
            "left": tuple(Note(**note) for note in data["left"]),
            "cells": tuple((cell, tuple(Row(**row) for row in shown)) for cell, shown in data["cells"]),
            "facts": tuple((name, text) for name, text in data["facts"]),
            "images": tuple(Images(i["cell"], tuple(i["before"]), tuple(i["after"])) for i in data["images"]),
        }
    )


VERDICTS = {
    "clean": "ran clean",
    "errors": "still fails",
    "migrated": "rewritten, not run",
    "left": "findings left",
    "same": "nothing to do",
    "failed": "could not be read",
}


class HtmlReport:
    """Takes each file's part as it comes; `close` writes the file."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.entries: list[Entry] = []

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)

    def close(self) -> None:
        """Raises CannotWrite."""
        from migrator.work import write

        write(self.place, render(self.entries).encode())


def entry_of(outcome: Outcome | Failure) -> Entry:
    """One file's part of the report."""
    from migrator.work import Failure

    if isinstance(outcome, Failure):
        return Entry(outcome.name, "failed", error=outcome.error)
    result, done = outcome.result, outcome.hybrid
    edits = tuple(_note(a.finding, before=a.before, after=a.after) for a in result.applied)
    left = tuple(_note(f, reason=f.reason or "it needs your review: --unsafe-fixes applies it") for f in result.left)
    facts = [("target", ", ".join(f"{n} {v}" for n, v in sorted(result.target.versions.items())))]
    ages = [f"{n} {b.oldest or '…'} to {b.newest} ({b.because})" for n, b in sorted(result.vintage.bounds.items()) if b.newest]
    facts += [("written for", "; ".join(ages))] if ages else []
    facts += [("written to", outcome.written)] if outcome.written else []
    facts += [("note", text) for text in (*result.notes, *outcome.beside, *result.problems)]
    facts += [("not analysed", f"cell {miss.cell}: {miss.reason}") for miss in result.not_understood]
    found: dict[str, Any] = {}
    if done is not None:
        found = _ran(outcome, done)
        verdict = "clean" if done.clean else "errors"
    else:
        verdict = "left" if outcome.remaining else "migrated" if result.changed else "same"
    return Entry(result.name, verdict, edits, left, tuple(_cells(outcome)), tuple(facts), **found)


def _ran(outcome: Outcome, done: Hybrid) -> dict[str, Any]:
    from migrator.hybrid_report import text

    causes = [c.failure.exception if c.failure else c.status.value for c in done.run.outcome.first_causes]
    return {
        "runs": tuple(text(done, outcome.comparison)),
        "causes": tuple(causes),
        "images": tuple(_images(outcome.result.original, done)),
        "rounds": len(done.rounds),
        "seconds": sum(one.outcome.seconds for one in done.rounds),
        "tokens": sum(a.answer.usage.prompt_tokens + a.answer.usage.completion_tokens for a in done.asked),
    }


def _note(finding: Finding, **more: str) -> Note:
    evidence = finding.evidence if finding.evidence != finding.message else ""
    place = f"cell {finding.cell}, line {finding.span.line}"
    return Note(place, finding.code, finding.message, finding.release or "", evidence, **more)


def _cells(outcome: Outcome) -> Iterator[tuple[int, tuple[Row, ...]]]:
    from codemods.document import read

    result = outcome.result
    if not result.changed:
        return
    before, after = (read(data, result.name) for data in (result.original, result.migrated))
    for old, new in zip(before.cells, after.cells, strict=True):
        if old.source != new.source:
            yield old.index, tuple(rows(old.source, new.source))


def _images(original: bytes, done: Hybrid) -> Iterator[Images]:
    """The cells that showed pictures, or show some now."""
    import json

    try:
        stored = json.loads(original)
    except ValueError:
        return  # a script
    old = _pictures(stored)
    new = _pictures(done.run.notebook)
    for cell in sorted(old.keys() | new.keys())[:MOST_IMAGES]:
        yield Images(cell, old.get(cell, ()), new.get(cell, ()))


def _pictures(notebook: Mapping[str, Any]) -> dict[int, tuple[str, ...]]:
    cells = notebook.get("cells") or [c for sheet in notebook.get("worksheets", ()) for c in sheet.get("cells", ())]
    found = {}
    for index, cell in enumerate(cells):
        outputs = [output.get("data", output) for output in cell.get("outputs", ())]
        pictures = [p for data in outputs if (p := data.get("image/png") or data.get("png"))]
        texts = ["".join(p).replace("\n", "") for p in pictures]
        if shown := tuple(p for p in texts if len(p) <= MOST_BYTES and p.isascii()):
            found[index] = shown
    return found


def render(entries: list[Entry]) -> str:
    """The whole page."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    from apidb.names import import_name

    environment = Environment(
        loader=PackageLoader("migrator"), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    edits = [note for e in entries for note in e.edits]
    bars = {
        "Verdicts": Counter(VERDICTS[e.verdict] for e in entries),
        "Libraries whose changes were met": Counter(
            import_name(note.release.partition(" ")[0]) for note in edits if note.release
        ),
        "Rules that were applied": Counter(note.code for note in edits),
        "First causes that are left": Counter(cause for e in entries for cause in e.causes),
        "Runs until the end": Counter(str(e.rounds) for e in entries if e.rounds),
    }
    template = environment.get_template("report.html.jinja")
    return template.render(
        entries=entries,
        verdicts=VERDICTS,
        bars={name: counts.most_common(12) for name, counts in bars.items() if counts},
        rules=dict(_rules({note.code for e in entries for note in (*e.edits, *e.left)})),
        style=style(),
    )


def _rules(codes: set[str]) -> Iterator[tuple[str, str]]:
    """Code → its page as text, for those that are rules."""
    from migrator.rule_text import page, shown
    from migrator.rules import entries

    for one in entries():
        if one.code in codes:
            yield one.code, page(shown(one, {}))
