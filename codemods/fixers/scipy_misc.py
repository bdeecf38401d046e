"""scipy.misc: pictures are Pillow's, and derivative has no successor with the same result.

from scipy.misc import imread; imread("a.jpg")      →  np.array(PIL.Image.open("a.jpg"))
imread("a.png", mode="RGB")                         →  np.array(PIL.Image.open("a.png").convert("RGB"))
from scipy.misc import derivative                   →  def derivative(func, x0, dx=1.0, n=1): …
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import definition
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.records import MoveImport, Safety

_READ = ("scipy.misc.imread", "scipy.ndimage.imread", "scipy.misc.pilutil.imread")


@fixer(
    "SP220",
    on=(*(f"call {s}" for s in _READ), *(f"import {s}" for s in _READ)),
    until="1.2",
    why="removed; it read the picture with Pillow",
    examples=(
        Example(
            "import numpy as np\nfrom scipy.misc import imread\na = imread('a.jpg')\nb = imread('b.png', mode='L')",
            "import numpy as np\nimport PIL.Image\na = np.array(PIL.Image.open('a.jpg'))\n"
            "b = np.array(PIL.Image.open('b.png').convert('L'))",
        ),
        Same("from scipy.misc import imread\ndef f(name):\n    return imread(name)"),
    ),
)
def imread(node: ast.Call | ast.alias, context: Context) -> Answer:
    """Certain for JPEG, which has no palette, and with a mode; a palette was converted to RGB."""
    if isinstance(node, ast.alias):
        return _drop_import(node, context)
    bound = context.bind(node, "name", "flatten", "mode")
    if bound is None or "name" not in bound:
        return Decline("np.array(PIL.Image.open(name)) reads the same values")
    flat = context.literal(bound.get("flatten", ast.Constant(False)))
    if "mode" in bound and not flat:
        template, holes = (
            "{@numpy.array}({@PIL.Image}.open({name}).convert({mode}))",
            {"name": bound["name"], "mode": bound["mode"]},
        )
        return Fix((context.replace(node, template, **holes),))
    if flat in (True, 1) and "mode" not in bound:
        return Fix((context.replace(node, "{@numpy.array}({@PIL.Image}.open({name}).convert('F'))", name=bound["name"]),))
    if flat not in (False, 0):
        return Decline("np.array(PIL.Image.open(name).convert('F')) is imread(name, flatten=True)")
    fix = context.replace(node, "{@numpy.array}({@PIL.Image}.open({name}))", name=bound["name"])
    return Fix((fix,), "a picture with a palette was converted to RGB: then add .convert('RGB')",
               None if _jpeg(bound["name"], context) else Safety.REVIEW)  # fmt: skip


def _jpeg(node: ast.expr, context: Context) -> bool:
    made = definition(node, context)
    texts = [n.value for n in walk(made) if isinstance(n, ast.Constant) and isinstance(n.value, str)] if made else []
    return bool(texts) and texts[-1].lower().endswith((".jpg", ".jpeg"))


def _drop_import(node: ast.alias, context: Context) -> Answer:
    """Only once nothing uses the name: the calls are rewritten first."""
    statement, name = context.statement(node), node.asname or node.name
    if not isinstance(statement, ast.ImportFrom):
        return None
    advice = Decline("np.array(PIL.Image.open(name)) reads the same values")
    for _, tree in context.cells:
        if any(isinstance(n, ast.Name) and n.id == name for n in walk(tree)):
            return advice
    return Fix((MoveImport(context.span(statement), f"{statement.module}.{node.name}", None),))


_SHORT = '''\
def {name}(func, x0, dx=1.0, n=1):
    """The central difference of scipy.misc.derivative, for the first and second derivative."""
    if n == 1:
        return (func(x0 + dx) - func(x0 - dx)) / (2 * dx)
    return (func(x0 + dx) - 2 * func(x0) + func(x0 - dx)) / dx**2
'''
_DERIVATIVE = "scipy.misc.derivative"


@fixer(
    "SP221",
    on=f"import {_DERIVATIVE}",
    until="1.12",
    why="removed; scipy.differentiate.derivative is another method with another result",
    examples=(
        Example(
            "from scipy.misc import derivative\nd = derivative(lambda x: x ** 3, 2.0, dx=1e-3)",
            "def derivative(func, x0, dx=1.0, n=1):\n"
            '    """The central difference of scipy.misc.derivative, for the first and second derivative."""\n'
            "    if n == 1:\n        return (func(x0 + dx) - func(x0 - dx)) / (2 * dx)\n"
            "    return (func(x0 + dx) - 2 * func(x0) + func(x0 - dx)) / dx**2\n"
            "d = derivative(lambda x: x ** 3, 2.0, dx=1e-3)",
            "round(d, 9)",
        ),
        Same("from scipy.misc import derivative\nd = derivative(lambda x: x ** 3, 2.0, dx=1e-3, order=5)"),
    ),
)
def derivative(node: ast.alias, context: Context) -> Answer:
    """The three-point formulas, where every call is content with them."""
    statement, name = context.statement(node), node.asname or node.name
    advice = Decline("write the central difference: (f(x + h) - f(x - h)) / (2 * h); order= took more points")
    if not isinstance(statement, ast.ImportFrom):
        return advice
    calls = {}
    for _, tree in context.cells:
        for call in walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == name:
                calls[call.func] = call
        if any(isinstance(n, ast.Name) and n.id == name and n not in calls for n in walk(tree)):
            return advice
    for call in calls.values():
        bound = context.bind(call, "func", "x0", "dx", "n")
        if bound is None or context.literal(bound.get("n", ast.Constant(1))) not in (1, 2):
            return advice
    text = _SHORT.replace("{name}", name)
    if len(statement.names) == 1:
        return Fix((context.replace_statement(statement, text),))
    return Fix(
        (
            MoveImport(context.span(statement), f"{statement.module}.{node.name}", None),
            context.insert(statement, text, after=True),
        )
    )
