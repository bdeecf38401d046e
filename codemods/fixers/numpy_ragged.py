"""Rows of unequal length no longer make an array of objects unless that is asked for.

np.array([[1, 2, 3], [4, 5]])        →  np.array([[1, 2, 3], [4, 5]], dtype=object)

def pack(rows):                         def pack(rows):
    return np.array(rows)            →      try:
                                                return np.array(rows)
                                            except ValueError:
                                                return np.array(rows, dtype=object)

The second where a function is called with both kinds of rows. Rows that are not written out are left alone.
"""

from __future__ import annotations

import ast
from typing import Literal

from codemods.fixers._arrays import bindings, elements
from codemods.fixing import MISSING, Answer, Context, Example, Fix, Same, fixer
from codemods.nodes import walk

Kind = Literal["ragged", "even"]


@fixer(
    "NP270",
    on=("call numpy.array", "call numpy.asarray"),
    until="1.24",
    why="rows of unequal length make an array of objects only with dtype=object",
    examples=(
        Example(
            "import numpy as np\nseqs = [[1, 2, 3], [4, 5], [6]]\nX = np.array(seqs)",
            "import numpy as np\nseqs = [[1, 2, 3], [4, 5], [6]]\nX = np.array(seqs, dtype=object)",
            "X.tolist()",
        ),
        Example(
            "import numpy as np\ndef pack(rows):\n    return np.array(rows)\na = pack([[1, 2], [3, 4]])\nb = pack([[1, 2], [3]])",
            "import numpy as np\ndef pack(rows):\n    try:\n        return np.array(rows)\n    except ValueError:\n"
            "        return np.array(rows, dtype=object)\na = pack([[1, 2], [3, 4]])\nb = pack([[1, 2], [3]])",
            "(a.tolist(), b.tolist(), a.shape, b.shape)",
        ),
        Same("import numpy as np\nb = np.array([[1, 2], [3, 4]])\nc = np.array([[1, 'a'], [2, 'b']], dtype=object)"),
    ),
)
def ragged(call: ast.Call, context: Context) -> Answer:
    """By the rows that reach the call."""
    if len(call.args) != 1 or any(k.arg in ("dtype", "ndmin", None) for k in call.keywords):
        return None
    kinds = _kinds(call.args[0], context)
    if kinds == {"ragged"}:
        return Fix((context.edit_call(call, add={"dtype": "object"}),))
    if kinds == {"ragged", "even"}:
        return _both(call, context)
    return None


def _both(call: ast.Call, context: Context) -> Answer:
    statement = context.statement(call)
    for above in context.ancestors(statement):
        if isinstance(above, ast.Try):
            return None
    match statement:
        case ast.Return(value=value) if value is call:
            head = "return "
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is call:
            head = f"{name} = "
        case _:
            return None
    rest = "".join(f", {k.arg}={{k{i}}}" for i, k in enumerate(call.keywords))
    holes: dict[str, ast.AST] = {"f": call.func, "rows": call.args[0], **{f"k{i}": k.value for i, k in enumerate(call.keywords)}}
    template = f"try:\n    {head}{{f}}({{rows}}{rest})\nexcept ValueError:\n    {head}{{f}}({{rows}}{rest}, dtype=object)"
    return Fix((context.replace_statement(statement, template, **holes),))


def _kinds(node: ast.expr, context: Context) -> set[Kind]:
    """What kinds of rows the expression can be; empty where any of them is unknown."""
    if isinstance(node, ast.Name) and (arguments := _arguments(node, context)) is not None:
        found: set[Kind] = set()
        for argument in arguments:
            kind = _kind(argument, context)
            if kind is None:
                return set()
            found.add(kind)
        return found
    kind = _kind(node, context)
    return {kind} if kind else set()


def _kind(node: ast.expr, context: Context) -> Kind | None:
    if isinstance(node, ast.Name) and _changed(node.id, context):
        return None
    rows = elements(node, context)
    if not rows or len(rows) < 2:
        return None
    shapes = [_shape(row, context) for row in rows]
    if any(s is None for s in shapes):
        return None
    return "even" if len(set(shapes)) == 1 else "ragged"


def _shape(node: ast.expr, context: Context) -> tuple[int, ...] | None:
    """The shape of what is written out; None where it isn't, or is ragged itself (the depth of the whole is then unsure)."""
    if context.literal(node) is not MISSING and not isinstance(node, ast.List | ast.Tuple):
        return ()
    if isinstance(node, ast.Name) and _changed(node.id, context):
        return None
    parts = elements(node, context)
    if parts is None:
        return None
    inner = {_shape(p, context) for p in parts}
    if len(inner) > 1 or None in inner:
        return None
    return (len(parts), *(next(iter(inner)) or ())) if inner else (0,)


def _changed(name: str, context: Context) -> bool:
    """Whether a list may grow or shrink after it was written out."""
    methods = {"append", "extend", "insert", "pop", "remove", "clear"}
    for _, tree in context.cells:
        for node in walk(tree):
            match node:
                case ast.Attribute(value=ast.Name(id=used), attr=attribute) if used == name and attribute in methods:
                    return True
                case ast.Subscript(value=ast.Name(id=used), ctx=ast.Store() | ast.Del()) if used == name:
                    return True
                case _:
                    pass
    return False


def _arguments(name: ast.Name, context: Context) -> list[ast.expr] | None:
    """What the document passes for a parameter; None where the name is none, or may be given anything."""
    function = next((a for a in context.ancestors(name) if isinstance(a, ast.FunctionDef)), None)
    if function is None or name.id not in (parameters := [a.arg for a in function.args.args]):
        return None
    if any(not isinstance(node, ast.arg) for node, _ in bindings(name.id, context) if node in set(walk(function))):
        return None
    position = parameters.index(name.id)
    found: list[ast.expr] = []
    called: set[ast.AST] = set()
    for _, tree in context.cells:
        for node in walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function.name:
                called.add(node.func)
                value = context.keyword(node, name.id) or (node.args[position] if len(node.args) > position else None)
                if value is None:
                    return []
                found.append(value)
        if any(isinstance(n, ast.Name) and n.id == function.name and n not in called for n in walk(tree)):
            return []  # handed on: may be called with anything
    return found
