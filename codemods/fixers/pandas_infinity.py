"""Infinite values that an option made count as missing ones; pandas 3.0 removed it.

    pd.set_option("mode.use_inf_as_na", True)  →
    s.isna().sum()                             →  s.replace([np.inf, -np.inf], np.nan).isna().sum()

The option goes where all that it acted on can be told: methods of frames and series, and nothing in place.
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES, is_statement, literal_true, receiver
from codemods.fixers._pandas_calls import argument
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.uses import uses_of

OPTIONS = ("mode.use_inf_as_na", "mode.use_inf_as_null", "use_inf_as_na", "use_inf_as_null")
_METHODS = ("isna", "isnull", "notna", "notnull", "dropna", "fillna", "count")
_FINITE = "replace([{@numpy.inf}, -{@numpy.inf}], {@numpy.nan})"
_ADVICE = "infinite values no longer count as missing: replace([numpy.inf, -numpy.inf], numpy.nan) before isna() and dropna()"
_WHY = "the option that took infinite values for missing ones was removed in pandas 3.0"


@fixer(
    "PD323",
    on=("call pandas.set_option", "call pandas.option_context", "node Assign"),
    library="pandas",
    until="3.0",
    why=_WHY,
    examples=[
        Example(
            """
            import pandas as pd
            pd.set_option("mode.use_inf_as_na", False)
            n = pd.Series([1.0]).isna().sum()
            """,
            """
            import pandas as pd
            n = pd.Series([1.0]).isna().sum()
            """,
            check="n",
        ),
        Example(
            """
            import numpy as np
            import pandas as pd
            a = pd.Series([np.inf]).isna().sum()
            pd.options.mode.use_inf_as_na = True
            s = pd.Series([1.0, np.inf, np.nan])
            n = len(s.dropna())
            """,
            """
            import numpy as np
            import pandas as pd
            a = pd.Series([np.inf]).isna().sum()
            s = pd.Series([1.0, np.inf, np.nan])
            n = len(s.replace([np.inf, -np.inf], np.nan).dropna())
            """,
            check="a, n",
            was={"pandas": "1.5.3"},
        ),
        Same("""
            import pandas as pd
            pd.set_option("display.max_rows", 20)
            n = pd.Series([1.0]).isna().sum()
            """),
    ],
)
def option(node: ast.Call | ast.Assign, context: Context) -> Answer:
    value = _set_to(node, context)
    if value is None:
        return None
    statement = node if isinstance(node, ast.Assign) else is_statement(node, context)
    if statement is None or value is Ellipsis or (value is True and not _followed(context)):
        return Decline(_ADVICE)
    return Fix((context.replace_statement(statement, ""),))


@fixer(
    "PD325",
    on=tuple(f"call {owner}.{name}" for owner in (FRAME, SERIES) for name in _METHODS),
    until="3.0",
    why=_WHY,
    examples=[
        Same("""
            import pandas as pd
            n = pd.Series([1.0]).isna().sum()
            """),
    ],
)
def missing(node: ast.Call, context: Context) -> Answer:
    """In the round in which the option goes."""
    this, uses = receiver(node), uses_of(context)
    set_at = [uses.position(n) for n, value in context.once(_settings) if value is True]
    if this is None or len(set_at) != 1 or set_at[0] > uses.position(node) or not _followed(context):
        return None
    return Fix((context.replace(this, f"{{s}}.{_FINITE}", s=this),))


def _settings(context: Context) -> list[tuple[ast.AST, object]]:
    """Where the option is set, and to what."""
    return [(n, value) for n in context.nodes(ast.Call, ast.Assign) if (value := _set_to(n, context)) is not None]


def _set_to(node: ast.AST, context: Context) -> object:
    """What the option is set to: True, False, or Ellipsis where that can't be told; None: it is another option."""
    match node:
        case ast.Assign(targets=[ast.Attribute(attr=name)], value=value):
            if f"mode.{name}" not in OPTIONS or not ast.unparse(node.targets[0]).endswith(f".options.mode.{name}"):
                return None
        case ast.Call(func=function, args=[first, value]) if context.literal(first) in OPTIONS:
            if context.symbol(function) != "pandas.set_option":
                return Ellipsis
        case ast.Call(args=args) if any(context.literal(a) in OPTIONS for a in args[::2]):
            return Ellipsis
        case _:
            return None
    return literal if isinstance(literal := context.literal(value), bool) else Ellipsis


def _followed(context: Context) -> bool:
    """Whether all that the option may act on is certain: it is set once, at the top, and every method has its receiver."""
    settings = context.once(_settings)
    uses = uses_of(context)
    if len(settings) != 1 or uses.scope(settings[0][0]) is not None:
        return False
    at = uses.position(settings[0][0])
    for call in uses.calls:
        if not isinstance(call.func, ast.Attribute) or call.func.attr not in _METHODS or uses.position(call) < at:
            continue
        if (
            context.symbol(call.func) is not None
            or uses.scope(call) is not None
            or literal_true(argument(call, "inplace"), context)
        ):
            return False
        if context.instance(call.func.value, FRAME, SERIES) is None:
            if call.func.attr == "count" and context.types(call.func.value):
                continue  # of a list or a text
            return False
    return True
