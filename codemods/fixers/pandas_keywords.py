"""Keywords and values of functions that pandas no longer takes, where dropping or renaming them is not enough.

df.fillna(method="ffill", limit=1)           →  df.ffill(limit=1)                            (3.0)
s.interpolate(method="pad")                  →  s.ffill()                                    (3.0)
pd.date_range(a, b, closed="left")           →  pd.date_range(a, b, inclusive="left")        (2.0)
df.between_time(a, b, include_start=False)   →  df.between_time(a, b, inclusive="right")     (2.0)
pd.concat([a, b], axis=1, join_axes=[i])     →  pd.concat([a, b], axis=1).reindex(i)         (1.0)
s.pct_change(fill_method="ffill")            →  s.ffill().pct_change()                       (3.0)
df.stack(dropna=False)                       →  df.stack()                                   (3.0)
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, axis_number, both, keywords, receiver
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer

# The class behind .str, wherever a release keeps it.
STRINGS = ("pandas.core.strings.StringMethods", "pandas.core.strings.accessor.StringMethods")
FILLS = {"ffill": "ffill", "pad": "ffill", "bfill": "bfill", "backfill": "bfill"}


@fixer(
    "PD300",
    on=both("fillna"),
    until="3.0",
    why="fillna(method=) was removed in pandas 3.0 in favour of ffill() and bfill()",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, None, 4.0]})
            x = df.fillna(method="ffill", limit=1)
            y = df["a"].fillna(method="bfill")
            z = df.fillna(None, "ffill")
            u = df.fillna(0, None, 1)
            df.fillna(method="backfill", inplace=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, None, 4.0]})
            x = df.ffill(limit=1)
            y = df["a"].bfill()
            z = df.ffill()
            u = df.fillna(0, axis=1)
            df.bfill(inplace=True)
            """,
            check='x["a"].tolist(), y.tolist(), z["a"].tolist(), df["a"].tolist()',
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([1.0, None, 3.0]).interpolate(method="linear")
            t = pd.Series([1.0, 2.0], index=[0, 2]).reindex([0, 1, 2], method="ffill")
            r = pd.Series([3, 1, 2]).rank(method="min")
            u = s.fillna(0)
            """
        ),
    ],
)
def fillna_method(call: ast.Call, context: Context) -> Answer:
    assert isinstance(call.func, ast.Attribute)
    parameters = ("value", "method", "axis", "inplace", "limit", "downcast")
    given = context.bind(call, *parameters)
    if given is None or "method" not in given:
        return None
    literal = context.literal(given["method"])
    named = {i: parameters[i] for i in range(2, len(call.args))}
    if literal is None:
        without = {"drop_positional": frozenset({1})} if len(call.args) > 1 else {"drop": frozenset({"method"})}
        return Fix((context.edit_call(call, name_positional=named, **without),))
    name = FILLS.get(str(literal))
    if name is None or ("value" in given and context.literal(given["value"]) is not None):
        return Decline("fillna(method=) is gone: use ffill() or bfill()")
    if "downcast" in given and context.literal(given["downcast"]) is not None:
        return Decline("downcast= is gone: use ffill() or bfill(), then pandas.to_numeric(downcast='integer')")
    edit = context.edit_call(
        call,
        drop=frozenset({"value", "method", "downcast"} & {k.arg for k in call.keywords if k.arg}),
        drop_positional=frozenset(range(min(2, len(call.args)))),
        name_positional=named,
    )
    return Fix((context.rename_attribute(call.func, name), edit))


@fixer(
    "PD301",
    on=both("interpolate"),
    until="3.0",
    why="interpolate() no longer fills forwards and backwards; ffill() and bfill() do",
    examples=[
        Example(
            """
            import pandas as pd
            t = pd.Series([1.0, None]).interpolate(method="pad", limit=2)
            """,
            """
            import pandas as pd
            t = pd.Series([1.0, None]).ffill(limit=2)
            """,
            check="t.tolist()",
        ),
        Same("""
            import pandas as pd
            t = pd.Series([1.0, None, 3.0]).interpolate(method="linear", limit=2)
            u = pd.Series([1.0, None]).ffill(limit=2)
            """),
    ],
)
def interpolate_fill(call: ast.Call, context: Context) -> Answer:
    assert isinstance(call.func, ast.Attribute)
    given = context.bind(call, "method", "axis", "limit", "inplace", "limit_direction", "limit_area", "downcast")
    name = FILLS.get(str(context.literal(given["method"]))) if given and "method" in given else None
    if given is None or name is None:
        return None
    if given.keys() & {"limit_direction", "downcast"} or len(call.args) > 1:
        return Decline(f"use {name}()")
    drop = {"drop_positional": frozenset({0})} if call.args else {"drop": frozenset({"method"})}
    return Fix((context.rename_attribute(call.func, name), context.edit_call(call, **drop)))


@fixer(
    "PD302",
    on=("call pandas.date_range", "call pandas.bdate_range"),
    since="1.4",
    until="2.0",
    why="closed= became inclusive= in pandas 2.0",
    examples=[
        Example(
            """
            import pandas as pd
            a = pd.date_range("2020-01-01", "2020-01-04", closed="left")
            b = pd.date_range("2020-01-01", "2020-01-03", closed=None)
            """,
            """
            import pandas as pd
            a = pd.date_range("2020-01-01", "2020-01-04", inclusive="left")
            b = pd.date_range("2020-01-01", "2020-01-03", inclusive="both")
            """,
            check="len(a), len(b)",
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([1, 2, 3], index=pd.date_range("2020-01-01", periods=3))
            r = s.rolling("2D", closed="left").sum()
            i = pd.interval_range(0, 3, closed="left")
            """
        ),
    ],
)
def range_closed(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "closed")
    if value is None:
        return None
    literal = context.literal(value)
    if literal is MISSING:
        return Decline("closed= became inclusive=, and None became 'both'")
    values = {"closed": '"both"'} if literal is None else {}
    return Fix((context.edit_call(call, rename={"closed": "inclusive"}, values=values),))


@fixer(
    "PD303",
    on=both("between_time"),
    since="1.4",
    until="2.0",
    why="include_start= and include_end= became inclusive= in pandas 2.0",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="h"))
            a = s.between_time("00:00", "01:00", include_start=False)
            b = s.between_time("00:00", "01:00", include_end=False)
            """,
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="h"))
            a = s.between_time("00:00", "01:00", inclusive="right")
            b = s.between_time("00:00", "01:00", inclusive="left")
            """,
            check="a.tolist(), b.tolist()",
        ),
        Same("""
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="h"))
            a = s.between_time("00:00", "01:00", inclusive="right")
            b = s.between_time("00:00", "01:00")
            """),
    ],
)
def between_time(call: ast.Call, context: Context) -> Answer:
    names = [name for name in ("include_start", "include_end") if context.keyword(call, name) is not None]
    if not names:
        return None
    values = {name: context.literal(context.keyword(call, name)) for name in names}
    if not all(isinstance(value, bool) for value in values.values()):
        return Decline("inclusive= takes 'both', 'neither', 'left' or 'right'")
    ends = values.get("include_start", True), values.get("include_end", True)
    what = {(True, True): "", (True, False): "left", (False, True): "right", (False, False): "neither"}[ends]
    return Fix((context.edit_call(call, drop=frozenset(names), add={"inclusive": f'"{what}"'} if what else {}),))


@fixer(
    "PD304",
    on="call pandas.concat",
    until="1.0",
    why="join_axes= was removed in pandas 1.0 in favour of reindex()",
    examples=[
        Example(
            """
            import pandas as pd
            a = pd.DataFrame({"a": [1, 2]}, index=[0, 1])
            b = pd.DataFrame({"b": [3, 4]}, index=[1, 2])
            c = pd.concat([a, b], axis=1, join_axes=[a.index])
            d = pd.concat([a, b], join_axes=[a.columns], sort=False)
            """,
            """
            import pandas as pd
            a = pd.DataFrame({"a": [1, 2]}, index=[0, 1])
            b = pd.DataFrame({"b": [3, 4]}, index=[1, 2])
            c = pd.concat([a, b], axis=1).reindex(a.index)
            d = pd.concat([a, b], sort=False).reindex(columns=a.columns)
            """,
            check="c.index.tolist(), d.columns.tolist()",
        ),
        Same("""
            import pandas as pd
            a = pd.DataFrame({"a": [1, 2]}, index=[0, 1])
            c = pd.concat([a, a], axis=1, join="inner")
            """),
    ],
)
def join_axes(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "join_axes")
    if value is None:
        return None
    without = context.edit_call(call, drop=frozenset({"join_axes"}))
    if context.literal(value) is None:
        return Fix((without,))
    axis = axis_number(call.args[1] if len(call.args) > 1 else context.keyword(call, "axis"), context)
    if not isinstance(value, ast.List) or len(value.elts) != 1 or axis is None:
        return Decline("join_axes= is gone: reindex the result")
    labels = "{labels}" if axis == 1 else "columns={labels}"
    return Fix((without, context.replace(call, f"{{call}}.reindex({labels})", call=call, labels=value.elts[0])))


@fixer(
    "PD305",
    on=both("pct_change"),
    until="3.0",
    why="pct_change() no longer fills missing values since pandas 3.0",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1.0, None, 2.0])
            p = s.pct_change(fill_method="ffill")
            """,
            """
            import pandas as pd
            s = pd.Series([1.0, None, 2.0])
            p = s.ffill().pct_change()
            """,
            check="p.tolist()[2]",
        ),
        Same(
            """
            import pandas as pd
            p = pd.Series([1.0, 2.0]).pct_change(fill_method=None)
            """
        ),
    ],
)
def pct_change(call: ast.Call, context: Context) -> Answer:
    given = {k.arg: k.value for k in call.keywords if k.arg is not None}
    this = receiver(call)
    if not given.keys() & {"fill_method", "limit"} or this is None:
        return None
    literal = context.literal(given["fill_method"]) if "fill_method" in given else "pad"
    if literal is None and "limit" not in given:
        return None
    name = FILLS.get(str(literal))
    if name is None or len(call.args) > 1:
        return Decline("fill the missing values first: .ffill().pct_change()")
    drop = frozenset({"fill_method", "limit"} & given.keys())
    options = keywords("limit", given=given)[2:]
    holes = {"limit": given["limit"]} if options else {}
    fill = context.replace(this, f"{{this}}.{name}({options})", this=this, **holes)
    return Fix((fill, context.edit_call(call, drop=drop)))


@fixer(
    "PD306",
    on=f"call {FRAME}.stack",
    until="3.0",
    why="stack() keeps missing values since pandas 3.0, and dropna= is gone",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, None], "b": [2.0, 3.0]})
            t = df.stack(dropna=False)
            u = df.stack(dropna=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, None], "b": [2.0, 3.0]})
            t = df.stack()
            u = df.stack().dropna()
            """,
            check="len(t), len(u)",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, None], "b": [2.0, 3.0]})
            t = df.stack()
            u = df.dropna()
            g = df.groupby("a", dropna=False).sum()
            """),
    ],
)
def stack_dropna(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "dropna")
    if value is None:
        return None
    literal = context.literal(value)
    if not isinstance(literal, bool):
        return Decline("dropna= is gone: call dropna() on the result where it was true")
    without = context.edit_call(call, drop=frozenset({"dropna"}))
    return Fix((without, context.replace(call, "{call}.dropna()", call=call)) if literal else (without,))


@fixer(
    "PD307",
    on=tuple(f"call {home}.{name}" for home in STRINGS for name in ("split", "rsplit")),
    until="2.0",
    why="n= and expand= of .str.split() must be passed by keyword since pandas 2.0",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series(["a-b-c", "d-e"])
            p = s.str.split("-", 1, expand=True)
            q = s.str.rsplit("-", 1).str[0]
            """,
            """
            import pandas as pd
            s = pd.Series(["a-b-c", "d-e"])
            p = s.str.split("-", n=1, expand=True)
            q = s.str.rsplit("-", n=1).str[0]
            """,
            check="p.values.tolist(), q.tolist()",
        ),
        Same("""
            import pandas as pd
            words = "a-b-c".split("-", 1)
            s = pd.Series(["a-b-c"]).map(lambda text: text.split("-", 1))
            """),
    ],
)
def split_text(call: ast.Call, context: Context) -> Answer:
    names = {i: name for i, name in ((1, "n"), (2, "expand")) if i < len(call.args)}
    if not names:
        return None
    if len(call.args) > 3 or any(isinstance(a, ast.Starred) for a in call.args):
        return Decline("pass n= and expand= by keyword")
    return Fix((context.edit_call(call, name_positional=names),))
