"""Renamed keywords and values where they hide: parameter grids, `set_params`, dicts that are passed as **keywords.

    GridSearchCV(RandomForestRegressor(), {"max_features": ["auto", "sqrt"]})
    GridSearchCV(RandomForestRegressor(), {"max_features": [1.0, "sqrt"]})

    pipe.set_params(enc__sparse=False)  →  pipe.set_params(enc__sparse_output=False)

    GridSearchCV(LinearRegression(), {"normalize": [True, False], "fit_intercept": [True, False]})
    GridSearchCV(LinearRegression(), {"fit_intercept": [True, False]})

What is renamed or dropped is what the recipes of scikit-learn say for calls of the constructor. In a grid the error would only
be a warning, and the search would silently pick another candidate.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from codemods.dicts import edit_entries
from codemods.era import Due, due
from codemods.fixers._param_owners import consumers, owner_of
from codemods.fixing import MISSING, Answer, Context, Example, Fix, Same, fixer
from codemods.records import Edit
from codemods.uses import uses_of

if TYPE_CHECKING:
    from codemods.recipes import Recipe


@dataclass(frozen=True, slots=True)
class _Entry:
    """One parameter in a dict or call: where its name stands, and its values."""

    key: str
    name_node: ast.Constant | None  # in a dict literal
    keyword: ast.keyword | None  # in a call
    value: ast.expr


@fixer(
    "SK140",
    on=("node Dict", "node Call"),
    library="sklearn",
    until="",
    why="a parameter is gone, or it or its value was renamed; here it is passed in a dict",
    examples=(
        Example(
            before="""
            from sklearn.ensemble import RandomForestRegressor
            from sklearn.model_selection import GridSearchCV
            grid = {"max_features": ["auto", "sqrt"], "n_estimators": [4]}
            g = GridSearchCV(RandomForestRegressor(random_state=0), grid, cv=2)
            """,
            after="""
            from sklearn.ensemble import RandomForestRegressor
            from sklearn.model_selection import GridSearchCV
            grid = {"max_features": [1.0, "sqrt"], "n_estimators": [4]}
            g = GridSearchCV(RandomForestRegressor(random_state=0), grid, cv=2)
            """,
            check="len(g.fit([[0, 1], [1, 0], [8, 9], [9, 8]], [0.0, 0.0, 2.0, 2.0]).cv_results_['params'])",
        ),
        Example(
            before="""
            from sklearn.ensemble import GradientBoostingRegressor
            from sklearn.model_selection import RandomizedSearchCV
            loss = ["ls", "lad", "huber"]
            features = ["auto", "log2", None]
            grid = {"loss": loss, "max_features": features}
            g = RandomizedSearchCV(GradientBoostingRegressor(), grid, cv=2)
            n = len(features)
            """,
            after="""
            from sklearn.ensemble import GradientBoostingRegressor
            from sklearn.model_selection import RandomizedSearchCV
            loss = ['squared_error', 'absolute_error', "huber"]
            features = ["auto", "log2", None]
            grid = {"loss": loss, "max_features": [{'auto': 1.0}.get(v, v) for v in features]}
            g = RandomizedSearchCV(GradientBoostingRegressor(), grid, cv=2)
            n = len(features)
            """,
            check="n",
        ),
        Example(
            before="""
            from sklearn.pipeline import Pipeline
            from sklearn.preprocessing import OneHotEncoder
            p = Pipeline([("enc", OneHotEncoder())])
            p.set_params(enc__sparse=False)
            kw = dict(sparse=False)
            q = OneHotEncoder(**kw)
            """,
            after="""
            from sklearn.pipeline import Pipeline
            from sklearn.preprocessing import OneHotEncoder
            p = Pipeline([("enc", OneHotEncoder())])
            p.set_params(enc__sparse_output=False)
            kw = dict(sparse_output=False)
            q = OneHotEncoder(**kw)
            """,
            check="p.fit_transform([['a'], ['b']]).tolist()",
        ),
        Example(
            before="""
            from sklearn.ensemble import BaggingRegressor
            from sklearn.model_selection import GridSearchCV
            from sklearn.tree import DecisionTreeRegressor
            bag = BaggingRegressor(base_estimator=DecisionTreeRegressor())
            g = GridSearchCV(bag, {"base_estimator__criterion": ["mse"]}, cv=2)
            """,
            after="""
            from sklearn.ensemble import BaggingRegressor
            from sklearn.model_selection import GridSearchCV
            from sklearn.tree import DecisionTreeRegressor
            bag = BaggingRegressor(estimator=DecisionTreeRegressor())
            g = GridSearchCV(bag, {"estimator__criterion": ['squared_error']}, cv=2)
            """,
            check="len(g.fit([[0, 1], [1, 0], [8, 9], [9, 8]], [0.0, 0.0, 2.0, 2.0]).cv_results_['params'])",
        ),
        Example(
            before="""
            from sklearn.linear_model import LinearRegression
            from sklearn.model_selection import GridSearchCV
            from sklearn.tree import DecisionTreeRegressor
            models = {
                "linear": {"model": LinearRegression(), "grid": {"normalize": [True, False], "fit_intercept": [True, False]}},
                "tree": {"model": DecisionTreeRegressor(), "grid": {"criterion": ["mse"], "max_depth": [1, 2]}},
            }
            found = []
            for name, each in models.items():
                search = GridSearchCV(each["model"], each["grid"], cv=2)
                search.fit([[0], [1], [8], [9], [5], [4]], [0.0, 0.5, 2.0, 2.5, 1.0, 0.5])
                found.append(round(search.best_score_, 6))
            """,
            after="""
            from sklearn.linear_model import LinearRegression
            from sklearn.model_selection import GridSearchCV
            from sklearn.tree import DecisionTreeRegressor
            models = {
                "linear": {"model": LinearRegression(), "grid": {"fit_intercept": [True, False]}},
                "tree": {"model": DecisionTreeRegressor(), "grid": {"criterion": ['squared_error'], "max_depth": [1, 2]}},
            }
            found = []
            for name, each in models.items():
                search = GridSearchCV(each["model"], each["grid"], cv=2)
                search.fit([[0], [1], [8], [9], [5], [4]], [0.0, 0.5, 2.0, 2.5, 1.0, 0.5])
                found.append(round(search.best_score_, 6))
            """,
            check="found",
        ),
        Same("""
            from sklearn.linear_model import LinearRegression
            from sklearn.model_selection import GridSearchCV
            g = GridSearchCV(LinearRegression(), {"normalize": [True, False]}).fit([[0], [1], [2]], [0, 1, 2])
            n = g.best_params_["normalize"]
            """),
        Same("""
            from sklearn.feature_extraction import DictVectorizer
            kw = {"sparse": False}
            v = DictVectorizer(**kw)
            """),
    ),
)
def in_dict(node: ast.Dict | ast.Call, context: Context) -> Answer:
    edits: list[Edit] = []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "set_params":
        edits += _edits(node, [node.func.value], _entries(node), context, single=True)
    elif isinstance(node, ast.Dict) or (isinstance(node.func, ast.Name) and node.func.id == "dict"):
        entries = list(_entries(node))
        if not entries:
            return None
        grids, keywords = consumers(node, context)
        edits += _edits(node, grids, entries, context, single=False)
        edits += _edits(node, keywords, entries, context, single=True)
    return Fix(tuple(e for i, e in enumerate(edits) if e not in edits[:i])) if edits else None


# --- what is renamed ---


def _entries(node: ast.Dict | ast.Call) -> Iterator[_Entry]:
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield _Entry(key.value, key, None, value)
    else:
        for keyword in node.keywords:
            if keyword.arg is not None:
                yield _Entry(keyword.arg, None, keyword, keyword.value)


@cache
def _recipes() -> tuple[Recipe, ...]:
    from apidb.paths import data_dir
    from codemods.rules import shelves

    every = (r for shelf in shelves("sklearn", data_dir() / "recipes") for r in shelf.recipes())
    return tuple(r for r in every if "keyword" in r.change and ({"to", "values", "drop"} & r.change.keys()) and not r.silent)


def _renames(key: str, estimator: ast.expr, context: Context) -> list[tuple[Recipe, str, str]]:
    """The recipes for this parameter, with the prefix and the rest of the key."""
    first, further, inner = key.partition("__")
    if further and (outer := owner_of(first, estimator, context)) is not None:
        of_outer = [r for r in _recipes() if outer[0] in r.symbols and r.change["keyword"] == first and "to" in r.change]
        if found := [(r, "", further + inner) for r in of_outer if _due(r, context)]:
            return found  # base_estimator__max_depth; what comes after it has its turn in the next round
    owner = owner_of(key, estimator, context)
    if owner is None:
        return []
    name, prefix, parameter = owner
    head, mark, rest = parameter.partition("__")
    return [
        (r, prefix, mark + rest) for r in _recipes() if name in r.symbols and r.change["keyword"] == head and _due(r, context)
    ]


def _due(recipe: Recipe, context: Context) -> bool:
    when = due(recipe.library, recipe.until, silent=False, target=context.target, vintage=context.vintage)
    return when is Due.YES


def _edits(
    node: ast.Dict | ast.Call, owners: list[ast.expr], entries: Iterator[_Entry] | list[_Entry], context: Context, *, single: bool
) -> list[Edit]:
    """The edits that every owner asks for; none where they don't agree."""
    entries = list(entries)
    answers: list[list[Edit]] = []
    for owner in owners:
        mine: list[Edit] = []
        idle: list[str] = []
        for entry in entries:
            for recipe, prefix, rest in _renames(entry.key, owner, context):
                if "drop" in recipe.change:
                    if not rest and _idle(entry, recipe, context, single):
                        idle.append(entry.key)
                else:
                    mine += _edit(node, entry, recipe, prefix, rest, context, single)
        # A display without an entry is written anew: the rest has its turn in the next round.
        answers.append([edit_entries(node, context, drop=idle)] if idle else mine)
    return answers[0] if answers and all(a == answers[0] for a in answers) else []


def _edit(
    node: ast.Dict | ast.Call, entry: _Entry, recipe: Recipe, prefix: str, rest: str, context: Context, single: bool
) -> Iterator[Edit]:
    if "to" in recipe.change:
        new = f"{prefix}{recipe.change['to']}{rest}"
        if entry.name_node is not None:
            quote = context.text(entry.name_node)[0]
            yield context.replace(entry.name_node, f"{quote}{new}{quote}" if quote in "'\"" else repr(new))
        elif isinstance(node, ast.Call):
            yield context.edit_call(node, rename={entry.key: new})
        return
    if rest:
        return
    values = recipe.change["values"]
    listed = uses_of(context).value(entry.value)
    candidates = [entry.value] if single else listed.elts if isinstance(listed, ast.List | ast.Tuple) else []
    if listed is not entry.value and candidates and not _own(entry.value, candidates[0], context):
        literals = [context.literal(c) for c in candidates]
        renamed = {old: new for old, new in values.items() if ast.literal_eval(old) in literals}
        if renamed:
            table = ", ".join(f"{old}: {new}" for old, new in renamed.items())
            yield context.replace(entry.value, f"[{{{{{table}}}}}.get(v, v) for v in {{name}}]", name=entry.value)
        return
    for candidate in candidates:
        literal = context.literal(candidate)
        for old, new in values.items():
            if literal is not MISSING and type(literal) is type(ast.literal_eval(old)) and literal == ast.literal_eval(old):
                yield context.replace(candidate, new)


def _idle(entry: _Entry, recipe: Recipe, context: Context, single: bool) -> bool:
    """Whether a parameter can go: with these values it did what is done without it, and nobody asks for the best one."""
    if any(context.literal(s.slice) == entry.key for s in context.nodes(ast.Subscript)):
        return False
    values = uses_of(context).value(entry.value) or entry.value
    listed = [values] if single else values.elts if isinstance(values, ast.List | ast.Tuple) else []
    drop = recipe.change["drop"]
    return drop is True or (bool(listed) and all(ast.unparse(v) in drop for v in listed))


def _own(name: ast.expr, item: ast.expr, context: Context) -> bool:
    """Whether a list that is written out in this cell, under a name, serves this grid alone."""
    uses = uses_of(context)
    return (
        isinstance(name, ast.Name) and uses.cell_of.get(name) == uses.cell_of.get(item) and len(uses.uses_of_name(name.id)) == 1
    )
