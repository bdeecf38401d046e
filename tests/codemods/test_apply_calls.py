"""Arguments renamed, dropped, added, named."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from codemods.records import EditCall, RenameAttribute, Span
from tests.codemods.apply_helpers import at, edited, reason, text


def call(source: str, *, holes: Mapping[str, str] | None = None, **wanted: object) -> EditCall:
    """An edit of the call that begins with `f(`; holes by the text that they stand for."""
    start = source.index("f(")
    depth, end = 0, start + 1
    while depth or end == start + 1:
        depth += {"(": 1, ")": -1}.get(source[end], 0)
        end += 1
    spans = {name: at(source, fragment) for name, fragment in (holes or {}).items()}
    return EditCall(at(source, source[start:end]), holes=spans, **wanted)  # type: ignore[arg-type]


LINES = [
    ("f(a=1)", {"rename": {"a": "b"}}, "f(b=1)"),
    ("f(a = 1, *x, **y)", {"rename": {"a": "b"}}, "f(b = 1, *x, **y)"),
    ("f(a=1, b=2)", {"rename": {"a": "b", "b": "a"}}, "f(b=1, a=2)"),
    ("f(a=1)", {"drop": {"a"}}, "f()"),
    ("f( a=1 )", {"drop": {"a"}}, "f()"),
    ("f(1, a=1)", {"drop": {"a"}}, "f(1)"),
    ("f(1, a=1,)", {"drop": {"a"}}, "f(1,)"),
    ("f(a=1,)", {"drop": {"a"}}, "f()"),
    ("f(a=1, b=2, c=3)", {"drop": {"b"}}, "f(a=1, c=3)"),
    ("f(a=1, b=2, c=3)", {"drop": {"a"}}, "f(b=2, c=3)"),
    ("f(a=1, b=2, c=3)", {"drop": {"a", "c"}}, "f(b=2)"),
    ("f(a=1, b=2, c=3)", {"drop": {"a", "b", "c"}}, "f()"),
    ("f(1, 2, 3)", {"drop_positional": {1}}, "f(1, 3)"),
    ("f(1, 2, *x)", {"drop_positional": {1}}, "f(1, *x)"),
    ("f(1, **x)", {"drop_positional": {0}}, "f(**x)"),
    ("f(1, 2, 3)", {"name_positional": {1: "b", 2: "c"}}, "f(1, b=2, c=3)"),
    ("f(1, 2, d=3)", {"name_positional": {1: "b"}}, "f(1, b=2, d=3)"),
    ("f(1, 2, d = 3)", {"name_positional": {1: "b"}}, "f(1, b = 2, d = 3)"),
    ("f(x for x in y)", {"name_positional": {0: "a"}}, "f(a=(x for x in y))"),
    ("f(a := 1)", {"name_positional": {0: "b"}}, "f(b=(a := 1))"),
    ("f(a=1)", {"values": {"a": "'x'"}}, "f(a='x')"),
    ("f(1, 2)", {"values": {1: "3"}}, "f(1, 3)"),
    ("f(a=1)", {"rename": {"a": "b"}, "values": {"a": "2"}}, "f(b=2)"),
    ("f(a=1)", {"rename": {"a": "b"}, "values": {"b": "2"}}, "f(b=2)"),
    ("f(a=q)", {"values": {"a": "not {q}"}, "holes": {"q": "q"}}, "f(a=not q)"),
    ("f(a=1)", {"values": {"a": "x, y"}}, "f(a=(x, y))"),
    ("f()", {"add": {"a": "1"}}, "f(a=1)"),
    ("f(1)", {"add": {"a": "1", "b": "2"}}, "f(1, a=1, b=2)"),
    ("f(1,)", {"add": {"a": "1"}}, "f(1, a=1,)"),
    ("f(b = 1)", {"add": {"a": "1"}}, "f(b = 1, a = 1)"),
    ("f(x for x in y)", {"add": {"a": "1"}}, "f((x for x in y), a=1)"),
    ("f(a=1)", {"drop": {"a"}, "add": {"b": "2"}}, "f(b=2)"),
    ("f(1, a=2)", {"drop": {"a"}, "add": {"b": "{a}[0]"}, "holes": {"a": "2"}}, "f(1, b=2[0])"),
    ("f(**x, a=1)", {"drop": {"a"}}, "f(**x)"),
    ("f(1)(2)", {"add": {"a": "1"}}, "f(1, a=1)(2)"),
]


@pytest.mark.parametrize(("before", "wanted", "after"), LINES)
def test_on_one_line(before: str, wanted: dict[str, object], after: str) -> None:
    assert edited(before, call(before, **wanted)) == after  # type: ignore[arg-type]


BLOCKS = [
    (
        """
        x = f(
            a=1,
            b=2,
        )
        """,
        {"add": {"c": "3"}},
        """
        x = f(
            a=1,
            b=2,
            c=3,
        )
        """,
    ),
    (
        """
        x = f(
            a=1,
            b=2  # two
        )
        """,
        {"add": {"c": "3"}},
        """
        x = f(
            a=1,
            b=2,  # two
            c=3
        )
        """,
    ),
    (
        """
        x = f(a=1,
              b=2)
        """,
        {"add": {"c": "3"}},
        """
        x = f(a=1,
              b=2,
              c=3)
        """,
    ),
    (
        """
        x = f(a, b,
              c, d)
        """,
        {"add": {"e": "3"}},
        """
        x = f(a, b,
              c, d, e=3)
        """,
    ),
    (
        """
        x = f(
            a=1
        )
        """,
        {"add": {"c": "3"}},
        """
        x = f(
            a=1,
            c=3
        )
        """,
    ),
    (
        """
        if x:
            x = f(
                a=1,  # one
                b=2,  # two
                # three
                c=3,
            )
        """,
        {"drop": {"b"}},
        """
        if x:
            x = f(
                a=1,  # one
                # two
                # three
                c=3,
            )
        """,
    ),
    (
        """
        x = f(
            a=1,  # one
            b=2,  # two
        )
        """,
        {"drop": {"b"}},
        """
        x = f(
            a=1,  # one
            # two
        )
        """,
    ),
    (
        """
        x = f(
            a=1,
            b=2,
            c=3
        )
        """,
        {"drop": {"a", "c"}},
        """
        x = f(
            b=2
        )
        """,
    ),
    (
        """
        x = f(a=1,  # one
              b=2)
        """,
        {"drop": {"a"}},
        """
        x = f(  # one
              b=2)
        """,
    ),
    (
        """
        x = f(
            a=1,  # one
        )
        """,
        {"drop": {"a"}},
        """
        x = f(
            # one
        )
        """,
    ),
    (
        """
        x = f(
            a=1,
        )
        """,
        {"drop": {"a"}},
        """
        x = f()
        """,
    ),
    (
        """
        x = f(a,
              b, c)
        """,
        {"drop_positional": {1}},
        """
        x = f(a,
              c)
        """,
    ),
    (
        """
        x = f(a, b,
              c)
        """,
        {"drop_positional": {1}},
        """
        x = f(a,
              c)
        """,
    ),
]


@pytest.mark.parametrize(("before", "wanted", "after"), BLOCKS)
def test_on_several_lines(before: str, wanted: dict[str, object], after: str) -> None:
    before = text(before)
    assert edited(before, call(before, **wanted)) == text(after)  # type: ignore[arg-type]


REFUSED = [
    ("f(*a, b)", {"name_positional": {1: "x"}}, "hides which position"),
    ("f(*a)", {"drop_positional": {0}}, "hides which position"),
    ("f(*a)", {"add": {"x": "1"}}, "may already be among"),
    ("f(**a)", {"add": {"x": "1"}}, "may already be among"),
    ("f(**a)", {"drop": {"x"}}, "may be among"),
    ("f(**a)", {"rename": {"x": "y"}}, "may be among"),
    ("f(1)", {"drop": {"x"}}, "no argument x="),
    ("f(1)", {"drop_positional": {1}}, "no argument at position 1"),
    ("f(x=1)", {"name_positional": {0: "a"}}, "no argument at position 0"),
    ("f(x=1)", {"add": {"x": "2"}}, "already has an argument x="),
    ("f(x=1, y=2)", {"rename": {"x": "y"}}, "already has an argument y="),
    ("f(1, 2)", {"name_positional": {0: "a"}}, "by position would follow"),
    ("f(x=1)", {"drop": {"x"}, "rename": {"x": "y"}}, "contradict"),
    ("f(1)", {"values": {0: "("}}, "no expression"),
]


@pytest.mark.parametrize(("before", "wanted", "why"), REFUSED)
def test_refused(before: str, wanted: dict[str, object], why: str) -> None:
    assert why in reason(before, call(before, **wanted))  # type: ignore[arg-type]


def test_edits_of_one_call_merge_unless_they_contradict() -> None:
    before = "f(1, 2, a=3, b=4)"
    first = call(before, rename={"a": "x"}, drop={"b"})
    second = call(before, name_positional={1: "y"}, add={"c": "{v}"}, holes={"v": "3"})
    assert edited(before, first, second, call(before, rename={"a": "x"})) == "f(1, y=2, x=3, c=3)"
    assert "contradict" in reason(before, first, call(before, rename={"a": "z"}))
    assert "contradict" in reason(before, first, call(before, values={"b": "0"}))
    assert "already has" in reason(before, first, call(before, add={"x": "0"}))


def test_nested_calls_keep_their_own_edits() -> None:
    before = "f(g(a=1), b=h(c=2))"
    after = edited(
        before,
        call(before, rename={"b": "x"}),
        EditCall(at(before, "g(a=1)"), drop=frozenset({"a"})),
        EditCall(at(before, "h(c=2)"), rename={"c": "y"}),
    )
    assert after == "f(g(), x=h(y=2))"


def test_values_hold_what_is_edited_inside() -> None:
    before = "f(a=x.old)"
    edit = call(before, rename={"a": "b"}, values={"a": "[{v}]"}, holes={"v": "x.old"})
    assert edited(before, edit, RenameAttribute(at(before, "x.old"), "new")) == "f(b=[x.new])"


def test_only_a_call_has_arguments() -> None:
    assert "no such expression" in reason("f.g", EditCall(Span(1, 0, 1, 3), drop=frozenset({"a"})))
