"""Notebook files: the cells, and where in the file each cell's source stands.

The file is parsed once, by the scanner of the standard library, driven by hand down to the cells so that the place of
each source is known. Writing replaces those stretches only, in the style that the file itself has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from codemods.errors import BrokenJsonError, NotANotebookError, UnsupportedFormatError
from codemods.patterns import later

_SPACE = later(r"[ \t\n\r]*")
_KEY = later(r'[ \t\n\r]*"([^"\\\x00-\x1f]*)"[ \t\n\r]*:[ \t\n\r]*')  # of a member, as nearly all are written
_NEXT = later(r"[ \t\n\r]*,[ \t\n\r]*")
_decoder = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class StoredCell:
    """A cell as the file has it: `span` is the stretch of JSON text that holds the source, None without a source."""

    index: int
    type: str
    source: str
    span: tuple[int, int] | None
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Notebook:
    """The parsed file: `text` is its JSON text, `format` the major nbformat version (3 or 4)."""

    text: str
    format: int
    metadata: Mapping[str, Any]
    cells: tuple[StoredCell, ...]

    def replace(self, sources: Mapping[int, str]) -> str:
        """Give the file's text with the sources of some cells replaced, every other character as it was.

        Args: `sources`: cell index → new source. Raises KeyError for a cell that has no source.
        """
        style = _Style.of(self) if sources else None
        parts: list[str] = []
        done = 0
        for index in sorted(sources):
            cell = self.cells[index]
            if cell.span is None or style is None:
                raise KeyError(index)
            if sources[index] == cell.source:
                continue
            start, end = cell.span
            parts += [self.text[done:start], style.encode(self.text[start:end], sources[index])]
            done = end
        return "".join([*parts, self.text[done:]])


def looks_like_notebook(data: bytes) -> bool:
    """Tell whether bytes without a telling name are a notebook's JSON."""
    return re.match(rb"(?:\xef\xbb\xbf)?\s*\{\s*\"", data) is not None and (
        re.search(rb'"(cells|worksheets|nbformat)"\s*:', data) is not None
    )


def parse(text: str, name: str) -> Notebook:
    """Parse a notebook's JSON text; `name` is for messages.

    Raises BrokenJsonError, NotANotebookError or UnsupportedFormatError.
    """
    _refuse_other_files(text, name)
    scanner = _Scanner(text)
    try:
        top, places = scanner.notebook()
    except json.JSONDecodeError as error:
        raise _broken(text, name, error) from None
    except RecursionError:
        raise NotANotebookError(name, "the JSON is nested too deeply for a notebook") from None
    if "cells" not in top and "worksheets" not in top:
        raise NotANotebookError(name, "JSON without cells: not a notebook", "is it another kind of file?")
    version = top.get("nbformat", 4 if "cells" in top else 3)
    if version not in (3, 4):
        raise UnsupportedFormatError(
            name, f"notebook format {version!r} is not supported", "formats 3 and 4 are: open and save it with Jupyter"
        )
    metadata = top.get("metadata")
    cells = tuple(_cells(top, places))
    return Notebook(text, 4 if "cells" in top else 3, metadata if isinstance(metadata, dict) else {}, cells)


def _refuse_other_files(text: str, name: str) -> None:
    start = text[:400].lstrip(" \t\r\n")
    if re.match(r"<(!doctype|html|\?xml|head)", start, re.IGNORECASE):
        raise NotANotebookError(name, "a web page, not a notebook", "download the raw file")
    if start.startswith("version https://git-lfs"):
        raise NotANotebookError(name, "a Git LFS pointer, not the notebook itself", "run `git lfs pull`")
    if start.startswith("<<<<<<< "):
        raise NotANotebookError(name, "an unresolved merge conflict", "resolve it first")
    if not start.startswith("{"):
        raise NotANotebookError(name, "not a notebook: the file does not begin with `{`", "is it another kind of file?")


def _broken(text: str, name: str, error: json.JSONDecodeError) -> BrokenJsonError:
    conflict = re.search(r"^<<<<<<< ", text, re.MULTILINE)
    advice = "there is an unresolved merge conflict in it" if conflict else "is the file cut off, or edited by hand?"
    what = error.msg[:1].lower() + error.msg[1:]
    return BrokenJsonError(name, what, advice, line=error.lineno, column=error.colno)


# --- parsing, with the places of the sources -----------------------------------------------------------------------

_Place = tuple[int, int] | None


class _Scanner:
    """A cursor over JSON text: what is not on the way to a cell's source is read in one go by the C scanner."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0
        self.skip()

    def notebook(self) -> tuple[dict[str, Any], list[_Place]]:
        """Read the whole text: the notebook's content, and the places of its cells' sources in the order of cells."""
        top: dict[str, Any] = {}
        places: dict[str, list[_Place]] = {}
        for key in self.members():
            if key == "cells" and self.at("["):
                top[key], places[key] = self.cells("source")
            elif key == "worksheets" and self.at("["):
                top[key], places[key] = self.worksheets()
            else:
                top[key] = self.value()
        if self.pos != len(self.text):
            raise json.JSONDecodeError("Extra data", self.text, self.pos)
        return top, places.get("cells" if "cells" in top else "worksheets", [])

    def worksheets(self) -> tuple[list[Any], list[_Place]]:
        sheets: list[Any] = []
        places: list[_Place] = []
        for _ in self.items():
            sheet: Any = {}
            if not self.at("{"):
                sheet = self.value()
            else:
                for key in self.members():
                    if key == "cells" and self.at("["):
                        sheet[key], found = self.cells("input")
                        places += found
                    else:
                        sheet[key] = self.value()
            sheets.append(sheet)
        return sheets, places

    def cells(self, source_key: str) -> tuple[list[Any], list[_Place]]:
        """Read a list of cells. In format 3 a code cell's source is its `input`, that of others `source`."""
        cells: list[Any] = []
        places: list[_Place] = []
        for _ in self.items():
            cell: Any = {}
            place: dict[str, tuple[int, int]] = {}
            if not self.at("{"):
                cell = self.value()
            else:
                for key in self.members():
                    start = self.pos
                    cell[key], end = _decoder.raw_decode(self.text, start)
                    place[key] = (start, end)
                    self.pos = end
            cells.append(cell)
            places.append(place.get(source_key, place.get("source")))
        return cells, places

    def members(self) -> Iterator[str]:
        """Go through the members of the object at the cursor; the caller reads each value."""
        self.expect("{", "Expecting '{'")
        if self.at("}"):
            self.expect("}", "")
            return
        while True:
            if (plain := _KEY.match(self.text, self.pos)) is not None:
                key, self.pos = plain[1], plain.end()
            elif not self.at('"'):
                raise json.JSONDecodeError("Expecting property name enclosed in double quotes", self.text, self.pos)
            else:
                key = self.value()
                self.expect(":", "Expecting ':' delimiter")
            yield key
            if (comma := _NEXT.match(self.text, self.pos)) is not None:
                self.pos = comma.end()
                continue
            self.skip()
            if self.at("}"):
                self.expect("}", "")
                return
            self.expect(",", "Expecting ',' delimiter")

    def items(self) -> Iterator[None]:
        """Go through the items of the array at the cursor; the caller reads each value."""
        self.expect("[", "Expecting '['")
        if self.at("]"):
            self.expect("]", "")
            return
        while True:
            yield
            self.skip()
            if self.at("]"):
                self.expect("]", "")
                return
            self.expect(",", "Expecting ',' delimiter")

    def value(self) -> Any:
        value, self.pos = _decoder.raw_decode(self.text, self.pos)
        self.skip()
        return value

    def at(self, char: str) -> bool:
        return self.text.startswith(char, self.pos)

    def expect(self, char: str, otherwise: str) -> None:
        if not self.at(char):
            raise json.JSONDecodeError(otherwise, self.text, self.pos)
        self.pos += 1
        self.skip()

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.pos)
        self.pos = match.end() if match else self.pos


def _cells(top: Mapping[str, Any], places: list[_Place]) -> Iterator[StoredCell]:
    if "cells" in top:
        found, key = top["cells"], "source"
    else:
        key = "input"
        sheets = top["worksheets"]
        found = [
            cell
            for sheet in (sheets if isinstance(sheets, list) else [])
            for cell in (sheet.get("cells") or [] if isinstance(sheet, dict) else [])
        ]
    for index, (cell, place) in enumerate(zip(found if isinstance(found, list) else [], places, strict=False)):
        content = cell if isinstance(cell, dict) else {}
        source = _joined(content.get(key, content.get("source")))
        kind = str(content.get("cell_type", ""))
        yield StoredCell(index, kind, source or "", None if source is None else place, content)


def _joined(source: object) -> str | None:
    if isinstance(source, str):
        return source
    if isinstance(source, list) and all(isinstance(part, str) for part in source):
        return "".join(source)
    return None


# --- writing in the file's own style -------------------------------------------------------------------------------

_PIECE = later(r"(?:[^\\]|\\.)*?(?:\\n|\Z)", re.DOTALL)  # of a string's inside: one line
_ESCAPE = later(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_WIDE = later(r"\\u(?!00[0-7])")
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


@dataclass(frozen=True, slots=True)
class _Style:
    """How a file spells strings: which characters it escapes although JSON doesn't ask for it, and how."""

    ascii: bool  # é as \\u00e9
    upper: bool  # \\u00E9
    escaped: frozenset[str]  # ASCII characters written as \\uXXXX or \\/ (some writers do so with <, >, & and /)
    opening: str  # of a list with several lines: the space after [
    between: str  # two items: the comma and the space around it
    closing: str  # before ]

    @classmethod
    def of(cls, notebook: Notebook) -> _Style:
        """See how the sources of a notebook are spelled."""
        raws = [notebook.text[start:end] for start, end in (c.span for c in notebook.cells if c.span is not None)]
        escapes = {match.group(0) for raw in raws if "\\u" in raw or "\\/" in raw for match in _ESCAPE.finditer(raw)}
        codes = {escape[2:] for escape in escapes if escape.startswith("\\u")}
        letters = "".join(codes)
        plain = {chr(int(code, 16)) for code in codes if 0x20 <= int(code, 16) < 0x7F}
        layouts = [found for found in map(_layout, raws) if found]
        layout = next((found for found in layouts if found[1]), layouts[0] if layouts else ("", "", ""))
        return cls(
            ascii=notebook.text.isascii() and _WIDE.search(notebook.text) is not None,
            upper=letters != letters.lower(),
            escaped=frozenset(plain | ({"/"} if "\\/" in escapes else set())),
            opening=layout[0],
            between=layout[1] or ", ",
            closing=layout[2],
        )

    def encode(self, raw: str, source: str) -> str:
        """Spell a new source as the value `raw` is spelled: string or list, with its spaces; old lines as they were."""
        if raw.isascii() and _WIDE.search(raw) and not self.ascii:
            return replace(self, ascii=True).encode(raw, source)
        if raw.startswith('"'):
            lines = dict(_string_lines(raw))
            return '"' + "".join(lines.get(line) or self.escape(line) for line in _split(source)) + '"'
        items = [(json.loads(text), text) for text in _list_items(raw)]
        lines = {decoded: text[1:-1] for decoded, text in items}
        whole = "".join(decoded for decoded, _ in items)
        by_nbformat = [decoded for decoded, _ in items] == whole.splitlines(keepends=True)
        texts = [
            '"' + (lines.get(line) or self.escape(line)) + '"'
            for line in (source.splitlines(keepends=True) if by_nbformat else _split(source))
        ]
        opening, between, closing = _layout(raw) or (self.opening, self.between, self.closing)
        return f"[{opening}{(between or self.between).join(texts)}{closing}]" if texts else "[]"

    def escape(self, text: str) -> str:
        """Spell the inside of a JSON string."""
        return "".join(map(self._escape_one, text))

    def _escape_one(self, char: str) -> str:
        code = ord(char)
        if char == "/" and "/" in self.escaped:
            return "\\/"
        if char in _SHORT:
            return _SHORT[char]
        if code >= 0x20 and char not in self.escaped and (code < 0x7F or not (self.ascii or 0xD800 <= code < 0xE000)):
            return char
        if code == 0x7F:
            return char
        units = [code] if code < 0x10000 else [0xD800 + ((code - 0x10000) >> 10), 0xDC00 + ((code - 0x10000) & 0x3FF)]
        return "".join(f"\\u{unit:04X}" if self.upper else f"\\u{unit:04x}" for unit in units)


def _split(source: str) -> list[str]:
    """Lines with their line feeds; unlike str.splitlines, form feeds and the like are inside of lines."""
    lines = source.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _string_lines(raw: str) -> Iterator[tuple[str, str]]:
    """Give the lines of a JSON string: decoded, and as spelled."""
    for match in _PIECE.finditer(raw, 1, len(raw) - 1):
        if match.group():
            yield json.loads(f'"{match.group()}"'), match.group()


def _list_items(raw: str) -> list[str]:
    """Give the items of a JSON list of strings, as spelled."""
    return [text for text, _ in _list_parts(raw)]


def _list_parts(raw: str) -> list[tuple[str, str]]:
    """Give the items of a JSON list of strings as spelled, each with the text between it and the next one."""
    parts = []
    position = raw.index("[") + 1
    while (start := raw.find('"', position)) >= 0:
        _, end = _decoder.raw_decode(raw, start)
        following = raw.find('"', end)
        parts.append((raw[start:end], raw[end : following if following >= 0 else len(raw)]))
        position = end
    return parts


def _layout(raw: str) -> tuple[str, str, str] | None:
    """Give what stands in a JSON list after `[`, between two items, and before `]`; None for an empty list or a string.

    Between items stands "" where a list on one line has a single item: then nothing tells.
    """
    parts = _list_parts(raw) if raw.startswith("[") else []
    if not parts:
        return None
    opening = raw[1 : raw.index('"')]
    between = parts[0][1] if len(parts) > 1 else "," + opening if opening else ""
    return opening, between, parts[-1][1].removesuffix("]")
