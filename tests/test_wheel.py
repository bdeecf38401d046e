"""The wheel brings all it needs: installed alone, from an empty folder, it migrates a demo notebook."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run([str(c) for c in command], cwd=cwd, env=kept | environment, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `python -m build --wheel` does, with the build backend that is installed here."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("dist")
    build = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    name = run(sys.executable, "-c", build, folder, cwd=ROOT).strip().splitlines()[-1]
    return folder / name


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of a fresh environment that has the wheel; its dependencies are those of this one."""
    folder = tmp_path_factory.mktemp("installed")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv", cwd=folder)
    python = folder / "venv" / "bin" / "python"
    target = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--quiet", wheel, cwd=folder)
    # The folders stand behind the environment's own, and .pth files in them (an editable install's) are not read.
    folders = [p for p in dict.fromkeys(sys.path) if any(Path(p).glob("*.dist-info")) and not ROOT.is_relative_to(p)]
    (target / "dependencies.pth").write_text("\n".join(folders) + "\n")
    return python.parent


def test_contents(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    rooms = {n.partition("/")[0] for n in names}
    assert {"apidb", "codemods", "migrator", "runner", "llm"} <= rooms
    assert not {"tools", "tests", "data", "docs"} & rooms
    for name in ("apidb/pandas.sqlite.xz", "recipes/pandas.toml"):
        assert f"apidb/_data/{name}" in names
    assert {"migrator/py.typed", "apidb/py.typed", "codemods/py.typed"} <= set(names)
    shipped = {str(p.relative_to(ROOT / "data")) for p in (ROOT / "data").rglob("*.sqlite.xz")}
    assert shipped == {n.removeprefix("apidb/_data/") for n in names if n.endswith(".sqlite.xz")}


def test_its_data_is_its_own(installed: Path, tmp_path: Path) -> None:
    places = (
        "import apidb.paths, codemods, migrator; print(apidb.paths.data_dir(), codemods.__file__, migrator.__file__, sep='\\n')"
    )
    found = run(installed / "python", "-c", places, cwd=tmp_path).split("\n")
    assert found[0].endswith("apidb/_data")
    for place in found[:3]:
        assert Path(place).is_relative_to(installed.parent) and not Path(place).is_relative_to(ROOT)


def test_migrates_from_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    shutil.copy(ROOT / "data" / "demo" / "titanic.ipynb", tmp_path)
    cache = tmp_path / "cache"
    command = (installed / "migrate", "titanic.ipynb", "--codemods-only", "--format", "json")
    (report,) = json.loads(run(*command, cwd=tmp_path, XDG_CACHE_HOME=str(cache)))
    codes = {edit["code"] for edit in report["edits"]}
    assert report["problems"] == []
    assert any(c.startswith("PD") for c in codes), "recipes and fixers were found"
    assert any(cache.rglob("*pandas*")), "the database was unpacked into the user's cache"
    migrated = json.loads((tmp_path / "titanic.migrated.ipynb").read_text())
    text = "\n".join("".join(c["source"]) for c in migrated["cells"] if c["cell_type"] == "code")
    assert "pd.concat(" in text and ".append(test" not in text
    assert "sklearn.cross_validation" not in text


def test_commands_of_the_database(installed: Path, tmp_path: Path) -> None:
    assert "pandas" in run(installed / "migrate", "apidb", "list", cwd=tmp_path)
    shown = run(installed / "migrate", "apidb", "show", "sklearn.cross_validation.KFold", cwd=tmp_path)
    assert "sklearn.model_selection.KFold" in shown
