"""xgboost, lightgbm, catboost, imbalanced-learn."""

from __future__ import annotations

from codemods.infer.calls import Call
from codemods.infer.frames import ARRAY, FRAME, frame
from codemods.infer.rules import FUNCTIONS, attributes, functions, methods
from codemods.infer.values import FLOAT, STR, dict_of, list_of, one, tuple_of
from codemods.types import UNKNOWN, Types

VECTOR = one(ARRAY, ndim="1")


def boosted_cv(call: Call) -> Types:
    """xgboost.cv: a frame unless as_pandas=False."""
    return frame("range", "str") if call.literal(-1, "as_pandas", True) is True else UNKNOWN


def register() -> None:
    FUNCTIONS.update(
        {
            "xgboost.train": one("xgboost.Booster"),
            "xgboost.training.train": one("xgboost.Booster"),
            "xgboost.cv": boosted_cv,
            "xgboost.training.cv": boosted_cv,
            "xgboost.plot_importance": one("matplotlib.axes.Axes"),
            "xgboost.plot_tree": one("matplotlib.axes.Axes"),
            "lightgbm.train": one("lightgbm.Booster"),
            "lightgbm.engine.train": one("lightgbm.Booster"),
            "lightgbm.cv": dict_of(STR, list_of(FLOAT)),
            "lightgbm.plot_importance": one("matplotlib.axes.Axes"),
            "lightgbm.plot_metric": one("matplotlib.axes.Axes"),
            "lightgbm.plot_tree": one("matplotlib.axes.Axes"),
        }
    )
    functions("catboost.datasets", "titanic amazon msrank msrank_10k adult higgs epsilon", tuple_of(one(FRAME), one(FRAME)))
    methods("xgboost.Booster lightgbm.Booster", "predict", one(ARRAY))
    methods("xgboost.Booster", "get_fscore get_score", dict_of(STR, FLOAT))
    methods("xgboost.Booster", "eval", STR)
    methods("xgboost.Booster", "get_dump", list_of(STR))
    methods("lightgbm.Booster", "feature_importance", VECTOR)
    methods("lightgbm.Booster", "feature_name", list_of(STR))
    attributes("lightgbm.Booster", "best_score", dict_of(STR, dict_of(STR, FLOAT)))
    attributes("lightgbm.Booster xgboost.Booster", "best_iteration", one("builtins.int"))
    methods("xgboost.DMatrix", "get_label get_weight", VECTOR)
    sklearn_like = "xgboost.XGBClassifier xgboost.XGBRegressor xgboost.XGBModel xgboost.XGBRanker"
    methods(sklearn_like, "get_booster booster", one("xgboost.Booster"))
    methods(sklearn_like, "evals_result", dict_of(STR, dict_of(STR, list_of(FLOAT))))
    attributes("lightgbm.LGBMClassifier lightgbm.LGBMRegressor lightgbm.LGBMModel", "booster_", one("lightgbm.Booster"))
    attributes(
        "lightgbm.LGBMClassifier lightgbm.LGBMRegressor lightgbm.LGBMModel",
        "evals_result_ best_score_",
        dict_of(STR, dict_of(STR, UNKNOWN)),
    )
    for names in ("SMOTE", "RandomOverSampler", "ADASYN", "BorderlineSMOTE"):
        for module in ("imblearn.over_sampling", "imblearn.under_sampling"):
            methods(
                f"{module}.{names}",
                "fit_sample fit_resample sample",
                lambda call: tuple_of(call.arg(0) or UNKNOWN, call.arg(1) or UNKNOWN),
            )
