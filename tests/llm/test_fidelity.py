"""What the fidelity report says of a notebook before and after."""

from __future__ import annotations

from llm.fidelity import Facet, fidelity
from migrator.guarding import notebook_of

BEFORE = {
    0: "import pandas as pd\ndf = pd.read_csv('train.csv')\nX = df[['a', 'b']]",
    1: "from sklearn.cross_validation import train_test_split\nA, B = train_test_split(X, test_size=0.3, random_state=1)",
    2: "m = RandomForestClassifier(n_estimators=100, random_state=3)\nm.fit(A, y)\nprint(accuracy_score(z, m.predict(B)))",
    3: "out.to_csv('submission.csv')",
}


def facets(after: dict[int, str]) -> dict[str, Facet]:
    return {f.name: f for f in fidelity(notebook_of(BEFORE), notebook_of(after))}


def test_a_rename_changes_nothing() -> None:
    after = {**BEFORE, 1: BEFORE[1].replace("cross_validation", "model_selection")}
    found = facets(after)
    assert all(f.same for f in found.values())
    assert {name: f.kept for name, f in found.items()} == {
        "data read": 1, "features": 2, "splits": 1, "seeds": 2, "models and parameters": 1, "fits": 1, "metrics": 1, "written": 1,
    }  # fmt: skip


def test_what_changed_is_named() -> None:
    found = facets({
        0: BEFORE[0].replace("['a', 'b']", "['a']"),
        1: BEFORE[1].replace("0.3", "0.1"),
        2: BEFORE[2].replace("n_estimators=100", "n_estimators=10").replace("random_state=3", "random_state=4"),
        3: "pass",
    })  # fmt: skip
    assert found["features"].gone == ("b",)
    assert found["splits"].new == ("train_test_split(test_size=0.1)",)
    assert found["seeds"].gone == ("seed 3",)
    assert found["models and parameters"].new == ("RandomForestClassifier(n_estimators=10, random_state=4)",)
    assert found["written"].gone == ("to_csv('submission.csv')",)
    assert found["data read"].same and found["fits"].same and found["metrics"].same
