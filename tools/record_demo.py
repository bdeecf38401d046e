"""Run notebooks with the kernel of another interpreter and keep what they print and plot.

    python -m tools.record_demo NOTEBOOK … --python PYTHON

So the demo notebooks got their saved outputs, in an environment of their time (tools/pastenv.py). Sources, metadata
and format version stay as they are.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any


# Where hosted notebooks of that time had their Python; warnings name files below it.
PREFIX = "/opt/conda"


def kernel_spec(python: Path, home: Path) -> str:
    """Write a kernel spec for an interpreter below `home` (a data folder of Jupyter); return its name."""
    folder = home / "kernels" / "recorded"
    folder.mkdir(parents=True)
    words = [str(python), "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": words, "display_name": "recorded", "language": "python"}
    (folder / "kernel.json").write_text(json.dumps(spec))
    return folder.name


def record(path: Path, python: Path, limit: int = 300) -> None:
    """Run the notebook at `path` in its folder and save the outputs into it.

    Raises nbclient.exceptions.CellExecutionError at the first cell that fails; the file is as it was then.
    """
    import nbformat
    from jupyter_client.kernelspec import KernelSpecManager
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    with tempfile.TemporaryDirectory() as home:
        name = kernel_spec(python, Path(home))
        manager = AsyncKernelManager(
            kernel_name=name, kernel_spec_manager=KernelSpecManager(kernel_dirs=[str(Path(home, "kernels"))])
        )
        folder = str(path.parent.resolve())
        client = NotebookClient(notebook, km=manager, timeout=limit, resources={"metadata": {"path": folder}})
        original = json.loads(path.read_text(encoding="utf-8"))
        client.execute()
    text = nbformat.writes(notebook, version=nbformat.NO_CONVERT)
    save(original, json.loads(text.replace(str(python.parent.parent), PREFIX)), path)


def save(original: dict[str, Any], executed: dict[str, Any], path: Path) -> None:
    """Write `original` with the outputs and counts of `executed`."""
    for cell, ran in zip(original["cells"], executed["cells"], strict=True):
        if cell["cell_type"] == "code":
            cell["outputs"] = ran["outputs"]
            cell["execution_count"] = ran["execution_count"]
    path.write_text(json.dumps(original, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> int:
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
