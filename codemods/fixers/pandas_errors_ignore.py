"""`errors="ignore"` of the converters was removed in pandas 3.0: they gave back what they got where they failed.

df["a"] = pd.to_numeric(df["a"], errors="ignore")
    →  try:
           df["a"] = pd.to_numeric(df["a"])
       except (ValueError, TypeError):
           pass

df = df.apply(pd.to_numeric, errors="ignore")
    →  def to_numeric_or_same(values): …
       df = df.apply(to_numeric_or_same)
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, INDEX, SERIES, both
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk

_CONVERTERS = ("pandas.to_numeric", "pandas.to_datetime", "pandas.to_timedelta")
_HELPER = """\
def {name}(values):
    try:
        return {{@{symbol}}}(values)
    except (ValueError, TypeError):
        return values
"""


@fixer(
    "PD310",
    on=tuple(f"call {name}" for name in _CONVERTERS),
    until="3.0",
    why="errors='ignore' was removed in pandas 3.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": ["1", "x"]})
            df["a"] = pd.to_numeric(df["a"], errors="ignore")
            b = pd.to_numeric(df["a"], errors="ignore")
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": ["1", "x"]})
            try:
                df["a"] = pd.to_numeric(df["a"])
            except (ValueError, TypeError):
                pass
            try:
                b = pd.to_numeric(df["a"])
            except (ValueError, TypeError):
                b = df["a"]
            """,
            check='df["a"].tolist(), b.tolist()',
        ),
        Same("""
            import pandas as pd
            s = pd.Series(["1", "x"])
            n = pd.to_numeric(s, errors="coerce")
            text = b"a".decode("utf-8", errors="ignore")
            d = pd.DataFrame({"a": [1]}).drop(columns="b", errors="ignore")
            """),
    ],
)
def errors_ignore(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "errors")
    if value is None or context.literal(value) != "ignore":
        return None
    advice = Decline(
        "errors='ignore' is gone: catch ValueError and TypeError, and keep the values as they are ('coerce' loses them)"
    )
    statement = context.statement(call)
    if not isinstance(statement, ast.Assign) or statement.value is not call or len(statement.targets) != 1 or not call.args:
        return advice
    values, target = call.args[0], statement.targets[0]
    if context.instance(values, SERIES, INDEX) is None:
        return advice  # of a list, an array came back
    same = context.text(values) == context.text(target)
    if any(k.arg is None for k in call.keywords):
        return advice
    holes: dict[str, ast.AST] = {"target": target, "function": call.func, "values": values}
    further = "".join(f", {{p{i}}}" for i in range(1, len(call.args)))
    holes |= {f"p{i}": argument for i, argument in enumerate(call.args) if i}
    for keyword in call.keywords:
        if keyword.arg != "errors":
            further += f", {keyword.arg}={{k_{keyword.arg}}}"
            holes[f"k_{keyword.arg}"] = keyword.value
    template = (
        f"try:\n    {{target}} = {{function}}({{values}}{further})\n"
        f"except (ValueError, TypeError):\n    {'pass' if same else '{target} = {values}'}"
    )
    return Fix((context.replace_statement(statement, template, **holes),))


@fixer(
    "PD311",
    on=(*both("apply"), f"call {FRAME}.transform"),
    until="3.0",
    why="errors='ignore' was removed in pandas 3.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": ["1", "2"], "b": ["x", "3"]})
            df = df.apply(pd.to_numeric, errors="ignore")
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": ["1", "2"], "b": ["x", "3"]})
            def to_numeric_or_same(values):
                try:
                    return pd.to_numeric(values)
                except (ValueError, TypeError):
                    return values
            df = df.apply(to_numeric_or_same)
            """,
            check='df["a"].tolist(), df["b"].tolist()',
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": ["1", "2"], "b": ["x", "3"]})
            df = df.apply(lambda c: pd.to_numeric(c, errors="ignore"))
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": ["1", "2"], "b": ["x", "3"]})
            def to_numeric_or_same(values):
                try:
                    return pd.to_numeric(values)
                except (ValueError, TypeError):
                    return values
            df = df.apply(to_numeric_or_same)
            """,
            check='df["a"].tolist(), df["b"].tolist()',
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"a": ["1", "2"], "b": ["x", "3"]})
            df = df.apply(pd.to_numeric, errors="coerce")
            """),
    ],
)
def apply_ignoring(call: ast.Call, context: Context) -> Answer:
    function = call.args[0] if call.args else context.keyword(call, "func")
    if function is None:
        return None
    drop: frozenset[str] = frozenset()
    match function:
        case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)]), body=ast.Call() as inner):
            errors = context.keyword(inner, "errors")
            symbol = context.symbol(inner.func)
            if symbol not in _CONVERTERS or errors is None or context.literal(errors) != "ignore":
                return None
            match inner.args:
                case [ast.Name(id=argument)] if argument == name and len(inner.keywords) == 1:
                    pass
                case _:
                    return Decline("errors='ignore' is gone: pass a function that catches ValueError and TypeError")
        case _:
            errors = context.keyword(call, "errors")
            symbol = context.symbol(function)
            if symbol not in _CONVERTERS or errors is None or context.literal(errors) != "ignore":
                return None
            drop = frozenset({"errors"})
    helper = f"{symbol.rpartition('.')[2]}_or_same"
    edits = [context.replace(function, helper)]
    if drop:
        edits.append(context.edit_call(call, drop=drop))  # type: ignore[arg-type]
    if not _defines(helper, context):
        definition = _HELPER.format(name=helper, symbol=symbol)
        edits.insert(0, context.insert(context.statement(call), definition))  # type: ignore[arg-type]
    return Fix(tuple(edits))


def _defines(name: str, context: Context) -> bool:
    return any(isinstance(node, ast.FunctionDef) and node.name == name for _, tree in context.cells for node in walk(tree))
