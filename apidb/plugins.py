"""Plugins: other distributions that bring databases, recipes and fixers in packages that entry points name.

    [project.entry-points."nbmigrate.apidb"]
    acme = "nbmigrate_acme.apidb"        # holds LIBRARY.sqlite.xz, as `migrate apidb build` makes them
    [project.entry-points."nbmigrate.rules"]
    acme = "nbmigrate_acme.rules"        # holds recipes, LIBRARY.toml, and fixers, LIBRARY_WHAT.py

Who has none pays nothing for them: asking importlib.metadata takes 100 ms, so its answer is kept in the user's cache until
a folder of installed packages changes.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from apidb.kept import kept
from apidb.paths import NAME, cache_dir

KINDS = ("apidb", "rules")
_told: set[str] = set()


@dataclass(frozen=True, slots=True)
class Plugin:
    """One entry point: `package` is what it names, `distribution` who brings it (`nbmigrate-acme 1.0`)."""

    kind: str  # one of KINDS
    name: str
    package: str
    distribution: str

    @property
    def folder(self) -> Path:
        """Where its files lie. Raises ModuleNotFoundError."""
        return _folder(self.package)

    @contextmanager
    def trusted(self) -> Iterator[None]:
        """What fails inside is told, as this plugin's fault, and goes no further."""
        try:
            yield
        except (Exception, SystemExit) as error:
            _tell(f"plugin {self.name} (nbmigrate.{self.kind} of {self.distribution}) is left out: {_reason(error)}")


@cache
def plugins(kind: str) -> tuple[Plugin, ...]:
    """The plugins of a kind whose package is there; of the others it is told."""
    found: list[Plugin] = []
    for plugin in _installed():
        if plugin.kind == kind:
            with plugin.trusted():
                assert plugin.folder
                found.append(plugin)
    return tuple(found)


@cache
def _folder(package: str) -> Path:
    from importlib.util import find_spec

    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"there is no package {package}")
    return Path(next(iter(spec.submodule_search_locations)))


@cache
def _installed() -> tuple[Plugin, ...]:
    """All entry points. The current folder is not looked into: what lies beside a notebook is read, never run."""
    here = os.getcwd()  # noqa: PTH109 - as in sys.path
    folders = [path for path in sys.path if path not in ("", here)]
    stamp = [[path, _changed(path)] for path in folders]
    place = cache_dir() / "plugins" / f"{zlib.crc32(os.pathsep.join(folders).encode()):08x}.json"
    return tuple(Plugin(*told) for told in kept(place, stamp, lambda: _asked(folders))["plugins"])


def _changed(path: str) -> int:
    """When something was last installed there, in nanoseconds; 0: it is no folder."""
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return 0


def _asked(folders: list[str]) -> dict[str, Any]:
    from importlib.metadata import distributions

    found: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for distribution in distributions(path=folders):
        for point in distribution.entry_points:
            group, _, kind = point.group.rpartition(".")
            if group == NAME and kind in KINDS:
                brought = f"{distribution.name} {distribution.version}"
                found.setdefault((kind, point.name, point.value), (kind, point.name, point.value, brought))
    return {"plugins": sorted(found.values())}


def _reason(error: BaseException) -> str:
    text = str(error).strip()
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _tell(message: str) -> None:
    """Once; without further set-up, logging writes it to standard error."""
    if message not in _told:
        _told.add(message)
        import logging

        logging.getLogger(NAME).error("migrate: %s", message)
