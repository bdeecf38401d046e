"""Kernels: the process that runs the cells, started with the probe, on this machine."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from runner.errors import MissingPart, NoInterpreter, NoKernel
from runner.records import Limits

PROBE = Path(__file__).parent / "inside" / "start.py"
# The largest message that is taken from a kernel; a larger one is lost, not read into memory.
MESSAGE_LIMIT = 64_000_000
_KEPT = 64_000  # bytes of what a kernel's process says outside its cells


class Kernel(Protocol):
    """A kernel that can be started, asked how it ended, and taken down."""

    where: str
    folders: tuple[Path, ...]  # what it can write to, beside the work folder

    async def start(self, folder: Path) -> Any:
        """Start it in the work folder; returns a jupyter_client manager. Raises NoKernel and the backend's errors."""

    def said(self) -> str:
        """The last words of the process, outside of its cells."""

    def killed_for_memory(self) -> bool:
        """Whether the dead process was killed for memory."""

    def close(self) -> None:
        """Release what is left."""


class Tail:
    """The end of what comes out of a pipe, read as it comes."""

    def __init__(self) -> None:
        self._held = b""
        self._thread: threading.Thread | None = None
        reader, self.writer = os.pipe()
        self._thread = threading.Thread(target=self._read, args=(reader,), daemon=True)
        self._thread.start()

    def _read(self, reader: int) -> None:
        with open(reader, "rb", buffering=0) as file:
            while data := file.read(65536):
                self._held = (self._held + data)[-_KEPT:]

    def text(self) -> str:
        return self._held.decode("utf-8", "replace").strip()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            os.close(self.writer)


def manager(home: str) -> Any:
    """A jupyter_client manager with its connection file and sockets in `home`, which reads no message beyond the limit.

    Raises:
        MissingPart: jupyter_client is not installed.
    """
    try:
        import zmq
        import zmq.asyncio
        from jupyter_client.manager import AsyncKernelManager
    except ImportError:
        raise MissingPart("running notebooks needs nbclient, nbformat and ipykernel: pip install 'nbmigrate[run]'") from None

    context = zmq.asyncio.Context()
    context.setsockopt(zmq.MAXMSGSIZE, MESSAGE_LIMIT)
    context.setsockopt(zmq.LINGER, 0)
    traits = {} if os.name == "nt" else {"transport": "ipc", "ip": str(Path(home, "socket"))}
    connection = str(Path(home, "kernel.json"))
    return AsyncKernelManager(context=context, shutdown_wait_time=2.0, connection_file=connection, **traits)


def spec(words: list[str], name: str) -> Any:
    from jupyter_client.kernelspec import KernelSpec

    return KernelSpec(argv=words, display_name=name, language="python")


def environment(limits: Limits) -> dict[str, str]:
    """What the probe is told."""
    told = {"NBMIGRATE_STREAM_LIMIT": str(limits.output)}
    return told | ({"NBMIGRATE_MEMORY_LIMIT": str(limits.memory)} if limits.memory else {})


class LocalKernel:
    """The kernel of an interpreter of this machine, with the rights of the user: no protection against malice."""

    def __init__(self, python: Path, limits: Limits, extra: Mapping[str, str] | None = None) -> None:
        self.python = python
        self.where = str(python)
        self.folders: tuple[Path, ...] = ()
        self._limits = limits
        self._extra = dict(extra or {})
        self._tail = Tail()
        self._home = tempfile.TemporaryDirectory(prefix="nbmigrate-kernel-", ignore_cleanup_errors=True)
        self._manager: Any = None
        self._process: subprocess.Popen[bytes] | None = None
        self._kills = _out_of_memory_kills()

    async def start(self, folder: Path) -> Any:
        """Start the kernel; returns its manager.

        Raises:
            NoInterpreter: the interpreter can't be run.
            NoKernel: its kernel does not start.
        """
        if not self.python.is_file() or not os.access(self.python, os.X_OK):
            raise NoInterpreter(f"{self.python}: no interpreter that can be run (--python wants the path of a Python)")
        # The interpreter's own place, not resolved: an environment is known by the path it is called by.
        python = Path.cwd() / self.python
        words = [str(python), str(PROBE), "-f", "{connection_file}", "--HistoryManager.hist_file=:memory:"]
        self._manager = manager(self._home.name)
        self._manager._kernel_spec = spec(words, "python3")
        inherited = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "PYTHONHOME", "MPLBACKEND")}
        told = inherited | {
            "PATH": os.pathsep.join([str(python.parent), os.environ.get("PATH", os.defpath)]),
            "IPYTHONDIR": str(Path(self._home.name, "ipython")),
            **environment(self._limits),
            **self._extra,
        }
        try:
            await self._manager.start_kernel(cwd=str(folder), env=told, stdout=self._tail.writer, stderr=self._tail.writer)
        except OSError as error:
            raise NoInterpreter(f"{self.python}: can't be run: {error.strerror or error}") from None
        self._process = self._manager.provisioner.process
        return self._manager

    def said(self) -> str:
        return self._tail.text()

    def killed_for_memory(self) -> bool:
        """A kill that was not ours, and neither the notebook's: that can't be told from the system's, which kills for memory."""
        return self._process is not None and self._process.returncode == -signal.SIGKILL and _out_of_memory_kills() > self._kills

    def close(self) -> None:
        self._tail.close()
        self._home.cleanup()


def _out_of_memory_kills() -> int:
    """How many processes the system has killed for memory so far; 0 where that isn't told."""
    try:
        words = Path("/proc/vmstat").read_text().split()
        return int(words[words.index("oom_kill") + 1])
    except (OSError, ValueError):
        return 0


def explain(kernel: Kernel, error: Exception) -> NoKernel:
    """Why a kernel did not start, and what to do."""
    said = kernel.said()
    if "NO IPYKERNEL" in said:
        why = said.partition("NO IPYKERNEL: ")[2].splitlines()[0]
        return NoKernel(f"{kernel.where}: has no ipykernel ({why}); install it there: python -m pip install ipykernel")
    lines = said.splitlines() or [str(error)]
    return NoKernel(f"{kernel.where}: the kernel does not start: {lines[-1][:300]}")
