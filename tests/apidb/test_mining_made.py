"""Functions, documentation and options that code makes: what a tree shows only to those who follow it."""

from __future__ import annotations

import ast

import pytest

from apidb.mine.texts import constants, text_of

from .conftest import Mine
from .telling import changes, keywords

READERS = """
    from functools import wraps

    _doc = '''{summary}

    Parameters
    ----------
    bad : bool

        .. deprecated:: 1.1
            The ``on_bad`` parameter should be used instead.
    '''

    def _make_reader(name, sep=","):
        size = len(name)
        def reader(path, sep=sep, size=size, bad=True):
            return path
        reader.__name__ = name
        return reader

    read_csv = _make_reader("read_csv")
    read_csv = Appender(_doc.format(summary="Reads."))(read_csv)
    read_table = _make_reader("read_table", sep="\\t")
"""


def test_function_made_by_another_has_its_signature_and_documentation(mine: Mine) -> None:
    lib = mine(
        {
            "1.1": {"__init__.py": READERS},
            "1.2": {"__init__.py": "def read_csv(path, sep=',', size=9, on_bad=None): ...\n"},
        }
    )
    assert keywords(lib, "lib.read_csv", "1.1") == ["pk:path", "pk:sep", "pk:size", "pk:bad"]
    table = lib.resolve("lib.read_table", "1.1")
    assert table and table.signature and (sep := table.signature.get("sep")) and sep.default == "'\\t'"
    assert changes(lib, "lib.read_csv") == ["keyword_renamed bad → on_bad 1.2 likely"]


def test_method_made_for_a_class_has_its_signature(mine: Mine) -> None:
    """pandas' DataFrame.sum until 1.1."""
    code = """
        def _make_stat(cls, name):
            def stat(self, axis=None, level=None, **kwargs): ...
            return set_name(stat, name)

        class Frame:
            @classmethod
            def _add_operations(cls):
                cls.sum = _make_stat(cls, "sum")
    """
    lib = mine({"1.0": {"__init__.py": code}})
    assert keywords(lib, "lib.Frame.sum", "1.0") == ["pk:axis", "pk:level", "vk:kwargs"]


def test_what_only_wraps_another_is_not_written_out(mine: Mine) -> None:
    code = """
        def _deprecated(function):
            def wrapper(*args, **kwargs):
                return function(*args, **kwargs)
            return wrapper

        old = _deprecated(print)
    """
    lib = mine({"1.0": {"__init__.py": code}})
    assert (old := lib.resolve("lib.old", "1.0")) and old.kind == "attribute"


def test_documentation_by_decorator_or_assignment_is_read(mine: Mine) -> None:
    code = """
        TEXT = '''Sums.

        .. deprecated:: 1.0
            Use total instead.
        '''

        @Appender(TEXT)
        def add(x): ...

        def plus(x): ...
        plus.__doc__ = TEXT

        def total(x): ...
    """
    lib = mine({"1.0": {"__init__.py": code}, "2.0": {"__init__.py": "def total(x): ...\n"}})
    assert changes(lib, "lib.add") == changes(lib, "lib.plus") == ["renamed → lib.total 2.0 certain"]


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("'use %s, not %r' % (new, old)", "use fresh, not {}"),
        ("'100%% of %(new)s' % {'new': new}", "100% of fresh"),
        ("'use %s' % new", "use fresh"),
        ("'at %5.2f' % x", "at {}"),
    ],
)
def test_texts_put_together_with_percent(expression: str, text: str) -> None:
    names = constants(ast.parse("new = 'fresh'"))
    assert text_of(ast.parse(expression, mode="eval").body, names).replace("%%", "%") == text


def test_values_replaced_through_a_table(mine: Mine) -> None:
    """scikit-learn's LinearSVC until 1.0."""
    old = """
        class Model:
            def __init__(self, loss="hinge"): ...
            def fit(self, X):
                msg = "loss='%s' has been deprecated in favor of loss='%s'; loss='%s' will be removed in %s"
                if self.loss in ("l1", "l2"):
                    old = self.loss
                    self.loss = {"l1": "hinge", "l2": "squared_hinge"}.get(self.loss)
                    warnings.warn(msg % (old, self.loss, old, "1.1"), DeprecationWarning)
    """
    lib = mine({"1.0": {"__init__.py": old}, "1.1": {"__init__.py": old.split("msg")[0] + "pass\n"}})
    assert changes(lib, "lib.Model") == [
        "value_renamed loss='l1' → loss='hinge' 1.1 likely",
        "value_renamed loss='l2' → loss='squared_hinge' 1.1 likely",
    ]


def test_instance_of_a_class_that_warns(mine: Mine) -> None:
    """scikit-learn's SCORERS."""
    code = """
        def get_names(): ...
        class _DeprecatedScorers(dict):
            def __getitem__(self, item):
                warnings.warn("SCORERS is deprecated. Please use get_names to list them.", FutureWarning)
        SCORERS = _DeprecatedScorers(_SCORERS)
    """
    lib = mine({"1.0": {"__init__.py": code}, "2.0": {"__init__.py": "def get_names(): ...\n"}})
    assert changes(lib, "lib.SCORERS") == ["renamed → lib.get_names 2.0 likely"]


def test_options_are_values_of_the_functions_that_take_them(mine: Mine) -> None:
    """pandas' options: by prefix, by helper, deprecated; one that is only put together is not missed later."""
    config = "def set_option(pat, value): ...\n"
    old = """
        with cf.config_prefix("display"):
            cf.register_option("height", 60)
            cf.register_option("width", 80)
        cf.register_option("mode.sim", True)
        cf.register_option("mode.warn", True)
        cf.deprecate_option("display.height", msg="It is gone.", rkey="display.width")
    """
    new = """
        with cf.config_prefix("display"):
            cf.register_option("width", 80)
        with cf.config_prefix("mode"):
            _register_future_option("warn", default=True)
    """
    lib = mine({v: {"__init__.py": config, "init.py": code} for v, code in (("1.0", old), ("2.0", new))})
    assert changes(lib, "lib.set_option") == [
        "value_removed pat='mode.sim' 2.0 likely",
        "value_renamed pat='display.height' → pat='display.width' 2.0 likely",
    ]
