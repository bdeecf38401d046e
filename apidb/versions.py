"""Versions as tuples of numbers: enough to order final releases, without the weight of a packaging library."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_NUMBERS = re.compile(r"v?(\d+(?:\.\d+)*)")


@cache
def release_of(version: str) -> tuple[int, ...]:
    """`"2.13.0+cpu"` → `(2, 13)`: the leading numbers, trailing zeros dropped so that 2.0 equals 2.0.0.

    Raises:
        ValueError: the text does not begin with a number.
    """
    match = _NUMBERS.match(version.strip())
    if not match:
        raise ValueError(f"not a version: {version!r}")
    numbers = [int(n) for n in match.group(1).split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def minor_of(version: str) -> tuple[int, int]:
    """`"1.10.2"` → `(1, 10)`. Raises `ValueError` as `release_of` does."""
    major, minor = (*release_of(version), 0)[:2]
    return major, minor


def older(a: str, b: str) -> bool:
    """Whether version `a` comes before version `b`."""
    return release_of(a) < release_of(b)


def nearest(wanted: str, versions: Sequence[str]) -> int:
    """Index of the release that stands for a version: the newest of its minor up to it, else any of its minor, else the
    next older, else the oldest. `versions` are oldest first and not empty. Raises `ValueError` as `release_of` does."""
    number = release_of(wanted)
    keys = [release_of(version) for version in versions]
    minor = [i for i, version in enumerate(versions) if minor_of(version) == minor_of(wanted)]
    if minor:
        older_ones = [i for i in minor if keys[i] <= number]
        return older_ones[-1] if older_ones else minor[0]
    before = [i for i, k in enumerate(keys) if k <= number]
    return before[-1] if before else 0
