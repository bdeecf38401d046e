"""Text made of values of which some are missing: "nan" before pandas 3.0, still missing since.

    s.astype(str)      →  s.map(str)

Code that looks for the text "nan" afterwards tells its own age.
"""

from __future__ import annotations

import ast

from codemods.fixers._habits import means_missing_text
from codemods.fixers._pandas import SERIES, receiver
from codemods.fixers._pandas_calls import argument, fact, literal_data
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer


@fixer(
    "PD532",
    on=f"call {SERIES}.astype",
    until="3.0",
    silent=True,
    why='since pandas 3.0 astype(str) keeps missing values instead of writing "nan"',
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            s = pd.Series(["x", np.nan, "z"])
            t = s.astype(str)
            """,
            """
            import numpy as np
            import pandas as pd
            s = pd.Series(["x", np.nan, "z"])
            t = s.map(str)
            """,
            check="t.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"c": ["x", np.nan], "n": [1.5, np.nan]})
            df["c"] = df["c"].astype(str)
            n = (df["c"] == "nan").sum()
            m = df["n"].astype(str).replace("nan", "none").tolist()
            o = pd.concat([df["c"], df["n"]]).astype(str).str.replace("nan", "?").tolist()
            """,
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"c": ["x", np.nan], "n": [1.5, np.nan]})
            df["c"] = df["c"].map(str)
            n = (df["c"] == "nan").sum()
            m = df["n"].map(str).replace("nan", "none").tolist()
            o = pd.concat([df["c"], df["n"]]).astype(object).map(str).str.replace("nan", "?").tolist()
            """,
            check="df['c'].tolist(), int(n), m, o",
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series(["x", "z"])
            t = s.astype(str)
            u = pd.Series([1, 2]).astype(str)
            """,
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            s = pd.Series(["x", np.nan])
            t = s.astype(str)
            u = s == "nan"
            """
        ),
    ],
)
def as_text(call: ast.Call, context: Context) -> Answer:
    this, dtype = receiver(call), argument(call, "dtype", 0)
    if this is None or dtype is None or len(call.args) + len(call.keywords) != 1:
        return None
    if context.literal(dtype) != "str" and not (isinstance(dtype, ast.Name) and dtype.id == "str"):
        return None
    kind = fact(this, "dtype", context)
    if kind in ("int", "bool"):
        return None
    data = literal_data(this, context)
    if kind in ("str", "text", "object", "float", None) and (told := means_missing_text(call, context)):
        # A categorical would stay one: what is not known to be none becomes objects first.
        template = "{s}.map(str)" if kind or data is not None else "{s}.astype(object).map(str)"
        return Fix((context.replace(call, template, s=this),), told=told)
    if data is None:
        return Decline('missing values stay missing today, where they became "nan": write .map(str) if the text is needed')
    if not any(_is_missing(e, context) for e in data) or kind == "datetime":
        return None
    return Fix((context.replace(call, "{s}.map(str)", s=this),))


def _is_missing(node: ast.expr, context: Context) -> bool:
    return context.literal(node) is None or context.symbol(node) in (
        "numpy.nan",
        "numpy.NaN",
        "numpy.NAN",
        "pandas.NaT",
        "pandas.NA",
    )
