"""Time and memory of the installed command on one notebook, from the shell's point of view.

    python -m tools.bench.cold [NOTEBOOK…] [--command migrate] [--python PYTHON] [--runs 15]

For each notebook two measurements: of itself, and of what the command makes of it (nothing left to change). Without
notebooks it is one of 260 lines of old code, every third of which must change. Files are in the page cache and
databases unpacked, as at every call but the first.
"""

from __future__ import annotations

import argparse
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tools.bench.sources import old_notebook


def measure(words: Sequence[str]) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and peak MiB of one run of a command; its output is thrown away."""
    start = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{shlex.join(words)} failed with exit code {process.returncode}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def told(label: str, runs: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """Print and return the medians of wall seconds and CPU seconds, and the greatest peak."""
    seconds = [s for s, _, _ in runs]
    median, cpu, peak = statistics.median(seconds), statistics.median(c for _, c, _ in runs), max(m for _, _, m in runs)
    print(f"{label:36} median {median:.3f} s  (best {min(seconds):.3f}, worst {max(seconds):.3f}), ", end="")
    print(f"CPU {cpu:.3f} s, peak {peak:.0f} MiB")
    return median, cpu, peak


def main() -> int:
    """Print the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("notebooks", nargs="*", type=Path)
    parser.add_argument("--command", default="migrate")
    parser.add_argument("--python", help="the target's interpreter; the command's own if not given")
    parser.add_argument("--runs", type=int, default=15)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        dense = Path(home, "dense.ipynb")
        dense.write_bytes(old_notebook())
        target = ["--python", args.python] if args.python else []
        words = [*shlex.split(args.command), "--codemods-only", *target]
        kinds: dict[str, list[tuple[float, float, float]]] = {"with edits": [], "nothing to change": []}
        for notebook in args.notebooks or [dense]:
            migrated = Path(home, "migrated.ipynb")
            measure([*words, "-o", str(migrated), str(notebook)])
            for label, path in zip(kinds, (notebook, migrated), strict=True):
                runs = [measure([*words, "-o", str(Path(home, "out.ipynb")), str(path)]) for _ in range(args.runs)]
                kinds[label].append(told(f"{notebook.name} {label}", runs))
        if len(args.notebooks) > 1:
            for label, medians in kinds.items():
                told(f"{len(medians)} notebooks {label}", medians)
    return 0


if __name__ == "__main__":
    sys.exit(main())
