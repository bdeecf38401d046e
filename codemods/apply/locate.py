"""From spans to the libcst nodes of one stretch of a cell."""

from __future__ import annotations

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from codemods.apply.errors import RefusedError
from codemods.records import Span
from codemods.spans import Lines

# What a hole can be filled with: an expression, or a run of arguments, of subscript elements or of statements.
Part = tuple[cst.CSTNode, ...]
Statement = cst.BaseSmallStatement | cst.BaseCompoundStatement


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
        self._lines = Lines(text)
        self._shift = first_line - 1
        wrapper = MetadataWrapper(self.module, unsafe_skip_copy=True)
        self._ranges = wrapper.resolve(PositionProvider)
        self.spans: dict[cst.CSTNode, Span] = {}
        self._expressions: dict[Span, cst.BaseExpression] = {}
        self._elements: dict[Span, Part] = {}
        self._statements: dict[tuple[int, int], Statement] = {}
        self._calls: list[cst.Call] = []
        self._bodies: list[tuple[cst.CSTNode, ...]] = []
        for node, place in self._ranges.items():
            span = Span(
                place.start.line + self._shift, place.start.column, place.end.line + self._shift, place.end.column
            )
            self.spans[node] = span
        for node, span in self.spans.items():
            self._register(node, span)

    def expression(self, span: Span) -> cst.BaseExpression | None:
        """The expression at a span of `ast`."""
        return self._expressions.get(span)

    def statement(self, span: Span) -> Statement | None:
        """The statement at a span of `ast`."""
        return self._statements.get((span.line, span.col))

    def subscript(self, span: Span) -> Part | None:
        """The subscript elements at a span: a slice, or several elements without parentheses."""
        return self._elements.get(span)

    def part(self, span: Span) -> Part | None:
        """What a hole at the span stands for."""
        if (node := self._expressions.get(span)) is not None:
            return (node,)
        return self._elements.get(span) or self._arguments(span) or self._run(span)

    def _register(self, node: cst.CSTNode, span: Span) -> None:
        if isinstance(node, cst.BaseExpression):
            if isinstance(node, cst.Tuple | cst.GeneratorExp) and node.lpar:
                # For ast, the innermost parentheses belong to these two.
                opening, closing = self.spans[node.lpar[-1]], self.spans[node.rpar[0]]
                span = Span(opening.line, opening.col, closing.end_line, closing.end_col)
            self._expressions.setdefault(span, node)
        elif isinstance(node, cst.BaseSmallStatement | cst.BaseCompoundStatement):
            self._statements.setdefault((span.line, span.col), node)
        elif isinstance(node, cst.IndentedBlock | cst.Module):
            self._bodies.append(tuple(node.body))
        if isinstance(node, cst.Call):
            self._calls.append(node)
            if len(node.args) == 1 and isinstance(only := node.args[0].value, cst.GeneratorExp) and not only.lpar:
                # For ast, the parentheses of the call belong to its only argument too.
                func = self.spans[node.func]
                inner = self.spans[only]
                end = self.spans[node]
                text, start = self._lines.text, self._offset(inner.line, inner.col)
                opening_at = text.rindex("(", self._offset(func.end_line, func.end_col), start)
                line, col = self._lines.place(opening_at)
                self._expressions.setdefault(Span(line + self._shift, col, end.end_line, end.end_col), only)
        if isinstance(node, cst.Subscript):
            self._register_elements(node)

    def _register_elements(self, node: cst.Subscript) -> None:
        spans = [self.spans[element] for element in node.slice]
        for element, span in zip(node.slice, spans, strict=True):
            if isinstance(element.slice, cst.Slice):
                self._elements[span] = (element,)
        comma = node.slice[-1].comma
        if len(spans) > 1 or isinstance(comma, cst.Comma):
            first, last = spans[0], spans[-1]
            end_line, end_col = last.end_line, last.end_col
            if isinstance(comma, cst.Comma):
                at = self._lines.text.index(",", self._offset(end_line, end_col)) + 1
                end_line, end_col = self._lines.place(at)
                end_line += self._shift
            self._elements[Span(first.line, first.col, end_line, end_col)] = tuple(node.slice)

    def _offset(self, line: int, col: int) -> int:
        return self._lines.offset(line - self._shift, col)

    def _arguments(self, span: Span) -> Part | None:
        for call in self._calls:
            starts = [i for i, arg in enumerate(call.args) if _start(self.spans[arg]) == _start(span)]
            ends = [i for i, arg in enumerate(call.args) if _end(self.spans[arg]) == _end(span)]
            if starts and ends and starts[0] <= ends[0]:
                return tuple(call.args[starts[0] : ends[0] + 1])
        return None

    def _run(self, span: Span) -> Part | None:
        for body in self._bodies:
            starts = [i for i, statement in enumerate(body) if _start(self.spans[statement]) == _start(span)]
            ends = [i for i, statement in enumerate(body) if _end(self.spans[statement]) == _end(span)]
            if starts and ends and starts[0] <= ends[0]:
                return tuple(body[starts[0] : ends[0] + 1])
        return None


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


def _start(span: Span) -> tuple[int, int]:
    return span.line, span.col


def _end(span: Span) -> tuple[int, int]:
    return span.end_line, span.end_col

