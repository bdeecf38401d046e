"""`[tool.migrate]` of the nearest `pyproject.toml`: what a project says once. The command line stands above it.

[tool.migrate]
select = ["PD", "NP"]
ignore = ["PD500"]
unsafe-fixes = false
as-of = "2018-03-01"
python = "env/bin/python"            # relative to the file
target = { pandas = "2.2.3" }
was = { pandas = "0.23.4" }
exclude = ["old/**"]                 # not looked at when a folder is given

[tool.migrate.per-file-ignores]
"lectures/*.ipynb" = ["SK030"]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

from migrator.errors import MigrateError
from migrator.pipeline import Options

FILE = "pyproject.toml"


class BadConfig(MigrateError):
    """A `[tool.migrate]` that can't be used."""


@dataclass(frozen=True, slots=True)
class Config:
    """What one file says. `home` is its folder."""

    home: Path
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    unsafe: bool = False
    as_of: str | None = None
    python: Path | None = None
    target: Mapping[str, str] = field(default_factory=dict)
    was: Mapping[str, str] = field(default_factory=dict)
    exclude: tuple[str, ...] = ()
    per_file: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def options(self, given: Options, path: Path) -> Options:
        """The options for a file: what was given on the command line first."""
        ignored = [code for pattern, codes in self.per_file.items() if self._fits(path, pattern) for code in codes]
        return replace(
            given,
            select=given.select or self.select,
            ignore=(*given.ignore, *self.ignore, *ignored),
            unsafe=given.unsafe or self.unsafe,
            as_of=given.as_of or self.as_of,
            python=given.python or (self.python if not given.target else None),
            target={**({} if given.python else self.target), **given.target},
            was={**self.was, **given.was},
        )

    def excludes(self, path: Path) -> bool:
        return any(self._fits(path, pattern) for pattern in self.exclude)

    def _fits(self, path: Path, pattern: str) -> bool:
        try:
            inside = (path.parent.resolve() / path.name).relative_to(self.home.resolve()).as_posix()
        except ValueError:
            return False
        return fnmatch(inside, pattern) or fnmatch(path.name, pattern)


def config_for(path: Path) -> Config | None:
    """What the nearest `pyproject.toml` with a `[tool.migrate]`, in a file's folder or above it, says; None: there is none.

    A link belongs to the project in which it lies.

    Raises:
        BadConfig: it can't be read, or says what can't be.
    """
    return _nearest(path.parent.resolve())


@cache
def _nearest(folder: Path) -> Config | None:
    place = folder / FILE
    if place.is_file() and (found := read(place)) is not None:
        return found
    return None if folder.parent == folder else _nearest(folder.parent)


def read(place: Path) -> Config | None:
    """The `[tool.migrate]` of a file; None where it has none. Raises BadConfig."""
    import tomllib

    try:
        told = tomllib.loads(place.read_text(encoding="utf-8")).get("tool", {}).get("migrate")
    except (OSError, ValueError) as error:
        raise BadConfig(f"{place}: can't be read: {error}") from None
    if told is None:
        return None
    return _config(place, told)


def _config(place: Path, told: Any) -> Config:
    if not isinstance(told, dict):
        raise BadConfig(f"{place}: [tool.migrate] is no table")
    found: dict[str, Any] = {"home": place.parent}
    for key, value in told.items():
        if key not in _READ:
            raise BadConfig(f"{place}: [tool.migrate] has no key {key!r}; there are {', '.join(_READ)}")
        name, reader, expected = _READ[key]
        try:
            found[name] = reader(value)
        except (TypeError, ValueError):
            raise BadConfig(f"{place}: [tool.migrate] {key} = {value!r}: expected {expected}") from None
    if "python" in found:
        found["python"] = place.parent / found["python"]
    return Config(**found)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise TypeError
    return tuple(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _day(value: Any) -> str:
    return value.isoformat() if type(value) is date else date.fromisoformat(_text(value)).isoformat()


def _versions(value: Any) -> dict[str, str]:
    from apidb.versions import release_of

    if not isinstance(value, dict):
        raise TypeError
    for version in value.values():
        release_of(_text(version))
    return value


def _per_file(value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise TypeError
    return {pattern: _texts(codes) for pattern, codes in value.items()}


_READ: dict[str, tuple[str, Any, str]] = {
    "select": ("select", _texts, 'a list of codes, for instance ["PD"]'),
    "ignore": ("ignore", _texts, 'a list of codes, for instance ["PD500"]'),
    "unsafe-fixes": ("unsafe", _flag, "true or false"),
    "as-of": ("as_of", _day, 'a date, for instance "2018-03-01"'),
    "python": ("python", _text, "the path of an interpreter"),
    "target": ("target", _versions, 'versions by library, for instance { pandas = "2.2.3" }'),
    "was": ("was", _versions, 'versions by library, for instance { pandas = "0.23.4" }'),
    "exclude": ("exclude", _texts, 'a list of patterns, for instance ["old/**"]'),
    "per-file-ignores": ("per_file", _per_file, "lists of codes by pattern"),
}
