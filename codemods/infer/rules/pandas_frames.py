"""pandas: reductions, callbacks, conversions and attributes of DataFrame and Series."""

from __future__ import annotations

import ast
from collections.abc import Callable

from codemods.infer.calls import MISSING, Call
from codemods.infer.frames import (
    ARRAY,
    FRAME,
    LABEL_DTYPES,
    SERIES,
    column_dtype,
    dtype_of,
    filtered,
    frame,
    index_class,
    series,
    with_column,
    without_columns,
)
from codemods.infer.mutation import mutate
from codemods.infer.rules import attributes, methods
from codemods.infer.rules.pandas_changes import BOTH, receiver_of
from codemods.infer.subscripts import element
from codemods.infer.values import (
    FLOAT,
    INT,
    NONE,
    STR,
    array_of,
    dict_of,
    join,
    list_of,
    one,
    tuple_of,
    with_facts,
)
from codemods.types import UNKNOWN, DictOf, Instance, ListOf, TupleOf, Types

AXES = one("matplotlib.axes.Axes")


def reduce_frame(call: Call) -> Types:
    """sum, mean …: one value a column."""
    own = receiver_of(call)
    name = call.node.func.attr if isinstance(call.node.func, ast.Attribute) else ""
    if own.name == SERIES:
        if call.arg(-1, "level") is not None or (name == "quantile" and call.arg(0, "q") is not None):
            levels = call.arg(0, "q") if name == "quantile" else None
            plain = levels is not None and all(isinstance(k, Instance) and k.name == "builtins.float" for k in levels)
            return UNKNOWN if own.fact("dtype") == "datetime" else FLOAT if levels and plain else series()
        return _reduced(name, own.fact("dtype"))
    axis = call.literal(0, "axis", 0) if name not in ("quantile",) else call.literal(-1, "axis", 0)
    if call.given("level"):
        return frame()
    if name == "quantile" and any(not isinstance(k, Instance) for k in call.arg(0, "q") or ()):
        return frame("float", own.fact("columns"))
    dtype = "float" if name in ("mean", "std", "var", "median", "sem", "skew", "kurt", "mad") else None
    if name in ("nunique", "count"):
        dtype = "int"
    if name == "sum" and own.fact("dtype") == "bool":
        dtype = "int"
    if axis in (0, "index", None):
        return series(labelled(own), dtype)
    return series(own.fact("index") if axis in (1, "columns") else None, dtype)


def labelled(own: Instance) -> str | None:
    """The index kind of a series with one value a column."""
    return filtered(own.fact("columns"))  # columns that are no numbers may be left out


def _reduced(name: str, dtype: str | None) -> Types:
    if name in ("count", "nunique"):
        return INT
    if name in ("mean", "std", "var", "median", "sem", "skew", "kurt", "mad"):
        return one("numpy.float64") if dtype not in ("datetime",) else UNKNOWN
    if name in ("all", "any"):
        return one("numpy.bool_") if dtype in ("bool", "int", "float") else UNKNOWN
    if name in ("sum", "prod"):
        return one("numpy.int64") if dtype in ("bool", "int") else element("float" if dtype == "float" else None)
    return element(dtype) if dtype != "bool" else UNKNOWN


def apply_frame(call: Call) -> Types:
    """DataFrame.apply: a series for a function that gives scalars, a frame for one that gives rows."""
    own = receiver_of(call)
    axis = call.literal(1, "axis", 0)
    rows = axis in (1, "columns")
    function = call.arg(0, "func")
    given = series(own.fact("columns") if rows else own.fact("index")) if axis is not MISSING else series()
    result = call.callback(function, given) if _callable(function) else UNKNOWN
    index = own.fact("index") if rows else own.fact("columns")
    kinds = {k.name if isinstance(k, Instance) else type(k).__name__ for k in result}
    if kinds == {SERIES} or kinds == {FRAME}:
        return frame(own.fact("index")) if rows or _same_rows(result, own) else frame()
    if result and SERIES not in kinds and axis is not MISSING:
        return series(index, dtype_of(result) if len(result) == 1 else None)
    return UNKNOWN


def _same_rows(result: Types, own: Instance) -> bool:
    return all(isinstance(k, Instance) and k.fact("index") == own.fact("index") for k in result)


def _callable(types: Types | None) -> bool:
    return bool(types) and all(not isinstance(k, Instance | ListOf | DictOf | TupleOf) for k in types or ())


def apply_series(call: Call) -> Types:
    """Series.apply and map: elementwise."""
    own = receiver_of(call)
    function = call.arg(0, "func") or call.arg(0, "arg")
    if function and all(isinstance(k, DictOf) for k in function):
        return series(own.fact("index"))  # what the mapping lacks becomes NaN
    item = element(own.fact("dtype"))
    result = call.callback(function, item) if _callable(function) else UNKNOWN
    kinds = {k.name if isinstance(k, Instance) else type(k).__name__ for k in result}
    if SERIES in kinds:
        return frame(own.fact("index")) if kinds == {SERIES} else UNKNOWN
    dtype = dtype_of(result) if len(result) == 1 else None
    return series(own.fact("index"), dtype if dtype in ("str", "bool", "float", "int") else None)


def aggregate(call: Call) -> Types:
    """agg: a name gives one value a column, a list or dict of lists a table."""
    own = receiver_of(call)
    function = call.arg(0, "func") or UNKNOWN
    kind = next(iter(function)) if len(function) == 1 else None
    if own.name == SERIES:
        return series("str") if isinstance(kind, ListOf) else UNKNOWN
    if isinstance(kind, ListOf):
        return frame(None, own.fact("columns"))
    if isinstance(kind, DictOf):
        return frame() if any(isinstance(v, ListOf) for v in kind.value) else series("str")
    return series(labelled(own)) if isinstance(kind, Instance) and kind.name == "builtins.str" else UNKNOWN


def plot(call: Call) -> Types:
    if call.literal(-1, "subplots", False) is not False:
        return one(ARRAY) if call.literal(-1, "subplots", False) is MISSING else _grid(call)
    return AXES


def _grid(call: Call) -> Types:
    return array_of(AXES, 2 if call.arg(-1, "layout") is not None else 1)


def value_counts(call: Call) -> Types:
    own = receiver_of(call)
    if own.name == FRAME:
        return series("multi")
    normalized = call.literal(0, "normalize", False)
    binned = call.arg(-1, "bins") is not None
    dtype = "int" if normalized is False else "float" if normalized is True else None
    return series(LABEL_DTYPES.get(own.fact("dtype") or "") if not binned else None, dtype)


def describe(call: Call) -> Types:
    own = receiver_of(call)
    if own.name == FRAME:
        return frame("str", "str" if own.fact("columns") == "str" else None)
    return series("str", "float" if own.fact("dtype") in ("int", "float") else None)


def corr(call: Call) -> Types:
    own = receiver_of(call)
    if own.name == SERIES:
        return one("numpy.float64")
    labels = own.fact("columns")
    return frame(labels, labels)


def transpose(own: Instance) -> Types:
    if own.name == SERIES:
        return frozenset({own})
    return frame(own.fact("columns"), own.fact("index"))


def iterrows(call: Call) -> Types:
    own = receiver_of(call)
    label = element(own.fact("index") if own.fact("index") != "range" else "int")
    return list_of(tuple_of(INT if label == one("numpy.int64") else label, series(own.fact("columns"))), "types.GeneratorType")


def items(call: Call) -> Types:
    own = receiver_of(call)
    kind = own.fact("columns" if own.name == FRAME else "index")
    label = STR if kind == "str" else one("pandas.Timestamp") if kind == "datetime" else UNKNOWN
    value = series(own.fact("index")) if own.name == FRAME else element(own.fact("dtype"))
    return list_of(tuple_of(label, value), "builtins.zip")


def to_dict(call: Call) -> Types:
    own = receiver_of(call)
    orient = call.literal(0, "orient", "dict")
    if own.name == SERIES:
        kind = own.fact("index")
        return dict_of(STR if kind == "str" else UNKNOWN, element(own.fact("dtype")))
    if orient in ("records", "rows"):
        return list_of(dict_of(STR if own.fact("columns") == "str" else UNKNOWN, UNKNOWN))
    return dict_of(
        STR if own.fact("columns") == "str" else UNKNOWN,
        list_of(UNKNOWN) if orient == "list" else dict_of(UNKNOWN, UNKNOWN) if orient == "dict" else UNKNOWN,
    )


def tolist(call: Call) -> Types:
    own = receiver_of(call)
    dtype = own.fact("dtype")
    plain = {"int": INT, "float": FLOAT, "str": STR, "bool": one("builtins.bool")}
    return list_of(plain.get(dtype or "", element(dtype)))


def text_or_none(call: Call) -> Types:
    """to_csv, to_string: a string unless written to a file."""
    target = call.arg(0, "path_or_buf") if not call.given("buf") else call.arg(-1, "buf")
    return STR if target is None else NONE if target != NONE else STR


def indexer(name: str) -> Callable[[Instance], Types]:
    return lambda own: frozenset({with_facts(Instance(f"pandas.core.indexing.{name}", own.facts), of=own.name)})


def unstack(call: Call) -> Types:
    own = receiver_of(call)
    if own.fact("index") == "multi" or own.name == SERIES:
        return frame()
    return series("multi")


def get(call: Call) -> Types:
    own = receiver_of(call)
    if own.name == SERIES:
        return UNKNOWN
    key = call.literal(0, None)
    found = series(own.fact("index"), column_dtype(own, key) if isinstance(key, str) else None)
    popped = isinstance(call.node.func, ast.Attribute) and call.node.func.attr == "pop"
    return found if popped else join(found, NONE)


def insert(call: Call) -> Types:
    """A new column in place."""
    own = receiver_of(call)
    name, dtype = call.literal(1, "column"), dtype_of(call.arg(2, "value") or UNKNOWN)
    place = call.node.func.value if isinstance(call.node.func, ast.Attribute) else None

    def add(kind: Instance) -> Instance:
        if not isinstance(name, str):
            return with_facts(without_columns(kind), columns=None)
        return with_facts(with_column(kind, name, dtype), columns="str" if kind.fact("columns") == "str" else None)

    if isinstance(name, str):
        call.machine.columns.add(name)
    mutate(call.machine, place, own, add, call.scope)
    return NONE


def pipe(call: Call) -> Types:
    own = frozenset({receiver_of(call)})
    return call.callback(call.arg(0, "func"), own, *call.arguments.positional[1:])


def register() -> None:
    methods(FRAME, "pivot pivot_table explode eval", frame())
    methods(FRAME, "melt", frame("range"))
    methods(FRAME, "merge", lambda call: _merge(call))
    methods(FRAME, "mode", lambda call: frame("range", receiver_of(call).fact("columns")))
    methods(SERIES, "mode", lambda call: series("range", receiver_of(call).fact("dtype")))
    methods(FRAME, "corrwith", lambda call: series(receiver_of(call).fact("columns"), "float"))
    methods(
        FRAME,
        "idxmax idxmin",
        lambda call: series(receiver_of(call).fact("columns")) if call.literal(0, "axis", 0) in (0, "index") else series(),
    )
    methods(FRAME, "memory_usage", series("str", "int"))
    methods(SERIES, "memory_usage", INT)
    methods(FRAME, "stack", series("multi"))
    methods(BOTH, "unstack", unstack)
    methods(BOTH, "corr cov autocorr", corr)
    methods(BOTH, "describe", describe)
    methods(BOTH, "value_counts", value_counts)
    methods(BOTH, "sum mean median std var min max count nunique skew kurt mad all any quantile prod sem", reduce_frame)
    methods(FRAME, "apply", apply_frame)
    methods(SERIES, "apply map", apply_series)
    methods(BOTH, "agg aggregate", aggregate)
    methods(BOTH, "pipe", pipe)
    methods(FRAME, "dot", lambda call: UNKNOWN)
    methods(FRAME, "as_matrix", one(ARRAY, ndim="2"))
    methods(SERIES, "as_matrix get_values", one(ARRAY, ndim="1"))
    methods(FRAME, "to_numpy get_values", one(ARRAY, ndim="2"))
    methods(FRAME, "to_records", one("numpy.recarray"))
    methods(
        SERIES,
        "to_numpy unique ravel",
        lambda call: (
            one(ARRAY, ndim="1", dtype=receiver_of(call).fact("dtype"))
            if receiver_of(call).fact("dtype") not in ("category", None)
            else one(ARRAY, ndim="1")
        ),
    )
    methods(SERIES, "to_frame", lambda call: frame(receiver_of(call).fact("index")))
    methods(SERIES, "tolist to_list", tolist)
    methods(BOTH, "to_dict", to_dict)
    methods(BOTH, "to_csv to_string to_html to_json to_latex to_markdown", text_or_none)
    methods(BOTH, "iteritems items", items)
    methods(FRAME, "iterrows", iterrows)
    methods(FRAME, "itertuples", list_of(one("pandas.core.frame.Pandas"), "builtins.map"))
    methods(FRAME, "pop get", get)
    methods(BOTH, "squeeze", UNKNOWN)
    methods(
        BOTH,
        "get_value item",
        lambda call: element(receiver_of(call).fact("dtype")) if receiver_of(call).name == SERIES else UNKNOWN,
    )
    methods(FRAME, "set_value", frame())
    methods(SERIES, "set_value", series())
    methods(
        SERIES,
        "idxmax idxmin",
        lambda call: element({"range": "int"}.get(receiver_of(call).fact("index") or "", receiver_of(call).fact("index"))),
    )
    methods(SERIES, "argmax argmin first_valid_index last_valid_index", UNKNOWN)
    methods(SERIES, "argsort", lambda call: series(receiver_of(call).fact("index"), "int"))
    methods(SERIES, "nonzero", tuple_of(one(ARRAY, ndim="1")))
    methods(BOTH, "plot", plot)
    methods(FRAME, "hist", array_of(AXES, 2))
    methods(FRAME, "boxplot", AXES)
    methods(SERIES, "hist", AXES)
    methods(FRAME, "info", NONE)
    methods(FRAME, "insert", insert)
    methods(FRAME, "align", lambda call: tuple_of(frame(), frame()))
    methods(FRAME, "from_dict from_records from_csv", frame())
    methods(FRAME, "lookup", one(ARRAY, ndim="1"))
    methods(FRAME, "keys", lambda call: index_class(receiver_of(call).fact("columns")))
    methods(SERIES, "keys", lambda call: index_class(receiver_of(call).fact("index")))
    methods(FRAME, "transpose", lambda call: transpose(receiver_of(call)))
    methods(FRAME, "irow", series())
    methods(FRAME, "icol", lambda call: series(receiver_of(call).fact("index")))
    methods(BOTH, "xs", UNKNOWN)
    for name in ("_LocIndexer", "_iLocIndexer", "_IXIndexer", "_AtIndexer", "_iAtIndexer"):
        spelled = {"_LocIndexer": "loc", "_iLocIndexer": "iloc", "_IXIndexer": "ix", "_AtIndexer": "at", "_iAtIndexer": "iat"}[
            name
        ]
        attributes(BOTH, spelled, indexer(name))
    attributes(BOTH, "index", lambda own: index_class(own.fact("index")))
    attributes(FRAME, "columns", lambda own: index_class(own.fact("columns")))
    attributes(FRAME, "values", one(ARRAY, ndim="2"))
    attributes(SERIES, "values", lambda own: UNKNOWN if own.fact("dtype") == "category" else array_values(own))
    attributes(BOTH, "T", transpose)
    attributes(FRAME, "dtypes", lambda own: series(own.fact("columns")))
    attributes(FRAME, "shape", tuple_of(INT, INT))
    attributes(SERIES, "shape", tuple_of(INT))
    attributes(BOTH, "size ndim", INT)
    attributes(BOTH, "empty", one("builtins.bool"))
    attributes(FRAME, "axes", list_of(one("pandas.Index")))
    attributes(BOTH, "plot", one("pandas.plotting.PlotAccessor"))
    attributes(FRAME, "style", one("pandas.io.formats.style.Styler"))
    attributes(SERIES, "str", lambda own: one("pandas.core.strings.StringMethods", index=own.fact("index"), of=SERIES))
    attributes(
        SERIES, "dt", lambda own: one("pandas.core.indexes.accessors.DatetimeProperties", index=own.fact("index"), of=SERIES)
    )
    attributes(SERIES, "cat", lambda own: one("pandas.core.arrays.categorical.CategoricalAccessor", index=own.fact("index")))
    attributes(SERIES, "dtype", one("numpy.dtype"))
    attributes(SERIES, "name", UNKNOWN)
    attributes(SERIES, "is_unique is_monotonic hasnans", one("builtins.bool"))


def array_values(own: Instance) -> Types:
    return one(ARRAY, ndim="1", dtype=own.fact("dtype"))


def _merge(call: Call) -> Types:
    from codemods.infer.rules.pandas import merge

    return merge(call)
