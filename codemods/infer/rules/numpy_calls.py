"""numpy: functions whose result depends on how they are called."""

from __future__ import annotations

from codemods.infer.calls import MISSING, Call
from codemods.infer.frames import ARRAY, FRAME, SERIES, dtype_of
from codemods.infer.mutation import reorder
from codemods.infer.rules.numpy import _dimensions, array, as_kind
from codemods.infer.subscripts import iterate
from codemods.infer.values import (
    FLOAT,
    INT,
    NONE,
    list_of,
    one,
    receiver,
    tuple_of,
)
from codemods.types import UNKNOWN, Instance, ListOf, TupleOf, Type, Types


def where(call: Call) -> Types:
    """np.where(condition) gives indices, with two values an array."""
    if call.arg(1, "x") is not None:
        choices = {dtype_of(t) for t in (call.arg(1), call.arg(2)) if t}
        kind = next(iter(call.arg(0) or ()), None)
        series_like = isinstance(kind, Instance) and (kind.name == SERIES or kind.fact("ndim") == "1")
        return array(dtype=choices.pop() if len(choices) == 1 else None, ndim="1" if series_like else None)
    return list_of(array(ndim="1", dtype="int"), "builtins.tuple")


def unique(call: Call) -> Types:
    count = sum(call.literal(-1, name, False) is True for name in ("return_index", "return_inverse", "return_counts"))
    values = call.arg(0) or UNKNOWN
    kind = next(iter(values)) if len(values) == 1 else None
    found = array(ndim="1" if not call.given("axis") else None, dtype=dtype_of(values) if kind is not None else None)
    if any(call.literal(-1, name, False) is MISSING for name in ("return_index", "return_inverse", "return_counts")):
        return UNKNOWN
    return tuple_of(found, *(array(ndim="1", dtype="int") for _ in range(count))) if count else found


def random(call: Call) -> Types:
    """rand(2, 3), random.normal(size=…): an array if a shape is given, else a number."""
    name = call.node.func.attr if hasattr(call.node.func, "attr") else ""
    positional = len(call.arguments.positional)
    if name in ("rand", "randn"):
        return array(ndim=str(positional), dtype="float") if positional else FLOAT
    if name in ("permutation",):
        types = call.arg(0) or UNKNOWN
        return array(
            ndim="1"
            if all(isinstance(k, ListOf) or (isinstance(k, Instance) and k.name in ("builtins.int", SERIES)) for k in types)
            and types
            else None
        )
    place = {
        "randint": 2, "normal": 2, "uniform": 2, "choice": 1, "random": 0, "random_sample": 0, "poisson": 1,
        "binomial": 2, "exponential": 1, "beta": 2, "gamma": 2, "lognormal": 2, "standard_normal": 0,
        "multivariate_normal": 2, "integers": 2, "laplace": 2, "ranf": 0, "sample": 0, "triangular": 3,
    }.get(name, -1)  # fmt: skip
    size = call.arg(place, "size")
    dtype = "int" if name in ("randint", "poisson", "binomial", "integers") else None if name == "choice" else "float"
    if size is not None and size != frozenset({Instance("builtins.NoneType")}):
        return array(ndim=_dimensions(size), dtype=dtype)
    if name in ("dirichlet", "multivariate_normal", "multinomial", "shuffle"):
        if name == "shuffle":
            reorder(call.machine, call.arg(0) or UNKNOWN)
            return NONE
        return array(dtype=dtype)
    if name == "choice":
        items = iterate(call.machine, receiver(call.arg(0) or UNKNOWN))
        return items if items and all(isinstance(k, Instance) for k in items) else UNKNOWN
    arguments = [t for t in call.arguments.positional[:2] if t]
    plain = len(arguments) == min(2, positional) and all(
        isinstance(k, Instance) and k.name.startswith(("builtins.", "numpy.float", "numpy.int")) for t in arguments for k in t
    )
    return (INT if dtype == "int" else FLOAT) if plain else UNKNOWN


def reshape(call: Call) -> Types:
    own = call.own
    sizes = call.arguments.positional if own is not None else call.arguments.positional[1:]
    kind = next(iter(sizes[0])) if len(sizes) >= 1 and len(sizes[0]) == 1 else None
    if call.arguments.open_ended or not sizes:
        ndim = None
    elif isinstance(kind, TupleOf):
        ndim = len(kind.items)
    elif isinstance(kind, ListOf) or (kind is None and len(sizes) == 1):
        ndim = None
    else:
        ndim = len(sizes)
    dtype = own.fact("dtype") if isinstance(own, Instance) else None
    return array(ndim=str(ndim) if ndim else None, dtype=dtype)


def plain_only(call: Call) -> Types:
    """Functions that a pandas object answers with its own method of that name."""
    types = call.arg(0) or UNKNOWN
    plain = types and all(isinstance(k, ListOf | TupleOf) or (isinstance(k, Instance) and k.name == ARRAY) for k in types)
    return array() if plain else UNKNOWN


def correlation(call: Call) -> Types:
    """A table; of one vector alone a number."""
    kinds = call.arg(0) or UNKNOWN
    table = any(isinstance(k, Instance) and (k.name == FRAME or k.fact("ndim") == "2") for k in kinds)
    return array(ndim="2") if table or call.arg(1, "y") is not None else UNKNOWN


def turned(kind: Type) -> Types:
    """The transpose: rows and columns change places."""
    if isinstance(kind, Instance) and kind.name == FRAME:
        return one(FRAME, index=kind.fact("columns"), columns=kind.fact("index"))
    return as_kind(kind)


def vectorized(call: Call) -> Types:
    call.callback(call.arg(0, "pyfunc"), UNKNOWN) if call.arg(0, "pyfunc") else None
    return one("numpy.vectorize")
