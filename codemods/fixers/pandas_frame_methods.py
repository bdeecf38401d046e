"""Methods of frames and series that pandas removed, and what gives the same values.

s.tshift(1)                          →  s.shift(1, freq="infer")                        (2.0)
df.swapaxes("index", "columns")      →  df.T                                            (3.0)
s.mad()                              →  (s - s.mean()).abs().mean()                     (2.0)
s.first("3D")                        →  s[s.index < s.index[0] + pd.Timedelta("3D")]    (3.0)
s.last("3D")                         →  s[s.index > s.index[-1] - pd.Timedelta("3D")]
df.convert_objects()                 →  df.infer_objects()                              (1.0)
s.convert_objects(convert_numeric=True)  →  pd.to_numeric(s, errors="coerce")
np.array_split(df, 2)                →  [df.iloc[i] for i in np.array_split(np.arange(len(df)), 2)]
"""

from __future__ import annotations

import ast
import re

from codemods.fixers._pandas import FRAME, GROUPBYS, SERIES, axis_number, both, is_pure, literal_true, receiver
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_SPAN = re.compile(r"\s*\d*\s*(D|H|h|T|min|S|s|L|ms|U|us|N|ns)\s*")


@fixer(
    "PD140",
    on=(*both("tshift"), *(f"call {g}.tshift" for g in GROUPBYS)),
    until="2.0",
    why="tshift() was removed in pandas 2.0 in favour of shift(freq=)",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="D"))
            t = s.tshift(1)
            u = s.tshift(periods=2, freq="h")
            """,
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="D"))
            t = s.shift(1, freq="infer")
            u = s.shift(periods=2, freq="h")
            """,
            check="t.index.day.tolist(), u.index.hour.tolist()",
        ),
        Same("""
            import pandas as pd
            s = pd.Series([1, 2], index=pd.date_range("2020-01-01", periods=2, freq="D"))
            t = s.shift(1)
            u = s.shift(1, freq="D")
            """),
    ],
)
def tshift(call: ast.Call, context: Context) -> Answer:
    assert isinstance(call.func, ast.Attribute)
    given = context.bind(call, "periods", "freq", "axis")
    if given is None:
        return Decline("the arguments are passed with * or **")
    edits = [context.rename_attribute(call.func, "shift")]
    if "freq" in given and context.literal(given["freq"]) is not None:
        return Fix(tuple(edits))
    if "freq" in given:
        return Decline("freq=None: write shift(periods, freq='infer')")
    return Fix((*edits, context.edit_call(call, add={"freq": '"infer"'})))


@fixer(
    "PD141",
    on=both("swapaxes"),
    until="3.0",
    why="swapaxes() was removed in pandas 3.0 in favour of transpose()",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
            t = df.swapaxes("index", "columns")
            u = df.swapaxes(0, 1, copy=False)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "b": [3, 4]})
            t = df.T
            u = df.T
            """,
            check="t.values.tolist(), u.values.tolist()",
        ),
        Same("""
            import numpy as np
            import pandas as pd
            a = np.zeros((2, 3)).swapaxes(0, 1)
            t = pd.DataFrame({"a": [1, 2]}).T
            """),
    ],
)
def swapaxes(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    given = context.bind(call, "axis1", "axis2", "copy")
    if this is None or given is None or not {"axis1", "axis2"} <= given.keys():
        return Decline("the arguments are passed with * or **")
    axes = axis_number(given["axis1"], context), axis_number(given["axis2"], context)
    if None in axes:
        return Decline("the axes are not literal: use .T where they differ")
    return Fix((context.replace(call, "{this}.copy()" if axes[0] == axes[1] else "{this}.T", this=this),))


@fixer(
    "PD142",
    on=(*both("mad"), *(f"call {g}.mad" for g in GROUPBYS)),
    until="2.0",
    why="mad() was removed in pandas 2.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3]})
            s = df["x"].mad()
            m = df.mad()
            g = df.groupby("k")["x"].mad()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3]})
            s = (df["x"] - df["x"].mean()).abs().mean()
            m = df.select_dtypes(["number", "bool"]).apply(lambda x: (x - x.mean()).abs().mean())
            g = df.groupby("k")["x"].agg(lambda x: (x - x.mean()).abs().mean())
            """,
            check="s, m.to_dict(), g.to_dict()",
        ),
        Same("""
            import pandas as pd
            s = pd.Series([1, 2, 3])
            m = (s - s.mean()).abs().mean()
            df = pd.DataFrame({"mad": [1]})
            x = df.mad
            """),
    ],
)
def mad(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    given = context.bind(call, "axis", "skipna", "level")
    if this is None or given is None or "level" in given or ("skipna" in given and not literal_true(given["skipna"], context)):
        return Decline("write the mean absolute deviation out: (x - x.mean()).abs().mean()")
    of_one = "lambda x: (x - x.mean()).abs().mean()"
    if context.instance(this, *GROUPBYS) is not None:
        if given:
            return Decline("write the mean absolute deviation out: .agg(lambda x: (x - x.mean()).abs().mean())")
        return Fix((context.replace(call, f"{{this}}.agg({of_one})", this=this),))
    if context.instance(this, SERIES) is not None:
        if is_pure(this):
            return Fix((context.replace(call, "({this} - {this}.mean()).abs().mean()", this=this),))
        return Fix((context.replace(call, f"{{this}}.pipe({of_one})", this=this),))
    axis = axis_number(given.get("axis"), context)
    if axis is None:
        return Decline("the axis is not literal: (x - x.mean()).abs().mean() of every row or column")
    further = ", axis=1" if axis else ""
    template = f'{{this}}.select_dtypes(["number", "bool"]).apply({of_one}{further})'
    return Fix((context.replace(call, template, this=this),))


@fixer(
    "PD143",
    on=(*both("first"), *both("last")),
    until="3.0",
    why="first() and last() of a time span were removed in pandas 3.0",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series(range(4), index=pd.date_range("2020-01-01", periods=4, freq="D"))
            f = s.first("3D")
            t = s.last("2D")
            """,
            """
            import pandas as pd
            s = pd.Series(range(4), index=pd.date_range("2020-01-01", periods=4, freq="D"))
            f = s[s.index < s.index[0] + pd.Timedelta("3D")]
            t = s[s.index > s.index[-1] - pd.Timedelta("2D")]
            """,
            check="f.tolist(), t.tolist()",
        ),
        Same(
            """
            import pandas as pd
            f = pd.DataFrame({"k": [1, 1], "x": [1, 2]}).groupby("k").first()
            """
        ),
    ],
)
def first_or_last(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    given = context.bind(call, "offset")
    if this is None or not given:
        return None
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    span = context.literal(given["offset"])
    if not is_pure(this) or not isinstance(span, str) or not _SPAN.fullmatch(span):
        return Decline(f"select the rows by comparing .index with its {name} value and pandas.tseries.frequencies.to_offset()")
    template = "{this}[{this}.index " + ("< {this}.index[0] + " if name == "first" else "> {this}.index[-1] - ")
    return Fix((context.replace(call, template + "{@pandas.Timedelta}({offset})]", this=this, offset=given["offset"]),))


@fixer(
    "PD144",
    on=both("convert_objects"),
    until="1.0",
    why="convert_objects() was removed in pandas 1.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": ["1", "x"]}, dtype=object)
            u = df.convert_objects()
            v = df["a"].convert_objects(convert_numeric=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": ["1", "x"]}, dtype=object)
            u = df.infer_objects()
            v = pd.to_numeric(df["a"], errors="coerce")
            """,
            check="v.isnull().tolist()",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"a": ["1", "x"]}, dtype=object)
            u = df.infer_objects()
            v = df.convert_dtypes()
            """),
    ],
)
def convert_objects(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    given = context.bind(call, "convert_dates", "convert_numeric", "convert_timedeltas", "copy")
    if this is None or given is None:
        return Decline("the arguments are passed with * or **")
    values = {name: context.literal(value) for name, value in given.items()}
    if values.get("convert_dates", True) is not True or values.get("convert_timedeltas", True) is not True:
        return Decline("use pandas.to_datetime() or to_timedelta() with errors='coerce', column by column")
    numeric = values.get("convert_numeric", False)
    if numeric is False:
        return Fix((context.replace(call, "{this}.infer_objects()", this=this),))
    if numeric is not True:
        return Decline("it is not known whether convert_numeric= is true: use pandas.to_numeric(errors='coerce')")
    if context.instance(this, SERIES) is not None:
        return Fix((context.replace(call, '{@pandas.to_numeric}({this}, errors="coerce")', this=this),))
    # Columns of text alone, and those that are no objects, stayed as they were.
    template = (
        "{this}.apply(lambda column: numbers if column.dtype.kind == 'O' and "
        "(numbers := {@pandas.to_numeric}(column, errors='coerce')).notna().any() else column)"
    )
    return Fix((context.replace(call, template, this=this),))


@fixer(
    "PD145",
    on=("call numpy.array_split", "call numpy.split"),
    library="pandas",
    until="3.0",
    why="numpy splits a frame by swapaxes(), which pandas 3.0 removed",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]})
            parts = np.array_split(df, 2)
            """,
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2]})
            parts = [df.iloc[i] for i in np.array_split(np.arange(len(df)), 2)]
            """,
            check="[p.a.tolist() for p in parts]",
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            parts = np.array_split(np.arange(4), 2)
            """
        ),
    ],
)
def split_frame(call: ast.Call, context: Context) -> Answer:
    given = context.bind(call, "ary", "indices_or_sections", "axis")
    if not given or "ary" not in given or context.instance(given["ary"], FRAME, SERIES) is None:
        return None
    name = (context.symbol(call.func) or "").rpartition(".")[2]
    this = given["ary"]
    if "indices_or_sections" not in given or axis_number(given.get("axis"), context) != 0 or not is_pure(this):
        return Decline("split the positions with numpy, and take the rows with .iloc")
    template = f"[{{this}}.iloc[i] for i in {{@numpy.{name}}}({{@numpy.arange}}(len({{this}})), {{n}})]"
    return Fix((context.replace(call, template, this=this, n=given["indices_or_sections"]),))
