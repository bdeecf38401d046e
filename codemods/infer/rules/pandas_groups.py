"""pandas: groupby, rolling windows, resampling.

Groups and windows carry the index kind of their results as the fact `index`.
"""

from __future__ import annotations

import ast

from codemods.infer.calls import Call
from codemods.infer.frames import FRAME, LABEL_DTYPES, SERIES, column_dtype, dtype_of, frame, labels_kind, series
from codemods.infer.rules import attributes, methods
from codemods.infer.rules.pandas_changes import BOTH, receiver_of
from codemods.infer.values import INT, dict_of, one, with_facts
from codemods.types import UNKNOWN, DictOf, Instance, ListOf, TupleOf, Types

TYPING = "pandas.api.typing."
FRAME_GROUPS = TYPING + "DataFrameGroupBy"
SERIES_GROUPS = TYPING + "SeriesGroupBy"
BOTH_GROUPS = f"{FRAME_GROUPS} {SERIES_GROUPS}"
WINDOWS = {"rolling": "Rolling", "expanding": "Expanding", "ewm": "ExponentialMovingWindow", "resample": "Resampler"}
REDUCTIONS = "sum mean median std var min max count first last prod size nunique all any sem skew quantile mad idxmax idxmin"


def groupby(call: Call) -> Types:
    """groupby(key): the groups, with the kind of index that their aggregates have."""
    own = receiver_of(call)
    key = call.arg(0, "by")
    node = call.expression(0, "by")
    kind = next(iter(key)) if key is not None and len(key) == 1 else None
    index: str | None = None
    if isinstance(node, ast.List) and len(node.elts) > 1:
        index = "multi"
    elif isinstance(node, ast.List) and len(node.elts) == 1 and isinstance(node.elts[0], ast.Constant):
        index = LABEL_DTYPES.get(column_dtype(own, str(node.elts[0].value)) or "")
    elif isinstance(kind, Instance) and kind.name == "builtins.str" and own.name == FRAME:
        name = call.literal(0, "by")
        index = LABEL_DTYPES.get(column_dtype(own, name) or "") if isinstance(name, str) else None
    elif isinstance(kind, Instance) and kind.name == SERIES:
        index = labels_kind(frozenset({kind}))
    as_index = call.literal(-1, "as_index", True)
    if as_index is not True:
        index = "range" if as_index is False else None
    name = FRAME_GROUPS if own.name == FRAME else SERIES_GROUPS
    columns = own.fact("columns") if own.name == FRAME else None
    facts = {k: v for k, v in own.facts if k.startswith("column ")}
    return one(
        name,
        index=index,
        columns=columns,
        rows=own.fact("index"),
        as_index="yes" if as_index is True else "no" if as_index is False else None,
        **facts,
    )


def reduced(call: Call) -> Types:
    """sum, mean …: one row a group."""
    own = receiver_of(call)
    name = call.node.func.attr if isinstance(call.node.func, ast.Attribute) else ""
    index = own.fact("index")
    if own.name == SERIES_GROUPS:
        if own.fact("as_index") == "no":
            return frame("range")
        if name == "quantile" and any(isinstance(k, ListOf) for k in call.arg(0, "q") or ()):
            return series("multi")
        return series(index, "int" if name in ("count", "nunique", "size") else None)
    if name == "size":
        return series(index, "int") if own.fact("as_index") == "yes" else UNKNOWN
    return frame(index, "str" if own.fact("columns") == "str" else None)


def grouped_agg(call: Call) -> Types:
    own = receiver_of(call)
    function = call.arg(0, "func")
    if function is None:
        function = call.arg(0, "arg")
    kinds = tuple(function or ())
    index = own.fact("index")
    if own.name == FRAME_GROUPS:
        call.callback(frozenset(k for k in kinds if not isinstance(k, Instance | ListOf | DictOf)), series()) if kinds else None
        nested = any(
            isinstance(k, ListOf) or (isinstance(k, DictOf) and any(isinstance(v, ListOf | TupleOf) for v in k.value))
            for k in kinds
        )
        if nested:
            return frame(index, "multi")
        return frame(index, "str" if own.fact("columns") == "str" and kinds else None)
    if own.fact("as_index") == "no":
        return frame("range")
    if any(isinstance(k, ListOf | DictOf | TupleOf) for k in kinds) or (not kinds and call.arguments.keywords):
        return frame(index)
    if not kinds:
        return UNKNOWN
    if not all(isinstance(k, Instance) for k in kinds):
        call.callback(function, series())
    return series(index)


def grouped_apply(call: Call) -> Types:
    """apply: a series of scalars, a frame of rows or frames, with an index that depends on what comes back."""
    own = receiver_of(call)
    whole = own.name == FRAME_GROUPS
    result = call.callback(call.arg(0, "func"), frame(columns=own.fact("columns")) if whole else series())
    kinds = {k.name if isinstance(k, Instance) else type(k).__name__ for k in result}
    if not kinds:
        return UNKNOWN
    if FRAME in kinds:
        return frame() if kinds == {FRAME} else UNKNOWN
    if SERIES in kinds:
        return UNKNOWN
    return series(own.fact("index"), dtype_of(result) if len(result) == 1 else None) if own.fact("as_index") != "no" else UNKNOWN


def same_rows(call: Call) -> Types:
    """transform, shift, cumsum …: a value for every row of the original."""
    own = receiver_of(call)
    whole = own.name == FRAME_GROUPS
    function = call.arg(0, "func")
    if function and not any(isinstance(k, Instance) for k in function):
        call.callback(function, series())
    return frame(own.fact("rows"), own.fact("columns")) if whole else series(own.fact("rows"))


def window(call: Call) -> Types:
    """rolling, expanding, ewm, resample."""
    own = receiver_of(call)
    name = call.node.func.attr if isinstance(call.node.func, ast.Attribute) else "rolling"
    if name == "resample":
        how = call.arg(1, "how")
        if how is not None:  # the old spelling gives the result at once
            return series("datetime") if own.name == SERIES else frame("datetime", own.fact("columns"))
    kept = own.fact("index") if name != "resample" else "datetime" if not call.given("on") else None
    return one(
        TYPING + WINDOWS.get(name, "Rolling"), index=kept, of=own.name, columns=own.fact("columns") if own.name == FRAME else None
    )


def grouped_window(call: Call) -> Types:
    own = receiver_of(call)
    name = call.node.func.attr if isinstance(call.node.func, ast.Attribute) else "rolling"
    made = {
        "rolling": "RollingGroupby",
        "expanding": "ExpandingGroupby",
        "resample": "DatetimeIndexResamplerGroupby",
        "ewm": "ExponentialMovingWindowGroupby",
    }[name]
    return one(TYPING + made, index="multi", of=FRAME if own.name == FRAME_GROUPS else SERIES)


def from_window(call: Call) -> Types:
    own = receiver_of(call)
    name = call.node.func.attr if isinstance(call.node.func, ast.Attribute) else ""
    if own.fact("of") == FRAME:
        return frame(own.fact("index"), own.fact("columns") if name != "ohlc" else "multi")
    if own.fact("of") == SERIES:
        return frame(own.fact("index"), "str") if name == "ohlc" else series(own.fact("index"))
    return UNKNOWN


def window_apply(call: Call) -> Types:
    function = call.arg(0, "func")
    plain = function is not None and all(isinstance(k, Instance) for k in function)
    if function and not plain and not any(isinstance(k, ListOf | DictOf) for k in function):
        call.callback(function, UNKNOWN)
    if any(isinstance(k, ListOf | DictOf) for k in function or ()):
        return frame(receiver_of(call).fact("index"))
    return from_window(call) if function else UNKNOWN


def window_column(own: Instance, shape: str) -> Types:
    """rolling[…]: the window of one column, or of several."""
    if shape == "one":
        return frozenset({with_facts(own, of=SERIES, columns=None)})
    return frozenset({own}) if shape == "many" else UNKNOWN


def get_group(call: Call) -> Types:
    own = receiver_of(call)
    from codemods.infer.frames import filtered

    rows = filtered(own.fact("rows"))
    return frame(rows, own.fact("columns")) if own.name == FRAME_GROUPS else series(rows)


def described(call: Call) -> Types:
    own = receiver_of(call)
    return frame(own.fact("index")) if own.name == SERIES_GROUPS else frame(own.fact("index"), "multi")


def register() -> None:
    from codemods.infer.rules import ITEMS

    methods(BOTH, "groupby", groupby)
    methods(BOTH, "rolling expanding ewm resample", window)
    methods(BOTH_GROUPS, REDUCTIONS, reduced)
    methods(BOTH_GROUPS, "agg aggregate", grouped_agg)
    methods(BOTH_GROUPS, "apply", grouped_apply)
    methods(BOTH_GROUPS, "transform shift cumsum cumprod cummax cummin rank diff pct_change fillna ffill bfill", same_rows)
    methods(BOTH_GROUPS, "filter head tail nth", lambda call: frame() if receiver_of(call).name == FRAME_GROUPS else series())
    methods(BOTH_GROUPS, "cumcount ngroup", lambda call: series(receiver_of(call).fact("rows")))
    methods(BOTH_GROUPS, "get_group", get_group)
    methods(BOTH_GROUPS, "describe", described)
    methods(BOTH_GROUPS, "rolling expanding ewm resample", grouped_window)
    methods(BOTH_GROUPS, "plot hist boxplot", UNKNOWN)
    methods(FRAME_GROUPS, "corr cov", frame("multi"))
    methods(SERIES_GROUPS, "value_counts", series("multi"))
    methods(SERIES_GROUPS, "unique", lambda call: series(receiver_of(call).fact("index")))
    methods(SERIES_GROUPS, "nlargest nsmallest", series("multi"))
    attributes(BOTH_GROUPS, "groups indices", dict_of(UNKNOWN, UNKNOWN))
    attributes(BOTH_GROUPS, "ngroups ndim", INT)
    attributes(BOTH_GROUPS, "plot", one("pandas.plotting.PlotAccessor"))
    windows = " ".join(
        TYPING + name
        for name in (
            *WINDOWS.values(),
            "RollingGroupby",
            "ExpandingGroupby",
            "Window",
            "DatetimeIndexResamplerGroupby",
            "ExponentialMovingWindowGroupby",
        )
    )
    methods(windows, f"{REDUCTIONS} ohlc interpolate asfreq ffill bfill pad nearest corr cov kurt fillna", from_window)
    methods(windows, "apply agg aggregate transform", window_apply)
    for name in windows.split():
        ITEMS[name] = window_column
    methods("pandas.plotting.PlotAccessor", "bar barh hist line pie scatter box kde density area hexbin __call__", _plotted)


def _plotted(call: Call) -> Types:
    from codemods.infer.rules.pandas_frames import plot

    return plot(call)
