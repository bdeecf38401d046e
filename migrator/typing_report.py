"""What inference knows of the receivers in a document, and, where it knows nothing, where the chain broke.

Functions from a document and its `Inference` to records; positions are those of the stored source.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from codemods.nodes import walk
from codemods.spans import Lines
from codemods.syntax import parse
from codemods.types import (
    Class,
    Function,
    Method,
    Module,
    Symbolic,
    Type,
    Types,
    UserClass,
    UserFunction,
    UserInstance,
    class_name,
)
from migrator.broken import Breaks

if TYPE_CHECKING:
    from codemods.document import Cell, Document
    from codemods.infer import Inference

Trees = Sequence[tuple[int, ast.Module]]
_NEVER = "typing.Never"  # inference's item of an empty list: no class


@dataclass(frozen=True, slots=True)
class Receiver:
    """One attribute access: where its receiver stands in the stored source, and which classes it may have.

    `cell` is 0 for a script, and the lines are then those of the file; lines are 1-based, columns 0-based characters.
    `types` are names of classes (`pandas.DataFrame`, `__main__.Model`); what is no object of a class has a mark before
    its name: `module:numpy`, `class:pandas.Timestamp`, `function:numpy.where`. Empty: nothing is known. `certain`:
    exactly one is possible. `because`: where the knowledge comes from, or where the chain to it broke.
    """

    cell: int
    line: int
    col: int
    end_line: int
    end_col: int
    attr: str
    types: tuple[str, ...]
    certain: bool
    because: str


def located(document: Document) -> Trees:
    """The trees of the document's Python cells; those of a script all belong to cell 0 and have the file's lines."""
    notebook = document.format.startswith("ipynb")
    trees = []
    for cell in document.cells:
        if cell.python is not None:
            tree = parse(cell.python)
            ast.increment_lineno(tree, document.first_line(cell.index) - 1)
            trees.append((cell.index if notebook else 0, tree))
    return trees


def receivers(document: Document, trees: Trees, inference: Inference) -> list[Receiver]:
    """All attribute accesses of the document, in the order of the text.

    Args: `trees`: as `located` gave them; `inference`: about them.
    """
    cells = [cell for cell in document.cells if cell.python is not None]
    breaks = Breaks(inference, trees)
    found = []
    for cell, (index, tree) in zip(cells, trees, strict=True):
        stored = Stored(cell, document.first_line(cell.index))
        for node in walk(tree):
            if isinstance(node, ast.Attribute):
                kinds = inference.receiver(node.value)
                names = tuple(sorted({name for kind in kinds if (name := label(kind, inference))}))
                certain = len(names) == 1 and _all_named(kinds, inference)
                because = inference.because(node.value) if names else breaks.of(node.value)
                found.append(Receiver(index, *stored.span(node.value), node.attr, names, certain, because))
    return sorted(found, key=lambda r: (r.cell, r.line, r.col, r.end_line, r.end_col))


def _all_named(kinds: Types, inference: Inference) -> bool:
    return all(label(kind, inference) for kind in kinds)


def label(kind: Type, inference: Inference) -> str | None:
    """The class of a value, or the marked name of what is a module, class or function; None where neither is known."""
    match kind:
        case Symbolic():
            return None
        case Module(path=path):
            return f"module:{path}"
        case Class(name=name):
            return f"class:{name}"
        case UserClass(name=name):
            return f"class:{inference.module_of(kind)}.{name}"
        case UserInstance(name=name):
            return f"{inference.module_of(kind)}.{name}"
        case Function(name=name):
            return f"function:{name}"
        case UserFunction(name=name):
            return f"function:{inference.module_of(kind)}.{name}"
        case Method(owner=owner, name=name):
            of = label(owner, inference)
            return f"function:{of.removeprefix('class:')}.{name}" if of else None
        case _:
            name_ = class_name(kind)
            return name_ if name_ != _NEVER else None


class Stored:
    """From places in a cell's Python text to places in its stored source, as lines of the document's numbering."""

    def __init__(self, cell: Cell, first_line: int) -> None:
        self.cell = cell
        self.first_line = first_line
        self.python = Lines(cell.python or "")
        # A cell converted from Python 2 may have more lines than before, and other columns in those that changed.
        self.before = Lines(cell.python_before) if cell.python_before is not None else None
        self.lines = _counterparts(self.python.texts, self.before.texts) if self.before else {}

    def span(self, node: ast.expr) -> tuple[int, int, int, int]:
        """Line, column, end line and end column of a node of the cell's tree."""
        start = self._place(node.lineno, node.col_offset)
        end = self._place(node.end_lineno or node.lineno, node.end_col_offset or 0, end=True)
        return (*start, *end)

    def _place(self, line: int, byte: int, *, end: bool = False) -> tuple[int, int]:
        inner = line - self.first_line + 1
        column = self.python.column(inner, byte)
        if self.before is not None:
            old = self.lines[inner - 1]
            column = _column(self.python.texts[inner - 1], self.before.texts[old], column, end)
            inner = old + 1
        return inner + self.first_line - 1, column + self.cell.shifts.get(inner, 0)


def _counterparts(new: Sequence[str], old: Sequence[str]) -> dict[int, int]:
    """For each new line (0-based) the old one that it is, or was made from; for an added one, that which follows."""
    found = {}
    for _, i1, i2, j1, j2 in SequenceMatcher(None, new, old, autojunk=False).get_opcodes():
        for number in range(i1, i2):
            found[number] = min(j1 + min(number - i1, max(j2 - j1 - 1, 0)), len(old) - 1)
    return found


def _column(new: str, old: str, column: int, end: bool) -> int:
    """The column in the old line; an end is found by the character before it."""
    if new == old:
        return column
    at = max(column - end, 0)
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, new, old, autojunk=False).get_opcodes():
        if i1 <= at < i2:
            inside = j1 + (at - i1) if tag == "equal" else max(min(j1 + at - i1, j2 - 1), j1)
            return inside + (end and j2 > j1)
    return len(old)


def text(name: str, document: Document, found: Sequence[Receiver]) -> Iterator[str]:
    """The report for people: each line of code that has receivers, with their types below."""
    known, several = sum(r.certain for r in found), sum(bool(r.types) and not r.certain for r in found)
    unknown = len(found) - known - several
    yield f"{name}: {len(found)} receivers: {known} known, {several} of several classes, {unknown} unknown"
    notebook = document.format.startswith("ipynb")
    code_of = lines(document)
    cell, line = -1, 0
    shown: set[tuple[str, tuple[str, ...]]] = set()
    for receiver in found:
        if receiver.cell != cell and notebook:
            yield f"cell {receiver.cell}"
        if (receiver.cell, receiver.line) != (cell, line):
            cell, line, shown = receiver.cell, receiver.line, set()
            yield f"{line:5}  {code_of[cell, line].rstrip()}"
        code = _code(code_of, receiver)
        if (code, receiver.types) not in shown:
            shown.add((code, receiver.types))
            because = receiver.because if notebook else receiver.because.replace(" in cell 0, line ", " in line ")
            yield f"         {code}: {_said(receiver, because)}"
    yield from (f"cell {c.index}: not analysed: {c.reason}" for c in unread(document))


def unread(document: Document) -> list[Cell]:
    """The code cells of which nothing can be said; their `reason` tells why."""
    return [c for c in document.cells if c.kind == "code" and c.python is None]


def _said(receiver: Receiver, because: str) -> str:
    if not receiver.types:
        return f"unknown: {because}"
    return " or ".join(receiver.types) + ("" if receiver.certain else ", or something unknown" * (len(receiver.types) == 1))


def lines(document: Document) -> dict[tuple[int, int], str]:
    """The stored lines of code by cell and line, numbered as in the records."""
    notebook = document.format.startswith("ipynb")
    return {
        (cell.index if notebook else 0, number): line
        for cell in document.cells
        for number, line in enumerate(Lines(cell.source).texts, document.first_line(cell.index))
    }


def _code(lines: Mapping[tuple[int, int], str], receiver: Receiver) -> str:
    parts = [lines[receiver.cell, number] for number in range(receiver.line, receiver.end_line + 1)]
    parts[-1] = parts[-1][: receiver.end_col]
    parts[0] = parts[0][receiver.col :]
    code = " ".join("".join(parts).split())
    return code if len(code) <= 60 else f"…{code[-59:]}"
