"""The shipped database files, unpacked once into the user's cache."""

from __future__ import annotations

import os
from pathlib import Path

from apidb.errors import DatabaseDamagedError
from apidb.paths import cache_dir


def unpacked(packed: Path) -> Path:
    """The plain SQLite file of a packed one, keyed by its size and time.

    Concurrent first uses don't disturb each other.

    Raises `DatabaseDamagedError` when the packed file can't be read or the cache can't be written.
    """
    stat = packed.stat()
    name = packed.name.removesuffix(".sqlite.xz")
    place = cache_dir() / "apidb" / f"{name}-{stat.st_size}-{stat.st_mtime_ns}.sqlite"
    if not place.exists():
        _unpack(packed, place)
        for old in place.parent.glob(f"{name}-*.sqlite"):
            if old != place and old.name.removeprefix(f"{name}-").count("-") == 1:
                old.unlink(missing_ok=True)
    return place


def _unpack(packed: Path, place: Path) -> None:
    import lzma
    import tempfile

    aside: str | None = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=place.parent, prefix=".new-")
        with os.fdopen(handle, "wb") as out, lzma.open(packed) as stream:
            while chunk := stream.read(1 << 20):
                out.write(chunk)
        Path(aside).replace(place)
    except (lzma.LZMAError, EOFError) as error:
        raise DatabaseDamagedError(f"{packed} is damaged; install the package again, or build the database anew") from error
    except OSError as error:
        raise DatabaseDamagedError(f"{packed.name} can't be unpacked to {place.parent}: {error.strerror}") from error
    finally:
        if aside:
            Path(aside).unlink(missing_ok=True)
