"""A vLLM server of one's own: started with flags that suit repairs, waited for, stopped with the caller."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from llm.errors import ModelUnreachable

_MODULE = "vllm.entrypoints.openai.api_server"


@dataclass(frozen=True, slots=True)
class Serving:
    """What to serve and how. `python`: an interpreter that has vLLM; `context` in tokens; `ready_within` in seconds."""

    model: str
    python: Path = field(default_factory=lambda: Path(sys.executable))
    host: str = "127.0.0.1"
    port: int = 8000
    context: int | None = None  # the model's own
    in_flight: int = 8
    ready_within: float = 900
    more: tuple[str, ...] = ()  # passed to vLLM as they are

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}/v1"


def command(serving: Serving) -> list[str]:
    """The words that start the server."""
    words = [str(serving.python), "-m", _MODULE, "--model", serving.model, "--host", serving.host, "--port", str(serving.port)]
    words += ["--max-num-seqs", str(serving.in_flight)]
    # Whitespace within the grammar's bounds would let a small model write blanks until its tokens are spent.
    words += ["--structured-outputs-config", '{"backend":"xgrammar","disable_any_whitespace":true}']
    if serving.context:
        words += ["--max-model-len", str(serving.context)]
    if not has_gpu():
        words += ["--dtype", "float32", "--enforce-eager"]
    return [*words, *serving.more]


def environment() -> dict[str, str]:
    """The server's environment: no reports of usage; on a CPU a cache of 1 GiB unless told otherwise."""
    found = {**os.environ, "VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
    if not has_gpu():
        found.setdefault("VLLM_CPU_KVCACHE_SPACE", "1")
    return found


def has_gpu() -> bool:
    return shutil.which("nvidia-smi") is not None or Path("/dev/kfd").exists()


@contextmanager
def served(serving: Serving, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A running server that is ready; ended at the end of the block. What it says goes to `log`.

    Raises:
        ModelUnreachable: the port is taken, there is no vLLM, the server died, or it was not ready in time.
    """
    process = start(serving, log)
    try:
        wait(process, serving, log)
        yield process
    finally:
        stop(process)


def start(serving: Serving, log: Path) -> subprocess.Popen[bytes]:
    """Start the server; it is not ready yet. Raises ModelUnreachable where it can't be started."""
    if _taken(serving.host, serving.port):
        raise ModelUnreachable(f"{serving.host}:{serving.port} is in use; choose another with --port")
    probe = "import importlib.util as u, sys; sys.exit(u.find_spec('vllm') is None)"
    try:
        missing = subprocess.run([str(serving.python), "-c", probe], timeout=120, check=False).returncode != 0
    except (OSError, subprocess.SubprocessError) as error:
        raise ModelUnreachable(f"{serving.python} can't be run: {error}") from error
    if missing:
        raise ModelUnreachable(
            f"{serving.python} has no vLLM; install it there (`pip install vllm`), or name another with --python"
        )
    with log.open("wb") as out:
        return subprocess.Popen(
            command(serving), stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environment(),
            start_new_session=True,
        )  # fmt: skip


def wait(process: subprocess.Popen[bytes], serving: Serving, log: Path) -> float:
    """Wait until the server answers; returns the seconds that it took. Raises ModelUnreachable."""
    began = time.monotonic()
    while (passed := time.monotonic() - began) < serving.ready_within:
        if process.poll() is not None:
            raise ModelUnreachable(f"the server ended with exit code {process.returncode}: {_last(log)} (all of it: {log})")
        if ready(serving):
            return passed
        time.sleep(0.5)
    stop(process)
    raise ModelUnreachable(f"the server was not ready after {serving.ready_within:g} s: {_last(log)} (all of it: {log})")


def ready(serving: Serving) -> bool:
    """Whether the server says that it is well."""
    try:
        with urllib.request.urlopen(f"http://{serving.host}:{serving.port}/health", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the server and the processes that it started: asked first, then killed."""
    import signal

    for signum, patience in ((signal.SIGTERM, 20.0), (signal.SIGKILL, 10.0)):
        if process.poll() is not None:
            break
        try:
            os.killpg(process.pid, signum)
            process.wait(patience)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)  # an engine that outlived the server


def _taken(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def _last(log: Path) -> str:
    """The last line that tells something."""
    try:
        lines: Sequence[str] = log.read_text(errors="replace").splitlines()
    except OSError:
        return "it said nothing"
    telling = [line.strip() for line in lines if line.strip()]
    errors = [line for line in telling if "Error" in line]
    return (errors or telling or ["it said nothing"])[-1][:300]
