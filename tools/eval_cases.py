"""Measure the product on cases with a known answer: is it right, is it silent, does it touch what is right?

    python -m tools.eval_cases CASES_DIR --python PYTHON [--no-was] [--ids a,b] [--json OUT]

CASES_DIR holds breakages.jsonl, must_not_touch.jsonl and wrong_answers.jsonl; PYTHON is the interpreter of the target
environment, in which each answer and its check are run. Verdicts on a breakage:

    right           the check passes
    unchanged       the code came back as it was, and fails loudly
    missed_silent   the code came back as it was, runs, and gives another value
    wrong_error     changed, and raises
    silently_wrong  changed, runs, and fails the check: the one thing that must never happen
    crashed         the product itself failed
"""

from __future__ import annotations

import argparse
import hashlib
import json
import pathlib
import re
import shlex
import statistics
import subprocess
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tools.snippets import Snippet, run_all

Migrate = Callable[[str, Mapping[str, str]], str]

VERDICTS = ("right", "unchanged", "missed_silent", "wrong_error", "silently_wrong", "crashed")


@dataclass(frozen=True, slots=True)
class Case:
    """A snippet and the check that its outcome must pass; `was`: the releases that it was written for."""

    id: str
    library: str
    kind: str
    code: str
    check: str
    was: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the product made of a case. `failure` is its own exception, if it had one."""

    code: str
    seconds: float
    failure: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    id: str
    library: str
    kind: str
    verdict: str
    detail: str
    seconds: float
    answer: str


def read_lines(path: pathlib.Path) -> list[dict[str, Any]]:
    """The JSON objects of a file with one a line; none if there is no such file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def versions_of(python: pathlib.Path) -> dict[str, str]:
    """What is installed for an interpreter: versions by distribution name, and its own as `python`."""
    script = "import importlib.metadata as m, json, platform; print(json.dumps({'python': platform.python_version()} | "
    script += "{d.name: d.version for d in m.distributions()}))"
    found: dict[str, str] = json.loads(subprocess.check_output([python, "-c", script]))
    return found


def place_of(error: BaseException) -> str:
    """Where an exception was raised: (FILE:LINE)."""
    *_, frame = traceback.extract_tb(error.__traceback__)
    return f"({pathlib.Path(frame.filename).name}:{frame.lineno})"


# --- answering -----------------------------------------------------------------------------------------------------


def by_pipeline(python: str) -> Migrate:
    """The product in this process, for the environment of the interpreter `python`."""
    from migrator.pipeline import Options, migrate_source

    options = Options(target=versions_of(pathlib.Path(python)))
    return lambda text, was: migrate_source(text, was, options)


def by_hybrid(python: str) -> Migrate:
    """The hybrid run without a model: each answer is what the codemods and what runs in that environment gave."""
    from tempfile import TemporaryDirectory

    from migrator.hybrid import hybrid, opened
    from migrator.pipeline import Options
    from migrator.places import Place
    from runner.records import Limits

    place = Place(Limits(total=120), pathlib.Path(python))
    target = versions_of(pathlib.Path(python))

    def migrate(text: str, was: Mapping[str, str]) -> str:
        with TemporaryDirectory() as home:
            path = pathlib.Path(home, "case.py")
            path.write_text(text, encoding="utf-8")
            migration = opened(path, Options(target=target, was=dict(was)))
            done = hybrid(migration, str(path), lambda book, modules: place.run(path, book, files=modules))
        return done.result.migrated.decode()

    return migrate


def by_command(command: str) -> Migrate:
    """The product as a command that reads the code on stdin and writes the answer to stdout.

    The releases follow the command's own words as `--was LIBRARY==VERSION`.
    """

    def migrate(text: str, was: Mapping[str, str]) -> str:
        words = [*shlex.split(command), *(w for k, v in was.items() for w in ("--was", f"{k}=={v}"))]
        done = subprocess.run(words, input=text.encode(), capture_output=True, timeout=120, check=False)
        # 1: something is left to do; the answer is on stdout all the same.
        if done.returncode not in (0, 1):
            raise RuntimeError(f"exit {done.returncode}: {done.stderr.decode(errors='replace')[-600:]}")
        return done.stdout.decode()

    return migrate


def answer(migrate: Migrate, code: str, was: Mapping[str, str]) -> Answer:
    """Ask the product; its exceptions are recorded, not raised."""
    start = time.perf_counter()
    try:
        text, failure = migrate(code, was), ""
    except Exception as error:
        text, failure = code, f"{type(error).__name__}: {error} {place_of(error)}"
    return Answer(text, time.perf_counter() - start, failure)


# --- judging -------------------------------------------------------------------------------------------------------


def verdict(case: Case, given: Answer, outcome: Mapping[str, Any]) -> str:
    """One of VERDICTS."""
    if given.failure:
        return "crashed"
    if outcome["stage"] == "ok":
        return "right"
    if given.code == case.code:
        return "unchanged" if outcome["stage"] == "code" else "missed_silent"
    return "wrong_error" if outcome["stage"] == "code" else "silently_wrong"


def judge(
    cases: Sequence[Case],
    answers: Mapping[str, Answer],
    python: str,
    limit: float,
    workers: int,
    seen: dict[str, dict[str, Any]] | None = None,
) -> list[Result]:
    """Run the answers and give each case its verdict. Outcomes in `seen` are not run again, new ones are added to it."""
    seen = {} if seen is None else seen
    keys = {c.id: hashlib.sha256(repr((python, answers[c.id].code, c.check)).encode()).hexdigest() for c in cases}
    missing = {keys[c.id]: Snippet(answers[c.id].code, c.check) for c in cases if keys[c.id] not in seen}
    seen.update(run_all(python, missing, limit, workers))
    outcomes = {c.id: seen[keys[c.id]] for c in cases}
    results = []
    for case in cases:
        given, outcome = answers[case.id], outcomes[case.id]
        place = f" (line {outcome['line']})" if outcome["line"] and outcome["stage"] == "code" else ""
        failed = "" if outcome["stage"] == "ok" else f"{outcome['error']}: {outcome['message']}{place}"
        detail = given.failure or failed
        results.append(Result(case.id, case.library, case.kind, verdict(case, given, outcome), detail, given.seconds, given.code))
    return results


def naive(results: Iterable[Result], wrong: Iterable[Mapping[str, Any]]) -> list[str]:
    """Ids whose answer is the obvious rewrite that is known to be wrong, or fails as that one does."""

    def squeeze(text: str) -> str:
        return re.sub(r"\s+", "", text)

    by_id = {r.id: r for r in results}
    found = []
    for row in wrong:
        result = by_id.get(row["id"])
        if result is None or result.verdict == "right":
            continue
        if result.verdict == "silently_wrong" or squeeze(result.answer) == squeeze(row["naive_code"]):
            found.append(result.id)
    return found


# --- reporting -----------------------------------------------------------------------------------------------------


def table(results: Sequence[Result]) -> str:
    """Counts of verdicts by library."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for r in results:
        counts[r.library][r.verdict] += 1
        counts["all"][r.verdict] += 1
    rows = sorted(counts, key=lambda k: (k == "all", -counts[k].total(), k))
    lines = [f"{'':18}{'cases':>6}" + "".join(f"{v:>15}" for v in VERDICTS)]
    lines += [f"{k:18}{counts[k].total():>6}" + "".join(f"{counts[k][v] or '·':>15}" for v in VERDICTS) for k in rows]
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("cases", type=pathlib.Path)
    parser.add_argument("--python", required=True, help="interpreter of the target environment")
    parser.add_argument("--was", action=argparse.BooleanOptionalAction, default=True, help="tell the old releases")
    parser.add_argument("--ids", default="", help="only these, comma separated")
    parser.add_argument("--library", default="", help="only cases of this library")
    parser.add_argument("--cmd", default="", help="a command instead of the pipeline: 'migrate - --codemods-only'")
    parser.add_argument("--hybrid", action="store_true", help="run and repair, too: the hybrid run without a model")
    parser.add_argument("--answer", choices=("new_code", "old_code"), help="judge this field: checks the judge itself")
    parser.add_argument("--json", type=pathlib.Path, help="write all results there")
    parser.add_argument("--cache", type=pathlib.Path, help="remember outcomes there: the same answer is run once")
    parser.add_argument("--limit", type=float, default=120, help="seconds for one answer")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("-v", "--verbose", action="store_true", help="list unchanged cases too")
    return parser.parse_args()


def main() -> int:
    """Run the evaluation; exit 1 if anything is silently wrong, crashed or touched that must not be."""
    args = arguments()
    only = set(filter(None, args.ids.split(",")))

    def wanted(row: Mapping[str, Any]) -> bool:
        return (not only or row["id"] in only) and (not args.library or row.get("library") == args.library)

    rows = [r for r in read_lines(args.cases / "breakages.jsonl") if wanted(r)]
    cases = [
        Case(r["id"], r["library"], r["kind"], r["old_code"], r["check"], (r["old_versions"] or {}) if args.was else {})
        for r in rows
    ]
    if args.answer:
        answers = {r["id"]: Answer(r[args.answer], 0) for r in rows}
        kept: list[dict[str, Any]] = []
    else:
        by = by_hybrid if args.hybrid else by_pipeline
        migrate = by_command(args.cmd) if args.cmd else by(args.python)
        answers = {c.id: answer(migrate, c.code, c.was) for c in cases}
        kept = [r for r in read_lines(args.cases / "must_not_touch.jsonl") if wanted(r)]
    touched = {r["id"]: a for r in kept if (a := answer(migrate, r["code"], {})).failure or a.code != r["code"]}
    seen = json.loads(args.cache.read_text()) if args.cache and args.cache.exists() else {}
    results = judge(cases, answers, args.python, args.limit, args.workers, seen)
    if args.cache:
        args.cache.write_text(json.dumps(seen))
    traps = naive(results, read_lines(args.cases / "wrong_answers.jsonl"))

    shown = [v for v in VERDICTS if v != "right" and (args.verbose or v != "unchanged")]
    for r in sorted(results, key=lambda r: (VERDICTS.index(r.verdict), r.id)):
        if r.verdict in shown:
            print(f"{r.verdict:15}{r.id:40}{r.detail.splitlines()[0][:150] if r.detail else ''}")
    for key, changed in touched.items():
        print(f"{'touched':15}{key:40}{changed.failure[:150]}")
    print(table(results))
    if not args.answer:
        print(f"must not touch: {len(kept) - len(touched)}/{len(kept)} came back as they were")
        print(f"median {statistics.median(a.seconds for a in answers.values()) * 1000:.0f} ms a case")
    print(f"naive answers: {len(traps)} {' '.join(traps)}")
    if args.json:
        record = {
            "results": [asdict(r) for r in results],
            "touched": {k: a.failure or a.code for k, a in touched.items()},
            "naive": traps,
        }
        args.json.write_text(json.dumps(record, indent=1), encoding="utf-8")
    return int(bool(touched) or any(r.verdict in ("silently_wrong", "crashed") for r in results))


if __name__ == "__main__":
    sys.exit(main())
