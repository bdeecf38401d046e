"""Is the outcome of each cell what another runner saw? On notebooks of a staged corpus, offline.

    python -m tools.bench.run_corpus HOME SEEN.json --python PYTHON [--ids a,b] [--environment NAME=VALUE …] [--out FILE]

HOME/staged.json maps ids to notebooks; SEEN.json has, for each id, "end" and "errors": [{"cell", "ename", "timeout"}].
Prints the cells on which the two differ, and writes every failure with its cause, for marking by hand.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from runner.local import run_local
from runner.records import CellOutcome, Limits, Status


def seen(errors: list[dict[str, Any]]) -> dict[int, str]:
    """Cell → what happened, as the other runner has it."""
    return {e["cell"]: "timeout" if e.get("timeout") else "dead" if e.get("dead") else e["ename"] for e in errors}


def said(cell: CellOutcome) -> str:
    if cell.status is Status.TIMEOUT:
        return "timeout"
    return cell.failure.exception if cell.failure else cell.status.value


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("home", type=Path)
    parser.add_argument("seen", type=Path)
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--ids")
    parser.add_argument("--environment", nargs="*", default=[])
    parser.add_argument("--total", type=float, default=180)
    parser.add_argument("--cell", type=float, default=60)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    staged, others = (json.loads(p.read_text()) for p in (args.home / "staged.json", args.seen))
    environment = dict(item.split("=", 1) for item in args.environment)
    cells = equal = alike = 0
    results: dict[str, Any] = {}
    ids = args.ids.split(",") if args.ids else list(others)
    for name in ids:
        run = run_local(Path(staged[name]), args.python, Limits(total=args.total, cell=args.cell), environment=environment)
        mine = {c.index: said(c) for c in run.outcome.failures}
        theirs = seen(others[name]["errors"])
        ran = [c.index for c in run.outcome.cells if c.status is not Status.NOT_RUN]
        differ = {i: (theirs.get(i), mine.get(i)) for i in ran if theirs.get(i) != mine.get(i)}
        cells, equal, alike = cells + len(ran), equal + len(ran) - len(differ), alike + (not differ)
        results[name] = {"differ": differ, "seconds": run.outcome.seconds, "cells": [asdict(c) for c in run.outcome.failures]}
        print(
            name,
            run.outcome.end.value,
            len(ran),
            "cells",
            len(mine),
            "failures",
            f"{run.outcome.seconds:.0f} s",
            differ,
            flush=True,
        )
        if args.out:
            args.out.write_text(json.dumps(results, indent=1, default=str))
    print(f"{equal} of {cells} cells alike; {alike} of {len(ids)} notebooks alike in every cell")
    return 0


if __name__ == "__main__":
    sys.exit(main())
