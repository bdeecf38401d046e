"""`migrate apidb`: look into the API-change database and build it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apidb.errors import ApidbError

if TYPE_CHECKING:
    from apidb import Catalog, Change, Library
    from apidb.build import BuildReport

app = typer.Typer(help="Look into the API-change database, build and update it.", no_args_is_help=True)


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"


FormatOption = Annotated[Format, typer.Option("--format", help="How to print the answer.")]


@contextmanager
def _told() -> Iterator[None]:
    """Errors of the database end the command with their message."""
    try:
        yield
    except ApidbError as error:
        typer.echo(f"migrate apidb: {error}", err=True)
        raise typer.Exit(2) from error
    except KeyboardInterrupt:
        typer.echo("migrate apidb: interrupted; the next build goes on from here", err=True)
        raise typer.Exit(130) from None


def _catalog() -> Catalog:
    from apidb import Catalog

    return Catalog()


def _library(catalog: Catalog, name: str) -> Library:
    from apidb.names import source_of

    found = catalog.library(name) or catalog.library(source_of(name).imports[0])
    if found is None:
        typer.echo(f"migrate apidb: no database of {name!r}; build one: migrate apidb build --lib {name}", err=True)
        raise typer.Exit(2)
    return found


def _line(change: Change) -> str:
    what = f"{change.symbol}({change.old})" if change.old else change.symbol
    became = f" → {change.new}" if change.new and change.new != change.old else ""
    place = f" [{change.place}]" if change.place else ""
    kind = change.kind.replace("_", " ")
    return f"{change.release:>8}  {kind:15} {what}{became}  {change.confidence}: {change.evidence}{place}"


@app.command("list")
def list_libraries(form: FormatOption = Format.TEXT) -> None:
    """List the libraries that there is a database of."""
    with _told():
        found = [
            {
                "library": lib.name,
                "imports": list(lib.imports),
                "releases": len(lib.releases),
                "oldest": lib.releases[0].version,
                "newest": lib.newest,
            }
            for lib in _catalog().libraries()
        ]
    if form is Format.JSON:
        typer.echo(json.dumps(found))
        return
    for entry in found:
        typer.echo(f"{entry['library']:20} {entry['oldest']:>8} – {entry['newest']:<8} {entry['releases']:>3} releases")


@app.command()
def show(
    symbol: Annotated[str, typer.Argument(help="A dotted path, such as pandas.DataFrame.append.")],
    at: Annotated[str | None, typer.Option(help="Show it as this release has it; default: the newest with it.")] = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Show what a symbol is, where it exists, and what changed about it."""
    with _told():
        library = _library(_catalog(), symbol.partition(".")[0])
        history = library.history(symbol)
        release = at or (history.intervals[-1].until is None and library.newest) or None
        if release is None and history.intervals:
            last = [r.version for r in library.releases]
            release = last[last.index(history.intervals[-1].until or last[-1]) - 1]
        found = library.resolve(symbol, release) if release else None
    if form is Format.JSON:
        typer.echo(json.dumps({"symbol": found and asdict(found), "history": asdict(history)}))
        return
    if not history.intervals and not history.changes:
        typer.echo(f"{library.name} has no {symbol} in any of its {len(library.releases)} releases", err=True)
        raise typer.Exit(1)
    if found:
        parameters = ""
        if found.signature:
            parameters = (
                "("
                + ", ".join(p.name + (f"={p.default}" if p.default is not None else "") for p in found.signature.parameters)
                + ")"
            )
        typer.echo(f"{found.kind} {found.name}{parameters}  in {library.name} {found.release}")
    for interval in history.intervals:
        typer.echo(f"exists from {interval.since}" + (f" until {interval.until}" if interval.until else ""))
    for change in history.changes:
        typer.echo(_line(change))


@app.command()
def diff(
    lib: Annotated[str, typer.Argument(help="The library, by its import or distribution name.")],
    old: Annotated[str, typer.Argument(help="The older version.")],
    new: Annotated[str, typer.Argument(help="The newer version.")],
    form: FormatOption = Format.TEXT,
) -> None:
    """Show all that changed between two versions of a library."""
    with _told():
        changes = _library(_catalog(), lib).changes_between(old, new)
    if form is Format.JSON:
        typer.echo(json.dumps([asdict(change) for change in changes]))
        return
    for change in changes:
        typer.echo(_line(change))


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None]]:
    """A bar on a terminal; one line a minute's work in a log."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total)


def _build(lib: str, import_name: str | None, since: str | None, out: Path | None) -> BuildReport:
    from apidb.build import build as build_database
    from apidb.paths import user_data_dir

    with _progress() as progress:
        return build_database(lib, import_name=import_name, since=since, out=out or user_data_dir(), progress=progress)


def _tell(report: BuildReport, form: Format) -> None:
    if form is Format.JSON:
        typer.echo(json.dumps(asdict(report), default=str))
        return
    typer.echo(
        f"{report.library}: {len(report.releases)} releases, {report.changes} changes, "
        f"{report.size / 1e6:.1f} MB in {report.file}"
    )
    for version, reason in report.skipped:
        typer.echo(f"  skipped {version}: {reason}", err=True)


@app.command()
def build(
    lib: Annotated[str, typer.Option(help="The distribution's name on the package index.")],
    since: Annotated[str | None, typer.Option(help="The oldest release to read.")] = None,
    import_name: Annotated[str | None, typer.Option("--import-name", help="What it is imported by.")] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the database; default: the user's.")] = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Build a library's database from its published releases."""
    with _told():
        report = _build(lib, import_name, since, out)
    _tell(report, form)


@app.command()
def update(
    out: Annotated[Path | None, typer.Option(help="Folder for the databases; default: the user's.")] = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Build anew the database of every library whose index has a release that the database lacks."""
    from apidb.mine.index import published
    from apidb.names import source_of

    with _told():
        for library in list(_catalog().libraries()):
            source = source_of(library.name, library.imports[0])
            if published(source)[-1].version == library.newest:
                typer.echo(f"{library.name} {library.newest}: up to date", err=True)
                continue
            _tell(_build(library.name, library.imports[0], None, out), form)
