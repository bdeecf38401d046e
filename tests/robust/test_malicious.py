"""The static pass reads what lies around a notebook; it never imports or runs it."""

from __future__ import annotations

import importlib.machinery
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.migrator.conftest import notebook

ROOT = Path(__file__).parents[2]

# Runs in the process that migrates: what an audit hook sees of code, modules and programs that are not the tool's own.
WATCHED = """
import json, os, sys
folder, told = os.path.realpath(sys.argv.pop(1)), open(sys.argv.pop(1), "a")
def hook(event, args):
    if event == "exec":
        name = getattr(args[0], "co_filename", "")
        if name[:1] != "<" and os.path.realpath(name).startswith(folder):
            told.write(json.dumps(["runs", name]) + "\\n")
    elif event == "import":
        if args[1] and os.path.realpath(args[1]).startswith(folder):
            told.write(json.dumps(["loads", args[1]]) + "\\n")
    elif event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "pty.spawn"):
        told.write(json.dumps([event, str(args[0])]) + "\\n")
    elif event in ("socket.connect", "socket.getaddrinfo", "urllib.Request"):
        told.write(json.dumps([event, str(args[1:])]) + "\\n")
    told.flush()
sys.addaudithook(hook)
from migrator.cli import main
main()
"""

# Modules that Python, jedi, pytest or pip would import or run by themselves in some circumstance.
NAMES = (
    "helper", "sitecustomize", "usercustomize", "conftest", "setup", "gi", "json", "re", "ast", "typing", "importlib", "site", "encodings",
    "numpy", "pandas", "libcst", "jedi", "parso", "codemods", "apidb", "migrator", "runner", "manage", "numpy_", "__main__", "tomllib",
)  # fmt: skip


def evil(folder: Path, name: str) -> str:
    return f"open({str(folder / ('ran-' + name))!r}, 'w').close()\nimport numpy as np\nx = np.float(3)\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which everything that is imported or run leaves a file."""
    work = tmp_path / "work"
    work.mkdir()
    for name in NAMES:
        (work / f"{name}.py").write_text(evil(work, name))
    for name in ("package", "jedi_plugin", "notebooks"):
        (work / name).mkdir()
        (work / name / "__init__.py").write_text(evil(work, name))
        (work / name / "part.py").write_text(evil(work, f"{name}.part"))
    (work / "evil.pth").write_text(f"import os; open({str(work / 'ran-pth')!r}, 'w')\n")
    (work / "pyproject.toml").write_text('[tool.migrate]\nignore = ["PD500"]\n[tool.jedi]\nplugins = ["jedi_plugin"]\n')
    (work / ".jedi").mkdir()
    (work / ".jedi" / "project.json").write_text(json.dumps([1, {"load_unsafe_extensions": True, "environment_path": str(work)}]))
    suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
    (work / f"native{suffix}").write_bytes(b"not even an extension")
    (work / "native").mkdir()
    (work / "native" / f"__init__{suffix}").write_bytes(b"nor this")
    imports = [f"import {name}" for name in (*NAMES, "package.part", "native", "notebooks.part as p")]
    code = "import sys, os\nsys.path.insert(0, '.')\nsys.path.append('package')\n" + "\n".join(imports)
    (work / "a.ipynb").write_text(
        notebook(
            code,
            "from package.part import *\nimport numpy as np\nx = np.float(helper.x)",
            "%run helper.py\n!python helper.py\n%load_ext helper",
        )
    )
    return work


def watched(folder: Path, *arguments: str) -> tuple[list[Any], subprocess.CompletedProcess[str]]:
    """Migrate in the folder itself; what the audit hook saw."""
    told = folder.parent / "told"
    told.touch()
    command = [sys.executable, "-P", "-c", WATCHED, str(folder), str(told), *arguments]
    done = subprocess.run(
        command, cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    return [json.loads(line) for line in told.read_text().splitlines()], done


def ran(folder: Path) -> list[str]:
    return sorted(p.name for p in folder.glob("ran-*"))


def test_nothing_beside_a_notebook_is_imported_or_run(folder: Path) -> None:
    seen, done = watched(folder, "a.ipynb", "--codemods-only")
    assert done.returncode in (0, 1), done.stderr
    assert (seen, ran(folder)) == ([], [])
    assert "x = float(helper.x)" in (folder / "a.migrated.ipynb").read_text()
    assert "helper.py is imported and needs migrating too" in done.stdout, "it was read"


def test_nor_in_a_whole_folder(folder: Path) -> None:
    seen, done = watched(folder, ".", "--codemods-only", "--check")
    assert done.returncode in (0, 1), done.stderr
    assert (seen, ran(folder)) == ([], [])


def test_nor_for_its_types(folder: Path) -> None:
    seen, done = watched(folder, "types", "a.ipynb")
    assert done.returncode == 0, done.stderr
    assert (seen, ran(folder)) == ([], [])


def test_asking_an_interpreter_for_its_versions_runs_nothing_of_the_folder(folder: Path) -> None:
    """It is started in the folder, where Python looks first for modules."""
    seen, done = watched(folder, "a.ipynb", "--codemods-only", "--python", sys.executable)
    assert done.returncode in (0, 1), done.stderr
    assert {(event, program) for event, program in seen} == {("subprocess.Popen", sys.executable)}
    assert ran(folder) == []
    assert f"installed in {sys.executable}" in done.stdout


def test_outputs_are_text(folder: Path) -> None:
    """Bombs of entities and of nesting, pickles, and scripts in outputs are not opened."""
    bomb = (
        '<?xml version="1.0"?><!DOCTYPE l ['
        + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
        + "]><l>&l11;</l>"
    )
    book = json.loads((folder / "a.ipynb").read_text())
    data = {
        "text/html": ["<table>" * 50_000, "<script>fetch('http://example.com')</script>"],
        "image/svg+xml": bomb,
        "application/x-pickle": "gASV",
    }
    book["cells"][1]["outputs"] = [{"output_type": "display_data", "metadata": {}, "data": data}]
    (folder / "a.ipynb").write_text(json.dumps(book))
    seen, done = watched(folder, "a.ipynb", "--codemods-only")
    assert done.returncode in (0, 1) and (seen, ran(folder)) == ([], []), done.stderr
