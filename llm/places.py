"""Places at a model server that several processes share: no more requests at once than the server should have."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PAUSE = 0.05  # seconds between two looks for a free place; an answer takes much longer


class SharedPlaces:
    """`count` places, each a file in `folder`. A place is a lock of the system's, which ends with the process that holds it."""

    def __init__(self, folder: Path, count: int) -> None:
        self._files = [folder / f"place-{number}" for number in range(count)]

    @contextmanager
    def place(self) -> Iterator[None]:
        """Wait for a free place, and hold it."""
        while (held := self._free()) is None:
            time.sleep(_PAUSE)
        try:
            yield
        finally:
            os.close(held)

    def _free(self) -> int | None:
        import fcntl

        for file in self._files:
            handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return handle
            except BlockingIOError:
                os.close(handle)
        return None
