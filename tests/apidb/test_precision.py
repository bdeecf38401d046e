"""The hand-checked sample of replacements marked certain: drawn by `tools.eval_apidb --sample`, each judged by
reading the evidence mined for it, most also by importing the replacement; `because` says what is wrong with the others."""

from __future__ import annotations

import json
from pathlib import Path

ROWS = [json.loads(line) for line in Path(__file__).with_name("precision.jsonl").read_text(encoding="utf-8").splitlines()]


def test_97_of_100_are_right() -> None:
    assert len(ROWS) == 200
    assert len({row["library"] for row in ROWS}) >= 15
    assert sum(row["right"] for row in ROWS) / len(ROWS) >= 0.97


def test_what_is_wrong_says_why() -> None:
    assert all(row["right"] or row["because"] for row in ROWS)
