"""Arrows in three dimensions, by the class that notebooks derive from FancyArrowPatch.

    class Arrow3D(FancyArrowPatch):                   class Arrow3D(FancyArrowPatch):
                                                          def do_3d_projection(self, renderer=None):
                                                              return min(proj_transform(*self._verts3d, self.axes.M)[2])
        def draw(self, renderer):                         def draw(self, renderer):
            xs, ys, zs = self._verts3d                        xs, ys, zs = self._verts3d
            proj_transform(xs, ys, zs, renderer.M)            proj_transform(xs, ys, zs, self.axes.M)

Since 3.5 the axes ask every patch for its depth before it is drawn; the projection is theirs, no longer the renderer's.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk

_BEFORE = """
import matplotlib.pyplot as plt
from matplotlib.patches import FancyArrowPatch
from mpl_toolkits.mplot3d import proj3d
import mpl_toolkits.mplot3d.axes3d
class Arrow(FancyArrowPatch):
    def __init__(self, xs, ys, zs, **options):
        FancyArrowPatch.__init__(self, (0, 0), (0, 0), **options)
        self._places = xs, ys, zs
    def draw(self, renderer):
        xs, ys, zs = self._places
        x, y, z = proj3d.proj_transform(xs, ys, zs, renderer.M)
        self.set_positions((x[0], y[0]), (x[1], y[1]))
        FancyArrowPatch.draw(self, renderer)
fig = plt.figure()
ax = fig.add_subplot(111, projection="3d")
arrow = Arrow([0, 1], [0, 1], [0, 1], mutation_scale=15)
_ = ax.add_artist(arrow)
fig.canvas.draw()
moved = arrow._posA_posB[0] != (0, 0) and arrow._posA_posB[0] != arrow._posA_posB[1]
"""
_METHOD = "def do_3d_projection(self, renderer=None):\n    return min({project}(*{places}, self.axes.M)[2])"


@fixer(
    "MP259",
    on="node ClassDef",
    library="matplotlib",
    until="3.5",
    words=("FancyArrowPatch",),
    why="patches in three dimensions must tell their depth, and the projection belongs to the axes",
    examples=(
        Example(
            _BEFORE,
            _BEFORE.replace("renderer.M", "self.axes.M").replace(
                "    def draw",
                "    def do_3d_projection(self, renderer=None):\n"
                "        return min(proj3d.proj_transform(*self._places, self.axes.M)[2])\n    def draw",
            ),
            "moved",
        ),
        Same("""
            from matplotlib.patches import FancyArrowPatch
            class Arrow(FancyArrowPatch):
                def draw(self, renderer):
                    FancyArrowPatch.draw(self, renderer)
            """),
    ),
)
def arrow(node: ast.ClassDef, context: Context) -> Answer:
    if not any(context.symbol(base) == "matplotlib.patches.FancyArrowPatch" for base in node.bases):
        return None
    methods = {statement.name: statement for statement in node.body if isinstance(statement, ast.FunctionDef)}
    draw = methods.get("draw")
    if draw is None or "do_3d_projection" in methods or len(draw.args.args) != 2:
        return None
    owner, renderer = (argument.arg for argument in draw.args.args)
    matrices = [
        n for n in walk(draw)
        if isinstance(n, ast.Attribute) and n.attr == "M" and isinstance(n.value, ast.Name) and n.value.id == renderer
    ]  # fmt: skip
    if not matrices:
        return None
    places = {ast.dump(s.targets[0]): s.value for s in draw.body if isinstance(s, ast.Assign) and len(s.targets) == 1}
    for call in walk(draw):
        match call:
            case ast.Call(func=project, args=[*given, ast.Attribute() as matrix]) if matrix in matrices and len(given) == 3:
                names = ast.dump(ast.Tuple([ast.Name(n.id, ast.Store()) for n in given if isinstance(n, ast.Name)], ast.Store()))
                if (held := places.get(names)) is not None and owner == "self":
                    edits = [context.replace(m, f"{owner}.axes.M") for m in matrices]
                    return Fix((context.insert(draw, _METHOD, project=project, places=held), *edits))
            case _:
                pass
    return Decline("give the class a method do_3d_projection(self, renderer=None) that returns the least depth, by self.axes.M")
