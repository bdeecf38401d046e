"""is_copy silenced the warning about chained assignment; it went with pandas 1.0, and with it the warning.

d.is_copy = False     →  (nothing)
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer


@fixer(
    "PD348",
    on=(f"attr {FRAME}.is_copy", f"attr {SERIES}.is_copy"),
    until="1.0",
    why="is_copy was removed; it only decided about a warning",
    examples=(
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]})
            d = df[df.a > 1]
            d.is_copy = False
            d["b"] = 3
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]})
            d = df[df.a > 1]
            d["b"] = 3
            """,
            check="d.values.tolist()",
        ),
        Same(
            """
            import pandas as pd
            class Own:
                is_copy = None
            x = Own()
            x.is_copy = False
            """
        ),
    ),
)
def flag(node: ast.Attribute, context: Context) -> Answer:
    """Where it is set to None, False or True; what it says when it is read is nothing any more."""
    statement = context.parent(node)
    if isinstance(statement, ast.Assign) and statement.targets == [node] and isinstance(statement.value, ast.Constant):
        return Fix((context.replace_statement(statement, ""),))
    return Fix((context.replace(node, "None"),)) if isinstance(node.ctx, ast.Load) else None
