"""early_stopping_rounds and verbose of `fit` are callbacks.

    model.fit(X, y, eval_set=[(V, w)], early_stopping_rounds=5, verbose=50)
    model.fit(X, y, eval_set=[(V, w)], callbacks=[lgb.early_stopping(5), lgb.log_evaluation(50)])

    model.fit(X, y, eval_set=[(V, w)], early_stopping_rounds=5, verbose=False)
    model.fit(X, y, eval_set=[(V, w)], callbacks=[lgb.early_stopping(5, verbose=False)])

Deprecated in 3.3, removed in 4.0. Unlike xgboost's, the arguments do not move to the constructor.
"""

from __future__ import annotations

import ast

from codemods.fixing import MISSING, Answer, Context, Example, Fix, Same, fixer
from codemods.uses import uses_of

_MODEL = "lightgbm.LGBMModel"
_SEARCHES = ("sklearn.model_selection.GridSearchCV", "sklearn.model_selection.RandomizedSearchCV")


@fixer(
    "LG001",
    on=(f"call {_MODEL}.fit", *(f"call {s}.fit" for s in _SEARCHES)),
    library="lightgbm",
    until="4.0",
    since="2.0",
    why="early stopping and logging are callbacks",
    examples=(
        Example(
            before="""
            import lightgbm as lgb
            X, y = [[i] for i in range(40)], [0, 1] * 20
            m = lgb.LGBMClassifier(n_estimators=8)
            m.fit(X, y, eval_set=[(X, y)], eval_metric="auc", early_stopping_rounds=5, verbose=False)
            """,
            after="""
            import lightgbm as lgb
            X, y = [[i] for i in range(40)], [0, 1] * 20
            m = lgb.LGBMClassifier(n_estimators=8)
            m.fit(X, y, eval_set=[(X, y)], eval_metric="auc", callbacks=[lgb.early_stopping(5, verbose=False)])
            """,
            check="m.n_estimators",
        ),
        Example(
            before="""
            from lightgbm import LGBMRegressor
            X, y = [[i] for i in range(40)], list(range(40))
            m = LGBMRegressor(n_estimators=8).fit(X, y, eval_set=[(X, y)], verbose=50)
            """,
            after="""
            from lightgbm import LGBMRegressor
            import lightgbm as lgb
            X, y = [[i] for i in range(40)], list(range(40))
            m = LGBMRegressor(n_estimators=8).fit(X, y, eval_set=[(X, y)], callbacks=[lgb.log_evaluation(50)])
            """,
        ),
        Same("""
            from catboost import CatBoostClassifier
            import lightgbm
            CatBoostClassifier().fit([[0], [1]], [0, 1], early_stopping_rounds=5, verbose=False)
            """),
    ),
)
def fit(node: ast.Call, context: Context) -> Answer:
    rounds, verbose = context.keyword(node, "early_stopping_rounds"), context.keyword(node, "verbose")
    if rounds is None and verbose is None:
        return None
    if not isinstance(node.func, ast.Attribute):
        return None
    if context.instance(node.func.value, _MODEL) is None and not _searches_lightgbm(node.func.value, context):
        return None
    return with_callbacks(node, context, rounds=rounds, verbose=verbose, drop=("early_stopping_rounds", "verbose"))


def _searches_lightgbm(search: ast.expr, context: Context) -> bool:
    made = uses_of(context).value(search)
    if not isinstance(made, ast.Call):
        return False
    estimator = context.keyword(made, "estimator") or (made.args[0] if made.args else None)
    return context.instance(estimator, _MODEL) is not None


def with_callbacks(
    node: ast.Call,
    context: Context,
    *,
    rounds: ast.expr | None,
    verbose: ast.expr | None,
    drop: tuple[str, ...],
    more: dict[str, ast.expr] | None = None,
    standard: dict[str, ast.expr] | None = None,
) -> Answer:
    """Replace the keywords `drop` by callbacks: early stopping after `rounds`, logging as `verbose` tells.

    `more`: template of a further callback (with its hole {more}) → value. `standard`: further keyword → value for logging.
    """
    holes: dict[str, ast.AST] = {}
    items: list[str] = []
    quiet = verbose is not None and context.literal(verbose) in (False, 0, None, -1)
    if rounds is not None and context.literal(rounds) not in (None, 0, False):
        holes["rounds"] = rounds
        silent = ""
        if quiet:
            silent = ", verbose=False"
        elif verbose is not None and context.literal(verbose) is MISSING:
            silent, holes["v"] = ", verbose=bool({v})", verbose
        items.append(f"{{@lightgbm.early_stopping}}({{rounds}}{silent})")
    if verbose is not None and not quiet:
        literal = context.literal(verbose)
        extra = "".join(f", {k}={{s_{k}}}" for k in standard or {})
        holes.update({f"s_{k}": v for k, v in (standard or {}).items()})
        if literal is True or literal == 1:
            items.append(f"{{@lightgbm.log_evaluation}}({extra.removeprefix(', ')})")
        else:
            holes["period"] = verbose
            items.append(f"{{@lightgbm.log_evaluation}}({{period}}{extra})")
    for number, (template, value) in enumerate((more or {}).items()):
        holes[f"more{number}"] = value
        items.append(template.replace("{more}", f"{{more{number}}}"))
    given = context.keyword(node, "callbacks")
    gone = frozenset(k for k in drop if context.keyword(node, k) is not None)
    if not items:
        return Fix((context.edit_call(node, drop=gone),))
    text = ", ".join(items)
    if given is None or context.literal(given) is None:
        if given is None:
            return Fix((context.edit_call(node, drop=gone, add={"callbacks": f"[{text}]"}, holes=holes),))
        return Fix((context.edit_call(node, drop=gone, values={"callbacks": f"[{text}]"}, holes=holes),))
    if isinstance(given, ast.List):
        holes.update({f"c{i}": c for i, c in enumerate(given.elts)})
        whole = ", ".join([*(f"{{c{i}}}" for i in range(len(given.elts))), text])
        return Fix((context.edit_call(node, drop=gone, values={"callbacks": f"[{whole}]"}, holes=holes),))
    holes["given"] = given
    return Fix((context.edit_call(node, drop=gone, values={"callbacks": f"[*{{given}}, {text}]"}, holes=holes),))
