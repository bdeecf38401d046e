"""numpy, matplotlib, seaborn, scikit-learn and others: what calls give."""

from __future__ import annotations

import pytest

from tests.codemods.infer_helpers import facts, holds

IMPORTS = """
import numpy as np
import pandas as pd
import matplotlib.pyplot as plt
import seaborn as sns
import xgboost as xgb
from sklearn.svm import SVC
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn import datasets, metrics
import sklearn.cross_validation
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("np.array([1, 2]).mean()", "numpy.float64"),
        ("np.zeros((2, 2))[0]", "numpy.ndarray"),
        ("np.zeros((2, 2))[0, 0]", "numpy.float64"),
        ("np.zeros(unknown)[0]", "?"),
        ("np.zeros(unknown)[:, 0]", "numpy.ndarray"),
        ("np.dot(np.zeros((2, 2)), np.zeros(2))", "numpy.ndarray"),
        ("np.zeros(2).dot(np.zeros(2))", "?"),
        ("np.unique([1], return_counts=True)", "(numpy.ndarray, numpy.ndarray)"),
        ("np.where([True])[0]", "numpy.ndarray"),
        ("np.random.rand()", "float"),
        ("np.random.rand(2)", "numpy.ndarray"),
        ("np.matrix([[1]]).T", "numpy.matrix"),
        ("np.float64", "class numpy.float64"),
        ("unknown + np.zeros(2)", "?"),
        ("[x for x in np.zeros((2, 2))]", "list[numpy.ndarray]"),
    ],
)
def test_numpy(code: str, expected: str) -> None:
    assert holds(IMPORTS + code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("plt.subplots()", "(matplotlib.figure.Figure, matplotlib.axes.Axes)"),
        ("plt.subplots(2)[1]", "array1[matplotlib.axes.Axes]"),
        ("plt.subplots(2, 3)[1]", "array2[matplotlib.axes.Axes]"),
        ("plt.subplots(2, 3)[1][0, 1]", "matplotlib.axes.Axes"),
        ("plt.subplots(2, 3)[1][0]", "array1[matplotlib.axes.Axes]"),
        ("plt.subplots(2, 3)[1].ravel()[4]", "matplotlib.axes.Axes"),
        ("plt.subplots(ncols=2, squeeze=False)[1]", "array2[matplotlib.axes.Axes]"),
        ("n = 2\nplt.subplots(n)[1]", "array1[matplotlib.axes.Axes]"),
        ("plt.subplots(unknown)[1]", "?"),
        ("f, (a, b) = plt.subplots(1, 2)\na", "matplotlib.axes.Axes"),
        ("[ax for ax in plt.subplots(2, 2)[1].flat]", "list[matplotlib.axes.Axes]"),
        ("plt.figure().add_subplot(111, projection='3d')", "mpl_toolkits.mplot3d.Axes3D"),
        ("plt.gca().get_xticklabels()[0]", "matplotlib.text.Text"),
        ("sns.factorplot('a', 'b', data=d)", "seaborn.FacetGrid"),
        ("sns.factorplot('a', 'b', data=d).fig", "matplotlib.figure.Figure"),
        ("sns.distplot(d)", "matplotlib.axes.Axes"),
        ("sns.load_dataset('tips')", "pandas.DataFrame"),
    ],
)
def test_plots(code: str, expected: str) -> None:
    assert holds(IMPORTS + code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("SVC().fit(a, b)", "sklearn.svm.SVC"),
        ("SVC().fit(a, b).predict(c)", "numpy.ndarray"),
        ("GridSearchCV(SVC(), {}).best_estimator_", "sklearn.svm.SVC"),
        ("GridSearchCV(SVC(), {}).fit(a, b).best_estimator_", "sklearn.svm.SVC"),
        ("GridSearchCV(unknown, {}).best_estimator_", "?"),
        ("Pipeline([('s', StandardScaler()), ('c', SVC())]).named_steps['c']", "sklearn.svm.SVC"),
        ("make_pipeline(StandardScaler(), SVC()).named_steps['svc']", "sklearn.svm.SVC"),
        ("train_test_split(pd.DataFrame(), [1])", "(pandas.DataFrame, pandas.DataFrame, list[int], list[int])"),
        ("sklearn.cross_validation.train_test_split(np.zeros(2))", "(numpy.ndarray, numpy.ndarray)"),
        ("datasets.load_iris().data", "numpy.ndarray"),
        ("datasets.load_iris(return_X_y=True)", "(numpy.ndarray, numpy.ndarray)"),
        ("OneHotEncoder().fit_transform(a)", "scipy.sparse.csr_matrix"),
        ("OneHotEncoder(sparse=False).fit_transform(a)", "numpy.ndarray"),
        ("OneHotEncoder(sparse=unknown).fit_transform(a)", "?"),
        ("metrics.confusion_matrix(a, b)", "numpy.ndarray"),
        ("xgb.train({}, d).predict(e)", "numpy.ndarray"),
        ("xgb.train({}, d)", "xgboost.Booster"),
        ("xgb.XGBClassifier().fit(a, b)", "xgboost.XGBClassifier"),
        ("for m in [SVC(), LogisticRegression()]:\n    pass\nm", "sklearn.linear_model.LogisticRegression | sklearn.svm.SVC"),
        (
            "class T(BaseEstimator, TransformerMixin):\n    def fit(self, X, y=None): return self\n"
            "    def transform(self, X): return X\nT().fit_transform('a')",
            "str",
        ),
        ("class T(BaseEstimator):\n    pass\nT().fit(1)", "T"),
    ],
)
def test_learning(code: str, expected: str) -> None:
    assert holds(IMPORTS + code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("from scipy.sparse import csr_matrix\ncsr_matrix([[1]]).tocoo()", "scipy.sparse.coo_matrix"),
        ("import tensorflow as tf\ntf.Session()", "tensorflow.Session"),
        ("import tensorflow as tf\ntf.placeholder(tf.float32)", "tensorflow.Tensor"),
        ("import torch\ntorch.zeros(2).view(1).numpy()", "numpy.ndarray"),
        ("from scipy.sparse import csr_matrix\ncsr_matrix([[1]]).T.tocsr().toarray()", "numpy.ndarray"),
        ("import datetime\ndatetime.datetime.now() - datetime.datetime.now()", "datetime.timedelta"),
        ("import re\nm = re.match('a', 'b')\nm.group(0)", "str"),
        ("import itertools\n[p for p in itertools.product([1], ['a'])]", "list[(int, str)]"),
        ("from tqdm import tqdm\n[x for x in tqdm(['a'])]", "list[str]"),
    ],
)
def test_others(code: str, expected: str) -> None:
    assert holds(code) == expected


def test_dimensions_of_arrays() -> None:
    assert facts(IMPORTS + "np.zeros((2, 3))").get("ndim") == "2"
    assert facts(IMPORTS + "np.zeros((2, 3))[:, 0]").get("ndim") == "1"
    assert facts(IMPORTS + "np.zeros((2, 3)) * 2").get("ndim") == "2"
    assert facts(IMPORTS + "np.zeros(6).reshape(2, 3)").get("ndim") == "2"
    assert facts(IMPORTS + "np.array([[1, 2]])").get("ndim") == "2"
