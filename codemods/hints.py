"""What a document says about when, and with which releases, it was written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Hints:
    """Traces of the time a document is from.

    `python`: version of the language ("2.7.12", "3.6", "3"). `versions`: import name → version. `evidence`: import name
    (or "python") → the words that say so. `dates`: ISO dates, oldest first.
    """

    python: str | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    evidence: Mapping[str, str] = field(default_factory=dict)
    dates: tuple[str, ...] = ()


def collect(metadata: Mapping[str, object], cells: object) -> Hints:
    return Hints()
