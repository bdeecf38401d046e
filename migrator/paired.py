"""Notebooks paired by jupytext: a notebook and the percent script beside it are migrated alike, or neither is.

The notebook is the one that is migrated: its metadata and saved outputs tell its age. What changes in its cells is then
changed in the cells of the script, where magics stand as comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from codemods import notebook, script
from codemods.document import read, read_file
from codemods.errors import DocumentError
from migrator.errors import OutOfStep

if TYPE_CHECKING:
    from codemods.document import Cell
    from migrator.pipeline import Result

_SCRIPT = re.compile(r"(?:auto|py)(?::\w+)?")
_COMMENTED = re.compile(r"^(\s*)(?:#[ ]?)+")
_MAGIC = re.compile(r"^\s*(?:[\w, ]+=\s*)?[%!]")


def joined(names: Iterable[str]) -> Iterator[str]:
    """The files to migrate, each pair once: the notebook stands for its script."""
    seen = set[Path]()
    for name in names:
        path = Path(name)
        if path.suffix == ".py" and (beside := path.with_suffix(".ipynb")).is_file() and script_of(beside) is not None:
            path, name = beside, str(beside)
        if path.suffix == ".ipynb":
            if path in seen:
                continue
            seen.add(path)
        yield name


def script_of(path: Path, data: bytes | None = None) -> Path | None:
    """The percent script beside a notebook that it is paired with; None: there is none. `data`: the notebook, if read already."""
    beside = path.with_suffix(".py")
    if path.suffix != ".ipynb" or not beside.is_file():
        return None
    try:
        data = path.read_bytes() if data is None else data
        if b'"jupytext"' not in data:
            return None
        told = notebook.parse(data.decode("utf-8-sig"), str(path)).metadata.get("jupytext")
        percent = _percent(beside).percent
    except (OSError, UnicodeDecodeError, DocumentError):
        return None
    formats = told.get("formats") if isinstance(told, Mapping) else None
    parts = formats.split(",") if isinstance(formats, str) else []
    return beside if percent and any(_SCRIPT.fullmatch(part.strip()) for part in parts) else None


def noted(result: Result, beside: Path | None) -> Result:
    """The result, saying that the script is migrated too."""
    if beside is None or not result.changed:
        return result
    return replace(result, notes=(*result.notes, f"{beside}, which jupytext pairs it with, is changed alike"))


def check(path: Path, beside: Path) -> None:
    """Do a notebook and its script have the same code? Raises what `alike` raises, and DocumentError of the notebook."""
    data = read_file(path).write({})
    alike(str(path), data, data, beside)


def alike(name: str, original: bytes, migrated: bytes, beside: Path) -> bytes:
    """The script, changed as its notebook was from `original` to `migrated`.

    Raises:
        OutOfStep: their code differs.
        DocumentError: the script can't be read, or can't hold what must be written.
    """
    data = beside.read_bytes()
    text, encoding, mark = script.decode(data, str(beside))
    content = script.parse(text)
    old, new = (_code(read(d, name).cells) for d in (original, migrated))
    own = {index: block.text for index, block in enumerate(content.cells) if block.kind == "code"}
    if len(own) != len(old):
        raise OutOfStep(_differ(name, beside, f"{len(old)} and {len(own)} code cells"))
    changes: dict[int, str] = {}
    for before, after, index in zip(old, new, own, strict=True):
        if not _same(before.source, own[index]):
            raise OutOfStep(_differ(name, beside, f"cell {before.index}"))
        if before.source != after.source:
            changes[index] = _transferred(before.source, after.source, own[index])
    return script.encode(content.replace(changes), encoding, mark, str(beside))


def _differ(name: str, beside: Path, what: str) -> str:
    return f"{name}: differs from {beside}, with which jupytext pairs it ({what}); sync them first; neither was changed"


def _percent(beside: Path) -> script.Script:
    return script.parse(script.decode(beside.read_bytes(), str(beside))[0])


def _code(cells: Sequence[Cell]) -> list[Cell]:
    return [cell for cell in cells if cell.kind == "code"]


def _same(source: str, own: str) -> bool:
    """Whether a cell has the same code in both; a cell of another language may have its first line in the marker."""
    plain, other = ([_COMMENTED.sub(r"\1", line).rstrip() for line in _lines(text)] for text in (source, own))
    return plain == other or (source.startswith("%%") and plain[1:] == other)


def _lines(text: str) -> list[str]:
    """The lines without the empty ones at the end."""
    return re.split(r"\r\n|\r|\n", text.rstrip())


def _transferred(before: str, after: str, own: str) -> str:
    """The script's cell with the lines changed that the notebook's cell has changed."""
    from difflib import SequenceMatcher

    old, new, kept = _lines(before), _lines(after), _lines(own)
    lines: list[str] = []
    for kind, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        lines += kept[first:last] if kind == "equal" else map(_commented, new[start:end])
    ending = "\r\n" if "\r\n" in own else "\n"
    return ending.join(lines) + own[len(own.rstrip()) :]


def _commented(line: str) -> str:
    """A magic as jupytext writes it into a script."""
    indent = len(line) - len(line.lstrip())
    return f"{line[:indent]}# {line[indent:]}" if _MAGIC.match(line) else line
