"""Migrate code that is already modern: whatever is changed or found there is a false alarm.

    python -m tools.eval_modern FOLDER --python PYTHON [--json OUT]

FOLDER holds recent notebooks and scripts, for instance the examples in the source distributions of today's libraries, at any
depth. Each is migrated for the environment of PYTHON; nothing is written. Printed are the edits, line by line, and how
many findings were left to the user, by code.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

from migrator.pipeline import Options, migrate_file
from tools.eval_cases import place_of, versions_of

ENDINGS = (".ipynb", ".py")


def main() -> int:
    """Migrate everything; exit 1 if anything was changed or failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--python", type=Path, required=True, help="interpreter of the target environment")
    parser.add_argument("--json", type=Path, help="write all edits and findings there")
    args = parser.parse_args()
    options = Options(target=versions_of(args.python))
    paths = sorted(p for p in args.folder.rglob("*") if p.suffix in ENDINGS)
    edits: Counter[str] = Counter()
    left: Counter[str] = Counter()
    record: dict[str, dict[str, list[list[str]]]] = {}
    touched = failed = 0
    for path in paths:
        name = str(path.relative_to(args.folder))
        try:
            result = migrate_file(path, options)
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error} {place_of(error)}")
            failed += 1
            continue
        touched += result.changed
        edits.update(a.finding.code for a in result.applied)
        left.update(f.code for f in result.left)
        for a in result.applied:
            print(f"{name} [{a.finding.cell}] {a.finding.code} {a.finding.message}")
            print(f"    - {a.before.strip()}\n    + {a.after.strip()}")
        for cell, what in result.converted:
            print(f"{name} [{cell}] taken for Python 2: {what}")
        record[name] = {
            "edits": [[a.finding.code, a.before, a.after] for a in result.applied],
            "left": [[f.code, f.symbol, f.message, f.reason] for f in result.left],
        }
    print(f"{len(paths)} files, {touched} changed, {failed} failed")
    print(f"{edits.total()} edits:", ", ".join(f"{k} {n}" for k, n in edits.most_common()))
    print(f"{left.total()} left:", ", ".join(f"{k} {n}" for k, n in left.most_common()))
    if args.json:
        args.json.write_text(json.dumps(record, indent=1))
    return int(bool(touched or failed))


if __name__ == "__main__":
    sys.exit(main())
