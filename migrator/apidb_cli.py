"""`migrate apidb`: look into the API-change database, build it, keep it up to date, and check it."""

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

from apidb.errors import ApidbError, UnknownLibraryError

if TYPE_CHECKING:
    from apidb import Catalog, Library
    from apidb.build import BuildReport

app = typer.Typer(help="Look into the API-change database, build and update it.", no_args_is_help=True)


class Format(StrEnum):
    TEXT = "text"
    JSON = "json"


class BadVersionError(ApidbError):
    """What should be a version begins with no number."""


FormatOption = Annotated[Format, typer.Option("--format", help="How to print the answer: for people or for programs.")]
OutOption = Annotated[Path | None, typer.Option(help="Folder for the database; default: the user's own.")]


@contextmanager
def _told() -> Iterator[None]:
    """Errors of the database end the command with their message."""
    try:
        yield
    except ApidbError as error:
        typer.echo(f"migrate apidb: {error}", err=True)
        raise typer.Exit(2) from error
    except ModuleNotFoundError as error:
        message = f"building needs {error.name}, which is not installed: pip install 'nbmigrate[apidb]'"
        typer.echo(f"migrate apidb: {message}", err=True)
        raise typer.Exit(2) from error
    except KeyboardInterrupt:
        typer.echo("migrate apidb: interrupted; the same command goes on from here", err=True)
        raise typer.Exit(130) from None


def _catalog() -> Catalog:
    from apidb import Catalog

    return Catalog()


def _library(catalog: Catalog, name: str) -> Library:
    from apidb.names import source_of

    found = catalog.library(name) or catalog.library(source_of(name).imports[0])
    if found is None:
        raise UnknownLibraryError(f"no database of {name!r}; build one: migrate apidb build --lib {name}")
    return found


def _version(text: str | None, option: str) -> str | None:
    """A version as the user gave it. Raises `BadVersionError`."""
    from apidb.versions import release_of

    if text is not None:
        try:
            release_of(text)
        except ValueError:
            raise BadVersionError(f"{option} {text}: expected a version such as 1.5 or 2.0.3") from None
    return text


@app.command("list")
def list_libraries(form: FormatOption = Format.TEXT) -> None:
    """List the libraries that there is a database of."""
    with _told():
        libraries = list(_catalog().libraries())
    if form is Format.TEXT:
        from migrator.apidb_text import show_libraries

        show_libraries(libraries)
        return
    found = [
        {
            "library": lib.name,
            "imports": list(lib.imports),
            "releases": len(lib.releases),
            "oldest": lib.releases[0].version,
            "newest": lib.newest,
        }
        for lib in libraries
    ]
    typer.echo(json.dumps(found))


@app.command()
def show(
    symbol: Annotated[str, typer.Argument(help="A dotted path, such as pandas.DataFrame.append.")],
    at: Annotated[str | None, typer.Option(help="Show it as this release has it; default: the newest with it.")] = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Show what a symbol is, where it exists, what became of it, and what says so."""
    with _told():
        library = _library(_catalog(), symbol.partition(".")[0])
        history = library.history(symbol)
        release = _version(at, "--at")
        if release is None and history.intervals:
            versions = [r.version for r in library.releases]
            until = history.intervals[-1].until
            release = versions[versions.index(until) - 1] if until else library.newest
        found = library.resolve(symbol, release) if release else None
    known = bool(history.intervals or history.changes)
    if form is Format.JSON:
        typer.echo(json.dumps({"symbol": found and asdict(found), "history": asdict(history)}))
    elif known:
        from migrator.apidb_text import show_symbol

        if at and found is None:
            typer.echo(f"{library.name} {library.nearest(at)} has no {symbol}", err=True)
        show_symbol(library, found, history)
    else:
        typer.echo(f"{library.name} has no {symbol} in any of its {len(library.releases)} releases", err=True)
    if not known:
        raise typer.Exit(1)


@app.command()
def diff(
    lib: Annotated[str, typer.Argument(help="The library, by its import or distribution name.")],
    old: Annotated[str, typer.Argument(help="The older version.")],
    new: Annotated[str, typer.Argument(help="The newer version.")],
    form: FormatOption = Format.TEXT,
) -> None:
    """Show all that changed between two versions of a library."""
    from apidb.versions import older

    with _told():
        library = _library(_catalog(), lib)
        _version(old, "OLD"), _version(new, "NEW")
        if older(new, old):
            raise BadVersionError(f"{new} is older than {old}: give the older version first")
        changes = library.changes_between(old, new)
    if form is Format.JSON:
        typer.echo(json.dumps([asdict(change) for change in changes]))
        return
    from migrator.apidb_text import show_changes

    show_changes(changes)


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None]]:
    """A bar on a terminal, silence in a log."""
    if not sys.stderr.isatty():
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, total: bar.update(task, description=what, completed=done, total=total)


def _tell(report: BuildReport, form: Format) -> None:
    if form is Format.JSON:
        typer.echo(json.dumps(asdict(report), default=str))
        return
    from migrator.apidb_text import show_build

    show_build(report)


@app.command()
def build(
    lib: Annotated[str, typer.Option(help="The distribution's name on the package index.")],
    since: Annotated[str | None, typer.Option(help="The oldest release to read.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Read all releases, not only the last patch of each minor.")] = False,
    import_name: Annotated[str | None, typer.Option("--import-name", help="What it is imported by.")] = None,
    path: Annotated[Path | None, typer.Option(help="Read wheels, source archives or a source tree there, not the index.")] = None,
    native: Annotated[
        bool, typer.Option("--native", help="Also defaults that only compiled code has, from the source archives.")
    ] = False,
    out: OutOption = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Build a library's database from its releases. A build that broke off goes on where it stopped."""
    with _told():
        from apidb.build import build as build_database
        from apidb.paths import user_data_dir

        _version(since, "--since")
        with _progress() as progress:
            report = build_database(
                lib,
                import_name=import_name,
                since=since,
                everything=everything,
                path=path,
                native=native,
                out=out or user_data_dir(),
                progress=progress,
            )
    _tell(report, form)


@app.command()
def update(
    lib: Annotated[str | None, typer.Option(help="Only this library.")] = None,
    out: OutOption = None,
    form: FormatOption = Format.TEXT,
) -> None:
    """Build anew the database of every library whose index has a release that the database lacks."""
    with _told():
        from apidb.build import build as build_database
        from apidb.build import outdated
        from apidb.paths import user_data_dir

        catalog = _catalog()
        libraries = list(catalog.libraries()) if lib is None else [_library(catalog, lib)]
        stale = outdated(libraries)
        for library in libraries:
            if library not in stale:
                typer.echo(f"{library.name} {library.newest}: up to date", err=True)
        for library in stale:
            with _progress() as progress:
                report = build_database(
                    library.name, import_name=library.imports[0], native=True, out=out or user_data_dir(), progress=progress
                )
            _tell(report, form)


@app.command()
def verify(
    lib: Annotated[str | None, typer.Option(help="Only this library.")] = None,
    python: Annotated[Path | None, typer.Option(help="Compare with what is installed for this interpreter.")] = None,
    misses: Annotated[bool, typer.Option("--misses", help="List what the database does not know.")] = False,
    form: FormatOption = Format.TEXT,
) -> None:
    """Check the files, and how much of an installed release the databases know; exit 1 where a file is damaged."""
    with _told():
        from apidb.verify import verify as verify_library

        catalog = _catalog()
        libraries = list(catalog.libraries()) if lib is None else [_library(catalog, lib)]
        found = [verify_library(library, python) for library in libraries]
    if form is Format.JSON:
        typer.echo(json.dumps([asdict(coverage) for coverage in found]))
    else:
        from migrator.apidb_text import show_coverage

        show_coverage(found, misses=misses)
    if not all(coverage.intact for coverage in found):
        raise typer.Exit(1)
