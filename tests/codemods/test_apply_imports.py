"""Import statements moved, and imports added where a symbol has no spelling yet."""

from __future__ import annotations

import ast

import pytest

from codemods.apply import apply, collect
from codemods.records import MoveImport, Replace
from tests.codemods.apply_helpers import at, edited, reason, run, text

MOVED = [
    # import a.old
    ("import a.old", {"a.old": "a.new"}, "import a.new"),
    ("import a.old as c", {"a.old": "b.new"}, "import b.new as c"),
    ("import a.old as c, os", {"a.old": "c"}, "import c, os"),
    ("import a.old, os  # why", {"a.old": "a.new"}, "import a.new, os  # why"),
    ("import os, a.old", {"a.old": None}, "import os"),
    ("import a.old", {"a.old": None}, ""),
    ("import a.old.sub as s", {"a.old": "b"}, "import b.sub as s"),
    ("import old", {"old": "new"}, "import new as old"),
    ("import a.old, a.older", {"a.old": "a.new", "a.older": "a.new"}, "import a.new"),
    # from a import old
    ("from a import old", {"a.old": "b.old"}, "from b import old"),
    ("from a import old", {"a.old": "b.new"}, "from b import new as old"),
    ("from a import old as c", {"a.old": "b.new"}, "from b import new as c"),
    ("from a import old as new", {"a.old": "b.new"}, "from b import new"),
    ("from a import old", {"a.old": "old"}, "import old"),
    ("from a import old as c", {"a.old": "new"}, "import new as c"),
    ("from a import old, x", {"a.old": "b.old"}, "from a import x\nfrom b import old"),
    ("from a import x, old  # why", {"a.old": "b.old"}, "from a import x  # why\nfrom b import old"),
    ("from a import x, old, y", {"a.old": None}, "from a import x, y"),
    ("from a import old", {"a.old": None}, ""),
    ("from a import p, q", {"a.p": "b.p", "a.q": "c.q"}, "from b import p\nfrom c import q"),
    ("from a import p, x, q", {"a.p": "b.p", "a.q": "b.q"}, "from a import x\nfrom b import p, q"),
    ("from a import (p, q)", {"a": "b"}, "from b import (p, q)"),
    ("from a import p, q", {"a": "b", "a.q": "c.q"}, "from b import p\nfrom c import q"),
    ("from a.b import *", {"a.b": "c"}, "from c import *"),
    ("from a.b.c import d", {"a.b": "x"}, "from x.c import d"),
    ("from a import old; old.f()", {"a.old": "b.old"}, "from b import old; old.f()"),
    ("from a import old, x; old.f()", {"a.old": "b.old"}, "from a import x; from b import old; old.f()"),
    ("if x: from a import old", {"a.old": None}, "if x: pass"),
    ("try:\n    from a import old, x\nexcept E: y", {"a.old": "b.old"},
     "try:\n    from a import x\n    from b import old\nexcept E: y"),
    ("def f():\n    # why\n    from a import old\n    return old", {"a.old": "b.old"},
     "def f():\n    # why\n    from b import old\n    return old"),
    ("from a import x, \\\n    old", {"a.old": "b.old"}, "from a import x\nfrom b import old"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "moves", "after"), MOVED)
def test_moved(before: str, moves: dict[str, str | None], after: str) -> None:
    node = next(n for n in ast.walk(ast.parse(before)) if isinstance(n, ast.Import | ast.ImportFrom))
    place = at(before, ast.get_source_segment(before, node) or "")
    assert edited(before, *(MoveImport(place, old, new) for old, new in moves.items())) == after


def test_out_of_a_list_with_comments() -> None:
    before = text("""
        from a import (
            x,  # ex
            old,  # old
            y,  # why
        )
        """)
    place = at(before, before[:-1])
    assert edited(before, MoveImport(place, "a.old", "b.old")) == text("""
        from a import (
            x,  # ex
            # old
            y,  # why
        )
        from b import old
        """)
    assert edited(before, MoveImport(place, "a.y", "b.y"), MoveImport(place, "a.x", None)) == text("""
        from a import (
            # ex
            old,  # old
            # why
        )
        from b import y
        """)
    assert edited(before, *(MoveImport(place, f"a.{name}", f"b.{name}") for name in ("x", "old", "y"))) == (
        before.replace("from a", "from b")
    )


def test_a_package_name_that_is_needed_stays() -> None:
    before = "import a.old\na.old.f()\na.other.g()\n"
    edits = (
        MoveImport(at(before, "import a.old"), "a.old", "new"),
        Replace(at(before, "a.old", 1), "new"),
    )
    assert edited(before, edits) == "import a, new\nnew.f()\na.other.g()\n"
    assert edited(before.replace("a.other.g()", "b"), edits) == "import new\nnew.f()\nb\n"
    twice = before + "import a.other\n"
    assert edited(twice, edits) == "import new\nnew.f()\na.other.g()\nimport a.other\n"


@pytest.mark.parametrize(
    ("before", "old", "why"),
    [
        ("from a import b", "a.c", "does not import a.c"),
        ("import a", "b", "does not import b"),
        ("from .a import b", "a.b", "relative"),
    ],
)
def test_not_imported(before: str, old: str, why: str) -> None:
    assert why in reason(before, MoveImport(at(before, before), old, "x"))


def test_places_that_contradict() -> None:
    before = "from a import b"
    assert "different places" in reason(
        before, MoveImport(at(before, before), "a.b", "c.b"), MoveImport(at(before, before), "a.b", "d.b")
    )


# cell, symbol, the cell with `here` replaced by it
SPELLED = [
    # known already
    ("import pandas as pd\nhere\n", "pandas.concat", "import pandas as pd\npd.concat\n"),
    ("import pandas\nhere\n", "pandas.DataFrame.from_dict", "import pandas\npandas.DataFrame.from_dict\n"),
    ("from pandas import concat as c\nhere\n", "pandas.concat", "from pandas import concat as c\nc\n"),
    ("import numpy as np\nhere\n", "numpy.random.default_rng", "import numpy as np\nnp.random.default_rng\n"),
    ("import a.b\nhere\n", "a.b.c", "import a.b\na.b.c\n"),
    ("from a import b\nhere\n", "a.b.c", "from a import b\nb.c\n"),
    ("import pandas as pd\nhere\nimport pandas as q\n", "pandas.concat",
     "import pandas as pd\npd.concat\nimport pandas as q\n"),
    # added
    ("here\n", "pandas.concat", "import pandas as pd\npd.concat\n"),
    ("here\n", "numpy.linalg.norm", "import numpy as np\nnp.linalg.norm\n"),
    ("here\n", "matplotlib.pyplot.figure", "import matplotlib.pyplot as plt\nplt.figure\n"),
    ("here\n", "matplotlib.pyplot", "import matplotlib.pyplot as plt\nplt\n"),
    ("here\n", "sklearn.metrics.f1_score", "from sklearn.metrics import f1_score\nf1_score\n"),
    ("here\n", "sklearn.metrics.ConfusionMatrixDisplay.from_estimator",
     "from sklearn.metrics import ConfusionMatrixDisplay\nConfusionMatrixDisplay.from_estimator\n"),
    ("here\n", "joblib", "import joblib\njoblib\n"),
    ("here\n", "time.perf_counter", "import time\ntime.perf_counter\n"),
    ("here\n", "collections.OrderedDict", "from collections import OrderedDict\nOrderedDict\n"),
    ("import sklearn\nhere\n", "sklearn.metrics.f1_score",
     "import sklearn\nfrom sklearn.metrics import f1_score\nf1_score\n"),
    ("import matplotlib\nhere\n", "matplotlib.pyplot.figure",
     "import matplotlib\nimport matplotlib.pyplot as plt\nplt.figure\n"),
    ("here\n", "builtins.sorted", "sorted\n"),
    ("sorted = 1\nhere\n", "builtins.sorted", "import builtins\nsorted = 1\nbuiltins.sorted\n"),
    # the name is taken
    ("f1_score = 1\nhere\n", "sklearn.metrics.f1_score",
     "from sklearn.metrics import f1_score as _f1_score\nf1_score = 1\n_f1_score\n"),
    ("pd = 1\nhere\n", "pandas.concat", "import pandas as _pd\npd = 1\n_pd.concat\n"),
    ("import pandas as pd\nfor pd in x: pass\nhere\n", "pandas.concat",
     "import pandas as pd\nimport pandas as _pd\nfor pd in x: pass\n_pd.concat\n"),
    ("from time import time\nhere\n", "time.perf_counter",
     "from time import time\nfrom time import perf_counter\nperf_counter\n"),
    ("import numpy as np\ndef f(np):\n    here\n", "numpy.sum",
     "import numpy as np\nimport numpy as _np\ndef f(np):\n    _np.sum\n"),
    ("import numpy as np\ndef f(np): pass\nhere\n", "numpy.sum",
     "import numpy as np\ndef f(np): pass\nnp.sum\n"),
    ("here\n", "a.b.sum", "from a.b import sum as _sum\n_sum\n"),
    ("from x import *\nf(g)\nhere\n", "a.b.g", "from x import *\nfrom a.b import g as _g\nf(g)\n_g\n"),
    ("try:\n    import cPickle as pickle\nexcept E:\n    import pickle\nhere\n", "pickle.load",
     "from pickle import load\ntry:\n    import cPickle as pickle\nexcept E:\n    import pickle\nload\n"),
    # where it goes
    ('"""doc"""\nx\nhere\n', "a.b.c", '"""doc"""\nfrom a.b import c\nx\nc\n'),
    ("from __future__ import x\nhere\n", "a.b.c", "from __future__ import x\nfrom a.b import c\nc\n"),
    ("__magic_0__\nhere\n", "a.b.c", "__magic_0__\nfrom a.b import c\nc\n"),
    ("#!/usr/bin/python\n# coding: utf8\nhere\n", "a.b.c", "#!/usr/bin/python\n# coding: utf8\nfrom a.b import c\nc\n"),
    ("# Title\n\n# why\nhere\n", "a.b.c", "# Title\n\nfrom a.b import c\n# why\nc\n"),
    ("@here\ndef f(): pass\n", "a.b.c", "from a.b import c\n@c\ndef f(): pass\n"),
    ("import x; here\n", "a.b.c", "from a.b import c\nimport x; c\n"),
    ("import x\n\n# then\nhere", "a.b.c", "import x\nfrom a.b import c\n\n# then\nc"),
    ("from x import (\n    y,\n)  # z\nhere\nimport q\n", "a.b.c",
     "from x import (\n    y,\n)  # z\nfrom a.b import c\nc\nimport q\n"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "symbol", "after"), SPELLED)
def test_spelled(before: str, symbol: str, after: str) -> None:
    assert edited(before, Replace(at(before, "here"), f"{{@{symbol}}}")) == after


def test_added_once_for_a_cell() -> None:
    before = "x = old(1) + old(2)\n"
    edits = [Replace(at(before, "old", n), "{@pandas.concat}") for n in range(2)]
    edits.append(Replace(at(before, "1"), "{@a.b.c}"))
    result = run(before, edits)
    assert result.text == "import pandas as pd\nfrom a.b import c\nx = pd.concat(c) + pd.concat(2)\n"
    assert result.added == ("import pandas as pd", "from a.b import c")


def test_added_once_for_a_notebook() -> None:
    cells = ["x = 1\n", "y = old\n", "z = old\n"]
    scope = collect((index, ast.parse(cell)) for index, cell in enumerate(cells))
    texts = []
    for index, cell in enumerate(cells):
        edits = [(Replace(at(cell, "old"), "{@numpy.sum}"),)] if "old" in cell else []
        result = apply(cell, ast.parse(cell), edits, scope.at(index))
        scope = result.imports
        texts.append(result.text)
    assert texts == ["x = 1\n", "import numpy as np\ny = np.sum\n", "z = np.sum\n"]


def test_imports_of_later_cells_do_not_count() -> None:
    cells = ["y = old\n", "import pandas\n"]
    scope = collect((index, ast.parse(cell)) for index, cell in enumerate(cells))
    result = apply(cells[0], ast.parse(cells[0]), [(Replace(at(cells[0], "old"), "{@pandas.concat}"),)], scope.at(0))
    assert result.text == "import pandas as pd\ny = pd.concat\n"


def test_only_what_is_made_adds_imports() -> None:
    before = "a.b = 1\n"
    result = run(before, [(Replace(at(before, "a.b"), "{@pandas.concat}()"),)])
    assert result.text == before and not result.applied and not result.added


def test_a_moved_import_is_known_by_its_new_symbol() -> None:
    before = "from a import old\nhere\n"
    after = edited(
        before,
        MoveImport(at(before, "from a import old"), "a.old", "b.c.new"),
        Replace(at(before, "here"), "{@b.c.new}"),
    )
    assert after == "from b.c import new as old\nold\n"


def test_a_name_that_an_import_gives_up_is_free() -> None:
    before = "from a import thing\nthing()\n"
    after = edited(
        before,
        (
            MoveImport(at(before, "from a import thing"), "a.thing", None),
            Replace(at(before, "thing", 1), "{@b.c.thing}"),
        ),
    )
    assert after == "from b.c import thing\nthing()\n"


def test_a_name_that_is_given_up() -> None:
    before = "from a import old, x\nfrom a import old as o\nold(o)\n"
    after = edited(
        before,
        MoveImport(at(before, "from a import old, x"), "a.old", "a.new", keep_name=False),
        MoveImport(at(before, "from a import old as o"), "a.old", "a.new", keep_name=False),
        Replace(at(before, "old", 2), "{@a.new}"),
    )
    assert after == "from a import new, x\nfrom a import new as o\nnew(o)\n"


@pytest.mark.parametrize(
    ("statement", "use"),
    [
        ("import s.old", "s.new.K"),
        ("import s.old as c", "c.K"),
        ("from s import old", "old.K"),
        ("from s.old import K", "K"),
        ("from s.old import K as k", "k"),
    ],
)
def test_uses_of_a_moved_module(statement: str, use: str) -> None:
    before = f"{statement}\nhere\n"
    move = MoveImport(at(before, statement), "s.old", "s.new")
    after = edited(before, move, Replace(at(before, "here"), "{@s.new.K}"))
    assert after.splitlines()[1:] == [use]
    assert "old." not in after.splitlines()[0]
