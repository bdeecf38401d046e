"""astype("category") took what CategoricalDtype takes, until pandas 1.0.

s.astype("category", categories=["a", "b"], ordered=True)
s.astype(pd.CategoricalDtype(categories=["a", "b"], ordered=True))
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import SERIES, both
from codemods.fixers._pandas_calls import argument, has_stars
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer


@fixer(
    "PD345",
    on=(*both("astype"), "call pandas.Index.astype"),
    since="0.24",
    until="1.0",
    why="the categories are part of the dtype",
    examples=(
        Example(
            """
            import pandas as pd
            s = pd.Series(["b", "a"])
            t = s.astype("category", categories=["b", "a"], ordered=True)
            u = s.astype(dtype="category", ordered=True)
            """,
            """
            import pandas as pd
            s = pd.Series(["b", "a"])
            t = s.astype(pd.CategoricalDtype(categories=["b", "a"], ordered=True))
            u = s.astype(dtype=pd.CategoricalDtype(ordered=True))
            """,
            check="t.cat.codes.tolist(), t.cat.ordered, u.cat.ordered",
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series(["b", "a"]).astype("category")
            t = pd.Categorical(["a"], categories=["a", "b"], ordered=True)
            """
        ),
    ),
)
def with_categories(call: ast.Call, context: Context) -> Answer:
    given = {k.arg: k.value for k in call.keywords if k.arg in ("categories", "ordered")}
    if not given or has_stars(call):
        return None
    dtype = argument(call, "dtype", 0)
    if context.literal(dtype) != "category":
        return Decline("categories= and ordered= belong into the dtype: pandas.CategoricalDtype(categories, ordered)")
    arguments = ", ".join(f"{name}={{{name}}}" for name in ("categories", "ordered") if name in given)
    written = f"{{@pandas.CategoricalDtype}}({arguments})"
    slot: int | str = 0 if call.args else "dtype"
    return Fix((context.edit_call(call, drop=frozenset(given), values={slot: written}, holes=given),))


@fixer(
    "PD346",
    on=f"call {SERIES}",
    since="0.20",
    until="2.0",
    silent=True,
    why="a Series without data is of dtype object, it was float64",
    examples=(
        Example(
            """
            import pandas as pd
            s = pd.Series()
            t = pd.Series([], index=[])
            """,
            """
            import pandas as pd
            s = pd.Series(dtype="float64")
            t = pd.Series([], index=[], dtype="float64")
            """,
            check="str(s.dtype), str(t.dtype)",
            was={"pandas": "0.25.3"},
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([1])
            t = pd.Series(dtype=object)
            """,
            was={"pandas": "0.25.3"},
        ),
    ),
)
def empty(call: ast.Call, context: Context) -> Answer:
    if has_stars(call) or argument(call, "dtype", 2) is not None:
        return None
    data = argument(call, "data", 0)
    if data is None and argument(call, "index", 1) is not None:
        return None  # all missing: float64 in any release
    if data is not None and context.literal(data) not in ([], (), {}, None):
        return None
    if data is not None and context.literal(data) is None and argument(call, "index", 1) is not None:
        return None
    return Fix((context.edit_call(call, add={"dtype": '"float64"'}),))
