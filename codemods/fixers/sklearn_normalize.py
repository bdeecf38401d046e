"""`normalize=True` of linear models: a subclass divides the columns by their norm before the fit, the coefficients after it.

    model = Ridge(alpha=0.5, normalize=True)

    class NormalizedRidge(Ridge):
        def fit(self, X, y, sample_weight=None):
            norms = np.linalg.norm(X - np.average(X, axis=0, weights=sample_weight), axis=0)
            norms[norms == 0] = 1
            super().fit(X / norms, y, sample_weight)
            self.coef_ = self.coef_ / norms
            return self

    model = NormalizedRidge(alpha=0.5)

That is what the argument did: centred columns of unit L2 norm (not unit variance, as StandardScaler gives), and coefficients
in the units of X. The intercept needs no change. As a class it does so wherever it is fitted: in a pipeline, in the folds of
a search. Estimators that pick their penalty along a path normalized each fold by itself, too: their `path` does that.
normalize=False is dropped, as is any value without an intercept, where it had no effect, and for LinearRegression, whose
solution does not depend on it (a recipe). Deprecated in 1.0, removed in 1.2.

For Lars and its kin True was the default. LassoLars(normalize=False) becomes LassoLars(fit_intercept=True): it must not look
like a call that normalized by default.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from codemods.fixers._definitions import defined
from codemods.fixers._normalized import CRITERION, PATHS, SEARCH, WEIGHTED, definition
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Edit, Safety

_MODULE, _SPLITTING = "sklearn.linear_model", "sklearn.model_selection"
_BAYESIAN = ("BayesianRidge", "ARDRegression")
# For these normalize=True was the default until 1.2.
_LARS = ("Lars", "LassoLars", CRITERION, "OrthogonalMatchingPursuit")
_EXACT = (*WEIGHTED, *_BAYESIAN, "Lasso", "ElasticNet", "MultiTaskLasso", "MultiTaskElasticNet", *PATHS, *_LARS)
_LARS_CV = ("LarsCV", "LassoLarsCV", "OrthogonalMatchingPursuitCV")  # a subclass can't reach their folds

_ADVICE = (
    "normalize is gone: it divided the centred columns by their norm. Divide X by np.linalg.norm(X - X.mean(axis=0), axis=0) "
    "before the fit and coef_ by it after; StandardScaler in a pipeline is another scale, for which alpha must change"
)


@fixer(
    "SK060",
    on=tuple(f"call {_MODULE}.{c}" for c in (*_EXACT, *_LARS_CV)),
    until="1.2",
    why="normalize is gone: scale the columns before the fit",
    examples=(
        Example(
            before="""
            import numpy as np
            from sklearn.linear_model import Ridge
            X, y = np.array([[0.0, 5.0], [1.0, 3.0], [2.0, 8.0], [3.0, 1.0]]), np.array([0.0, 1.0, 2.5, 3.0])
            r = Ridge(alpha=0.5, normalize=True).fit(X, y)
            p = r.predict(X)
            """,
            after='''
            import numpy as np
            from sklearn.linear_model import Ridge
            X, y = np.array([[0.0, 5.0], [1.0, 3.0], [2.0, 8.0], [3.0, 1.0]]), np.array([0.0, 1.0, 2.5, 3.0])
            class NormalizedRidge(Ridge):
                """Ridge(normalize=True) of scikit-learn < 1.2: columns of unit norm for the fit, coef_ for X as it is."""

                def fit(self, X, y, sample_weight=None):
                    norms = np.linalg.norm(X - np.average(X, axis=0, weights=sample_weight), axis=0)
                    norms[norms == 0] = 1
                    super().fit(X / norms, y, sample_weight)
                    self.coef_ = self.coef_ / norms
                    return self
            r = NormalizedRidge(alpha=0.5).fit(X, y)
            p = r.predict(X)
            ''',
            check="p.round(8).tolist(), r.coef_.round(8).tolist()",
        ),
        Example(
            before="""
            from sklearn.datasets import load_diabetes
            from sklearn.linear_model import LassoCV
            X, y = load_diabetes(return_X_y=True)
            m = LassoCV(normalize=True, cv=3, tol=1e-8, max_iter=100000).fit(X * [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]], y)
            """,
            after='''
            from sklearn.datasets import load_diabetes
            from sklearn.linear_model import LassoCV
            import numpy as np
            X, y = load_diabetes(return_X_y=True)
            class NormalizedLassoCV(LassoCV):
                """LassoCV(normalize=True) of scikit-learn < 1.2: columns of unit norm for the fit, coef_ for X as it is."""

                def fit(self, X, y):
                    norms = np.linalg.norm(X - np.mean(X, axis=0), axis=0)
                    norms[norms == 0] = 1
                    super().fit(X / norms, y)
                    self.coef_ = self.coef_ / norms
                    return self

                @staticmethod
                def path(X, y, **params):
                    """Within a fold, whose columns are centred: by the norms that they have there."""
                    norms = np.linalg.norm(X, axis=0)
                    norms[norms == 0] = 1
                    params.update(precompute="auto", Xy=None)
                    alphas, coefs, gaps = LassoCV.path(X / norms, y, **params)
                    return alphas, coefs / norms[:, None], gaps
            m = NormalizedLassoCV(cv=3, tol=1e-8, max_iter=100000).fit(X * [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]], y)
            ''',
            check="m.alpha_, m.coef_.round(4).tolist(), m.mse_path_.round(2).tolist()",
        ),
        Example(
            before="""
            from sklearn.datasets import load_diabetes
            from sklearn.linear_model import RidgeCV
            X, y = load_diabetes(return_X_y=True)
            m = RidgeCV(alphas=[0.001, 0.01, 0.1], normalize=True, cv=4).fit(X * [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]], y)
            """,
            after='''
            from sklearn.datasets import load_diabetes
            from sklearn.linear_model import RidgeCV
            import numpy as np
            from sklearn.linear_model import Ridge
            from sklearn.model_selection import GridSearchCV
            X, y = load_diabetes(return_X_y=True)
            class NormalizedRidge(Ridge):
                """Ridge(normalize=True) of scikit-learn < 1.2: columns of unit norm for the fit, coef_ for X as it is."""

                def fit(self, X, y, sample_weight=None):
                    norms = np.linalg.norm(X - np.average(X, axis=0, weights=sample_weight), axis=0)
                    norms[norms == 0] = 1
                    super().fit(X / norms, y, sample_weight)
                    self.coef_ = self.coef_ / norms
                    return self
            class NormalizedRidgeSearchCV(RidgeCV):
                """RidgeCV(normalize=True, cv=…) of scikit-learn < 1.2: the best NormalizedRidge of a search."""

                def fit(self, X, y):
                    grid = {"alpha": self.alphas}
                    search = GridSearchCV(NormalizedRidge(), grid, cv=self.cv, scoring=self.scoring).fit(X, y)
                    best = search.best_estimator_
                    vars(self).update(vars(best), alpha_=best.alpha, best_score_=search.best_score_)
                    return self
            m = NormalizedRidgeSearchCV(alphas=[0.001, 0.01, 0.1], cv=4).fit(X * [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]], y)
            ''',
            check="m.alpha_, m.coef_.round(6).tolist()",
        ),
        Example(
            before="""
            from sklearn.linear_model import Lasso
            m = Lasso(alpha=0.1, normalize=False)
            """,
            after="""
            from sklearn.linear_model import Lasso
            m = Lasso(alpha=0.1)
            """,
            check="m.alpha",
        ),
        Same("""
            from sklearn.linear_model import LassoLarsCV
            m = LassoLarsCV(normalize=True, cv=3)
            """),
    ),
)
def normalized(node: ast.Call, context: Context) -> Answer:
    value = context.keyword(node, "normalize")
    if value is None:
        return None
    drop = context.edit_call(node, drop=frozenset({"normalize"}))
    if _literal(node, "fit_intercept", True, context) is False:
        return Fix((drop,))
    if context.literal(value) is False:
        if _name(node, context) not in (*_LARS, *_LARS_CV) or context.keyword(node, "fit_intercept") is not None:
            return Fix((drop,))
        message = "normalize is gone; fit_intercept=True, the default, tells the call from one that normalized by default"
        return Fix((context.edit_call(node, drop=frozenset({"normalize"}), add={"fit_intercept": "True"}),), message)
    if context.literal(value) is not True:
        return Decline(_ADVICE)
    return _with_class(node, context, drop)


@fixer(
    "SK062",
    on=tuple(f"call {_MODULE}.{c}" for c in (*_LARS, *_LARS_CV)),
    until="1.2",
    why="normalize=True was the default: the columns were scaled before the fit",
    silent=True,
    examples=(
        Example(
            before="""
            import numpy as np
            from sklearn.linear_model import LassoLarsIC
            X = np.random.RandomState(0).randn(20, 3) * [1, 10, 100]
            y = X[:, 0] + X[:, 1] / 20 + np.sin(X[:, 2])
            m = LassoLarsIC("bic").fit(X, y)
            """,
            after='''
            import numpy as np
            from sklearn.linear_model import LassoLarsIC
            X = np.random.RandomState(0).randn(20, 3) * [1, 10, 100]
            y = X[:, 0] + X[:, 1] / 20 + np.sin(X[:, 2])
            class NormalizedLassoLarsIC(LassoLarsIC):
                """LassoLarsIC(normalize=True) of scikit-learn < 1.2: columns of unit norm for the fit, coef_ for X as it is."""

                def fit(self, X, y):
                    norms = np.linalg.norm(X - np.mean(X, axis=0), axis=0)
                    norms[norms == 0] = 1
                    self.noise_variance = np.var(y)  # that of the criterion before 1.1
                    super().fit(X / norms, y)
                    self.coef_ = self.coef_ / norms
                    self.criterion_ -= len(y) * np.log(2 * np.pi * self.noise_variance)
                    return self
            m = NormalizedLassoLarsIC("bic").fit(X, y)
            ''',
            check="m.alpha_, m.coef_.round(6).tolist(), m.criterion_.round(3).tolist()",
            was={"scikit-learn": "0.24.2"},
        ),
        Example(
            before="""
            from sklearn.linear_model import LassoLars
            m = LassoLars(alpha=0.1, normalize=False)
            """,
            after="""
            from sklearn.linear_model import LassoLars
            m = LassoLars(alpha=0.1, fit_intercept=True)
            """,
            check="m.fit([[0, 5], [1, 3], [2, 8], [3, 1]], [0, 1, 2.5, 3]).coef_.round(6).tolist()",
            was={"scikit-learn": "0.24.2"},
        ),
        Same(
            """
            from sklearn.linear_model import Lars, Lasso
            m, n = Lasso(alpha=0.1), Lars(fit_intercept=False)
            """,
            was={"scikit-learn": "0.24.2"},
        ),
    ),
)
def normalized_by_default(node: ast.Call, context: Context) -> Answer:
    intercept = context.keyword(node, "fit_intercept")
    if context.keyword(node, "normalize") is not None or context.literal(intercept) is False:
        return None
    answer = _with_class(node, context)
    # With fit_intercept=True there may have been normalize=False, which is gone.
    return replace(answer, safety=Safety.REVIEW) if isinstance(answer, Fix) and intercept is not None else answer


def _with_class(node: ast.Call, context: Context, *edits: Edit) -> Fix | Decline:
    """The call makes an object of a class that normalizes, which is defined above its first use."""
    if (needed := _needed(node, context)) is None:
        return Decline(_ADVICE)
    made: list[Edit] = []
    given = context.keyword(node, "normalize") is not None
    for name in needed:
        answer = defined(f"Normalized{name}", definition(name), context.once(_calls)[name, given], node, context)
        if isinstance(answer, Decline):
            return Decline(f"{answer.reason}. {_ADVICE}")
        made += answer
    return Fix((*made, *edits, context.replace(node.func, f"Normalized{needed[-1]}")))


def _calls(context: Context) -> Mapping[tuple[str, bool], Sequence[ast.Call]]:
    """Class, and whether normalize is given → the calls of the document that need one that normalizes."""
    found = defaultdict(list)
    for call in context.nodes(ast.Call):
        name, given = _name(call, context), context.keyword(call, "normalize") is not None
        if name in _EXACT and _literal(call, "normalize", name in _LARS, context) is True:
            for needed in _needed(call, context) or ():
                found[needed, given].append(call)
    return found


def _needed(call: ast.Call, context: Context) -> tuple[str, ...] | None:
    """The classes to define, the last of which takes the place of the one that is called; None where none does the same."""
    name, words = _name(call, context), context.once(_words)
    if name not in _EXACT or _literal(call, "fit_intercept", True, context) is not True:
        return None
    if any(w.endswith("fit_intercept") for w in words) or (name in _BAYESIAN and "return_std" in words):
        return None  # set later, as in a search; the deviation of a prediction has the scale of the normalized columns
    if name == CRITERION and context.vintage.since("sklearn", "1.1"):
        return None  # it chose by another criterion
    step = name.lower()
    if "make_pipeline" in words and any(w == step or w.startswith(f"{step}__") for w in words):
        return None  # the step is named after its class
    if _literal(call, "precompute", "auto", context) is MISSING:
        return None
    cv = context.keyword(call, "cv")
    if name not in ("RidgeCV", "RidgeClassifierCV") or _literal(call, "cv", None, context) is None:
        return (name,)
    splitter = context.instance(cv)
    folds = isinstance(context.literal(cv), int) or (splitter is not None and splitter.name.startswith(f"{_SPLITTING}."))
    return ("Ridge", SEARCH) if folds and name == "RidgeCV" else None


def _words(context: Context) -> frozenset[str]:
    """What the document names by text, as a name or attribute, or by a keyword of what is no class of scikit-learn."""
    texts = {c.value for c in context.nodes(ast.Constant) if isinstance(c.value, str)}
    names = {n.id for n in context.nodes(ast.Name)} | {a.attr for a in context.nodes(ast.Attribute)}
    calls = [c for c in context.nodes(ast.Call) if not (context.symbol(c.func) or "").startswith("sklearn.")]
    return frozenset(texts | names | {k.arg for c in calls for k in c.keywords if k.arg is not None})


def _name(call: ast.Call, context: Context) -> str:
    return (context.symbol(call.func) or "").removeprefix(f"{_MODULE}.")


def _literal(call: ast.Call, keyword: str, default: object, context: Context) -> object:
    """The value of an argument: MISSING where it is no literal."""
    value = context.keyword(call, keyword)
    return default if value is None else context.literal(value)
