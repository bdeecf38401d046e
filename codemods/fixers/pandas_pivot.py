"""pivot_table() averages all columns but those of the keys, and no longer leaves out the text (pandas 2.0).

pd.pivot_table(df, index="k")
pd.pivot_table(df, index="k", values=df.select_dtypes(["number", "bool"]).columns.difference(["k"]))
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, is_pure, receiver
from codemods.fixers._pandas_calls import argument, has_stars
from codemods.fixers.pandas_numeric_only import may_hold_text
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.records import Safety

_MEANS = ("mean", "numpy.mean")


@fixer(
    "PD512",
    on=("call pandas.pivot_table", f"call {FRAME}.pivot_table"),
    until="2.0",
    why="since pandas 2.0 pivot_table() no longer leaves out the columns that have no mean",
    examples=(
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "u", "v"], "x": [1, 2, 3], "s": ["a", "b", "c"]})
            p = pd.pivot_table(df, index="k")
            q = df.pivot_table(index=["k"], aggfunc="mean")
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "u", "v"], "x": [1, 2, 3], "s": ["a", "b", "c"]})
            p = pd.pivot_table(df, index="k", values=df.select_dtypes(["number", "bool"]).columns.difference(["k"]))
            q = df.pivot_table(index=["k"], aggfunc="mean", values=df.select_dtypes(["number", "bool"]).columns.difference(["k"]))
            """,
            check="p.to_dict(), q.to_dict()",
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "u", "v"], "x": [1, 2, 3], "s": ["a", "b", "c"]})
            p = pd.pivot_table(df, index="k", values="x")
            q = df.pivot_table(index="k", aggfunc="max")
            r = df[["k", "x"]].pivot_table(index="k")
            """
        ),
    ),
)
def pivot(call: ast.Call, context: Context) -> Answer:
    """Where no values are chosen, their mean is taken, and the keys are written out."""
    method = receiver(call) is not None and context.instance(receiver(call), FRAME) is not None
    frame = receiver(call) if method else argument(call, "data", 0)
    first = 0 if method else 1
    if frame is None or has_stars(call) or argument(call, "values", first) is not None or not is_pure(frame):
        return None
    aggregate = argument(call, "aggfunc", first + 3)
    if aggregate is not None and context.literal(aggregate) not in _MEANS and context.symbol(aggregate) not in _MEANS:
        return None
    keys: list[str] = []
    for name, position in (("index", first + 1), ("columns", first + 2)):
        given = argument(call, name, position)
        literal = context.literal(given) if given is not None else []
        names = literal if isinstance(literal, list) else [literal]
        if not all(isinstance(n, str) for n in names):
            return None
        keys += names
    text = may_hold_text(frame, context, frozenset(keys))
    if text is False:
        return None
    left_out = ", ".join(f'"{k}"' for k in keys)
    written = f'{{x}}.select_dtypes(["number", "bool"]).columns.difference([{left_out}])'
    edit = context.edit_call(call, add={"values": written}, holes={"x": frame})
    if text is None and not context.vintage.before("pandas", "2.0"):
        return Fix((edit,), message="text has no mean since pandas 2.0; the columns are not known", safety=Safety.REVIEW)
    return Fix((edit,))
