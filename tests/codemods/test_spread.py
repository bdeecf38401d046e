"""Old defaults beside `**params`: written where the document tells what the dict holds, and only there."""

from __future__ import annotations

import pytest

from tests.codemods.migrate_helpers import migrate

HEAD = "from sklearn.ensemble import RandomForestClassifier\nfrom sklearn.svm import SVC\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('p = {"max_depth": 2}\nm = RandomForestClassifier(**p)', 'm = RandomForestClassifier(**p, n_estimators=10)'),
        ("m = SVC(**dict(C=2))", 'm = SVC(**dict(C=2), gamma="auto")'),
    ],
)  # fmt: skip
def test_known_entries(before: str, after: str) -> None:
    assert migrate(HEAD + before, was={"scikit-learn": "0.19.2"}).text.strip().endswith(after)


@pytest.mark.parametrize(
    "code",
    [
        'p = {"n_estimators": 5}\nm = RandomForestClassifier(**p)',
        'p = {"kernel": "linear"}\nm = SVC(**p)',
        'p = {"max_depth": 2}\np["n_estimators"] = 5\nm = RandomForestClassifier(**p)',
        'p = {"max_depth": 2}\np.update(more())\nm = RandomForestClassifier(**p)',
        "def made(**p):\n    return RandomForestClassifier(**p)",
    ],
)
def test_what_is_given_or_not_known_is_left_alone(code: str) -> None:
    assert migrate(HEAD + code, was={"scikit-learn": "0.19.2"}).text == HEAD + code + "\n"
