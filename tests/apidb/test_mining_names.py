"""What mining makes of names: each test shows the sources before and after, and what is told of them."""

from __future__ import annotations

import pytest

from apidb.names import Source

from .conftest import Mine
from .telling import changes, keywords


def test_module_removed_gives_a_move_for_each_name(mine: Mine) -> None:
    body = 'def split(*arrays):\n    """Split arrays into random train and test subsets."""\n    return arrays\n'
    lib = mine(
        {
            "1.0": {"__init__.py": "", "validation.py": body},
            "2.0": {"__init__.py": "", "selection.py": body},
        }
    )
    assert changes(lib, "lib.validation.split") == ["moved → lib.selection.split 2.0 certain"]
    assert changes(lib, "lib.validation") == ["renamed → lib.selection 2.0 certain"]
    assert lib.absent("lib.validation.split", "2.0")


def test_same_name_elsewhere_with_another_signature_is_not_certain(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": "",
                "validation.py": '''
                    class KFold:
                        """K-Folds cross validation iterator over n elements."""
                        def __init__(self, n, n_folds=3): ...
                ''',
            },
            "2.0": {
                "__init__.py": "",
                "selection.py": '''
                    class KFold:
                        """K-Folds cross-validator."""
                        def __init__(self, n_splits=5): ...
                        def split(self, X): ...
                ''',
            },
        }
    )
    (change,) = lib.history("lib.validation.KFold").changes
    assert change.new == "lib.selection.KFold"
    assert change.confidence != "certain"


def test_dropped_alias_of_a_living_object_is_certain(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "from .core import f\nfrom .core import f as g\n", "core.py": "def f(x): ...\n"},
            "1.1": {"__init__.py": "from .core import f\n", "core.py": "def f(x): ...\n"},
        }
    )
    assert changes(lib, "lib.g") == ["renamed → lib.f 1.1 certain"]


def test_name_of_a_builtin_goes_back_to_the_builtin(mine: Mine) -> None:
    """numpy.float: a plain import first, then served with a warning, then gone."""
    lib = mine(
        {
            "1.19": {"__init__.py": "from builtins import float\ndef array(x): ...\n"},
            "1.20": {
                "__init__.py": """
                    import builtins as _builtins
                    def array(x): ...
                    _deprecated = {n: (getattr(_builtins, n), "use it itself") for n in ["float"]}
                    def __getattr__(attr):
                        try:
                            value, message = _deprecated[attr]
                        except KeyError:
                            pass
                        else:
                            warnings.warn(message, DeprecationWarning)
                            return value
                        raise AttributeError(attr)
                """
            },
            "1.24": {"__init__.py": "def array(x): ...\ndef __getattr__(attr):\n    raise AttributeError(attr)\n"},
        }
    )
    assert [(i.since, i.until) for i in lib.history("lib.float").intervals] == [("1.19", "1.24")]
    assert changes(lib, "lib.float") == ["moved → builtins.float 1.24 certain"]
    assert lib.absent("lib.float", "1.24")
    assert not lib.absent("lib.float", "1.20")


def test_expired_table_names_the_replacement(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "nan = 1.0\nNaN = nan\n"},
            "2.0": {
                "__init__.py": """
                    from ._expired import __expired_attributes__
                    nan = 1.0
                    def __getattr__(attr):
                        if attr in __expired_attributes__:
                            raise AttributeError(__expired_attributes__[attr])
                        raise AttributeError(attr)
                """,
                "_expired.py": '__expired_attributes__ = {"NaN": "Use `lib.nan` instead."}\n',
            },
        }
    )
    assert changes(lib, "lib.NaN") == ["renamed → lib.nan 2.0 certain"]


def test_method_removed_with_a_notice_that_names_its_successor(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": '''
                    import warnings
                    class Frame:
                        def items(self): ...
                        def iteritems(self):
                            """.. deprecated:: 1.0
                                 Use `items` instead.
                            """
                '''
            },
            "2.0": {"__init__.py": "class Frame:\n    def items(self): ...\n"},
        }
    )
    assert changes(lib, "lib.Frame.iteritems") == ["renamed → lib.Frame.items 2.0 certain"]


def test_inherited_method_is_found_through_bases(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": "from .frame import Frame\n",
                "frame.py": "from ._base import Base\nclass Frame(Base): ...\n",
                "_base.py": "class Base:\n    def append(self, other, sort=False): ...\n    def head(self): ...\n",
            },
            "2.0": {
                "__init__.py": "from .frame import Frame\n",
                "frame.py": "from ._base import Base\nclass Frame(Base): ...\n",
                "_base.py": "class Base:\n    def head(self): ...\n",
            },
        }
    )
    symbol = lib.resolve("lib.Frame.append", "1.0")
    assert symbol is not None
    assert (symbol.name, symbol.owner) == ("lib.Frame.append", "lib.frame.Base")
    assert keywords(lib, "lib.Frame.append", "1.0") == ["pk:other", "pk:sort"]
    assert lib.resolve("lib.Frame.append", "2.0") is None
    assert lib.absent("lib.Frame.append", "2.0")
    assert lib.mro("lib.Frame", "2.0") == ("lib.Frame", "lib.frame.Base")


@pytest.mark.parametrize(
    "after",
    [
        pytest.param("def __getattr__(name):\n    return load(name)\n", id="module __getattr__"),
        pytest.param("for n in names():\n    globals()[n] = make(n)\n", id="globals()"),
        pytest.param("from .compiled import *\n", id="compiled module"),
        pytest.param("import sys\nsys.modules[__name__] = Lazy()\n", id="module replaced"),
    ],
)
def test_name_that_may_still_be_served_is_not_absent(mine: Mine, after: str) -> None:
    lib = mine({"1.0": {"__init__.py": "def f(x): ...\ndef g(): ...\n"}, "2.0": {"__init__.py": f"def g(): ...\n{after}"}})
    assert lib.resolve("lib.f", "2.0") is None
    assert not lib.absent("lib.f", "2.0")


def test_member_that_may_still_be_attached_is_not_absent(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "class A:\n    def add(self): ...\n"},
            "2.0": {"__init__.py": "class A: ...\nfor n in ['add']:\n    setattr(A, n, make(n))\n"},
        }
    )
    assert not lib.absent("lib.A.add", "2.0")


def test_path_that_never_existed_is_not_absent(mine: Mine) -> None:
    lib = mine({"1.0": {"__init__.py": "def f(): ...\n"}, "2.0": {"__init__.py": "def f(): ...\n"}})
    assert lib.resolve("lib.nonsense", "2.0") is None
    assert not lib.absent("lib.nonsense", "2.0")


def test_members_of_compiled_classes_reach_back_from_the_first_stubs(mine: Mine) -> None:
    stub = "class ndarray:\n    def ravel(self): ...\n"
    lib = mine(
        {
            "1.0": {"__init__.py": "from ._core import ndarray\n"},
            "1.1": {"__init__.py": "from ._core import ndarray\n", "__init__.pyi": f"{stub}    def ptp(self): ...\n"},
            "2.0": {"__init__.py": "from ._core import ndarray\n", "__init__.pyi": stub},
        }
    )
    assert lib.resolve("lib.ndarray.ravel", "1.0") is not None
    assert lib.resolve("lib.ndarray.ptp", "1.0") is not None
    assert lib.absent("lib.ndarray.ptp", "2.0")


def test_what_a_class_had_before_it_was_compiled_is_not_certainly_gone(mine: Mine) -> None:
    """Stubs need not tell all: pandas' BusinessHour.start, whose base was compiled earlier."""
    base = "class Base:\n    def base(self): ...\n"
    lib = mine(
        {
            "1.0": {
                "__init__.py": "from ._core import Base\n\nclass Offset(Base):\n    def rule(self): ...\n    def start(self): ...\n",
                "_core.pyi": base,
            },
            "2.0": {
                "__init__.py": "from ._core import Base, Offset\n",
                "_core.pyi": f"{base}\nclass Offset(Base):\n    def rule(self): ...\n",
            },
        }
    )
    assert lib.resolve("lib.Offset.rule", "2.0") is not None
    assert lib.resolve("lib.Offset.start", "2.0") is None and not lib.absent("lib.Offset.start", "2.0")


@pytest.mark.parametrize(
    ("advice", "confidence"),
    [
        ("Use `g` instead.", "certain"),
        ("Use `g(x, axis=0)` instead.", "likely"),
        ("Use `g` with a proper dtype instead.", "likely"),
    ],
)
def test_advice_with_strings_attached_is_not_certain(mine: Mine, advice: str, confidence: str) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": f'def g(x): ...\ndef f(x):\n    """\n    .. deprecated:: 1.0\n       {advice}\n    """\n'},
            "2.0": {"__init__.py": "def g(x): ...\n"},
        }
    )
    assert changes(lib, "lib.f") == [f"renamed → lib.g 2.0 {confidence}"]


def test_class_that_only_warns_is_its_base(mine: Mine) -> None:
    resize = "class Resize:\n    def __init__(self, size, how=1): ...\n    def __call__(self, image): ...\n"
    scale = """
class Scale(Resize):
    def __init__(self, *args, **kwargs):
        warnings.warn("Scale is deprecated, please use Resize instead.")
        super().__init__(*args, **kwargs)
"""
    lib = mine({"1.0": {"__init__.py": f"import warnings\n{resize}{scale}"}, "1.1": {"__init__.py": resize}})
    assert changes(lib, "lib.Scale") == ["renamed → lib.Resize 1.1 certain"]


def test_subclass_that_does_more_is_not_its_base(mine: Mine) -> None:
    resize = "class Resize:\n    def __init__(self, size): ...\n    def __call__(self, image): ...\n"
    scale = """
class Scale(Resize):
    def __init__(self, size):
        warnings.warn("Scale is deprecated, please use Resize instead.")
    def __call__(self, image): ...
"""
    lib = mine({"1.0": {"__init__.py": f"import warnings\n{resize}{scale}"}, "1.1": {"__init__.py": resize}})
    (change,) = lib.history("lib.Scale").changes
    assert (change.new, change.confidence.value) == ("lib.Resize", "likely")


def test_alias_of_the_same_last_name_comes_first(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": "from .pooling import MaxPooling\nMaxPool = MaxPooling\n",
                "pooling.py": "class MaxPooling: ...\n",
            },
            "1.1": {
                "__init__.py": "from ._pooling import MaxPooling\nMaxPool = MaxPooling\n",
                "_pooling.py": "class MaxPooling: ...\n",
            },
        }
    )
    assert lib.identity("lib.MaxPool") == "lib.MaxPooling"


def test_alias_by_its_own_documentation(mine: Mine) -> None:
    alias = (
        'def simps(y, x=None):\n    """An alias of `simpson`.\n\n    `simps` is retained for backwards compatibility.\n    """\n'
    )
    plain = "def simpson(y, x=None): ...\n"
    lib = mine({"1.0": {"__init__.py": plain + alias}, "1.1": {"__init__.py": plain}})
    assert changes(lib, "lib.simps") == ["renamed → lib.simpson 1.1 certain"]


def test_class_made_by_new_warns_there(mine: Mine) -> None:
    code = """
import warnings
class Grouper:
    def __init__(self, freq=None): ...
class TimeGrouper:
    def __new__(cls, *args, **kwargs):
        warnings.warn("lib.TimeGrouper is deprecated and will be removed; please use lib.Grouper(freq=...)", FutureWarning)
"""
    lib = mine({"1.0": {"__init__.py": code}, "1.1": {"__init__.py": code[: code.index("class TimeGrouper")]}})
    assert changes(lib, "lib.TimeGrouper") == ["renamed → lib.Grouper 1.1 likely"]


def test_move_into_the_legacy_module_is_never_certain(mine: Mine) -> None:
    """tf.placeholder is tf.compat.v1.placeholder, but works only where eager execution is off."""
    files = {
        "__init__.py": "from .ops import placeholder\n",
        "ops.py": "def placeholder(x): ...\n",
        "compat.py": "from .ops import placeholder\n",
    }
    lib = mine(
        {"1.0": files, "2.0": files | {"__init__.py": ""}},
        source=Source("lib", ("lib",), internal=r"lib\.ops\b", legacy="lib.compat"),
    )
    assert changes(lib, "lib.placeholder") == ["moved → lib.compat.placeholder 2.0 likely"]


def test_members_of_a_lost_base_in_the_standard_library_are_gone(mine: Mine) -> None:
    def release(base: str) -> dict[str, str]:
        return {
            "__init__.py": f"""
                from collections.abc import MutableSequence, Sequence

                class Axes:
                    class ArtistList({base}):
                        def insert(self, index, item): ...
            """
        }

    lib = mine({"3.5": release("MutableSequence"), "3.7": release("Sequence")})
    assert changes(lib, "lib.Axes.ArtistList.remove") == ["removed 3.7 likely"]
    assert changes(lib, "lib.Axes.ArtistList.insert") == changes(lib, "lib.Axes.ArtistList.index") == []


def test_heir_with_other_defaults_is_not_certain(mine: Mine) -> None:
    def heir(solver: str) -> str:
        return f"""
            class NMF:
                def __init__(self, solver="cd"): ...

            class OldNMF(NMF):
                \"""Factorize.

                .. deprecated:: 1.0
                    Use NMF instead.
                \"""
                def __init__(self, solver={solver!r}):
                    super().__init__(solver=solver)
        """

    new = {"__init__.py": 'class NMF:\n    def __init__(self, solver="cd"): ...\n'}
    assert changes(mine({"1.0": {"__init__.py": heir("pg")}, "2.0": new}), "lib.OldNMF") == ["renamed → lib.NMF 2.0 likely"]
    other = mine({"1.0": {"__init__.py": heir("cd")}, "2.0": new}, name="other")
    assert changes(other, "other.OldNMF") == ["renamed → other.NMF 2.0 certain"]
