"""Scripts: encodings, line ends, percent cells."""

from __future__ import annotations

import pytest

from codemods.document import read
from codemods.errors import EncodingError


def test_script_is_one_cell() -> None:
    document = read(b"import x\r\ny = 1", "a.py")
    assert [(cell.index, cell.python) for cell in document.cells] == [(0, "import x\ny = 1")]
    assert document.write({0: "import x\ny = 2"}) == b"import x\r\ny = 2"


@pytest.mark.parametrize("head", ["# -*- coding: latin-1 -*-\n", "#!/usr/bin/env python3\n# vim: set fileencoding=latin-1 :\n"])
def test_encoding_comment(head: str) -> None:
    data = (head + "s = 'é'\n").encode("latin-1")
    document = read(data, "a.py")
    assert document.cells[0].python == head + "s = 'é'\n"
    assert document.write({0: head + "s = 'è'\n"}) == (head + "s = 'è'\n").encode("latin-1")
    with pytest.raises(EncodingError, match="'€' can't be written in latin-1"):
        document.write({0: head + "s = '€'\n"})


def test_byte_order_mark_stays() -> None:
    data = b"\xef\xbb\xbfx = 1\n"
    document = read(data, "a.py")
    assert document.cells[0].python == "x = 1\n"
    assert document.write({0: "x = 2\n"}) == b"\xef\xbb\xbfx = 2\n"


def test_undecodable_script() -> None:
    with pytest.raises(EncodingError, match="0xe9 at line 2"):
        read(b"x = 1\ns = '\xe9'\n", "a.py")
    with pytest.raises(EncodingError, match="unknown encoding 'klingon'"):
        read(b"# coding: klingon\n", "a.py")


def test_percent_cells() -> None:
    header = "# ---\n# jupyter: x\n# ---\n\n"
    text = header + "# %%\nx = 1\n\n# %% [markdown]\n# # Title\n\n#%% plot\n%matplotlib inline\ny = 2\n"
    document = read(text.encode(), "a.py")
    assert document.format == "percent"
    assert [(cell.kind, cell.source) for cell in document.cells] == [
        ("code", "x = 1\n\n"),
        ("other", "# # Title\n\n"),
        ("code", "%matplotlib inline\ny = 2\n"),
    ]
    python = document.cells[2].python
    assert python is not None
    written = document.write({0: "x = 9\n\n", 2: python.replace("2", "3")})
    assert written.decode() == text.replace("x = 1", "x = 9").replace("y = 2", "y = 3")


def test_percent_cells_with_line_ends_of_windows() -> None:
    document = read(b"# %%\r\nx = 1\r\n# %% [markdown]\r\n# text\r\n", "a.py")
    assert [(cell.kind, cell.source) for cell in document.cells] == [("code", "x = 1\r\n"), ("other", "# text\r\n")]


def test_code_before_the_first_percent_marker_is_a_cell() -> None:
    assert [c.source for c in read(b"import x\n# %%\ny = 1\n", "a.py").cells] == ["import x\n", "y = 1\n"]


@pytest.mark.parametrize("text", ['s = """\n# %%\n"""\n', "def f():\n#%% part\n    return 1\n"])
def test_markers_inside_a_statement_make_no_cells(text: str) -> None:
    document = read(text.encode(), "a.py")
    assert document.format == "script"
    assert document.cells[0].python == text


def test_every_percent_file_is_written_back() -> None:
    data = b"#%%\n#%%\nx\n# %% last"
    document = read(data, "a.py")
    assert document.write({}) == data
    assert document.write({1: "y\n"}) == b"#%%\n#%%\ny\n# %% last"
