"""`migrate types FILE`: the inferred types, beside the code."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from migrator.app import new_app
from migrator.cli import Format, day, pairs
from migrator.errors import FAILED

if TYPE_CHECKING:
    from migrator.pipeline import Options

app = new_app()
_STDIN = "-"


@app.command()
def types(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A notebook or script; - reads standard input.")],
    was: Annotated[
        list[str] | None,
        typer.Option("--was", metavar="LIB==VERSION", help="A version that the notebook was written for."),
    ] = None,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="When the notebook was written.")] = None,
    format: Annotated[Format, typer.Option("--format", help="How to print the answer.")] = Format.TEXT,
) -> None:
    """Show what each receiver of an attribute access is, and where the chain broke for those that are unknown."""
    from codemods.errors import DocumentError
    from migrator.pipeline import Options

    options = Options(was=pairs(was or [], "--was"), as_of=day(as_of))
    try:
        _show(file, options, format)
    except DocumentError as error:
        problem = str(error)
    except RecursionError:
        problem = f"{file}: the code is nested too deeply to be analysed"
    except Exception as error:
        if os.environ.get("NBMIGRATE_DEBUG"):
            raise
        problem = f"{file}: internal error, please report it ({type(error).__name__}: {error})"
    else:
        return
    typer.echo(f"migrate types: {problem}", err=True)
    raise typer.Exit(FAILED)


def _show(file: str, options: Options, form: Format) -> None:
    from migrator import typing_report
    from migrator.pipeline import meaning_of, open_bytes, open_file, order_notes

    beside = None if file == _STDIN else Path(file).parent
    document = open_bytes(sys.stdin.buffer.read(), file, options) if beside is None else open_file(Path(file), options)
    trees = typing_report.located(document)
    inference = meaning_of(document, trees, options, beside=beside)
    found = typing_report.receivers(document, trees, inference)
    if form is Format.JSON:
        for cell in typing_report.unread(document):
            typer.echo(f"migrate types: {file}: cell {cell.index} not analysed: {cell.reason}", err=True)
        for note in order_notes(inference):
            typer.echo(f"migrate types: {file}: {note}", err=True)
        typer.echo(json.dumps([asdict(receiver) for receiver in found], ensure_ascii=False))
    else:
        typer.echo("\n".join([*typing_report.text(file, document, found), *order_notes(inference)]))
