"""Grouping and aggregating in ways that pandas no longer knows.

df.groupby("k")["x"].agg({"total": "sum"})     →  df.groupby("k")["x"].agg(total="sum")             (1.0)
df.groupby("k").agg({"x": {"lo": "min"}})      →  df.groupby("k").agg({"x": [("lo", "min")]})        (1.0)
df.groupby("k")["x", "y"]                      →  df.groupby("k")[["x", "y"]]                       (2.0)
df.groupby(f, axis=1).sum()                    →  df.T.groupby(f).sum().T                           (3.0)
df.sum(level=0)                                →  df.groupby(level=0, sort=False).sum()             (2.0)
df.groupby("k").fillna(0)                      →  df.groupby("k").transform(lambda x: x.fillna(0))  (3.0)
"""

from __future__ import annotations

import ast
from keyword import iskeyword

from codemods.fixers._pandas import GROUPBYS, is_pure, keywords, receiver
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Edit, Safety

_FRAME_GROUPS, _SERIES_GROUPS = GROUPBYS
_AGG = ("agg", "aggregate")


@fixer(
    "PD180",
    on=tuple(f"call {_SERIES_GROUPS}.{name}" for name in _AGG),
    since="0.25",
    until="1.0",
    why="a dict no longer renames the results of SeriesGroupBy.agg(); keywords do",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3]})
            g = df.groupby("k")["x"].agg({"total": np.sum, "biggest": "max"})
            h = df.groupby("k").x.agg({"the sum": "sum"})
            """,
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3]})
            g = df.groupby("k")["x"].agg(total=np.sum, biggest="max")
            h = df.groupby("k").x.agg(**{"the sum": "sum"})
            """,
            check='g["total"].tolist(), h["the sum"].tolist()',
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3]})
            g = df.groupby("k").agg({"x": "sum"})
            """
        ),
    ],
)
def rename_results(call: ast.Call, context: Context) -> Answer:
    given = call.args[0] if call.args else context.keyword(call, "func")
    if not isinstance(given, ast.Dict) or len(call.args) + len(call.keywords) != 1:
        return None
    names = [context.literal(key) for key in given.keys]
    if not all(isinstance(name, str) for name in names) or any(
        isinstance(v, ast.List | ast.Tuple | ast.Dict) for v in given.values
    ):
        return Decline("give the results their names with keywords: .agg(name=function)")
    if not all(_is_name(name) for name in names):
        return Fix((context.replace(call, "{method}(**{given})", method=call.func, given=given),))
    holes: dict[str, ast.AST] = {f"f{i}": value for i, value in enumerate(given.values)}
    arguments = ", ".join(f"{name}={{f{i}}}" for i, name in enumerate(names))
    return Fix((context.replace(call, f"{{method}}({arguments})", method=call.func, **holes),))


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier() and not iskeyword(name) and name != "func"


@fixer(
    "PD181",
    on=tuple(f"call {_FRAME_GROUPS}.{name}" for name in _AGG),
    until="1.0",
    why="a nested dict no longer renames the results of DataFrameGroupBy.agg()",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3], "y": [4, 5, 6]})
            g = df.groupby("k").agg({"x": {"lo": min, "hi": "max"}, "y": "sum"})
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3], "y": [4, 5, 6]})
            g = df.groupby("k").agg({"x": [("lo", min), ("hi", "max")], "y": ["sum"]})
            """,
            check="g.columns.tolist(), g.values.tolist()",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3], "y": [4, 5, 6]})
            g = df.groupby("k").agg({"x": ["min", "max"]})
            h = df.groupby("k").agg(lo=("x", "min"))
            """),
    ],
)
def nested_results(call: ast.Call, context: Context) -> Answer:
    given = call.args[0] if call.args else context.keyword(call, "func")
    if not isinstance(given, ast.Dict) or not any(isinstance(value, ast.Dict) for value in given.values):
        return None
    advice = Decline("name the results by pairs of name and function: .agg({column: [(name, function)]})")
    this = receiver(call)
    if this is None or len(call.args) + len(call.keywords) != 1 or _keeps_keys(this, context):
        return advice
    edits: list[Edit] = []
    for value in given.values:
        if isinstance(value, ast.Dict):
            if (pairs := _pairs(value, context)) is None:
                return advice
            edits.append(pairs)
        elif not isinstance(value, ast.List | ast.Tuple):
            edits.append(context.replace(value, "[{function}]", function=value))
    return Fix(tuple(edits))


def _pairs(names: ast.Dict, context: Context) -> Edit | None:
    """A dict of names and functions as a list of pairs; None where a name stands for several functions."""
    holes: dict[str, ast.AST] = {}
    for number, (key, function) in enumerate(zip(names.keys, names.values, strict=True)):
        if key is None or isinstance(function, ast.Dict | ast.List | ast.Tuple):
            return None
        holes |= {f"name{number}": key, f"function{number}": function}
    pairs = ", ".join(f"({{name{number}}}, {{function{number}}})" for number in range(len(names.values)))
    return context.replace(names, f"[{pairs}]", **holes)


def _keeps_keys(groups: ast.expr, context: Context) -> bool:
    """Whether the keys stay columns of the result, or other than whole frames are grouped, or it can't be seen."""
    match groups:
        case ast.Call(func=ast.Attribute(attr="groupby")):
            return context.keyword(groups, "as_index") is not None
        case _:  # of chosen columns the names were flattened where only one was asked for
            return True


@fixer(
    "PD182",
    on="node Subscript",
    library="pandas",
    until="2.0",
    why="several columns of a groupby are selected by a list since pandas 2.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u"], "x": [1], "y": [2]})
            g = df.groupby("k")["x", "y"].sum()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u"], "x": [1], "y": [2]})
            g = df.groupby("k")[["x", "y"]].sum()
            """,
            check="g.values.tolist()",
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", "x"), ("a", "y")]))
            v = df["a", "x"].tolist()
            """
        ),
    ],
)
def several_columns(node: ast.Subscript, context: Context) -> Answer:
    if not isinstance(node.slice, ast.Tuple) or len(node.slice.elts) < 2:
        return None
    if context.instance(node.value, _FRAME_GROUPS) is None or any(isinstance(e, ast.Slice) for e in node.slice.elts):
        return None
    holes: dict[str, ast.AST] = {f"c{i}": e for i, e in enumerate(node.slice.elts)}
    columns = ", ".join(f"{{{name}}}" for name in holes)
    return Fix((context.replace(node, f"{{groups}}[[{columns}]]", groups=node.value, **holes),))


@fixer(
    "PD185",
    on=tuple(f"call {g}.fillna" for g in GROUPBYS),
    until="3.0",
    why="fillna() of a groupby was removed in pandas 3.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": [1, 2, 1], "x": [1.0, None, None]})
            f = df.groupby("k")["x"].fillna(method="ffill")
            z = df.groupby("k").fillna(0)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": [1, 2, 1], "x": [1.0, None, None]})
            f = df.groupby("k")["x"].ffill()
            z = df.groupby("k").transform(lambda x: x.fillna(0))
            """,
            check="f.tolist()[2], z.x.tolist()",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"k": [1, 2, 1], "x": [1.0, None, None]})
            f = df.groupby("k")["x"].ffill()
            z = df["x"].fillna(0)
            """),
    ],
)
def fill_groups(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    given = context.bind(call, "value", "method", "axis", "inplace", "limit", "downcast")
    if this is None or given is None or given.keys() & {"axis", "inplace", "downcast"}:
        return Decline("use ffill(), bfill() or transform(lambda x: x.fillna(value))")
    method = context.literal(given["method"]) if "method" in given else None
    name = {"ffill": "ffill", "pad": "ffill", "bfill": "bfill", "backfill": "bfill"}.get(str(method))
    if name is not None:
        return Fix(
            (context.replace(call, f"{{this}}.{name}({keywords('limit', given=given)[2:]})", this=this, **_only(given, "limit")),)
        )
    if "value" not in given or method is not None:
        return Decline("use ffill(), bfill() or transform(lambda x: x.fillna(value))")
    template = f"{{this}}.transform(lambda x: x.fillna({{value}}{keywords('limit', given=given)}))"
    safety = None if is_pure(given["value"]) else Safety.REVIEW
    return Fix((context.replace(call, template, this=this, **_only(given, "value", "limit")),), safety=safety)


def _only(given: dict[str, ast.expr], *names: str) -> dict[str, ast.expr]:
    return {name: value for name, value in given.items() if name in names}
