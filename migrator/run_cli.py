"""`migrate run NOTEBOOK`: execute it in the environment it must live in, and say what happened in each cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from migrator.cli import Format
from migrator.errors import CLEAN, FAILED, REMAINING, BadOption, CannotWrite

if TYPE_CHECKING:
    from runner.records import Limits, Run
    from runner.scores import Grader

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}

Python = Annotated[Path | None, typer.Option("--python", help="The interpreter to run it with; by default this tool's own.")]
TimeLimit = Annotated[float, typer.Option("--time-limit", metavar="SECONDS", help="For the whole notebook.")]
CellLimit = Annotated[float | None, typer.Option("--cell-limit", metavar="SECONDS", help="For each cell.")]
Memory = Annotated[str | None, typer.Option("--memory", metavar="SIZE", help="What it may use at most, for instance 4g.")]
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


def size(text: str | None, option: str) -> int | None:
    """Bytes of a size as people write it: 500m, 4g, 1.5GB.

    Raises:
        BadOption: it is none.
    """
    if text is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?", text.strip().lower())
    if not found or not float(found[1]):
        raise BadOption(f"{option} {text}: expected a size, for instance {option} 4g")
    return int(float(found[1]) * _UNITS[found[2]])


def limits(total: float, cell: float | None, memory: str | None) -> Limits:
    """The limits of a run. Raises BadOption for a time that is none."""
    from runner.records import Limits

    for value, option in ((total, "--time-limit"), (cell, "--cell-limit")):
        if value is not None and value <= 0:
            raise BadOption(f"{option} {value:g}: expected seconds, more than 0")
    return Limits(total=total, cell=cell, memory=size(memory, "--memory"))


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
    docker: Annotated[
        str | None, typer.Option("--docker", metavar="IMAGE", help="Run it in a container: no network, bounded, not root.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FOLDER", help="With --docker: what it may read, at /data.")
    ] = None,
    kaggle: Annotated[
        bool, typer.Option("--kaggle", help="With --docker: work in /kaggle/working, --data at /kaggle/input.")
    ] = False,
    cpus: Annotated[float, typer.Option("--cpus", help="With --docker: how many.")] = 2.0,
    gpus: Annotated[bool, typer.Option("--gpus", help="With --docker: pass the GPUs through.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where the executed notebook goes: NAME.executed.ipynb if not said.")
    ] = None,
    time_limit: TimeLimit = 600,
    cell_limit: CellLimit = None,
    memory: Memory = None,
    submission: Annotated[
        str | None, typer.Option("--submission", metavar="FILE", help="What the notebook writes; needs --answers and --metric.")
    ] = None,
    answers: Annotated[Path | None, typer.Option("--answers", metavar="FILE", help="The true answers, CSV.")] = None,
    metric: Annotated[
        str | None, typer.Option("--metric", help="auc, logloss, rmse, rmsle, mae, accuracy, f1_macro, qwk, map@5, …")
    ] = None,
    score_pattern: Annotated[
        str | None, typer.Option("--score-pattern", metavar="REGEX", help="The score is what is printed and matches, last.")
    ] = None,
    score_variable: Annotated[
        str | None, typer.Option("--score-variable", metavar="NAME", help="The score is in this variable at the end.")
    ] = None,
    grader: Annotated[
        str | None, typer.Option("--grader", metavar="MODULE:FUNCTION", help="Your own: gets the folder and the notebook.")
    ] = None,
    lower_is_better: Annotated[
        bool, typer.Option("--lower-is-better", help="For --score-pattern and --score-variable; a metric knows its direction.")
    ] = False,
    target: Annotated[
        float | None, typer.Option("--target-score", metavar="SCORE", help="What it reached in its time: gives a verdict.")
    ] = None,
    runs: Annotated[int, typer.Option("--runs", help="Where the score varies: repeat up to this often.")] = 10,
    verify_against: Annotated[
        str | None,
        typer.Option(
            "--verify-against",
            metavar="FILE|backport",
            help="An executed notebook that must show the same; backport: the original, run in its time.",
        ),
    ] = None,
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
    from migrator.scoring import Scoring
    from runner.local import run_local

    bounds = limits(time_limit, cell_limit, memory)
    place = destination(notebook, output)
    scoring = Scoring(submission, answers, metric, score_pattern, score_variable, grader, lower_is_better, target, runs)
    if docker is None and (data is not None or kaggle or gpus):
        raise BadOption("--data, --kaggle and --gpus need --docker IMAGE")
    if docker is not None and python is not None:
        raise BadOption("--docker and --python exclude each other: the image has its own Python")
    against = Against.of(notebook, verify_against, original, as_of, bounds) if verify_against is not None else None
    if data is not None and not data.is_dir():
        raise BadOption(f"--data {data}: no such folder")

    def one(book: Any, judge: Grader | None) -> Run:
        if docker is None:
            return run_local(notebook, python, bounds, notebook=book, grader=judge)
        from runner.container import Container, run_docker

        return run_docker(notebook, Container(docker, data, kaggle, cpus, gpus=gpus), bounds, notebook=book, grader=judge)

    with told("run"):
        book, judge = opened(notebook), scoring.grader()
        done, verdict = scoring.judged(lambda: one(book, judge))
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
