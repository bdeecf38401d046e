"""What the type checker ty says of the receivers in a document: each is wrapped in `reveal_type`, and its answers read."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from codemods.document import Document
from codemods.spans import Lines
from codemods.syntax import parse
from migrator.typing_report import Stored, located

Place = tuple[int, int, int, int, int]  # cell, line, column, end line, end column; as in the records of `migrate types`
_SAYS = re.compile(r"Revealed type: `(.*)`", re.DOTALL)
_NO_ANSWER = re.compile(r"Unknown|Any|@Todo|Divergent|Never|object|Self@.*|<super.*|Top\[.*|.* alias of .*", re.DOTALL)
_WRAP = "reveal_type("


def ask(document: Document, command: str, python: str | None = None) -> dict[Place, frozenset[str]]:
    """The names of the classes that each receiver may have; only for those of which ty knows them all.

    Args: `command`: ty; `python`: the interpreter or environment whose packages it looks into.
    """
    text, places = wrapped(document)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "notebook.py"
        path.write_text(text)
        words = [command, "check", "--output-format", "gitlab", "--exit-zero", *(["--python", python] if python else [])]
        done = subprocess.run([*words, str(path)], capture_output=True, text=True, timeout=300, cwd=folder)
    answers: dict[Place, frozenset[str]] = {}
    for message in json.loads(done.stdout or "[]"):
        found = _SAYS.search(message["description"])
        start, end = (message["location"]["positions"][key] for key in ("begin", "end"))
        place = places.get((start["line"], start["column"] - 1, end["line"], end["column"] - 1))
        if found and place is not None:
            classes = frozenset(classes_of(found[1]))
            if classes and "" not in classes:
                answers[place] = classes
    return answers


def wrapped(document: Document) -> tuple[str, dict[tuple[int, int, int, int], Place]]:
    """All Python of the document with its receivers wrapped; and where in that text each of them then stands."""
    parts: list[str] = []
    places: dict[tuple[int, int, int, int], Place] = {}
    above = 0
    python = [cell for cell in document.cells if cell.python is not None]
    for cell, (index, tree) in zip(python, located(document), strict=True):
        stored = Stored(cell, document.first_line(cell.index))
        text = cell.python or ""
        plain = parse(text)
        spans = {id(a): stored.span(b) for a, b in zip(_receivers(plain), _receivers(tree), strict=True)}
        new, found = _wrap(text, list(_receivers(plain)))
        for node, (line, col, end_line, end_col) in found.items():
            places[line + above, col, end_line + above, end_col] = (index, *spans[id(node)])
        parts.append(new)
        above += new.count("\n") + 1
    return "\n".join(parts) + "\n", places


def _receivers(tree: ast.AST) -> Iterator[ast.expr]:
    """The receivers of all attribute accesses but those in f-strings, whose places Python tells wrong before 3.12."""
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.JoinedStr):
            if isinstance(node, ast.Attribute):
                yield node.value
            yield from _receivers(node)


def _wrap(text: str, nodes: list[ast.expr]) -> tuple[str, dict[ast.expr, tuple[int, int, int, int]]]:
    lines = Lines(text)
    starts: dict[tuple[int, int], int] = {}
    ends: dict[tuple[int, int], int] = {}
    for node in nodes:
        start, end = _ends(node, lines)
        starts[start] = starts.get(start, 0) + 1
        ends[end] = ends.get(end, 0) + 1
    new: list[str] = []
    moved: dict[tuple[int, int], tuple[int, int]] = {}  # old place -> (before what is inserted there, after it)
    for number, line in enumerate(lines.texts, 1):
        out, at = "", 0
        for column in sorted({c for n, c in (*starts, *ends) if n == number}):
            out, at = out + line[at:column], column
            closing = ")" * ends.get((number, column), 0)
            opening = _WRAP * starts.get((number, column), 0)
            moved[number, column] = (len(out), len(out) + len(closing) + len(opening))
            out += closing + opening
        new.append((out + line[at:]).rstrip("\r\n"))
    found: dict[ast.expr, tuple[int, int, int, int]] = {}
    opened: dict[tuple[int, int], int] = {}
    closed: dict[tuple[int, int], int] = {}
    for node in sorted(nodes, key=lambda n: _size(n, lines)):  # the innermost is wrapped closest
        start, end = _ends(node, lines)
        inner, outer = opened.get(start, 0), closed.get(end, 0)
        opened[start], closed[end] = inner + 1, outer + 1
        column = moved[start][1] - len(_WRAP) * inner
        found[node] = (start[0], column, end[0], moved[end][0] + outer)
    return "\n".join(new), found


def _ends(node: ast.expr, lines: Lines) -> tuple[tuple[int, int], tuple[int, int]]:
    return (
        (node.lineno, lines.column(node.lineno, node.col_offset)),
        (node.end_lineno or node.lineno, lines.column(node.end_lineno or node.lineno, node.end_col_offset or 0)),
    )


def _size(node: ast.expr, lines: Lines) -> tuple[int, int]:
    start, end = _ends(node, lines)
    return end[0] - start[0], end[1] - start[1] if end[0] == start[0] else end[1]


def classes_of(said: str) -> Iterator[str]:
    """The bare names of the classes in a type as ty writes it, None aside; "" for what is no answer."""
    for part in _split(said, "|"):
        text = _split(part, "&")[0].strip("() ")
        if text == "None":
            continue
        if text.startswith("Literal["):
            yield from {"'": "str", '"': "str", "b": "bytes", "T": "bool", "F": "bool"}.get(text[8], "int").split()
        elif text.startswith("<module"):
            yield "module"
        elif text.startswith(("<class", "type[")):
            yield "class"
        elif text.startswith(("def ", "bound method", "<bound", "<wrapper", "Overload[", "(")) or "->" in text:
            yield "function"
        elif _NO_ANSWER.fullmatch(text) or text.startswith("~"):
            yield ""
        else:
            yield re.sub(r"\[.*", "", text, flags=re.DOTALL).rpartition(".")[2]


def _split(text: str, mark: str) -> list[str]:
    """Split at marks outside all brackets and quotes."""
    parts, depth, quote, part = [], 0, "", ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        depth += (sign in "[(<") - (sign in "])>") if not quote else 0
        if sign == mark and not depth and not quote:
            parts.append(part.strip())
            part = ""
        else:
            part += sign
    return [*parts, part.strip()]


# Names for one class, or for a class and those that it may be in one release or another.
_ALIKE = (
    {"Index", "RangeIndex", "Int64Index", "DatetimeIndex", "MultiIndex", "Float64Index", "PeriodIndex", "CategoricalIndex"},
    {"Axes", "Axes3D", "AxesSubplot", "PolarAxes"},
    {"list", "List"},
    {"dict", "Dict", "OrderedDict", "defaultdict", "Counter"},
    {"ndarray", "NDArray"},
    {"bool", "bool_"},
    {"float64", "floating"},
)


def agree(ours: str, theirs: frozenset[str]) -> bool:
    """Is our class among theirs?"""
    kind, mark, name = ours.partition(":")
    if mark:
        return kind in theirs
    bare = name.rpartition(".")[2] if name else kind.rpartition(".")[2]
    return bare in theirs or any(bare in group and theirs & group for group in _ALIKE)
