"""A package index on this machine that serves wheels and can die, half-way through a file or before."""

from __future__ import annotations

import hashlib
import io
import json
import re
import threading
import zipfile
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def wheel(files: Mapping[str, str]) -> bytes:
    """A zip of these files, stored uncompressed with some bulk, so that it is read in several ranges."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
            archive.writestr(f"{name}.so", b"\0" * 50_000)  # what no one reads
        archive.writestr("lib.dist-info/METADATA", "x" * 80_000)
    return out.getvalue()


class Index:
    """`files`: file name → its bytes. `budget`: after how many bytes of files the connection breaks; None: never."""

    def __init__(self, files: Mapping[str, bytes], yanked: frozenset[str] = frozenset()) -> None:
        self.files = dict(files)
        self.yanked = yanked
        self.budget: int | None = None
        self.ranges = True
        self.served: list[str] = []
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.url = f"http://127.0.0.1:{self.server.server_port}/simple/"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def page(self, project: str) -> dict[str, Any]:
        files = [
            {
                "filename": name,
                "url": f"/files/{name}",
                "hashes": {"sha256": hashlib.sha256(data).hexdigest()},
                "yanked": name in self.yanked,
                "size": len(data),
                "upload-time": f"2020-01-{n + 1:02d}T00:00:00Z",
            }
            for n, (name, data) in enumerate(self.files.items())
            if name.split("-")[0] == project
        ]
        versions = sorted({f["filename"].split("-")[1].removesuffix(".tar.gz") for f in files})
        return {"meta": {"api-version": "1.1"}, "name": project, "versions": versions, "files": files}

    def _handler(index) -> type[BaseHTTPRequestHandler]:  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_HEAD(self) -> None:
                self.do_GET()

            def do_GET(self) -> None:
                index.served.append(self.path)
                if self.path.startswith("/simple/"):
                    page = index.page(self.path.split("/")[2])
                    self.answer(json.dumps(page).encode(), "application/vnd.pypi.simple.v1+json", 200 if page["files"] else 404)
                else:
                    self.file(index.files[self.path.rpartition("/")[2]])

            def file(self, data: bytes) -> None:
                wanted = re.match(r"bytes=(\d*)-(\d*)", self.headers.get("Range", "")) if index.ranges else None
                if wanted is None:
                    self.answer(data, "application/octet-stream", 200)
                    return
                first, last = wanted.groups()
                start = int(first) if first else max(0, len(data) - int(last))
                stop = min(int(last) + 1, len(data)) if first and last else len(data)
                self.answer(data[start:stop], "application/octet-stream", 206, f"bytes {start}-{stop - 1}/{len(data)}")

            def answer(self, data: bytes, kind: str, status: int, span: str = "") -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                if span:
                    self.send_header("Content-Range", span)
                self.end_headers()
                if self.command == "HEAD":
                    return
                if index.budget is not None and kind == "application/octet-stream":
                    part = data[: max(index.budget, 0)]
                    index.budget -= len(data)
                    if len(part) < len(data):
                        self.wfile.write(part)
                        self.wfile.flush()
                        self.connection.close()
                        return
                self.wfile.write(data)

        return Handler
