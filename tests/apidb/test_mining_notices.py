"""What libraries say of their own changes, in all the forms in which they say it."""

from __future__ import annotations

import pytest

from apidb.mine.diff import plainly
from apidb.mine.notices import Notice, replacements

from .conftest import Mine
from .telling import changes


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Deprecated name for the method keyword argument.", ("method",)),
        ("Please use .at[] or .iat[] accessors instead", ("at", "iat")),
        ("The ``on_bad_lines`` parameter should be used instead to say what happens.", ("on_bad_lines",)),
        ("Please use '{}.transpose' instead.", ("transpose",)),
        (
            "Use one of the class methods: Display.from_a or :func:`~lib.Display.from_b`.",
            ("Display.from_a", "lib.Display.from_b"),
        ),
        ("use the function'root_mean'.", ("root_mean",)),
        ("The *left* kwarg is deprecated use *x* instead", ("x",)),
        ("The new arguments that you should use are 'offset' or 'origin'", ("offset", "origin")),
        ("use ``lib.maps[name]`` or ``lib.maps.get()`` instead", ("lib.maps", "lib.maps.get")),
        ("use classify instead", ("classify",)),
        ("use it at your own risk", ()),
        ("use a list and nothing else", ()),
    ],
)
def test_names_that_a_notice_tells_to_use(text: str, names: tuple[str, ...]) -> None:
    assert replacements(text) == names


@pytest.mark.parametrize("text", ["Use .loc for labels or .iloc for positions", "use `.at[]` instead", "use `a` or `b`"])
def test_conditions_and_alternatives_are_not_plain(text: str) -> None:
    assert not plainly(Notice("docstring", text))


def test_message_in_a_variable_is_read(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": """
                    import warnings

                    GONE = "old is deprecated; "

                    def old(x):
                        message = GONE + "use fresh instead."
                        warnings.warn(message, FutureWarning)
                        return fresh(x)

                    def fresh(x, y=1):
                        return x
                """
            },
            "2.0": {"__init__.py": "def fresh(x, y=1):\n    return x\n"},
        }
    )
    assert changes(lib, "lib.old") == ["renamed → lib.fresh 2.0 likely"]


def test_message_made_for_each_row_of_a_table(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": """
                    import warnings

                    class bool_: ...
                    class intp: ...

                    _message = "`lib.{n}` is a deprecated alias for `{an}`."
                    _aliases = [("bool8", bool_, "lib.bool_"), ("int0", intp, "lib.intp")]
                    _deprecated = {n: (alias, _message.format(n=n, an=an)) for n, alias, an in _aliases}

                    def __getattr__(name):
                        if name in _deprecated:
                            alias, message = _deprecated[name]
                            warnings.warn(message, DeprecationWarning)
                            return alias
                        raise AttributeError(name)
                """
            },
            "2.0": {"__init__.py": "class bool_: ...\nclass intp: ...\n"},
        }
    )
    assert [change.split(" ")[:3] for change in changes(lib, "lib.bool8")] == [["renamed", "→", "lib.bool_"]]
    assert [change.split(" ")[:3] for change in changes(lib, "lib.int0")] == [["renamed", "→", "lib.intp"]]


def test_member_that_only_refuses_is_gone(mine: Mine) -> None:
    lib = mine(
        {
            "3.0": {"__init__.py": "class Vectors:\n    def __init__(self):\n        self.index2word = []\n"},
            "4.0": {
                "__init__.py": """
                    class Vectors:
                        def __init__(self):
                            self.index_to_key = []

                        @property
                        def index2word(self):
                            raise AttributeError(
                                "The index2word attribute has been replaced by index_to_key since 4.0.\\n"
                            )

                        @index2word.setter
                        def index2word(self, value):
                            self.index_to_key = value

                        def fit(self):
                            raise NotImplementedError("subclasses do this")
                """
            },
        }
    )
    assert changes(lib, "lib.Vectors.index2word") == ["renamed → lib.Vectors.index_to_key 4.0 certain"]
    assert lib.absent("lib.Vectors.index2word", "4.0")
    assert lib.resolve("lib.Vectors.fit", "4.0")


def test_class_whose_constructor_only_refuses_is_gone_under_all_its_names(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": "from .old import ARIMA\n",
                "old.py": "class ARIMA:\n    def __init__(self, y): ...\n\nclass ARIMAX(ARIMA): ...\n",
            },
            "2.0": {
                "__init__.py": "from .old import ARIMA\n",
                "old.py": """
                    ERROR = "lib.old.ARIMA has been removed in favor of lib.new.ARIMA"

                    class ARIMA:
                        def __init__(self, *args, **kwargs):
                            raise NotImplementedError(ERROR)

                    class ARIMAX(ARIMA):
                        def __init__(self, *args, **kwargs):
                            super().__init__(*args, **kwargs)
                """,
                "new.py": "class ARIMA:\n    def __init__(self, y): ...\n",
            },
        }
    )
    assert [change.rpartition(" ")[0] for change in changes(lib, "lib.ARIMA")] == ["moved → lib.new.ARIMA 2.0"]
    assert changes(lib, "lib.old.ARIMAX") == ["renamed → lib.new.ARIMA 2.0 likely"]
    assert lib.resolve("lib.old.ARIMA", "2.0") is lib.resolve("lib.old.ARIMAX", "2.0") is None


def test_replacement_in_the_standard_library_is_likely(mine: Mine) -> None:
    old = 'def loads(s):\n    """Load.\n\n    .. deprecated:: 1.0\n        use pickle.loads instead\n    """\n    return s\n'
    lib = mine({"1.0": {"__init__.py": old}, "2.0": {"__init__.py": "def dump(s): ...\n"}})
    assert changes(lib, "lib.loads") == ["moved → pickle.loads 2.0 likely"]


def test_of_alternatives_the_one_like_the_old_is_named(mine: Mine) -> None:
    notice = "Use one of the class methods: Display.from_predictions or Display.from_estimator."
    old = f'def plot(estimator, X, y, cmap=None):\n    """Plot.\n\n    .. deprecated:: 1.0\n        {notice}\n    """\n'
    new = """
        class Display:
            @classmethod
            def from_predictions(cls, y_true, y_pred): ...

            @classmethod
            def from_estimator(cls, estimator, X, y, *, cmap=None): ...
    """
    lib = mine({"1.0": {"__init__.py": old}, "2.0": {"__init__.py": new}})
    assert changes(lib, "lib.plot") == ["renamed → lib.Display.from_estimator 2.0 likely"]


def test_method_of_an_object_that_a_module_holds_can_be_the_replacement(mine: Mine) -> None:
    kept = "class chi2_gen:\n    def sf(self, x, df): ...\n\nchi2 = chi2_gen(name='chi2')\n"
    old = kept + 'def chisqprob(x, df):\n    """P.\n\n    .. deprecated:: 1.0\n        use lib.chi2.sf instead.\n    """\n'
    lib = mine({"1.0": {"__init__.py": old}, "2.0": {"__init__.py": kept}})
    assert changes(lib, "lib.chisqprob") == ["renamed → lib.chi2.sf 2.0 likely"]


def test_accessor_attached_from_a_list_has_the_notice_of_its_class(mine: Mine) -> None:
    def release(listed: str) -> str:
        return f"""
            import warnings

            class _Ix:
                def __init__(self, obj):
                    warnings.warn(".ix is deprecated. Please use .loc for labels or .iloc for positions", DeprecationWarning)

            class _Loc: ...

            def indexers():
                return [{listed}]

            class Frame:
                @classmethod
                def _create(cls, name, indexer):
                    setattr(cls, name, property(indexer))

            for _name, _indexer in indexers():
                Frame._create(_name, _indexer)
        """

    lib = mine(
        {
            "1.0": {"__init__.py": release('("ix", _Ix), ("loc", _Loc), ("iloc", _Loc)')},
            "2.0": {"__init__.py": release('("loc", _Loc), ("iloc", _Loc)')},
        }
    )
    assert changes(lib, "lib.Frame.ix") == ["renamed → lib.Frame.loc 2.0 likely"]
