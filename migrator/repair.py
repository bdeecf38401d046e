"""Repair with what a run saw: what the failures tell by themselves, and the same rules again with the types that were there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from codemods.records import Safety
from migrator import missing, raised
from migrator.pipeline import Migration, catalog
from migrator.runtime import Sight, seen

if TYPE_CHECKING:
    from codemods.records import Applied
    from runner.records import Outcome

_SEEN = "the type was seen at run time"
_FAILED = "it failed here at run time: look at it again"


def repair(migration: Migration, outcome: Outcome) -> bool:
    """Change what can be changed for the failures of an outcome; whether anything was."""
    before = dict(migration.texts)
    told = (*raised.findings(outcome, migration.trees, migration.texts), *missing.findings(migration, outcome, catalog()))
    migration.seen |= seen(outcome, migration.trees, migration.texts, Sight(catalog(), migration.target))
    migration.apply(set(), [f for f in told if migration.wanted(f) and migration.applicable(f)])
    count = len(migration.applied)
    migration.rounds()
    migration.applied[count:] = [_with_evidence(applied, _SEEN) for applied in migration.applied[count:]]
    return migration.texts != before or _repair_less_certain(migration, outcome)


def _repair_less_certain(migration: Migration, outcome: Outcome) -> bool:
    """Apply what waits for a review where the run failed on that very line: left alone, it does not work at all."""
    failed = {(f.cell, f.line) for cell in outcome.first_causes if cell.failure is not None for f in cell.failure.frames}
    waiting = [
        replace(finding, safety=Safety.SAFE)
        for left in migration.left.values()
        for finding in left
        if finding.safety is Safety.REVIEW and any((finding.cell, line) in failed for line in finding.span.lines)
    ]
    count = len(migration.applied)
    if not migration.apply(set(), [f for f in waiting if migration.applicable(f)]):
        return False
    migration.applied[count:] = [
        _with_evidence(replace(a, finding=replace(a.finding, safety=Safety.REVIEW)), _FAILED) for a in migration.applied[count:]
    ]
    migration.rounds()
    return True


def _with_evidence(applied: Applied, told: str) -> Applied:
    finding = applied.finding
    known = finding.evidence if finding.evidence != finding.message else ""
    return replace(applied, finding=replace(finding, evidence="; ".join(part for part in (known, told) if part)))
