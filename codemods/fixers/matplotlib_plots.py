"""Arguments of plotting functions.

plt.bar(left=x, height=h)               →  plt.bar(x=x, height=h, align="edge")    (before 2.0 bars began at x)
plt.scatter(x, y, linewidth=1, linewidths=2)  →  plt.scatter(x, y, linewidth=1)
plt.plot_date(t, y)                     →  plt.plot(t, y, "o")
grid.map(plt.scatter, "a", "b", s=sizes)  →  each facet takes as many sizes as it has points
plt.savefig("a.jpg", quality=90)        →  plt.savefig("a.jpg", pil_kwargs={"quality": 90})
plt.subplots(subplot_kw=dict(axisbg="w"))  →  plt.subplots(subplot_kw=dict(facecolor="w"))
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Safety

_OWNERS = ("matplotlib.pyplot", "matplotlib.axes.Axes")
_PLACE = {"bar": ("left", "x"), "barh": ("bottom", "y")}


def _name(call: ast.Call, context: Context) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return (context.symbol(call.func) or "").rpartition(".")[2]


@fixer(
    "MP250",
    on=tuple(f"call {o}.{n}" for o in _OWNERS for n in _PLACE),
    library="matplotlib",
    until="2.1",
    why="the place of the bars is x (barh: y); since 2.0 it is their middle",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nb = plt.bar(left=[0, 1], height=[3, 4], width=0.8)\n"
            "x = [round(r.get_x(), 2) for r in b]",
            "import matplotlib.pyplot as plt\nb = plt.bar(x=[0, 1], height=[3, 4], width=0.8, align='edge')\n"
            "x = [round(r.get_x(), 2) for r in b]",
            "x",
            {"matplotlib": "1.5.3"},
        ),
        Example(
            "import matplotlib.pyplot as plt\nb = plt.bar(left=[0, 1], height=[3, 4], align='center')",
            "import matplotlib.pyplot as plt\nb = plt.bar(x=[0, 1], height=[3, 4], align='center')",
        ),
        Same("import matplotlib.pyplot as plt\nb = plt.bar(left=[0, 1], height=[3, 4])"),
        Same("import matplotlib.pyplot as plt\nb = plt.bar([0, 1], height=[3, 4], bottom=[1, 1])"),
    ),
)
def bar_keyword(call: ast.Call, context: Context) -> Answer:
    """left= (barh: bottom= without y) is an old call; whether its bars were centred depends on the release."""
    old, new = _PLACE.get(_name(call, context), ("", ""))
    if not old or context.keyword(call, old) is None or context.keyword(call, new) is not None or call.args:
        return None
    if context.keyword(call, "align") is not None or context.vintage.since("matplotlib", "2.0"):
        return Fix((context.edit_call(call, rename={old: new}),))
    if not context.vintage.before("matplotlib", "2.0"):
        message = f"{old} is {new} now; before matplotlib 2.0 it was the edge of the bars: tell the old version (--was)"
        return Fix((context.edit_call(call, rename={old: new}),), message, Safety.REVIEW)
    return Fix((context.edit_call(call, rename={old: new}, add={"align": "'edge'"}),))


@fixer(
    "MP251",
    on=tuple(f"call {o}.{n}" for o in _OWNERS for n in _PLACE),
    library="matplotlib",
    until="2.0",
    why="bars are centred on their place by default; they began there",
    silent=True,
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nb = plt.bar([0, 1], [3, 4])\nx = [round(r.get_x(), 2) for r in b]",
            "import matplotlib.pyplot as plt\nb = plt.bar([0, 1], [3, 4], align='edge')\nx = [round(r.get_x(), 2) for r in b]",
            "x",
            {"matplotlib": "1.5.3"},
        ),
        Same("import matplotlib.pyplot as plt\nb = plt.bar([0, 1], [3, 4])", {"matplotlib": "2.2.3"}),
    ),
)
def bar_align(call: ast.Call, context: Context) -> Answer:
    """Positional calls: the default is written out."""
    if not call.args or any(k.arg in ("align", None) for k in call.keywords):
        return None
    if any(isinstance(a, ast.Starred) for a in call.args) or context.vintage.release("matplotlib") is None:
        return None  # of unknown age: bars are too common to ask each time
    return Fix((context.edit_call(call, add={"align": "'edge'"}),))


_PAIRS = {"linewidths": ("linewidth", "lw"), "edgecolors": ("edgecolor", "ec"), "facecolors": ("facecolor", "fc"),
          "linestyles": ("linestyle", "ls")}  # fmt: skip


@fixer(
    "MP252",
    on=tuple(f"call {o}.{n}" for o in _OWNERS for n in ("scatter", "pcolormesh", "pcolor", "hexbin")),
    library="matplotlib",
    until="3.9",
    why="two names of one property can't both be given; the singular was applied last",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\ns = plt.scatter([1], [2], linewidth=1, linewidths=2)\n"
            "x = s.get_linewidth().tolist()",
            "import matplotlib.pyplot as plt\ns = plt.scatter([1], [2], linewidth=1)\nx = s.get_linewidth().tolist()",
            "x",
        ),
        Same("""
            import matplotlib.pyplot as plt
            s = plt.scatter([1], [2], linewidths=2)
            p = plt.plot([1], [2], linewidth=1)
            """),
    ),
)
def aliases(call: ast.Call, context: Context) -> Answer:
    """The plural is dropped where the singular is given."""
    given = {k.arg for k in call.keywords}
    drop = {plural for plural, others in _PAIRS.items() if plural in given and given & set(others)}
    return Fix((context.edit_call(call, drop=frozenset(drop)),)) if drop else None


@fixer(
    "MP253",
    on=tuple(f"call {o}.plot_date" for o in _OWNERS),
    library="matplotlib",
    until="3.11",
    why="removed; plot takes dates",
    examples=(
        Example(
            "import datetime\nimport matplotlib.pyplot as plt\nt = [datetime.datetime(2020, 1, 1)]\n"
            "p = plt.plot_date(t, [1])[0].get_marker()",
            "import datetime\nimport matplotlib.pyplot as plt\nt = [datetime.datetime(2020, 1, 1)]\n"
            "p = plt.plot(t, [1], 'o')[0].get_marker()",
            "p",
        ),
        Same("""
            import datetime
            import matplotlib.pyplot as plt
            p = plt.plot([datetime.datetime(2020, 1, 1)], [1], "o")
            def plot_date(x, y):
                return x
            q = plot_date(1, 2)
            """),
    ),
)
def plot_date(call: ast.Call, context: Context) -> Answer:
    """Numbers were dates too: the axis must be told."""
    bound = {k.arg: k.value for k in call.keywords}
    if None in bound or {"tz", "xdate", "ydate", "x", "y"} & bound.keys() or not 2 <= len(call.args) <= 3:
        return Decline("plot takes dates; ax.xaxis_date(tz) makes an axis of numbers one of dates")
    if not isinstance(call.func, ast.Attribute):
        return Decline("plot takes dates; ax.xaxis_date(tz) makes an axis of numbers one of dates")
    holes: dict[str, ast.AST] = {"owner": call.func.value, "x": call.args[0], "y": call.args[1]}
    marker = "'o'"
    if len(call.args) == 3 or "fmt" in bound:
        holes["fmt"] = call.args[2] if len(call.args) == 3 else bound["fmt"]
        marker = "{fmt}"
    elif "marker" in bound or "linestyle" in bound or "ls" in bound:
        return Decline("plot(…, marker=…, linestyle=…): plot_date drew markers 'o' without lines where nothing was said")
    rest = "".join(f", {name}={{k_{name}}}" for name in bound if name != "fmt")
    holes.update({f"k_{name}": value for name, value in bound.items() if name != "fmt"})
    return Fix((context.replace(call, f"{{owner}}.plot({{x}}, {{y}}, {marker}{rest})", **holes),))


@fixer(
    "MP254",
    on=("call matplotlib.pyplot.savefig", "call matplotlib.figure.Figure.savefig"),
    until="3.5",
    since="3.1",
    why="options of the picture's format are passed on in pil_kwargs",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nplt.savefig('a.jpg', quality=90)",
            "import matplotlib.pyplot as plt\nplt.savefig('a.jpg', pil_kwargs={'quality': 90})",
        ),
        Same("""
            import matplotlib.pyplot as plt
            plt.savefig("a.jpg", pil_kwargs={"quality": 90})
            def save(name, quality=90):
                return quality
            x = save("a.jpg", quality=80)
            """),
    ),
)
def jpeg(call: ast.Call, context: Context) -> Answer:
    """quality, optimize and progressive."""
    names = [n for n in ("quality", "optimize", "progressive") if context.keyword(call, n) is not None]
    if not names or context.keyword(call, "pil_kwargs") is not None:
        return None
    holes = {n: context.keyword(call, n) for n in names}
    value = "{{" + ", ".join(f"'{n}': {{{n}}}" for n in names) + "}}"
    known = {n: v for n, v in holes.items() if v is not None}
    return Fix((context.edit_call(call, drop=frozenset(names), add={"pil_kwargs": value}, holes=known),))


@fixer(
    "MP255",
    on=("call matplotlib.pyplot.subplots", "call matplotlib.figure.Figure.subplots"),
    until="2.2",
    since="2.0",
    why="renamed",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots(subplot_kw=dict(axisbg='w'))",
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots(subplot_kw=dict(facecolor='w'))",
        ),
        Same("""
            import matplotlib.pyplot as plt
            options = dict(axisbg="w")
            fig, ax = plt.subplots(subplot_kw=dict(facecolor="w"))
            """),
    ),
)
def subplot_kw(call: ast.Call, context: Context) -> Answer:
    """The background colour in subplot_kw."""
    match context.keyword(call, "subplot_kw"):
        case ast.Call(func=ast.Name(id="dict")) as made:
            rename = {k.arg: "facecolor" for k in made.keywords if k.arg in ("axisbg", "axis_bgcolor")}
            return Fix((context.edit_call(made, rename=rename),)) if rename else None
        case ast.Dict(keys=keys):
            edits = tuple(
                context.replace(k, "'facecolor'") for k in keys if k and context.literal(k) in ("axisbg", "axis_bgcolor")
            )
            return Fix(edits) if edits else None
        case _:
            return None


@fixer(
    "MP258",
    on="call seaborn.FacetGrid.map",
    library="matplotlib",
    until="3.2",
    why="scatter takes one size, or as many as there are points; of more it took the first ones",
    examples=(
        Example(
            """
            import matplotlib.pyplot as plt
            import pandas as pd
            import seaborn as sns
            df = pd.DataFrame({"a": [1, 2, 3], "b": [4, 5, 6], "c": ["x", "y", "y"]})
            grid = sns.FacetGrid(df, col="c")
            grid.map(plt.scatter, "a", "b", s=df["b"] * 2)
            sizes = [float(ax.collections[0].get_sizes()[0]) for ax in grid.axes.flat]
            """,
            """
            import matplotlib.pyplot as plt
            import pandas as pd
            import seaborn as sns
            df = pd.DataFrame({"a": [1, 2, 3], "b": [4, 5, 6], "c": ["x", "y", "y"]})
            grid = sns.FacetGrid(df, col="c")
            grid.map(lambda x, y, s, **options: plt.scatter(x, y, s=s[:len(x)], **options), "a", "b", s=df["b"] * 2)
            sizes = [float(ax.collections[0].get_sizes()[0]) for ax in grid.axes.flat]
            """,
            "sizes",
        ),
        Same("""
            import matplotlib.pyplot as plt
            import pandas as pd
            import seaborn as sns
            df = pd.DataFrame({"a": [1, 2, 3], "b": [4, 5, 6], "c": ["x", "y", "y"]})
            grid = sns.FacetGrid(df, col="c")
            grid.map(plt.scatter, "a", "b", s=20)
            grid.map(sns.kdeplot, "a")
            """),
    ),
)
def sizes_of_facets(call: ast.Call, context: Context) -> Answer:
    sizes = context.keyword(call, "s")
    if not call.args or context.symbol(call.args[0]) != "matplotlib.pyplot.scatter":
        return None
    if context.instance(sizes, "pandas.Series", "numpy.ndarray", "builtins.list") is None:
        return None
    template = "lambda x, y, s, **options: {scatter}(x, y, s=s[:len(x)], **options)"
    return Fix((context.replace(call.args[0], template, scatter=call.args[0]),))
