"""Dates of several formats, the names that value_counts() gives, frames split by numpy.

pd.to_datetime(s)                       →  pd.to_datetime(s, format="mixed")       texts of several formats (2.0)
df["a"].value_counts().reset_index()    →  df["a"].value_counts().rename_axis("index").reset_index(name="a")  (2.0)
np.array_split(df, 2)                   →  [df.iloc[i] for i in np.array_split(np.arange(len(df)), 2)]
"""

from __future__ import annotations

import ast
import re

from codemods.fixers._pandas import FRAME, SERIES, bound_once, is_pure, receiver
from codemods.fixers._pandas_calls import argument, column_of, has_stars
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Edit, Replace

_DAY_OR_MONTH = re.compile(r"\s*(\d{1,2})([/.\-])(\d{1,2})\2\d{2,4}\b")
_UNTOLD = "some days come first, others second where each text is read by itself: tell the age with --was pandas==VERSION"


@fixer(
    "PD590",
    on="call pandas.to_datetime",
    since="2.0",
    until="2.0",
    why="since pandas 2.0 to_datetime() reads all texts by the format of the first",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series(["2020-01-02", "01/03/2020", "Jan 4 2020"])
            d = pd.to_datetime(s)
            """,
            """
            import pandas as pd
            s = pd.Series(["2020-01-02", "01/03/2020", "Jan 4 2020"])
            d = pd.to_datetime(s, format="mixed")
            """,
            check="d.dt.day.tolist()",
        ),
        Example(
            """
            import pandas as pd
            d = pd.to_datetime(pd.Series(["13/01/2020", "02/03/2020"]))
            """,
            """
            import pandas as pd
            d = pd.to_datetime(pd.Series(["13/01/2020", "02/03/2020"]), format="mixed")
            """,
            check="d.dt.month.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series(["2020-01-02", "2020-11-12"])
            d = pd.to_datetime(s)
            e = pd.to_datetime("01/03/2020")
            f = pd.to_datetime(pd.Series(["13/01/2020", "02/03/2020"]))
            """
        ),
    ],
)
def mixed(call: ast.Call, context: Context) -> Answer:
    if argument(call, "format", 4) is not None or argument(call, "unit") is not None or has_stars(call):
        return None
    data = argument(call, "arg", 0)
    texts = _texts(data, context) if data is not None else None
    if texts is None or len(texts) < 2:
        return None
    shapes = {_format(t) for t in texts}
    differ = argument(call, "dayfirst") is None and _are_read_differently(texts)
    if len(shapes) > 1 or (differ and context.vintage.before("pandas", "2.0")):
        return Fix((context.edit_call(call, add={"format": '"mixed"'}),))
    return Decline(_UNTOLD) if differ and not context.vintage.since("pandas", "2.0") else None


def _texts(data: ast.expr, context: Context) -> list[str] | None:
    """The literal texts of a list, a series of them, or a column of a frame of them."""
    node, column = data, None
    if isinstance(data, ast.Subscript) and isinstance(data.slice, ast.Constant):
        node, column = data.value, str(data.slice.value)
    elif isinstance(data, ast.Attribute):
        node, column = data.value, data.attr
    value = bound_once(node.id, context) if isinstance(node, ast.Name) else node
    if isinstance(value, ast.Call) and context.symbol(value.func) == (FRAME if column is not None else SERIES):
        given = argument(value, "data", 0)
        if column is not None and isinstance(given, ast.Dict):
            given = next((v for k, v in zip(given.keys, given.values, strict=True) if context.literal(k) == column), None)
        items = context.literal(given)
    else:
        items = context.literal(node)
    return items if isinstance(items, list) and all(isinstance(i, str) for i in items) else None


def _format(text: str) -> str:
    """What tells the format of a date: its separators, and which parts are words."""
    shape = re.sub(r"[A-Za-z]+", "a", re.sub(r"\d+", "0", text.strip()))
    long = re.match(r"\d{4}", text.strip()) is not None
    return f"{shape} {long}"


def _are_read_differently(texts: list[str]) -> bool:
    """Whether some days can only come first, while others would be read as months when read by themselves."""
    found = [_DAY_OR_MONTH.match(t) for t in texts]
    first = [int(m[1]) for m in found if m is not None]
    second = [int(m[3]) for m in found if m is not None]
    return (
        len(first) == len(texts)
        and any(n > 12 for n in first)
        and any(a <= 12 and b <= 12 for a, b in zip(first, second, strict=True))
    )


@fixer(
    "PD591",
    on=(f"call {SERIES}.reset_index", f"call {SERIES}.to_frame"),
    until="2.0",
    silent=True,
    why="since pandas 2.0 the result of value_counts() is called count, and its index has the name of the series",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": ["x", "x", "y"]})
            t = df["a"].value_counts().reset_index()
            n = df.a.value_counts().reset_index(name="n")
            f = df["a"].value_counts().to_frame()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": ["x", "x", "y"]})
            t = df["a"].value_counts().rename_axis("index").reset_index(name="a")
            n = df.a.value_counts().rename_axis("index").reset_index(name="n")
            f = df["a"].value_counts().to_frame("a")
            """,
            check="t.columns.tolist(), n.columns.tolist(), f.columns.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            vc = pd.Series(["a", "a", "b"], name="c").value_counts().reset_index()
            vc.columns = ["label", "n"]
            d = pd.Series(["a", "a", "b"]).value_counts().to_dict()
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def counted(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    if this is None or has_stars(call) or _columns_follow(call, context):
        return None
    counts = bound_once(this.id, context) if isinstance(this, ast.Name) else this
    if not isinstance(counts, ast.Call) or not isinstance(counts.func, ast.Attribute) or counts.func.attr != "value_counts":
        return None
    series = counts.func.value
    if context.instance(series, SERIES) is None:
        return None
    assert isinstance(call.func, ast.Attribute)
    name = _name(series, context)
    if call.func.attr == "to_frame":
        if call.args or call.keywords:
            return None
        return Decline("name the column: to_frame(name)") if name is None else Fix((_with(call, name, context),))
    given = argument(call, "name", 3)
    if [k.arg for k in call.keywords if k.arg != "name"] or call.args:
        return None
    if given is None and name is None:
        return Decline("the columns were called index and as the series, and are called as the series and count: name them")
    edits: list[Edit] = [context.replace(this, '{s}.rename_axis("index")', s=this)]
    if given is not None:
        return Fix(tuple(edits))
    return Fix((*edits, context.edit_call(call, add={"name": str(name)})))


@fixer(
    "PD593",
    on=f"call {FRAME}",
    until="2.0",
    silent=True,
    why="since pandas 2.0 the result of value_counts() is called count instead of as the series",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"q": ["a", "b", "a"]})
            c = pd.DataFrame(df["q"].value_counts())
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"q": ["a", "b", "a"]})
            c = pd.DataFrame(df["q"].value_counts().rename("q"))
            """,
            check="c.columns.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            c = pd.DataFrame({"q": ["a", "b", "a"]})
            d = pd.DataFrame(c["q"].str.upper())
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def frame_of_counts(call: ast.Call, context: Context) -> Answer:
    if len(call.args) != 1 or call.keywords or _columns_follow(call, context):
        return None
    counts = call.args[0]
    value = bound_once(counts.id, context) if isinstance(counts, ast.Name) else counts
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute) or value.func.attr != "value_counts":
        return None
    name = _name(value.func.value, context) if context.instance(value.func.value, SERIES) is not None else None
    return Fix((context.replace(counts, f"{{s}}.rename({name})", s=counts),)) if name is not None else None


def _with(call: ast.Call, name: str, context: Context) -> Replace:
    assert isinstance(call.func, ast.Attribute)
    return context.replace(call, f"{{s}}.to_frame({name})", s=call.func.value)


def _name(series: ast.expr, context: Context) -> str | None:
    """Python text of the name of a series: that of the column it is; 0 where it certainly has none."""
    column = column_of(series, context)
    if column is not None:
        _, key, name = column
        return f'"{name}"' if key is None else context.text(key)
    value = bound_once(series.id, context) if isinstance(series, ast.Name) else series
    if isinstance(value, ast.Call) and context.symbol(value.func) == SERIES and not has_stars(value):
        given = argument(value, "name", 3)
        data = argument(value, "data", 0)
        if given is not None:
            return context.text(given) if isinstance(context.literal(given), str) else None
        return "0" if isinstance(data, ast.List) else None
    if isinstance(value, ast.Subscript) and isinstance(series, ast.Name):
        return _name(value, context)
    return None


def _columns_follow(call: ast.Call, context: Context) -> bool:
    """Whether the names of the columns are given right afterwards."""
    statement = context.parent(call)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    name = ast.unparse(statement.targets[0])
    above = context.parent(statement)
    body: list[ast.stmt] = getattr(above, "body", [])
    after = body[body.index(statement) + 1] if statement in body and body.index(statement) + 1 < len(body) else None
    return isinstance(after, ast.Assign) and any(ast.unparse(t) == f"{name}.columns" for t in after.targets)


@fixer(
    "PD592",
    on=("call numpy.array_split", "call numpy.split"),
    library="pandas",
    until="3.0",
    why="numpy splits a frame into arrays since pandas 3.0, where it gave frames",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
            parts = np.array_split(df, 2)
            """,
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
            parts = [df.iloc[i] for i in np.array_split(np.arange(len(df)), 2)]
            """,
            check="[type(p).__name__ for p in parts], [len(p) for p in parts]",
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
            parts = np.array_split(df.values, 2)
            """
        ),
    ],
)
def split(call: ast.Call, context: Context) -> Answer:
    data, parts = argument(call, "ary", 0), argument(call, "indices_or_sections", 1)
    if data is None or parts is None or context.instance(data, FRAME, SERIES) is None:
        return None
    if len(call.args) + len(call.keywords) != 2 or not is_pure(data):
        return Decline("split the positions instead: [df.iloc[i] for i in np.array_split(np.arange(len(df)), n)]")
    template = "[{df}.iloc[i] for i in {split}({@numpy.arange}(len({df})), {parts})]"
    return Fix((context.replace(call, template, df=data, split=call.func, parts=parts),))
