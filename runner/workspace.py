"""The folder that a notebook runs in: a copy of its own, so that what it writes or removes is not the user's."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from runner.errors import FolderTooLarge

_SKIPPED = {".git", ".hg", ".svn", ".ipynb_checkpoints", "__pycache__", "node_modules", ".venv", "venv", ".tox", ".mypy_cache"}
_ABOVE = re.compile(r"""['"]((?:\.\./)+[^'"\n]*)['"]|(?<![^\s=])((?:\.\./)+[^\s'"]*)""")  # in code, and in shell lines
COPY_LIMIT = 4_000_000_000

Snapshot = dict[str, tuple[int, int]]  # path in the folder → time of change (ns), size


@dataclass(frozen=True, slots=True)
class Workspace:
    """`folder` stands for the notebook's own folder; `root` holds all that was copied."""

    root: Path
    folder: Path


@contextmanager
def workspace(origin: Path, sources: Sequence[str] = (), *, limit: int = COPY_LIMIT) -> Iterator[Workspace]:
    """A copy of the folder `origin`, and of what the sources name above it (`../data/x.csv`), at the same places.

    Links are followed, so that nothing in the copy leads out of it. Removed at the end.

    Raises:
        FolderTooLarge: there is more to copy than `limit` bytes.
    """
    with tempfile.TemporaryDirectory(prefix="nbmigrate-", ignore_cleanup_errors=True) as home:
        work = lay_out(origin.resolve(), Path(home).resolve(), sources, limit)
        try:
            yield work
        finally:
            _unlock(work.root)


def lay_out(origin: Path, home: Path, sources: Sequence[str], limit: int = COPY_LIMIT) -> Workspace:
    """Copy `origin` and what lies above it into `home`; raises as `workspace` does."""
    above = sorted({name for source in sources for found in _ABOVE.finditer(source) for name in [found[1] or found[2]]})
    depth = max((len(re.match(r"(?:\.\./)+", name)[0]) // 3 for name in above), default=0)  # type: ignore[index]
    depth = min(depth, len(origin.parts) - 1)
    folder = home.joinpath("work", *(origin.parts[len(origin.parts) - depth :] or (origin.name or "root",)))
    left = _copy(origin, folder, limit, origin)
    for name in above:
        source, target = Path(os.path.normpath(origin / name)), Path(os.path.normpath(folder / name))
        if source == origin or source in origin.parents or not target.is_relative_to(home) or target.exists():
            continue
        if source.is_dir():
            left = _copy(source, target, left, origin)
        elif source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            left = _copy_file(source, target, left, origin)
    return Workspace(home, folder)


def _copy(source: Path, target: Path, left: int, origin: Path, chain: tuple[Path, ...] = ()) -> int:
    """Copy a folder; returns how many bytes may still be copied."""
    chain = (*chain, source.resolve())
    target.mkdir(parents=True, exist_ok=True)
    try:
        entries = sorted(os.scandir(source), key=lambda e: e.name)
    except OSError:
        return left
    for entry in entries:
        place = target / entry.name
        if entry.is_dir():
            resolved = Path(entry.path).resolve()
            loop = entry.is_symlink() and any(resolved == c or resolved in c.parents for c in chain)
            if entry.name not in _SKIPPED and not loop:
                left = _copy(Path(entry.path), place, left, origin, chain)
        elif entry.is_file():
            left = _copy_file(Path(entry.path), place, left, origin)
    return left


def _copy_file(source: Path, target: Path, left: int, origin: Path) -> int:
    try:
        left -= source.stat().st_size
        if left < 0:
            raise FolderTooLarge(
                f"{origin}: more than the limit of {COPY_LIMIT / 1e9:.0f} GB would be copied for the run (the notebook's folder, "
                "and what it reads above it); move the notebook into a folder with only its own data"
            )
        shutil.copy2(source, target)
    except OSError:
        pass  # unreadable: as it would be for the notebook
    return left


def _unlock(root: Path) -> None:
    """Make all folders removable, whatever the notebook did to their permissions."""
    for folder, folders, _ in os.walk(root):
        for name in folders:
            path = Path(folder, name)
            if not path.is_symlink():
                try:
                    path.chmod(0o700)
                except OSError:
                    continue


def snapshot(folder: Path) -> Snapshot:
    """Time and size of each file in a folder; links are not followed."""
    found: Snapshot = {}
    for place, _, files in os.walk(folder):
        for name in files:
            path = Path(place, name)
            try:
                stat = path.lstat()
            except OSError:
                continue
            found[str(path.relative_to(folder))] = (stat.st_mtime_ns, stat.st_size)
    return found


def grown(before: Snapshot, folder: Path) -> int:
    """How many bytes more the folder holds."""
    return sum(size for _, size in snapshot(folder).values()) - sum(size for _, size in before.values())
