"""Build a library's database from its published releases."""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import sqlite3
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from apidb.errors import ApidbError, BuildFailedError, UnknownLibraryError, UnreadableReleaseError
from apidb.names import Source, source_of
from apidb.paths import cache_dir
from apidb.records import Release

if TYPE_CHECKING:
    from apidb.library import Library
    from apidb.mine.index import Published
    from apidb.mine.snapshot import Snapshot
    from apidb.mine.store import Writer

EXTRACTION = 10  # of the snapshots in the cache; raise it when extraction changes
Progress = Callable[[str, int, int], None]  # what is being done, how many steps are done, of how many


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What was built: `skipped` are releases that could not be read, with the reason."""

    library: str
    file: Path
    releases: tuple[str, ...]
    names: int
    changes: int
    skipped: tuple[tuple[str, str], ...]
    seconds: float
    size: int


def build(
    lib: str,
    *,
    import_name: str | None = None,
    since: str | None = None,
    everything: bool = False,
    path: Path | None = None,
    native: bool = False,
    out: Path,
    progress: Progress | None = None,
) -> BuildReport:
    """Mine a library's releases into `out/LIBRARY.sqlite.xz`; what was there stays until the new file is complete.

    `lib` is the distribution's name, `import_name` what it is imported by where that differs and isn't known,
    `since` the oldest release to read, `everything` asks for all releases, not one of each minor, `path` for those that lie
    there instead of the published ones. `native` reads the source archives too, for defaults that only compiled code has
    (xgboost, lightgbm). An interrupted build goes on from the cache.
    Raises `UnknownLibraryError`, `IndexUnreachableError`, `BuildFailedError`.
    """
    from apidb.mine import stdlib

    start = time.monotonic()
    tell = progress or (lambda *_: None)
    source = source_of(lib, import_name)
    if everything:
        source = replace(source, every="patch")
    tell("index", 0, 1)
    releases = _releases(source, since, path)
    for folder in (out, cache_dir() / "build" / "snapshots", cache_dir() / "build" / "sources"):
        _sweep(folder)
    skipped: list[tuple[str, str]] = []
    ready: list[Published] = []
    places: list[Path] = []
    wanted = [release for release in releases if not _cached(release, source).exists()]
    try:
        with _ahead(wanted, source) as fetched:
            for n, release in enumerate(releases):
                tell(f"read {release.version}", n, len(releases))
                try:
                    place = _cached(release, source)
                    if not place.exists():
                        fetched(release)
                        _keep(place, _snapshot(release, source))
                    ready.append(release)
                    places.append(place)
                except UnreadableReleaseError as error:
                    skipped.append((release.version, str(error)))
                except (ApidbError, OSError):
                    raise
                except Exception as error:  # what one release holds must not cost the others
                    skipped.append((release.version, f"{type(error).__name__}: {error}"))
        if not ready:
            raise UnknownLibraryError(f"no release of {source.name} can be read: {skipped[0][1]}")

        def load(n: int) -> Snapshot:
            snap = _load(places[n])
            if snap is None:  # the cache is damaged
                snap = _snapshot(ready[n], source)
                _keep(places[n], snap)
            return snap

        if source.name == stdlib.NAME:
            source = replace(source, imports=(stdlib.NAME, *sorted({top for n in range(len(ready)) for top in _tops(load(n))})))
        writer = compare(source, [Release(r.version, r.date) for r in ready], load, tell)
        if native and source.native and path is None:
            from apidb.mine.native import native_changes

            tell("native defaults", len(ready), len(ready))
            writer.changes += native_changes(source, [release.version for release in ready])
        tell("write", len(ready), len(ready))
        file = out / f"{source.name}.sqlite.xz"
        write(writer, file)
    except (OSError, sqlite3.Error) as error:
        raise BuildFailedError(f"the database of {source.name} could not be written: {error}; nothing was changed") from error
    return BuildReport(
        source.name,
        file,
        tuple(r.version for r in ready),
        len(writer.names.rows) + len(writer.names.current),
        len(writer.changes),
        tuple(skipped),
        time.monotonic() - start,
        file.stat().st_size,
    )


def outdated(libraries: Sequence[Library]) -> list[Library]:
    """Those of which the index has a newer release than the database. Raises `IndexUnreachableError`."""
    from concurrent.futures import ThreadPoolExecutor

    from apidb.mine import stdlib
    from apidb.mine.index import may_be_newer, new_session

    session = new_session()

    def check(library: Library) -> bool:
        source = source_of(library.name, library.imports[0])
        if source.name == stdlib.NAME:
            return stdlib.PYTHONS[-1].version != library.newest
        if not may_be_newer(source, library.newest, session):
            return False
        return _releases(source, None, None)[-1].version != library.newest

    with ThreadPoolExecutor(8) as pool:
        stale = list(pool.map(check, libraries))
    return [library for library, old in zip(libraries, stale, strict=True) if old]


@contextmanager
def _ahead(releases: Sequence[Published], source: Source) -> Iterator[Callable[[Published], object]]:
    """Fetch the sources of releases one after the other while earlier ones are read; the function given waits for one's.

    It raises what fetching raised.
    """
    from concurrent.futures import ThreadPoolExecutor

    from apidb.mine import stdlib
    from apidb.mine.fetch import sources

    if source.name == stdlib.NAME:  # its stubs come out of one release
        yield lambda release: None
        return
    pool = ThreadPoolExecutor(1)
    try:
        waiting = {release.digest: pool.submit(sources, release, source) for release in releases}
        yield lambda release: waiting[release.digest].result()
    finally:
        pool.shutdown(cancel_futures=True)


def _sweep(folder: Path) -> None:
    """Remove what builds that were killed have left half-written; a day old, it belongs to none that runs."""
    for left in folder.glob(".new-*"):
        if time.time() - left.stat().st_mtime > 86400:
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)


def _releases(source: Source, since: str | None, path: Path | None) -> list[Published]:
    from apidb.mine import stdlib
    from apidb.mine.index import published
    from apidb.mine.local import local

    if path is not None:
        return local(path, source)
    return stdlib.releases() if source.name == stdlib.NAME else published(source, since)


def compare(source: Source, releases: list[Release], load: Callable[[int], Snapshot], tell: Progress) -> Writer:
    """Put the snapshots of releases (oldest first, `load(n)` gives the nth) side by side, ready to be written."""
    from apidb.mine.diff import Differ
    from apidb.mine.store import Writer

    fill = _Fill()
    for n in reversed(range(len(releases))):
        fill.look(load(n))
    writer, differ = Writer(source), Differ(source)
    for n, release in enumerate(releases):
        tell(f"compare {release.version}", n, len(releases))
        snap = load(n)
        fill.apply(snap)
        if snap.objs or snap.names:
            changes, doubts = differ.step(snap)
            writer.add(release, snap, changes, doubts)
    return writer


def _snapshot(release: Published, source: Source) -> Snapshot:
    from apidb.mine import stdlib
    from apidb.mine.extract import snapshot
    from apidb.mine.fetch import sources

    if source.name != stdlib.NAME:
        return snapshot(sources(release, source), release.version, source)
    with tempfile.TemporaryDirectory() as place:
        python = next(p for p in stdlib.PYTHONS if p.version == release.version)
        tree = stdlib.write_tree(sources(stdlib.stubs_of(release), stdlib.SOURCE), python, Path(place))
        snap = snapshot(Path(place), release.version, replace(source, imports=tree.tops))
    stdlib.drop_inner_names(snap, tree)
    stdlib.prefer_abstract_classes(snap)
    return snap


def _tops(snap: Snapshot) -> set[str]:
    return {path for path in snap.modules if "." not in path}


def _cached(release: Published, source: Source) -> Path:
    how = (source.imports[0], source.internal, source.without, source.reached, (*source.others, *source.lent))
    key = hashlib.sha256(repr(how).encode()).hexdigest()[:8]
    return cache_dir() / "build" / "snapshots" / f"{release.digest[:24]}-{EXTRACTION}-{key}"


def _keep(place: Path, snap: Snapshot) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    _replace(place, zlib.compress(pickle.dumps(snap), 3))


def _load(place: Path) -> Snapshot | None:
    """A snapshot from the cache; None: it can't be read."""
    try:
        snap: Snapshot = pickle.loads(zlib.decompress(place.read_bytes()))
    except (zlib.error, pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError, FileNotFoundError):
        return None
    return snap


def _replace(place: Path, data: bytes) -> None:
    """Write a file aside and put it in place at once."""
    handle, aside = tempfile.mkstemp(dir=place.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(aside).chmod(0o644)  # a temporary file is its owner's alone
        Path(aside).replace(place)
    finally:
        Path(aside).unlink(missing_ok=True)


def write(writer: Writer, place: Path) -> None:
    """Write the packed database beside `place`, then put it there at once."""
    import lzma

    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".new-") as aside:
        plain = Path(aside) / "database.sqlite"
        writer.write(plain)
        _replace(place, lzma.compress(plain.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


class _Fill:
    """What a release's names stand for where only another release says it.

    A name of compiled code gets the object that a later release's stubs describe; a name served by a module's
    `__getattr__` stands for what it stood for when it was still plain.
    """

    def __init__(self) -> None:
        self.later: dict[str, dict[str, str]] = {}
        self.known: dict[str, str] = {}
        self.plain: dict[str, tuple[str, str]] = {}

    def look(self, snap: Snapshot) -> None:
        """Called newest first."""
        wanted = {path: self.known[path] for path, name in snap.names.items() if name.how == "u" and path in self.known}
        self.later[snap.version] = wanted
        self.known.update({path: name.target for path, name in snap.names.items() if name.how in "da"})

    def apply(self, snap: Snapshot) -> None:
        """Called oldest first."""
        for path, target in self.later.get(snap.version, {}).items():
            snap.names[path] = replace(snap.names[path], target=target, how="a")
        for path, name in snap.names.items():
            if name.how == "s" and name.target == path and path in self.plain:
                target, how = self.plain[path]
                snap.names[path] = replace(name, target=target, how="x" if how == "x" else "s")
            elif name.how in "dax":
                self.plain[path] = (name.target, name.how)
