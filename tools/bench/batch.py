"""What a batch costs and gives: files a second, peak memory of all its processes, crashes, the share that was understood.

    python -m tools.bench.batch FOLDER [-j 2] [--option=--python=PYTHON …]

Results go to a temporary folder. Memory is the proportional share (PSS: what processes have in common counts once), read
ten times a second.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from migrator.batch_options import QUEUE
from migrator.batch_queue import Result, results

_COMMAND = (sys.executable, "-c", "from migrator.cli import main; main()")
_PAUSE = 0.1


@dataclass(slots=True)
class Cost:
    """Of a process and all below it: wall and CPU seconds, peaks of memory in bytes (`resident` counts shared pages again)."""

    code: int = 0
    seconds: float = 0.0
    shares: int = 0
    resident: int = 0
    cpu: dict[int, float] = field(default_factory=dict)  # by process, as last seen

    def look(self, process: psutil.Process) -> None:
        shares = resident = 0
        for one in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                info, times = one.memory_full_info(), one.cpu_times()
                shares, resident = shares + info.pss, resident + info.rss
                self.cpu[one.pid] = times.user + times.system
        self.shares, self.resident = max(self.shares, shares), max(self.resident, resident)


def measured(command: Sequence[str]) -> Cost:
    """What a command costs; its report is thrown away."""
    cost, start = Cost(), time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        watched = psutil.Process(process.pid)
        while process.poll() is None:
            with contextlib.suppress(psutil.Error):
                cost.look(watched)
            time.sleep(_PAUSE)
    cost.code, cost.seconds = process.returncode, time.perf_counter() - start
    return cost


def told(rows: Sequence[Result]) -> None:
    """Print what came of the files."""
    done = [row for row in rows if row.state == "done"]
    crashes, changed = sum(bool(row.crash) for row in rows), sum(bool(row.changed) for row in done)
    print(f"{len(rows)} files: {changed} changed, {len(rows) - len(done)} failed, {crashes} crashes")
    cells, missed = sum(row.cells or 0 for row in done), sum(row.not_analysed or 0 for row in done)
    whole = sum(not row.not_analysed for row in done)
    print(f"understood: {cells - missed} of {cells} code cells ({1 - missed / max(cells, 1):.2%}), all of {whole} files")
    print(f"{sum(row.edits or 0 for row in done)} edits, {sum(row.left or 0 for row in done)} findings left")
    slow = sorted(rows, key=lambda row: -(row.seconds or 0))[:3]
    print("longest:", ", ".join(f"{row.seconds:.1f} s {Path(row.path).name}" for row in slow))
    for error, count in Counter(_kind(row) for row in rows if row.error).most_common():
        print(f"  {count} × {error}")


def _kind(row: Result) -> str:
    return (row.error or "").replace(row.path, "FILE").partition("\n")[0][:160]


def main() -> int:
    """Run the batch and print the figures; exit code 1 where something crashed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], help="another option for migrate: --option=--unsafe-fixes")
    args = parser.parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as home:
        command = [*_COMMAND, str(args.folder), "--codemods-only", "-j", str(args.jobs), "-o", home, *args.option]
        cost = measured(command)
        rows = list(results(Path(home, QUEUE)))
        size = Path(home, QUEUE).stat().st_size
        again = measured(command).seconds
    if cost.code not in (0, 1, 2) or not rows:
        raise SystemExit(f"the batch failed with exit code {cost.code}")
    rate, cpu = len(rows) / cost.seconds, sum(cost.cpu.values())
    print(f"{rate:.2f} files a second by {args.jobs} processes, {cost.seconds:.0f} s; load {load:.1f} at the start")
    print(f"CPU {cpu:.0f} s, {len(rows) / cpu:.2f} files a second of one core")
    print(f"peak memory {cost.shares / 2**20:.0f} MiB (PSS), {cost.resident / 2**20:.0f} MiB (RSS); queue {size / 2**20:.1f} MiB")
    print(f"the same again: {again:.1f} s")
    told(rows)
    return int(any(row.crash for row in rows))


if __name__ == "__main__":
    sys.exit(main())
