"""Reports over one set of records: text for people, JSON for programs. Standard output carries the result when it is
the notebook itself (`-`); then the text report goes to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

from codemods.records import Applied, Finding

if TYPE_CHECKING:
    from migrator.html_report import HtmlReport
    from migrator.pipeline import Result
    from migrator.work import Failure, Job, Outcome


class Reporter:
    """Prints each outcome as it comes (text), or all at the end (JSON)."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.data: list[dict[str, Any]] = []  # for the formats that other programs read
        piped = "-" in job.paths and job.output is None and not (job.diff or job.check)
        self.out: TextIO = sys.stderr if piped and job.format is None else sys.stdout
        self.done = self.failed = self.changed = 0
        self.html: HtmlReport | None = None
        if job.report is not None:
            from migrator.html_report import HtmlReport

            self.html = HtmlReport(job.report)

    def add(self, outcome: Outcome | Failure) -> None:
        from migrator.work import Failure

        self.done += 1
        if self.html is not None:
            self.html.add(outcome)
        if isinstance(outcome, Failure):
            self.failed += 1
            if self.job.format is not None:
                self.data.append({"path": outcome.name, "error": outcome.error})
            else:
                print(f"migrate: {outcome.error}", file=sys.stderr)
            return
        self.changed += outcome.result.changed
        if self.job.format is not None:
            self.data.append(as_dict(outcome))
        elif self.job.diff:
            self.print("".join(diff(outcome.result)), end="")
        else:
            self.print("\n".join(text(outcome, check=self.job.check)))

    def close(self) -> None:
        """Raises CannotWrite for the report's file."""
        if self.html is not None:
            self.html.close()
        if self.job.format is not None:
            from migrator.formats import FORMATS

            self.print(FORMATS[self.job.format](self.data))
        elif self.done > 1 and not self.job.diff:
            self.print(f"{self.done} files: {self.changed} changed, {self.failed} failed")

    def print(self, message: str, end: str = "\n") -> None:
        if message:
            print(_styled(message) if self.out.isatty() else message, file=self.out, end=end)


def place(cell: int, line: int, script: bool) -> str:
    """The one way to name a place."""
    return f"line {line}" if script else f"cell {cell}, line {line}"


def text(outcome: Outcome, *, check: bool = False) -> Iterator[str]:
    """The report of one file, for people."""
    result = outcome.result
    script = not result.name.endswith(".ipynb") and result.code_cells == 1
    edits = len({(a.finding.cell, a.finding.span, a.finding.code) for a in result.applied})
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
