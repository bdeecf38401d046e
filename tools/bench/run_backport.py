"""Old notebooks in their own time, and the migrated ones compared with them.

    python -m tools.bench.run_backport LIST.json --home ENVS --python TARGET [--ids a,b] [--as-of DATE] [--out FILE]

LIST.json maps ids to notebooks. For each: is an environment built, does the notebook run clean in it, and, if so, what
does the one that is migrated as of the same day show otherwise on the target?
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from migrator.backport_cli import Request
from migrator.compare_cli import line
from migrator.errors import MigrateError
from migrator.pipeline import Options, migrate_file
from runner import notebooks
from runner.compare import compare
from runner.errors import RunnerError
from runner.local import run_local
from runner.records import Limits


def one(path: Path, args: argparse.Namespace, limits: Limits) -> dict[str, Any]:
    """What became of one notebook."""
    started = time.monotonic()
    variables = dict(item.split("=", 1) for item in args.environment)
    try:
        past = Request(path, args.as_of, {}, home=args.home).run(limits, variables=variables)
    except (RunnerError, MigrateError) as error:
        return {"built": False, "why": str(error)[-300:]}
    found = past.as_data() | {
        "built": not past.lacking,
        "clean": past.run.outcome.clean,
        "failures": [asdict(c) for c in past.run.outcome.failures],
        "seconds": round(time.monotonic() - started),
    }
    if past.run.outcome.clean:
        result = migrate_file(path, Options(python=args.python, as_of=past.past.day.isoformat()))
        migrated = notebooks.read(result.migrated, str(path))
        run = run_local(path, args.python, limits, notebook=migrated, environment=variables)
        differences = compare(past.run.notebook, run.notebook)
        found |= {
            "migrated_clean": run.outcome.clean,
            "compared": differences.compared,
            "differences": [line(d) for d in differences.differences],
        }
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("list", type=Path)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--ids")
    parser.add_argument("--as-of")
    parser.add_argument("--environment", nargs="*", default=[], metavar="NAME=VALUE", help="for the kernels")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    listed: dict[str, str] = json.loads(args.list.read_text())
    results: dict[str, Any] = {}
    for name in args.ids.split(",") if args.ids else listed:
        found = results[name] = one(Path(listed[name]), args, Limits(total=300, cell=120))
        words = [k for k in ("built", "clean", "migrated_clean") if found.get(k)]
        print(name, found.get("as_of"), found.get("python"), words, found.get("lacking") or found.get("why") or "", flush=True)
        for text in found.get("differences", ()):
            print("    ", text[:200], flush=True)
        if args.out:
            args.out.write_text(json.dumps(results, indent=1, default=str))
    built, clean = (sum(bool(r.get(k)) for r in results.values()) for k in ("built", "clean"))
    print(f"{built} of {len(results)} environments built; {clean} notebooks clean in them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
