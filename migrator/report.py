"""Reports over one set of records: text for people, JSON for programs. Standard output carries the result when it is
the notebook itself (`-`); then the text report goes to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from codemods.records import Applied, Finding
from migrator.errors import CLEAN, FAILED, REMAINING

if TYPE_CHECKING:
    from migrator.html_report import Entry, HtmlReport
    from migrator.pipeline import Result
    from migrator.work import Failure, Job, Outcome


@dataclass(frozen=True, slots=True)
class Reported:
    """What is told of one file: plain data, which passes between processes and can be kept.

    `code`: the exit code that it asks for; `text`: for people; `data`: for programs; `entry`: its part of --report.
    """

    name: str
    code: int
    changed: bool = False
    error: str = ""  # what kept the tool from doing its work
    crash: bool = False  # and that this is the tool's own fault
    text: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    entry: Entry | None = None


def reported(outcome: Outcome | Failure, job: Job) -> Reported:
    """What is told of one file, as far as the job's reports need it (a batch keeps it for any)."""
    from migrator.work import Failure

    entry = None
    if job.report is not None:
        from migrator.html_report import entry_of

        entry = entry_of(outcome)
    if isinstance(outcome, Failure):
        data = {"path": outcome.name, "error": outcome.error}
        return Reported(outcome.name, FAILED, error=outcome.error, crash=outcome.crash, data=data, entry=entry)
    result = outcome.result
    code = REMAINING if outcome.remaining or (job.check and result.changed) else CLEAN
    told = ""
    if job.format is None or job.batch is not None:
        told = "".join(diff(result)).removesuffix("\n") if job.diff else "\n".join(text(outcome, check=job.check))
    data = as_dict(outcome) if job.format is not None or job.batch is not None else {}
    return Reported(result.name, code, result.changed, text=told, data=data, entry=entry)


class Reporter:
    """Prints each file's report as it comes (text), or all at the end (the formats for programs)."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.data: list[Mapping[str, Any]] = []  # for the formats that other programs read
        piped = "-" in job.paths and job.output is None and not (job.diff or job.check)
        self.piped = piped and job.format is None
        self.done = self.failed = self.changed = 0
        self.code = CLEAN  # of all files together
        self.html: HtmlReport | None = None
        if job.report is not None:
            from migrator.html_report import HtmlReport

            self.html = HtmlReport(job.report)

    def add(self, one: Reported) -> None:
        self.show(one)
        self.keep(one)

    def show(self, one: Reported) -> None:
        """Print what is told to people."""
        if self.job.format is None:
            if one.error:
                print(f"migrate: {one.error}", file=sys.stderr)
            self.print(one.text)

    def keep(self, one: Reported) -> None:
        """Take a file into the counts, and into what is written at the end."""
        self.done += 1
        self.failed += bool(one.error)
        self.changed += one.changed
        self.code = max(self.code, one.code)
        if self.html is not None and one.entry is not None:
            self.html.add(one.entry)
        if self.job.format is not None:
            self.data.append(one.data)

    def close(self) -> None:
        """Raises CannotWrite for the report's file."""
        if self.html is not None:
            self.html.close()
        if self.job.format is not None:
            from migrator.formats import FORMATS

            self.print(FORMATS[self.job.format](self.data))
        elif self.done > 1 and not self.job.diff:
            self.print(f"{self.done} files: {self.changed} changed, {self.failed} failed")

    def print(self, message: str) -> None:
        out = sys.stderr if self.piped else sys.stdout
        if message:
            print(_styled(message) if out.isatty() else message, file=out)


def place(cell: int, line: int, script: bool) -> str:
    """The one way to name a place."""
    return f"line {line}" if script else f"cell {cell}, line {line}"


def text(outcome: Outcome, *, check: bool = False) -> Iterator[str]:
    """The report of one file, for people."""
    result = outcome.result
    script = not result.name.endswith(".ipynb") and result.code_cells == 1
    edits = count_edits(result)
    head = f"{result.name}: "
    if result.applied or result.converted:
        what = [_count(edits, "edit")] if edits else []
        if result.converted:
            what.append(f"{_count(len({c for c, _ in result.converted}), 'cell')} converted from Python 2")
        head += ("would make " if check else "") + ", ".join(what)
    elif not result.code_cells:
        head += "no code cells: nothing to analyse"
    elif len(result.not_understood) == result.code_cells:
        head += "nothing could be analysed"
    else:
        head += "nothing to rewrite"
    if result.left:
        head += f"; {_count(len(result.left), 'finding')} left to you"
    if result.not_understood:
        head += f"; {_count(len(result.not_understood), 'cell')} not analysed"
    yield head
    if outcome.written:
        yield f"  written to {outcome.written}"
    yield f"  target: {_versions(result)} ({result.target.source})"
    if ages := [f"{n} {_interval(b)} ({b.because})" for n, b in sorted(result.vintage.bounds.items()) if b.newest]:
        yield f"  written for: {'; '.join(ages)}"
    yield from (f"  note: {note}" for note in result.notes)
    for applied in result.applied:
        yield from _applied(applied, script)
    for cell, conversion in result.converted:
        yield f"  {'' if script else f'cell {cell}: '}PY2 {conversion}"
    for finding in result.left:
        yield from _left(finding, script)
    for cell, doubt in result.doubts:
        yield f"  {'' if script else f'cell {cell}: '}PY2 not changed: {doubt}"
    for note in outcome.beside:
        yield f"  {note}"
    for miss in result.not_understood:
        yield f"  cell {miss.cell}: not analysed: {miss.reason}"
    for problem in result.problems:
        yield f"  verification: {problem}"
    if outcome.hybrid is not None:
        from migrator.hybrid_report import text as runs

        yield from (f"  {line}" for line in runs(outcome.hybrid, outcome.comparison))


def count_edits(result: Result) -> int:
    """How many edits were made; what one edit does for several names is one."""
    return len({(a.finding.cell, a.finding.span, a.finding.code) for a in result.applied})


def _applied(applied: Applied, script: bool) -> Iterator[str]:
    finding = applied.finding
    yield f"  {place(finding.cell, finding.span.line, script)}: {finding.code} {finding.message} [{_because(finding)}]"
    yield from (f"    - {line}" for line in applied.before.split("\n") if line.strip())
    yield from (f"    + {line}" for line in applied.after.split("\n") if line.strip())


def _left(finding: Finding, script: bool) -> Iterator[str]:
    why = finding.reason or ("needs your review: --unsafe-fixes applies it" if finding.edits else "no rewrite is known")
    yield f"  {place(finding.cell, finding.span.line, script)}: {finding.code} {finding.message} [{_because(finding)}]"
    yield f"    not changed: {why}"


def _because(finding: Finding) -> str:
    return "; ".join(p for p in (finding.release, finding.evidence if finding.evidence != finding.message else "") if p)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _versions(result: Result) -> str:
    return ", ".join(f"{n} {v}" for n, v in sorted(result.target.versions.items()))


def _interval(bounds: Any) -> str:
    if bounds.oldest == bounds.newest:
        return str(bounds.newest)
    return f"{bounds.oldest or '…'} to {bounds.newest or '…'}"


def as_dict(outcome: Outcome) -> dict[str, Any]:
    """The report of one file, for programs."""
    result = outcome.result
    return {
        "path": result.name,
        "changed": result.changed,
        "written": outcome.written,
        "target": {"versions": dict(result.target.versions), "source": result.target.source},
        "vintage": {
            n: {"oldest": b.oldest, "newest": b.newest, "because": b.because} for n, b in sorted(result.vintage.bounds.items())
        },
        "edits": [{**_finding(a.finding), "before": a.before, "after": a.after} for a in result.applied],
        "doubts": [{"cell": c, "what": w} for c, w in result.doubts],
        "beside": list(outcome.beside),
        "converted": [{"cell": c, "what": w} for c, w in result.converted],
        "left": [{**_finding(f), "reason": f.reason} for f in result.left],
        "not_analysed": [{"cell": m.cell, "reason": m.reason} for m in result.not_understood],
        "problems": list(result.problems),
        **(_hybrid(outcome) if outcome.hybrid is not None else {}),
        "notes": list(result.notes),
    }


def _hybrid(outcome: Outcome) -> dict[str, Any]:
    from migrator.hybrid_report import as_data

    assert outcome.hybrid is not None
    return as_data(outcome.hybrid, outcome.comparison)


def _finding(finding: Finding) -> dict[str, Any]:
    span = finding.span
    return {
        "code": finding.code, "symbol": finding.symbol, "cell": finding.cell, "line": span.line, "col": span.col,
        "end_line": span.end_line, "end_col": span.end_col, "message": finding.message, "safety": str(finding.safety),
        "release": finding.release, "evidence": finding.evidence,
    }  # fmt: skip


def diff(result: Result) -> Iterator[str]:
    """A unified diff of the cells' sources (of the text, for a script)."""
    from difflib import unified_diff

    from codemods.document import read

    before, after = (read(d, result.name) for d in (result.original, result.migrated))
    for old, new in zip(before.cells, after.cells, strict=True):
        if old.source != new.source:
            name = f"{result.name} cell {old.index}" if len(before.cells) > 1 else result.name
            was, now = (s.source.splitlines(keepends=True) for s in (old, new))
            for line in unified_diff(was, now, name, name):
                yield line if line.endswith("\n") else line + "\n"


def _styled(message: str) -> str:
    """Colours for a terminal; rich is loaded only there."""
    from rich.console import Console
    from rich.text import Text

    shown = Text()
    for line in message.split("\n"):
        stripped = line.lstrip()
        style = "green" if stripped.startswith("+ ") else "red" if stripped.startswith("- ") else ""
        style = "yellow" if stripped.startswith("not changed:") else style
        shown.append(line + "\n", style)
    console = Console()
    with console.capture() as capture:
        console.print(shown, end="", soft_wrap=True)
    return capture.get().rstrip("\n")
