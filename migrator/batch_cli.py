"""`migrate status` and `migrate results`: how far a batch is, and what came of it. Both may be asked while it runs."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from migrator import batch_queue
from migrator.app import new_app
from migrator.batch_options import QUEUE
from migrator.batch_queue import Result, Status
from migrator.cli import Format
from migrator.errors import BadOption, MissingGroup

status_app, results_app = new_app(), new_app()

Place = Annotated[
    Path, typer.Argument(metavar="PLACE", help=f"The queue's file, or the folder where its {QUEUE} is; this one if not said.")
]


class Table(StrEnum):
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


@status_app.command()
def status(
    place: Place = Path(),
    format: Annotated[Format, typer.Option("--format", help="How to print the answer.")] = Format.TEXT,
) -> None:
    """Tell how far a batch is: what is done, failed, in hand and left, how fast it goes and how long it will take."""
    file = _file(place)
    found = batch_queue.status(file)
    if format is Format.JSON:
        typer.echo(json.dumps({"queue": str(file), **asdict(found)}, indent=1))
    else:
        typer.echo("\n".join(text(file, found)))


@results_app.command()
def results(
    place: Place = Path(),
    format: Annotated[Table, typer.Option("--format", help="Of what kind the table is.")] = Table.CSV,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Write it to this file.")] = None,
) -> None:
    """List what came of each file of a batch: one row a file, also of those that wait."""
    from migrator.work import write

    rows = list(batch_queue.results(_file(place)))
    if format is Table.PARQUET and output is None:
        raise BadOption("--format parquet: a table for programs, not for a terminal; say where it goes with -o FILE")
    data = _WRITERS[format](rows)
    if output is not None:
        write(output, data)
    else:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


def text(file: Path, found: Status) -> Iterator[str]:
    """How far a batch is, for people."""
    yield f"{file}: {found.done + found.failed} of {found.total} files done, {found.failed} of them failed"
    left = found.running + found.waiting
    if found.busy:
        soon = f"; {_time(left / found.rate)} left" if found.rate and left else ""
        rate = f", {found.rate * 60:.1f} a minute" if found.rate else ""
        yield f"  a run is at work: {found.running} in hand, {found.waiting} waiting{rate}{soon}"
    elif left:
        yield f"  {left} are left, and no run is at work: the same command again goes on"


def _time(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min" if minutes else f"{round(seconds)} s"


def _file(place: Path) -> Path:
    return place / QUEUE if place.is_dir() else place


def _csv(rows: list[Result]) -> bytes:
    out = io.StringIO(newline="")
    table = csv.DictWriter(out, [field.name for field in fields(Result)], lineterminator="\n")
    table.writeheader()
    table.writerows(asdict(row) for row in rows)
    return out.getvalue().encode()


def _json(rows: list[Result]) -> bytes:
    return json.dumps([asdict(row) for row in rows], indent=1, ensure_ascii=False).encode() + b"\n"


def _parquet(rows: list[Result]) -> bytes:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingGroup("--format parquet needs pyarrow: pip install 'nbmigrate[parquet]'; csv needs nothing") from None
    kinds = {"str": pa.string(), "int": pa.int64(), "float": pa.float64(), "bool": pa.bool_()}
    # A column has its type, whatever is in it.
    schema = pa.schema([(field.name, kinds[str(field.type).partition(" ")[0]]) for field in fields(Result)])
    out = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist([asdict(row) for row in rows], schema=schema), out)
    return bytes(out.getvalue())


_WRITERS = {Table.CSV: _csv, Table.JSON: _json, Table.PARQUET: _parquet}
