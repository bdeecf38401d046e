"""Counts of subplots are integers.

    plt.subplot(np.ceil(n / 2), 2, i)  →  plt.subplot(int(np.ceil(n / 2)), 2, i)

matplotlib before 3.3 took them with int() itself.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.types import Instance

_FLOATS = {"builtins.float", "numpy.float64", "numpy.float32"}
_ROUNDED = {"numpy.ceil", "numpy.floor", "numpy.round", "numpy.rint", "numpy.trunc"}


@fixer(
    "MP270",
    on=("call matplotlib.pyplot.subplot", "call matplotlib.figure.Figure.add_subplot", "call matplotlib.pyplot.subplots"),
    until="3.3",
    why="the numbers of rows, columns and the place must be integers",
    examples=(
        Example(
            "import numpy as np\nimport matplotlib.pyplot as plt\nfor j in range(3):\n    ax = plt.subplot(np.ceil(3 / 2), 2, j + 1)",
            "import numpy as np\nimport matplotlib.pyplot as plt\nfor j in range(3):\n    ax = plt.subplot(int(np.ceil(3 / 2)), 2, j + 1)",
            "ax.get_subplotspec().get_geometry()[:2]",
        ),
        Same("import matplotlib.pyplot as plt\nfig = plt.figure()\na = fig.add_subplot(2, 2, 1)\nb = plt.subplot(221)"),
    ),
)
def counts(call: ast.Call, context: Context) -> Answer:
    edits = tuple(context.replace(a, "int({a})", a=a) for a in call.args[:3] if _is_float(a, context))
    return Fix(edits) if edits else None


def _is_float(node: ast.expr, context: Context) -> bool:
    if isinstance(node, ast.Call) and context.symbol(node.func) in _ROUNDED:
        return True
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return True
    kinds = context.types(node)
    return bool(kinds) and all(isinstance(k, Instance) and k.name in _FLOATS for k in kinds)
