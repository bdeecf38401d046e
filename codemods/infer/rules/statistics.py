"""statsmodels."""

from __future__ import annotations

import ast
from collections.abc import Callable

from codemods.infer.attributes import find_member
from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY, FRAME, SERIES, frame, series
from codemods.infer.rules import CONSTRUCTORS, FUNCTIONS, attributes, functions, methods
from codemods.infer.specs import from_spec
from codemods.infer.values import INT, dict_of, each, join, one, tuple_of, value_of, with_facts
from codemods.types import UNKNOWN, Class, Instance, TupleOf, Type, Types

LINEAR = "statsmodels.regression.linear_model"
MODEL, RESULTS = "statsmodels.base.model.Model", "statsmodels.base.model.Results"
DATASETS = (
    "anes96 cancer ccard china_smoking co2 committee copper cpunish danish_data elnino engel fair fertility grunfeld heart "
    "interest_inflation longley macrodata modechoice nile randhie scotland spector stackloss star98 statecrime strikes "
    "sunspots"
)


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


def of_pandas(made: Types) -> Callable[[Instance], Types]:
    """What results hold if the data of the model came with labels; else an array or a number, which is not told apart."""
    return lambda own: made if own.fact("data") == "pandas" else UNKNOWN


def method_of_pandas(made: Types) -> Callable[[Call], Types]:
    """As `of_pandas`, for what a method returns."""
    return lambda call: made if isinstance(call.own, Instance) and call.own.fact("data") == "pandas" else UNKNOWN


def fitting(results: str) -> Callable[[Call], Types]:
    """fit(): the results know what the model was made of."""
    return lambda call: one(results, data=call.own.fact("data") if isinstance(call.own, Instance) else None)


def handed_on(call: Call) -> Types:
    """As the tables say, and made of the same data."""
    own = call.own
    method = call.node.func.attr if isinstance(call.node.func, ast.Attribute) else "fit"
    member = find_member(call.machine, own.name, method) if isinstance(own, Instance) else None
    made = from_spec(member.spec, own) if member is not None and isinstance(own, Instance) else UNKNOWN
    data = own.fact("data") if isinstance(own, Instance) else None
    return frozenset(with_facts(kind, data=data) if isinstance(kind, Instance) else kind for kind in made)


def model(call: Call) -> Types | None:
    """A model, and what its data come in."""
    return one(call.own.name, data=_data(call, 0, "endog")) if isinstance(call.own, Class) else None


def from_formula(call: Call) -> Types:
    """Model.from_formula(…): of a frame."""
    return one(call.own.name, data="pandas") if isinstance(call.own, Class) else UNKNOWN


def with_constant(call: Call) -> Types:
    """add_constant: a frame of a frame or series, else an array."""
    return each(call.arg(0, "data") or UNKNOWN, lambda kind: one(FRAME) if _labelled(kind) else one(ARRAY, ndim="2"))


def decomposed(call: Call) -> Types:
    """seasonal_decompose: the parts are labelled as the series was."""
    return one("statsmodels.tsa.seasonal.DecomposeResult", data=_data(call, 0, "x"))


def _labelled(kind: Type) -> bool:
    return isinstance(kind, Instance) and kind.name in (FRAME, SERIES)


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
    for module in ("seasonal", "api"):
        functions(f"statsmodels.tsa.{module}", "seasonal_decompose", decomposed)
    attributes("statsmodels.tsa.seasonal.DecomposeResult", "trend seasonal resid observed", of_pandas(one(SERIES)))
    results = f"{LINEAR}.RegressionResultsWrapper"
    _models()
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
    attributes(fitted, "params pvalues bse tvalues", of_pandas(series("str", "float")))


def _models() -> None:
    """What all models and all results have."""
    CONSTRUCTORS[MODEL] = model
    methods(MODEL, "from_formula", from_formula)
    methods(MODEL, "fit fit_regularized fit_constrained", handed_on)
    formulas = {"glm": "GLM", "rlm": "RLM", "mixedlm": "MixedLM", "gee": "GEE", "quantreg": "QuantReg", "mnlogit": "MNLogit"}
    formulas |= {"logit": "Logit", "probit": "Probit", "poisson": "Poisson", "negativebinomial": "NegativeBinomial"}
    for function, name in formulas.items():
        FUNCTIONS[f"statsmodels.formula.api.{function}"] = one(f"statsmodels.api.{name}", data="pandas")
    attributes(RESULTS, "params pvalues bse tvalues", of_pandas(series("str", "float")))
    attributes(RESULTS, "resid fittedvalues", of_pandas(one(SERIES)))
    methods(RESULTS, "conf_int", method_of_pandas(frame("str")))
    methods(RESULTS, "summary", one("statsmodels.iolib.summary.Summary"))
    methods(RESULTS, "summary2", one("statsmodels.iolib.summary2.Summary"))
    methods(RESULTS, "get_prediction get_forecast", handed_on)
    space = "statsmodels.tsa.statespace"
    for module in ("api", "mlemodel"):
        methods(f"{space}.{module}.MLEResults", "forecast predict", method_of_pandas(one(SERIES)))
    predictions = f"{space}.mlemodel.PredictionResults statsmodels.tsa.base.prediction.PredictionResults"
    methods(predictions, "conf_int summary_frame", method_of_pandas(one(FRAME)))
    attributes(predictions, "predicted_mean se_mean", of_pandas(one(SERIES)))
    for path in ("statsmodels.api.add_constant", "statsmodels.tools.add_constant", "statsmodels.tools.tools.add_constant"):
        FUNCTIONS[path] = with_constant
    loaded = frozenset({Instance("statsmodels.datasets.utils.Dataset", (), (("data", one(FRAME)),))})
    FUNCTIONS["statsmodels.datasets.get_rdataset"] = FUNCTIONS["statsmodels.api.datasets.get_rdataset"] = loaded
    for name in DATASETS.split():
        FUNCTIONS[f"statsmodels.datasets.{name}.load_pandas"] = loaded
