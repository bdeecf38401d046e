"""Regular expressions that are compiled when they are first used: a notebook needs few of those that are there."""

from __future__ import annotations

import re
from typing import Any, cast


class _Later:
    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """A method of the compiled pattern, kept for the next time."""
        found = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, found)
        return found


def later(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern as from `re.compile`, except that it can't be passed to the functions of `re`."""
    return cast("re.Pattern[str]", _Later(pattern, flags))
