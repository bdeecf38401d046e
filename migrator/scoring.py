"""The options of scoring, and what they ask for: a grader, and a verdict over one run or several."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from migrator.errors import BadOption

if TYPE_CHECKING:
    from runner.records import Run, Score
    from runner.scores import Grader
    from runner.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Scoring:
    """The values of the options, as given."""

    submission: str | None = None
    answers: Path | None = None
    metric: str | None = None
    pattern: str | None = None
    variable: str | None = None
    own: str | None = None
    lower_is_better: bool = False
    target: float | None = None
    runs: int = 10

    def grader(self) -> Grader | None:
        """What gives the score; None where none is asked for.

        Raises:
            BadOption: the options don't fit together.
            BadGrader: there is no such metric or grader.
        """
        from runner import scores
        from runner.metrics import metric

        ways = [way for way in (self.submission, self.pattern, self.variable, self.own) if way is not None]
        if len(ways) > 1:
            raise BadOption("--submission, --score-pattern, --score-variable and --grader exclude each other: name one")
        if self.submission is not None:
            if self.answers is None or self.metric is None:
                raise BadOption("--submission needs --answers FILE and --metric NAME")
            return scores.Submission(self.submission, self.answers, metric(self.metric))
        if self.target is not None and not ways:
            raise BadOption("--target-score needs a score: --submission, --score-pattern, --score-variable or --grader")
        if self.runs < 1:
            raise BadOption(f"--runs {self.runs}: expected 1 or more")
        if self.pattern is not None:
            return scores.Printed(self.pattern, not self.lower_is_better)
        if self.variable is not None:
            return scores.Variable(self.variable, not self.lower_is_better)
        return scores.own(self.own) if self.own is not None else None

    def judged(self, run: Callable[[], Run]) -> tuple[Run, Verdict | None]:
        """The first run, and the verdict over as many as it takes; no verdict without a target."""
        first = run()
        return first, None if self.target is None else self.verdict(first, run, self.target)

    def verdict(self, first: Run, again: Callable[[], Run], target: float) -> Verdict:
        """The verdict on a graded run, and on as many more as it takes."""
        from runner.verdict import repeated

        waiting = [first]

        def one() -> tuple[Score, bool]:
            run = waiting.pop() if waiting else again()
            assert run.score is not None, "a target needs a grader"
            return run.score, run.outcome.clean

        return repeated(one, target, most=self.runs)
