"""Frames whose columns are partly named by text, partly by number: scikit-learn refuses them since 1.2.

    both = pd.concat([df, pd.DataFrame(pca.transform(X))], axis=1)
    model.fit(both, y)
    model.fit(both.rename(columns=str), y)

It took any names before, and the numbers do not depend on them.
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, is_array
from codemods.fixers._pandas_calls import argument
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.types import Instance
from codemods.uses import uses_of

_METHODS = (
    "fit", "fit_transform", "fit_predict", "transform", "predict", "predict_proba", "decision_function", "score", "partial_fit",
)  # fmt: skip
_KEEP = {"copy", "fillna", "dropna", "sample", "sort_values", "replace", "clip", "head", "tail", "astype", "reset_index", "drop"}
_DEPTH = 8
_SETUP = """
import numpy as np
import pandas as pd
from sklearn.decomposition import PCA
from sklearn.linear_model import Ridge
df = pd.DataFrame({"a": [1.0, 2.0, 4.0], "b": [2.0, 1.0, 0.0]})
y = [1, 2, 3]
parts = PCA(n_components=1).fit_transform(df)
"""


@fixer(
    "SK057",
    on=tuple(f"call sklearn.base.BaseEstimator.{m}" for m in _METHODS),
    until="1.2",
    why="names of columns must all be text, or none of them",
    examples=(
        Example(
            _SETUP
            + "both = pd.concat([df, pd.DataFrame(parts)], axis=1)\n"
            + "m = Ridge().fit(both, y)\np = m.predict(both.copy())",
            _SETUP
            + "both = pd.concat([df, pd.DataFrame(parts)], axis=1)\n"
            + "m = Ridge().fit(both.rename(columns=str), y)\np = m.predict(both.copy().rename(columns=str))",
            check="np.round(p, 6).tolist()",
        ),
        Same(
            _SETUP
            + 'named = pd.concat([df, pd.DataFrame(parts, columns=["c"])], axis=1)\n'
            + "m = Ridge().fit(named, y)\nn = Ridge().fit(pd.DataFrame(parts), y)\n"
            + "both = pd.concat([df, pd.DataFrame(parts)], axis=1)\nboth.columns = list('abc')\nk = Ridge().fit(both, y)"
        ),
    ),
)
def mixed_names(call: ast.Call, context: Context) -> Answer:
    given = argument(call, "X", 0)
    if given is None or context.instance(given, FRAME) is None or not _is_mixed(given, context, _DEPTH):
        return None
    return Fix((context.replace(given, "{x}.rename(columns=str)", x=given),))


def _is_mixed(node: ast.expr, context: Context, depth: int) -> bool:
    """Whether a frame was put together from columns with names and columns with numbers."""
    if depth == 0:
        return False
    match node:
        case ast.Name(id=name):
            if any(isinstance(a, ast.Attribute) and a.attr == "columns" and isinstance(a.ctx, ast.Store)
                   and isinstance(a.value, ast.Name) and a.value.id == name for a in context.nodes(ast.Attribute)):  # fmt: skip
                return False
            made = uses_of(context).value(node)
            return made is not None and made is not node and _is_mixed(made, context, depth - 1)
        case ast.Subscript(value=frame, slice=ast.Slice()):
            return _is_mixed(frame, context, depth - 1)
        case ast.Call(func=ast.Attribute(value=frame, attr=method)) if context.instance(frame, FRAME) is not None:
            if method in _KEEP:
                return _is_mixed(frame, context, depth - 1)
            parts = [frame, *node.args[:1]] if method in ("join", "merge") else []
        case ast.Call(func=function):
            match context.symbol(function):
                case "pandas.concat" if context.literal(argument(node, "axis", 1)) in (1, "columns"):
                    listed = argument(node, "objs", 0)
                    parts = listed.elts if isinstance(listed, ast.List | ast.Tuple) else []
                case "pandas.merge":
                    parts = node.args[:2]
                case _:
                    parts = []
        case _:
            return False
    if any(_is_mixed(part, context, depth - 1) for part in parts):
        return True
    return any(_is_numbered(p, context) for p in parts) and any(_is_named(p, context) for p in parts)


def _is_numbered(node: ast.expr, context: Context) -> bool:
    """Whether a frame is made of an array without names for its columns."""
    made = uses_of(context).value(node)
    if not isinstance(made, ast.Call) or context.symbol(made.func) != FRAME or argument(made, "columns", 2) is not None:
        return False
    data = argument(made, "data", 0)
    return data is not None and is_array(data, context)


def _is_named(node: ast.expr, context: Context) -> bool:
    """Whether a frame has a column whose name is text."""
    kind = context.only(node)
    return isinstance(kind, Instance) and kind.name == FRAME and any(key.startswith("column ") for key, _ in kind.facts)
