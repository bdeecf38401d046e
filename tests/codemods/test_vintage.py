"""How old is the code? Each source of evidence, what it bounds, and what may be done with it."""

from __future__ import annotations

from typing import Any

import pytest

from apidb import Catalog
from codemods.era import Bounds
from codemods.printed import Printed
from codemods.vintage import Evidence, vintage_of
from migrator.pipeline import Options, migrate_bytes
from tests.codemods.migrate_helpers import migrate, notebook, sources

# The number of trees was 10 until 0.22: no error tells, so the age must be known.
FOREST = "from sklearn.ensemble import RandomForestClassifier\nforest = RandomForestClassifier()\n"
PINNED = FOREST.replace("()", "(n_estimators=10)")


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog()


def test_untold_is_reported_and_not_changed() -> None:
    done = migrate(FOREST)
    assert done.text == FOREST
    ((_, reason),) = done.left
    assert "--was sklearn==VERSION" in reason


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"was": {"sklearn": "0.19.1"}}, PINNED),
        ({"was": {"scikit-learn": "0.19.1"}}, PINNED),  # by the name on PyPI
        ({"was": {"sklearn": "0.22.1"}}, FOREST),  # written after the change
        ({"as_of": "2018-03-01"}, PINNED),
        ({"as_of": "2021-01-01"}, FOREST),  # 0.22 was out
        ({"was": {"pandas": "0.19.2"}}, PINNED),  # one library's age bounds the others'
    ],
)
def test_told_by_the_user(told: dict[str, Any], expected: str) -> None:
    assert migrate("import pandas as pd\n" + FOREST, **told).text == "import pandas as pd\n" + expected


def test_told_newer_than_the_change_is_no_finding() -> None:
    assert migrate(FOREST, was={"sklearn": "0.22"}).left == ()


def test_age_known_but_on_both_sides_of_the_change() -> None:
    done = migrate(FOREST, as_of="2021-01-01")
    assert done.bounds["sklearn"] == Bounds(None, "0.24.2", "as of 2021-01-01")
    assert len(done.left) == 1


def test_a_minor_is_out_before_its_last_patch() -> None:
    # The database stands for 0.19 with 0.19.2 of July 2018; 0.19.0 had come out a year before.
    assert migrate(FOREST, as_of="2018-03-01").bounds["sklearn"].newest == "0.19.2"


def test_kernel_python() -> None:
    def bounds(version: str) -> Bounds:
        data = notebook("import pandas as pd", language_info={"name": "python", "version": version})
        return migrate_bytes(data, "old.ipynb").vintage.bounds["pandas"]

    # What came out after a Python's end of support does not install on it.
    assert bounds("3.6.1") == Bounds(None, "1.4.4", "Python 3.6.1")
    assert bounds("2.7.12") == Bounds(None, "1.0.5", "Python 2.7.12")


def test_python_does_not_tell_more_than_it_knows() -> None:
    data = notebook(FOREST, language_info={"name": "python", "version": "3.6.1"})  # supported until after 0.22
    result = migrate_bytes(data, "old.ipynb")
    assert not result.changed and len(result.left) == 1


@pytest.mark.parametrize(
    ("cell", "printed"),
    [
        ("import sklearn\nprint(sklearn.__version__)", "0.18.1\n"),
        ("!pip install scikit-learn==0.18.1", ""),
        ("!pip install scikit-learn", "Successfully installed scikit-learn-0.18.1\n"),
    ],
)
def test_saved_outputs_and_install_lines(cell: str, printed: str) -> None:
    result = migrate_bytes(notebook((cell, printed), FOREST), "old.ipynb")
    assert result.vintage.bounds["sklearn"].newest == "0.18.1"
    assert sources(result.migrated)[1] == PINNED


FOREST_0_18 = (
    "RandomForestClassifier(bootstrap=True, class_weight=None, criterion='gini', max_depth=None, max_features='auto', "
    "max_leaf_nodes=None, min_impurity_split=1e-07, min_samples_leaf=1, min_samples_split=2, min_weight_fraction_leaf=0.0, "
    "n_estimators=10, n_jobs=1, oob_score=False, random_state=None, verbose=0, warm_start=False)"
)


def test_an_estimator_shows_the_parameters_of_its_release() -> None:
    result = migrate_bytes(notebook((FOREST + "print(forest)", FOREST_0_18)), "old.ipynb")
    assert result.vintage.bounds["sklearn"] == Bounds("0.18.2", "0.18.2", "RandomForestClassifier was shown as by 0.18.2")
    assert "RandomForestClassifier(n_estimators=10)" in sources(result.migrated)[0]


@pytest.mark.parametrize(
    "shown",
    [
        "RandomForestClassifier(max_depth=3, n_jobs=2, verbose=1)",  # since 0.23 only what differs from the defaults
        FOREST_0_18.replace("n_jobs=1, ", ""),  # no release had just these
    ],
)
def test_parameters_that_tell_nothing(shown: str) -> None:
    result = migrate_bytes(notebook((FOREST + "print(forest)", shown)), "old.ipynb")
    assert "sklearn" not in result.vintage.bounds


def test_splitters_show_all_parameters_in_every_release() -> None:
    split = "from sklearn.model_selection import KFold\nKFold(3)"
    result = migrate_bytes(notebook((split, "KFold(n_splits=3, random_state=None, shuffle=False)")), "old.ipynb")
    assert result.vintage.bounds["sklearn"].newest is None


def test_saved_tables_bound_pandas_unless_the_code_is_newer(catalog: Catalog) -> None:
    old = Evidence(was={}, printed=Printed((None, "0.19.2")))
    said = "saved tables as pandas 0.19.2 wrote them"
    assert vintage_of(old, [], ["pandas"], catalog).bounds["pandas"] == Bounds(None, "0.19.2", said)
    newer = vintage_of(old, ["pandas.NamedAgg"], ["pandas"], catalog).bounds["pandas"]
    assert newer.oldest is not None and newer.newest is None


def test_user_is_believed_before_the_output() -> None:
    data = notebook(("import sklearn\nprint(sklearn.__version__)", "0.18.1\n"), FOREST)
    result = migrate_bytes(data, "old.ipynb", Options(was={"sklearn": "1.0"}))
    assert result.vintage.bounds["sklearn"].newest == "1.0" and not result.changed


def test_date_in_the_metadata() -> None:
    data = notebook(FOREST, created="2016-05-04T10:00:00")
    assert sources(migrate_bytes(data, "old.ipynb").migrated) == [PINNED]


def test_symbols_used() -> None:
    # sklearn.cross_validation left with 0.20, so the forest is older than 0.22.
    done = migrate("from sklearn.cross_validation import KFold\n" + FOREST)
    assert done.bounds["sklearn"].newest == "0.19.2"
    assert "forest = RandomForestClassifier(n_estimators=10)" in done.text


def test_guarded_symbols_tell_nothing() -> None:
    before = f"""
try:
    from sklearn.cross_validation import KFold
except ImportError:
    from sklearn.model_selection import KFold
{FOREST}"""
    done = migrate(before)
    assert done.text == before.lstrip()
    assert "sklearn" not in done.bounds


def test_symbols_newer_than_the_date(catalog: Catalog) -> None:
    # ColumnTransformer came with 0.20: the two can't both be right. The date bounds, the symbol is not used against it.
    used = ["sklearn.compose.ColumnTransformer"]
    alone = vintage_of(Evidence({}), used, ["sklearn"], catalog).bounds["sklearn"]
    assert (alone.oldest, alone.newest) == ("0.20.4", None)
    dated = vintage_of(Evidence({}, as_of="2015-06-01"), used, ["sklearn"], catalog).bounds["sklearn"]
    assert dated.oldest is None and dated.newest in ("0.16.1", "0.17.1")


def test_symbols_that_never_met(catalog: Catalog) -> None:
    # Gone in 0.20, new in 0.20: what is gone is believed.
    used = ["sklearn.compose.ColumnTransformer", "sklearn.cross_validation.KFold"]
    bounds = vintage_of(Evidence({}), used, ["sklearn"], catalog).bounds["sklearn"]
    assert (bounds.oldest, bounds.newest) == (None, "0.19.2")


def test_several_dates_the_earliest_bounds(catalog: Catalog) -> None:
    evidence = Evidence({}, dates=("2016-06-01", "2023-01-01"))
    assert vintage_of(evidence, [], ["sklearn"], catalog).bounds["sklearn"].because == "saved on 2016-06-01"


def test_a_library_without_database_has_no_bounds(catalog: Catalog) -> None:
    assert "requests" not in vintage_of(Evidence({}, as_of="2016-06-01"), [], ["requests"], catalog).bounds


def test_a_day_before_all_mined_releases(catalog: Catalog) -> None:
    """pandas is mined from 0.17 on, so the code is at most as new as that; xgboost is mined whole: it was not there yet."""
    bounds = vintage_of(Evidence({}, as_of="2014-01-01"), [], ["pandas", "xgboost"], catalog).bounds
    assert bounds["pandas"].newest == "0.17.1" and "xgboost" not in bounds
