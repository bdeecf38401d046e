"""Batches whose processes die: the command itself at any moment, or a worker over a file."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.util import get_temp_dir
from pathlib import Path

import pytest

from migrator.batch_options import QUEUE
from migrator.batch_queue import Queue, results
from migrator.errors import BadQueue
from migrator.pool import Death, in_processes
from tests.llm.scripted import repair, scripted
from tests.migrator.conftest import Call, migrate, notebook

__all__ = ["migrate"]

KILLS = 50
COMMAND = (sys.executable, "-c", "from migrator.cli import main; main()")
KILLER = "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)"  # the kernel's parent is the worker


def ended(folder: Path) -> dict[str, float]:
    """When each file of a batch was done."""
    try:
        rows = list(results(folder / QUEUE))
    except BadQueue as error:
        assert "no batch has been here" in str(error)  # it had not begun
        return {}
    with_time = {row.path: row for row in rows if row.finished is not None}
    assert all(row.state == "done" for row in with_time.values())
    return {path: row.finished for path, row in with_time.items()}  # type: ignore[misc]


def written(folder: Path) -> dict[str, bytes]:
    """All files but the queue's own, whatever their name."""
    return {p.name: p.read_bytes() for p in folder.rglob("*") if p.is_file() and not p.name.startswith(QUEUE)}


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """A batch is killed and started again, fifty times: nothing is lost, done twice or half written."""
    chance = random.Random(8)
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for number in range(16):  # small ones: much of the time goes into writing and recording
        (source / f"n{number}.ipynb").write_text(notebook(f"import collections\nprint(collections.Mapping, {number})\n"))
    command = [*COMMAND, str(source), "--codemods-only", "-o", str(out), "-j", "2"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}

    start = time.monotonic()
    assert subprocess.run(command, check=False, **quiet).returncode in (0, 1)  # type: ignore[call-overload]
    whole = time.monotonic() - start
    expected, inputs = written(out), written(source)
    assert len(expected) == len(inputs)
    shutil.rmtree(out)

    kills = batches = 0
    done: dict[str, float] = {}
    while kills < KILLS:
        process = subprocess.Popen(command, start_new_session=True, **quiet)  # type: ignore[call-overload]
        try:
            code = process.wait(chance.uniform(0.2, 1) * whole)
        except subprocess.TimeoutExpired:
            kills += 1
            # The command alone, as by the system for memory, or all its processes, as by a power cut.
            (os.kill if chance.random() < 0.5 else os.killpg)(process.pid, signal.SIGKILL)
            process.communicate()
            for name, data in written(out).items() if out.exists() else ():
                assert data == expected[name] if name in expected else name.endswith(".part")
        else:
            assert code in (0, 1), process.stderr and process.stderr.read()
            assert written(out) == expected  # whole, and nothing beside it
            batches += 1
        now = ended(out)
        assert now.items() >= done.items()  # what was done stays done, as it was
        done = now
        if process.returncode >= 0:
            assert len(done) == len(expected)
            shutil.rmtree(out)
            done = {}
    assert batches
    assert written(source) == inputs


def fragile(item: str) -> str:
    """Answers, or dies in the way that the item names."""
    if item == "exit":
        os._exit(3)
    if item == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    if item == "memory":
        os.kill(os.getpid(), signal.SIGKILL)  # what the system does when memory runs out
    return f"{item} by {os.getpid()}"


def test_a_worker_that_dies_is_replaced() -> None:
    items = ["a", "exit", "b", "segfault", "memory", "c", "d"]
    queue = iter(enumerate(items))
    found = {items[number]: answer for number, answer in in_processes(fragile, partial(next, queue, None), 2)}
    deaths = {item: answer.reason for item, answer in found.items() if isinstance(answer, Death)}
    assert deaths == {
        "exit": "ended with code 3",
        "segfault": "killed by SIGSEGV",
        "memory": "killed by SIGKILL, often for lack of memory",
    }
    assert {str(answer).partition(" by ")[0] for answer in found.values()} >= {"a", "b", "c", "d"}


def test_workers_end_with_the_iterator() -> None:
    answers = in_processes(fragile, partial(next, iter(enumerate("abc")), None), 2)
    _, answer = next(answers)
    answers.close()
    pid = int(str(answer).rpartition(" ")[2])
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.fixture
def kernels() -> None:
    if importlib.util.find_spec("ipykernel") is None or importlib.util.find_spec("nbclient") is None:
        pytest.skip("NOT CHECKED: the group 'run' is not installed")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Notebooks that run, and one that kills the process that runs it."""
    home = tmp_path / "in"
    home.mkdir()
    for number in range(3):
        (home / f"n{number}.ipynb").write_text(notebook("import collections", "x = collections.Mapping\nprint(x)"))
    (home / "killer.ipynb").write_text(notebook(KILLER))
    return home


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], set[str]]]:
    """What is in a temporary folder of this test's own; its path is short, as those of sockets must be."""
    get_temp_dir()  # multiprocessing's own must outlive it
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("TMPDIR", folder)
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield lambda: {p.name for p in Path(folder).glob("nbmigrate-batch-*")}


def check_deaths(migrate: Call, folder: Path, out: Path, *options: str) -> None:
    done = migrate(folder, "--python", sys.executable, "-o", out, *options)
    assert done.code == 2
    assert "killer.ipynb: the process that migrates it died, 2 times: " in done.err
    assert done.out.endswith("4 files: 3 changed, 1 failed\n")
    found = {Path(row["path"]).name: row for row in migrate("results", out, "--format", "json").json}
    assert [found[f"n{number}.ipynb"]["state"] for number in range(3)] == ["done"] * 3
    assert all(found[f"n{number}.ipynb"]["runs"] == 1 for number in range(3))
    killer = found["killer.ipynb"]
    assert (killer["state"], killer["tries"], killer["crash"], killer["output"]) == ("failed", 2, True, None)
    assert set(written(out)) == {f"n{number}.ipynb" for number in range(3)}


def test_a_notebook_that_kills_its_process_costs_only_itself(
    migrate: Call, kernels: None, temporary: Callable[[], set[str]], folder: Path, tmp_path: Path
) -> None:
    check_deaths(migrate, folder, tmp_path / "out", "-j", "2")
    assert not temporary()  # the copies in which notebooks run are gone, also those of the dead


def test_on_ray(migrate: Call, kernels: None, folder: Path, tmp_path: Path) -> None:
    """A real cluster, of this machine: its workers die and are replaced."""
    pytest.importorskip("ray")
    check_deaths(migrate, folder, tmp_path / "out", "--executor", "ray", "-j", "2")


def test_ray_is_optional(migrate: Call, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # as if it were not installed
    done = migrate(folder, "--codemods-only", "--executor", "ray")
    assert done.code == 2 and "pip install 'nbmigrate[ray]'" in done.err


def test_a_killed_run_of_notebooks_leaves_nothing_behind(
    migrate: Call, kernels: None, temporary: Callable[[], set[str]], tmp_path: Path
) -> None:
    """Its workers and kernels end with it; the next one removes its copies, and does what was in hand."""
    home, out, mark = tmp_path / "in", tmp_path / "out", tmp_path / "mark"
    home.mkdir()
    slow = (
        f"import os, pathlib, time\npathlib.Path({str(mark)!r}).write_text(f'{{os.getpid()}} {{os.getppid()}}')\ntime.sleep(600)"
    )
    (home / "slow.ipynb").write_text(notebook(slow))
    process = subprocess.Popen(
        [*COMMAND, str(home), "--python", sys.executable, "-o", str(out), "-j", "1"], stdout=subprocess.DEVNULL
    )
    assert any(mark.exists() and mark.read_text().count(" ") for _ in waiting(60))
    process.kill()
    process.wait()
    pids = [int(word) for word in mark.read_text().split()]
    assert any(not any(map(alive, pids)) for _ in waiting(30))
    assert len(temporary()) == 1
    assert "1 are left, and no run is at work" in migrate("status", out).out
    (home / "slow.ipynb").write_text(notebook("print(1)"))
    assert migrate(home, "--python", sys.executable, "-o", out, "-j", "1").code == 0
    assert not temporary()


def waiting(seconds: float) -> Iterator[None]:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(0.1)


def alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def test_what_a_queue_says_is_not_removed_unseen(migrate: Call, kernels: None, folder: Path, tmp_path: Path) -> None:
    """A queue may come from anybody: only what a batch itself makes is removed."""
    precious = tmp_path / "nbmigrate-batch-mine"
    precious.mkdir()
    (folder / "killer.ipynb").unlink()
    with Queue(tmp_path / "out" / QUEUE) as queue:
        queue.set_scratch(precious)
    assert migrate(folder, "--python", sys.executable, "-o", tmp_path / "out", "-j", "1").code == 0
    assert precious.exists()


@pytest.mark.parametrize("most", [1, 3])
def test_notebooks_share_the_places_at_the_model_server(migrate: Call, kernels: None, tmp_path: Path, most: int) -> None:
    pytest.importorskip("openai")
    home = tmp_path / "in"
    home.mkdir()
    for number in range(3):
        (home / f"n{number}.ipynb").write_text(notebook("rates = {'b': 2}", "total = rate['b']"))
    slow = repair(1, "total = rates['b']")
    with scripted(slow) as script:
        script.replies[0] = type(script.replies[0])(slow, after=1.5)
        options = ("--llm-url", script.url, "--llm-requests", str(most), "-j", "3")
        done = migrate(home, "--python", sys.executable, "-o", tmp_path / "out", *options)
    assert done.code == 0, done
    assert len(script.asked) == 3
    assert script.most_at_once <= most
    rows = migrate("results", tmp_path / "out", "--format", "json").json
    assert [(row["calls"], row["tokens"]) for row in rows] == [(1, 120)] * 3
    assert all(
        json.loads((tmp_path / "out" / f"n{n}.ipynb").read_text())["cells"][1]["source"] == ["total = rates['b']"]
        for n in range(3)
    )
