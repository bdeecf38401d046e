"""Filling and replacing: what comes back, and of which dtype.

s.fillna(False)                         →  s.fillna(False).infer_objects()     a column of objects (3.0)
s.replace("?", None)                    →  s.mask(s == "?").ffill()            None filled forward before 1.4
r = df.fillna(0, inplace=True)          →  df.fillna(0, inplace=True); r = None
df["q"].cat.categories = ["A", "B"]     →  df["q"] = df["q"].cat.rename_categories(["A", "B"])
pd.read_json('[{"a": 1}]')              →  pd.read_json(io.StringIO('[{"a": 1}]'))
"""

from __future__ import annotations

import ast

from codemods.fixers._habits import takes_for_truths
from codemods.fixers._pandas import FRAME, SERIES, bound_once, is_pure, is_statement, literal_true, receiver
from codemods.fixers._pandas_calls import CATEGORIES, argument, column_of, fact, has_stars, literal_data
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk

_RETURN_THEMSELVES = ("fillna", "replace", "ffill", "bfill", "interpolate", "clip", "where", "mask")
_CHANGE_CATEGORIES = (
    "set_categories", "add_categories", "remove_categories", "rename_categories", "reorder_categories",
    "remove_unused_categories", "as_ordered", "as_unordered",
)  # fmt: skip
_NUMBERS = ("int", "float", "bool", "datetime", "category", "str")


@fixer(
    "PD580",
    on=(f"call {SERIES}.fillna", f"call {FRAME}.fillna"),
    since="0.21",
    until="3.0",
    silent=True,
    why="since pandas 3.0 fillna() leaves the dtype object where all values are of one kind afterwards",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([True, None, False], dtype=object)
            t = s.fillna(False)
            """,
            """
            import pandas as pd
            s = pd.Series([True, None, False], dtype=object)
            t = s.fillna(False).infer_objects()
            """,
            check="str(t.dtype), (~t).tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import pandas as pd
            s = pd.Series([True, None, False], dtype=object)
            t = s.fillna(False)
            w = s[~t]
            flag = pd.Series([1, 2]) > 1
            x = ~flag.shift().fillna(False)
            """,
            """
            import pandas as pd
            s = pd.Series([True, None, False], dtype=object)
            t = s.fillna(False).infer_objects()
            w = s[~t]
            flag = pd.Series([1, 2]) > 1
            x = ~flag.shift().fillna(False).infer_objects()
            """,
            check="w.tolist(), x.tolist()",
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([True, None, False], dtype=object)
            t = s.fillna(False)
            u = ~pd.Series([True, None], dtype="boolean").fillna(False)
            v = ~pd.Series(["x", None]).str.contains("x").fillna(False)
            """
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([1.0, None])
            t = s.fillna(0)
            u = pd.Series(["x", None]).fillna("")
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def fill(call: ast.Call, context: Context) -> Answer:
    this, value = receiver(call), context.literal(argument(call, "value", 0))
    if this is None or has_stars(call) or literal_true(argument(call, "inplace"), context):
        return None
    kind = fact(this, "dtype", context)
    if (
        kind in _NUMBERS
        or not isinstance(value, bool | int | float)
        or not (isinstance(value, bool) or kind in ("object", "text"))
    ):
        return None
    above = context.parent(call)
    if isinstance(above, ast.Attribute) and above.attr in ("infer_objects", "astype"):
        return None
    told = takes_for_truths(call, context) if isinstance(value, bool) and _holds_objects(this, kind, context) else ""
    return Fix((context.replace(call, "{call}.infer_objects()", call=call),), told=told)


def _holds_objects(series: ast.expr, kind: str | None, context: Context) -> bool:
    """Whether truth values of which some are missing are certainly held as objects."""
    made = bound_once(series.id, context) if isinstance(series, ast.Name) else series
    if kind == "object" or not isinstance(made, ast.Call):
        return kind == "object"
    if isinstance(made.func, ast.Attribute) and made.func.attr == "shift":
        return fact(made.func.value, "dtype", context) == "bool" and argument(made, "fill_value") is None
    dtype = argument(made, "dtype", 2)
    if dtype is not None:
        return context.literal(dtype) in ("object", "O") or context.symbol(dtype) == "builtins.object"
    data = literal_data(series, context) or []
    return any(context.literal(e) is None for e in data) and all(context.literal(e) in (None, True, False) for e in data)


@fixer(
    "PD581",
    on=(f"call {SERIES}.replace", f"call {FRAME}.replace"),
    until="1.4",
    silent=True,
    why="replace(x, None) filled forward before pandas 1.4; today it writes None",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series(["x", "?", "z"])
            r = s.replace("?", None)
            """,
            """
            import pandas as pd
            s = pd.Series(["x", "?", "z"])
            r = s.mask(s == "?").ffill()
            """,
            check="r.tolist()",
            was={"pandas": "0.25.3"},
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series(["x", "?", "z"])
            r = s.replace({"?": None})
            """,
            was={"pandas": "0.25.3"},
        ),
    ],
)
def replace_by_none(call: ast.Call, context: Context) -> Answer:
    this, old, new = receiver(call), argument(call, "to_replace", 0), argument(call, "value", 1)
    if this is None or old is None or new is None or context.literal(new) is not None or isinstance(old, ast.Dict):
        return None
    literal = context.literal(old)
    if len(call.args) + len(call.keywords) != 2 or not is_pure(this) or literal is MISSING:
        return Decline("None filled forward from the value before: write .mask(condition).ffill() to keep that")
    condition = "{s}.isin({old})" if isinstance(literal, list) else "{s} == {old}"
    return Fix((context.replace(call, f"{{s}}.mask({condition}).ffill()", s=this, old=old),))


@fixer(
    "PD582",
    on=[f"call {c}.{m}" for c in (FRAME, SERIES) for m in _RETURN_THEMSELVES],
    until="3.0",
    silent=True,
    why="since pandas 3.0 methods with inplace=True return the object instead of None",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, float("nan")]})
            r = df.fillna(0, inplace=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, float("nan")]})
            df.fillna(0, inplace=True)
            r = None
            """,
            check="r is None, df.a.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, float("nan")]})
            df.fillna(0, inplace=True)
            df = df.fillna(0, inplace=True)
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def returns_none(call: ast.Call, context: Context) -> Answer:
    statement, this = context.parent(call), receiver(call)
    if not literal_true(argument(call, "inplace"), context) or not isinstance(statement, ast.Assign) or this is None:
        return None
    if len(statement.targets) != 1 or not isinstance(name := statement.targets[0], ast.Name):
        return None
    if any(isinstance(n, ast.Name) and n.id == name.id for n in walk(this)):
        return None  # the name of the frame itself: the code of its time lost the frame, which nobody wants back
    return Fix((context.replace_statement(statement, "{call}\n{name} = None", call=call, name=name),))


@fixer(
    "PD583",
    on=(f"attr {CATEGORIES}.categories", f"attr {CATEGORIES}.ordered"),
    library="pandas",
    until="2.0",
    why="since pandas 2.0 the categories of a column can't be assigned",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"q": pd.Categorical(["a", "b", "a"])})
            df["q"].cat.categories = ["A", "B"]
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"q": pd.Categorical(["a", "b", "a"])})
            df["q"] = df["q"].cat.rename_categories(["A", "B"])
            """,
            check="df.q.tolist()",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"q": pd.Categorical(["a", "b", "a"])})
            c = df["q"].cat.categories
            df["q"] = df["q"].cat.rename_categories(["A", "B"])
            """),
    ],
)
def set_categories(node: ast.Attribute, context: Context) -> Answer:
    statement = context.parent(node)
    if not isinstance(statement, ast.Assign) or statement.targets != [node] or not isinstance(node.value, ast.Attribute):
        return None
    if node.attr == "ordered":
        return Decline("use x = x.cat.as_ordered() or as_unordered()")
    target = _column(node.value.value, context)
    if target is None:
        return Decline("assign the result of cat.rename_categories(…) to the column")
    template = f"{target} = {{accessor}}.rename_categories({{new}})"
    return Fix((context.replace_statement(statement, template, accessor=node.value, new=statement.value),))


@fixer(
    "PD584",
    on=[f"call {CATEGORIES}.{m}" for m in _CHANGE_CATEGORIES],
    library="pandas",
    until="2.0",
    why="inplace= of the methods of categories was removed in pandas 2.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"q": pd.Categorical(["a", "b", "a"])})
            df["q"].cat.set_categories(["b", "a"], ordered=True, inplace=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"q": pd.Categorical(["a", "b", "a"])})
            df["q"] = df["q"].cat.set_categories(["b", "a"], ordered=True)
            """,
            check="df.q.cat.codes.tolist()",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"q": pd.Categorical(["a", "b", "a"])})
            df["q"] = df["q"].cat.set_categories(["b", "a"])
            """),
    ],
)
def change_categories(call: ast.Call, context: Context) -> Answer:
    inplace = argument(call, "inplace")
    if inplace is None or not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.Attribute):
        return None
    edit = context.edit_call(call, drop=frozenset({"inplace"}))
    if context.literal(inplace) is False:
        return Fix((edit,))
    target, statement = _column(call.func.value.value, context), is_statement(call, context)
    if target is None or statement is None or context.literal(inplace) is not True:
        return Decline("assign the result to the column instead")
    return Fix((edit, context.replace_statement(statement, f"{target} = {{call}}", call=call)))


def _column(node: ast.expr, context: Context) -> str | None:
    """How to assign to what `.cat` stands behind."""
    if isinstance(node, ast.Name):
        return node.id
    column = column_of(node, context)
    if column is None:
        return None
    frame, key, name = column
    return f"{context.text(frame)}[{context.text(key)}]" if key is not None else f'{context.text(frame)}["{name}"]'


@fixer(
    "PD585",
    on=("call pandas.read_json", "call pandas.read_html", "call pandas.read_xml"),
    until="3.0",
    why="since pandas 3.0 the readers take a path or a file, not the text itself",
    examples=[
        Example(
            """
            import pandas as pd
            txt = '[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]'
            df = pd.read_json(txt)
            """,
            """
            import pandas as pd
            from io import StringIO
            txt = '[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]'
            df = pd.read_json(StringIO(txt))
            """,
            check="df.a.tolist()",
        ),
        Example(
            """
            import json
            import io
            import pandas as pd
            df = pd.read_json(json.dumps([{"a": 1}]), orient="records")
            """,
            """
            import json
            import io
            import pandas as pd
            df = pd.read_json(io.StringIO(json.dumps([{"a": 1}])), orient="records")
            """,
            check="df.a.tolist()",
        ),
        Same(
            """
            import pandas as pd
            a = pd.read_json("data.json")
            b = pd.read_html("https://example.org/tables")
            """
        ),
    ],
)
def literal_text(call: ast.Call, context: Context) -> Answer:
    source = call.args[0] if call.args else argument(call, "path_or_buf") or argument(call, "io")
    if source is None or isinstance(source, ast.Starred) or not _is_content(source, context):
        return None
    wrapper = "io.BytesIO" if isinstance(source, ast.Attribute) and source.attr == "content" else "io.StringIO"
    return Fix((context.replace(source, f"{{@{wrapper}}}({{text}})", text=source),))


def _is_content(node: ast.expr, context: Context) -> bool:
    """Whether an expression is certainly the text itself: a literal, what a serializer returns, the body of a response."""
    literal = context.literal(node)
    known = fact(node, "value", context)
    text = literal if isinstance(literal, str) else ast.literal_eval(known) if known else None
    if isinstance(text, str):
        return text.lstrip()[:1] in ("{", "[", "<")
    if isinstance(node, ast.Name):
        value = bound_once(node.id, context)
        return isinstance(value, ast.expr) and not isinstance(value, ast.Name) and _is_content(value, context)
    match node:
        case ast.Call(func=function) if context.symbol(function) == "json.dumps":
            return True
        case ast.Call(func=ast.Attribute(value=owner, attr="to_json"), args=[]):
            return context.instance(owner, FRAME, SERIES) is not None
        case ast.Attribute(value=ast.Call(func=function), attr="text" | "content"):
            return (context.symbol(function) or "").startswith("requests.")
        case ast.Attribute(value=owner, attr="text" | "content"):
            return context.instance(owner, "requests.Response", "requests.models.Response") is not None
        case _:
            return False
