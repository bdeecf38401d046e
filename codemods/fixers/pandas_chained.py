"""With copy-on-write (pandas 3.0) what is done to `df["a"]` no longer reaches the frame.

    df["a"].fillna(0, inplace=True)   →  df["a"] = df["a"].fillna(0)
    df["b"][df["a"] > 1] = 9          →  df.loc[df["a"] > 1, "b"] = 9
    df.b[0] = 5                       →  df.loc[0, "b"] = 5                           on an index of integers
    df["a"][1:] = 7                   →  df.iloc[1:, df.columns.get_loc("a")] = 7     slices of integers are positions

Such a statement does nothing at all on the target, so its age is evident. `df[mask]["a"] = v` never reached the frame.
https://pandas.pydata.org/docs/user_guide/copy_on_write.html
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES, is_statement, literal_true, receiver
from codemods.fixers._pandas_calls import argument, column_of, fact
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.types import Instance, class_name

_INPLACE = ("fillna", "replace", "ffill", "bfill", "pad", "backfill", "interpolate", "clip", "where", "mask")
_LABELS = {"builtins.str", "pandas.Timestamp", "datetime.datetime", "datetime.date", "builtins.float"}
_INTEGERS = {"builtins.int", "numpy.int64"}


@fixer(
    "PD520",
    on=[f"call {SERIES}.{method}" for method in _INPLACE],
    until="3.0",
    why="since pandas 3.0 changing a column in place no longer changes the frame it was taken from",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, None], "b": ["x", "?"]})
            df["a"].fillna(df["a"].mean(), inplace=True)
            df.b.replace("?", "y", inplace=True)
            for c in ["a"]:
                df[c].clip(0, 1, inplace=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, None], "b": ["x", "?"]})
            df["a"] = df["a"].fillna(df["a"].mean())
            df["b"] = df.b.replace("?", "y")
            for c in ["a"]:
                df[c] = df[c].clip(0, 1)
            """,
            check="df.values.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, None], "b": [None, 2.0]})
            df[["a", "b"]].fillna(0, inplace=True)
            df.fillna(0, inplace=True)
            s = pd.Series([1.0, None])
            s.fillna(0, inplace=True)
            t = df["a"].fillna(0)
            """
        ),
    ],
)
def inplace(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    statement = is_statement(call, context)
    if this is None or statement is None or not literal_true(argument(call, "inplace"), context):
        return None
    column = column_of(this, context)
    if column is None:
        return None
    frame, key, name = column
    target = "{frame}[{key}]" if key is not None else f'{{frame}}["{name}"]'
    holes = {"frame": frame, "key": key} if key is not None else {"frame": frame}
    edit = context.edit_call(call, drop=frozenset({"inplace"}))
    return Fix((edit, context.replace_statement(statement, f"{target} = {{call}}", call=call, **holes)))


@fixer(
    "PD521",
    on="node Subscript",
    library="pandas",
    until="3.0",
    why="since pandas 3.0 assigning to a part of a column no longer changes the frame it was taken from",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2, 3], "b": [0, 0, 0]})
            df["b"][df["a"] > 1] = 9
            df.b[0] = 5
            df["a"][1:] = 7
            df["a"].loc[df.b == 5] += 1
            df["b"].iloc[-1] = 0
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2, 3], "b": [0, 0, 0]})
            df.loc[df["a"] > 1, "b"] = 9
            df.loc[0, "b"] = 5
            df.iloc[1:, df.columns.get_loc("a")] = 7
            df.loc[df.b == 5, "a"] += 1
            df.iloc[-1, df.columns.get_loc("b")] = 0
            """,
            check="df.values.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]}, index=["x", "y"])
            df["a"][0] = 5
            df["a"]["y"] = 6
            for i, row in df.iterrows():
                df["a"][i] = row["a"] + 1
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]}, index=["x", "y"])
            df.iloc[0, df.columns.get_loc("a")] = 5
            df.loc["y", "a"] = 6
            for i, row in df.iterrows():
                df.loc[i, "a"] = row["a"] + 1
            """,
            check="df.values.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2, 3], "b": [0, 0, 0]})
            df[df["a"] > 1]["b"] = 9
            s = pd.Series([1, 2, 3])
            s[s > 1] = 0
            df["a"] = 3
            x = df["a"][0]
            """
        ),
    ],
)
def assign(node: ast.Subscript, context: Context) -> Answer:
    if not isinstance(node.ctx, ast.Store):
        return None
    inner, how = node.value, ""
    match node.value:
        case ast.Attribute(value=inner, attr="loc" | "iloc" | "at" | "iat" as how):
            pass
        case _:
            pass
    column = column_of(inner, context)
    if column is None:
        return None
    frame, key, name = column
    if isinstance(node.slice, ast.Tuple):
        return None
    how = how or _how(node.slice, frame, context)
    if not how:
        return Decline(
            "whether the key is a label or a position is not known here: write df.loc[labels, column] = … or "
            "df.iloc[positions, df.columns.get_loc(column)] = …"
        )
    label = "{key}" if key is not None else f'"{name}"'
    rows, holes = "{rows}", {"rows": node.slice, "frame": frame}
    if isinstance(node.slice, ast.Slice):
        rows = context.text(node.slice).replace("{", "{{").replace("}", "}}")
        del holes["rows"]
    if key is not None:
        holes["key"] = key
    if how in ("iloc", "iat"):
        label = f"{{frame}}.columns.get_loc({label})"
    return Fix((context.replace(node, f"{{frame}}.{how}[{rows}, {label}]", **holes),))


def _how(rows: ast.expr, frame: ast.expr, context: Context) -> str:
    """`loc` or `iloc`: how `df[column][rows] = …` found the rows; empty where it is not known."""
    index = fact(frame, "index", context)
    if isinstance(rows, ast.Slice):
        bounds = [b for b in (rows.lower, rows.upper) if b is not None]
        if not bounds:
            return "loc"
        if all(_is_integer(b, context) for b in bounds):
            return "iloc" if index != "float" else ""
        return "loc" if all(_is_label(b, context) for b in bounds) else ""
    if index in ("range", "int") or is_mask(rows, context) or _is_label(rows, context) or _comes_from_index(rows, context):
        return "loc"
    if _is_integer(rows, context) and index in ("str", "datetime"):
        return "iloc"
    return ""


def is_mask(node: ast.expr, context: Context) -> bool:
    """Whether an expression is certainly a condition over rows."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if not isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot):
            arrays = (FRAME, SERIES, "pandas.Index", "numpy.ndarray")
            return any(context.instance(side, *arrays) is not None for side in (left, right))
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return is_mask(operand, context)
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), right=right):
            return is_mask(left, context) and is_mask(right, context)
        case _:
            kind = context.only(node)
            return isinstance(kind, Instance) and kind.fact("dtype") == "bool" and kind.name in (SERIES, "numpy.ndarray")


def _is_integer(node: ast.expr, context: Context) -> bool:
    literal = context.literal(node)
    if isinstance(literal, int) and not isinstance(literal, bool):
        return True
    found = context.types(node)
    return bool(found) and all(class_name(kind) in _INTEGERS for kind in found)


def _is_label(node: ast.expr, context: Context) -> bool:
    if isinstance(node, ast.List):
        return bool(node.elts) and all(_is_label(e, context) for e in node.elts)
    found = context.types(node)
    return bool(found) and all(class_name(kind) in _LABELS for kind in found)


def _comes_from_index(node: ast.expr, context: Context) -> bool:
    """Whether a name is bound only by loops over labels: `for i, row in df.iterrows()`, `for i in df.index`."""
    if not isinstance(node, ast.Name):
        return False
    loops = 0
    bindings = 0
    for _, tree in context.cells:
        for each in walk(tree):
            match each:
                case ast.For(
                    target=ast.Tuple(elts=[ast.Name(id=name), *_]),
                    iter=ast.Call(func=ast.Attribute(attr="iterrows" | "iteritems" | "items", value=owner)),
                ) if name == node.id:
                    loops += context.instance(owner, FRAME, SERIES) is not None
                case ast.For(target=ast.Name(id=name), iter=ast.Attribute(attr="index")) if name == node.id:
                    loops += 1
                case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) if name == node.id:
                    bindings += 1
                case _:
                    pass
    return loops == bindings > 0
