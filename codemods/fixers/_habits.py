"""What code does with a value that only makes sense before a silent change: evidence of its age in the code itself.

Each function gives the words for the report ("divides by nanoseconds"), or nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from codemods.fixing import Context
from codemods.uses import uses_of

# Nanoseconds in a second, a minute, an hour, a day.
_NANOSECONDS = {1e9, 6e10, 3.6e12, 8.64e13}
_ONLY_NANOSECONDS = {6e10, 3.6e12, 8.64e13}  # what else would one divide by these?
_MISSING = {"nan", "NaN", "None"}
_TEXT_METHODS = {"replace", "isin", "map", "drop"}


def divides_by_nanoseconds(holds_dates: Callable[[ast.expr], bool], context: Context) -> str:
    """Whether integers made from dates are divided by the nanoseconds of a second, minute, hour or day anywhere.

    Code that sets the unit itself tells nothing.
    """
    if any(node.attr == "as_unit" for node in context.nodes(ast.Attribute)):
        return ""
    for node in context.nodes(ast.BinOp):
        if not isinstance(node.op, ast.Div | ast.FloorDiv) or (divisor := _number(node.right, context)) not in _NANOSECONDS:
            continue
        for cast in _casts(node.left, context):
            dates = cast.func.value if isinstance(cast.func, ast.Attribute) else cast
            if holds_dates(dates) or (divisor in _ONLY_NANOSECONDS and not context.types(dates)):
                return f"divides by {ast.unparse(node.right)} nanoseconds"
    return ""


def _casts(node: ast.expr, context: Context) -> Iterator[ast.Call]:
    """The calls of astype() or view() that an expression is made of, looking through one name."""
    for part in ast.walk(uses_of(context).value(node) or node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in ("astype", "view"):
            yield part


def _number(node: ast.expr, context: Context) -> float | None:
    """The value of a product or power of literals, looking through a name."""
    match uses_of(context).value(node):
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return float(value)
        case ast.BinOp(left=left, op=ast.Mult() | ast.Pow() as op, right=right):
            a, b = _number(left, context), _number(right, context)
            if a is None or b is None or max(abs(a), abs(b)) > 1e15:
                return None
            if isinstance(op, ast.Mult):
                return a * b
            return a**b if 0 <= b <= 20 and 0 < a <= 60 else None
        case _:
            return None


def means_missing_text(value: ast.expr, context: Context) -> str:
    """Whether the code looks for the text "nan" in a text that was made of `value`, which is where it was missing."""
    for place in _places(value, context):
        match context.parent(place):
            case ast.Compare(left=left, comparators=[right]) if left is place and context.literal(right) in _MISSING:
                return f"compares with {context.literal(right)!r}"
            case ast.Attribute(attr=name) as method if name == "str" or name in _TEXT_METHODS:
                if name == "str":
                    above = context.parent(method)
                    method = above if isinstance(above, ast.Attribute) and above.attr in _TEXT_METHODS else method
                call = context.is_called(method)
                if call is not None and call.args and (text := _names_missing(call.args[0], context)):
                    return f"looks for {text!r}"
            case _:
                pass
    return ""


def _names_missing(argument: ast.expr, context: Context) -> str:
    literal = context.literal(argument)
    texts = list(literal) if isinstance(literal, list | tuple | dict | set) else [literal]
    return next((text for text in texts if isinstance(text, str) and text in _MISSING), "")


def _places(value: ast.expr, context: Context) -> Iterator[ast.expr]:
    """Where `value` is read: itself, by its name, or as the column that it is assigned to."""
    yield value
    yield from uses_of(context).loads(value)
    match context.parent(value):
        case ast.Assign(targets=[ast.Subscript() | ast.Attribute() as column]):
            spelled = ast.unparse(column)
            kind = type(column)
            for node in context.nodes(kind):
                if isinstance(node.ctx, ast.Load) and ast.unparse(node) == spelled:
                    yield node
        case _:
            pass


def takes_for_truths(value: ast.expr, context: Context) -> str:
    """Whether the code negates `value` with ~, which of objects gives -1 and -2."""
    for place in _places(value, context):
        match context.parent(place):
            case ast.UnaryOp(op=ast.Invert()):
                return "negates the result with ~, which only truth values bear"
            case _:
                pass
    return ""


def becomes_numbers(value: ast.expr, context: Context) -> str:
    """Whether the text that `value` gives is converted to numbers, directly or after further text methods."""
    node: ast.AST = value
    while isinstance(method := context.parent(node), ast.Attribute):
        if method.attr == "str" and isinstance(outer := context.parent(method), ast.Attribute):
            method = outer
        call = context.is_called(method)
        if call is None:
            return ""
        if method.attr == "astype" and call.args:
            return "converts the result to numbers" if ast.unparse(call.args[0]).strip("'\"") in _NUMBERS else ""
        node = call
    above = context.parent(node)
    if isinstance(above, ast.Call) and context.symbol(above.func) == "pandas.to_numeric":
        coerces = context.keyword(above, "errors")
        return "converts the result to numbers" if coerces is None else ""
    return ""


_NUMBERS = {"int", "float", "int32", "int64", "float32", "float64", "np.int64", "np.float64", "np.int32", "np.float32"}
