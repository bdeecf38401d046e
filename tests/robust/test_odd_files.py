"""Large notebooks, odd folders, full disks, and two runs on one file."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.migrator.conftest import Call, migrate, notebook

__all__ = ["migrate"]

ROOT = Path(__file__).parents[2]
OLD, NEW = "import numpy as np\nx = np.float(3)\n", "import numpy as np\nx = float(3)\n"


def sources(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(path.read_bytes())["cells"]]


def with_output(text: str, **data: Any) -> str:
    book = json.loads(notebook(OLD, "y = 1"))
    book["cells"][0]["outputs"] = [{"output_type": "display_data", "metadata": {}, "data": {"text/plain": text, **data}}]
    return json.dumps(book, indent=1)


# --- sizes ---


def test_a_hundred_megabytes_of_outputs(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(with_output("pandas 0.20.3 " * 1_000_000, **{"image/png": "iVBORw0KGgo=" * 7_200_000}))
    assert (tmp_path / "a.ipynb").stat().st_size > 100_000_000
    done = migrate(tmp_path / "a.ipynb", "--codemods-only")
    assert done.code == 0 and sources(tmp_path / "a.migrated.ipynb")[0] == NEW
    was, now = (p.stat().st_size for p in (tmp_path / "a.ipynb", tmp_path / "a.migrated.ipynb"))
    assert now == was - len("np.")


def test_five_thousand_cells(migrate: Call, tmp_path: Path) -> None:
    plain = [f"y{n} = {n}\nz = y{n} + 1\n" for n in range(5000)]
    (tmp_path / "a.ipynb").write_text(notebook(OLD, *plain, "t = np.int(z)\n"))
    assert migrate(tmp_path / "a.ipynb", "--codemods-only").code == 0
    found = sources(tmp_path / "a.migrated.ipynb")
    assert found == [NEW, *plain, "t = int(z)\n"]


@pytest.mark.parametrize(
    "line",
    ["s = '" + "a" * 1_000_000 + "'", "# " + "b" * 1_000_000, "!echo " + "c" * 1_000_000, "d = " + "e" * 1_000_000],
    ids=["text", "comment", "shell", "name"],
)  # fmt: skip
def test_a_line_of_a_megabyte(migrate: Call, tmp_path: Path, line: str) -> None:
    (tmp_path / "a.ipynb").write_text(notebook(f"{OLD}{line}\ny = np.int(x)"))
    assert migrate(tmp_path / "a.ipynb", "--codemods-only").code == 0
    assert sources(tmp_path / "a.migrated.ipynb") == [f"{NEW}{line}\ny = int(x)"]


def test_code_that_is_nested_too_deeply_costs_its_cell(migrate: Call, tmp_path: Path) -> None:
    deep = "s = " + "1 + " * 20_000 + "1"
    (tmp_path / "a.ipynb").write_text(notebook(OLD, deep))
    assert migrate(tmp_path / "a.ipynb", "--codemods-only").code in (0, 1)
    assert sources(tmp_path / "a.migrated.ipynb") == [NEW, deep]


# --- folders ---


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One script, seen through a link, a loop of links and a link to nothing; and files that are none."""
    work = tmp_path / "work"
    (work / "sub").mkdir(parents=True)
    (work / "a.py").write_text(OLD)
    (work / "sub" / "up").symlink_to(work)
    (work / "loop.py").symlink_to("loop.py")
    (work / "nothing.ipynb").symlink_to("gone.ipynb")
    (work / "folder.ipynb").mkdir()
    os.mkfifo(work / "pipe.ipynb")
    return work


def test_links_loops_and_pipes(migrate: Call, folder: Path) -> None:
    done = migrate(folder, "--codemods-only", "--format", "json")
    told = {Path(f["path"]).name: f.get("error", "") for f in done.json}
    assert set(told) == {"a.py", "loop.py", "nothing.ipynb"}
    assert told["a.py"] == "" and (folder / "a.migrated.py").read_text() == NEW
    assert "no such file" in told["nothing.ipynb"] and "Too many levels of symbolic links" in told["loop.py"]
    assert done.code == 2


def test_a_link_to_a_notebook_stays_one(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text(OLD)
    (tmp_path / "link.py").symlink_to("real.py")
    migrate(tmp_path / "link.py", "--codemods-only", "--in-place")
    assert (tmp_path / "link.py").is_symlink() and (tmp_path / "real.py").read_text() == NEW


@pytest.mark.skipif(os.geteuid() == 0 and shutil.which("setpriv") is None, reason="root may do anything")
def test_files_that_may_not_be_read_or_written(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text(OLD)
    (tmp_path / "secret.py").chmod(0)
    (tmp_path / "a.py").write_text(OLD)
    tmp_path.chmod(0o555)
    # Root without its special rights: then its own files are as closed to it as anybody's.
    without = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    command = [*without, sys.executable, "-m", "migrator.cli", "secret.py", "a.py", "--codemods-only"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    finally:
        tmp_path.chmod(0o755)
    assert done.returncode == 2
    assert "secret.py: can't be read: Permission denied" in done.stderr
    assert "a.migrated.py: can't be written (Permission denied); the input is untouched" in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.py", "secret.py"]


# --- disks ---


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 64 kB with a script on it and little else free."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("no disk can be mounted here")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_a_full_disk(migrate: Call, full_disk: Path) -> None:
    """Nothing half-written is left, and the input is whole."""
    text = OLD + "# " + "x" * 20_000 + "\n"
    (full_disk / "a.py").write_text(text)
    (full_disk / "rest").write_bytes(b"x" * 36_864)
    for option in ("--in-place", "--unsafe-fixes"):
        done = migrate(full_disk / "a.py", "--codemods-only", option)
        assert done.code == 2 and "can't be written (No space left on device); the input is untouched" in done.err
        assert (full_disk / "a.py").read_text() == text
        assert sorted(p.name for p in full_disk.iterdir()) == ["a.py", "rest"]


@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
def test_a_cache_on_a_full_disk(tmp_path: Path, full_disk: Path) -> None:
    (full_disk / "rest").write_bytes(b"x" * 60_000)
    (tmp_path / "a.py").write_text(OLD)
    env = os.environ | {"PYTHONPATH": str(ROOT), "NBMIGRATE_CACHE": str(full_disk)}
    command = [sys.executable, "-m", "migrator.cli", "a.py", "--codemods-only"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "can't be unpacked" in done.stderr and "Traceback" not in done.stderr


# --- two at once ---


def test_two_runs_on_one_file(tmp_path: Path) -> None:
    """Either wins, whole: a reader never sees anything else than one of the two texts."""
    text = OLD + "".join(f"y{n} = np.int({n})\n" for n in range(300))
    want = NEW + "".join(f"y{n} = int({n})\n" for n in range(300))
    (tmp_path / "a.py").write_text(text)
    command = [sys.executable, "-m", "migrator.cli", "a.py", "--codemods-only", "--in-place"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    running = [
        subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(3)
    ]
    seen = set()
    while any(process.poll() is None for process in running):
        seen.add((tmp_path / "a.py").read_text())
        time.sleep(0.005)
    assert {process.wait() for process in running} == {0}, [p.stderr.read() for p in running if p.stderr]
    for process in running:
        if process.stderr:
            process.stderr.close()
    assert seen <= {text, want} and (tmp_path / "a.py").read_text() == want
    assert [p.name for p in tmp_path.iterdir()] == ["a.py"]
