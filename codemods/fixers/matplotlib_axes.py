"""Making axes: a projection is asked for where axes are added, and 3-D axes no longer add themselves.

fig.gca(projection="3d")     →  fig.add_subplot(projection="3d")
plt.gca(projection="3d")     →  plt.subplot(projection="3d")
ax = Axes3D(fig)             →  ax = fig.add_axes(Axes3D(fig))
plt.subplot(ax)              →  plt.sca(ax)
plt.colorbar(mappable)       →  plt.colorbar(mappable, ax=plt.gca())    (a ScalarMappable that is in no axes)
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import plain
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk

_FIGURE = "matplotlib.figure.Figure"


@fixer(
    "MP240",
    on=(f"call {_FIGURE}.gca", "call matplotlib.pyplot.gca"),
    until="3.6",
    why="gca only returns the current axes; new ones are made with a projection",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nfig = plt.figure()\nax = fig.gca(projection='3d')\nx = ax.name",
            "import matplotlib.pyplot as plt\nfig = plt.figure()\nax = fig.add_subplot(projection='3d')\nx = ax.name",
            "x",
        ),
        Example(
            "import matplotlib.pyplot as plt\nax = plt.gca(projection='polar')\nx = ax.name",
            "import matplotlib.pyplot as plt\nax = plt.subplot(projection='polar')\nx = ax.name",
            "x",
        ),
        Same("import matplotlib.pyplot as plt\nax = plt.gca()\nb = plt.figure().gca()"),
    ),
)
def gca(call: ast.Call, context: Context) -> Answer:
    """On a fresh figure gca made the axes."""
    if not call.keywords or call.args or not isinstance(call.func, ast.Attribute):
        return None
    if context.symbol(call.func.value) == "matplotlib.pyplot":
        return Fix((context.rename_attribute(call.func, "subplot"),))
    return Fix((context.rename_attribute(call.func, "add_subplot"),))


@fixer(
    "MP241",
    on=("call mpl_toolkits.mplot3d.Axes3D", "call mpl_toolkits.mplot3d.axes3d.Axes3D"),
    library="matplotlib",
    until="3.7",
    why="the axes are no longer added to the figure, which stays empty",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nfrom mpl_toolkits.mplot3d import Axes3D\nfig = plt.figure()\n"
            "ax = Axes3D(fig, elev=30)\n"
            "n = len(fig.axes)",
            "import matplotlib.pyplot as plt\nfrom mpl_toolkits.mplot3d import Axes3D\nfig = plt.figure()\n"
            "ax = fig.add_axes(Axes3D(fig, elev=30))\nn = len(fig.axes)",
            "n",
        ),
        Same(
            "import matplotlib.pyplot as plt\nfrom mpl_toolkits.mplot3d import Axes3D\nfig = plt.figure()\n"
            "ax = Axes3D(fig)\nfig.add_axes(ax)"
        ),
    ),
)
def axes3d(call: ast.Call, context: Context) -> Answer:
    """Added to the figure, unless the code does that."""
    figure = call.args[0] if call.args else context.keyword(call, "fig")
    if figure is None or any(isinstance(a, ast.Call) and _is_add_axes(a) for a in context.ancestors(call)):
        return None
    above = context.parent(call)
    if isinstance(above, ast.Assign) and isinstance(name := above.targets[0], ast.Name) and _added(name.id, context):
        return None
    if not plain(figure):
        return Decline("add the axes to the figure: fig.add_axes(ax)")
    edits = [context.replace(call, "{fig}.add_axes({axes})", fig=figure, axes=call)]
    return Fix(tuple(edits))


def _is_add_axes(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "add_axes"


def _added(name: str, context: Context) -> bool:
    return any(
        isinstance(node, ast.Call) and _is_add_axes(node) and any(isinstance(a, ast.Name) and a.id == name for a in node.args)
        for _, tree in context.cells
        for node in walk(tree)
    )


@fixer(
    "MP242",
    on="call matplotlib.pyplot.subplot",
    until="3.7",
    why="subplot no longer takes axes; sca makes them current",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nplt.subplot(ax)",
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nplt.sca(ax)",
        ),
        Same("import matplotlib.pyplot as plt\nplt.subplot(211)"),
    ),
)
def subplot(call: ast.Call, context: Context) -> Answer:
    """Only where the argument is certain to be axes."""
    if len(call.args) != 1 or call.keywords or context.instance(call.args[0], "matplotlib.axes.Axes") is None:
        return None
    return Fix((context.replace(call.func, "{@matplotlib.pyplot.sca}"),))


@fixer(
    "MP243",
    on=("call matplotlib.pyplot.colorbar", f"call {_FIGURE}.colorbar"),
    until="3.6",
    why="a mappable that is in no axes says nothing of where the colour bar goes; it went beside the current axes",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nsm = plt.cm.ScalarMappable()\nsm.set_array([1, 2])\n"
            "plt.plot([0, 1])\nc = plt.colorbar(sm)",
            "import matplotlib.pyplot as plt\nsm = plt.cm.ScalarMappable()\nsm.set_array([1, 2])\nplt.plot([0, 1])\n"
            "c = plt.colorbar(sm, ax=plt.gca())",
            "len(plt.gcf().axes), [float(v) for v in sm.get_clim()]",
        ),
        Same("""
            import matplotlib.pyplot as plt
            image = plt.imshow([[1, 2]])
            c = plt.colorbar(image)
            """),
    ),
)
def colorbar(call: ast.Call, context: Context) -> Answer:
    """Only a ScalarMappable made by itself."""
    if len(call.args) != 1 or any(k.arg in ("ax", "cax", None) for k in call.keywords):
        return None
    kind = context.instance(call.args[0])
    if kind is None or not kind.name.endswith(".ScalarMappable") or not isinstance(call.func, ast.Attribute):
        return None
    if not plain(call.func.value):
        return Decline("pass ax= or cax=")
    return Fix((context.edit_call(call, add={"ax": "{owner}.gca()"}, holes={"owner": call.func.value}),))
