"""Templates: Python text with holes, and how holes are filled so that the meaning holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import libcst as cst

from codemods.apply.errors import RefusedError
from codemods.apply.locate import Part
from codemods.apply.precedence import (
    bare,
    breaks_apart,
    is_lone_argument,
    needs_parentheses,
    parenthesized,
    stands_on_several_lines,
    without_parentheses,
)

_PIECE = re.compile(r"\{\{|\}\}|\{(@?)([\w.]+)\}|[{}]")
_HOLE = "__hole_{}__"


@dataclass(frozen=True, slots=True)
class Filling:
    """What templates are filled with: the nodes of the holes as edited so far, and the spelling of symbols."""

    parts: Mapping[str, Part]
    spell: Callable[[str], str]
    config: cst.PartialParserConfig


def fill_expression(template: str, filling: Filling) -> cst.BaseExpression:
    """The expression that a template makes.

    Raises RefusedError if the template doesn't parse, or a hole is filled with what can't stand there.
    """
    text = _python(template, filling).strip()
    try:
        expression = cst.parse_expression(f"({text})", filling.config)
    except cst.ParserSyntaxError as error:
        raise RefusedError(f"the template {template!r} is no expression") from error
    if not text:
        raise RefusedError("an empty template is no expression")
    expression = expression.with_changes(lpar=expression.lpar[1:], rpar=expression.rpar[:-1])
    filled = expression.visit(_Fill(filling.parts))
    assert isinstance(filled, cst.BaseExpression)
    return filled


def fill_elements(template: str, filling: Filling) -> tuple[cst.SubscriptElement, ...]:
    """The subscript elements that a template makes: what stands between the square brackets."""
    subscript = fill_expression(f"_[{template}]", filling)
    if not isinstance(subscript, cst.Subscript):
        raise RefusedError(f"the template {template!r} is no subscript")
    return tuple(subscript.slice)


def fill_statements(template: str, filling: Filling) -> list[cst.SimpleStatementLine | cst.BaseCompoundStatement]:
    """The statements that a template makes; errors as for `fill_expression`."""
    text = _python(template, filling)
    try:
        module = cst.parse_module(text, filling.config)
    except cst.ParserSyntaxError as error:
        raise RefusedError(f"the template {template!r} does not parse") from error
    filled = module.visit(_Fill(filling.parts))
    body = list(filled.body)
    if body:
        leading = [line for line in filled.header if line.comment]
        body[0] = body[0].with_changes(leading_lines=[*leading, *body[0].leading_lines])
    elif filled.header or filled.footer:
        raise RefusedError("a template of comments alone")
    return body


def _python(template: str, filling: Filling) -> str:
    def piece(match: re.Match[str]) -> str:
        if match[0] in ("{{", "}}"):
            return match[0][0]
        if match[2] is None:
            raise RefusedError(f"a brace without its pair in the template {template!r}")
        if match[1]:
            return filling.spell(match[2])
        if match[2] not in filling.parts:
            raise RefusedError(f"nothing is known to fill {match[0]} with")
        return _HOLE.format(match[2])

    return _PIECE.sub(piece, template)


class _Fill(cst.CSTTransformer):
    """Puts the parts into the holes of a parsed template."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        super().__init__()
        self._parts = {_HOLE.format(name): part for name, part in parts.items()}
        self._used: set[str] = set()
        self._above: list[cst.CSTNode] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._above.append(node)
        return True

    def on_leave(  # type: ignore[override]
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode | cst.FlattenSentinel[cst.CSTNode]:
        self._above.pop()
        match updated_node:
            case cst.Arg(value=cst.Name(value=name)) if name in self._parts and not updated_node.star:
                return self._arguments(name, original_node, updated_node)
            case cst.Subscript(slice=[cst.SubscriptElement(slice=cst.Index(value=cst.Name(value=name), star=None))]):
                if name in self._parts:
                    return updated_node.with_changes(slice=self._elements(name))
            case cst.Element(value=cst.Name(value=name)) if self._is_starred(name):
                starred = self._take(name)[0]
                return starred.with_changes(comma=updated_node.comma)
            case cst.Name(value=name) if name in self._parts and not self._is_spliced(original_node):
                return self._expression(name, original_node)
            case cst.SimpleStatementLine(body=[cst.Expr(value=cst.Name(value=name))]) if name in self._parts:
                return self._statements(name)
        return updated_node

    def _is_spliced(self, node: cst.CSTNode) -> bool:
        """Whether the hole is filled further up, where a whole run can be put in its place."""
        parent = self._above[-1] if self._above else None
        if isinstance(parent, cst.Arg):
            return not parent.star
        if isinstance(parent, cst.Element):
            return isinstance(node, cst.Name) and self._is_starred(node.value)
        if isinstance(parent, cst.Expr):
            above = self._above[-2] if len(self._above) > 1 else None
            name = node.value if isinstance(node, cst.Name) else ""
            return isinstance(above, cst.SimpleStatementLine) and _is_statement(self._parts[name][0])
        if isinstance(parent, cst.Index) and len(self._above) > 2:
            subscript = self._above[-3]
            return parent.star is None and isinstance(subscript, cst.Subscript) and len(subscript.slice) == 1
        return False

    def _is_starred(self, name: str) -> bool:
        return isinstance(self._parts.get(name, (None,))[0], cst.StarredElement)

    def _take(self, name: str) -> Part:
        """The part; a copy from its second use on, since a tree must not hold one node twice."""
        part = self._parts[name]
        if name in self._used:
            part = tuple(node.deep_clone() for node in part)
        self._used.add(name)
        return part

    def _expression(self, name: str, place: cst.CSTNode) -> cst.BaseExpression:
        node = _as_expression(self._take(name))
        parent = self._above[-1] if self._above else None
        return fitted(node, parent, place)

    def _arguments(self, name: str, place: cst.CSTNode, arg: cst.Arg) -> cst.CSTNode | cst.FlattenSentinel[cst.CSTNode]:
        part = self._take(name)
        call = self._above[-1] if self._above else None
        if isinstance(part[0], cst.Arg):
            if arg.keyword is not None:
                if len(part) > 1 or part[0].star:
                    raise RefusedError("several arguments can't be the value of one keyword")
                return arg.with_changes(value=fitted(part[0].value, arg, arg.value))
            kept = [node.with_changes(comma=cst.MaybeSentinel.DEFAULT) for node in part if isinstance(node, cst.Arg)]
            kept[-1] = kept[-1].with_changes(comma=arg.comma)
            return cst.FlattenSentinel(kept)
        node = _as_expression(part)
        if isinstance(node, cst.StarredElement) and arg.keyword is None:
            return arg.with_changes(star="*", value=node.value)
        if isinstance(node, cst.GeneratorExp) and is_lone_argument(call, place):
            return arg.with_changes(value=node if stands_on_several_lines(node) else without_parentheses(node))
        return arg.with_changes(value=fitted(node, arg, arg.value))

    def _elements(self, name: str) -> list[cst.SubscriptElement]:
        part = self._take(name)
        if isinstance(part[0], cst.SubscriptElement):
            return [node for node in part if isinstance(node, cst.SubscriptElement)]
        index = cst.Index(cst.Name("_"))
        node = _as_expression(part)
        return [cst.SubscriptElement(cst.Index(fitted(node, index, index.value)))]

    def _statements(self, name: str) -> cst.FlattenSentinel[cst.CSTNode]:
        return cst.FlattenSentinel(self._take(name))


def fitted(node: cst.BaseExpression, parent: cst.CSTNode | None, place: cst.CSTNode) -> cst.BaseExpression:
    """The expression with the parentheses that it needs in the place that `place` has in `parent`, and no others."""
    plain = bare(node)
    if needs_parentheses(plain, parent, place) or breaks_apart(plain):
        return node if node.lpar else parenthesized(node)
    return plain


def _is_statement(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement)


def _as_expression(part: Part) -> cst.BaseExpression:
    if len(part) == 1 and isinstance(node := part[0], cst.BaseExpression):
        return node
    if len(part) == 1 and isinstance(arg := part[0], cst.Arg) and not arg.star:
        return arg.value
    elements = []
    for node in part:
        if not isinstance(node, cst.SubscriptElement) or not isinstance(node.slice, cst.Index):
            raise RefusedError("what should fill a hole can't stand there")
        elements.append(cst.Element(node.slice.value, comma=node.comma))
    if len(elements) == 1 and not isinstance(elements[0].comma, cst.Comma):
        return elements[0].value
    return cst.Tuple(elements)
