"""Facts about pandas and numpy values: how index, columns and dtype follow from one operation to the next.

A fact is certain or absent: it decides between label and position, where a wrong one breaks the user's code silently.
Kinds of index: range (0-based, without gaps), int, str, datetime, float, multi. The dtype `text` is that of a column of which
only its use tells that it holds text, some of it perhaps missing: object then, str since pandas 3.0.
"""

from __future__ import annotations

from codemods.infer.values import one, with_facts
from codemods.types import DictOf, Instance, ListOf, TupleOf, Type, Types

FRAME = "pandas.DataFrame"
MOST_COLUMNS = 100  # whose dtypes are known one by one
SERIES = "pandas.Series"
INDEX = "pandas.Index"
ARRAY = "numpy.ndarray"
GROUPS = ("pandas.api.typing.DataFrameGroupBy", "pandas.api.typing.SeriesGroupBy")
INDEX_KINDS = {
    "pandas.RangeIndex": "range",
    "pandas.Int64Index": "int",
    "pandas.UInt64Index": "int",
    "pandas.Float64Index": "float",
    "pandas.DatetimeIndex": "datetime",
    "pandas.MultiIndex": "multi",
}
SCALAR_KINDS = {
    "builtins.int": "int",
    "builtins.str": "str",
    "builtins.float": "float",
    "builtins.bool": "bool",
    "pandas.Timestamp": "datetime",
    "datetime.datetime": "datetime",
    "numpy.int64": "int",
    "numpy.float64": "float",
}
DTYPES = {
    "int": "int",
    "int64": "int",
    "int32": "int",
    "int16": "int",
    "int8": "int",
    "uint8": "int",
    "i8": "int",
    "float": "float",
    "float64": "float",
    "float32": "float",
    "float16": "float",
    "str": "str",
    "bool": "bool",
    "category": "category",
    "datetime64[ns]": "datetime",
    "object": "object",
}
LABEL_DTYPES = {"int": "int", "str": "str", "float": "float", "datetime": "datetime"}


def frame(index: str | None = None, columns: str | None = None, **known: str) -> Types:
    """A DataFrame with these facts."""
    return one(FRAME, index=index, columns=columns, **known)


def series(index: str | None = None, dtype: str | None = None) -> Types:
    """A Series with these facts."""
    return one(SERIES, index=index, dtype=dtype)


def array(dtype: str | None = None) -> Types:
    return one(ARRAY, dtype=dtype)


def filtered(index: str | None) -> str | None:
    """The index kind that is left when rows go or change places."""
    return "int" if index == "range" else index


def united(a: str | None, b: str | None) -> str | None:
    """The index kind of two values aligned with each other."""
    if a == b:
        return a
    return "int" if {a, b} == {"range", "int"} else None


def filtered_like(kind: Instance) -> Instance:
    return with_facts(kind, index=filtered(kind.fact("index")))


def same_index(kind: Instance, name: str | None = None, dtype: str | None = None) -> Instance:
    """A value with the index of `kind` and other contents."""
    return Instance(
        name or kind.name,
        with_facts(
            Instance("", ()),
            index=kind.fact("index"),
            columns=kind.fact("columns") if name in (None, FRAME) else None,
            dtype=dtype,
        ).facts,
    )


def column_dtype(kind: Instance, column: str) -> str | None:
    """The dtype of a column of a frame; None: not known."""
    return kind.fact(f"column {column}") or None


def has_column(kind: Instance, column: str) -> bool:
    return kind.fact(f"column {column}") is not None


def with_column(kind: Instance, column: str, dtype: str | None) -> Instance:
    """The frame with a column of this dtype; of a frame with very many columns not all are known."""
    if len(kind.facts) > MOST_COLUMNS and not has_column(kind, column):
        return kind
    return with_facts(kind, **{f"column {column}": dtype or ""})


def without_columns(kind: Instance) -> Instance:
    return Instance(kind.name, tuple(f for f in kind.facts if not f[0].startswith("column ")))


def without_dtypes(kind: Instance) -> Instance:
    """The frame or series with the same labels, its contents not known."""
    blurred = with_facts(kind, dtype=None)
    for name, _ in kind.facts:
        if name.startswith("column "):
            blurred = with_facts(blurred, **{name: ""})
    return blurred


def scalar_kind(types: Types) -> str | None:
    """int, str, …: the kind that every alternative has."""
    kinds = {SCALAR_KINDS.get(kind.name) if isinstance(kind, Instance) else None for kind in types}
    return kinds.pop() if len(kinds) == 1 else None


def dtype_of(types: Types) -> str | None:
    """The dtype that a column made of this value gets: of a list its items', of a scalar its own."""
    found: set[str | None] = set()
    for kind in types:
        match kind:
            case ListOf(item=item):
                found.add(scalar_kind(item))
            case TupleOf(items=items):
                kinds = {scalar_kind(item) for item in items}
                found.add(kinds.pop() if len(kinds) == 1 else None)
            case Instance(name="builtins.range"):
                found.add("int")
            case Instance(name=name) if name in SCALAR_KINDS:
                found.add(SCALAR_KINDS[name])
            case Instance(name="pandas.DatetimeIndex"):
                found.add("datetime")
            case Instance():
                found.add(kind.fact("dtype"))
            case _:
                found.add(None)
    return found.pop() if len(found) == 1 else None


def labels_kind(types: Types) -> str | None:
    """The index kind that these values give when used as labels: `index=…`, `columns=…`."""
    found: set[str | None] = set()
    for kind in types:
        match kind:
            case Instance(name=name) if name in INDEX_KINDS:
                found.add(INDEX_KINDS[name])
            case Instance(name="builtins.range"):
                found.add("int")
            case Instance(name="pandas.Index"):
                found.add(LABEL_DTYPES.get(kind.fact("dtype") or ""))
            case ListOf(item=item) if item and all(isinstance(i, TupleOf) for i in item):
                found.add("multi")
            case ListOf() | TupleOf() | Instance(name="pandas.Series") | Instance(name="numpy.ndarray"):
                found.add(LABEL_DTYPES.get(dtype_of(frozenset({kind})) or ""))
            case DictOf(key=key):
                found.add(LABEL_DTYPES.get(scalar_kind(key) or ""))
            case _:
                found.add(None)
    return found.pop() if len(found) == 1 else None


def index_class(kind: str | None) -> Types:
    """The index object of a value whose index kind this is."""
    match kind:
        case "datetime":
            return one("pandas.DatetimeIndex")
        case "multi":
            return one("pandas.MultiIndex")
        case "range":
            return one(INDEX, dtype="int")
        case _:
            return one(INDEX, dtype=kind)


def is_index(name: str) -> bool:
    return name.startswith("pandas.") and name.endswith("Index")


def is_instance(kind: Type, *names: str) -> bool:
    return isinstance(kind, Instance) and kind.name in names
