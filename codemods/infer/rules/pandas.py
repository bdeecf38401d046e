"""pandas: constructors, readers and the functions of the module."""

from __future__ import annotations

import ast
from collections.abc import Callable

from codemods.infer.calls import MISSING, Call
from codemods.infer.frames import (
    ARRAY,
    FRAME,
    SERIES,
    dtype_of,
    filtered,
    frame,
    is_index,
    labels_kind,
    series,
    united,
    with_column,
)
from codemods.infer.rules import CONSTRUCTORS, FUNCTIONS, functions
from codemods.infer.subscripts import iterate
from codemods.infer.values import NONE_TYPE, STR, dict_of, each, join, list_of, one, receiver, tuple_of
from codemods.types import UNKNOWN, DictOf, Instance, ListOf, TupleOf, Type, Types


def _strings(node: ast.expr | None) -> list[str]:
    """The literal strings of a list or tuple."""
    if isinstance(node, ast.List | ast.Tuple):
        return [e.value for e in node.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
    return []


def data_frame(call: Call) -> Types:
    """pandas.DataFrame(data, index, columns)."""
    data, index, columns = call.arg(0, "data"), call.arg(1, "index"), call.arg(2, "columns")
    names = _strings(call.expression(2, "columns"))
    call.machine.columns.update(names)
    index_kind = labels_kind(index) if index is not None else None
    column_kind = labels_kind(columns) if columns is not None else None
    kind = next(iter(data)) if data is not None and len(data) == 1 else None
    made = Instance(FRAME)
    if index is None and not call.arguments.open_ended:
        index_kind = _index_of(call, kind)
    if isinstance(kind, DictOf):
        if column_kind is None and columns is None:
            column_kind = labels_kind(frozenset({kind}))
        for name, types in kind.known:
            if isinstance(name, str):
                call.machine.columns.add(name)
                made = with_column(made, name, dtype_of(types) if not call.given("dtype") else None)
    elif columns is None and isinstance(kind, Instance) and kind.name == FRAME:
        column_kind = kind.fact("columns")
    elif columns is None and isinstance(kind, Instance) and kind.name == ARRAY:
        column_kind = "range"
    elif columns is None and isinstance(kind, ListOf) and kind.item and all(isinstance(i, DictOf) for i in kind.item):
        column_kind = labels_kind(kind.item)
    if column_kind == "int" and columns is None:
        column_kind = None if isinstance(kind, DictOf) else column_kind
    if columns is not None:
        made = Instance(FRAME)
        for name in names:
            made = with_column(made, name, None)
    return frame(index_kind, column_kind, **dict(made.facts))


def _index_of(call: Call, kind: Type | None) -> str | None:
    """The index that data brings along when none is given."""
    match kind:
        case DictOf():
            values = [types for _, types in kind.known] if kind.known else [kind.value]
            return _aligned(values)
        case ListOf(item=item) if item and all(_plain(i) for i in item):
            return "range"
        case TupleOf():
            return None
        case Instance(name=name) if name == ARRAY:
            return "range"
        case Instance(name=name) if name in (FRAME, SERIES):
            return kind.fact("index")
        case Instance(name="builtins.range"):
            return "range"
        case _:
            return None


def _plain(kind: Type) -> bool:
    """A row that brings no label of its own."""
    if isinstance(kind, Instance):
        return kind.name not in (SERIES, FRAME, "typing.Never")
    return isinstance(kind, ListOf | TupleOf | DictOf)


def _aligned(values: list[Types]) -> str | None:
    """The index of a frame made of these columns: that of the series among them, else a range."""
    found: set[str | None] = set()
    ranged = False
    for types in values:
        for kind in types:
            match kind:
                case Instance(name=name) if name == SERIES:
                    found.add(kind.fact("index"))
                case Instance(name=name) if name == ARRAY or is_index(name):
                    ranged = True
                case ListOf() | TupleOf() | Instance(name="builtins.range"):
                    ranged = True
                case Instance(name=name) if name.startswith("builtins.") and name != NONE_TYPE.name:
                    pass  # a scalar takes the index of the others
                case _:
                    return None
        if not types:
            return None
    if found:
        first, *rest = found
        for other in rest:
            first = united(first, other)
        return first
    return "range" if ranged else None


def make_series(call: Call) -> Types:
    """pandas.Series(data, index, dtype)."""
    data, index = call.arg(0, "data"), call.arg(1, "index")
    dtype = dtype_of(data) if data else None
    if call.arg(2, "dtype") is not None:
        dtype = None
    if index is not None:
        return series(labels_kind(index), dtype)
    kind = next(iter(data)) if data is not None and len(data) == 1 else None
    match kind:
        case DictOf():
            return series(labels_kind(frozenset({kind})), dtype_of(list_of(kind.value)))
        case ListOf() | TupleOf() if kind != ListOf(frozenset({Instance("typing.Never")})):
            return series("range", dtype)
        case Instance(name=name) if name == ARRAY:
            return series("range", dtype)
        case Instance(name=name) if name == SERIES:
            return series(kind.fact("index"), dtype)
        case Instance(name=name) if is_index(name):
            return series("range", dtype)
        case _:
            return series(None, dtype)


def make_index(call: Call) -> Types:
    """pandas.Index(labels)."""
    kind = labels_kind(call.arg(0, "data") or UNKNOWN)
    if kind == "datetime":
        return one("pandas.DatetimeIndex")
    if kind == "multi":
        return one("pandas.MultiIndex")
    return one("pandas.Index", dtype=kind if kind in ("int", "str", "float") else None)


# --- reading


def read_csv(call: Call) -> Types:
    """read_csv, read_table, read_fwf: a frame, or a reader of frames."""
    if _set(call, "chunksize") or _set(call, "iterator", False):
        return one("pandas.io.parsers.TextFileReader")
    if call.arguments.open_ended:
        return frame()
    squeeze = call.literal(-1, "squeeze", False)
    made = _table(call, call.literal(-1, "header", "infer"))
    return made if squeeze is False else join(made, series()) if squeeze is MISSING else series()


def _set(call: Call, name: str, off: object = None) -> bool:
    return call.literal(-1, name, off) not in (off, None) if name in call.arguments.keywords else False


def _table(call: Call, header: object) -> Types:
    """A table with one header line, and no index column unless asked for."""
    index = call.literal(-1, "index_col", None)
    names = call.arguments.keywords.get("names")
    columns: str | None = "str"
    if names is not None:
        columns = labels_kind(names)
        call.machine.columns.update(_strings(call.expression(-1, "names")))
    elif header is None:
        columns = "range"
    elif header is MISSING or not isinstance(header, int | str):
        columns = None
    facts: dict[str, str] = {}
    dates = call.arguments.keywords.get("parse_dates")
    if dates is not None and names is None:
        for name in _strings(call.expression(-1, "parse_dates")):
            facts[f"column {name}"] = ""
    kind = "range" if index is None or index is False else None
    return frame(kind, columns, **facts)


def read_excel(call: Call) -> Types:
    """A frame, or one by sheet."""
    sheet = call.literal(1, "sheet_name", call.literal(-1, "sheetname", 0))
    several = call.arg(1, "sheet_name") or call.arguments.keywords.get("sheetname")
    if several and any(isinstance(k, ListOf | TupleOf) for k in several):
        return dict_of(UNKNOWN, frame())
    if sheet is None and several is not None:
        return dict_of(STR, frame())
    return _table(call, call.literal(2, "header", 0))


def read_sql(call: Call) -> Types:
    if _set(call, "chunksize"):
        return list_of(frame("range", "str"))
    return frame("range" if not call.given("index_col") else None, "str")


def read_json(call: Call) -> Types:
    if _set(call, "chunksize"):
        return one("pandas.api.typing.JsonReader")
    return series() if call.literal(-1, "typ", "frame") == "series" else frame()


# --- combining


def concat(call: Call) -> Types:
    """pandas.concat: series along rows stay a series, all else is a frame."""
    objects = call.arg(0, "objs")
    items = iterate(call.machine, receiver(objects)) if objects else UNKNOWN
    for kind in objects or ():
        if isinstance(kind, DictOf):
            items = kind.value
    items = frozenset(kind for kind in items if kind != NONE_TYPE)
    axis = call.literal(1, "axis", 0)
    rows = axis in (0, "index", "rows")
    if not items or axis is MISSING:
        return frame() if axis in (1, "columns") else UNKNOWN
    facts = [kind for kind in items if isinstance(kind, Instance) and kind.name in (FRAME, SERIES)]
    if len(facts) != len(items):
        return UNKNOWN if rows else frame()
    index: str | None = facts[0].fact("index")
    for kind in facts[1:]:
        index = united(index, kind.fact("index"))
    if rows:
        index = "range" if call.literal(-1, "ignore_index", False) is True else filtered(index)
        if call.given("keys") or (objects and any(isinstance(k, DictOf) for k in objects)):
            index = "multi"
        if call.literal(-1, "ignore_index", False) is MISSING:
            index = None
    elif call.literal(-1, "ignore_index", False) is not False:
        return frame(index)
    if rows and all(kind.name == SERIES for kind in facts):
        dtypes = {kind.fact("dtype") for kind in facts}
        return series(index, dtypes.pop() if len(dtypes) == 1 else None)
    columns = {kind.fact("columns") for kind in facts} if all(k.name == FRAME for k in facts) else {None}
    kept = columns.pop() if len(columns) == 1 and not call.given("keys") else None
    return frame(index, kept if kept == "str" or rows else None)


def merge(call: Call) -> Types:
    by_index = call.given("left_index", "right_index")
    left = call.own if call.own is not None else next(iter(call.arg(0, "left") or ()), None)
    other = call.arg(0 if call.own is not None else 1, "right") or UNKNOWN
    columns = {k.fact("columns") if isinstance(k, Instance) else None for k in (*other, *([left] if left else []))}
    kept = columns.pop() if len(columns) == 1 and other and left else None
    return frame("range" if not by_index and not call.arguments.open_ended else None, kept if kept == "str" else None)


def same(call: Call) -> Types | None:
    """Elementwise: as the argument."""
    from codemods.infer.rules.numpy import elementwise

    return elementwise(call)


def truths(call: Call) -> Types | None:
    """isnull and the like: of truth values."""
    values = call.arg(0, "obj") or UNKNOWN
    if values and all(isinstance(k, Instance) and is_index(k.name) for k in values):
        return one(ARRAY, dtype="bool", ndim="1")
    made = same(call)
    if made and all(isinstance(k, Instance) and k.name.startswith("numpy.float") for k in made):
        return one("builtins.bool")
    return made


def to_datetime(call: Call) -> Types:
    """pandas.to_datetime: as the argument is: series, index or one moment."""

    def convert(kind: Type) -> Types:
        match kind:
            case Instance(name=name) if name == SERIES:
                return series(kind.fact("index"), _dates(call))
            case Instance(name=name) if name == FRAME:
                return series(kind.fact("index"), "datetime")
            case DictOf():
                return series("range", "datetime")
            case ListOf() | TupleOf():
                return one("pandas.DatetimeIndex")
            case Instance(name=name) if is_index(name) or name == ARRAY:
                return one("pandas.DatetimeIndex")
            case Instance(name=name) if name.startswith(("builtins.", "datetime.", "pandas.Timestamp")):
                return one("pandas.Timestamp")
            case _:
                return UNKNOWN

    return each(call.arg(0, "arg") or UNKNOWN, convert)


def _dates(call: Call) -> str | None:
    """errors='ignore' and mixed offsets leave objects; utc and errors='coerce' do not."""
    return "datetime" if call.literal(1, "errors", "raise") in ("raise", "coerce") else None


def to_numeric(call: Call) -> Types:
    def convert(kind: Type) -> Types:
        match kind:
            case Instance(name=name) if name == SERIES:
                return series(kind.fact("index"))
            case ListOf() | TupleOf():
                return one(ARRAY)
            case Instance(name=name) if name == ARRAY or is_index(name):
                return one(name)
            case _:
                return UNKNOWN

    return each(call.arg(0, "arg") or UNKNOWN, convert)


def cut(call: Call) -> Types:
    """cut and qcut: a categorical, as a series for a series."""

    def convert(kind: Type) -> Types:
        match kind:
            case Instance(name=name) if name == SERIES:
                return series(kind.fact("index"), "category" if call.literal(-1, "labels", None) is not False else "int")
            case ListOf() | Instance(name="numpy.ndarray"):
                return one("pandas.Categorical") if call.literal(-1, "labels", None) is not False else one(ARRAY)
            case _:
                return UNKNOWN

    made = each(call.arg(0, "x") or UNKNOWN, convert)
    bins = call.literal(-1, "retbins", False)
    return made if bins is False else tuple_of(made, one(ARRAY)) if bins is True else UNKNOWN


def get_dummies(call: Call) -> Types:
    data = call.arg(0, "data") or UNKNOWN
    kind = next(iter(data)) if len(data) == 1 else None
    if isinstance(kind, Instance) and kind.name in (FRAME, SERIES):
        prefixed = kind.name == SERIES and isinstance(call.literal(1, "prefix"), str)
        return frame(kind.fact("index"), "str" if prefixed or kind.fact("columns") == "str" else None)
    return frame("range" if isinstance(kind, ListOf) else None)


def unique(call: Call) -> Types:
    values = call.arg(0, "values") or UNKNOWN
    kind = next(iter(values)) if len(values) == 1 else None
    if isinstance(kind, Instance) and is_index(kind.name):
        return one(kind.name)
    dtype = kind.fact("dtype") if isinstance(kind, Instance) else None
    return UNKNOWN if dtype == "category" else one(ARRAY, dtype=dtype, ndim="1")


def window(call: Call) -> Types | None:
    """The functions of old: pandas.rolling_mean(x, …) is as x."""

    def convert(kind: Type) -> Types:
        if isinstance(kind, Instance) and kind.name in (FRAME, SERIES, ARRAY):
            return one(kind.name, index=kind.fact("index"))
        return UNKNOWN

    return each(call.arg(0, "arg") or UNKNOWN, convert)


def _always(types: Types) -> Callable[[Call], Types]:
    return lambda call: types


def register() -> None:
    from codemods.infer.rules import pandas_changes, pandas_frames, pandas_groups, pandas_others

    pandas_changes.register()
    pandas_frames.register()
    pandas_groups.register()
    pandas_others.register()
    CONSTRUCTORS.update({FRAME: data_frame, SERIES: make_series, "pandas.Index": make_index})
    indexes = "Datetime Multi Range Timedelta Period Categorical Interval Int64 Float64"
    CONSTRUCTORS.update({f"pandas.{name}Index": _always(one(f"pandas.{name}Index")) for name in indexes.split()})
    functions("pandas", "read_csv read_table read_fwf", read_csv)
    functions("pandas", "read_sql read_sql_query read_sql_table", read_sql)
    functions("pandas", "read_clipboard read_sas read_stata read_spss read_gbq read_parquet", frame())
    functions("pandas", "read_feather", frame("range", "str"))
    functions("pandas", "read_html", list_of(frame()))
    FUNCTIONS.update(
        {
            "pandas.read_excel": read_excel,
            "pandas.read_json": read_json,
            "pandas.concat": concat,
            "pandas.merge": merge,
            "pandas.merge_asof": frame("range"),
            "pandas.merge_ordered": frame("range"),
            "pandas.to_datetime": to_datetime,
            "pandas.to_timedelta": same,
            "pandas.to_numeric": to_numeric,
            "pandas.get_dummies": get_dummies,
            "pandas.unique": unique,
            "pandas.pivot_table": frame(),
            "pandas.pivot": frame(),
            "pandas.crosstab": frame(),
            "pandas.melt": frame("range"),
            "pandas.json_normalize": frame("range", "str"),
            "pandas.io.json.json_normalize": frame("range", "str"),
            "pandas.io.json._normalize.json_normalize": frame("range", "str"),
            "pandas.scatter_matrix": one(ARRAY),
            "pandas.value_counts": series(),
        }
    )
    functions("pandas", "cut qcut", cut)
    functions("pandas", "isnull notnull isna notna", truths)
    functions("pandas", "date_range bdate_range", one("pandas.DatetimeIndex"))
    functions("pandas", "period_range", one("pandas.PeriodIndex"))
    functions("pandas", "timedelta_range", one("pandas.TimedeltaIndex"))
    functions("pandas", "factorize", tuple_of(one(ARRAY, dtype="int", ndim="1"), UNKNOWN))
    names = "mean std var median sum min max count apply quantile skew kurt corr cov"
    functions("pandas", " ".join(f"{kind}_{name}" for kind in ("rolling", "expanding") for name in names.split()), window)
    functions("pandas", "ewma ewmstd ewmvar ewmvol ewmcorr", window)
    functions("pandas.stats.moments", "rolling_mean rolling_std ewma ewmstd", window)
