"""What mining makes of parameters: which are gone, renamed, by keyword only, with another default."""

from __future__ import annotations

from apidb.mine.tolerant import enforced, renamed

from .conftest import Mine
from .telling import changes, keywords


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


def test_renaming_decorators_are_read() -> None:
    assert renamed("deprecate_kwarg(old_arg_name='a', new_arg_name='b')") == ("a", "b")
    assert renamed("_api.rename_parameter('3.5', 's', 'text')") == ("s", "text")
    assert renamed("deprecate_kwarg(old_arg_name='a', new_arg_name=None)") is None
    assert renamed("validate_params({'a': [int]})") is None


def test_enforced_keeps_variadic_functions_alone() -> None:
    params = (("a", "va", None), ("b", "ko", "1"))
    assert enforced(params, ["_deprecate_positional_args"]) == params


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


def test_keyword_taken_from_kwargs_lives_until_it_is_no_longer_taken(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "class Adam:\n    def __init__(self, lr=0.1, decay=0.0): ...\n"},
            "2.0": {
                "__init__.py": """
                    class Adam:
                        def __init__(self, learning_rate=0.1, **kwargs):
                            learning_rate = kwargs.pop("lr", learning_rate)
                            self.decay = kwargs.pop("decay", 0.0)
                            if kwargs:
                                raise TypeError("unexpected")
                """
            },
            "3.0": {"__init__.py": "class Adam:\n    def __init__(self, learning_rate=0.1): ...\n"},
        }
    )
    assert [c for c in changes(lib, "lib.Adam") if "lr" in c.split(" ")] == [
        "keyword_renamed lr → learning_rate 3.0 certain",
    ]
    assert "keyword_removed decay 3.0 certain" in changes(lib, "lib.Adam")
    assert sorted(keywords(lib, "lib.Adam", "2.0")) == ["ko:decay", "ko:lr", "pk:learning_rate"]


def test_two_keywords_taken_for_one_are_no_plain_renaming(mine: Mine) -> None:
    taken = """
        def boxplot(x=None, **kwargs):
            if "vals" in kwargs:
                x = kwargs.pop("vals")
            if "groupby" in kwargs:
                x = kwargs.pop("groupby")
    """
    old = "def boxplot(vals, groupby=None): ...\n"
    lib = mine({"1.0": {"__init__.py": old}, "2.0": {"__init__.py": taken}, "3.0": {"__init__.py": "def boxplot(x=None): ...\n"}})
    assert [c for c in changes(lib, "lib.boxplot") if c.startswith("keyword_re") and "certain" in c] == [
        "keyword_removed groupby 3.0 certain",
        "keyword_removed vals 3.0 certain",
    ]


def test_keywords_in_a_list_of_allowed_ones_are_known(mine: Mine) -> None:
    code = """
        def layer(units, **kwargs):
            allowed = {"name", "trainable"}
            for key in kwargs:
                if key not in allowed:
                    raise TypeError(key)
    """
    assert keywords(mine({"1.0": {"__init__.py": code}}), "lib.layer", "1.0") == ["pk:units", "ko:name", "ko:trainable"]


def test_what_only_hands_its_arguments_on_has_lost_no_keyword(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "def bar(left, height, width=0.8): ...\n"},
            "2.0": {"__init__.py": "def bar(*args, **kwargs): ...\n"},
            "3.0": {"__init__.py": "def bar(x, height, width=0.8): ...\n"},
        }
    )
    assert [c for c in changes(lib, "lib.bar") if c.startswith("keyword")] == ["keyword_removed left 3.0 certain"]


def test_default_behind_a_sentinel_is_taken_from_the_documentation(mine: Mine) -> None:
    old = 'def corr(numeric_only=no_default):\n    """Correlate.\n\n    numeric_only : bool, default True\n        Which.\n    """\n'
    lib = mine({"1.0": {"__init__.py": old}, "2.0": {"__init__.py": "def corr(numeric_only=False): ...\n"}})
    assert changes(lib, "lib.corr") == ["default_changed numeric_only=True → numeric_only=False 2.0 likely"]


def test_parameter_renamed_in_its_place_is_not_by_keyword_only(mine: Mine) -> None:
    new = '@rename_parameter("2.0", "y_prob", "y_proba")\ndef loss(y_true, y_proba): ...\n'
    lib = mine({"1.0": {"__init__.py": "def loss(y_true, y_prob): ...\n"}, "2.0": {"__init__.py": new}})
    assert changes(lib, "lib.loss") == []


def test_sentinel_with_other_advice_is_not_certain(mine: Mine) -> None:
    warning = """
        import warnings

        def read(path, date_parser=no_default, date_format=None):
            _read(path)

        def _read(path):
            warnings.warn("'date_parser' is deprecated. Please use 'date_format' instead, or convert later.", FutureWarning)
    """
    lib = mine(
        {
            "1.0": {"__init__.py": "def read(path, date_parser=None): ...\n"},
            "2.0": {"__init__.py": warning},
            "3.0": {"__init__.py": "def read(path, date_format=None): ...\n"},
        }
    )
    assert changes(lib, "lib.read") == ["keyword_renamed date_parser → date_format 3.0 likely"]


def test_documented_advice_on_conditions_is_not_certain(mine: Mine) -> None:
    """pandas' date_parser, which is a function where date_format is a text."""
    doc = '''
        def read(path, date_parser=no_default, date_format=None):
            """Read.

            Parameters
            ----------
            date_parser : function, optional
                .. deprecated:: 2.0
                   Use ``date_format`` instead, or read in as ``object``.
            """
    '''
    lib = mine({"2.0": {"__init__.py": doc}, "3.0": {"__init__.py": "def read(path, date_format=None): ...\n"}})
    assert changes(lib, "lib.read") == ["keyword_renamed date_parser → date_format 3.0 likely"]


def test_keyword_of_another_type_is_no_certain_replacement(mine: Mine) -> None:
    """statsmodels' use_basinhopping=True, which became method="basinhopping"."""
    doc = '''
        def fit(use_hopping=None, method=None):
            """Fit.

            Parameters
            ----------
            method : str
                The optimizer.
            use_hopping : bool
                .. deprecated:: 1.0
                   Use ``method`` instead.
            """
    '''
    lib = mine({"1.0": {"__init__.py": doc}, "2.0": {"__init__.py": "def fit(method=None): ...\n"}})
    assert changes(lib, "lib.fit") == ["keyword_renamed use_hopping → method 2.0 likely"]
