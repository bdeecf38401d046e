"""What functions return and attributes are, read from made-up sources."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from apidb.returns import return_specs

HEAD = '''
from typing import Any, Optional, Self, Union, overload

class Table:
    """A table."""

class Column: ...
'''


def spec_of(tmp_path: Path, code: str, name: str = "f") -> list[Any] | None:
    """The spec of `name` in a module of this code."""
    import griffe

    package = tmp_path / "lib"
    package.mkdir()
    (package / "__init__.py").write_text(dedent(HEAD) + dedent(code))
    module = griffe.load("lib", search_paths=[tmp_path], allow_inspection=False, store_source=True)

    def public(path: str) -> str | None:
        leaf = path.rpartition(".")[2]
        return f"lib.{leaf}" if path.startswith("lib.") and getattr(module.members.get(leaf), "is_class", False) else None

    found: Any = module[name]
    return return_specs(found, public)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f() -> Table: ...", ["lib.Table"]),
        ("def f() -> 'Table': ...", ["lib.Table"]),
        ("def f() -> Optional[Table]: ...", ["lib.Table", "builtins.NoneType"]),
        ("def f() -> Table | str: ...", ["lib.Table", "builtins.str"]),
        ("def f() -> Union[Table, Column]: ...", ["lib.Table", "lib.Column"]),
        ("def f() -> tuple[Table, int]: ...", [["T", [["lib.Table"], ["builtins.int"]]]]),
        ("def f() -> list[Table]: ...", [["L", ["lib.Table"]]]),
        ("def f() -> dict[str, Table]: ...", [["D", ["builtins.str"], ["lib.Table"]]]),
        ("def f() -> None: ...", ["builtins.NoneType"]),
        # one alternative that is not understood makes the whole unknown
        ("def f() -> Table | Any: ...", None),
        ("def f() -> Mystery: ...", None),
    ],
)
def test_annotations(tmp_path: Path, code: str, expected: list[Any] | None) -> None:
    assert spec_of(tmp_path, code) == expected


def test_overloads_count_all(tmp_path: Path) -> None:
    code = """
        @overload
        def f(inplace: int) -> None: ...
        @overload
        def f(inplace: str) -> Table: ...
        def f(inplace): return x
    """
    assert spec_of(tmp_path, code) == ["builtins.NoneType", "lib.Table"]


@pytest.mark.parametrize(
    ("returned", "expected"),
    [
        ("array, shape (n,)", ["numpy.ndarray"]),
        ("y : ndarray of shape (n_samples,)", ["numpy.ndarray"]),
        ("out : Table", ["lib.Table"]),
        ("out : Table or Column", ["lib.Table", "lib.Column"]),
        ("out : Table or mystery", None),
        ("self : object", ["self"]),
        ("names : list of str", [["L", ["builtins.str"]]]),
        ("n : int", ["builtins.int"]),
        ("thing : object", None),
    ],
)
def test_documentation(tmp_path: Path, returned: str, expected: list[Any] | None) -> None:
    code = f'def f(x):\n    """Do.\n\n    Returns\n    -------\n    {returned}\n        What it is.\n    """\n    return g(x)\n'
    assert spec_of(tmp_path, code) == expected


def test_documentation_of_several_values(tmp_path: Path) -> None:
    text = '"""Do.\n\n    Returns\n    -------\n    a : array\n    b : int\n    """'
    assert spec_of(tmp_path, f"def f(x):\n    {text}\n    return g(x)\n") == [["T", [["numpy.ndarray"], ["builtins.int"]]]]


def test_documentation_of_a_value_that_is_not_always_returned(tmp_path: Path) -> None:
    text = '"""Do.\n\n    Returns\n    -------\n    data : Table\n    (x, y) : tuple if split is True\n    """'
    assert spec_of(tmp_path, f"def f(x):\n    {text}\n    return g(x)\n") is None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return self", ["self"]),
        ("if x:\n            return self\n        return self", ["self"]),
        ("return Table()", ["lib.Table"]),
        ("if x:\n            return Table()\n        return Column()", ["lib.Column", "lib.Table"]),
        ("if x:\n            return Table()\n        return mystery()", None),
        ("return mystery", None),
    ],
)
def test_bodies(tmp_path: Path, body: str, expected: list[Any] | None) -> None:
    found = spec_of(tmp_path, f"class C:\n    def m(self, x):\n        {body}\n", "C.m")
    assert (sorted(found) if found else found) == expected


def test_attributes_from_the_documentation_of_the_class(tmp_path: Path) -> None:
    code = '''
class C:
    """A class.

    Attributes
    ----------
    coef_ : array, shape (n,)
        Learned.
    table_, other_ : Table
    """
    def __init__(self):
        self.coef_ = g()
        self.table_ = g()
'''
    assert spec_of(tmp_path, code, "C.coef_") == ["numpy.ndarray"]


def test_a_property_by_its_annotation(tmp_path: Path) -> None:
    code = """
        class C:
            @property
            def table(self) -> Table: ...
    """
    assert spec_of(tmp_path, code, "C.table") == ["lib.Table"]


def test_a_class_has_no_return_type(tmp_path: Path) -> None:
    assert spec_of(tmp_path, "", "Table") is None
