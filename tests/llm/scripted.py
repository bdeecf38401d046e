"""A server of the OpenAI-compatible API that says what it was told to say. A fake, for answers that no real model gives on
demand; `test_vllm.py` asks a real one."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Reply:
    """What to answer to one request: a text, or a status with a body; after a while; or the line goes dead."""

    text: str = ""
    finish: str = "stop"
    refusal: str | None = None
    status: int = 200
    body: str | None = None  # instead of a well-formed answer
    after: float = 0.0
    hang_up: bool = False
    usage: bool = True
    choices: bool = True


@dataclass
class Script:
    """The replies in order, the last one again and again; what was asked is kept."""

    replies: list[Reply]
    models: list[dict[str, Any]] = field(default_factory=lambda: [{"id": "scripted", "object": "model", "max_model_len": 8192}])
    asked: list[dict[str, Any]] = field(default_factory=list)
    url: str = ""
    most_at_once: int = 0
    _now: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def next(self, request: dict[str, Any]) -> Reply:
        with self._lock:
            self.asked.append(request)
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
            return self.replies[min(len(self.asked), len(self.replies)) - 1]

    def done(self) -> None:
        with self._lock:
            self._now -= 1

    @property
    def last_prompt(self) -> str:
        return str(self.asked[-1]["messages"][-1]["content"])


@contextmanager
def scripted(*replies: Reply | str, port: int = 0, **options: Any) -> Iterator[Script]:
    """A server on this machine, for the block."""
    script = Script([Reply(r) if isinstance(r, str) else r for r in replies] or [Reply("")], **options)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            pass

        def do_GET(self) -> None:
            self.send(200, json.dumps({"object": "list", "data": script.models}))

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            reply = script.next(request)
            try:
                time.sleep(reply.after)
                if reply.hang_up:
                    self.close_connection = True
                    self.connection.close()
                elif reply.body is not None or reply.status != 200:
                    error = json.dumps({"error": {"message": reply.text or "no", "type": "error", "code": reply.status}})
                    self.send(reply.status, reply.body if reply.body is not None else error)
                else:
                    self.send(200, json.dumps(_completion(reply)))
            except OSError:
                pass  # the client went away
            finally:
                script.done()

        def send(self, status: int, body: str) -> None:
            data = body.encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    script.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield script
    finally:
        server.shutdown()
        server.server_close()


def _completion(reply: Reply) -> dict[str, Any]:
    message = {"role": "assistant", "content": reply.text, "refusal": reply.refusal}
    choices = [{"index": 0, "message": message, "finish_reason": reply.finish, "logprobs": None}] if reply.choices else []
    found: dict[str, Any] = {"id": "1", "object": "chat.completion", "created": 0, "model": "scripted", "choices": choices}
    if reply.usage:
        found["usage"] = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return found


def repair(cell: int, source: str, plan: str = "what changed") -> str:
    """A well-formed answer."""
    return f"PLAN: {plan}\n\n### cell {cell}\n```python\n{source}\n```\n"
