"""The folder that a notebook runs in: a copy of its own, so that what it writes or removes is not the user's."""

from __future__ import annotations

import contextlib
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
PREFIX = "nbmigrate-"  # of the folders that runs make for themselves

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
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as home:
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
    pairs = [(origin, folder)]
    for name in above:
        source, target = Path(os.path.normpath(origin / name)), Path(os.path.normpath(folder / name))
        if source != origin and source not in origin.parents and target.is_relative_to(home) and source.exists():
            pairs.append((source, target))
    files = [pair for source, target in pairs for pair in _files(source, target, home)]
    _measure(origin, files, limit)
    for source, target in files:
        # What is unreadable is left out, as it would be for the notebook.
        with contextlib.suppress(OSError):
            if source.is_dir():
                target.mkdir(parents=True, exist_ok=True)
            elif not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
    return Workspace(home, folder)


def _files(source: Path, target: Path, home: Path, chain: tuple[Path, ...] = ()) -> Iterator[tuple[Path, Path]]:
    """All folders and files to copy, with their places; links are followed, but not in circles nor into the copy itself."""
    if not source.is_dir():
        if source.is_file():
            yield source, target
        return
    resolved = source.resolve()
    if resolved == home or any(resolved == c for c in chain):
        return
    yield source, target
    try:
        names = sorted(path.name for path in source.iterdir())
    except OSError:
        return
    if chain and "pyvenv.cfg" in names:  # an environment, whatever it is called
        return
    for name in names:
        if name not in _SKIPPED and not name.startswith(PREFIX):
            yield from _files(source / name, target / name, home, (*chain, resolved))


def _measure(origin: Path, files: Sequence[tuple[Path, Path]], limit: int) -> None:
    size = 0
    for source, _ in files:
        with contextlib.suppress(OSError):
            size += source.stat().st_size
        if size > limit:
            raise FolderTooLarge(
                f"{origin}: more than {limit / 1e9:.3g} GB would be copied for the run (the notebook's folder, and what it reads "
                "above it); move the notebook into a folder with only its own data"
            )


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
