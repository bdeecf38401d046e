"""The moment functions at the top of pandas were removed in 0.23 in favour of methods.

    pd.rolling_mean(s, 3)                    →  s.rolling(3).mean()
    pd.rolling_apply(s, 3, f)                →  s.rolling(3).apply(f, raw=True)     f got an array
    pd.rolling_mean(array, 3)                →  pd.Series(array).rolling(3).mean().values
    pd.expanding_mean(s)                     →  s.expanding().mean()
    pd.ewma(s, span=3)                       →  s.ewm(span=3).mean()
    pd.ewma(s, 3)                            →  s.ewm(com=3).mean()
    pd.rolling_quantile(s, 3, 0.5)           →  s.rolling(3).quantile(0.5, interpolation='lower')    before 0.21

https://pandas.pydata.org/docs/whatsnew/v0.18.0.html#window-functions-are-now-methods
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES, is_array, keywords
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import MoveImport, Safety

_PLAIN = ("count", "sum", "mean", "median", "max", "min", "std", "var", "skew", "kurt")
_FURTHER = ("quantile", "apply", "corr", "cov")
_ROLLING = tuple(f"rolling_{name}" for name in (*_PLAIN, *_FURTHER, "window"))
_EXPANDING = tuple(f"expanding_{name}" for name in (*_PLAIN, *_FURTHER))
_WEIGHTED = {"ewma": "mean", "ewmstd": "std", "ewmvol": "std", "ewmvar": "var", "ewmcorr": "corr", "ewmcov": "cov"}
_ALL = (*_ROLLING, *_EXPANDING, *_WEIGHTED)
_HOMES = ("pandas", "pandas.stats.moments", "pandas.stats.api")
_WEIGHTS = ("com", "span", "halflife", "alpha", "min_periods", "adjust", "ignore_na")
_INTERPOLATES = "0.21"  # quantiles of windows do since then
_NO_EQUIVALENT = "freq= and how= have no equivalent: resample first, then use the method"


@fixer(
    "PD160",
    on=tuple(f"call {home}.{name}" for home in _HOMES for name in _ALL),
    until="0.23",
    why="the moment functions were removed in favour of the methods rolling(), expanding() and ewm()",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1.0, 2.0, 4.0])
            a = pd.ewma(s, span=3)
            b = pd.ewma(s, 1, min_periods=2)
            c = pd.expanding_mean(s)
            d = pd.rolling_std(s, window=2, ddof=0)
            """,
            """
            import pandas as pd
            s = pd.Series([1.0, 2.0, 4.0])
            a = s.ewm(span=3).mean()
            b = s.ewm(com=1, min_periods=2).mean()
            c = s.expanding().mean()
            d = s.rolling(window=2).std(ddof=0)
            """,
            check="[x.round(4).tolist()[1:] for x in (a, b, c, d)]",
        ),
        Example(
            """
            import pandas as pd
            s = pd.Series([3.0, 1.0, 2.0, 5.0])
            f = pd.rolling_apply(s, 2, lambda w: w[-1] - w[0])
            """,
            """
            import pandas as pd
            s = pd.Series([3.0, 1.0, 2.0, 5.0])
            f = s.rolling(2).apply(lambda w: w[-1] - w[0], raw=True)
            """,
            check="f.tolist()[1:]",
        ),
        Example(
            """
            import pandas as pd
            s = pd.Series([1.0, 2.0, 4.0])
            q = pd.rolling_quantile(s, 2, 0.5)
            """,
            """
            import pandas as pd
            s = pd.Series([1.0, 2.0, 4.0])
            q = s.rolling(2).quantile(0.5, interpolation='lower')
            """,
            check="q.tolist()[1:]",
            was={"pandas": "0.20.3"},
        ),
        Example(
            """
            import numpy as np
            import pandas as pd
            x = np.array([1.0, 2.0, 6.0])
            y = pd.rolling_mean(x, 2)
            """,
            """
            import numpy as np
            import pandas as pd
            x = np.array([1.0, 2.0, 6.0])
            y = pd.Series(x).rolling(2).mean().values
            """,
            check="y[1:].tolist()",
        ),
        Example(
            """
            import pandas as pd
            from pandas.stats.moments import rolling_mean, ewma
            s = pd.Series([1.0, 2.0, 6.0])
            y = rolling_mean(s, 2, min_periods=1, center=True)
            """,
            """
            import pandas as pd
            s = pd.Series([1.0, 2.0, 6.0])
            y = s.rolling(2, min_periods=1, center=True).mean()
            """,
            check="y.tolist()",
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([1.0, 2.0, 6.0])
            y = s.rolling(2).mean()
            class Stats:
                def rolling_mean(self, data, window):
                    return data
            z = Stats().rolling_mean(s, 2)
            """
        ),
    ],
)
def moment(call: ast.Call, context: Context) -> Answer:
    name = _name(call.func, context)
    kind, _, method = name.partition("_")
    if name in _WEIGHTED:
        parts = _weighted(call, _WEIGHTED[name], context)
    elif kind == "rolling":
        parts = _rolling(call, method, context)
    else:
        parts = _expanding(call, method, context)
    if isinstance(parts, str):
        return Decline(parts)
    chain, holes = parts
    if method == "quantile":
        if not any((context.vintage.before("pandas", _INTERPOLATES), context.vintage.since("pandas", _INTERPOLATES))):
            return Decline(f"before pandas {_INTERPOLATES} it took the lower of two values: tell the version (--was pandas==…)")
        if context.vintage.before("pandas", _INTERPOLATES):
            chain = chain.replace(".quantile({quantile}", ".quantile({quantile}, interpolation='lower'")
    data = next(iter(holes.values()))
    if is_array(data, context):
        return Fix((context.replace(call, f"{{@{SERIES}}}({{data}}){chain}.values", **holes),))
    known = context.instance(data, FRAME, SERIES) is not None
    message = "" if known else "the data may be an array, which has no such method: wrap it in pandas.Series"
    return Fix((context.replace(call, f"{{data}}{chain}", **holes),), message, None if known else Safety.REVIEW)


Parts = tuple[str, dict[str, ast.expr]]


def _name(function: ast.expr, context: Context) -> str:
    name = (context.symbol(function) or "").rpartition(".")[2]
    match function:
        case _ if name in _ALL:
            return name
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def _rolling(call: ast.Call, method: str, context: Context) -> Parts | str:
    extra = {"quantile": ("quantile",), "apply": ("func",), "window": ("win_type",)}.get(method, ())
    tail = {"apply": ("args", "kwargs"), "window": ("mean", "axis", "how"), "count": ("how",)}.get(method, ("how", "ddof"))
    first = ("arg1", "arg2") if method in ("corr", "cov") else ("arg",)
    if method == "count":
        parameters = ("arg", "window", "freq", "center", "how")
    elif method in ("corr", "cov"):
        parameters = (*first, "window", "min_periods", "freq", "center", "pairwise", "how", "ddof")
    else:
        parameters = (*first, "window", *extra, "min_periods", "freq", "center", *tail)
    given = context.bind(call, *parameters)
    if given is None or first[0] not in given or "window" not in given:
        return "the arguments are passed with * or **"
    if _says(given, ("freq", "how"), context):
        return _NO_EQUIVALENT
    window = "window={window}" if context.keyword(call, "window") is not None else "{window}"
    options = keywords("min_periods", "center", "win_type", given=given)
    if method == "count":
        options += ", min_periods=0"
    if method == "window":
        if "mean" in given and context.literal(given["mean"]) is not True:
            return "mean=False is .sum()"
        method = "mean"
    return f".rolling({window}{options}){_method(method, given)}", _holes(given)


def _expanding(call: ast.Call, method: str, context: Context) -> Parts | str:
    extra = {"quantile": ("quantile",), "apply": ("func",)}.get(method, ())
    first = ("arg1", "arg2") if method in ("corr", "cov") else ("arg",)
    periods = () if method == "count" else ("min_periods",)
    further = {"apply": ("args", "kwargs"), "corr": ("center", "pairwise"), "cov": ("center", "pairwise", "ddof")}.get(
        method, ("ddof",)
    )
    given = context.bind(call, *first, *extra, *periods, "freq", *further)
    if given is None or first[0] not in given:
        return "the arguments are passed with * or **"
    if _says(given, ("freq", "center"), context):
        return _NO_EQUIVALENT
    options = keywords("min_periods", given=given)[2:]
    if method == "count":
        options = "min_periods=0"
    return f".expanding({options}){_method(method, given)}", _holes(given)


def _weighted(call: ast.Call, method: str, context: Context) -> Parts | str:
    first = ("arg1", "arg2") if method in ("corr", "cov") else ("arg",)
    common = ("com", "span", "halflife", "alpha", "min_periods")
    further = {"mean": ("freq", "adjust", "how", "ignore_na"), "corr": ("freq", "pairwise", "how", "ignore_na", "adjust")}
    orders = further.get(method, ("bias", "freq", "how", "ignore_na", "adjust", "pairwise"))
    given = context.bind(call, *first, *common, *orders)
    if given is None or first[0] not in given:
        return "the arguments are passed with * or **"
    if len(call.args) > len(first) + 1:
        return "the order of the arguments differed between releases: pass them by keyword"
    if _says(given, ("freq", "how"), context):
        return _NO_EQUIVALENT
    weights = {name: value for name, value in given.items() if context.literal(value) is not None}
    options = keywords(*_WEIGHTS, given=weights)[2:]
    return f".ewm({options}){_method(method, given)}", _holes(given)


def _method(method: str, given: dict[str, ast.expr]) -> str:
    """The call of the last method of the chain, with what the function took for it."""
    if method == "apply":
        return f".apply({{func}}, raw=True{keywords('args', 'kwargs', given=given)})"
    positional = {"quantile": "{quantile}", "corr": "{arg2}", "cov": "{arg2}"}.get(method, "")
    if positional == "{arg2}" and "arg2" not in given:
        positional = ""
    options = keywords("ddof", "bias", "pairwise", given=given)
    return f".{method}({positional}{options if positional else options[2:]})"


def _holes(given: dict[str, ast.expr]) -> dict[str, ast.expr]:
    first, *rest = given.items()
    named = dict([("data", first[1]), *rest])
    return {"data": named.pop("data"), **named}


def _says(given: dict[str, ast.expr], names: tuple[str, ...], context: Context) -> bool:
    return any(name in given and context.literal(given[name]) is not None for name in names)


@fixer(
    "PD161",
    on=tuple(f"import {home}.{name}" for home in _HOMES for name in _ALL),
    until="0.23",
    why="the moment functions were removed; their calls become methods",
    examples=[
        Example(
            """
            import pandas as pd
            from pandas import rolling_mean, concat
            s = pd.Series([1.0, 2.0, 6.0])
            y = rolling_mean(concat([s, s]), 2)
            """,
            """
            import pandas as pd
            from pandas import concat
            s = pd.Series([1.0, 2.0, 6.0])
            y = concat([s, s]).rolling(2).mean()
            """,
            check="y.tolist()[1:]",
        ),
        Same(
            """
            from pandas import concat
            from statistics import mean as rolling_mean
            """
        ),
        Same("""
            from pandas import concat
            """),
    ],
)
def moment_import(node: ast.alias, context: Context) -> Answer:
    statement = context.statement(node)
    if not isinstance(statement, ast.ImportFrom):
        return None
    return Fix((MoveImport(context.span(statement), f"{statement.module}.{node.name}", None),))
