"""How far a batch is, on standard error: a bar where that is a terminal, nothing else anywhere."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from migrator.report import Reported


class Progress:
    """Use it as a context manager. `total` files, of which `before` were done by earlier runs."""

    def __init__(self, total: int, before: int) -> None:
        self._total, self._before = total, before
        self._changed = self._failed = 0
        self._bar: Bar | None = None

    def __enter__(self) -> Progress:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            # What is printed meanwhile goes above the bar; what goes to a file goes there.
            self._bar = Bar(
                BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[told]}"), TimeElapsedColumn(),
                TextColumn("left"), TimeRemainingColumn(), console=Console(stderr=True), redirect_stdout=sys.stdout.isatty(),
            )  # fmt: skip
            self._bar.add_task("", total=self._total, completed=self._before, told="")
            self._bar.start()
        return self

    def add(self, one: Reported) -> None:
        """Count a file that is done."""
        self._changed += one.changed
        self._failed += bool(one.error)
        if self._bar is not None:
            task = self._bar.tasks[0]
            rate = f"{task.speed * 60:.0f} a minute, " if task.speed else ""
            self._bar.update(task.id, advance=1, told=f"{rate}{self._changed} changed, {self._failed} failed,")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()
