"""pandas: indexes, accessors, moments in time, readers and writers."""

from __future__ import annotations

from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY, SERIES, frame, series
from codemods.infer.rules import CONSTRUCTORS, ITERATION, AttributeRule, Rule, attributes, methods
from codemods.infer.rules.pandas_changes import receiver_of
from codemods.infer.subscripts import index_item
from codemods.infer.values import BOOL, FLOAT, INT, NONE, STR, dict_of, list_of, one, tuple_of
from codemods.types import UNKNOWN, Instance, Types

INDEX = "pandas.Index"
STRINGS = "pandas.core.strings.StringMethods"
DATES = "pandas.core.indexes.accessors.DatetimeProperties"
SPANS = "pandas.core.indexes.accessors.TimedeltaProperties"
CATEGORIES = "pandas.core.arrays.categorical.CategoricalAccessor"
READER = "pandas.io.parsers.TextFileReader"
MOMENT = "pandas.Timestamp"
SPAN = "pandas.Timedelta"

DATE_NUMBERS = (
    "year month day hour minute second microsecond nanosecond dayofweek weekday day_of_week dayofyear "
    "day_of_year week weekofyear quarter days_in_month daysinmonth"
)
DATE_TRUTHS = "is_month_start is_month_end is_quarter_start is_quarter_end is_year_start is_year_end is_leap_year"


def same(call: Call) -> Types:
    return frozenset({receiver_of(call)})


def labels(call: Call) -> Types:
    own = receiver_of(call)
    plain = {"str": STR, "int": INT, "float": FLOAT}
    if own.name in (INDEX, "pandas.RangeIndex", "pandas.Int64Index"):
        kind = own.fact("dtype") or ("int" if own.name != INDEX else "")
        return list_of(plain.get(kind, UNKNOWN))
    return list_of(index_item(own) if own.name != "pandas.MultiIndex" else UNKNOWN)


def text(dtype: str | None) -> Rule:
    """A string method on every item: of a series a series, of an index an index."""

    def rule(call: Call) -> Types:
        own = receiver_of(call)
        if own.fact("of") == INDEX:
            return one(ARRAY, dtype="bool") if dtype == "bool" else one(INDEX, dtype=dtype)
        return series(own.fact("index"), dtype)

    return rule


def extract(call: Call) -> Types:
    """str.extract: a series for one group without expand, else a frame."""
    own = receiver_of(call)
    expand = call.literal(2, "expand", None)
    if expand is False:
        pattern = call.literal(0, "pat")
        groups = pattern.count("(") - pattern.count("\\(") - pattern.count("(?:") if isinstance(pattern, str) else 0
        return series(own.fact("index")) if groups == 1 else UNKNOWN
    if expand is True:
        return frame(own.fact("index"))
    return UNKNOWN  # the default changed


def split(call: Call) -> Types:
    own = receiver_of(call)
    expand = call.literal(2, "expand", False)
    if own.fact("of") == INDEX:
        return UNKNOWN
    return frame(own.fact("index"), "range") if expand is True else series(own.fact("index")) if expand is False else UNKNOWN


def dates(dtype: str | None) -> AttributeRule:
    def rule(own: Instance) -> Types:
        return series(own.fact("index"), dtype)

    return rule


def dated(dtype: str | None) -> Rule:
    def rule(call: Call) -> Types:
        return series(receiver_of(call).fact("index"), dtype)

    return rule


def reduced(call: Call) -> Types:
    own = receiver_of(call)
    return index_item(own)


def subset(call: Call) -> Types:
    own = receiver_of(call)
    return one("pandas.Index") if own.name == "pandas.RangeIndex" else frozenset({own})


def extended(call: Call) -> Types:
    """Labels are added: of the same class if they are of the same."""
    own = receiver_of(call)
    if own.name in (INDEX, "pandas.RangeIndex"):
        return one(INDEX)
    other = call.arg(0, "other") or UNKNOWN
    return one(own.name) if other and all(isinstance(k, Instance) and k.name == own.name for k in other) else UNKNOWN


def to_frame(call: Call) -> Types:
    return frame()


def index_map(call: Call) -> Types:
    own = receiver_of(call)
    call.callback(call.arg(0, "mapper"), index_item(own))
    return one(INDEX) if own.name != "pandas.MultiIndex" else UNKNOWN


def register() -> None:
    _indexes()
    _accessors()
    _moments()
    methods(READER, "get_chunk read", frame("int", "str"))
    ITERATION[READER] = lambda kind: frame("int", "str")
    methods("pandas.ExcelFile", "parse", frame("range", "str"))
    attributes("pandas.ExcelFile", "sheet_names", list_of(STR))
    methods("pandas.HDFStore", "select", frame())
    methods(
        "pandas.io.formats.style.Styler",
        "apply applymap background_gradient bar format highlight_max highlight_min highlight_null set_caption "
        "set_precision set_properties set_table_attributes set_table_styles hide_index hide_columns hide map "
        "text_gradient set_na_rep format_index pipe where",
        same,
    )
    methods("pandas.Categorical", "astype", one(ARRAY))
    attributes("pandas.Categorical", "codes", one(ARRAY, dtype="int", ndim="1"))
    attributes("pandas.Categorical", "categories", one(INDEX))
    ITERATION["pandas.core.frame.Pandas"] = lambda kind: UNKNOWN
    attributes("pandas.core.frame.Pandas", "Index", UNKNOWN)
    methods("pandas.core.frame.Pandas", "_asdict", dict_of(STR, UNKNOWN))


def _indexes() -> None:
    methods(INDEX, "tolist to_list", labels)
    methods(INDEX, "copy rename sort_values drop_duplicates unique repeat sort", same)
    methods(INDEX, "drop delete difference intersection dropna take", subset)
    methods(INDEX, "insert append union symmetric_difference fillna where putmask", extended)
    methods("pandas.MultiIndex", "droplevel get_level_values", one(INDEX))
    methods(INDEX, "get_level_values", same)
    methods(INDEX, "map", index_map)
    methods(INDEX, "isin duplicated isnull isna notnull notna", one(ARRAY, dtype="bool", ndim="1"))
    methods(INDEX, "astype to_flat_index", one(INDEX))
    methods(INDEX, "format", list_of(STR))
    methods(INDEX, "argsort get_indexer", one(ARRAY, ndim="1", dtype="int"))
    methods(INDEX, "to_series", lambda call: series())
    methods(INDEX, "to_frame", to_frame)
    methods(INDEX, "value_counts", lambda call: series(None, "int"))
    methods(INDEX, "to_numpy", one(ARRAY, ndim="1"))
    methods(INDEX, "min max item", reduced)
    methods(INDEX, "nunique", INT)
    methods(INDEX, "get_values", one(ARRAY, ndim="1"))
    methods(INDEX, "equals", BOOL)
    methods(INDEX, "groupby", dict_of(UNKNOWN, UNKNOWN))
    methods(INDEX, "to_datetime", one("pandas.DatetimeIndex"))
    attributes(INDEX, "values", one(ARRAY, ndim="1"))
    attributes(INDEX, "T", lambda own: frozenset({own}))
    attributes(INDEX, "shape", tuple_of(INT))
    attributes(INDEX, "size nlevels", INT)
    attributes(INDEX, "dtype", one("numpy.dtype"))
    attributes(INDEX, "str", lambda own: one(STRINGS, of=INDEX))
    attributes(INDEX, "names", list_of(UNKNOWN))
    attributes("pandas.MultiIndex", "levels", list_of(one(INDEX)))
    attributes("pandas.MultiIndex", "codes labels", list_of(one(ARRAY, dtype="int", ndim="1")))
    attributes(INDEX, "is_unique is_monotonic is_monotonic_increasing is_monotonic_decreasing hasnans is_all_dates empty", BOOL)
    stamps = "pandas.DatetimeIndex pandas.PeriodIndex"
    attributes(stamps, DATE_NUMBERS, one(INDEX, dtype="int"))
    attributes(stamps, DATE_TRUTHS, one(ARRAY, dtype="bool"))
    attributes("pandas.DatetimeIndex", "date time", one(ARRAY, ndim="1"))
    methods("pandas.DatetimeIndex", "to_period", one("pandas.PeriodIndex"))
    methods("pandas.DatetimeIndex", "shift normalize floor ceil round tz_localize tz_convert snap", same)
    methods("pandas.DatetimeIndex", "strftime day_name month_name", one(INDEX, dtype="str"))
    methods("pandas.DatetimeIndex", "to_pydatetime", one(ARRAY, ndim="1"))
    methods("pandas.DatetimeIndex", "isocalendar", frame("datetime", "str"))
    methods("pandas.PeriodIndex", "to_timestamp", one("pandas.DatetimeIndex"))
    methods("pandas.PeriodIndex", "asfreq shift", same)
    methods("pandas.PeriodIndex", "strftime", one(INDEX, dtype="str"))
    attributes("pandas.TimedeltaIndex", "days seconds microseconds", one(INDEX, dtype="int"))
    methods("pandas.TimedeltaIndex", "total_seconds", one(INDEX, dtype="float"))
    methods(
        "pandas.MultiIndex",
        "from_tuples from_product from_arrays from_frame swaplevel set_levels set_names "
        "remove_unused_levels set_labels set_codes reorder_levels",
        one("pandas.MultiIndex"),
    )


def _accessors() -> None:
    methods(
        STRINGS,
        "lower upper strip lstrip rstrip title capitalize swapcase casefold replace slice pad zfill center "
        "ljust rjust slice_replace join repeat normalize translate wrap",
        text("str"),
    )
    methods(STRINGS, "get findall", text(None))
    methods(STRINGS, "len count find rfind index rindex", text(None))
    methods(
        STRINGS,
        "contains startswith endswith match fullmatch isalnum isalpha isdigit isdecimal isnumeric isspace "
        "islower isupper istitle",
        text(None),
    )
    methods(STRINGS, "encode decode", text(None))
    methods(STRINGS, "split rsplit", split)
    methods(STRINGS, "extract", extract)
    methods(STRINGS, "extractall", frame("multi"))
    methods(STRINGS, "get_dummies", lambda call: frame(receiver_of(call).fact("index"), "str"))
    methods(STRINGS, "partition rpartition", lambda call: frame(receiver_of(call).fact("index"), "range"))
    methods(STRINGS, "cat", lambda call: STR if call.arg(0, "others") is None else series(receiver_of(call).fact("index"), "str"))
    from codemods.infer.rules import ITEMS

    ITEMS[STRINGS] = lambda own, shape: series(own.fact("index")) if own.fact("of") == SERIES else one(INDEX)
    attributes(DATES, DATE_NUMBERS, dates(None))
    attributes(DATES, f"{DATE_TRUTHS}", dates("bool"))
    attributes(DATES, "date time timetz days seconds microseconds start_time end_time qyear", dates(None))
    methods(DATES, "strftime day_name month_name", dated("str"))
    methods(DATES, "normalize floor ceil round tz_localize tz_convert", dated("datetime"))
    methods(DATES, "total_seconds", dated("float"))
    methods(DATES, "to_period to_timestamp", dated(None))
    methods(DATES, "isocalendar", lambda call: frame(receiver_of(call).fact("index"), "str"))
    methods(DATES, "to_pydatetime", one(ARRAY))
    attributes(CATEGORIES, "codes", lambda own: series(own.fact("index"), "int"))
    attributes(CATEGORIES, "categories", one(INDEX))
    attributes(CATEGORIES, "ordered", BOOL)
    methods(
        CATEGORIES,
        "add_categories remove_categories rename_categories set_categories reorder_categories as_ordered "
        "as_unordered remove_unused_categories",
        lambda call: series(receiver_of(call).fact("index"), "category") if call.literal(-1, "inplace", False) is False else NONE,
    )


def _moments() -> None:
    attributes(MOMENT, DATE_NUMBERS, INT)
    attributes(MOMENT, DATE_TRUTHS, BOOL)
    methods(MOMENT, "date", one("datetime.date"))
    methods(MOMENT, "time", one("datetime.time"))
    methods(MOMENT, "to_pydatetime to_datetime", one("datetime.datetime"))
    methods(
        MOMENT, "normalize floor ceil round tz_localize tz_convert replace now today utcnow strptime fromtimestamp", one(MOMENT)
    )
    methods(MOMENT, "to_period", one("pandas.Period"))
    methods(MOMENT, "day_name month_name strftime isoformat", STR)
    methods(MOMENT, "weekday isoweekday toordinal", INT)
    methods(MOMENT, "timestamp", FLOAT)
    attributes(SPAN, "days seconds microseconds nanoseconds value", INT)
    methods(SPAN, "total_seconds", FLOAT)
    methods(SPAN, "to_pytimedelta", one("datetime.timedelta"))
    methods(SPAN, "floor ceil round", one(SPAN))
    CONSTRUCTORS["pandas.Timestamp"] = lambda call: one(MOMENT)
