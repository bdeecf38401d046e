"""Where the shipped data and the user's cache are."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

NAME = "nbmigrate"


@cache
def data_dir() -> Path:
    """The folder `data/`: in a checkout beside the rooms, in an installed wheel inside this package."""
    packed = Path(__file__).parent / "_data"
    return packed if packed.is_dir() else Path(__file__).parent.parent / "data"


@cache
def cache_dir() -> Path:
    """Where shipped databases are unpacked; `platformdirs` decides, `NBMIGRATE_CACHE` overrides."""
    if override := os.environ.get("NBMIGRATE_CACHE"):
        return Path(override)
    if sys.platform == "linux":
        return _xdg("XDG_CACHE_HOME", ".cache")
    from platformdirs import user_cache_path

    return user_cache_path(NAME)


@cache
def user_data_dir() -> Path:
    """Where databases go that the user builds outside a checkout."""
    if sys.platform == "linux":
        return _xdg("XDG_DATA_HOME", ".local/share") / "apidb"
    from platformdirs import user_data_path

    return user_data_path(NAME) / "apidb"


def _xdg(variable: str, default: str) -> Path:
    """What platformdirs says on Linux, where loading it takes longer than a first look-up may."""
    said = os.environ.get(variable, "").strip()
    return (Path(said) if said else Path.home() / default) / NAME
