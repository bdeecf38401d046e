"""The financial functions moved to the package numpy-financial; the common ones are one line each.

np.pmt(0.05 / 12, 24, 1000.0)   →  -(1000.0 * (1 + 0.05 / 12) ** 24) * (0.05 / 12) / ((1 + 0.05 / 12) ** 24 - 1)
np.npv(0.1, flows)              →  sum(v / (1 + 0.1) ** i for i, v in enumerate(flows))

The formulas divide by the rate: written only where the rate is a constant that is not zero.
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import number, plain
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk

_ADVICE = "install numpy-financial and write numpy_financial.{0}(…): the same function"
_FORMULA = {
    "pmt": (("rate", "nper", "pv"), "-{pv} * {rate} / (1 - (1 + {rate}) ** -{nper})"),
    "fv": (("rate", "nper", "pmt", "pv"), "-({pv} * (1 + {rate}) ** {nper} + {pmt} * ((1 + {rate}) ** {nper} - 1) / {rate})"),
    "pv": (("rate", "nper", "pmt"), "-{pmt} * (1 - (1 + {rate}) ** -{nper}) / {rate}"),
}


@fixer(
    "NP210",
    on=("call numpy.pmt", "call numpy.fv", "call numpy.pv"),
    until="1.20",
    why="the financial functions moved to numpy-financial",
    examples=(
        Example(
            "import numpy as np\nx = np.pmt(0.05 / 12, 24, 1000.0)",
            "import numpy as np\nx = -1000.0 * (0.05 / 12) / (1 - (1 + 0.05 / 12) ** -24)",
            "round(float(x), 9)",
        ),
        Same("import numpy as np\ndef pay(rate):\n    return np.pmt(rate, 24, 1000.0)"),
    ),
)
def annuity(call: ast.Call, context: Context) -> Answer:
    """Payments at the end of each period, scalar arguments."""
    name = (context.symbol(call.func) or "").rpartition(".")[2]
    parameters, formula = _FORMULA[name]
    bound = context.bind(call, *parameters)
    advice = Decline(_ADVICE.format(name))
    if bound is None or len(bound) != len(parameters) or not all(map(plain, bound.values())):
        return advice
    rate = number(bound["rate"], context)
    if rate is MISSING or not rate:
        return advice
    return Fix((context.replace(call, formula, **bound),))


@fixer(
    "NP211",
    on="call numpy.npv",
    until="1.20",
    why="the financial functions moved to numpy-financial; the first flow is not discounted",
    examples=(
        Example(
            "import numpy as np\nx = np.npv(0.1, [-100, 60, 60])",
            "import numpy as np\nx = sum(v / (1 + 0.1) ** i for i, v in enumerate([-100, 60, 60]))",
            "round(float(x), 9)",
        ),
        Same("""
            import numpy as np
            def npv(rate, values):
                return sum(v / (1 + rate) ** i for i, v in enumerate(values))
            x = npv(0.1, [-100, 60, 60])
            """),
    ),
)
def npv(call: ast.Call, context: Context) -> Answer:
    """One series of flows, a plain rate."""
    bound = context.bind(call, "rate", "values")
    if bound is None or len(bound) != 2 or not plain(bound["rate"]):
        return Decline(_ADVICE.format("npv"))
    used = {n.id for n in walk(bound["rate"]) if isinstance(n, ast.Name)}
    if used & {"v", "i"}:
        return Decline(_ADVICE.format("npv"))
    return Fix((context.replace(call, "{@builtins.sum}(v / (1 + {rate}) ** i for i, v in enumerate({values}))", **bound),))


@fixer(
    "NP212",
    on=tuple(f"call numpy.{n}" for n in ("irr", "mirr", "nper", "ipmt", "ppmt", "rate")),
    until="1.20",
    why="the financial functions moved to numpy-financial",
    examples=(Same("import numpy as np\nx = np.irr([-100, 60, 60])"),),
)
def others(call: ast.Call, context: Context) -> Answer:
    """No short form."""
    return Decline(_ADVICE.format((context.symbol(call.func) or "").rpartition(".")[2]))
