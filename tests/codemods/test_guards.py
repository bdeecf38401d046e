"""Code that copes with several releases is left alone."""

from __future__ import annotations

import ast

import pytest

from codemods.guards import guarded_nodes
from tests.codemods.migrate_helpers import code, migrate

HEAD = "import sys\nimport numpy as np\nimport pandas as pd\ndf = pd.DataFrame({'a': [1]})\n"


@pytest.mark.parametrize(
    "guarded",
    [
        "if hasattr(df, 'iteritems'):\n    df.iteritems()\nelse:\n    df.items()",
        "if not hasattr(df, 'items'):\n    df.iteritems()",
        "x = df.iteritems() if hasattr(df, 'iteritems') else df.items()",
        "hasattr(df, 'iteritems') and df.iteritems()",
        "if pd.__version__ < '2':\n    df.iteritems()",
        "if int(pd.__version__.split('.')[0]) < 2:\n    df.iteritems()\nelse:\n    df.items()",
        "if sys.version_info[0] < 3:\n    df.iteritems()",
        "try:\n    df.iteritems()\nexcept AttributeError:\n    df.items()",
        "try:\n    df.iteritems()\nexcept (TypeError, AttributeError) as error:\n    print(error)",
        "x = np.product([1]) if np.__version__ < '2' else np.prod([1])",
        "try:\n    from sklearn.cross_validation import KFold\nexcept ImportError:\n    pass",
        "try:\n    import sklearn.cross_validation\nexcept:\n    pass",
    ],
)
def test_guarded(guarded: str) -> None:
    done = migrate(HEAD + guarded)
    assert done.text == code(HEAD + guarded) and done.left == ()


@pytest.mark.parametrize(
    "unguarded",
    [
        "try:\n    df.iteritems()\nexcept ValueError:\n    pass",
        "try:\n    df.iteritems()\nexcept Exception:\n    pass",  # swallows errors of any kind: the work would be skipped
        "try:\n    df.iteritems()\nfinally:\n    pass",
        "try:\n    pass\nexcept ImportError:\n    pass\nelse:\n    df.iteritems()",
        "if df.empty:\n    df.iteritems()",
        "if hasattr(df, 'a'):\n    pass\ndf.iteritems()",
    ],
)
def test_not_guarded(unguarded: str) -> None:
    assert migrate(HEAD + unguarded).text == code(HEAD + unguarded).replace("iteritems", "items")


def names(source: str) -> set[str]:
    return {n.id for n in guarded_nodes(ast.parse(source)) if isinstance(n, ast.Name)}


def test_which_nodes() -> None:
    assert names("try:\n    a\nexcept ImportError:\n    b\nelse:\n    c\nfinally:\n    d\n") == {"a", "b"}
    assert names("try:\n    a\nexcept ValueError:\n    b\n") == set()
    assert names("try:\n    a\nexcept errors.AttributeError:\n    b\n") == {"a", "b"}
    assert {"a", "b"} <= names("if six.PY2:\n    a\nelse:\n    b\n")
    assert names("if six.moves:\n    a\n") == set()
