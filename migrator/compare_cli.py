"""`migrate compare A.ipynb B.ipynb`: do two executed notebooks show the same?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from migrator.app import new_app
from migrator.cli import Format
from migrator.errors import CLEAN, REMAINING
from migrator.run_cli import FormatOption, told

if TYPE_CHECKING:
    from runner.compare import Comparison, Difference

app = new_app()


@app.command()
def compare(
    a: Annotated[Path, typer.Argument(metavar="A", help="An executed notebook.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="Another run of it, of another release, or migrated.")],
    rtol: Annotated[float, typer.Option("--rtol", help="Relative tolerance of numbers.")] = 1e-6,
    format: FormatOption = Format.TEXT,
) -> None:
    """Compare the outputs of two notebooks: numbers with a tolerance, reprs of all releases alike, images as images.

    Exit codes: 0 they show the same, 1 they differ, 2 they can't be compared.
    """
    from runner import notebooks
    from runner.compare import Tolerance
    from runner.compare import compare as compared

    with told("compare"):
        found = compared(notebooks.with_outputs(a), notebooks.with_outputs(b), Tolerance(relative=rtol))
    typer.echo(json.dumps(as_data(found), ensure_ascii=False) if format is Format.JSON else "\n".join(text(found)))
    raise typer.Exit(CLEAN if found.same else REMAINING)


def as_data(found: Comparison) -> dict[str, Any]:
    return asdict(found) | {"same": found.same}


def text(found: Comparison) -> Iterator[str]:
    """Lines for people: each difference, and a summary."""
    for difference in found.differences:
        yield line(difference)
    count = len(found.differences)
    verdict = "all the same" if found.same else f"{count} difference{'s' * (count > 1)}"
    yield f"{found.compared} outputs of {found.cells} cells compared: {verdict}"


def line(difference: Difference) -> str:
    a, b = difference.a, difference.b
    where = f"cell {a if a is not None else b}" if a == b or a is None or b is None else f"cell {a} and {b}"
    size = "" if difference.size is None else f" (by {difference.size:.3g})"
    if difference.kind.value == "image":
        return f"{where}: another image{size}"
    if difference.kind.value == "cell":
        return f"{where}: only in {'A' if b is None else 'B'}: {difference.before.splitlines()[0][:120]}"
    return f"{where}: {difference.kind.value}{size}: {difference.before[:160]!r} became {difference.after[:160]!r}"
