"""factorplot became catplot, whose default kind is another one; tsplot and the like are gone.

sns.factorplot(x="g", y="v", data=df, size=3)   →  sns.catplot(x="g", y="v", data=df, height=3, kind="point")
sns.factorplot("g", data=df, kind="count")      →  sns.catplot(x="g", data=df, kind="count")
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.records import MoveImport

_ORDER = ["x", "y", "hue", "data", "row", "col", "col_wrap", "estimator", "ci", "n_boot", "units", "order", "hue_order",
          "row_order", "col_order", "kind", "height", "aspect"]  # fmt: skip
_SYMBOL = "seaborn.factorplot"
_ADVICE = "sns.catplot(…, kind='point'): the default kind was 'point', and size is height now"


@fixer(
    "SB010",
    on=(f"call {_SYMBOL}", f"import {_SYMBOL}"),
    until="0.11",
    since="0.9",
    why="renamed catplot; its default kind is 'strip', factorplot's was 'point'",
    examples=(
        Example(
            "import pandas as pd\nimport seaborn as sns\ndf = pd.DataFrame({'g': ['a', 'b'], 'v': [1.0, 2.0]})\n"
            "g = sns.factorplot(x='g', y='v', data=df, size=3, aspect=1)\nk = sns.factorplot('g', data=df, kind='count')",
            "import pandas as pd\nimport seaborn as sns\ndf = pd.DataFrame({'g': ['a', 'b'], 'v': [1.0, 2.0]})\n"
            "g = sns.catplot(x='g', y='v', data=df, height=3, aspect=1, kind='point')\n"
            "k = sns.catplot(x='g', data=df, kind='count')",
            "(len(g.ax.lines) > 0, sorted(p.get_height() for p in k.ax.patches))",
            {"seaborn": "0.9.1"},
        ),
        Example(
            "import pandas as pd\nfrom seaborn import factorplot\ndf = pd.DataFrame({'g': ['a', 'b'], 'v': [1, 2]})\n"
            "g = factorplot(x='g', y='v', data=df)",
            "import pandas as pd\nfrom seaborn import catplot as factorplot\ndf = pd.DataFrame({'g': ['a', 'b'], 'v': [1, 2]})\n"
            "g = factorplot(x='g', y='v', data=df, kind='point')",
            "[str(g.ax.get_xlabel()), str(g.ax.get_ylabel())], len(g.ax.lines) > 0",
        ),
        Same("import seaborn as sns\ndef f(**kw):\n    return sns.factorplot(x='g', **kw)"),
    ),
)
def factorplot(node: ast.Call | ast.alias, context: Context) -> Answer:
    """All arguments by name, kind written out."""
    if isinstance(node, ast.alias):
        return _import(node, context)
    if not _certain(node):
        return Decline(_ADVICE)
    names = {index: _ORDER[index] for index in range(len(node.args))}
    rename = {"size": "height"} if context.keyword(node, "size") is not None else {}
    given = {*names.values(), *(k.arg for k in node.keywords)}
    add = {} if "kind" in given else {"kind": "'point'"}
    edits = [context.edit_call(node, name_positional=names, rename=rename, add=add)]
    if isinstance(node.func, ast.Attribute):
        return Fix((context.rename_attribute(node.func, "catplot"), *edits))
    return Fix(tuple(edits))


def _certain(call: ast.Call) -> bool:
    starred = any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)
    return not starred and len(call.args) <= len(_ORDER)


def _import(node: ast.alias, context: Context) -> Answer:
    """The import moves only where every use is a call that is rewritten."""
    statement = context.statement(node)
    name = node.asname or node.name
    for _, tree in context.cells:
        calls = {c.func for c in walk(tree) if isinstance(c, ast.Call) and _certain(c)}
        if any(isinstance(n, ast.Name) and n.id == name and n not in calls for n in walk(tree)):
            return Decline(_ADVICE)
    return Fix((MoveImport(context.span(statement), _SYMBOL, "seaborn.catplot"),))


_SD = ("barplot", "pointplot", "catplot", "factorplot")


@fixer(
    "SB011",
    on=tuple(f"call seaborn.{n}" for n in _SD),
    until="0.12",
    why="the standard deviation of the error bars divides by n - 1 now; it divided by n",
    silent=True,
    examples=(
        Example(
            "import pandas as pd\nimport seaborn as sns\ndf = pd.DataFrame({'g': ['a', 'a'], 'v': [1.0, 3.0]})\n"
            "ax = sns.barplot(x='g', y='v', data=df, ci='sd')",
            "import pandas as pd\nimport seaborn as sns\ndf = pd.DataFrame({'g': ['a', 'a'], 'v': [1.0, 3.0]})\n"
            "ax = sns.barplot(x='g', y='v', data=df, errorbar=lambda v: (v.mean() - v.std(ddof=0), v.mean() + v.std(ddof=0)))",
            "[round(float(v), 6) for v in ax.lines[0].get_ydata()]",
            {"seaborn": "0.11.2"},
        ),
        Same("import seaborn as sns\nax = sns.barplot(x=['a'], y=[1], ci='sd')"),
        Same("import seaborn as sns\nax = sns.barplot(x=['a'], y=[1], ci=95)", {"seaborn": "0.11.2"}),
    ),
)
def standard_deviation(call: ast.Call, context: Context) -> Answer:
    """ci='sd' around the mean."""
    if context.literal(context.keyword(call, "ci")) != "sd":
        return None
    kind = context.keyword(call, "kind")
    if kind is not None and context.literal(kind) not in ("bar", "point"):
        return None
    if context.keyword(call, "estimator") is not None:
        return Decline("ci='sd' divided by n: errorbar=lambda v: … with v.std(ddof=0) around the estimate")
    value = "lambda v: (v.mean() - v.std(ddof=0), v.mean() + v.std(ddof=0))"
    return Fix((context.edit_call(call, drop=frozenset({"ci"}), add={"errorbar": value}),))


@fixer(
    "SB012",
    on="call seaborn.jointplot",
    until="0.11",
    why="the annotation with a statistic was removed",
    examples=(
        Example(
            "import numpy as np\nimport seaborn as sns\nfrom scipy import stats\n"
            "x, y = np.array([1.0, 2.0, 4.0]), np.array([1.0, 2.5, 3.0])\n"
            "j = sns.jointplot(x=x, y=y, stat_func=stats.pearsonr)",
            "import numpy as np\nimport seaborn as sns\nfrom scipy import stats\n"
            "x, y = np.array([1.0, 2.0, 4.0]), np.array([1.0, 2.5, 3.0])\n"
            "j = sns.jointplot(x=x, y=y)\n"
            'j.ax_joint.plot([], [], linestyle="", label="pearsonr = {:.2g}; p = {:.2g}".format(*stats.pearsonr(x, y)))\n'
            "j.ax_joint.legend()",
            "j.ax_joint.get_legend().get_texts()[0].get_text()",
        ),
        Example(
            "import numpy as np\nimport seaborn as sns\nj = sns.jointplot(x=np.arange(3.0), y=np.arange(3.0), stat_func=None)",
            "import numpy as np\nimport seaborn as sns\nj = sns.jointplot(x=np.arange(3.0), y=np.arange(3.0))",
            "j.ax_joint.collections[0].get_offsets().tolist()",
        ),
        Same("""
            import seaborn as sns
            j = sns.jointplot(x=[1.0, 2.0, 4.0], y=[1.0, 2.5, 3.0])
            def test(x, stat_func):
                return stat_func(x)
            y = test([1], stat_func=len)
            """),
    ),
)
def stat_func(call: ast.Call, context: Context) -> Answer:
    """Written into the legend, where the plot has a name and the samples too."""
    function = context.keyword(call, "stat_func")
    if function is None:
        return None
    if context.literal(function) is None:
        return Fix((context.edit_call(call, drop=frozenset({"stat_func", "annot_kws"} & {str(k.arg) for k in call.keywords})),))
    advice = Decline("compute the statistic and write it into the legend of j.ax_joint; without stat_func= the plot is the same")
    values = [context.keyword(call, n) or (call.args[i] if len(call.args) > i else None) for i, n in enumerate(("x", "y"))]
    x, y = values
    statement = context.parent(call)
    if x is None or y is None or any(isinstance(a, ast.Starred) for a in call.args):
        return advice
    data = context.keyword(call, "data") or (call.args[2] if len(call.args) > 2 else None)
    if isinstance(data, ast.Call):
        return advice
    match statement:
        case ast.Assign(targets=[ast.Name() as name]):
            pass
        case _:
            return advice
    label = function.attr if isinstance(function, ast.Attribute) else context.text(function)
    if not label.isidentifier():
        return advice
    holes: dict[str, ast.AST] = {"j": name, "f": function, "x": x, "y": y}
    pair = []
    for key, value in (("x", x), ("y", y)):
        if data is not None and isinstance(context.literal(value), str):
            holes["data"] = data
            pair.append(f"{{data}}[{{{key}}}]")
        else:
            pair.append(f"{{{key}}}")
    legend = (
        f'{{j}}.ax_joint.plot([], [], linestyle="", label="{label} = {{{{:.2g}}}}; p = {{{{:.2g}}}}"'
        f".format(*{{f}}({', '.join(pair)})))\n"
        "{j}.ax_joint.legend()"
    )
    drop = frozenset({"stat_func", "annot_kws"} & {str(k.arg) for k in call.keywords})
    return Fix((context.edit_call(call, drop=drop), context.insert(statement, legend, after=True, **holes)))
