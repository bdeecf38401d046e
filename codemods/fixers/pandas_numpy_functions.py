"""Functions of numpy on frames, and given to pandas.

    np.sum(df)                  →  np.sum(df, axis=0)            one number today, a sum for each column before
    df.groupby("k").agg(np.std) →  df.groupby("k").agg("std")    pandas called its own std(): ddof=1, without missing values

pandas had replaced these functions by its own methods, and stopped in 3.0.
https://pandas.pydata.org/docs/whatsnew/v2.1.0.html#other-deprecations
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES
from codemods.fixers._pandas_calls import FRAME_GROUPS, RESAMPLER, SERIES_GROUPS, argument, has_stars
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer

# Those that give another value than the method of pandas with their name.
_REPLACED = {"std", "var", "median", "cumsum", "cumprod", "nanstd", "nanvar", "nanmedian"}
_WINDOWS = ("pandas.api.typing.Rolling", "pandas.api.typing.Expanding")


def _by_columns(call: ast.Call, context: Context) -> Answer:
    if has_stars(call) or len(call.args) != 1 or argument(call, "axis") is not None:
        return None
    if context.instance(call.args[0], FRAME) is None:
        return None
    return Fix((context.edit_call(call, add={"axis": "0"}),))


@fixer(
    "PD600",
    on=[f"call numpy.{f}" for f in ("mean", "min", "max", "amin", "amax")],
    library="pandas",
    until="2.0",
    silent=True,
    why="since pandas 2.0 a function of numpy reduces a frame to one number instead of one for each column",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"x": [1.0, 2.0], "y": [1, 2]})
            m = np.mean(df)
            """,
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"x": [1.0, 2.0], "y": [1, 2]})
            m = np.mean(df, axis=0)
            """,
            check="m.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"x": [1.0, 2.0], "y": [1, 2]})
            m = np.mean(df["x"])
            n = np.mean(df.values)
            o = np.mean(df, axis=1)
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def by_columns(call: ast.Call, context: Context) -> Answer:
    return _by_columns(call, context)


@fixer(
    "PD601",
    on=[f"call numpy.{f}" for f in ("sum", "prod", "std", "var")],
    library="pandas",
    until="3.0",
    silent=True,
    why="since pandas 3.0 a function of numpy reduces a frame to one number instead of one for each column",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"x": [1.0, 2.0], "y": [1, 2]})
            s = np.sum(df)
            d = np.std(df)
            """,
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"x": [1.0, 2.0], "y": [1, 2]})
            s = np.sum(df, axis=0)
            d = np.std(df, axis=0)
            """,
            check="s.tolist(), d.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            s = np.sum([1.0, 2.0])
            d = np.std(np.array([1.0, 2.0]))
            m = pd.DataFrame({"x": [1.0]}).sum()
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def sums_by_columns(call: ast.Call, context: Context) -> Answer:
    return _by_columns(call, context)


@fixer(
    "PD602",
    on=[
        *(
            f"call {c}.{m}"
            for c in (FRAME, SERIES, FRAME_GROUPS, SERIES_GROUPS, RESAMPLER, *_WINDOWS)
            for m in ("agg", "aggregate", "transform")
        ),
        f"call {FRAME}.pivot_table",
        "call pandas.pivot_table",
        "call pandas.crosstab",
    ],
    until="3.0",
    silent=True,
    why="since pandas 3.0 a function of numpy is called as it is, where pandas called its own method",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"k": ["a", "a", "b"], "x": [1.0, 2.0, 4.0]})
            g = df.groupby("k")["x"].agg(np.std)
            h = df.groupby("k").agg({"x": [np.mean, np.median]})
            p = df.pivot_table(index="k", values="x", aggfunc=np.var)
            """,
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"k": ["a", "a", "b"], "x": [1.0, 2.0, 4.0]})
            g = df.groupby("k")["x"].agg("std")
            h = df.groupby("k").agg({"x": [np.mean, "median"]})
            p = df.pivot_table(index="k", values="x", aggfunc="var")
            """,
            check="g.to_dict(), h.values.tolist(), p.values.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"k": ["a", "a", "b"], "x": [1.0, 2.0, 4.0]})
            g = df.groupby("k")["x"].agg(np.mean)
            h = df.groupby("k")["x"].agg(lambda x: np.std(x))
            i = df[["x"]].apply(np.std)
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def methods_of_pandas(call: ast.Call, context: Context) -> Answer:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    values = [k.value for k in call.keywords if name in ("agg", "aggregate") or k.arg in ("func", "aggfunc")]
    if name in ("agg", "aggregate", "transform") and call.args:
        values.append(call.args[0])
    elif name == "pivot_table" and (given := argument(call, "aggfunc", 3)) is not None and given not in values:
        values.append(given)
    edits = []
    for value in values:
        for node in _functions(value):
            leaf = (context.symbol(node) or "").removeprefix("numpy.")
            if leaf in _REPLACED:
                edits.append(context.replace(node, f'"{leaf.removeprefix("nan")}"'))
    return Fix(tuple(edits)) if edits else None


def _functions(node: ast.expr) -> list[ast.expr]:
    """What stands for functions in the argument of agg(): alone, in lists, in dicts, in the pairs of named aggregation."""
    match node:
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return [f for item in items for f in _functions(item)]
        case ast.Dict(values=items):
            return [f for item in items for f in _functions(item)]
        case ast.Name() | ast.Attribute():
            return [node]
        case _:
            return []
