"""A value of another dtype can't be put into a column since pandas 3.0; the column used to be cast.

    df.loc[df["g"] == "hi", "g"] = 1   →  df["g"] = df["g"].astype(object)     before it
    s[1] = 2.5                         →  s = s.astype(float)                  before it, where s holds integers
    df.fillna(0, inplace=True)         →  df = df.fillna(0)                    where columns may hold text

https://pandas.pydata.org/pdeps/0006-ban-upcasting.html
"""

from __future__ import annotations

import ast
import re

from codemods.fixers._pandas import FRAME, SERIES, bound_once, is_statement, literal_true, receiver
from codemods.fixers._pandas_calls import argument, has_stars
from codemods.fixing import MISSING, Answer, Context, Example, Fix, Same, fixer
from codemods.nodes import walk
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
            df = pd.DataFrame({"g": ["lo", "hi", "lo"]})
            df.loc[df["g"] == "hi", "g"] = 1
            df.loc[df["g"] == "lo", "g"] = 0
            df["g"] = df["g"].astype(int)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"g": ["lo", "hi", "lo"]})
            df["g"] = df["g"].astype(object)
            df.loc[df["g"] == "hi", "g"] = 1
            df.loc[df["g"] == "lo", "g"] = 0
            df["g"] = df["g"].astype(int)
            """,
            check="df.g.tolist()",
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
    place = _place(statement, context)
    if place is None:
        return None
    text, kind = place
    value = _scalar(statement.value, context)
    wider = _WIDER.get((kind, value))
    if wider is None or not _is_first(statement, text, context):
        return None
    return Fix((context.insert(_before_loops(statement, text, context), f"{text} = {text}.astype({wider})"),))


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
    "PD539",
    on=f"call {FRAME}.fillna",
    until="3.0",
    silent=True,  # only frames with gaps in columns of text fail, and those can't be told
    why="since pandas 3.0 numbers can't be filled into columns of text in place",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"n": [1.0, None], "s": ["x", None]})
            df.fillna(-1, inplace=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"n": [1.0, None], "s": ["x", None]})
            df = df.fillna(-1)
            """,
            check="df.values.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import pandas as pd
            def fill(d):
                d.fillna(-1, inplace=True)
            df = pd.DataFrame({"n": [1.0, None], "s": ["x", None]})
            fill(df)
            """,
            """
            import pandas as pd
            def fill(d):
                d[d.select_dtypes("str").columns] = d.select_dtypes("str").astype(object)
                d.fillna(-1, inplace=True)
            df = pd.DataFrame({"n": [1.0, None], "s": ["x", None]})
            fill(df)
            """,
            check="df.values.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"n": [1.0, float("nan")]})
            df.fillna(-1, inplace=True)
            t = pd.DataFrame({"s": ["x", None]})
            t.fillna("", inplace=True)
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def fill_text(call: ast.Call, context: Context) -> Answer:
    frame, value = receiver(call), argument(call, "value", 0)
    if frame is None or value is None or has_stars(call) or not literal_true(argument(call, "inplace"), context):
        return None
    statement, literal = is_statement(call, context), context.literal(value)
    number = isinstance(literal, int | float) or context.instance(value, "builtins.int", "builtins.float") is not None
    if not number or statement is None or not isinstance(frame, ast.Name) or _only_numbers(frame, context):
        return None
    if _rebindable(frame, context):
        edit = context.edit_call(call, drop=frozenset({"inplace"}))
        return Fix((edit, context.replace_statement(statement, f"{frame.id} = {{call}}", call=call)))
    cast = f'{frame.id}[{frame.id}.select_dtypes("str").columns] = {frame.id}.select_dtypes("str").astype(object)'
    if _comes_before(cast, statement, context):
        return None
    return Fix((context.insert(statement, cast),))


def _only_numbers(frame: ast.expr, context: Context) -> bool:
    """Of all columns, or of those of a dict that the frame was made of."""
    kind, made = context.only(frame), uses_of(context).value(frame)
    if not isinstance(kind, Instance):
        return False
    kinds = {kind.fact("dtype")}
    if isinstance(made, ast.Call) and made.args and isinstance(made.args[0], ast.Dict):
        kinds = {fact for key, fact in kind.facts if key.startswith("column ")}
    return bool(kinds) and kinds <= {"int", "float", "bool", "datetime"}


def _rebindable(name: ast.Name, context: Context) -> bool:
    """Whether no other name can stand for the same frame: it is no parameter, no loop's variable, and in no list."""
    uses = uses_of(context)
    if uses.scope(name) is not None:
        return False
    for binding in uses.bindings(name.id):
        if binding.value is None and not isinstance(binding.node, ast.Name):
            return False
        if isinstance(uses.parents.get(binding.node), ast.For | ast.comprehension) or isinstance(binding.value, ast.Name):
            return False
    return not any(
        isinstance(uses.parents.get(load), ast.Assign | ast.List | ast.Tuple | ast.Dict) for load in uses.uses_of_name(name.id)
    )


def _comes_before(text: str, statement: ast.stmt, context: Context) -> bool:
    """Whether the statement right before this one reads like `text`."""
    wanted = ast.dump(ast.parse(text).body[0])
    for body in (getattr(context.parent(statement), field, None) for field in ("body", "orelse", "finalbody")):
        if isinstance(body, list) and statement in body and (at := body.index(statement)):
            return ast.dump(body[at - 1]) == wanted
    return False


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
    return None if _comes_before(cast, statement, context) else Fix((context.insert(statement, cast),))


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


def _place(statement: ast.Assign, context: Context) -> tuple[str, str] | None:
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
    return (f"{owner.id}[{context.text(target.slice.elts[1])}]", known) if known else None


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
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant(value=str())]):
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
    kind = context.instance(node, "builtins.float", "builtins.str")
    return kind.name.rpartition(".")[2] if kind is not None else None


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
        if place is not None and _same(place[0], text) and _WIDER.get((place[1], _scalar(node.value, context))):
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
