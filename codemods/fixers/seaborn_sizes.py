"""Sizes and line widths of seaborn's figures.

sns.jointplot(x="a", y="b", data=df, size=5)             →  …, height=5)
sns.violinplot(x="a", y="b", data=df, size=6)            →  …)                                 (it was ignored)
sns.regplot(…, scatter_kws={"linewidth": 1})             →  …, scatter_kws={"linewidths": 1})

jointplot hands on what it does not know, so that a size is a column for the points today. regplot sets `linewidths` where
it isn't given, and Matplotlib 3.11 no longer takes two spellings of one property.
"""

from __future__ import annotations

import ast

from codemods.dicts import edit_entries, entries
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer


@fixer(
    "SB021",
    on="call seaborn.jointplot",
    since="0.9",
    until="0.11",
    why="the size of the figure is its height now",
    keywords=["size"],  # a size that is a column, or one for each point, is handed on
    examples=[
        Example(
            "import seaborn as sns\nj = sns.jointplot(x=[1, 2, 3], y=[1, 2, 4], size=5)",
            "import seaborn as sns\nj = sns.jointplot(x=[1, 2, 3], y=[1, 2, 4], height=5)",
            check="float(j.fig.get_size_inches()[1])",
        ),
        Same("import seaborn as sns\nj = sns.jointplot(x=[1, 2, 3], y=[1, 2, 4], size=[1, 2, 3])"),
    ],
)
def joint_height(node: ast.Call, context: Context) -> Answer:
    size = context.keyword(node, "size")
    if size is None or context.keyword(node, "height") is not None:
        return None
    if not isinstance(context.literal(size), int | float) and context.instance(size, "builtins.int", "builtins.float") is None:
        return None
    return Fix((context.edit_call(node, rename={"size": "height"}),))


@fixer(
    "SB022",
    on=[f"call seaborn.{name}" for name in ("regplot", "lmplot", "residplot", "jointplot")],
    until="",  # of Matplotlib's releases: see below
    why="two spellings of one property are refused, and seaborn adds linewidths where it isn't given",
    examples=[
        Example(
            'import matplotlib.pyplot as plt\nimport seaborn as sns\nax = sns.regplot(x=[1, 2, 3], y=[1, 2, 4], scatter_kws=dict(edgecolor="k", linewidth=0.5))',
            'import matplotlib.pyplot as plt\nimport seaborn as sns\nax = sns.regplot(x=[1, 2, 3], y=[1, 2, 4], scatter_kws=dict(edgecolor="k", linewidths=0.5))',
            check="[float(w) for w in ax.collections[0].get_linewidths()]",
        ),
        Same(
            "import matplotlib.pyplot as plt\nimport seaborn as sns\nax = sns.regplot(x=[1, 2, 3], y=[1, 2, 4], scatter_kws={'s': 9}, line_kws={'linewidth': 2})"
        ),
    ],
)
def scatter_widths(node: ast.Call, context: Context) -> Answer:
    if not context.target.reached("matplotlib", "3.11"):
        return None
    given = context.keyword(node, "scatter_kws")
    found = entries(given, context) if given is not None else None
    if given is None or not found or "linewidths" in found:
        return None
    rename: dict[str, str] = {name: "linewidths" for name in found if name in ("linewidth", "lw")}
    return Fix((edit_entries(given, context, rename=rename),)) if len(rename) == 1 else None


@fixer(
    "SB023",
    on="call seaborn.violinplot",
    until="0.13",
    why="keywords that violinplot does not know are handed on to the violins; they were ignored",
    examples=[
        Example(
            "import seaborn as sns\nax = sns.violinplot(y=[1.0, 2.0, 4.0], size=6)",
            "import seaborn as sns\nax = sns.violinplot(y=[1.0, 2.0, 4.0])",
            check="ax.get_ylim()[0] < 1",
            was={"seaborn": "0.11.2"},
        ),
        Same("import seaborn as sns\nax = sns.violinplot(y=[1.0, 2.0, 4.0], linewidth=2)"),
    ],
)
def ignored(node: ast.Call, context: Context) -> Answer:
    known = frozenset(k.arg for k in node.keywords if k.arg in ("size", "height", "aspect"))
    return Fix((context.edit_call(node, drop=known),)) if known else None
