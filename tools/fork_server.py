"""Run snippets, each in a fork of a process that has imported their libraries already.

`PYTHON fork_server.py MODULE …` is started with the interpreter whose libraries the snippets use; it needs the standard
library only. Each line on stdin is a JSON object `{"code", "check", "limit"}`, each line on stdout its outcome:
`{"stage", "error", "message", "line", "output", "seconds"}`, where stage is

    ok       the code ran and the check passed
    code     the code raised, died or took too long
    check    the code ran, the check raised

A snippet runs in a temporary folder of its own, as `__main__`, with the check in the namespace that it leaves.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import linecache
import os
import pathlib
import select
import signal
import sys
import tempfile
import time
import traceback
import types
from typing import Any

OUTPUT_KEPT = 2000


def run_here(code: str, check: str) -> dict[str, Any]:
    """Run code, then check, in a fresh `__main__` of this process; return its outcome."""
    main = types.ModuleType("__main__")
    path = str(pathlib.Path("snippet.py").absolute())
    main.__dict__["__file__"] = path
    sys.modules["__main__"] = main
    pathlib.Path(path).write_text(code, encoding="utf-8")
    linecache.checkcache()
    for stage, text, name in (("code", code, path), ("check", check, "<check>")):
        try:
            exec(compile(text, name, "exec", dont_inherit=True), main.__dict__)
        except BaseException as error:
            frames = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == name]
            line = error.lineno if isinstance(error, SyntaxError) else (frames[-1] if frames else None)
            return {"stage": stage, "error": type(error).__name__, "message": str(error)[:600], "line": line}
    return {"stage": "ok", "error": "", "message": "", "line": None}


def run_in_fork(code: str, check: str, limit: float) -> dict[str, Any]:
    """Run code and check in a child process, at most `limit` seconds; return the outcome with its output."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="snippet-") as folder:
        output = pathlib.Path(folder, ".output")
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.setsid()
            os.close(read)
            os.chdir(folder)
            out = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(out, 1)
            os.dup2(out, 2)
            outcome = run_here(code, check)
            with contextlib.suppress(Exception):
                sys.stdout.flush()
            os.write(write, json.dumps(outcome).encode())
            os._exit(0)
        os.close(write)
        answer = b""
        while select.select([read], [], [], max(0.0, limit - (time.monotonic() - start)))[0]:
            piece = os.read(read, 65536)
            if not piece:
                break
            answer += piece
        else:
            answer = json.dumps({"stage": "code", "error": "Timeout", "message": f"{limit:g} s", "line": None}).encode()
        os.close(read)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        died = {"stage": "code", "error": "Died", "message": f"wait status {status}", "line": None}
        outcome = json.loads(answer) if answer else died
        text = output.read_text(encoding="utf-8", errors="replace") if output.exists() else ""
    return {**outcome, "output": text[-OUTPUT_KEPT:], "seconds": round(time.monotonic() - start, 2)}


def main() -> None:
    """Import the modules named on the command line, then answer requests until stdin closes."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    sys.path[0] = ""  # the snippets' folder, not this file's
    for module in sys.argv[1:]:
        # What fails to import here fails in the snippet too, where it is the outcome.
        with contextlib.suppress(Exception):
            importlib.import_module(module)
    del sys.argv[1:]
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(run_in_fork(request["code"], request["check"], request["limit"])), file=answers, flush=True)


if __name__ == "__main__":
    main()
