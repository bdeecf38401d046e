"""The sum of nothing is 0 since pandas 0.22; it was NaN.

    s.resample("D").sum()   →  s.resample("D").sum(min_count=1)

Written out where a sum may be empty: spans of time, and series with nothing but missing values.
https://pandas.pydata.org/docs/whatsnew/v0.22.0.html
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import SERIES, bound_once, receiver
from codemods.fixers._pandas_calls import FRAME_GROUPS, RESAMPLER, SERIES_GROUPS, argument, has_stars
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer


@fixer(
    "PD563",
    on=[f"call {c}.{m}" for c in (RESAMPLER, SERIES, FRAME_GROUPS, SERIES_GROUPS) for m in ("sum", "prod")],
    since="0.22",
    until="0.22",
    silent=True,
    why="since pandas 0.22 the sum of nothing is 0 instead of NaN",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            s = pd.Series([np.nan, np.nan])
            r = s.sum()
            t = pd.Series([1, 2], index=pd.to_datetime(["2020-01-01", "2020-01-03"])).resample("D").sum()
            """,
            """
            import numpy as np
            import pandas as pd
            s = pd.Series([np.nan, np.nan])
            r = s.sum(min_count=1)
            t = pd.Series([1, 2], index=pd.to_datetime(["2020-01-01", "2020-01-03"])).resample("D").sum(min_count=1)
            """,
            check="np.isnan(r), np.isnan(t.iloc[1])",
            was={"pandas": "0.20.3"},
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([1, 2])
            r = s.sum()
            """,
            was={"pandas": "0.20.3"},
        ),
    ],
)
def empty_sum(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    if this is None or has_stars(call) or argument(call, "min_count") is not None:
        return None
    if context.instance(this, SERIES) is not None and not _holds_missing(this, context):
        return None
    if context.instance(this, FRAME_GROUPS, SERIES_GROUPS) is not None and not _by_time(this, context):
        return None
    return Fix((context.edit_call(call, add={"min_count": "1"}),))


def _by_time(groups: ast.expr, context: Context) -> bool:
    """Whether groups are spans of time, of which some may be empty."""
    while isinstance(groups, ast.Subscript | ast.Attribute):
        groups = groups.value
    by = argument(groups, "by", 0) if isinstance(groups, ast.Call) else None
    keys = by.elts if isinstance(by, ast.List) else [by]
    return any(isinstance(k, ast.Call) and context.symbol(k.func) in ("pandas.Grouper", "pandas.TimeGrouper") for k in keys)


def _holds_missing(node: ast.expr, context: Context) -> bool:
    """Whether a series is made of literals with nothing but missing values."""
    value = bound_once(node.id, context) if isinstance(node, ast.Name) else node
    data = argument(value, "data", 0) if isinstance(value, ast.Call) and context.symbol(value.func) == SERIES else None
    if not isinstance(data, ast.List) or not data.elts:
        return False
    return all(context.literal(e) is None or context.symbol(e) in ("numpy.nan", "numpy.NaN", "numpy.NAN") for e in data.elts)
