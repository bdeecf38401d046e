"""The Python sources of one release, without the rest of it.

A wheel is a zip file: its directory and the `.py`/`.pyi` members are read by HTTP range, neighbours in one request.
What was read is kept by the file's hash, so an interrupted build goes on where it stopped.
"""

from __future__ import annotations

import io
import shutil
import struct
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from apidb.errors import UnreadableReleaseError
from apidb.mine.index import Published, explained, new_session
from apidb.names import Source
from apidb.paths import cache_dir

if TYPE_CHECKING:
    import requests

KEPT = (".py", ".pyi")
SKIPPED_FOLDERS = frozenset({"tests", "_pytest", "third_party", "baseline_images"})
GAP = 32 * 1024  # read over a gap rather than ask again
TAIL = 64 * 1024  # the first request: the zip's directory, most often whole
TIMEOUT = 120
LOCAL_HEADER = struct.Struct("<26xHH")


def sources(release: Published, source: Source) -> Path:
    """The folder with the release's sources, fetched if they are not in the cache yet.

    Raises `IndexUnreachableError` without network, `UnreadableReleaseError` when the file is damaged or has no such package.
    """
    home = cache_dir() / "build" / "sources" / release.digest[:24]
    if home.is_dir():
        return home
    home.parent.mkdir(parents=True, exist_ok=True)
    try:
        members = package_members(_members(release), source)
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, EOFError, NotImplementedError) as error:
        raise UnreadableReleaseError(f"{release.filename} is damaged ({error})") from error
    if not members:
        raise UnreadableReleaseError(f"{release.filename} has none of the packages {', '.join(source.imports)}")
    aside = Path(tempfile.mkdtemp(dir=home.parent, prefix=".new-"))
    try:
        for name, data in members.items():
            place = aside / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        aside.replace(home)
    except OSError:
        if not home.is_dir():  # another process may have been faster
            raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return home


def _members(release: Published) -> dict[str, bytes]:
    if release.url.startswith("file:"):
        place = Path(unquote(urlsplit(release.url).path))
        if place.is_dir():
            return {
                name: file.read_bytes() for file in place.rglob("*.py*") if wanted(name := file.relative_to(place).as_posix())
            }
        data = place.read_bytes()
        return _zip_members(data) if zipfile.is_zipfile(io.BytesIO(data)) else _tar_members(data)
    with explained(), new_session() as session:
        return _wheel_members(release.url, session) if release.wheel else _sdist_members(release, session)


def wanted(name: str) -> bool:
    """Is this archive member a source of the library, not of its tests?"""
    path = PurePosixPath(name)
    kept = path.suffix in KEPT or path.name == "VERSIONS"  # of typeshed
    folders = path.parts[:-1]
    tests = "test" in folders and "_api" not in folders  # a generated API may have a public module of that name
    return kept and not tests and not path.stem.endswith("_test") and not SKIPPED_FOLDERS.intersection(folders)


def package_members(members: Mapping[str, bytes], source: Source) -> dict[str, bytes]:
    """Names relative to the folder that is put on the import path: `NAME.data/purelib/`, `src/` and the like go.

    A package that only forwards to one beside it, `tensorflow` to `tensorflow_core`, has that one's files.
    """
    out: dict[str, bytes] = {}
    for top in source.imports:
        core = f"{top}_core/"
        if any(name.startswith(core) for name in members):
            members = {f"{top}/{name.removeprefix(core)}": data for name, data in members.items() if name.startswith(core)}
        folders = sorted(
            (name[: -len(f"{top}/__init__.py")] for name in members if ("/" + name).endswith(f"/{top}/__init__.py")),
            key=lambda folder: (folder.count("/"), len(folder)),
        )
        if folders:
            for name, data in members.items():
                if name.startswith(f"{folders[0]}{top}/"):
                    out[name[len(folders[0]) :]] = data
        else:  # a single module, a namespace package
            for name, data in members.items():
                parts = PurePosixPath(name).parts
                if PurePosixPath(name).name == f"{top}.py" and len(parts) <= 3:
                    out[f"{top}.py"] = data
                elif top in parts[:3]:
                    out["/".join(parts[parts.index(top) :])] = data
    return {name: data for name, data in out.items() if not left_out(name, source.without)}


def left_out(name: str, without: Iterable[str]) -> bool:
    """Is a file below (or is it) one of the paths `without`?"""
    return any(name.startswith(f"{path}/") or name.rpartition(".")[0] == path for path in without)


def _wheel_members(url: str, session: requests.Session) -> dict[str, bytes]:
    import remotezip as untyped
    import stamina

    remotezip: Any = untyped
    fetcher = remotezip.RemoteFetcher(url, session, timeout=TIMEOUT)

    @stamina.retry(on=(remotezip.RemoteIOError, OSError), attempts=4)
    def span(start: int, end: int) -> bytes:
        data = bytes(fetcher.fetch((start, end - 1)).read())
        if len(data) != end - start:
            raise remotezip.RemoteIOError(f"{len(data)} bytes came instead of {end - start}")
        return data

    @stamina.retry(on=(remotezip.RemoteIOError, OSError), attempts=4)
    def directory() -> tuple[list[zipfile.ZipInfo], int]:
        try:
            with remotezip.RemoteZip(url, initial_buffer_size=TAIL, session=session, timeout=TIMEOUT) as archive:
                return archive.infolist(), archive.start_dir
        except remotezip.RangeNotSupported:
            return [], 0

    infos, end = directory()
    if not infos:
        return _zip_members(_whole(url, session))
    infos.sort(key=lambda info: info.header_offset)
    ends = [info.header_offset for info in infos[1:]] + [end]
    spans: list[tuple[int, int, list[zipfile.ZipInfo]]] = []
    for info, stop in zip(infos, ends, strict=True):
        if not wanted(info.filename):
            continue
        if spans and info.header_offset - spans[-1][1] <= GAP:
            spans[-1] = (spans[-1][0], stop, [*spans[-1][2], info])
        else:
            spans.append((info.header_offset, stop, [info]))
    out: dict[str, bytes] = {}
    for start, stop, members in spans:
        data = span(start, stop)
        for info in members:
            out[info.filename] = _member(data, info, info.header_offset - start)
    return out


def _member(data: bytes, info: zipfile.ZipInfo, at: int) -> bytes:
    """One member out of a stretch of the zip; its local header may be longer than the directory says."""
    name, extra = LOCAL_HEADER.unpack_from(data, at)
    start = at + LOCAL_HEADER.size + name + extra
    packed = data[start : start + info.compress_size]
    text = zlib.decompress(packed, -15) if info.compress_type == zipfile.ZIP_DEFLATED else packed
    if zlib.crc32(text) != info.CRC:
        raise zipfile.BadZipFile(f"{info.filename} does not have its checksum")
    return text


def _zip_members(data: bytes, kept: Callable[[str], object] = wanted) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if kept(name)}


def _sdist_members(release: Published, session: requests.Session) -> dict[str, bytes]:
    return _unpacked(release, _whole(release.url, session), wanted)


def archive_members(release: Published, kept: Callable[[str], object]) -> dict[str, bytes]:
    """The files of a source archive whose name is `kept`. Raises `IndexUnreachableError`."""
    with explained(), new_session() as session:
        return _unpacked(release, _whole(release.url, session), kept)


def _unpacked(release: Published, data: bytes, kept: Callable[[str], object]) -> dict[str, bytes]:
    return _zip_members(data, kept) if release.filename.endswith(".zip") else _tar_members(data, kept)


def _whole(url: str, session: requests.Session) -> bytes:
    import requests
    import stamina

    broken = (requests.ConnectionError, requests.Timeout, requests.exceptions.ChunkedEncodingError)
    for attempt in stamina.retry_context(on=broken, attempts=4):
        with attempt:
            response = session.get(url, timeout=TIMEOUT)
            response.raise_for_status()
    return response.content


def _tar_members(data: bytes, kept: Callable[[str], object] = wanted) -> dict[str, bytes]:
    out: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        for member in archive:
            if member.isfile() and kept(member.name) and (stream := archive.extractfile(member)):
                out[member.name] = stream.read()
    return out
