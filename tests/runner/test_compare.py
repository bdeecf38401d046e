"""When two runs show the same, and when they don't."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest

from runner.compare import Kind, compare, texts
from tests.migrator.conftest import Call

SAME = [
    ("np.float64(0.5)", "0.5"),
    ("[np.int64(1), np.str_('a')]", "[1, 'a']"),
    ("(np.True_, 2)", "(True, 2)"),
    ("[u'a', u'b']", "['a', 'b']"),
    ("array([1., 2.])", "array([1.0, 2.0])"),
    ("[ 1.  2.]", "[1. 2.]"),
    ("0.81234567", "0.812346"),
    ("<Foo at 0x7f0011aa>", "<Foo at 0x7fff22bb>"),
    ("\x1b[31mred\x1b[0m", "red"),
    ("score 0.5\nWall time: 3 s", "score 0.5\nWall time: 12.5 ms"),
    ("done in 3.2 s", "done in 4.11 s"),
    ("12L", "12"),
    ("1e-05", "1.0e-5"),
]
DIFFERENT = [
    ("0.812", "0.813", Kind.NUMBERS),
    ("3", "4", Kind.NUMBERS),
    ("1000000", "1000002", Kind.NUMBERS),
    ("good 1", "bad 1", Kind.TEXT),
    ("[1, 2]", "[1, 2, 3]", Kind.TEXT),
    ("x1", "x2", Kind.TEXT),
    ("-0.5", "0.5", Kind.NUMBERS),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_the_same(a: str, b: str) -> None:
    assert texts(a, b) is None


@pytest.mark.parametrize(("a", "b", "kind"), DIFFERENT)
def test_different(a: str, b: str, kind: Kind) -> None:
    found = texts(a, b)
    assert found is not None and found[0] is kind


def test_the_size_of_a_difference() -> None:
    assert texts("a 1.00 b 2.00", "a 1.10 b 2.00") == (Kind.NUMBERS, "1.00", "1.10", pytest.approx(0.1 / 1.1))


def cell(source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {"cell_type": "code", "metadata": {}, "execution_count": 1, "source": source, "outputs": list(outputs)}


def printed(text: str) -> dict[str, Any]:
    return {"output_type": "stream", "name": "stdout", "text": text}


def image(shade: int, size: int = 100) -> dict[str, Any]:
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (size, size), "white")
    ImageDraw.Draw(picture).rectangle((size // 4, size // 4, size // 2, size // 2), fill=(shade, shade, shade))
    file = io.BytesIO()
    picture.save(file, "PNG")
    data = {"image/png": base64.b64encode(file.getvalue()).decode(), "text/plain": "<Figure size 640x480>"}
    return {"output_type": "display_data", "data": data, "metadata": {}}


def book(*cells: dict[str, Any]) -> dict[str, Any]:
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def test_images() -> None:
    same = compare(book(cell("plot", image(10))), book(cell("plot", image(14, 101))))
    assert same.same and same.compared == 1
    other = compare(book(cell("plot", image(10))), book(cell("plot", image(250))))
    assert [d.kind for d in other.differences] == [Kind.IMAGE]


def test_an_error_in_one() -> None:
    failed = {"output_type": "error", "ename": "ValueError", "evalue": "no", "traceback": []}
    found = compare(book(cell("x", printed("1"))), book(cell("x", failed)))
    assert sorted(d.kind for d in found.differences) == [Kind.ERROR, Kind.MISSING]


def test_cells_are_matched_by_source_where_their_number_differs() -> None:
    a = book(cell("x", printed("1")), cell("y", printed("2")))
    b = book(cell("import z"), cell("x", printed("1")), cell("y", printed("3")))
    found = compare(a, b)
    assert [(d.kind, d.a, d.b) for d in found.differences] == [(Kind.CELL, None, 0), (Kind.NUMBERS, 1, 2)]


def test_standard_error_is_left_out() -> None:
    noise = {"output_type": "stream", "name": "stderr", "text": "FutureWarning"}
    assert compare(book(cell("x", printed("1"), noise)), book(cell("x", printed("1")))).same


def test_the_command(migrate: Call, tmp_path: Path) -> None:
    for name, text in (("a", "0.50"), ("b", "0.75")):
        (tmp_path / f"{name}.ipynb").write_text(json.dumps(book(cell("x", printed(text)))))
    called = migrate("compare", tmp_path / "a.ipynb", tmp_path / "b.ipynb")
    assert called.code == 1 and "cell 0: numbers (by 0.333): '0.50' became '0.75'" in called.out
    assert migrate("compare", tmp_path / "a.ipynb", tmp_path / "a.ipynb").code == 0
    assert migrate("compare", tmp_path / "a.ipynb", tmp_path / "b.ipynb", "--rtol", "0.5").code == 0
    assert migrate("compare", tmp_path / "a.ipynb", tmp_path / "b.ipynb", "--format", "json").json["same"] is False
    missing = migrate("compare", tmp_path / "a.ipynb", tmp_path / "c.ipynb")
    assert missing.code == 2 and "c.ipynb: can't be read" in missing.err
