"""`migrate run`, as a user calls it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.migrator.conftest import Call
from tests.runner.conftest import written


def test_a_clean_run_is_saved(migrate: Call, tmp_path: Path) -> None:
    path = written(tmp_path, "print(6 * 7)")
    before = path.read_bytes()
    called = migrate("run", path, "--python", sys.executable)
    assert called.code == 0, called
    assert "1 of 1 cells ran, clean" in called.out
    saved = json.loads((tmp_path / "nb.executed.ipynb").read_text())
    assert saved["cells"][0]["outputs"][0]["text"] == "42\n"
    assert path.read_bytes() == before


def test_first_causes_come_with_what_follows(migrate: Call, tmp_path: Path) -> None:
    path = written(tmp_path, "import pandas as pd\ndf = pd.DataFrame({'a': [1]})", "b = df.ix[0]", "b.sum()")
    called = migrate("run", path)
    assert called.code == 1
    assert "cell 1, line 1, column 4 failed: AttributeError: 'DataFrame' object has no attribute 'ix'" in called.out
    assert "the receiver is a pandas.DataFrame" in called.out
    assert "cell 2 follows from it: NameError, b was to be bound there" in called.out
    assert "2 failed, 1 first causes" in called.out


def test_json(migrate: Call, tmp_path: Path) -> None:
    called = migrate("run", written(tmp_path, "1/0", "2"), "--format", "json", "-o", tmp_path / "out.ipynb")
    assert called.code == 1
    assert called.json["first_causes"] == [0] and called.json["clean"] is False
    assert called.json["cells"][0]["failure"]["exception"] == "ZeroDivisionError"
    assert called.json["saved"] == str(tmp_path / "out.ipynb")


def test_a_script_runs_cell_by_cell(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("# %%\nx = 1\n# %%\nprint(x + 1)\n")
    called = migrate("run", tmp_path / "script.py")
    assert called.code == 0 and "2 of 2 cells ran" in called.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("missing.ipynb",), "missing.ipynb: can't be read: No such file"),
        (("nb.ipynb", "--python", "no/python"), "no/python: no interpreter that can be run"),
        (("nb.ipynb", "--memory", "much"), "--memory much: expected a size, for instance --memory 4g"),
        (("nb.ipynb", "--time-limit", "0"), "--time-limit 0: expected seconds, more than 0"),
        (("nb.ipynb", "-o", "nb.ipynb"), "--output nb.ipynb: that is the notebook itself"),
        (("nb.ipynb", "-o", "no/folder/x.ipynb"), "no/folder/x.ipynb: there is no folder no/folder; make it first"),
    ],
)
def test_what_a_user_can_get_wrong(
    migrate: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    written(tmp_path, "1")
    monkeypatch.chdir(tmp_path)
    called = migrate("run", *arguments)
    assert called.code == 2 and message in called.err and "Traceback" not in called.err


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_what_was_done_is_kept_when_the_user_stops_it(tmp_path: Path, signum: int) -> None:
    path = written(tmp_path, "print('done')", "import time\nopen('begun', 'w')\nprint('begun', flush=True)\ntime.sleep(300)", "1")
    command = [sys.executable, "-m", "migrator.cli", "run", str(path)]
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        command,
        cwd=root,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # what a shell starts in the background ignores it
    ) as process:
        for _ in range(600):
            if list(tmp_path.glob("nbmigrate-*/work/*/begun")):
                break
            time.sleep(0.1)
        time.sleep(0.5)
        process.send_signal(signum)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 1 and "ended early: stopped by the user" in out
    saved = json.loads((tmp_path / "nb.executed.ipynb").read_text())
    assert [c["outputs"][0]["text"] for c in saved["cells"][:2]] == ["done\n", "begun\n"]
    assert not list(tmp_path.glob("nbmigrate-*")), "the copy is gone"
