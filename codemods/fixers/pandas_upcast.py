"""A value of another dtype can't be put into a column since pandas 3.0; the column used to be cast.

    df.loc[df["g"] == "hi", "g"] = 1   →  df["g"] = df["g"].astype(object)     before it
    df.loc[:, "g"] = 1                 →  df["g"] = 1
    s[1] = 2.5                         →  s = s.astype(float)                  before it, where s holds integers

https://pandas.pydata.org/pdeps/0006-ban-upcasting.html
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from codemods.fixers._pandas import FRAME, SERIES, bound_once, comes_before
from codemods.fixers._pandas_calls import argument
from codemods.fixing import MISSING, Answer, Context, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.records import Safety
from codemods.types import Instance
from codemods.uses import uses_of

# (dtype of the column, kind of the value) → the dtype that holds both
_WIDER: dict[tuple[str, str | None], str] = {
    ("str", "int"): "object",
    ("str", "float"): "object",
    ("str", "bool"): "object",
    ("int", "float"): "float",
    ("int", "str"): "object",
    ("float", "str"): "object",
    ("bool", "str"): "object",
}
_SCALARS = {
    "builtins.int": "int", "builtins.float": "float", "builtins.str": "str", "numpy.int64": "int", "numpy.int32": "int",
    "numpy.float64": "float",
}  # fmt: skip


@fixer(
    "PD534",
    on="node Assign",
    library="pandas",
    until="3.0",
    why="since pandas 3.0 a value of another dtype can't be put into a column",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"g": ["lo", "hi", "lo"], "h": ["x", "y", "z"]})
            df.loc[df["g"] == "hi", "g"] = 1
            df.loc[df["g"] == "lo", "g"] = 0
            df["g"] = df["g"].astype(int)
            df.loc[:, "h"] = 5
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"g": ["lo", "hi", "lo"], "h": ["x", "y", "z"]})
            df["g"] = df["g"].astype(object)
            df.loc[df["g"] == "hi", "g"] = 1
            df.loc[df["g"] == "lo", "g"] = 0
            df["g"] = df["g"].astype(int)
            df["h"] = 5
            """,
            check="df.g.tolist(), df.h.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import pandas as pd
            s = pd.Series([1, 2, 3])
            s[1] = 2.5
            t = pd.DataFrame(0, index=["a", "b"], columns=["p", "q"])
            t.loc["a", "p"] = 0.5
            """,
            """
            import pandas as pd
            s = pd.Series([1, 2, 3])
            s = s.astype(float)
            s[1] = 2.5
            t = pd.DataFrame(0, index=["a", "b"], columns=["p", "q"])
            t["p"] = t["p"].astype(float)
            t.loc["a", "p"] = 0.5
            """,
            check="s.tolist(), t.p.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import pandas as pd
            a, b = pd.DataFrame({"g": ["lo", "hi"]}), pd.DataFrame({"g": ["lo", "lo"]})
            for d in [a, b]:
                d.loc[d.g == "lo", "g"] = 0
            """,
            """
            import pandas as pd
            a, b = pd.DataFrame({"g": ["lo", "hi"]}), pd.DataFrame({"g": ["lo", "lo"]})
            for d in [a, b]:
                d["g"] = d["g"].astype(object)
                d.loc[d.g == "lo", "g"] = 0
            """,
            check="a.g.tolist(), b.g.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"g": ["lo", "hi", "lo"]})
            for name, number in zip(("lo", "hi"), np.arange(2)):
                df.loc[df["g"] == name, "g"] = number
            """,
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"g": ["lo", "hi", "lo"]})
            df["g"] = df["g"].astype(object)
            for name, number in zip(("lo", "hi"), np.arange(2)):
                df.loc[df["g"] == name, "g"] = number
            """,
            check="[int(n) for n in df.g]",
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"g": ["lo", "hi"], "n": [1, 2]})
            df.loc[df["g"] == "hi", "g"] = "x"
            df.loc[df["g"] == "hi", "n"] = 3
            df["g"] = 1
            s = pd.Series([1.0, 2.0])
            s[0] = 2
            """
        ),
    ],
)
def upcast(statement: ast.Assign, context: Context) -> Answer:
    place = _place(statement, context, context.text)
    if place is None:
        return None
    text, kind = place
    scalar = _scalar(statement.value, context)
    wider = _WIDER.get((kind, scalar or _of_many(statement.value, context)))
    if wider is None or not _is_first(statement, text, context):
        return None
    match statement.targets[0]:
        case ast.Subscript(slice=ast.Tuple(elts=[ast.Slice(lower=None, upper=None, step=None), _])) as whole:
            return Fix((context.replace(whole, text),))
        case _:
            pass
    safety, message = (None, "") if scalar else (Safety.REVIEW, "whole numbers would fit, others do not")
    edit = context.insert(_before_loops(statement, text, context), f"{text} = {text}.astype({wider})")
    return Fix((edit,), message, safety)


def _of_many(node: ast.expr, context: Context) -> str | None:
    """The kind of a column or array of floats."""
    kind = context.instance(node, SERIES, "numpy.ndarray")
    return "float" if kind is not None and kind.fact("dtype") == "float" else None


def _before_loops(statement: ast.stmt, text: str, context: Context) -> ast.stmt:
    """The outermost loop around a statement, or what stands in the loop that goes through the frames themselves."""
    owner = re.match(r"\w+", text)
    before = statement
    for above in context.ancestors(statement):
        if isinstance(above, ast.FunctionDef):
            break
        if isinstance(above, ast.For | ast.While):
            bound = {n.id for n in walk(above) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            if owner is not None and owner[0] in bound:
                break
            before = above
    return before


@fixer(
    "PD536",
    on="node Assign",
    library="pandas",
    until="3.0",
    why="since pandas 3.0 a value of another dtype can't be put into a frame",
    examples=[
        Example(
            """
            import pandas as pd
            d = pd.get_dummies(pd.Series(["a", "b", "c"]))
            e = d.iloc[:, :-1]
            e.loc[e.sum(axis=1) == 0] = -1.0
            """,
            """
            import pandas as pd
            d = pd.get_dummies(pd.Series(["a", "b", "c"]), dtype="uint8")
            e = d.iloc[:, :-1]
            e = e.astype(float)
            e.loc[e.sum(axis=1) == 0] = -1.0
            """,
            check="e.values.tolist()",
            was={"pandas": "0.23.4"},
        ),
        Same(
            """
            import pandas as pd
            d = pd.get_dummies(pd.Series(["a", "b", "c"]), dtype=float)
            d.loc[d["a"] == 0] = -1.0
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def rows_of_dummies(statement: ast.Assign, context: Context) -> Answer:
    """Whole rows of indicators, which are too small for negative numbers and whole."""
    match statement.targets:
        case [ast.Subscript(value=ast.Attribute(value=ast.Name() as frame, attr="loc" | "iloc"), slice=rows)]:
            if isinstance(rows, ast.Tuple) or not _are_dummies(frame, context):
                return None
        case _:
            return None
    value = context.literal(statement.value)
    if not isinstance(value, int | float) or isinstance(value, bool) or 0 <= value == int(value):
        return None
    cast = f"{frame.id} = {frame.id}.astype({type(value).__name__})"
    return None if comes_before(cast, statement, context) else Fix((context.insert(statement, cast),))


def _are_dummies(node: ast.expr, context: Context) -> bool:
    """What get_dummies gave, or columns of it, as it is by default."""
    match uses_of(context).value(node):
        case ast.Call(func=function) as call if context.symbol(function) == "pandas.get_dummies":
            given = context.keyword(call, "dtype")
            return given is None or context.literal(given) == "uint8"
        case ast.Subscript(value=ast.Attribute(value=whole, attr="loc" | "iloc")) | ast.Subscript(value=whole):
            return _are_dummies(whole, context)
        case ast.Call(func=ast.Attribute(value=whole, attr="copy")):
            return _are_dummies(whole, context)
        case _:
            return False


def _place(statement: ast.Assign, context: Context, text: Callable[[ast.expr], str] = ast.unparse) -> tuple[str, str] | None:
    """(the column's text, its dtype) of `df.loc[rows, "c"] = …` and `s[i] = …`, `s.iloc[i] = …`."""
    if len(statement.targets) != 1 or not isinstance(target := statement.targets[0], ast.Subscript):
        return None
    owner, how = target.value, ""
    match target.value:
        case ast.Attribute(value=owner, attr="loc" | "iloc" | "at" | "iat" as how):
            pass
        case _:
            pass
    if not isinstance(owner, ast.Name):
        return None
    kind = context.only(owner)
    if not isinstance(kind, Instance):
        return None
    if context.instance(owner, SERIES) is not None:
        known = kind.fact("dtype")
        return (owner.id, known) if known else None
    if context.instance(owner, FRAME) is None or how not in ("loc", "at") or not isinstance(target.slice, ast.Tuple):
        return None
    column = context.literal(target.slice.elts[1]) if len(target.slice.elts) == 2 else MISSING
    if not isinstance(column, str):
        return None
    known = kind.fact(f"column {column}") or kind.fact("dtype") or _filled_with(owner.id, context)
    known = known or _compared(target.slice.elts[0], owner.id, column, context)
    return (f"{owner.id}[{text(target.slice.elts[1])}]", known) if known else None


def _filled_with(frame: str, context: Context) -> str | None:
    """The dtype of all columns of a frame made of one scalar: `pd.DataFrame(0, index=…, columns=…)`."""
    value = bound_once(frame, context)
    if not isinstance(value, ast.Call) or context.symbol(value.func) != FRAME or argument(value, "dtype") is not None:
        return None
    literal = context.literal(argument(value, "data", 0))
    return type(literal).__name__ if isinstance(literal, int | float | str) else None


def _compared(rows: ast.expr, frame: str, column: str, context: Context) -> str | None:
    """`str` where the rows are found by comparing the same column with text."""
    match rows:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[text]) if context.instance(text, "builtins.str") is not None:
            match left:
                case ast.Subscript(value=ast.Name(id=name), slice=key) if name == frame and context.literal(key) == column:
                    return "str"
                case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == frame and attribute == column:
                    return "str"
                case _:
                    return None
        case _:
            return None


def _scalar(node: ast.expr, context: Context) -> str | None:
    """int, float, str or bool; a float that is whole fits into a column of integers."""
    literal = context.literal(node)
    if literal is not MISSING:
        return None if isinstance(literal, float) and literal.is_integer() else type(literal).__name__
    kind = context.instance(node, *_SCALARS)
    return _SCALARS[kind.name] if kind is not None else None


def _is_first(statement: ast.Assign, text: str, context: Context) -> bool:
    """Whether no earlier statement widens the column, or needs it widened."""
    earlier: list[ast.Assign] = []
    for _, tree in context.cells:
        here = tree is context.tree
        earlier += [n for n in walk(tree) if isinstance(n, ast.Assign) and (not here or n.lineno < statement.lineno)]
        if here:
            break
    for node in earlier:
        if _same(ast.unparse(node.targets[0]), text) and _is_widening(node.value):
            return False
        place = _place(node, context)
        if place is None or not _same(place[0], text):
            continue
        if _WIDER.get((place[1], _scalar(node.value, context) or _of_many(node.value, context))):
            return False
    return True


def _is_widening(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="astype"), args=[ast.Name(id="object" | "float")]):
            return True
        case _:
            return False


def _same(one: str, other: str) -> bool:
    return one.replace("'", '"') == other.replace("'", '"')
