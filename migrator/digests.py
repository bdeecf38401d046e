"""Digests: of bytes and files, of this tool with its databases, and of all that decides what becomes of a file."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from migrator.hybrid_work import Running
    from migrator.work import Job

_ROOMS = ("apidb", "codemods", "llm", "migrator", "runner")


def digest(data: bytes) -> str:
    """SHA-256, as hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def of_file(path: str | Path) -> str:
    """The digest of a file's content; empty where it can't be read."""
    try:
        with Path(path).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


@cache
def of_tool() -> str:
    """The digest of this version: its code, its recipes, and the databases, also those of the user and of plugins."""
    from apidb.paths import data_dir, user_data_dir
    from apidb.plugins import KINDS, plugins
    from migrator.version import version

    brought = [plugin for kind in KINDS for plugin in plugins(kind)]
    code = [path for room in _ROOMS for path in (Path(__file__).parent.parent / room).rglob("*.py")]
    folders = (data_dir() / "apidb", data_dir() / "recipes", user_data_dir(), *(plugin.folder for plugin in brought))
    data = [path for folder in folders for path in folder.glob("*")]
    found = sorted((path.name, of_file(path)) for path in (*code, *data))
    return digest(repr((version(), [plugin.distribution for plugin in brought], found)).encode())


def of_work(name: str, job: Job) -> str:
    """The digest of all that decides what becomes of a file, beside its content: options (its project's too), target, tool.

    `job` as it is for this file. The model server's key and bounds are left out: they decide nothing.
    """
    from migrator.work import destination

    place = destination(name, job).absolute()
    told = (job.options, _decisive(job.running), job.in_place, job.diff, job.check, place, name in job.paths)
    python = job.options.python or (job.running.place.interpreter() if job.running is not None else None)
    image = job.running.place.image if job.running is not None else None
    return digest(repr((told, _installed(python) if python else "", _image(image) if image else "", of_tool())).encode())


def _decisive(running: Running | None) -> Running | None:
    connection = running.asking.connection if running is not None else None
    if running is None or connection is None:
        return running
    connection = replace(connection, key="", timeout=0, patience=0, in_flight=1)
    return replace(running, asking=replace(running.asking, connection=connection))


@cache
def _installed(python: Path) -> tuple[tuple[str, str], ...]:
    """The versions, in another interpreter, of the libraries that the databases know. Raises BadInterpreter."""
    from apidb.names import LIBRARIES
    from migrator.pipeline import catalog
    from migrator.target import ask

    names = {name for source in LIBRARIES.values() for name in source.imports}
    return tuple(sorted(ask(python, names, catalog()).items()))


@cache
def _image(name: str) -> str:
    """The identity of a container image. Raises as `runner.engine` does."""
    from runner.engine import connect, image

    return str(image(connect(), name).id)
