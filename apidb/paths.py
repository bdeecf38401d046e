"""Where the shipped data and the user's cache are."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def data_dir() -> Path:
    """The folder `data/`: in a checkout beside the rooms, in an installed wheel inside this package."""
    packed = Path(__file__).parent / "_data"
    return packed if packed.is_dir() else Path(__file__).parent.parent / "data"


@cache
def cache_dir() -> Path:
    """Where shipped databases are unpacked; `platformdirs` decides, `NBMIGRATE_CACHE` overrides."""
    import os

    if override := os.environ.get("NBMIGRATE_CACHE"):
        return Path(override)
    from platformdirs import user_cache_path

    return user_cache_path("nbmigrate")


@cache
def user_data_dir() -> Path:
    """Where databases go that the user builds outside a checkout."""
    from platformdirs import user_data_path

    return user_data_path("nbmigrate") / "apidb"
