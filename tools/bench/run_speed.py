"""What running through the runner costs: beside bare nbclient, and from a container's start to the first cell.

    python -m tools.bench.run_speed --python PYTHON [--docker IMAGE] [--repeat 5] [NOTEBOOK …]

The runs of both kinds alternate, so that what else the machine does falls on both; medians are compared. Without
notebooks: the demo notebooks, migrated.
"""

from __future__ import annotations

import argparse
import copy
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from apidb.paths import data_dir
from migrator.pipeline import Options, migrate_file
from runner import notebooks
from runner.container import Container, run_docker
from runner.local import run_local
from runner.records import Limits
from tools.record_demo import execute


def bare(notebook: Any, python: Path, origin: Path) -> float:
    """Seconds of nbclient alone, copying the folder included."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as home:
        shutil.copytree(origin.parent, home, dirs_exist_ok=True)
        execute(notebook, python, Path(home))
    return time.monotonic() - started


def ours(notebook: Any, python: Path, origin: Path) -> float:
    started = time.monotonic()
    run = run_local(origin, python, Limits(), notebook=notebook)
    assert run.outcome.clean, run.outcome.failures
    return time.monotonic() - started


def first_cell(image: str, origin: Path) -> float:
    """Seconds from the call to the first cell's first line, in a container."""
    started = time.time()
    run = run_docker(origin, Container(image), notebook=notebooks.of_cells(["import time; print(time.time())"]))
    return float(run.notebook["cells"][0]["outputs"][0]["text"]) - started


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("notebooks", nargs="*", type=Path)
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    parser.add_argument("--docker")
    parser.add_argument("--repeat", type=int, default=5)
    args = parser.parse_args()
    for path in args.notebooks or sorted((data_dir() / "demo").glob("*.ipynb")):
        notebook = notebooks.read(migrate_file(path, Options(python=args.python)).migrated, str(path))
        times: dict[str, list[float]] = {"bare": [], "ours": []}
        for _ in range(args.repeat):
            times["bare"].append(bare(copy.deepcopy(notebook), args.python, path))
            times["ours"].append(ours(copy.deepcopy(notebook), args.python, path))
        plain, with_us = (statistics.median(times[k]) for k in ("bare", "ours"))
        least = min(times["ours"]) / min(times["bare"]) - 1
        print(
            f"{path.name}: {plain:.2f} s bare, {with_us:.2f} s ours: {with_us / plain - 1:+.1%}; of the fastest {least:+.1%}",
            flush=True,
        )
    if args.docker:
        with tempfile.TemporaryDirectory() as home:
            starts = [first_cell(args.docker, Path(home, "nb.ipynb")) for _ in range(args.repeat * 2)]
        print(
            f"container to first cell: {statistics.median(starts):.2f} s (fastest {min(starts):.2f}, slowest {max(starts):.2f})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
