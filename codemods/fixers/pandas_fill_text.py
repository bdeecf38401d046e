"""Numbers filled into a frame whose columns may hold text: since pandas 3.0 not in place.

df.fillna(0, inplace=True)         →  df = df.fillna(0)
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, comes_before, is_statement, literal_true, receiver
from codemods.fixers._pandas_calls import argument, has_stars
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.types import Instance
from codemods.uses import uses_of


@fixer(
    "PD539",
    on=f"call {FRAME}.fillna",
    until="3.0",
    silent=True,  # only frames with gaps in columns of text fail, and those can't be told
    why="since pandas 3.0 numbers can't be filled into columns of text in place",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"n": [1.0, None], "s": ["x", None]})
            df.fillna(-1, inplace=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"n": [1.0, None], "s": ["x", None]})
            df = df.fillna(-1)
            """,
            check="df.values.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import pandas as pd
            def fill(d):
                d.fillna(-1, inplace=True)
            df = pd.DataFrame({"n": [1.0, None], "s": ["x", None]})
            fill(df)
            """,
            """
            import pandas as pd
            def fill(d):
                d[d.select_dtypes("str").columns] = d.select_dtypes("str").astype(object)
                d.fillna(-1, inplace=True)
            df = pd.DataFrame({"n": [1.0, None], "s": ["x", None]})
            fill(df)
            """,
            check="df.values.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"n": [1.0, float("nan")]})
            df.fillna(-1, inplace=True)
            t = pd.DataFrame({"s": ["x", None]})
            t.fillna("", inplace=True)
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def fill_text(call: ast.Call, context: Context) -> Answer:
    frame, value = receiver(call), argument(call, "value", 0)
    if frame is None or value is None or has_stars(call) or not literal_true(argument(call, "inplace"), context):
        return None
    statement, literal = is_statement(call, context), context.literal(value)
    number = isinstance(literal, int | float) or context.instance(value, "builtins.int", "builtins.float") is not None
    if not number or statement is None or not isinstance(frame, ast.Name) or _only_numbers(frame, context):
        return None
    if _rebindable(frame, context):
        edit = context.edit_call(call, drop=frozenset({"inplace"}))
        return Fix((edit, context.replace_statement(statement, f"{frame.id} = {{call}}", call=call)))
    cast = f'{frame.id}[{frame.id}.select_dtypes("str").columns] = {frame.id}.select_dtypes("str").astype(object)'
    if comes_before(cast, statement, context):
        return None
    return Fix((context.insert(statement, cast),))


def _only_numbers(frame: ast.expr, context: Context) -> bool:
    """Of all columns, or of those of a dict that the frame was made of."""
    kind, made = context.only(frame), uses_of(context).value(frame)
    if not isinstance(kind, Instance):
        return False
    kinds = {kind.fact("dtype")}
    if isinstance(made, ast.Call) and made.args and isinstance(made.args[0], ast.Dict):
        kinds = {fact for key, fact in kind.facts if key.startswith("column ")}
    return bool(kinds) and kinds <= {"int", "float", "bool", "datetime"}


def _rebindable(name: ast.Name, context: Context) -> bool:
    """Whether no other name can stand for the same frame: it is no parameter, no loop's variable, and in no list."""
    uses = uses_of(context)
    if uses.scope(name) is not None:
        return False
    for binding in uses.bindings(name.id):
        if binding.value is None and not isinstance(binding.node, ast.Name):
            return False
        if isinstance(uses.parents.get(binding.node), ast.For | ast.comprehension) or isinstance(binding.value, ast.Name):
            return False
    return not any(
        isinstance(uses.parents.get(load), ast.Assign | ast.List | ast.Tuple | ast.Dict) for load in uses.uses_of_name(name.id)
    )
