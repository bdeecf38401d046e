"""Types through the user's own modules: packages, relative imports, modules that import each other, stand-ins."""

from __future__ import annotations

import pytest

from tests.codemods.infer_helpers import holds

PACKAGE = {
    "lib": "from .io import read\nfrom . import deep",
    "lib.io": "import pandas as pd\nfrom .deep.build import add\ndef read(path):\n    return add(pd.read_csv(path))",
    "lib.deep": "",
    "lib.deep.build": "from ..const import SIZES\ndef add(df):\n    df['a'] = 1\n    return df\ndef sizes():\n    return SIZES",
    "lib.const": "SIZES = [1, 2]",
}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import lib\nlib.read('a')", "pandas.DataFrame"),
        ("import lib as l\nl.io.read('a')", "pandas.DataFrame"),
        ("from lib import read as r\nr('a')", "pandas.DataFrame"),
        ("from lib.io import read\nread('a')", "pandas.DataFrame"),
        ("import lib.deep.build\nlib.deep.build.sizes()", "list[int]"),
        ("import lib.deep.build as b\nb.add('a')", "str"),
        ("from lib import deep\ndeep.build", "module lib.deep.build"),
        ("from lib.deep import *\nread", "?"),
        ("from lib.const import *\nSIZES", "list[int]"),
        ("def f():\n    from lib.const import SIZES\n    return SIZES\nf()", "list[int]"),
        ("from lib.const import OTHER\nOTHER", "?"),
        ("import lib.nothing\nlib.nothing", "?"),
        ("from .lib.const import SIZES\nSIZES", "list[int]"),  # a script within a package
        ("from . import lib\nlib.const.SIZES", "list[int]"),
        ("from ...lib.const import SIZES\nSIZES", "list[int]"),  # further up than there is anything
    ],
)
def test_packages(code: str, expected: str) -> None:
    assert holds(code, **PACKAGE) == expected


def test_a_package_without_a_file_of_its_own() -> None:
    assert holds("import space.inner\nspace.inner.x", **{"space.inner": "x = 1"}) == "int"


def test_modules_that_import_each_other() -> None:
    modules = {
        "a": "import b\nfrom b import late\ndef one():\n    return b.two()\ndef three():\n    return 'a'",
        "b": "import a\nfrom a import three as early\ndef two():\n    return a.three()\nlate = 1.5",
    }
    assert holds("import a\na.one()", **modules) == "str"
    assert holds("import b\nb.a.late", **modules) == "?"  # a ran before b got there
    assert holds("import a\na.late", **modules) == "float"


def test_a_module_that_imports_itself() -> None:
    assert holds("import a\na.a.a.x", a="import a\nfrom a import x\nx = 1") == "int"


def test_what_the_module_s_own_global_holds_when_it_is_called() -> None:
    assert (
        holds("import a\na.set()\na.get()", a="x = 1\ndef set():\n    global x\n    x = 'b'\ndef get():\n    return x")
        == "int | str"
    )


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # a stand-in of which nothing is known does as the library's
        ("try:\n    from tools import make\nexcept ImportError:\n    from own import make\nmake()", "tools.Thing"),
        ("try:\n    from tools import Thing\nexcept:\n    from own import Thing\nThing()", "tools.Thing"),
        # known on both sides: either
        ("try:\n    from tools import Thing\nexcept ImportError:\n    from utils import Thing\nThing()", "Thing | tools.Thing"),
        # the first is not known either; or something else is bound
        ("try:\n    from fast import make\nexcept ImportError:\n    from own import make\nmake()", "?"),
        ("try:\n    from tools import make\nexcept ImportError:\n    make = f()\nmake()", "?"),
        ("try:\n    make = f\nexcept ValueError:\n    from own import make\nmake()", "?"),
    ],
)
def test_one_import_stands_in_for_another(code: str, expected: str) -> None:
    assert holds(code, utils="class Thing:\n    pass") == expected
