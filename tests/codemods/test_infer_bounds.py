"""Odd, deep, wide and long code: inference never fails on it, and its work stays in proportion."""

from __future__ import annotations

import ast

import pytest

from codemods.infer import Inference, Nothing, infer, run_cells
from codemods.infer.expressions import EVALUATORS
from codemods.infer.machine import STEPS, Machine
from codemods.types import Instance
from tests.codemods.infer_helpers import facts, holds, inferred, show

PANDAS = "import pandas as pd\n"


def ran(*cells: str) -> Inference:
    """Infer these cells, and ask for all that can be asked."""
    inference = infer([(index, ast.parse(cell)) for index, cell in enumerate(cells)], Nothing())
    for _, node, _ in inference.accesses():
        inference.because(node.value)
    return inference


def steps(inference: Inference) -> int:
    return STEPS - inference._machine.steps


@pytest.mark.parametrize(
    "code",
    [
        "x = []\n" + "x = [x]\n" * 3000 + "x.y",
        "x = {}\n" + "x = {'a': x, 'b': (x, [x])}\n" * 1000 + "x.y",
        "x = ()\nfor i in y:\n    x = (x, x)\n" * 50 + "x.y",
        "x = []\n" + "x.append(x)\n" * 300 + "x[0].y",
        "from sklearn.model_selection import GridSearchCV\nx = 1\n" + "x = GridSearchCV(x)\n" * 500 + "x.y",
        "f = len\n" + "f = [f].append\n" * 300 + "f.y",
        "y = x" + ".head()" * 900 + "\ny.x",
        "x = " + "(" * 150 + "1" + ")" * 150,
        "x = " + "[" * 150 + "1" + "]" * 150,
        "x = " + " + ".join(["a"] * 900),
        "x = " + " and ".join(f"a{i}" for i in range(2000)),
        "x = " + "1 if a else " * 80 + "2",
        "f = " + "lambda x: " * 70 + "x\nf(1)" + "(1)" * 60,
        "if a:\n    pass\n" + "".join(f"elif a == {i}:\n    x = {i}\n" for i in range(900)) + "x.y",
    ],
)
def test_deep_code(code: str) -> None:
    ran(code)


@pytest.mark.parametrize(
    "code",
    [
        "a = b\nb = a\na.x",
        "class A: pass\nfor i in y:\n    class A(A):\n        def f(self):\n            return self.g()\nA().f().x\nA().zz",
        "class A(B): pass\nclass B(A): pass\nA().x.y",
        "class A:\n    def __init__(self):\n        self.a = [self]\n        self.b = {'x': self.a}\n    def f(self):\n        self.a = [self.a]\n        return self.f()\nA().f()\nA().a[0].b",
        "class A:\n    def __iter__(self):\n        return self\nfor x in A():\n    x.y",
        "class A:\n    def __getitem__(self, i):\n        return self[i]\nA()[0].x",
        "class A:\n    def __enter__(self):\n        return self\n    def __call__(self):\n        return self()\nwith A() as a:\n    a()()().x",
        "def f(): return g()\ndef g(): return f()\nf().x",
        "def d(f): return d(f)\n" + "@d\n" * 100 + "def g(): return g()\ng().x",
        "def f(x): return f([x])\nf(1).x",
        "x = lambda: x()\nx().y",
        "def f():\n    global f\n    f = f()\nf()\nf.x",
        "def f(g=None):\n    return f(f)\nf(f).x",
        "def gen():\n    yield from gen()\nfor x in gen():\n    x.y",
        "import a\nimport a.b\na.a = a\na.a.b.c",
        "del x\ndel x.y\ndel x[0]\nx.z",
        "x, (y, *z), [w] = w, z, y\nx.a",
        "*x, = x\nx.y",
        "nonlocal_ = 1\nglobal q\nq.x",
        "try:\n    pass\nexcept* E as e:\n    e.x\nelse:\n    y.z\nfinally:\n    z.w",
        "match x:\n    case {'a': [1, *r], **k} if r.x:\n        k.y\n    case A(b=c) | d:\n        c.z",
        "async def f():\n    async for x in y:\n        async with x as z:\n            await z.w\n",
        "[x.y for x in [x.z for x in x.w]]",
        "(x := x.y).z\n[(y := z) for z in y]\ny.a",
        "lambda *a, k=1, **kw: (a.x, kw.y)",
        "return_ = yield_ = 1\nprint(f'{x.y!r:>{z.w}}')",
        "type(x)(y).z\nsuper().x\nsuper(A, b).y\n__class__.z",
        "x.__class__.__bases__[0].__dict__['y'].z",
        "from .. import x\nfrom ...y import z\nfrom . import *\nx.z",
        "exec('x = 1')\nx.y\nglobals()['x'].y\nlocals().x",
    ],
)
def test_odd_and_cyclic_code(code: str) -> None:
    assert steps(ran(code)) < 5000


def test_functions_that_call_each_other_widely() -> None:
    calls = "\n".join(f"def f{i}(x, y):\n    return f{i + 1}(x, y) or f{i + 1}(y, x) or f{i + 1}([x], y)" for i in range(40))
    assert steps(ran(f"{calls}\ndef f40(x, y): return x\nf0(1, 'a').y")) < 20_000


def test_nested_loops_do_not_multiply() -> None:
    loops = "".join("    " * i + f"for a{i} in b{i}:\n" for i in range(18))
    assert steps(ran(f"x = 1\n{loops}{'    ' * 18}x = x + a0\nx.y")) < 2000


def test_the_work_grows_with_the_number_of_cells() -> None:
    def cells(count: int) -> list[str]:
        return [f"d{i} = pd.read_csv('a')\nd{i}['x'] = 1\ndef f{i}(d):\n    return d.head()\nf{i}(d{i}).y" for i in range(count)]

    few, many = (steps(ran(PANDAS, *cells(count))) for count in (50, 500))
    assert many < 11 * few


def test_a_cell_of_ten_thousand_lines() -> None:
    lines = "\n".join(f"df['c{i}'] = df['c{i - 1}'] + {i}" for i in range(10_000))
    inference = ran(f"{PANDAS}df = pd.read_csv('a')\n{lines}\ndf.x")
    assert steps(inference) < 100_000
    (kind,) = inference._machine.scope.names["df"]
    assert isinstance(kind, Instance) and len(kind.facts) < 200


def test_a_dict_with_many_keys_still_knows_what_it_holds() -> None:
    filled = "\n".join(f"d['k{i}'] = pd.DataFrame()" for i in range(2000))
    assert holds(f"{PANDAS}d = {{'a': 1}}\n{filled}\nd['k1999']") == "int | pandas.DataFrame"
    assert holds(f"{PANDAS}d = {{'a': 1}}\n{filled}\nd['k3']") == "pandas.DataFrame"


def test_what_is_too_deep_is_known_on_the_outside() -> None:
    tree, inference = inferred("x = 1\n" + "x = [x]\n" * 200 + "x\nx[0]")
    inner, outer = tree.body[-1], tree.body[-2]
    assert isinstance(outer, ast.Expr) and isinstance(inner, ast.Expr)
    assert show(inference.types(outer.value)).startswith("list[list[")
    assert not show(inference.types(inner.value)).startswith("int")


def test_a_change_reaches_every_name_of_a_frame_among_very_many() -> None:
    many = "\n".join(f"d{i} = pd.DataFrame({{'a': [{i}]}})" for i in range(500))
    code = f"{PANDAS}{many}\nalias = d7\nbox = [d7]\nd7['a'] = 'x'\n"
    assert facts(f"{code}d8")["column a"] == "int"
    assert facts(f"{code}d7")["column a"] == "str"
    for name in ("alias", "box[0]"):
        assert facts(f"{code}{name}").get("column a") != "int"


def test_when_the_budget_is_spent_the_rest_is_unknown() -> None:
    machine = Machine(Nothing(), {}, {}, evaluate=EVALUATORS, steps=30)
    tree = ast.parse("x = 'a'\n" + "x = x.strip()\n" * 50 + "x.y\nz = 1\nz.y")
    run_cells(machine, [(0, tree)])
    inference = Inference([(0, tree)], machine)
    assert machine.scope.names["x"] == machine.scope.names["z"] == frozenset()
    assert {inference.receiver(node.value) for _, node, _ in inference.accesses() if node.attr == "y"} == {frozenset()}
