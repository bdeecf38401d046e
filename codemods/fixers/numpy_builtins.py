"""np.bool and np.long were the builtins, went away, and came back in NumPy 2.0 as NumPy's own types.

    mask = np.bool(3 > 2)          →  mask = bool(3 > 2)
    isinstance(v, np.bool)         →  isinstance(v, bool)
    np.zeros(3, dtype=np.bool)        stays: as a dtype the new one is right

Where the target is older than 2.0 (no such name at all), every use becomes the builtin.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.uses import uses_of

_BUILTIN = {"bool": "builtins.bool", "long": "builtins.int"}
_APPLIED = {"map", "apply", "applymap", "transform", "isinstance", "issubclass"}
_WAS = {"numpy": "1.19.5"}


def _builtin(node: ast.AST, context: Context) -> str | None:
    if isinstance(node, ast.Attribute):
        return _BUILTIN.get(node.attr)
    return None


@fixer(
    "NP007",
    on=("name numpy.bool", "name numpy.long"),
    until="1.24",
    why="the alias of the builtin was removed; the builtin is what it always was",
    examples=[
        Same("""
            import numpy as np
            x = np.array([1, 0], dtype=np.bool_)
            y = np.zeros(2, dtype=bool)
            """),
        Example(
            """
            import numpy as np
            x = np.array([1, 0]).astype(np.bool)
            n = np.long(3)
            """,
            """
            import numpy as np
            x = np.array([1, 0]).astype(np.bool)
            n = int(3)
            """,
            check="x.tolist(), int(n)",
            was={"numpy": "1.19.5"},
        ),
        Same("""
            import numpy as np
            x = np.array([1, 0], dtype=np.bool_)
            y = np.zeros(2, dtype=bool)
            """),
    ],
)
def removed(node: ast.expr, context: Context) -> Answer:
    """Any use, on a target between the removal and the return."""
    builtin = _builtin(node, context)
    if builtin is None or context.target.reached("numpy", "2.0"):
        return None
    return Fix((context.replace(node, f"{{@{builtin}}}"),))


@fixer(
    "NP008",
    on=("name numpy.bool", "name numpy.long"),
    until="2.0",
    why="since NumPy 2.0 it is NumPy's own scalar type again, no longer the builtin",
    silent=True,
    examples=(
        Example(
            "import json\nimport numpy as np\nok = np.bool(3 > 2)\ns = json.dumps({'ok': ok})",
            "import json\nimport numpy as np\nok = bool(3 > 2)\ns = json.dumps({'ok': ok})",
            "s",
            _WAS,
        ),
        Example(
            "import numpy as np\nx = [isinstance(v, np.bool) for v in (True, 1)]",
            "import numpy as np\nx = [isinstance(v, bool) for v in (True, 1)]",
            "x",
            _WAS,
        ),
        Example(
            "import json\nimport numpy as np\nok = np.bool(3 > 2)\ns = json.dumps({'ok': [ok]}), ok is True",
            "import json\nimport numpy as np\nok = bool(3 > 2)\ns = json.dumps({'ok': [ok]}), ok is True",
            "s",
        ),
        Same("import numpy as np\nm = np.zeros(3, dtype=np.bool)\nn = np.ones(2).astype(np.bool)", _WAS),
        Same("import json\nimport numpy as np\nm = np.bool(1)\ns = json.dumps([bool(m)]), bool(m) is True"),
        Same("import numpy as np\nm = np.bool(1)"),
    ),
)
def returned(node: ast.expr, context: Context) -> Answer:
    """Calls, type tests and functions to map, where the value and not the dtype is meant."""
    builtin = _builtin(node, context)
    if builtin is None or not context.target.reached("numpy", "2.0"):
        return None
    above = context.parent(node)
    if isinstance(above, ast.Tuple | ast.List):
        node_above = context.parent(above)
        if not (isinstance(node_above, ast.Call) and _name(node_above.func) in ("isinstance", "issubclass")):
            return None
        above = node_above
    match above:
        case ast.Call() if above.func is node:
            return Fix((context.replace(node, f"{{@{builtin}}}"),), told=_taken_for_builtin(above, builtin, context))
        case ast.Call() if _name(above.func) in _APPLIED:
            return Fix((context.replace(node, f"{{@{builtin}}}"),))
        case ast.Compare(left=left, comparators=[right]) if any(_asks_type(side) for side in (left, right)):
            return Fix((context.replace(node, f"{{@{builtin}}}"),))
        case _:
            return None


def _taken_for_builtin(value: ast.Call, builtin: str, context: Context) -> str:
    """What the code does with a value that only works where it is the builtin's; empty: nothing."""
    for place in (value, *uses_of(context).loads(value)):
        match context.parent(place):
            case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=bool())]) if left is place:
                return "asks whether the value is True or False itself"
            case ast.Call(func=ast.Name(id="type"), args=[_]) as asked if builtin in ast.unparse(context.parent(asked) or asked):
                return f"asks whether the value is of type {builtin}"
            case _:
                pass
        inner: ast.AST = place
        while isinstance(above := context.parent(inner), ast.Dict | ast.List | ast.Tuple):
            inner = above
        if isinstance(above, ast.Call) and context.symbol(above.func) in ("json.dumps", "json.dump"):
            return "writes the value as JSON"
    return ""


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""


def _asks_type(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type"
