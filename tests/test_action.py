"""The GitHub Action: its steps as GitHub's runner would run them, up to the action that installs a Python."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.migrator.conftest import notebook

yaml = pytest.importorskip("yaml")
pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")

ROOT = Path(__file__).parent.parent
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())


def step(name: str) -> str:
    return str(next(s["run"] for s in ACTION["runs"]["steps"] if s.get("name", "").startswith(name)))


def bash(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    env = os.environ | {k.upper(): v for k, v in environment.items()}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the step that installs leaves for the next; the dependencies are those that are here."""
    temp = tmp_path_factory.mktemp("runner")
    told = {"runner_temp": str(temp), "github_env": str(temp / "env"), "github_action_path": str(ROOT), "python": sys.executable}
    done = bash(
        step("Install"), temp, **told, pip_no_deps="1", pip_no_build_isolation="0", pythonpath=":".join(p for p in sys.path if p)
    )
    assert done.returncode == 0, done.stderr
    name, _, value = (temp / "env").read_text().strip().partition("=")
    return {name: value, "pythonpath": ":".join(p for p in sys.path if "site-packages" in p)}


def checked(environment: dict[str, str], folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    told = {name: str(about.get("default", "")) for name, about in ACTION["inputs"].items()} | inputs
    return bash(step("Check"), folder, **environment, paths=told["paths"], arguments=told["arguments"])


def test_old_code_is_annotated_and_fails(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a b.ipynb").write_text(notebook("import numpy as np\nx = np.float(3)"))
    done = checked(environment, tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("::notice file=a b.ipynb,title=NP"), done
    assert checked(environment, tmp_path, paths="a b.ipynb\n").returncode == 1
    assert checked(environment, tmp_path, arguments="--target numpy==1.16").returncode == 0


def test_modern_code_passes(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(notebook("import numpy as np\nx = np.arange(3)"))
    done = checked(environment, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
