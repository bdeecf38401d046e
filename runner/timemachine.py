"""An index of packages as it was on a day: what came out later is not shown.

Served on this machine to an old Python's own pip, which so resolves all dependencies as it would have then. Where a
project had nothing that this Python can take without a compiler, its next release that has is shown too, and noted.
"""

from __future__ import annotations

import html
import os
import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from runner.errors import MissingPart

_LATER = timedelta(days=900)  # how much later than asked a release may be that has the first build for the Python


@dataclass(frozen=True, slots=True)
class Offer:
    """One file of a project: its release, day, and what the page says of it. `built`: for this machine, by a compiler."""

    version: Any  # packaging.version.Version
    day: date
    built: bool
    wheel: bool
    line: str


@dataclass(slots=True)
class Index:
    """The index as of `day`, for the Python `python` (like 3.6). `late`: projects shown later than asked: name → day."""

    day: date
    python: str
    late: dict[str, date] = field(default_factory=dict)
    url: str = ""
    _pages: dict[str, list[Offer]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def offers(self, name: str) -> list[Offer]:
        """What is shown of a project; empty if there is nothing."""
        name = re.sub(r"[-_.]+", "-", name).lower()
        with self._lock:
            if name not in self._pages:
                self._pages[name] = self._select(name, list(self._fetch(name)))
            return self._pages[name]

    def _select(self, name: str, every: list[Offer]) -> list[Offer]:
        shown = [offer for offer in every if offer.day <= self.day]
        # A project that never was compiled can be had from its sources.
        if not any(offer.wheel for offer in shown):
            later = sorted((o for o in every if o.built and self.day < o.day <= self.day + _LATER), key=lambda o: o.version)
            if later:
                self.late[name] = later[0].day
                shown += [offer for offer in later if offer.version == later[0].version]
        return shown

    def _fetch(self, name: str) -> Iterator[Offer]:
        from packaging.specifiers import InvalidSpecifier, SpecifierSet
        from packaging.utils import InvalidWheelFilename, parse_wheel_filename
        from packaging.version import InvalidVersion, Version

        client, problems = _client()
        tags = set(wheel_tags(self.python))
        try:
            files = client.get_project_page(name).packages
        except problems:
            return
        for file in files:
            try:
                version = Version(file.version or "")
                admitted = SpecifierSet(file.requires_python or "").contains(f"{self.python}.99")
            except (InvalidVersion, InvalidSpecifier):
                continue
            if not admitted or file.is_yanked or version.is_prerelease or file.upload_time is None:
                continue
            wheel = file.package_type == "wheel"
            try:
                fitting = tags & parse_wheel_filename(file.filename)[3] if wheel else set()
            except (InvalidWheelFilename, InvalidVersion):
                continue
            if wheel != bool(fitting) or file.package_type not in ("wheel", "sdist"):
                continue
            built = any(tag.platform != "any" for tag in fitting)
            needs = f' data-requires-python="{html.escape(file.requires_python)}"' if file.requires_python else ""
            digest = f"#sha256={file.digests['sha256']}" if "sha256" in file.digests else ""
            line = f'<a href="{html.escape(file.url + digest)}"{needs}>{html.escape(file.filename)}</a><br>'
            yield Offer(version, file.upload_time.date(), built, wheel, line)


def wheel_tags(python: str) -> Iterable[Any]:
    """The wheels that a CPython of this minor version takes on this machine."""
    from packaging import tags

    version = tuple(map(int, python.split(".")))
    short = "".join(map(str, version))
    abis = {"2.7": ["cp27mu", "cp27m"]}.get(python, [f"cp{short}m"] if version < (3, 8) else [f"cp{short}"])
    platforms = list(tags.platform_tags())
    yield from tags.cpython_tags(version, abis, platforms)
    yield from tags.compatible_tags(version, f"cp{short}", platforms)


def _client() -> tuple[Any, tuple[type[Exception], ...]]:
    try:
        import requests
        from pypi_simple import NoSuchProjectError, PyPISimple
    except ImportError:
        raise MissingPart("environments of the past need pypi-simple: pip install 'nbmigrate[backport]'") from None
    upstream = os.environ.get("PIP_INDEX_URL")
    return (PyPISimple(upstream) if upstream else PyPISimple()), (NoSuchProjectError, requests.RequestException)


@contextmanager
def served(day: date, python: str) -> Iterator[Index]:
    """The index as of a day, at `index.url`, while in use.

    Raises:
        MissingPart: the group `backport` is not installed.
    """
    _client()
    index = Index(day, python)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.strip("/").rpartition("/")[2]
            offers = index.offers(name)
            self.send_response(200 if offers else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            page = "\n".join(offer.line for offer in offers)
            self.wfile.write(f"<!DOCTYPE html><html><body>\n{page}\n</body></html>".encode())

        def log_message(self, format: str, *args: Any) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    index.url = f"http://127.0.0.1:{server.server_address[1]}/simple/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield index
    finally:
        server.shutdown()
        server.server_close()
