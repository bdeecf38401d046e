"""np.histogram(normed=True) divided by the sum of count × width; density=True divides each count by n × width.

np.histogram(x, bins=10, normed=True)           →  np.histogram(x, bins=10, density=True)      (equal widths: the same)
h, e = np.histogram(x, bins=b, normed=True)     →  h, e = np.histogram(x, bins=b)
                                                   h = h / (h * np.diff(e)).sum()              (other widths)
"""

from __future__ import annotations

import ast
from itertools import pairwise

from codemods.fixers._arrays import definition, plain
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer


@fixer(
    "NP240",
    on="call numpy.histogram",
    until="1.24",
    why="removed; density is another normalisation where the bins are not equally wide",
    examples=(
        Example(
            "import numpy as np\nh, _ = np.histogram([1, 2, 2], bins=2, normed=True)",
            "import numpy as np\nh, _ = np.histogram([1, 2, 2], bins=2, density=True)",
            "h.tolist()",
        ),
        Example(
            "import numpy as np\nbins = [0, 1, 2, 6]\nh, _ = np.histogram([0.5, 1.5, 3.0], bins=bins, normed=True)",
            "import numpy as np\nbins = [0, 1, 2, 6]\nh, _ = np.histogram([0.5, 1.5, 3.0], bins=bins)\n"
            "h = h / (h * np.diff(bins)).sum()",
            "[round(v, 9) for v in h]",
        ),
        Example(
            "import numpy as np\nh = np.histogram([1, 2], normed=False)",
            "import numpy as np\nh = np.histogram([1, 2])",
            "h[0].tolist()",
        ),
        Same("import numpy as np\nx = [1, 2]\ndef f(b):\n    return np.histogram(x, b, normed=True)"),
    ),
)
def normed(call: ast.Call, context: Context) -> Answer:
    """By the widths of the bins."""
    value = context.keyword(call, "normed")
    position = None
    if value is None and len(call.args) > 3 and not any(isinstance(a, ast.Starred) for a in call.args):
        position, value = 3, call.args[3]
    if value is None:
        return None
    literal = context.literal(value)
    if literal is MISSING:
        return Decline("the value of normed is not known: density=True is the same for bins of equal width")
    if position is not None:
        return Decline("normed is passed by position: write density= for bins of equal width")
    if not literal:
        return Fix((context.edit_call(call, drop=frozenset({"normed"})),))
    bins = context.keyword(call, "bins") or (call.args[1] if len(call.args) > 1 else None)
    if equal_widths(bins, context):
        return Fix((context.edit_call(call, rename={"normed": "density"}),))
    match context.parent(call):
        case ast.Assign(targets=[ast.Tuple(elts=[ast.Name() as counts, ast.Name() as edges])]) as statement:
            widths: ast.expr = edges if edges.id != "_" or not plain(bins) or bins is None else bins
            after = context.insert(
                statement, "{h} = {h} / ({h} * {@numpy.diff}({widths})).sum()", after=True, h=counts, widths=widths
            )
            return Fix((context.edit_call(call, drop=frozenset({"normed"})), after))
        case _:
            return Decline("unpack h, edges = np.histogram(x, bins) and divide: h / (h * np.diff(edges)).sum()")


def equal_widths(bins: ast.expr | None, context: Context) -> bool:
    """Whether bins of np.histogram are certain to be equally wide."""
    if bins is None:
        return True
    made = definition(bins, context)
    literal = context.literal(made)
    if isinstance(literal, int):
        return True
    if isinstance(literal, list | tuple) and all(isinstance(v, int | float) for v in literal):
        steps = [b - a for a, b in pairwise(literal)]
        return all(abs(s - steps[0]) <= 1e-9 * abs(steps[0]) for s in steps)
    if isinstance(made, ast.Call):
        name = context.symbol(made.func) or (made.func.id if isinstance(made.func, ast.Name) else "")
        return name in ("numpy.linspace", "numpy.arange", "range", "builtins.range", "builtins.len", "builtins.int", "len", "int")
    kind = context.instance(bins)
    return kind is not None and kind.name == "builtins.int"
