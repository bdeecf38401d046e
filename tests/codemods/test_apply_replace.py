"""Expressions replaced by templates."""

from __future__ import annotations

import ast

import pytest

from codemods.records import EditCall, RenameAttribute, Replace, ReplaceStatement
from tests.codemods.apply_helpers import at, edited, reason, run, text

# hole text, template, result: the hole is the whole right-hand side but for what stands around it
PRECEDENCE = [
    # a receiver
    ("a", "{x}.b", "a.b"),
    ("a + b", "{x}.b", "(a + b).b"),
    ("a + b", "{x}[0]", "(a + b)[0]"),
    ("a + b", "{x}(0)", "(a + b)(0)"),
    ("a.b[0](1)", "{x}.c", "a.b[0](1).c"),
    ("-a", "{x}.b", "(-a).b"),
    ("await a", "{x}.b", "(await a).b"),
    ("lambda: a", "{x}.b", "(lambda: a).b"),
    ("a if b else c", "{x}.d", "(a if b else c).d"),
    ("not a", "{x}.b", "(not a).b"),
    ("1", "{x}.b", "(1).b"),
    ("1.5", "{x}.b", "1.5.b"),
    ("'a'", "{x}.b", "'a'.b"),
    ("'a' 'b'", "{x}.c", "'a' 'b'.c"),
    ("[a, b]", "{x}.c", "[a, b].c"),
    ("(a, b)", "{x}.c", "(a, b).c"),
    ("(x for x in y)", "{x}.c", "(x for x in y).c"),
    # operands
    ("a + b", "{x} + c", "a + b + c"),
    ("a + b", "c + {x}", "c + (a + b)"),
    ("a + b", "c - {x}", "c - (a + b)"),
    ("a * b", "c + {x}", "c + a * b"),
    ("a + b", "{x} * c", "(a + b) * c"),
    ("-a", "{x} ** 2", "(-a) ** 2"),
    ("-a", "2 ** {x}", "2 ** -a"),
    ("a ** b", "{x} ** 2", "(a ** b) ** 2"),
    ("a ** b", "-{x}", "-a ** b"),
    ("a + b", "-{x}", "-(a + b)"),
    ("a or b", "not {x}", "not (a or b)"),
    ("a == b", "not {x}", "not a == b"),
    ("a == b", "{x} == c", "(a == b) == c"),
    ("a == b", "c == {x}", "c == (a == b)"),
    ("a | b", "c == {x}", "c == a | b"),
    ("a or b", "{x} and c", "(a or b) and c"),
    ("a and b", "{x} or c", "a and b or c"),
    ("a if b else c", "{x} or d", "(a if b else c) or d"),
    ("a if b else c", "d if {x} else e", "d if (a if b else c) else e"),
    ("a if b else c", "d if e else {x}", "d if e else a if b else c"),
    ("lambda: a", "{x} or b", "(lambda: a) or b"),
    ("a + b", "await {x}", "await (a + b)"),
    # arguments and elements
    ("a + b", "f({x})", "f(a + b)"),
    ("(a, b)", "f({x})", "f((a, b))"),
    ("(x for x in y)", "f({x})", "f(x for x in y)"),
    ("(x for x in y)", "f({x}, 1)", "f((x for x in y), 1)"),
    ("(x for x in y)", "f(k={x})", "f(k=(x for x in y))"),
    ("lambda: a", "f(k={x})", "f(k=lambda: a)"),
    ("a if b else c", "[{x}]", "[a if b else c]"),
    ("a, b", "[{x}]", "[(a, b)]"),
    ("a, b", "f({x})", "f((a, b))"),
    ("(a, b)", "c[{x}]", "c[(a, b)]"),
    ("lambda: a", "[y for y in {x}]", "[y for y in (lambda: a)]"),
    ("a if b else c", "[y for y in z if {x}]", "[y for y in z if (a if b else c)]"),
    ("a or b", "f(*{x})", "f(*a or b)"),
    ("a or b", "[*{x}]", "[*(a or b)]"),
    ("a", "{{'k': {x}}}", "{'k': a}"),
    ("a", "{x} + {x}", "a + a"),
]


@pytest.mark.parametrize(("hole", "template", "after"), PRECEDENCE)
def test_precedence_of_holes(hole: str, template: str, after: str) -> None:
    source = f"_ = old({hole})\n" if ", " not in hole or hole[0] in "([" or hole.startswith("'") else f"_ = {hole}\n"
    whole = source[4:-1]
    if whole == f"old({hole})" and hole.startswith("(x for"):
        source = source.replace("old((x", "old((x").replace("y))", "y), 1)")
        whole = source[4:-1]
    result = edited(source, Replace(at(source, whole), template, {"x": at(source, hole)}))
    assert result == f"_ = {after}\n"


# statement, what is replaced, template, result
PLACES = [
    ("a = old.b\n", "old", "x + y", "a = (x + y).b\n"),
    ("a = old * 2\n", "old", "x + y", "a = (x + y) * 2\n"),
    ("a = 2 * (old)\n", "old", "x + y", "a = 2 * (x + y)\n"),
    ("a = -old\n", "old", "x ** y", "a = -x ** y\n"),
    ("a = old ** 2\n", "old", "-x", "a = (-x) ** 2\n"),
    ("a = b if old else c\n", "old", "lambda: 0", "a = b if (lambda: 0) else c\n"),
    ("a = [x for x in old]\n", "old", "b if c else d", "a = [x for x in (b if c else d)]\n"),
    ("f(*old)\n", "old", "a or b", "f(*a or b)\n"),
    ("f(**old)\n", "old", "a or b", "f(**a or b)\n"),
    ("f(old)\n", "old", "a, b", "f((a, b))\n"),
    ("f(old)\n", "old", "(x := 1)", "f((x := 1))\n"),
    ("f(old)\n", "old", "(x for x in y)", "f((x for x in y))\n"),
    ("f(x for x in y)\n", "(x for x in y)", "[x for x in y]", "f([x for x in y])\n"),
    ("return_ = (a, b)\n", "(a, b)", "[a, b]", "return_ = [a, b]\n"),
    ("a = x if(b, c)else y\n", "(b, c)", "d", "a = x if(d)else y\n"),
    ("a = not(b, c)\n", "(b, c)", "d", "a = not(d)\n"),
    ("a = x if'b'else y\n", "'b'", "c", "a = x if(c)else y\n"),
    ("a = b in'c'\n", "'c'", "d", "a = b in(d)\n"),
    ("if old: pass\n", "old", "a, b", "if (a, b): pass\n"),
    ("for i in old: pass\n", "old", "a, b", "for i in a, b: pass\n"),
    ("a = old\n", "old", "b, c", "a = b, c\n"),
    ("old\n", "old", "x := 1", "(x := 1)\n"),
    ("a = old\n", "old", "x := 1", "a = (x := 1)\n"),
    ("a[old]\n", "old", "x := 1", "a[(x := 1)]\n"),
    ("while old: pass\n", "old", "x := 1", "while x := 1: pass\n"),
    ("assert old, 'm'\n", "old", "a, b", "assert (a, b), 'm'\n"),
    ("a[old] = 1\n", "a[old]", "a.loc[old]", "a.loc[old] = 1\n"),
    ("a = b[old]\n", "old", "c, d", "a = b[c, d]\n"),
    ("a = b[1:2]\n", "1:2", "c, ::2", "a = b[c, ::2]\n"),
    ("a = b[1:2, 3]\n", "1:2", "4:5", "a = b[4:5, 3]\n"),
    ("a = b[1:2, 3]\n", "1:2, 3", "4", "a = b[4]\n"),
    ("with old as f: pass\n", "old", "a if b else c", "with a if b else c as f: pass\n"),
    ("@old\ndef f(): pass\n", "old", "a.b", "@a.b\ndef f(): pass\n"),
    ("def f(a=old): pass\n", "old", "b or c", "def f(a=b or c): pass\n"),
    ("def f(a: old): pass\n", "old", "b.c", "def f(a: b.c): pass\n"),
    ("x = yield_(old)  # note\n", "old", "b", "x = yield_(b)  # note\n"),
    ("a = 'é' + old\n", "old", "b", "a = 'é' + b\n"),
    ("del a[old]\n", "old", "b", "del a[b]\n"),
]


@pytest.mark.parametrize(("before", "fragment", "template", "after"), PLACES)
def test_replaced_in_its_place(before: str, fragment: str, template: str, after: str) -> None:
    assert edited(before, Replace(at(before, fragment), template)) == after


def test_slices_fill_holes_between_square_brackets() -> None:
    before = "a = df.ix[1:2, 'b']\nc = df.ix[3:]\nd = df.ix[4, 5]\n"
    edits = [
        Replace(at(before, f"df.ix[{index}]"), "{df}.loc[{i}]", {"df": at(before, "df", n), "i": at(before, index)})
        for n, index in enumerate(["1:2, 'b'", "3:", "4, 5"])
    ]
    assert edited(before, *edits) == "a = df.loc[1:2, 'b']\nc = df.loc[3:]\nd = df.loc[4, 5]\n"


def test_unparenthesised_index_is_a_tuple_elsewhere_and_a_slice_is_nothing() -> None:
    before = "a = x[1, 2]\nb = x[1:2]\n"
    first = Replace(at(before, "x[1, 2]"), "f({i})", {"i": at(before, "1, 2")})
    second = Replace(at(before, "x[1:2]"), "f({i})", {"i": at(before, "1:2")})
    assert edited(before, first) == "a = f((1, 2))\nb = x[1:2]\n"
    assert "can't stand there" in reason(before, first, second)


def test_runs_of_arguments_fill_a_hole() -> None:
    before = "old(1, *a, k=2, **b)\n"
    edit = Replace(at(before, before[:-1]), "new({args})", {"args": at(before, "1, *a, k=2, **b")})
    assert edited(before, edit) == "new(1, *a, k=2, **b)\n"
    edit = Replace(at(before, before[:-1]), "new(0, {kw}, last=3)", {"kw": at(before, "k=2")})
    assert edited(before, edit) == "new(0, k=2, last=3)\n"


def test_what_stood_in_brackets_on_several_lines_still_does() -> None:
    before = text("""
        a = old(b +
                c)
        d = old(e
                .f())
        g = [old(h +
                 i)]
        """)
    edits = [
        Replace(at(before, "old(b +\n        c)"), "{x}", {"x": at(before, "b +\n        c")}),
        Replace(at(before, "old(e\n        .f())"), "{x}.g", {"x": at(before, "e\n        .f()")}),
        Replace(at(before, "old(h +\n         i)"), "{x}", {"x": at(before, "h +\n         i")}),
    ]
    assert edited(before, *edits) == text("""
        a = (b +
                c)
        d = (e
                .f()).g
        g = [(h +
                 i)]
        """)


def test_comments_without_a_place_go_above_the_statement() -> None:
    before = text("""
        if True:
            a = old([  # first
                1,  # one
                # alone
                2,
            ], kind=3)  # end
        """)
    edit = Replace(at(before, before[before.index("old") : before.index("  # end")]), "new()")
    assert edited(before, edit) == text("""
        if True:
            # first
            # one
            # alone
            a = new()  # end
        """)


def test_edits_compose_through_holes() -> None:
    before = "x = pd.rolling_mean(df.as_matrix(columns=c), window=3, how='m')\n"
    call = before[4:-1]
    arg = "df.as_matrix(columns=c)"
    after = edited(
        before,
        Replace(at(before, call), "{x}.rolling({w}).mean()", {"x": at(before, arg), "w": at(before, "3")}),
        Replace(at(before, arg), "{df}[{c}].values", {"df": at(before, "df"), "c": at(before, "c", 1)}),
        Replace(at(before, "3"), "{x} + 1", {"x": at(before, "3")}),
        Replace(at(before, call), "np.asarray({x})", {"x": at(before, call)}),
    )
    assert after == "x = np.asarray(df[c].values.rolling(3 + 1).mean())\n"


def test_attribute_and_arguments_of_one_call_compose() -> None:
    before = "df.old(a, k=1)\n"
    after = edited(
        before,
        RenameAttribute(at(before, "df.old"), "new"),
        EditCall(at(before, "df.old(a, k=1)"), rename={"k": "key"}),
        Replace(at(before, "df.old(a, k=1)"), "{x}.values", {"x": at(before, "df.old(a, k=1)")}),
        Replace(at(before, "a"), "b"),
    )
    assert after == "df.new(b, key=1).values\n"


def test_two_that_replace_the_same_code_do_not_compose() -> None:
    before = "x = f(a.b)\n"
    inner, outer = RenameAttribute(at(before, "a.b"), "c"), Replace(at(before, "f(a.b)"), "g()")
    assert "same code" in reason(before, inner, outer)
    assert "same code" in reason(before, outer, inner)
    assert "same code" in reason(before, outer, Replace(outer.span, "h()"))
    assert edited(before, outer, Replace(outer.span, "g()")) == "x = g()\n"
    assert "another name" in reason(before, inner, RenameAttribute(at(before, "a.b"), "d"))


def test_a_group_is_made_as_a_whole_or_not_at_all() -> None:
    before = "x = a.b\ny = c.d\nz = e.f\n"
    good = RenameAttribute(at(before, "a.b"), "g")
    missing = RenameAttribute(at(before, "c"), "g")
    result = run(before, [(good, missing), RenameAttribute(at(before, "e.f"), "g")])
    assert result.text == "x = a.b\ny = c.d\nz = e.g\n"
    assert result.applied == (1,) and "no such expression" in result.refused[0].reason


def test_what_breaks_the_syntax_does_not_cost_the_others() -> None:
    before = "f() = 1\n".replace("f() =", "a.b =") + "x = c.d\n"
    result = run(before, [Replace(at(before, "a.b"), "g()"), RenameAttribute(at(before, "c.d"), "e")])
    assert result.text == "a.b = 1\nx = c.e\n"
    assert [r.group for r in result.refused] == [0] and "valid Python" in result.refused[0].reason


@pytest.mark.parametrize("template", ["{", "{x} +", "{y}", "a b", "}"])
def test_templates_that_say_nothing_are_refused(template: str) -> None:
    before = "x = a\n"
    assert reason(before, Replace(at(before, "a"), template, {"x": at(before, "a")}))


def test_an_edit_in_no_code_is_refused() -> None:
    before = "x = a\n# comment\n"
    assert "no code" in reason(before, Replace(at(before, "comment"), "b"))
    assert "no such" in reason(before, ReplaceStatement(at(before, "a"), "b"))


def test_nothing_else_changes() -> None:
    before = "a=  1 ;b  =old( 2,3 )#c\n\n\n\x0c\nif   x :\n\ty = [ 1,\n\t2]\n"
    after = edited(before, Replace(at(before, "old( 2,3 )"), "new({x})", {"x": at(before, "2")}))
    assert after == before.replace("old( 2,3 )", "new(2)")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_line_ends_stay(newline: str, end: str) -> None:
    before = f"a = 1\n\nif b:\n    c = old{end}".replace("\n", newline)
    assert edited(before, Replace(at(before, "old"), "new")) == before.replace("old", "new")
    added = edited(before, Replace(at(before, "old"), "{@a.b.c}"))
    assert added == f"from a.b import c as _c{newline}" + before.replace("old", "_c")


def test_holes_from_another_statement() -> None:
    before = "a = b + c\nd = old\n"
    edit = Replace(at(before, "old"), "{x}.e", {"x": at(before, "b + c")})
    assert edited(before, edit) == "a = b + c\nd = (b + c).e\n"


def test_spans_are_those_of_ast() -> None:
    from codemods.spans import Lines, span_of

    source = "é = 'ü' + (1, 2)[0]\nf(x for x in y)\n𝕒 = [é, (yield_), (x for x in é)]\n"
    lines = Lines(source)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.expr):
            span = span_of(node, lines)
            assert lines.slice(span) == ast.get_source_segment(source, node)
            assert "zzz" in edited(source, Replace(span, "zzz"))


FSTRINGS = [
    ("f'{old}'", "a.b", "f'{a.b}'"),
    ("f'{old:>{old}}'", "a.b", "f'{a.b:>{old}}'"),
    ("f'{old!r}'", "a + b", "f'{a + b!r}'"),
    ("f'{old}'", "a['b']", "f'{a[\"b\"]}'"),
    ('f"{old}"', 'a["b"]', "f\"{a['b']}\""),
    ("f'{old}'", "lambda: 1", "f'{(lambda: 1)}'"),
    ("f'{old}'", "{{1: 2}}", "f'{({1: 2})}'"),
    ("f'{f(old)}'", "'a'", "f'{f(\"a\")}'"),
    ('f"""{old}"""', "'a' + \"b\"", 'f"""{\'a\' + "b"}"""'),
]


@pytest.mark.parametrize(("before", "template", "after"), FSTRINGS)
def test_in_an_fstring(before: str, template: str, after: str) -> None:
    assert edited(before, Replace(at(before, "old"), template)) == after


def test_what_old_pythons_could_not_read_in_an_fstring() -> None:
    for template in ("'\\n'", 'a["b\'c"]'):
        assert "f-string" in reason("f'{old}'", Replace(at("f'{old}'", "old"), template))
    before = "f'{f(1)}'"
    assert edited(before, EditCall(at(before, "f(1)"), add={"a": "'b'"})) == "f'{f(1, a=\"b\")}'"
