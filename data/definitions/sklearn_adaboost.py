"""What notebooks get in place of the AdaBoostClassifier of scikit-learn < 1.6 (codemods/fixers/sklearn_adaboost.py).

SAMME.R ("real") is algorithm 4 of J. Zhu, H. Zou, S. Rosset and T. Hastie, Multi-class AdaBoost, 2009. Lines that end in a
release are for code (before 1.2, since 1.3) or for a target (before 1.8) of that age. xlogy and the order of operations are
those of scikit-learn: the last bit of a weight can decide between two splits of a tree.
"""

import numpy as np
from scipy.special import xlogy
from sklearn.ensemble import AdaBoostClassifier


class FormerAdaBoostClassifier(AdaBoostClassifier):
    """AdaBoostClassifier of scikit-learn < 1.6: by default SAMME.R, which boosts by the probabilities of its estimators."""
    _parameter_constraints = {**AdaBoostClassifier._parameter_constraints, "algorithm": [str]}  # before 1.8

    def __init__(self, estimator=None, *, n_estimators=50, learning_rate=1.0, algorithm="SAMME.R", random_state=None):
        super().__init__(estimator, n_estimators=n_estimators, learning_rate=learning_rate, random_state=random_state)
        self.algorithm = algorithm

    @staticmethod
    def _probabilities(estimator, X):
        proba = estimator.predict_proba(X)
        return np.maximum(proba, np.finfo(proba.dtype).eps)

    def _boost(self, iboost, X, y, sample_weight, random_state):
        if self.algorithm == "SAMME":
            return super()._boost(iboost, X, y, sample_weight, random_state)
        sample_weight = self._weight if iboost else sample_weight  # not raised to 2e-16: before 1.2
        estimator = self._make_estimator(random_state=random_state)
        estimator.fit(X, y, sample_weight=sample_weight)
        proba = self._probabilities(estimator, X)
        self.classes_, self.n_classes_ = estimator.classes_, len(estimator.classes_)
        error = np.average(self.classes_[proba.argmax(axis=1)] != y, weights=sample_weight)
        if error > 0 and iboost < self.n_estimators - 1:
            codes = np.where(self.classes_ == y[:, None], 1, -1 / (self.n_classes_ - 1))
            power = -self.learning_rate * ((self.n_classes_ - 1) / self.n_classes_) * xlogy(codes, proba).sum(axis=1)
            sample_weight = sample_weight * np.exp(power * ((sample_weight > 0) | (power < 0)))
        self._weight = sample_weight  # before 1.2
        return sample_weight, 1.0, error

    def staged_decision_function(self, X):
        X = self._check_X(X)
        total = norm = 0
        for weight, estimator in zip(self.estimator_weights_, self.estimators_):
            if self.algorithm == "SAMME":
                miss = 0  # before 1.3
                miss = -weight / (self.n_classes_ - 1)  # since 1.3
                votes = np.where(estimator.predict(X)[:, None] == self.classes_, weight, miss)
            else:
                logs = np.log(self._probabilities(estimator, X))
                votes = (self.n_classes_ - 1) * (logs - logs.mean(axis=1, keepdims=True))
            total, norm = total + votes, norm + weight
            yield (total[:, 1] - total[:, 0]) / norm if self.n_classes_ == 2 else total / norm

    def decision_function(self, X):
        for decision in self.staged_decision_function(X):
            pass
        return decision


FormerAdaBoostClassifier.__name__ = "AdaBoostClassifier"  # by which pipelines and output name it
