"""The lists of an Axes' artists (ax.lines, ax.patches, …) can no longer be changed; an artist removes itself.

ax.lines.remove(line)          →  line.remove()
ax.lines.pop(0)                →  ax.lines[0].remove()
ax.patches.append(patch)       →  ax.add_patch(patch)
ax.texts = []                  →  for artist in list(ax.texts): artist.remove()
for c in cs.collections:       →  cs.remove()
    c.remove()
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import definition
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk

_AXES = "matplotlib.axes.Axes"
_ADD = {"lines": "add_line", "patches": "add_patch", "collections": "add_collection", "images": "add_image",
        "texts": "add_artist", "tables": "add_table", "artists": "add_artist"}  # fmt: skip
_ADVICE = "the list can't be changed: call remove() of each artist, or ax.add_artist(artist)"


def _list_of(node: ast.expr, context: Context) -> str | None:
    """The name of an artist list of an Axes: `lines` for ax.lines."""
    if isinstance(node, ast.Attribute) and node.attr in _ADD and context.instance(node.value, _AXES) is not None:
        return node.attr
    return None


@fixer(
    "MP220",
    on="node Call",
    library="matplotlib",
    until="3.7",
    words=tuple(f".{name}" for name in _ADD),
    why="the list of artists is read-only",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([0, 1])\n"
            "ax.lines.remove(ax.lines[0])\nn = len(ax.lines)",
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([0, 1])\nax.lines[0].remove()\nn = len(ax.lines)",
            "n",
        ),
        Example(
            "import matplotlib.pyplot as plt\nax = plt.gca()\nax.plot([0, 1])\nax.lines.pop()\nn = len(ax.lines)",
            "import matplotlib.pyplot as plt\nax = plt.gca()\nax.plot([0, 1])\nax.lines[-1].remove()\nn = len(ax.lines)",
            "n",
        ),
        Same("import matplotlib.pyplot as plt\nlines = [1, 2]\nlines.remove(1)\nlines.pop(0)"),
    ),
)
def method(call: ast.Call, context: Context) -> Answer:
    """remove, pop, append and clear, called for their effect."""
    if not isinstance(call.func, ast.Attribute) or (name := _list_of(call.func.value, context)) is None:
        return None
    artists = call.func.value
    used = not isinstance(statement := context.parent(call), ast.Expr)
    match call.func.attr, call.args:
        case "remove", [artist]:
            return Fix((context.replace(call, "{artist}.remove()", artist=artist),))
        case "pop", [] if not used:
            return Fix((context.replace(call, "{artists}[-1].remove()", artists=artists),))
        case "pop", [index] if not used:
            return Fix((context.replace(call, "{artists}[{i}].remove()", artists=artists, i=index),))
        case "append", [artist] if not used:
            assert isinstance(artists, ast.Attribute)
            return Fix((context.replace(call, f"{{ax}}.{_ADD[name]}({{artist}})", ax=artists.value, artist=artist),))
        case "clear", [] if isinstance(statement, ast.Expr):
            return Fix((context.replace_statement(statement, _LOOP, artists=artists),))
        case (("remove" | "pop" | "append" | "clear" | "extend" | "insert" | "sort" | "reverse"), _):
            return Decline(_ADVICE)
        case _:
            return None


_LOOP = "for artist in list({artists}):\n    artist.remove()"


@fixer(
    "MP221",
    on=("node Assign", "node Delete"),
    library="matplotlib",
    until="3.7",
    words=tuple(f".{name}" for name in _ADD),
    why="the list of artists is read-only",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nax = plt.gca()\nax.plot([0, 1])\nax.lines = []\nn = len(ax.lines)",
            "import matplotlib.pyplot as plt\nax = plt.gca()\nax.plot([0, 1])\nfor artist in list(ax.lines):\n"
            "    artist.remove()\nn = len(ax.lines)",
            "n",
        ),
        Example(
            "import matplotlib.pyplot as plt\nax = plt.gca()\nax.plot([0, 1])\ndel ax.lines[0]\nn = len(ax.lines)",
            "import matplotlib.pyplot as plt\nax = plt.gca()\nax.plot([0, 1])\nax.lines[0].remove()\nn = len(ax.lines)",
            "n",
        ),
        Same("""
            import matplotlib.pyplot as plt
            class Text:
                pass
            t = Text()
            t.lines = []
            ax = plt.gca()
            n = len(ax.lines)
            """),
    ),
)
def statement(node: ast.Assign | ast.Delete, context: Context) -> Answer:
    """ax.lines = [], del ax.lines[i] and del ax.lines[:]."""
    match node:
        case ast.Assign(targets=[target], value=ast.List(elts=[])) if _list_of(target, context):
            return Fix((context.replace_statement(node, _LOOP, artists=target),))
        case ast.Delete(targets=[ast.Subscript(value=artists, slice=ast.Slice(lower=None, upper=None))]) if _list_of(
            artists, context
        ):
            return Fix((context.replace_statement(node, _LOOP, artists=artists),))
        case ast.Delete(targets=[ast.Subscript(value=artists, slice=index)]) if _list_of(artists, context):
            if isinstance(index, ast.Slice):
                return Decline(_ADVICE)
            return Fix((context.replace_statement(node, "{artists}[{i}].remove()", artists=artists, i=index),))
        case ast.Assign(targets=[target]) if _list_of(target, context):
            return Decline(_ADVICE)
        case _:
            return None


@fixer(
    "MP222",
    on="node For",
    library="matplotlib",
    until="3.10",
    since="3.8",
    words=("contour",),
    why="a contour set is one collection",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\ncs = plt.contourf([[1, 2], [3, 4]])\nfor c in cs.collections:\n"
            "    c.set_edgecolor('face')",
            "import matplotlib.pyplot as plt\ncs = plt.contourf([[1, 2], [3, 4]])\ncs.set_edgecolor('face')",
            "[round(float(v), 6) for v in cs.levels]",
        ),
        Example(
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\ncs = ax.contour([[1, 2], [3, 4]])\n"
            "for c in cs.collections:\n"
            "    ax.collections.remove(c)",
            "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\ncs = ax.contour([[1, 2], [3, 4]])\ncs.remove()",
            "len(ax.collections)",
        ),
        Same("""
            import matplotlib.pyplot as plt
            ax = plt.gca()
            ax.scatter([1], [2])
            for c in ax.collections:
                c.set_edgecolor("k")
            """),
    ),
)
def contours(loop: ast.For, context: Context) -> Answer:
    """A loop that calls methods of each collection, with the same arguments, calls them of the set."""
    match loop:
        case ast.For(target=ast.Name(id=each), iter=ast.Attribute(value=contour, attr="collections"), orelse=[]):
            pass
        case _:
            return None
    if not _is_contour(contour, context):
        return None
    lines: list[str] = []
    holes: dict[str, ast.AST] = {"cs": contour}
    for number, part in enumerate(loop.body):
        match part:
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))) if name == each:
                call = part.value
                assert isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
                arguments = [*call.args, *(k.value for k in call.keywords)]
                if any(isinstance(n, ast.Name) and n.id == each for a in arguments for n in walk(a)):
                    return Decline("the set is one collection: set the property of all of its levels at once, as a list")
                names = ["", *(f"{k.arg}=" for k in call.keywords)]
                text = []
                for index, argument in enumerate(arguments):
                    holes[f"a{number}_{index}"] = argument
                    keyword = names[index - len(call.args) + 1] if index >= len(call.args) else ""
                    text.append(f"{keyword}{{a{number}_{index}}}")
                lines.append(f"{{cs}}.{call.func.attr}({', '.join(text)})")
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(attr="remove", value=ast.Attribute(attr="collections")), args=[ast.Name()])
            ):
                lines.append("{cs}.remove()")
            case _:
                return Decline("the set is one collection: set the property of all of its levels at once, as a list")
    return Fix((context.replace_statement(loop, "\n".join(lines), **holes),))


def _is_contour(node: ast.expr, context: Context) -> bool:
    if context.instance(node, "matplotlib.contour.ContourSet", "matplotlib.contour.QuadContourSet") is not None:
        return True
    made = definition(node, context)
    known = ("matplotlib.pyplot.contour", "matplotlib.pyplot.contourf")
    if not isinstance(made, ast.Call) or not isinstance(made.func, ast.Attribute):
        return False
    plotted = made.func.attr in ("contour", "contourf") and context.instance(made.func.value, _AXES) is not None
    return plotted or context.symbol(made.func) in known


@fixer(
    "MP223",
    on="node Attribute",
    library="matplotlib",
    until="3.8",
    words=("get_major_ticks", "get_minor_ticks"),
    why="the first label of a tick is label1",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nax = plt.gca()\nfor tick in ax.xaxis.get_major_ticks():\n"
            "    tick.label.set_fontsize(8)",
            "import matplotlib.pyplot as plt\nax = plt.gca()\nfor tick in ax.xaxis.get_major_ticks():\n"
            "    tick.label1.set_fontsize(8)",
        ),
        Same("import matplotlib.pyplot as plt\nfor tick in [plt]:\n    x = tick.label"),
    ),
)
def tick_label(node: ast.Attribute, context: Context) -> Answer:
    """The variable of a loop over ticks."""
    if node.attr != "label" or not isinstance(node.value, ast.Name):
        return None
    for above in context.ancestors(node):
        if isinstance(above, ast.For | ast.ListComp | ast.GeneratorExp):
            loops = [above] if isinstance(above, ast.For) else above.generators
            for loop in loops:
                if isinstance(loop.target, ast.Name) and loop.target.id == node.value.id:
                    return Fix((context.rename_attribute(node, "label1"),)) if _ticks(loop.iter) else None
    return None


def _ticks(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("get_major_ticks", "get_minor_ticks")
    )
