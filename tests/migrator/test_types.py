"""`migrate types`: the classes of receivers at their places in the stored source, and where the chain broke."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.migrator.conftest import Call, notebook

Records = list[dict[str, Any]]


@pytest.fixture
def types(migrate: Call, tmp_path: Path) -> Any:
    """The records of a notebook of these cells, or of a script."""

    def ask(*sources: str, script: bool = False, options: tuple[str, ...] = (), **metadata: Any) -> Records:
        path = tmp_path / ("nb.py" if script else "nb.ipynb")
        path.write_text(sources[0] if script else notebook(*sources, **metadata))
        called = migrate("types", path, "--format", "json", *options)
        assert called.code == 0, called
        records: Records = called.json
        return records

    return ask


def of(records: Records, attribute: str) -> dict[str, Any]:
    (found,) = [r for r in records if r["attr"] == attribute]
    return found


def place(record: dict[str, Any]) -> tuple[int, ...]:
    return tuple(record[key] for key in ("cell", "line", "col", "end_line", "end_col"))


def test_each_access_is_one_record(types: Any) -> None:
    records = types("import pandas as pd\n", "df = pd.read_csv('a.csv')\ndf.head().ix[0]\n")
    assert [(r["attr"], r["types"], r["certain"]) for r in records] == [
        ("read_csv", ["module:pandas"], True),
        ("head", ["pandas.DataFrame"], True),
        ("ix", ["pandas.DataFrame"], True),
    ]
    assert [place(r) for r in records] == [(1, 1, 5, 1, 7), (1, 2, 0, 2, 2), (1, 2, 0, 2, 9)]
    assert of(records, "head")["because"] == "df comes from pd.read_csv('a.csv') in cell 1, line 1"


def test_several_classes_are_not_certain(types: Any) -> None:
    record = of(types("import pandas as pd\nx = pd.DataFrame() if a else pd.Series()\nx.sort()\n"), "sort")
    assert (record["types"], record["certain"]) == (["pandas.DataFrame", "pandas.Series"], False)


def test_what_is_no_object_of_a_class_is_marked(types: Any) -> None:
    records = types("import numpy as np, pandas as pd\npd.Timestamp.now()\nnp.where.cache\nclass A: pass\nA.x\nA().y\n")
    assert [r["types"] for r in records if r["types"] not in (["module:pandas"], ["module:numpy"])] == [
        ["class:pandas.Timestamp"], ["function:numpy.where"], ["class:__main__.A"], ["__main__.A"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "attribute", "because"),
    [
        ("import strange\nx = strange.load()\nx.y.z", "y", "strange.load() in cell 0, line 2: what strange.load returns"),
        ("import strange\nx = strange.load()\nx.y.z", "z", "strange.load() in cell 0, line 2: what strange.load returns"),
        ("def f(a):\n    return a.b", "b", "a in cell 0, line 2: a parameter, and no call tells"),
        ("x.y", "y", "x in cell 0, line 1: not known, or assigned nowhere before"),
        ("from strange import thing\nthing.y", "y", "thing in cell 0, line 2: no database knows strange.thing"),
        ("import strange\nfor i in strange.all():\n    i.y", "y", "strange.all() in cell 0, line 2: what strange.all returns"),
        ("import strange\na, b = 1, strange.load()\nx = b\nx.y", "y", "b in cell 0, line 3: it is taken from (1, strange.load())"),
        ("import strange\nx = (1 + strange.load())\nx.y", "y", "strange.load() in cell 0, line 2"),
    ],
)  # fmt: skip
def test_an_unknown_receiver_says_where_the_chain_broke(types: Any, source: str, attribute: str, because: str) -> None:
    record = of(types(source), attribute)
    assert (record["types"], record["certain"]) == ([], False)
    assert because in record["because"]


def test_long_chains_and_circles(types: Any) -> None:
    (*_, last) = types("import q\nx = q.f()" + ".a()" * 600 + "\n")
    assert last["because"] == "q.f() in cell 0, line 2: what q.f returns is not known"
    records = types("import q\nx = q.f()\nfor i in y:\n    x = x.up\n")
    assert of(records, "up")["types"] == []


def test_columns_are_characters(types: Any) -> None:
    assert place(of(types("é = '€€'; é.lower()"), "lower")) == (0, 1, 10, 1, 11)


def test_places_are_those_of_the_stored_source(types: Any) -> None:
    records = types("%time x = 'a'.lower()\nx.upper()", "  y = 'b'\n  y.strip()", ">>> z = 'c'\n>>> z.title()")
    assert [place(r) for r in records] == [(0, 1, 10, 1, 13), (0, 2, 0, 2, 1), (1, 2, 2, 2, 3), (2, 2, 4, 2, 5)]
    assert all(r["types"] == ["builtins.str"] for r in records)


def test_places_in_a_cell_of_python_2(types: Any) -> None:
    records = types("x = 'a'\nprint 'b', x.lower(), x.upper()\nfor k, v in {'a': x}.iteritems(): print v.strip()\nx.title()")
    assert place(of(records, "lower")) == (0, 2, 11, 2, 12)
    assert place(of(records, "upper")) == (0, 2, 22, 2, 23)
    assert place(of(records, "strip")) == (0, 3, 40, 3, 41)
    assert place(of(records, "title")) == (0, 4, 0, 4, 1)


def test_places_in_a_cell_that_got_an_import(types: Any) -> None:
    records = types("from __future__ import division\nx = 'a'\nprint reduce(max, x.split()), x.lower()\nx.title()")
    assert place(of(records, "split")) == (0, 3, 18, 3, 19)
    assert place(of(records, "lower")) == (0, 3, 30, 3, 31)
    assert place(of(records, "title")) == (0, 4, 0, 4, 1)


def test_a_script_is_cell_0_with_the_lines_of_the_file(types: Any) -> None:
    text = "# a script\n# %%\nx = 'a'\n# %% [markdown]\n# text\n# %%\nx.lower()\n"
    record = of(types(text, script=True), "lower")
    assert place(record) == (0, 7, 0, 7, 1)
    assert record["because"] == "x comes from 'a' in cell 0, line 3"


def test_classes_of_own_modules_beside_the_file(types: Any, tmp_path: Path) -> None:
    (tmp_path / "shapes.py").write_text("import pandas as pd\nclass Box:\n    pass\ndef load():\n    return pd.DataFrame()\n")
    records = types("from shapes import Box, load\nBox().x\nload().y\n")
    assert [r["types"] for r in records] == [["shapes.Box"], ["pandas.DataFrame"]]


def test_text_shows_types_below_the_code(migrate: Call, tmp_path: Path) -> None:
    path = tmp_path / "nb.ipynb"
    path.write_text(notebook("import strange", "x = 'a'\nx.lower(strange.load().y)", "this is no python"))
    called = migrate("types", path)
    assert called.code == 0
    assert called.out.splitlines() == [
        f"{path}: 3 receivers: 2 known, 0 of several classes, 1 unknown",
        "cell 1",
        "    2  x.lower(strange.load().y)",
        "         x: builtins.str",
        "         strange: module:strange",
        "         strange.load(): unknown: strange.load() in cell 1, line 2: what strange.load returns is not known",
        "cell 2: not analysed: not valid Python: invalid syntax (line 1)",
    ]


def test_json_tells_on_standard_error_what_was_not_analysed(migrate: Call, tmp_path: Path) -> None:
    path = tmp_path / "nb.ipynb"
    path.write_text(notebook("this is no python"))
    called = migrate("types", path, "--format", "json")
    assert called.json == [] and "cell 0 not analysed" in called.err


def test_standard_input(migrate: Call) -> None:
    assert migrate("types", "-", "--format", "json", stdin=b"'a'.lower()\n").json[0]["types"] == ["builtins.str"]


def test_errors_are_one_line(migrate: Call, tmp_path: Path) -> None:
    broken = tmp_path / "broken.ipynb"
    broken.write_text('{"cells": [')
    good = tmp_path / "good.py"
    good.write_text("x = 1\n")
    for arguments in [(tmp_path / "none.py",), (tmp_path,), (broken,), (good, "--was", "pandas"), (good, "--as-of", "then")]:
        called = migrate("types", *arguments)
        assert called.code == 2 and called.out == "", called
        assert len(called.err.splitlines()) == 1 and called.err.startswith("migrate"), called


def test_what_the_user_tells_of_the_age_counts(types: Any) -> None:
    source = "x = 7 / 2\nx.real\n"
    assert of(types(source), "real")["types"] == ["builtins.float", "builtins.int"]
    record = of(types(source, options=("--was", "python==2.7")), "real")
    assert (record["types"], place(record)) == (["builtins.int"], (0, 2, 0, 2, 1))


def test_cells_that_were_run_in_another_order(migrate: Call, tmp_path: Path) -> None:
    content = json.loads(notebook("import pandas as pd\n", "df.iteritems()\n", "df = pd.DataFrame()\n"))
    for cell, count in zip(content["cells"], (1, 3, 2), strict=True):
        cell["execution_count"] = count
    (path := tmp_path / "nb.ipynb").write_text(json.dumps(content))
    called = migrate("types", path, "--format", "json")
    assert of(called.json, "iteritems")["types"] == ["pandas.DataFrame"]
    assert "cells were last run in another order" in called.err and "df in cell 1, line 1" in called.err
    assert "df in cell 1, line 1" in migrate("types", path).out.splitlines()[-1]
    called = migrate(path, "--codemods-only", "--diff")
    assert "+df.items()" in called.out
    assert "note: the cells were last run in another order" in migrate(path, "--codemods-only", "--check").out
    (notes,) = (result["notes"] for result in migrate(path, "--codemods-only", "--check", "--format", "json").json)
    assert "df in cell 1, line 1" in notes[0]
