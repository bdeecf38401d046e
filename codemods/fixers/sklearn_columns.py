"""Frames whose columns come in another order, or under other names, than the estimator was fitted on.

    m = LinearRegression().fit(df[["a", "b"]], y)
    m.predict(df[["b", "a"]])  →  m.predict(df[["b", "a"]].to_numpy())

Until 1.2 columns were taken by their position, and they still are without names. That may not be what was meant; it is what
was computed. Only where the columns differ for certain, or were put in as a set gives them.
"""

from __future__ import annotations

import ast

from codemods.fixers._one_versus_rest import model_of
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.types import ListOf
from codemods.uses import uses_of

_FRAME = "pandas.DataFrame"
_METHODS = frozenset(("predict", "predict_proba", "decision_function", "score", "transform"))


@fixer(
    "SK073",
    on="node Call",
    library="sklearn",
    until="1.2",
    why="columns are checked by name since 1.2; they were taken by position",
    examples=(
        Example(
            before="""
            import pandas as pd
            from sklearn.linear_model import LinearRegression
            df = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [0.0, 1.0, 0.0]})
            m = LinearRegression().fit(df[["a", "b"]], [1.0, 3.0, 3.0])
            new = pd.DataFrame({"b": [5.0], "a": [0.0]})
            p = m.predict(new)
            q = m.predict(new.rename(columns={"a": "z"}))
            """,
            after="""
            import pandas as pd
            from sklearn.linear_model import LinearRegression
            df = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [0.0, 1.0, 0.0]})
            m = LinearRegression().fit(df[["a", "b"]], [1.0, 3.0, 3.0])
            new = pd.DataFrame({"b": [5.0], "a": [0.0]})
            p = m.predict(new.to_numpy())
            q = m.predict(new.rename(columns={"a": "z"}).to_numpy())
            """,
            check="p.round(6).tolist(), q.round(6).tolist()",
            was={"scikit-learn": "0.23.2"},
        ),
        Same("""
            import pandas as pd
            from sklearn.linear_model import LinearRegression
            df = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [0.0, 1.0, 0.0]})
            m = LinearRegression().fit(df[["a", "b"]], [1.0, 3.0, 3.0])
            p = m.predict(df)
            q = m.predict(pd.DataFrame({"a": [0.0], "b": [5.0]}))
            """),
    ),
)
def by_position(node: ast.Call, context: Context) -> Answer:
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr not in _METHODS or not node.args:
        return None
    owner, given = context.instance(function.value), node.args[0]
    if owner is None or not owner.name.startswith("sklearn.") or context.instance(given, _FRAME) is None:
        return None
    columns = columns_of(given, context)
    fitted = _fitted_on(function.value, context)
    differ = columns is not None and fitted is not None and columns != fitted and len(columns) == len(fitted)
    if not differ and not (isinstance(given, ast.Name) and _put_in_by_a_set(given.id, context)):
        return None
    return Fix((context.replace(given, "{x}.to_numpy()", x=given),))


def columns_of(node: ast.expr, context: Context, depth: int = 0) -> list[str] | None:
    """The columns of a frame in their order, where they are written out; None where they can't be told."""
    value = uses_of(context).value(node)
    if value is None or depth > 5:
        return None
    if isinstance(node, ast.Name) and _changed(node.id, context):
        return None
    match value:
        case ast.Call(func=function, args=[ast.Dict() as data]) if context.symbol(function) == _FRAME and not value.keywords:
            found = [context.literal(key) for key in data.keys]
        case ast.Subscript(slice=ast.List(elts=items)) if context.instance(value, _FRAME) is not None:
            found = [context.literal(item) for item in items]
        case ast.Call(
            func=ast.Attribute(value=inner, attr="rename"), args=[], keywords=[ast.keyword(arg="columns", value=table)]
        ):
            before, names = columns_of(inner, context, depth + 1), context.literal(table)
            return [names.get(c, c) for c in before] if before is not None and isinstance(names, dict) else None
        case _:
            return None
    names = [f for f in found if isinstance(f, str)]
    return names if len(names) == len(found) else None


def _changed(name: str, context: Context) -> bool:
    """Whether columns may be added to, or removed from, what has this name."""
    uses = uses_of(context)
    for load in uses.uses_of_name(name):
        above = uses.parents.get(load)
        if isinstance(above, ast.Subscript) and isinstance(above.ctx, ast.Store | ast.Del):
            return True
        if isinstance(above, ast.Attribute) and above.attr in ("insert", "pop", "drop", "columns", "rename"):
            call = uses.parents.get(above)
            if (
                not isinstance(call, ast.Call)
                or any(k.arg == "inplace" for k in call.keywords)
                or above.attr in ("insert", "pop")
            ):
                return True
    return False


def _fitted_on(model: ast.expr, context: Context) -> list[str] | None:
    made = model_of(model, context)
    if made is None:
        return None
    uses = uses_of(context)
    fits = [
        call
        for call in uses.calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "fit" and call.args
        and (call.func.value is made or model_of(call.func.value, context) is made)
    ]  # fmt: skip
    return columns_of(fits[0].args[0], context) if len(fits) == 1 else None


def _put_in_by_a_set(name: str, context: Context) -> bool:
    """Whether a loop over a set adds columns to the frame of this name: their order is that of the set."""
    for loop in context.nodes(ast.For):
        kind = context.only(loop.iter)
        if not isinstance(kind, ListOf) or kind.name != "builtins.set" or not isinstance(loop.target, ast.Name):
            continue
        for node in walk(loop):
            match node:
                case ast.Subscript(value=ast.Name(id=owner), slice=ast.Name(id=key), ctx=ast.Store()):
                    if owner == name and key == loop.target.id:
                        return True
                case _:
                    pass
    return False
