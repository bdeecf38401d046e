"""What `a + b`, `a < b`, `-a` are."""

from __future__ import annotations

import ast
from collections.abc import Callable

from codemods.infer.frames import ARRAY, FRAME, SERIES, is_index, united
from codemods.infer.machine import Machine
from codemods.infer.values import BOOL, FLOAT, INT, NEVER, STR, each, instance, join, list_of, one, union, with_facts
from codemods.types import UNKNOWN, ArrayOf, Instance, ListOf, TupleOf, Type, Types, UserInstance

# The operand that decides the type of the result, strongest first; the classes of the same rank give way in order.
RANK = (
    FRAME,
    SERIES,
    "index",
    "numpy.ma.MaskedArray",
    "sparse",
    "numpy.matrix",
    "torch.Tensor",
    "tensorflow.Tensor",
    "tensorflow.Variable",
    ARRAY,
)
TENSORS = ("torch.Tensor", "tensorflow.Tensor", "tensorflow.Variable")
SPARSE = "scipy.sparse."
NUMBERS = {
    "builtins.bool": 0,
    "builtins.int": 1,
    "numpy.bool_": 1,
    "numpy.int64": 2,
    "builtins.float": 3,
    "numpy.float32": 4,
    "numpy.float64": 5,
    "builtins.complex": 6,
    "numpy.complex128": 7,
}
NUMERIC_DTYPE = {
    "builtins.bool": "bool",
    "builtins.int": "int",
    "numpy.int64": "int",
    "builtins.float": "float",
    "numpy.float64": "float",
    "int": "int",
    "float": "float",
    "bool": "bool",
}
_LARGE = 10_000
MOMENTS = {"datetime.datetime", "datetime.date", "pandas.Timestamp"}
SPANS = {"datetime.timedelta", "pandas.Timedelta"}


def rank(kind: Type) -> int | None:
    match kind:
        case ArrayOf():
            return len(RANK) - 1
        case Instance(name=name):
            if name in RANK:
                return RANK.index(name)
            if is_index(name):
                return RANK.index("index")
            if name.startswith(SPARSE) or name.endswith("_matrix"):
                return RANK.index("sparse")
    return None


def binary(machine: Machine, op: ast.operator, left: Types, right: Types) -> Types:
    """The types of `left op right`."""
    if left == NEVER or right == NEVER:
        return NEVER
    if not left or not right:
        return _with_unknown(op, left or right, swapped=not left)
    return join(*(_binary(machine, op, a, b) for a in left for b in right))


def _with_unknown(op: ast.operator, known: Types, swapped: bool) -> Types:
    """A frame stays a frame, a series a series, whatever the other operand; formatting gives a string."""
    if all(isinstance(kind, Instance) and kind.name in (FRAME, SERIES) for kind in known):
        return each(known, lambda kind: one(kind.name))  # type: ignore[union-attr]
    if (
        isinstance(op, ast.Mod)
        and known
        and not swapped
        and all(k.name == "builtins.str" for k in known if isinstance(k, Instance))
    ):
        return STR if all(isinstance(k, Instance) for k in known) else UNKNOWN
    if isinstance(op, ast.Add) and known and all(isinstance(k, Instance) and k.name == "builtins.str" for k in known):
        return UNKNOWN  # a string, or a series of them
    return UNKNOWN


def _binary(machine: Machine, op: ast.operator, a: Type, b: Type) -> Types:
    if isinstance(op, ast.Mod) and isinstance(a, Instance) and a.name == "builtins.str":
        return STR  # formatting, whatever stands on the right
    ranks = rank(a), rank(b)
    if ranks != (None, None):
        first = ranks[1] is None or (ranks[0] is not None and ranks[0] <= ranks[1])
        strong, other = (a, b) if first else (b, a)
        return _array_like(machine, op, strong, other, min(r for r in ranks if r is not None))
    if isinstance(a, UserInstance) or isinstance(b, UserInstance):
        return UNKNOWN
    return _builtin(op, a, b)


def _array_like(machine: Machine, op: ast.operator, strong: Type, other: Type, level: int) -> Types:
    if not isinstance(strong, Instance):
        return frozenset({strong})
    name = RANK[level]
    if isinstance(op, ast.MatMult):
        if name in TENSORS:
            return frozenset({strong})
        return _product(strong, other) if name == ARRAY else UNKNOWN
    if name == "index":
        return _index(op, strong, other)
    if name == "sparse" and isinstance(other, Instance) and other.name in (ARRAY, "numpy.matrix"):
        return one(ARRAY) if isinstance(op, ast.Mult) else UNKNOWN
    if name not in (FRAME, SERIES, ARRAY):
        return frozenset({with_facts(strong, value=None)})
    dtype = _dtype(op, strong, other)
    if name == ARRAY:
        return one(ARRAY, dtype=dtype, ndim=_ndim(strong, other))
    aligned = rank(other) in (0, 1)
    index = strong.fact("index")
    if aligned and isinstance(other, Instance):
        if name == FRAME and other.name == SERIES:
            return one(FRAME, index=index)
        index = united(index, other.fact("index"))
    columns = strong.fact("columns") if name == FRAME and not aligned else None
    # Alignment may bring in NaN: whole numbers turn into floats.
    kept = dtype if not aligned or dtype != "int" else None
    return one(name, index=index, columns=columns, dtype=kept)


def _product(strong: Instance, other: Type) -> Types:
    """`a @ b` of two arrays: of one dimension each a number."""
    dims = strong.fact("ndim"), other.fact("ndim") if isinstance(other, Instance) else None
    if None in dims:
        return one(ARRAY) if "2" in dims else UNKNOWN
    if dims == ("1", "1"):
        return UNKNOWN
    return one(ARRAY, ndim="2" if dims == ("2", "2") else "1" if set(dims) == {"1", "2"} else None)


def _ndim(strong: Instance, other: Type) -> str | None:
    """The dimensions of two arrays broadcast together; a number has none."""
    own = strong.fact("ndim")
    if isinstance(other, Instance) and (other.name in NUMBERS or other.name in ("numpy.float64", "numpy.int64")):
        return own
    theirs = other.fact("ndim") if isinstance(other, Instance) and other.name == ARRAY else None
    return max(own, theirs) if own and theirs else None


def _index(op: ast.operator, strong: Instance, other: Type) -> Types:
    if strong.name == "pandas.DatetimeIndex" and isinstance(op, ast.Sub):
        if isinstance(other, Instance) and other.name in MOMENTS | {"pandas.DatetimeIndex"}:
            return one("pandas.TimedeltaIndex")
        return one("pandas.DatetimeIndex") if isinstance(other, Instance) and other.name in SPANS else UNKNOWN
    if strong.name == "pandas.MultiIndex":
        return UNKNOWN
    return one("pandas.Index" if strong.name == "pandas.RangeIndex" else strong.name)


def _dtype(op: ast.operator, strong: Instance, other: Type) -> str | None:
    own = NUMERIC_DTYPE.get(strong.fact("dtype") or "")
    theirs = NUMERIC_DTYPE.get((other.fact("dtype") or other.name) if isinstance(other, Instance) else "")
    if own is None or theirs is None:
        both = {strong.fact("dtype"), other.fact("dtype") or other.name if isinstance(other, Instance) else None}
        return "str" if isinstance(op, ast.Add) and both <= {"str", "builtins.str"} else None
    if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
        return "bool" if own == theirs == "bool" else None
    if isinstance(op, ast.Div):
        return "float"
    if "float" in (own, theirs):
        return "float"
    return "int" if own == theirs == "int" and not isinstance(op, ast.Pow) else None


def _builtin(op: ast.operator, a: Type, b: Type) -> Types:
    match a, b:
        case Instance(name="builtins.str"), Instance(name="builtins.str") if isinstance(op, ast.Add):
            return STR
        case (Instance(name="builtins.str"), Instance(name="builtins.int")) if isinstance(op, ast.Mult):
            return STR
        case (ListOf(), ListOf()) if isinstance(op, ast.Add | ast.Sub | ast.BitOr | ast.BitAnd | ast.BitXor):
            return list_of(a.item if isinstance(op, ast.Sub) else join(a.item, b.item), a.name)
        case (TupleOf(), TupleOf()) if isinstance(op, ast.Add):
            return frozenset({TupleOf(a.items + b.items)})
        case (ListOf(), Instance(name="builtins.int")) if isinstance(op, ast.Mult):
            return frozenset({a})
        case (Instance(name="builtins.int"), ListOf()) if isinstance(op, ast.Mult):
            return frozenset({b})
        case (TupleOf(), Instance(name="builtins.int")) if isinstance(op, ast.Mult):
            return list_of(union(a.items), "builtins.tuple")
        case Instance(name=left), Instance(name=right):
            return _counted(op, a, b) or _scalars(op, left, right)
        case _:
            return UNKNOWN


def _counted(op: ast.operator, a: Instance, b: Instance) -> Types | None:
    """The sum or product of two literal whole numbers: sizes are worked out like that."""
    texts = a.fact("value"), b.fact("value")
    if not a.name == b.name == "builtins.int" or None in texts or not isinstance(op, ast.Add | ast.Sub | ast.Mult):
        return None
    x, y = (int(text or 0) for text in texts)
    value = x + y if isinstance(op, ast.Add) else x - y if isinstance(op, ast.Sub) else x * y
    return one("builtins.int", value=str(value)) if abs(value) < _LARGE else None


def _scalars(op: ast.operator, a: str, b: str) -> Types:
    if a in NUMBERS and b in NUMBERS:
        strong = max(a, b, key=NUMBERS.__getitem__)
        if strong in ("builtins.bool", "builtins.int"):
            if isinstance(op, ast.Div):
                return join(INT, FLOAT)  # Python 2 or 3
            if isinstance(op, ast.Pow):
                return join(INT, FLOAT)  # a negative exponent
            bits = isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor)
            return BOOL if bits and a == b == "builtins.bool" else INT
        if strong == "numpy.int64":
            return one("numpy.float64") if isinstance(op, ast.Div) else one(strong)
        if strong == "builtins.float" and a.startswith("numpy.") | b.startswith("numpy."):
            return one("numpy.float64")
        return one(strong)
    if isinstance(op, ast.Sub):
        if a in MOMENTS and b in MOMENTS:
            return one("pandas.Timedelta" if "pandas.Timestamp" in (a, b) else "datetime.timedelta")
        if a in MOMENTS | SPANS and b in SPANS:
            return one(a)
    if isinstance(op, ast.Add):
        if a in MOMENTS | SPANS and b in SPANS:
            return one(a)
        if a in SPANS and b in MOMENTS:
            return one(b)
    if isinstance(op, ast.Div) and a in SPANS:
        return FLOAT if b in SPANS else one(a) if b in NUMBERS else UNKNOWN
    if isinstance(op, ast.Mult):
        if a in SPANS and b in NUMBERS:
            return one(a)
        if b in SPANS and a in NUMBERS:
            return one(b)
    return UNKNOWN


def compare(ops: list[ast.cmpop], operands: list[Types]) -> Types:
    """The types of a comparison: an array-like operand gives one of truth values."""
    if isinstance(ops[0], ast.In | ast.NotIn | ast.Is | ast.IsNot) or len(ops) > 1:
        return BOOL
    left, right = operands
    if not left or not right:
        known = left or right
        if known and all(isinstance(kind, Instance) and kind.name in (FRAME, SERIES) for kind in known):
            return each(known, lambda kind: _truths(kind))
        return UNKNOWN
    return join(*(_compare(a, b) for a in left for b in right))


def _compare(a: Type, b: Type) -> Types:
    ranks = [(level, kind) for kind in (a, b) if (level := rank(kind)) is not None]
    if ranks:
        strong = min(ranks, key=lambda pair: pair[0])[1]
        if isinstance(strong, Instance) and strong.name == ARRAY:
            return one(ARRAY, dtype="bool", ndim=_ndim(strong, b if strong is a else a))
        return _truths(strong)
    if isinstance(a, UserInstance) or isinstance(b, UserInstance):
        return UNKNOWN
    return BOOL if all(_plain(kind) for kind in (a, b)) else UNKNOWN


def _plain(kind: Type) -> bool:
    if isinstance(kind, Instance):
        return kind.name in NUMBERS or kind.name in MOMENTS | SPANS or kind.name.startswith("builtins.")
    return not isinstance(kind, UserInstance)


def _truths(kind: Type) -> Types:
    if not isinstance(kind, Instance):
        return one(ARRAY, dtype="bool")
    if is_index(kind.name):
        return one(ARRAY, dtype="bool")
    if kind.name in (FRAME, SERIES):
        columns = kind.fact("columns") if kind.name == FRAME else None
        return one(kind.name, index=kind.fact("index"), columns=columns, dtype="bool")
    if kind.name == ARRAY:
        return one(ARRAY, dtype="bool")
    return frozenset({with_facts(kind, dtype=None)})


def unary(op: ast.unaryop, types: Types) -> Types:
    """The types of `-x`, `~x`, `not x`."""
    if isinstance(op, ast.Not):
        return BOOL
    change: Callable[[Type], Types] = lambda kind: _unary(op, kind)  # noqa: E731
    return each(types, change)


def _unary(op: ast.unaryop, kind: Type) -> Types:
    if isinstance(kind, UserInstance):
        return UNKNOWN
    if not isinstance(kind, Instance):
        return frozenset({kind})
    value = kind.fact("value")
    if value is not None and isinstance(op, ast.USub) and kind.name in ("builtins.int", "builtins.float"):
        return frozenset({instance(kind.name, value=value[1:] if value.startswith("-") else f"-{value}")})
    if kind.name == "builtins.bool":
        return INT
    return frozenset({with_facts(kind, value=None)})
