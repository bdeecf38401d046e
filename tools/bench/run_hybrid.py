"""The hybrid run without a model on a list of notebooks: how many run clean, in how many rounds, and what is left.

    python -m tools.bench.run_hybrid LIST.json --python TARGET [--ids a,b] [--environment NAME=VALUE …] [--out FOLDER]

LIST.json maps ids to notebooks. FOLDER gets the migrated notebooks and `hybrid.json`, which is written after each one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from migrator.hybrid import Hybrid, hybrid, opened
from migrator.pipeline import Options
from runner.local import run_local
from runner.records import Limits, Run


def one(path: Path, python: Path, limits: Limits, environment: Mapping[str, str]) -> Hybrid:
    """What the hybrid run makes of a notebook."""

    def execute(notebook: Any, modules: Mapping[str, bytes]) -> Run:
        return run_local(path, python, limits, notebook=notebook, environment=environment, files=modules)

    return hybrid(opened(path, Options(python=python)), str(path), execute)


def record(done: Hybrid, seconds: float) -> dict[str, Any]:
    """The figures of one notebook."""
    return {
        "clean": done.clean,
        "seconds": round(seconds),
        "end": done.run.outcome.end.value,
        "rounds": [
            {
                "by": r.by,
                "kept": r.kept,
                "edits": [f"cell {a.finding.cell}: {a.finding.code} {a.before.strip()} -> {a.after.strip()}" for a in r.edits],
                "failed": [c.index for c in r.outcome.failures],
            }
            for r in done.rounds
        ],
        "causes": [
            {"cell": c.index, "status": c.status.value, "failure": c.failure and asdict(c.failure)}
            for c in done.run.outcome.first_causes
        ],
        "modules": sorted(done.modules),
        "question": done.question and asdict(done.question),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("list", type=Path)
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--ids")
    parser.add_argument("--environment", nargs="*", default=[], metavar="NAME=VALUE", help="for the kernels")
    parser.add_argument("--total", type=float, default=300)
    parser.add_argument("--cell", type=float, default=200)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    place = args.out / "hybrid.json"
    results: dict[str, Any] = json.loads(place.read_text()) if place.exists() else {}
    listed: dict[str, str] = json.loads(args.list.read_text())
    environment = dict(item.split("=", 1) for item in args.environment)
    asked = args.ids.split(",") if args.ids else list(listed)
    for name in asked:
        started = time.monotonic()
        done = one(Path(listed[name]), args.python, Limits(total=args.total, cell=args.cell), environment)
        found = results[name] = record(done, time.monotonic() - started)
        (args.out / f"{name}.ipynb").write_bytes(done.result.migrated)
        place.write_text(json.dumps(results, indent=1, default=str))
        print(name, "clean" if done.clean else found["end"], f"{len(done.rounds)} rounds", f"{found['seconds']} s", flush=True)
        for cause in found["causes"]:
            failure = cause["failure"] or {}
            print(f"    cell {cause['cell']} {cause['status']}: {failure.get('exception')}: "
                  f"{str(failure.get('message'))[:150]!r}", flush=True)  # fmt: skip
    clean = [name for name in asked if results[name]["clean"]]
    by_types = [name for name in clean if len(results[name]["rounds"]) > 1]
    print(f"{len(clean)} of {len(asked)} clean, {len(by_types)} of them by what a run saw: {' '.join(by_types)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
