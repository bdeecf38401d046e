"""The hybrid run: codemods, a run, repair with what the run saw, another run; the model last, where there is one.

All first causes of a run are repaired at once. A round after which more fails than before is taken back, and its edits
are not made again in those cells: what is handed back is the best state that was seen to run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from codemods.errors import DocumentError
from codemods.records import Applied
from llm.records import Answer, Attempt, Model, Objection, Question
from migrator.pipeline import Migration, Options, Result, State, catalog, migrate_file
from migrator.questions import question
from migrator.runtime import Sight, seen
from runner import notebooks
from runner.records import End, Outcome, Run, Status

ROUNDS = 16
_SEEN = "the type was seen at run time"

# Runs a notebook (nbformat's), with these own modules (by path beside the notebook) in the place of those in the folder.
Execute = Callable[[Any, Mapping[str, bytes]], Run]
# What speaks against an answer of the model's.
Guard = Callable[[Question, Answer], Iterable[Objection]]
_ASKED_AGAIN = 2  # times, with the guard's objections


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to the model, its answer, and what the guard said against it."""

    question: Question
    answer: Answer
    objections: tuple[Objection, ...] = ()


@dataclass(frozen=True, slots=True)
class Round:
    """One run: the edits made before it, by whom, what came of it, and whether they were kept.

    `texts`: the Python text of each code cell as it ran (`Cell.python`, magics masked).
    """

    number: int
    by: str  # codemods, run time, model
    edits: tuple[Applied, ...]
    texts: Mapping[int, str]
    outcome: Outcome
    kept: bool
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class Hybrid:
    """What became of one notebook: the best result, its run, all rounds, and what the model would be asked next.

    `modules`: the user's own modules as they were run with, by path beside the notebook, where they had to change.
    """

    result: Result
    run: Run
    rounds: tuple[Round, ...]
    question: Question | None = None
    modules: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def clean(self) -> bool:
        return self.run.outcome.clean


def hybrid(
    migration: Migration,
    name: str,
    execute: Execute,
    *,
    most: int = ROUNDS,
    deprecations: bool = False,
    model: Model | None = None,
    guard: Guard | None = None,
) -> Hybrid:
    """Migrate, run and repair until the run is clean, nothing more is known, or `most` runs are spent.

    `deprecations`: what the target only warns of is repaired too, where the replacement is certain. A `model` is asked for
    what remains; its answers come past the `guard`. Raises what `execute` raises, ModelUnreachable, and ValueError for a
    model without a guard.
    """
    if model is not None and guard is None:
        raise ValueError("a model needs a guard")
    return _Loop(migration, name, execute, most, deprecations, model, guard).go()


@dataclass(slots=True)
class _Loop:
    migration: Migration
    name: str
    execute: Execute
    most: int
    deprecations: bool
    model: Model | None
    guard: Guard | None
    rounds: list[Round] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)  # since the last run
    modules: Mapping[str, bytes] = field(default_factory=dict)

    def go(self) -> Hybrid:
        migration = self.migration
        migration.rounds()
        self.modules = own_modules(migration)
        best = self.run()
        self.note("codemods", tuple(migration.applied), best, kept=True)
        while len(self.rounds) < self.most and not best.outcome.clean and best.outcome.end is not End.STOPPED:
            state, count = migration.state(), len(migration.applied)
            by = self.repair(best.outcome)
            if not by:
                break
            run = self.run()
            kept = failing(run.outcome) <= failing(best.outcome)
            self.note(by, tuple(migration.applied[count:]), run, kept)
            if kept:
                best = run
            else:
                self.take_back(state, run.outcome, best.outcome)
        result = migration.result(self.name)
        return Hybrid(result, best, tuple(self.rounds), self.question(best.outcome), self.modules)

    def run(self) -> Run:
        return self.execute(as_notebook(self.migration.result(self.name).migrated, self.name), self.modules)

    def note(self, by: str, edits: tuple[Applied, ...], run: Run, kept: bool) -> None:
        number, texts = len(self.rounds) + 1, dict(self.migration.texts)
        self.rounds.append(Round(number, by, edits, texts, run.outcome, kept, tuple(self.asked)))
        self.asked.clear()

    # --- repair ---

    def repair(self, outcome: Outcome) -> str:
        """Change what can be changed for this outcome; returns by whom, "" where nothing was."""
        if self.with_types(outcome):
            return "run time"
        return "model" if self.with_model(outcome) else ""

    def with_types(self, outcome: Outcome) -> bool:
        """The same findings and rewrites, with the types that the run saw; whether anything changed."""
        migration = self.migration
        told = seen(outcome, migration.trees, migration.texts, Sight(catalog(), migration.target))
        if not told:
            return False
        migration.seen |= told
        before, count = dict(migration.texts), len(migration.applied)
        migration.rounds()
        migration.applied[count:] = [_with_evidence(applied) for applied in migration.applied[count:]]
        return migration.texts != before

    def with_model(self, outcome: Outcome) -> bool:
        """Ask the model; whether an answer that the guard lets through changed anything."""
        asked = self.question(outcome)
        if self.model is None or self.guard is None or asked is None:
            return False
        objections: tuple[Objection, ...] = ()
        for _ in range(1 + _ASKED_AGAIN):
            answer = self.model.ask(asked, refused=objections)
            objections = tuple(self.guard(asked, answer)) if answer.edits else ()
            self.asked.append(Asked(asked, answer, objections))
            if not objections:
                break
        else:
            return False
        changed = [edit for edit in answer.edits if self.migration.rewrite(edit.cell, edit.source)]
        if changed:
            self.attempts.append(Attempt(answer.edits, "it was kept"))
        return bool(changed)

    def take_back(self, state: State, now: Outcome, before: Outcome) -> None:
        """Undo a round; what it did to the cells that fail since then (or anywhere, if they all failed before) is
        withheld from now on."""
        last = self.rounds[-1]
        harmed = _failed(now) - _failed(before)
        made = {(a.finding.cell, a.finding.code) for a in last.edits}
        self.migration.withheld |= {pair for pair in made if pair[0] in harmed} or made
        self.migration.restore(state)
        if self.attempts and last.by == "model":
            self.attempts[-1] = replace(self.attempts[-1], led_to=f"{len(harmed)} more cells failed: it was taken back")

    def question(self, outcome: Outcome) -> Question | None:
        migration = self.migration
        cells = {cell.index: cell for cell in migration.document.cells}
        sources = {index: cells[index].unmask(text) for index, text in migration.texts.items()}
        left = [finding for found in migration.left.values() for finding in found]
        return question(outcome, sources, migration.trees, left, migration.target.versions, self.attempts)


def failing(outcome: Outcome) -> int:
    """How many cells did not run to their end."""
    return len(_failed(outcome))


def _failed(outcome: Outcome) -> set[int]:
    return {cell.index for cell in outcome.cells if cell.status is not Status.OK}


def _with_evidence(applied: Applied) -> Applied:
    finding = applied.finding
    known = finding.evidence if finding.evidence != finding.message else ""
    return replace(applied, finding=replace(finding, evidence="; ".join(part for part in (known, _SEEN) if part)))


def as_notebook(data: bytes, name: str) -> Any:
    """A migrated notebook, or script, as it is run."""
    if name.endswith(".ipynb"):
        return notebooks.read(data, name)
    from codemods.document import read

    return notebooks.of_cells([cell.source if cell.kind == "code" else "" for cell in read(data, name).cells])


def own_modules(migration: Migration) -> dict[str, bytes]:
    """The user's own modules beside the notebook that need changing, migrated, by their path beside it."""
    found: dict[str, bytes] = {}
    for helper in migration.helpers.values():
        try:
            result = migrate_file(helper.path, migration.options)
        except DocumentError:
            continue
        if result.changed and migration.beside is not None:
            found[str(helper.path.relative_to(migration.beside))] = result.migrated
    return found


def opened(path: Path, options: Options) -> Migration:
    """The migration of the notebook or script at `path`, before its first edit. Raises DocumentError."""
    from migrator.pipeline import open_file

    return Migration(open_file(path, options), options, path.parent)
