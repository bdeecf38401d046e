"""Functions that NumPy removed and whose replacement depends on their arguments.

np.in1d(grid, [2, 3])                    →  np.isin(np.ravel(grid), [2, 3])     (in1d flattened; 1-D: np.isin(x, …))
np.asfarray(x)                           →  np.asarray(x, dtype=float)
np.asscalar(a)                           →  a.item()
np.cast["int32"](x)                      →  np.asarray(x).astype("int32")
np.find_common_type([a, b], [])          →  np.result_type(a, b)
inner1d(a, b)                            →  np.einsum("...i,...i->...", a, b)
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import dimensions, elements
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.records import MoveImport

_STARS = "the arguments are passed with * or **"


@fixer(
    "NP200",
    on="call numpy.in1d",
    until="2.4",
    since="1.13",
    why="removed; np.isin keeps the shape of its first argument, np.in1d flattened it",
    examples=(
        Example(
            "import numpy as np\ngrid = np.array([[1, 2], [3, 4]])\nhit = np.in1d(grid, [2, 3])",
            "import numpy as np\ngrid = np.array([[1, 2], [3, 4]])\nhit = np.isin(np.ravel(grid), [2, 3])",
            "hit.tolist()",
        ),
        Example(
            "import numpy as np\nhit = np.in1d([5, 1], [1], invert=True)",
            "import numpy as np\nhit = np.isin([5, 1], [1], invert=True)",
            "hit.tolist()",
        ),
        Same("""
            import numpy as np
            x = np.isin([1, 2], [2])
            def in1d(a, b):
                return a in b
            y = in1d(1, [1])
            """),
    ),
)
def in1d(call: ast.Call, context: Context) -> Answer:
    """np.isin, of the flattened first argument unless that is known to be flat."""
    parameters = ("ar1", "ar2", "assume_unique", "invert", "kind")
    bound = context.bind(call, *parameters)
    if bound is None or "ar1" not in bound:
        return Decline(_STARS)
    first = "{@numpy.isin}({ar1}" if dimensions(bound["ar1"], context) == 1 else "{@numpy.isin}({@numpy.ravel}({ar1})"
    rest = "".join(f", {{{p}}}" if p == "ar2" else f", {p}={{{p}}}" for p in parameters[1:] if p in bound)
    return Fix((context.replace(call, f"{first}{rest})", **bound),))


@fixer(
    "NP201",
    on="call numpy.asfarray",
    until="2.0",
    why="removed; np.asarray with a float dtype is the same",
    examples=(
        Example(
            "import numpy as np\nx = np.asfarray([1, 2])",
            "import numpy as np\nx = np.asarray([1, 2], dtype=float)",
            "str(x.dtype)",
        ),
        Example(
            "import numpy as np\nx = np.asfarray([1, 2], dtype=np.float32)",
            "import numpy as np\nx = np.asarray([1, 2], dtype=np.float32)",
            "str(x.dtype)",
        ),
        Same("""
            import numpy as np
            x = np.asarray([1, 2], dtype=float)
            def asfarray(values):
                return values
            y = asfarray([1])
            """),
    ),
)
def asfarray(call: ast.Call, context: Context) -> Answer:
    """A dtype that is no float meant float64."""
    bound = context.bind(call, "a", "dtype")
    if bound is None or "a" not in bound:
        return Decline(_STARS)
    if "dtype" not in bound:
        return Fix((context.replace(call, "{@numpy.asarray}({a}, dtype={@builtins.float})", a=bound["a"]),))
    name = context.literal(bound["dtype"])
    given = name if isinstance(name, str) else (context.symbol(bound["dtype"]) or "").rpartition(".")[2]
    if "float" in given or "complex" in given or given in ("double", "half", "single"):
        return Fix((context.replace(call, "{@numpy.asarray}({a}, dtype={dtype})", **bound),))
    if "int" in given or "bool" in given:
        return Fix((context.replace(call, "{@numpy.asarray}({a}, dtype={@builtins.float})", a=bound["a"]),))
    return Decline("write np.asarray(a, dtype=…) with the float dtype that is meant; one that is no float meant float")


@fixer(
    "NP202",
    on="call numpy.asscalar",
    until="1.23",
    why="removed; a.item() is the same",
    examples=(
        Example("import numpy as np\nx = np.asscalar(np.array([2.5]))", "import numpy as np\nx = np.array([2.5]).item()", "x"),
        Same("""
            import numpy as np
            x = np.array([2.5]).item()
            class Box:
                def asscalar(self, value):
                    return value
            y = Box().asscalar(1)
            """),
    ),
)
def asscalar(call: ast.Call, context: Context) -> Answer:
    """What is no array of NumPy has no item()."""
    bound = context.bind(call, "a")
    if not bound:
        return Decline(_STARS)
    value = bound["a"]
    kind = context.instance(value)
    bare = isinstance(value, ast.List | ast.Tuple | ast.Constant) or (kind is not None and kind.name.startswith("builtins."))
    return Fix((context.replace(call, "{@numpy.asarray}({a}).item()" if bare else "{a}.item()", a=value),))


@fixer(
    "NP203",
    on="name numpy.cast",
    until="2.0",
    why="removed; astype is the same",
    examples=(
        Example(
            "import numpy as np\nx = np.cast['int32'](np.array([1.9, -1.9]))",
            "import numpy as np\nx = np.asarray(np.array([1.9, -1.9])).astype('int32')",
            "(x.tolist(), str(x.dtype))",
        ),
        Same("""
            import numpy as np
            x = np.array([1.9]).astype("int32")
            cast = {"int32": int}
            y = cast["int32"](1.9)
            """),
    ),
)
def cast(node: ast.expr, context: Context) -> Answer:
    """np.cast[kind](x): the dictionary's functions copied into an array and converted."""
    item = context.parent(node)
    call = context.is_called(item) if isinstance(item, ast.Subscript) else None
    if call is None or not isinstance(item, ast.Subscript) or len(call.args) != 1 or call.keywords:
        return Decline("np.cast[kind](x) is np.asarray(x).astype(kind)")
    return Fix((context.replace(call, "{@numpy.asarray}({x}).astype({kind})", x=call.args[0], kind=item.slice),))


@fixer(
    "NP204",
    on="call numpy.find_common_type",
    until="2.0",
    why="removed; np.result_type promotes array types the same way",
    examples=(
        Example(
            "import numpy as np\nt = np.find_common_type([np.float32, np.int64], [])",
            "import numpy as np\nt = np.result_type(np.float32, np.int64)",
            "str(t)",
        ),
        Same("import numpy as np\nt = np.find_common_type([np.float32], [np.float64])"),
    ),
)
def find_common_type(call: ast.Call, context: Context) -> Answer:
    """Scalar types were promoted by kind only: no equivalent."""
    bound = context.bind(call, "array_types", "scalar_types") or {}
    arrays, scalars = bound.get("array_types"), elements(bound.get("scalar_types"), context)
    if arrays is None or scalars is None or scalars:
        return Decline("np.result_type(*array_types, …) takes 0, 0.0 or 0j for a scalar type of that kind")
    if isinstance(arrays, ast.List | ast.Tuple) and arrays.elts:
        holes = {f"t{i}": element for i, element in enumerate(arrays.elts)}
        return Fix((context.replace(call, "{@numpy.result_type}(" + ", ".join(f"{{{h}}}" for h in holes) + ")", **holes),))
    return Fix((context.replace(call, "{@numpy.result_type}(*{types})", types=arrays),))


_INNER1D = "numpy.core.umath_tests.inner1d"
_MATMUL = "numpy.core.umath_tests.matrix_multiply"


@fixer(
    "NP205",
    on=(f"call {_INNER1D}", f"call {_MATMUL}", f"import {_INNER1D}", f"import {_MATMUL}"),
    until="2.0",
    why="a module of NumPy's tests, removed; np.einsum and np.matmul are public",
    examples=(
        Example(
            "import numpy as np\nfrom numpy.core.umath_tests import inner1d\nd = inner1d(np.ones((3, 2)), np.ones((3, 2)))",
            "import numpy as np\nd = np.einsum('...i,...i->...', np.ones((3, 2)), np.ones((3, 2)))",
            "d.tolist()",
        ),
        Same("""
            import numpy as np
            def inner1d(a, b):
                return (a * b).sum(axis=-1)
            x = inner1d(np.ones((3, 2)), np.ones((3, 2)))
            """),
    ),
)
def umath_tests(node: ast.Call | ast.alias, context: Context) -> Answer:
    """The import goes where every use is a call with two arguments."""
    if isinstance(node, ast.alias):
        statement = context.statement(node)
        if not isinstance(statement, ast.ImportFrom) or not _only_called(node.asname or node.name, context):
            return Decline("np.einsum('...i,...i->...', a, b) and np.matmul(a, b) do the same")
        return Fix((MoveImport(context.span(statement), f"{statement.module}.{node.name}", None),))
    bound = context.bind(node, "a", "b")
    if bound is None or len(bound) != 2:
        return Decline(_STARS)
    template = "{@numpy.matmul}({a}, {b})"
    if (context.symbol(node.func) or "").endswith("inner1d"):
        template = "{@numpy.einsum}('...i,...i->...', {a}, {b})"
    return Fix((context.replace(node, template, **bound),))


def _only_called(name: str, context: Context) -> bool:
    for _, tree in context.cells:
        called = {n.func for n in walk(tree) if isinstance(n, ast.Call) and len(n.args) == 2 and not n.keywords}
        if any(isinstance(n, ast.Name) and n.id == name and n not in called for n in walk(tree)):
            return False
    return True
