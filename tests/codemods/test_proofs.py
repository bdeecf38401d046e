"""The proofs in `data/proofs`: none stale, none missing where a record claims one, and the modern side gives the value still."""

from __future__ import annotations

import importlib.util
import sys
from collections import defaultdict

import pytest

from apidb.paths import data_dir
from codemods.fixing import Example
from codemods.proofs import Proof, Verdict, digest, read
from codemods.rulebook import entries
from tools.compare import equal, shared
from tools.snippets import Snippet, imported_packages, run_all

AGAIN = "run: python -m tools.prove --python PYTHON --home PAST --library LIBRARY"
PROOFS = {path.stem: read(path.parent, path.stem) for path in sorted((data_dir() / "proofs").glob("*.jsonl"))}


def examples() -> dict[tuple[str, str], Example]:
    return {(e.code, digest(x)): x for e in entries() for x in e.examples}


def test_there_are_proofs() -> None:
    assert sum(p.verdict is Verdict.PROVED for proofs in PROOFS.values() for p in proofs.values()) > 300


def test_no_proof_is_stale() -> None:
    """Each is of an example as it stands now."""
    known = examples()
    stale = sorted({code for proofs in PROOFS.values() for code, key in proofs if (code, key) not in known})
    assert not stale, AGAIN


def test_no_proof_is_missing() -> None:
    """A record with one proof has one for all its examples: a new example is run too."""
    claimed: dict[str, set[str]] = defaultdict(set)
    for proofs in PROOFS.values():
        for code, key in proofs:
            claimed[code].add(key)
    missing = sorted({code for code, key in examples() if code in claimed and key not in claimed[code]})
    assert not missing, AGAIN


def test_no_rewrite_differs() -> None:
    """A rewrite that was seen to give another value, or to fail, is not applied unasked."""
    safe = {e.code for e in entries() if e.safety == "safe"}
    wrong = {Verdict.DIFFERS, Verdict.AFTER_FAILS}
    assert not sorted({p.code for proofs in PROOFS.values() for p in proofs.values() if p.verdict in wrong} & safe)


def installed(code: str) -> bool:
    return all(importlib.util.find_spec(name) is not None for name in imported_packages(code))


def test_the_modern_side_gives_the_value_still() -> None:
    """All proofs whose libraries are installed here, whatever their release."""
    known = examples()
    proved: dict[str, tuple[Proof, Example]] = {}
    for proofs in PROOFS.values():
        for (code, key), proof in proofs.items():
            example = known.get((code, key))
            if proof.verdict is Verdict.PROVED and example is not None and installed(example.after):
                proved[f"{code} {key}"] = proof, example
    snippets = {k: Snippet(x.after, setup=x.setup, show=x.check or "*") for k, (_, x) in proved.items()}
    outcomes = run_all(sys.executable, snippets, 60, 2, together=True)
    wrong = {}
    for name, (proof, example) in proved.items():
        outcome = outcomes[name]
        if outcome["stage"] != "ok":
            wrong[name] = f"{outcome['stage']}: {outcome['error']}: {outcome['message']}"
            continue
        value, new = shared(proof.value, outcome["value"], whole=not example.check)
        if not equal(value, new):
            wrong[name] = f"{value} != {new}"
    assert not wrong
    if len(proved) < 300:
        pytest.skip(f"only {len(proved)} of the proofs could be run with what is installed here")
