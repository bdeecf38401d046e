"""Versions as tuples of numbers: enough to order final releases, and quick."""

from __future__ import annotations

import re
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


def older(a: str, b: str) -> bool:
    """Whether version `a` comes before version `b`."""
    return release_of(a) < release_of(b)
