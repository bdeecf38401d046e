"""Reading a file and writing it back: what is wrong is said, and nothing but the changed source changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest

from codemods.document import Document, read, read_file
from codemods.errors import (
    BrokenJsonError,
    DocumentError,
    EmptyFileError,
    EncodingError,
    MissingFileError,
    NotANotebookError,
    UnsupportedFormatError,
)


def notebook(*sources: Any, **metadata: Any) -> dict[str, Any]:
    cells = [
        {"cell_type": "code", "execution_count": 1, "id": f"c{n}", "metadata": {}, "outputs": [], "source": source}
        for n, source in enumerate(sources)
    ]
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def doc(*sources: Any, **metadata: Any) -> Document:
    return read(json.dumps(notebook(*sources, **metadata)).encode(), "a.ipynb")


# --- what can be wrong ---


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (b"", EmptyFileError, "empty"),
        (b" \n", EmptyFileError, "empty"),
        (b"<!DOCTYPE html>\n<html>", NotANotebookError, "web page"),
        (b"version https://git-lfs.github.com/spec/v1\n", NotANotebookError, "git lfs pull"),
        (b"[1, 2]", NotANotebookError, "not a notebook"),
        (b'{"a": 1}', NotANotebookError, "without cells"),
        (b'{"cells": [], "nbformat": 7}', UnsupportedFormatError, "7"),
        (b'{"cells": [], "nbformat": 4} {', BrokenJsonError, "line 1, column 30"),
        (b'{"cells": [\n {"source": }], "nbformat": 4}', BrokenJsonError, "line 2, column 13"),
        (b'{"cells": [\n<<<<<<< HEAD\n], "nbformat": 4}', BrokenJsonError, "merge conflict"),
        (b'{"cells": [{"source": ["\xff"]}], "nbformat": 4}', EncodingError, "0xff at line 1"),
        (b'{"cells": ' + b"[" * 100_000, NotANotebookError, "nested too deeply"),
    ],
)
def test_broken_notebook_says_what_and_where(data: bytes, error: type[DocumentError], words: str) -> None:
    with pytest.raises(error) as caught:
        read(data, "dir/a.ipynb")
    assert str(caught.value).startswith("dir/a.ipynb: ")
    assert words in str(caught.value)


def test_cut_off_notebook_points_at_the_end() -> None:
    text = json.dumps(notebook("x = 1"), indent=1)
    with pytest.raises(BrokenJsonError) as caught:
        read(text[:-20].encode(), "a.ipynb")
    assert caught.value.line >= text.count("\n") - 2


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError, match="no such file"):
        read_file(tmp_path / "a.ipynb")
    with pytest.raises(MissingFileError, match="folder"):
        read_file(tmp_path)


def test_unknown_kind_of_file() -> None:
    with pytest.raises(UnsupportedFormatError, match=r"\.Rmd"):
        read(b"x", "a.Rmd")


def test_stdin_is_decided_by_its_content() -> None:
    assert read(json.dumps(notebook("x = 1")).encode(), "-").format == "ipynb4"
    assert read(b"x = 1\n", "-").format == "script"
    assert read(b'{"a": 1}\nx = 1\n', "-").format == "script"


def test_notebook_without_cells_is_read() -> None:
    assert read(b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 2}', "a.ipynb").cells == ()


# --- cells ---


def test_cells_are_numbered_over_all_types() -> None:
    content = notebook("x = 1", "y = 2")
    content["cells"].insert(0, {"cell_type": "markdown", "metadata": {}, "source": "# title"})
    content["cells"][1]["metadata"] = {"tags": ["parameters"]}
    cells = read(json.dumps(content).encode(), "a.ipynb").cells
    assert [(cell.index, cell.kind, cell.python) for cell in cells] == [
        (0, "other", None),
        (1, "code", "x = 1"),
        (2, "code", "y = 2"),
    ]
    assert cells[1].tags == ("parameters",)
    assert cells[1].execution_count == 1


def test_one_cell_that_is_no_python_does_not_stop_the_others() -> None:
    cells = doc("x = 1", "This is prose.", "%%bash\nls", "y = 2", kernelspec={"name": "python3"}).cells
    assert [cell.python for cell in cells] == ["x = 1", None, None, "y = 2"]
    assert cells[1].reason == "not valid Python: invalid syntax (line 1)"
    assert "%%bash" in cells[2].reason
    with pytest.raises(ValueError, match="cell 1"):
        cells[1].unmask("x")


def test_other_language() -> None:
    document = doc("x <- 1", "y = 2", language_info={"name": "R"})
    assert document.language == "r"
    assert [cell.python for cell in document.cells] == [None, None]
    assert "language is r" in document.cells[1].reason


def test_cell_without_source_has_no_python() -> None:
    content = notebook("x = 1", None)
    del content["cells"][0]["source"]
    assert [cell.reason for cell in read(json.dumps(content).encode(), "a.ipynb").cells] == ["no source", "no source"]


def test_half_surrogate_is_a_reason_not_a_crash() -> None:
    data = json.dumps(notebook("x = '\ud83d'", "y = 1")).encode()
    cells = read(data, "a.ipynb").cells
    assert cells[0].python is None
    assert "surrogate" in cells[0].reason
    assert cells[1].python == "y = 1"


# --- writing ---


def test_nothing_changed_gives_the_same_bytes() -> None:
    data = b'\xef\xbb\xbf{ "nbformat":4,\r\n"cells" :[{"source":"x = 1" , "cell_type":"code"}] ,"metadata": {} }\r\n\r\n'
    document = read(data, "a.ipynb")
    assert document.write({}) == data
    assert document.write({0: "x = 1"}) == data


def test_only_the_source_of_the_changed_cell_changes() -> None:
    data = (
        b'\xef\xbb\xbf{ "nbformat":4,\r\n"cells" :[{"source":"x = 1" , "cell_type":"code", "id": null, "z":1.50e3},\r\n'
        b'\t{"source":["a = 1\\n" ,\r\n  "b = 2"], "cell_type":"code"}] ,"metadata": {"k":"\\u00e9"} }\r\n\r\n'
    )
    assert read(data, "a.ipynb").write({0: "x = 2", 1: "a = 1\nb = 3\nc"}) == data.replace(b'"x = 1"', b'"x = 2"').replace(
        b'"b = 2"', b'"b = 3\\n" ,\r\n  "c"'
    )


@pytest.mark.parametrize("indent", [None, 0, 1, 2, "\t"])
@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("separators", [(",", ":"), (",", ": "), (", ", ": ")])
def test_written_as_the_file_is_written(indent: int | str | None, ascii_only: bool, separators: tuple[str, str]) -> None:
    def dump(content: object) -> bytes:
        text = json.dumps(content, indent=indent, ensure_ascii=ascii_only, separators=separators, sort_keys=True)
        return text.encode()

    before = notebook(["# é\n", "x = 1\n", "y = 2"], "s = 'ü'\nt = 1", ["z = 1"], [])
    after = notebook(["# é\n", "x = 'ñ😀'\n", "y = 2\n", "w = 3"], "s = 'ü'\nt = '\\t\"'", ["z = 1\n", "z = 2"], ["a\n", "b"])
    written = read(dump(before), "a.ipynb").write(
        {0: "# é\nx = 'ñ😀'\ny = 2\nw = 3", 1: "s = 'ü'\nt = '\\t\"'", 2: "z = 1\nz = 2", 3: "a\nb"}
    )
    assert json.loads(written) == after
    if indent is None or separators[0] == ",":
        assert written == dump(after)


def test_unchanged_lines_keep_their_escapes() -> None:
    data = rb'{"cells":[{"cell_type":"code","source":["a = \"\u003cb\u003e\"\n","b = \"<\"\n","c = 1"]}],"nbformat":4}'
    python = 'a = "<b>"\nb = "<"\nc = "<"'
    assert read(data, "a.ipynb").write({0: python}) == data.replace(rb'"c = 1"', rb'"c = \"\u003c\""')


def test_line_ends_inside_a_source_stay() -> None:
    document = doc("a = 1\r\nb = 2\r\nc = 3\n")
    assert document.cells[0].python == "a = 1\nb = 2\nc = 3\n"
    written = json.loads(document.write({0: "import x\na = 1\nb = 9\nc = 3\n"}))
    assert written["cells"][0]["source"] == "import x\r\na = 1\r\nb = 9\r\nc = 3\n"


def test_separator_characters_are_not_line_ends() -> None:
    source = "s = 'a\x0cb\u2028c'\nt = 1\n"
    document = doc(source.splitlines(keepends=True))
    assert document.cells[0].python == source
    written = json.loads(document.write({0: source + "u = 2\n"}))
    assert "".join(written["cells"][0]["source"]) == source + "u = 2\n"


def test_a_cell_without_python_can_not_be_written() -> None:
    with pytest.raises(ValueError, match="no Python text"):
        doc("%%bash\nls").write({0: "x"})


def test_format_3_worksheets() -> None:
    sheet = {"cells": [{"cell_type": "heading", "level": 1, "metadata": {}, "source": ["T"]}], "metadata": {}}
    code = {"cell_type": "code", "collapsed": False, "input": ["x = 1\n", "%time y"], "language": "python",
            "metadata": {}, "outputs": [], "prompt_number": 7}  # fmt: skip
    other = {"cells": [code], "metadata": {}}
    content = {"metadata": {"name": ""}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [sheet, other]}
    data = json.dumps(content, indent=1).encode()
    document = read(data, "a.ipynb")
    assert document.format == "ipynb3"
    assert document.cells[1].execution_count == 7
    python = document.cells[1].python
    assert python is not None
    written = document.write({1: python.replace("x = 1", "x = 2")})
    assert written == data.replace(b"x = 1", b"x = 2")
    nbformat.validate(nbformat.reads(written.decode(), as_version=3))


def test_written_notebook_is_valid() -> None:
    document = doc(["x = 1\n"], language_info={"name": "python"}, kernelspec={"name": "p", "display_name": "p"})
    nbformat.validate(nbformat.reads(document.write({0: "x = 2\ny\n"}).decode(), as_version=4))
