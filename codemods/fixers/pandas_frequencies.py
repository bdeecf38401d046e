"""The names of frequencies changed in pandas 2.2, and the old ones were removed in 3.0.

    pd.date_range("2020-01", periods=3, freq="M")   →  freq="ME"      (Q, A, BM …: QE, YE, BME …)
    s.resample("12H").sum()                         →  s.resample("12h").sum()
    s.dt.floor("15T")                               →  s.dt.floor("15min")

A period keeps "M" and "Q"; there only "A" became "Y", and the short spans changed their case.
https://pandas.pydata.org/docs/whatsnew/v2.2.0.html#deprecate-aliases-m-q-y-etc-in-favour-of-me-qe-ye-etc-for-offsets
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from codemods.fixers._pandas import FRAME, SERIES, assignments, bound_once
from codemods.fixers._pandas_calls import (
    DATETIMES,
    FRAME_GROUPS,
    SERIES_GROUPS,
    TIMEDELTAS,
    argument,
    fact,
    names_in_document,
)
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.records import Edit, Replace

_TICKS = {"H": "h", "T": "min", "S": "s", "L": "ms", "U": "us", "N": "ns", "t": "min", "l": "ms", "u": "us", "n": "ns"}
_SPANS = {
    "M": "ME", "Q": "QE", "A": "YE", "Y": "YE", "BM": "BME", "BQ": "BQE", "BA": "BYE", "BY": "BYE", "CBM": "CBME", "SM": "SME",
    "m": "ME", "q": "QE", "a": "YE", "y": "YE",
}  # fmt: skip
_OFFSETS = {**_TICKS, **_SPANS, "AS": "YS", "BAS": "BYS", "BH": "bh", "CBH": "cbh"}
_PERIODS = {**_TICKS, "A": "Y", "a": "Y", "y": "Y", "q": "Q", "m": "M"}
_LENGTHS = {k: v for k, v in _TICKS.items() if k not in "HS"}  # what text and unit= of a Timedelta no longer take
_FREQUENCY = re.compile(r"(?:\s*[+-]?\s*[\d.]*\s*[A-Za-z]+(?:-\w+)?)+\s*")
_PART = re.compile(r"([A-Za-z]+)(-\w+)?")

_MOMENTS = ("pandas.DatetimeIndex", "pandas.Timestamp", "pandas.Index")
_OFFSET_CALLS: dict[str, tuple[str, int | None]] = {
    "pandas.date_range": ("freq", 3),
    "pandas.bdate_range": ("freq", 3),
    "pandas.interval_range": ("freq", 3),
    "pandas.DatetimeIndex": ("freq", None),
    "pandas.Grouper": ("freq", 2),
    "pandas.tseries.frequencies.to_offset": ("freq", 0),
    **{f"{c}.resample": ("rule", 0) for c in (FRAME, SERIES, FRAME_GROUPS, SERIES_GROUPS)},
    **{f"{c}.asfreq": ("freq", 0) for c in (FRAME, SERIES)},
    **{f"{c}.shift": ("freq", 1) for c in (FRAME, SERIES, FRAME_GROUPS, SERIES_GROUPS, "pandas.DatetimeIndex")},
    **{f"{c}.pct_change": ("freq", None) for c in (FRAME, SERIES, FRAME_GROUPS, SERIES_GROUPS)},
}  # fmt: skip
_TICK_CALLS: dict[str, tuple[str, int | None]] = {
    "pandas.timedelta_range": ("freq", 3),
    **{f"{c}.rolling": ("window", 0) for c in (FRAME, SERIES, FRAME_GROUPS, SERIES_GROUPS)},
    **{
        f"{c}.{method}": ("freq", 0)
        for c in (DATETIMES, TIMEDELTAS, "pandas.TimedeltaIndex", "pandas.Timedelta", *_MOMENTS)
        for method in ("floor", "ceil", "round")
    },
}  # fmt: skip
_PERIOD_CALLS: dict[str, tuple[str, int | None]] = {
    "pandas.period_range": ("freq", 3),
    "pandas.Period": ("freq", 1),
    "pandas.PeriodIndex": ("freq", None),
    "pandas.Period.asfreq": ("freq", 0),
    "pandas.PeriodIndex.asfreq": ("freq", 0),
    **{f"{c}.to_period": ("freq", 0) for c in (FRAME, SERIES, DATETIMES, *_MOMENTS)},
    **{f"{c}.to_timestamp": ("freq", 0) for c in (FRAME, SERIES, "pandas.Period", "pandas.PeriodIndex")},
}  # fmt: skip
_LENGTH_CALLS = ("pandas.Timedelta", "pandas.to_timedelta")


@fixer(
    "PD500",
    on=[f"call {s}" for s in (*_OFFSET_CALLS, *_TICK_CALLS)],
    since="2.2",
    until="3.0",
    why="the aliases M, Q, A, H, T, S … of frequencies were replaced in pandas 2.2 and removed in 3.0",
    examples=[
        Example(
            """
            import pandas as pd
            r = pd.date_range("2020-01-15", periods=3, freq="M")
            s = pd.Series([1, 2, 3], index=r).resample('Q').sum()
            h = pd.date_range("2020-01-01", periods=2, freq="12H")
            y = pd.date_range("2020-01-01", periods=2, freq="A-JAN")
            """,
            """
            import pandas as pd
            r = pd.date_range("2020-01-15", periods=3, freq="ME")
            s = pd.Series([1, 2, 3], index=r).resample('QE').sum()
            h = pd.date_range("2020-01-01", periods=2, freq="12h")
            y = pd.date_range("2020-01-01", periods=2, freq="YE-JAN")
            """,
            check="s.tolist(), [str(d) for d in r], h[1].hour, str(y[0])",
            was={"pandas": "1.5.3"},
        ),
        Example(
            """
            import pandas as pd
            d = pd.Series(pd.date_range("2020-01-15", periods=3, freq="1H30T"))
            f = d.dt.floor("H").dt.minute.tolist()
            w = pd.Series(1, index=d).rolling("90T").sum()
            """,
            """
            import pandas as pd
            d = pd.Series(pd.date_range("2020-01-15", periods=3, freq="1h30min"))
            f = d.dt.floor("h").dt.minute.tolist()
            w = pd.Series(1, index=d).rolling("90min").sum()
            """,
            check="f, w.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Example(
            """
            import pandas as pd
            freq = "2M"
            days = pd.date_range("2020-01-01", periods=3, freq=freq)
            def make(step="30T"):
                return pd.date_range("2020-01-01", periods=2, freq=step)
            last = pd.date_range("2020-01-01", periods=2, freq="%dH" % 5)
            """,
            """
            import pandas as pd
            freq = "2ME"
            days = pd.date_range("2020-01-01", periods=3, freq=freq)
            def make(step="30min"):
                return pd.date_range("2020-01-01", periods=2, freq=step)
            last = pd.date_range("2020-01-01", periods=2, freq="%dh" % 5)
            """,
            check="[str(d) for d in days]",
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series(pd.to_datetime(["2020-01-02 03:04:05"]))
            t = s.dt.strftime("%H:%M:%S").tolist()
            p = s.dt.to_period("M")
            q = pd.period_range("2020-01", periods=2, freq="Q")
            b = pd.date_range("2020-01-01", periods=2, freq="MS")
            w = pd.Series([1, 2], index=b).resample("W-SUN").sum()
            """
        ),
    ],
)
def offsets(call: ast.Call, context: Context) -> Answer:
    name = _called(call, context)
    parameter, position = _OFFSET_CALLS.get(name) or _TICK_CALLS[name]
    new = _OFFSETS if name in _OFFSET_CALLS else _TICKS
    value = argument(call, parameter, position)
    if value is None:
        return None
    if name.rpartition(".")[2] in ("resample", "asfreq", "shift") and _may_be_periods(call, context):
        if _answer(value, _SPANS, context) is not None:
            return Decline(
                "M, Q and Y stay for periods, and are ME, QE and YE for timestamps: it is not known which the index holds"
            )
        new = _TICKS
    return _answer(value, new, context)


@fixer(
    "PD501",
    on=[f"call {s}" for s in _PERIOD_CALLS],
    since="2.2",
    until="3.0",
    why="the aliases A, H, T, S … of period frequencies were replaced in pandas 2.2 and removed in 3.0",
    examples=[
        Example(
            """
            import pandas as pd
            p = pd.period_range("2020", periods=2, freq="A-DEC")
            h = pd.Series(pd.to_datetime(["2020-01-02 03:04"])).dt.to_period("H")
            e = pd.Series([1, 2], index=p).to_timestamp("H", how="end").index.hour
            """,
            """
            import pandas as pd
            p = pd.period_range("2020", periods=2, freq="Y-DEC")
            h = pd.Series(pd.to_datetime(["2020-01-02 03:04"])).dt.to_period("h")
            e = pd.Series([1, 2], index=p).to_timestamp("h", how="end").index.hour
            """,
            check="[str(x) for x in p], str(h[0]), e.tolist()",
        ),
        Same("""
            import pandas as pd
            p = pd.period_range("2020", periods=2, freq="Y-DEC")
            d = pd.period_range("2020-01-01", periods=2, freq="D")
            code = "A-DEC"
            """),
    ],
)
def periods(call: ast.Call, context: Context) -> Answer:
    value = argument(call, *_PERIOD_CALLS[_called(call, context)])
    return _answer(value, _PERIODS, context) if value is not None else None


@fixer(
    "PD502",
    on=[f"call {s}" for s in _LENGTH_CALLS],
    since="2.2",
    until="3.0",
    why="the units T, L, U and N of time spans were replaced in pandas 2.2 and removed in 3.0",
    examples=[
        Example(
            """
            import pandas as pd
            d = pd.Timedelta(90, "T")
            e = pd.to_timedelta("15T") + pd.Timedelta("3H")
            f = pd.to_timedelta([1, 2], unit="L")
            """,
            """
            import pandas as pd
            d = pd.Timedelta(90, "min")
            e = pd.to_timedelta("15min") + pd.Timedelta("3H")
            f = pd.to_timedelta([1, 2], unit="ms")
            """,
            check="d.total_seconds(), e.total_seconds(), f[1].total_seconds()",
        ),
        Same(
            """
            import pandas as pd
            t = pd.Timedelta("1 days 02:00:00")
            u = pd.to_timedelta(2, unit="D")
            """
        ),
    ],
)
def lengths(call: ast.Call, context: Context) -> Answer:
    edits: list[Edit] = []
    for value in (argument(call, "unit", 1), argument(call, "value", 0), argument(call, "arg", 0)):
        answer = _answer(value, _LENGTHS, context) if isinstance(value, ast.Constant) else None
        edits += answer.edits if isinstance(answer, Fix) else ()
    return Fix(tuple(edits)) if edits else None


@fixer(
    "PD503",
    on=["attr pandas.DatetimeIndex.freq", "attr pandas.Index.freq"],
    since="2.2",
    until="3.0",
    why="the aliases M, Q, A, H, T, S … of frequencies were replaced in pandas 2.2 and removed in 3.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"v": [1, 2]}, index=pd.DatetimeIndex(["2020-01-31", "2020-02-29"]))
            df.index.freq = "M"
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"v": [1, 2]}, index=pd.DatetimeIndex(["2020-01-31", "2020-02-29"]))
            df.index.freq = "ME"
            """,
            check="df.index.freq.n",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"v": [1, 2]}, index=pd.DatetimeIndex(["2020-01-31", "2020-02-29"]))
            df.index.freq = "ME"
            class Radio:
                freq = 1
            r = Radio()
            r.freq = "M"
            """),
    ],
)
def setting(node: ast.Attribute, context: Context) -> Answer:
    statement = context.parent(node)
    if not isinstance(statement, ast.Assign) or node not in statement.targets:
        return None
    return _answer(statement.value, _OFFSETS, context)


def _called(call: ast.Call, context: Context) -> str:
    """The key under which the called function stands in the tables."""
    tables = (_OFFSET_CALLS, _TICK_CALLS, _PERIOD_CALLS)
    symbol = context.symbol(call.func)
    if symbol is not None:
        return symbol
    assert isinstance(call.func, ast.Attribute)
    for kind in context.types(call.func.value):
        for name in context.classes(getattr(kind, "name", "")):
            if any(f"{name}.{call.func.attr}" in table for table in tables):
                return f"{name}.{call.func.attr}"
    raise LookupError(f"asked about a call that is none of ours: {ast.unparse(call.func)}")


def _may_be_periods(call: ast.Call, context: Context) -> bool:
    if isinstance(call.func, ast.Attribute) and fact(call.func.value, "index", context) == "datetime":
        return False
    return bool(names_in_document(context) & {"to_period", "period_range", "PeriodIndex"})


def _answer(value: ast.expr, new: Mapping[str, str], context: Context) -> Answer:
    """The edit that makes a frequency of today; None where it is one already."""
    match value:
        case ast.Constant(value=str(text)) if (renamed := _renamed(text, new)) != text:
            return Fix((_text(value, renamed, context),))
        case ast.BinOp(op=ast.Add(), right=ast.Constant(value=str(text)) as tail) if (renamed := _renamed(text, new)) != text:
            return Fix((_text(tail, renamed, context),))
        case ast.BinOp(left=ast.Constant(value=str(text)) as pattern, op=ast.Mod()) if (
            new_text := _in_pattern(text, new)
        ) != text:
            return Fix((_text(pattern, new_text, context),))
        case ast.IfExp(body=body, orelse=other):
            fixes = [a for a in (_answer(body, new, context), _answer(other, new, context)) if isinstance(a, Fix)]
            return Fix(tuple(e for a in fixes for e in a.edits)) if fixes else None
        case ast.Name(id=name):
            return _variable(name, new, context)
        case ast.JoinedStr(values=[*_, ast.Constant(value=str(text))]) if (renamed := _renamed(text, new)) != text:
            return Decline(f"the frequency is made by an f-string: write {renamed.strip()!r} for {text.strip()!r} in it")
        case _:
            return None


def _variable(name: str, new: Mapping[str, str], context: Context) -> Answer:
    value = bound_once(name, context) or _default(name, context)
    if not isinstance(value, ast.Constant) or not isinstance(value.value, str):
        old = [v.value for v in assignments(name, context) if isinstance(v, ast.Constant) and isinstance(v.value, str)]
        changed = [v for v in old if _renamed(v, new) != v]
        return Decline(f"{name} may hold {changed[0]!r}: write {_renamed(changed[0], new)!r} there") if changed else None
    renamed = _renamed(value.value, new)
    if renamed == value.value:
        return None
    uses = [n for _, tree in context.cells for n in walk(tree) if isinstance(n, ast.Name) and n.id == name]
    if len(uses) > 2 or not any(n is value for n in walk(context.tree)):
        return Decline(f"{name} is used elsewhere too: write {renamed!r} for {value.value!r} where it is set, if these take it")
    return Fix((_text(value, renamed, context),))


def _default(name: str, context: Context) -> ast.expr | None:
    """The default of the only parameter of that name, where no call of the function gives another value."""
    functions = [n for _, tree in context.cells for n in walk(tree) if isinstance(n, ast.FunctionDef)]
    holders = [f for f in functions if any(a.arg == name for a in f.args.args)]
    if len(holders) != 1:
        return None
    names = [a.arg for a in holders[0].args.args]
    position = names.index(name)
    from_end = position - len(names) + len(holders[0].args.defaults)
    calls = [n for _, tree in context.cells for n in walk(tree) if isinstance(n, ast.Call)]
    given = [c for c in calls if ast.unparse(c.func) == holders[0].name and (len(c.args) > position or c.keywords)]
    stored = any(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store) for n in walk(holders[0]))
    return holders[0].args.defaults[from_end] if from_end >= 0 and not given and not stored else None


def _text(node: ast.Constant, text: str, context: Context) -> Replace:
    """Write another text in the quotes of the old one."""
    source = context.text(node)
    start = source.find(str(node.value))
    return context.replace(node, source[:start] + text + source[start + len(str(node.value)) :])


def _in_pattern(text: str, new: Mapping[str, str]) -> str:
    """A pattern such as "%dT" by the names of today."""
    found = re.fullmatch(r"(%\d*[ds]|\{\d*\})([A-Za-z]+)", text)
    return f"{found[1]}{new.get(found[2], found[2])}" if found else text


def _renamed(text: str, new: Mapping[str, str]) -> str:
    """A frequency such as "12H", "1H30T" or "A-DEC" by the names of today."""
    if not _FREQUENCY.fullmatch(text):
        return text
    return _PART.sub(lambda m: new.get(m[1], m[1]) + (m[2] or ""), text)
