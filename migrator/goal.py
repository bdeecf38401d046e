"""The score that a notebook had in its time: whether a run reaches it, and what is done where it doesn't.

What is known comes first: silent changes that were left alone because the code does not tell its age. The score may tell it:
all of them are undone at once, and stay so only if that brings the score back. Nothing is tuned.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidb.versions import older
from codemods.era import Bounds, Vintage
from codemods.find import UNTOLD
from codemods.nodes import nodes_of
from codemods.vintage import before

if TYPE_CHECKING:
    from apidb import Catalog
    from migrator.pipeline import Migration
    from migrator.scoring import Scoring
    from runner.records import Run
    from runner.scores import Grader
    from runner.verdict import Verdict

AGE = "its score is reached as by older releases"


@dataclass(frozen=True, slots=True)
class Goal:
    """A score to reach: `scoring` says how it is told and how often a varying one is run for; `grader` gives it."""

    scoring: Scoring
    grader: Grader
    target: float

    def verdict(self, first: Run, again: Callable[[], Run]) -> Verdict:
        """The verdict on a run, and on as many more as it takes."""
        return self.scoring.verdict(first, again, self.target)

    def told(self, verdict: Verdict) -> str:
        """What is missed, in a sentence for a model."""
        reached = ", ".join(dict.fromkeys(f"{score:g}" for score in verdict.scores)) or "none"
        return f"The notebook's score ({self.grader.name}) was {self.target:g} in its time, and is {reached} now."

    def place(self, run: Run, trees: Mapping[int, ast.Module]) -> int | None:
        """The cell that the score comes from, as far as that can be told: else the last one."""
        last = max(trees, default=None)
        if self.scoring.variable is not None:
            binding = (index for index, tree in trees.items() if _binds(tree, self.scoring.variable))
            return max(binding, default=last)
        if self.scoring.pattern is not None:
            cells = run.notebook["cells"]
            printing = (i for i in trees if i < len(cells) and re.search(self.scoring.pattern, _shown(cells[i])))
            return max(printing, default=last)
        return last


def _binds(tree: ast.Module, name: str) -> bool:
    names = (node for node in nodes_of(tree, ast.Name) if isinstance(node, ast.Name))
    return any(node.id == name and isinstance(node.ctx, ast.Store) for node in names)


def _shown(cell: Mapping[str, object]) -> str:
    outputs = cell.get("outputs")
    texts = [o.get("text") or o.get("data", {}).get("text/plain", "") for o in outputs] if isinstance(outputs, list) else []
    return "\n".join(text if isinstance(text, str) else "".join(text) for text in texts)


def suppose_older(migration: Migration, catalog: Catalog) -> bool:
    """Take the code to be older than every silent change whose side of it is not told; whether that changes anything."""
    bounds = dict((migration.vintage or Vintage()).bounds)
    for found in [finding for left in migration.left.values() for finding in left if finding.reason.startswith(UNTOLD)]:
        name, _, release = (found.release or "").partition(" ")
        library, known = catalog.library(name), bounds.get(name, Bounds())
        last = before(library, release) if library is not None and release else None
        if last is not None and (known.newest is None or older(last, known.newest)):
            bounds[name] = Bounds(known.oldest, last, AGE)
    texts, migration.vintage = dict(migration.texts), Vintage(bounds)
    migration.rounds()
    return migration.texts != texts
