"""hold is gone: since matplotlib 2.0 a plot call always adds to what is there.

plt.hold(True)      →  (removed)
ax.ishold()         →  True
plt.hold(False)        reported: clear the axes before the next plot call
"""

from __future__ import annotations

import ast

from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer

_OWNERS = ("matplotlib.pyplot", "matplotlib.axes.Axes", "matplotlib.figure.Figure", "pylab", "matplotlib.pylab")


@fixer(
    "MP200",
    on=tuple(f"call {o}.hold" for o in _OWNERS),
    library="matplotlib",
    until="3.0",
    why="a plot call always adds to what is there",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nplt.hold(True)\nplt.plot([0, 1])\nax = plt.gca()\nax.hold('on')\nn = len(ax.lines)",
            "import matplotlib.pyplot as plt\nplt.plot([0, 1])\nax = plt.gca()\nn = len(ax.lines)",
            "n",
        ),
        Same("import matplotlib.pyplot as plt\nplt.hold(False)\nplt.plot([0, 1])"),
    ),
)
def hold(call: ast.Call, context: Context) -> Answer:
    """Holding is dropped; not holding is reported, as is toggling."""
    statement = context.parent(call)
    given = context.literal(context.keyword(call, "b") or (call.args[0] if call.args else None))
    holds = given is not MISSING and (given == "on" or (given and not isinstance(given, str)))
    if not holds or not isinstance(statement, ast.Expr):
        return Decline("where nothing was held, clear the axes before the next plot call: ax.clear() or plt.cla()")
    return Fix((context.replace_statement(statement, ""),))


@fixer(
    "MP201",
    on=tuple(f"call {o}.ishold" for o in _OWNERS),
    library="matplotlib",
    until="3.0",
    why="a plot call always adds to what is there",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nx = plt.ishold()",
            "import matplotlib.pyplot as plt\nx = True",
            "x",
        ),
        Same("""
            import matplotlib.pyplot as plt
            class Call:
                def ishold(self):
                    return True
            x = Call().ishold()
            """),
    ),
)
def ishold(call: ast.Call, context: Context) -> Answer:
    """Always true."""
    return Fix((context.replace(call, "True"),))
