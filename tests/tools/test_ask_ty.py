"""Asking ty: the text it is shown, and the reading of its answers."""

from __future__ import annotations

import pytest

from codemods.document import read
from tests.migrator.conftest import notebook
from tools.ask_ty import agree, classes_of, wrapped


def test_each_receiver_is_wrapped_at_a_known_place() -> None:
    document = read(notebook("%matplotlib inline\ndf.é.x = (a +\n b).c(d.e)\n", "z.y\n").encode(), "nb.ipynb")
    text, places = wrapped(document)
    lines = text.split("\n")
    shown = {lines[line - 1][col:end_col] for line, col, end_line, end_col in places if line == end_line}
    assert shown == {"reveal_type(df).é", "df", "d", "z"}
    assert {place[:3] for place in places.values()} == {(0, 2, 0), (0, 2, 10), (0, 3, 6), (1, 1, 0)}
    assert "reveal_type(reveal_type(df).é).x = (reveal_type(a +\n b)).c(reveal_type(d).e)" in text
    compile(text, "shown", "exec")


def test_f_strings_are_left_alone() -> None:
    text, places = wrapped(read(b"x = f'{a.b}'\n", "s.py"))
    assert text == "x = f'{a.b}'\n\n" and not places


@pytest.mark.parametrize(
    ("said", "classes"),
    [
        ("DataFrame", ["DataFrame"]),
        ("ndarray[tuple[int, int], dtype[float64]] | None", ["ndarray"]),
        ("list[int | str] | dict[str, int]", ["list", "dict"]),
        ("Literal['a | b']", ["str"]),
        ("Literal[3]", ["int"]),
        ("Unknown | DataFrame", ["", "DataFrame"]),
        ("<module 'numpy'>", ["module"]),
        ("<class 'DataFrame'>", ["class"]),
        ("def f(x: int) -> str", ["function"]),
        ("Self@fit", [""]),
        ("Axes & ~AlwaysFalsy", ["Axes"]),
    ],
)
def test_what_ty_says(said: str, classes: list[str]) -> None:
    assert list(classes_of(said)) == classes


def test_one_class_by_two_names() -> None:
    assert agree("pandas.DataFrame", frozenset({"DataFrame", "Series"}))
    assert agree("module:numpy", frozenset({"module"}))
    assert agree("pandas.Index", frozenset({"RangeIndex"}))
    assert not agree("pandas.DataFrame", frozenset({"ndarray"}))
    assert not agree("class:pandas.DataFrame", frozenset({"DataFrame"}))
