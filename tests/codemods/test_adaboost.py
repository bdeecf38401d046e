"""AdaBoostClassifier with SAMME.R: where the class is defined, and that it is an estimator like others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier

from migrator.pipeline import Options, migrate_bytes
from tests.codemods.migrate_helpers import migrate, notebook, sources

IMPORT = "from sklearn.ensemble import AdaBoostClassifier\n"
OLD = {"scikit-learn": "0.24.2"}


def data() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.RandomState(0)
    x = rng.normal(size=(120, 3))
    return x, np.where(x[:, 0] + x[:, 1] ** 2 + rng.normal(size=120) > 1, "yes", "no")


def run(text: str, was: dict[str, str] = OLD) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(migrate(IMPORT + text, was=was).text, names)
    return names


def test_one_definition_serves_every_use() -> None:
    cells = (
        "from sklearn.ensemble import AdaBoostClassifier\nfrom sklearn import ensemble",
        "models = [AdaBoostClassifier(), ensemble.AdaBoostClassifier(None, 30)]",
        "from sklearn.ensemble import AdaBoostClassifier\nclasses = [ensemble.AdaBoostClassifier]\nb = AdaBoostClassifier()",
    )
    text = sources(migrate_bytes(notebook(*cells), "a.ipynb", Options(was=OLD)).migrated)
    assert [t.count("class FormerAdaBoostClassifier(AdaBoostClassifier):") for t in text] == [0, 1, 0]
    assert text[1].endswith("\nmodels = [FormerAdaBoostClassifier(), FormerAdaBoostClassifier(None, n_estimators=30)]\n")
    assert text[2].endswith("\nclasses = [FormerAdaBoostClassifier]\nb = FormerAdaBoostClassifier()\n")


def test_the_class_is_an_estimator_like_others() -> None:
    """It goes by its old name in pipelines and in what is printed, and a grid has both of its algorithms."""
    names = run(
        "from sklearn.model_selection import GridSearchCV\n"
        "from sklearn.pipeline import make_pipeline\n"
        "from sklearn.tree import DecisionTreeClassifier\n"
        "model = AdaBoostClassifier(base_estimator=DecisionTreeClassifier(), n_estimators=5, random_state=0)\n"
        "grid = {'algorithm': ['SAMME', 'SAMME.R'], 'base_estimator__max_depth': [1, 2]}\n"
        "search = GridSearchCV(model, grid, cv=3)\n"
        "steps = make_pipeline(AdaBoostClassifier()).set_params(adaboostclassifier__algorithm='SAMME')\n"
    )
    x, y = data()
    model, search = names["model"], names["search"].fit(x, y)
    assert isinstance(model, AdaBoostClassifier) and type(model).__name__ == "AdaBoostClassifier"
    assert clone(model).get_params()["algorithm"] == "SAMME.R"
    assert not np.isnan(search.cv_results_["mean_test_score"]).any()
    assert list(names["steps"].named_steps) == ["adaboostclassifier"]


def test_samme_is_what_it_is_today_and_staged_results_end_with_the_last() -> None:
    x, y = data()
    model = run("m = AdaBoostClassifier(n_estimators=8, random_state=0)")["m"].fit(x, y)
    assert model.estimator_weights_.tolist() == [1.0] * 8
    for one in ("predict_proba", "decision_function", "predict"):
        assert (list(getattr(model, f"staged_{one}")(x))[-1] == getattr(model, one)(x)).all()
    assert list(model.staged_score(x, y))[-1] == model.score(x, y)
    former = run("m = AdaBoostClassifier(n_estimators=8, random_state=0)", was={"scikit-learn": "1.4.2"})["m"]
    former.set_params(algorithm="SAMME").fit(x, y)
    today = AdaBoostClassifier(n_estimators=8, random_state=0).fit(x, y)
    assert np.allclose(former.predict_proba(x), today.predict_proba(x), rtol=1e-12)
    assert not np.allclose(model.predict_proba(x), today.predict_proba(x), rtol=0.01)


def test_tiny_weights_are_raised_for_code_since_1_2_only() -> None:
    text = IMPORT + "m = AdaBoostClassifier()"
    assert "self._weight" in migrate(text, was={"scikit-learn": "1.1.3"}).text
    assert "self._weight" not in migrate(text, was={"scikit-learn": "1.2.2"}).text


@pytest.mark.parametrize(
    ("use", "becomes"),
    [
        (
            "AdaBoostClassifier(None, 9, 0.5, 'SAMME.R')",
            "FormerAdaBoostClassifier(None, n_estimators=9, learning_rate=0.5, algorithm='SAMME.R')",
        ),
        ("AdaBoostClassifier(algorithm=chosen())", "FormerAdaBoostClassifier(algorithm=chosen())"),
        ("AdaBoostClassifier(**{'algorithm': 'SAMME.R'})", "FormerAdaBoostClassifier(**{'algorithm': 'SAMME.R'})"),
    ],
)
def test_code_that_fails_today_tells_its_age(use: str, becomes: str) -> None:
    migrated = migrate(f"{IMPORT}m = {use}")
    assert migrated.text.endswith(f"\nm = {becomes}\n")
    assert migrated.left == ()


def test_samme_stays_samme() -> None:
    """The call without the keyword would mean SAMME.R in code that is known to be old."""
    text = IMPORT + "m = AdaBoostClassifier(None, 9, 0.5, 'SAMME', 3)"
    assert migrate(text).text == IMPORT + "m = AdaBoostClassifier(None, n_estimators=9, learning_rate=0.5, random_state=3)\n"
    for was in ("0.24.2", "1.4.2"):
        made = migrate(text, was={"scikit-learn": was}).text
        assert "m = FormerAdaBoostClassifier(None, n_estimators=9, learning_rate=0.5, algorithm='SAMME', random_state=3)" in made


def test_a_class_of_the_document_keeps_its_name() -> None:
    migrated = migrate(IMPORT + "FormerAdaBoostClassifier = 1\nm = AdaBoostClassifier()", was=OLD)
    assert migrated.codes == {"SK521"} and migrated.text.endswith("m = AdaBoostClassifier()\n")


def test_targets_that_still_check_the_parameter() -> None:
    text = migrate(IMPORT + "m = AdaBoostClassifier()", was=OLD, target={"scikit-learn": "1.6.1"}).text
    assert '"algorithm": [str]' in text
