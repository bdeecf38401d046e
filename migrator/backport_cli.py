"""`migrate backport NOTEBOOK`: run it as it is, in an environment of its time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from migrator.app import new_app
from migrator.cli import Format, day, pairs
from migrator.errors import CLEAN, REMAINING
from migrator.run_cli import FormatOption, destination, keep, told
from migrator.run_options import CellLimit, TimeLimit, limits

if TYPE_CHECKING:
    from migrator.backport import Needs
    from runner.past import Lacking, Past
    from runner.records import Limits, Run

app = new_app()

AsOf = Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="When the notebook was written.")]
Was = Annotated[
    list[str] | None, typer.Option("--was", metavar="LIB==VERSION", help="A version that it was written for; python==3.6 too.")
]
Also = Annotated[list[str] | None, typer.Option("--with", metavar="NAME", help="A distribution to install beside its imports.")]
Home = Annotated[Path | None, typer.Option("--home", help="Where environments are kept; by default in the user's cache.")]


@app.command()
def backport(
    notebook: Annotated[Path, typer.Argument(metavar="NOTEBOOK", help="A notebook or script, as it was.")],
    as_of: AsOf = None,
    was: Was = None,
    also: Also = None,
    home: Home = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where the executed notebook goes: NAME.executed.ipynb if not said.")
    ] = None,
    time_limit: TimeLimit = 600,
    cell_limit: CellLimit = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Run a notebook unchanged, with the Python and the releases of its time; say what of them could not be had.

    Exit codes: 0 it ran clean, 1 something failed or was not to be had, 2 no environment could be made.
    """
    from migrator import run_report

    bounds = limits(time_limit, cell_limit, None)
    place = destination(notebook, output)
    request = Request(notebook, day(as_of), pairs(was or [], "--was"), tuple(also or ()), home)
    with told("backport"):
        done = request.run(bounds)
    keep(done.run, place)
    if format is Format.JSON:
        typer.echo(json.dumps(done.as_data() | run_report.as_data(done.run, None, place), ensure_ascii=False))
    else:
        typer.echo("\n".join([*done.text(), *run_report.text(done.run, None, place)]))
    raise typer.Exit(CLEAN if done.run.outcome.clean and not done.lacking else REMAINING)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for, as the options say it."""

    notebook: Path
    as_of: str | None
    was: dict[str, str]
    also: tuple[str, ...] = ()
    home: Path | None = None

    def run(self, bounds: Limits, *, variables: Mapping[str, str] | None = None) -> Done:
        """Make the environment, or take it from the cache, and run the notebook in it, with these environment variables.

        Raises:
            NoEnvironment, NoKernel, MissingPart, BadNotebook, DocumentError, BadOption.
        """
        from migrator.backport import needs
        from migrator.run_cli import opened
        from runner.local import run_local
        from runner.past import cache_home, environment

        book = opened(self.notebook)
        wanted = needs(self.notebook, self.as_of, self.was, self.also)
        past = environment(wanted.wanted, wanted.day, wanted.python, self.home or cache_home())
        return Done(wanted, past, run_local(self.notebook, past.python, bounds, notebook=book, environment=variables))


@dataclass(frozen=True, slots=True)
class Done:
    """The needs, the environment that was made for them, and the run in it."""

    needs: Needs
    past: Past
    run: Run

    @property
    def lacking(self) -> tuple[Lacking, ...]:
        return (*self.needs.unknown, *self.past.lacking)

    def libraries(self) -> dict[str, str]:
        """The versions of what the notebook imports."""
        held = self.past.installed
        names = [name.lower() for one in self.needs.wanted for name in one.distributions]
        return {name: held[name] for name in names if name in held}

    def text(self) -> Iterator[str]:
        past = self.past
        libraries = ", ".join(f"{name} {version}" for name, version in self.libraries().items())
        yield f"as of {past.day} ({self.needs.because}): Python {past.version}, {libraries or 'no libraries'}"
        for name, late in past.late.items():
            yield f"  {name}: of {late}: what it should be has no build for this Python"
        for one in self.lacking:
            yield f"  not to be had: {one.module}: {one.reason}"

    def as_data(self) -> dict[str, Any]:
        return {
            "as_of": self.past.day.isoformat(),
            "because": self.needs.because,
            "python": self.past.version,
            "libraries": self.libraries(),
            "late": dict(self.past.late),
            "lacking": {one.module: one.reason for one in self.lacking},
        }
