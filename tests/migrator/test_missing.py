"""What a notebook never loads, told by a run: in real kernels."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.migrator.test_hybrid import libraries, ran, sources, written

__all__ = ["libraries"]  # a fixture


def test_an_extension_that_is_installed_is_loaded_before_its_magic(tmp_path: Path) -> None:
    done = ran(written(tmp_path, "import numpy as np", "%watermark -p numpy", "%watermark -v"))
    assert done.clean
    load = 'get_ipython().run_line_magic("load_ext", "watermark")\n'
    assert sources(done)[1:] == [f"{load}%watermark -p numpy", "%watermark -v"]
    ((edit,),) = [r.edits for r in done.rounds if r.by == "run time"]
    assert edit.finding.code == "RUN007" and "nothing loads" in edit.finding.message


@pytest.mark.parametrize("magic", ["%lprun -f len len([])", "%no_such_magic"])
def test_an_extension_that_is_not_there_is_left_alone(tmp_path: Path, magic: str) -> None:
    done = ran(written(tmp_path, magic))
    assert not done.clean and sources(done) == [magic]


def test_a_module_that_one_library_in_use_has(tmp_path: Path) -> None:
    """With all that is read of it; a cell that fails for the same reason needs no import of its own."""
    done = ran(
        written(
            tmp_path,
            "from sklearn.model_selection import KFold",
            "model = neighbors.KNeighborsClassifier(1).fit([[0], [1]], [0, 1])",
            "other = neighbors.KNeighborsRegressor(1)",
        )
    )
    assert done.clean
    assert sources(done)[1:] == [
        "from sklearn import neighbors\nmodel = neighbors.KNeighborsClassifier(1).fit([[0], [1]], [0, 1])",
        "other = neighbors.KNeighborsRegressor(1)",
    ]


def test_a_customary_name(tmp_path: Path) -> None:
    done = ran(written(tmp_path, "x = np.arange(3)"))
    assert done.clean and sources(done) == ["import numpy as np\nx = np.arange(3)"]


@pytest.mark.parametrize(
    "cells",
    [
        ("import sklearn", "neighbors.of_mine()"),  # no such member: another thing of that name
        ("import sklearn", "x = neighbors"),  # nothing is read of it
        ("import sklearn", "del neighbors\nneighbors.KNeighborsClassifier()", "neighbors = 1"),  # bound elsewhere
    ],
)
def test_names_that_may_be_anything_are_left_alone(tmp_path: Path, cells: tuple[str, ...]) -> None:
    assert sources(ran(written(tmp_path, *cells))) == list(cells)
