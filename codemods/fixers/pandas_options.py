"""Options of pandas that are gone, or whose short names have become ambiguous.

pd.set_option("display.max_colwidth", -1)   →  pd.set_option("display.max_colwidth", None)    (2.0)
pd.set_option("max_columns", None)          →  pd.set_option("display.max_columns", None)     (1.4: also an option of the Styler)
pd.options.display.mpl_style = "default"    →  (removed: it did nothing since 0.20)
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import is_statement
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_FUNCTIONS = ("set_option", "get_option", "reset_option", "describe_option", "option_context")
# Options of the Styler made these ambiguous (1.3 to 1.5).
_DISPLAY = ("max_columns", "max_rows", "precision", "width", "encoding")
_WITHOUT_EFFECT = ("display.height", "display.mpl_style", "display.line_width", "mode.data_manager")


@fixer(
    "PD320",
    on=tuple(f"call pandas.{name}" for name in _FUNCTIONS),
    until="1.4",
    why="short names of options must not be ambiguous, and the Styler has options of the same names",
    examples=[
        Example(
            """
            import pandas as pd
            pd.set_option("max_columns", None)
            pd.set_option("precision", 3)
            """,
            """
            import pandas as pd
            pd.set_option("display.max_columns", None)
            pd.set_option("display.precision", 3)
            """,
            check='pd.get_option("display.precision")',
        ),
        Same("""
            import pandas as pd
            pd.set_option("display.max_columns", None)
            options = {"max_columns": 3, "precision": 2}
            """),
    ],
)
def short_names(call: ast.Call, context: Context) -> Answer:
    step = 2 if (context.symbol(call.func) or "").endswith(("set_option", "option_context")) else 1
    values = {
        i: f'"display.{name}"'
        for i in range(0, len(call.args), step)
        if (name := context.literal(call.args[i])) in _DISPLAY and isinstance(name, str)
    }
    return Fix((context.edit_call(call, values=values),)) if values else None


@fixer(
    "PD321",
    on=("call pandas.set_option", "call pandas.option_context"),
    until="2.0",
    why="display.max_colwidth no longer takes -1 for 'no limit'",
    examples=[
        Example(
            """
            import pandas as pd
            pd.set_option("display.max_colwidth", -1)
            """,
            """
            import pandas as pd
            pd.set_option("display.max_colwidth", None)
            """,
            check="len(pd.DataFrame({'a': ['x' * 90]}).to_string().split()[-1])",
        ),
        Same("""
            import pandas as pd
            pd.set_option("display.max_colwidth", 100)
            pd.set_option("display.max_rows", None)
            """),
    ],
)
def no_limit(call: ast.Call, context: Context) -> Answer:
    pairs = zip(call.args[::2], call.args[1::2], strict=False)
    values: dict[str | int, str] = {
        2 * i + 1: "None"
        for i, (name, value) in enumerate(pairs)
        if context.literal(name) in ("display.max_colwidth", "max_colwidth") and context.literal(value) == -1
    }
    return Fix((context.edit_call(call, values=values),)) if values else None


@fixer(
    "PD322",
    on="call pandas.set_option",
    until="1.0",
    why="the option was removed; it had no effect any more",
    examples=[
        Example(
            """
            import pandas as pd
            pd.set_option("display.height", 500)
            pd.set_option("display.max_rows", 500)
            """,
            """
            import pandas as pd
            pd.set_option("display.max_rows", 500)
            """,
            check='pd.get_option("display.max_rows")',
        ),
        Same("""
            import pandas as pd
            pd.set_option("display.width", 500)
            pd.set_option("display.max_rows", 500)
            """),
    ],
)
def gone_option(call: ast.Call, context: Context) -> Answer:
    name = context.literal(call.args[0]) if call.args else None
    if name == "display.line_width":
        return Fix((context.edit_call(call, values={0: '"display.width"'}),))
    if name not in _WITHOUT_EFFECT:
        return None
    if len(call.args) != 2 or is_statement(call, context) is None:
        return Decline("leave this option out: it was removed")
    return Fix((context.replace_statement(context.statement(call), ""),))


@fixer(
    "PD324",
    on="node Assign",
    library="pandas",
    until="1.0",
    why="the option was removed or no longer takes this value",
    examples=[
        Example(
            """
            import pandas as pd
            pd.options.display.mpl_style = "default"
            pd.options.display.max_colwidth = -1
            pd.options.display.max_rows = 20
            """,
            """
            import pandas as pd
            pd.options.display.max_colwidth = None
            pd.options.display.max_rows = 20
            """,
            check="len(pd.DataFrame({'a': ['x' * 90]}).to_string().split()[-1])",
        ),
        Same("""
            import pandas as pd
            pd.options.display.max_rows = 20
            class Options:
                max_colwidth = 3
            o = Options()
            o.max_colwidth = -1
            """),
    ],
)
def assigned_option(node: ast.Assign, context: Context) -> Answer:
    match node.targets:
        case [ast.Attribute(value=ast.Attribute(value=ast.Attribute(value=library, attr="options"), attr=group), attr=option)]:
            if context.symbol(library) != "pandas":
                return None
        case _:
            return None
    name = f"{group}.{option}"
    if name in _WITHOUT_EFFECT:
        return Fix((context.replace_statement(node, ""),))
    if name == "display.max_colwidth" and context.literal(node.value) == -1:
        return Fix((context.replace(node.value, "None"),))
    return None
