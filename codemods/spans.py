"""From the byte columns of the standard library's syntax trees to spans of characters."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from itertools import accumulate

from codemods.records import Span

# The line ends that the Python tokenizer knows; str.splitlines would also split at form feeds and the like.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


class Lines:
    """The lines of a text, for going from one way of naming a place to another.

    `texts` holds the lines with their line ends; a text that ends in a line end has an empty last line.
    """

    __slots__ = ("_ascii", "_starts", "text", "texts")

    def __init__(self, text: str) -> None:
        self.text = text
        self.texts: tuple[str, ...] = tuple(_LINE.findall(text))
        if not text or text[-1] in "\r\n":
            self.texts += ("",)
        self._ascii = text.isascii()
        self._starts = [0, *accumulate(len(line) for line in self.texts)]

    def column(self, line: int, byte: int) -> int:
        """The character column of a UTF-8 byte column in a (1-based) line."""
        if self._ascii or (text := self.texts[line - 1]).isascii():
            return byte
        return len(text.encode("utf-8", "surrogatepass")[:byte].decode("utf-8", "surrogatepass"))

    def offset(self, line: int, col: int) -> int:
        """The index into the text of a line and character column."""
        return self._starts[line - 1] + col

    def place(self, offset: int) -> tuple[int, int]:
        """The line and character column of an index into the text."""
        line = min(bisect_right(self._starts, offset), len(self.texts))
        return line, offset - self._starts[line - 1]

    def slice(self, span: Span) -> str:
        """The text of a span."""
        return self.text[self.offset(span.line, span.col) : self.offset(span.end_line, span.end_col)]


def span_of(node: ast.AST, lines: Lines) -> Span:
    """Where a node of `ast.parse(lines.text)` stands.

    Takes any node that has a position (expression, statement, argument, keyword, alias, handler); raises
    AttributeError for the others. As in `ast`, parentheses around an expression are outside of its span, except for
    tuples and generator expressions, and a decorated definition starts at `def` or `class`.
    """
    line: int = node.lineno  # type: ignore[attr-defined]
    end_line: int = node.end_lineno  # type: ignore[attr-defined]
    return Span(
        line,
        lines.column(line, node.col_offset),  # type: ignore[attr-defined]
        end_line,
        lines.column(end_line, node.end_col_offset),  # type: ignore[attr-defined]
    )


def contains(outer: Span, inner: Span) -> bool:
    """Whether `inner` lies within `outer` (or is the same)."""
    return (outer.line, outer.col) <= (inner.line, inner.col) and (inner.end_line, inner.end_col) <= (
        outer.end_line,
        outer.end_col,
    )
