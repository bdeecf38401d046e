"""Migrate real notebooks and see what became of them.

    python -m tools.eval_corpus HOME OUT --python PYTHON [--ids a,b] [--run RUN.py [--baseline ORIGINALS.json]]

HOME/staged.json maps ids to notebooks that lie beside their data; each is migrated for the environment of PYTHON to
OUT/notebooks/ID.ipynb, and OUT/migrated.json records edits, findings, time, crashes and whether the file came through
otherwise unharmed. With --run, RUN.py (a script that runs HOME's notebooks, taking HOME, --python, --ids, --notebooks,
--cap and --out) runs the results; --baseline is what it said of the originals.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from codemods.records import Finding
from migrator.pipeline import Options, Result, migrate_bytes
from tools.eval_cases import place_of, versions_of


@dataclass(frozen=True, slots=True)
class Migrated:
    """What the product made of one notebook. `harm`: what it changed and should not have, or `crash` its exception."""

    id: str
    seconds: float
    edits: Mapping[str, int]  # by code of the finding
    left: Mapping[str, int]
    not_understood: int
    problems: tuple[str, ...] = ()  # what its own verification says
    harm: str = ""
    crash: str = ""


def text_of(source: str | list[str]) -> str:
    """A cell's source, which notebooks store as one string or as lines."""
    return source if isinstance(source, str) else "".join(source)


def cells_of(notebook: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All cells of a notebook of format 3 or 4."""
    if "worksheets" in notebook:
        return [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]
    return list(notebook["cells"])


def harm(before: bytes, after: bytes) -> str:
    """What differs beyond the text of code cells, the way sources are stored included; "" if nothing does."""
    old, new = json.loads(before), json.loads(after)
    old_cells, new_cells = cells_of(old), cells_of(new)
    if len(old_cells) != len(new_cells):
        return f"{len(old_cells)} cells became {len(new_cells)}"
    for index, (a, b) in enumerate(zip(old_cells, new_cells, strict=True)):
        key = "source" if "source" in a else "input"
        if a["cell_type"] == "code" and text_of(a[key]) != text_of(b[key]):
            if type(a[key]) is not type(b[key]):
                return f"cell {index}: source stored as {type(b[key]).__name__}"
            if text_of(a[key]).endswith("\n") != text_of(b[key]).endswith("\n"):
                return f"cell {index}: line end at its end"
            b[key] = a[key]
    if list(old.items()) != list(new.items()):
        return "something beside the code differs"
    # With the old sources put back, the text must be the old one too: indentation, escapes, order, last line end.
    shape = json.dumps(old, indent=1, ensure_ascii=False) + "\n"
    if shape.encode() == before and json.dumps(json.loads(after), indent=1, ensure_ascii=False) + "\n" != after.decode():
        return "the JSON is laid out otherwise"
    return ""


def migrate_one(name: str, path: Path, out: Path, options: Options) -> Migrated:
    """Migrate a notebook into `out`; exceptions of the product are recorded."""
    data = path.read_bytes()
    start = time.perf_counter()
    try:
        result: Result = migrate_bytes(data, path.name, options)
        seconds = time.perf_counter() - start
        again = migrate_bytes(result.migrated, path.name, options).migrated
    except Exception as error:
        return Migrated(name, time.perf_counter() - start, {}, {}, 0, crash=f"{type(error).__name__}: {error} {place_of(error)}")
    out.write_bytes(result.migrated)
    found = "" if result.original == data else "unchanged cells are written otherwise"
    found = found or harm(data, result.migrated)
    found = found or ("" if again == result.migrated else "a second run changes it again")
    return Migrated(
        name, seconds, count(a.finding for a in result.applied), count(result.left),
        len(result.not_understood), result.problems, found,
    )  # fmt: skip


def count(findings: Iterable[Finding]) -> dict[str, int]:
    """How many findings of each code."""
    return dict(Counter(f.code for f in findings))


def report(rows: list[Migrated]) -> None:
    """Print totals and what went wrong."""
    for row in rows:
        if row.crash or row.harm or row.problems:
            print(f"{row.id:8}{row.crash or row.harm or row.problems[0]}"[:200])
    edits: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for row in rows:
        edits.update(row.edits)
        left.update(row.left)
    print(f"{len(rows)} notebooks, {sum(bool(r.edits) for r in rows)} with edits, {edits.total()} edits, {left.total()} left")
    print(f"{sum(bool(r.crash) for r in rows)} crashes, {sum(bool(r.harm) for r in rows)} harmed, ", end="")
    print(f"{sum(bool(r.problems) for r in rows)} with problems, {sum(r.not_understood for r in rows)} cells not understood")
    print(f"seconds: median {statistics.median(r.seconds for r in rows):.3f}, most {max(r.seconds for r in rows):.3f}")
    print("edits:", ", ".join(f"{k} {n}" for k, n in edits.most_common(25)))
    print("left: ", ", ".join(f"{k} {n}" for k, n in left.most_common(25)))


def compare(after: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Print how runs of the migrated notebooks differ from runs of the originals."""
    for name, now in after.items():
        then = before.get(name)
        old = "?" if then is None else "clean" if then["clean"] else f"{len(then['errors'])} errors"
        errors = now["errors"]
        first = "" if not errors else f"[{errors[0].get('cell', '-')}] {errors[0].get('ename', 'timeout')}: "
        first += "" if not errors else str(errors[0].get("evalue", ""))[:90].replace("\n", " ")
        new = "clean" if now["clean"] else f"{len(errors)} errors"
        print(f"{name:8}{old:>12} → {new:12}{now['end'] if now['end'] != 'end' else '':10}{first}")
    both = [(before[k], v) for k, v in after.items() if k in before]
    for word, pick in (("before", 0), ("after", 1)):
        runs = [pair[pick] for pair in both]
        print(f"{word}: {sum(r['clean'] for r in runs)}/{len(runs)} clean, {sum(len(r['errors']) for r in runs)} error cells")
    worse = [k for k, v in after.items() if k in before and before[k]["clean"] and not v["clean"]]
    print("clean before and not after:", " ".join(worse) or "none")


def main() -> int:
    """Migrate, then run if asked; exit 1 on a crash or harm."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("home", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--python", type=Path, required=True, help="interpreter of the target environment")
    parser.add_argument("--ids", default="", help="only these, comma separated")
    parser.add_argument("--run", type=Path, help="script that runs them")
    parser.add_argument("--cap", type=int, default=120, help="seconds for one notebook's run")
    parser.add_argument("--baseline", type=Path, help="what --run said of the originals")
    args = parser.parse_args()
    staged = json.loads((args.home / "staged.json").read_text())
    names = args.ids.split(",") if args.ids else list(staged)
    notebooks = args.out / "notebooks"
    notebooks.mkdir(parents=True, exist_ok=True)
    options = Options(target=versions_of(args.python))
    rows = [migrate_one(n, Path(staged[n]), notebooks / f"{n}.ipynb", options) for n in names]
    (args.out / "migrated.json").write_text(json.dumps([asdict(r) for r in rows], indent=1))
    report(rows)
    if args.run:
        ran = args.out / "run.json"
        there = [r.id for r in rows if not r.crash]
        words = [args.python, args.run, args.home, "--python", args.python, "--ids", ",".join(there)]
        words += ["--notebooks", notebooks, "--cap", str(args.cap), "--out", ran]
        subprocess.run(list(map(str, words)), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        compare(json.loads(ran.read_text()), json.loads(args.baseline.read_text()) if args.baseline else {})
    return int(any(r.crash or r.harm for r in rows))


if __name__ == "__main__":
    sys.exit(main())
