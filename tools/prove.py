"""Prove the examples of recipes and fixers: `before` in an environment of its time, `after` in the modern one.

    python -m tools.prove --python PYTHON --home PAST [--library pandas] [--code PD1] [--again] [-v]

PYTHON is the interpreter of the modern environment; the environments of the past (`data/proofs/environments.toml`) are
in PAST, made there where they are missing and `--make` is given. Only examples without a fresh proof are run; the proofs
of the others are kept, those of examples that are gone are dropped. Exit code 1: some example is not proved.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from apidb.names import distributions, library_of, normal
from apidb.paths import data_dir
from apidb.versions import older, release_of
from codemods.fixing import Example
from codemods.proofs import Proof, Verdict, digest, read, write
from codemods.rulebook import Entry, entries
from tools.compare import LONGEST, equal, evidence, shared
from tools.eval_cases import versions_of
from tools.pastenv import environment_folder, past_environment
from tools.snippets import Snippet, imported_packages, run_all

LIMIT = 120.0  # seconds for one snippet
EVERYTHING = "*"
SHOWN = 300  # characters of a value that differs


def version_of(package: str, installed: Mapping[str, str]) -> str | None:
    """The version of the distribution that brings an imported package, among those installed."""
    return next((installed[d] for name in distributions(library_of(package)) if (d := normal(name)) in installed), None)


@dataclass(frozen=True, slots=True)
class Environment:
    """One of the past: its interpreter, and what is installed there, by distribution."""

    name: str
    python: Path
    installed: Mapping[str, str]

    def version(self, package: str) -> str | None:
        """The version of an imported package (or of `python`) there."""
        return version_of(package, self.installed)


@dataclass
class Job:
    """One example on its way to a proof."""

    entry: Entry
    example: Example
    key: str
    left: list[Environment] = field(default_factory=list)  # where `before` may be run, best first
    tried: list[str] = field(default_factory=list)
    old: Mapping[str, Any] | None = None
    home: Environment | None = None

    def snippet(self, code: str) -> Snippet:
        return Snippet(code, setup=self.example.setup, show=self.example.check or EVERYTHING)

    @property
    def name(self) -> str:
        return f"{self.entry.code} {self.key}"

    @property
    def packages(self) -> tuple[str, ...]:
        return tuple(sorted({self.entry.library, *imported_packages(self.example.before)} - {"python"}))


def environments(home: Path, make: bool) -> list[Environment]:
    """The environments of the past that there are, oldest first."""
    found = []
    pins = tomllib.loads((data_dir() / "proofs" / "environments.toml").read_text(encoding="utf-8"))
    for name, wanted in pins.items():
        folder = environment_folder(wanted, home)
        if make:
            past_environment(wanted, home)
        elif not (folder / "complete").exists():
            print(f"prove: there is no environment {name} in {home}: --make makes it", file=sys.stderr)
            continue
        installed = json.loads((folder / "complete").read_text(encoding="utf-8"))
        installed["python"] = wanted["python"]
        found.append(Environment(name, folder / "bin" / "python", {normal(k): v for k, v in installed.items()}))
    return found


def candidates(entry: Entry, example: Example, past: Sequence[Environment]) -> list[Environment]:
    """Where `before` may have run: older than the change; closest to what the example says it was, else newest first."""
    told = {k: v for k, v in example.was.items() if k != "python"} or dict(example.was)
    found = []
    for rank, environment in enumerate(reversed(past)):
        have = environment.version(entry.library)
        needed = [*imported_packages(example.before), *told]
        if have is None or any(environment.version(n) is None for n in needed):
            continue
        if entry.until and not older(have, entry.until):
            continue
        found.append((distance(environment, told), rank, environment))
    return [environment for *_, environment in sorted(found, key=lambda f: f[:2])]


def distance(environment: Environment, told: Mapping[str, str]) -> tuple[int, ...]:
    """How far an environment is from the versions told, as numbers to sort by."""
    apart = (0, 0)
    for library, version in told.items():
        have, want = ((*release_of(v), 0, 0) for v in (environment.version(library) or "0", version))
        apart = max(apart, (abs(have[0] - want[0]), abs(have[1] - want[1])))
    return apart


def run_old(jobs: Sequence[Job], workers: int) -> None:
    """Run each `before` in its best environment, and where it fails there in the next, until it runs."""
    waiting = [j for j in jobs if j.left]
    while waiting:
        groups: dict[str, list[Job]] = defaultdict(list)
        for job in waiting:
            job.home = job.left.pop(0)
            groups[job.home.name].append(job)
        for group in groups.values():
            home = group[0].home
            assert home is not None
            outcomes = run_all(
                str(home.python), {j.key: j.snippet(j.example.before) for j in group}, LIMIT, workers, together=True
            )
            for job in group:
                job.old = outcomes[job.key]
                if job.old["stage"] != "ok":
                    job.tried.append(f"{home.name}: {said(job.old)}")
        waiting = [j for j in waiting if j.left and j.old is not None and j.old["stage"] != "ok"]


def said(outcome: Mapping[str, Any]) -> str:
    """An outcome that is an error, in one line."""
    first = next(iter(str(outcome["message"]).strip().splitlines()), "")
    return f"{outcome['error']}: {first}"[:160].rstrip(": ")


def lacks(outcome: Mapping[str, Any], installed: Mapping[str, str]) -> bool:
    """Whether code failed for a package that is not there at all, which says nothing of the code."""
    if outcome["error"] == "ModuleNotFoundError":
        module = re.search(r"No module named '(\w+)", outcome["message"])
        return module is not None and version_of(module[1], installed) is None
    return outcome["error"] == "ImportError" and not outcome["message"].startswith("cannot import name")


def judged(job: Job, after: Mapping[str, Any], before: Mapping[str, Any], modern: Mapping[str, str]) -> Proof:
    """The proof of an example, from its outcomes: old code then, new code now, old code now."""
    now = {p: v for p in ("python", *job.packages) if (v := version_of(p, modern))}
    old = job.old
    if old is None:
        return Proof(job.entry.code, job.key, Verdict.NO_ENVIRONMENT, now=now)
    assert job.home is not None
    was = {p: v for p in ("python", *job.packages) if (v := job.home.version(p))}
    if old["stage"] != "ok":
        return Proof(job.entry.code, job.key, Verdict.BEFORE_FAILS, was, now, note="; ".join(job.tried[:3]))
    if after["stage"] != "ok":
        verdict = Verdict.NO_ENVIRONMENT if lacks(after, modern) else Verdict.AFTER_FAILS
        return Proof(job.entry.code, job.key, verdict, was, now, note=said(after))
    value, new = shared(old["value"], after["value"], whole=not job.example.check)
    today = said(before)
    if before["stage"] == "ok":
        then, same = shared(old["value"], before["value"], whole=not job.example.check)
        today = "the same value" if equal(then, same) else "another value"
    if not evidence(value):
        return Proof(job.entry.code, job.key, Verdict.NO_VALUE, was, now, today=today)
    if not equal(value, new):
        note = f"then {json.dumps(value)[:SHOWN]}, now {json.dumps(new)[:SHOWN]}"
        return Proof(job.entry.code, job.key, Verdict.DIFFERS, was, now, today=today, note=note)
    if len(json.dumps(value)) > LONGEST:
        return Proof(job.entry.code, job.key, Verdict.NO_VALUE, was, now, today=today, note="the value is long: give a check")
    return Proof(job.entry.code, job.key, Verdict.PROVED, was, now, value, today)


def prove(jobs: Sequence[Job], python: str, workers: int) -> Iterator[Proof]:
    """Run all jobs on both sides; what does not run in its own time is not run in the modern environment."""
    run_old(jobs, workers)
    modern = {normal(k): v for k, v in versions_of(Path(python)).items()}
    ran = [j for j in jobs if j.old is not None and j.old["stage"] == "ok"]
    after = run_all(python, {j.name: j.snippet(j.example.after) for j in ran}, LIMIT, workers, together=True)
    before = run_all(python, {j.name: j.snippet(j.example.before) for j in ran}, LIMIT, workers, together=True)
    for job in jobs:
        yield judged(job, after.get(job.name, {}), before.get(job.name, {}), modern)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", required=True, help="interpreter of the modern environment")
    parser.add_argument("--home", type=Path, required=True, help="folder of the environments of the past")
    parser.add_argument("--make", action="store_true", help="make the environments that are missing")
    parser.add_argument("--library", action="append", help="only this one (import name); may be repeated")
    parser.add_argument("--code", default="", help="only codes that begin so")
    parser.add_argument("--again", action="store_true", help="prove again what has a fresh proof")
    parser.add_argument("--failed", action="store_true", help="try again what could not be proved")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("-v", "--verbose", action="store_true", help="list the examples that are not proved")
    return parser.parse_args()


def main() -> int:
    """Prove, write the proofs, and print how many there are of each verdict."""
    args = arguments()
    folder = data_dir() / "proofs"
    past = environments(args.home, args.make)
    chosen = [(e, x, digest(x)) for e in entries() if not args.library or e.library in args.library for x in e.examples]
    libraries = list(dict.fromkeys(e.library for e, *_ in chosen))
    known = {key: proof for library in libraries for key, proof in read(folder, library).items()}

    def due(entry: Entry, key: str) -> bool:
        proof = known.get((entry.code, key))
        fresh = proof is not None and not args.again and not (args.failed and proof.verdict is not Verdict.PROVED)
        return entry.code.startswith(args.code) and not fresh

    jobs = [Job(e, x, key, candidates(e, x, past)) for e, x, key in chosen if due(e, key)]
    known |= {(p.code, p.example): p for p in prove(jobs, args.python, args.workers)}
    unproved = []
    for library in libraries:
        proofs = [known[e.code, key] for e, _, key in chosen if e.library == library and (e.code, key) in known]
        write(folder, library, proofs)
        counts = Counter(p.verdict for p in proofs)
        unproved += [p for p in proofs if p.verdict is not Verdict.PROVED and p.code.startswith(args.code)]
        print(f"{library:20}" + "  ".join(f"{n} {v}" for v, n in counts.most_common()), flush=True)
    if args.verbose:
        for proof in unproved:
            print(f"{proof.verdict:15}{proof.code:8}{proof.example} {proof.note or proof.today}")
    return int(bool(unproved))


if __name__ == "__main__":
    sys.exit(main())
