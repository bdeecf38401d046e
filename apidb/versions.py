"""Ordering of release numbers without the weight of a packaging library."""

from __future__ import annotations

import re
from collections.abc import Sequence

NUMBER = re.compile(r"\d+")


def key(version: str) -> tuple[int, ...]:
    """`1.10.2` → (1, 10, 2); what follows the numbers (`rc1`, `+cpu`) is cut off.

    >>> key("2.13.0+cpu")
    (2, 13, 0)
    """
    out: list[int] = []
    for part in version.strip().lstrip("v").split("."):
        if not (found := NUMBER.match(part)):
            break
        out.append(int(found.group()))
        if found.end() != len(part):
            break
    while len(out) < 2:
        out.append(0)
    return tuple(out)


def nearest(wanted: str, versions: Sequence[str]) -> int:
    """Index of the release that stands for a version: the newest of its minor up to it, else any of its minor, else the
    next older, else the oldest. `versions` are oldest first and not empty."""
    number = key(wanted)
    keys = [key(version) for version in versions]
    minor = [i for i, k in enumerate(keys) if k[:2] == number[:2]]
    if minor:
        older = [i for i in minor if keys[i] <= number]
        return older[-1] if older else minor[0]
    older = [i for i, k in enumerate(keys) if k <= number]
    return older[-1] if older else 0
