"""The hybrid run: codemods, a run, repair with what the run saw, another run; the model last, where there is one.

All first causes of a run are repaired at once. A round after which more fails than before is taken back, and its edits
are not made again in those cells: what is handed back is the best state that was seen to run.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from codemods.era import Target
from codemods.errors import DocumentError
from codemods.records import Applied, Finding
from llm.fidelity import Facet
from llm.records import Answer, Attempt, Model, Objection, Question
from migrator.asking import applied
from migrator.goal import Goal, suppose_older
from migrator.pipeline import Migration, Options, Result, State, catalog, migrate_file
from migrator.questions import error, question, score_question
from migrator.repair import repair
from migrator.target import newest
from runner import notebooks
from runner.records import End, Outcome, Run, Status
from runner.verdict import Verdict

ROUNDS = 16
_WARNINGS = ("DeprecationWarning", "FutureWarning", "PendingDeprecationWarning", "Pandas4Warning", "MatplotlibDeprecationWarning")

# Runs a notebook (nbformat's), with these own modules (by path beside the notebook) in the place of those in the folder.
Execute = Callable[[Any, Mapping[str, bytes]], Run]
# What speaks against an answer of the model's, given the sources of all code cells.
Guard = Callable[[Question, Answer, Mapping[int, str]], Iterable[Objection]]
_BY_MODEL = ("model", "calibration")
_CALIBRATING = ("age", "calibration")  # kept only if the score comes back
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
    by: str  # codemods, run time, deprecations, age, model, calibration
    edits: tuple[Applied, ...]
    texts: Mapping[int, str]
    outcome: Outcome
    kept: bool
    asked: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class Hybrid:
    """What became of one notebook: the best result, its run, all rounds, and what the model would be asked next.

    `modules`: the user's own modules as they were run with, by path beside the notebook, where they had to change.
    `asked`: all that the model was asked. `facets`: what the notebook computes, before and after; `cost`: of
    the model, in the user's currency. `dry`: its prompts are shown, it is not asked. `verdict`: on the score, where one was
    to be reached.
    """

    result: Result
    run: Run
    rounds: tuple[Round, ...]
    question: Question | None = None
    modules: Mapping[str, bytes] = field(default_factory=dict)
    asked: tuple[Asked, ...] = ()
    facets: tuple[Facet, ...] = ()
    cost: float = 0.0
    dry: bool = False
    verdict: Verdict | None = None

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
    goal: Goal | None = None,
) -> Hybrid:
    """Migrate, run and repair until the run is clean, nothing more is known, or `most` runs are spent.

    `deprecations`: what the target only warns of is repaired too, where the replacement is certain. A `model` is asked for
    what remains; its answers come past the `guard`. A clean run must also reach the score of the `goal`. Raises what `execute`
    raises, and ValueError for a model without a guard; a server that fails is the model's affair (`asking.Patient`).
    """
    if model is not None and guard is None:
        raise ValueError("a model needs a guard")
    return _Loop(migration, name, execute, most, deprecations, model, guard, goal).go()


@dataclass(slots=True)
class _Loop:
    migration: Migration
    name: str
    execute: Execute
    most: int
    deprecations: bool
    model: Model | None
    guard: Guard | None
    goal: Goal | None
    rounds: list[Round] = field(default_factory=list)
    attempts: list[Attempt] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    told: int = 0  # of what was asked, how much the rounds have
    modules: Mapping[str, bytes] = field(default_factory=dict)
    verdict: Verdict | None = None  # on the best run's score
    aged: bool = False  # the code was taken to be older than it told

    def go(self) -> Hybrid:
        migration = self.migration
        migration.rounds()
        self.modules = own_modules(migration)
        best = self.run()
        self.note("codemods", tuple(migration.applied), best, kept=True)
        while len(self.rounds) < self.most and best.outcome.end is not End.STOPPED:
            state, count = migration.state(), len(migration.applied)
            by = self.repair(best.outcome) or self.calibrate(best)
            if not by:
                break
            run = self.run()
            kept = self.reached(run) if by in _CALIBRATING else self.helped(by, run.outcome, best.outcome)
            self.note(by, tuple(migration.applied[count:]), run, kept)
            if kept:
                best = run
            else:
                self.take_back(state, run.outcome, best.outcome)
        result = migration.result(self.name)
        asked = self.question(best)
        return Hybrid(result, best, tuple(self.rounds), asked, self.modules, tuple(self.asked), verdict=self.verdict)

    def helped(self, by: str, now: Outcome, before: Outcome) -> bool:
        """Whether a round is kept: nothing more fails; of a model's, only what repaired something."""
        if by != "model":
            return failing(now) <= failing(before)
        repaired = _failed(before) - _failed(now)
        return bool(repaired) and not _failed(now) - _failed(before) - _followers(before)

    def run(self) -> Run:
        return self.execute(as_notebook(self.migration.result(self.name).migrated, self.name), self.modules)

    def note(self, by: str, edits: tuple[Applied, ...], run: Run, kept: bool) -> None:
        number, texts = len(self.rounds) + 1, dict(self.migration.texts)
        self.rounds.append(Round(number, by, edits, texts, run.outcome, kept, tuple(self.asked[self.told :])))
        self.told = len(self.asked)

    # --- repair ---

    def repair(self, outcome: Outcome) -> str:
        """Change what can be changed for this outcome; returns by whom, "" where nothing was."""
        if not outcome.clean:
            if repair(self.migration, outcome):
                return "run time"
            if self.with_model(self.error_question(outcome)):
                return "model"
        return "deprecations" if self.deprecations and self.with_deprecations(outcome) else ""

    def with_deprecations(self, outcome: Outcome) -> bool:
        """Rewrite what the target warns of as later releases will want it, where that is certain; whether anything changed."""
        migration, target = self.migration, self.migration.target
        warned = {(n.cell, n.line) for cell in outcome.cells for n in cell.notices if n.category in _WARNINGS}
        cells = {cell for cell, line in warned if cell in migration.trees and line is not None}
        if not cells:
            return False
        later = newest(target.versions, catalog())
        # Of Python's own version the running one is no later one.
        migration.target = Target({**target.versions, **later, "python": target.versions["python"]}, target.source)
        try:
            found = migration.find(cells)
        finally:
            migration.target = target
        due = [f for f in found if migration.applicable(f) and any((f.cell, line) in warned for line in f.span.lines)]
        return bool(migration.apply(set(), due))

    def with_model(self, asked: Question | None) -> bool:
        """Ask the model; whether an answer that the guard lets through changed anything."""
        if self.model is None or self.guard is None or asked is None:
            return False
        objections: tuple[Objection, ...] = ()
        for _ in range(1 + _ASKED_AGAIN):
            answer = self.model.ask(asked, refused=objections)
            objections = tuple(self.guard(asked, answer, self.migration.sources())) if answer.edits else ()
            self.asked.append(Asked(asked, answer, objections))
            if not objections:
                break
        if objections or not answer.edits:
            return False
        old = self.migration.sources()
        changed = [edit for edit in answer.edits if self.migration.rewrite(edit.cell, edit.source)]
        if changed:
            self.migration.applied += [applied(edit, old[edit.cell], answer.plan) for edit in changed]
            self.attempts.append(Attempt(answer.edits, "it was kept"))
        return bool(changed)

    def take_back(self, state: State, now: Outcome, before: Outcome) -> None:
        """Undo a round; what it did to the cells that fail since then (or anywhere, if they all failed before) is
        withheld from now on."""
        last = self.rounds[-1]
        harmed = _failed(now) - _failed(before)
        made = {(a.finding.cell, a.finding.code) for a in last.edits if last.by not in _BY_MODEL}
        self.migration.withheld |= {pair for pair in made if pair[0] in harmed} or made
        self.migration.restore(state)
        if self.attempts and last.by == "calibration":
            self.attempts[-1] = replace(self.attempts[-1], led_to="the score was not reached; it was taken back")
        elif self.attempts and last.by == "model":
            errors = {c.index: error(c) for c in now.first_causes}
            still = [errors[e.cell] for e in self.attempts[-1].edits if e.cell in errors]
            led_to = still[0] if still else f"{len(harmed)} more cells failed, the first with {next(iter(errors.values()), '?')}"
            self.attempts[-1] = replace(self.attempts[-1], led_to=f"{led_to}; it was taken back")

    # --- the score ---

    def calibrate(self, best: Run) -> str:
        """Change what may bring the score of a clean run back; returns how, "" where nothing can."""
        if self.goal is None or not best.outcome.clean:
            return ""
        if self.verdict is None:
            self.verdict = self.goal.verdict(best, self.run)
        if self.verdict.reproduced:
            return ""
        if not self.aged:
            self.aged = True
            if suppose_older(self.migration, catalog()):
                return "age"
        return "calibration" if self.with_model(self.question(best)) else ""

    def reached(self, run: Run) -> bool:
        """Whether a calibrated notebook still runs clean, and has its score back."""
        if self.goal is None or not run.outcome.clean:
            return False
        verdict = self.goal.verdict(run, self.run)
        if verdict.reproduced:
            self.verdict = verdict
        return verdict.reproduced

    # --- questions ---

    def question(self, run: Run) -> Question | None:
        """What a model would be asked about the best run: its errors, then its score."""
        if (found := self.error_question(run.outcome)) is not None:
            return found
        goal, verdict, trees = self.goal, self.verdict, self.migration.trees
        place = goal.place(run, trees) if goal is not None and verdict is not None and not verdict.reproduced else None
        if goal is None or verdict is None or place is None:
            return None
        return score_question(goal.told(verdict), place, *self._known())

    def error_question(self, outcome: Outcome) -> Question | None:
        return question(outcome, *self._known())

    def _known(self) -> tuple[Mapping[int, str], Mapping[int, ast.Module], list[Finding], Mapping[str, str], list[Attempt]]:
        """What every question tells: the sources and trees of the cells, what is left, the environment, what was tried."""
        migration = self.migration
        left = [finding for found in migration.left.values() for finding in found]
        return migration.sources(), migration.trees, left, migration.target.versions, self.attempts


def failing(outcome: Outcome) -> int:
    """How many cells did not run to their end."""
    return len(_failed(outcome))


def _failed(outcome: Outcome) -> set[int]:
    return {cell.index for cell in outcome.cells if cell.status is not Status.OK}


def _followers(outcome: Outcome) -> set[int]:
    """The cells that were not run, or failed only because an earlier one did: they may fail for their own reason next."""
    return {cell.index for cell in outcome.cells if cell.status is Status.NOT_RUN or cell.cause is not None}


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
            found[os.path.relpath(helper.path, migration.beside)] = result.migrated
    return found


def opened(path: Path, options: Options) -> Migration:
    """The migration of the notebook or script at `path`, before its first edit. Raises DocumentError."""
    from migrator.pipeline import open_file

    return Migration(open_file(path, options), options, path.parent)
