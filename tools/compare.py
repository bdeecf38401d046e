"""Compare values as `plain_values.py` gives them."""

from __future__ import annotations

import math
from typing import Any

LONGEST = 4000  # characters of a value that a proof records
RELATIVE, ABSOLUTE = 1e-6, 1e-9
OPAQUE = "opaque"


def equal(a: Any, b: Any) -> bool:
    """Whether two values are the same: numbers within a tolerance, truth values not numbers; what is opaque is not compared."""
    if _opaque(a) or _opaque(b):
        return _opaque(a) and _opaque(b)
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        return math.isclose(a, b, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(equal(a[k], b[k]) for k in a)
    return type(a) is type(b) and bool(a == b)


def _opaque(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {OPAQUE}


def evidence(value: Any) -> bool:
    """Whether there is anything in a value that could have differed."""
    if _opaque(value) or value is None:
        return False
    if isinstance(value, list):
        return any(map(evidence, value)) if value else True
    if isinstance(value, dict):
        return any(map(evidence, value.values()))
    return True


def shared(old: Any, new: Any, *, whole: bool) -> tuple[Any, Any]:
    """The parts of two values that are compared. `whole`: the values are all that two snippets left.

    A rewrite may bind further names, and leave out helpers; what was printed counts only if there is nothing else, as
    libraries print the same values in other ways.
    """
    if not whole:
        return old, new
    names = sorted(old.get("names", {}).keys() & new.get("names", {}).keys())
    kept: list[dict[str, Any]] = []
    for left in (old, new):
        part = {"names": {n: left["names"][n] for n in names}} if names else {}
        part |= {k: left[k] for k in ("last", "figures") if k in old and k in new}
        kept.append(part)
    if not evidence(kept[0]) and "printed" in old and "printed" in new:
        return {"printed": old["printed"]}, {"printed": new["printed"]}
    return kept[0], kept[1]
