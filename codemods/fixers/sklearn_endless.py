"""A tolerance of minus infinity meant: never stop early.

SGDRegressor(max_iter=50, tol=-np.inf)  →  SGDRegressor(max_iter=50, tol=None)
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Example, Fix, Same, fixer

_CLASSES = ("SGDClassifier", "SGDRegressor", "Perceptron", "PassiveAggressiveClassifier", "PassiveAggressiveRegressor")
_INFINITE = {"numpy.inf", "numpy.infty", "numpy.Inf", "numpy.Infinity", "numpy.PINF", "math.inf"}


@fixer(
    "SK291",
    on=tuple(f"call sklearn.linear_model.{c}" for c in _CLASSES),
    until="1.2",
    why="tol must be None or positive; minus infinity meant None",
    examples=(
        Example(
            "import numpy as np\nfrom sklearn.linear_model import SGDRegressor\nm = SGDRegressor(max_iter=50, tol=-np.infty, random_state=42)",
            "import numpy as np\nfrom sklearn.linear_model import SGDRegressor\nm = SGDRegressor(max_iter=50, tol=None, random_state=42)",
            "m.fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 2.0]).n_iter_",
        ),
        Same("from sklearn.linear_model import SGDRegressor\nm = SGDRegressor(max_iter=50, tol=1e-3)"),
    ),
)
def never_stop(call: ast.Call, context: Context) -> Answer:
    match context.keyword(call, "tol"):
        case ast.UnaryOp(op=ast.USub(), operand=operand) if _is_infinite(operand, context):
            return Fix((context.edit_call(call, values={"tol": "None"}),))
        case _:
            return None


def _is_infinite(node: ast.expr, context: Context) -> bool:
    if context.symbol(node) in _INFINITE or (isinstance(node, ast.Attribute) and f"numpy.{node.attr}" in _INFINITE):
        return True
    match node:
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant(value=str(text))]):
            return text.lower().lstrip("+") in ("inf", "infinity")
        case _:
            return False
