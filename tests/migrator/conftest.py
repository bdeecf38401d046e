"""The command, as a user calls it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from migrator.cli import main


@dataclass(frozen=True)
class Called:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Call = Callable[..., Called]


@pytest.fixture
def migrate(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Call:
    """Run `migrate ARGS…`; what it printed, and its exit code."""

    def call(*arguments: str | Path, stdin: bytes = b"") -> Called:
        monkeypatch.setattr(sys, "argv", ["migrate", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capfd.readouterr()
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        sys.stdout.flush()
        out, err = capfd.readouterr()
        return Called(code, out, err)

    return call


def notebook(*sources: str, **metadata: Any) -> str:
    """A notebook of code cells, as Jupyter writes it."""
    cells = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": s.splitlines(keepends=True)}
        for s in sources
    ]
    return json.dumps({"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 2}, indent=1) + "\n"
