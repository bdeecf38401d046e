"""statsmodels."""

from __future__ import annotations

from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY
from codemods.infer.rules import CONSTRUCTORS, FUNCTIONS, attributes, functions, methods
from codemods.infer.values import INT, dict_of, join, one, tuple_of, value_of
from codemods.types import UNKNOWN, TupleOf, Types

LINEAR = "statsmodels.regression.linear_model"


def old_arima(call: Call) -> Types:
    """The old ARIMA makes an ARMA where nothing is differenced."""
    order = call.arg(1, "order") or UNKNOWN
    kind = next(iter(order)) if len(order) == 1 else None
    value = value_of(kind.items[1]) if isinstance(kind, TupleOf) and len(kind.items) == 3 else None
    plain, differenced = one("statsmodels.tsa.arima_model.ARMA"), one("statsmodels.tsa.arima_model.ARIMA")
    return join(plain, differenced) if value is None else plain if value == "0" else differenced


def register() -> None:
    number = one("numpy.float64")
    tests = tuple_of(number, number, INT, INT, dict_of(one("builtins.str"), number), number)
    FUNCTIONS["statsmodels.tsa.stattools.adfuller"] = tests
    functions("statsmodels.tsa.stattools", "acf pacf", UNKNOWN)
    functions("statsmodels.tsa.seasonal", "seasonal_decompose", one("statsmodels.tsa.seasonal.DecomposeResult"))
    results = f"{LINEAR}.RegressionResultsWrapper"
    for name in ("OLS", "WLS", "GLS"):
        methods(f"{LINEAR}.{name}", "fit", one(f"{LINEAR}.RegressionResults"))
        methods(f"{LINEAR}.{name}", "from_formula", one(f"{LINEAR}.{name}"))
    methods(f"{results} {LINEAR}.RegressionResults", "summary", one("statsmodels.iolib.summary.Summary"))
    methods("statsmodels.iolib.summary.Summary", "as_text as_html as_latex as_csv", one("builtins.str"))
    attributes(f"{results} {LINEAR}.RegressionResults", "rsquared rsquared_adj aic bic fvalue f_pvalue", number)
    for name in ("ols", "wls", "gls"):
        FUNCTIONS[f"statsmodels.formula.api.{name}"] = one(f"{LINEAR}.{name.upper()}")
    arima = "statsmodels.tsa.arima_model"
    CONSTRUCTORS[f"{arima}.ARIMA"] = old_arima
    for name in ("ARMA", "ARIMA"):
        methods(f"{arima}.{name}", "fit", one(f"{arima}.{name}Results"))
        methods(f"{arima}.{name}Results", "summary", one("statsmodels.iolib.summary.Summary"))
        methods(f"{arima}.{name}Results", "forecast", tuple_of(*(one(ARRAY) for _ in range(3))))
