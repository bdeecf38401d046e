"""statsmodels."""

from __future__ import annotations

from collections.abc import Callable

from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY, FRAME, SERIES, frame, series
from codemods.infer.rules import CONSTRUCTORS, FUNCTIONS, attributes, functions, methods
from codemods.infer.values import INT, dict_of, join, one, tuple_of, value_of
from codemods.types import UNKNOWN, Instance, TupleOf, Types

LINEAR = "statsmodels.regression.linear_model"


def old_arima(call: Call) -> Types:
    """The old ARIMA makes an ARMA where nothing is differenced."""
    order = call.arg(1, "order") or UNKNOWN
    kind = next(iter(order)) if len(order) == 1 else None
    value = value_of(kind.items[1]) if isinstance(kind, TupleOf) and len(kind.items) == 3 else None
    data = _data(call, 0, "endog")
    plain, differenced = (one(f"statsmodels.tsa.arima_model.{name}", data=data) for name in ("ARMA", "ARIMA"))
    return join(plain, differenced) if value is None else plain if value == "0" else differenced


def _data(call: Call, position: int, name: str) -> str | None:
    """`pandas` where the data of a model come in a frame or a series, and with them the labels of its results."""
    given = call.arg(position, name) or UNKNOWN
    kinds = {kind.name if isinstance(kind, Instance) else "" for kind in given}
    return "pandas" if kinds and kinds <= {FRAME, SERIES} else None


def labelled(own: Instance) -> Types:
    """Estimates, one a parameter."""
    return series("str", "float") if own.fact("data") == "pandas" else UNKNOWN


def fitting(results: str) -> Callable[[Call], Types]:
    """fit(): the results know what the model was made of."""
    return lambda call: one(results, data=call.own.fact("data") if isinstance(call.own, Instance) else None)


def design_matrices(call: Call) -> Types:
    """patsy's y and X: frames if it is asked for them."""
    frames = call.literal(-1, "return_type", "matrix") == "dataframe"
    return tuple_of(frame(columns="str"), frame(columns="str")) if frames else UNKNOWN


def register() -> None:
    FUNCTIONS["patsy.dmatrices"] = FUNCTIONS["patsy.highlevel.dmatrices"] = design_matrices
    number = one("numpy.float64")
    tests = tuple_of(number, number, INT, INT, dict_of(one("builtins.str"), number), number)
    FUNCTIONS["statsmodels.tsa.stattools.adfuller"] = tests
    functions("statsmodels.tsa.stattools", "acf pacf", UNKNOWN)
    functions("statsmodels.tsa.seasonal", "seasonal_decompose", one("statsmodels.tsa.seasonal.DecomposeResult"))
    results = f"{LINEAR}.RegressionResultsWrapper"
    for name in ("OLS", "WLS", "GLS"):
        methods(f"{LINEAR}.{name}", "fit", fitting(f"{LINEAR}.RegressionResults"))
        methods(f"{LINEAR}.{name}", "from_formula", one(f"{LINEAR}.{name}", data="pandas"))
    methods(f"{results} {LINEAR}.RegressionResults", "summary", one("statsmodels.iolib.summary.Summary"))
    methods("statsmodels.iolib.summary.Summary", "as_text as_html as_latex as_csv", one("builtins.str"))
    attributes(f"{results} {LINEAR}.RegressionResults", "rsquared rsquared_adj aic bic fvalue f_pvalue", number)
    for name in ("ols", "wls", "gls"):
        FUNCTIONS[f"statsmodels.formula.api.{name}"] = one(f"{LINEAR}.{name.upper()}", data="pandas")
    arima = "statsmodels.tsa.arima_model"
    CONSTRUCTORS[f"{arima}.ARIMA"] = old_arima
    for name in ("ARMA", "ARIMA"):
        methods(f"{arima}.{name}", "fit", fitting(f"{arima}.{name}Results"))
        methods(f"{arima}.{name}Results", "summary", one("statsmodels.iolib.summary.Summary"))
        methods(f"{arima}.{name}Results", "forecast", tuple_of(*(one(ARRAY) for _ in range(3))))
    fitted = f"{results} {LINEAR}.RegressionResults {arima}.ARMAResults {arima}.ARIMAResults"
    attributes(fitted, "params pvalues bse tvalues", labelled)
