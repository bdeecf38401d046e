"""Does the notebook do what it did? Errors, and the score against the one that it had.

A score that varies from run to run is tested twice: by the one-sample t-test against the target, as in the literature
(p ≥ 0.05: no difference found), and for equivalence within a margin (two one-sided tests, TOST), because a noisy
notebook differs from nothing: only the second lets it through.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from runner.errors import MissingPart
from runner.records import Score

MARGIN = 0.10  # of the target
LEVEL = 0.05
MOST = 10  # repeated runs


class Judgement(StrEnum):
    REPRODUCIBLE = "error-free reproducible"
    REPRODUCIBLE_WITH_ERRORS = "reproducible with errors"
    NOT_REPRODUCIBLE_CLEAN = "error-free not reproducible"
    NOT_REPRODUCIBLE = "not reproducible"
    FAILED = "failed"  # no score came out


@dataclass(frozen=True, slots=True)
class Verdict:
    """`scores` are those of the runs; `p_difference` of the t-test and `p_equivalence` of TOST (the larger of the two),
    None where the score doesn't vary; `off` is the mean's relative distance from the target."""

    judgement: Judgement
    scores: tuple[float, ...]
    target: float
    off: float | None = None
    p_difference: float | None = None
    p_equivalence: float | None = None
    reason: str = ""

    @property
    def reproduced(self) -> bool:
        """Whether the score is what it was."""
        return self.judgement in (Judgement.REPRODUCIBLE, Judgement.REPRODUCIBLE_WITH_ERRORS)

    @property
    def no_difference_found(self) -> bool:
        return self.p_difference is not None and self.p_difference >= LEVEL

    @property
    def equivalent(self) -> bool:
        return self.p_equivalence is not None and self.p_equivalence < LEVEL


def judge(scores: Sequence[Score], target: float, *, clean: bool, margin: float = MARGIN) -> Verdict:
    """The verdict on the scores of one or more runs.

    Args: `target`: the score that the original had. `clean`: all runs were without errors. `margin`: relative.
    Raises MissingPart where scipy isn't installed and the scores vary.
    """
    values = tuple(s.value for s in scores if s.value is not None)
    if not values or len(values) < len(scores):
        reason = next((s.reason for s in scores if s.value is None), "there was no run")
        return Verdict(Judgement.FAILED, values, target, reason=reason)
    mean = sum(values) / len(values)
    off = abs(mean - target) / abs(target) if target else abs(mean)
    if not varies(values):
        good = off <= margin
        reason = f"off by {off:.1%} of the target; {margin:.0%} is allowed"
        return Verdict(_judgement(good, clean), values, target, off, reason=reason)
    p_difference, p_equivalence = p_values(values, target, margin)
    good = p_equivalence < LEVEL
    reason = _reason(good, p_difference, p_equivalence)
    return Verdict(_judgement(good, clean), values, target, off, p_difference, p_equivalence, reason)


def _judgement(good: bool, clean: bool) -> Judgement:
    if good:
        return Judgement.REPRODUCIBLE if clean else Judgement.REPRODUCIBLE_WITH_ERRORS
    return Judgement.NOT_REPRODUCIBLE_CLEAN if clean else Judgement.NOT_REPRODUCIBLE


def _reason(good: bool, p_difference: float, p_equivalence: float) -> str:
    if good:
        return f"equivalent to the target (TOST p={p_equivalence:.3g}); t-test p={p_difference:.3g}"
    if p_difference >= LEVEL:
        found = f"no difference found (t-test p={p_difference:.3g})"
        return f"{found}, but the runs vary too much to be equivalent (TOST p={p_equivalence:.3g})"
    return f"differs from the target (t-test p={p_difference:.3g}; TOST p={p_equivalence:.3g})"


def varies(values: Sequence[float]) -> bool:
    """Whether the scores differ by more than rounding."""
    return max(values) - min(values) > 1e-9 * max(1.0, *map(abs, values))


def p_values(values: Sequence[float], target: float, margin: float = MARGIN) -> tuple[float, float]:
    """p of the one-sample t-test against the target, and of the test for equivalence within ± margin · |target|.

    Raises MissingPart where scipy isn't installed.
    """
    try:
        from scipy.stats import ttest_1samp
    except ImportError:
        raise MissingPart("judging scores that vary needs scipy: pip install 'nbmigrate[score]'") from None
    width = margin * abs(target) if target else margin
    different = float(ttest_1samp(values, target).pvalue)
    above = float(ttest_1samp(values, target - width, alternative="greater").pvalue)
    below = float(ttest_1samp(values, target + width, alternative="less").pvalue)
    return different, max(above, below)


def repeated(one_run: Callable[[], tuple[Score, bool]], target: float, *, most: int = MOST, margin: float = MARGIN) -> Verdict:
    """Run until it is decided: twice if the score doesn't vary, else until TOST or the t-test is clear, at most `most` times.

    `one_run` gives the score of a run, and whether it was clean. To look after each run would make the tests too easy to
    pass, so while there are runs left a verdict needs a tenth of the level.
    """
    scores: list[Score] = []
    clean = True
    for count in range(1, most + 1):
        score, without_errors = one_run()
        scores.append(score)
        clean = clean and without_errors
        if score.value is None:
            break
        values = [s.value for s in scores if s.value is not None]
        if count == 2 and not varies(values):
            break
        if count >= 3:
            different, equivalent = p_values(values, target, margin)
            if equivalent < LEVEL / 10 or different < LEVEL / 10:
                break
    return judge(scores, target, clean=clean, margin=margin)
