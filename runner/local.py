"""The local backend, and what all backends do: run in a copy of the notebook's folder, and grade before it is gone."""

from __future__ import annotations

import copy
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from runner import notebooks
from runner.execute import run
from runner.kernels import Kernel, LocalKernel
from runner.records import Limits, Run
from runner.scores import Grader
from runner.workspace import Workspace, workspace


def run_local(
    path: Path,
    python: Path | None = None,
    limits: Limits | None = None,
    *,
    notebook: Any = None,
    grader: Grader | None = None,
    environment: Mapping[str, str] | None = None,
    files: Mapping[str, bytes] | None = None,
) -> Run:
    """Run the notebook at `path` with the kernel of `python` (this interpreter if None), in a copy of its folder.

    `notebook`: run this one (nbformat's) in the place of the file's content. `files`: what stands in the copy in the place
    of the folder's own, by path in the folder. The copy is gone afterwards.

    Raises:
        BadNotebook, NoInterpreter, NoKernel, FolderTooLarge, MissingPart, BadGrader.
    """
    limits = limits or Limits()
    kernel = LocalKernel(python or Path(sys.executable), limits, environment)
    return run_copy(path, lambda _: kernel, limits, notebook=notebook, grader=grader, files=files)


def run_copy(
    path: Path,
    kernel: Callable[[Workspace], Kernel],
    limits: Limits,
    *,
    notebook: Any = None,
    grader: Grader | None = None,
    files: Mapping[str, bytes] | None = None,
) -> Run:
    """Run with the kernel that `kernel` makes for the copied folder; raises as `run_local` does, and as `kernel` does."""
    notebook = notebooks.read_file(path) if notebook is None else copy.deepcopy(notebook)
    count = len(notebook.cells)
    if grader is not None:
        notebook = grader.prepared(notebook)
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    with workspace(path.resolve().parent, sources) as work:
        for name, data in (files or {}).items():
            place = Path(os.path.normpath(work.folder / name))
            if not place.is_relative_to(work.root):  # above all that was copied
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        done = run(notebook, str(path), kernel(work), work.folder, limits)
        if grader is not None:
            done = replace(done, score=grader.grade(done))
    # What the grader added is no part of the notebook.
    outcome = replace(done.outcome, cells=tuple(cell for cell in done.outcome.cells if cell.index < count))
    return replace(done, outcome=outcome, notebook=done.notebook | {"cells": done.notebook["cells"][:count]})
