"""Read notebooks and scripts, and write changed cells back without touching anything else."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from codemods import notebook, script
from codemods.cell import Cell, Understood, understand
from codemods.errors import (
    DocumentError,
    EmptyFileError,
    EncodingError,
    MissingFileError,
    UnreadableFileError,
    UnsupportedFormatError,
)
from codemods.hints import Hints, collect

if TYPE_CHECKING:
    from codemods.python2 import Conversion

__all__ = ["Cell", "Document", "DocumentError", "Hints", "read", "read_file"]

Format = Literal["ipynb3", "ipynb4", "percent", "script"]
_NO_CODE = "not a code cell"
_PYTHONS = ("python", "ipython", "pyspark", "sage")


@dataclass(frozen=True, slots=True)
class Document:
    """A notebook or script: its cells, and how to write it.

    `python2`: it was written for Python 2. `language`: the kernel's language, lower case.
    """

    name: str
    format: Format
    cells: tuple[Cell, ...]
    language: str
    hints: Hints
    python2: bool
    _data: bytes = field(repr=False)
    _content: notebook.Notebook | script.Script = field(repr=False)
    _encoding: str = field(default="utf-8", repr=False)
    _mark: bytes = field(default=b"", repr=False)

    def first_line(self, index: int) -> int:
        """The line of the file at which a cell of a script begins; 1 in a notebook, whose cells have lines of their own."""
        if not isinstance(self._content, script.Script):
            return 1
        return self._content.first_line(index)

    def write(self, changes: Mapping[int, str]) -> bytes:
        """Give the file's bytes with some cells changed, every other byte as it was.

        Args: `changes`: cell index → new Python text (an edit of `Cell.python`). Converted Python 2 cells are written
        only if they are in it. Raises ValueError for a cell that has no Python, EncodingError for a text that the
        file's encoding can't hold.
        """
        cells = {cell.index: cell for cell in self.cells}
        sources = {index: cells[index].unmask(python) for index, python in changes.items()}
        sources = {index: source for index, source in sources.items() if source != cells[index].source}
        if not sources:
            return self._data
        return script.encode(self._content.replace(sources), self._encoding, self._mark, self.name)


def read_file(path: str | Path, *, python2: bool | None = None) -> Document:
    """Read a file. Raises what `read` raises, MissingFileError and UnreadableFileError; for `python2` see `read`."""
    place = Path(path)
    try:
        data = place.read_bytes()
    except FileNotFoundError:
        raise MissingFileError(str(path), "no such file") from None
    except IsADirectoryError:
        raise MissingFileError(str(path), "a folder, not a file", "name the notebooks in it") from None
    except OSError as error:
        raise UnreadableFileError(str(path), f"can't be read: {error.strerror or error}") from None
    return read(data, str(path), python2=python2)


def read(data: bytes, name: str, *, python2: bool | None = None) -> Document:
    """Read a document from its bytes.

    Args: `name` decides by its ending what it is, `-` (standard input) and names without an ending are decided by the
    content. `python2`: whether it was written for Python 2, None: to be found out. To read again what was converted
    with True, say False.
    Raises subclasses of DocumentError: EmptyFileError, EncodingError, BrokenJsonError, NotANotebookError,
    UnsupportedFormatError.
    """
    if not data.strip():
        raise EmptyFileError(name, "the file is empty")
    ending = Path(name).suffix.lower()
    if ending == ".ipynb":
        return _read_notebook(data, name, python2)
    if ending in (".py", ".pyw", ".ipy"):
        return _read_script(data, name, python2)
    if ending:
        raise UnsupportedFormatError(name, f"{ending} files are not known", "notebooks (.ipynb) and scripts (.py) are")
    if notebook.looks_like_notebook(data):
        return _read_notebook(data, name, python2)
    return _read_script(data, name, python2)


def _read_notebook(data: bytes, name: str, python2: bool | None) -> Document:
    text, encoding, mark = _decode_json(data, name)
    content = notebook.parse(text, name)
    language = _language(content)
    foreign = "" if language.startswith(_PYTHONS) else f"the notebook's language is {language}, not Python"
    hints = collect(content.metadata, content.cells)
    failed = frozenset(cell.index for cell in content.cells if _syntax_error_saved(cell))
    plain = [
        Cell(
            index=cell.index,
            kind="code" if cell.type == "code" else "other",
            source=cell.source,
            reason=_NO_CODE if cell.type != "code" else "no source" if cell.span is None else foreign,
            execution_count=_execution_count(cell),
            tags=_tags(cell),
        )
        for cell in content.cells
    ]
    version = hints.python if hints.python and hints.evidence.get("python", "").startswith("metadata") else None
    cells, is_python2 = _with_python(plain, version, failed, python2)
    form: Format = "ipynb3" if content.format == 3 else "ipynb4"
    return Document(name, form, cells, language, hints, is_python2, data, content, encoding, mark)


def _read_script(data: bytes, name: str, python2: bool | None) -> Document:
    text, encoding, mark = script.decode(data, name)
    content = script.parse(text)
    plain = [
        Cell(index, "code", block.text) if block.kind == "code" else Cell(index, "other", block.text, reason=_NO_CODE)
        for index, block in enumerate(content.cells)
    ]
    shebang = re.match(r"#!.*\bpython(\d(?:\.\d+)?)", text)
    version = shebang[1] if shebang else None
    cells, is_python2 = _with_python(plain, version, frozenset(), python2)
    hints = Hints(python=version, evidence={"python": f"first line: {shebang[0]}"} if shebang else {})
    form: Format = "percent" if content.percent else "script"
    return Document(name, form, cells, "python", hints, is_python2, data, content, encoding, mark)


def _with_python(
    plain: Sequence[Cell], version: str | None, failed: frozenset[int], wanted: bool | None
) -> tuple[tuple[Cell, ...], bool]:
    """Find the Python in each code cell, converting what is Python 2. `wanted` overrides what the document says."""
    understood = {cell.index: understand(cell.source) for cell in plain if cell.kind == "code" and not cell.reason}
    texts = {index: found.masked.text for index, found in understood.items() if found.refused is None}
    broken = [index for index in texts if understood[index].error and index not in failed]
    if wanted is not True and not broken and version is not None and version.startswith("3"):
        return tuple(_finished(cell, understood.get(cell.index), None) for cell in plain), False
    from codemods.keywords import rename_keywords
    from codemods.python2 import Conversion, Dialect, convert, dialect, listed

    renamed = rename_keywords({index: texts[index] for index in broken}) if broken else {}
    texts |= {index: found.text for index, found in renamed.items()}
    broken = [index for index in broken if index not in renamed]
    spoken = dialect(texts, broken, version) if wanted is None else Dialect.PYTHON2 if wanted else Dialect.PYTHON3
    converted: dict[int, Conversion] = {}
    if spoken is not Dialect.PYTHON3:
        run = any(cell.execution_count is not None for cell in plain if cell.index in broken)
        ran2 = version is None or version.startswith("2") or wanted is not None or run
        converted = convert(texts, whole=True, common=spoken is Dialect.PERHAPS2, floor=ran2)
    elif broken:
        converted = convert({index: texts[index] for index in broken}, whole=False)
    for index, found in renamed.items():
        conversion = converted.get(index, Conversion(found.text))
        done = listed("async or await as a name", found.lines)
        converted[index] = replace(conversion, done=(done, *conversion.done))
    return tuple(
        _finished(cell, understood.get(cell.index), converted.get(cell.index)) for cell in plain
    ), spoken is not Dialect.PYTHON3


def _finished(cell: Cell, found: Understood | None, conversion: Conversion | None) -> Cell:
    if found is None:
        return cell
    before = found.masked.text
    python = conversion.text if conversion else before
    if found.refused or (found.error and conversion is None):
        return replace(cell, reason=found.refused or f"not valid Python: {found.error}")
    changed = python != before
    return replace(
        cell,
        python=python,
        shifts=found.shifts,
        conversions=conversion.done if conversion and changed else (),
        doubts=conversion.doubts if conversion else (),
        python_before=before if changed else None,
        _stripped=found.stripped,
        _masked=found.masked,
        _tree=None if changed else found.tree,
    )


def _decode_json(data: bytes, name: str) -> tuple[str, str, bytes]:
    marks = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
    mark, encoding = next(((mark, encoding) for mark, encoding in marks if data.startswith(mark)), (b"", "utf-8"))
    try:
        return data[len(mark) :].decode(encoding), encoding, mark
    except UnicodeDecodeError as error:
        position = len(mark) + error.start
        line = data.count(b"\n", 0, position) + 1
        what = f"byte 0x{data[position]:02x} at line {line} is not {encoding}"
        raise EncodingError(name, what, "notebooks are UTF-8: convert it") from None


def _language(content: notebook.Notebook) -> str:
    """The kernel's language: metadata, or in format 3 what the code cells say; python if nothing says otherwise."""
    info, kernel = content.metadata.get("language_info"), content.metadata.get("kernelspec")
    candidates = [
        info.get("name") if isinstance(info, dict) else None,
        kernel.get("language") if isinstance(kernel, dict) else None,
        *(cell.content.get("language") for cell in content.cells if cell.type == "code"),
    ]
    return next((found.lower() for found in candidates if isinstance(found, str) and found), "python")


def _execution_count(cell: notebook.StoredCell) -> int | None:
    number = cell.content.get("execution_count", cell.content.get("prompt_number"))
    return number if isinstance(number, int) else None


def _tags(cell: notebook.StoredCell) -> tuple[str, ...]:
    metadata = cell.content.get("metadata")
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    return tuple(str(tag) for tag in tags) if isinstance(tags, list) else ()


def _syntax_error_saved(cell: notebook.StoredCell) -> bool:
    outputs = cell.content.get("outputs")
    return isinstance(outputs, list) and any(
        isinstance(output, dict) and output.get("ename") in ("SyntaxError", "IndentationError") for output in outputs
    )
