"""Methods for reading and writing values that pandas removed.

df.as_matrix(["a"])         →  df[["a"]].values                      (1.0)
df.get_value("y", "a")      →  df.at["y", "a"]                       (1.0)
df.set_value("x", "a", 10)  →  df.at["x", "a"] = 10                  (1.0; it changed the frame and returned it)
df.lookup(rows, columns)    →  np.array([df.at[r, c] for r, c in zip(rows, columns)])   (2.0)
s.select(f)                 →  s.loc[[i for i in s.index if f(i)]]   (1.0)
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, OLD, axis_number, both, is_pure, is_statement, receiver
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.types import UserFunction


@fixer(
    "PD120",
    on=both("as_matrix"),
    until="1.0",
    why="as_matrix() was removed in pandas 1.0 in favour of .values",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
            X = df.as_matrix()
            y = df.as_matrix(columns=["a"])
            z = df["b"].as_matrix()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
            X = df.values
            y = df[["a"]].values
            z = df["b"].values
            """,
            check="X.tolist(), y.tolist(), z.tolist()",
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]})
            X = df.as_matrix() if hasattr(df, "as_matrix") else df.values
            """
        ),
    ],
)
def as_matrix(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    given = context.bind(call, "columns")
    if this is None or given is None:
        return Decline("the arguments are passed with * or **")
    columns = given.get("columns")
    if columns is None or context.literal(columns) is None:
        return Fix((context.replace(call, "{this}.values", this=this),))
    return Fix((context.replace(call, "{this}[{columns}].values", this=this, columns=columns),))


@fixer(
    "PD121",
    on=both("get_value"),
    until="1.0",
    why="get_value() was removed in pandas 1.0 in favour of .at and .iat",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]}, index=["x", "y"])
            v = df.get_value("y", "a")
            w = df.get_value(0, 0, takeable=True)
            u = df["a"].get_value("x")
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]}, index=["x", "y"])
            v = df.at["y", "a"]
            w = df.iat[0, 0]
            u = df["a"].at["x"]
            """,
            check="v, w, u",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]}, index=["x", "y"])
            v = df.at["y", "a"]
            class Cell:
                def get_value(self, row, column):
                    return row
            w = Cell().get_value("y", "a")
            """),
    ],
)
def get_value(call: ast.Call, context: Context) -> Answer:
    place = _place(call, context, "takeable")
    if isinstance(place, Decline):
        return place
    template, holes = place
    return Fix((context.replace(call, template, **holes),))


@fixer(
    "PD122",
    on=both("set_value"),
    until="1.0",
    why="set_value() was removed in pandas 1.0 in favour of .at and .iat",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]}, index=["x", "y"])
            df.set_value("x", "a", 10)
            df = df.set_value("y", "a", 20)
            w = df.set_value("z", "a", 5)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]}, index=["x", "y"])
            df.at["x", "a"] = 10
            df.at["y", "a"] = 20
            df.at["z", "a"] = 5
            w = df
            """,
            check='df["a"].tolist(), w is df',
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]}, index=["x", "y"])
            df.at["x", "a"] = 10
            class Form:
                def set_value(self, name, value):
                    return value
            f = Form().set_value("x", 1)
            """),
    ],
)
def set_value(call: ast.Call, context: Context) -> Answer:
    place = _place(call, context, "value", "takeable")
    if isinstance(place, Decline):
        return place
    template, holes = place
    set_it = f"{template} = {{value}}"
    statement = context.statement(call)
    if is_statement(call, context):
        return Fix((context.replace_statement(statement, set_it, **holes),))
    if isinstance(statement, ast.Assign) and statement.value is call and len(statement.targets) == 1:
        target, this = statement.targets[0], holes["this"]
        if isinstance(target, ast.Name) and isinstance(this, ast.Name):
            again = "" if target.id == this.id else "\n{target} = {this}"
            name = {} if target.id == this.id else {"target": target}
            return Fix((context.replace_statement(statement, set_it + again, **holes, **name),))
    return Decline(
        "set_value() changed the frame and returned it: write the assignment `.at[row, column] = value` as a statement"
    )


def _place(call: ast.Call, context: Context, *further: str) -> tuple[str, dict[str, ast.expr]] | Decline:
    """The template of the place that the arguments name, and the holes of the whole call."""
    this = receiver(call)
    is_frame = context.instance(this, FRAME) is not None
    labels = ("index", "col") if is_frame else ("label",)
    given = context.bind(call, *labels, *further)
    if this is None or given is None or any(label not in given for label in (*labels, *further[:-1])):
        return Decline("the arguments are passed with * or **")
    takeable = given.pop("takeable", None)
    by_position = False if takeable is None else context.literal(takeable)
    if not isinstance(by_position, bool):
        return Decline("it is not known whether takeable= is true: use .at for labels, .iat for positions")
    keys = ", ".join(f"{{{label}}}" for label in labels)
    return f"{{this}}.{'iat' if by_position else 'at'}[{keys}]", {"this": this, **given}


@fixer(
    "PD123",
    on=f"call {FRAME}.lookup",
    until="2.0",
    why="lookup() was removed in pandas 2.0",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
            v = df.lookup(df.index, ["b", "a"])
            """,
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
            v = np.array([df.at[row, column] for row, column in zip(df.index, ["b", "a"])])
            """,
            check="v.tolist()",
        ),
        Same("""
            import pandas as pd
            class Table:
                def lookup(self, rows, columns):
                    return rows
            v = Table().lookup([1], ["a"])
            df = pd.DataFrame({"lookup": [1]})
            w = df.lookup
            """),
    ],
)
def lookup(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    given = context.bind(call, "row_labels", "col_labels")
    if this is None or given is None or len(given) != 2:
        return Decline("the arguments are passed with * or **")
    if not is_pure(this) or any(isinstance(n, ast.Name) and n.id in ("row", "column") for n in walk(this)):
        return Decline("store the frame in a variable, then look the values up one by one with .at[row, column]")
    template = "{@numpy.array}([{this}.at[row, column] for row, column in zip({row_labels}, {col_labels})])"
    return Fix((context.replace(call, template, this=this, **given),))


@fixer(
    "PD124",
    on=both("select"),
    until="1.0",
    why="select() was removed in pandas 1.0 in favour of .loc",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"ab": [1], "cd": [2], "ae": [3]})
            d = df.select(lambda c: c.startswith("a"), axis=1)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"ab": [1], "cd": [2], "ae": [3]})
            d = df.loc[:, [c for c in df.columns if c.startswith("a")]]
            """,
            check="sorted(d.columns)",
            was=OLD,
        ),
        Example(
            """
            import pandas as pd
            def even(label):
                return label % 2 == 0
            s = pd.Series([5, 6, 7])
            t = s.select(even)
            """,
            """
            import pandas as pd
            def even(label):
                return label % 2 == 0
            s = pd.Series([5, 6, 7])
            t = s.loc[[label for label in s.index if even(label)]]
            """,
            check="t.tolist()",
            was=OLD,
        ),
        Same("""
            import pandas as pd
            import select
            df = pd.DataFrame({"ab": [1], "cd": [2]}).select_dtypes("number")
            class Query:
                def select(self, test):
                    return test
            q = Query().select(len)
            """),
    ],
)
def select(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    given = context.bind(call, "crit", "axis")
    if given is None or "crit" not in given or this is None:
        # Newer pandas has a method of this name again, which takes columns.
        return Decline("the arguments are passed with * or **") if context.vintage.before("pandas", "1.0") else None
    crit = given["crit"]
    is_function = isinstance(crit, ast.Lambda) or any(isinstance(t, UserFunction) for t in context.types(crit))
    if not is_function and not context.vintage.before("pandas", "1.0"):
        return None
    axis = axis_number(given.get("axis"), context)
    if axis is None or not is_pure(this):
        return Decline("select the labels with a list comprehension and .loc")
    axis_name = "columns" if axis else "index"
    holes: dict[str, ast.AST] = {"this": this}
    match crit:
        case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)], defaults=[], kwonlyargs=[], vararg=None, kwarg=None)):
            condition = "{body}"
            holes["body"] = crit.body
        case ast.Lambda():
            return Decline("select the labels with a list comprehension and .loc")
        case _:
            name, condition = "label", "{crit}(label)"
            holes["crit"] = crit
    labels = f"[{name} for {name} in {{this}}.{axis_name} if {condition}]"
    where = f":, {labels}" if axis else labels
    return Fix((context.replace(call, f"{{this}}.loc[{where}]", **holes),))
