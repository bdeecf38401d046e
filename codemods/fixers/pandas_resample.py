"""`resample` returns an object with methods since pandas 0.18; its options went one after the other.

    s.resample("D", how="sum")                 →  s.resample("D").sum()                          (0.25)
    s.resample("D", how=["min", "max"])        →  s.resample("D").agg(["min", "max"])
    s.resample("h", fill_method="ffill")       →  s.resample("h").ffill()
    s.resample("D").plot()                     →  s.resample("D").mean().plot()                  before 0.18 the mean was meant
    s.resample("2h", base=1)                   →  s.resample("2h", offset="1h")                  (2.0)
    s.resample("h", loffset="30min").sum()     →  s.resample("h").sum().shift(freq="30min")      (2.0)
    s.resample("h").fillna("ffill")            →  s.resample("h").ffill()                        (3.0)
    s.resample("D").sum()                      →  s.resample("D").sum(min_count=1)               before 0.22 empty bins were missing

https://pandas.pydata.org/docs/whatsnew/v0.18.0.html#resample-api
https://pandas.pydata.org/docs/whatsnew/v1.1.0.html#resample-origin
"""

from __future__ import annotations

import ast
import re

from codemods.fixers._pandas import GROUPBYS, both, keywords, receiver
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_METHODS = (
    "sum",
    "mean",
    "median",
    "min",
    "max",
    "first",
    "last",
    "std",
    "var",
    "prod",
    "count",
    "size",
    "ohlc",
    "nunique",
    "sem",
)
_FILLS = {"ffill": "ffill", "pad": "ffill", "bfill": "bfill", "backfill": "bfill", "nearest": "nearest"}
_RULE = re.compile(r"(\d*)\s*(D|H|h|T|min|S|s|L|ms|U|us|N|ns)")
_UNITS = {"H": "h", "T": "min", "S": "s", "L": "ms", "U": "us", "N": "ns"}
_RESAMPLERS = ("pandas.api.typing.Resampler", "pandas.api.typing.DatetimeIndexResampler")
_HOW_ERA = {"pandas": "0.20.3"}


@fixer(
    "PD190",
    on=both("resample"),
    until="0.25",
    why="how= and fill_method= of resample() were removed in favour of methods of its result",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            s = pd.Series([1, 2, 3, 4], index=pd.date_range("2020-01-01", periods=4, freq="12h"))
            a = s.resample("D", how="sum")
            b = s.resample("D", how=["min", "max"])
            c = s.resample("6h", fill_method="ffill", limit=1)
            d = s.resample("D", how=np.max, closed="left")
            e = s.resample("D", "sum")
            """,
            """
            import numpy as np
            import pandas as pd
            s = pd.Series([1, 2, 3, 4], index=pd.date_range("2020-01-01", periods=4, freq="12h"))
            a = s.resample("D").sum()
            b = s.resample("D").agg(["min", "max"])
            c = s.resample("6h").ffill(limit=1)
            d = s.resample("D", closed="left").agg(np.max)
            e = s.resample("D").sum()
            """,
            check='a.tolist(), b["max"].tolist(), d.tolist()',
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="D"))
            q = s.resample("2D", closed="right", label="right").sum()
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def how(call: ast.Call, context: Context) -> Answer:
    given = {k.arg: k.value for k in call.keywords if k.arg is not None}
    place = None
    if "how" not in given and len(call.args) == 2 and context.literal(call.args[1]) in _METHODS:
        place = 1
    aggregate = call.args[1] if place is not None else given.get("how")
    fill = given.get("fill_method")
    if aggregate is not None and context.literal(aggregate) is None:
        aggregate = None
    chain, holes = "", dict[str, ast.AST]()
    if aggregate is not None:
        name = context.literal(aggregate)
        if isinstance(name, str):
            chain += f".{name}()"
        else:
            chain += ".agg({aggregate})"
            holes["aggregate"] = aggregate
    if fill is not None and context.literal(fill) is not None:
        method = _FILLS.get(str(context.literal(fill)))
        if method is None:
            return Decline("fill_method= is gone: call ffill() or bfill() on the result of resample()")
        limit = "limit={limit}" if "limit" in given else ""
        holes |= {"limit": given["limit"]} if limit else {}
        chain += f".{method}({limit})"
    names = {"how", "fill_method", "limit"} & given.keys()
    if not chain:
        return Fix((context.edit_call(call, drop=frozenset(names)),)) if names & {"how", "fill_method"} else None
    positions = frozenset({place} if place is not None else ())
    without = context.edit_call(call, drop=frozenset(names), drop_positional=positions)
    return Fix((without, context.replace(call, "{call}" + chain, call=call, **holes)))


@fixer(
    "PD191",
    on=both("resample"),
    until="0.18",
    silent=True,
    why="before pandas 0.18 resample() without how= gave the mean",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="D"))
            m = s.resample("2D")
            """,
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="D"))
            m = s.resample("2D").mean()
            """,
            check="m.tolist()",
            was={"pandas": "0.17.1"},
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="D"))
            m = s.resample("2D").mean()
            """,
            was={"pandas": "0.25.3"},
        ),
    ],
)
def mean_was_meant(call: ast.Call, context: Context) -> Answer:
    if len(call.args) > 1 or any(k.arg in ("how", "fill_method", None) for k in call.keywords):
        return None
    above = context.parent(call)
    if isinstance(above, ast.Attribute) and above.attr in (
        *_METHODS,
        *_FILLS,
        "agg",
        "aggregate",
        "apply",
        "interpolate",
        "asfreq",
    ):
        return None
    return Fix((context.replace(call, "{call}.mean()", call=call),))


@fixer(
    "PD192",
    on=(*both("resample"), "call pandas.Grouper"),
    since="1.1",
    until="2.0",
    why="base= was removed in pandas 2.0 in favour of offset=",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="30min"))
            b = s.resample("60min", base=30).sum()
            c = s.resample("2h", base=1).sum()
            d = s.resample("2h", base=0).sum()
            """,
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="30min"))
            b = s.resample("60min", offset="30min").sum()
            c = s.resample("2h", offset="1h").sum()
            d = s.resample("2h").sum()
            """,
            check="b.tolist(), c.tolist(), d.tolist()",
        ),
        Same("""
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="30min"))
            b = s.resample("60min", offset="30min").sum()
            n = int("11", base=2)
            """),
    ],
)
def base(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "base")
    if value is None:
        return None
    number = context.literal(value)
    is_grouper = context.symbol(call.func) == "pandas.Grouper"
    rule = context.keyword(call, "freq") if is_grouper else call.args[0] if call.args else context.keyword(call, "rule")
    parts = _RULE.fullmatch(str(context.literal(rule)))
    if number == 0:
        return Fix((context.edit_call(call, drop=frozenset({"base"})),))
    if parts is None or not isinstance(number, int):
        return Decline("base= became offset=, a span of time: base=30 of '60min' is offset='30min'")
    unit = _UNITS.get(parts[2], parts[2])
    return Fix((context.edit_call(call, drop=frozenset({"base"}), add={"offset": f'"{number}{unit}"'}),))


@fixer(
    "PD193",
    on=both("resample"),
    until="2.0",
    why="loffset= was removed in pandas 2.0; the index of the result is shifted instead",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1, 2, 3], index=pd.date_range("2020-01-01", periods=3, freq="30min"))
            a = s.resample("1h", loffset="30min").sum()
            """,
            """
            import pandas as pd
            s = pd.Series([1, 2, 3], index=pd.date_range("2020-01-01", periods=3, freq="30min"))
            a = s.resample("1h").sum().shift(freq="30min")
            """,
            check='a.index.strftime("%H:%M").tolist(), a.tolist()',
        ),
        Same("""
            import pandas as pd
            s = pd.Series([1, 2, 3], index=pd.date_range("2020-01-01", periods=3, freq="30min"))
            a = s.resample("1h").sum()
            a.index = a.index + pd.Timedelta("30min")
            """),
    ],
)
def loffset(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "loffset")
    if value is None:
        return None
    without = context.edit_call(call, drop=frozenset({"loffset"}))
    if context.literal(value) is None:
        return Fix((without,))
    method = context.parent(call)
    outer = context.is_called(method) if isinstance(method, ast.Attribute) else None
    if (
        outer is None
        or not isinstance(method, ast.Attribute)
        or method.attr not in (*_METHODS, "agg", "aggregate", "apply", "quantile")
    ):
        return Decline("loffset= is gone: add the offset to the index of the result, result.index += offset")
    return Fix((without, context.replace(outer, "{outer}.shift(freq={loffset})", outer=outer, loffset=value)))


@fixer(
    "PD194",
    on=tuple(f"call {name}.fillna" for name in _RESAMPLERS),
    until="3.0",
    why="fillna() of a resampler was removed in pandas 3.0 in favour of ffill(), bfill() and nearest()",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="D"))
            f = s.resample("12h").fillna("ffill")
            g = s.resample("12h").fillna(method="backfill", limit=1)
            """,
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="D"))
            f = s.resample("12h").ffill()
            g = s.resample("12h").bfill(limit=1)
            """,
            check="f.tolist(), g.tolist()",
        ),
        Same("""
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="D"))
            f = s.resample("12h").ffill()
            g = s.resample("12h").asfreq().fillna(0)
            """),
    ],
)
def fill_resampled(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    given = context.bind(call, "method", "limit")
    method = _FILLS.get(str(context.literal(given["method"]))) if given and "method" in given else None
    if this is None or given is None or method is None:
        return Decline("use ffill(), bfill(), nearest() or asfreq(fill_value=)")
    limit = {"limit": given["limit"]} if "limit" in given else {}
    return Fix((context.replace(call, f"{{this}}.{method}({keywords('limit', given=given)[2:]})", this=this, **limit),))


_GROUPERS = ("pandas.Grouper", "pandas.TimeGrouper")


@fixer(
    "PD195",
    on=tuple(f"call {name}.{method}" for name in (*_RESAMPLERS, *GROUPBYS) for method in ("sum", "prod")),
    since="0.22",
    until="0.22",
    silent=True,
    why="before pandas 0.22 the sum of an empty bin was missing, and is 0 since",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"v": [1, 3]}, index=pd.to_datetime(["2020-01-01", "2020-01-03"]))
            g = df.groupby(pd.Grouper(freq="D"))["v"].sum()
            r = df["v"].resample("D").sum()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"v": [1, 3]}, index=pd.to_datetime(["2020-01-01", "2020-01-03"]))
            g = df.groupby(pd.Grouper(freq="D"))["v"].sum(min_count=1)
            r = df["v"].resample("D").sum(min_count=1)
            """,
            check="g.isnull().tolist(), r.isnull().tolist()",
            was={"pandas": "0.20.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"k": [1, 1], "v": [1, 3]})
            g = df.groupby("k")["v"].sum()
            """,
            was={"pandas": "0.20.3"},
        ),
    ],
)
def empty_bins(call: ast.Call, context: Context) -> Answer:
    if any(k.arg in ("min_count", None) for k in call.keywords) or call.args:
        return None
    this = receiver(call)
    while isinstance(this, ast.Subscript | ast.Attribute):
        this = this.value
    if not isinstance(this, ast.Call) or not isinstance(this.func, ast.Attribute):
        return None
    if this.func.attr == "groupby":
        by = this.args[0] if this.args else context.keyword(this, "by")
        made = by.func if isinstance(by, ast.Call) else by
        if by is None or (context.symbol(made) not in _GROUPERS and context.instance(by, *_GROUPERS) is None):
            return None
    elif this.func.attr != "resample":
        return None
    return Fix((context.edit_call(call, add={"min_count": "1"}),))
