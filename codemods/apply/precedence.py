"""When does an expression need parentheses where it is put?"""

from __future__ import annotations

import ast
from typing import TypeVar

import libcst as cst

_E = TypeVar("_E", bound=cst.BaseExpression)

# How tightly an expression binds, loosest first, after the table in the language reference.
(
    GENERATOR, YIELD, TUPLE, NAMED, TEST, TERNARY, OR, AND, NOT, COMPARE, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT,
    SIGN, POWER, AWAIT, PRIMARY,
) = range(20)  # fmt: skip

_BINARY: dict[type[cst.BaseBinaryOp], int] = {
    cst.BitOr: BIT_OR,
    cst.BitXor: BIT_XOR,
    cst.BitAnd: BIT_AND,
    cst.LeftShift: SHIFT,
    cst.RightShift: SHIFT,
    cst.Add: SUM,
    cst.Subtract: SUM,
    cst.Power: POWER,
}


def binds(node: cst.BaseExpression) -> int:
    """How tightly the expression binds without its own parentheses."""
    match node:
        case cst.GeneratorExp():
            return GENERATOR
        case cst.Yield():
            return YIELD
        case cst.Tuple() | cst.StarredElement():
            return TUPLE
        case cst.NamedExpr():
            return NAMED
        case cst.Lambda():
            return TEST
        case cst.IfExp():
            return TERNARY
        case cst.BooleanOperation():
            return OR if isinstance(node.operator, cst.Or) else AND
        case cst.UnaryOperation():
            return NOT if isinstance(node.operator, cst.Not) else SIGN
        case cst.Comparison():
            return COMPARE
        case cst.BinaryOperation():
            return _BINARY.get(type(node.operator), PRODUCT)
        case cst.Await():
            return AWAIT
        case _:
            return PRIMARY


def required(parent: cst.CSTNode | None, child: cst.CSTNode) -> int:
    """How tightly an expression must bind in the place that `child` has in `parent` to need no parentheses."""
    match parent:
        case cst.Attribute() | cst.Await():
            return PRIMARY
        case cst.Call() if child is parent.func:
            return PRIMARY
        case cst.Subscript() if child is parent.value:
            return PRIMARY
        case cst.BinaryOperation():
            level = binds(parent)
            if level == POWER:
                return AWAIT if child is parent.left else SIGN
            return level if child is parent.left else level + 1
        case cst.UnaryOperation():
            return binds(parent)
        case cst.BooleanOperation():
            return binds(parent) if child is parent.left else binds(parent) + 1
        case cst.Comparison() | cst.ComparisonTarget():
            return BIT_OR
        case cst.IfExp():
            return TEST if child is parent.orelse else OR
        case cst.CompFor() | cst.CompIf() | cst.FormattedStringExpression():
            return OR
        case cst.StarredElement() | cst.StarredDictElement():
            return BIT_OR
        case cst.Assign() | cst.AugAssign():
            return YIELD
        case cst.Return() | cst.For() | cst.Expr() | cst.AssignTarget() | cst.Index():
            return TUPLE if not isinstance(parent, cst.Expr) else YIELD
        case cst.If() | cst.While():
            return NAMED
        case None:
            return GENERATOR
        case _:
            return TEST


def is_lone_argument(call: cst.CSTNode | None, arg: cst.CSTNode | None) -> bool:
    """Whether a generator expression may stand in this argument without parentheses of its own."""
    return (
        isinstance(call, cst.Call)
        and isinstance(arg, cst.Arg)
        and len(call.args) == 1
        and arg.keyword is None
        and not arg.star
        and not isinstance(arg.comma, cst.Comma)
    )


def needs_parentheses(node: cst.BaseExpression, parent: cst.CSTNode | None, child: cst.CSTNode) -> bool:
    """Whether the expression, as it stands, must be parenthesised in the place that `child` has in `parent`."""
    if node.lpar:
        return False
    if isinstance(node, cst.Integer) and isinstance(parent, cst.Attribute):
        return True
    if isinstance(node, cst.NamedExpr):
        return not isinstance(parent, cst.If | cst.While)
    if isinstance(parent, cst.FormattedStringExpression) and _starts_with_brace(node):
        return True
    return binds(node) < required(parent, child)


def parenthesized(node: _E) -> _E:
    """The expression in one more pair of parentheses."""
    return node.with_changes(lpar=[cst.LeftParen(), *node.lpar], rpar=[*node.rpar, cst.RightParen()])


def _starts_with_brace(node: cst.CSTNode) -> bool:
    return cst.Module([]).code_for_node(node).startswith("{")


def bare(node: cst.BaseExpression) -> cst.BaseExpression:
    """The expression without parentheses, unless they are its own (a tuple's, a generator expression's) or it asks
    for them: it has comments or stands on several lines."""
    if not node.lpar or stands_on_several_lines(node):
        return node
    if isinstance(node, cst.Tuple | cst.GeneratorExp | cst.Yield):
        return node.with_changes(lpar=node.lpar[-1:], rpar=node.rpar[:1])
    return without_parentheses(node)


def without_parentheses(node: _E) -> _E:
    """The expression without any parentheses around it."""
    return node.with_changes(lpar=[], rpar=[])


def stands_on_several_lines(node: cst.CSTNode) -> bool:
    return "\n" in (code := cst.Module([]).code_for_node(node)) or "\r" in code


def breaks_apart(node: cst.BaseExpression) -> bool:
    """Whether the expression, outside of any brackets, would end at one of its line ends."""
    if node.lpar or not stands_on_several_lines(node):
        return False
    try:
        ast.parse(cst.Module([]).code_for_node(node), mode="eval")
    except SyntaxError:
        return True
    return False
