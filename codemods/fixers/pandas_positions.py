"""Keys of series and frames that mean something else, or nothing, today.

    s[0]                      →  s.iloc[0]                   where the index holds no integers (pandas 3.0)
    s[:, None]                →  s.to_numpy()[:, None]       (pandas 2.0)
    s.loc[["a", "missing"]]   →  s.reindex(["a", "missing"]) (pandas 1.0)

On an index of integers `s[0]` is a label and stays.
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES, bound_once
from codemods.fixers._pandas_calls import argument
from codemods.fixing import MISSING, Answer, Context, Example, Fix, Same, fixer
from codemods.types import Instance, class_name

_OTHER_LABELS = ("str", "datetime")  # kinds of index in which an integer is no label


@fixer(
    "PD540",
    on="node Subscript",
    library="pandas",
    until="3.0",
    why="since pandas 3.0 an integer in the brackets of a Series is always a label",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            s = pd.Series([10, 20, 30], index=["a", "b", "c"])
            df = pd.DataFrame({"x": [1, 2], "y": [3.0, 4.0]})
            v = [s[0], s[-1], df.mean()[1], df.iloc[0][1], df.dtypes[0]]
            for i, row in df.iterrows():
                v.append(row[0])
            v.extend(s[np.argsort(s)[::-1]])
            s[1] = 7
            """,
            """
            import numpy as np
            import pandas as pd
            s = pd.Series([10, 20, 30], index=["a", "b", "c"])
            df = pd.DataFrame({"x": [1, 2], "y": [3.0, 4.0]})
            v = [s.iloc[0], s.iloc[-1], df.mean().iloc[1], df.iloc[0].iloc[1], df.dtypes.iloc[0]]
            for i, row in df.iterrows():
                v.append(row.iloc[0])
            v.extend(s.iloc[np.argsort(s)[::-1]])
            s.iloc[1] = 7
            """,
            check="[str(q) for q in v], s.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([10, 20], index=[1, 0])
            a = s[0]
            m = pd.Series(["b", "b", "a"]).mode()[0]
            f = pd.DataFrame({"x": [5, 6]})["x"][0]
            t = pd.Series([10, 20, 30], index=["a", "b", "c"])["a"]
            """
        ),
    ],
)
def position(node: ast.Subscript, context: Context) -> Answer:
    this = context.instance(node.value, SERIES)
    if this is None or this.fact("index") not in _OTHER_LABELS or isinstance(node.ctx, ast.Del):
        return None
    if not _are_integers(node.slice, context):
        return None
    return Fix((context.replace(node, "{s}.iloc[{key}]", s=node.value, key=node.slice),))


def _are_integers(key: ast.expr, context: Context) -> bool:
    """Whether a key is certainly an integer, or a list, array or series of integers."""
    literal = context.literal(key)
    if literal is not MISSING:
        values = literal if isinstance(literal, list) and literal else [literal]
        return all(isinstance(v, int) and not isinstance(v, bool) for v in values)
    if (many := context.instance(key, "numpy.ndarray", SERIES)) is not None:
        return many.fact("dtype") == "int"
    found = context.types(key)
    return bool(found) and all(class_name(kind) in ("builtins.int", "numpy.int64") for kind in found)


@fixer(
    "PD541",
    on="node Subscript",
    library="pandas",
    until="2.0",
    why="since pandas 2.0 a series can't be given a second dimension by its brackets",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            s = pd.Series([1.0, 2.0])
            a = s[:, None]
            b = s[:, np.newaxis] * 2
            """,
            """
            import numpy as np
            import pandas as pd
            s = pd.Series([1.0, 2.0])
            a = s.to_numpy()[:, None]
            b = s.to_numpy()[:, np.newaxis] * 2
            """,
            check="a.shape, b.tolist()",
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            a = np.array([1, 2])[:, None]
            df = pd.DataFrame({"x": [1, 2]})
            b = df.values[:, None]
            """
        ),
    ],
)
def new_axis(node: ast.Subscript, context: Context) -> Answer:
    if not isinstance(node.slice, ast.Tuple) or not isinstance(node.ctx, ast.Load):
        return None
    if context.instance(node.value, SERIES, "pandas.Index") is None:
        return None
    if not any(isinstance(e, ast.Slice) for e in node.slice.elts) or not any(_is_new_axis(e, context) for e in node.slice.elts):
        return None
    return Fix((context.replace(node.value, "{s}.to_numpy()", s=node.value),))


def _is_new_axis(node: ast.expr, context: Context) -> bool:
    return context.literal(node) is None or context.symbol(node) == "numpy.newaxis"


@fixer(
    "PD542",
    on="node Subscript",
    library="pandas",
    until="1.0",
    why="since pandas 1.0 looking up a list with missing labels raises instead of filling them with NaN",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1.0, 2.0], index=["a", "b"])
            r = s.loc[["a", "z"]]
            df = pd.DataFrame({"v": [1.0, 2.0]}, index=["a", "b"])
            q = df.loc[["b", "k"]]
            """,
            """
            import pandas as pd
            s = pd.Series([1.0, 2.0], index=["a", "b"])
            r = s.reindex(["a", "z"])
            df = pd.DataFrame({"v": [1.0, 2.0]}, index=["a", "b"])
            q = df.reindex(["b", "k"])
            """,
            check="r.isnull().tolist(), q.v.isnull().tolist()",
            was={"pandas": "0.20.3"},
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([1, 2, 3], index=list("abc"))
            r = s.loc[["a", "c"]]
            t = pd.Series([1, 2], index=["a", "b"])
            u = t.loc[["b", "a"]]
            """
        ),
    ],
)
def missing_labels(node: ast.Subscript, context: Context) -> Answer:
    this = node.value.value if isinstance(node.value, ast.Attribute) and node.value.attr == "loc" else None
    wanted = context.literal(node.slice)
    if this is None or not isinstance(wanted, list) or not isinstance(node.ctx, ast.Load):
        return None
    kind = context.instance(this, FRAME, SERIES)
    index = _literal_index(this, context) if isinstance(kind, Instance) else None
    if index is None or len(set(index)) < len(index) or set(wanted) <= set(index) or not set(wanted) & set(index):
        return None
    return Fix((context.replace(node, "{s}.reindex({labels})", s=this, labels=node.slice),))


def _literal_index(node: ast.expr, context: Context) -> list[str | int] | None:
    """The labels that a constructor call gives as a list of literals."""
    value = bound_once(node.id, context) if isinstance(node, ast.Name) else node
    symbol = context.symbol(value.func) if isinstance(value, ast.Call) else None
    if not isinstance(value, ast.Call) or symbol not in (FRAME, SERIES):
        return None
    given = argument(value, "index", 1)
    labels = context.literal(given)
    if isinstance(given, ast.Call) and isinstance(given.func, ast.Name) and given.func.id == "list" and len(given.args) == 1:
        labels = context.literal(given.args[0])
        labels = list(labels) if isinstance(labels, str) else MISSING
    return labels if isinstance(labels, list) and all(isinstance(v, str | int) for v in labels) else None
