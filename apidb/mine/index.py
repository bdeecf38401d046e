"""The package index: which releases a library has, when they came out, and which file of each is read."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

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
def _pip_settings() -> dict[str, str]:
    """What the user has told pip in its configuration files; empty where there is no pip to ask."""
    found: dict[str, str] = {}
    for pip in ([sys.executable, "-m", "pip"], [shutil.which("pip") or ""]):
        try:
            listed = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, timeout=20, check=False)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if listed.returncode == 0:
            lines = (line.partition("=") for line in listed.stdout.splitlines())
            found = {name.removeprefix("global."): value.strip("'\"") for name, _, value in lines if name.startswith("global.")}
            break
    return found


def _pip_setting(name: str) -> str | None:
    """A setting of pip's: its environment variable, else its configuration files."""
    return os.environ.get("PIP_" + name.upper().replace("-", "_")) or _pip_settings().get(name)


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
    import http.client

    import remotezip as untyped
    import requests
    import urllib3

    remotezip: Any = untyped
    try:
        yield
    except (requests.RequestException, remotezip.RemoteIOError, urllib3.exceptions.HTTPError, http.client.HTTPException) as error:
        raise IndexUnreachableError(
            f"the package index cannot be reached or broke off ({type(error).__name__}); what was read is kept, "
            "so the same command goes on from there later"
        ) from error


def published(source: Source, since: str | None = None, *, archives: bool = False) -> list[Published]:
    """The releases to mine, oldest first: final, not yanked, as many as `Source.every` says; `archives`: no wheels.

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
    files: dict[Version, list[tuple[tuple[int, bool, int], Published]]] = {}
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
        if (wheel and archives) or (not wheel and not package.filename.endswith((".tar.gz", ".zip", ".tar.bz2"))):
            continue
        pure = package.filename.endswith(("py3-none-any.whl", "py2.py3-none-any.whl"))
        kind = 0 if pure else 1 if wheel and "-cp2" not in package.filename else 2 if wheel else 3
        rank = (kind, not re.search(source.platform, package.filename), package.size or 0)
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
    return _thinned(releases, source.every) if source.every in ("other", "major") else releases


def may_be_newer(source: Source, than: str, session: requests.Session) -> bool:
    """Does the index list a final version after `than`? Without reading the files' entries, which takes most of the time.

    Yanked releases count here. Raises `IndexUnreachableError`.
    """
    from packaging.version import InvalidVersion, Version
    from pypi_simple import ACCEPT_JSON_ONLY, PYPI_SIMPLE_ENDPOINT

    endpoint = _pip_setting("index-url") or PYPI_SIMPLE_ENDPOINT
    with explained():
        answer = session.get(f"{endpoint.rstrip('/')}/{source.name}/", headers={"Accept": ACCEPT_JSON_ONLY}, timeout=60)
        answer.raise_for_status()
        try:
            listed = answer.json().get("versions")
        except ValueError:
            listed = None
    if listed is None:  # an index that tells no versions: look at the files
        return True
    for text in listed:
        try:
            version = Version(text)
        except InvalidVersion:
            continue
        if version > Version(than) and not (version.is_prerelease or version.is_postrelease or version.local):
            return True
    return False


def _thinned(releases: list[Published], every: str) -> list[Published]:
    """Of each major version the first and the last release; for "other" every second one between them too."""
    out = []
    for _, of_major in groupby(releases, lambda release: release.version.partition(".")[0]):
        group = list(of_major)
        out += [r for i, r in enumerate(group) if i in (0, len(group) - 1) or (every == "other" and i % 2 == 0)]
    return out
