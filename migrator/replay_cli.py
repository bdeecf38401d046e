"""`migrate replay RECORD`: show a recorded run again, and make its result from the notebook without running anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from migrator.app import new_app
from migrator.errors import CLEAN, REMAINING, BadOption

if TYPE_CHECKING:
    from migrator.record import Record

app = new_app()


@app.command()
def replay(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="What --record wrote.")],
    notebook: Annotated[
        Path | None, typer.Option("--notebook", metavar="FILE", help="The notebook, where it is no longer at the recorded place.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Where the result goes; without it nothing is written.")
    ] = None,
) -> None:
    """Show the rounds of a recorded run and, with -o, apply it again: no kernel, no model.

    Exit codes: 0 the run was clean, 1 it was not, 2 the record can't be replayed.
    """
    from migrator.record import load
    from migrator.record import replay as applied
    from migrator.run_cli import told
    from migrator.work import write

    read = load(record)
    typer.echo("\n".join(text(read)))
    if output is not None:
        place = notebook or Path(read.start["notebook"])
        if output.exists() and place.exists() and output.samefile(place):
            raise BadOption(f"--output {output}: that is the notebook itself, which stays as it is; name another file")
        with told("replay"):
            write(output, applied(read, _bytes(place), str(place)))
        typer.echo(f"  written to {output}")
    raise typer.Exit(CLEAN if read.end["clean"] else REMAINING)


def _bytes(place: Path) -> bytes:
    try:
        return place.read_bytes()
    except OSError as error:
        raise BadOption(
            f"{place}: the recorded notebook can't be read ({error.strerror or error}); --notebook says where it is"
        ) from None


def text(record: Record) -> Iterator[str]:
    """The rounds, for people."""
    yield f"{record.start['notebook']}: ran in {record.start['where']}"
    for one in record.rounds:
        outcome = one["outcome"]
        count, failed = len(one["edits"]), len(outcome["failed"])
        state = (
            f"{failed} of {outcome['cells']} cells failed"
            if failed
            else "clean"
            if outcome["end"] == "complete"
            else outcome["end"]
        )
        yield f"  run {one['number']}, {count} edits by {one['by']}: {state}{'' if one['kept'] else '; taken back'}"
        yield from _edits(one["edits"])
        for cell in outcome["failed"]:
            if cell["cause"] is None:
                error = (cell["error"] or "").partition("\n")[0]
                yield f"    cell {cell['cell']} {cell['status']}: {error}"


def _edits(edits: list[dict[str, Any]]) -> Iterator[str]:
    for edit in edits:
        yield f"    cell {edit['cell']}, line {edit['line']}: {edit['code']} {edit['message']}"
        yield from (f"      - {line}" for line in edit["before"].split("\n") if line.strip())
        yield from (f"      + {line}" for line in edit["after"].split("\n") if line.strip())
