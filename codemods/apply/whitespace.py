"""Items between brackets: removing and appending them without stray commas, and without losing a comment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import libcst as cst

Whitespace = cst.BaseParenthesizableWhitespace
EMPTY = cst.SimpleWhitespace("")
SPACE = cst.SimpleWhitespace(" ")


@dataclass(frozen=True, slots=True)
class Items:
    """A bracketed list of arguments or imported names, and the whitespace around each of them.

    `gaps` has one more member than `nodes`: after the opening bracket, after each comma, before the closing bracket.
    The commas of the nodes themselves count for nothing until `commas` sets them.
    """

    nodes: tuple[cst.Arg | cst.ImportAlias, ...]
    gaps: tuple[Whitespace, ...]
    trailing_comma: bool

    def without(self, index: int) -> Items:
        """The list without one item; its comments stay."""
        count = len(self.nodes)
        before, after = self.gaps[index], self.gaps[index + 1]
        if index == count - 1:
            gap = _join(before, after, after)
        elif index == 0:
            gap = _join(before, after, before)
        else:
            gap = _join(before, after, before if _breaks(before) or not _breaks(after) else after)
        nodes = (*self.nodes[:index], *self.nodes[index + 1 :])
        return Items(nodes, (*self.gaps[:index], gap, *self.gaps[index + 2 :]), self.trailing_comma and bool(nodes))

    def appended(self, node: cst.Arg) -> Items:
        """The list with one more item at its end, on its own line if the last one is on its own line."""
        last = self.gaps[-1]
        if not self.nodes:
            return Items((node,), (EMPTY, last if _breaks(last) else EMPTY), False)
        neighbour = self.gaps[-2]
        if not _breaks(neighbour):
            return Items((*self.nodes, node), (*self.gaps[:-1], SPACE, last), self.trailing_comma)
        separator = _bare(neighbour)
        if isinstance(last, cst.ParenthesizedWhitespace) and isinstance(separator, cst.ParenthesizedWhitespace):
            separator = last.with_changes(indent=separator.indent, last_line=separator.last_line)
            last = _bare(last)
        return Items((*self.nodes, node), (*self.gaps[:-1], separator, last), self.trailing_comma)

    def replaced(self, index: int, node: cst.Arg | cst.ImportAlias) -> Items:
        """The list with another item in one place."""
        return replace(self, nodes=(*self.nodes[:index], node, *self.nodes[index + 1 :]))

    def commas(self) -> list[cst.Comma | cst.MaybeSentinel]:
        """The comma after each item."""
        commas: list[cst.Comma | cst.MaybeSentinel] = []
        for index, node in enumerate(self.nodes):
            if index == len(self.nodes) - 1 and not self.trailing_comma:
                commas.append(cst.MaybeSentinel.DEFAULT)
            else:
                before = node.comma.whitespace_before if isinstance(node.comma, cst.Comma) else EMPTY
                commas.append(cst.Comma(before, self.gaps[index + 1]))
        return commas


def comment_lines(texts: Sequence[str]) -> list[cst.EmptyLine]:
    """Comments as lines of their own, at the indentation of what they are put before."""
    return [cst.EmptyLine(comment=cst.Comment(text)) for text in texts]


def _breaks(gap: Whitespace) -> bool:
    return isinstance(gap, cst.ParenthesizedWhitespace)


def _bare(gap: Whitespace) -> Whitespace:
    """The gap without its comments and blank lines."""
    if not isinstance(gap, cst.ParenthesizedWhitespace):
        return gap
    first = gap.first_line.with_changes(whitespace=EMPTY, comment=None)
    return gap.with_changes(first_line=first, empty_lines=[])


def _has_comment(gap: Whitespace) -> bool:
    return isinstance(gap, cst.ParenthesizedWhitespace) and (
        gap.first_line.comment is not None or any(line.comment for line in gap.empty_lines)
    )


def _join(first: Whitespace, second: Whitespace, shape: Whitespace) -> Whitespace:
    """One gap for two, with the line structure of `shape` (one of the two) and the comments of both."""
    if not _has_comment(first) and not _has_comment(second):
        return shape
    if not isinstance(first, cst.ParenthesizedWhitespace):
        return second
    if not isinstance(second, cst.ParenthesizedWhitespace):
        return first
    kept = [second.first_line.comment, *(line.comment for line in second.empty_lines)]
    lines = [cst.EmptyLine(indent=first.indent, whitespace=first.last_line, comment=comment) for comment in kept if comment]
    end = shape if isinstance(shape, cst.ParenthesizedWhitespace) else first
    return cst.ParenthesizedWhitespace(
        first_line=first.first_line,
        empty_lines=[*first.empty_lines, *lines],
        indent=end.indent,
        last_line=end.last_line,
    )
