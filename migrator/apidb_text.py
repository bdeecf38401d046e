"""How `migrate apidb` shows its answers to people: with rich, in colour on a terminal, plain in logs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from apidb import Change, History, Library, Symbol
    from apidb.build import BuildReport
    from apidb.verify import Coverage

LOG_WIDTH = 200  # of what is no terminal: long enough for a line to stay one


def console() -> Console:
    """Standard output; no colours and no narrow columns where it is no terminal."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else LOG_WIDTH, highlight=False, soft_wrap=True)


def show_libraries(libraries: Iterable[Library]) -> None:
    """A table of what there is."""
    from rich.table import Table

    table = Table("library", "imported as", "from", "to", "releases", "newest of", box=None, pad_edge=False)
    for lib in libraries:
        imports = ", ".join(lib.imports[:3]) + (" …" if len(lib.imports) > 3 else "")
        last = lib.releases[-1]
        table.add_row(lib.name, imports, lib.releases[0].version, last.version, str(len(lib.releases)), last.date)
    console().print(table)


def spelled(symbol: Symbol) -> str:
    """A symbol with its parameters, as one would write it."""
    if symbol.signature is None:
        return symbol.name
    parts: list[str] = []
    stars = {"va": "*", "vk": "**"}
    keyword_only = False
    for p in symbol.signature.parameters:
        if p.kind == "ko" and not keyword_only and not symbol.signature.takes_any_position:
            parts.append("*")
        keyword_only = keyword_only or p.kind == "ko"
        parts.append(stars.get(p.kind, "") + p.name + (f"={p.default}" if p.default is not None else ""))
    return f"{symbol.name}({', '.join(parts)})"


def show_symbol(library: Library, symbol: Symbol | None, history: History) -> None:
    """What a symbol is, when it existed, and what became of it."""
    from rich.text import Text

    out = console()
    if symbol is not None:
        line = Text.assemble((symbol.kind.value, "dim"), " ", (spelled(symbol), "bold"))
        out.print(line, Text(f"  in {library.name} {symbol.release}", "dim"))
        if symbol.bases:
            out.print(Text(f"bases: {', '.join(symbol.bases)}", "dim"))
        if symbol.owner:
            out.print(Text(f"inherited from {symbol.owner}", "dim"))
    dates = {release.version: release.date for release in library.releases}
    for interval in history.intervals:
        until = f" until {interval.until} ({dates[interval.until]})" if interval.until else ", still there"
        since = "before " + interval.since if interval.since == library.releases[0].version else f"from {interval.since}"
        out.print(f"exists {since} ({dates[interval.since]}){until}")
    show_changes(history.changes, name=False)


def show_changes(changes: Sequence[Change], *, name: bool = True) -> None:
    """One line a change, with its evidence under it."""
    from rich.text import Text

    out = console()
    colours = {"certain": "green", "likely": "yellow", "hint": "dim"}
    for change in changes:
        what = (change.symbol if name else "") + (f"({change.old})" if change.old and name else change.old or "")
        became = f" → {change.new}" if change.new and change.new != change.old else ""
        out.print(
            Text.assemble(
                (f"{change.release:>8}  ", "bold"),
                f"{change.kind.replace('_', ' '):15} {what}{became}".rstrip(),
                "  ",
                (change.confidence.value, colours[change.confidence.value]),
            )
        )
        place = f" [{change.place}]" if change.place else ""
        out.print(Text(f"          {change.evidence}{place}", "dim"))


def show_build(report: BuildReport) -> None:
    """What a build made, and what it had to leave out."""
    console().print(
        f"{report.library}: {len(report.releases)} releases, {report.changes} changes, "
        f"{report.size / 1e6:.1f} MB in {report.file} ({report.seconds:.0f} s)"
    )
    for version, reason in report.skipped:
        print(f"  left out {version}: {reason}", file=sys.stderr)


def show_coverage(found: Sequence[Coverage], *, misses: bool) -> None:
    """A table of what the databases know of the installed releases."""
    from rich.table import Table

    table = Table("library", "release", "mined", "names", "members", "intact", box=None, pad_edge=False)
    for c in found:
        table.add_row(
            c.library, c.installed or "not installed", c.release, share(c.names), share(c.members), "yes" if c.intact else "NO"
        )
    console().print(table)
    for c in found if misses else ():
        for path in (*c.names.missing, *c.members.missing):
            console().print(f"  {c.library}: {path}")


def share(part: object) -> str:
    """`97.3 % of 1234`, or a dash where nothing was compared."""
    known, total = getattr(part, "known", 0), getattr(part, "total", 0)
    return f"{known / total:.1%} of {total}" if total else "–"
