"""Defaults that changed and with them the numbers: the old one is written where it is left out.

    RandomForestClassifier(random_state=0)                   # written for scikit-learn 0.21
    RandomForestClassifier(random_state=0, n_estimators=10)

    SVC()  →  SVC(gamma="auto")            KMeans(8)  →  KMeans(8, n_init=10)            (before 0.22, before 1.4)

Each table row names the parameter, its position, and its old defaults with the release that ended each. Nothing raises an
error, so a default is written only where the vintage is known to lie between two of those releases.
"""

from __future__ import annotations

import ast

from codemods.defaults import Default, Irrelevant, register
from codemods.fixing import Context, Example, Same


def _linear(position: int) -> Irrelevant:
    """Kernels without gamma; `position` of the parameter kernel."""

    def check(call: ast.Call, context: Context) -> bool:
        kernel = context.keyword(call, "kernel") or (call.args[position] if len(call.args) > position else None)
        return context.literal(kernel) in ("linear", "precomputed")

    return check


def _keyword_is(name: str, *values: object) -> Irrelevant:
    def check(call: ast.Call, context: Context) -> bool:
        found = context.keyword(call, name)
        return found is not None and context.literal(found) in values

    return check


def _given(name: str) -> Irrelevant:
    return lambda call, context: context.keyword(call, name) is not None


_SEARCH, _FOLDS = "sklearn.model_selection.", "sklearn.model_selection."
_TREES = (Default("n_estimators", (("0.22", "10"),), 0),)
_CV = (("0.22", "3"),)
_SGD = (
    Default("max_iter", (("0.21", "5"),), unless=_given("n_iter")),
    Default("tol", (("0.21", "None"),), unless=_given("n_iter")),
)
_GAMMA = (("0.22", '"auto"'),)

DEFAULTS: dict[str, tuple[Default, ...]] = {
    **{f"sklearn.ensemble.{c}": _TREES for c in (
        "RandomForestClassifier", "RandomForestRegressor", "ExtraTreesClassifier", "ExtraTreesRegressor", "RandomTreesEmbedding",
    )},
    "sklearn.svm.SVC": (Default("gamma", _GAMMA, 3, unless=_linear(1)),),
    "sklearn.svm.NuSVC": (Default("gamma", _GAMMA, 3, unless=_linear(1)),),
    "sklearn.svm.SVR": (Default("gamma", _GAMMA, 2, unless=_linear(0)),),
    "sklearn.svm.NuSVR": (Default("gamma", _GAMMA, 4, unless=_linear(2)),),
    "sklearn.svm.OneClassSVM": (Default("gamma", _GAMMA, 2, unless=_linear(0)),),
    "sklearn.cluster.KMeans": (Default("n_init", (("1.4", "10"),), 2, unless=_keyword_is("init", "random")),),
    "sklearn.cluster.MiniBatchKMeans": (
        Default("n_init", (("1.4", "3"),), 10), Default("batch_size", (("1.0", "100"),), 3),
    ),
    "sklearn.manifold.TSNE": (
        Default("init", (("1.2", '"random"'),)),
        Default("learning_rate", (("0.19", "1000.0"), ("1.2", "200.0")), 3),
        Default("early_exaggeration", (("0.19", "4.0"), ("0.20", "12.0")), 2),
    ),
    "sklearn.manifold.MDS": (Default("n_init", (("1.9", "4"),), 2), Default("eps", (("1.7", "1e-3"),), 5)),
    **{f"{_SEARCH}{f}": (Default("cv", _CV, p, none_too=True),) for f, p in (
        ("cross_val_score", 5), ("cross_validate", 5), ("cross_val_predict", 4), ("validation_curve", 6), ("learning_curve", 5),
        ("permutation_test_score", 3), ("GridSearchCV", 7), ("RandomizedSearchCV", 8),
    )},
    **{f"sklearn.linear_model.{c}": (Default("cv", _CV, none_too=True),) for c in (
        "LassoCV", "ElasticNetCV", "LarsCV", "LassoLarsCV", "OrthogonalMatchingPursuitCV", "MultiTaskLassoCV",
        "MultiTaskElasticNetCV", "LogisticRegressionCV",
    )},
    "sklearn.feature_selection.RFECV": (Default("cv", _CV, 2, none_too=True),),
    "sklearn.calibration.CalibratedClassifierCV": (Default("cv", _CV, 2, none_too=True),),
    "sklearn.covariance.GraphicalLassoCV": (Default("cv", _CV, 2, none_too=True),),
    **{f"{_FOLDS}{c}": (Default("n_splits", _CV, 0),) for c in ("KFold", "StratifiedKFold", "GroupKFold", "TimeSeriesSplit")},
    "sklearn.linear_model.SGDClassifier": _SGD,
    "sklearn.linear_model.SGDRegressor": _SGD,
    "sklearn.linear_model.Perceptron": _SGD,
    "sklearn.linear_model.PassiveAggressiveClassifier": _SGD,
    "sklearn.linear_model.PassiveAggressiveRegressor": _SGD,
    "sklearn.ensemble.IsolationForest": (Default("contamination", (("0.22", "0.1"),), 2),),
    "sklearn.neighbors.LocalOutlierFactor": (Default("contamination", (("0.22", "0.1"),), 6),),
    "sklearn.decomposition.FastICA": (Default("whiten", (("1.3", '"arbitrary-variance"'),), 2),),
    "sklearn.preprocessing.KBinsDiscretizer": (
        Default("quantile_method", (("1.9", '"linear"'),), unless=_keyword_is("strategy", "uniform", "kmeans")),
    ),
    "sklearn.datasets.fetch_openml": (Default("as_frame", (("0.24", "False"),)),),
}  # fmt: skip

_EXAMPLES = {
    "0.20": (
        Example(
            before="""
            from sklearn.manifold import TSNE
            t = TSNE(n_components=2)
            """,
            after="""
            from sklearn.manifold import TSNE
            t = TSNE(n_components=2, early_exaggeration=4.0, init="random", learning_rate=1000.0)
            """,
            check="t.early_exaggeration, t.learning_rate, t.init",
            was={"scikit-learn": "0.18.2"},
        ),
        Same(
            """
            from sklearn.manifold import TSNE
            t = TSNE(n_components=2, early_exaggeration=6.0, learning_rate=100.0, init='pca')
            """,
            was={"scikit-learn": "0.18.2"},
        ),
    ),
    "0.21": (
        Example(
            before="""
            from sklearn.linear_model import SGDClassifier
            c = SGDClassifier(random_state=0)
            """,
            after="""
            from sklearn.linear_model import SGDClassifier
            c = SGDClassifier(random_state=0, max_iter=5, tol=None)
            """,
            check="c.fit([[0.0], [1.0], [8.0], [9.0]], [0, 0, 1, 1]).n_iter_",
            was={"scikit-learn": "0.18.2"},
        ),
        Same(
            """
            from sklearn.linear_model import SGDClassifier
            c = SGDClassifier(max_iter=20, tol=1e-3)
            """,
            was={"scikit-learn": "0.19.2"},
        ),
    ),
    "0.22": (
        Example(
            before="""
            from sklearn.ensemble import RandomForestClassifier
            n = len(RandomForestClassifier(random_state=0).fit([[0], [1]], [0, 1]).estimators_)
            """,
            after="""
            from sklearn.ensemble import RandomForestClassifier
            n = len(RandomForestClassifier(random_state=0, n_estimators=10).fit([[0], [1]], [0, 1]).estimators_)
            """,
            check="n",
            was={"scikit-learn": "0.21.3"},
        ),
        Example(
            before="""
            from sklearn.svm import SVC
            s = SVC(C=10)
            """,
            after="""
            from sklearn.svm import SVC
            s = SVC(C=10, gamma="auto")
            """,
            check="s.gamma",
            was={"scikit-learn": "0.18.2"},
        ),
        Example(
            before="""
            from sklearn.model_selection import cross_val_score
            from sklearn.linear_model import Ridge
            s = cross_val_score(Ridge(), [[0], [1], [2], [3], [4], [5]], [0, 1, 2, 3, 4, 5])
            """,
            after="""
            from sklearn.model_selection import cross_val_score
            from sklearn.linear_model import Ridge
            s = cross_val_score(Ridge(), [[0], [1], [2], [3], [4], [5]], [0, 1, 2, 3, 4, 5], cv=3)
            """,
            check="len(s)",
            was={"scikit-learn": "0.21.3"},
        ),
        Same(
            """
            from sklearn.svm import SVC
            s = SVC(kernel="linear")
            """,
            was={"scikit-learn": "0.20.4"},
        ),
        Same(
            """
            from sklearn.ensemble import RandomForestClassifier
            r = RandomForestClassifier(50, random_state=0)
            """,
            was={"scikit-learn": "0.20.4"},
        ),
    ),
    "0.24": (
        Example(
            before="""
            from sklearn.datasets import fetch_openml
            try:
                d = fetch_openml('no such data', version=1, cache=False)
            except Exception:
                d = None
            """,
            after="""
            from sklearn.datasets import fetch_openml
            try:
                d = fetch_openml('no such data', version=1, cache=False, as_frame=False)
            except Exception:
                d = None
            """,
            was={"scikit-learn": "0.23.2"},
        ),
        Same(
            """
            from sklearn.datasets import fetch_openml, load_iris
            d = load_iris()
            """,
            was={"scikit-learn": "0.23.2"},
        ),
    ),
    "1.0": (
        Example(
            before="""
            from sklearn.cluster import MiniBatchKMeans
            k = MiniBatchKMeans(2, n_init=3, random_state=0)
            """,
            after="""
            from sklearn.cluster import MiniBatchKMeans
            k = MiniBatchKMeans(2, n_init=3, random_state=0, batch_size=100)
            """,
            check="k.batch_size, sorted(k.fit([[0.0], [1.0], [50.0], [51.0]]).predict([[0.5], [50.5]]).tolist())",
            was={"scikit-learn": "0.24.2"},
        ),
        Same(
            """
            from sklearn.cluster import MiniBatchKMeans
            k = MiniBatchKMeans(n_clusters=2, n_init=3, batch_size=50)
            """,
            was={"scikit-learn": "0.24.2"},
        ),
    ),
    "1.3": (
        Example(
            before="""
            import numpy as np
            from sklearn.decomposition import FastICA
            X = np.array([[1.0, 2.0], [3.0, 5.0], [4.0, 1.0], [0.0, 2.0], [2.0, 2.0]])
            a = FastICA(n_components=2, random_state=0, max_iter=1000).fit(X)
            """,
            after="""
            import numpy as np
            from sklearn.decomposition import FastICA
            X = np.array([[1.0, 2.0], [3.0, 5.0], [4.0, 1.0], [0.0, 2.0], [2.0, 2.0]])
            a = FastICA(n_components=2, random_state=0, max_iter=1000, whiten="arbitrary-variance").fit(X)
            """,
            check="np.abs(a.transform(X)).round(3).tolist()",
            was={"scikit-learn": "1.1.3"},
        ),
        Same(
            """
            from sklearn.decomposition import FastICA
            a = FastICA(n_components=2, whiten=False)
            """,
            was={"scikit-learn": "1.1.3"},
        ),
    ),
    "1.7": (
        Example(
            before="""
            from sklearn.manifold import MDS
            m = MDS(n_components=1, n_init=4, random_state=0)
            """,
            after="""
            from sklearn.manifold import MDS
            m = MDS(n_components=1, n_init=4, random_state=0, eps=1e-3)
            """,
            check="m.eps",
            was={"scikit-learn": "1.1.3"},
        ),
        Same(
            """
            from sklearn.manifold import MDS
            m = MDS(n_components=1, n_init=4, eps=1e-4, random_state=0)
            """,
            was={"scikit-learn": "1.1.3"},
        ),
    ),
    "1.9": (
        Example(
            before="""
            from sklearn.manifold import MDS
            m = MDS(n_components=1, eps=1e-3, random_state=0)
            """,
            after="""
            from sklearn.manifold import MDS
            m = MDS(n_components=1, eps=1e-3, random_state=0, n_init=4)
            """,
            check="m.n_init",
            was={"scikit-learn": "1.1.3"},
        ),
        Same(
            """
            from sklearn.preprocessing import KBinsDiscretizer
            b = KBinsDiscretizer(3, strategy='uniform')
            """,
            was={"scikit-learn": "1.1.3"},
        ),
    ),
    "1.2": (
        Example(
            before="""
            from sklearn.manifold import TSNE
            t = TSNE(n_components=2)
            """,
            after="""
            from sklearn.manifold import TSNE
            t = TSNE(n_components=2, init="random", learning_rate=200.0)
            """,
            check="t.learning_rate, t.init",
            was={"scikit-learn": "0.23.2"},
        ),
        Same(
            """
            from sklearn.manifold import TSNE
            t = TSNE(n_components=2, init='pca', learning_rate=100.0)
            """,
            was={"scikit-learn": "0.23.2"},
        ),
    ),
    "1.4": (
        Example(
            before="""
            from sklearn.cluster import KMeans
            k = KMeans(n_clusters=2, random_state=0)
            """,
            after="""
            from sklearn.cluster import KMeans
            k = KMeans(n_clusters=2, random_state=0, n_init=10)
            """,
            check="k.n_init, sorted(k.fit([[0.0], [1.0], [50.0], [51.0]]).cluster_centers_.ravel().tolist())",
            was={"scikit-learn": "1.1.3"},
        ),
        Same("""
            from sklearn.cluster import KMeans
            k = KMeans(3)
            """),
    ),
}

_CODES = {
    "0.20": "SK500", "0.21": "SK501", "0.22": "SK502", "0.24": "SK503", "1.0": "SK504", "1.2": "SK505", "1.3": "SK506",
    "1.4": "SK507", "1.7": "SK508", "1.9": "SK509",
}  # fmt: skip

register("sklearn", DEFAULTS, _CODES, _EXAMPLES)
