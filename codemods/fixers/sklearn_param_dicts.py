"""Renamed keywords and values where they hide: parameter grids, `set_params`, dicts that are passed as **keywords.

    GridSearchCV(RandomForestRegressor(), {"max_features": ["auto", "sqrt"]})
    GridSearchCV(RandomForestRegressor(), {"max_features": [1.0, "sqrt"]})

    pipe.set_params(enc__sparse=False)  →  pipe.set_params(enc__sparse_output=False)

What is renamed is what the recipes of scikit-learn say for calls of the constructor. In a grid the error would only be a
warning, and the search would silently pick another candidate.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from codemods.era import Due, due
from codemods.fixing import MISSING, Answer, Context, Example, Fix, Same, fixer
from codemods.records import Edit
from codemods.types import Instance
from codemods.uses import Slot, uses_of

if TYPE_CHECKING:
    from codemods.recipes import Recipe

_SEARCHES = {
    "GridSearchCV": ("param_grid", 1),
    "RandomizedSearchCV": ("param_distributions", 1),
    "HalvingGridSearchCV": ("param_grid", 1),
    "HalvingRandomSearchCV": ("param_distributions", 1),
    "validation_curve": ("", 99),
}
_NAMED = (
    "sklearn.pipeline.Pipeline",
    "imblearn.pipeline.Pipeline",
    "sklearn.compose.ColumnTransformer",
    "sklearn.pipeline.FeatureUnion",
)
_STEPS = ("steps", "transformers", "transformer_list")
_MADE = ("sklearn.pipeline.make_pipeline", "imblearn.pipeline.make_pipeline", "sklearn.pipeline.make_union")
_INNER = ("estimator", "base_estimator")


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
    why="a parameter or its value was renamed; here it is passed in a dict",
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
        grids, keywords = _consumers(node, context)
        edits += _edits(node, grids, entries, context, single=False)
        edits += _edits(node, keywords, entries, context, single=True)
    return Fix(tuple(e for i, e in enumerate(edits) if e not in edits[:i])) if edits else None


# --- who gets the parameters ---


def _consumers(node: ast.expr, context: Context) -> tuple[list[ast.expr], list[ast.expr]]:
    """The estimators whose grid this dict is, and those whose constructor or set_params gets it as keywords."""
    uses = uses_of(context)
    grids: list[ast.expr] = []
    keywords: list[ast.expr] = []
    holders = [node]
    above = uses.parents.get(node)
    if isinstance(above, ast.List):
        holders.append(above)
    for holder in holders:
        for call, slot in uses.consumers(holder):
            estimator = _searched(call, slot, context)
            if estimator is not None:
                grids.append(estimator)
            elif slot == "**" and isinstance(call.func, ast.Attribute) and call.func.attr == "set_params":
                keywords.append(call.func.value)
            elif slot == "**":
                keywords.append(call)
    return grids, keywords


def _searched(call: ast.Call, slot: Slot, context: Context) -> ast.expr | None:
    """The estimator, if `call` is a search and `slot` its grid."""
    symbol = context.symbol(call.func) or ""
    if not symbol.startswith("sklearn."):
        return None
    grid = _SEARCHES.get(symbol.rpartition(".")[2])
    if grid is None or slot not in grid:
        return None
    return context.keyword(call, "estimator") or (call.args[0] if call.args else None)


def _owner(key: str, estimator: ast.expr, context: Context) -> tuple[str, str, str] | None:
    """The class that a parameter belongs to, its prefix in the key, its own name: OneHotEncoder, enc__, sparse."""
    uses = uses_of(context)
    made = uses.value(estimator)
    while isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr in ("fit", "set_params"):
        made = uses.value(made.func.value)
    head, _, rest = key.partition("__")
    if isinstance(made, ast.Call):
        name = context.symbol(made.func)
        if rest and (inner := _step(head, name, made, context)) is not None:
            found = _owner(rest, inner, context)
            return (found[0], f"{head}__{found[1]}", found[2]) if found else None
        if not rest and name is not None:
            return name, "", key
        if rest and head in _INNER and name is not None:
            return name, "", key
        return None
    instance = context.only(estimator)
    return (instance.name, "", key) if isinstance(instance, Instance) and not rest else None


def _step(head: str, name: str | None, made: ast.Call, context: Context) -> ast.expr | None:
    """The estimator that a compound estimator knows by `head`."""
    if name in _MADE:
        for argument in made.args:
            symbol = context.only(argument)
            if isinstance(symbol, Instance) and symbol.name.rpartition(".")[2].lower() == head:
                return argument
        return None
    if name in _NAMED:
        given = next((k.value for k in made.keywords if k.arg in _STEPS), made.args[0] if made.args else None)
        steps = uses_of(context).value(given)
        for step in steps.elts if isinstance(steps, ast.List) else ():
            if isinstance(step, ast.Tuple) and len(step.elts) > 1 and context.literal(step.elts[0]) == head:
                return step.elts[1]
        return None
    if head in _INNER:
        return next((k.value for k in made.keywords if k.arg in _INNER), made.args[0] if made.args else None)
    return None


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
    return tuple(r for r in every if "keyword" in r.change and ({"to", "values"} & r.change.keys()) and not r.silent)


def _renames(key: str, estimator: ast.expr, context: Context) -> list[tuple[Recipe, str, str]]:
    """The recipes for this parameter, with the prefix and the rest of the key."""
    first, further, inner = key.partition("__")
    if further and (outer := _owner(first, estimator, context)) is not None:
        of_outer = [r for r in _recipes() if outer[0] in r.symbols and r.change["keyword"] == first and "to" in r.change]
        if found := [(r, "", further + inner) for r in of_outer if _due(r, context)]:
            return found  # base_estimator__max_depth; what comes after it has its turn in the next round
    owner = _owner(key, estimator, context)
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
    answers = []
    for owner in owners:
        mine: list[Edit] = []
        for entry in entries:
            for recipe, prefix, rest in _renames(entry.key, owner, context):
                mine += _edit(node, entry, recipe, prefix, rest, context, single)
        answers.append(mine)
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


def _own(name: ast.expr, item: ast.expr, context: Context) -> bool:
    """Whether a list that is written out in this cell, under a name, serves this grid alone."""
    uses = uses_of(context)
    return (
        isinstance(name, ast.Name) and uses.cell_of.get(name) == uses.cell_of.get(item) and len(uses.uses_of_name(name.id)) == 1
    )
