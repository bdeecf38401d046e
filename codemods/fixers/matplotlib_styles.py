"""Names of styles and colour maps, wherever they are written as text.

plt.style.use("seaborn-whitegrid")     →  plt.style.use("seaborn-v0_8-whitegrid")
plt.imshow(x, cmap="spectral")         →  plt.imshow(x, cmap="nipy_spectral")
sns.color_palette("Vega10")            →  sns.color_palette("tab10")
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from codemods.fixers._arrays import bindings
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.records import Replace

_VARIANTS = ("bright", "colorblind", "dark", "dark-palette", "darkgrid", "deep", "muted", "notebook", "paper", "pastel", "poster",
             "talk", "ticks", "white", "whitegrid")  # fmt: skip
_STYLES = {"seaborn", *(f"seaborn-{variant}" for variant in _VARIANTS)}
_MAPS = re.compile(r"(spectral|Vega10|Vega20[bc]?)(_r)?")


def _texts(node: ast.expr | None, context: Context) -> Iterator[ast.Constant]:
    """The strings that an argument is, in this cell: written in place, in a list, or by way of a name."""
    match node:
        case ast.Constant(value=str()):
            yield node
        case ast.List(elts=items) | ast.Tuple(elts=items):
            for item in items:
                yield from _texts(item, context)
        case ast.IfExp(body=a, orelse=b):
            yield from _texts(a, context)
            yield from _texts(b, context)
        case ast.Name(id=name):
            for place, value in bindings(name, context):
                source = place.iter if isinstance(place, ast.For) else value
                if source is not None and context.parent(source) is not None and not isinstance(source, ast.Name):
                    yield from _texts(source, context)
        case _:
            pass


def _quoted(node: ast.Constant, new: str, context: Context) -> Replace:
    quote = '"' if context.text(node).startswith('"') else "'"
    return context.replace(node, f"{quote}{new}{quote}")


@fixer(
    "MP230",
    on=tuple(f"call matplotlib.{p}.{n}" for p in ("style", "pyplot.style", "style.core") for n in ("use", "context")),
    until="3.8",
    since="3.6",
    why="the styles are a copy of seaborn 0.8's, and are named after it",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nplt.style.use(['seaborn', 'seaborn-talk'])\nx = plt.rcParams['axes.facecolor']",
            "import matplotlib.pyplot as plt\nplt.style.use(['seaborn-v0_8', 'seaborn-v0_8-talk'])\n"
            "x = plt.rcParams['axes.facecolor']",
            "x",
        ),
        Example(
            'import matplotlib.pyplot as plt\nwith plt.style.context("seaborn-dark"):\n    x = plt.rcParams["axes.grid"]',
            'import matplotlib.pyplot as plt\nwith plt.style.context("seaborn-v0_8-dark"):\n    x = plt.rcParams["axes.grid"]',
            "x",
        ),
        Same("import matplotlib.pyplot as plt\nimport seaborn as sns\nplt.style.use('ggplot')\nsns.set_style('whitegrid')"),
    ),
)
def style(call: ast.Call, context: Context) -> Answer:
    """Every name of an old seaborn style."""
    argument = call.args[0] if call.args else context.keyword(call, "style")
    edits = tuple(
        _quoted(text, "seaborn-v0_8" + str(text.value).removeprefix("seaborn"), context)
        for text in _texts(argument, context)
        if text.value in _STYLES
    )
    return Fix(edits) if edits else None


_PLOTS = ("imshow", "matshow", "pcolor", "pcolormesh", "pcolorfast", "scatter", "contour", "contourf", "hexbin", "hist2d",
          "tripcolor", "tricontour", "tricontourf", "spy", "specgram", "quiver", "streamplot", "imsave", "figimage",
          "plot_surface", "plot_trisurf")  # fmt: skip
_CALLS = [f"call {o}.{n}" for o in ("matplotlib.pyplot", "matplotlib.axes.Axes", "mpl_toolkits.mplot3d.Axes3D") for n in _PLOTS]
_FIRST = ["call matplotlib.pyplot.get_cmap", "call matplotlib.pyplot.set_cmap", "call matplotlib.cm.get_cmap",
          "call seaborn.color_palette", "call seaborn.set_palette", "call seaborn.mpl_palette"]  # fmt: skip
_SEABORN = [f"call seaborn.{n}" for n in ("heatmap", "clustermap", "kdeplot", "jointplot", "barplot", "countplot", "boxplot",
            "pointplot", "violinplot", "stripplot", "swarmplot", "pairplot", "lmplot", "FacetGrid", "PairGrid", "catplot", "set",
            "factorplot", "scatterplot", "lineplot")]  # fmt: skip
_PANDAS = ["call pandas.DataFrame.plot", "call pandas.Series.plot", "call pandas.DataFrame.plot.scatter",
           "call pandas.plotting.scatter_matrix", "call pandas.plotting.parallel_coordinates", "call pandas.DataFrame.plot.hexbin"]  # fmt: skip


@fixer(
    "MP231",
    on=(*_CALLS, *_FIRST, *_SEABORN, *_PANDAS),
    library="matplotlib",
    until="3.0",
    since="2.0",
    why="the colour map was renamed; Spectral is another one than spectral",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nm = plt.imshow([[1, 2]], cmap='spectral').get_cmap().name",
            "import matplotlib.pyplot as plt\nm = plt.imshow([[1, 2]], cmap='nipy_spectral').get_cmap().name",
            "[round(float(v), 3) for v in plt.gca().images[0].cmap(0.3)]",
        ),
        Example(
            "import matplotlib.pyplot as plt\nm = plt.get_cmap('Vega20b_r')",
            "import matplotlib.pyplot as plt\nm = plt.get_cmap('tab20b_r')",
            "m.N",
        ),
        Same("import matplotlib.pyplot as plt\nm = plt.get_cmap('Spectral')"),
    ),
)
def colormap(call: ast.Call, context: Context) -> Answer:
    """cmap, colormap and palette, and the first argument of functions that take a map's name."""
    arguments = [k.value for k in call.keywords if k.arg in ("cmap", "colormap", "palette", "name")]
    if call.args and isinstance(call.args[0], ast.Constant):
        arguments.append(call.args[0])
    edits = []
    for argument in arguments:
        for text in _texts(argument, context):
            if match := _MAPS.fullmatch(str(text.value)):
                base, reverse = match.groups()
                new = "nipy_spectral" if base == "spectral" else base.replace("Vega", "tab")
                edits.append(_quoted(text, new + (reverse or ""), context))
    return Fix(tuple(edits)) if edits else None
