"""Answers that are kept in the user's cache for as long as what they were made from stays as it is."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def kept(place: Path, stamp: list[Any], make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The answer kept at `place` if it was made under the same `stamp`, else a new one, which is then kept.

    Args: `stamp` and what `make` gives are JSON data. A cache that can't be read or written is no error.
    """
    try:
        answer: dict[str, Any] = json.loads(place.read_bytes())
        if answer["stamp"] == stamp:
            return answer
    except (OSError, ValueError, KeyError, TypeError):
        pass
    answer = {"stamp": stamp, **make()}
    _write(place, json.dumps(answer))
    return answer


def _write(place: Path, text: str) -> None:
    """Whole or not at all."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        aside = place.with_suffix(f".{os.getpid()}.tmp")
        aside.write_text(text, encoding="utf-8")
        aside.replace(place)
    except OSError:
        pass
