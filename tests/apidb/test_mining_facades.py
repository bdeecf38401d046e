"""Packages whose public names are put together from elsewhere: plotly, tensorflow and torch are such."""

from __future__ import annotations

from apidb.names import Source

from .conftest import Mine
from .telling import changes


def test_what_an_except_imports_only_stands_in(mine: Mine) -> None:
    """plotly.graph_objs.FigureWidget stays what it was where a stand-in complains of a missing package."""
    lib = mine(
        {
            "1.0": {
                "__init__.py": """
                    try:
                        import widgets
                        from ._widget import Widget
                    except Exception:
                        from .missing import Widget
                """,
                "_widget.py": "class Widget:\n    def show(self): ...\n",
                "missing.py": "class Widget: ...\n",
            }
        }
    )
    symbol = lib.resolve("lib.Widget", "1.0")
    assert symbol is not None and symbol.canonical == "lib._widget.Widget"


def test_star_takes_what_type_checkers_are_shown_and_getattr_serves(mine: Mine) -> None:
    files = {
        "figures/_bar.py": "class Bar: ...\n",
        "figures/bar/__init__.py": "class Marker: ...\n",
        "figures/figures.py": "from lib.figures import *\n",
        "figures/__init__.py": """
            from typing import TYPE_CHECKING
            if TYPE_CHECKING:
                from ._bar import Bar
                from . import bar
            else:
                from ..lazy import relative_import
                __all__, __getattr__, __dir__ = relative_import(__name__, [".bar"], ["._bar.Bar"])
        """,
        "lazy.py": "def relative_import(name, modules, names): ...\n",
        "__init__.py": "",
    }
    lib = mine({"1.0": files})
    assert lib.has("lib.figures.figures.Bar", "1.0")
    assert lib.has("lib.figures.figures.bar.Marker", "1.0")


def test_class_that_is_made_otherwise_for_type_checkers_is_listed(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": "from .api import *\n",
                "api.py": """
                    from typing import TYPE_CHECKING
                    __all__ = ["Ref"]
                    if TYPE_CHECKING:
                        class Ref: ...
                    else:
                        class Ref: ...
                """,
            }
        }
    )
    assert lib.has("lib.Ref", "1.0")


def test_module_that_is_only_there_to_refuse_is_gone(mine: Mine) -> None:
    """plotly.plotly went into a package of its own."""
    lib = mine(
        {
            "1.0": {"__init__.py": "def show(): ...\n", "online/__init__.py": "def plot(figure): ...\n"},
            "2.0": {
                "__init__.py": "def show(): ...\n",
                "_gone.py": """
                    def moved(name):
                        raise ImportError("lib.{} is deprecated, please install the package online".format(name))
                """,
                "online/__init__.py": "from lib._gone import moved\nmoved('online')\n",
            },
        }
    )
    assert lib.absent("lib.online", "2.0") and lib.absent("lib.online.plot", "2.0")
    assert changes(lib, "lib.online") == ["removed 2.0 certain"]


def test_imported_module_hides_the_folder_of_its_name(mine: Mine) -> None:
    """tensorflow/distribute is not tf.distribute, which is tensorflow._api.v2.distribute, and so below it."""
    lib = mine(
        {
            "1.0": {
                "__init__.py": "from lib._api import distribute\n",
                "_api/__init__.py": "",
                "_api/distribute/__init__.py": "from lib._api.distribute import experimental\nfrom lib.core import Mirrored\n",
                "_api/distribute/experimental/__init__.py": "from lib.core import Central\n",
                "core.py": "class Mirrored: ...\nclass Central: ...\n",
                "distribute/__init__.py": "",
                "distribute/experimental/__init__.py": "",
                "distribute/rpc/__init__.py": "class Server: ...\n",
            }
        },
        source=Source("lib", ("lib",), internal=r"lib\.core\b"),
    )
    for path in ("Mirrored", "experimental.Central", "rpc.Server"):
        assert lib.has(f"lib.distribute.{path}", "1.0"), path


def test_names_set_on_the_module_itself_are_there(mine: Mine) -> None:
    setting = 'import sys as _sys\n_self = _sys.modules[__name__]\nsetattr(_self, "flags", make())\n'
    lib = mine({"1.0": {"__init__.py": "from . import flags\n", "flags.py": ""}, "2.0": {"__init__.py": setting}})
    assert lib.has("lib.flags", "2.0")
    assert not lib.absent("lib.flags", "2.0")


def test_what_another_library_lends_is_not_gone_until_it_is_withdrawn(mine: Mine) -> None:
    """tf.estimator became a package of its own, and was served from there until 2.15."""
    own = {"__init__.py": "from . import estimator\n", "estimator/__init__.py": "class Classifier: ...\n"}
    lent = {"__init__.py": 'estimator = LazyLoader("estimator", globals(), "estimators.api")\n'}
    lib = mine(
        {"1.0": own, "2.0": lent, "3.0": {"__init__.py": "def run(): ...\n"}},
        source=Source("lib", ("lib",), lent=(("lib.estimator", "estimators.api"),)),
    )
    assert lib.has("lib.estimator.Classifier", "2.0")
    assert not [change for change in changes(lib, "lib.estimator.Classifier") if "2.0" in change]
    assert lib.absent("lib.estimator.Classifier", "3.0")


def test_what_a_module_now_imports_from_elsewhere_is_not_gone(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "", "loss.py": "from ._six import inf\ndef loss(x): ...\n", "_six.py": "inf = 1e999\n"},
            "2.0": {"__init__.py": "", "loss.py": "from math import inf\ndef loss(x): ...\n"},
        }
    )
    assert changes(lib, "lib.loss.inf") == []
    assert not lib.absent("lib.loss.inf", "2.0")


def test_private_names_are_not_listed_so_never_absent(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "__all__ = ['_config', 'f']\ndef _config(): ...\ndef f(): ...\n", "_six.py": ""},
            "2.0": {"__init__.py": "__all__ = ['f']\ndef _config(): ...\ndef f(): ...\n"},
        }
    )
    assert not lib.absent("lib._config", "2.0")
    assert lib.absent("lib._six", "2.0")  # modules are listed


def test_parameters_of_generated_stubs_are_not_taken_over(mine: Mine) -> None:
    """The stubs of torch's compiled functions called the first parameter `self` once, and `input` later."""
    files = {"__init__.py": "from ._C import abs\n"}
    lib = mine(
        {
            "1.0": files | {"_C.pyi": "def abs(self, *, out=None): ...\n"},
            "2.0": files | {"_C.pyi": "def abs(input, *, out=None): ...\n"},
        },
        source=Source("lib", ("lib",), generated_stubs=True),
    )
    symbol = lib.resolve("lib.abs", "2.0")
    assert symbol is not None and symbol.signature is None
    assert changes(lib, "lib.abs") == []


def test_compiled_names_may_be_older_than_their_stubs(mine: Mine) -> None:
    """torch.cuda.FloatTensor was there long before `__all__` told of it: it says nothing of how old code is."""
    lib = mine(
        {
            "1.0": {"__init__.py": "def f(): ...\n"},
            "2.0": {"__init__.py": "__all__ = ['FloatTensor', 'f', 'g']\ndef f(): ...\ndef g(): ...\n"},
        },
        source=Source("lib", ("lib",), generated_stubs=True),
    )
    assert [interval.since for interval in lib.intervals("lib.FloatTensor")] == ["1.0"]
    assert [interval.since for interval in lib.intervals("lib.g")] == ["2.0"]


def test_function_that_only_says_it_is_removed_is_gone_whatever_else_its_module_serves(mine: Mine) -> None:
    """torch.symeig: later torch got a `__getattr__` too."""
    lib = mine(
        {
            "1.0": {"__init__.py": "def symeig(a): return a\ndef f(): ...\n"},
            "2.0": {
                "__init__.py": "from ._linalg import symeig\ndef f(): ...\ndef __getattr__(name):\n    return load(name)\n",
                "_linalg.py": "def symeig(a):\n    raise RuntimeError('This function was deprecated and is now removed.')\n",
            },
        }
    )
    assert lib.absent("lib.symeig", "2.0")
