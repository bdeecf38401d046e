"""Definitions of linear models that normalize, as normalize=True did: text for a notebook (see sklearn_normalize.py)."""

from __future__ import annotations

WEIGHTED = ("Ridge", "RidgeClassifier", "RidgeCV", "RidgeClassifierCV")  # those that took weights of samples
PATHS = ("LassoCV", "ElasticNetCV", "MultiTaskLassoCV", "MultiTaskElasticNetCV")
CRITERION = "LassoLarsIC"
SEARCH = "RidgeSearchCV"  # RidgeCV(cv=…), which needs that of Ridge

_FIT = '''\
class NormalizedNAME({@sklearn.linear_model.NAME}):
    """NAME(normalize=True) of scikit-learn < 1.2: columns of unit norm for the fit, coef_ for X as it is."""

    def fit(self, X, y):
        norms = {@numpy}.linalg.norm(X - {@numpy}.mean(X, axis=0), axis=0)
        norms[norms == 0] = 1
        super().fit(X / norms, y)
        self.coef_ = self.coef_ / norms
        return self
'''
_FIT_WEIGHTED = (
    _FIT.replace("X, y):", "X, y, sample_weight=None):")
    .replace("mean(X, axis=0)", "average(X, axis=0, weights=sample_weight)")
    .replace("/ norms, y)", "/ norms, y, sample_weight)")
)
_FIT_PATHS = f'''\
{_FIT}
    @staticmethod
    def path(X, y, **params):
        """Within a fold, whose columns are centred: by the norms that they have there."""
        norms = {{@numpy}}.linalg.norm(X, axis=0)
        norms[norms == 0] = 1
        params.update(precompute="auto", Xy=None)
        alphas, coefs, gaps = {{@sklearn.linear_model.NAME}}.path(X / norms, y, **params)
        return alphas, coefs / norms[:, None], gaps
'''
_FIT_CRITERION = _FIT.replace(
    "        super()",
    "        self.noise_variance = {@numpy}.var(y)  # that of the criterion before 1.1\n        super()",
).replace(
    "        return self",
    "        self.criterion_ -= len(y) * {@numpy}.log(2 * {@numpy}.pi * self.noise_variance)\n        return self",
)
_SEARCH = '''\
class NormalizedRidgeSearchCV({@sklearn.linear_model.RidgeCV}):
    """RidgeCV(normalize=True, cv=…) of scikit-learn < 1.2: the best NormalizedRidge of a search."""

    def fit(self, X, y):
        grid = {{"alpha": self.alphas}}
        search = {@sklearn.model_selection.GridSearchCV}(NormalizedRidge(), grid, cv=self.cv, scoring=self.scoring).fit(X, y)
        best = search.best_estimator_
        vars(self).update(vars(best), alpha_=best.alpha, best_score_=search.best_score_)
        return self
'''


def definition(name: str) -> str:
    """The template of the class `Normalized{name}`; `name` is that of a class of sklearn.linear_model, or SEARCH."""
    if name == SEARCH:
        return _SEARCH
    if name == CRITERION:
        return _FIT_CRITERION.replace("NAME", name)
    text = _FIT_WEIGHTED if name in WEIGHTED else _FIT_PATHS if name in PATHS else _FIT
    return text.replace("NAME", name)
