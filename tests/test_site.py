"""The documentation: its site builds without a warning, and every command that it shows does what it shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.migrator.conftest import notebook
from tools.site import ROOT, build

DOCS = ROOT / "docs"
COMMAND = re.compile(r"^\$ (migrate .*)$", re.MULTILINE)


@pytest.mark.skipif(find_spec("zensical") is None or find_spec("mkdocstrings_handlers") is None, reason="the extra docs")
def test_the_site_builds(tmp_path: Path) -> None:
    try:
        index = build(tmp_path / "site")
    except subprocess.CalledProcessError as error:
        pytest.fail(error.stdout + error.stderr)
    assert "migrate" in index.read_text()
    assert "iteritems" in (index.parent / "rules" / "PD002.html").read_text()
    assert "migrate_file" in (index.parent / "api.html").read_text()
    assert "scikit-learn" in (index.parent / "database.html").read_text()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the commands are run: the demo, a notebook, a script, a folder of both, and an environment."""
    for file in (ROOT / "data" / "demo").glob("titanic*"):
        shutil.copy(file, tmp_path)
    old = notebook("import pandas as pd\nfirst = pd.DataFrame({'a': [1]})\nsecond = first", "both = first.append(second)")
    (tmp_path / "notebook.ipynb").write_text(old)
    (tmp_path / "script.py").write_text("import numpy as np\nx = np.float(3)\n")
    (tmp_path / "course").mkdir()
    shutil.copy(tmp_path / "notebook.ipynb", tmp_path / "course" / "a.ipynb")
    shutil.copy(tmp_path / "script.py", tmp_path / "course" / "b.py")
    (tmp_path / "env").symlink_to(sys.prefix)
    return tmp_path


def shown(page: Path) -> list[tuple[str, list[str]]]:
    """The commands of a page, each with the lines that are shown below it."""
    blocks = re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]
    return [(part.partition("\n")[0], part.partition("\n")[2].splitlines()) for part in parts]


def run(command: str, folder: Path) -> str:
    """As a shell would run it, with `migrate` for this checkout's."""
    words = command.replace("migrate ", f"{sys.executable} -m migrator.cli ", 1)
    env = os.environ | {"PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    done = subprocess.run(words, shell=True, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), f"{command}: {done.stderr}"
    return done.stdout


@pytest.mark.parametrize("page", ["tutorial", "howto", "running", "database"])
def test_every_command_shows_what_is_shown(page: str, folder: Path) -> None:
    found = shown(DOCS / f"{page}.md")
    assert found
    for command, lines in found:
        pattern = ".*".join(re.escape(part) for part in re.split(r"\n? *…\n?", "\n".join(lines)))  # … stands for anything
        assert re.search(pattern, run(command, folder), re.DOTALL), f"{command} does not show:\n" + "\n".join(lines)


def test_no_page_shows_a_command_that_is_not_run() -> None:
    """`migrate` at the start of a line stands in a console block, or is one of the README's, whose tests are its own."""
    for page in DOCS.glob("*.md"):
        loose = re.findall(r"^ {4}(migrate .*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert page.name in ("architecture.md", "plugins.md") or not loose, page
