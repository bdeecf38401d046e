"""The hybrid run of one file, as the command does it: run, repair, deliver, compare, record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codemods.era import Target
from migrator.asking import Asking
from migrator.errors import BadOption
from migrator.goal import Goal
from migrator.hybrid import ROUNDS, Hybrid, hybrid, opened
from migrator.places import Place
from migrator.scoring import Scoring
from migrator.target import import_names
from migrator.usage import imported_names
from migrator.work import STDIN, Job, Outcome, deliver, destination, write
from runner.records import Run

if TYPE_CHECKING:
    from llm.fidelity import Facet
    from migrator.pipeline import Migration


@dataclass(frozen=True, slots=True)
class Running:
    """How notebooks are run between the repairs, and what is done with the runs."""

    place: Place
    rounds: int = ROUNDS
    deprecations: bool = False  # repair what the target warns of, too
    against: str | None = None  # --verify-against
    record: Path | None = None
    asking: Asking = field(default_factory=Asking)
    scoring: Scoring = field(default_factory=Scoring)  # --target-score and how it is told

    def goal(self) -> Goal | None:
        """The score to reach; None where none is told. Raises BadOption and BadGrader."""
        grader, target = self.scoring.grader(), self.scoring.target
        if grader is not None and target is None:
            raise BadOption("a score alone tells nothing here: add --target-score, what it reached in its time")
        return Goal(self.scoring, grader, target) if grader is not None and target is not None else None


def hybrid_one(name: str, job: Job, running: Running) -> Outcome:
    """Migrate one file by codemods and runs, and write its result where it belongs.

    Raises:
        DocumentError, RunnerError, BadOption, CannotWrite.
    """
    from migrator.against import Against

    if name == STDIN:
        raise BadOption("standard input can't be run, it has no folder: add --codemods-only, or name a file")
    path, options = Path(name), job.options
    against = Against.of(path, running.against, path, options.as_of, running.place.bounds) if running.against else None
    inside = running.place.versions()
    options = replace(options, python=running.place.interpreter(), target={**inside, **options.target})

    def execute(notebook: Any, modules: Mapping[str, bytes]) -> Run:
        return running.place.run(path, notebook, files=modules, grader=goal.grader if goal is not None else None)

    goal = running.goal()
    migration, model = opened(path, options), running.asking.model()
    if running.place.image is not None:
        read = imported_names([*migration.trees.values(), *(h.tree for h in migration.helpers.values())]) | {"python"}
        had = {name: version for name, version in import_names(options.target).items() if name in read}
        migration.target = Target(had, f"installed in image {running.place.image}")
    done = hybrid(
        migration, name, execute, most=running.rounds, deprecations=running.deprecations,
        model=model, guard=running.asking.guard(migration, running.scoring.target) if model is not None else None, goal=goal,
    )  # fmt: skip
    done = replace(
        done,
        facets=facets(migration),
        cost=model.server.purse.cost if model is not None and model.server.purse is not None else 0.0,
        dry=running.asking.dry,
    )
    if running.record is not None:
        from migrator.record import save

        save(done, options, running.record)
    compared = against.compared(done.run) if against is not None else None
    written = deliver(name, done.result, job)
    return Outcome(done.result, written, tuple(_modules(name, done, job)), done, compared)


def facets(migration: Migration) -> tuple[Facet, ...]:
    """What the notebook computes, as it was and as it is."""
    from llm.fidelity import fidelity
    from migrator.guarding import notebook_of

    now = migration.sources()
    was = {cell.index: cell.source for cell in migration.document.cells if cell.index in now}
    return fidelity(notebook_of(was), notebook_of(now))


def _modules(name: str, done: Hybrid, job: Job) -> Iterator[str]:
    """Write the user's own modules that had to change, where the result is written; what is to be said of them."""
    for module, data in done.modules.items():
        source = Path(name).parent / module
        if job.diff or job.check or module.startswith(".."):
            yield f"{source} is imported and needs migrating too: the runs were made with it migrated"
            continue
        home = destination(name, job).parent
        place = home / module
        if place.resolve() == source.resolve() and not job.in_place:
            place = place.with_name(f"{place.stem}.migrated{place.suffix}")
        write(place, data)
        yield f"{source} is imported and was migrated too: the runs were made with {place} in its place"
