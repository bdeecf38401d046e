"""The shipped databases are intact, small, fast, and answer what is known."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from apidb import Catalog, ChangeKind, Library, paths


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NBMIGRATE_CACHE", str(tmp_path_factory.mktemp("cache")))
        paths.cache_dir.cache_clear()
        yield Catalog((paths.data_dir() / "apidb",))
    paths.cache_dir.cache_clear()


def shipped() -> list[Path]:
    return sorted((paths.data_dir() / "apidb").glob("*.sqlite.xz"))


def library(catalog: Catalog, name: str) -> Library:
    found = catalog.library(name)
    assert found is not None, f"no database of {name} is shipped"
    return found


def told(lib: Library, path: str) -> set[tuple[str, str | None, str | None, str]]:
    return {(c.kind.value, c.old, c.new, ".".join(c.release.split(".")[:2])) for c in lib.history(path).changes}


def test_all_are_intact_and_small(catalog: Catalog) -> None:
    files = shipped()
    assert sum(place.stat().st_size for place in files) <= 15_000_000
    for lib in catalog.libraries():
        assert lib._tables.db.execute("PRAGMA integrity_check").fetchone() == ("ok",), lib.name
        assert len(lib.releases) >= 5
        assert list(lib.releases) == sorted(lib.releases, key=lambda r: tuple(int(n) for n in r.version.split(".")))


@pytest.mark.parametrize(
    ("path", "last", "without"),
    [
        ("pandas.DataFrame.append", "1.5", "2.0"),
        ("pandas.DataFrame.ix", "0.25", "1.0"),
        ("pandas.DataFrame.iteritems", "1.5", "2.0"),
        ("pandas.Series.append", "1.5", "2.0"),
        ("pandas.Panel", "0.24", "2.0"),
        ("pandas.rolling_mean", "0.20", "0.23"),
        ("numpy.float", "1.23", "1.24"),
        ("numpy.float", "1.19", "2.0"),
        ("numpy.object", "1.23", "1.24"),
        ("numpy.NaN", "1.26", "2.0"),
        ("numpy.float_", "1.26", "2.0"),
        ("numpy.warnings", "1.22", "1.24"),
        ("numpy.ndarray.itemset", "1.26", "2.0"),
        ("numpy.ndarray.ptp", "1.16", "2.0"),
        ("sklearn.cross_validation", "0.19", "0.20"),
        ("sklearn.cross_validation.train_test_split", "0.19", "0.20"),
        ("sklearn.preprocessing.Imputer", "0.21", "0.22"),
        ("sklearn.datasets.load_boston", "1.1", "1.2"),
        ("sklearn.externals.joblib", "0.20", "0.23"),
        ("seaborn.factorplot", "0.11", "0.13"),
        ("xgboost.callback.early_stop", "1.5", "1.6"),
    ],
)
def test_gone(catalog: Catalog, path: str, last: str, without: str) -> None:
    lib = library(catalog, path.partition(".")[0])
    assert lib.resolve(path, last) is not None
    assert lib.resolve(path, without) is None
    assert lib.absent(path, without)
    assert not lib.absent(path, last)


@pytest.mark.parametrize(
    "path",
    [
        "pandas.DataFrame.groupby",
        "pandas.DataFrame.sum",
        "pandas.DataFrame.loc",
        "pandas.Series.str.split",
        "pandas.Timestamp.now",
        "pandas.read_csv",
        "numpy.array",
        "numpy.sum",
        "numpy.int64",
        "numpy.bool",
        "numpy.random.rand",
        "numpy.ndarray.reshape",
        "numpy.linalg.norm",
        "sklearn.linear_model.LogisticRegression.fit",
        "sklearn.model_selection.train_test_split",
        "sklearn.svm.SVC.support_",
        "sklearn.datasets.load_iris",
        "seaborn.heatmap",
        "xgboost.XGBClassifier.fit",
        "lightgbm.LGBMClassifier",
    ],
)
def test_alive(catalog: Catalog, path: str) -> None:
    lib = library(catalog, path.partition(".")[0])
    assert lib.resolve(path, lib.newest) is not None
    assert not lib.absent(path, lib.newest)


@pytest.mark.parametrize(
    ("path", "change"),
    [
        ("sklearn.cross_validation.train_test_split", ("moved", None, "sklearn.model_selection.train_test_split", "0.20")),
        ("sklearn.lda.LDA", ("renamed", None, "sklearn.discriminant_analysis.LinearDiscriminantAnalysis", "0.19")),
        ("sklearn.preprocessing.OneHotEncoder", ("keyword_renamed", "sparse", "sparse_output", "1.4")),
        ("sklearn.svm.SVC", ("default_changed", "gamma='auto'", "gamma='scale'", "0.22")),
        ("sklearn.svm.SVC", ("keyword_only", "C", "C", "1.0")),
        ("sklearn.ensemble.RandomForestClassifier", ("default_changed", "n_estimators=10", "n_estimators=100", "0.22")),
        (
            "sklearn.ensemble.RandomForestRegressor",
            ("value_renamed", "criterion='mse'", "criterion='squared_error'", "1.2"),
        ),
        ("pandas.DataFrame.iteritems", ("renamed", None, "pandas.DataFrame.items", "2.0")),
        ("pandas.io.json.json_normalize", ("moved", None, "pandas.json_normalize", "2.0")),
        ("pandas.concat", ("keyword_removed", "join_axes", None, "1.0")),
        ("pandas.read_csv", ("keyword_removed", "squeeze", None, "2.0")),
        ("pandas.DataFrame.to_csv", ("keyword_renamed", "line_terminator", "lineterminator", "2.0")),
        ("numpy.load", ("default_changed", "allow_pickle=True", "allow_pickle=False", "1.16")),
        ("numpy.Inf", ("renamed", None, "numpy.inf", "2.0")),
        ("seaborn.barplot", ("keyword_only", "x", "x", "0.12")),
        ("xgboost.XGBClassifier.fit", ("keyword_removed", "early_stopping_rounds", None, "2.1")),
    ],
)
def test_change(catalog: Catalog, path: str, change: tuple[str, str | None, str | None, str]) -> None:
    assert change in told(library(catalog, path.partition(".")[0]), path)


def test_incompatible_namesake_is_not_certain(catalog: Catalog) -> None:
    moves = [
        c for c in library(catalog, "sklearn").history("sklearn.cross_validation.KFold").changes if c.kind is ChangeKind.MOVED
    ]
    assert [(c.new, c.confidence.value) for c in moves] == [("sklearn.model_selection.KFold", "likely")]


def test_identities(catalog: Catalog) -> None:
    assert library(catalog, "pandas").identity("pandas.core.frame.DataFrame") == "pandas.DataFrame"
    assert library(catalog, "numpy").identity("numpy.random.mtrand.RandomState") == "numpy.random.RandomState"
    assert library(catalog, "sklearn").identity("sklearn.linear_model.base.Ridge", "0.20") in (
        "sklearn.linear_model.Ridge",
        None,
    )
    assert "pandas.core.generic.NDFrame" in library(catalog, "pandas").mro("pandas.DataFrame", "1.5")


def test_look_ups_are_fast(catalog: Catalog) -> None:
    lib = library(catalog, "sklearn")
    lib.resolve("sklearn.linear_model.Ridge.fit", "1.0")
    names = [path for (path,) in lib._tables.db.execute("SELECT path FROM names WHERE path LIKE 'sklearn.%' LIMIT 300")]
    start = time.process_time()
    for name in names:
        lib.resolve(name, "1.0")
    assert (time.process_time() - start) / len(names) < 0.001  # 100 µs and room for a busy machine


def test_nothing_that_this_python_has_is_called_gone(catalog: Catalog) -> None:
    """Against the interpreter that runs the tests: its own modules, name by name."""
    python = library(catalog, "builtins")
    here = python.nearest(".".join(map(str, sys.version_info[:2])))
    gone = []
    for name in ("builtins", "ast", "bisect", "collections", "functools", "itertools", "json", "math", "os", "os.path", "random",
                 "re", "shutil", "string", "sys", "time", "types", "unicodedata", "urllib.parse"):  # fmt: skip
        module = importlib.import_module(name)
        names = getattr(module, "__all__", None) or [each for each in dir(module) if not each.startswith("_")]
        gone += [f"{name}.{each}" for each in names if python.absent(f"{name}.{each}", here)]
    assert gone == []


def test_what_a_decorator_puts_into_a_module_is_not_called_gone(catalog: Catalog) -> None:
    matplotlib = library(catalog, "matplotlib")
    assert not matplotlib.absent("matplotlib.backends.backend_gtk3agg.FigureCanvas", matplotlib.newest)
