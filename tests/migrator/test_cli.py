"""The command line: what is written where, exit codes, and errors that a user can cause."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.migrator.conftest import Call, notebook

OLD = "import pandas as pd\nfor k, v in pd.DataFrame({'a': [1]}).iteritems():\n    print(k)\n"
NEW = OLD.replace("iteritems", "items")
MODERN = "import pandas as pd\nprint(pd.DataFrame({'a': [1]}).shape)\n"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.ipynb"
    path.write_text(notebook(OLD))
    return path


def sources(path: Path) -> list[str]:
    return ["".join(c["source"]) for c in json.loads(path.read_text())["cells"]]


def test_result_goes_beside_the_input(migrate: Call, old: Path) -> None:
    before = old.read_bytes()
    called = migrate(old, "--codemods-only")
    assert called.code == 0, called
    assert sources(old.with_name("old.migrated.ipynb")) == [NEW]
    assert old.read_bytes() == before
    assert "cell 0, line 2" in called.out and "pandas 2.0" in called.out


def test_output_file_and_folder(migrate: Call, old: Path, tmp_path: Path) -> None:
    migrate(old, "--codemods-only", "-o", tmp_path / "new.ipynb")
    assert sources(tmp_path / "new.ipynb") == [NEW]
    folder = tmp_path / "in" / "deep"
    folder.mkdir(parents=True)
    (folder / "a.ipynb").write_text(notebook(OLD))
    (folder / "b.py").write_text(MODERN)
    migrate(tmp_path / "in", "--codemods-only", "-o", tmp_path / "out")
    assert sources(tmp_path / "out" / "deep" / "a.ipynb") == [NEW]
    assert (tmp_path / "out" / "deep" / "b.py").read_text() == MODERN


def test_in_place_only_when_asked(migrate: Call, old: Path) -> None:
    old.chmod(0o640)
    assert migrate(old, "--codemods-only", "--in-place").code == 0
    assert sources(old) == [NEW]
    assert old.stat().st_mode & 0o777 == 0o640
    assert [p.name for p in old.parent.iterdir()] == ["old.ipynb"]


def test_diff_and_check_write_nothing(migrate: Call, old: Path) -> None:
    shown = migrate(old, "--codemods-only", "--diff")
    assert "-for k, v in pd.DataFrame({'a': [1]}).iteritems():" in shown.out
    assert "+for k, v in pd.DataFrame({'a': [1]}).items():" in shown.out
    assert migrate(old, "--codemods-only", "--check").code == 1
    assert [p.name for p in old.parent.iterdir()] == ["old.ipynb"]


def test_nothing_to_do(migrate: Call, tmp_path: Path) -> None:
    path = tmp_path / "modern.ipynb"
    path.write_text(notebook(MODERN))
    called = migrate(path, "--codemods-only")
    assert called.code == 0 and "nothing to rewrite" in called.out
    assert list(tmp_path.iterdir()) == [path]
    assert migrate(path, "--codemods-only", "--check").code == 0


def test_standard_input(migrate: Call) -> None:
    called = migrate("-", "--codemods-only", stdin=OLD.encode())
    assert called.out == NEW and "iteritems" in called.err
    assert json.loads(migrate("-", "--codemods-only", stdin=notebook(OLD).encode()).out)["cells"]


def test_json_report(migrate: Call, old: Path) -> None:
    (report,) = migrate(old, "--codemods-only", "--format", "json").json
    (edit,) = report["edits"]
    assert (edit["cell"], edit["line"], edit["release"]) == (0, 2, "pandas 2.0")
    assert "iteritems" in edit["before"] and ".items()" in edit["after"]
    assert report["left"] == []


def test_select_and_ignore(migrate: Call, old: Path) -> None:
    (report,) = migrate(old, "--codemods-only", "--check", "--format", "json").json
    code = report["edits"][0]["code"]
    assert migrate(old, "--codemods-only", "--check", "--ignore", code).code == 0
    assert migrate(old, "--codemods-only", "--check", "--select", code).code == 1
    assert migrate(old, "--codemods-only", "--check", "--select", "XX").code == 0


def test_target_decides(migrate: Call, old: Path) -> None:
    called = migrate(old, "--codemods-only", "--check", "--target", "pandas==1.5.3")
    assert called.code == 0 and "pandas 1.5.3" in called.out


def test_installed_versions_are_the_target(migrate: Call, old: Path) -> None:
    (report,) = migrate(old, "--codemods-only", "--check", "--format", "json", "--python", sys.executable).json
    from importlib.metadata import version

    assert report["target"]["versions"]["pandas"] == version("pandas")
    assert sys.executable in report["target"]["source"]


BAD = {
    "broken.ipynb": (b'{"cells": [', "JSON"),
    "no_notebook.ipynb": (b'{"a": 1}', "notebook"),
    "future.ipynb": (b'{"cells": [], "metadata": {}, "nbformat": 9, "nbformat_minor": 0}', "format 9"),
    "empty.ipynb": (b"", "empty"),
    "binary.py": (b"\xff\xfe\x00\x00\x01", ""),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_notebook(migrate: Call, tmp_path: Path, name: str) -> None:
    data, word = BAD[name]
    path = tmp_path / name
    path.write_bytes(data)
    called = migrate(path, "--codemods-only")
    assert called.code == 2
    assert name in called.err and word in called.err and "Traceback" not in called.err
    assert len(called.err.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_missing_and_empty_folder(migrate: Call, tmp_path: Path) -> None:
    missing = migrate(tmp_path / "nowhere.ipynb", "--codemods-only")
    assert missing.code == 2 and "nowhere.ipynb" in missing.err
    empty = migrate(tmp_path, "--codemods-only")
    assert empty.code == 2 and str(tmp_path) in empty.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_unreadable(migrate: Call, old: Path) -> None:
    old.chmod(0)
    assert migrate(old, "--codemods-only").code == 2


def test_place_that_cannot_be_written(migrate: Call, old: Path) -> None:
    called = migrate(old, "--codemods-only", "-o", "/proc/nowhere/new.ipynb")
    assert called.code == 2 and "can't be written" in called.err


def test_one_bad_file_does_not_stop_the_others(migrate: Call, old: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.ipynb"
    bad.write_text("{")
    called = migrate(bad, old, "--codemods-only")
    assert called.code == 2 and "bad.ipynb" in called.err
    assert (tmp_path / "old.migrated.ipynb").exists()


def test_empty_notebook(migrate: Call, tmp_path: Path) -> None:
    path = tmp_path / "empty.ipynb"
    path.write_text(notebook())
    called = migrate(path, "--codemods-only")
    assert "no code cells" in called.out and called.code == 0


def test_nothing_understood_is_not_nothing_to_do(migrate: Call, tmp_path: Path) -> None:
    path = tmp_path / "scala.ipynb"
    path.write_text(notebook("val x: Int = 3\nobject A extends B {"))
    called = migrate(path, "--codemods-only")
    assert "nothing could be analysed" in called.out and "cell 0: not analysed" in called.out
    assert called.code == 1


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--was", "pandas"], "--was pandas"),
        (["--was", "pandas==old"], "--was pandas==old"),
        (["--as-of", "2018"], "--as-of 2018"),
        (["--python", "/nowhere/python"], "/nowhere/python"),
        (["--in-place", "-o", "x"], "exclude"),
    ],
)
def test_bad_options(migrate: Call, old: Path, arguments: list[str], word: str) -> None:
    called = migrate(old, "--codemods-only", *arguments)
    assert called.code == 2 and word in called.err and "Traceback" not in called.err


def test_a_crash_in_one_file_is_reported(migrate: Call, old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import migrator.work

    def crash(*_: object) -> None:
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(migrator.work, "migrate_file", crash)
    called = migrate(old, "--codemods-only")
    assert called.code == 2 and "internal error" in called.err and "Traceback" not in called.err


def test_as_a_command(old: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "migrator.cli", str(old), "--codemods-only"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert sources(old.with_name("old.migrated.ipynb")) == [NEW]


def test_a_folder_that_is_not_there_yet(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import numpy as np\nx = np.float(3)\n")
    migrate(tmp_path / "a.py", "--codemods-only", "-o", f"{tmp_path}/out/")
    assert (tmp_path / "out" / "a.py").read_text() == "import numpy as np\nx = float(3)\n"


def test_a_long_sum_is_no_finding(migrate: Call, tmp_path: Path) -> None:
    """Of lists, more than Python may recurse: nothing in it concerns NumPy's scalars."""
    path = tmp_path / "a.py"
    path.write_text("import numpy as np\nx = np.array([0]" + " + [1]" * 1500 + ")\n")
    called = migrate(path, "--codemods-only", "--check")
    assert called.code == 0 and "nothing to rewrite" in called.out
