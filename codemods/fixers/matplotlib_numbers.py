"""Numbers that are written as text: Matplotlib took what `float()` takes.

plt.plot(x, alpha="0.5")     →  plt.plot(x, alpha=0.5)      (3.2)
plt.xticks(rotation="90")    →  plt.xticks(rotation=90)     (3.6)
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Example, Fix, Same, fixer

_PLOTTING = ("matplotlib.", "seaborn.", "pandas.plotting.")
_METHODS = ("plot", "hist", "boxplot")  # of pandas


@fixer(
    "MP256",
    on="node Call",
    library="matplotlib",
    until="3.2",
    words=("alpha",),
    why="alpha must be a number",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nax = plt.gca()\nlines = ax.plot([0, 1], alpha='0.1')\na = float(lines[0].get_alpha())",
            "import matplotlib.pyplot as plt\nax = plt.gca()\nlines = ax.plot([0, 1], alpha=0.1)\na = float(lines[0].get_alpha())",
            "a",
        ),
        Same("""
            import matplotlib.pyplot as plt
            class Letters:
                def plot(self, alpha):
                    return alpha
            a = Letters().plot(alpha="0.1")
            lines = plt.plot([0, 1], alpha=0.1)
            """),
    ),
)
def alpha(call: ast.Call, context: Context) -> Answer:
    return _number(call, "alpha", context)


@fixer(
    "MP257",
    on="node Call",
    library="matplotlib",
    until="3.6",
    words=("rotation",),
    why="the angle of a text must be a number, 'vertical' or 'horizontal'",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nt = plt.title('x', rotation='90')\nr = t.get_rotation()",
            "import matplotlib.pyplot as plt\nt = plt.title('x', rotation=90)\nr = t.get_rotation()",
            "r",
        ),
        Same("""
            import matplotlib.pyplot as plt
            t = plt.title("x", rotation="vertical")
            d = dict(rotation="90")
            """),
    ),
)
def rotation(call: ast.Call, context: Context) -> Answer:
    return _number(call, "rotation", context)


def _number(call: ast.Call, keyword: str, context: Context) -> Answer:
    value = context.keyword(call, keyword)
    text = context.literal(value)
    if value is None or not isinstance(text, str) or not _plots(call.func, context):
        return None
    try:
        float(text)
    except ValueError:
        return None
    return Fix((context.replace(value, text.strip()),))


def _plots(called: ast.expr, context: Context) -> bool:
    """Whether a function hands its keywords to Matplotlib."""
    if (context.symbol(called) or "").startswith(_PLOTTING):
        return True
    match called:
        case ast.Attribute(value=ast.Attribute(value=data, attr="plot")) | ast.Attribute(value=data) if (
            kind := context.instance(data)
        ) is not None:
            plotted = called.attr in _METHODS or (isinstance(called.value, ast.Attribute) and called.value.attr == "plot")
            return kind.name.startswith(_PLOTTING) or (kind.name.startswith("pandas.") and plotted)
        case _:
            return False
