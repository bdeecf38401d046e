"""Arrays where NumPy wants a scalar, and results whose shape changed.

out[i] = pred                                  →  out[i] = pred.item()          (pred an array of one element)
float(pred)                                    →  float(pred.item())
u, inv = np.unique(x, return_inverse=True)     →  … inv = inv.ravel()           (x not flat)
np.linalg.solve(A, b)                          →  np.linalg.solve(A, b[..., None])[..., 0]   (stacks of vectors)
a[[slice(None), 0]]                            →  a[tuple([slice(None), 0])]
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import bindings, definition, dimensions, has_dimensions
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.types import Instance, ListOf, TupleOf

_ARRAY = "numpy.ndarray"


@fixer(
    "NP260",
    on="node Assign",
    library="numpy",
    until="2.4",
    why="an array with dimensions no longer counts as the number that it holds",
    examples=(
        Example(
            "import numpy as np\nout = np.zeros(3)\nfor i in range(3):\n    pred = np.array([i * 1.5])\n    out[i] = pred",
            "import numpy as np\nout = np.zeros(3)\nfor i in range(3):\n    pred = np.array([i * 1.5])\n    out[i] = pred.item()",
            "out.tolist()",
        ),
        Same("import numpy as np\nout = np.zeros((3, 1))\nfor i in range(3):\n    out[i] = np.array([i * 1.5])"),
        Same("import numpy as np\nout = np.zeros(3)\nfor i in range(3):\n    out[i] = np.sqrt(i)"),
        Same("import numpy as np\nout = np.zeros(3, dtype=object)\nout[0] = np.array([1])"),
    ),
)
def element(statement: ast.Assign, context: Context) -> Answer:
    """An element of a flat array of numbers, by one integer."""
    match statement.targets:
        case [ast.Subscript(value=array, slice=index)] if not isinstance(index, ast.Slice | ast.Tuple):
            pass
        case _:
            return None
    value = statement.value
    if context.instance(array, _ARRAY) is None or not _whole(index, context) or dimensions(array, context) != 1:
        return None
    if _holds_objects(array, context) or context.instance(value, _ARRAY) is None or not (dimensions(value, context) or 0) >= 1:
        return None
    return Fix((context.replace(value, "{v}.item()", v=value),))


def _whole(index: ast.expr, context: Context) -> bool:
    kind = context.instance(index)
    if kind is not None and kind.name == "builtins.int":
        return True
    return isinstance(context.literal(index), int) or (isinstance(index, ast.Name) and _counts(index.id, context))


def _counts(name: str, context: Context) -> bool:
    """Whether a name only ever is the variable of a loop over range or enumerate."""
    found = bindings(name, context)
    return bool(found) and all(
        isinstance(node, ast.For)
        and isinstance(node.iter, ast.Call)
        and isinstance(node.iter.func, ast.Name)
        and (
            (node.iter.func.id == "range" and isinstance(node.target, ast.Name))
            or (
                node.iter.func.id == "enumerate"
                and isinstance(node.target, ast.Tuple)
                and isinstance(first := node.target.elts[0], ast.Name)
                and first.id == name
            )
        )
        for node, _ in found
    )


def _holds_objects(array: ast.expr, context: Context) -> bool:
    kind = context.instance(array)
    if kind is not None and kind.fact("dtype") in ("object", "text"):
        return True
    made = definition(array, context)
    if not isinstance(made, ast.Call):
        return True
    given = context.keyword(made, "dtype") or (made.args[1] if len(made.args) > 1 else None)
    return given is not None and "obj" in context.text(given)


@fixer(
    "NP261",
    on="node Call",
    library="numpy",
    until="2.4",
    why="an array with dimensions no longer counts as the number that it holds",
    examples=(
        Example(
            "import numpy as np\np = np.array([1.5])\nx = float(p)",
            "import numpy as np\np = np.array([1.5])\nx = float(p.item())",
            "x",
        ),
        Example(
            "import math\nimport numpy as np\nx = math.sqrt(np.array([[4.0]]))",
            "import math\nimport numpy as np\nx = math.sqrt(np.array([[4.0]]).item())",
            "x",
        ),
        Same("import numpy as np\np = np.array([1.5])\nx = float(p[0]) + float(np.mean(p)) + len(p)"),
    ),
)
def number(call: ast.Call, context: Context) -> Answer:
    """float, int, complex and the functions of math, called with an array that has dimensions."""
    if len(call.args) != 1 or call.keywords or not isinstance(call.func, ast.Name | ast.Attribute):
        return None
    match call.func:
        case ast.Name(id="float" | "int" | "complex" as name):
            if bindings(name, context):
                return None
        case ast.Attribute(value=ast.Name(id=module)) if module == "math" and (context.symbol(call.func) or "").startswith(
            "math."
        ):
            pass
        case _:
            return None
    value = call.args[0]
    if not has_dimensions(value, context):
        return None
    return Fix((context.replace(value, "{v}.item()", v=value),))


@fixer(
    "NP262",
    on="call numpy.unique",
    until="2.0",
    why="the inverse has the shape of the input since NumPy 2.0, it was flat",
    silent=True,
    examples=(
        Example(
            "import numpy as np\nx = np.array([['b', 'a'], ['a', 'c']])\nu, inv = np.unique(x, return_inverse=True)",
            "import numpy as np\nx = np.array([['b', 'a'], ['a', 'c']])\n"
            "u, inv = np.unique(x, return_inverse=True)\ninv = inv.ravel()",
            "inv.tolist()",
            {"numpy": "1.26.4"},
        ),
        Same("import numpy as np\nu, inv = np.unique(['b', 'a'], return_inverse=True)", {"numpy": "1.26.4"}),
    ),
)
def inverse(call: ast.Call, context: Context) -> Answer:
    """Flattened again, unless the input is known to be flat."""
    bound = context.bind(call, "ar", "return_index", "return_inverse", "return_counts", "axis", "equal_nan", "sorted")
    if bound is None or "ar" not in bound or context.literal(bound.get("return_inverse")) is not True:
        return None
    if dimensions(bound["ar"], context) == 1 or "axis" in bound:
        return None
    at = 2 if context.literal(bound.get("return_index")) is True else 1
    match context.parent(call):
        case ast.Assign(targets=[ast.Tuple(elts=names)]) as statement if len(names) > at and isinstance(names[at], ast.Name):
            name = names[at].id  # type: ignore[attr-defined]
            if _flattened_next(statement, name, context):
                return None
            return Fix((context.insert(statement, f"{name} = {name}.ravel()", after=True),))
        case ast.Subscript(slice=ast.Constant(value=place)) as item:
            return Fix((context.replace(item, "{v}.ravel()", v=item),)) if place == at and not _raveled(item, context) else None
        case _:
            return Decline("the inverse has the shape of the input: call .ravel() on it where a flat one is needed")


def _raveled(node: ast.AST, context: Context) -> bool:
    return isinstance(above := context.parent(node), ast.Attribute) and above.attr in ("ravel", "flatten", "reshape")


def _flattened_next(statement: ast.stmt, name: str, context: Context) -> bool:
    return any(
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Attribute)
        and value.func.attr in ("ravel", "flatten", "reshape")
        for node, value in bindings(name, context)
        if value is not None and node is not statement
    )


@fixer(
    "NP263",
    on="call numpy.linalg.solve",
    until="2.0",
    why="b is a vector only where it has one dimension; with more it is a matrix, also beside stacked matrices",
    silent=True,
    examples=(
        Example(
            "import numpy as np\nA = np.stack([np.eye(2), np.eye(2)])\nb = np.array([[2.0, 4.0], [4.0, 8.0]])\n"
            "x = np.linalg.solve(A, b)",
            "import numpy as np\nA = np.stack([np.eye(2), np.eye(2)])\nb = np.array([[2.0, 4.0], [4.0, 8.0]])\n"
            "x = np.linalg.solve(A, b[..., None])[..., 0]",
            "x.tolist()",
            {"numpy": "1.26.4"},
        ),
        Same("import numpy as np\nx = np.linalg.solve(np.eye(2), np.ones(2))", {"numpy": "1.26.4"}),
        Same("import numpy as np\nx = np.linalg.solve(np.eye(2), np.ones((2, 3)))", {"numpy": "1.26.4"}),
    ),
)
def solve(call: ast.Call, context: Context) -> Answer:
    """Stacks of vectors were recognised by one dimension less than the matrices."""
    bound = context.bind(call, "a", "b")
    if bound is None or len(bound) != 2:
        return None
    a, b = dimensions(bound["a"], context), dimensions(bound["b"], context)
    if a is None or a < 3:
        return None
    if b is None:
        return Decline("a stack of vectors is b[..., None] now, and the solutions are in [..., 0]")
    if b == 1 or b != a - 1:
        return None
    return Fix((context.replace(call, "{f}({a}, {b}[..., None])[..., 0]", f=call.func, **bound),))


@fixer(
    "NP264",
    on="node Subscript",
    library="numpy",
    until="1.23",
    why="a list that holds slices is no index any more; a tuple is",
    examples=(
        Example(
            "import numpy as np\na = np.arange(6).reshape(2, 3)\nsl = [slice(None)] * a.ndim\nsl[1] = slice(0, 2)\nb = a[sl]",
            "import numpy as np\na = np.arange(6).reshape(2, 3)\nsl = [slice(None)] * a.ndim\n"
            "sl[1] = slice(0, 2)\nb = a[tuple(sl)]",
            "b.tolist()",
        ),
        Same("import numpy as np\na = np.arange(10)\nidx = [1, 3]\nb = a[idx]"),
    ),
)
def list_of_slices(node: ast.Subscript, context: Context) -> Answer:
    """Only where the list is certain to hold a slice, and the receiver is an array."""
    index = node.slice
    if isinstance(index, ast.Slice | ast.Tuple | ast.Constant) or context.instance(node.value, _ARRAY) is None:
        return None
    kind = context.only(index)
    if isinstance(kind, TupleOf) or (isinstance(kind, Instance) and kind.name in ("builtins.tuple", _ARRAY)):
        return None
    typed = (
        isinstance(kind, ListOf)
        and kind.name == "builtins.list"
        and any(isinstance(t, Instance) and t.name == "builtins.slice" for t in kind.item)
    )
    if not typed and not _written_with_slice(index, context):
        return None
    return Fix((context.replace(index, "{@builtins.tuple}({i})", i=index),))


def _written_with_slice(index: ast.expr, context: Context) -> bool:
    made = definition(index, context)
    if isinstance(made, ast.BinOp) and isinstance(made.op, ast.Mult):
        made = made.left
    if not isinstance(made, ast.List):
        return False
    return any(isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id == "slice" for e in made.elts)
