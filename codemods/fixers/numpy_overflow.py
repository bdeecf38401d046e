"""Small number types: since NumPy 2.0 a Python number takes the type of the array or scalar beside it (NEP 50).

np.array([-1, 300], dtype=np.uint8)    →  np.array([-1, 300]).astype(np.uint8)       (wrapped around, now an error)
np.uint8(-2)                           →  np.int64(-2).astype(np.uint8)
image + 300                            →  image.astype(np.uint16) + 300              (widened, now an error)
pixels[0] + 100                        →  int(pixels[0]) + 100                       (a scalar widened, now it wraps)
total += loss                          →  total += float(loss)                       (float32 became float64)
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import bindings, dimensions, dtype_name, elements, number
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_RANGES = {
    **{f"int{b}": (-(2 ** (b - 1)), 2 ** (b - 1) - 1) for b in (8, 16, 32, 64)},
    **{f"uint{b}": (0, 2**b - 1) for b in (8, 16, 32, 64)},
    "ubyte": (0, 255),
}
_SMALL_FLOATS = ("float16", "float32", "half", "single")
_OLD = {"numpy": "1.26.4"}


def _outside(node: ast.expr | None, dtype: str, context: Context) -> bool:
    """Whether a literal, or a list that is written out, holds an integer that the type can't."""
    low, high = _RANGES[dtype]
    if (parts := elements(node, context)) is not None:
        return any(_outside(part, dtype, context) for part in parts)
    value = context.literal(node)
    return isinstance(value, int) and not isinstance(value, bool) and not low <= value <= high


@fixer(
    "NP280",
    on=("call numpy.array", "call numpy.asarray", "call numpy.full"),
    until="2.0",
    why="an integer that the type can't hold is an error; it wrapped around",
    examples=(
        Example(
            "import numpy as np\nv = np.array([-1, 300], dtype=np.uint8)",
            "import numpy as np\nv = np.array([-1, 300]).astype(np.uint8)",
            "v.tolist()",
        ),
        Example(
            "import numpy as np\nv = np.full(2, -1, dtype='uint8')",
            "import numpy as np\nv = np.full(2, -1).astype('uint8')",
            "v.tolist()",
        ),
        Same("import numpy as np\nv = np.array([1, 255], dtype=np.uint8)"),
    ),
)
def literals(call: ast.Call, context: Context) -> Answer:
    """Made with the default type, then converted, which wraps."""
    dtype = context.keyword(call, "dtype")
    name = dtype_name(call, context)
    at = 1 if (context.symbol(call.func) or "").endswith(".full") else 0
    if dtype is None or name not in _RANGES or len(call.args) != at + 1 or any(k.arg != "dtype" for k in call.keywords):
        return None
    if not _outside(call.args[at], name, context):
        return None
    holes = {f"a{i}": argument for i, argument in enumerate(call.args)}
    arguments = ", ".join(f"{{{h}}}" for h in holes)
    return Fix((context.replace(call, f"{{f}}({arguments}).astype({{dtype}})", f=call.func, dtype=dtype, **holes),))


@fixer(
    "NP281",
    on=tuple(f"call numpy.{n}" for n in _RANGES if n != "int64"),
    until="2.0",
    why="an integer that the type can't hold is an error; it wrapped around",
    examples=(
        Example("import numpy as np\ns = np.uint8(-2)", "import numpy as np\ns = np.int64(-2).astype(np.uint8)", "int(s)"),
        Same("import numpy as np\ns = np.uint8(200)"),
    ),
)
def scalar(call: ast.Call, context: Context) -> Answer:
    """A literal out of range."""
    name = (context.symbol(call.func) or "").rpartition(".")[2]
    if len(call.args) != 1 or call.keywords or name not in _RANGES or not _outside(call.args[0], name, context):
        return None
    wide = "array" if isinstance(call.args[0], ast.List | ast.Tuple) else "int64"
    return Fix((context.replace(call, f"{{@numpy.{wide}}}({{v}}).astype({{f}})", v=call.args[0], f=call.func),))


@fixer(
    "NP282",
    on="node BinOp",
    library="numpy",
    until="2.0",
    why="a Python integer no longer widens the type of the array beside it",
    examples=(
        Example(
            "import numpy as np\nimage = np.array([200, 250], dtype=np.uint8)\nx = image + 300",
            "import numpy as np\nimage = np.array([200, 250], dtype=np.uint8)\nx = image.astype(np.uint16) + 300",
            "x.tolist()",
        ),
        Same("import numpy as np\nimage = np.array([200, 250], dtype=np.uint8)\nx = image + 100"),
    ),
)
def widened(node: ast.BinOp, context: Context) -> Answer:
    """An array of a known small type and a literal that it can't hold."""
    for array, other in ((node.left, node.right), (node.right, node.left)):
        value = context.literal(other)
        if not isinstance(value, int) or isinstance(value, bool) or isinstance(node.op, ast.Pow | ast.Div):
            continue
        if not (dimensions(array, context) or 0) >= 1 or (dtype := dtype_name(array, context)) not in _RANGES:
            continue
        if (wide := _wider(dtype, value)) is not None:
            return Fix((context.replace(array, f"{{a}}.astype({{@numpy.{wide}}})", a=array),))
    return None


def _wider(dtype: str, value: int) -> str | None:
    """The type that NumPy 1 took for an array of `dtype` and `value`; None where it kept the array's."""
    low, high = _RANGES[dtype]
    if low <= value <= high:
        return None
    order = [n for n in _RANGES if n.startswith("uint")] if low == 0 and value >= 0 else ["int8", "int16", "int32", "int64"]
    for name in order:
        least, most = _RANGES[name]
        if least <= value <= most and least <= low and high <= most:
            return name
    return None


def _scalar_type(node: ast.expr, context: Context, depth: int = 0) -> str | None:
    """The NumPy type of a scalar taken out of an array, or made by its type; None where it isn't known to be one."""
    if depth > 6:
        return None
    match node:
        case ast.Name(id=name):
            found = bindings(name, context)
            if len(found) != 1:
                return None
            place, value = found[0]
            if isinstance(place, ast.For | ast.comprehension) and isinstance(place.target, ast.Name):
                return dtype_name(place.iter, context) if dimensions(place.iter, context) == 1 else None
            return _scalar_type(value, context, depth + 1) if value is not None else None
        case ast.Subscript(value=array) if not isinstance(array, ast.Subscript):
            flat = dimensions(node, context) == 0 or (dimensions(array, context) == 1 and _whole(node.slice, context))
            return dtype_name(array, context) if flat else None
        case ast.Call(args=[_], keywords=[]):
            name = (context.symbol(node.func) or "").removeprefix("numpy.")
            return name if name in _RANGES or name in _SMALL_FLOATS else None
        case _:
            return None


def _whole(index: ast.expr, context: Context) -> bool:
    kind = context.instance(index)
    return isinstance(context.literal(index), int) or (kind is not None and kind.name == "builtins.int")


def _python_number(node: ast.expr, context: Context) -> type | None:
    value = number(node, context)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return type(value)
    kind = context.instance(node)
    return {"builtins.int": int, "builtins.float": float}.get(kind.name) if kind is not None else None


def _converter(scalar_type: str | None, other: type | None) -> str | None:
    """What keeps the old result: the scalar as a Python number."""
    if scalar_type is None or other is None:
        return None
    if scalar_type in _SMALL_FLOATS:
        return "float"
    return "int" if scalar_type in _RANGES and scalar_type != "int64" and other is int else None


@fixer(
    "NP283",
    on="node BinOp",
    library="numpy",
    until="2.0",
    why="a Python number no longer widens the NumPy scalar beside it",
    silent=True,
    examples=(
        Example(
            "import numpy as np\npixels = np.array([200, 250], dtype=np.uint8)\nfirst = pixels[0]\nx = first + 100",
            "import numpy as np\npixels = np.array([200, 250], dtype=np.uint8)\nfirst = pixels[0]\nx = int(first) + 100",
            "int(x)",
            _OLD,
        ),
        Same("import numpy as np\npixels = np.array([200, 250], dtype=np.uint8)\nx = pixels + 100", _OLD),
        Same("import numpy as np\npixels = np.array([200.0, 250.0])\nx = pixels[0] + 100", _OLD),
    ),
)
def arithmetic(node: ast.BinOp, context: Context) -> Answer:
    """One side a NumPy scalar of a known small type, the other a Python number."""
    if isinstance(node.op, ast.MatMult | ast.LShift | ast.RShift | ast.BitAnd | ast.BitOr | ast.BitXor):
        return None
    for side, other in ((node.left, node.right), (node.right, node.left)):
        kind = _python_number(other, context)
        convert = _converter(_scalar_type(side, context), kind) if kind is not None else None
        if convert is not None and not (convert == "int" and isinstance(node.op, ast.Div)):
            return Fix((context.replace(side, f"{{@builtins.{convert}}}({{v}})", v=side),))
    return None


@fixer(
    "NP284",
    on="node AugAssign",
    library="numpy",
    until="2.0",
    why="a Python number no longer widens the NumPy scalar beside it: a sum of float32 stays float32",
    silent=True,
    examples=(
        Example(
            "import numpy as np\nlosses = np.array([0.1, 0.2, 0.3], dtype=np.float32)\ntotal = 0.0\n"
            "for l in losses:\n    total += l",
            "import numpy as np\nlosses = np.array([0.1, 0.2, 0.3], dtype=np.float32)\ntotal = 0.0\n"
            "for l in losses:\n    total += float(l)",
            "'%.12f' % total",
            _OLD,
        ),
        Same("import numpy as np\ntotal = 0.0\nfor l in np.array([0.1, 0.2]):\n    total += l", _OLD),
    ),
)
def accumulated(node: ast.AugAssign, context: Context) -> Answer:
    """A sum that starts as a Python number."""
    if not isinstance(node.target, ast.Name) or not isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
        return None
    scalar_type = _scalar_type(node.value, context)
    if scalar_type is None:
        return None
    starts = [value for place, value in bindings(node.target.id, context) if not isinstance(place, ast.AugAssign)]
    kinds = {_python_number(v, context) if v is not None else None for v in starts}
    if len(kinds) != 1:
        return Decline("a sum of NumPy's small types stays of that type: add float(value)") if kinds else None
    convert = _converter(scalar_type, kinds.pop())
    return Fix((context.replace(node.value, f"{{@builtins.{convert}}}({{v}})", v=node.value),)) if convert else None
