"""tsplot is gone: lineplot draws long data, one row for each unit and time.

sns.tsplot(data)    →  sns.lineplot(x="time", y="value",
                                    data=pd.DataFrame(data).melt(var_name="time", value_name="value"),
                                    errorbar=("ci", 68))
"""

from __future__ import annotations

import ast

from codemods.fixers._arrays import dimensions
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_LONG = '{@pandas.DataFrame}({data}).melt(var_name="time", value_name="value")'
_KEPT = ("color", "ax", "estimator", "n_boot", "linewidth", "lw", "alpha", "ls", "linestyle", "marker")


@fixer(
    "SB020",
    on="call seaborn.tsplot",
    until="0.11",
    since="0.9",
    why="removed; lineplot draws long data",
    examples=(
        Example(
            "import numpy as np\nimport pandas as pd\nimport seaborn as sns\n"
            "data = np.array([[1.0, 2.0], [3.0, 4.0]])\nax = sns.tsplot(data, color='r')",
            "import numpy as np\nimport pandas as pd\nimport seaborn as sns\ndata = np.array([[1.0, 2.0], [3.0, 4.0]])\n"
            'ax = sns.lineplot(x="time", y="value", data=pd.DataFrame(data).melt(var_name="time", value_name="value"), '
            "errorbar=(\"ci\", 68), color='r')",
            "[float(v) for v in ax.lines[0].get_ydata()]",
        ),
        Same("import seaborn as sns\ndef f(d):\n    return sns.tsplot(d, time='t', value='v', unit='u')"),
    ),
)
def tsplot(call: ast.Call, context: Context) -> Answer:
    """An array of units by times."""
    advice = Decline(
        "lineplot draws long data: one row for each unit and time; the band was the 68 % interval: errorbar=('ci', 68)"
    )
    data = call.args[0] if call.args else context.keyword(call, "data")
    extra = {str(k.arg): k.value for k in call.keywords if k.arg != "data"}
    if data is None or len(call.args) > 1 or set(extra) - {"ci", *_KEPT} or dimensions(data, context) != 2:
        return advice
    if context.instance(data, "pandas.DataFrame") is not None:
        return advice
    holes: dict[str, ast.AST] = {"data": data}
    interval = context.literal(extra["ci"]) if "ci" in extra else 68
    if not (interval is None or isinstance(interval, int | float)):
        return advice
    rest = ["None" if interval is None else f'("ci", {interval})']
    for name in _KEPT:
        if name in extra:
            holes[name] = extra[name]
            rest.append(f"{name}={{{name}}}")
    return Fix(
        (context.replace(call, f'{{@seaborn.lineplot}}(x="time", y="value", data={_LONG}, errorbar={", ".join(rest)})', **holes),)
    )
