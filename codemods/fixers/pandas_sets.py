"""Sets in the place of lists of labels: they have no order, and pandas takes none since 2.0.

df[set(names) - {"y"}]                 →  df[list(set(names) - {"y"})]
df.loc[rows, names]                    →  df.loc[rows, list(names)]        where `names` is a set
pd.DataFrame(values, columns=names)    →  pd.DataFrame(values, columns=list(names))
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.types import class_name

_SETS = ("builtins.set", "builtins.frozenset")


@fixer(
    "PD595",
    on="node Subscript",
    library="pandas",
    until="2.0",
    why="since pandas 2.0 a set of labels can't be looked up",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4], "y": [5, 6]})
            names = set(df.columns)
            X = df[names - {"y"}]
            z = df.loc[df["a"] > 1, {"a", "b"}]
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4], "y": [5, 6]})
            names = set(df.columns)
            X = df[list(names - {"y"})]
            z = df.loc[df["a"] > 1, list({"a", "b"})]
            """,
            check="sorted(X.columns), sorted(z.columns), sorted(z.values.ravel().tolist())",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
            names = {"a", "b"}
            X = df[list(names)]
            d = {frozenset(names): 1}
            x = d[frozenset(names)]
            """),
    ],
)
def looked_up(node: ast.Subscript, context: Context) -> Answer:
    data = node.value
    if isinstance(data, ast.Attribute) and data.attr == "loc":
        data = data.value
    if context.instance(data, FRAME, SERIES) is None:
        return None
    keys = node.slice.elts if isinstance(node.slice, ast.Tuple) and data is not node.value else [node.slice]
    return _as_lists([key for key in keys if _is_set(key, context)], context)


@fixer(
    "PD596",
    on=f"call {FRAME}",
    until="1.5",
    why="since pandas 1.5 labels can't be given as a set",
    examples=[
        Example(
            """
            import pandas as pd
            names = {"a", "b"}
            df = pd.DataFrame(0.0, index=[1, 2], columns=names)
            """,
            """
            import pandas as pd
            names = {"a", "b"}
            df = pd.DataFrame(0.0, index=[1, 2], columns=list(names))
            """,
            check="sorted(df.columns), df.values.tolist()",
        ),
        Same("""
            import pandas as pd
            names = {"a": 1, "b": 2}
            df = pd.DataFrame(0.0, index=[1, 2], columns=names)
            """),
    ],
)
def labels(call: ast.Call, context: Context) -> Answer:
    given = [context.keyword(call, "index"), context.keyword(call, "columns"), *call.args[1:3]]
    return _as_lists([node for node in given if node is not None and _is_set(node, context)], context)


def _is_set(node: ast.expr, context: Context) -> bool:
    found = context.types(node)
    return bool(found) and all(class_name(kind) in _SETS for kind in found)


def _as_lists(sets: list[ast.expr], context: Context) -> Answer:
    return Fix(tuple(context.replace(node, "list({labels})", labels=node) for node in sets)) if sets else None
