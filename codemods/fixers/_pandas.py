"""What the fixers of pandas share: names of events, questions about receivers and values."""

from __future__ import annotations

import ast

from codemods.fixing import MISSING, Context
from codemods.types import ArrayOf, DictOf, Instance, ListOf, TupleOf

FRAME = "pandas.DataFrame"
SERIES = "pandas.Series"
INDEX = "pandas.Index"
FRAME_GROUPS = "pandas.api.typing.DataFrameGroupBy"
SERIES_GROUPS = "pandas.api.typing.SeriesGroupBy"
GROUPBYS = (FRAME_GROUPS, SERIES_GROUPS)
OLD = {"pandas": "0.20.3"}


def both(method: str) -> tuple[str, str]:
    """The events of calling a method of a frame or a series."""
    return f"call {FRAME}.{method}", f"call {SERIES}.{method}"


def is_pure(node: ast.AST) -> bool:
    """Whether evaluating the expression twice is the same as once: names, attributes, subscripts by constants and names."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value=value):
            return is_pure(value)
        case ast.Subscript(value=value, slice=key):
            return is_pure(value) and is_pure(key)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return all(is_pure(item) for item in items)
        case _:
            return False


def receiver(call: ast.Call) -> ast.expr | None:
    """The object on which a method is called."""
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def is_array(node: ast.expr, context: Context) -> bool:
    """Whether the expression is certainly a numpy array."""
    found = context.types(node)
    return bool(found) and all(isinstance(t, ArrayOf) or (isinstance(t, Instance) and t.name == "numpy.ndarray") for t in found)


def is_sequence(node: ast.expr, context: Context) -> bool:
    """Whether the expression is certainly a builtin list, tuple or the like."""
    if isinstance(node, ast.List | ast.Tuple | ast.ListComp):
        return True
    found = context.types(node)
    names = ("builtins.list", "builtins.tuple", "builtins.set")
    return bool(found) and all(isinstance(t, ListOf | TupleOf) or (isinstance(t, Instance) and t.name in names) for t in found)


def is_dict(node: ast.expr, context: Context) -> bool:
    """Whether the expression is certainly a dict."""
    if isinstance(node, ast.Dict | ast.DictComp):
        return True
    found = context.types(node)
    names = ("builtins.dict", "collections.OrderedDict", "collections.defaultdict")
    return bool(found) and all(isinstance(t, DictOf) or (isinstance(t, Instance) and t.name in names) for t in found)


def axis_number(node: ast.expr | None, context: Context) -> int | None:
    """0 or 1 for a literal axis in any spelling, 0 where it is not given; None: not known."""
    if node is None:
        return 0
    match context.literal(node):
        case 0 | "index" | "rows":
            return 0
        case 1 | "columns":
            return 1
        case _:
            return None


def keywords(*names: str, given: dict[str, ast.expr]) -> str:
    """Template text `, name={name}` for those of `names` that are given."""
    return "".join(f", {name}={{{name}}}" for name in names if name in given)


def assignments(name: str, context: Context) -> list[ast.expr]:
    """The right sides of all plain assignments to a name in the document."""
    return [
        node.value
        for node in context.nodes(ast.Assign)
        if len(node.targets) == 1 and isinstance(target := node.targets[0], ast.Name) and target.id == name
    ]


def bound_once(name: str, context: Context) -> ast.expr | ast.FunctionDef | None:
    """The only thing that the document ever binds to a name: a value assigned, or a function defined."""
    nodes = [b.node for b in context.cells.uses.bindings(name)]
    nodes = [
        n for n in nodes if isinstance(n, ast.FunctionDef | ast.arg) or (isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    ]
    match nodes:
        case [ast.FunctionDef() as function]:
            return function
        case [ast.Name() as target]:
            above = context.parent(target)
            return above.value if isinstance(above, ast.Assign) and above.targets == [target] else None
        case _:
            return None


def is_statement(call: ast.AST, context: Context) -> ast.Expr | None:
    """The expression statement that consists of the call alone."""
    above = context.parent(call)
    return above if isinstance(above, ast.Expr) else None


def literal_true(node: ast.expr | None, context: Context) -> bool:
    return node is not None and context.literal(node) is True


def is_literal(node: ast.expr | None, context: Context) -> bool:
    return context.literal(node) is not MISSING


def comes_before(text: str, statement: ast.stmt, context: Context) -> bool:
    """Whether the statement right before this one reads like `text`."""
    wanted = ast.dump(ast.parse(text).body[0])
    for body in (getattr(context.parent(statement), field, None) for field in ("body", "orelse", "finalbody")):
        if isinstance(body, list) and statement in body and (at := body.index(statement)):
            return ast.dump(body[at - 1]) == wanted
    return False
