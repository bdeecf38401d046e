"""What the user reads: one notebook with each kind of thing that a report can say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.migrator.conftest import Call, notebook

CELLS = (
    "import pandas as pd\nfrom scipy.misc import imread\nfrom sklearn.ensemble import RandomForestClassifier\n",
    "df = pd.DataFrame({'a': [1]})\ndf.to_csv('b.csv', line_terminator=';')\n",  # an edit
    "image = imread('a.png')\n",  # a rewrite that needs a review
    "forest = RandomForestClassifier()\n",  # declined: silent, and the age is not known
    "val x: Int = 3\nobject A extends B {\n",  # not analysed
    "print 'done'\n",  # Python 2
)
TARGET = ("python==3.12.0", "pandas==2.2.3", "numpy==2.1.3", "scipy==1.14.1", "scikit-learn==1.5.2", "sklearn==1.5.2")


@pytest.fixture
def arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    Path("old.ipynb").write_text(notebook(*CELLS))
    return ["old.ipynb", "--codemods-only", *(a for t in TARGET for a in ("--target", t))]


def test_text(migrate: Call, arguments: list[str], snapshot: SnapshotAssertion) -> None:
    called = migrate(*arguments)
    assert called.code == 1 and called.err == ""
    assert called.out == snapshot


def test_json(migrate: Call, arguments: list[str], snapshot: SnapshotAssertion) -> None:
    (report,) = migrate(*arguments, "--format", "json").json
    assert report == snapshot


def test_diff(migrate: Call, arguments: list[str], snapshot: SnapshotAssertion) -> None:
    assert migrate(*arguments, "--diff").out == snapshot


def test_both_say_the_same(migrate: Call, arguments: list[str]) -> None:
    """Every record of the JSON report stands in the text, at its place."""
    text = migrate(*arguments, "--check").out
    (report,) = migrate(*arguments, "--check", "--format", "json").json
    found: list[dict[str, Any]] = [*report["edits"], *report["left"]]
    assert len(found) >= 3
    for record in found:
        assert f"cell {record['cell']}, line {record['line']}: {record['code']}" in text
    for record in report["not_analysed"]:
        assert f"cell {record['cell']}: not analysed: {record['reason']}" in text
    for record in report["converted"]:
        assert f"cell {record['cell']}: PY2 {record['what']}" in text


def test_failures_stand_in_the_json(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "bad.ipynb").write_text("{")
    called = migrate(tmp_path / "bad.ipynb", "--codemods-only", "--format", "json")
    (report,) = called.json
    assert called.code == 2 and report["path"].endswith("bad.ipynb") and "JSON" in report["error"]


def test_several_files_end_with_a_sum(migrate: Call, arguments: list[str]) -> None:
    Path("new.py").write_text("print(1)\n")
    assert migrate("new.py", *arguments).out.endswith("2 files: 1 changed, 0 failed\n")
