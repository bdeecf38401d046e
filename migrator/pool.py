"""Processes that work side by side. One that dies costs only what it had in hand, and is replaced."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

# Loaded once, in the process that all workers are forked from.
_PRELOADED = ["migrator.warm"]


@dataclass(frozen=True, slots=True)
class Death:
    """A worker that died over what it had in hand. `reason`: of what, in words."""

    reason: str


def in_processes(
    work: Callable[[Item], Answer], take: Callable[[], tuple[int, Item] | None], jobs: int
) -> Generator[tuple[int, Answer | Death], None, None]:
    """Do what `take` hands out (with a number), `jobs` at once, until it hands out nothing more and all is done.

    Yields each answer, with its number, as it comes. `work` is sent to each worker once; it must be picklable, as items
    and answers must be. Closing the iterator kills the workers; so does the end of this process, however it ends.
    """
    context = _context()
    idle: list[_Worker[Item, Answer]] = []
    busy: dict[Any, _Worker[Item, Answer]] = {}  # by connection
    try:
        while True:
            while len(busy) < jobs and (taken := take()) is not None:
                worker = idle.pop() if idle else _Worker(context, work)
                worker.give(*taken)
                busy[worker.connection] = worker
            if not busy:
                return
            for ready in wait(list(busy)):
                worker = busy.pop(ready)
                answer = worker.answer()
                if not isinstance(answer, Death):
                    idle.append(worker)
                yield worker.number, answer
    finally:
        for worker in (*idle, *busy.values()):
            worker.process.kill()
        for worker in (*idle, *busy.values()):
            worker.process.join()


class _Worker(Generic[Item, Answer]):
    """A process, and what it has in hand."""

    def __init__(self, context: BaseContext, work: Callable[[Item], Answer]) -> None:
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work), daemon=True)  # type: ignore[attr-defined]
        self.process.start()
        theirs.close()  # so that its death is the end of the pipe
        self.number = -1

    def give(self, number: int, item: Item) -> None:
        self.number = number
        with contextlib.suppress(OSError):  # it is dead: reading its answer tells so
            self.connection.send(item)

    def answer(self) -> Answer | Death:
        try:
            answer: Answer = self.connection.recv()
            return answer
        except (EOFError, OSError):
            self.process.join()
            return Death(_told(self.process.exitcode))


def _context() -> BaseContext:
    """Forked from a process that has loaded what all need, where the system can; it never forks this one with its threads."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_PRELOADED)
    return context


def _serve(connection: Connection, work: Callable[[Any], Any]) -> None:
    """What a worker does: answer until the pipe ends."""
    # An interrupt goes to all processes of a terminal: the parent decides. SIG_IGN would be passed on to kernels.
    signal.signal(signal.SIGINT, lambda *_: None)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        while True:
            connection.send(work(connection.recv()))
    except (EOFError, BrokenPipeError):
        return


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


def _told(code: int | None) -> str:
    if code is not None and code < 0:
        name = signal.Signals(-code).name
        return f"killed by {name}" + (", often for lack of memory" if name == "SIGKILL" else "")
    return f"ended with code {code}"
