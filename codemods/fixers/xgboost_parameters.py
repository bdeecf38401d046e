"""Parameters of xgboost that are gone, in constructors and in parameter dicts.

    XGBClassifier(silent=True, nthread=4, seed=1, missing=None)
    XGBClassifier(verbosity=0, n_jobs=4, random_state=1)

    {"silent": 1, "objective": "reg:linear"}  →  {"verbosity": 0, "objective": "reg:squarederror"}

silent was replaced by verbosity in 0.90; reg:linear is reg:squarederror since 0.90; missing=None meant NaN; gpu_hist and
gpu_id were replaced by device (2.0, 3.1); use_label_encoder and predictor have no effect any more.
"""

from __future__ import annotations

import ast

from codemods.dicts import edit_entries, entries
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.uses import uses_of

_OBJECTIVES = {"reg:linear": "reg:squarederror", "gpu:reg:linear": "reg:squarederror", "gpu:binary:logistic": "binary:logistic"}
_GONE = ("use_label_encoder", "predictor")
_CLASSES = ("XGBClassifier", "XGBRegressor", "XGBRanker", "XGBRFClassifier", "XGBRFRegressor", "XGBModel")
_CONSUMERS = ("xgboost.train", "xgboost.cv", "xgboost.Booster")


@fixer(
    "XG020",
    on=tuple(f"call xgboost.{c}" for c in _CLASSES),
    until="1.6",
    why="parameters were renamed or removed",
    examples=(
        Example(
            before="""
            from xgboost import XGBRegressor
            m = XGBRegressor(objective="reg:linear", n_estimators=3, silent=True, nthread=1, seed=3, missing=None)
            """,
            after="""
            from xgboost import XGBRegressor
            m = XGBRegressor(objective="reg:squarederror", n_estimators=3, verbosity=0, n_jobs=1, random_state=3)
            """,
            check="m.n_estimators",
        ),
        Example(
            before="""
            from xgboost import XGBClassifier
            m = XGBClassifier(use_label_encoder=False, n_estimators=3, silent=0)
            """,
            after="""
            from xgboost import XGBClassifier
            m = XGBClassifier(n_estimators=3, base_score=0.5, tree_method="exact")
            """,
            check="m.n_estimators",
            was={"xgboost": "1.5.2"},
        ),
        Same("""
            from xgboost import XGBRegressor
            m = XGBRegressor(objective="reg:squarederror", n_jobs=1)
            """),
    ),
)
def estimator(node: ast.Call, context: Context) -> Answer:
    given = {k.arg: k.value for k in node.keywords if k.arg is not None}
    changes = _changes(given, context, sklearn=True)
    if isinstance(changes, Decline):
        return changes
    rename, values, drop, add = changes
    if not (rename or values or drop or add):
        return None
    return Fix((context.edit_call(node, rename=rename, values=values, drop=frozenset(drop), add=add),))


@fixer(
    "XG021",
    on=("node Dict", "node Call"),
    library="xgboost",
    until="1.6",
    why="parameters were renamed or removed",
    examples=(
        Example(
            before="""
            import xgboost as xgb
            params = {"objective": "reg:linear", "silent": 1, "eta": 0.1}
            b = xgb.train(params, xgb.DMatrix([[0.0], [1.0]], [0, 1]), 2)
            """,
            after="""
            import xgboost as xgb
            params = {"objective": "reg:squarederror", "verbosity": 0, "eta": 0.1, "base_score": 0.5, "tree_method": "exact"}
            b = xgb.train(params, xgb.DMatrix([[0.0], [1.0]], [0, 1]), 2)
            """,
            check="b.predict(xgb.DMatrix([[0.0], [1.0]])).round(4).tolist()",
            was={"xgboost": "1.0.2"},
        ),
        Same("""
            params = {"objective": "reg:linear", "silent": 1}
            import xgboost
            """),
    ),
)
def parameters(node: ast.Dict | ast.Call, context: Context) -> Answer:
    given = entries(node, context)
    if not given:
        return None
    boosters = _goes_to(node, context)
    if boosters is None:
        return None
    changes = _changes(given, context, sklearn=not boosters)
    if isinstance(changes, Decline):
        return changes
    rename, values, drop, add = changes
    if not (rename or values or drop or add):
        return None
    return Fix((edit_entries(node, context, rename=rename, values=values, drop=drop, add=add),))


def _goes_to(node: ast.expr, context: Context) -> bool | None:
    """True: parameters of a booster; False: keywords of an estimator's constructor; None: neither."""
    for call, slot in uses_of(context).consumers(node):
        if slot in (0, "params") and context.symbol(call.func) in _CONSUMERS:
            return True
        made = context.instance(call, "xgboost.XGBModel")
        if slot == "**" and made is not None and not (isinstance(call.func, ast.Attribute) and call.func.attr == "fit"):
            return False
    return None


_Changes = tuple[dict[str, str], dict[str, str], set[str], dict[str, str]]


def _changes(given: dict[str, ast.expr], context: Context, *, sklearn: bool) -> _Changes | Decline:
    """What to rename, revalue, drop and add among these parameters."""
    rename: dict[str, str] = {}
    values: dict[str, str] = {}
    drop: set[str] = set()
    add: dict[str, str] = {}
    dated = context.vintage.before("xgboost", "2.0") or context.literal(given.get("missing", ast.Constant(0))) is None
    if not dated:
        given = {k: v for k, v in given.items() if k in ("missing", "tree_method", "gpu_id", "device")}
    if "silent" in given:
        literal = context.literal(given["silent"])
        if literal is MISSING:
            return Decline("silent is gone: verbosity=0 is silent, 1 is the default")
        if literal in (1, "1") and "verbosity" not in given:
            rename["silent"], values["silent"] = "verbosity", "0"
        else:
            drop.add("silent")
    objective = context.literal(given.get("objective"))
    if isinstance(objective, str) and objective in _OBJECTIVES:
        quote = context.text(given["objective"])[-1] if _here(given["objective"], context) else '"'
        values["objective"] = f"{quote}{_OBJECTIVES[objective]}{quote}"
    drop.update(k for k in _GONE if k in given)
    if sklearn:
        rename.update(
            {old: new for old, new in (("nthread", "n_jobs"), ("seed", "random_state")) if old in given and new not in given}
        )
        if "missing" in given and context.literal(given["missing"]) is None:
            drop.add("missing")
    if context.literal(given.get("tree_method")) == "gpu_hist" and context.target.reached("xgboost", "3.1"):
        values["tree_method"] = '"hist"'
        add["device"] = '"cuda"'
    if "gpu_id" in given and context.target.reached("xgboost", "3.1"):
        number = context.literal(given["gpu_id"])
        if not isinstance(number, int):
            return Decline('gpu_id is gone: use device="cuda:N"')
        drop.add("gpu_id")
        add["device"] = f'"cuda:{number}"' if number > 0 else '"cuda"'
    if "device" in given:
        add.pop("device", None)
    return rename, values, drop, add


def _here(node: ast.AST, context: Context) -> bool:
    return any(n is node for n in walk(context.tree))


@fixer(
    "XG022",
    on=("call xgboost.XGBClassifier", "call xgboost.XGBRegressor"),
    until="1.0",
    why="parameters are taken by keyword",
    examples=(
        Example(
            before="""
            from xgboost import XGBClassifier
            m = XGBClassifier(3, 0.1, 100)
            """,
            after="""
            from xgboost import XGBClassifier
            m = XGBClassifier(max_depth=3, learning_rate=0.1, n_estimators=100)
            """,
            check="m.max_depth",
        ),
        Same("""
            from xgboost import XGBClassifier
            m = XGBClassifier(max_depth=3, learning_rate=0.1, n_estimators=100)
            """),
    ),
)
def positions(node: ast.Call, context: Context) -> Answer:
    if not node.args or isinstance(context.literal(node.args[0]), str):
        return None
    if len(node.args) > 3 or any(isinstance(a, ast.Starred) for a in node.args):
        return Decline("parameters are taken by keyword: name those passed by position")
    names = ("max_depth", "learning_rate", "n_estimators")
    return Fix((context.edit_call(node, name_positional=dict(enumerate(names[: len(node.args)]))),))
