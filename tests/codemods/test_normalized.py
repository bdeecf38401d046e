"""normalize=True of linear models, by a class: how often it is defined, and where no class does the same."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone

from migrator.pipeline import Options, migrate_bytes
from tests.codemods.migrate_helpers import migrate, notebook, sources

WAS = {"scikit-learn": "0.23.2"}
IMPORTS = "from sklearn.linear_model import Lasso, LassoCV, Ridge, RidgeCV, BayesianRidge, LassoLars\n"


def run(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(migrate(text, was=WAS).text, names)
    return names


def test_one_definition_serves_all_cells_that_follow() -> None:
    cells = (
        IMPORTS,
        "def made():\n    return Ridge(normalize=True)\na = Ridge(1, normalize=True)",
        "b = Ridge(2, normalize=True)",
    )
    text = sources(migrate_bytes(notebook(*cells), "a.ipynb", Options(was=WAS)).migrated)
    assert "\n".join(text).count("class NormalizedRidge(Ridge):") == 1
    assert text[1].endswith("def made():\n    return NormalizedRidge()\na = NormalizedRidge(1)\n")
    assert text[2] == "b = NormalizedRidge(2)\n"


def test_the_class_is_an_estimator_like_others() -> None:
    """It can be cloned and searched, and a frame keeps the names of its columns."""
    names = run(
        IMPORTS
        + "from sklearn.model_selection import GridSearchCV\n"
        + "g = GridSearchCV(Ridge(normalize=True), {'alpha': [0.01, 1.0]}, cv=3)\n"
        + "m = LassoCV(normalize=True, cv=3)\n"
    )
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(rng.normal(size=(40, 3)) * [1, 10, 100], columns=["a", "b", "c"])
    y = frame["a"] + frame["b"] / 10 + rng.normal(size=40) / 10
    search, model = names["g"].fit(frame, y), clone(names["m"]).fit(frame, y)
    assert search.best_estimator_.get_params()["alpha"] == 0.01
    assert list(model.feature_names_in_) == ["a", "b", "c"]
    assert np.allclose(model.predict(frame), frame.to_numpy() @ model.coef_ + model.intercept_)
    scaled = clone(names["m"]).fit(frame * [1000, 1, 0.001], y)
    assert np.isclose(scaled.alpha_, model.alpha_) and np.allclose(scaled.coef_ * [1000, 1, 0.001], model.coef_)


@pytest.mark.parametrize(
    "use",
    [
        "m = Ridge(normalize=True)\ngrid = {'fit_intercept': [True, False]}",
        "m = Ridge(normalize=flag())",
        "m = BayesianRidge(normalize=True).fit(X, y)\np, s = m.predict(X, return_std=True)",
        "m = RidgeCV(normalize=True, cv=folds())",
        "from sklearn.pipeline import make_pipeline\np = make_pipeline(Lasso(normalize=True)).set_params(lasso__alpha=0.1)",
        "NormalizedLasso = 1\nm = Lasso(normalize=True)",
    ],
)
def test_where_no_class_does_the_same(use: str) -> None:
    migrated = migrate(IMPORTS + use, was=WAS)
    assert "SK060" in migrated.codes
    assert "class Normalized" not in migrated.text


def test_a_default_that_may_have_been_turned_off_needs_a_review() -> None:
    text = IMPORTS + "m = LassoLars(alpha=0.1, fit_intercept=True)"
    assert migrate(text, was=WAS).codes == {"SK062"}
    assert "m = NormalizedLassoLars(alpha=0.1, fit_intercept=True)" in migrate(text, was=WAS, unsafe=True).text
