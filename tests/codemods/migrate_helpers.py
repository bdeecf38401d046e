"""What the tests of whole migrations share: before → after as plain text, and what was left to the user."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent
from typing import Any

from codemods.era import Bounds
from migrator.pipeline import Options, migrate_bytes


@dataclass(frozen=True)
class Migrated:
    text: str
    left: tuple[tuple[str, str], ...]  # code, reason
    bounds: Mapping[str, Bounds]

    @property
    def codes(self) -> set[str]:
        return {code for code, _ in self.left}


def code(text: str) -> str:
    return dedent(text).strip("\n") + "\n"


def migrate(text: str, **options: Any) -> Migrated:
    """Migrate a script; `options` are those of `Options`. It must hold together, and a second run must change nothing."""
    result = migrate_bytes(code(text).encode(), "source.py", Options(**options))
    assert result.problems == ()
    again = migrate_bytes(result.migrated, "source.py", Options(**options))
    assert again.migrated == result.migrated
    return Migrated(result.migrated.decode(), tuple((f.code, f.reason) for f in result.left), result.vintage.bounds)


def notebook(*cells: str | tuple[str, str], **metadata: Any) -> bytes:
    """A notebook of code cells; a pair is a cell's source and what it printed."""
    made = []
    for cell in cells:
        source, printed = cell if isinstance(cell, tuple) else (cell, "")
        outputs = [{"name": "stdout", "output_type": "stream", "text": [printed]}] if printed else []
        made.append(
            {
                "cell_type": "code",
                "execution_count": 1,
                "metadata": {},
                "outputs": outputs,
                "source": code(source).splitlines(True),
            }
        )
    return json.dumps({"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 2}).encode()


def sources(data: bytes) -> list[str]:
    """The sources of a notebook's cells."""
    return ["".join(cell["source"]) for cell in json.loads(data)["cells"]]
