"""The local backend: an interpreter of this machine, in a copy of the notebook's folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from runner import notebooks
from runner.execute import run
from runner.kernels import LocalKernel
from runner.records import Limits, Run
from runner.workspace import workspace


def run_local(
    path: Path,
    python: Path | None = None,
    limits: Limits | None = None,
    *,
    notebook: Any = None,
    environment: Mapping[str, str] | None = None,
) -> Run:
    """Run the notebook at `path` with the kernel of `python` (this interpreter if None), in a copy of its folder.

    `notebook`: run this one (nbformat's) in the place of the file's content. The copy is gone afterwards.

    Raises:
        BadNotebook, NoInterpreter, NoKernel, FolderTooLarge, MissingPart.
    """
    limits = limits or Limits()
    notebook = notebooks.read_file(path) if notebook is None else notebook
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    kernel = LocalKernel(python or Path(sys.executable), limits, environment)
    with workspace(path.resolve().parent, sources) as work:
        return run(notebook, str(path), kernel, work.folder, limits)
