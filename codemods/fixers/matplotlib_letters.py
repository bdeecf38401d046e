"""Letters for colours in upper case.

plt.scatter(x, y, color="R")            →  plt.scatter(x, y, color="r")
plt.pie(s, colors=["Y", "#00ff00"])     →  plt.pie(s, colors=["y", "#00ff00"])

Matplotlib 3.3 tells them apart: https://matplotlib.org/stable/api/prev_api_changes/api_changes_3.3.0.html
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.uses import uses_of

_LETTERS = frozenset("RGBCMYKW")
_KEYWORDS = frozenset(
    ("color", "c", "colors", "facecolor", "facecolors", "edgecolor", "edgecolors", "ecolor", "fc", "ec", "markerfacecolor",
     "markeredgecolor", "mfc", "mec")
)  # fmt: skip
_OWNERS = ("matplotlib.pyplot", "matplotlib.axes.Axes")


@fixer(
    "MP244",
    on=tuple(f"call {owner}.*" for owner in _OWNERS),
    until="3.3",
    why="letters for colours are in lower case",
    examples=(
        Example(
            """
            import matplotlib.pyplot as plt
            s = plt.scatter([1, 2], [3, 4], color="R")
            colors = ["Y", "#00ff00", "C"]
            p = plt.pie([1, 2, 3], colors=colors)
            """,
            """
            import matplotlib.pyplot as plt
            s = plt.scatter([1, 2], [3, 4], color="r")
            colors = ["y", "#00ff00", "c"]
            p = plt.pie([1, 2, 3], colors=colors)
            """,
            "[w.get_facecolor() for w in p[0]]",
            was={"matplotlib": "2.0.2"},
        ),
        Same("""
            import matplotlib.pyplot as plt
            s = plt.scatter([1, 2], [3, 4], color="C0", label="R")
            grades = ["C", "B"]
            b = plt.bar(grades, [1, 2], color="r")
            """),
    ),
)
def letters(node: ast.Call, context: Context) -> Answer:
    given = [k.value for k in node.keywords if k.arg in _KEYWORDS]
    edits = tuple(
        context.replace(item, f"{quote}{letter.lower()}{quote}")
        for value in given
        for item in _items(value, context)
        if (letter := context.literal(item)) in _LETTERS and (quote := context.text(item)[-1])
    )
    return Fix(edits) if edits else None


def _items(value: ast.expr, context: Context) -> Iterator[ast.expr]:
    """A colour, or those of a list: also of one that has a name in this cell and is used for nothing but colours."""
    uses = uses_of(context)
    listed = uses.value(value)
    if isinstance(value, ast.Name):
        loads = uses.uses_of_name(value.id)
        above = [uses.parents.get(load) for load in loads]
        if not all(isinstance(a, ast.keyword) and a.arg in _KEYWORDS for a in above):
            return
        if listed is None or uses.cell_of.get(listed) != uses.cell_of.get(value):
            return
    if isinstance(listed, ast.List | ast.Tuple):
        yield from listed.elts
    elif listed is not None:
        yield listed
