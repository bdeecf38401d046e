"""Grouping and reducing along an axis or a level in ways that pandas no longer knows.

df.groupby("k", 0)               →  df.groupby("k")                            (3.0)
df.groupby(f, axis=1).sum()      →  df.T.groupby(f).sum().T                    (3.0)
df.rolling(3, axis=1).mean()     →  df.T.rolling(3).mean().T                   (3.0)
df.sum(level=0)                  →  df.groupby(level=0, sort=False).sum()      (2.0)
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, OLD, axis_number, both, receiver
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_REDUCTIONS = (
    "sum",
    "mean",
    "min",
    "max",
    "std",
    "var",
    "median",
    "prod",
    "first",
    "last",
    "count",
    "any",
    "all",
    "nunique",
    "sem",
)
_WINDOWS = ("rolling", "expanding", "ewm")


@fixer(
    "PD183",
    on=tuple(f"call {FRAME}.{name}" for name in ("groupby", "resample", *_WINDOWS)),
    until="3.0",
    why="axis= of groupby(), resample() and the windows was removed in pandas 3.0; transpose instead",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a1": [1, 2], "a2": [3, 4], "b1": [5, 6]})
            g = df.groupby(lambda c: c[0], axis=1).sum()
            h = df.groupby([0, 0], axis=0).sum()
            r = df.rolling(2, axis=1).mean()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a1": [1, 2], "a2": [3, 4], "b1": [5, 6]})
            g = df.T.groupby(lambda c: c[0]).sum().T
            h = df.groupby([0, 0]).sum()
            r = df.T.rolling(2).mean().T
            """,
            check="g.values.tolist(), h.values.tolist(), r.fillna(0).values.tolist()",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v"], "x": [1, 2]})
            g = df.groupby("k").sum()
            t = df[["x"]].sum(axis=1)
            """),
    ],
)
def along_columns(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "axis")
    this = receiver(call)
    if value is None or this is None:
        return None
    without = context.edit_call(call, drop=frozenset({"axis"}))
    match axis_number(value, context):
        case 0:
            return Fix((without,))
        case 1:
            pass
        case _:
            return Decline("the axis is not literal: without axis= rows are grouped; transpose to group columns")
    method = context.parent(call)
    outer = context.is_called(method) if isinstance(method, ast.Attribute) else None
    names = (*_REDUCTIONS, "corr", "cov", "quantile", "skew", "kurt") if _is_window(call) else _REDUCTIONS
    if not isinstance(method, ast.Attribute) or outer is None or method.attr not in names:
        return Decline("transpose: df.T.groupby(…).….T")
    return Fix((without, context.replace(this, "{this}.T", this=this), context.replace(outer, "{outer}.T", outer=outer)))


def _is_window(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr in _WINDOWS


@fixer(
    "PD186",
    on=f"call {FRAME}.groupby",
    until="3.0",
    silent=True,
    why="the second position of groupby() was axis=, and is level= since pandas 3.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": [1, 1], "x": [1, 2]})
            g = df.groupby("k", 0, None, False).sum()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": [1, 1], "x": [1, 2]})
            g = df.groupby("k", level=None, as_index=False).sum()
            """,
            check="g.values.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            g = pd.DataFrame({"x": [1, 2]}).groupby(None, 0).sum()
            """,
            was={"pandas": "3.0.0"},
        ),
    ],
)
def positional_axis(call: ast.Call, context: Context) -> Answer:
    if len(call.args) < 2:
        return None
    if axis_number(call.args[1], context) != 0 or len(call.args) > 6:
        return Decline("the second position of groupby() was axis=; pass the arguments by keyword")
    later = ("level", "as_index", "sort", "group_keys")
    names = {i + 2: name for i, name in enumerate(later[: len(call.args) - 2])}
    return Fix((context.edit_call(call, drop_positional=frozenset({1}), name_positional=names),))


_BY_LEVEL = ("sum", "mean", "min", "max", "std", "var", "median", "prod", "sem", "skew", "count", "any", "all")


@fixer(
    "PD184",
    on=tuple(event for name in _BY_LEVEL for event in both(name)),
    until="2.0",
    why="level= of the reductions was removed in pandas 2.0 in favour of groupby(level=)",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1, 2, 3], index=pd.MultiIndex.from_tuples([("b", 1), ("b", 2), ("a", 1)]))
            t = s.sum(level=0)
            n = s.count(level=0)
            """,
            """
            import pandas as pd
            s = pd.Series([1, 2, 3], index=pd.MultiIndex.from_tuples([("b", 1), ("b", 2), ("a", 1)]))
            t = s.groupby(level=0, sort=False).sum()
            n = s.groupby(level=0).count()
            """,
            check="t.to_dict(), n.to_dict()",
            was={"pandas": "1.3.5"},
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"v": [1, 2]}, index=pd.MultiIndex.from_tuples([("b", 1), ("a", 1)]))
            t = df.mean(level=0)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"v": [1, 2]}, index=pd.MultiIndex.from_tuples([("b", 1), ("a", 1)]))
            t = df.groupby(level=0).mean()
            """,
            check="t.index.tolist()",
            was=OLD,
        ),
        Same("""
            import pandas as pd
            s = pd.Series([1, 2, 3], index=pd.MultiIndex.from_tuples([("b", 1), ("b", 2), ("a", 1)]))
            g = s.groupby(level=0).sum()
            u = s.unstack(level=1)
            """),
    ],
)
def by_level(call: ast.Call, context: Context) -> Answer:
    level = context.keyword(call, "level")
    this = receiver(call)
    if level is None or this is None or not isinstance(call.func, ast.Attribute) or context.literal(level) is None:
        return None
    axis = context.keyword(call, "axis")
    number = axis_number(axis, context)
    if number is None or call.args:
        return Decline("use groupby(level=) and the reduction; of columns, transpose first")
    drop = frozenset({"level", "axis"} if axis is not None else {"level"})
    # Up to 0.20 the groups were sorted; later only those of count().
    sort = "" if call.func.attr == "count" or context.vintage.before("pandas", "0.21") else ", sort=False"
    rows = "{this}.T" if number else "{this}"
    groups = context.replace(this, f"{rows}.groupby(level={{level}}{sort})", this=this, level=level)
    without = context.edit_call(call, drop=drop)
    return Fix((groups, without, context.replace(call, "{call}.T", call=call)) if number else (groups, without))
