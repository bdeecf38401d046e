"""The queue of a batch and what came of it: one SQLite file, which any number of programs may read while a batch writes.

A batch writes a result when the file that it tells of has been written. What was in hand when a batch was killed is
still `running` when the next one opens the queue, and is done again.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from migrator.errors import BadQueue, QueueBusy

if TYPE_CHECKING:
    from migrator.batch_task import Record
    from migrator.report import Reported

_OURS = 0x6E626D67  # SQLite's application id of such a file
_SCHEMA = 1
_TABLES = """
CREATE TABLE run (
    number INTEGER PRIMARY KEY, started REAL NOT NULL, ended REAL,
    scratch TEXT  -- the folder in which it runs notebooks, while it is there
);
CREATE TABLE task (
    file TEXT PRIMARY KEY,  -- absolute path
    path TEXT NOT NULL,  -- as it was named
    run INTEGER NOT NULL,  -- the last one that wanted it
    number INTEGER NOT NULL,  -- in that run
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
    work TEXT NOT NULL,  -- digest of all that decides what becomes of it, beside the inputs
    tries INTEGER NOT NULL DEFAULT 0,
    finished REAL,
    code INTEGER, changed INTEGER, cells INTEGER, not_analysed INTEGER, edits INTEGER, "left" INTEGER,
    runs INTEGER, calls INTEGER, tokens INTEGER, seconds REAL,
    inputs TEXT, output TEXT, output_digest TEXT, error TEXT, crash INTEGER,
    report TEXT  -- `Reported` as JSON
);
CREATE INDEX tasks_of_run ON task (run, state, number);
"""
_EMPTIED = (
    "finished", "code", "changed", "cells", "not_analysed", "edits", '"left"', "runs", "calls", "tokens", "seconds",
    "inputs", "output", "output_digest", "error", "crash", "report",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Task:
    """A file that a run wants done: its absolute path, its name, and the digest of what decides."""

    file: str
    path: str
    work: str


@dataclass(frozen=True, slots=True)
class Settled:
    """What an earlier run knows of a file: the digests that it was made from, and whether there is a part of an HTML report."""

    work: str
    inputs: Mapping[str, str]
    written: bool
    has_entry: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A row of `migrate results`. Times are seconds; `finished` is UTC, ISO 8601; None: not there (yet)."""

    path: str
    state: str
    tries: int
    code: int | None
    changed: bool | None
    cells: int | None
    not_analysed: int | None
    edits: int | None
    left: int | None
    runs: int | None
    calls: int | None
    tokens: int | None
    seconds: float | None
    finished: str | None
    input_digest: str | None
    output: str | None
    output_digest: str | None
    error: str | None
    crash: bool | None


@dataclass(frozen=True, slots=True)
class Status:
    """How far a batch is. `rate`: files a second of the last run, None where nothing is done yet; `busy`: a run is at work."""

    done: int
    failed: int
    running: int
    waiting: int
    busy: bool
    rate: float | None

    @property
    def total(self) -> int:
        return self.done + self.failed + self.running + self.waiting


class Queue:
    """The queue of one batch, held by one run at a time. Use it as a context manager. A number names a file within the run.

    Raises:
        QueueBusy: another run holds it.
        BadQueue: the file can't be used; at any time, where it can't be written.
    """

    def __init__(self, place: Path) -> None:
        self.place = place
        self.number = 0

    def __enter__(self) -> Queue:
        with told(self.place):
            try:
                self.place.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadQueue(f"{self.place}: can't be made ({error.strerror}); --queue names another file") from error
            self._lock = _locked(self.place)
            try:
                self._db = _opened(self.place)
                begun = self._db.execute("INSERT INTO run (started) VALUES (?) RETURNING number", (time.time(),))
                self.number = begun.fetchone()[0]
            except BaseException:
                self._lock.close()
                raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with told(self.place):
            try:
                if kind is None:
                    self._db.execute("UPDATE run SET ended = ? WHERE number = ?", (time.time(), self.number))
            finally:
                self._db.close()
                self._lock.close()

    # --- what a run leaves ---

    def set_scratch(self, folder: Path | None) -> None:
        """Note the folder that is to be removed when this run ends, or after it was killed; None: it is removed."""
        self._db.execute("UPDATE run SET scratch = ? WHERE number = ?", (folder and str(folder), self.number))

    def scratches(self) -> list[Path]:
        """The folders of runs that were killed; they are not told of again."""
        rows = self._db.execute("SELECT scratch FROM run WHERE scratch IS NOT NULL AND number < ?", (self.number,)).fetchall()
        self._db.execute("UPDATE run SET scratch = NULL WHERE number < ?", (self.number,))
        return [Path(folder) for (folder,) in rows]

    def interrupted(self) -> set[str]:
        """The files that were in hand when an earlier run was killed; they wait now."""
        rows = self._db.execute("UPDATE task SET state = 'waiting' WHERE state = 'running' RETURNING file").fetchall()
        return {file for (file,) in rows}

    def settled(self, file: str) -> Settled | None:
        """What an earlier run made of a file; None where there is nothing, or it failed."""
        row = self._db.execute(
            "SELECT work, inputs, output IS NOT NULL, json_type(report, '$.entry') = 'object' FROM task "
            "WHERE file = ? AND state = 'done'",
            (_shown(file),),
        ).fetchone()
        return row and Settled(row[0], json.loads(row[1]), bool(row[2]), bool(row[3]))

    def want(self, tasks: Sequence[tuple[Task, bool]]) -> None:
        """Set what this run is to do, in this order; with each, whether it is done already."""
        emptied = ", ".join(f"{column} = NULL" for column in _EMPTIED)
        self._db.execute("BEGIN")
        for number, (task, done) in enumerate(tasks):
            row = (_shown(task.file), _shown(task.path), self.number, number, task.work)
            self._db.execute(
                "INSERT INTO task (file, path, run, number, work, state) VALUES (?, ?, ?, ?, ?, 'waiting') ON CONFLICT (file) "
                "DO UPDATE SET path = excluded.path, run = excluded.run, number = excluded.number"
                + ("" if done else f", work = excluded.work, state = 'waiting', tries = 0, {emptied}"),
                row,
            )
        self._db.execute("COMMIT")

    # --- what is done ---

    def take(self) -> int | None:
        """The number of the next file to do, which counts as in hand; None: none waits."""
        row = self._db.execute(
            "UPDATE task SET state = 'running', tries = tries + 1 WHERE file = (SELECT file FROM task "
            "WHERE run = ? AND state = 'waiting' ORDER BY number LIMIT 1) RETURNING number",
            (self.number,),
        ).fetchall()
        return row[0][0] if row else None

    def tries(self, number: int) -> int:
        """How often this run has begun a file."""
        found: int = self._db.execute("SELECT tries FROM task WHERE run = ? AND number = ?", (self.number, number)).fetchone()[0]
        return found

    def give_back(self, number: int) -> None:
        """Let a file wait again."""
        self._db.execute("UPDATE task SET state = 'waiting' WHERE run = ? AND number = ?", (self.number, number))

    def finish(self, number: int, record: Record) -> None:
        """Keep what became of a file."""
        one = record.reported
        values = {
            "state": "failed" if one.error else "done", "finished": time.time(), "code": one.code, "changed": one.changed,
            **asdict(record.figures), "seconds": round(record.seconds, 3), "inputs": json.dumps(record.inputs),
            "output": record.output and _shown(record.output), "output_digest": record.output_digest,
            "error": _shown(one.error) or None, "crash": one.crash, "report": json.dumps(asdict(one)),
        }  # fmt: skip
        columns = ", ".join(f'"{column}" = ?' for column in values)
        self._db.execute(f"UPDATE task SET {columns} WHERE run = ? AND number = ?", (*values.values(), self.number, number))

    def reports(self) -> Iterator[Reported]:
        """What is told of each file of this run, in its order."""
        from migrator.html_report import entry_from
        from migrator.report import Reported

        query = "SELECT report FROM task WHERE run = ? AND report IS NOT NULL ORDER BY number"
        for (text,) in self._db.execute(query, (self.number,)):
            data = json.loads(text)
            yield Reported(**{**data, "entry": data["entry"] and entry_from(data["entry"])})


def status(place: Path) -> Status:
    """How far the batch with this queue is. Raises BadQueue."""
    with told(place), closing(_read(place)) as db:
        counts = dict(db.execute("SELECT state, count(*) FROM task GROUP BY state").fetchall())
        count, last, started = db.execute(
            "SELECT count(task.finished), max(task.finished), run.started FROM run LEFT JOIN task "
            "ON task.run = run.number AND task.finished >= run.started WHERE run.number = (SELECT max(number) FROM run)"
        ).fetchone()
    rate = count / (last - started) if count and last > started else None
    done, failed, running, waiting = (counts.get(state, 0) for state in ("done", "failed", "running", "waiting"))
    return Status(done, failed, running, waiting, _busy(place), rate)


def results(place: Path) -> Iterator[Result]:
    """What became of each file in the queue, by path. Raises BadQueue."""
    from datetime import UTC, datetime

    flags = {"changed", "crash"}
    with told(place), closing(_read(place)) as db:
        db.row_factory = sqlite3.Row
        for row in db.execute("SELECT * FROM task ORDER BY path, file"):
            found: dict[str, Any] = {field.name: row[field.name] for field in fields(Result) if field.name != "input_digest"}
            found |= {name: bool(found[name]) for name in flags if found[name] is not None}
            if (at := row["finished"]) is not None:
                found["finished"] = datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")
            digests = json.loads(row["inputs"] or "{}")
            yield Result(**found, input_digest=digests.get(row["file"]))


@contextmanager
def told(place: Path) -> Iterator[None]:
    """Turn the errors of the database into BadQueue."""
    try:
        yield
    except sqlite3.Error as error:
        raise BadQueue(f"{place}: the queue of the batch can't be used: {error}; --queue names another file") from error


def _locked(place: Path) -> sqlite3.Connection:
    """A hold on the queue that ends with this process, however it ends: SQLite's own lock of a file beside it."""
    lock = sqlite3.connect(f"{place}-lock", timeout=2, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise QueueBusy(
            f"{place}: another run is at work on this batch; wait for it (migrate status tells how far it is), or give this one "
            "a queue of its own with --queue"
        ) from None
    return lock


def _busy(place: Path) -> bool:
    lock = Path(f"{place}-lock")
    if not lock.exists():
        return False
    with closing(sqlite3.connect(f"{lock.absolute().as_uri()}?mode=ro", uri=True, timeout=0)) as db:
        try:
            _tables(db)
        except sqlite3.OperationalError as error:
            return error.sqlite_errorcode == sqlite3.SQLITE_BUSY
    return False


def _opened(place: Path) -> sqlite3.Connection:
    """The database, made if it is new; each statement is its own transaction."""
    db = sqlite3.connect(place, isolation_level=None)
    try:
        if not _tables(db):
            # In one transaction, or a kill between two statements leaves half a database.
            db.executescript(f"BEGIN; PRAGMA application_id = {_OURS}; PRAGMA user_version = {_SCHEMA}; {_TABLES} COMMIT;")
        _check(db, place)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
    except BaseException:
        db.close()
        raise
    return db


def _read(place: Path) -> sqlite3.Connection:
    """For reading; what a batch that was killed has left half done is undone first, so not read-only."""
    none = BadQueue(f"{place}: no batch has been here; `migrate PATH… -j N` makes one, --queue says where")
    if not place.is_file():
        raise none
    db = sqlite3.connect(f"{place.absolute().as_uri()}?mode=rw", uri=True)
    try:
        if not _tables(db):
            raise none  # it was killed as it began
        _check(db, place)
    except BaseException:
        db.close()
        raise
    return db


def _tables(db: sqlite3.Connection) -> int:
    found: int = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return found


def _check(db: sqlite3.Connection, place: Path) -> None:
    ours, schema = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))
    if (ours, schema) != (_OURS, _SCHEMA):
        why = "it is of another version of migrate" if ours == _OURS else "it is another program's database"
        raise BadQueue(f"{place}: no queue of a batch ({why}); remove it, or name another file with --queue")


def _shown(text: str) -> str:
    """A path as text: one that is no UTF-8 can't be stored as it is."""
    return text.encode("utf-8", "backslashreplace").decode()
