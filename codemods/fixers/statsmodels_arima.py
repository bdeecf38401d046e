"""The old ARIMA and ARMA, which statsmodels 0.13 replaced by the one of the state space models.

    from statsmodels.tsa.arima_model import ARIMA
    m = ARIMA(y, order=(1, 1, 0)).fit(disp=0)
    fc, se, ci = m.forecast(steps=3)

    from statsmodels.tsa.arima.model import ARIMA
    m = ARIMA(y, order=(1, 1, 0), trend="t").fit()
    forecast = m.get_forecast(steps=3)
    fc, se, ci = np.asarray(forecast.predicted_mean), np.asarray(forecast.se_mean), np.asarray(forecast.conf_int())

The old class estimated a constant of the differenced series, which is the trend "t" of the new one; its forecast was a tuple,
of which `[0]` was the forecast. All of it is rewritten, or none: a document with a use that has no equivalent is reported.
"""

from __future__ import annotations

import ast

from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.records import MoveImport
from codemods.uses import uses_of

_OLD = "statsmodels.tsa.arima_model"
_NEW = "statsmodels.tsa.arima.model.ARIMA"
_RESULTS = (f"{_OLD}.ARIMAResults", f"{_OLD}.ARMAResults")
_WHY = "the old ARIMA raises NotImplementedError; its successor is statsmodels.tsa.arima.model.ARIMA"
_FIT = {"disp", "transparams", "solver", "maxiter", "trend", "method"}  # of these, what changes the model is checked
_SAME = {"aic", "bic", "hqic", "llf", "summary", "resid", "fittedvalues", "params", "sigma2", "nobs", "save", "forecast"}


def _problem(context: Context) -> str | None:
    """What in the document has no equivalent."""
    uses = uses_of(context)
    for call in uses.calls:
        symbol = context.symbol(call.func)
        if symbol == f"{_OLD}.ARIMA" and _trend(call, None, context) is None:
            return "the order is no literal, or differences twice: trend='t' is the old constant for one difference only"
        if symbol == f"{_OLD}.ARMA":
            return "ARMA(y, (p, q)) is ARIMA(y, order=(p, 0, q))"
        if isinstance(call.func, ast.Attribute) and call.func.attr == "fit" and _is_model(call.func.value, context):
            if call.args or any(k.arg not in _FIT for k in call.keywords):
                return "fit takes other arguments: start_params, method and cov_type are as in the state space models"
            if context.keyword(call, "method") is not None and context.literal(context.keyword(call, "method")) == "css":
                return "the conditional likelihood (method='css') is not among the new ARIMA's methods"
    for _, tree in context.cells:
        for node in walk(tree):
            if isinstance(node, ast.Attribute) and context.instance(node.value, *_RESULTS) is not None:
                if node.attr not in _SAME:
                    return f"{node.attr} of the results differs: the new predict gives levels, not differences"
                if node.attr == "forecast" and _forecast(node, context) is None:
                    return "forecast gave (forecast, standard errors, intervals): get_forecast(steps) has all three"
    return None


def _is_model(node: ast.expr, context: Context) -> bool:
    made = uses_of(context).value(node)
    return isinstance(made, ast.Call) and context.symbol(made.func) == f"{_OLD}.ARIMA"


def _trend(call: ast.Call, fit: ast.Call | None, context: Context) -> str | None:
    """The trend of the new model that stands for the old one's constant; "" where that is the default, None: not known."""
    given = context.keyword(call, "order") or (call.args[1] if len(call.args) > 1 else None)
    order = context.literal(uses_of(context).value(given))
    if not isinstance(order, tuple) or len(order) != 3 or len(call.args) > 2:
        return None
    constant = "c" if fit is None else context.literal(context.keyword(fit, "trend"))
    if constant not in ("c", "nc", MISSING):
        return None
    if constant == "nc":
        return "n" if order[1] == 0 else ""
    return {0: "", 1: "t"}.get(order[1])


def _fit_of(call: ast.Call, context: Context) -> ast.Call | None:
    """The call of fit on the model that `call` makes."""
    uses = uses_of(context)
    for place in (call, *uses.loads(call)):
        method = uses.parents.get(place)
        fit = uses.parents.get(method) if isinstance(method, ast.Attribute) and method.attr == "fit" else None
        if isinstance(fit, ast.Call):
            return fit
    return None


def _forecast(node: ast.Attribute, context: Context) -> str | None:
    """How a forecast is used: all three parts unpacked, or the first alone."""
    parents = uses_of(context).parents
    call = parents.get(node)
    above = parents.get(call) if isinstance(call, ast.Call) else None
    match above:
        case ast.Subscript(slice=ast.Constant(value=0)):
            return "first"
        case ast.Assign(targets=[ast.Tuple(elts=[_, _, _])]):
            return "all"
        case _:
            return None


@fixer(
    "SM100",
    on=(f"import {_OLD}.ARIMA",),
    until="0.13",
    why=_WHY,
    examples=(
        Example(
            """
            import numpy as np
            from statsmodels.tsa.arima_model import ARIMA
            y = np.cumsum(0.5 + np.random.RandomState(1).randn(60))
            m = ARIMA(y, order=(1, 1, 0)).fit(disp=0)
            fc, se, ci = m.forecast(steps=3)
            first = m.forecast()[0]
            """,
            """
            import numpy as np
            from statsmodels.tsa.arima.model import ARIMA
            y = np.cumsum(0.5 + np.random.RandomState(1).randn(60))
            m = ARIMA(y, order=(1, 1, 0), trend="t").fit()
            forecast = m.get_forecast(steps=3)
            fc, se, ci = np.asarray(forecast.predicted_mean), np.asarray(forecast.se_mean), np.asarray(forecast.conf_int())
            first = np.asarray(m.forecast())
            """,
            "fc.shape, ci.shape, first.shape",
        ),
        Same("from statsmodels.tsa.arima_model import ARIMA\nm = ARIMA([1.0, 2.0, 4.0], order=(1, 2, 0)).fit()"),
        Same(
            "from statsmodels.tsa.arima.model import ARIMA\nm = ARIMA([1.0, 2.0, 4.0], order=(1, 1, 0)).fit()\nx = m.forecast()[0]"
        ),
    ),
)
def imported(node: ast.alias, context: Context) -> Answer:
    if (problem := _problem(context)) is not None:
        return Decline(f"{_WHY}; {problem}")
    uses = uses_of(context)
    edits: list[object] = []
    for call in uses.calls:
        here = uses.cell_of[call] == uses.cell_of[context.tree]
        if not here and _concerned(call, context):
            return Decline(f"{_WHY}; it is used in other cells than its import: put both into one, so that they change together")
        edits += _edits(call, context) if here else []
    return Fix((MoveImport(context.span(context.statement(node)), f"{_OLD}.ARIMA", _NEW), *edits))  # type: ignore[arg-type]


def _concerned(call: ast.Call, context: Context) -> bool:
    """Whether the call is of the old model, its fit, or a forecast of its results."""
    if context.symbol(call.func) == f"{_OLD}.ARIMA":
        return True
    return isinstance(call.func, ast.Attribute) and (
        _is_model(call.func.value, context) or context.instance(call.func.value, *_RESULTS) is not None
    )


def _edits(call: ast.Call, context: Context) -> list[object]:
    if context.symbol(call.func) == f"{_OLD}.ARIMA":
        trend = _trend(call, _fit_of(call, context), context)
        return [context.edit_call(call, add={"trend": f'"{trend}"'})] if trend else []
    if not isinstance(call.func, ast.Attribute):
        return []
    if call.func.attr == "fit" and _is_model(call.func.value, context):
        return [context.edit_call(call, drop=frozenset(k.arg for k in call.keywords if k.arg in _FIT))] if call.keywords else []
    if call.func.attr == "forecast" and context.instance(call.func.value, *_RESULTS) is not None:
        above = context.parent(call)
        if isinstance(above, ast.Subscript):
            return [context.replace(above, "{@numpy.asarray}({c})", c=call)]
        assert isinstance(above, ast.Assign)
        parts = ("predicted_mean", "se_mean", "conf_int()")
        right = ", ".join(f"{{@numpy.asarray}}(forecast.{p})" for p in parts)
        given = [f"{{a{i}}}" for i in range(len(call.args))] + [f"{k.arg}={{k{i}}}" for i, k in enumerate(call.keywords)]
        holes: dict[str, ast.AST] = {"m": call.func.value}
        holes |= {f"a{i}": a for i, a in enumerate(call.args)} | {f"k{i}": k.value for i, k in enumerate(call.keywords)}
        return [
            context.insert(above, f"forecast = {{m}}.get_forecast({', '.join(given)})", after=False, **holes),
            context.replace(call, right),
        ]
    return []


@fixer(
    "SM101",
    on=(f"import {_OLD}.ARMA", f"call {_OLD}.ARMA", f"name {_OLD}.ARIMA"),
    until="0.13",
    why=_WHY,
    examples=[
        Same("""
            import statsmodels.api as sm
            class ARMA:
                def __init__(self, data, order):
                    self.order = order
            m = ARMA([1.0, 2.0], (1, 0))
            """),
    ],
)
def reported(node: ast.AST, context: Context) -> Answer:
    if isinstance(node, ast.Name):
        return None  # bound by an import, which is answered for
    if isinstance(node, ast.Attribute):
        return Decline(f"{_WHY}: trend='t' is the old constant where one difference is taken, and forecast gives no tuple")
    return Decline("ARMA(y, (p, q)) is ARIMA(y, order=(p, 0, q)) of statsmodels.tsa.arima.model; forecast gives no tuple")
