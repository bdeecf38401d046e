"""Reading files: pickled objects must be allowed since NumPy 1.16.3, and text is no longer bytes since NumPy 2.0.

np.load("d.npy").item()                         →  np.load("d.npy", allow_pickle=True).item()
np.loadtxt(f, converters={0: lambda s: s.decode()})   →  …, encoding="bytes")

Only where it is certain that objects are stored: item() of what is loaded, or the same file saved from objects.
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import bindings, definition, dtype_name
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.types import DictOf, ListOf


@fixer(
    "NP250",
    on="call numpy.load",
    until="1.16.3",
    why="objects are unpickled only where that is allowed: a pickle can run any code",
    examples=(
        Example(
            "import numpy as np\nnp.save('e.npy', {'a': 1})\nd = np.load('e.npy').item()",
            "import numpy as np\nnp.save('e.npy', {'a': 1})\nd = np.load('e.npy', allow_pickle=True).item()",
            "d",
        ),
        Example(
            "import numpy as np\nx = np.empty(1, dtype=object)\nnp.save('d.npy', x)\ny = np.load('d.npy')",
            "import numpy as np\nx = np.empty(1, dtype=object)\nnp.save('d.npy', x)\ny = np.load('d.npy', allow_pickle=True)",
            "y.tolist()",
        ),
        Same("import numpy as np\nnp.save('n.npy', np.arange(3))\na = np.load('n.npy')"),
        Same("import numpy as np\na = np.load('words.npy')"),
    ),
)
def load(call: ast.Call, context: Context) -> Answer:
    """Trusts the file as much as the old code did."""
    if len(call.args) > 2 or any(k.arg in ("allow_pickle", None) for k in call.keywords):
        return None
    if _item_taken(call, context) or _saved_objects(call, context):
        return Fix((context.edit_call(call, add={"allow_pickle": "True"}),))
    if context.vintage.before("numpy", "1.16.3") and not _saved_numbers(call, context):
        return Decline("if the file holds objects and is trusted, pass allow_pickle=True")
    return None


def _item_taken(call: ast.Call, context: Context) -> bool:
    """np.load(…).item(), also by way of a name."""
    above = context.parent(call)
    if isinstance(above, ast.Attribute):
        return above.attr == "item" and context.is_called(above) is not None
    if not (isinstance(above, ast.Assign) and len(above.targets) == 1 and isinstance(name := above.targets[0], ast.Name)):
        return False
    if len(bindings(name.id, context)) > 2:
        return False
    for _, tree in context.cells:
        for node in walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=used), attr="item"), args=[]) if used == name.id:
                    return True
                case _:
                    pass
    return False


def _saves(call: ast.Call, context: Context) -> list[ast.expr]:
    """What the document saves under the name that is loaded here."""
    file = context.literal(definition(call.args[0], context)) if call.args else None
    found = []
    for _, tree in context.cells:
        for node in walk(tree):
            if isinstance(node, ast.Call) and context.symbol(node.func) == "numpy.save" and len(node.args) > 1:
                name = context.literal(definition(node.args[0], context))
                if isinstance(file, str) and isinstance(name, str) and name.removesuffix(".npy") == file.removesuffix(".npy"):
                    found.append(node.args[1])
    return found


def _saved_objects(call: ast.Call, context: Context) -> bool:
    for value in _saves(call, context):
        kind = context.only(value)
        if isinstance(kind, DictOf) or dtype_name(value, context) in ("object", "O"):
            return True
        made = definition(value, context)
        if isinstance(made, ast.Dict) or (isinstance(kind, ListOf) and kind.name == "builtins.set"):
            return True
    return False


def _saved_numbers(call: ast.Call, context: Context) -> bool:
    return bool(_saves(call, context))


_TEXT = ("call numpy.loadtxt", "call numpy.genfromtxt")


@fixer(
    "NP251",
    on=_TEXT,
    until="2.0",
    since="1.14",
    why="converters were given bytes by default; now they are given text",
    examples=(
        Example(
            "import io\nimport numpy as np\nx = np.loadtxt(io.StringIO('1 a'), converters={1: lambda s: len(s.decode())})",
            "import io\nimport numpy as np\n"
            "x = np.loadtxt(io.StringIO('1 a'), converters={1: lambda s: len(s.decode())}, encoding='bytes')",
            "x.tolist()",
        ),
        Same("import numpy as np\nx = np.loadtxt('a.txt', converters={1: lambda s: len(s)})"),
    ),
)
def converters(call: ast.Call, context: Context) -> Answer:
    """Converters that are written for bytes: they decode, or compare with bytes."""
    if context.keyword(call, "encoding") is not None or any(k.arg is None for k in call.keywords):
        return None
    given = context.keyword(call, "converters")
    if given is None or not _wants_bytes(given, context):
        return None
    return Fix((context.edit_call(call, add={"encoding": "'bytes'"}),))


def _wants_bytes(given: ast.expr, context: Context) -> bool:
    seen: list[ast.AST] = [definition(given, context) or given]
    names = {n.id for n in walk(seen[0]) if isinstance(n, ast.Name)}
    for _, tree in context.cells:
        seen += [n for n in walk(tree) if isinstance(n, ast.FunctionDef) and n.name in names]
    for root in seen:
        for node in walk(root):
            match node:
                case ast.Call(func=ast.Attribute(attr="decode")) | ast.Constant(value=bytes()):
                    return True
                case _:
                    pass
    return False


@fixer(
    "NP252",
    on="call numpy.genfromtxt",
    until="2.0",
    since="1.14",
    why="strings were read as bytes by default; now they are read as text",
    silent=True,
    examples=(
        Example(
            "import io\nimport numpy as np\nx = np.genfromtxt(io.StringIO('a b'), dtype=None)",
            "import io\nimport numpy as np\nx = np.genfromtxt(io.StringIO('a b'), dtype=None, encoding='bytes')",
            "x.tolist()",
            {"numpy": "1.19.5", "python": "3.8"},
        ),
        Same("""
            import io
            import numpy as np
            x = np.genfromtxt(io.StringIO("a b"), dtype=None, encoding="utf-8")
            """),
        Same(
            """
            import io
            import numpy as np
            x = np.genfromtxt(io.StringIO("a b"), dtype=None)
            """,
            was={"numpy": "2.1.0"},
        ),
    ),
)
def encoding(call: ast.Call, context: Context) -> Answer:
    """Only with dtype=None, which finds the types; in Python 2 the bytes were the text."""
    kind = context.keyword(call, "dtype")
    if kind is None or context.literal(kind) is not None or context.keyword(call, "encoding") is not None:
        return None
    if context.vintage.release("python") is None or context.vintage.before("python", "3"):
        return Decline("dtype=None read strings as bytes: pass encoding='bytes' if the code relies on that")
    return Fix((context.edit_call(call, add={"encoding": "'bytes'"}),))
