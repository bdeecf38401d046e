"""pandas: methods and attributes of DataFrame and Series."""

from __future__ import annotations

import ast
from collections.abc import Callable

from codemods.infer.calls import MISSING, Call
from codemods.infer.frames import (
    ARRAY,
    DTYPES,
    FRAME,
    LABEL_DTYPES,
    SERIES,
    column_dtype,
    dtype_of,
    filtered,
    frame,
    index_class,
    labels_kind,
    same_index,
    series,
    with_column,
    without_columns,
)
from codemods.infer.mutation import mutate
from codemods.infer.rules import Rule, attributes, methods
from codemods.infer.subscripts import element
from codemods.infer.values import (
    FLOAT,
    INT,
    NONE,
    STR,
    array_of,
    dict_of,
    instance,
    join,
    list_of,
    one,
    tuple_of,
    union,
    with_facts,
)
from codemods.types import UNKNOWN, Class, DictOf, Instance, ListOf, TupleOf, Types

Change = Callable[[Call, Instance], Instance]
AXES = one("matplotlib.axes.Axes")
BOTH = f"{FRAME} {SERIES}"


def receiver_of(call: Call) -> Instance:
    return call.own if isinstance(call.own, Instance) else Instance(FRAME)


def changing(change: Change) -> Rule:
    """A method that gives a changed copy, or with `inplace=True` changes the object and gives None."""

    def rule(call: Call) -> Types:
        own = receiver_of(call)
        inplace = call.literal(-1, "inplace", False)
        if inplace is False or inplace is None:
            return frozenset({change(call, own)})
        func = call.node.func
        place = func.value if isinstance(func, ast.Attribute) else None
        if inplace is True:
            mutate(call.machine, place, own, lambda each: change(call, each), call.scope)
            return NONE
        mutate(call.machine, place, own, lambda each: Instance(each.name), call.scope)
        return join(frozenset({change(call, own)}), NONE)

    return rule


def _keep(call: Call, own: Instance) -> Instance:
    return own


def _filter(call: Call, own: Instance) -> Instance:
    """Rows go or change places."""
    reset = call.literal(-1, "ignore_index", False)
    kind = "range" if reset is True else None if reset is MISSING else filtered(own.fact("index"))
    return with_facts(own, index=kind)


def _values(call: Call, own: Instance) -> Instance:
    """Other values in the same places: dtypes are not known any more."""
    blurred = with_facts(own, dtype=None)
    for name, _ in own.facts:
        if name.startswith("column "):
            blurred = with_facts(blurred, **{name: ""})
    return blurred


def _drop(call: Call, own: Instance) -> Instance:
    columns = call.literal(-1, "axis", 0) in (1, "columns") or call.literal(1, None, 0) == 1
    if (columns or call.given("columns")) and not call.given("index"):
        return without_columns(own)
    return with_facts(own, index=filtered(own.fact("index")))


def _sort_index(call: Call, own: Instance) -> Instance:
    return _filter(call, own)


def _rename(call: Call, own: Instance) -> Instance:
    if own.name == SERIES:
        argument = call.arg(0, "index")
        scalar = argument is not None and all(isinstance(k, Instance) and k.name in ("builtins.str", "builtins.int")
                                              for k in argument)
        return own if argument is None or (argument and scalar) else with_facts(own, index=None)
    mapper = call.arguments.keywords.get("columns")
    if mapper and not any(isinstance(kind, DictOf) for kind in mapper):
        labels = call.callback(mapper, STR if own.fact("columns") == "str" else UNKNOWN)
        kind = "str" if labels == STR else None
        return with_facts(without_columns(own), columns=kind)
    rows = call.given("index") or (call.arguments.positional and call.literal(-1, "axis", 0) not in (1, "columns"))
    mapping = call.arg(-1, "columns") or UNKNOWN
    strings = own.fact("columns") == "str"
    for kind in mapping:
        if isinstance(kind, DictOf):
            call.machine.note_columns(union(types for _, types in kind.known))
            for _, types in kind.known:
                call.machine.note_columns(types)
            strings = strings and dtype_of(list_of(kind.value)) == "str"
        else:
            strings = False
    return with_facts(without_columns(own), index=None if rows else own.fact("index"),
                      columns="str" if strings else None)


def _reset_index(call: Call, own: Instance) -> Instance:
    partial = call.arg(0, "level") is not None
    drop = call.literal(1, "drop", False)
    index = None if partial else "range"
    if own.name == SERIES:
        if drop is True:
            return with_facts(own, index=index)
        return instance(FRAME, index=index) if drop is False else Instance(FRAME)
    if drop is True:
        return with_facts(own, index=index)
    return with_facts(own, index=index, columns="str" if own.fact("columns") == "str" else None)


def _set_index(call: Call, own: Instance) -> Instance:
    keys = call.arg(0, "keys") or UNKNOWN
    kind = next(iter(keys)) if len(keys) == 1 else None
    before, own = own, _without(own, call.expression(0, "keys")) if call.literal(-1, "drop", True) is not False else own
    index: str | None = None
    if call.literal(-1, "append", False) is not False:
        index = "multi"
    elif isinstance(kind, ListOf):
        node = call.expression(0, "keys")
        if isinstance(node, ast.List) and len(node.elts) > 1:
            index = "multi"
    elif isinstance(kind, Instance) and kind.name == "builtins.str":
        name = call.literal(0, "keys")
        index = LABEL_DTYPES.get(column_dtype(before, name) or "") if isinstance(name, str) else None
    elif isinstance(kind, Instance) and kind.name != "builtins.str":
        index = labels_kind(keys)
    return with_facts(own, index=index)


def _without(own: Instance, keys: ast.expr | None) -> Instance:
    """The frame without the columns that became the index."""
    parts = keys.elts if isinstance(keys, ast.List | ast.Tuple) else [keys]
    for part in parts:
        if not (isinstance(part, ast.Constant) and isinstance(part.value, str)):
            return without_columns(own)
        own = with_facts(own, **{f"column {part.value}": None})
    return own


def _reindex(call: Call, own: Instance) -> Instance:
    labels = call.arg(0, "index") or call.arg(-1, "labels")
    if labels is None:
        return _values(call, own)
    return with_facts(_values(call, own), index=labels_kind(labels))


def _astype(call: Call, own: Instance) -> Instance:
    node = call.expression(0, "dtype")
    if own.name == FRAME:
        return _values(call, own)
    return with_facts(own, dtype=dtype_named(call, node, call.arg(0, "dtype")))


def dtype_named(call: Call, node: ast.expr | None, types: Types | None) -> str | None:
    """The dtype that an argument names: a class, a string, an attribute of numpy."""
    kind = next(iter(types)) if types is not None and len(types) == 1 else None
    if isinstance(kind, Class):
        return DTYPES.get(kind.name.rpartition(".")[2].rstrip("_"))
    if isinstance(kind, Instance) and kind.name == "builtins.str":
        value = kind.fact("value")
        return DTYPES.get(ast.literal_eval(value)) if value else None
    return DTYPES.get(node.attr.rstrip("_")) if isinstance(node, ast.Attribute) else None


def _append(call: Call, own: Instance) -> Instance:
    """The old append: rows of another frame, a dict or a row."""
    reset = call.literal(-1, "ignore_index", False)
    if reset is True:
        index: str | None = "range"
    else:
        other = call.arg(0, "other") or UNKNOWN
        kinds = {k.fact("index") if isinstance(k, Instance) and k.name in (FRAME, SERIES) else None for k in other}
        same = kinds <= {"range", "int"} and own.fact("index") in ("range", "int") and bool(kinds)
        index = "int" if same else own.fact("index") if kinds == {own.fact("index")} else None
        if reset is MISSING:
            index = None
    return Instance(own.name, with_facts(Instance(""), index=index, columns=_shared_columns(call, own)).facts)


def _shared_columns(call: Call, own: Instance) -> str | None:
    """The kind of the columns, where the rows that are appended have the same."""
    kinds: set[str | None] = {own.fact("columns")}
    for kind in call.arg(0, "other") or UNKNOWN:
        match kind:
            case Instance(name=name) if name == FRAME:
                kinds.add(kind.fact("columns"))
            case DictOf():
                kinds.add(labels_kind(frozenset({kind})))
            case _:
                kinds.add(None)
    return kinds.pop() if len(kinds) == 1 and call.arg(0, "other") else None


def _join(call: Call, own: Instance) -> Instance:
    left = call.literal(2, "how", "left") == "left"
    return instance(FRAME, index=filtered(own.fact("index")) if left else None)


def _isnull(call: Call, own: Instance) -> Instance:
    return same_index(own, dtype="bool")


def _assign(call: Call, own: Instance) -> Instance:
    for name, types in call.arguments.keywords.items():
        call.machine.columns.add(name)
        call.callback(frozenset(k for k in types if not isinstance(k, Instance)), frozenset({own})) if types else None
        own = with_column(own, name, dtype_of(types))
    return own


def _blank(call: Call, own: Instance) -> Instance:
    return Instance(own.name)


def reduce_frame(call: Call) -> Types:
    """sum, mean …: one value a column."""
    own = receiver_of(call)
    name = call.node.func.attr if isinstance(call.node.func, ast.Attribute) else ""
    if own.name == SERIES:
        if call.arg(-1, "level") is not None or (name == "quantile" and call.arg(0, "q") is not None):
            levels = call.arg(0, "q") if name == "quantile" else None
            plain = levels is not None and all(isinstance(k, Instance) and k.name == "builtins.float" for k in levels)
            return FLOAT if levels and plain else series()
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
    return own.fact("columns")


def _reduced(name: str, dtype: str | None) -> Types:
    if name in ("count", "nunique"):
        return INT
    if name in ("mean", "std", "var", "median", "sem", "skew", "kurt", "mad"):
        return one("numpy.float64") if dtype not in ("datetime",) else UNKNOWN
    if name in ("all", "any"):
        return one("numpy.bool_")
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
        values = join(*(k.value for k in function if isinstance(k, DictOf)))
        dtype = dtype_of(list_of(values))
        return series(own.fact("index"), dtype if dtype == "str" else None)
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
    return list_of(tuple_of(INT if label == one("numpy.int64") else label, series(own.fact("columns"))),
                   "types.GeneratorType")


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
    return dict_of(STR if own.fact("columns") == "str" else UNKNOWN,
                   list_of(UNKNOWN) if orient == "list" else dict_of(UNKNOWN, UNKNOWN) if orient == "dict" else UNKNOWN)


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
    return series(own.fact("index"), column_dtype(own, key) if isinstance(key, str) else None)


def pipe(call: Call) -> Types:
    own = frozenset({receiver_of(call)})
    return call.callback(call.arg(0, "func"), own, *call.arguments.positional[1:])


def register() -> None:
    methods(BOTH, "copy bfill ffill infer_objects convert_objects tz_localize tz_convert", changing(_keep))
    methods(BOTH, "fillna replace interpolate where mask clip clip_upper clip_lower round abs shift diff cumsum cumprod "
                  "cummax cummin rank add sub mul div truediv floordiv mod pow radd rsub rmul rdiv rtruediv "
                  "subtract multiply divide transform", changing(_values))
    methods(BOTH, "pct_change", lambda call: frozenset({with_facts(_values(call, receiver_of(call)), dtype="float")}))
    methods(BOTH, "head tail dropna sample sort_values sort sort_index query nlargest nsmallest drop_duplicates take "
                  "truncate first last between_time at_time order", changing(_filter))
    methods(BOTH, "drop", changing(_drop))
    methods(BOTH, "isnull notnull isna notna isin eq ne lt gt le ge between duplicated", changing(_isnull))
    methods(FRAME, "duplicated", lambda call: series(receiver_of(call).fact("index"), "bool"))
    methods(BOTH, "rename", changing(_rename))
    methods(BOTH, "rename_axis set_axis set_flags swaplevel reorder_levels droplevel asfreq to_timestamp to_period "
                  "", changing(_blank))
    methods(BOTH, "reset_index", changing(_reset_index))
    methods(FRAME, "set_index", changing(_set_index))
    methods(BOTH, "reindex reindex_like", changing(_reindex))
    methods(BOTH, "astype", changing(_astype))
    methods(BOTH, "append", changing(_append))
    methods(FRAME, "join", changing(_join))
    methods(FRAME, "assign", changing(_assign))
    methods(FRAME, "applymap map", lambda call: (call.callback(call.arg(0, "func"), UNKNOWN),
                                                 frozenset({_values(call, receiver_of(call))}))[1])
    methods(FRAME, "select_dtypes filter reindex_axis", lambda call: frozenset({without_columns(receiver_of(call))}))
    methods(FRAME, "add_prefix add_suffix", lambda call: frame(
        receiver_of(call).fact("index"), "str" if receiver_of(call).fact("columns") in ("int", "range", "str") else None))
    methods(BOTH, "combine_first combine", lambda call: frozenset({Instance(receiver_of(call).name)}))
    methods(FRAME, "pivot pivot_table explode eval", frame())
    methods(FRAME, "melt", frame("range"))
    methods(FRAME, "merge", lambda call: _merge(call))
    methods(FRAME, "mode", lambda call: frame("range", receiver_of(call).fact("columns")))
    methods(SERIES, "mode", lambda call: series("range", receiver_of(call).fact("dtype")))
    methods(FRAME, "corrwith", lambda call: series(receiver_of(call).fact("columns"), "float"))
    methods(FRAME, "idxmax idxmin", lambda call: series(receiver_of(call).fact("columns"))
            if call.literal(0, "axis", 0) in (0, "index") else series())
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
    methods(SERIES, "to_numpy unique ravel",
            lambda call: one(ARRAY, ndim="1", dtype=receiver_of(call).fact("dtype"))
            if receiver_of(call).fact("dtype") not in ("category", None) else one(ARRAY, ndim="1"))
    methods(SERIES, "to_frame", lambda call: frame(receiver_of(call).fact("index")))
    methods(SERIES, "tolist to_list", tolist)
    methods(BOTH, "to_dict", to_dict)
    methods(BOTH, "to_csv to_string to_html to_json to_latex to_markdown", text_or_none)
    methods(BOTH, "iteritems items", items)
    methods(FRAME, "iterrows", iterrows)
    methods(FRAME, "itertuples", list_of(one("pandas.core.frame.Pandas"), "builtins.map"))
    methods(FRAME, "pop get", get)
    methods(BOTH, "squeeze get_value item", lambda call: element(receiver_of(call).fact("dtype"))
            if receiver_of(call).name == SERIES else UNKNOWN)
    methods(FRAME, "set_value", frame())
    methods(SERIES, "set_value", series())
    methods(SERIES, "idxmax idxmin", lambda call: element({"range": "int"}.get(
        receiver_of(call).fact("index") or "", receiver_of(call).fact("index"))))
    methods(SERIES, "argmax argmin first_valid_index last_valid_index", UNKNOWN)
    methods(SERIES, "argsort", lambda call: series(receiver_of(call).fact("index"), "int"))
    methods(SERIES, "nonzero", tuple_of(one(ARRAY, ndim="1")))
    methods(BOTH, "plot", plot)
    methods(FRAME, "hist", array_of(AXES, 2))
    methods(FRAME, "boxplot", AXES)
    methods(SERIES, "hist", AXES)
    methods(FRAME, "info insert", NONE)
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
        spelled = {"_LocIndexer": "loc", "_iLocIndexer": "iloc", "_IXIndexer": "ix", "_AtIndexer": "at",
                   "_iAtIndexer": "iat"}[name]
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
    attributes(SERIES, "dt", lambda own: one("pandas.core.indexes.accessors.DatetimeProperties",
                                             index=own.fact("index"), of=SERIES))
    attributes(SERIES, "cat", lambda own: one("pandas.core.arrays.categorical.CategoricalAccessor",
                                              index=own.fact("index")))
    attributes(SERIES, "dtype", one("numpy.dtype"))
    attributes(SERIES, "name", UNKNOWN)
    attributes(SERIES, "is_unique is_monotonic hasnans", one("builtins.bool"))


def array_values(own: Instance) -> Types:
    return one(ARRAY, ndim="1", dtype=own.fact("dtype"))


def _merge(call: Call) -> Types:
    from codemods.infer.rules.pandas import merge

    return merge(call)
