"""The demo notebooks: broken today, and after migration they print what they printed in their time."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from apidb.paths import data_dir

DEMO = data_dir() / "demo"
NAMES = ("titanic", "house_prices", "reviews")
NEEDED = ("nbclient", "ipykernel", "matplotlib", "pandas", "sklearn", "seaborn", "xgboost", "lightgbm")


@pytest.fixture(scope="session", autouse=True)
def libraries() -> None:
    """The group `demo` and the extra `run`; CI must have them."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI lacks what the demo notebooks import: {', '.join(missing)}")
    if missing:
        pytest.skip(f"NOT CHECKED: install the dependency group 'demo' ({', '.join(missing)} missing)")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the demo folder, which the notebooks may write to."""
    shutil.copytree(DEMO, tmp_path / "demo")
    return tmp_path / "demo"


def run(path: Path) -> Any:
    """Run the notebook in its folder with this interpreter's kernel."""
    import nbformat

    from tools.record_demo import execute

    return execute(nbformat.read(path, as_version=4), Path(sys.executable), path.parent)


def stdout(notebook: Any) -> list[str]:
    """What each code cell printed; not those that print versions, which are others now."""
    return [
        "".join(o.text for o in cell.outputs if o.output_type == "stream" and o.name == "stdout")
        for cell in notebook.cells
        if cell.cell_type == "code" and "__version__" not in cell.source
    ]


@pytest.mark.parametrize("name", NAMES)
def test_saved_outputs_are_of_their_time(name: str) -> None:
    import nbformat

    notebook = nbformat.read(DEMO / f"{name}.ipynb", as_version=4)
    assert notebook.metadata.language_info.version.startswith("3.6")
    assert len(notebook.cells) >= 25
    assert len([text for text in stdout(notebook) if re.search(r"\d", text)]) >= 15
    assert not [o for c in notebook.cells for o in c.get("outputs", []) if o.output_type == "error"]


@pytest.mark.parametrize("name", NAMES)
def test_broken_today(name: str, folder: Path) -> None:
    from nbclient.exceptions import CellExecutionError

    with pytest.raises(CellExecutionError):
        run(folder / f"{name}.ipynb")


@pytest.mark.parametrize("name", NAMES)
def test_same_numbers_after_migration(name: str, folder: Path) -> None:
    import nbformat

    from migrator.pipeline import migrate_file

    path = folder / f"{name}.ipynb"
    then = stdout(nbformat.read(path, as_version=4))
    path.write_bytes(migrate_file(path).migrated)
    assert stdout(run(path)) == then
