"""Constructors and functions at the top of pandas that are gone.

pd.DataFrame.from_csv(path)               →  pd.read_csv(path, index_col=0, parse_dates=True)   (1.0)
pd.DataFrame.from_items(items)            →  pd.DataFrame(dict(items))                          (1.0)
pd.DatetimeIndex(start=a, periods=3)      →  pd.date_range(start=a, periods=3)                  (1.0)
pd.Int64Index(x)                          →  pd.Index(x, dtype="int64")                         (2.0)
isinstance(i, pd.Int64Index)              →  i.dtype == "int64"
pd.TimeGrouper("M")                       →  pd.Grouper(freq="M")                               (1.0)
pd.value_counts(x)                        →  pd.Series(x).value_counts()                        (3.0)
pd.match(x, values)                       →  pd.Index(values).get_indexer(x)                    (0.25)
pd.np.mean                                →  np.mean                                            (2.0)
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, INDEX, OLD, SERIES, is_array, is_pure, is_sequence, keywords
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import MoveImport

_NUMERIC = {"Int64Index": "int64", "UInt64Index": "uint64", "Float64Index": "float64"}
_RANGES = {"DatetimeIndex": "date_range", "PeriodIndex": "period_range", "TimedeltaIndex": "timedelta_range"}


@fixer(
    "PD150",
    on=(f"static {FRAME}.from_csv", f"static {SERIES}.from_csv"),
    until="1.0",
    why="from_csv() was removed in pandas 1.0 in favour of read_csv()",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame.from_csv("t.csv")
            e = pd.DataFrame.from_csv("t.csv", index_col=None, sep=";")
            s = pd.Series.from_csv("t.csv")
            """,
            """
            import pandas as pd
            df = pd.read_csv("t.csv", index_col=0, parse_dates=True)
            e = pd.read_csv("t.csv", sep=";", index_col=None, parse_dates=True)
            s = pd.read_csv("t.csv", header=None, index_col=0, parse_dates=True).iloc[:, 0].rename_axis(None).rename(None)
            """,
            check="df.values.tolist(), df.index.tolist(), e.shape, s.tolist()",
            setup="""
            with open("t.csv", "w") as out:
                _ = out.write("1,2\\n3,4\\n5,6\\n")
            """,
        ),
        Same("""
            import pandas as pd
            class Frame:
                @classmethod
                def from_csv(cls, path):
                    return path
            f = Frame.from_csv("t.csv")
            df = pd.read_csv("t.csv", index_col=0)
            """),
    ],
)
def from_csv(call: ast.Call, context: Context) -> Answer:
    assert isinstance(call.func, ast.Attribute)
    is_series = context.symbol(call.func.value) == SERIES
    frame = ("path", "header", "sep", "index_col", "parse_dates", "encoding", "tupleize_cols", "infer_datetime_format")
    series = ("path", "sep", "parse_dates", "header", "index_col", "encoding", "infer_datetime_format")
    given = context.bind(call, *(series if is_series else frame))
    if given is None or "path" not in given:
        return Decline("use pandas.read_csv(path, index_col=0, parse_dates=True)")
    given.pop("infer_datetime_format", None)
    options = keywords("sep", "header", given=given)
    if is_series and "header" not in given:
        options += ", header=None"
    options += keywords("index_col", given=given) or ", index_col=0"
    options += keywords("parse_dates", given=given) or ", parse_dates=True"
    options += keywords("encoding", given=given)
    tail = ".iloc[:, 0]" if is_series else ""
    if is_series and ("header" not in given or context.literal(given["header"]) is None):
        tail += ".rename_axis(None).rename(None)"  # without a header there were no names
    given.pop("tupleize_cols", None)
    return Fix((context.replace(call, f"{{@pandas.read_csv}}({{path}}{options}){tail}", **given),))


@fixer(
    "PD151",
    on=f"static {FRAME}.from_items",
    until="1.0",
    why="from_items() was removed in pandas 1.0 in favour of from_dict()",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame.from_items([("b", [1, 2]), ("a", [3, 4])])
            dg = pd.DataFrame.from_items([("r1", [1, 2])], orient="index", columns=["x", "y"])
            """,
            """
            import pandas as pd
            df = pd.DataFrame(dict([("b", [1, 2]), ("a", [3, 4])]))
            dg = pd.DataFrame.from_dict(dict([("r1", [1, 2])]), orient="index", columns=["x", "y"])
            """,
            check='df.columns.tolist(), dg.loc["r1"].tolist()',
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame.from_dict({"b": [1, 2], "a": [3, 4]})
            class Basket:
                @classmethod
                def from_items(cls, items):
                    return items
            b = Basket.from_items([("b", 1)])
            """),
    ],
)
def from_items(call: ast.Call, context: Context) -> Answer:
    given = context.bind(call, "items", "columns", "orient")
    if given is None or "items" not in given:
        return Decline("use pandas.DataFrame.from_dict(dict(items))")
    orient = context.literal(given["orient"]) if "orient" in given else "columns"
    if orient == "columns":
        return Fix(
            (context.replace(call, f"{{@{FRAME}}}(dict({{items}}){keywords('columns', given=given)})", **_but(given, "orient")),)
        )
    template = f"{{@{FRAME}}}.from_dict(dict({{items}}){keywords('orient', 'columns', given=given)})"
    return Fix((context.replace(call, template, **given),))


def _but(given: dict[str, ast.expr], name: str) -> dict[str, ast.expr]:
    return {k: v for k, v in given.items() if k != name}


@fixer(
    "PD152",
    on=tuple(f"call pandas.{name}" for name in _RANGES),
    until="1.0",
    why="an index is not made from a start and an end since pandas 1.0; ranges are",
    examples=[
        Example(
            """
            import pandas as pd
            i = pd.DatetimeIndex(start="2020-01-01", periods=3, freq="D")
            p = pd.PeriodIndex(start="2020-01", end="2020-03", freq="M")
            """,
            """
            import pandas as pd
            i = pd.date_range(start="2020-01-01", periods=3, freq="D")
            p = pd.period_range(start="2020-01", end="2020-03", freq="M")
            """,
            check="len(i), len(p)",
        ),
        Same("""
            import pandas as pd
            i = pd.date_range(start="2020-01-01", periods=3, freq="D")
            j = pd.DatetimeIndex(["2020-01-01", "2020-01-02"])
            """),
    ],
)
def index_range(call: ast.Call, context: Context) -> Answer:
    given = {k.arg for k in call.keywords}
    name = (context.symbol(call.func) or "").rpartition(".")[2]
    if not given & {"start", "end", "periods"} or name not in _RANGES:
        return None
    if call.args or "data" in given or None in given:
        return Decline(f"use pandas.{_RANGES[name]}(start, end, periods, freq)")
    return Fix((context.replace(call.func, f"{{@pandas.{_RANGES[name]}}}"),))


@fixer(
    "PD153",
    on=tuple(f"{kind} pandas.{name}" for name in _NUMERIC for kind in ("call", "name")),
    until="2.0",
    why="pandas 2.0 has one Index for all numbers",
    examples=[
        Example(
            """
            import pandas as pd
            i = pd.Int64Index([3, 1])
            f = pd.Float64Index([0.5], name="f")
            ok = isinstance(i, pd.Int64Index) and not isinstance(f, pd.Int64Index)
            """,
            """
            import pandas as pd
            i = pd.Index([3, 1], dtype="int64")
            f = pd.Index([0.5], name="f", dtype="float64")
            ok = (i.dtype == "int64") and not (f.dtype == "int64")
            """,
            check="list(i), list(f), ok",
        ),
        Same("""
            import pandas as pd
            i = pd.Index([3, 1], dtype="int64")
            s = pd.Series([1, 2], dtype="Int64")
            """),
    ],
)
def numeric_index(node: ast.expr, context: Context) -> Answer:
    if isinstance(node, ast.Call):
        dtype = _NUMERIC.get(_leaf(node.func, context))
        if dtype is None:
            return None
        given = {k.arg for k in node.keywords}
        if len(node.args) > 1 or None in given:
            return Decline(f"use pandas.Index(data, dtype='{dtype}')")
        add = {} if "dtype" in given else {"dtype": f'"{dtype}"'}
        return Fix((context.replace(node.func, f"{{@{INDEX}}}"), context.edit_call(node, add=add)))
    if context.is_called(node) is not None:
        return None
    dtype = _NUMERIC.get(_leaf(node, context))
    match context.parent(node):
        case ast.Call(func=ast.Name(id="isinstance"), args=[value, kind]) as test if kind is node and is_pure(value):
            template = f'({{value}}.dtype == "{dtype}")'
            if context.instance(value, INDEX) is None:
                template = f'(isinstance({{value}}, {{@{INDEX}}}) and {{value}}.dtype == "{dtype}")'
            return Fix((context.replace(test, template, value=value),))
        case _:
            return Decline(f"ask for the dtype instead: index.dtype == '{dtype}'")


def _leaf(node: ast.expr, context: Context) -> str:
    return (context.symbol(node) or "").rpartition(".")[2]


@fixer(
    "PD154",
    on=("call pandas.TimeGrouper", "call pandas.tseries.resample.TimeGrouper", "call pandas.core.resample.TimeGrouper"),
    until="1.0",
    why="TimeGrouper was removed in pandas 1.0 in favour of Grouper(freq=)",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"v": [1, 2]}, index=pd.to_datetime(["2020-01-05", "2020-01-06"]))
            g = df.groupby(pd.TimeGrouper("D")).max()
            h = df.groupby(pd.TimeGrouper(freq="D", closed="left")).max()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"v": [1, 2]}, index=pd.to_datetime(["2020-01-05", "2020-01-06"]))
            g = df.groupby(pd.Grouper(freq="D")).max()
            h = df.groupby(pd.Grouper(freq="D", closed="left")).max()
            """,
            check="g.v.tolist(), h.v.tolist()",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"v": [1, 2]}, index=pd.to_datetime(["2020-01-05", "2020-01-06"]))
            g = df.groupby(pd.Grouper(freq="D")).max()
            """),
    ],
)
def time_grouper(call: ast.Call, context: Context) -> Answer:
    parameters = ("freq", "closed", "label", "how")
    given = context.bind(
        call, *parameters, "axis", "fill_method", "limit", "loffset", "kind", "convention", "base", "key", "level", "sort"
    )
    if given is None or given.keys() & {"how", "axis", "fill_method", "limit", "loffset", "kind"}:
        return Decline("use pandas.Grouper(freq=…); how=, fill_method=, limit=, loffset= and kind= have no equivalent")
    if _summed(call, context) and not (context.vintage.before("pandas", "0.22") or context.vintage.since("pandas", "0.22")):
        return Decline(
            "use pandas.Grouper(freq=…); the sum of an empty bin was missing before pandas 0.22: tell the version (--was pandas==…)"
        )
    named = {i: parameters[i] for i in range(len(call.args))}
    edits = [context.replace(call.func, "{@pandas.Grouper}")]
    return Fix((*edits, context.edit_call(call, name_positional=named)) if named else tuple(edits))


def _summed(call: ast.Call, context: Context) -> bool:
    """Whether the groups are summed in the same expression."""
    for above in context.ancestors(call):
        match above:
            case ast.Attribute(attr="sum" | "prod"):
                return True
            case ast.Call() | ast.Attribute() | ast.Subscript() | ast.List() | ast.keyword():
                pass
            case _:
                return False
    return False


@fixer(
    "PD155",
    on=("call pandas.value_counts", "name pandas.value_counts"),
    until="3.0",
    why="pandas.value_counts() was removed in pandas 3.0 in favour of Series.value_counts()",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series(["a", "b", "a"])
            vc = pd.value_counts([1, 0, 1])
            vd = pd.value_counts(s, normalize=True)
            ve = pd.DataFrame({"x": [1, 1], "y": [1, 2]}).apply(pd.value_counts)
            """,
            """
            import pandas as pd
            s = pd.Series(["a", "b", "a"])
            vc = pd.Series([1, 0, 1]).value_counts()
            vd = s.value_counts(normalize=True)
            ve = pd.DataFrame({"x": [1, 1], "y": [1, 2]}).apply(pd.Series.value_counts)
            """,
            check='vc[1], round(vd["a"], 3), ve.fillna(0).values.tolist()',
        ),
        Same("""
            import pandas as pd
            s = pd.Series(["a", "b", "a"])
            vc = s.value_counts()
            def value_counts(values):
                return len(values)
            n = value_counts([1, 0])
            """),
    ],
)
def value_counts(node: ast.expr, context: Context) -> Answer:
    if not isinstance(node, ast.Call):
        if context.is_called(node) is not None:
            return None
        return Fix((context.replace(node, f"{{@{SERIES}}}.value_counts"),))
    given = context.bind(node, "values", "sort", "ascending", "normalize", "bins", "dropna")
    if given is None or "values" not in given:
        return Decline("use pandas.Series(values).value_counts()")
    values = given.pop("values")
    options = keywords("sort", "ascending", "normalize", "bins", "dropna", given=given)[2:]
    is_series = context.instance(values, SERIES) is not None
    this = "{values}" if is_series else f"{{@{SERIES}}}({{values}})"
    return Fix((context.replace(node, f"{this}.value_counts({options})", values=values, **given),))


@fixer(
    "PD156",
    on="call pandas.match",
    until="0.25",
    why="pandas.match() was removed",
    examples=[
        Example(
            """
            import pandas as pd
            i = pd.match(["a", "b"], ["b", "a"])
            """,
            """
            import pandas as pd
            i = pd.Index(["b", "a"]).get_indexer(["a", "b"])
            """,
            check="i.tolist()",
            was=OLD,
        ),
        Same("""
            import re
            import pandas as pd
            m = re.match("a", "ab")
            s = pd.Series(["ab"]).str.match("a")
            """),
    ],
)
def match_values(call: ast.Call, context: Context) -> Answer:
    given = context.bind(call, "to_match", "values")
    if given is None or len(given) != 2:
        return Decline("use pandas.Index(values).get_indexer(to_match)")
    known = is_array(given["values"], context) or is_sequence(given["values"], context)
    this = f"{{@{INDEX}}}({{values}})" if known or context.instance(given["values"], INDEX) is None else "{values}"
    return Fix((context.replace(call, f"{this}.get_indexer({{to_match}})", **given),))


@fixer(
    "PD157",
    on=("name numpy", "name pandas.np", "import pandas.np"),  # pandas 1.0 to 1.5: an object of its own
    library="pandas",
    until="2.0",
    why="pandas.np was removed in pandas 2.0; import numpy",
    examples=[
        Example(
            """
            import pandas as pd
            m = pd.np.mean([1, 2])
            """,
            """
            import pandas as pd
            import numpy as np
            m = np.mean([1, 2])
            """,
            check="m",
        ),
        Same("""
            import numpy as np
            import pandas as pd
            m = np.mean([1, 2])
            class Lib:
                np = 1
            x = Lib().np
            """),
    ],
)
def pandas_np(node: ast.AST, context: Context) -> Answer:
    match node:
        case ast.alias():
            return Fix((MoveImport(context.span(context.statement(node)), "pandas.np", "numpy"),))
        case ast.Attribute(value=library, attr="np") if context.symbol(library) == "pandas":
            return Fix((context.replace(node, "{@numpy}"),))
        case _:
            return None
