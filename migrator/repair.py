"""Repair with what a run saw: what the failures tell by themselves, and the same rules again with the types that were there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from migrator import missing, raised
from migrator.pipeline import Migration, catalog
from migrator.runtime import Sight, seen

if TYPE_CHECKING:
    from codemods.records import Applied
    from runner.records import Outcome

_SEEN = "the type was seen at run time"


def repair(migration: Migration, outcome: Outcome) -> bool:
    """Change what can be changed for the failures of an outcome; whether anything was."""
    before = dict(migration.texts)
    told = (*raised.findings(outcome, migration.trees, migration.texts), *missing.findings(migration, outcome, catalog()))
    migration.seen |= seen(outcome, migration.trees, migration.texts, Sight(catalog(), migration.target))
    migration.apply(set(), [f for f in told if migration.wanted(f) and migration.applicable(f)])
    count = len(migration.applied)
    migration.rounds()
    migration.applied[count:] = [_with_evidence(applied) for applied in migration.applied[count:]]
    return migration.texts != before


def _with_evidence(applied: Applied) -> Applied:
    finding = applied.finding
    known = finding.evidence if finding.evidence != finding.message else ""
    return replace(applied, finding=replace(finding, evidence="; ".join(part for part in (known, _SEEN) if part)))
