"""Names, scopes, branches, loops, functions, classes: what the last line holds."""

from __future__ import annotations

import ast
import sys

import pytest

from codemods.infer import Nothing, infer
from tests.codemods.infer_helpers import holds, inferred, show

PANDAS = "import pandas as pd\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # rebinding, deleting, shadowing
        ("x = 1\nx = 'a'\nx", "str"),
        ("x = 1\ndel x\nx", "?"),
        ("list = [1]\nlist", "list[int]"),
        ("def len(x): return 'mine'\nlen([])", "str"),
        # branches meet; one unknown way makes the whole unknown
        ("if a:\n    x = 1\nelse:\n    x = 'a'\nx", "int | str"),
        ("if a:\n    x = 1\nelse:\n    x = f()\nx", "?"),
        ("if a:\n    x = 1\nx", "int"),
        ("if a:\n    x = 1\nelse:\n    raise ValueError\nx", "int"),
        ("x = None\nif x is None:\n    x = 'a'\nx", "str"),
        ("try:\n    x = 1\nexcept E:\n    x = 'a'\nx", "int | str"),
        ("x = 1 if a else 'a'\nx", "int | str"),
        ("x = y if isinstance(y, str) else 'a'\nx", "str"),
        ("def f(x):\n    if not isinstance(x, str):\n        raise TypeError\n    return x\nf(unknown)", "str"),
        # loops
        ("x = None\nfor i in range(3):\n    x = 'a'\nx", "NoneType | str"),
        ("for a, b in zip(['a'], [1]):\n    pass\n(a, b)", "(str, int)"),
        ("for i, x in enumerate(['a']):\n    pass\n(i, x)", "(int, str)"),
        ("for k, v in {'a': 1}.items():\n    pass\n(k, v)", "(str, int)"),
        ("x = 0\nwhile a:\n    x = x + 1\nx", "int"),
        ("for x in [1, 'a']:\n    if isinstance(x, int):\n        continue\n    y = x\ny", "str"),
        # comprehensions do not leak
        ("x = 'a'\ny = [x for x in [1]]\nx", "str"),
        ("[w.lower() for w in 'a b'.split()]", "list[str]"),
        ("{k: v for k, v in [('a', 1)]}", "{str: int}"),
        # unpacking
        ("(a, b), c = (1, 'x'), [2]\n(a, b, c)", "(int, str, list[int])"),
        ("first, *rest = 1, 'a', 'b'\n(first, rest)", "(int, list[str])"),
        ("a = b = 'x'\nb", "str"),
        ("x = 'a'\nx += 'b'\nx", "str"),
        # containers remember what is put in
        ("xs = []\nxs.append('a')\nxs[0]", "str"),
        ("d = {}\nd['a'] = 1\nd['b'] = 'x'\nd['a']", "int"),
        ("from collections import defaultdict\nd = defaultdict(list)\nd['a'].append(1)\nd['z']", "list[int]"),
        ("sorted({'b': 1}, key=len)", "list[str]"),
        ("(1, 'a', 2.0)[-1]", "float"),
    ],
)
def test_statements(code: str, expected: str) -> None:
    assert holds(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # inlined at each call: the answer depends on the arguments
        ("def f(x): return x\n(f(1), f('a'))", "(int, str)"),
        ("def f(x, y='a'): return y\n(f(1), f(1, 2), f(1, y=2.0))", "(str, int, float)"),
        ("def f(*args, **kw): return args[1], kw['k']\nf(1, 'a', k=2.0)", "(str, float)"),
        ("def f(n): return 1 if n == 0 else f(n - 1)\nf(3)", "int"),
        ("def f():\n    global g\n    g = 'a'\nf()\ng", "str"),
        ("def outer():\n    n = 'a'\n    def inner():\n        return n\n    return inner\nouter()()", "str"),
        ("f = lambda x: x * 2\nf('a')", "str"),
        ("def f():\n    yield 'a'\nfor x in f():\n    pass\nx", "str"),
        ("def f():\n    import numpy as np\n    return np.zeros(3)\nf()", "numpy.ndarray"),
        (
            "def deco(f):\n    def inner(*a, **k):\n        return f(*a, **k)\n    return inner\n@deco\ndef g(x): return x\ng('a')",
            "str",
        ),
        ("from contextlib import contextmanager\n@contextmanager\ndef m():\n    yield 'a'\nwith m() as x:\n    pass\nx", "str"),
        ("list(map(lambda w: w.split(), ['a']))", "list[list[str]]"),
        # classes
        (
            "class A:\n    n = 1\n    def __init__(self): self.x = 'a'\n    def m(self): return self\n(A().m().x, A.n)",
            "(str, int)",
        ),
        ("class A:\n    def f(self): return 1\nclass B(A): pass\nB().f()", "int"),
        ("class A:\n    @property\n    def p(self): return 'a'\nA().p", "str"),
        (
            "class A:\n    @staticmethod\n    def s(x): return x\n    @classmethod\n    def c(cls): return cls()\n(A.s(1), A.c())",
            "(int, A)",
        ),
        ("class A:\n    def __getitem__(self, i): return 'a'\nA()[0]", "str"),
        (
            "from torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        self.fc = nn.Linear(1, 1)\n"
            "    def forward(self, x): return self.fc(x)\nNet()(1)",
            "torch.Tensor",
        ),
    ],
)
def test_functions_and_classes(code: str, expected: str) -> None:
    assert holds(code) == expected


def test_an_uncalled_function_knows_nothing_of_its_parameters() -> None:
    _, inference = inferred("import pandas as pd\ndef f(df):\n    df.ix[0]\n    other = pd.DataFrame()\n    other.ix[0]")
    accesses = {ast.unparse(node): show(types) for _, node, types in inference.accesses()}
    assert accesses["df.ix"] == "?"
    assert accesses["other.ix"] == "pandas.DataFrame"


def test_a_function_called_with_two_types_is_not_certain() -> None:
    _, inference = inferred("import pandas as pd\ndef f(x): return x.append(1)\nf(pd.DataFrame())\nf([1])")
    (types,) = [types for _, node, types in inference.accesses() if node.attr == "append"]
    assert show(types) == "list[int] | pandas.DataFrame"


def test_a_function_handed_to_unknown_code_may_get_anything() -> None:
    _, inference = inferred("import pandas as pd\ndef f(x): return x.ix[0]\nf(pd.DataFrame())\nregister(f)")
    (types,) = [types for _, node, types in inference.accesses() if node.attr == "ix"]
    assert show(types) == "?"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("from numpy import *\narray([1])", "numpy.ndarray"),
        ("from pylab import *\nsubplots()", "(matplotlib.figure.Figure, matplotlib.axes.Axes)"),
        ("import numpy\nnumpy.random.rand(3)", "numpy.ndarray"),
        ("import tools as t\nt.make().again().name", "str"),
        ("from tools import pair\nthing, name = pair()\nthing", "tools.Thing"),
        ("import tools\ntools.some()", "str | tools.Thing"),
    ],
)
def test_imports(code: str, expected: str) -> None:
    assert holds(code) == expected


def test_the_users_own_modules_are_followed() -> None:
    helper = "import pandas as pd\ndef load(path): return pd.read_csv(path)"
    assert holds("from helper import load\nload('a')", helper=helper) == "pandas.DataFrame"
    assert holds("import helper\nhelper.load('a')", helper=helper) == "pandas.DataFrame"


def test_patched_attributes_are_the_users() -> None:
    code = "import scipy.stats as stats\nstats.chisqprob = lambda c, d: 'mine'\nstats.chisqprob(1, 2)"
    assert holds(code) == "str"
    _, inference = inferred("import pandas as pd\npd.DataFrame.ix = property(f)\npd.DataFrame().ix")
    assert "pandas.DataFrame.ix" in inference.patched
    node = next(node for _, node, _ in inference.accesses() if node.attr == "ix" and isinstance(node.value, ast.Call))
    assert inference.shadowed(node)


def test_columns_and_own_attributes_shadow() -> None:
    _, inference = inferred("""
        import pandas as pd
        class Mine(pd.DataFrame):
            def ix(self): return 1
        df = pd.read_csv("a")
        df["order"] = 1
        df.order
        df.append(df)
        Mine().ix
    """)
    shadowed = {ast.unparse(node): inference.shadowed(node) for _, node, _ in inference.accesses()}
    assert shadowed["df.order"] and shadowed["Mine().ix"]
    assert not shadowed["df.append"]


def test_because_names_where_it_came_from() -> None:
    _, inference = inferred("import pandas as pd\ndf = pd.read_csv('a.csv')\ndf.ix")
    access = next(node for _, node, _ in inference.accesses() if node.attr == "ix")
    assert inference.because(access.value) == "df comes from pd.read_csv('a.csv') in cell 0, line 2"


@pytest.mark.parametrize(
    "code",
    [
        "x = " + " + ".join(["1"] * 700),
        "x = y" + ".a()" * 800,
        "x = " + "[" * 60 + "]" * 60,
        "\n".join(f"x{i} = x{i - 1}.f(x{i})" for i in range(1, 3000)),
        "def f(x): return f(f(f(x)))\nf(f(f(1)))",
        "\n".join(f"def f{i}(x):\n    return f{i - 1}(f{i - 1}(x))" for i in range(1, 12)) + "\nf11(1)",
        "for a in x:\n" + "".join(" " * (4 * i) + f"for b{i} in x:\n" for i in range(1, 15)) + " " * 60 + "c = b1 + b2",
    ],
)
def test_odd_code_neither_crashes_nor_hangs(code: str) -> None:
    before = sys.getrecursionlimit()
    infer([(0, ast.parse(code))], Nothing())
    assert sys.getrecursionlimit() == before
