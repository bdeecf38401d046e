"""What methods do across a family of libraries, whatever the class: estimators fit and return themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codemods.infer.values import list_of, one
from codemods.types import UNKNOWN, Class, Instance, Types

if TYPE_CHECKING:
    from codemods.infer.calls import Call
    from codemods.infer.machine import Machine

ESTIMATORS = {"sklearn", "xgboost", "lightgbm", "catboost", "imblearn", "category_encoders", "hdbscan", "umap"}
ITSELF = {"fit", "partial_fit", "set_params"}
ARRAYS = {
    "predict": None,
    "predict_proba": "2",
    "predict_log_proba": "2",
    "decision_function": None,
    "transform": None,
    "fit_transform": None,
    "fit_predict": "1",
    "inverse_transform": None,
    "apply": None,
    "score_samples": "1",
    "staged_predict": None,
}
LEARNED = {
    "coef_": None,
    "feature_importances_": "1",
    "labels_": "1",
    "cluster_centers_": "2",
    "components_": "2",
    "explained_variance_": "1",
    "explained_variance_ratio_": "1",
    "classes_": None,
    "mean_": None,
    "mixing_": "2",
    "scale_": None,
    "singular_values_": "1",
    "support_": None,
    "support_vectors_": "2",
    "alphas_": None,
    "statistics_": "1",
    "var_": None,
    "means_": "2",
    "weights_": "1",
    "ranking_": "1",
    "embedding_": "2",
    "core_sample_indices_": "1",
    "data_min_": "1",
    "data_max_": "1",
    "dual_coef_": None,
}


def estimator(name: str) -> bool:
    return name.partition(".")[0] in ESTIMATORS


def family(machine: Machine, class_name: str, name: str, call: Call) -> Types:
    """The result of a method that neither rules nor tables know."""
    if estimator(class_name):
        if name in ITSELF:
            own = call.own
            return frozenset({own}) if own is not None and not isinstance(own, Class) else UNKNOWN
        if name in ARRAYS and name != "staged_predict":
            ndim = ARRAYS[name]
            return one("numpy.ndarray", ndim=ndim)
        if name == "get_params":
            return one("builtins.dict")
        if name == "score":
            return one("builtins.float")
    if class_name.startswith("keras."):
        if name in ("predict", "predict_classes", "predict_proba", "predict_generator", "predict_on_batch"):
            return one("numpy.ndarray")
        if name == "get_weights":
            return list_of(one("numpy.ndarray"))
        if name == "__call__":
            return one("tensorflow.Tensor")
    return UNKNOWN


def learned(own: Instance, name: str) -> Types | None:
    """An attribute that fitting leaves behind."""
    if estimator(own.name) and name in LEARNED:
        ndim = LEARNED[name]
        return one("numpy.ndarray", ndim=ndim)
    return None
