"""The work of one command: find the files, migrate each, write the results, report. A failure never stops the others."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from migrator.errors import CannotWrite, MigrateError
from migrator.paired import alike, check, joined, noted, script_of
from migrator.pipeline import Options, Result, migrate_bytes, migrate_file

if TYPE_CHECKING:
    from migrator.batch_options import Batch
    from migrator.hybrid import Hybrid
    from migrator.hybrid_work import Running
    from runner.compare import Comparison

STDIN = "-"
_PART = ".part"  # ends the name of a file that is being written
_SUFFIXES = (".ipynb", ".py")
_SKIPPED = {".git", ".ipynb_checkpoints", "__pycache__", "node_modules", "site-packages", ".venv", "venv"}


@dataclass(frozen=True, slots=True)
class Job:
    paths: tuple[str, ...]
    options: Options
    output: Path | None = None
    in_place: bool = False
    diff: bool = False
    check: bool = False
    format: str | None = None  # for other programs: one of `formats.FORMATS`
    running: Running | None = None  # None: codemods only
    report: Path | None = None  # --report
    into_folder: bool = False  # -o names a folder, which may not be there yet
    batch: Batch | None = None  # None: one file after the other, here


@dataclass(frozen=True, slots=True)
class Failure:
    """A file on which the tool could not do its work."""

    name: str
    error: str
    crash: bool = False  # the tool's own fault


@dataclass(frozen=True, slots=True)
class Outcome:
    """One file: what became of it, and where the result went."""

    result: Result
    written: str | None
    beside: tuple[str, ...] = ()  # what is to be said of the user's own modules
    hybrid: Hybrid | None = None  # where it was run
    comparison: Comparison | None = None  # with what --verify-against names

    @property
    def remaining(self) -> bool:
        """Whether something is left for the user. What a clean run came by is not, whatever was not changed there."""
        result = self.result
        if self.hybrid is not None:
            differs = self.comparison is not None and not self.comparison.same
            missed = self.hybrid.verdict is not None and not self.hybrid.verdict.reproduced
            return not self.hybrid.clean or missed or differs or bool(result.problems)
        nothing_analysed = bool(result.code_cells) and len(result.not_understood) == result.code_cells
        return bool(result.left or result.doubts or self.beside or result.problems or nothing_analysed)


def work(job: Job) -> int:
    """Do the job and report it; returns the exit code: 0 nothing left, 1 findings remain, 2 a file could not be done."""
    if job.batch is not None:
        from migrator.batch import batch

        return batch(job, job.batch)
    from migrator.report import Reporter, reported

    reporter = Reporter(job)
    for name in expand(job):
        reporter.add(reported(one(name, job), job))
    reporter.close()
    return reporter.code


def expand(job: Job) -> Iterator[str]:
    """The files to migrate: folders are searched for notebooks and scripts, but for the one that the results go to. A pair
    of the two is one."""
    return _found(job) if _to_one_file(job) else joined(_found(job))


def _found(job: Job) -> Iterator[str]:
    results = job.output.resolve() if job.output is not None else None
    for path in job.paths:
        if path == STDIN or not Path(path).is_dir():
            yield path
            continue
        found = False
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(f for f in folders if f not in _SKIPPED and (not results or Path(folder, f).resolve() != results))
            for file in sorted(files):
                place = Path(folder, file)
                if file.endswith(_SUFFIXES) and ".migrated." not in file and not _excluded(place) and not _is_pipe(place):
                    found = True
                    yield str(place)
        if not found:
            yield path


def one(name: str, job: Job) -> Outcome | Failure:
    """Migrate one file and write its result where it belongs."""
    from codemods.errors import DocumentError
    from runner.errors import RunnerError

    try:
        job = configured(name, job)
        beside = None if _to_one_file(job) else script_of(Path(name))
        if beside is not None:
            check(Path(name), beside)
        # Scripts that only lie in a folder may do anything: those are not run.
        if job.running is not None and (name.endswith(".ipynb") or name in job.paths):
            from migrator.hybrid_work import hybrid_one

            outcome = hybrid_one(name, job, job.running)
            return replace(outcome, result=noted(outcome.result, beside))
        if name == STDIN:
            result = migrate_bytes(sys.stdin.buffer.read(), "-", job.options)
        else:
            result = migrate_file(Path(name), job.options)
        return Outcome(noted(result, beside), deliver(name, result, job), tuple(own_modules(result, job)))
    except (DocumentError, MigrateError, RunnerError) as error:
        return Failure(name, str(error))
    except RecursionError:
        return Failure(name, f"{name}: the code is nested too deeply to be analysed")
    except Exception as error:
        if os.environ.get("NBMIGRATE_DEBUG"):
            raise
        told = f"{name}: internal error, please report it ({type(error).__name__}: {error}); nothing was written"
        return Failure(name, told, crash=True)


def configured(name: str, job: Job) -> Job:
    """The job with what the file's project says; a file on standard input belongs to the current folder."""
    from migrator.config import config_for

    path = Path(name if name != STDIN else "stdin")
    config = config_for(path)
    return job if config is None else replace(job, options=config.options(job.options, path))


def _excluded(path: Path) -> bool:
    """Whether its project says that a file is not to be looked at. A project that can't be read is told of with the file."""
    from migrator.config import BadConfig, config_for

    try:
        config = config_for(path)
    except BadConfig:
        return False
    return config is not None and config.excludes(path)


def _is_pipe(path: Path) -> bool:
    """Whether reading a file of a folder might wait for ever. A link to nothing is none: that is told."""
    return path.exists() and not path.is_file()


def own_modules(result: Result, job: Job) -> Iterator[str]:
    """What the notebook's own modules would need, where they are not migrated in the same run."""
    from codemods.errors import DocumentError

    given = {Path(p).resolve() for p in job.paths if p != STDIN}
    for path in result.helpers:
        resolved = path.resolve()
        if resolved in given or any(folder in resolved.parents for folder in given):
            continue
        try:
            helper = migrate_file(path, job.options)
        except (DocumentError, MigrateError) as error:
            yield f"{path} is imported, and can't be read: {error}"
            continue
        if helper.changed or helper.left:
            yield f"{path} is imported and needs migrating too: {len(helper.applied)} edits, {len(helper.left)} left to you"


def deliver(name: str, result: Result, job: Job) -> str | None:
    """Write the result; returns where to. Nothing is written for --diff and --check, or where nothing changed.

    Raises:
        CannotWrite: the place can't be written to.
    """
    if job.diff or job.check:
        return None
    if name == STDIN and job.output is None:
        if job.format is None:
            sys.stdout.buffer.write(result.migrated)
            sys.stdout.buffer.flush()
        return None
    if not result.changed and job.output is None:
        return None
    place = destination(name, job)
    files = {place: result.migrated}
    if not _to_one_file(job) and (beside := script_of(Path(name), result.original)) is not None:
        files[destination(str(beside), job)] = alike(name, result.original, result.migrated, beside)
    write_all(files)
    return str(place)


def _to_one_file(job: Job) -> bool:
    """Whether -o names a file, and not a folder, or the result goes to standard output."""
    if job.output is None:
        return job.paths == (STDIN,)
    return len(job.paths) == 1 and not Path(job.paths[0]).is_dir() and not (job.into_folder or job.output.is_dir())


def destination(name: str, job: Job) -> Path:
    """Where the result goes: -o FILE or FOLDER, the input itself (--in-place), or NAME.migrated.SUFFIX beside it."""
    path = Path(name)
    if job.in_place:
        return path
    if job.output is None:
        return path.with_name(f"{path.stem}.migrated{path.suffix}")
    if _to_one_file(job):
        return job.output
    root = next((Path(p) for p in job.paths if Path(p).is_dir() and path.is_relative_to(p)), path.parent)
    return job.output / path.relative_to(root)


def write_all(files: Mapping[Path, bytes]) -> None:
    """Write all of these files or, where one can't be written, none.

    Raises:
        CannotWrite: with the operating system's reason.
    """
    before = {place: place.read_bytes() if place.is_file() else None for place in files} if len(files) > 1 else {}
    written: list[Path] = []
    try:
        for place, data in files.items():
            write(place, data)
            written.append(place)
    except CannotWrite:
        for place in written:
            if (old := before[place]) is None:
                place.unlink()
            else:
                write(place, old)
        raise


def write(place: Path, data: bytes) -> None:
    """Write a file whole or not at all, keeping the mode of the one it replaces.

    Raises:
        CannotWrite: with the operating system's reason.
    """
    import tempfile

    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place = place.resolve()
        handle, aside = tempfile.mkstemp(prefix=f".{place.name}.", suffix=_PART, dir=place.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            mode = place.stat().st_mode & 0o7777 if place.exists() else 0o666 & ~_umask()
            Path(aside).chmod(mode)
            Path(aside).replace(place)
        except BaseException:
            Path(aside).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CannotWrite(f"{place}: can't be written ({error.strerror or error}); the input is untouched") from error


def sweep(place: Path) -> None:
    """Remove what a `write` to this place that was killed has left beside it."""
    from glob import escape

    place = place.resolve()
    for left in place.parent.glob(f".{escape(place.name)}.*{_PART}"):
        left.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
