"""Notebooks that run, in a real kernel of this interpreter."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runner.records import CellOutcome, Limits, Run
from tests.migrator.conftest import migrate, notebook

__all__ = ["migrate"]

Runs = Callable[..., Run]


@pytest.fixture(scope="session", autouse=True)
def libraries() -> None:
    """The groups that running needs; CI must have them."""
    needed = ("nbclient", "ipykernel", "pandas", "sklearn", "scipy")
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI lacks {', '.join(missing)}")
    if missing:
        pytest.skip(f"NOT CHECKED: {', '.join(missing)} missing; install the group 'test'")


def written(folder: Path, *sources: str, name: str = "nb.ipynb", **metadata: Any) -> Path:
    """A notebook file of these cells."""
    path = folder / name
    path.write_text(notebook(*sources, **metadata))
    return path


@pytest.fixture
def ran(tmp_path: Path) -> Runs:
    """Run a notebook of these cells with this interpreter's kernel."""
    from runner.local import run_local

    def call(*sources: str, folder: Path | None = None, **limits: Any) -> Run:
        place = folder or tmp_path / "home"
        place.mkdir(exist_ok=True)
        return run_local(written(place, *sources), None, Limits(**limits))

    return call


def cells(run: Run) -> list[CellOutcome]:
    return list(run.outcome.cells)
