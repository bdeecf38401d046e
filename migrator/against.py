"""What a run is compared with: an executed notebook, or the original, run in its own time."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from migrator.errors import BadOption

if TYPE_CHECKING:
    from runner.compare import Comparison
    from runner.records import Limits, Run

_BACKPORT = "backport"


@dataclass(frozen=True, slots=True)
class Against:
    """`executed`, or the `original` that is to be run in its time."""

    executed: Path | None
    original: Path | None
    as_of: str | None
    bounds: Limits

    @staticmethod
    def of(notebook: Path, told: str, original: Path | None, as_of: str | None, bounds: Limits) -> Against:
        """What the options name.

        Raises:
            BadOption: there is no such file, or none that can be taken for the original.
        """
        from migrator.cli import day

        if told != _BACKPORT:
            if not Path(told).is_file():
                raise BadOption(f"--verify-against {told}: no such file; name an executed notebook, or say backport")
            return Against(Path(told), None, None, bounds)
        if original is None and notebook.stem.endswith(".migrated"):
            original = notebook.with_name(notebook.stem.removesuffix(".migrated") + notebook.suffix)
        if original is None or not original.is_file():
            raise BadOption("--verify-against backport: needs the notebook as it was: --original FILE")
        return Against(None, original, day(as_of), bounds)

    def compared(self, run: Run) -> Comparison:
        """How the run differs; `a` in it is the executed notebook or the original.

        Raises what reading a notebook, or making an environment, raises.
        """
        from runner import notebooks
        from runner.compare import compare

        if self.executed is not None:
            return compare(notebooks.with_outputs(self.executed), run.notebook)
        from migrator.backport_cli import Request

        assert self.original is not None
        return compare(Request(self.original, self.as_of, {}).run(self.bounds).run.notebook, run.notebook)
