"""What mining makes of two releases: each test shows the sources before and after, and what is told of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from apidb import Change, Library
from apidb.mine.extract import snapshot
from apidb.mine.parse import parse
from apidb.mine.reach import reached_files
from apidb.mine.tolerant import enforced, renamed
from apidb.names import Source

from .conftest import Mine


def changes(library: Library, path: str) -> list[str]:
    return [told(change) for change in library.history(path).changes]


def told(change: Change) -> str:
    words = (change.kind, change.old, "→" if change.new else None, change.new, change.release, change.confidence)
    return " ".join(word for word in words if word)


def keywords(library: Library, path: str, release: str) -> list[str]:
    symbol = library.resolve(path, release)
    assert symbol is not None and symbol.signature is not None
    return [f"{p.kind}:{p.name}" for p in symbol.signature.parameters]


# --- what became of a name --------------------------------------------------------------------------------------


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


# --- what must not be called gone -----------------------------------------------------------------------------------


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


# --- keywords -------------------------------------------------------------------------------------------------------


def test_keyword_renamed_through_a_sentinel(mine: Mine) -> None:
    """OneHotEncoder(sparse=…): the old keyword works until it leaves the signature."""
    lib = mine(
        {
            "1.1": {"__init__.py": "class Encoder:\n    def __init__(self, sparse=True): ...\n"},
            "1.2": {"__init__.py": "class Encoder:\n    def __init__(self, sparse='deprecated', sparse_output=True): ...\n"},
            "1.4": {"__init__.py": "class Encoder:\n    def __init__(self, sparse_output=True): ...\n"},
        }
    )
    assert changes(lib, "lib.Encoder") == ["keyword_renamed sparse → sparse_output 1.4 certain"]


def test_keyword_only_counts_from_the_release_that_enforces_it(mine: Mine) -> None:
    signature = "def f(a, *, b=1): ...\n"
    lib = mine(
        {
            "0.22": {"__init__.py": "def f(a, b=1): ...\n"},
            "0.23": {"__init__.py": f"@_deprecate_positional_args\n{signature}"},
            "1.0": {"__init__.py": signature},
        }
    )
    assert keywords(lib, "lib.f", "0.23") == ["pk:a", "pk:b"]
    assert keywords(lib, "lib.f", "1.0") == ["pk:a", "ko:b"]
    assert changes(lib, "lib.f") == ["keyword_only b → b 1.0 certain"]


def test_renaming_decorator_keeps_the_old_keyword_alive(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "def f(old=1): ...\n"},
            "1.1": {"__init__.py": "@rename_parameter('1.1', 'old', 'new')\ndef f(new=1): ...\n"},
            "1.3": {"__init__.py": "def f(new=1): ...\n"},
        }
    )
    assert keywords(lib, "lib.f", "1.1") == ["pk:new", "ko:old"]
    assert "keyword_renamed old → new 1.3 certain" in changes(lib, "lib.f")


def test_keyword_swallowed_by_kwargs_is_not_certainly_gone(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "def f(a, lw=1): ...\ndef g(a, lw=1): ...\n"},
            "1.1": {"__init__.py": "def f(a, **kwargs): ...\ndef g(a): ...\n"},
        }
    )
    assert changes(lib, "lib.f") == ["keyword_removed lw 1.1 likely"]
    assert changes(lib, "lib.g") == ["keyword_removed lw 1.1 certain"]


def test_keywords_forwarded_to_the_base_are_known(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": """
                    class Model:
                        def __init__(self, max_depth=3, eta=0.1): ...
                    class Classifier(Model):
                        def __init__(self, objective="logistic", **kwargs):
                            super().__init__(objective=objective, **kwargs)
                """
            }
        }
    )
    assert keywords(lib, "lib.Classifier", "1.0") == ["pk:objective", "ko:max_depth", "ko:eta"]


def test_default_changed_across_a_warning_release(mine: Mine) -> None:
    """n_estimators: 10 → 'warn' → 100 is one change."""
    lib = mine(
        {
            "0.19": {"__init__.py": "def f(n=10, tol=1e-3): ...\n"},
            "0.20": {"__init__.py": "def f(n='warn', tol=0.001): ...\n"},
            "0.22": {"__init__.py": "def f(n=100, tol=0.001): ...\n"},
        }
    )
    assert changes(lib, "lib.f") == ["default_changed n=10 → n=100 0.22 certain"]


# --- reading odd sources ----------------------------------------------------------------------------------------


def test_all_that_cannot_be_evaluated_hides_nothing(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": "from .signal import *\n",
                "signal.py": "def hann(M): ...\n__all__ = [s for s in dir() if not s.startswith('_')]\n",
            }
        }
    )
    symbol = lib.resolve("lib.hann", "1.0")
    assert symbol is not None and symbol.name == "lib.hann"


def test_function_hidden_behind_its_module(mine: Mine) -> None:
    lib = mine({"1.0": {"__init__.py": "from .bar import bar\n", "bar.py": "def bar(x): ...\ndef other(): ...\n"}})
    assert keywords(lib, "lib.bar", "1.0") == ["pk:x"]
    assert lib.resolve("lib.bar.other", "1.0") is not None


def test_overload_only_stub_functions_are_members(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": "",
                "__init__.pyi": """
                    from typing import overload
                    @overload
                    def choice(a: int) -> int: ...
                    @overload
                    def choice(a: int, size: int) -> list[int]: ...
                """,
            }
        }
    )
    assert keywords(lib, "lib.choice", "1.0") == ["pk:a", "pk:size"]


def test_deprecated_module_serves_its_names(mine: Mine) -> None:
    """scipy's shims: everything through a __getattr__ that is told the list of names."""
    lib = mine(
        {
            "1.0": {
                "__init__.py": "",
                "old.py": """
                    __all__ = ["hann"]
                    def __getattr__(name):
                        return _sub_module_deprecation(module="old", all=__all__, attribute=name)
                """,
            }
        }
    )
    assert lib.resolve("lib.old.hann", "1.0") is not None
    assert lib.star("lib.old", "1.0") == {"hann": "lib.old.hann"}


def test_generic_aliases_are_classes_of_their_own(mine: Mine) -> None:
    lib = mine({"1.0": {"__init__.py": "class signed:\n    def item(self): ...\nint64 = signed[int]\n"}})
    symbol = lib.resolve("lib.int64", "1.0")
    assert symbol is not None
    assert (symbol.kind, symbol.name, symbol.bases) == ("class", "lib.int64", ("lib.signed",))


@pytest.mark.parametrize(
    ("source", "name"),
    [
        pytest.param(b"def f(x):\n    print x\n", "f", id="Python 2 print"),
        pytest.param(b"try:\n    pass\nexcept A, e:\n    raise B, 'c'\ndef f(): pass\n", "f", id="Python 2 except"),
        pytest.param(b"def f[T](x: T) -> T: ...\n", "f", id="PEP 695 function"),
        pytest.param(b"type Pair[T] = tuple[T, T]\ndef f(): ...\n", "f", id="PEP 695 alias"),
        pytest.param(b"# caf\xe9\ndef f(): pass\n", "f", id="Latin-1 without saying so"),
        pytest.param(b"\xef\xbb\xbfdef f():\r\n    pass\r\n", "f", id="BOM and CRLF"),
    ],
)
def test_sources_of_all_ages_parse(source: bytes, name: str) -> None:
    parsed = parse(source)
    assert parsed is not None
    assert name in {getattr(node, "name", None) for node in parsed[0].body}


def test_renaming_decorators_are_read() -> None:
    assert renamed("deprecate_kwarg(old_arg_name='a', new_arg_name='b')") == ("a", "b")
    assert renamed("_api.rename_parameter('3.5', 's', 'text')") == ("s", "text")
    assert renamed("deprecate_kwarg(old_arg_name='a', new_arg_name=None)") is None
    assert renamed("validate_params({'a': [int]})") is None


def test_enforced_keeps_variadic_functions_alone() -> None:
    params = (("a", "va", None), ("b", "ko", "1"))
    assert enforced(params, ["_deprecate_positional_args"]) == params


def test_value_renamed_when_the_announced_release_comes(mine: Mine) -> None:
    doc = '''
        class Booster:
            """
            Parameters
            ----------
            loss : {'squared_error', 'ls'}
                The loss.

                .. deprecated:: 1.0
                    The loss 'ls' was deprecated in v1.0 and will be removed in version
                    1.2. Use 'squared_error' which is equivalent.
            """
            def __init__(self, loss="squared_error"): ...
    '''
    lib = mine(
        {
            v: {
                "__init__.py": doc
                if v < "1.2"
                else doc.split(".. dep")[0] + '"""\n' + " " * 12 + "def __init__(self, loss='squared_error'): ...\n"
            }
            for v in ("1.0", "1.1", "1.2")
        }
    )
    assert changes(lib, "lib.Booster") == ["value_renamed loss='ls' → loss='squared_error' 1.2 certain"]


def test_members_attached_in_a_loop_are_known(mine: Mine) -> None:
    """How pandas had `.ix` before 1.0."""
    lib = mine(
        {
            "0.25": {
                "__init__.py": "from .generic import Frame\n",
                "indexing.py": "def get_indexers_list():\n    return [('ix', Ix), ('loc', Loc)]\n",
                "generic.py": """
                    from . import indexing
                    class Frame:
                        def head(self): ...
                    for _name, _indexer in indexing.get_indexers_list():
                        Frame._create_indexer(_name, _indexer)
                """,
            },
            "1.0": {
                "__init__.py": "from .generic import Frame\n",
                "generic.py": "class Frame:\n    loc = 1\n    def head(self): ...\n",
            },
        }
    )
    assert lib.resolve("lib.Frame.ix", "0.25") is not None
    assert lib.absent("lib.Frame.ix", "1.0")
    assert not lib.absent("lib.Frame.loc", "1.0")


def test_name_served_with_a_warning_is_live_and_its_text_is_kept(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": """
                    def Index(data=None): ...
                    def __getattr__(name):
                        if name in {"Int64Index"}:
                            warnings.warn(f"lib.{name} will be removed in a future version. Use Index instead.")
                            return _Int64Index
                        raise AttributeError(name)
                """
            },
            "2.0": {"__init__.py": "def Index(data=None): ...\n"},
        }
    )
    assert lib.resolve("lib.Int64Index", "1.0") is not None
    (change,) = lib.history("lib.Int64Index").changes
    assert (change.new, change.confidence) == ("lib.Index", "likely")
    assert "will be removed in a future version" in change.evidence


def test_star_from_a_module_with_unreadable_all_leaks_no_imports(mine: Mine) -> None:
    """numpy.core.numerictypes imports the builtins for its own use."""
    lib = mine(
        {
            "1.0": {
                "__init__.py": "from .types import *\n",
                "types.py": "from builtins import float\ndef sctype(): ...\n__all__ = ['sctype']\n__all__.extend(more())\n",
            }
        }
    )
    assert lib.resolve("lib.sctype", "1.0") is not None
    assert lib.resolve("lib.float", "1.0") is None


def test_name_deleted_at_the_end_of_the_module_is_none_of_its_names(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "import warnings\ndef f(): ...\n"},
            "2.0": {"__init__.py": "import warnings\ndef f(): ...\ndel warnings\n"},
        }
    )
    assert changes(lib, "lib.warnings") == ["moved → warnings 2.0 certain"]
    assert lib.absent("lib.warnings", "2.0")


def test_names_made_in_a_loop_over_a_list_leave_the_module_known(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "def f(): ...\nfloat96 = 1\n"},
            "2.0": {"__init__.py": "for t in ['float96', 'float128']:\n    globals()[t] = make(t)\n"},
        }
    )
    assert lib.absent("lib.f", "2.0")
    assert lib.resolve("lib.float96", "2.0") is not None


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


LOSSES = """
class Model:
    '''A model.

    Parameters
    ----------
    loss : {%s}, default='log'
        The loss.
    '''
    def __init__(self, loss="log"): ...
"""
CHECKED = """
from ._base import Base
class Model(Base):
    _parameter_constraints: dict = {**Base._parameter_constraints, "n": [Interval(Integral, 1, None)]}
    def __init__(self, loss="log", n=1): ...
"""
BASE = 'class Base:\n    _parameter_constraints: dict = {"loss": [StrOptions({%s})]}\n'


def test_documented_values_that_are_gone_are_likely(mine: Mine) -> None:
    lib = mine({v: {"__init__.py": LOSSES % values} for v, values in (("1.0", "'log', 'huber'"), ("1.1", "'log'"))})
    assert changes(lib, "lib.Model") == ["value_removed loss='huber' 1.1 likely"]


def test_checked_values_that_are_gone_are_certain(mine: Mine) -> None:
    sides = (("1.0", "'log', 'deviance'"), ("1.1", "'log'"))
    lib = mine({v: {"__init__.py": CHECKED, "_base.py": BASE % values} for v, values in sides})
    assert changes(lib, "lib.Model") == ["value_removed loss='deviance' 1.1 certain"]


def test_respelled_value_is_likely_a_rename(mine: Mine) -> None:
    sides = (("1.0", "'log', 'no_interaction'"), ("1.1", "'log', 'no_interactions'"))
    lib = mine({v: {"__init__.py": LOSSES % values} for v, values in sides})
    assert changes(lib, "lib.Model") == ["value_renamed loss='no_interaction' → loss='no_interactions' 1.1 likely"]


def test_sentinels_are_no_values(mine: Mine) -> None:
    lib = mine({v: {"__init__.py": LOSSES % values} for v, values in (("1.0", "'log', 'warn'"), ("1.1", "'log'"))})
    assert changes(lib, "lib.Model") == []


@pytest.mark.parametrize(
    ("code", "accepted"),
    [
        ("from typing import Literal\ndef f(how: Literal['a', 'b'] | None = None): ...", {"how": {"a", "b"}}),
        ("from typing import Literal\ndef f(how: Literal['a'] | str): ...", {}),
        ("@validate_params({'how': [StrOptions({'a', 'b'}), None]})\ndef f(how=None): ...", {"how": {"a", "b"}}),
        ("@validate_params({'how': [StrOptions(set(NAMES))]})\ndef f(how=None): ...", {}),
        ("def f(how):\n    '''F.\n\n    how, why : {'a', 'b'}, optional\n    '''", {"how": {"a", "b"}, "why": {"a", "b"}}),
    ],
)
def test_accepted_values(tmp_path: Path, code: str, accepted: dict[str, set[str]]) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "__init__.py").write_text(code)
    snap = snapshot(tmp_path, "1.0", Source("lib", ("lib",)))
    assert {name: set(found.values) for name, found in snap.objs["lib.f"].accepted.items()} == accepted


def test_internal_modules_have_no_names_of_their_own(mine: Mine) -> None:
    """What is public is found through them; what is gone from them is nobody's loss."""
    source = Source("lib", ("lib",), internal=r"lib\.src\b")
    lib = mine(
        {
            "1.0": {
                "__init__.py": "from lib.src import layers\n",
                "src/layers/__init__.py": "class Dense: ...\nclass Conv: ...\n",
                "src/__init__.py": "",
            },
            "1.1": {
                "__init__.py": "from lib.src import layers\n",
                "src/layers/__init__.py": "class Conv: ...\n",
                "src/__init__.py": "",
            },
        },
        source=source,
    )
    assert lib.resolve("lib.layers.Dense", "1.0") is not None
    assert lib.absent("lib.layers.Dense", "1.1")
    assert not lib.absent("lib.src.layers.Dense", "1.1")
    assert {c.symbol for c in lib.changes_between("1.0", "1.1")} == {"lib.layers.Dense"}


def test_modules_of_another_library_are_left_to_it(mine: Mine) -> None:
    """tf.keras is keras, whose rules know both spellings: this library says nothing of it, not even that it is gone."""
    source = Source("lib", ("lib",), others=("lib.keras",))
    with_keras = {"__init__.py": "from lib.python import keras\ndef f(): ...\n", "python/__init__.py": "", "python/keras.py": ""}
    lib = mine({"1.0": with_keras, "2.0": {"__init__.py": "def f(): ...\n"}}, source=source)
    assert lib.resolve("lib.keras", "1.0") is None
    assert not lib.absent("lib.keras", "2.0")
    assert all("lib.keras" not in c.symbol for c in lib.changes_between("1.0", "2.0"))


def test_only_what_public_modules_reach_is_read(tmp_path: Path) -> None:
    files = {
        "__init__.py": "from lib.api import nn\n",
        "api/__init__.py": "",
        "api/nn.py": "from lib.python.ops import relu\nfrom lib.python.all import *\n",
        "python/__init__.py": "",
        "python/ops.py": "from lib.python.base import Op\nfrom lib.python.unused import helper\nclass relu(Op): ...\n",
        "python/base.py": "class Op: ...\n",
        "python/unused.py": "def helper(): ...\n",
        "python/all.py": "from lib.python.shown import x\n",
        "python/shown.py": "def x(): ...\n",
    }
    for name, text in files.items():
        (tmp_path / "lib" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "lib" / name).write_text(text)
    reached = reached_files(tmp_path, Source("lib", ("lib",), internal=r"lib\.python\b"))
    assert {f"lib/{name}" for name in files} - reached == {"lib/python/unused.py"}


def test_default_handed_on_to_a_new_parameter(mine: Mine) -> None:
    """numpy.percentile: interpolation="linear", then method="linear", interpolation=None, then method alone."""
    lib = mine(
        {
            "1.0": {"__init__.py": "def q(a, interpolation='linear'): ...\n"},
            "1.1": {"__init__.py": "def q(a, method='linear', *, interpolation=None): ...\n"},
            "1.2": {"__init__.py": "def q(a, method='linear'): ...\n"},
        }
    )
    assert "keyword_renamed interpolation → method 1.2 likely" in changes(lib, "lib.q")


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
