"""Arrays of one element where a number is written or drawn.

"%.2f" % pred                     →  "%.2f" % pred.item()            (pred an array with dimensions)
plt.text(x0 + 0.1, 0.5, "limit")  →  plt.text((x0 + 0.1).item(), 0.5, "limit")
plt.annotate("", xy=(x0, y0))     →  plt.annotate("", xy=(x0.item(), y0.item()))

NumPy deprecated counting such an array as its number in 1.25 and ended it in 2.4. Matplotlib notices when it draws.
"""

from __future__ import annotations

import ast
import re

from codemods.fixers._arrays import has_dimensions
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer

_WHY = "an array with dimensions no longer counts as the number that it holds"
_CONVERSION = re.compile(
    r"%(?:%|(?P<name>\([^)]*\))?[-#0 +]*(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d+))?[hlL]?(?P<kind>[a-zA-Z]))"
)
_PLACED = {"text": 2, "arrow": 4}  # functions and how many numbers they take first
_NUMBERS = frozenset("diouxXeEfFgG")


@fixer(
    "NP265",
    on="node BinOp",
    library="numpy",
    until="2.4",
    why=_WHY,
    examples=(
        Example(
            'import numpy as np\np = np.array([1.25])\ns = "%.1f" % p',
            'import numpy as np\np = np.array([1.25])\ns = "%.1f" % p.item()',
            "s",
        ),
        Example(
            'import numpy as np\np = np.array([2])\ns = "%s: %d of %d%%" % ("a", p, 5)',
            'import numpy as np\np = np.array([2])\ns = "%s: %d of %d%%" % ("a", p.item(), 5)',
            "s",
        ),
        Example(
            """
            import numpy as np
            from sklearn.linear_model import LinearRegression
            X = np.array([[1.0], [2.0], [3.0]])
            model = LinearRegression().fit(X, 2 * X[:, 0] + 1)
            s = "%.3f %.3f" % (model.coef_, model.intercept_)
            """,
            """
            import numpy as np
            from sklearn.linear_model import LinearRegression
            X = np.array([[1.0], [2.0], [3.0]])
            model = LinearRegression().fit(X, 2 * X[:, 0] + 1)
            s = "%.3f %.3f" % (model.coef_.item(), model.intercept_)
            """,
            "s",
        ),
        Same('import numpy as np\np = np.array([1.25])\ns = "%s %.1f" % (p, p[0])'),
    ),
)
def formatted(node: ast.BinOp, context: Context) -> Answer:
    """The operands that stand where a string asks for a number."""
    if not isinstance(node.op, ast.Mod) or not isinstance(text := context.literal(node.left), str):
        return None
    found = [m for m in _CONVERSION.finditer(text) if m["kind"]]
    if any(m["name"] or "*" in (m["width"], m["precision"]) for m in found):
        return None
    operands = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    if len(operands) != len(found):
        return None
    edits = tuple(
        context.replace(operand, "{v}.item()", v=operand)
        for operand, match in zip(operands, found, strict=True)
        if match["kind"] in _NUMBERS and has_dimensions(operand, context)
    )
    return Fix(edits) if edits else None


@fixer(
    "NP266",
    on=tuple(f"call matplotlib.{owner}.{name}" for owner in ("pyplot", "axes.Axes") for name in (*_PLACED, "annotate")),
    library="numpy",
    until="2.4",
    why=_WHY,
    examples=(
        Example(
            """
            import matplotlib.pyplot as plt
            import numpy as np
            x = np.array([1.0, 2.0])
            t = plt.text(x[x > 1] + 0.5, 0.5, "limit")
            """,
            """
            import matplotlib.pyplot as plt
            import numpy as np
            x = np.array([1.0, 2.0])
            t = plt.text((x[x > 1] + 0.5).item(), 0.5, "limit")
            """,
            "float(t.get_unitless_position()[0])",
        ),
        Example(
            """
            import matplotlib.pyplot as plt
            import numpy as np
            y = np.array([2.0])
            t = plt.annotate("gap", xy=(1, y), xytext=(1, y - float("0.5")))
            """,
            """
            import matplotlib.pyplot as plt
            import numpy as np
            y = np.array([2.0])
            t = plt.annotate("gap", xy=(1, y.item()), xytext=(1, (y - float("0.5")).item()))
            """,
            "float(t.xy[1]), float(t.get_position()[1])",
        ),
        Same("import matplotlib.pyplot as plt\nimport numpy as np\nx = np.array([1.0])\nt = plt.text(x[0], 0.5, 'limit')"),
    ),
)
def position(node: ast.Call, context: Context) -> Answer:
    """The coordinates of a text or an arrow; those of annotate() stand in pairs."""
    name = (context.symbol(node.func) or context.text(node.func)).rpartition(".")[2]
    pairs = [*node.args[1:3], *(k.value for k in node.keywords if k.arg in ("xy", "xytext"))] if name == "annotate" else []
    places = [element for pair in pairs if isinstance(pair, ast.Tuple) for element in pair.elts]
    places += [*node.args[: _PLACED.get(name, 0)], *(k.value for k in node.keywords if k.arg in ("x", "y", "dx", "dy"))]
    edits = tuple(context.replace(p, "{v}.item()", v=p) for p in places if has_dimensions(p, context))
    return Fix(edits) if edits else None
