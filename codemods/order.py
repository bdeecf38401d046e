"""The order in which a notebook's cells were last run, as the counts saved with them show it."""

from __future__ import annotations

from collections.abc import Sequence

from codemods.cell import Cell


def run_order(cells: Sequence[Cell]) -> tuple[int, ...]:
    """The indices of the Python cells in the order of their saved counts; empty where that is the order they stand in.

    A cell without a count (never run, or its count cleared) goes after the one before it.
    """
    python = [cell for cell in cells if cell.python is not None]
    counts: list[int] = []
    for cell in python:
        counts.append(cell.execution_count or (counts[-1] if counts else 0))
    if counts == sorted(counts):
        return ()
    return tuple(python[place].index for place in sorted(range(len(python)), key=counts.__getitem__))
