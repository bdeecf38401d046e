"""numpy: methods and attributes of arrays, matrices and scalars."""

from __future__ import annotations

from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY
from codemods.infer.rules import attributes, methods
from codemods.infer.rules.numpy import DTYPE_NAMES, REDUCING, array, as_kind, dot, reduction
from codemods.infer.rules.numpy_calls import reshape
from codemods.infer.rules.pandas_changes import dtype_named
from codemods.infer.subscripts import element
from codemods.infer.values import (
    BOOL,
    FLOAT,
    INT,
    STR,
    each,
    list_of,
    one,
    tuple_of,
    with_facts,
)
from codemods.types import UNKNOWN, ArrayOf, Instance, Types


def keep(call: Call) -> Types:
    own = call.own
    return frozenset({own}) if isinstance(own, Instance | ArrayOf) else array()


def keep_shape(call: Call) -> Types:
    return array(ndim=call.own.fact("ndim")) if isinstance(call.own, Instance) else array()


def flat(call: Call) -> Types:
    if isinstance(call.own, ArrayOf):
        return frozenset({ArrayOf(call.own.item, 1)})
    return array(ndim="1", dtype=call.own.fact("dtype") if isinstance(call.own, Instance) else None)


def tolist(call: Call) -> Types:
    own = call.own
    if isinstance(own, ArrayOf):
        return list_of(own.item)
    plain = {"int": INT, "float": FLOAT, "str": STR, "bool": BOOL}
    if isinstance(own, Instance) and own.fact("ndim") == "1":
        return list_of(plain.get(own.fact("dtype") or "", UNKNOWN))
    return list_of(UNKNOWN)


def astype(call: Call) -> Types:
    own = call.own if isinstance(call.own, Instance) else Instance(ARRAY)
    return frozenset({with_facts(own, dtype=dtype_named(call, call.expression(0, "dtype"), call.arg(0, "dtype")))})


def item(call: Call) -> Types:
    dtype = call.own.fact("dtype") if isinstance(call.own, Instance) else None
    return {"int": INT, "float": FLOAT, "str": STR, "bool": BOOL}.get(dtype or "", UNKNOWN)


def register() -> None:
    methods(ARRAY, REDUCING, reduction)
    methods(ARRAY, "copy conj conjugate byteswap newbyteorder ", keep)
    methods(ARRAY, "round clip argsort argpartition", keep_shape)
    methods(ARRAY, "cumsum cumprod squeeze take repeat swapaxes compress choose diagonal view getfield partition", array())
    methods(ARRAY, "flatten ravel", flat)
    methods(ARRAY, "reshape", reshape)
    methods(ARRAY, "transpose", lambda call: keep_shape(call) if not isinstance(call.own, ArrayOf) else frozenset({call.own}))
    methods(ARRAY, "dot", dot)
    methods(ARRAY, "astype", astype)
    methods(ARRAY, "tolist", tolist)
    methods(ARRAY, "item", item)
    methods(ARRAY, "nonzero", list_of(array(ndim="1", dtype="int"), "builtins.tuple"))
    methods(ARRAY, "tostring tobytes dumps", one("builtins.bytes"))
    methods(ARRAY, "searchsorted", UNKNOWN)
    attributes(ARRAY, "T", lambda own: frozenset({own}))
    attributes(ARRAY, "real imag", lambda own: one(own.name, ndim=own.fact("ndim")))
    attributes(ARRAY, "flat", lambda own: list_of(element(own.fact("dtype")), "numpy.flatiter"))
    attributes(
        ARRAY,
        "shape",
        lambda own: (
            tuple_of(*(INT for _ in range(int(own.fact("ndim") or 0)))) if own.fact("ndim") else list_of(INT, "builtins.tuple")
        ),
    )
    attributes(ARRAY, "size ndim nbytes itemsize", INT)
    attributes(ARRAY, "dtype", one("numpy.dtype"))
    attributes("numpy.matrix", "I H", one("numpy.matrix"))
    attributes("numpy.matrix", "A", array(ndim="2"))
    attributes("numpy.matrix", "A1", array(ndim="1"))
    methods("numpy.matrix", "getA", array(ndim="2"))
    methods("numpy.matrix", "reshape dot transpose round", one("numpy.matrix"))
    methods("numpy.matrix", "tolist", list_of(list_of(UNKNOWN)))
    methods("numpy.ma.MaskedArray", "filled compressed", array())
    attributes("numpy.ma.MaskedArray", "mask data", array())
    methods("numpy.poly1d", "__call__", lambda call: each(call.arg(0) or UNKNOWN, lambda kind: as_kind(kind)))
    methods("numpy.poly1d", "deriv integ", one("numpy.poly1d"))
    attributes("numpy.poly1d", "coef coeffs c r roots", array(ndim="1"))
    attributes("numpy.poly1d", "order o", INT)
    attributes("numpy.dtype", "name kind char str", STR)
    attributes("numpy.dtype", "itemsize", INT)
    scalars = " ".join(DTYPE_NAMES.values())
    methods(scalars, "round", lambda call: frozenset({call.own}) if call.own is not None else UNKNOWN)
    methods("numpy.int64 numpy.int32", "item", INT)
    methods("numpy.float64 numpy.float32", "item", FLOAT)
    methods(scalars, "astype", UNKNOWN)
    methods(scalars, "mean sum min max", lambda call: frozenset({call.own}) if call.own is not None else UNKNOWN)
