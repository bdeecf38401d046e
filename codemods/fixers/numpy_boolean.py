"""Minus between and before arrays of truth values is an error; the logical operators say what was meant.

-mask          →  ~mask
a - b          →  a ^ b      (both arrays of truth values)
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import dtype_name
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer


def _truths(node: ast.expr, context: Context) -> bool:
    kind = context.instance(node, "numpy.ndarray")
    return kind is not None and (kind.fact("dtype") == "bool" or dtype_name(node, context) == "bool")


@fixer(
    "NP290",
    on="node UnaryOp",
    library="numpy",
    until="1.13",
    why="the negative of an array of truth values is written ~",
    examples=(
        Example(
            "import numpy as np\nmask = np.array([1, 2]) > 1\nx = -mask",
            "import numpy as np\nmask = np.array([1, 2]) > 1\nx = ~mask",
            "x.tolist()",
        ),
        Same("import numpy as np\na = np.array([1, 2])\nx = -a"),
    ),
)
def negative(node: ast.UnaryOp, context: Context) -> Answer:
    """Only where the dtype is certain."""
    if not isinstance(node.op, ast.USub) or not _truths(node.operand, context):
        return None
    return Fix((context.replace(node, "~{v}", v=node.operand),))


@fixer(
    "NP291",
    on="node BinOp",
    library="numpy",
    until="1.13",
    why="the difference of arrays of truth values is written ^",
    examples=(
        Example(
            "import numpy as np\na = np.array([1, 2]) > 1\nb = np.array([1, 2]) > 0\nx = a - b",
            "import numpy as np\na = np.array([1, 2]) > 1\nb = np.array([1, 2]) > 0\nx = a ^ b",
            "x.tolist()",
        ),
        Same("import numpy as np\na = np.array([1, 2]) > 1\nx = 1 - a"),
    ),
)
def difference(node: ast.BinOp, context: Context) -> Answer:
    """Only where both dtypes are certain."""
    if not isinstance(node.op, ast.Sub) or not _truths(node.left, context) or not _truths(node.right, context):
        return None
    return Fix((context.replace(node, "{a} ^ {b}", a=node.left, b=node.right),))
