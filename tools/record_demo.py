"""Run notebooks with the kernel of another interpreter and keep what they print and plot.

    python -m tools.record_demo NOTEBOOK … --python PYTHON

So the demo notebooks got their saved outputs, in an environment of their time (tools/pastenv.py). Sources, metadata
and format version stay as they are; what the notebook writes goes into a temporary copy of its folder.
"""

from __future__ import annotations

import argparse
import importlib
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

# Where hosted notebooks of that time had their Python; warnings name files below it.
PREFIX = "/opt/conda"


def execute(notebook: Any, python: Path, folder: Path, limit: int = 300) -> Any:
    """Run a notebook (nbformat's) with `python`'s kernel in `folder`, `limit` seconds a cell; return it with outputs.

    Raises nbclient.exceptions.CellExecutionError at the first cell that fails.
    """
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    with tempfile.TemporaryDirectory() as home:
        spec = Path(home, "demo")
        spec.mkdir()
        words = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        (spec / "kernel.json").write_text(json.dumps({"argv": words, "display_name": "demo", "language": "python"}))
        specs = KernelSpecManager(kernel_dirs=[home])
        manager = AsyncKernelManager(kernel_name=spec.name, kernel_spec_manager=specs)
        resources = {"metadata": {"path": str(folder)}}
        return NotebookClient(notebook, km=manager, timeout=limit, startup_timeout=limit, resources=resources).execute()


def record(path: Path, python: Path) -> None:
    """Run the notebook at `path` and save the outputs into it; raises as `execute` does, the file as it was then."""
    nbformat: Any = importlib.import_module("nbformat")  # half of it is untyped
    with tempfile.TemporaryDirectory() as copy:
        shutil.copytree(path.parent, copy, dirs_exist_ok=True)
        executed = execute(nbformat.read(path, as_version=nbformat.NO_CONVERT), python, Path(copy))
    text = nbformat.writes(executed, version=nbformat.NO_CONVERT).replace(str(python.parent.parent), PREFIX)
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for cell, ran in zip(notebook["cells"], json.loads(text)["cells"], strict=True):
        if cell["cell_type"] == "code":
            cell.update(outputs=ran["outputs"], execution_count=ran["execution_count"])
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> int:
    """Record the notebooks named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("notebooks", nargs="+", type=Path)
    parser.add_argument("--python", type=Path, required=True)
    args = parser.parse_args()
    for path in args.notebooks:
        record(path, args.python)
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
