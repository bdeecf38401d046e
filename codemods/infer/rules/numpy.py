"""numpy: functions that depend on what they are given, and the methods of arrays."""

from __future__ import annotations

from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY, FRAME, SERIES, dtype_of, is_index, series
from codemods.infer.rules import CONSTANTS, CONSTRUCTORS, FUNCTIONS, Rule, functions, methods
from codemods.infer.rules.pandas_changes import dtype_named
from codemods.infer.subscripts import ELEMENTS, element
from codemods.infer.values import (
    BOOL,
    FLOAT,
    INT,
    NEVER,
    each,
    list_of,
    one,
    tuple_of,
    value_of,
)
from codemods.types import UNKNOWN, ArrayOf, DictOf, Instance, ListOf, TupleOf, Type, Types

UNARY = (
    "log log1p log2 log10 exp expm1 sqrt abs absolute fabs sin cos tan arcsin arccos arctan sinh cosh tanh square sign "
    "floor ceil rint isnan isinf isfinite logical_not deg2rad rad2deg negative reciprocal exp2 cbrt degrees radians "
    "invert conj conjugate angle real imag nan_to_num around round round_ fix trunc clip sinc"
)
BINARY = (
    "add subtract multiply divide true_divide floor_divide power maximum minimum mod remainder fmod logical_and "
    "logical_or logical_xor greater greater_equal less less_equal equal not_equal hypot arctan2 fmax fmin"
)
TRUTHS = (
    "isnan isinf isfinite logical_not logical_and logical_or logical_xor greater greater_equal less less_equal equal not_equal"
)
FLOATS = "log log1p log2 log10 exp expm1 sqrt sin cos tan tanh true_divide"
REDUCING = (
    "mean sum std var median max min amax amin percentile nanmean nanmedian nanstd nanvar nanmax nanmin nansum prod "
    "any all argmax argmin ptp quantile average nanpercentile nanargmax nanargmin"
)
ALWAYS = (
    "arange linspace logspace geomspace concatenate hstack vstack stack column_stack dstack row_stack repeat tile "
    "corrcoef cov cumsum cumprod diff gradient convolve outer kron cross sort argsort flatnonzero digitize bincount "
    "interp roll flip fliplr flipud rot90 append delete insert resize fromstring frombuffer fromiter fromfile "
    "genfromtxt loadtxt searchsorted argwhere argpartition partition unwrap triu tril diag diagonal diagflat trapz "
    "polyval polyfit polyder polyint roots in1d isin setdiff1d union1d intersect1d setxor1d ediff1d "
    "packbits unpackbits correlate histogram_bin_edges apply_along_axis apply_over_axes piecewise select "
    "swapaxes moveaxis rollaxis squeeze expand_dims atleast_1d atleast_2d atleast_3d broadcast_to asfarray "
    "ravel_multi_index compress choose extract vander hamming hanning blackman lexsort"
)
SHAPED = "zeros ones empty full"
_DTYPES = "float64 float32 float16 int64 int32 int16 int8 uint8 uint16 uint32 uint64 bool_ complex128 str_"
DTYPE_NAMES = {name: f"numpy.{name}" for name in _DTYPES.split()}


def array(**facts: str | None) -> Types:
    return one(ARRAY, **facts)


def elementwise(call: Call) -> Types | None:
    """A ufunc: a frame gives a frame, a series a series, an array or list an array, a number a number."""
    return each(call.arg(0) or UNKNOWN, as_kind)


def as_kind(kind: Type, dtype: str | None = None) -> Types:
    match kind:
        case ArrayOf() | ListOf() | TupleOf():
            return array(dtype=dtype)
        case Instance(name=name) if name in (FRAME, SERIES):
            columns = kind.fact("columns") if name == FRAME else None
            return one(name, index=kind.fact("index"), columns=columns, dtype=dtype)
        case Instance(name=name) if is_index(name):
            return one("pandas.Index", dtype=dtype)
        case Instance(name=name) if name == ARRAY:
            return array(ndim=kind.fact("ndim"), dtype=dtype)
        case Instance(name=name) if name.startswith(("builtins.", "numpy.float", "numpy.int")) and name != "builtins.str":
            return one("numpy.float64") if name != "typing.Never" and "NoneType" not in name else UNKNOWN
        case Instance(name=name) if name in ("numpy.matrix", "numpy.ma.MaskedArray") or name.startswith("scipy.sparse."):
            return one(name)
        case _:
            return NEVER if kind in NEVER else UNKNOWN


def ufunc(dtype: str | None, operands: int) -> Rule:
    """The rule of a ufunc with that many operands: the strongest of them decides."""

    def rule(call: Call) -> Types:
        types = [call.arg(i) or UNKNOWN for i in range(operands)]
        if not all(types):
            return next((made for t in types if t and (made := _strong(t, dtype))), UNKNOWN)
        for names in ((FRAME,), (SERIES,), ("numpy.matrix",), ("numpy.ma.MaskedArray",), (ARRAY,)):
            for candidate in types:
                if all(isinstance(k, Instance) and k.name in names for k in candidate):
                    return each(candidate, lambda kind: as_kind(kind, dtype))
        if any(isinstance(k, ListOf | TupleOf | ArrayOf) for t in types for k in t):
            return array(dtype=dtype)
        return each(types[0], lambda kind: as_kind(kind, dtype))

    return rule


def _strong(types: Types, dtype: str | None) -> Types:
    """With an unknown operand only a frame or series decides the result."""
    if all(isinstance(k, Instance) and k.name in (FRAME, SERIES) for k in types):
        return each(types, lambda kind: as_kind(kind, dtype))
    return UNKNOWN


def reduction(call: Call) -> Types:
    """np.mean and the like: a number, or along an axis an array."""
    own = call.own is not None
    types = frozenset({call.own}) if own and call.own is not None else call.arg(0) or UNKNOWN
    axis = call.arg(0 if own else 1, "axis")
    name = call.node.func.attr if hasattr(call.node.func, "attr") else ""
    if name in ("percentile", "quantile", "nanpercentile"):
        axis = call.arg(2, "axis") if not own else axis
        several = call.arg(1, "q")
        if several is not None and any(not isinstance(k, Instance) or k.name == ARRAY for k in several):
            return array()
    if name == "average":
        axis = call.arg(1, "axis")

    def reduce(kind: Type) -> Types:
        if isinstance(kind, Instance) and kind.name == FRAME:
            if name in ("any", "all"):
                return UNKNOWN
            if name.startswith("arg"):
                return one("numpy.int64") if axis is None else array()
            if name in ("median", "percentile", "average", "quantile", "nanmean"):
                return array() if axis is not None else one("numpy.float64")
            return series(kind.fact("columns")) if axis is None else series()
        if isinstance(kind, Instance) and kind.name == "numpy.matrix":
            return one("numpy.matrix") if axis is not None else UNKNOWN
        if axis is not None and axis != frozenset({Instance("builtins.NoneType")}):
            if isinstance(kind, Instance) and (kind.name == SERIES or is_index(kind.name) or kind.fact("ndim") == "1"):
                return _scalar(name, kind)
            if isinstance(kind, ListOf) and kind.item and all(isinstance(k, Instance) and k.name != ARRAY for k in kind.item):
                return UNKNOWN
            first = value_of(axis) in ("0", "-1")
            if isinstance(kind, Instance) and kind.name == ARRAY and first and kind.fact("ndim") is None:
                return UNKNOWN  # of one dimension: a number
            if call.literal(-1, "keepdims", False) is True:
                return array()
            ndim = kind.fact("ndim") if isinstance(kind, Instance) else None
            plain = [isinstance(k, Instance) and k.name == "builtins.int" for k in axis]
            if ndim and all(plain) and plain:
                return array(ndim=str(int(ndim) - 1), dtype=_scalar_dtype(name, kind))
            return array(dtype=_scalar_dtype(name, kind)) if ndim or not isinstance(kind, Instance) else array()
        if isinstance(kind, DictOf):
            return UNKNOWN
        return _scalar(name, kind)

    return each(types, reduce) if types else array() if axis and own else UNKNOWN


def _scalar_dtype(name: str, kind: Type) -> str | None:
    if name.startswith("arg"):
        return "int"
    if name in ("mean", "std", "var", "median", "nanmean", "nanstd", "nanmedian", "average", "percentile"):
        known = dtype_of(frozenset({kind}))
        return "float" if known in ("int", "float", "bool") else None
    return kind.fact("dtype") if isinstance(kind, Instance) and kind.fact("dtype") != "bool" else None


def _scalar(name: str, kind: Type) -> Types:
    if name in ("any", "all"):
        return one("numpy.bool_") if dtype_of(frozenset({kind})) in ("bool", "int", "float") else UNKNOWN
    if isinstance(kind, Instance) and kind.fact("dtype") == "datetime":
        return UNKNOWN
    dtype = _scalar_dtype(name, kind)
    if dtype is None and isinstance(kind, ListOf | TupleOf):
        dtype = dtype_of(frozenset({kind}))
    if dtype is None and isinstance(kind, Instance) and kind.fact("dtype") == "bool" and name == "sum":
        dtype = "int"
    if name in ("mean", "std", "var", "median", "average", "nanmean", "nanstd", "nanmedian"):
        return ELEMENTS["float"]
    return element(dtype)


def from_shape(call: Call) -> Types:
    """zeros, ones …: as many dimensions as the shape has."""
    return array(ndim=_dimensions(call.arg(0, "shape")), dtype=_dtype(call, 1, "float"))


def _dimensions(shape: Types | None) -> str | None:
    kind = next(iter(shape)) if shape is not None and len(shape) == 1 else None
    match kind:
        case TupleOf(items=items):
            return str(len(items))
        case Instance(name="builtins.int" | "numpy.int64"):
            return "1"
        case _:
            return None


def _dtype(call: Call, position: int, default: str | None) -> str | None:
    types = call.arg(position, "dtype")
    return dtype_named(call, call.expression(position, "dtype"), types) if types is not None else default


def make_array(call: Call) -> Types:
    """np.array, np.asarray: an array of the items."""
    data = call.arg(0)
    kind = next(iter(data)) if data is not None and len(data) == 1 else None
    ndim, dtype = _nested(kind)
    if isinstance(kind, Instance) and kind.name.startswith("torch."):
        return array()
    return array(ndim=str(ndim) if ndim else None, dtype=_dtype(call, 1, dtype))


def _nested(kind: Type | None) -> tuple[int | None, str | None]:
    match kind:
        case ListOf(item=item):
            inner = next(iter(item)) if len(item) == 1 else None
        case TupleOf(items=items):
            dtypes = {dtype_of(list_of(i)) for i in items}
            inner = next(iter(items[0])) if items and len(items[0]) == 1 else None
            if len(dtypes) > 1:
                return (1 if dtypes <= {"int", "float"} else None), None
        case Instance(name=name) if name == ARRAY:
            ndim = kind.fact("ndim")
            return (int(ndim) if ndim else None), kind.fact("dtype")
        case Instance(name=name) if name == SERIES:
            return 1, kind.fact("dtype")
        case Instance(name=name) if name == FRAME:
            return 2, None
        case _:
            return None, None
    if isinstance(inner, Instance) and inner.name.startswith("builtins.") and inner.name != "builtins.NoneType":
        dtype = dtype_of(frozenset({kind}))
        return 1, dtype if dtype != "str" else "str"
    if (
        inner is None
        and isinstance(kind, ListOf)
        and kind.item
        and all(isinstance(k, Instance) and k.name in ("builtins.int", "builtins.float", "builtins.bool") for k in kind.item)
    ):
        return 1, "float" if all(isinstance(k, Instance) and k.name != "builtins.bool" for k in kind.item) else None
    depth, dtype = _nested(inner)
    return (depth + 1 if depth else None), dtype


def argsort(call: Call) -> Types:
    """Positions: of a series a series, of anything else an array."""

    def of(kind: Type) -> Types:
        return as_kind(kind, "int") if isinstance(kind, Instance) and kind.name == SERIES else array(dtype="int")

    return each(call.arg(0) or UNKNOWN, of)


def like(call: Call) -> Types:
    """zeros_like: an array of the same shape."""
    kind = next(iter(call.arg(0) or ()), None)
    ndim = _nested(kind)[0]
    return array(ndim=str(ndim) if ndim else None)


def dot(call: Call) -> Types:
    """dot, matmul: of two arrays of one dimension a number."""
    if call.own is not None:
        left, right = frozenset({call.own}), call.arg(0) or UNKNOWN
    else:
        left, right = call.arg(0) or UNKNOWN, call.arg(1) or UNKNOWN
    facts = [kind.fact("ndim") if isinstance(kind, Instance) else None for t in (left, right) for kind in t]
    names = {kind.name if isinstance(kind, Instance) else "" for t in (left, right) for kind in t}
    if "2" in facts and names == {ARRAY}:
        both = facts == ["2", "2"]
        return array(ndim="2" if both else "1" if set(facts) == {"1", "2"} else None)
    if FRAME in names or SERIES in names:
        frames = [kind for t in (left, right) for kind in t if isinstance(kind, Instance)]
        if call.own is None:
            return array() if "2" in facts else UNKNOWN
        return one(FRAME) if all(k.name == FRAME for k in frames) and right else UNKNOWN
    return UNKNOWN if "1" in facts or not right else array() if names <= {ARRAY, ""} and None not in facts else UNKNOWN


def register() -> None:
    from codemods.infer.rules import numpy_arrays
    from codemods.infer.rules.numpy_calls import correlation, plain_only, random, reshape, turned, unique, vectorized, where

    unary_truths, floats = set(TRUTHS.split()), set(FLOATS.split())
    for names, operands in ((UNARY, 1), (BINARY, 2)):
        for name in names.split():
            dtype = "bool" if name in unary_truths else "float" if name in floats else None
            FUNCTIONS[f"numpy.{name}"] = ufunc(dtype, operands)
    functions("numpy", REDUCING, reduction)
    functions("numpy", ALWAYS, array())
    functions("numpy", "cumsum cumprod", ufunc(None, 1))
    functions("numpy", "argsort", argsort)
    functions("numpy", "repeat take squeeze swapaxes compress choose", plain_only)
    functions("numpy", "corrcoef cov", correlation)
    functions(
        "numpy",
        "arange",
        lambda call: array(
            ndim="1",
            dtype="int"
            if all(isinstance(k, Instance) and k.name == "builtins.int" for t in call.arguments.positional for k in t)
            and all(call.arguments.positional)
            and not call.arguments.keywords
            else None,
        ),
    )
    functions("numpy", "linspace logspace geomspace", array(ndim="1", dtype="float"))
    functions("numpy", "column_stack vstack eye identity", array(ndim="2"))
    functions("numpy", "flatnonzero digitize bincount", array(ndim="1", dtype="int"))
    functions("numpy", SHAPED, from_shape)
    functions("numpy", "array asarray asanyarray ascontiguousarray asfarray copy", make_array)
    functions("numpy", "zeros_like ones_like empty_like full_like", like)
    functions("numpy", "dot matmul", dot)
    functions("numpy", "inner vdot tensordot einsum", UNKNOWN)
    functions("numpy", "where", where)
    functions("numpy", "unique", unique)
    functions("numpy", "nonzero", list_of(array(ndim="1", dtype="int"), "builtins.tuple"))
    functions("numpy", "split array_split hsplit vsplit dsplit meshgrid broadcast_arrays", list_of(array()))
    functions("numpy", "histogram", tuple_of(array(ndim="1"), array(ndim="1")))
    functions("numpy", "histogram2d", tuple_of(array(), array(), array()))
    functions("numpy", "reshape", reshape)
    functions("numpy", "ravel", array(ndim="1"))
    functions("numpy", "transpose", lambda call: each(call.arg(0) or UNKNOWN, turned))
    functions("numpy", "count_nonzero size ndim rank", INT)
    functions("numpy", "shape", list_of(INT, "builtins.tuple"))
    indices = "triu_indices tril_indices triu_indices_from tril_indices_from diag_indices unravel_index"
    functions("numpy", indices, tuple_of(array(ndim="1"), array(ndim="1")))
    functions("numpy", "allclose array_equal isscalar", BOOL)
    functions("numpy", "matrix mat asmatrix bmat", one("numpy.matrix"))
    functions("numpy", "vectorize", vectorized)
    functions("numpy", "poly1d", one("numpy.poly1d"))
    functions("numpy.ma", "masked_array array masked_where masked_invalid masked_equal", one("numpy.ma.MaskedArray"))
    functions("numpy.linalg", "inv pinv", array(ndim="2"))
    functions("numpy.linalg", "solve cholesky eigvals eigvalsh matrix_power", array())
    functions("numpy.linalg", "svd", tuple_of(array(ndim="2"), array(ndim="1"), array(ndim="2")))
    functions("numpy.linalg", "eig eigh qr", tuple_of(array(), array(ndim="2")))
    functions("numpy.linalg", "lstsq", tuple_of(array(), array(), INT, array()))
    functions("numpy.linalg", "det cond", one("numpy.float64"))
    functions("numpy.linalg", "norm", lambda call: array() if call.arg(2, "axis") is not None else one("numpy.float64"))
    functions("numpy.fft", "fft ifft fft2 ifft2 rfft irfft fftfreq fftshift ifftshift", array())
    random_names = (
        "rand randn randint random random_sample normal uniform choice permutation poisson binomial exponential "
        "beta gamma lognormal standard_normal multivariate_normal dirichlet multinomial laplace ranf sample "
        "triangular integers"
    )
    functions("numpy.random", random_names, random)
    functions("numpy.random", "default_rng", one("numpy.random.Generator"))
    methods("numpy.random.RandomState numpy.random.Generator", random_names, random)
    numpy_arrays.register()
    CONSTANTS.update({f"numpy.{name}": FLOAT for name in ("nan", "NaN", "NAN", "inf", "Inf", "pi", "e")})
    CONSTANTS["numpy.newaxis"] = frozenset({Instance("builtins.NoneType")})
    CONSTANTS.update({name: one("numpy.c_") for name in ("numpy.c_", "numpy.r_")})
    from codemods.infer.rules import ITEMS

    ITEMS["numpy.c_"] = lambda own, shape: array()
    ITEMS["numpy.matrix"] = lambda own, shape: UNKNOWN
    CONSTRUCTORS["numpy.matrix"] = lambda call: one("numpy.matrix")
