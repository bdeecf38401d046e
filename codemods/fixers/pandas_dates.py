"""Dates and time spans: casts without a unit, weeks, names of days, integers added.

s.astype("datetime64[D]")      →  s.astype("datetime64[ns]")
d.astype("timedelta64[D]")     →  (d // pd.Timedelta(1, "D")).astype(float)
d / np.timedelta64(1, "Y")     →  d / pd.Timedelta(365.2425, "D")
s.dt.week                      →  s.dt.isocalendar().week.astype(int)
s.dt.weekday_name              →  s.dt.day_name()
i + 1                          →  i.shift(1)
"""

from __future__ import annotations

import ast
import re

from codemods.fixers._pandas import FRAME, SERIES, is_pure, receiver
from codemods.fixers._pandas_calls import DATETIMES, argument
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_UNIT = re.compile(r"(?:timedelta64|m8)\[(\w+)\]")
_INEXACT = {"datetime64", "M8", "datetime64[D]", "M8[D]", "datetime64[h]", "datetime64[m]", "datetime64[M]", "datetime64[Y]"}
_AVERAGES = {"M": "30.436875", "Y": "365.2425"}  # days of a month and a year in numpy


@fixer(
    "PD570",
    on=(f"call {SERIES}.astype", f"call {FRAME}.astype", "call pandas.DatetimeIndex.astype", "call pandas.Index.astype"),
    until="2.0",
    why="since pandas 2.0 dates are cast to a resolution that pandas has; before, any was read as ns",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series(["2020-01-02"]).astype("datetime64")
            t = pd.to_datetime(pd.Series(["2020-01-02 10:00"])).astype('datetime64[D]')
            """,
            """
            import pandas as pd
            s = pd.Series(["2020-01-02"]).astype("datetime64[ns]")
            t = pd.to_datetime(pd.Series(["2020-01-02 10:00"])).astype('datetime64[ns]')
            """,
            check="s.dt.day.tolist(), t.dt.hour.tolist()",
        ),
        Same(
            """
            import numpy as np
            a = np.array(["2020-01-02"]).astype("datetime64[D]")
            """
        ),
    ],
)
def cast(call: ast.Call, context: Context) -> Answer:
    dtype = argument(call, "dtype", 0)
    if dtype is None:
        return None
    if context.symbol(dtype) == "numpy.datetime64":
        return Fix((context.replace(dtype, '"datetime64[ns]"'),))
    if context.literal(dtype) not in _INEXACT:
        return None
    quote = context.text(dtype)[0]
    return Fix((context.replace(dtype, f"{quote}datetime64[ns]{quote}"),)) if quote in "'\"" else None


@fixer(
    "PD571",
    on=(f"call {SERIES}.astype", "call pandas.TimedeltaIndex.astype"),
    until="2.0",
    why="since pandas 2.0 casting time spans to a unit keeps time spans; before, it counted whole units as floats",
    examples=[
        Example(
            """
            import pandas as pd
            a = pd.Series(pd.to_datetime(["2020-01-01", "2020-01-05"]))
            b = pd.Series(pd.to_datetime(["2020-01-03", "2020-01-07"]))
            d = (b - a).astype("timedelta64[D]")
            """,
            """
            import pandas as pd
            a = pd.Series(pd.to_datetime(["2020-01-01", "2020-01-05"]))
            b = pd.Series(pd.to_datetime(["2020-01-03", "2020-01-07"]))
            d = ((b - a) // pd.Timedelta(1, "D")).astype(float)
            """,
            check="d.tolist()",
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            d = pd.Series(pd.to_timedelta(["1D"])).astype("timedelta64[ns]")
            e = np.array([1, 2]).astype("timedelta64[D]")
            """
        ),
    ],
)
def count_units(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    dtype = context.literal(argument(call, "dtype", 0))
    found = _UNIT.fullmatch(dtype) if isinstance(dtype, str) else None
    if found is None or found[1] == "ns" or this is None:
        return None
    unit = found[1]
    if unit in ("s", "ms", "us") and not context.vintage.before("pandas", "2.0"):
        return None  # such a cast runs today, and keeps time spans: perhaps it is meant
    length = f'{_AVERAGES[unit]}, "D"' if unit in _AVERAGES else f'1, "{unit}"'
    return Fix((context.replace(call, f"({{this}} // {{@pandas.Timedelta}}({length})).astype(float)", this=this),))


@fixer(
    "PD572",
    on="node BinOp",
    library="pandas",
    until="2.0",
    why="since pandas 2.0 months and years are no lengths of time",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            a = pd.Series(pd.to_datetime(["2020-01-01"]))
            y = (pd.Timestamp("2024-01-01") - a) / np.timedelta64(1, "Y")
            """,
            """
            import numpy as np
            import pandas as pd
            a = pd.Series(pd.to_datetime(["2020-01-01"]))
            y = (pd.Timestamp("2024-01-01") - a) / pd.Timedelta(365.2425, "D")
            """,
            check="y.round(6).tolist()",
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            d = pd.Series(pd.to_timedelta(["1D"])) / np.timedelta64(1, "D")
            """
        ),
    ],
)
def divide_by_months(node: ast.BinOp, context: Context) -> Answer:
    unit = node.right
    if not isinstance(node.op, ast.Div | ast.FloorDiv) or not isinstance(unit, ast.Call):
        return None
    if context.symbol(unit.func) != "numpy.timedelta64" or len(unit.args) != 2 or context.literal(unit.args[0]) != 1:
        return None
    name = context.literal(unit.args[1])
    if name not in _AVERAGES:
        return None
    if context.instance(node.left, SERIES, "pandas.Timedelta", "pandas.TimedeltaIndex") is None:
        return Decline(f'if a pandas object is divided, write pd.Timedelta({_AVERAGES[str(name)]}, "D") for the unit')
    return Fix((context.replace(unit, f'{{@pandas.Timedelta}}({_AVERAGES[str(name)]}, "D")'),))


@fixer(
    "PD573",
    on=[f"attr {c}.{n}" for c in (DATETIMES, "pandas.DatetimeIndex") for n in ("week", "weekofyear")],
    library="pandas",
    since="1.1",
    until="2.0",
    why="week and weekofyear were removed in pandas 2.0 in favour of isocalendar().week",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series(pd.to_datetime(["2020-01-02"]))
            w = s.dt.week
            v = pd.DatetimeIndex(["2020-01-02"]).weekofyear
            """,
            """
            import pandas as pd
            s = pd.Series(pd.to_datetime(["2020-01-02"]))
            w = s.dt.isocalendar().week.astype(int)
            v = pd.Index(pd.DatetimeIndex(["2020-01-02"]).isocalendar().week, dtype=int)
            """,
            check="w.tolist(), v.tolist()",
        ),
        Same(
            """
            import pandas as pd
            w = pd.Timestamp("2020-01-02").week
            """
        ),
    ],
)
def week(node: ast.Attribute, context: Context) -> Answer:
    if context.instance(node.value, DATETIMES) is not None:
        return Fix((context.replace(node, "{dt}.isocalendar().week.astype(int)", dt=node.value),))
    return Fix((context.replace(node, "{@pandas.Index}({i}.isocalendar().week, dtype=int)", i=node.value),))


@fixer(
    "PD574",
    on=[f"attr {c}.weekday_name" for c in (DATETIMES, "pandas.DatetimeIndex", "pandas.Timestamp")],
    library="pandas",
    since="0.23",
    until="1.0",
    why="weekday_name was removed in pandas 1.0 in favour of day_name()",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series(pd.to_datetime(["2020-01-02"]))
            n = s.dt.weekday_name
            m = pd.Timestamp("2020-01-02").weekday_name
            """,
            """
            import pandas as pd
            s = pd.Series(pd.to_datetime(["2020-01-02"]))
            n = s.dt.day_name()
            m = pd.Timestamp("2020-01-02").day_name()
            """,
            check="n.tolist(), m",
        ),
        Same("""
            import pandas as pd
            s = pd.Series(pd.to_datetime(["2020-01-02"]))
            n = s.dt.day_name()
            class Day:
                weekday_name = "Monday"
            m = Day().weekday_name
            """),
    ],
)
def day_name(node: ast.Attribute, context: Context) -> Answer:
    return Fix((context.replace(node, "{x}.day_name()", x=node.value),))


@fixer(
    "PD575",
    on="node BinOp",
    library="pandas",
    until="1.0",
    why="since pandas 1.0 integers can't be added to dates: they need a frequency",
    examples=[
        Example(
            """
            import pandas as pd
            i = pd.date_range("2020-01-01", periods=3, freq="D")
            j = i + 1
            last = i[-1] + 2
            """,
            """
            import pandas as pd
            i = pd.date_range("2020-01-01", periods=3, freq="D")
            j = i.shift(1)
            last = i[-1] + 2 * i.freq
            """,
            check="j[0].day, last.day",
            was={"pandas": "0.20.3"},
        ),
        Same(
            """
            import pandas as pd
            p = pd.Period("2020-01", "M") + 1
            t = pd.Timestamp("2020-01-01") + pd.Timedelta(1, "D")
            """
        ),
    ],
)
def add_integer(node: ast.BinOp, context: Context) -> Answer:
    if not isinstance(node.op, ast.Add | ast.Sub) or context.instance(node.right, "builtins.int") is None:
        return None
    sign = "-" if isinstance(node.op, ast.Sub) else ""
    if context.instance(node.left, "pandas.DatetimeIndex") is not None:
        return Fix((context.replace(node, f"{{i}}.shift({sign}{{n}})", i=node.left, n=node.right),))
    if context.instance(node.left, "pandas.Timestamp") is None:
        return None
    index = node.left.value if isinstance(node.left, ast.Subscript) and is_pure(node.left.value) else None
    if index is not None and context.instance(index, "pandas.DatetimeIndex") is not None:
        return Fix((context.replace(node.right, "{n} * {i}.freq", n=node.right, i=index),))
    return Decline("a Timestamp has no frequency today: add a multiple of an offset, such as n * pd.offsets.Day()")
