"""SciPy functions whose result has another form or value.

stats.mode(x)                        →  stats.mode(x, keepdims=True)
median_absolute_deviation(x)         →  median_abs_deviation(x, scale=1 / 1.4826)
simps(y, x)                          →  simpson(y, x=x)      (an odd number of samples: the same)
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import definition, dimensions, elements, number
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.records import MoveImport, Safety

_MODE = "scipy.stats.mode"


@fixer(
    "SP210",
    on=f"call {_MODE}",
    until="1.11",
    since="1.9",
    why="the reduced axis is dropped from the result by default; it was kept, with length 1",
    examples=(
        Example(
            "from scipy import stats\nm = stats.mode([1, 2, 2, 3])\nv = m[0][0]",
            "from scipy import stats\nm = stats.mode([1, 2, 2, 3], keepdims=True)\nv = m[0][0]",
            "int(v)",
        ),
        Example(
            "from scipy.stats import mode\nk = mode([[1, 2], [1, 3]], axis=0)",
            "from scipy.stats import mode\nk = mode([[1, 2], [1, 3]], axis=0, keepdims=True)",
            "k[0].tolist()",
            {"scipy": "1.8.1"},
        ),
        Example(
            "import pandas as pd\nfrom scipy.stats import mode\nm = mode(['S', 'C', 'S'])\nv = m[0][0]",
            "import pandas as pd\nfrom scipy.stats import mode\nm = pd.Series(['S', 'C', 'S']).mode()\nv = m[0]",
            "str(v)",
        ),
        Same("from scipy import stats\nk = stats.mode([[1, 2], [1, 3]])"),
        Same("from scipy import stats\nv = stats.mode([1, 2], keepdims=False)[0]"),
    ),
)
def mode(call: ast.Call, context: Context) -> Answer:
    """Kept where the code is known to be older, or takes the first element twice, which fails on a scalar."""
    if any(k.arg in ("keepdims", None) for k in call.keywords) or len(call.args) > 3:
        return None
    if (texts := _words(call.args[0] if call.args else None, context)) is not None:
        return _most_common(call, texts, context)
    if context.vintage.before("scipy", "1.11") or _taken_twice(call, context):
        return Fix((context.edit_call(call, add={"keepdims": "True"}),))
    return Decline("since SciPy 1.11 the reduced axis is dropped: pass keepdims=True for the old shape, or tell the old version")


def _words(node: ast.expr | None, context: Context) -> ast.expr | None:
    """The argument, where it is certain to hold text, which mode no longer takes."""
    if node is None:
        return None
    kind = context.instance(node)
    if kind is not None and kind.fact("dtype") == "str":
        return node
    parts = elements(node, context)
    return node if parts and all(isinstance(context.literal(p), str) for p in parts) else None


def _most_common(call: ast.Call, texts: ast.expr, context: Context) -> Answer:
    """np.unique sorts, so that the smallest of the most frequent is found first, as mode did."""
    if len(call.args) != 1 or call.keywords:
        return Decline("mode takes numbers only: np.unique(x, return_counts=True) counts text")
    series = "{x}.mode()" if context.instance(texts, "pandas.Series") is not None else "{@pandas.Series}({x}).mode()"
    if (first := _first_element(call, context)) is not None:
        return Fix((context.replace(first, f"{series}[0]", x=texts),))
    uses = _uses(call, context)
    if uses and all(_first_element(use, context) is not None for use in uses):
        edits = [context.replace(_first_element(use, context) or use, "{m}[0]", m=use) for use in uses]
        return Fix((context.replace(call, series, x=texts), *edits))
    return Decline("mode takes numbers only: pandas.Series(x).mode()[0] is the smallest of the most frequent values")


def _uses(call: ast.Call, context: Context) -> list[ast.Name]:
    """The uses of the name that the result is given; none where one stands in another cell."""
    above = context.parent(call)
    if not (isinstance(above, ast.Assign) and len(above.targets) == 1 and isinstance(name := above.targets[0], ast.Name)):
        return []
    found = []
    for _, tree in context.cells:
        for node in walk(tree):
            if isinstance(node, ast.Name) and node.id == name.id and node is not name:
                if tree is not context.tree or not isinstance(node.ctx, ast.Load):
                    return []
                found.append(node)
    return found


def _first_element(call: ast.expr, context: Context) -> ast.Subscript | None:
    """The expression mode(x)[0][0] or mode(x).mode[0] around the call."""
    outer = context.parent(call)
    mode_part = (isinstance(outer, ast.Subscript) and context.literal(outer.slice) == 0) or (
        isinstance(outer, ast.Attribute) and outer.attr == "mode"
    )
    above = context.parent(outer) if outer is not None and mode_part else None
    return above if isinstance(above, ast.Subscript) and context.literal(above.slice) == 0 else None


def _taken_twice(call: ast.Call, context: Context) -> bool:
    """Whether the first element of the mode is taken: m[0][0], m.mode[0], m.count[0] of flat data; axis=None apart."""
    if _first_element(call, context) is not None:
        return True
    above = context.parent(call)
    if not (isinstance(above, ast.Assign) and len(above.targets) == 1 and isinstance(name := above.targets[0], ast.Name)):
        return False
    for _, tree in context.cells:
        for node in walk(tree):
            match node:
                case ast.Subscript(
                    value=ast.Subscript(value=ast.Name(id=used)) | ast.Attribute(value=ast.Name(id=used), attr="mode" | "count"),
                    slice=ast.Constant(value=0),
                ) if used == name.id:
                    return True
                case _:
                    pass
    return False


@fixer(
    "SP213",
    on="call scipy.special.sph_harm",
    until="1.17",
    since="1.15",
    why="the order of the arguments changed: degree first, then the polar angle; numbers give an array without dimensions",
    examples=(
        Example(
            "from scipy import special\nv = special.sph_harm(1, 2, 0.3, 0.7)",
            "from scipy import special\nv = special.sph_harm_y(2, 1, 0.7, 0.3)[()]",
            "complex(round(v.real, 9), round(v.imag, 9))",
        ),
        Example(
            "import numpy as np\nfrom scipy import special\nv = special.sph_harm(0, 1, np.zeros(2), np.ones(2))",
            "import numpy as np\nfrom scipy import special\nv = special.sph_harm_y(1, 0, np.ones(2), np.zeros(2))",
            "v.real.round(9).tolist()",
        ),
        Same("""
            from scipy import special
            v = special.sph_harm_y(2, 1, 0.7, 0.3)
            """),
    ),
)
def sph_harm(call: ast.Call, context: Context) -> Answer:
    """[()] takes the number out, and leaves an array that has dimensions as it is."""
    bound = context.bind(call, "m", "n", "theta", "phi")
    if bound is None or len(bound) != 4:
        return Decline("sph_harm(m, n, theta, phi) is sph_harm_y(n, m, phi, theta)")
    array = any((dimensions(v, context) or 0) >= 1 for v in bound.values())
    template = "{@scipy.special.sph_harm_y}({n}, {m}, {phi}, {theta})" + ("" if array else "[()]")
    return Fix((context.replace(call, template, **bound),))


@fixer(
    "SP214",
    on=("call scipy.integrate.quadrature", "name scipy.integrate.quadrature"),
    until="1.15",
    why="removed; quad integrates adaptively, to a smaller error",
    examples=(
        Example(
            "from scipy import integrate\nx = integrate.quadrature(lambda t: t ** 2, 0, 3)[0]",
            "from scipy import integrate\nx = integrate.quad(lambda t: t ** 2, 0, 3)[0]",
            "round(float(x), 7)",
        ),
        Same("""
            from scipy import integrate
            x = integrate.fixed_quad(lambda t: t ** 2, 0, 3)[0]
            y = integrate.quad(lambda t: t ** 2, 0, 3)[0]
            """),
    ),
)
def quadrature(node: ast.expr, context: Context) -> Answer:
    """The tolerances go. The name is also a module's, so that its call may not be known as the function's."""
    call = node if isinstance(node, ast.Call) else context.is_called(node)
    if call is None:
        return None
    bound = context.bind(call, "func", "a", "b", "args", "tol", "rtol", "maxiter")
    if bound is None or not {"func", "a", "b"} <= bound.keys():
        return Decline("quad(func, a, b, args=args) returns the integral and its error too")
    rest = ", args={args}" if "args" in bound else ""
    holes = {k: v for k, v in bound.items() if k in ("func", "a", "b", "args")}
    return Fix((context.replace(call, "{@scipy.integrate.quad}({func}, {a}, {b}" + rest + ")", **holes),))


_MAD = ("scipy.stats.median_absolute_deviation", "scipy.stats.stats.median_absolute_deviation")


@fixer(
    "SP211",
    on=(*(f"call {s}" for s in _MAD), *(f"import {s}" for s in _MAD)),
    until="1.9",
    since="1.5",
    why="renamed median_abs_deviation, which divides by the scale and does not scale by default",
    examples=(
        Example(
            "from scipy import stats\nm = stats.median_absolute_deviation([1.0, 2.0, 4.0])\n"
            "k = stats.median_absolute_deviation([1.0, 2.0, 4.0], scale=1)",
            "from scipy import stats\nm = stats.median_abs_deviation([1.0, 2.0, 4.0], scale=1 / 1.4826)\n"
            "k = stats.median_abs_deviation([1.0, 2.0, 4.0])",
            "(round(float(m), 9), round(float(k), 9))",
        ),
        Example(
            "from scipy.stats import median_absolute_deviation\nm = median_absolute_deviation([1.0, 2.0, 4.0])",
            "from scipy.stats import median_abs_deviation as median_absolute_deviation\n"
            "m = median_absolute_deviation([1.0, 2.0, 4.0], scale=1 / 1.4826)",
            "round(float(m), 9)",
        ),
        Same("""
            from scipy import stats
            m = stats.median_abs_deviation([1.0, 2.0, 4.0])
            """),
    ),
)
def median_deviation(node: ast.Call | ast.alias, context: Context) -> Answer:
    """The scale is turned over."""
    advice = Decline("median_abs_deviation(x, scale=1 / 1.4826) is the old default")
    if isinstance(node, ast.alias):
        return _move(node, "scipy.stats.median_abs_deviation", 3, context) or advice
    if not _plain_call(node, 3):
        return advice
    scale = context.keyword(node, "scale")
    if scale is None:
        edit = context.edit_call(node, add={"scale": "1 / 1.4826"})
    elif context.literal(scale) in (1, 1.0):
        edit = context.edit_call(node, drop=frozenset({"scale"}))
    else:
        edit = context.edit_call(node, values={"scale": "1 / {s}" if isinstance(scale, ast.Constant | ast.Name) else "1 / ({s})"},
                                 holes={"s": scale})  # fmt: skip
    if isinstance(node.func, ast.Attribute):
        return Fix((context.rename_attribute(node.func, "median_abs_deviation"), edit))
    return Fix((edit,))


# Functions whose result is as long as their argument.
_ELEMENTWISE = {f"numpy.{n}" for n in ("array", "asarray", "sin", "cos", "exp", "sqrt")}


@fixer(
    "SP212",
    on=("call scipy.integrate.simps", "import scipy.integrate.simps"),
    until="1.14",
    since="1.6",
    why="renamed simpson; with an even number of samples it corrects the last interval otherwise since SciPy 1.11",
    examples=(
        Example(
            "import numpy as np\nfrom scipy import integrate\ny = np.array([0.0, 1.0, 4.0])\na = integrate.simps(y, dx=0.5)\n"
            "d = integrate.simps(y, [0, 1, 2])",
            "import numpy as np\nfrom scipy import integrate\ny = np.array([0.0, 1.0, 4.0])\na = integrate.simpson(y, dx=0.5)\n"
            "d = integrate.simpson(y, x=[0, 1, 2])",
            "(round(float(a), 9), round(float(d), 9))",
        ),
        Same("from scipy import integrate\na = integrate.simps([0.0, 1.0, 4.0, 9.0])"),
        Same("from scipy.integrate import simps\ndef area(y):\n    return simps(y)"),
    ),
)
def simps(node: ast.Call | ast.alias, context: Context) -> Answer:
    """Certain where the number of samples is known to be odd."""
    if isinstance(node, ast.alias):
        if not all(_samples_odd(call, context) for call in _calls_of(node.asname or node.name, context)):
            return Fix((MoveImport(context.span(context.statement(node)), "scipy.integrate.simps", "scipy.integrate.simpson"),),
                       safety=Safety.REVIEW)  # fmt: skip
        return _move(node, "scipy.integrate.simpson", 4, context)
    if not _plain_call(node, 4) or context.keyword(node, "even") is not None:
        return Decline("simpson(y, x=x): the argument even= is gone")
    names = {index: name for index, name in enumerate(("", "x", "dx", "axis")) if 0 < index < len(node.args)}
    edits = [context.edit_call(node, name_positional=names)] if names else []
    rename = (context.rename_attribute(node.func, "simpson"),) if isinstance(node.func, ast.Attribute) else ()
    if not edits and not rename:
        return None
    odd = _samples_odd(node, context)
    message = "" if odd else "with an even number of samples simpson gives another value than simps did: check that it is odd"
    return Fix((*rename, *edits), message, None if odd else Safety.REVIEW)


def _samples_odd(call: ast.Call, context: Context) -> bool:
    for part in (call.args[:1], call.args[1:2], [k.value for k in call.keywords if k.arg in ("y", "x")]):
        for argument in part:
            if (count := _length(argument, context)) is not None:
                return count % 2 == 1
    return False


def _length(node: ast.expr, context: Context) -> int | None:
    if (parts := elements(node, context)) is not None:
        return len(parts)
    made = definition(node, context)
    match made:
        case ast.Call(args=[_, _, count, *_]) if context.symbol(made.func) == "numpy.linspace":
            value = number(count, context)
            return value if isinstance(value, int) else None
        case ast.Call(args=[_, _], keywords=[]) if context.symbol(made.func) == "numpy.linspace":
            return 50
        case ast.Call(args=[stop], keywords=[]) if context.symbol(made.func) == "numpy.arange":
            value = number(stop, context)
            return int(value) if isinstance(value, int) or (isinstance(value, float) and value.is_integer()) else None
        case ast.Call(args=[inner, *_]) if context.symbol(made.func) in _ELEMENTWISE:
            return _length(inner, context)
        case ast.BinOp(left=left, right=right):
            return _length(left, context) or _length(right, context)
        case _:
            return None


def _plain_call(call: ast.Call, most: int) -> bool:
    starred = any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)
    return not starred and len(call.args) <= most


def _calls_of(name: str, context: Context) -> list[ast.Call]:
    return [
        node
        for _, tree in context.cells
        for node in walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
    ]


def _move(node: ast.alias, new: str, most: int, context: Context) -> Answer:
    """Move an import whose every use is a call that is rewritten too."""
    statement, name = context.statement(node), node.asname or node.name
    functions = {call.func for call in _calls_of(name, context) if _plain_call(call, most)}
    for _, tree in context.cells:
        if any(isinstance(n, ast.Name) and n.id == name and n not in functions for n in walk(tree)):
            return None
    module = statement.module if isinstance(statement, ast.ImportFrom) else ""
    return Fix((MoveImport(context.span(statement), f"{module}.{node.name}", new),))
