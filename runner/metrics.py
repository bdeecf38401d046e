"""Metrics of competitions and courses: each with its direction, which is stored and never inferred."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from runner.errors import BadGrader, MissingPart


@dataclass(frozen=True, slots=True)
class Metric:
    """`compute(truth, predictions)` → a score. `labels`: it compares classes, not numbers or probabilities;
    `columns`: predictions may have several columns (class probabilities)."""

    name: str
    greater_is_better: bool
    compute: Callable[[Any, Any], float]
    labels: bool = False
    columns: bool = False


def _sklearn(name: str, **options: Any) -> Callable[[Any, Any], float]:
    def compute(truth: Any, predictions: Any) -> float:
        import sklearn.metrics as metrics

        return float(getattr(metrics, name)(truth, predictions, **options))

    return compute


def _rmsle(truth: Any, predictions: Any) -> float:
    import numpy as np

    if (np.asarray(predictions) < 0).any():
        raise ValueError("RMSLE is not defined for negative predictions")
    return float(np.sqrt(np.mean((np.log1p(predictions) - np.log1p(truth)) ** 2)))


def _log_loss(truth: Any, predictions: Any) -> float:
    """Clipped as competitions do, so that a certain and wrong prediction costs much, but not everything."""
    import numpy as np
    from sklearn.metrics import log_loss

    clipped = np.clip(np.asarray(predictions, dtype=float), 1e-15, 1 - 1e-15)
    if clipped.ndim == 2 and clipped.shape[1] > 1:
        clipped = clipped / clipped.sum(axis=1, keepdims=True)
        return float(log_loss(truth, clipped))
    return float(log_loss(truth, clipped.ravel(), labels=np.unique(truth) if len(np.unique(truth)) > 1 else [0, 1]))


def _map_at(k: int) -> Callable[[Any, Any], float]:
    """Mean average precision at k: truths and predictions are lists of items (or texts of them, separated by spaces)."""

    def compute(truth: Any, predictions: Any) -> float:
        scores = []
        for wanted, told in zip(truth, predictions, strict=True):
            relevant, guesses = set(_items(wanted)), list(dict.fromkeys(_items(told)))[:k]
            hits, total = 0, 0.0
            for rank, guess in enumerate(guesses, 1):
                if guess in relevant:
                    hits += 1
                    total += hits / rank
            scores.append(total / min(len(relevant), k) if relevant else 0.0)
        return sum(scores) / len(scores)

    return compute


def _items(value: Any) -> Sequence[str]:
    return [str(v) for v in value] if isinstance(value, (list, tuple)) else str(value).split()


_ALL = (
    Metric("auc", True, _sklearn("roc_auc_score")),
    Metric("logloss", False, _log_loss, columns=True),
    Metric("rmse", False, _sklearn("root_mean_squared_error")),
    Metric("mse", False, _sklearn("mean_squared_error")),
    Metric("rmsle", False, _rmsle),
    Metric("mae", False, _sklearn("mean_absolute_error")),
    Metric("mape", False, _sklearn("mean_absolute_percentage_error")),
    Metric("r2", True, _sklearn("r2_score")),
    Metric("accuracy", True, _sklearn("accuracy_score"), labels=True),
    Metric("balanced_accuracy", True, _sklearn("balanced_accuracy_score"), labels=True),
    Metric("f1", True, _sklearn("f1_score"), labels=True),
    Metric("f1_micro", True, _sklearn("f1_score", average="micro"), labels=True),
    Metric("f1_macro", True, _sklearn("f1_score", average="macro"), labels=True),
    Metric("f1_weighted", True, _sklearn("f1_score", average="weighted"), labels=True),
    Metric("mcc", True, _sklearn("matthews_corrcoef"), labels=True),
    Metric("qwk", True, _sklearn("cohen_kappa_score", weights="quadratic"), labels=True),
    Metric("average_precision", True, _sklearn("average_precision_score")),
)
_METRICS = {m.name: m for m in _ALL}
_ALIASES = {"roc_auc": "auc", "log_loss": "logloss", "quadratic_weighted_kappa": "qwk", "acc": "accuracy"}


def metric(name: str) -> Metric:
    """The metric of a name; `map@k` for any k.

    Raises:
        BadGrader: there is none of this name.
        MissingPart: scikit-learn is not installed.
    """
    try:
        import sklearn.metrics  # noqa: F401
    except ImportError:
        raise MissingPart("scores need scikit-learn, scipy and pandas: pip install 'nbmigrate[score]'") from None
    key = name.lower().replace("-", "_")
    key = _ALIASES.get(key, key)
    if key.startswith("map@") and key[4:].isdigit() and int(key[4:]):
        return Metric(key, True, _map_at(int(key[4:])))
    if key not in _METRICS:
        raise BadGrader(f"no metric {name!r}; known: {', '.join(_METRICS)}, map@K; or give your own: --grader MODULE:FUNCTION")
    return _METRICS[key]
