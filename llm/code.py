"""Code as the guard and the fidelity report read it: cells with their syntax trees, and what is called in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One code cell. `tree` is None where the cell is no Python; `magics` are its notebook commands, each as written."""

    source: str
    tree: ast.Module | None
    magics: tuple[str, ...] = ()


Notebook = Mapping[int, Code]  # by the cells' index, in order

FITS = frozenset({"fit", "fit_transform", "fit_predict", "fit_resample", "fit_sample", "fit_generator", "partial_fit", "train"})
PREDICTS = frozenset({"predict", "predict_proba", "predict_classes", "predict_generator", "decision_function", "forecast"})
SPLITS = frozenset({"train_test_split", "KFold", "StratifiedKFold", "GroupKFold", "ShuffleSplit", "StratifiedShuffleSplit",
                    "LeaveOneOut", "TimeSeriesSplit", "cross_val_predict"})  # fmt: skip
WRITES = frozenset({"to_csv", "to_excel", "to_pickle", "to_json", "to_parquet", "to_hdf", "to_feather", "to_sql", "savefig",
                    "save", "savez", "savetxt", "dump", "save_model", "save_weights", "imsave", "imwrite"})  # fmt: skip
_READERS = frozenset({"load", "loadtxt", "genfromtxt", "fromfile", "imread", "open", "load_model", "loadmat"})
_METRIC_ENDS = ("_score", "_error", "_loss", "_report", "_matrix", "_curve", "_deviance", "_similarity")
_METRICS = frozenset({"cross_val_score", "cross_validate", "auc", "score", "evaluate", "evaluate_generator", "confusion_matrix"})
_MODEL_ENDS = (
    "Classifier", "Regressor", "Regression", "CV", "SVC", "SVR", "NB", "KMeans", "DBSCAN", "Clustering", "PCA", "SVD", "NMF",
    "Lasso", "Ridge", "ElasticNet", "TSNE", "UMAP", "Mixture", "Boost", "Machine", "Detector", "Forest", "Imputer", "Scaler",
    "Encoder", "Vectorizer", "Transformer", "Binarizer", "Features", "Selector", "Percentile", "KBest", "Sequential", "Dense",
    "Dropout", "LSTM", "GRU", "Embedding", "Pooling1D", "Pooling2D", "Conv1D", "Conv2D", "Linear", "Isomap", "GMM", "LDA", "QDA",
    "Allocation", "Discriminant", "ARIMA", "SARIMAX", "OLS", "Logit", "Word2Vec", "Doc2Vec", "Smoothing", "Adam", "SGD",
    "RMSprop",
)  # fmt: skip


def walk(notebook: Notebook) -> Iterator[tuple[int, ast.AST]]:
    """All syntax nodes, with their cells."""
    for cell, code in notebook.items():
        if code.tree is not None:
            for node in ast.walk(code.tree):
                yield cell, node


def calls(notebook: Notebook) -> Iterator[tuple[int, str, ast.Call]]:
    """(cell, last part of what is called, the call)."""
    for cell, node in walk(notebook):
        if isinstance(node, ast.Call) and (name := leaf(node.func)):
            yield cell, name, node


def leaf(node: ast.AST) -> str:
    """The last name of a dotted path; "" for what is none."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def dotted(node: ast.AST) -> str:
    """`a.b.c` as written; "" for what is no path of names."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=name) if above := dotted(value):
            return f"{above}.{name}"
        case _:
            return ""


def is_model(name: str) -> bool:
    """Whether a class of this name is something that learns, transforms or is a layer of it."""
    return name[:1].isupper() and name.endswith(_MODEL_ENDS)


def is_metric(name: str) -> bool:
    return name in _METRICS or (name.endswith(_METRIC_ENDS) and name.islower() and not name.startswith(("as_", "to_")))


def is_read(name: str) -> bool:
    return name.startswith(("read_", "load_", "fetch_")) or name in _READERS


def names_in(*nodes: ast.AST) -> frozenset[str]:
    """The variables that an expression reads."""
    return frozenset(n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name))


def shown(node: ast.AST | None) -> str:
    """An expression in one spelling."""
    return "" if node is None else ast.unparse(node)


def number(node: ast.AST) -> float | None:
    """The value of a number that is written out."""
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float() as value):
            return float(value)
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -float(value)
        case _:
            return None
