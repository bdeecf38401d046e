"""Dates counted as integers: pandas 3.0 makes dates from text of microseconds, where they were of nanoseconds.

i.values.astype(np.int64)              →  i.values.astype("datetime64[ns]").astype(np.int64)
np.diff(i.values)[0].astype(int)       →  np.diff(i.values.astype("datetime64[ns]"))[0].astype(int)

Code that divides such an integer by 10**9 (or by the nanoseconds of an hour) tells its own age.
"""

from __future__ import annotations

import ast

from codemods.fixers._habits import divides_by_nanoseconds
from codemods.fixers._pandas import SERIES, receiver
from codemods.fixers._pandas_calls import argument, fact
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.nodes import walk


@fixer(
    "PD576",
    on=[
        f"call {SERIES}.astype",
        "call pandas.DatetimeIndex.astype",
        "call numpy.ndarray.astype",
        "attr pandas.DatetimeIndex.asi8",
    ],
    library="pandas",
    until="3.0",
    silent=True,
    why="since pandas 3.0 dates made from text count microseconds instead of nanoseconds",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            i = pd.date_range("2020-01-01", periods=2, freq="D")
            x = i.values.astype(np.int64)
            y = pd.Series(i).astype("int64") // 10**9
            """,
            """
            import numpy as np
            import pandas as pd
            i = pd.date_range("2020-01-01", periods=2, freq="D")
            x = i.values.astype("datetime64[ns]").astype(np.int64)
            y = pd.Series(i).astype("datetime64[ns]").astype("int64") // 10**9
            """,
            check="x[0], y.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import pandas as pd
            s = pd.Series(pd.to_datetime(["2020-01-01", "2020-01-02"]))
            seconds = s.astype("int64") / (60 * 60 * 24 * 10**9)
            """,
            """
            import pandas as pd
            s = pd.Series(pd.to_datetime(["2020-01-01", "2020-01-02"]))
            seconds = s.astype("datetime64[ns]").astype("int64") / (60 * 60 * 24 * 10**9)
            """,
            check="seconds.tolist()",
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series(pd.to_datetime(["2020-01-01", "2020-01-02"])).dt.as_unit("ns")
            days = s.astype("int64") / (60 * 60 * 24 * 10**9)
            billions = pd.Series([3e9]).astype(int) / 10**9
            n = pd.Series(pd.to_datetime(["2020-01-01"])).astype("int64") // 10**6
            """
        ),
        Same(
            """
            import pandas as pd
            x = pd.Series([1.0]).astype("int64")
            y = pd.Series([1.5]).values.astype(int)
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def nanoseconds(node: ast.Call | ast.Attribute, context: Context) -> Answer:
    if isinstance(node, ast.Attribute):
        done = (
            isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute) and node.value.func.attr == "as_unit"
        )
        edit = context.replace(node.value, '{i}.as_unit("ns")', i=node.value)
        return None if done else Fix((edit,), told=_counts_nanoseconds(context))
    this = receiver(node)
    dtype = argument(node, "dtype", 0)
    if this is None or dtype is None or not _is_integer(dtype, context) or not _holds_dates(this, context):
        return None
    return Fix((context.replace(this, '{x}.astype("datetime64[ns]")', x=this),), told=_counts_nanoseconds(context))


def _counts_nanoseconds(context: Context) -> str:
    return divides_by_nanoseconds(lambda dates: _holds_dates(dates, context), context)


def _is_integer(dtype: ast.expr, context: Context) -> bool:
    return (
        context.literal(dtype) in ("int", "int64", "i8")
        or context.symbol(dtype) in ("numpy.int64", "builtins.int")
        or (isinstance(dtype, ast.Name) and dtype.id == "int")
    )


def _holds_dates(node: ast.expr, context: Context) -> bool:
    """Whether a series, index or array holds dates whose unit is pandas' own choice."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("astype", "as_unit"):
        return False
    if isinstance(node, ast.Attribute) and node.attr == "values":
        return _holds_dates(node.value, context)
    if context.instance(node, "pandas.DatetimeIndex") is not None:
        return True
    return context.instance(node, SERIES) is not None and fact(node, "dtype", context) == "datetime"


@fixer(
    "PD577",
    on=("call numpy.diff", "call numpy.subtract", "call numpy.ediff1d"),
    library="pandas",
    until="3.0",
    silent=True,
    why="since pandas 3.0 dates made from text count microseconds instead of nanoseconds",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            i = pd.to_datetime(["2020-01-01", "2020-01-03"])
            hours = np.diff(i.values)[0].astype(int) / 3.6e12
            """,
            """
            import numpy as np
            import pandas as pd
            i = pd.to_datetime(["2020-01-01", "2020-01-03"])
            hours = np.diff(i.values.astype("datetime64[ns]"))[0].astype(int) / 3.6e12
            """,
            check="hours",
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import numpy as np
            d = np.diff(np.array([1, 4, 9])).astype(int)
            import pandas as pd
            e = pd.Series([1, 3]).diff()
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def nanoseconds_between(call: ast.Call, context: Context) -> Answer:
    edits = [context.replace(a, '{x}.astype("datetime64[ns]")', x=a) for a in call.args if _holds_dates(a, context)]
    return Fix(tuple(edits), told=_counts_nanoseconds(context)) if edits and _casts_to_integers(context) else None


def _casts_to_integers(context: Context) -> bool:
    """Whether the document counts the units of something: only then does their length matter."""
    for _, tree in context.cells:
        for node in walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(attr="astype" | "view"), args=[dtype]) if _is_integer(dtype, context):
                    return True
                case _:
                    pass
    return False
