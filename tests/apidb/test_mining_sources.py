"""Sources as releases really have them: what reading them must not miss, and must not invent."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from apidb.mine.parse import parse
from apidb.mine.reach import reached_files
from apidb.names import Source

from .conftest import Mine
from .telling import changes, keywords


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


def test_functions_that_a_source_only_overloads_are_members(mine: Mine) -> None:
    """Python's own library is read from stubs that are written as sources."""
    source = """
        from typing import overload
        @overload
        def open(file: str) -> int: ...
        @overload
        def open(file: str, mode: str) -> int: ...
        class C:
            @overload
            def m(self, a: int) -> int: ...
            @overload
            def m(self, a: str) -> str: ...
    """
    lib = mine({"1.0": {"__init__.py": source}})
    assert keywords(lib, "lib.open", "1.0") == ["pk:file", "pk:mode"]
    assert lib.has("lib.C.m", "1.0")


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


def test_list_of_served_names_may_come_from_a_table(mine: Mine) -> None:
    code = """
        _roots = {"roots_legendre": "p_roots"}
        __all__ = ["airy"] + list(_roots.keys())
        def __getattr__(name):
            return _deprecation(all=__all__, attribute=name)
    """
    lib = mine({"1.0": {"__init__.py": "", "old.py": code}})
    assert lib.resolve("lib.old.airy", "1.0") and lib.resolve("lib.old.roots_legendre", "1.0")


def test_name_that_compiled_code_may_still_give_is_not_absent(mine: Mine) -> None:
    """scipy.spatial's cKDTree."""
    code = "from ._compiled import *\ndef distance(): ...\n"
    lib = mine({"1.0": {"__init__.py": f"{code}class Tree: ...\n"}, "2.0": {"__init__.py": code}})
    assert lib.resolve("lib.Tree", "2.0") is None and not lib.absent("lib.Tree", "2.0")


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


def test_names_made_in_a_loop_over_a_table(mine: Mine) -> None:
    """scipy.special's old names of its root functions."""
    code = """
        _map = {"roots_legendre": "p_roots"}
        def roots_legendre(n): ...
        names = globals()
        for new, old in _map.items():
            names[old] = names[new]
    """
    lib = mine({"1.0": {"__init__.py": "def p_roots(n): ...\n"}, "2.0": {"__init__.py": code}})
    assert lib.resolve("lib.p_roots", "2.0") is not None and lib.resolve("lib.new", "2.0") is None


def test_name_deleted_only_where_it_could_not_be_imported_is_there(mine: Mine) -> None:
    code = """
        try:
            from .three import Axes
        except ImportError:
            Axes = None
        if Axes is None:
            del Axes
    """
    lib = mine({"1.0": {"__init__.py": code, "three.py": "class Axes: ...\n"}})
    assert lib.resolve("lib.Axes", "1.0") is not None


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


def test_overloads_of_a_stub_make_one_signature(mine: Mine) -> None:
    stub = """
        from typing import overload

        @overload
        def sum(input, *, dtype=None): ...
        @overload
        def sum(input, dim, keepdim=False, *, dtype=None): ...
        @overload
        def sum(input, axis): ...
    """
    lib = mine({"1.0": {"__init__.py": "from ._C import sum\n", "_C.pyi": stub}})
    assert keywords(lib, "lib.sum", "1.0") == ["pk:input", "pk:dim", "pk:keepdim", "ko:dtype", "ko:axis"]
    symbol = lib.resolve("lib.sum", "1.0")
    assert symbol is not None and symbol.signature is not None
    assert [p.name for p in symbol.signature.parameters if p.default is None] == ["input"]


def test_module_that_asks_another_one_has_what_that_one_has(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": "",
                "_core.py": "def absolute(x): ...\n",
                "core.py": """
                    def __getattr__(name):
                        from lib import _core
                        found = getattr(_core, name, None)
                        if found is None:
                            raise AttributeError(name)
                        return found
                """,
            }
        }
    )
    assert lib.resolve("lib.core.absolute", "1.0") is not None


def test_lazily_imported_names_are_known(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": """
                    import sys

                    _import_structure = {"models": ["Bert"]}
                    if True:
                        _import_structure["tokens"] = ["Tokenizer"]
                        _import_structure["models"].append("Gpt")

                    sys.modules[__name__] = _LazyModule(__name__, globals()["__file__"], _import_structure)
                """,
                "models.py": "class Bert: ...\nclass Gpt: ...\n",
                "tokens.py": "class Tokenizer: ...\n",
            },
            "2.0": {"__init__.py": '_import_structure = {"models": ["Bert"]}\n', "models.py": "class Bert: ...\n"},
        }
    )
    assert all(lib.resolve(f"lib.{name}", "1.0") for name in ("Bert", "Gpt", "Tokenizer"))
    assert lib.absent("lib.Tokenizer", "2.0") and not lib.absent("lib.Bert", "2.0")


def test_classes_from_a_factory_have_the_members_of_what_it_was_given(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": """
                    class Axes:
                        def plot(self): ...

                    class HostBase:
                        def twin(self): ...

                    host_class_factory = _make_class_factory(HostBase, "{}Host")
                    Host = host_class_factory(Axes)
                """
            }
        }
    )
    assert lib.resolve("lib.Host.plot", "1.0") and lib.resolve("lib.Host.twin", "1.0")


def test_members_that_a_decorator_makes_are_known(mine: Mine) -> None:
    code = """
        @_api.define_aliases({"linewidth": ["lw"]})
        class Line:
            def get_linewidth(self): ...
    """
    lib = mine({"1.0": {"__init__.py": code}})
    assert lib.resolve("lib.Line.get_lw", "1.0") and lib.resolve("lib.Line.set_lw", "1.0") is None


def test_base_with_type_arguments_is_the_base(mine: Mine) -> None:
    lib = mine({"1.0": {"__init__.py": "class Array:\n    def sum(self): ...\n\nclass Rec(Array[int, str]): ...\n"}})
    assert lib.resolve("lib.Rec.sum", "1.0")


LENDING = """
    class Array:
        _fields = ["year", "day"]
        _names = _fields + ["zone"]
        year: int
        day: int
        zone: str
        def shift(self, by, *, freq=None): ...
        def mean(self): ...
"""


@pytest.mark.parametrize(
    "code",
    [
        """
            @delegate_names(delegate=Array, accessors=Array._names, typ="property")
            @delegate_names(Array, ["shift"], typ="method")
            class Index: ...
        """,
        """
            @inherit_names([n for n in Array._names if n not in ("day",)] + ["day", "shift"], Array)
            class Index: ...
        """,
        """
            class Index:
                @classmethod
                def _add_accessors(cls):
                    cls._add_delegate_accessors(delegate=Array, accessors=[*Array._names, "shift"], typ="property")
        """,
        """
            class Index: ...
            Index._add_delegate_accessors(delegate=Array, accessors=list(Array._names) + ["shift"], typ="property")
        """,
    ],
)
def test_members_lent_by_another_class_are_known(mine: Mine, code: str) -> None:
    lib = mine({"1.0": {"__init__.py": dedent(LENDING) + dedent(code)}})
    assert all(lib.resolve(f"lib.Index.{name}", "1.0") for name in ("year", "day", "zone"))
    assert keywords(lib, "lib.Index.shift", "1.0") == ["pk:by", "ko:freq"]
    assert lib.resolve("lib.Index.mean", "1.0") is None


def test_accessor_that_is_made_with_its_constructor_is_its_class(mine: Mine) -> None:
    """pandas until 0.22."""
    lib = mine(
        {"1.0": {"__init__.py": "class Dates:\n    year = 1\n\nclass Series:\n    dt = base.AccessorProperty(Dates, make)\n"}}
    )
    assert lib.resolve("lib.Series.dt.year", "1.0")
