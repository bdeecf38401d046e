"""From spans to the libcst nodes of one stretch of a cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from codemods.apply.errors import RefusedError
from codemods.records import Span
from codemods.spans import Lines

# What a hole can be filled with: an expression, or a run of arguments, of subscript elements or of statements.
Part = tuple[cst.CSTNode, ...]
Statement = cst.BaseSmallStatement | cst.BaseCompoundStatement


# Line, column, end line, end column, as in a Span: hashed often, hence a bare tuple.
Place = tuple[int, int, int, int]
_SOUGHT = (cst.BaseExpression, cst.BaseSmallStatement, cst.BaseCompoundStatement, cst.IndentedBlock, cst.Module)


class _Positions(MetadataWrapper):
    """Positions are computed without the traversal that other metadata would need."""

    def visit_batched(
        self,
        visitors: Iterable[cst.BatchableCSTVisitor],
        before_visit: Callable[[cst.CSTNode], None] | None = None,
        after_leave: Callable[[cst.CSTNode], None] | None = None,
    ) -> cst.CSTNode:
        return self.module


class Tree:
    """The syntax tree of some whole lines of a cell, with nodes found by their span in the cell."""

    def __init__(self, text: str, first_line: int) -> None:
        """Parse the lines, the first of which is line `first_line` of the cell.

        Raises RefusedError if libcst can't read them.
        """
        try:
            self.module = cst.parse_module(text)
        except cst.ParserSyntaxError as error:
            raise RefusedError("libcst does not understand this statement") from error
        self.has_comments = "#" in text
        self._lines = Lines(text)
        self._shift = first_line - 1
        self._ranges = _Positions(self.module, unsafe_skip_copy=True).resolve(PositionProvider)
        self._expressions: dict[Place, cst.BaseExpression] = {}
        self._elements: dict[Place, Part] = {}
        self._statements: dict[tuple[int, int], Statement] = {}
        self._calls: list[cst.Call] = []
        self._bodies: list[tuple[cst.CSTNode, ...]] = []
        for node in self._ranges:
            if isinstance(node, _SOUGHT):
                self._register(node)

    def expression(self, span: Span) -> cst.BaseExpression | None:
        """The expression at a span of `ast`."""
        return self._expressions.get(_place(span))

    def statement(self, span: Span) -> Statement | None:
        """The statement at a span of `ast`."""
        return self._statements.get((span.line, span.col))

    def subscript(self, span: Span) -> Part | None:
        """The subscript elements at a span: a slice, or several elements without parentheses."""
        return self._elements.get(_place(span))

    def part(self, span: Span) -> Part | None:
        """What a hole at the span stands for."""
        place = _place(span)
        if (node := self._expressions.get(place)) is not None:
            return (node,)
        return self._elements.get(place) or self._run(place)

    def place(self, node: cst.CSTNode) -> Place | None:
        """Where a node of this tree stands, without its parentheses; None for a node that has no place."""
        found = self._ranges.get(node)
        if found is None:
            return None
        start, end = found.start, found.end
        return start.line + self._shift, start.column, end.line + self._shift, end.column

    def _at(self, node: cst.CSTNode) -> Place:
        place = self.place(node)
        assert place is not None
        return place

    def _register(self, node: cst.CSTNode) -> None:
        place = self._at(node)
        if isinstance(node, cst.BaseExpression):
            if isinstance(node, cst.Tuple | cst.GeneratorExp) and node.lpar:
                # For ast, the innermost parentheses belong to these two.
                place = (*self._at(node.lpar[-1])[:2], *self._at(node.rpar[0])[2:])
            self._expressions.setdefault(place, node)
            if isinstance(node, cst.Call):
                self._calls.append(node)
                self._register_lone_generator(node)
            elif isinstance(node, cst.Subscript):
                self._register_elements(node)
        elif isinstance(node, cst.BaseSmallStatement | cst.BaseCompoundStatement):
            self._statements.setdefault(place[:2], node)
        elif isinstance(node, cst.IndentedBlock | cst.Module):
            self._bodies.append(tuple(node.body))

    def _register_lone_generator(self, call: cst.Call) -> None:
        """For ast, the parentheses of a call belong to its only argument too if that is a generator expression."""
        if len(call.args) == 1 and isinstance(only := call.args[0].value, cst.GeneratorExp) and not only.lpar:
            func, inner = self._at(call.func), self._at(only)
            opening = self._lines.text.rindex("(", self._offset(*func[2:]), self._offset(*inner[:2]))
            line, col = self._lines.place(opening)
            self._expressions.setdefault((line + self._shift, col, *self._at(call)[2:]), only)

    def _register_elements(self, node: cst.Subscript) -> None:
        places = [self._at(element) for element in node.slice]
        for element, place in zip(node.slice, places, strict=True):
            if isinstance(element.slice, cst.Slice):
                self._elements[place] = (element,)
        comma = isinstance(node.slice[-1].comma, cst.Comma)
        if len(places) > 1 or comma:
            end_line, end_col = places[-1][2:]
            if comma:
                end_line, end_col = self._lines.place(self._lines.text.index(",", self._offset(end_line, end_col)) + 1)
                end_line += self._shift
            self._elements[(*places[0][:2], end_line, end_col)] = tuple(node.slice)

    def _offset(self, line: int, col: int) -> int:
        return self._lines.offset(line - self._shift, col)

    def _run(self, wanted: Place) -> Part | None:
        """Arguments of one call, or statements of one body, from the first to the last of which the place extends."""
        for nodes in [*(call.args for call in self._calls), *self._bodies]:
            places = [self._at(node) for node in nodes]
            starts = [index for index, place in enumerate(places) if place[:2] == wanted[:2]]
            ends = [index for index, place in enumerate(places) if place[2:] == wanted[2:]]
            if starts and ends and starts[0] <= ends[0]:
                return tuple(nodes[starts[0] : ends[0] + 1])
        return None


def _place(span: Span) -> Place:
    return span.line, span.col, span.end_line, span.end_col


def comments(node: cst.CSTNode) -> list[str]:
    """The comments in a node, in order."""
    if "#" not in cst.Module([]).code_for_node(node):
        return []
    found: list[str] = []

    class Collect(cst.CSTVisitor):
        def visit_Comment(self, node: cst.Comment) -> None:
            found.append(node.value)

    node.visit(Collect())
    return found
