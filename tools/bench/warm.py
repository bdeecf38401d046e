"""Notebooks a second on one core, in one process that has done one already.

python -m tools.bench.warm FOLDER [--python PYTHON] [--limit 200]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

from migrator.pipeline import Options, migrate_bytes


def main() -> int:
    """Migrate every notebook below FOLDER, in memory, and print the rate by CPU time."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--python", type=Path, help="the target's interpreter; this one if not given")
    parser.add_argument("--limit", type=int, default=200)
    args = parser.parse_args()
    options = Options(python=args.python)
    paths = sorted(p for p in args.folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)[: args.limit]
    if not paths:
        raise SystemExit(f"no notebook below {args.folder}")
    data = [(p.name, p.read_bytes()) for p in paths]
    migrate_bytes(data[0][1], data[0][0], options)
    seconds, failed, edits = [], 0, 0
    for name, content in data:
        start = time.process_time()
        try:
            edits += len(migrate_bytes(content, name, options).applied)
        except Exception as error:  # one that fails must not hide the others' figures
            failed += 1
            print(f"{name}: {type(error).__name__}: {error}"[:150], file=sys.stderr)
        seconds.append(time.process_time() - start)
    print(
        f"{len(paths)} notebooks, {len(paths) / sum(seconds):.1f} a second, {edits} edits, {failed} failed; CPU seconds: ", end=""
    )
    print(f"median {statistics.median(seconds):.3f}, p90 {statistics.quantiles(seconds, n=10)[-1]:.3f}, most {max(seconds):.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
