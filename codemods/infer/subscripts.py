"""What `x[key]` and `for item in x` give."""

from __future__ import annotations

import ast
import re
from typing import Literal

from codemods.infer.frames import (
    FRAME,
    GROUPS,
    SERIES,
    column_dtype,
    filtered,
    filtered_like,
    frame,
    is_index,
    series,
    without_dtypes,
)
from codemods.infer.machine import Machine
from codemods.infer.values import (
    INT,
    NEVER,
    STR,
    each,
    list_of,
    one,
    receiver,
    tuple_of,
    union,
    with_facts,
)
from codemods.types import UNKNOWN, ArrayOf, DictOf, Instance, ListOf, TupleOf, Type, Types, UserInstance

Shape = Literal["one", "slice", "mask", "many", "unknown"]
INDEXERS = {
    f"pandas.core.indexing.{name}": name for name in ("_LocIndexer", "_iLocIndexer", "_IXIndexer", "_AtIndexer", "_iAtIndexer")
}
ELEMENTS = {
    "int": one("numpy.int64"),
    "float": one("numpy.float64"),
    "str": STR,
    "bool": one("numpy.bool_"),
    "datetime": one("pandas.Timestamp"),
}
_ARRAYS = {"numpy.ndarray", SERIES, FRAME, "numpy.matrix", "pandas.Categorical"}
_DATE = re.compile(r"'\d{4}")


def key_shape(machine: Machine, node: ast.expr, types: Types) -> Shape:
    """Does the key pick one item, a range, the items where a mask is true, or the items of a list?"""
    if isinstance(node, ast.Slice):
        return "slice"
    shapes = {_shape(kind) for kind in receiver(types)}
    if shapes <= {"many", "mask"} and shapes:
        return "mask" if shapes == {"mask"} else "many"
    return shapes.pop() if len(shapes) == 1 else "unknown"


def _shape(kind: Type) -> Shape:
    match kind:
        case ListOf(item=item) | ArrayOf(item=item):
            return "mask" if item == one("builtins.bool") else "many"
        case Instance(name=name) if name in _ARRAYS:
            return "mask" if kind.fact("dtype") == "bool" else "many"
        case Instance(name="builtins.slice"):
            return "slice"
        case Instance(name=name) if is_index(name):
            return "many"
        case Instance() | TupleOf():
            return "one"
        case _:
            return "unknown"


def element(dtype: str | None) -> Types:
    """The type of one item of a series or array of this dtype."""
    return ELEMENTS.get(dtype or "", UNKNOWN)


def get_item(machine: Machine, owner: Types, node: ast.expr, key: Types) -> Types:
    """The types of `owner[key]`; `node` is the expression of the key, `key` its types."""
    return each(owner, lambda kind: _item(machine, kind, node, key))


def _item(machine: Machine, kind: Type, node: ast.expr, key: Types) -> Types:
    match kind:
        case ListOf(known=[_, *_] as items) if _integer(node) is not None:
            return _of_tuple(tuple(items), node)
        case ListOf(item=item, name=name):
            return (
                frozenset({ListOf(item, "builtins.list" if name == "builtins.range" else name)})
                if isinstance(node, ast.Slice)
                else item
            )
        case TupleOf(items=items):
            return _of_tuple(items, node)
        case DictOf(value=value, known=known):
            if isinstance(node, ast.Constant):
                return next(
                    (types for literal, types in known if literal == node.value and type(literal) is type(node.value)), value
                )
            return value if value != NEVER else UNKNOWN
        case ArrayOf(item=item, ndim=ndim):
            keys = node.elts if isinstance(node, ast.Tuple) else [node]
            left = ndim - sum(key_shape(machine, k, _types_of(machine, k, node, key)) == "one" for k in keys)
            return item if left <= 0 else frozenset({ArrayOf(item, left)})
        case Instance():
            return _of_instance(machine, kind, node, key)
        case UserInstance():
            return _of_user(machine, kind, "__getitem__", key)
        case _:
            return UNKNOWN


def _types_of(machine: Machine, part: ast.expr, node: ast.expr, key: Types) -> Types:
    if part is node:
        return key
    kind = next(iter(key)) if len(key) == 1 else None
    if isinstance(kind, TupleOf) and isinstance(node, ast.Tuple) and len(kind.items) == len(node.elts):
        return kind.items[node.elts.index(part)]
    return UNKNOWN


def _of_tuple(items: tuple[Types, ...], node: ast.expr) -> Types:
    if isinstance(node, ast.Slice):
        bounds = [_integer(bound) if bound is not None else None for bound in (node.lower, node.upper, node.step)]
        if (
            all(b is None or isinstance(b, int) for b in bounds)
            and (node.lower is None or bounds[0] is not None)
            and (node.upper is None or bounds[1] is not None)
            and node.step is None
        ):
            return tuple_of(*items[bounds[0] : bounds[1]])
        return list_of(union(items), "builtins.tuple")
    index = _integer(node)
    if index is not None and -len(items) <= index < len(items):
        return items[index]
    return union(items) if items else UNKNOWN


def _integer(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
        case _:
            return None


def _of_instance(machine: Machine, kind: Instance, node: ast.expr, key: Types) -> Types:
    from codemods.infer.rules import item_rule

    name = kind.name
    shape = key_shape(machine, node, key)
    if name == FRAME:
        return _column(kind, node, key, shape)
    if name == SERIES:
        return _of_series(kind, key, shape)
    if name in INDEXERS:
        return _indexed(machine, kind, node, key)
    if name in GROUPS:
        return _of_groups(kind, node, shape)
    if name in ("builtins.str", "builtins.bytes"):
        return one(name)
    if name == "numpy.ndarray":
        return _of_array(machine, kind, node, key)
    if is_index(name):
        if shape == "one":
            return index_item(kind)
        if shape == "unknown" or name == "pandas.RangeIndex":
            return UNKNOWN
        return frozenset({with_facts(kind, value=None)})
    return item_rule(machine, kind, node, shape)


def index_item(kind: Instance) -> Types:
    """One label of an index."""
    match kind.name:
        case "pandas.DatetimeIndex":
            return one("pandas.Timestamp")
        case "pandas.TimedeltaIndex":
            return one("pandas.Timedelta")
        case "pandas.PeriodIndex":
            return one("pandas.Period")
        case "pandas.RangeIndex":
            return INT
        case _:
            return element(kind.fact("dtype"))


def _column(kind: Instance, node: ast.expr, key: Types, shape: Shape) -> Types:
    index, columns = kind.fact("index"), kind.fact("columns")
    match shape:
        case "mask" if any(isinstance(k, Instance) and k.name == FRAME for k in key):
            return frozenset({without_dtypes(kind)})  # by a frame of truth values: the same shape, with gaps
        case "slice" | "mask":
            return frozenset({filtered_like(kind)})
        case "many":
            return frame(filtered(index) if not isinstance(node, ast.List) else index, columns)
        case "one" if columns == "multi" and not isinstance(node, ast.Tuple):
            return frame(index)
        case "one":
            literal = node.value if isinstance(node, ast.Constant) else None
            dtype = column_dtype(kind, literal) if isinstance(literal, str) else None
            return series(index, dtype or kind.fact("dtype"))
        case _:
            return UNKNOWN


def _of_series(kind: Instance, key: Types, shape: Shape) -> Types:
    match shape:
        case "slice" | "mask" | "many":
            return frozenset({filtered_like(kind)})
        case "one" if kind.fact("index") in ("range", "int", "str"):
            return element(kind.fact("dtype"))
        case _:
            return UNKNOWN


def _full(node: ast.expr) -> bool:
    return isinstance(node, ast.Slice) and node.lower is None and node.upper is None and node.step is None


def _indexed(machine: Machine, kind: Instance, node: ast.expr, key: Types) -> Types:
    owner = with_facts(Instance(kind.fact("of") or FRAME, kind.facts), of=None)
    if kind.name.endswith(("_AtIndexer", "_iAtIndexer")):
        return UNKNOWN
    by_label = not kind.name.endswith("_iLocIndexer")
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    types = [_types_of(machine, part, node, key) for part in parts]
    shapes = [key_shape(machine, part, t) for part, t in zip(parts, types, strict=True)]
    rows = filtered(owner.fact("index")) if not _full(parts[0]) else owner.fact("index")
    if by_label and shapes[0] == "one" and _partial(owner, types[0]):
        shapes[0] = "unknown"
    if owner.name == SERIES:
        if shapes[0] in ("slice", "mask", "many"):
            return series(rows, owner.fact("dtype"))
        return element(owner.fact("dtype")) if shapes[0] == "one" and owner.fact("index") != "multi" else UNKNOWN
    some = {"slice", "mask", "many"}
    if len(parts) == 1:
        if shapes[0] in some:
            return frozenset({with_facts(owner, index=rows)})
        return series(owner.fact("columns")) if shapes[0] == "one" else UNKNOWN
    if len(parts) != 2:
        return UNKNOWN
    match shapes[0] in some, shapes[1] in some:
        case True, True:
            kept = owner if _full(parts[1]) else Instance(FRAME)
            return frozenset(
                {
                    with_facts(
                        kept,
                        index=rows,
                        columns=owner.fact("columns") if by_label or _full(parts[1]) else filtered(owner.fact("columns")),
                    )
                }
            )
        case True, False if shapes[1] == "one":
            column = parts[1].value if isinstance(parts[1], ast.Constant) else None
            known = by_label and isinstance(column, str)
            return series(rows, column_dtype(owner, column) if known and isinstance(column, str) else None)
        case False, True if shapes[0] == "one":
            return series(owner.fact("columns"))
        case _:
            return UNKNOWN


def _partial(owner: Instance, label: Types) -> bool:
    """May the label pick several rows: part of a date, the outer level of several?"""
    index = owner.fact("index")
    if index in ("datetime", "multi"):
        return True
    kind = next(iter(label)) if len(label) == 1 else None
    if isinstance(kind, Instance) and kind.name == "builtins.str" and index is None:
        value = kind.fact("value")
        return value is None or _DATE.match(value) is not None
    return isinstance(kind, TupleOf)


def _of_groups(kind: Instance, node: ast.expr, shape: Shape) -> Types:
    if shape == "unknown":
        return UNKNOWN
    made = GROUPS[1] if shape == "one" and not isinstance(node, ast.Tuple) else GROUPS[0]
    facts = {name: kind.fact(name) for name in ("index", "as_index", "rows")}
    if made == GROUPS[1] and isinstance(node, ast.Constant):
        facts["dtype"] = column_dtype(kind, str(node.value))
    return one(made, **facts)


def _of_array(machine: Machine, kind: Instance, node: ast.expr, key: Types) -> Types:
    parts = node.elts if isinstance(node, ast.Tuple) else [node]
    known = kind.fact("ndim")
    ndim = int(known) if known else None
    dtype = kind.fact("dtype")
    kept = any(isinstance(part, ast.Slice) for part in parts)  # a range leaves a dimension, whatever the rest does
    for part in parts:
        if isinstance(part, ast.Constant) and part.value in (None, Ellipsis):
            kept = True
            ndim = None if part.value is Ellipsis or ndim is None else ndim + 1
            continue
        types = _types_of(machine, part, node, key)
        if types == frozenset({Instance("builtins.NoneType")}):
            kept, ndim = True, ndim + 1 if ndim is not None else None
            continue
        match key_shape(machine, part, types):
            case "one":
                ndim = ndim - 1 if ndim is not None else None
            case "slice":
                kept = True
            case "many" | "mask":
                kept = True
                if not (ndim == 1 and len(parts) == 1) and not _one_dimensional(types):
                    ndim = None
                if len(parts) > 1 and ndim is not None and sum(not isinstance(p, ast.Slice) for p in parts) > 1:
                    ndim = None
            case _:
                return one("numpy.ndarray", dtype=dtype) if kept else UNKNOWN
    if ndim is not None and ndim <= 0 and not kept:
        return element(dtype)
    if ndim is None and not kept:
        return UNKNOWN
    return one("numpy.ndarray", dtype=dtype, ndim=str(ndim) if ndim else None)


def _one_dimensional(types: Types) -> bool:
    return all(isinstance(k, ListOf) or (isinstance(k, Instance) and (k.name == SERIES or k.fact("ndim") == "1")) for k in types)


def _of_user(machine: Machine, kind: UserInstance, method: str, *arguments: Types) -> Types:
    from codemods.infer.functions import Arguments, call_user

    key = machine.find_method(kind.key, method)
    if key is not None:
        return call_user(machine, key, Arguments([frozenset({kind}), *arguments]))
    return UNKNOWN


def iterate(machine: Machine, types: Types, node: ast.expr | None = None) -> Types:
    """The types of the items that iterating over the value gives."""
    return each(types, lambda kind: _each(machine, kind))


def _each(machine: Machine, kind: Type) -> Types:
    from codemods.infer.rules import iteration_rule

    match kind:
        case ListOf(item=item):
            return item
        case TupleOf(items=items):
            return union(items) if items else NEVER
        case DictOf(key=key):
            return key
        case ArrayOf(item=item, ndim=ndim):
            return item if ndim <= 1 else frozenset({ArrayOf(item, ndim - 1)})
        case UserInstance():
            result = _of_user(machine, kind, "__iter__")
            return iterate(machine, result - frozenset({kind})) if result else _of_user(machine, kind, "__getitem__", INT)
        case Instance(name="builtins.str"):
            return STR
        case Instance(name=name) if name == FRAME:
            return STR if kind.fact("columns") == "str" else INT if kind.fact("columns") in ("int", "range") else UNKNOWN
        case Instance(name=name) if name == SERIES:
            return element(kind.fact("dtype"))
        case Instance(name=name) if name in GROUPS:
            inner = frame(columns=kind.fact("columns")) if name == GROUPS[0] else series(dtype=kind.fact("dtype"))
            return tuple_of(element(kind.fact("index")), inner)
        case Instance(name="numpy.ndarray"):
            return _rows(kind)
        case Instance(name=name) if is_index(name):
            return index_item(kind)
        case Instance():
            return iteration_rule(machine, kind)
        case _:
            return UNKNOWN


def _rows(kind: Instance) -> Types:
    ndim, dtype = kind.fact("ndim"), kind.fact("dtype")
    if ndim is None:
        return UNKNOWN
    if int(ndim) <= 1:
        return element(dtype)
    return one("numpy.ndarray", dtype=dtype, ndim=str(int(ndim) - 1))
