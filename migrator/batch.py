"""A batch: many files at once, by a queue that outlives the run. What is done already, from the same, is not done again."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path

from migrator.batch_options import QUEUE, Batch, Executor
from migrator.batch_queue import Queue, Settled, Task, told
from migrator.batch_task import Record, attempt
from migrator.digests import of_file, of_work
from migrator.errors import BadOption, MigrateError
from migrator.pool import Death, in_processes
from migrator.progress import Progress
from migrator.report import Reporter, reported
from migrator.work import STDIN, Failure, Job, configured, destination, expand, sweep

_SCRATCH = "nbmigrate-batch-"
TRIES = 2  # times that a worker may die over the same file


def batch(job: Job, how: Batch) -> int:
    """Do the job as a batch and report it; returns the exit code, of what was done before too.

    Raises:
        BadOption: the options don't fit a batch.
        QueueBusy, BadQueue: the queue is in use, or can't be.
        MissingGroup, NoCluster: for Ray.
    """
    names = list(dict.fromkeys(expand(job)))
    _check(job, names)
    with ExitStack() as stack:
        place = _place(job, how, stack)
        stack.enter_context(told(place))
        queue = stack.enter_context(Queue(place))
        scratch = _scratch(queue, job, how, stack)
        _clear(queue.interrupted(), names, job)
        before = _want(queue, names, job, how.again)
        reporter = Reporter(job)
        work = partial(attempt, job=_shared(job, how, scratch), scratch=scratch)
        progress = stack.enter_context(Progress(len(names), before))
        for record in stack.enter_context(closing(_records(queue, names, work, job, how))):
            progress.add(record.reported)
            reporter.show(record.reported)
        for one in queue.reports():
            reporter.keep(one)
    reporter.close()
    if before and job.format is None:
        reporter.print(f"{before} of them done before, by {place}")
    return reporter.code


def _check(job: Job, names: list[str]) -> None:
    """Raise BadOption for what a batch can't do."""
    if STDIN in names:
        raise BadOption("standard input is no batch: leave out --jobs, --queue, --again and --executor, or name files")
    if job.running is not None and job.running.record is not None and len(names) > 1:
        raise BadOption("--record keeps one notebook's run, and this is a batch of several: migrate that one alone")
    if job.running is not None and job.running.against not in (None, "backport") and len(names) > 1:
        raise BadOption(f"--verify-against {job.running.against}: one notebook, and this is a batch of several; say backport")
    places: dict[Path, str] = {}
    for name in names if job.output is not None else ():
        other = places.setdefault(destination(name, job).absolute(), name)
        if other != name:
            raise BadOption(f"{other} and {name} would both be written to {destination(name, job)}: migrate them separately")


def _place(job: Job, how: Batch, stack: ExitStack) -> Path:
    """Where the queue is: where the user says, or where the results go; where nothing is to be written, it is not kept."""
    if how.queue is not None:
        return how.queue
    if job.check or job.diff:
        return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="nbmigrate-batch-")), QUEUE)
    first = Path(job.paths[0])
    if job.output is not None:
        inside = destination(str(first / "x"), job) if first.is_dir() else destination(str(first), job)
        return inside.parent / QUEUE
    return (first if first.is_dir() else first.parent) / QUEUE


def _clear(interrupted: set[str], names: list[str], job: Job) -> None:
    """Remove what was half written when an earlier run was killed."""
    for name in names:
        if str(Path(name).absolute()) in interrupted:
            _sweep(name, job)


def _sweep(name: str, job: Job) -> None:
    """Remove what was half written of a file, or of the script that it may be paired with."""
    for one in {name, str(Path(name).with_suffix(".py"))}:
        sweep(destination(one, job))


def _want(queue: Queue, names: list[str], job: Job, again: bool) -> int:
    """Tell the queue what is wanted; returns how much of it is done already."""
    tasks = []
    for name in names:
        file = str(Path(name).absolute())
        try:
            work = of_work(name, configured(name, job))
        except (MigrateError, OSError) as error:  # it will be told of with the file
            work = str(error)
        settled = None if again else queue.settled(file)
        tasks.append((Task(file, name, work), settled is not None and _stands(settled, name, work, job)))
    queue.want(tasks)
    return sum(done for _, done in tasks)


def _stands(settled: Settled, name: str, work: str, job: Job) -> bool:
    """Whether what an earlier run made of a file is what this one would make of it, and is still there."""
    return (
        settled.work == work
        and (settled.has_entry or job.report is None)
        and (not settled.written or destination(name, job).exists())
        and all(of_file(path) == digest for path, digest in settled.inputs.items())
    )


def _scratch(queue: Queue, job: Job, how: Batch, stack: ExitStack) -> Path | None:
    """A folder for all copies and sockets of the runs; what runs that were killed have left is removed. None: nothing runs."""
    if job.running is None or how.executor is not Executor.PROCESS:
        return None
    for left in queue.scratches():
        # The queue may be anybody's file: nothing else is removed, whatever it says.
        if left.parent == Path(tempfile.gettempdir()) and left.name.startswith(_SCRATCH):
            shutil.rmtree(left, ignore_errors=True)
    stack.callback(queue.set_scratch, None)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=_SCRATCH, ignore_cleanup_errors=True)))
    queue.set_scratch(folder)
    return folder


def _shared(job: Job, how: Batch, scratch: Path | None) -> Job:
    """The job, with what its processes must share: the places at the model server, where there may be more processes."""
    running = job.running
    connection = running.asking.connection if running is not None else None
    if running is None or connection is None or scratch is None or (how.jobs or 1) <= connection.in_flight:
        return job
    return replace(job, running=replace(running, asking=replace(running.asking, places=scratch)))


def _records(
    queue: Queue, names: list[str], work: Callable[[str], Record], job: Job, how: Batch
) -> Generator[Record, None, None]:
    """Have the files done; each record as it comes, when it is kept."""

    def take() -> tuple[int, str] | None:
        number = queue.take()
        return None if number is None else (number, names[number])

    with closing(_ends(work, take, how)) as ends:
        for number, end in ends:
            if isinstance(end, Death):
                _sweep(names[number], job)
                if queue.tries(number) < TRIES:
                    queue.give_back(number)
                    continue
                why = f"{names[number]}: the process that migrates it died, {TRIES} times: {end.reason}; nothing was written"
                end = Record(reported(Failure(names[number], why, crash=True), job))
            queue.finish(number, end)
            yield end


def _ends(
    work: Callable[[str], Record], take: Callable[[], tuple[int, str] | None], how: Batch
) -> Generator[tuple[int, Record | Death], None, None]:
    if how.executor is Executor.RAY:
        from migrator.ray_pool import in_ray

        return in_ray(work, take, how.jobs)
    return in_processes(work, take, how.jobs or 1)
