"""Methods that arrays lost in NumPy 2.0.

a.ptp(axis=0)             →  np.ptp(a, axis=0)
a.itemset((0, 1), 50)     →  a[0, 1] = 50
a.itemset(2, -1)          →  a.flat[2] = -1
a.newbyteorder()          →  a.view(a.dtype.newbyteorder())
a.tostring()              →  a.tobytes()
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import plain
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_ARRAY = ("numpy.ndarray", "numpy.generic")


@fixer(
    "NP220",
    on=tuple(f"call {c}.ptp" for c in _ARRAY),
    until="2.0",
    why="the method was removed; the function np.ptp is the same",
    examples=(
        Example(
            "import numpy as np\na = np.array([[4, 9], [1, 3]])\nr = a.ptp()\ns = a.ptp(axis=0)",
            "import numpy as np\na = np.array([[4, 9], [1, 3]])\nr = np.ptp(a)\ns = np.ptp(a, axis=0)",
            "(int(r), s.tolist())",
        ),
        Same("""
            import numpy as np
            x = np.ptp(np.array([[4, 9], [1, 3]]))
            class Signal:
                def ptp(self):
                    return 1
            y = Signal().ptp()
            """),
    ),
)
def ptp(call: ast.Call, context: Context) -> Answer:
    """The receiver becomes the first argument. A matrix keeps its method."""
    if not isinstance(call.func, ast.Attribute) or any(isinstance(a, ast.Starred) for a in call.args):
        return Decline("write np.ptp(a, …)")
    if context.instance(call.func.value, "numpy.matrix", "numpy.ma.MaskedArray") is not None:
        return None
    holes: dict[str, ast.AST] = {"array": call.func.value}
    parts = ["{array}"]
    for index, argument in enumerate(call.args):
        holes[f"a{index}"] = argument
        parts.append(f"{{a{index}}}")
    for keyword in call.keywords:
        if keyword.arg is None:
            return Decline("write np.ptp(a, …)")
        holes[f"k_{keyword.arg}"] = keyword.value
        parts.append(f"{keyword.arg}={{k_{keyword.arg}}}")
    return Fix((context.replace(call, "{@numpy.ptp}(" + ", ".join(parts) + ")", **holes),))


@fixer(
    "NP221",
    on=tuple(f"call {c}.itemset" for c in _ARRAY),
    until="2.0",
    why="removed; assign to an index: an integer was a flat one",
    examples=(
        Example(
            "import numpy as np\na = np.array([[4, 9], [1, 3]])\na.itemset((0, 1), 50)\na.itemset(2, -1)",
            "import numpy as np\na = np.array([[4, 9], [1, 3]])\na[0, 1] = 50\na.flat[2] = -1",
            "a.tolist()",
        ),
        Same("""
            import numpy as np
            a = np.array([[4, 9], [1, 3]])
            a[0, 1] = 50
            class Store:
                def itemset(self, key, value):
                    return value
            y = Store().itemset(0, 1)
            """),
    ),
)
def itemset(call: ast.Call, context: Context) -> Answer:
    """Statements only: an assignment has no value."""
    statement = context.parent(call)
    advice = Decline("assign: a[i, j] = value, or a.flat[i] = value for a flat index")
    if not isinstance(statement, ast.Expr) or call.keywords or any(isinstance(a, ast.Starred) for a in call.args):
        return advice
    assert isinstance(call.func, ast.Attribute)
    array = call.func.value
    match call.args:
        case [value]:
            return Fix((context.replace_statement(statement, "{a}[...] = {v}", a=array, v=value),))
        case [ast.Tuple(elts=[_, _, *_]) as index, value]:
            holes: dict[str, ast.AST] = {f"i{n}": part for n, part in enumerate(index.elts)}
            inside = ", ".join(f"{{{h}}}" for h in holes)
            return Fix((context.replace_statement(statement, f"{{a}}[{inside}] = {{v}}", a=array, v=value, **holes),))
        case [index, value]:
            kind = context.instance(index)
            flat = isinstance(index, ast.Constant | ast.BinOp | ast.UnaryOp) or (kind is not None and kind.name == "builtins.int")
            if isinstance(index, ast.Tuple) or not flat:
                return advice
            return Fix((context.replace_statement(statement, "{a}.flat[{i}] = {v}", a=array, i=index, v=value),))
        case [*indices, value] if indices:
            holes = {f"i{n}": part for n, part in enumerate(indices)}
            inside = ", ".join(f"{{{h}}}" for h in holes)
            return Fix((context.replace_statement(statement, f"{{a}}[{inside}] = {{v}}", a=array, v=value, **holes),))
        case _:
            return advice


@fixer(
    "NP222",
    on=tuple(f"call {c}.newbyteorder" for c in _ARRAY),
    until="2.0",
    why="removed; view the array with its dtype in the other order",
    examples=(
        Example(
            "import numpy as np\na = np.array([1, 2])\nb = a.byteswap().newbyteorder()",
            "import numpy as np\na = np.array([1, 2])\nb = a.byteswap().view(a.dtype.newbyteorder())",
            "b.tolist()",
        ),
        Example(
            "import numpy as np\na = np.array([1, 2])\nb = a.newbyteorder('<')",
            "import numpy as np\na = np.array([1, 2])\nb = a.view(a.dtype.newbyteorder('<'))",
            "b.tolist()",
        ),
        Same("""
            import numpy as np
            x = np.dtype(">i4").newbyteorder()
            """),
    ),
)
def newbyteorder(call: ast.Call, context: Context) -> Answer:
    """byteswap keeps the dtype, so that the original's can be asked."""
    assert isinstance(call.func, ast.Attribute)
    array = call.func.value
    source = array
    if isinstance(array, ast.Call) and isinstance(array.func, ast.Attribute) and array.func.attr == "byteswap":
        source = array.func.value
    if not plain(source) or call.keywords or len(call.args) > 1:
        return Decline("write a.view(a.dtype.newbyteorder())")
    holes: dict[str, ast.AST] = {"array": array, "source": source}
    order = ""
    if call.args:
        holes["order"], order = call.args[0], "{order}"
    return Fix((context.replace(call, f"{{array}}.view({{source}}.dtype.newbyteorder({order}))", **holes),))


@fixer(
    "NP223",
    on=tuple(f"call {c}.tostring" for c in _ARRAY),
    until="2.3",
    why="renamed: it always returned bytes",
    examples=(
        Example("import numpy as np\nb = np.array([1, 2]).tostring()", "import numpy as np\nb = np.array([1, 2]).tobytes()", "b"),
        Same("import xml.etree.ElementTree as ET\nimport numpy as np\ns = ET.tostring(ET.fromstring('<a/>'))"),
    ),
)
def tostring(call: ast.Call, context: Context) -> Answer:
    """The same bytes under an honest name."""
    assert isinstance(call.func, ast.Attribute)
    return Fix((context.rename_attribute(call.func, "tobytes"),))
