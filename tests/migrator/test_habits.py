"""What a project's own habits ask for: `# noqa`, the cell tag, `[tool.migrate]`, formats for other programs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from migrator.config import _nearest
from tests.migrator.conftest import Call, migrate, notebook

__all__ = ["migrate"]

OLD = "import numpy as np\nx = np.float(3)\ny = np.int(4)"
NEW = "import numpy as np\nx = float(3)\ny = int(4)"


@pytest.fixture(autouse=True)
def fresh() -> None:
    _nearest.cache_clear()


def migrated(migrate: Call, folder: Path, source: str, *options: str) -> str:
    (folder / "a.py").write_text(source)
    done = migrate(folder / "a.py", "--codemods-only", "-o", folder / "b.py", *options)
    assert done.code in (0, 1), done
    return (folder / "b.py").read_text()


@pytest.mark.parametrize(
    ("comment", "kept"),
    [("# noqa", True), ("# NOQA: NP", True), ("# noqa: NP999", False), ("# noqa: NP001", True), ("# noqa: E501", False), ("# noqa: E501, NP", True),
     ("# see noqa", False)],
)  # fmt: skip
def test_noqa(migrate: Call, tmp_path: Path, comment: str, kept: bool) -> None:
    found = migrated(migrate, tmp_path, f"import numpy as np\nx = np.float(3)  {comment}\ny = np.int(4)\n")
    assert f"x = {'np.' if kept else ''}float(3)  {comment}\n" in found
    assert "y = int(4)" in found


def test_a_noqa_for_the_very_code(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(OLD)
    (report,) = migrate(tmp_path / "a.py", "--codemods-only", "--check", "--format", "json").json
    code = next(e["code"] for e in report["edits"] if e["line"] == 2)
    assert "np.float(3)" in migrated(migrate, tmp_path, OLD.replace("np.float(3)", f"np.float(3)  # noqa: {code}"))


def test_the_tag(migrate: Call, tmp_path: Path) -> None:
    """A tagged cell still tells what its names are; it is never changed."""
    book = json.loads(notebook("import numpy as np\nx = np.float(3)", "y = np.int(4)"))
    book["cells"][0]["metadata"]["tags"] = ["skip-migrate"]
    (tmp_path / "a.ipynb").write_text(json.dumps(book))
    (report,) = migrate(tmp_path / "a.ipynb", "--codemods-only", "--format", "json").json
    after = json.loads((tmp_path / "a.migrated.ipynb").read_text())
    assert after["cells"][0] == book["cells"][0]
    assert after["cells"][1]["source"] == ["y = int(4)"]
    assert report["notes"] == ["cell 0 is tagged skip-migrate: left as it is"]


def project(folder: Path, text: str) -> None:
    (folder / "pyproject.toml").write_text(f"[tool.migrate]\n{text}\n")


def test_a_project_says_what_to_ignore(migrate: Call, tmp_path: Path) -> None:
    project(tmp_path, 'ignore = ["NP"]')
    assert migrated(migrate, tmp_path, OLD) == OLD
    _nearest.cache_clear()
    project(tmp_path, '[tool.migrate.per-file-ignores]\n"other.py" = ["NP"]\n"sub/*.py" = ["NP"]')
    assert migrated(migrate, tmp_path, OLD) == NEW
    (tmp_path / "sub").mkdir()
    assert migrated(migrate, tmp_path / "sub", OLD) == OLD


def test_a_project_says_the_target_and_the_command_line_stands_above(migrate: Call, tmp_path: Path) -> None:
    project(tmp_path, 'target = { numpy = "1.19" }\nas-of = 2018-03-01')
    assert migrated(migrate, tmp_path, OLD) == OLD  # numpy 1.19 still has them
    assert migrated(migrate, tmp_path, OLD, "--target", "numpy==2.0") == NEW


def test_excluded_files_of_a_folder(migrate: Call, tmp_path: Path) -> None:
    project(tmp_path, 'exclude = ["old/*"]')
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a.py").write_text(OLD)
    (tmp_path / "b.py").write_text(OLD)
    found = migrate(tmp_path, "--codemods-only", "--check", "--format", "json").json
    assert [Path(f["path"]).name for f in found] == ["b.py"]
    assert len(migrate(tmp_path / "old" / "a.py", "--codemods-only", "--check", "--format", "json").json) == 1  # asked for


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("selct = []", "has no key 'selct'; there are select, ignore"),
        ('select = "PD"', "expected a list of codes"),
        ("unsafe-fixes = 1", "expected true or false"),
        ('as-of = "soon"', "expected a date"),
        ('target = { pandas = "new" }', "expected versions by library"),
        ("select = [", "can't be read"),
    ],
)
def test_a_project_that_is_wrong(migrate: Call, tmp_path: Path, text: str, says: str) -> None:
    project(tmp_path, text)
    (tmp_path / "a.py").write_text(OLD)
    done = migrate(tmp_path / "a.py", "--codemods-only")
    assert done.code == 2 and says in done.err and "pyproject.toml" in done.err


# --- formats ---


def reported(migrate: Call, folder: Path, form: str) -> str:
    (folder / "a.ipynb").write_text(notebook(OLD, "df = 3"))
    (folder / "broken.ipynb").write_text("{")
    done = migrate(folder / "a.ipynb", folder / "broken.ipynb", "--codemods-only", "--check", "--format", form)
    assert done.code == 2
    return done.out


def test_sarif(migrate: Call, tmp_path: Path) -> None:
    (run,) = json.loads(reported(migrate, tmp_path, "sarif"))["runs"]
    first = run["results"][0]
    assert first["ruleId"] in {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert first["level"] == "note" and first["properties"]["after"] == "x = float(3)"
    place = first["locations"][0]
    assert place["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 5, "endLine": 2, "endColumn": 13}
    assert place["logicalLocations"] == [{"name": "cell 0", "kind": "cell"}]
    (invocation,) = run["invocations"]
    assert not invocation["executionSuccessful"] and "broken.ipynb" in str(invocation["toolExecutionNotifications"])


def test_github(migrate: Call, tmp_path: Path) -> None:
    lines = reported(migrate, tmp_path, "github").splitlines()
    assert lines[0].startswith(f"::notice file={tmp_path}/a.ipynb,title=NP")
    assert "::cell 0, line 2: " in lines[0]
    assert lines[-1].startswith("::error file=") and "broken.ipynb" in lines[-1]
    (tmp_path / "a%b.py").write_text(OLD)
    out = migrate(tmp_path / "a%b.py", "--codemods-only", "--check", "--format", "github").out
    assert f"file={tmp_path}/a%25b.py,title=NP" in out and "line=2,col=5" in out


def test_junit(migrate: Call, tmp_path: Path) -> None:
    suite = ElementTree.fromstring(reported(migrate, tmp_path, "junit"))
    assert (suite.get("tests"), suite.get("errors")) == ("2", "1")
    cases = {Path(case.get("name", "")).name: case for case in suite}
    assert "NP" in (cases["a.ipynb"].findtext("system-out") or "")
    assert cases["broken.ipynb"].find("error") is not None


def test_version(migrate: Call) -> None:
    done = migrate("--version")
    assert done.code == 0
    assert done.out.startswith("migrate ") and "pandas to " in done.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("migrate --sel", "--select"),
        ("migrate ru", "rules run"),
        ("migrate --format j", "json junit"),
        ("migrate a.ipynb ru", ""),  # files: bash's own
        ("migrate run --cel", "--cell-limit"),
        ("migrate apidb show --a", "--at"),
    ],
)
def test_completion(tmp_path: Path, line: str, offered: str) -> None:
    """In a real bash: its completion function is what `migrate --show-completion` prints there."""
    command = tmp_path / "migrate"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m migrator.cli "$@"\n')
    command.chmod(0o755)
    words = line.split(" ")
    script = f"""
        eval "$(migrate --show-completion)"
        COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}
        _migrate_completion migrate
        echo "${{COMPREPLY[*]}}"
        """
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == offered
