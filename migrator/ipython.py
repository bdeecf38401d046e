"""An extension of IPython and Jupyter: `%load_ext migrator.ipython`.

Where a cell fails on a change that is known, two lines say what changed and how the line reads now; `%migrate` rewrites the
cell, `%migrate N` the cell In[N]. The target is what is installed for this kernel. Cells that ran are only read, for what
their names mean; of what failed the real classes are known. Nothing is changed unless asked for.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from codemods.records import Applied, Finding
    from migrator.pipeline import Migration
    from runner.records import CellOutcome, Frame

_NAME = "history.ipynb"


@dataclass(frozen=True, slots=True)
class Ran:
    """A cell that was run: its number (In[N]), its text, what IPython made of it, and how it ended."""

    number: int
    source: str
    transformed: str
    error: BaseException | None


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What is to be said of a cell, and its text as it should be. `place` is where it failed, None: it did not."""

    number: int
    source: str
    applied: tuple[Applied, ...]
    left: tuple[Finding, ...]
    conversions: tuple[str, ...]
    place: Frame | None = None


class Companion:
    """Looks on while cells run, and knows what to say of one that failed."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.ran: list[Ran] = []
        self.failed: Rewritten | None = None  # the cell that %migrate rewrites

    def after(self, result: Any) -> None:
        """Remember a cell; say what changed, where that is why it failed. Nothing that goes wrong here is seen."""
        info, error = result.info, result.error_before_exec or result.error_in_exec
        if result.execution_count is None or not info.raw_cell.strip():
            return
        self.ran.append(Ran(result.execution_count, info.raw_cell, self.shell.transform_cell(info.raw_cell), error))
        if error is None or isinstance(error, KeyboardInterrupt) or type(error).__name__ == "UsageError":
            return
        try:
            self.failed = self.rewritten(len(self.ran) - 1)
            if self.failed is not None and (said := told(self.failed)):
                print(said, file=sys.stderr)
        except Exception:
            if os.environ.get("NBMIGRATE_DEBUG"):
                raise

    def migrate(self, line: str) -> None:
        """%migrate: write the cell that failed last anew, as the next input. %migrate N: the cell In[N]."""
        from IPython.core.error import UsageError

        if not line.strip():
            found = self.failed
            if found is None:
                raise UsageError("no cell has failed on a known change; %migrate N rewrites the cell In[N]")
        else:
            numbers = [index for index, ran in enumerate(self.ran) if str(ran.number) == line.strip()]
            if not numbers:
                known = f"{self.ran[0].number} to {self.ran[-1].number}" if self.ran else "none yet"
                raise UsageError(f"%migrate {line.strip()}: no such cell; run since %load_ext were {known}")
            found = self.rewritten(numbers[-1])
        if found is None or (not found.applied and not found.conversions):
            for finding in found.left if found else ():
                print(_left(finding))
            print("nothing to rewrite")
            return
        for applied in found.applied:
            print(f"{applied.finding.code} {applied.finding.message}")
        for conversion in found.conversions:
            print(f"PY2 {conversion}")
        if found.source.strip():
            self.shell.set_next_input(found.source, replace=True)
        else:
            print("nothing is left of the cell: what it imported is replaced where it is used")

    def rewritten(self, index: int) -> Rewritten | None:
        """What becomes of a cell, given all that ran before it. It is the one with the failing code: where a function
        failed, the cell that defines it."""
        from migrator.repair import repair
        from runner.records import End, Outcome

        ran = self.ran[: index + 1]
        outcome = Outcome(_NAME, sys.executable, End.COMPLETE, _outcomes(ran, self.shell), 0.0)
        failure = outcome.cells[-1].failure
        frames = [f for f in failure.frames if f.cell >= 0] if failure is not None else []
        wanted = frames[-1].cell if frames else index
        migration = _migration(ran, {index, wanted})
        migration.rounds()
        repair(migration, outcome)
        cell = next(c for c in migration.document.cells if c.index == wanted)
        applied = tuple(a for a in migration.applied if a.finding.cell == wanted)
        left = tuple(migration.left.get(wanted, ()))
        if not applied and not left and not cell.conversions:
            return None
        source = migration.sources().get(wanted, cell.source)
        return Rewritten(ran[wanted].number, source, applied, left, cell.conversions, frames[-1] if frames else None)


def told(found: Rewritten) -> str:
    """What is said below the traceback: of the failing line only. Empty: what is known has nothing to do with it."""
    if found.place is None:
        return ""
    here = f"migrate: In[{found.number}], line {found.place.line}: "
    for applied in found.applied:
        if found.place.line in applied.finding.span.lines:
            after = "\n".join(f"    {line}" for line in applied.after.split("\n") if line.strip())
            return f"{here}{_what(applied.finding)}; %migrate rewrites the cell\n{after}".rstrip()
    for conversion in found.conversions:
        return f"{here}Python 2: {conversion}; %migrate rewrites the cell"
    for finding in found.left:
        if found.place.line in finding.span.lines:
            return here + _left(finding)
    return ""


def _what(finding: Finding) -> str:
    return f"{finding.code} {finding.message}" + (f" [{finding.release}]" if finding.release else "")


def _left(finding: Finding) -> str:
    return f"{_what(finding)}: {finding.reason or 'needs your review'}"


def _migration(ran: Sequence[Ran], wanted: set[int]) -> Migration:
    """The cells that ran as a notebook, of which only those wanted may be changed."""
    from codemods.document import read
    from codemods.excuses import TAG
    from migrator.pipeline import Migration, Options

    cells: list[dict[str, Any]] = [
        {"cell_type": "code", "execution_count": None, "metadata": {} if index in wanted else {"tags": [TAG]},
         "outputs": [], "source": cell.source}
        for index, cell in enumerate(ran)
    ]  # fmt: skip
    data = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 2}).encode()
    return Migration(read(data, _NAME), Options(python=Path(sys.executable)), Path.cwd())


def _outcomes(ran: Sequence[Ran], shell: Any) -> tuple[CellOutcome, ...]:
    """How the cells ended, and of the last one all that its failure tells."""
    from runner.outcomes import Seen, outcomes

    cells = [SimpleNamespace(cell_type="code", source=cell.source, outputs=[]) for cell in ran]
    seen: dict[int, Seen] = {}
    for index, cell in enumerate(ran):
        record: dict[str, Any] = {"run": index, "blank": len(cell.transformed) - len(cell.transformed.lstrip("\n"))}
        reply = {"status": "ok"}
        if cell is ran[-1] and cell.error is not None:
            record["failure"] = _failure(ran, shell, cell.error)
            reply = {"status": "error", "ename": type(cell.error).__name__, "evalue": str(cell.error)}
        seen[index] = Seen(0.0, record=record, reply=reply)
    return outcomes(cells, seen, {}, {})


def _failure(ran: Sequence[Ran], shell: Any, error: BaseException) -> Mapping[str, Any]:
    """What the watch of a run would tell of this failure."""
    inside = _inside()
    named = [(shell.compile.get_code_name(c.source, c.transformed, c.number), c) for c in ran]
    cells = {name: inside["cells"].Cell(index, cell.transformed) for index, (name, cell) in enumerate(named)}
    found: Mapping[str, Any] = inside["failures"].failure(
        cells, named[-1][0], shell.user_ns, type(error), error, error.__traceback__
    )
    return found


@cache
def _inside() -> Mapping[str, Any]:
    from runner.inside.start import PARTS, load

    return {part: load(part) for part in PARTS if part != "watch"}  # type: ignore[no-untyped-call]  # untyped: for Python 2.7


_companions: dict[int, Companion] = {}  # by the identity of their shell


def load_ipython_extension(shell: Any) -> None:
    """Look on from now on. What was run before %load_ext is not known."""
    if strange := _strange():
        print(f"migrate: not loaded: {strange} stands in the way of nbmigrate's module of that name", file=sys.stderr)
        return
    companion = _companions[id(shell)] = Companion(shell)
    shell.events.register("post_run_cell", companion.after)
    shell.register_magic_function(companion.migrate, "line", "migrate")


def _strange() -> str | None:
    """A file of the user's that Python takes for one of our rooms: the notebook's folder is first on the path."""
    from importlib.util import find_spec

    home = Path(__file__).parent.parent
    origins = [spec.origin for room in ("apidb", "codemods", "runner") if (spec := find_spec(room)) is not None]
    return next((o for o in origins if o is not None and not Path(o).is_relative_to(home)), None)


def unload_ipython_extension(shell: Any) -> None:
    """Look away."""
    if (companion := _companions.pop(id(shell), None)) is not None:
        shell.events.unregister("post_run_cell", companion.after)
        shell.magics_manager.magics["line"].pop("migrate", None)
