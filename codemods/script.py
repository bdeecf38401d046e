"""Python scripts, and percent scripts (`# %%` begins a cell): the cells, and writing them back."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass

from codemods.errors import EncodingError
from codemods.patterns import later
from codemods.syntax import parses

_MARKER = later(r"^#[ \t]*%%(?:[ \t\[].*?)?\r?$", re.MULTILINE)
_LINE_END = later(r"\r\n|\r|\n")
_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = re.compile(rb"^[ \t\f]*(?:[#\r\n]|$)")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of a script: a cell's source, or (`kind` None) the text between two of them."""

    text: str
    kind: str | None  # "code" | "other" | None


@dataclass(frozen=True, slots=True)
class Script:
    """A script's text in blocks which, joined, are the text."""

    blocks: tuple[Block, ...]

    @property
    def cells(self) -> tuple[Block, ...]:
        return tuple(block for block in self.blocks if block.kind is not None)

    @property
    def percent(self) -> bool:
        return len(self.blocks) > 1

    def first_line(self, index: int) -> int:
        """The line (1-based) of the script at which a cell begins."""
        line, number = 1, -1
        for block in self.blocks:
            number += block.kind is not None
            if block.kind is not None and number == index:
                break
            line += len(_LINE_END.findall(block.text))
        return line

    def replace(self, sources: Mapping[int, str]) -> str:
        """Give the text with the sources of some cells replaced."""
        parts = []
        index = 0
        for block in self.blocks:
            parts.append(block.text if block.kind is None else sources.get(index, block.text))
            index += block.kind is not None
        return "".join(parts)


def decode(data: bytes, name: str) -> tuple[str, str, bytes]:
    """Decode a script as Python does (byte order mark, coding comment in the first two lines, else UTF-8).

    Returns the text, the encoding, and the byte order mark. Raises EncodingError.
    """
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    data = data[len(mark) :]
    encoding = "utf-8"
    for line in data.split(b"\n", 2)[:2]:
        cookie = _COOKIE.match(line)
        if cookie:
            encoding = cookie[1].decode("ascii", "replace")
            break
        if not _BLANK.match(line):
            break
    try:
        return data.decode(encoding), encoding, mark
    except LookupError:
        raise EncodingError(name, f"unknown encoding {encoding!r}", "correct the coding comment") from None
    except UnicodeDecodeError as error:
        line_number = data.count(b"\n", 0, error.start) + 1
        raise EncodingError(
            name,
            f"byte 0x{data[error.start]:02x} at line {line_number} is not {encoding}",
            "save it as UTF-8, or name its encoding in a comment: # -*- coding: latin-1 -*-",
        ) from None


def encode(text: str, encoding: str, mark: bytes, name: str) -> bytes:
    """The reverse of decode. Raises EncodingError where the new text has a character that the encoding lacks."""
    try:
        return mark + text.encode(encoding)
    except UnicodeEncodeError as error:
        what = f"{text[error.start]!r} can't be written in {encoding}"
        raise EncodingError(name, what, "save the script as UTF-8 first") from None


def parse(text: str) -> Script:
    """Find the cells of a script: the blocks after `# %%` lines, or else the whole text.

    Code before the first marker is a cell too; comments alone there are not. A script whose markers cut a statement
    apart (in a string, inside a function) is one cell.
    """
    whole = Script((Block(text, "code"),))
    markers = list(_MARKER.finditer(text))
    if not markers:
        return whole
    head = text[: markers[0].start()]
    has_code = any(line.strip() and not line.lstrip().startswith("#") for line in head.splitlines())
    blocks = [Block(head, "code" if has_code else None)]
    for marker, following in zip(markers, [*markers[1:], None], strict=True):
        start = text.find("\n", marker.end()) + 1 or len(text)
        end = following.start() if following else len(text)
        other = re.search(r"\[(markdown|md|raw)\b", marker.group(), re.IGNORECASE)
        blocks += [Block(text[marker.start() : start], None), Block(text[start:end], "other" if other else "code")]
    script = Script(tuple(blocks))
    if not all(block.kind != "code" or parses(block.text) for block in blocks) and parses(text):
        return whole
    return script
