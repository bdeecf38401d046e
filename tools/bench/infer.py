"""What type inference costs: a file, its start, and against the number of cells.

    python -m tools.bench.infer [FOLDER | NOTEBOOKS.json …]

For each folder of scripts or notebooks, or JSON that maps ids to paths: CPU milliseconds a file, in a process that has
done one already. Then, of a new process: what loading inference and its rules adds. Then a notebook of 100, 300 and 1000
cells (the demos' cells again and again): with the same names each time, and with names of their own.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from apidb import Catalog
from codemods.document import read, read_file
from codemods.infer import infer
from codemods.known import Known
from tools.bench.sources import old_notebook

Trees = Sequence[tuple[int, ast.Module]]
_START = """
import ast, time
import apidb, codemods.types
start = time.process_time()
from codemods.infer import infer, Nothing
tree = ast.parse("import pandas, sklearn, matplotlib, seaborn")
infer([(0, tree)], Nothing())
print(time.process_time() - start)
"""


class Renamed(ast.NodeTransformer):
    """The names that the code assigns get a suffix."""

    def __init__(self, tree: ast.Module, suffix: str) -> None:
        self.suffix = suffix
        self.own = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(f"{node.id}{self.suffix}" if node.id in self.own else node.id, node.ctx), node)


def cost(trees: Trees, known: Known) -> float:
    """CPU seconds, the better of two; collections wait until the notebook is done, as in a migration."""
    seconds = []
    for _ in range(2):
        gc.collect()
        gc.disable()
        start = time.process_time()
        infer(trees, known)
        seconds.append(time.process_time() - start)
        gc.enable()
    return min(seconds)


def files(source: Path) -> list[Path]:
    """The scripts and notebooks of a folder, or those that a JSON file names."""
    if source.is_dir():
        return sorted(p for p in source.rglob("*") if p.suffix in (".py", ".ipynb") and ".ipynb_checkpoints" not in p.parts)
    return [Path(path) for path in json.loads(source.read_text()).values()]


def trees_of(path: Path) -> Trees:
    return [(cell.index, cell.tree) for cell in read_file(path).cells if cell.python is not None]


def repeated(count: int, distinct: bool) -> Trees:
    """A notebook of that many cells."""
    cells = [cell.python for cell in read(old_notebook(10_000), "demo.ipynb").cells if cell.python]
    trees = []
    whole = ast.parse("\n".join(cells))
    for index in range(count):
        tree = ast.parse(cells[index % len(cells)])
        renamed = Renamed(whole, f"_{index // len(cells)}").visit(tree) if distinct else tree
        trees.append((index, renamed))
    return trees


def start(runs: int = 9) -> list[float]:
    """CPU milliseconds that a new process takes to load inference and its rules, compiled as after an installation."""
    found = []
    with tempfile.TemporaryDirectory() as cache:
        compiled = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": cache}
        for _ in range(runs + 1):
            done = subprocess.run([sys.executable, "-c", _START], capture_output=True, text=True, check=True, env=compiled)
            found.append(float(done.stdout) * 1000)
    return found[1:]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sources", nargs="*", type=Path)
    options = parser.parse_args(arguments)
    known = Known(Catalog())
    for source in options.sources:
        every = [trees_of(path) for path in files(source)]
        seconds = [cost(trees, known) * 1000 for trees in every]
        print(f"{source}: {len(every)} files, mean {statistics.mean(seconds):.1f} ms CPU, ", end="")
        print(f"median {statistics.median(seconds):.1f}, most {max(seconds):.1f}")
    starts = start()
    print(f"start: {statistics.median(starts):.1f} ms CPU (best {min(starts):.1f})")
    for distinct in (False, True):
        print("names of their own" if distinct else "the same names", end=":")
        for count in (100, 300, 1000):
            seconds = [cost(repeated(count, distinct), known)]
            print(f"  {count} cells {seconds[0] * 1000:.0f} ms ({seconds[0] * 1e6 / count:.0f} µs a cell)", end="")
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
