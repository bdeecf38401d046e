"""Statements replaced, removed and inserted."""

from __future__ import annotations

import pytest

from codemods.records import InsertStatement, MoveImport, RenameAttribute, Replace, ReplaceStatement
from tests.codemods.apply_helpers import at, edited, reason, text

REPLACED = [
    ("old()\n", "new()", "new()\n"),
    ("old()", "new()", "new()"),
    ("old()\n", "a = 1\nb = 2", "a = 1\nb = 2\n"),
    ("old()", "a = 1\nb = 2", "a = 1\nb = 2"),
    ("old();\n", "new()", "new();\n"),
    ("old();", "a = 1\nb", "a = 1\nb;"),
    ("old()  # why\n", "new()", "new()  # why\n"),
    ("old()  # why\n", "a = 1\nb = 2", "a = 1\nb = 2  # why\n"),
    ("old();  # why\n", "new()", "new();  # why\n"),
    ("x; old(); y\n", "new()", "x; new(); y\n"),
    ("x; old(); y\n", "a = 1\nb = 2", "x; a = 1; b = 2; y\n"),
    ("x; old(); y;\n", "", "x; y;\n"),
    ("x; old();\n", "", "x;\n"),
    ("x; old()\n", "", "x\n"),
    ("old(); x\n", "", "x\n"),
    ("x; old(); y  # z\n", "if a:\n    b", "x\nif a:\n    b\ny  # z\n"),
    ("old()  # why\n", "if a:\n    b", "# why\nif a:\n    b\n"),
    ("x\nold()\ny\n", "", "x\ny\n"),
    ("x\nold()", "", "x"),
    ("old()\n", "", ""),
    ("x\nold()  # why\ny\n", "", "x\n# why\ny\n"),
    ("if x: old()\n", "new()", "if x: new()\n"),
    ("if x: old()\n", "", "if x: pass\n"),
    ("if x: old()  # why\n", "a = 1\nb = 2", "if x: a = 1; b = 2  # why\n"),
    ("if x: y; old();\n", "a = 1", "if x: y; a = 1;\n"),
    ("if x: y; old()  # why\n", "for i in j:\n    k", "if x:  # why\n    y\n    for i in j:\n        k\n"),
    ("if x:\n    old()\n", "", "if x:\n    pass\n"),
    ("if x:\n    # why\n    old()\n", "", "if x:\n    # why\n    pass\n"),
    ("if x:\n    # why\n    old()\n    y\n", "", "if x:\n    # why\n    y\n"),
    ("if x:\n    y\n    # why\n    old()\nz\n", "", "if x:\n    y\n    # why\nz\n"),
    ("if x:\n    y\n\n    old()\n\n    z\n", "", "if x:\n    y\n\n    z\n"),
    ("if x:\n\told()\n", "a = 1\nb = 2", "if x:\n\ta = 1\n\tb = 2\n"),
    ("if x:\n  old()\n", "for a in b:\n    c", "if x:\n  for a in b:\n    c\n"),
    ("class A:\n    def f(self):\n        old()\n\n    def g(self): pass\n", "new()",
     "class A:\n    def f(self):\n        new()\n\n    def g(self): pass\n"),
    ("try:\n    old()\nexcept E:\n    x\n", "new()", "try:\n    new()\nexcept E:\n    x\n"),
    ("x = [\n1]\nold(\n)\ny\n", "new()", "x = [\n1]\nnew()\ny\n"),
    ("# head\n\nold()\n\n# foot\n", "new()", "# head\n\nnew()\n\n# foot\n"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "template", "after"), REPLACED)
def test_replaced(before: str, template: str, after: str) -> None:
    fragment = "old(\n)" if "old(\n)" in before else "old()"
    assert edited(before, ReplaceStatement(at(before, fragment), template)) == after


INSERTED = [
    ("x = here()\n", False, "a = 1", "a = 1\nx = here()\n"),
    ("x = here()\n", True, "a = 1", "x = here()\na = 1\n"),
    ("x = here()", True, "a = 1", "x = here()\na = 1"),
    ("x = here()  # why\n", True, "a = 1", "x = here()  # why\na = 1\n"),
    ("x = here()  # why\n", False, "a = 1", "a = 1\nx = here()  # why\n"),
    ("x = here();\n", True, "a = 1", "x = here();\na = 1\n"),
    ("if y:\n    # why\n    x = here()\n", False, "a = 1", "if y:\n    # why\n    a = 1\n    x = here()\n"),
    ("if y: x = here()\n", False, "a = 1", "if y: a = 1; x = here()\n"),
    ("y; x = here()\n", True, "a = 1", "y; x = here(); a = 1\n"),
    ("if j:\n    x = here()\nz\n", True, "if a:\n    b", "if j:\n    x = here()\n    if a:\n        b\nz\n"),
]


@pytest.mark.parametrize(("before", "after_it", "template", "after"), INSERTED)
def test_inserted(before: str, after_it: bool, template: str, after: str) -> None:
    assert edited(before, InsertStatement(at(before, "x = here()"), template, after_it)) == after


def test_around_compound_statements() -> None:
    before = text("""
        # why
        @dec
        def f():
            pass
        for i in j:
            k
        """)
    after = edited(
        before,
        InsertStatement(at(before, "def f():\n    pass"), "a = 1"),
        InsertStatement(at(before, "for i in j:\n    k"), "b = 2", after=True),
        InsertStatement(at(before, "for i in j:\n    k"), "c = 3"),
    )
    assert after == text("""
        # why
        a = 1
        @dec
        def f():
            pass
        c = 3
        for i in j:
            k
        b = 2
        """)


def test_compound_statements_go_and_their_comments_stay() -> None:
    before = "if a:\n    # why\n    for i in j:\n        k  # more\n    b\n"
    edit = ReplaceStatement(at(before, "for i in j:\n        k"), "")
    assert edited(before, edit) == "if a:\n    # why\n    # more\n    b\n"


def test_elif_is_no_statement_of_its_own() -> None:
    before = "if a:\n    b\nelif c:\n    d\n"
    assert "can't be edited" in reason(before, InsertStatement(at(before, "elif c:\n    d"), "e"))


def test_holes_hold_edited_nodes() -> None:
    before = "x.ix[0] = y.old + 1  # why\n"
    after = edited(
        before,
        ReplaceStatement(
            at(before, "x.ix[0] = y.old + 1"), "{x}.loc[{i}] = {v} * 2",
            {"x": at(before, "x"), "i": at(before, "0"), "v": at(before, "y.old + 1")},
        ),
        RenameAttribute(at(before, "y.old"), "new"),
    )  # fmt: skip
    assert after == "x.loc[0] = (y.new + 1) * 2  # why\n"


def test_a_suite_moves_out_of_its_statement() -> None:
    before = text("""
        with tf.Session() as s:
            # first
            a = f(1)  # one

            for i in a:
                print(i.old)
            b; c
        d
        """)
    suite = before[before.index("a = f") : before.index("\nd\n")]
    after = edited(
        before,
        ReplaceStatement(at(before, before[: before.index("\nd\n")]), "start()\n{body}", {"body": at(before, suite)}),
        RenameAttribute(at(before, "i.old"), "new"),
    )
    assert after == text("""
        start()
        # first
        a = f(1)  # one

        for i in a:
            print(i.new)
        b; c
        d
        """)


def test_statement_and_expression_edits_do_not_swallow_each_other() -> None:
    before = "x = a.old\n"
    statement = ReplaceStatement(at(before, "x = a.old"), "y = 1")
    assert "same code" in reason(before, statement, RenameAttribute(at(before, "a.old"), "new"))
    assert "same code" in reason(before, statement, ReplaceStatement(statement.span, "z = 1"))
    wrapped = ReplaceStatement(at(before, "x = a.old"), "y = {v}", {"v": at(before, "a.old")})
    assert edited(before, wrapped, RenameAttribute(at(before, "a.old"), "new")) == "y = a.new\n"


def test_lost_comments_go_above() -> None:
    before = text("""
        if a:
            x = f(1,  # one
                  2)  # end
            y
        """)
    edit = ReplaceStatement(at(before, "x = f(1,  # one\n          2)"), "x = g()")
    assert edited(before, edit) == text("""
        if a:
            # one
            x = g()  # end
            y
        """)


def test_on_the_line_of_a_magic() -> None:
    before = "__magic_0__; x = old()\n"
    assert edited(before, Replace(at(before, "old()"), "new()")) == "__magic_0__; x = new()\n"
    statement = at(before, "x = old()")
    assert edited(before, ReplaceStatement(statement, "a\nb")) == "__magic_0__; a; b\n"
    assert "magic" in reason(before, ReplaceStatement(statement, "if a:\n    b"))


def test_only_statements() -> None:
    assert "no such statement" in reason("x = a\n", ReplaceStatement(at("x = a\n", "a"), "b"))
    assert "no import statement" in reason("x = a\n", MoveImport(at("x = a\n", "x = a"), "a", "b"))
