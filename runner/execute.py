"""Run a notebook: each cell with limits that hold, and an outcome for each."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runner import notebooks
from runner.errors import MissingPart, RunnerError
from runner.kernels import Kernel, explain
from runner.outcomes import Seen, outcomes
from runner.records import End, Limits, Outcome, Run
from runner.workspace import Snapshot, grown, snapshot

if TYPE_CHECKING:
    from nbclient import NotebookClient

MIME = "application/vnd.nbmigrate.cell+json"
CUT = "[migrate: more output than the limit, the rest was dropped]\n"
_STARTUP = 90  # seconds


def run(notebook: Any, name: str, kernel: Kernel, folder: Path, limits: Limits | None = None) -> Run:
    """Run a notebook (nbformat's, see `notebooks.read`) in `folder`; what it writes stays there.

    Raises:
        NoInterpreter, NoKernel, or what the kernel's backend raises where it can't start.
        MissingPart: the group `run` is not installed.
    """
    try:
        import nbclient  # noqa: F401
    except ImportError:
        raise MissingPart("running notebooks needs nbclient, nbformat and ipykernel: pip install 'nbmigrate[run]'") from None
    return asyncio.run(_Runner(notebook, name, kernel, folder, limits or Limits()).run())


@dataclass(slots=True)
class _Runner:
    notebook: Any
    name: str
    kernel: Kernel
    folder: Path
    limits: Limits
    seen: dict[int, Seen] = field(default_factory=dict)
    end: End = End.COMPLETE
    detail: str = ""
    kept: int = 0  # bytes of output, all cells
    manager: Any = None
    over_disk: bool = False

    async def run(self) -> Run:
        before = snapshot(self.folder)
        client = _client(self)
        started = time.monotonic()
        _stoppable()
        try:
            await self._start(client)
            watch = asyncio.ensure_future(self._watch_disk(before))
            try:
                await self._cells(client, time.monotonic())
            except asyncio.CancelledError:  # what was done until then is kept
                self.end = End.STOPPED
            finally:
                watch.cancel()
        finally:
            await self._stop(client)
            self.kernel.close()
        cells = outcomes(self.notebook.cells, self.seen, before, snapshot(self.folder))
        removed = tuple(sorted(before.keys() - snapshot(self.folder).keys()))
        seconds = time.monotonic() - started
        outcome = Outcome(self.name, self.kernel.where, self.end, cells, seconds, self.detail, removed)
        return Run(outcome, notebooks.plain(self.notebook), self.folder)

    async def _start(self, client: NotebookClient) -> None:
        self.manager = client.km = await self.kernel.start(self.folder)
        try:
            await client.async_start_new_kernel_client()
        except RunnerError:
            raise
        except Exception as error:
            raise explain(self.kernel, error) from None

    async def _stop(self, client: NotebookClient) -> None:
        if client.km is None:
            return
        try:
            await asyncio.wait_for(client._async_cleanup_kernel(), 15)
        except Exception:
            logging.getLogger(__name__).debug("the kernel was not taken down cleanly", exc_info=True)

    async def _cells(self, client: NotebookClient, started: float) -> None:
        for index, cell in enumerate(self.notebook.cells):
            if cell.cell_type != "code" or not cell.source.strip():
                continue
            left = self.limits.total - (time.monotonic() - started)
            if left <= 0:
                self.end = End.TIME
                return
            seen = self.seen[index] = Seen(begin=time.time())
            try:
                await self._cell(client, cell, index, seen, min(left, self.limits.cell or left))
            except asyncio.CancelledError:
                seen.dead = True
                raise
            finally:
                seen.end = time.time()
            if self.end is not End.COMPLETE:
                return

    async def _cell(self, client: NotebookClient, cell: Any, index: int, seen: Seen, limit: float) -> None:
        """Execute one cell; at the limit it is interrupted, twice, and then the kernel is killed."""
        from nbclient.exceptions import DeadKernelError

        task = asyncio.ensure_future(client.async_execute_cell(cell, index))
        await asyncio.wait({task}, timeout=limit)
        for _ in range(2):
            if not task.done():
                seen.late = True
                await self.manager.interrupt_kernel()
                await asyncio.wait({task}, timeout=self.limits.grace)
        if not task.done():
            self.end = End.KILLED
            await self.manager.provisioner.kill()
            await asyncio.wait({task}, timeout=10)
        if not task.done():
            task.cancel()
            return
        try:
            task.result()
        except DeadKernelError:
            seen.dead = True
            self.detail = self.kernel.said()[-2000:]
            if self.over_disk:
                self.end = End.DISK
            elif self.end is End.COMPLETE:
                seen.memory = self.kernel.killed_for_memory()
                self.end = End.MEMORY if seen.memory else End.DEAD

    async def _watch_disk(self, before: Snapshot) -> None:
        while True:
            await asyncio.sleep(1)
            beside = sum(grown({}, folder) for folder in self.kernel.folders)
            if grown(before, self.folder) + beside > self.limits.disk:
                self.over_disk = True
                await self.manager.provisioner.kill()
                return

    # --- what the client hears ---

    def take(self, message: dict[str, Any], cell: Any, index: int) -> bool:
        """Whether a message is to be kept as an output; the probe's are taken in here, what is too much is dropped."""
        content, seen = message["content"], self.seen[index]
        data = content.get("data")
        if isinstance(data, dict) and MIME in data:
            seen.record = data[MIME]
            return False
        if message["msg_type"] not in ("stream", "display_data", "execute_result", "update_display_data", "error"):
            return True
        size = _size(content)
        if seen.size + size > self.limits.output or self.kept + size > self.limits.outputs:
            if not seen.cut:
                seen.cut = True
                cell.outputs.append(notebooks.stream("stderr", CUT))
            # An error is worth its room, a bounded one.
            if message["msg_type"] != "error":
                return False
            content["traceback"] = content["traceback"][-3:] if size < 100_000 else []
        seen.size += size
        self.kept += size
        return True


def _stoppable() -> None:
    """Let a SIGTERM end the run as an interrupt does: with the kernel taken down and the result kept."""
    task = asyncio.current_task()
    if task is not None and threading.current_thread() is threading.main_thread() and os.name != "nt":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)


def _size(content: dict[str, Any]) -> int:
    data = content.get("data")
    if isinstance(data, dict):
        return 200 + sum(len(v) if isinstance(v, str) else len(str(v)) for v in data.values())
    return 200 + len(content.get("text") or "") + sum(map(len, content.get("traceback") or ()))


def _client(runner: _Runner) -> NotebookClient:
    from nbclient import NotebookClient

    class Client(NotebookClient):
        def process_message(self, msg: dict[str, Any], cell: Any, cell_index: int) -> Any:
            if not runner.take(msg, cell, cell_index):
                return None
            return super().process_message(msg, cell, cell_index)

    async def replied(cell: Any, cell_index: int, execute_reply: Any) -> None:
        runner.seen[cell_index].reply = execute_reply["content"]

    return Client(
        runner.notebook,
        timeout=None,
        allow_errors=True,
        coalesce_streams=False,
        startup_timeout=_STARTUP,
        iopub_timeout=10,
        on_cell_executed=replied,
        shutdown_kernel="immediate",
        store_widget_state=False,
    )
