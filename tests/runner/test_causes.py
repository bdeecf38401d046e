"""First causes and what follows from them, in real kernels."""

from __future__ import annotations

import pytest

from tests.runner.conftest import Runs, cells

FRAME = "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2, 3]})"


def causes(run: object) -> dict[int, int | None]:
    return {c.index: c.cause for c in cells(run) if c.failed}  # type: ignore[arg-type]


def test_a_failed_import_takes_its_cell_down(ran: Runs) -> None:
    run = ran("import nothing_like_it\nimport math", "math.pi", "undefined", "import math", "math.pi")
    assert causes(run) == {0: None, 1: 0, 2: None}


def test_names_bound_before_the_failure_are_sound(ran: Runs) -> None:
    run = ran("x = []\ny = 1 / 0\nz = 2", "x.nothing", "z")
    assert causes(run) == {0: None, 1: None, 2: 0}


def test_it_goes_on_through_cells(ran: Runs) -> None:
    run = ran(FRAME, "a = df.nothing()", "b = a + 1", "b + 1", "c = 1")
    assert causes(run) == {1: None, 2: 1, 3: 1}


def test_a_stale_value(ran: Runs) -> None:
    """The name is bound, to what a failed cell was to replace."""
    run = ran("x = 'text'", "x = len(x.nothing)", "[0][x]", "x = 0", "[][x]")
    assert causes(run) == {1: None, 2: 1, 4: None}


def test_frames_change_by_few_of_their_methods(ran: Runs) -> None:
    """A method that failed was not going to change the frame, unless it says so."""
    run = ran(
        FRAME + "\ndf['t'] = 'x'", "df.groupby('a').mean()", "df.corr()", "df.dropna(inplace=True, nothing=1)", "[][len(df)]"
    )
    assert causes(run) == {1: None, 2: None, 3: None, 4: 3}


def test_the_same_failure_again(ran: Runs) -> None:
    run = ran(FRAME + "\ndf['t'] = 'x'", "df.corr()", "df = df.nothing()", "df.corr()", "df['a'] + df['t']")
    assert causes(run) == {1: None, 2: None, 3: None, 4: 2}


def test_a_column_that_was_not_made(ran: Runs) -> None:
    run = ran(FRAME, "df['b'] = df.a.nothing()", "df['b'].sum()", "df.b", "df['other']")
    assert causes(run) == {1: None, 2: 1, 3: 1, 4: 1} or causes(run) == {1: None, 2: 1, 3: 1, 4: None}
    assert causes(run)[2] == causes(run)[3] == 1


def test_a_model_that_was_not_fitted(ran: Runs) -> None:
    run = ran(
        "from sklearn.linear_model import LinearRegression\nmodel = LinearRegression()\nX = [[1], [2]]; y = [1, 2]",
        "model.fit(X, y, nothing=1)",
        "model.coef_",
        "model.predict(X)",
    )
    assert causes(run) == {1: None, 2: 1, 3: 1}


@pytest.mark.parametrize("later", ["df.ix[0]", "df.sort_values('a', nothing=1)", "import nothing", "def f(:", "pd.nothing"])
def test_what_no_data_can_have_caused(ran: Runs, later: str) -> None:
    run = ran(FRAME, "df = df.nothing()", later)
    assert causes(run) == {1: None, 2: None}


def test_a_file_that_was_not_written(ran: Runs) -> None:
    run = ran("open('out.csv', 'w', nothing=1).write('1')", "open('out.csv')", "open('other.csv')")
    assert causes(run) == {0: None, 1: 0, 2: None}


def test_a_function_that_was_not_defined(ran: Runs) -> None:
    run = ran("1 / 0\ndef f():\n    return 1", "f()")
    assert causes(run) == {0: None, 1: 0}


def test_a_local_that_has_no_value(ran: Runs) -> None:
    run = ran("1/0\nv = 2", "def f():\n    if False: v = 1\n    return v", "f()", "v")
    assert causes(run)[3] == 0
