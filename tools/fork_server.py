"""Run snippets, each in a fork of a process that has imported their libraries already.

`PYTHON fork_server.py MODULE ...` is started with the interpreter whose libraries the snippets use (2.7 or newer); it
needs the standard library only. Each line on stdin is a JSON object `{"code", "check", "limit"}`, each line on stdout
its outcome: `{"stage", "error", "message", "line", "output", "seconds"}`, where stage is

    ok       the code ran and the check passed
    code     the code raised, died or took too long
    check    the code ran, the check raised
    setup, show    as `code` and `check`, for the two below

A request may also have `"setup"`, run before the code in the same namespace, and `"show"`, an expression evaluated after
it; then the outcome has its `"value"` as plain JSON (`plain_values.py`). A `show` of `*` stands for all that the code
leaves: the names it binds, its last expression, the open figures, what it printed.

A snippet runs in a temporary folder of its own, as `__main__`, with the check in the namespace that it leaves.
"""

from __future__ import print_function

import ast
import importlib
import io
import json
import linecache
import os
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

OUTPUT_KEPT = 2000
EVERYTHING = "*"
LAST = "__last__"


class Tee(object):
    """A standard output that also remembers what was printed."""

    def __init__(self, stream):
        # type: (Any) -> None
        self.stream = stream
        self.pieces = []  # type: list[str]

    def write(self, text):
        # type: (str) -> None
        self.pieces.append(text)
        self.stream.write(text)

    def __getattr__(self, name):
        # type: (str) -> Any
        return getattr(self.stream, name)


def keeping_last(text, name):
    # type: (str, str) -> Any
    """Compile a snippet so that the value of its last expression, which a notebook would display, stays bound."""
    tree = ast.parse(text, name)
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = tree.body[-1]
        target = ast.copy_location(ast.Name(LAST, ast.Store()), last)
        tree.body[-1] = ast.copy_location(ast.Assign([target], last.value), last)
        ast.fix_missing_locations(tree)
    return compile(tree, name, "exec", 0, True)


def value_of(show, space, printed):
    # type: (str, dict[str, Any], str) -> Any
    """What the snippet is compared by, as plain JSON."""
    plain = importlib.import_module("plain_values")
    if show == EVERYTHING:
        return plain.everything(space, LAST, printed)
    return plain.plain(eval(compile(show, "<show>", "eval", 0, True), space))


def run_here(code, check, setup="", show=""):
    # type: (str, str, str, str) -> dict[str, Any]
    """Run setup, code, then check, in a fresh `__main__` of this process; return the outcome."""
    main = types.ModuleType("__main__")
    path = os.path.abspath("snippet.py")
    main.__dict__["__file__"] = path
    sys.modules["__main__"] = main
    with io.open(path, "w", encoding="utf-8") as file:
        file.write(code)
    linecache.checkcache()
    value = None
    if show:
        sys.stdout = Tee(sys.stdout)
    for stage, text, name in (("setup", setup, "<setup>"), ("code", code, path), ("check", check, "<check>"), ("show", show, "")):
        if not text:
            continue
        try:
            if stage == "show":
                value = value_of(show, main.__dict__, "".join(getattr(sys.stdout, "pieces", ())))
            elif show and stage == "code":
                exec(keeping_last(text, name), main.__dict__)
            else:
                exec(compile(text, name, "exec", 0, True), main.__dict__)
        except BaseException as error:
            frames = [f[1] for f in traceback.extract_tb(sys.exc_info()[2]) if f[0] == name]
            line = error.lineno if isinstance(error, SyntaxError) else (frames[-1] if frames else None)
            return {"stage": stage, "error": type(error).__name__, "message": message_of(error), "line": line}
    outcome = {"stage": "ok", "error": "", "message": "", "line": None}  # type: dict[str, Any]
    return dict(outcome, value=value) if show else outcome


def message_of(error):
    # type: (BaseException) -> str
    """What an exception says, kept short; some can't say it."""
    try:
        return str(error)[:600]
    except Exception:
        return ""


def in_child(request, folder, output, write):
    # type: (dict[str, Any], str, str, int) -> None
    """The life of a forked child: run, answer, end."""
    os.setsid()
    os.chdir(folder)
    out = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    outcome = run_here(request["code"], request["check"], request.get("setup", ""), request.get("show", ""))
    try:
        sys.stdout.flush()
    except Exception:
        pass
    answer = json.dumps(outcome).encode("utf-8")
    while answer:
        answer = answer[os.write(write, answer) :]
    os._exit(0)


def run_in_fork(request):
    # type: (dict[str, Any]) -> dict[str, Any]
    """Run a request in a child process, at most its `limit` seconds; return the outcome with its output."""
    start = time.time()
    limit = request["limit"]
    folder = tempfile.mkdtemp(prefix="snippet-")
    output = os.path.join(folder, ".output")
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        in_child(request, folder, output, write)
    os.close(write)
    answer = b""
    while select.select([read], [], [], max(0.0, limit - (time.time() - start)))[0]:
        piece = os.read(read, 65536)
        if not piece:
            break
        answer += piece
    else:
        late = {"stage": "code", "error": "Timeout", "message": "%g s" % limit, "line": None}
        answer = json.dumps(late).encode("utf-8")
    os.close(read)
    try:
        os.killpg(child, signal.SIGKILL)
    except OSError:
        pass
    _, status = os.waitpid(child, 0)
    died = {"stage": "code", "error": "Died", "message": "wait status %d" % status, "line": None}
    outcome = json.loads(answer.decode("utf-8")) if answer else died  # type: dict[str, Any]
    text = ""
    if os.path.exists(output):
        with io.open(output, encoding="utf-8", errors="replace") as file:
            text = file.read()
    shutil.rmtree(folder, ignore_errors=True)
    outcome.update(output=text[-OUTPUT_KEPT:], seconds=round(time.time() - start, 2))
    return outcome


def main():
    # type: () -> None
    """Import the modules named on the command line, then answer requests until stdin closes."""
    answers = os.fdopen(os.dup(1), "w")
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    importlib.import_module("plain_values")
    sys.path[0] = ""  # the snippets' folder, not this file's
    for module in sys.argv[1:]:
        # What fails to import here fails in the snippet too, where it is the outcome.
        try:
            importlib.import_module(module)
        except Exception:
            pass
    del sys.argv[1:]
    while True:
        line = sys.stdin.readline()
        if not line:
            break
        answers.write(json.dumps(run_in_fork(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
