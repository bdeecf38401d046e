"""What a run may spend on a model, and what it has spent: calls, tokens, seconds, money."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from llm.errors import BudgetSpent
from llm.records import Usage


@dataclass(frozen=True, slots=True)
class Prices:
    """What a model costs, in the user's currency: by the second where it is self-hosted, by the million tokens where not."""

    gpu_second: float = 0.0
    prompt_million: float = 0.0
    completion_million: float = 0.0

    def cost(self, usage: Usage) -> float:
        tokens = usage.prompt_tokens * self.prompt_million + usage.completion_tokens * self.completion_million
        return usage.seconds * self.gpu_second + tokens / 1e6


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that one notebook may take. None: no bound of its own."""

    calls: int | None = 16
    tokens: int | None = 200_000
    seconds: float | None = None
    cost: float | None = None


class Purse:
    """One notebook's spending."""

    def __init__(self, budget: Budget, prices: Prices | None = None) -> None:
        self.budget = budget
        self.prices = prices or Prices()
        self._spent = Usage()
        self._lock = threading.Lock()

    @property
    def spent(self) -> Usage:
        return self._spent

    @property
    def cost(self) -> float:
        return self.prices.cost(self._spent)

    def add(self, usage: Usage) -> None:
        with self._lock:
            self._spent += usage

    def check(self) -> None:
        """Raise BudgetSpent where nothing is left for another call."""
        spent, budget = self._spent, self.budget
        tokens = spent.prompt_tokens + spent.completion_tokens
        for what, used, most in (
            ("calls", spent.calls, budget.calls),
            ("tokens", tokens, budget.tokens),
            ("seconds", spent.seconds, budget.seconds),
            ("money", self.cost, budget.cost),
        ):
            if most is not None and used >= most:
                raise BudgetSpent(f"the model's budget of {most:g} {what} is spent ({used:g} used)")
