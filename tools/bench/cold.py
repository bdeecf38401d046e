"""Time and memory of the installed command on one notebook, from the shell's point of view.

    python -m tools.bench.cold [--command migrate] [--python PYTHON] [--runs 15]

Two notebooks: 260 lines of old code, and what the command makes of them (nothing left to change). Files are in the page
cache and databases unpacked, as at every call but the first.
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


def main() -> int:
    """Print the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--command", default="migrate")
    parser.add_argument("--python", help="the target's interpreter; the command's own if not given")
    parser.add_argument("--runs", type=int, default=15)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        old, new = Path(home, "old.ipynb"), Path(home, "new.ipynb")
        old.write_bytes(old_notebook())
        target = ["--python", args.python] if args.python else []
        words = [*shlex.split(args.command), "--codemods-only", *target]
        measure([*words, "-o", str(new), str(old)])
        for label, path in (("with edits", old), ("nothing to change", new)):
            runs = [measure([*words, "-o", str(Path(home, "out.ipynb")), str(path)]) for _ in range(args.runs)]
            seconds = [s for s, _, _ in runs]
            print(f"{label:18} median {statistics.median(seconds):.3f} s  (best {min(seconds):.3f}, worst ", end="")
            cpu = statistics.median(c for _, c, _ in runs)
            print(f"{max(seconds):.3f}), CPU {cpu:.3f} s, peak {max(m for _, _, m in runs):.0f} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
