"""The shipped type tables, the aliases of moved classes, and several sources in a chain."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from apidb import Catalog
from codemods.infer import Chain, Nothing, infer
from codemods.infer.rules.aliases import class_identity
from codemods.infer.tables import Tables
from codemods.known import Known
from tests.codemods.infer_helpers import show


@pytest.mark.parametrize(
    ("path", "identity"),
    [
        ("pandas.core.frame.DataFrame", "pandas.DataFrame"),
        ("pandas.core.groupby.DataFrameGroupBy", "pandas.api.typing.DataFrameGroupBy"),
        ("pandas.core.groupby.generic.DataFrameGroupBy", "pandas.api.typing.DataFrameGroupBy"),
        ("pandas.core.indexing._IXIndexer", "pandas.core.indexing._IXIndexer"),
        ("matplotlib.axes._subplots.AxesSubplot", "matplotlib.axes.Axes"),
        ("tensorflow.keras.models.Sequential", "keras.Sequential"),
        ("gensim.models.keyedvectors.Word2VecKeyedVectors", "gensim.models.KeyedVectors"),
        ("mine.DataFrame", None),
    ],
)
def test_classes_that_moved_have_one_name(path: str, identity: str | None) -> None:
    assert class_identity(path) == identity


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "from sklearn.grid_search import GridSearchCV\nfrom sklearn.svm import SVC\nGridSearchCV(SVC(), {}).best_estimator_",
            "sklearn.svm.SVC",
        ),
        ("from sklearn.preprocessing import Imputer\nImputer().fit_transform(x)", "numpy.ndarray"),
        ("from keras.models import Sequential\nSequential().fit(x)", "keras.callbacks.History"),
        ("from gensim.models import Word2Vec\nWord2Vec().wv.vocab", "{str: gensim.models.keyedvectors.Vocab}"),
        ("import xgboost as xgb\nxgb.XGBClassifier().get_booster()", "xgboost.Booster"),
        ("from pylab import *\narray([1]).mean()", "numpy.float64"),
    ],
)
def test_shipped_knowledge(code: str, expected: str) -> None:
    tree = ast.parse(code)
    statement = tree.body[-1]
    assert isinstance(statement, ast.Expr)
    assert show(infer([(0, tree)], Known(Catalog())).types(statement.value)) == expected


def test_a_table_of_ones_own(tmp_path: Path) -> None:
    table = {
        "modules": ["lib"],
        "names": {"lib": {"Thing": "lib.core.Thing", "make": ""}},
        "stars": {},
        "functions": {"lib.make": ["lib.core.Thing"]},
        "attributes": {},
        "classes": {"lib.core.Thing": [[], {"again": ["self"]}, "other", {"name": ["builtins.str"]}, "size"]},
    }
    (tmp_path / "lib.json").write_text(json.dumps(table))
    tree = ast.parse("import lib\nlib.make().again().name")
    statement = tree.body[-1]
    assert isinstance(statement, ast.Expr)
    knowledge = Chain(Nothing(), Tables(tmp_path))
    assert knowledge.known("lib") and not knowledge.known("elsewhere")
    assert show(infer([(0, tree)], knowledge).types(statement.value)) == "str"
