"""`migrate run NOTEBOOK`: execute it in the environment it must live in, and say what happened in each cell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from migrator.app import new_app
from migrator.cli import Format
from migrator.errors import CLEAN, FAILED, REMAINING, BadOption, CannotWrite
from migrator.run_options import CellLimit, Cpus, Data, Docker, Gpus, Kaggle, Memory, TimeLimit, VerifyAgainst, limits
from migrator.score_options import (
    Answers,
    LowerIsBetter,
    Metric,
    OwnGrader,
    Runs,
    ScorePattern,
    ScoreVariable,
    Submission,
    TargetScore,
)

if TYPE_CHECKING:
    from runner.records import Run

app = new_app()

Python = Annotated[Path | None, typer.Option("--python", help="The interpreter to run it with; by default this tool's own.")]
FormatOption = Annotated[Format, typer.Option("--format", help="How to report.")]


@contextmanager
def told(command: str) -> Iterator[None]:
    """Errors of running end the command with their message and exit code 2."""
    from codemods.errors import DocumentError
    from runner.errors import RunnerError

    try:
        yield
    except (RunnerError, DocumentError) as error:
        typer.echo(f"migrate {command}: {error}", err=True)
        raise typer.Exit(FAILED) from None


def opened(path: Path) -> Any:
    """The notebook (nbformat's) of a file; a script becomes a notebook of its cells.

    Raises:
        BadNotebook, DocumentError: the file can't be read.
    """
    from runner import notebooks

    if path.suffix != ".py":
        return notebooks.read_file(path)
    from codemods.document import read_file

    return notebooks.of_cells([cell.source if cell.kind == "code" else "" for cell in read_file(path).cells])


@app.command()
def run(
    notebook: Annotated[Path, typer.Argument(metavar="NOTEBOOK", help="A notebook or script.")],
    python: Python = None,
    docker: Docker = None,
    data: Data = None,
    kaggle: Kaggle = False,
    cpus: Cpus = 2.0,
    gpus: Gpus = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where the executed notebook goes: NAME.executed.ipynb if not said.")
    ] = None,
    time_limit: TimeLimit = 600,
    cell_limit: CellLimit = None,
    memory: Memory = None,
    submission: Submission = None,
    answers: Answers = None,
    metric: Metric = None,
    score_pattern: ScorePattern = None,
    score_variable: ScoreVariable = None,
    grader: OwnGrader = None,
    lower_is_better: LowerIsBetter = False,
    target: TargetScore = None,
    runs: Runs = 10,
    verify_against: VerifyAgainst = None,
    original: Annotated[
        Path | None, typer.Option("--original", metavar="FILE", help="What to backport; NAME.ipynb for NAME.migrated.ipynb.")
    ] = None,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="When the original was written.")] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """Run a notebook in a copy of its folder; report each cell that failed, first causes apart from what follows.

    Exit codes: 0 it ran clean, 1 something failed, 2 it could not be run.
    """
    from migrator import run_report
    from migrator.against import Against
    from migrator.places import Place
    from migrator.scoring import Scoring

    where = Place(limits(time_limit, cell_limit, memory), python, docker, data, kaggle, cpus, gpus)
    place = destination(notebook, output)
    scoring = Scoring(submission, answers, metric, score_pattern, score_variable, grader, lower_is_better, target, runs)
    against = Against.of(notebook, verify_against, original, as_of, where.bounds) if verify_against is not None else None
    with told("run"):
        book, judge = opened(notebook), scoring.grader()
        done, verdict = scoring.judged(lambda: where.run(notebook, book, grader=judge))
        found = against.compared(done) if against is not None else None
    keep(done, place)
    if format is Format.JSON:
        typer.echo(run_report.as_json(done, verdict, place, found))
    else:
        typer.echo("\n".join(run_report.text(done, verdict, place, found)))
    same = found is None or found.same
    raise typer.Exit(CLEAN if run_report.good(done, verdict) and same else REMAINING)


def destination(notebook: Path, output: Path | None) -> Path:
    """Where the executed notebook goes.

    Raises:
        BadOption: it is the input.
        CannotWrite: there is no such folder.
    """
    place = output or notebook.with_name(f"{notebook.stem}.executed.ipynb")
    if place.exists() and place.samefile(notebook):
        raise BadOption(f"--output {place}: that is the notebook itself, which stays as it is; name another file")
    if not place.parent.is_dir():
        raise CannotWrite(f"{place}: there is no folder {place.parent}; make it first")
    return place


def keep(done: Run, place: Path) -> None:
    """Save the executed notebook. Raises CannotWrite."""
    from runner import notebooks

    try:
        notebooks.save(done.notebook, place)
    except OSError as error:
        raise CannotWrite(f"{place}: the executed notebook can't be written: {error.strerror or error}") from None
