"""Random sets of edits on a sample of most of the syntax.

A template that says just what the code says already must not change its meaning, whichever nodes it is used for, and
any other set of edits must leave something that parses and keeps what it is not about.
"""

from __future__ import annotations

import ast
import random

import pytest

from codemods.apply import Result, apply, collect
from codemods.records import Edit, EditCall, InsertStatement, RenameAttribute, Replace, ReplaceStatement, Span
from codemods.spans import Lines, span_of
from codemods.verify import verify

SAMPLE = '''\
"""A sample."""
from __future__ import annotations
import os, sys  # système
from a import (b,  # one
    c)


@b.deco(1)(2)
def f(x, *args, y: int = (1 + 2) * 3, z=None, **kw) -> b.T:
    """Doc."""
    if x: return y; z
    elif (y := c(x)) and not z or kw: pass
    else:
        # why
        try: return [i ** -2 for i in (x, *args) if i if not i == 2]
        except (A.b, c.d) as e: raise X(e) from e
        finally:
            del x.y[0], z
    yield (yield), await_
    return lambda p, *q, r=1 + 2: p if q else r


class K(b.C, metaclass=M.m):
    a: b.T = f(1)  # end
    d = {**b.c, 'é': 1, f(2): (3, 4), (lambda: 0): [*a, 5]}

    async def g(self):
        async with a.b(c) as d, e as (h, k): await d.e(f)
        async for i in (await a).b: print(f"é{i.a!r:>{w.x}} {b(c)['d']}" 'x', i[1:2, ::3, ...], sep='')


x = -1 ** 2; y = (-1) ** 2 ** -3
z = (a + b) * c - (d - (e - f)) / (g // (h % k)) @ m
w = not (a or b) and c in (d, e) is not (f < g <= h)
v = a[1][2, 3][b:c][(d, e)][...] [-1]
u = (a.b
     .c(d, e,
        *f, g=1, **h)  # deep
     [0]
     .k)
t = sum(i for i in j), sum((i for i in j), 1), {i for i in j}, {i: k for i, k in j.items()}
s = a if b else c if d else (e if f else g)
r = (a, b), (c,), (), [d, *e]
q = (lambda: (yield))(1)
p = a @ b << c >> d & e | f ^ ~g
with a(b) as c, d: e.f = g.h += 1 if False else 2
'''.replace("e.f = g.h += 1 if False else 2", "e.f = g.h = 1 if False else 2")

_OPERATORS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.MatMult: "@", ast.LShift: "<<", ast.RShift: ">>", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.USub: "-", ast.UAdd: "+", ast.Not: "not", ast.Invert: "~",
}  # fmt: skip


def same(node: ast.expr, lines: Lines) -> Replace | None:
    """An edit that puts the node's parts together again as they are."""
    holes: dict[str, ast.expr] = {}
    match node:
        case ast.Attribute(value=value, attr=attr):
            template, holes = f"{{a}}.{attr}", {"a": value}
        case ast.Subscript(value=value, slice=index):
            template, holes = "{a}[{b}]", {"a": value, "b": index}
        case ast.BinOp(left=left, op=operator, right=right):
            template, holes = f"{{a}} {_OPERATORS[type(operator)]} {{b}}", {"a": left, "b": right}
        case ast.UnaryOp(op=operator, operand=operand):
            template, holes = f"{_OPERATORS[type(operator)]} {{a}}", {"a": operand}
        case ast.BoolOp(op=operator, values=[left, right]):
            template, holes = f"{{a}} {type(operator).__name__.lower()} {{b}}", {"a": left, "b": right}
        case ast.IfExp(test=test, body=body, orelse=other):
            template, holes = "{a} if {b} else {c}", {"a": body, "b": test, "c": other}
        case ast.Await(value=value):
            template, holes = "await {a}", {"a": value}
        case ast.List(elts=[first, *rest], ctx=ast.Load()):
            template = "[" + ", ".join(f"{{e{i}}}" for i in range(len(rest) + 1)) + "]"
            holes = {f"e{i}": item for i, item in enumerate([first, *rest])}
        case ast.Tuple(elts=[_, _, *_] as items, ctx=ast.Load()) if not any(isinstance(e, ast.Slice) for e in items):
            template = ", ".join(f"{{e{i}}}" for i in range(len(items)))
            holes = {f"e{i}": item for i, item in enumerate(items)}
        case ast.Call(func=func, args=args, keywords=keywords):
            spans = [span_of(arg, lines) for arg in [*args, *keywords]]
            generator = [span for span, arg in zip(spans, args, strict=False) if isinstance(arg, ast.GeneratorExp)]
            if len(spans) == len(generator) == 1:
                return Replace(span_of(node, lines), "{f}({a})", {"f": span_of(func, lines), "a": spans[0]})
            inner = {f"a{i}": span for i, span in enumerate(spans)}
            template = "{f}(" + ", ".join(f"{{a{i}}}" for i in range(len(spans))) + ")"
            return Replace(span_of(node, lines), template, {"f": span_of(func, lines), **inner})
        case _:
            template, holes = "{a}", {"a": node}
    return Replace(span_of(node, lines), template, {name: span_of(part, lines) for name, part in holes.items()})


def expressions(tree: ast.Module) -> list[ast.expr]:
    """The expressions that are no parts of a string."""
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.expr) and not isinstance(node, ast.Slice)]
    return [node for node in found if id(node) not in inside and not isinstance(node, ast.Starred)]


def meaning(text: str) -> str:
    """The syntax, without the difference between `x[(1, 2)]` and `x[1, 2]`, which has no meaning."""
    return ast.dump(ast.parse(text))


def applied(edits: list[Edit]) -> Result:
    tree = ast.parse(SAMPLE)
    result = apply(SAMPLE, tree, [(edit,) for edit in edits], collect([(0, tree)]))
    touched: list[Span] = [edits[number].span for number in result.applied]
    assert verify(SAMPLE, result.text, touched) == []
    return result


@pytest.fixture(scope="module")
def lines() -> Lines:
    return Lines(SAMPLE)


def test_each_expression_put_together_again(lines: Lines) -> None:
    edits = [edit for node in expressions(ast.parse(SAMPLE)) if (edit := same(node, lines))]
    assert len(edits) >= 300
    for start in range(4):
        result = applied(edits[start::4])
        assert not result.refused
        assert meaning(result.text) == meaning(SAMPLE)


@pytest.mark.parametrize("seed", range(3))
def test_many_expressions_put_together_again(seed: int, lines: Lines) -> None:
    edits = [edit for node in expressions(ast.parse(SAMPLE)) if (edit := same(node, lines))]
    chosen = random.Random(seed).sample(edits, 100 * (seed + 1))
    result = applied(list(chosen))
    assert not result.refused
    assert meaning(result.text) == meaning(SAMPLE)


@pytest.mark.parametrize("seed", range(10))
def test_any_edits_leave_what_they_are_not_about(seed: int, lines: Lines) -> None:
    rng = random.Random(seed)
    templates = ["new", "a + b", "lambda: 0", "x, y", "{x}.q", "not {x}", "{@pandas.concat}({x})", "z if {x} else 1"]
    tree = ast.parse(SAMPLE)
    edits: list[Edit] = []
    for node in expressions(tree):
        span = span_of(node, lines)
        edits.append(Replace(span, rng.choice(templates), {"x": span}))
        if isinstance(node, ast.Attribute):
            edits.append(RenameAttribute(span, "renamed"))
        if isinstance(node, ast.Call):
            edits.append(EditCall(span, add={"added": rng.choice(["1", "a, b", "(yield)"])}))
            edits.append(EditCall(span, drop_positional=frozenset({0})))
            edits.append(EditCall(span, name_positional={len(node.args) - 1: "named"}))
    for statement in (node for node in ast.walk(tree) if isinstance(node, ast.stmt)):
        span = span_of(statement, lines)
        edits.append(ReplaceStatement(span, rng.choice(["", "new()", "if a:\n    b", "c = 1\nd = 2"])))
        edits.append(InsertStatement(span, "before = after", after=rng.random() < 0.5))
    result = applied(rng.sample(edits, 15))
    assert result.applied
