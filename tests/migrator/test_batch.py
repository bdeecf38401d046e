"""Batches: many files by a queue, what is done is not done again, and what came of it is told in every form."""

from __future__ import annotations

import csv
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from migrator.batch_options import QUEUE
from migrator.batch_queue import Queue
from tests.migrator.conftest import Call, Called, migrate, notebook

__all__ = ["migrate"]

COUNT = 5


def old(number: int) -> str:
    return f"import pandas as pd\nfor k, v in pd.DataFrame({{'a': [{number}]}}).iteritems():\n    print(k)\n"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A folder of old notebooks, one of them below, and one file that is no notebook."""
    folder = tmp_path / "course"
    (folder / "week 2").mkdir(parents=True)
    for number in range(COUNT):
        (folder / ("week 2" if number == 3 else ".") / f"n{number}.ipynb").write_text(notebook(old(number)))
    (folder / "broken.ipynb").write_text("{")
    return folder


def rows(migrate: Call, place: Path) -> dict[str, dict[str, object]]:
    """What `migrate results` tells, by the file's name."""
    return {Path(row["path"]).name: row for row in migrate("results", place, "--format", "json").json}


def finished(migrate: Call, place: Path) -> dict[str, object]:
    return {name: row["finished"] for name, row in rows(migrate, place).items()}


def files(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file() and not p.name.startswith(QUEUE)}


def test_it_does_what_the_plain_command_does(migrate: Call, course: Path, tmp_path: Path) -> None:
    plain = migrate(course, "--codemods-only", "--format", "json", "-o", tmp_path / "out")
    before = files(tmp_path / "out")
    for place in (tmp_path / "out").rglob("*.ipynb"):
        place.unlink()
    batch = migrate(course, "--codemods-only", "--format", "json", "-o", tmp_path / "out", "-j", "2")
    assert batch.code == plain.code == 2
    assert batch.json == plain.json  # in the same order, whatever came first
    assert files(tmp_path / "out") == before and len(before) == COUNT
    assert batch.err == ""  # no bar where there is no terminal


def test_the_text_tells_each_file_once(migrate: Call, course: Path, tmp_path: Path) -> None:
    done = migrate(course, "--codemods-only", "-o", tmp_path / "out", "-j", "2")
    for number in range(COUNT):
        assert done.out.count(f"n{number}.ipynb: 1 edit\n") == 1
    assert done.err.count("broken.ipynb") == 1
    assert done.out.endswith(f"{COUNT + 1} files: {COUNT} changed, 1 failed\n")


def test_what_is_done_is_not_done_again(migrate: Call, course: Path, tmp_path: Path) -> None:
    """Except for what failed, what has changed, and what was asked for otherwise."""
    out = tmp_path / "out"
    command = (course, "--codemods-only", "-o", out, "-j", "1")
    (course / "helper.py").write_text("import numpy as np\nx = np.float(3)\n")
    (course / "n0.ipynb").write_text(notebook("import helper\n" + old(0)))
    assert migrate(*command).code == 2
    first = finished(migrate, out)

    def changed(done: Called) -> set[str]:
        nonlocal first
        assert done.code == 2  # what is wrong with a file is not forgotten
        before, first = first, finished(migrate, out)
        return {name for name in first if first[name] != before[name]}

    again = migrate(*command)
    assert changed(again) == {"broken.ipynb"}
    assert f"{COUNT + 1} of them done before" in again.out

    (course / "n1.ipynb").write_text(notebook(old(11)))
    assert changed(migrate(*command)) == {"broken.ipynb", "n1.ipynb"}
    assert "11" in (out / "n1.ipynb").read_text()

    (course / "helper.py").write_text("import numpy as np\nx = np.float(4)\n")
    assert changed(migrate(*command)) == {"broken.ipynb", "helper.py", "n0.ipynb"}

    (out / "n2.ipynb").unlink()
    assert changed(migrate(*command)) == {"broken.ipynb", "n2.ipynb"}
    assert (out / "n2.ipynb").exists()

    everything = {"broken.ipynb", "helper.py", *(f"n{number}.ipynb" for number in range(COUNT))}
    assert changed(migrate(*command, "--ignore", "PD001")) == everything
    assert changed(migrate(*command, "--ignore", "PD001", "--again")) == everything


def test_a_project_that_says_otherwise(migrate: Call, course: Path, tmp_path: Path) -> None:
    """`[tool.migrate]` decides too: a new process reads it anew."""
    command = [sys.executable, "-m", "migrator.cli", str(course), "--codemods-only", "-o", str(tmp_path / "out"), "-j", "1"]
    subprocess.run(command, capture_output=True, check=False)
    before = finished(migrate, tmp_path / "out")
    (course / "pyproject.toml").write_text('[tool.migrate]\nignore = ["PD001"]\n')
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "0 changed" in done.stdout
    after = finished(migrate, tmp_path / "out")
    assert all(after[name] != before[name] for name in before)


def test_in_place(migrate: Call, course: Path) -> None:
    assert migrate(course, "--codemods-only", "--in-place", "-j", "2").code == 2
    before = files(course)
    assert b"items()" in before["n0.ipynb"] and b"iteritems" not in before["n0.ipynb"]
    done = finished(migrate, course)
    migrate(course, "--codemods-only", "--in-place", "-j", "2")
    assert files(course) == before
    assert {n for n, at in finished(migrate, course).items() if at != done[n]} == {"broken.ipynb"}


def test_a_check_writes_nothing(migrate: Call, course: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    assert migrate(course, "--codemods-only", "--check", "-j", "2").code == 2
    assert "-for k, v in" in migrate(course, "--codemods-only", "--diff", "-j", "2").out
    assert sorted(tmp_path.rglob("*")) == before


def test_results_inside_the_folder_are_no_input(migrate: Call, course: Path) -> None:
    for _ in range(2):
        done = migrate(course, "--codemods-only", "-o", course / "new", "-j", "1")
        assert f"{COUNT + 1} files:" in done.out


def test_the_report_has_all_files_whenever_they_were_done(migrate: Call, course: Path, tmp_path: Path) -> None:
    pytest.importorskip("jinja2")
    command = (course, "--codemods-only", "-o", tmp_path / "out", "-j", "2", "--report", tmp_path / "report.html")
    migrate(*command)
    first = (tmp_path / "report.html").read_text()
    (tmp_path / "report.html").unlink()
    assert f"{COUNT} of them done before" in migrate(*command).out
    assert (tmp_path / "report.html").read_text() == first
    assert all(f"n{number}.ipynb" in first for number in range(COUNT))


def test_one_file_pays_nothing_for_it(course: Path) -> None:
    look = "import atexit, sys; atexit.register(lambda: print(*sys.modules)); from migrator.cli import main; main()"
    command = [sys.executable, "-c", look, str(course / "n0.ipynb"), "--codemods-only"]
    loaded = set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
    assert "migrator.work" in loaded
    assert not loaded & {"multiprocessing", "rich", "migrator.batch", "migrator.batch_queue", "migrator.digests", "migrator.pool"}


def test_status(migrate: Call, course: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    migrate(course, "--codemods-only", "-o", out, "-j", "1")
    assert f"{COUNT + 1} of {COUNT + 1} files done, 1 of them failed" in migrate("status", out).out
    with Queue(out / QUEUE):
        told = migrate("status", out / QUEUE)
        assert "a run is at work: 0 in hand, 0 waiting" in told.out
    found = migrate("status", out, "--format", "json").json
    assert (found["done"], found["failed"], found["waiting"], found["busy"]) == (COUNT, 1, 0, False)


def test_results_in_each_format(migrate: Call, course: Path, tmp_path: Path) -> None:
    migrate(course, "--codemods-only", "-o", tmp_path / "out", "-j", "1")
    found = rows(migrate, tmp_path / "out")
    one, bad = found["n1.ipynb"], found["broken.ipynb"]
    assert (one["state"], one["code"], one["changed"], one["edits"], one["left"], one["cells"]) == ("done", 0, True, 1, 0, 1)
    assert one["output"] == str(tmp_path / "out" / "n1.ipynb") and one["input_digest"] != one["output_digest"]
    assert (bad["state"], bad["code"], bad["crash"], bad["output"]) == ("failed", 2, False, None)
    assert "broken.ipynb" in str(bad["error"])

    table = list(csv.DictReader(io.StringIO(migrate("results", tmp_path / "out").out)))
    assert [row["path"] for row in table] == sorted(str(row["path"]) for row in found.values())
    assert {row["state"] for row in table} == {"done", "failed"}

    place = tmp_path / "results.csv"
    migrate("results", tmp_path / "out", "-o", place)
    assert place.read_text() == migrate("results", tmp_path / "out").out

    parquet = pytest.importorskip("pyarrow.parquet")
    migrate("results", tmp_path / "out", "--format", "parquet", "-o", tmp_path / "results.parquet")
    read = parquet.read_table(tmp_path / "results.parquet")
    assert read.to_pylist() == migrate("results", tmp_path / "out", "--format", "json").json
    assert str(read.schema.field("tokens").type) == "int64" and str(read.schema.field("error").type) == "string"


def test_parquet_without_its_group(migrate: Call, course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(course, "--codemods-only", "-o", tmp_path / "out", "-j", "1")
    monkeypatch.setitem(sys.modules, "pyarrow", None)  # as if it were not installed
    done = migrate("results", tmp_path / "out", "--format", "parquet", "-o", tmp_path / "r.parquet")
    assert done.code == 2 and "pip install 'nbmigrate[parquet]'" in done.err
    assert "-o FILE" in migrate("results", tmp_path / "out", "--format", "parquet").err


def test_two_runs_at_once(migrate: Call, course: Path, tmp_path: Path) -> None:
    with Queue(tmp_path / "out" / QUEUE):
        done = migrate(course, "--codemods-only", "-o", tmp_path / "out", "-j", "1")
        assert done.code == 2 and "another run is at work on this batch" in done.err
        assert files(tmp_path / "out") == {}
        own = migrate(course, "--codemods-only", "-o", tmp_path / "other", "-j", "1", "--queue", tmp_path / "own.sqlite")
        assert f"{COUNT} changed" in own.out
    assert f"{COUNT} changed" in migrate(course, "--codemods-only", "-o", tmp_path / "out", "-j", "1").out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("course", "-j", "0"), "--jobs 0: expected 1 or more"),
        (("-", "-j", "2"), "standard input is no batch"),
        (("course", "-j", "2", "--record", "r.jsonl"), "--record keeps one notebook's run"),
        (("course", "-j", "2", "--verify-against", "course/n0.ipynb"), "say backport"),
        (
            ("course/n0.ipynb", "twin/n0.ipynb", "-j", "2", "-o", "out", "--codemods-only"),
            "would both be written to out/n0.ipynb",
        ),
        (("course", "--codemods-only", "--queue", "course/n0.ipynb"), "course/n0.ipynb: the queue of the batch can't be used"),
        (("course", "--codemods-only", "--queue", "other.sqlite"), "it is another program's database"),
        (("course", "--codemods-only", "--queue", "course/n0.ipynb/q"), "course/n0.ipynb/q: can't be made"),
    ],
)
def test_what_a_batch_cannot_do(
    migrate: Call, course: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], says: str
) -> None:
    import sqlite3

    monkeypatch.chdir(tmp_path)
    (tmp_path / "twin").mkdir()
    (tmp_path / "twin" / "n0.ipynb").write_text(notebook(old(0)))
    with sqlite3.connect("other.sqlite") as other:
        other.execute("CREATE TABLE theirs (x)")
    before = files(tmp_path)
    done = migrate(*options)
    assert done.code == 2 and says in done.err and "Traceback" not in done.err
    assert {name: data for name, data in files(tmp_path).items() if not name.endswith("-lock")} == before


def test_status_of_what_is_no_batch(migrate: Call, course: Path) -> None:
    (course / QUEUE).touch()  # killed as it began
    assert "no batch has been here" in migrate("results", course).err
    (course / QUEUE).unlink()
    done = migrate("status", course)
    assert done.code == 2 and "no batch has been here" in done.err
    assert migrate("results", course / "n0.ipynb").code == 2


def test_the_bar_is_for_terminals(course: Path, tmp_path: Path) -> None:
    """Standard error is a terminal; standard output, which is a file, has no trace of the bar."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "migrator.cli", str(course), "--codemods-only", "-o", str(tmp_path / "out"), "-j", "2"]
    with (tmp_path / "text").open("wb") as text:
        process = subprocess.Popen(command, stdout=text, stderr=theirs, env=os.environ | {"TERM": "xterm", "COLUMNS": "200"})
        os.close(theirs)
        shown = b""
        while True:
            try:
                data = os.read(ours, 65536)
            except OSError:
                break  # the last one who writes has gone
            shown += data
            if not data:
                break
    assert process.wait() == 2
    os.close(ours)
    assert f"{COUNT + 1}/{COUNT + 1}".encode() in shown and f"{COUNT} changed, 1 failed".encode() in shown
    assert "/6" not in (tmp_path / "text").read_text() and "\x1b" not in (tmp_path / "text").read_text()
