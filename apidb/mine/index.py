"""The package index: which releases a library has, when they came out, and which file of each is read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from apidb.errors import IndexUnreachableError, UnknownLibraryError
from apidb.names import Source

if TYPE_CHECKING:
    import requests


@dataclass(frozen=True, slots=True)
class Published:
    """The file of a release that is read, wheel before sdist."""

    version: str
    date: str
    filename: str
    url: str
    digest: str
    wheel: bool


@cache
def _pip_setting(name: str) -> str | None:
    """What the user has told pip: its environment variable, else its configuration files."""
    if value := os.environ.get("PIP_" + name.upper().replace("-", "_")):
        return value
    pip = [sys.executable, "-m", "pip"]
    try:
        found = subprocess.run([*pip, "config", "get", f"global.{name}"], capture_output=True, text=True, timeout=20, check=False)
        if found.returncode and (other := shutil.which("pip")):
            found = subprocess.run(
                [other, "config", "get", f"global.{name}"], capture_output=True, text=True, timeout=20, check=False
            )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return found.stdout.strip() or None if found.returncode == 0 else None


def new_session() -> requests.Session:
    """An HTTP session with the certificate bundle and proxy that pip is configured to use."""
    import requests

    session = requests.Session()
    if cert := _pip_setting("cert"):
        session.verify = cert
    if proxy := _pip_setting("proxy"):
        session.proxies = {"http": proxy, "https": proxy}
    return session


@contextmanager
def explained() -> Iterator[None]:
    """Turn the HTTP client's errors into `IndexUnreachableError`."""
    import requests

    try:
        yield
    except requests.RequestException as error:
        raise IndexUnreachableError(f"the package index cannot be reached ({type(error).__name__}); try again later") from error


def published(source: Source, since: str | None = None) -> list[Published]:
    """The releases to mine, oldest first: final, not yanked, as many as `Source.every` says.

    Raises `UnknownLibraryError` when the index has no such project or no readable release, `IndexUnreachableError` otherwise.
    """
    import requests
    import stamina
    from packaging.version import InvalidVersion, Version
    from pypi_simple import PYPI_SIMPLE_ENDPOINT, NoSuchProjectError, PyPISimple

    with explained(), PyPISimple(_pip_setting("index-url") or PYPI_SIMPLE_ENDPOINT, session=new_session()) as client:
        try:
            for attempt in stamina.retry_context(on=(requests.ConnectionError, requests.Timeout), attempts=4):
                with attempt:
                    page = client.get_project_page(source.name, timeout=60)
        except NoSuchProjectError as error:
            raise UnknownLibraryError(f"the package index has no project named {source.name!r}") from error

    oldest = Version(since or source.since)
    files: dict[Version, list[tuple[tuple[int, int], Published]]] = {}
    for package in page.packages:
        if package.is_yanked or package.version is None or package.package_type not in ("wheel", "sdist"):
            continue
        try:
            version = Version(package.version)
        except InvalidVersion:
            continue
        if version.is_prerelease or version.is_postrelease or version.local or version < oldest:
            continue
        wheel = package.package_type == "wheel"
        if not wheel and not package.filename.endswith((".tar.gz", ".zip", ".tar.bz2")):
            continue
        pure = package.filename.endswith(("py3-none-any.whl", "py2.py3-none-any.whl"))
        rank = (0 if pure else 1 if wheel and "-cp2" not in package.filename else 2 if wheel else 3, package.size or 0)
        date = package.upload_time.date().isoformat() if package.upload_time else ""
        digest = (package.digests or {}).get("sha256") or package.filename
        files.setdefault(version, []).append(
            (rank, Published(package.version, date, package.filename, package.url, digest, wheel))
        )
    chosen: dict[tuple[int, ...], Published] = {}
    for version, candidates in sorted(files.items()):
        best = min(candidates, key=lambda c: c[0])[1]
        date = min(c[1].date for c in candidates)
        best = Published(str(version), date, best.filename, best.url, best.digest, best.wheel)
        minor = (*version.release, 0)[:2]
        if ".".join(map(str, minor)) not in source.skip:
            chosen[version.release if source.every == "patch" else minor] = best
    if not chosen:
        raise UnknownLibraryError(f"{source.name!r} has no final release that can be read since {since or source.since}")
    releases = [chosen[group] for group in sorted(chosen)]
    return _ends(releases) if source.every == "major" else releases


def _ends(releases: list[Published]) -> list[Published]:
    """Of each major version the first and the last release."""
    majors = [release.version.partition(".")[0] for release in releases]
    last = len(releases) - 1
    return [r for i, r in enumerate(releases) if i in (0, last) or len({majors[i - 1], majors[i], majors[i + 1]}) > 1]
