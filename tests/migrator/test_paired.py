"""Notebooks that jupytext pairs with a script: what jupytext itself writes is migrated, and read again by it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.migrator.conftest import Call, notebook

jupytext = pytest.importorskip("jupytext")

CELLS = (
    "%matplotlib inline\nimport numpy as np\nimport pandas as pd\n!ls",
    "%%time\nx = np.float(3)\n\n# a comment\nif x:\n    %timeit np.int(x)\n    y = np.int(x)",
    "%%bash\nls np.float",
    "",
    "full = pd.DataFrame({'a': [1]})\nfull = full.append(full)\n\n\n",
)


def pair(folder: Path, *sources: str, formats: str = "ipynb,py:percent", form: str = "py:percent") -> tuple[Path, Path]:
    """A notebook and its script, as jupytext writes the latter."""
    book, script = folder / "a.ipynb", folder / "a.py"
    told = {"display_name": "Python 3", "language": "python", "name": "python3"}
    text = notebook(*(sources or CELLS), kernelspec=told, jupytext={"formats": formats})
    book.write_text(text)
    script.write_text(jupytext.writes(jupytext.reads(text, "ipynb"), form))
    return book, script


def sources(path: Path) -> list[str]:
    """The code cells, as jupytext reads them."""
    return [cell.source.rstrip() for cell in jupytext.read(path).cells if cell.cell_type == "code"]


def markers(path: Path) -> list[str]:
    return [line for line in path.read_text().splitlines() if line.startswith("# %%") or line == "# ---"]


@pytest.mark.parametrize("named", ["a.ipynb", "a.py", "."])
def test_both_are_migrated_alike(migrate: Call, tmp_path: Path, named: str) -> None:
    book, script = pair(tmp_path)
    before = markers(script)
    done = migrate(tmp_path / named, "--codemods-only", "--in-place", "--format", "json")
    (report,) = done.json
    assert report["path"] == str(book) and report["notes"] == [f"{script}, which jupytext pairs it with, is changed alike"]
    assert sources(book) == sources(script)
    text = script.read_text()
    assert "x = float(3)" in text and "    y = int(x)" in text and "pd.concat(" in text
    assert "# %%time\n" in text and "    # %timeit " in text and "# !ls\n" in text
    assert markers(script) == before


def test_beside_and_in_another_folder(migrate: Call, tmp_path: Path) -> None:
    pair(tmp_path)
    migrate(tmp_path / "a.ipynb", "--codemods-only")
    assert sources(tmp_path / "a.migrated.ipynb") == sources(tmp_path / "a.migrated.py")
    migrate(tmp_path / "a.ipynb", "--codemods-only", "-o", f"{tmp_path / 'out'}{os.sep}")
    assert (tmp_path / "out" / "a.py").read_bytes() == (tmp_path / "a.migrated.py").read_bytes()


def test_into_one_file_nothing_is_paired(migrate: Call, tmp_path: Path) -> None:
    pair(tmp_path)
    migrate(tmp_path / "a.py", "--codemods-only", "-o", tmp_path / "b.py")
    assert "float(3)" in (tmp_path / "b.py").read_text() and not (tmp_path / "b.ipynb").exists()


def test_where_they_differ_neither_is_migrated(migrate: Call, tmp_path: Path) -> None:
    book, script = pair(tmp_path)
    script.write_text(script.read_text().replace("# a comment", "z = 3"))
    before = book.read_bytes(), script.read_bytes()
    done = migrate(tmp_path, "--codemods-only", "--in-place")
    assert done.code == 2 and f"{book}: differs from {script}" in done.err and "(cell 1); sync them first" in done.err
    assert (book.read_bytes(), script.read_bytes()) == before
    script.write_text(script.read_text() + "\n# %%\nmore = 1\n")
    assert "(5 and 6 code cells)" in migrate(book, "--codemods-only", "--in-place").err


@pytest.mark.parametrize(
    ("formats", "form"), [("ipynb,md", "py:percent"), ("ipynb,py:light", "py:light"), ("ipynb,scripts//py:percent", "py:percent")]
)
def test_others_go_their_own_way(migrate: Call, tmp_path: Path, formats: str, form: str) -> None:
    pair(tmp_path, formats=formats, form=form)
    found = migrate(tmp_path, "--codemods-only", "--check", "--format", "json").json
    assert sorted(Path(f["path"]).name for f in found) == ["a.ipynb", "a.py"]


def test_neither_where_one_cannot_be_written(migrate: Call, tmp_path: Path) -> None:
    book, _ = pair(tmp_path)
    out = tmp_path / "out"
    (out / "a.py").mkdir(parents=True)
    done = migrate(book, "--codemods-only", "-o", out)
    assert done.code == 2 and "a.py: can't be written" in done.err
    assert not (out / "a.ipynb").exists()


def test_line_ends_and_marks_stay(migrate: Call, tmp_path: Path) -> None:
    book, script = pair(tmp_path, "import numpy as np\nx = np.float(1)\ny = '\u00e4'")
    script.write_bytes(b"\xef\xbb\xbf" + script.read_bytes().replace(b"\n", b"\r\n"))
    migrate(book, "--codemods-only", "--in-place")
    data = script.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf#") and b"\r\nx = float(1)\r\ny = '\xc3\xa4'" in data
    assert b"\n" not in data.replace(b"\r\n", b"")


def any_notebook(path: Path) -> Any:
    return json.loads(path.read_text())


def test_a_notebook_that_says_nothing_is_not_paired(migrate: Call, tmp_path: Path) -> None:
    book, script = pair(tmp_path)
    data = any_notebook(book)
    del data["metadata"]["jupytext"]
    book.write_text(json.dumps(data))
    before = script.read_bytes()
    migrate(book, "--codemods-only", "--in-place")
    assert script.read_bytes() == before
