# ruff: noqa: N999 (rules stand in LIBRARY_WHAT.py)
"""The method that ran a line magic, in code that was exported from notebooks.

get_ipython().magic("matplotlib inline")   →  get_ipython().run_line_magic('matplotlib', 'inline')
"""

from __future__ import annotations

import ast

from codemods.fixers._definitions import template
from codemods.fixers._pandas import bound_once
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer


@fixer(
    "IP018",
    on="node Call",
    library="IPython",
    until="9.0",
    words=(".magic(",),
    why="magic() is gone: run_line_magic() takes the name and the line apart",
    examples=(
        Example(
            """
            from IPython import get_ipython
            from IPython.core.interactiveshell import InteractiveShell
            shell = InteractiveShell.instance()
            ip = get_ipython()
            get_ipython().magic("precision 3")
            ip.magic(u"%alias_magic t timeit")
            """,
            """
            from IPython import get_ipython
            from IPython.core.interactiveshell import InteractiveShell
            shell = InteractiveShell.instance()
            ip = get_ipython()
            get_ipython().run_line_magic('precision', '3')
            ip.run_line_magic('alias_magic', 't timeit')
            """,
            check="ip.find_line_magic('t') is not None",
        ),
        Same("""
            class Wand:
                def magic(self, spell):
                    return spell
            x = Wand().magic("matplotlib inline")
            """),
    ),
)
def magic(call: ast.Call, context: Context) -> Answer:
    match call:
        case ast.Call(func=ast.Attribute(value=shell, attr="magic"), args=[given], keywords=[]) if _is_shell(shell, context):
            pass
        case _:
            return None
    text = context.literal(given)
    if not isinstance(text, str) or not text.strip():
        return Decline("magic() is gone: pass the name and the line to run_line_magic()")
    name, _, line = text.strip().lstrip("%").partition(" ")
    written = template(f"{name!r}, {line.strip()!r}")
    return Fix((context.replace(call, f"{{shell}}.run_line_magic({written})", shell=shell),))


def _is_shell(node: ast.expr, context: Context) -> bool:
    """`get_ipython()`, or a name that is bound to it, once."""
    made = bound_once(node.id, context) if isinstance(node, ast.Name) else node
    return isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id == "get_ipython" and not made.args
