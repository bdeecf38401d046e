"""Are the databases intact, and do they know what an installed release has?"""

from __future__ import annotations

import json
import sqlite3
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apidb.errors import ApidbError
from apidb.library import Library
from apidb.names import distributions

SURVEY = Path(__file__).with_name("survey.py")


class BadInterpreterError(ApidbError):
    """The interpreter whose libraries are compared can't be run."""


@dataclass(frozen=True, slots=True)
class Part:
    """How many of some paths the database knows; `missing` are the others."""

    known: int
    total: int
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of one library: `installed` is the version found, None where there is none; `release` the mined one compared with it."""

    library: str
    installed: str | None
    release: str
    names: Part
    members: Part
    intact: bool


def verify(library: Library, python: Path | None) -> Coverage:
    """Check a database's file and, where an interpreter is given, what it knows of the release installed there.

    Of classes count the public members that the library itself defines: not those of `object` and other bases from elsewhere,
    nor what another library's descriptors and unnamed functions made in passing put there.
    Raises `BadInterpreterError` when the interpreter can't be run.
    """
    intact = is_intact(library)
    found = _survey(library, python) if python is not None and library.name != "python" else None
    if not found or not found["version"]:
        return Coverage(library.name, None, library.newest, Part(0, 0, ()), Part(0, 0, ()), intact)
    release = library.nearest(found["version"])
    return Coverage(
        library.name,
        found["version"],
        release,
        _part(library, release, found["names"]),
        _part(library, release, (f"{owner}.{leaf}" for owner, leaves in found["members"].items() for leaf in leaves)),
        intact,
    )


def is_intact(library: Library) -> bool:
    """SQLite's own check of the file."""
    try:
        return bool(library._tables.db.execute("PRAGMA integrity_check").fetchone() == ("ok",))
    except sqlite3.Error:
        return False


def _part(library: Library, release: str, paths: Iterable[str]) -> Part:
    every = sorted(set(paths))
    missing = tuple(path for path in every if library.resolve(path, release) is None)
    return Part(len(every) - len(missing), len(every), missing)


def _survey(library: Library, python: Path) -> dict[str, Any]:
    top = library.imports[0]
    command = [str(python), str(SURVEY), json.dumps(list(library.imports)), json.dumps(distributions(top)), library.internal]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=True)
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.SubprocessError, ValueError, IndexError) as error:
        said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        raise BadInterpreterError(f"{python} could not list what {top} has: {said[-1] if said else error}") from error
    return found
