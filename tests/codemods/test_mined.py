"""What the shipped database alone tells, for every way to spell an import and a call."""

from __future__ import annotations

import pytest

from migrator.pipeline import migrate_bytes
from tests.codemods.migrate_helpers import code, migrate


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import sklearn.cross_validation as cv\ncv.train_test_split(x)", "import sklearn.model_selection as cv\ncv.train_test_split(x)"),
        ("from sklearn import cross_validation as cv\ncv.train_test_split(x)", "from sklearn import model_selection as cv\ncv.train_test_split(x)"),
        (
            "import sklearn.cross_validation\nsklearn.cross_validation.train_test_split(x)",
            "import sklearn.model_selection\nsklearn.model_selection.train_test_split(x)",
        ),
        ("from scipy.misc import logsumexp\nlogsumexp(x)", "from scipy.special import logsumexp\nlogsumexp(x)"),
        ("from scipy.misc import logsumexp as lse\nlse(x)", "from scipy.special import logsumexp as lse\nlse(x)"),
        ("from sklearn.cross_validation import *\ntrain_test_split(x)", "from sklearn.model_selection import *\ntrain_test_split(x)"),
        (
            "def split(x):\n    from sklearn.cross_validation import train_test_split\n    return train_test_split(x)",
            "def split(x):\n    from sklearn.model_selection import train_test_split\n    return train_test_split(x)",
        ),
        (
            "from sklearn.cross_validation import (\n    train_test_split,  # halves\n    cross_val_score,\n)\ntrain_test_split(x), cross_val_score",
            "from sklearn.model_selection import (\n    train_test_split,  # halves\n    cross_val_score,\n)\ntrain_test_split(x), cross_val_score",
        ),
        (
            "import pandas.tools.plotting as pp\nfrom pandas.tools.plotting import scatter_matrix\npp.lag_plot, scatter_matrix",
            "import pandas.plotting as pp\nfrom pandas.plotting import scatter_matrix\npp.lag_plot, scatter_matrix",
        ),
    ],
)  # fmt: skip
def test_moves(before: str, after: str) -> None:
    done = migrate(before)
    assert done.text == code(after) and done.left == ()


@pytest.mark.parametrize(
    "guard",
    ["except ImportError:", "except (ImportError, KeyError):", "except ModuleNotFoundError:", "except:", "except Exception:"],
)
def test_guarded_imports_are_left(guard: str) -> None:
    before = f"try:\n    from sklearn.cross_validation import KFold\n{guard}\n    from sklearn.model_selection import KFold\n"
    assert migrate(before).text == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import numpy as np\nnp.product(x)", "import numpy as np\nnp.prod(x)"),
        ("import numpy\nnumpy.product(x)", "import numpy\nnumpy.prod(x)"),
        ("import numpy as np\nf = np.product\nf(x)", "import numpy as np\nf = np.prod\nf(x)"),
        ("import numpy as np\nlist(map(np.product, x))", "import numpy as np\nlist(map(np.prod, x))"),
        ("import numpy as np\nnp.float_(2)", "import numpy as np\nnp.float64(2)"),
    ],
)
def test_renames(before: str, after: str) -> None:
    assert migrate(before).text == code(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from sklearn.preprocessing import OneHotEncoder\nOneHotEncoder(sparse=False)",
            "from sklearn.preprocessing import OneHotEncoder\nOneHotEncoder(sparse_output=False)",
        ),
        (
            "import pandas as pd\npd.DataFrame({'a': [1]}).to_csv('x.csv', line_terminator=';')",
            "import pandas as pd\npd.DataFrame({'a': [1]}).to_csv('x.csv', lineterminator=';')",
        ),
        (
            "import pandas as pd\npd.DataFrame({'a': [1]}).to_csv(\n    'x.csv',\n    line_terminator=';',  # odd\n)",
            "import pandas as pd\npd.DataFrame({'a': [1]}).to_csv(\n    'x.csv',\n    lineterminator=';',  # odd\n)",
        ),
    ],
)
def test_keyword_renames(before: str, after: str) -> None:
    assert migrate(before).text == code(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from sklearn.metrics import accuracy_score as acc\nacc([1], [1], True)",
            "from sklearn.metrics import accuracy_score as acc\nacc([1], [1], normalize=True)",
        ),
        (
            "import pandas as pd\ndf = pd.DataFrame({'a': [1]})\ndf.drop('a', 1)",
            "import pandas as pd\ndf = pd.DataFrame({'a': [1]})\ndf.drop('a', axis=1)",
        ),
    ],
)
def test_positions_become_keywords(before: str, after: str) -> None:
    assert migrate(before).text == code(after)


@pytest.mark.parametrize(
    "same",
    [
        "from sklearn.metrics import accuracy_score\nargs = ([1], [1], True)\naccuracy_score(*args)",
        "from sklearn.metrics import accuracy_score\naccuracy_score([1], [1], normalize=True)",
        "from sklearn.preprocessing import OneHotEncoder\nkw = {}\nOneHotEncoder(**kw)",
        "import numpy as np\nnp.prod(x)",
        "import mylib\nmylib.product(x)\nmylib.cross_validation.KFold(3)",
        "from mylib.cross_validation import KFold\nKFold(3)",
        "from .cross_validation import KFold\nKFold(3)",
        "product = lambda x: x\nproduct([1])",
    ],
)
def test_left_alone(same: str) -> None:
    done = migrate(same)
    assert done.text == code(same) and done.left == ()


def test_what_is_gone_without_a_certain_replacement_is_reported() -> None:
    before = "import scipy.stats\nx = scipy.stats.betai\n"
    done = migrate(before)
    assert done.text == before
    ((found, reason),) = done.left
    assert found == "DB001" and "use special.betainc instead" in reason  # the library's own words


def test_one_name_that_stays_does_not_cost_the_others() -> None:
    done = migrate("from scipy.misc import logsumexp, doccer\nlogsumexp([1])\n")
    assert done.text == "from scipy.misc import doccer\nfrom scipy.special import logsumexp\nlogsumexp([1])\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from numpy import *\nx = product([1, 2])", "from numpy import *\nimport numpy as np\nx = np.prod([1, 2])"),
        ("import numpy as np\nfrom numpy import *\nx = alltrue([1])", "import numpy as np\nfrom numpy import *\nx = np.all([1])"),
    ],
)
def test_names_that_a_star_import_brought_in_its_time(before: str, after: str) -> None:
    assert migrate(before).text == code(after)


@pytest.mark.parametrize(
    "same",
    [
        "from numpy import *\nfrom itertools import product\nproduct([1], [2])",
        "from itertools import product\nfrom numpy import *\nproduct([1], [2])",  # today's numpy leaves it alone
        "from numpy import *\nfrom mylib import *\nproduct([1])",  # whose is it?
        "from numpy import *\n\n\ndef product(x):\n    return x\n\n\nproduct([1])",
    ],
)
def test_names_that_may_be_others(same: str) -> None:
    assert migrate(same).text == code(same)


def test_the_targets_release_decides() -> None:
    before = "import numpy as np\nnp.product([1])\n"
    assert migrate(before, target={"numpy": "1.26.4"}).text == before
    assert migrate(before, target={"numpy": "2.0.0"}).text == before.replace("product", "prod")


def test_both_keywords_given_is_left() -> None:
    before = "from sklearn.preprocessing import OneHotEncoder\nOneHotEncoder(sparse=False, sparse_output=False)\n"
    done = migrate(before)
    assert done.text == before
    assert done.left == (("SK120", "both sparse and sparse_output are given"),)


def test_value_that_a_rule_answers_for_is_answered_once() -> None:
    code_before = 'from sklearn.ensemble import HistGradientBoostingClassifier\ns = HistGradientBoostingClassifier("categorical_crossentropy")'
    result = migrate_bytes(code_before.encode(), "source.py")
    assert b"HistGradientBoostingClassifier('log_loss')" in result.migrated
    assert len(result.applied) == 1
