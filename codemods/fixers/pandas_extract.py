"""str.extract() of one group: a series before pandas 0.23, a frame of one column since.

    s.str.extract("(a.)").str.upper()   →  s.str.extract("(a.)", expand=False).str.upper()

Put into a column, one is as good as the other.
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas_calls import STRINGS, has_stars
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer

_OF_SERIES = ("str", "cat", "dt", "map", "unique", "to_frame", "tolist", "to_list", "isin", "nunique")


@fixer(
    "PD594",
    on=f"call {STRINGS}.extract",
    until="0.23",
    silent=True,
    why="since pandas 0.23 str.extract() gives a frame, also of one group",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series(["Mr. A", "Mrs. B"])
            t = s.str.extract("([A-Za-z]+)[.]").str.upper()
            u = s.str.extract("([A-Z])$").unique()
            """,
            """
            import pandas as pd
            s = pd.Series(["Mr. A", "Mrs. B"])
            t = s.str.extract("([A-Za-z]+)[.]", expand=False).str.upper()
            u = s.str.extract("([A-Z])$", expand=False).unique()
            """,
            check="list(t), list(u)",
            was={"pandas": "0.22.0"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"name": ["Mr. A", "Mrs. B"]})
            df["title"] = df.name.str.extract("([A-Za-z]+)[.]")
            t = df.name.str.extract("([A-Za-z]+)[.]", expand=True)
            u = df.name.str.extract("([A-Za-z]+)[.]")
            """
        ),
    ],
)
def extract(call: ast.Call, context: Context) -> Answer:
    if has_stars(call) or context.keyword(call, "expand") is not None or len(call.args) > 2:
        return None
    told = ""
    match context.parent(call):
        case ast.Attribute(attr=name) if name in _OF_SERIES:
            told = f"uses .{name} of it, which only a series has"
        case ast.Assign(targets=[ast.Subscript()]):
            return None
        case _:
            pass
    return Fix((context.edit_call(call, add={"expand": "False"}),), told=told)
