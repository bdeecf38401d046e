"""stack() left out missing values until pandas 3.0, which keeps them.

df.stack()               →  df.stack().dropna()
df.stack(dropna=True)    →  df.stack().dropna()
df.stack(dropna=False)   →  df.stack()

Code that passes dropna= tells its own age: the new stack() refuses it. With several levels of columns the order changed too.
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, receiver
from codemods.fixers._pandas_calls import argument, fact, has_stars
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer


@fixer(
    "PD347",
    on=f"call {FRAME}.stack",
    until="3.0",
    silent=True,
    why="since pandas 3.0 stack() keeps missing values",
    examples=(
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, None], "b": [3, 4]})
            s = df.stack()
            n = df.isnull().stack().sum()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, None], "b": [3, 4]})
            s = df.stack().dropna()
            n = df.isnull().stack().sum()
            """,
            check="len(s), s.tolist(), int(n)",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, None], "b": [3, 4]})
            s, t = df.stack(dropna=False), df.stack(dropna=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, None], "b": [3, 4]})
            s, t = df.stack(), df.stack().dropna()
            """,
            check="len(s), len(t)",
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, None], "b": [3, 4]})
            s = df.stack().dropna()
            t = df.stack(future_stack=True)
            u = np.stack([[1], [2]])
            """,
            was={"pandas": "2.2.3"},
        ),
    ),
)
def stack(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    if has_stars(call) or argument(call, "future_stack") is not None or this is None:
        return None
    dropna = argument(call, "dropna", 1)
    told = "" if dropna is None else "passes dropna=, which the new stack() refuses"
    drops = True if dropna is None else context.literal(dropna)
    above = context.parent(call)
    if dropna is None and (_has_no_missing(this) or (isinstance(above, ast.Attribute) and above.attr == "dropna")):
        return None
    if drops is MISSING or len(call.args) > 1:
        return Decline("stack() keeps missing values today: call dropna() on the result where they were left out")
    if fact(this, "columns", context) == "multi" or argument(call, "level", 0) is not None or argument(call, "sort") is not None:
        return Decline("stack() keeps missing values and the order of the levels today: compare the result")
    template = "{call}.dropna()" if drops else "{call}"
    if dropna is None:
        return Fix((context.replace(call, template, call=call),))
    edit = context.edit_call(call, drop=frozenset({"dropna"}))
    return Fix((edit, context.replace(call, template, call=call)) if drops else (edit,), told=told)


def _has_no_missing(frame: ast.expr) -> bool:
    """Whether a frame holds truth values: those of isnull() and its kin."""
    return (
        isinstance(frame, ast.Call)
        and isinstance(frame.func, ast.Attribute)
        and frame.func.attr in ("isnull", "isna", "notnull", "notna", "duplicated")
    )
