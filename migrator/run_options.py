"""The options of running that several commands have, and what they mean. Nothing heavy: the main command imports it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from migrator.errors import BadOption

if TYPE_CHECKING:
    from runner.records import Limits

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}

TimeLimit = Annotated[float, typer.Option("--time-limit", metavar="SECONDS", help="For one run of the whole notebook.")]
CellLimit = Annotated[float | None, typer.Option("--cell-limit", metavar="SECONDS", help="For each cell.")]
Memory = Annotated[str | None, typer.Option("--memory", metavar="SIZE", help="What it may use at most, for instance 4g.")]
Docker = Annotated[
    str | None, typer.Option("--docker", metavar="IMAGE", help="Run it in a container: no network, bounded, not root.")
]
Data = Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help="With --docker: what it may read, at /data.")]
Kaggle = Annotated[bool, typer.Option("--kaggle", help="With --docker: work in /kaggle/working, --data at /kaggle/input.")]
Cpus = Annotated[float, typer.Option("--cpus", help="With --docker: how many.")]
Gpus = Annotated[bool, typer.Option("--gpus", help="With --docker: pass the GPUs through.")]
VerifyAgainst = Annotated[
    str | None,
    typer.Option(
        "--verify-against",
        metavar="FILE|backport",
        help="An executed notebook that must show the same; backport: the original, run in its time.",
    ),
]


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
