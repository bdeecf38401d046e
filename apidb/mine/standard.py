"""What the running Python's own library has."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module


@cache
def standard_members(base: str) -> frozenset[str]:
    """The public members of a class of the running Python's own library; none for any other."""
    module, _, leaf = base.rpartition(".")
    module = module or "builtins"
    if module.partition(".")[0] not in sys.stdlib_module_names:
        return frozenset()
    try:
        found = getattr(import_module(module), leaf, None)
    except ImportError:
        return frozenset()
    return frozenset(n for n in dir(found) if n[0] != "_") - frozenset(dir(object)) if isinstance(found, type) else frozenset()


def in_standard_library(name: str) -> bool:
    """Has the running Python's own library something of this full name?"""
    module, _, leaf = name.rpartition(".")
    try:
        return hasattr(import_module(module), leaf)
    except ImportError:
        return False
