"""`grid_scores_` of searches: the same rows from `cv_results_`.

    for params, mean, scores in search.grid_scores_: ...
    for params, mean, scores in zip(
        search.cv_results_["params"], search.cv_results_["mean_test_score"],
        np.transpose([search.cv_results_[f"split{i}_test_score"] for i in range(search.n_splits_)])): ...

    [s.mean_validation_score for s in search.grid_scores_]
    [s[1] for s in zip(search.cv_results_["params"], search.cv_results_["mean_test_score"])]

The rows were named tuples (parameters, mean_validation_score, cv_validation_scores). Replaced in 0.18, removed in 0.20. With
iid=True, the default then, the mean was weighted by the size of the folds: a difference only where folds are uneven.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.uses import uses_of

_FIELDS = {"parameters": 0, "mean_validation_score": 1, "cv_validation_scores": 2}
_SEARCHES = tuple(
    f"{module}.{name}"
    for module in ("sklearn.grid_search", "sklearn.model_selection")
    for name in ("GridSearchCV", "RandomizedSearchCV")
)


@fixer(
    "SK022",
    on=tuple(f"attr {c}.grid_scores_" for c in _SEARCHES),
    until="0.20",
    since="0.18",
    why="grid_scores_ was replaced by cv_results_",
    examples=(
        Example(
            before="""
            from sklearn.grid_search import GridSearchCV
            from sklearn.linear_model import Ridge
            X, y = [[i] for i in range(12)], list(range(12))
            g = GridSearchCV(Ridge(), {"alpha": [0.1, 10.0]}, cv=3).fit(X, y)
            rows = [(s.parameters["alpha"], round(s.mean_validation_score, 3)) for s in g.grid_scores_]
            """,
            after="""
            from sklearn.model_selection import GridSearchCV
            from sklearn.linear_model import Ridge
            X, y = [[i] for i in range(12)], list(range(12))
            g = GridSearchCV(Ridge(), {"alpha": [0.1, 10.0]}, cv=3).fit(X, y)
            rows = [(s[0]["alpha"], round(s[1], 3)) for s in zip(g.cv_results_["params"], g.cv_results_["mean_test_score"])]
            """,
            check="rows",
            was={"scikit-learn": "0.18.2"},
        ),
        Same("""
            class Game:
                grid_scores_ = [1]
            x = Game().grid_scores_
            from sklearn.model_selection import GridSearchCV
            """),
    ),
)
def grid_scores(node: ast.Attribute, context: Context) -> Answer:
    if not isinstance(node.value, ast.Name | ast.Attribute):
        return Decline("grid_scores_ is gone: keep the search in a variable and use its cv_results_")
    results = "{g}.cv_results_"
    columns = [f'{results}["params"]', f'{results}["mean_test_score"]']
    if _needs_splits(node, context):
        columns.append(f'{{@numpy.transpose}}([{results}[f"split{{{{i}}}}_test_score"] for i in range({{g}}.n_splits_)])')
    rows = f"zip({', '.join(columns)})"
    if not _iterated(node, context):
        rows = f"list({rows})"
    return Fix((context.replace(node, rows, g=node.value),))


@fixer(
    "SK023",
    on="node Attribute",
    library="sklearn",
    until="0.20",
    words=("grid_scores_",),
    why="a row of grid_scores_ has no named fields any more",
    examples=[
        Example(
            """
            from sklearn.grid_search import GridSearchCV
            from sklearn.linear_model import Ridge
            X, y = [[float(i)] for i in range(12)], [float(i % 3) for i in range(12)]
            g = GridSearchCV(Ridge(), {"alpha": [0.1, 10.0]}, cv=3).fit(X, y)
            best = max(g.grid_scores_, key=lambda row: row.mean_validation_score)
            top = best.parameters
            """,
            """
            from sklearn.model_selection import GridSearchCV
            from sklearn.linear_model import Ridge
            import numpy as np
            X, y = [[float(i)] for i in range(12)], [float(i % 3) for i in range(12)]
            g = GridSearchCV(Ridge(), {"alpha": [0.1, 10.0]}, cv=3).fit(X, y)
            best = max(zip(g.cv_results_["params"], g.cv_results_["mean_test_score"], np.transpose([g.cv_results_[f"split{i}_test_score"] for i in range(g.n_splits_)])), key=lambda row: row[1])
            top = best[0]
            """,
            check="top",
        ),
        Same("""
            from collections import namedtuple
            Row = namedtuple("Row", "parameters mean_validation_score")
            best = Row({"alpha": 1.0}, 0.5).parameters
            from sklearn.model_selection import GridSearchCV
            """),
    ],
)
def row_field(node: ast.Attribute, context: Context) -> Answer:
    if node.attr not in _FIELDS or not isinstance(node.ctx, ast.Load) or context.types(node.value):
        return None
    searches = [
        n
        for _, tree in context.cells
        for n in walk(tree)
        if isinstance(n, ast.Attribute) and n.attr == "grid_scores_" and context.instance(n.value, *_SEARCHES) is not None
    ]
    if not searches:
        return None
    return Fix((context.replace(node, f"{{row}}[{_FIELDS[node.attr]}]", row=node.value),))


@fixer(
    "SK055",
    on="node Call",
    library="sklearn",
    until="0.20",
    words=("grid_scores_",),
    why="a row of grid_scores_ has no named fields any more",
    examples=(
        Example(
            before="""
            from sklearn.grid_search import GridSearchCV
            from sklearn.linear_model import Ridge
            X, y = [[i] for i in range(12)], list(range(12))
            g = GridSearchCV(Ridge(), {"alpha": [0.1]}, cv=3).fit(X, y)
            first = g.grid_scores_[0]
            d = dict(vars(first))
            """,
            after="""
            from sklearn.model_selection import GridSearchCV
            from sklearn.linear_model import Ridge
            import numpy as np
            X, y = [[i] for i in range(12)], list(range(12))
            g = GridSearchCV(Ridge(), {"alpha": [0.1]}, cv=3).fit(X, y)
            first = list(zip(g.cv_results_["params"], g.cv_results_["mean_test_score"], np.transpose([g.cv_results_[f"split{i}_test_score"] for i in range(g.n_splits_)])))[0]
            d = dict(dict(zip(["parameters", "mean_validation_score", "cv_validation_scores"], first)))
            """,
            check="sorted(d), d['parameters']",
            was={"scikit-learn": "0.17.1", "python": "2.7.18"},
        ),
        Same("""
            class Row:
                pass
            d = vars(Row())
            """),
    ),
)
def fields(node: ast.Call, context: Context) -> Answer:
    """`vars(row)` and `row._asdict()`."""
    match node:
        case (
            ast.Call(func=ast.Name(id="vars"), args=[row], keywords=[])
            | ast.Call(func=ast.Attribute(value=row, attr="_asdict"), args=[], keywords=[])
        ):
            pass
        case _:
            return None
    match uses_of(context).value(row):
        case ast.Subscript(value=rows, slice=index) if not isinstance(index, ast.Slice) and _are_rows(rows, context):
            names = ", ".join(f'"{name}"' for name in _FIELDS)
            return Fix((context.replace(node, f"{{@builtins.dict}}(zip([{names}], {{row}}))", row=row),))
        case _:
            return None


def _are_rows(node: ast.expr, context: Context) -> bool:
    match uses_of(context).value(node):
        case ast.Attribute(value=search, attr="grid_scores_"):
            return context.instance(search, *_SEARCHES) is not None
        case ast.Call(func=ast.Name(id="sorted"), args=[rows, *_]):
            return _are_rows(rows, context)
        case _:
            return False


def _iterated(node: ast.AST, context: Context) -> bool:
    match context.parent(node):
        case ast.For(iter=i) | ast.comprehension(iter=i):
            return i is node
        case ast.Call(func=ast.Name(id="sorted" | "list" | "max" | "min" | "enumerate"), args=args):
            return node in args
        case _:
            return False


def _needs_splits(node: ast.AST, context: Context) -> bool:
    """Whether the scores of the single folds may be used; not where a loop only takes parameters and means."""
    uses = uses_of(context)
    match context.parent(node):
        case ast.For(target=ast.Name(id=name), iter=i) | ast.comprehension(target=ast.Name(id=name), iter=i) if i is node:
            for load in uses.uses_of_name(name):
                match uses.parents.get(load):
                    case ast.Attribute(attr="parameters" | "mean_validation_score"):
                        pass
                    case ast.Subscript(slice=ast.Constant(value=0 | 1)):
                        pass
                    case _:
                        return True
            return False
        case _:
            return True
