"""Keywords of the scales lost the letter of their axis.

ax.set_yscale("log", nonposy="clip", basey=2)   →  ax.set_yscale("log", nonpositive="clip", base=2)
plt.semilogx(x, y, basex=2)                     →  plt.semilogx(x, y, base=2)
ax.loglog(x, y, basex=10, basey=2)              →  ax.loglog(x, y)
                                                   ax.set_yscale("log", base=2)
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_WORDS = {"base": "base", "subs": "subs", "nonpos": "nonpositive", "linthresh": "linthresh", "linscale": "linscale"}
_DEFAULT_BASE = 10
_OWNERS = ("matplotlib.pyplot", "matplotlib.axes.Axes")
_ONE_AXIS = {"xscale": "x", "yscale": "y", "set_xscale": "x", "set_yscale": "y", "semilogx": "x", "semilogy": "y"}


@fixer(
    "MP210",
    on=tuple(f"call {o}.{n}" for o in _OWNERS for n in _ONE_AXIS),
    library="matplotlib",
    until="3.5",
    since="3.3",
    why="the keywords no longer name the axis",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.set_yscale('log', nonposy='clip', basey=2)\n"
            "b = ax.yaxis.get_transform().base",
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.set_yscale('log', nonpositive='clip', base=2)\n"
            "b = ax.yaxis.get_transform().base",
            "b",
        ),
        Example(
            "import matplotlib.pyplot as plt\nplt.xscale('symlog', linthreshx=0.1)",
            "import matplotlib.pyplot as plt\nplt.xscale('symlog', linthresh=0.1)",
        ),
        Same("import matplotlib.pyplot as plt\nplt.xscale('log', base=2)"),
    ),
)
def one_axis(call: ast.Call, context: Context) -> Answer:
    """Each keyword of the axis loses its letter."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else (context.symbol(call.func) or "").rpartition(".")[2]
    axis = _ONE_AXIS.get(name)
    rename = {old + axis: new for old, new in _WORDS.items() if axis and context.keyword(call, old + axis) is not None}
    return Fix((context.edit_call(call, rename=rename),)) if rename else None


@fixer(
    "MP211",
    on=tuple(f"call {o}.loglog" for o in _OWNERS),
    library="matplotlib",
    until="3.5",
    since="3.3",
    why="loglog takes one base (…) for both axes",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.loglog([1, 10], [1, 4], basex=10, basey=2)\n"
            "b = ax.yaxis.get_transform().base",
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.loglog([1, 10], [1, 4])\n"
            "ax.set_yscale('log', base=2)\n"
            "b = ax.yaxis.get_transform().base",
            "b",
        ),
        Example(
            "import matplotlib.pyplot as plt\nplt.loglog([1, 10], [1, 4], basex=2, basey=2)",
            "import matplotlib.pyplot as plt\nplt.loglog([1, 10], [1, 4], base=2)",
        ),
        Same("""
            import matplotlib.pyplot as plt
            fig, ax = plt.subplots()
            ax.loglog([1, 10], [1, 4], base=2)
            def log(value, basex=10):
                return basex
            b = log(1, basex=2)
            """),
    ),
)
def both_axes(call: ast.Call, context: Context) -> Answer:
    """One keyword where both axes agree; otherwise the scale of an axis is set after the call."""
    given = {axis: {w: v for w in _WORDS if (v := context.keyword(call, w + axis)) is not None} for axis in "xy"}
    if not given["x"] and not given["y"]:
        return None
    drop = frozenset(word + axis for axis in "xy" for word in given[axis])
    if {w: ast.dump(v) for w, v in given["x"].items()} == {w: ast.dump(v) for w, v in given["y"].items()}:
        rename = {f"{word}x": _WORDS[word] for word in given["x"]}
        return Fix((context.edit_call(call, rename=rename, drop=frozenset(f"{w}y" for w in given["y"])),))
    statement = context.statement(call)
    if (
        not isinstance(statement, ast.Expr | ast.Assign)
        or statement.value is not call
        or not isinstance(call.func, ast.Attribute)
    ):
        return Decline("call set_xscale and set_yscale with the base of each axis after loglog")
    edits = [context.edit_call(call, drop=drop)]
    pyplot = context.symbol(call.func.value) == "matplotlib.pyplot"
    inserts = []
    for axis, words in given.items():
        words = {w: v for w, v in words.items() if not (w == "base" and context.literal(v) == _DEFAULT_BASE)}
        if words:
            arguments = ", ".join(f"{_WORDS[w]}={{{w}}}" for w in words)
            setter = f"{axis}scale" if pyplot else f"set_{axis}scale"
            template = f"{{owner}}.{setter}('log', {arguments})"
            inserts.append(context.insert(statement, template, after=True, owner=call.func.value, **words))
    return Fix((*edits, *inserts))
