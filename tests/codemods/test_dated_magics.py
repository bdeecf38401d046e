"""Magics that today's IPython no longer reads."""

from __future__ import annotations

import pytest

from migrator.pipeline import migrate_bytes
from tests.migrator.conftest import notebook


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("% matplotlib inline\nimport os", "%matplotlib inline\nimport os"),
        ("import os\n%  load_ext autoreload", "import os\n%load_ext autoreload"),
        ("%matplotlib inline\nimport os", "%matplotlib inline\nimport os"),
        ("x = (5\n% 3)", "x = (5\n% 3)"),
        ("s = '''\n% matplotlib inline\n'''", "s = '''\n% matplotlib inline\n'''"),
    ],
)
def test_a_space_after_the_sign(before: str, after: str) -> None:
    result = migrate_bytes(notebook(before).encode(), "n.ipynb")
    assert result.migrated.decode() == notebook(after)
    assert [a.finding.code for a in result.applied] == (["IP001"] if before != after else [])
