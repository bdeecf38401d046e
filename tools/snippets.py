"""Run many snippets with another interpreter: a fork server (`fork_server.py`) for each set of libraries."""

from __future__ import annotations

import ast
import json
import os
import pathlib
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

ENVIRONMENT = {"MPLBACKEND": "Agg", "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "TF_CPP_MIN_LOG_LEVEL": "3"}
SERVER = pathlib.Path(__file__).with_name("fork_server.py")

# Importing them changes nothing for code that does not; with `together` they are imported once for all.
HARMLESS = ("numpy", "scipy", "pandas", "matplotlib", "matplotlib.pyplot", "sklearn")


@dataclass(frozen=True, slots=True)
class Snippet:
    """What is run: `setup`, then `code`, then `check` (statements), then `show` (an expression) for a value."""

    code: str
    check: str = ""
    setup: str = ""
    show: str = ""


def imported_packages(code: str) -> tuple[str, ...]:
    """Top-level packages that the code imports: importing them beforehand can't change what the code sees."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ()
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return tuple(sorted(found - sys.stdlib_module_names))


def run_all(
    python: str, snippets: Mapping[str, Snippet], limit: float, workers: int, *, together: bool = False
) -> dict[str, dict[str, Any]]:
    """Run each snippet with the interpreter `python`, at most `limit` seconds; return the outcomes by key.

    `together`: fewer servers, each with the harmless libraries and what its snippets need beyond them.
    """
    groups: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for key, snippet in snippets.items():
        packages = imported_packages(snippet.code)
        if together and not set(packages).isdisjoint(HARMLESS):
            packages = (*HARMLESS, *(p for p in packages if p not in HARMLESS))
        groups[packages].append(key)

    def run_group(group: tuple[tuple[str, ...], list[str]]) -> list[tuple[str, dict[str, Any]]]:
        packages, keys = group
        env = os.environ | ENVIRONMENT
        env.pop("PYTHONPATH", None)
        requests = [{**asdict(snippets[k]), "limit": limit} for k in keys]
        words = [python, str(SERVER), *packages]
        done = subprocess.run(
            words, input="".join(json.dumps(r) + "\n" for r in requests), stdout=subprocess.PIPE, text=True, env=env,
            stderr=subprocess.DEVNULL, check=True,
        )  # fmt: skip
        return list(zip(keys, map(json.loads, done.stdout.splitlines()), strict=True))

    with ThreadPoolExecutor(workers) as pool:
        largest_first = sorted(groups.items(), key=lambda g: -len(g[1]))
        return dict(pair for pairs in pool.map(run_group, largest_first) for pair in pairs)
