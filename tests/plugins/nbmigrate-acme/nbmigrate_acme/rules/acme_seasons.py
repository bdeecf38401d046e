"""A season is a text now, no longer a number and a unit (acme 2.0).

acme.Forecast(season=(7, "D"))
acme.Forecast(season="7D")
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer


@fixer(
    "ACME010",
    on="call acme.Forecast",
    until="2.0",
    why="since acme 2.0 a season is a text",
    examples=(
        Example(
            """
            import acme
            model = acme.Forecast(season=(7, "D"))
            """,
            """
            import acme
            model = acme.Forecast(season="7D")
            """,
            check="model.season",
        ),
        Same(
            """
            import acme
            model = acme.Forecast(season="7D")
            other = acme.Forecast()
            """
        ),
    ),
)
def season(call: ast.Call, context: Context) -> Answer:
    """Where number and unit are written out, they are joined."""
    given = context.keyword(call, "season")
    match context.literal(given):
        case (int(number), str(unit)):
            return Fix((context.edit_call(call, values={"season": f'"{number}{unit}"'}),))
        case _ if isinstance(given, ast.Tuple | ast.Name):
            return Decline("number and unit of the season are not known; write them as one text")
        case _:
            return None
