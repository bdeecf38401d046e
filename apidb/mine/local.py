"""Releases that lie on the disk: wheels, source archives, or one unpacked source tree."""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime
from pathlib import Path

from apidb.errors import UnknownLibraryError
from apidb.mine.index import Published
from apidb.names import Source, normal

ARCHIVES = (".whl", ".tar.gz", ".tar.bz2", ".zip")
VERSION = re.compile(r"""^(?:__version__|version|Version)\s*[:=]\s*["']?v?(\d[\w.+]*)""", re.M)


def local(path: Path, source: Source) -> list[Published]:
    """The releases of a library in a folder of archives, in one archive, or in a source tree; oldest first.

    Raises `UnknownLibraryError` where there are none.
    """
    from packaging.version import Version

    places = [path] if path.is_file() else sorted(path.iterdir()) if path.is_dir() else []
    found = [release for place in places if (release := _archive(place, source)) is not None]
    if not found and path.is_dir() and (tree := _tree(path, source)) is not None:
        found = [tree]
    if not found:
        raise UnknownLibraryError(
            f"{path} is no wheel or source archive of {source.name!r}, has none, and has no folder {source.imports[0]}; "
            "--import-name says what it is imported by"
        )
    best = {release.version: release for release in sorted(found, key=lambda release: release.wheel)}
    return sorted(best.values(), key=lambda release: Version(release.version))


def _archive(place: Path, source: Source) -> Published | None:
    from packaging.utils import InvalidSdistFilename, InvalidWheelFilename, parse_sdist_filename, parse_wheel_filename

    if not place.name.endswith(ARCHIVES):
        return None
    wheel = place.suffix == ".whl"
    try:
        if wheel:
            name, version, *_ = parse_wheel_filename(place.name)
        else:
            name, version = parse_sdist_filename(place.name.replace(".tar.bz2", ".tar.gz"))
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None
    if normal(name) != normal(source.name):
        return None
    return _published(place, str(version), hashlib.sha256(place.read_bytes()).hexdigest(), wheel=wheel)


def _tree(folder: Path, source: Source) -> Published | None:
    """A source tree as one release; its version is what its metadata or `__version__` says."""
    top = source.imports[0]
    package = next((p for p in (folder / top, folder / "src" / top) if p.is_dir()), None)
    if package is None:
        return None
    said = [
        folder / "PKG-INFO",
        folder / "pyproject.toml",
        *(package / f"{name}.py" for name in ("_version", "version", "__init__")),
    ]
    texts = (place.read_text(encoding="utf-8", errors="replace") for place in said if place.is_file())
    version = next((match[1] for text in texts if (match := VERSION.search(text))), "0")
    digest = hashlib.sha256(version.encode())
    for place in sorted(package.rglob("*.py*")):
        if place.is_file():
            digest.update(place.relative_to(package).as_posix().encode() + place.read_bytes())
    return _published(folder, version, digest.hexdigest(), wheel=False)


def _published(place: Path, version: str, digest: str, *, wheel: bool) -> Published:
    date = datetime.fromtimestamp(place.stat().st_mtime, UTC).date().isoformat()
    return Published(version, date, place.name, place.resolve().as_uri(), digest, wheel)
