"""Shared by the tests of inference: what does the last line of some code hold?"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable

from codemods.infer import Inference, infer
from codemods.infer.knowledge import Entity, Member, Spec
from codemods.types import (
    ArrayOf,
    Class,
    DictOf,
    Function,
    Instance,
    ListOf,
    Method,
    Module,
    TupleOf,
    Type,
    Types,
    UserClass,
    UserFunction,
    UserInstance,
)


class Small:
    """A little knowledge: classes with bases and members, functions with what they return."""

    classes: dict[str, tuple[str, ...]] = {  # noqa: RUF012
        "sklearn.base.BaseEstimator": (),
        "sklearn.base.TransformerMixin": (),
        "sklearn.svm.SVC": ("sklearn.base.BaseEstimator",),
        "sklearn.linear_model.LogisticRegression": ("sklearn.base.BaseEstimator",),
        "sklearn.ensemble.RandomForestClassifier": ("sklearn.base.BaseEstimator",),
        "sklearn.model_selection.GridSearchCV": ("sklearn.base.BaseEstimator",),
        "sklearn.pipeline.Pipeline": ("sklearn.base.BaseEstimator",),
        "sklearn.preprocessing.OneHotEncoder": ("sklearn.base.BaseEstimator",),
        "sklearn.preprocessing.StandardScaler": ("sklearn.base.BaseEstimator",),
        "xgboost.XGBClassifier": (),
        "xgboost.DMatrix": (),
        "torch.nn.Module": (),
        "torch.nn.Linear": ("torch.nn.Module",),
        "tools.Thing": (),
    }
    functions: dict[str, Spec | None] = {  # noqa: RUF012
        "tools.make": ["tools.Thing"],
        "tools.pair": [["T", [["tools.Thing"], ["builtins.str"]]]],
        "tools.some": ["tools.Thing", "builtins.str"],
    }
    members: dict[str, Member] = {  # noqa: RUF012
        "tools.Thing.again": Member("function", ["self"]),
        "tools.Thing.name": Member("attribute", ["builtins.str"]),
        "torch.nn.Linear.__call__": Member("function", ["torch.Tensor"]),
    }

    def known(self, library: str) -> bool:
        return True

    def entity(self, path: str) -> Entity | None:
        if path in self.classes:
            return Entity("class", path)
        if path in self.functions:
            return Entity("function", path)
        if any(name.startswith(f"{path}.") for name in (*self.classes, *self.functions)):
            return Entity("module", path)
        return Entity("module", path) if path in ("numpy.random", "numpy.linalg", "matplotlib.pyplot") else None

    def star(self, module: str) -> Iterable[str]:
        return {"numpy": ("array", "mean", "ndarray"), "matplotlib.pyplot": ("subplots", "plot")}.get(module, ())

    def bases(self, name: str) -> tuple[str, ...]:
        return self.classes.get(name, ())

    def returns(self, name: str) -> Spec | None:
        return self.functions.get(name)

    def member(self, name: str, attribute: str) -> Member | None:
        return self.members.get(f"{name}.{attribute}")


def inferred(code: str, **modules: str) -> tuple[ast.Module, Inference]:
    """Infer a cell; `modules`: the user's own modules."""
    tree = ast.parse(textwrap.dedent(code))
    own = {name: ast.parse(textwrap.dedent(text)) for name, text in modules.items()}
    return tree, infer([(0, tree)], Small(), modules=own)


def last(code: str, **modules: str) -> Types:
    """The types of the expression on the last line."""
    tree, inference = inferred(code, **modules)
    statement = tree.body[-1]
    assert isinstance(statement, ast.Expr)
    return inference.types(statement.value)


def show(types: Types) -> str:
    """`pandas.DataFrame | builtins.str`; `?` for unknown."""
    return " | ".join(sorted(_show(kind) for kind in types)) or "?"


def _show(kind: Type) -> str:
    match kind:
        case Instance(name=name) | UserInstance(name=name):
            return name.removeprefix("builtins.")
        case ListOf(item=item, name=name):
            return f"{name.removeprefix('builtins.')}[{show(item)}]"
        case TupleOf(items=items):
            return f"({', '.join(map(show, items))})"
        case DictOf(key=key, value=value):
            return f"{{{show(key)}: {show(value)}}}"
        case ArrayOf(item=item, ndim=ndim):
            return f"array{ndim}[{show(item)}]"
        case Module(path=path) | Class(path=path) | Function(path=path):
            return f"{type(kind).__name__.lower()} {path}"
        case Method(owner=owner, name=name):
            return f"{_show(owner)}.{name}()"
        case UserClass(name=name) | UserFunction(name=name):
            return f"user {name}"
        case _:
            return str(kind)


def holds(code: str, **modules: str) -> str:
    return show(last(code, **modules))


def facts(code: str) -> dict[str, str]:
    """The facts about the single value on the last line."""
    (kind,) = last(code)
    assert isinstance(kind, Instance)
    return dict(kind.facts)
