"""Proofs: that an example's `before`, run in its own time, gave what its `after` gives today. `data/proofs/LIBRARY.jsonl`.

One line an example, made by `python -m tools.prove`; an example is named by its digest, so that a proof is stale as soon
as the example changes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from codemods.fixing import Example


class Verdict(StrEnum):
    PROVED = "proved"  # both ran, equal values
    DIFFERS = "differs"  # both ran, another value
    NO_VALUE = "no value"  # both ran, but left nothing that could be compared
    BEFORE_FAILS = "before fails"  # in every environment of its time that there is
    AFTER_FAILS = "after fails"
    NO_ENVIRONMENT = "no environment"  # none that is old enough and has the libraries, or the modern one lacks one


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of running one example on both sides.

    `was` and `now` are the versions of what it imports, by import name, Python among them. `value` is what both gave, as
    plain JSON; `today` what the old code does in the modern environment: its error, or whether its value is the same.
    """

    code: str
    example: str
    verdict: Verdict
    was: Mapping[str, str] = field(default_factory=dict)
    now: Mapping[str, str] = field(default_factory=dict)
    value: Any = None
    today: str = ""
    note: str = ""


def digest(example: Example) -> str:
    """The name of an example: it changes with everything that its proof depends on."""
    parts = [example.before, example.after, example.check, example.setup, sorted(example.was.items())]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:12]


def read(folder: Path, library: str) -> dict[tuple[str, str], Proof]:
    """The proofs of one library by (code, digest); none if there is no file."""
    path = folder / f"{library}.jsonl"
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    proofs = [Proof(**{**row, "verdict": Verdict(row["verdict"])}) for row in rows]
    return {(p.code, p.example): p for p in proofs}


def write(folder: Path, library: str, proofs: Iterable[Proof]) -> None:
    """Write the proofs of one library, in the given order; what is empty is left out, save a value that is."""
    rows = ({k: v for k, v in asdict(p).items() if v not in ("", {}, None) or (k == "value" and v is not None)} for p in proofs)
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    (folder / f"{library}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
