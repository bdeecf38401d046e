"""Since seaborn 0.12 only `data` may be passed by position.

sns.countplot("g", data=df)       →  sns.countplot(x="g", data=df)
sns.boxplot(df["g"], df["v"])     →  sns.boxplot(x=df["g"], y=df["v"])
sns.kdeplot(a, b, shade=True)     →  sns.kdeplot(x=a, y=b, shade=True)
sns.heatmap(corr, 0, 1)           →  sns.heatmap(corr, vmin=0, vmax=1)
sns.countplot(df["g"])            →  sns.countplot(x=df["g"])    (only for code that is known to be older)
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.types import DictOf, Instance

_CATEGORICAL = ["x", "y", "hue", "data", "order", "hue_order"]
_REGRESSION = ["x", "y", "data"]
_SINGLE = ("barplot", "boxplot", "boxenplot", "countplot", "pointplot", "stripplot", "swarmplot", "violinplot")
# The parameters as they could be passed by position before 0.12.
_ORDER: dict[str, list[str]] = {
    **dict.fromkeys((*_SINGLE, "lvplot"), _CATEGORICAL),
    "catplot": ["x", "y", "hue", "data", "row", "col", "col_wrap", "estimator", "ci"],
    "lineplot": ["x", "y", "hue", "size", "style", "data"],
    "relplot": ["x", "y", "hue", "size", "style", "data", "row", "col"],
    "scatterplot": ["x", "y", "hue", "style", "size", "data"],
    "regplot": _REGRESSION,
    "residplot": _REGRESSION,
    "lmplot": [*_REGRESSION, "hue", "col", "row", "palette", "col_wrap"],
    "jointplot": [*_REGRESSION, "kind"],
    "JointGrid": _REGRESSION,
    "kdeplot": ["x", "y", "shade"],
}  # fmt: skip
_DATA_FIRST: dict[str, list[str]] = {
    "heatmap": ["data", "vmin", "vmax", "cmap", "center", "robust", "annot", "fmt"],
    "clustermap": ["data", "pivot_kws", "method", "metric", "z_score", "standard_scale"],
    "pairplot": ["data", "hue", "hue_order", "palette", "vars"],
    "FacetGrid": ["data", "row", "col", "hue", "col_wrap"],
    "PairGrid": ["data", "hue", "hue_order", "palette"],
    "rugplot": ["data", "height"],
}
_ONLY_DATA = "only data may be passed by position since seaborn 0.12"


def _name(call: ast.Call, context: Context) -> str:
    return (context.symbol(call.func) or "").rpartition(".")[2]


@fixer(
    "SB001",
    on=tuple(f"call seaborn.{n}" for n in (*_ORDER, *_DATA_FIRST)),
    until="0.12",
    why=_ONLY_DATA,
    examples=(
        Example(
            "import seaborn as sns\nimport pandas as pd\ndf = pd.DataFrame({'g': ['a', 'b'], 'v': [1, 2]})\n"
            "sns.countplot('g', data=df)\n"
            "sns.barplot('g', 'v', data=df)\nsns.boxplot(df['g'], df['v'])",
            "import seaborn as sns\nimport pandas as pd\ndf = pd.DataFrame({'g': ['a', 'b'], 'v': [1, 2]})\n"
            "sns.countplot(x='g', data=df)\n"
            "sns.barplot(x='g', y='v', data=df)\nsns.boxplot(x=df['g'], y=df['v'])",
            "[float(p.get_height()) for p in sns.utils.plt.gca().patches if hasattr(p, 'get_height')]",
        ),
        Example(
            "import seaborn as sns\nsns.kdeplot([1, 2, 3], [2, 3, 5], cmap='Reds')",
            "import seaborn as sns\nsns.kdeplot(x=[1, 2, 3], y=[2, 3, 5], cmap='Reds')",
            "len(sns.utils.plt.gca().collections) > 0",
        ),
        Example(
            "import seaborn as sns\nsns.heatmap([[1, 2], [3, 4]], 0, 5)",
            "import seaborn as sns\nsns.heatmap([[1, 2], [3, 4]], vmin=0, vmax=5)",
            "[float(v) for v in sns.utils.plt.gcf().axes[0].collections[0].get_clim()]",
        ),
        Same(
            "import seaborn as sns\nimport pandas as pd\ndf = pd.DataFrame({'v': [1, 2]})\nsns.boxplot(df)\n"
            "sns.boxplot(df, x='v')"
        ),
        Same("import seaborn as sns\nsns.kdeplot([1, 2, 3])\nsns.heatmap([[1, 2]])\nsns.distplot([1, 2, 3])"),
    ),
)
def positional(call: ast.Call, context: Context) -> Answer:
    """Two positions, or one beside data=: the order of the old signature."""
    if any(isinstance(a, ast.Starred) for a in call.args) or not call.args:
        return Decline(_ONLY_DATA) if call.args else None
    name = _name(call, context)
    order = _DATA_FIRST.get(name) or _ORDER.get(name, [])
    count, given = len(call.args), {k.arg for k in call.keywords}
    if name in _DATA_FIRST:
        first = 1
    elif count == 1 and ("data" not in given or given & {"x"}):
        return _second_sample(call, name, context)
    else:
        first = 0
    if count <= first:
        return None
    if count > len(order):
        return Decline(f"{_ONLY_DATA}: name the arguments")
    names = {index: order[index] for index in range(first, count)}
    if given & set(names.values()):
        return Decline(f"{', '.join(names.values())}: one of them is given twice")
    return Fix((context.edit_call(call, name_positional=names),))


def _second_sample(call: ast.Call, name: str, context: Context) -> Answer:
    """kdeplot(a, data2=b) and kdeplot(a, y=…)."""
    if name == "kdeplot" and context.keyword(call, "data2") is not None:
        return Fix((context.edit_call(call, name_positional={0: "x"}, rename={"data2": "y"}),))
    return None


@fixer(
    "SB002",
    on="call seaborn.kdeplot",
    until="0.12",
    why="data2 was removed: the samples are x and y",
    examples=(
        Example(
            "import seaborn as sns\nsns.kdeplot(data=[1, 2, 3], data2=[2, 3, 5])",
            "import seaborn as sns\nsns.kdeplot(x=[1, 2, 3], y=[2, 3, 5])",
            "len(sns.utils.plt.gca().collections) > 0",
        ),
        Same("""
            import seaborn as sns
            ax = sns.kdeplot(x=[1, 2, 3], y=[2, 3, 5])
            def kdeplot(data, data2):
                return data2
            x = kdeplot(data=1, data2=2)
            """),
    ),
)
def data2(call: ast.Call, context: Context) -> Answer:
    """Both samples by keyword."""
    if call.args or context.keyword(call, "data2") is None or context.keyword(call, "x") is not None:
        return None
    return Fix((context.edit_call(call, rename={"data2": "y", "data": "x"}),))


@fixer(
    "SB003",
    on=tuple(f"call seaborn.{n}" for n in _SINGLE),
    until="0.12",
    why="a single argument was x; now it is data, and a vector is drawn in the other direction",
    silent=True,
    examples=(
        Example(
            "import pandas as pd\nimport seaborn as sns\ns = pd.Series(['a', 'b', 'a'])\nax = sns.countplot(s)",
            "import pandas as pd\nimport seaborn as sns\ns = pd.Series(['a', 'b', 'a'])\nax = sns.countplot(x=s)",
            "sorted(p.get_height() for p in ax.patches)",
            {"seaborn": "0.11.2"},
        ),
        Same("import pandas as pd\nimport seaborn as sns\ns = pd.Series(['a', 'b', 'a'])\nax = sns.countplot(s)"),
    ),
)
def single(call: ast.Call, context: Context) -> Answer:
    """A frame is left alone: as x it never worked."""
    if len(call.args) != 1 or isinstance(call.args[0], ast.Starred) or {k.arg for k in call.keywords} & {"data", "x", "y", None}:
        return None
    kind = context.only(call.args[0])
    if isinstance(kind, DictOf) or (isinstance(kind, Instance) and kind.name == "pandas.DataFrame"):
        return None
    return Fix((context.edit_call(call, name_positional={0: "x"}),))
