"""Imputer and the legacy OneHotEncoder.

    Imputer(missing_values="NaN", strategy="mean", axis=0)
    SimpleImputer(strategy="mean")

    Imputer(axis=1).fit_transform(X)
    SimpleImputer().fit_transform(X.T).T

    OneHotEncoder(categorical_features=[0])
    ColumnTransformer([("onehot", OneHotEncoder(), [0])], remainder="passthrough", sparse_threshold=1.0)

Imputer was replaced in 0.20 and removed in 0.22, when OneHotEncoder lost categorical_features and n_values. In both the
encoded columns come first, then the rest; a sparse result stays sparse.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.records import MoveImport

_OLD = "sklearn.preprocessing.Imputer"
_NEW = "{@sklearn.impute.SimpleImputer}"


@fixer(
    "SK020",
    on=(f"import {_OLD}", f"name {_OLD}", f"call {_OLD}"),
    until="0.22",
    since="0.20",
    why="Imputer was replaced by SimpleImputer",
    examples=(
        Example(
            before="""
            import numpy as np
            from sklearn.preprocessing import Imputer
            imp = Imputer(missing_values="NaN", strategy="mean", axis=0)
            Z = imp.fit_transform(np.array([[1.0, np.nan], [3.0, 4.0]]))
            """,
            after="""
            import numpy as np
            from sklearn.impute import SimpleImputer
            imp = SimpleImputer(missing_values=np.nan, strategy="mean")
            Z = imp.fit_transform(np.array([[1.0, np.nan], [3.0, 4.0]]))
            """,
            check="Z.tolist()",
        ),
        Example(
            before="""
            import numpy as np
            from sklearn.preprocessing import Imputer
            X = np.array([[1.0, np.nan, 3.0], [np.nan, 4.0, 6.0]])
            Z = Imputer(axis=1).fit_transform(X)
            """,
            after="""
            import numpy as np
            from sklearn.impute import SimpleImputer
            X = np.array([[1.0, np.nan, 3.0], [np.nan, 4.0, 6.0]])
            Z = SimpleImputer().fit_transform(X.T).T
            """,
            check="Z.tolist()",
        ),
        Same("""
            import numpy as np
            from sklearn.preprocessing import Imputer
            rows = Imputer(axis=1)
            """),
    ),
)
def imputer(node: ast.alias | ast.expr, context: Context) -> Answer:
    if isinstance(node, ast.alias):
        return _import(node, context)
    if not isinstance(node, ast.Call):
        called = context.is_called(node) is not None
        return Fix(()) if called else Fix((context.replace(node, _NEW),))
    arguments = _arguments(node, context)
    if isinstance(arguments, Decline):
        return arguments
    text, holes, by_rows = arguments
    new = f"{_NEW}({text})"
    if not by_rows:
        return Fix((context.replace(node, new, **holes),))
    method = context.parent(node)
    outer = context.is_called(method) if isinstance(method, ast.Attribute) else None
    if outer is None or not isinstance(method, ast.Attribute) or method.attr != "fit_transform" or len(outer.args) != 1:
        return Decline("axis=1 is gone: impute the transpose, SimpleImputer().fit_transform(X.T).T")
    return Fix((context.replace(outer, f"{new}.fit_transform({{x}}.T).T", x=outer.args[0], **holes),))


def _import(alias: ast.alias, context: Context) -> Answer:
    if any(isinstance(_arguments(c, context), Decline) or _by_rows_kept(c, context) for c in _calls(context)):
        return None
    statement = context.statement(alias)
    if not isinstance(statement, ast.ImportFrom):
        return None
    return Fix((MoveImport(context.span(statement), _OLD, None),))


def _calls(context: Context) -> list[ast.Call]:
    return [n for _, tree in context.cells for n in walk(tree) if isinstance(n, ast.Call) and context.symbol(n.func) == _OLD]


def _by_rows_kept(call: ast.Call, context: Context) -> bool:
    """Whether a row-wise imputer is not transformed on the spot, so that it can't be rewritten."""
    arguments = _arguments(call, context)
    if isinstance(arguments, Decline) or not arguments[2]:
        return False
    from codemods.uses import uses_of

    method = uses_of(context).parents.get(call)
    return not (isinstance(method, ast.Attribute) and method.attr == "fit_transform")


def _arguments(call: ast.Call, context: Context) -> tuple[str, dict[str, ast.expr], bool] | Decline:
    """The new arguments as a template, its holes, and whether the old ones impute by rows."""
    bound = context.bind(call, "missing_values", "strategy", "axis", "verbose", "copy")
    if bound is None:
        return Decline("the arguments are not plain: SimpleImputer takes no axis, and np.nan for 'NaN'")
    axis = context.literal(bound.get("axis", ast.Constant(0)))
    if axis not in (0, 1):
        return Decline("axis is gone, and its value here is not a literal")
    parts: list[str] = []
    holes: dict[str, ast.expr] = {}
    for name in ("missing_values", "strategy", "copy"):
        if (value := bound.get(name)) is None:
            continue
        if name == "missing_values" and context.literal(value) == "NaN":
            if _numpy_imported(context):
                parts.append("missing_values={@numpy.nan}")
            continue
        parts.append(f"{name}={{{name}}}")
        holes[name] = value
    return ", ".join(parts), holes, axis == 1


def _numpy_imported(context: Context) -> bool:
    return any(
        isinstance(n, ast.Import) and any(a.name == "numpy" for a in n.names) for _, tree in context.cells for n in walk(tree)
    )


@fixer(
    "SK021",
    on="call sklearn.preprocessing.OneHotEncoder",
    until="0.22",
    since="0.20",
    why="columns are chosen by a ColumnTransformer, no longer by OneHotEncoder",
    examples=(
        Example(
            before="""
            import numpy as np
            from sklearn.preprocessing import OneHotEncoder
            X = np.array([[0, 7.5], [2, 1.5], [1, 3.0]])
            encoder = OneHotEncoder(categorical_features=[0])
            Z = encoder.fit_transform(X).toarray()
            """,
            after="""
            import numpy as np
            from sklearn.preprocessing import OneHotEncoder
            from sklearn.compose import ColumnTransformer
            X = np.array([[0, 7.5], [2, 1.5], [1, 3.0]])
            encoder = ColumnTransformer([("onehot", OneHotEncoder(), [0])], remainder="passthrough", sparse_threshold=1.0)
            Z = encoder.fit_transform(X).toarray()
            """,
            check="Z.tolist()",
        ),
        Same("""
            from sklearn.preprocessing import OneHotEncoder
            encoder = OneHotEncoder(n_values=5)
            """),
    ),
)
def one_hot(node: ast.Call, context: Context) -> Answer:
    columns, values = context.keyword(node, "categorical_features"), context.keyword(node, "n_values")
    if columns is None and values is None:
        return None
    if node.args or any(k.arg is None for k in node.keywords):
        return Decline("categorical_features is gone: put OneHotEncoder in a ColumnTransformer; categories replaces n_values")
    if values is not None and context.literal(values) != "auto":
        return Decline("n_values is gone: pass the categories, one list for each column")
    everything = columns is None or context.literal(columns) == "all"
    drop = frozenset(k for k in ("categorical_features", "n_values") if context.keyword(node, k) is not None)
    if everything:
        return Fix((context.edit_call(node, drop=drop),))
    assert columns is not None
    if isinstance(context.literal(columns), str):
        return Decline("categorical_features is gone: put OneHotEncoder in a ColumnTransformer")
    kept = [k for k in node.keywords if k.arg not in drop]
    inner = ", ".join(f"{'sparse_output' if k.arg == 'sparse' else k.arg}={{k_{k.arg}}}" for k in kept)
    holes = {f"k_{k.arg}": k.value for k in kept}
    text = (
        f'{{@sklearn.compose.ColumnTransformer}}([("onehot", {{func}}({inner}), {{columns}})], '
        'remainder="passthrough", sparse_threshold=1.0)'
    )
    return Fix((context.replace(node, text, func=node.func, columns=columns, **holes),))
