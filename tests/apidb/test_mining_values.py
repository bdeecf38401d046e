"""What mining makes of the strings that a parameter accepts."""

from __future__ import annotations

from pathlib import Path

import pytest

from apidb.mine.extract import snapshot
from apidb.names import Source

from .conftest import Mine
from .telling import changes


def test_value_renamed_when_the_announced_release_comes(mine: Mine) -> None:
    doc = '''
        class Booster:
            """
            Parameters
            ----------
            loss : {'squared_error', 'ls'}
                The loss.

                .. deprecated:: 1.0
                    The loss 'ls' was deprecated in v1.0 and will be removed in version
                    1.2. Use 'squared_error' which is equivalent.
            """
            def __init__(self, loss="squared_error"): ...
    '''
    lib = mine(
        {
            v: {
                "__init__.py": doc
                if v < "1.2"
                else doc.split(".. dep")[0] + '"""\n' + " " * 12 + "def __init__(self, loss='squared_error'): ...\n"
            }
            for v in ("1.0", "1.1", "1.2")
        }
    )
    assert changes(lib, "lib.Booster") == ["value_renamed loss='ls' → loss='squared_error' 1.2 certain"]


LOSSES = """
class Model:
    '''A model.

    Parameters
    ----------
    loss : {%s}, default='log'
        The loss.
    '''
    def __init__(self, loss="log"): ...
"""


CHECKED = """
from ._base import Base
class Model(Base):
    _parameter_constraints: dict = {**Base._parameter_constraints, "n": [Interval(Integral, 1, None)]}
    def __init__(self, loss="log", n=1): ...
"""


BASE = 'class Base:\n    _parameter_constraints: dict = {"loss": [StrOptions({%s})]}\n'


def test_documented_values_that_are_gone_are_likely(mine: Mine) -> None:
    lib = mine({v: {"__init__.py": LOSSES % values} for v, values in (("1.0", "'log', 'huber'"), ("1.1", "'log'"))})
    assert changes(lib, "lib.Model") == ["value_removed loss='huber' 1.1 likely"]


def test_checked_values_that_are_gone_are_certain(mine: Mine) -> None:
    sides = (("1.0", "'log', 'deviance'"), ("1.1", "'log'"))
    lib = mine({v: {"__init__.py": CHECKED, "_base.py": BASE % values} for v, values in sides})
    assert changes(lib, "lib.Model") == ["value_removed loss='deviance' 1.1 certain"]


def test_respelled_value_is_likely_a_rename(mine: Mine) -> None:
    sides = (("1.0", "'log', 'no_interaction'"), ("1.1", "'log', 'no_interactions'"))
    lib = mine({v: {"__init__.py": LOSSES % values} for v, values in sides})
    assert changes(lib, "lib.Model") == ["value_renamed loss='no_interaction' → loss='no_interactions' 1.1 likely"]


def test_sentinels_are_no_values(mine: Mine) -> None:
    lib = mine({v: {"__init__.py": LOSSES % values} for v, values in (("1.0", "'log', 'warn'"), ("1.1", "'log'"))})
    assert changes(lib, "lib.Model") == []


@pytest.mark.parametrize(
    ("code", "accepted"),
    [
        ("from typing import Literal\ndef f(how: Literal['a', 'b'] | None = None): ...", {"how": {"a", "b"}}),
        ("from typing import Literal\ndef f(how: Literal['a'] | str): ...", {}),
        ("@validate_params({'how': [StrOptions({'a', 'b'}), None]})\ndef f(how=None): ...", {"how": {"a", "b"}}),
        ("@validate_params({'how': [StrOptions(set(NAMES))]})\ndef f(how=None): ...", {}),
        ("def f(how):\n    '''F.\n\n    how, why : {'a', 'b'}, optional\n    '''", {"how": {"a", "b"}, "why": {"a", "b"}}),
    ],
)
def test_accepted_values(tmp_path: Path, code: str, accepted: dict[str, set[str]]) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "__init__.py").write_text(code)
    snap = snapshot(tmp_path, "1.0", Source("lib", ("lib",)))
    assert {name: set(found.values) for name, found in snap.objs["lib.f"].accepted.items()} == accepted
