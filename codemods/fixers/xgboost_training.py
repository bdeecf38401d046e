"""Arguments of xgboost.train, xgboost.cv and predict that were renamed or replaced.

    xgb.train(params, d, 10, feval=acc)                       →  custom_metric=acc
    callbacks=[xgb.callback.early_stop(3)]                    →  callbacks=[xgb.callback.EarlyStopping(rounds=3)]
    callbacks=[xgb.callback.record_evaluation(res)]           →  evals_result=res
    xgb.cv(..., show_progress=True)                           →  verbose_eval=True
    bst.predict(d, ntree_limit=bst.best_ntree_limit)          →  iteration_range=(0, bst.best_iteration + 1)

feval got raw margins from 1.2 on, custom_metric gets what predict returns, unless the objective is custom, too: only where
both are the same it is renamed.
"""

from __future__ import annotations

import ast

from codemods.dicts import edit_entries, entries
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Edit
from codemods.uses import uses_of

_TRAIN = ("xgboost.train", "xgboost.cv")
# Objectives whose prediction is the margin itself.
_IDENTITY = {
    "reg:linear", "reg:squarederror", "reg:pseudohubererror", "reg:absoluteerror", "reg:quantileerror", "rank:pairwise",
    "rank:ndcg", "rank:map", "binary:logitraw", "binary:hinge",
}  # fmt: skip


@fixer(
    "XG010",
    on=tuple(f"call {f}" for f in _TRAIN),
    until="3.0",
    since="1.6",
    why="feval was replaced by custom_metric",
    examples=(
        Example(
            before="""
            import xgboost as xgb
            def rmse(preds, d):
                return "own", float(((preds - d.get_label()) ** 2).mean() ** 0.5)
            d = xgb.DMatrix([[0.0], [1.0]], [0, 1])
            b = xgb.train({"objective": "reg:squarederror"}, d, 3, evals=[(d, "t")], feval=rmse)
            """,
            after="""
            import xgboost as xgb
            def rmse(preds, d):
                return "own", float(((preds - d.get_label()) ** 2).mean() ** 0.5)
            d = xgb.DMatrix([[0.0], [1.0]], [0, 1])
            b = xgb.train({"objective": "reg:squarederror"}, d, 3, evals=[(d, "t")], custom_metric=rmse)
            """,
        ),
        Same("""
            import lightgbm as lgb
            b = lgb.train({}, lgb.Dataset([[0.0], [1.0]], [0, 1]), 2, feval=lambda p, d: ("a", 1.0, True))
            """),
    ),
)
def feval(node: ast.Call, context: Context) -> Answer:
    value = context.keyword(node, "feval")
    if value is None:
        return None
    if context.literal(value) is None:
        return Fix((context.edit_call(node, drop=frozenset({"feval"})),))
    rename = Fix((context.edit_call(node, rename={"feval": "custom_metric"}),))
    if context.keyword(node, "obj") is not None or context.vintage.before("xgboost", "1.2"):
        return rename
    objective = _objective(node, context)
    if objective in _IDENTITY:
        return rename
    if objective in ("binary:logistic", "reg:logistic") and context.vintage.within("xgboost", "1.2", "2.1"):
        margin = "lambda p, d: {f}({@numpy.log}(p / (1 - p)), d)"
        return Fix((context.edit_call(node, rename={"feval": "custom_metric"}, values={"feval": margin}, holes={"f": value}),))
    return Decline(
        "feval is custom_metric now, which gets transformed predictions (probabilities) where feval got raw margins from 1.2 on: "
        "rename it, and check what the function does with them"
    )


def _objective(node: ast.Call, context: Context) -> object:
    params = uses_of(context).value(context.keyword(node, "params") or (node.args[0] if node.args else None))
    given = entries(params, context) if params is not None else None
    if given is None:
        return None
    return context.literal(given["objective"]) if "objective" in given else "reg:squarederror"


# --- callbacks ---

_OLD = "xgboost.callback."
_CALLBACKS = ("early_stop", "record_evaluation", "print_evaluation", "reset_learning_rate")


@fixer(
    "XG011",
    on=tuple(f"call {f}" for f in _TRAIN),
    until="1.6",
    since="1.3",
    why="callback functions were replaced by callback classes",
    examples=(
        Example(
            before="""
            import xgboost as xgb
            d = xgb.DMatrix([[0.0], [1.0]], [0, 1])
            res = {}
            b = xgb.train({}, d, 4, evals=[(d, "v")], callbacks=[xgb.callback.early_stop(3), xgb.callback.record_evaluation(res)])
            """,
            after="""
            import xgboost as xgb
            d = xgb.DMatrix([[0.0], [1.0]], [0, 1])
            res = {}
            b = xgb.train({}, d, 4, evals=[(d, "v")], callbacks=[xgb.callback.EarlyStopping(rounds=3)], evals_result=res)
            """,
            check="[(name, sorted(metrics), len(metrics['rmse'])) for name, metrics in res.items()]",
        ),
        Same("""
            import xgboost as xgb
            d = xgb.DMatrix([[0.0], [1.0]], [0, 1])
            b = xgb.train({}, d, 4, evals=[(d, "v")], callbacks=[xgb.callback.EarlyStopping(rounds=3)])
            """),
    ),
)
def recorded(node: ast.Call, context: Context) -> Answer:
    """record_evaluation and print_evaluation are arguments of train; what is left in the list is XG012's."""
    callbacks = context.keyword(node, "callbacks")
    if not isinstance(callbacks, ast.List):
        return None
    if any(_old_callback(i, context) == "early_stop" and not _metric_known(i, context) for i in callbacks.elts):
        return None  # XG012 declines: nothing is half done
    add: dict[str, str] = {}
    holes: dict[str, ast.AST] = {}
    kept: list[ast.expr] = []
    for item in callbacks.elts:
        name = _old_callback(item, context)
        if name == "record_evaluation" and isinstance(item, ast.Call) and len(item.args) == 1 and "evals_result" not in add:
            add["evals_result"] = "{record}"
            holes["record"] = item.args[0]
        elif name == "print_evaluation" and isinstance(item, ast.Call) and context.keyword(node, "verbose_eval") is None:
            period = context.keyword(item, "period") or (item.args[0] if item.args else None)
            add["verbose_eval"] = "{period}" if period is not None else "1"
            if period is not None:
                holes["period"] = period
        else:
            kept.append(item)
    if not add:
        return None
    if any(context.keyword(node, k) is not None for k in add):
        return None
    if not kept:
        return Fix((context.edit_call(node, drop=frozenset({"callbacks"}), add=add, holes=holes),))
    holes.update({f"c{i}": c for i, c in enumerate(kept)})
    inner = ", ".join(f"{{c{i}}}" for i in range(len(kept)))
    return Fix((context.edit_call(node, values={"callbacks": f"[{inner}]"}, add=add, holes=holes),))


@fixer(
    "XG012",
    on=(
        "call xgboost.callback.early_stop",
        "call xgboost.callback.reset_learning_rate",
        "call xgboost.callback.print_evaluation",
    ),
    until="1.6",
    since="1.3",
    why="callback functions were replaced by callback classes",
    examples=[
        Same("""
            import xgboost as xgb
            def early_stop(rounds):
                return rounds
            stop = early_stop(3)
            new = xgb.callback.EarlyStopping(rounds=3)
            """),
        Example(
            """
            import numpy as np
            import xgboost as xgb
            d = xgb.DMatrix(np.arange(8.0).reshape(-1, 1), np.arange(8.0))
            stop = xgb.callback.early_stop(3)
            b = xgb.train({"eval_metric": "mae", "base_score": 0.5, "tree_method": "exact"}, d, 10, evals=[(d, "v")], callbacks=[stop])
            """,
            """
            import numpy as np
            import xgboost as xgb
            d = xgb.DMatrix(np.arange(8.0).reshape(-1, 1), np.arange(8.0))
            stop = xgb.callback.EarlyStopping(rounds=3)
            b = xgb.train({"eval_metric": "mae", "base_score": 0.5, "tree_method": "exact"}, d, 10, evals=[(d, "v")], callbacks=[stop])
            """,
            check="b.predict(d).round(3).tolist()",
            was={"xgboost": "1.2.1"},
        ),
        Same("""
            import xgboost as xgb
            def early_stop(rounds):
                return rounds
            stop = early_stop(3)
            new = xgb.callback.EarlyStopping(rounds=3)
            """),
    ],
)
def old_callback(node: ast.Call, context: Context) -> Answer:
    name = _old_callback(node, context)
    if not isinstance(node.func, ast.Attribute | ast.Name):
        return None
    module = "{module}." if isinstance(node.func, ast.Attribute) else ""
    holes: dict[str, ast.AST] = {"module": node.func.value} if isinstance(node.func, ast.Attribute) else {}

    def spelled(cls: str) -> str:
        return f"{module}{cls}" if module else f"{{@xgboost.callback.{cls}}}"

    match name:
        case "early_stop":
            bound = context.bind(node, "stopping_rounds", "maximize", "verbose")
            if bound is None or "stopping_rounds" not in bound:
                return Decline("use xgboost.callback.EarlyStopping(rounds=…)")
            if not _metric_known(node, context):
                return Decline(
                    "the default metric of logistic objectives changed in 1.3 from error to log loss, and early stopping depends on "
                    "it: give eval_metric, or tell the version (--was xgboost==…)"
                )
            holes["rounds"] = bound["stopping_rounds"]
            text = "rounds={rounds}"
            if "maximize" in bound and context.literal(bound["maximize"]) is not False:
                text += ", maximize={maximize}"
                holes["maximize"] = bound["maximize"]
            return Fix((context.replace(node, f"{spelled('EarlyStopping')}({text})", **holes),))
        case "reset_learning_rate" if len(node.args) == 1 and not node.keywords:
            holes["rates"] = node.args[0]
            return Fix((context.replace(node, f"{spelled('LearningRateScheduler')}({{rates}})", **holes),))
        case "print_evaluation":
            bound = context.bind(node, "period", "show_stdv")
            if bound is None:
                return Decline("use xgboost.callback.EvaluationMonitor(period=…)")
            text = ", ".join(f"{k}={{{k}}}" for k in bound)
            return Fix((context.replace(node, f"{spelled('EvaluationMonitor')}({text})", **holes, **bound),))
        case _:
            return Decline("the callback functions are gone: see xgboost.callback for the classes")


def _metric_known(callback: ast.expr, context: Context) -> bool:
    """Whether the metric that decides when to stop is the same in the vintage and now, or is given."""
    if context.vintage.before("xgboost", "1.3") or context.vintage.since("xgboost", "1.3"):
        return True
    uses = uses_of(context)
    trains = [a for a in uses.ancestors(callback) if isinstance(a, ast.Call) and context.symbol(a.func) in _TRAIN]
    if not trains:
        return False
    params = uses.value(context.keyword(trains[0], "params") or (trains[0].args[0] if trains[0].args else None))
    given = entries(params, context) if params is not None else None
    if given is None or context.keyword(trains[0], "feval") is not None:
        return given is not None
    objective = context.literal(given.get("objective", ast.Constant("reg:squarederror")))
    return "eval_metric" in given or objective in _IDENTITY


def _old_callback(node: ast.expr, context: Context) -> str | None:
    symbol = context.symbol(node.func) if isinstance(node, ast.Call) else None
    return (
        symbol.removeprefix(_OLD)
        if symbol is not None and symbol.startswith(_OLD) and symbol.removeprefix(_OLD) in _CALLBACKS
        else None
    )


# --- the default metric of early stopping ---


@fixer(
    "XG013",
    on=("node Dict", "node Call"),
    library="xgboost",
    until="1.3",
    why="the default metric of logistic objectives changed from error to log loss; early stopping depends on it",
    silent=True,
    examples=[
        Example(
            """
            import numpy as np
            import xgboost as xgb
            d = xgb.DMatrix(np.arange(8.0).reshape(-1, 1), np.array([0, 0, 0, 1, 0, 1, 1, 1]))
            params = {"objective": "binary:logistic", "max_depth": 2, "base_score": 0.5, "tree_method": "exact"}
            b = xgb.train(params, d, 20, evals=[(d, "v")], early_stopping_rounds=2, verbose_eval=False)
            """,
            """
            import numpy as np
            import xgboost as xgb
            d = xgb.DMatrix(np.arange(8.0).reshape(-1, 1), np.array([0, 0, 0, 1, 0, 1, 1, 1]))
            params = {"objective": "binary:logistic", "max_depth": 2, "base_score": 0.5, "tree_method": "exact", "eval_metric": "error"}
            b = xgb.train(params, d, 20, evals=[(d, "v")], early_stopping_rounds=2, verbose_eval=False)
            """,
            check="b.best_iteration, round(float(b.best_score), 4)",
            was={"xgboost": "0.90"},
        ),
        Same(
            """
            import numpy as np
            import xgboost as xgb
            d = xgb.DMatrix(np.arange(4.0).reshape(-1, 1), np.array([0, 0, 1, 1]))
            params = {"objective": "binary:logistic", "eval_metric": "auc", "base_score": 0.5, "tree_method": "exact"}
            b = xgb.train(params, d, 20, evals=[(d, "v")], early_stopping_rounds=2)
            """,
            was={"xgboost": "0.90"},
        ),
    ],
)
def default_metric(node: ast.Dict | ast.Call, context: Context) -> Answer:
    given = entries(node, context)
    if not given or "eval_metric" in given or "disable_default_eval_metric" in given:
        return None
    metric = {"binary:logistic": '"error"', "multi:softprob": '"merror"', "multi:softmax": '"merror"'}.get(
        str(context.literal(given.get("objective"))), ""
    )
    if not metric:
        return None
    for call, slot in uses_of(context).consumers(node):
        if slot in (0, "params") and context.symbol(call.func) in _TRAIN:
            told = {k.arg for k in call.keywords}
            if not told & {"feval", "metrics", "custom_metric"} and told & {"early_stopping_rounds", "callbacks", "evals_result"}:
                return Fix((edit_entries(node, context, add={"eval_metric": metric}),))
    return None


# --- predict ---


@fixer(
    "XG014",
    on=("call xgboost.Booster.predict", "call xgboost.XGBModel.predict", "call xgboost.XGBClassifier.predict_proba"),
    until="2.0",
    since="1.4",
    why="ntree_limit was replaced by iteration_range",
    examples=(
        Example(
            before="""
            import xgboost as xgb
            d = xgb.DMatrix([[0.0], [1.0]], [0, 1])
            b = xgb.train({}, d, 4, evals=[(d, "v")], early_stopping_rounds=2)
            p = b.predict(d, ntree_limit=b.best_ntree_limit)
            q = b.predict(d, ntree_limit=0)
            """,
            after="""
            import xgboost as xgb
            d = xgb.DMatrix([[0.0], [1.0]], [0, 1])
            b = xgb.train({}, d, 4, evals=[(d, "v")], early_stopping_rounds=2)
            p = b.predict(d, iteration_range=(0, b.best_iteration + 1))
            q = b.predict(d)
            """,
        ),
        Same("""
            import xgboost as xgb
            d = xgb.DMatrix([[0.0], [1.0]], [0, 1])
            b = xgb.train({}, d, 4)
            p = b.predict(d, iteration_range=(0, 2))
            def predict(x, ntree_limit):
                return ntree_limit
            q = predict(1, ntree_limit=2)
            """),
    ),
)
def tree_limit(node: ast.Call, context: Context) -> Answer:
    value = context.keyword(node, "ntree_limit")
    if value is None:
        return None
    if context.literal(value) in (0, None):
        return Fix((context.edit_call(node, drop=frozenset({"ntree_limit"})),))
    receiver = node.func.value if isinstance(node.func, ast.Attribute) else None
    if context.instance(receiver, "xgboost.XGBRFClassifier", "xgboost.XGBRFRegressor") is not None:
        return Decline("ntree_limit counted trees; iteration_range counts rounds of num_parallel_tree trees")
    edit = context.edit_call(
        node, rename={"ntree_limit": "iteration_range"}, values={"ntree_limit": "(0, {limit})"}, holes={"limit": value}
    )
    return Fix((edit,))


@fixer(
    "XG015",
    on=("attr xgboost.Booster.best_ntree_limit", "attr xgboost.XGBModel.best_ntree_limit"),
    until="2.0",
    why="best_ntree_limit is best_iteration + 1",
    examples=[
        Example(
            """
            import numpy as np
            import xgboost as xgb
            d = xgb.DMatrix(np.arange(8.0).reshape(-1, 1), np.arange(8.0))
            b = xgb.train({"base_score": 0.5, "tree_method": "exact", "eta": 1.0}, d, 50, evals=[(d, "v")], early_stopping_rounds=3, verbose_eval=False)
            n = b.best_ntree_limit
            """,
            """
            import numpy as np
            import xgboost as xgb
            d = xgb.DMatrix(np.arange(8.0).reshape(-1, 1), np.arange(8.0))
            b = xgb.train({"base_score": 0.5, "tree_method": "exact", "eta": 1.0}, d, 50, evals=[(d, "v")], early_stopping_rounds=3, verbose_eval=False)
            n = b.best_iteration + 1
            """,
            check="n > 1",
        ),
        Same("""
            import xgboost as xgb
            class Log:
                best_ntree_limit = 3
            n = Log().best_ntree_limit
            """),
    ],
)
def best_limit(node: ast.Attribute, context: Context) -> Answer:
    return Fix((context.replace(node, "{b}.best_iteration + 1", b=node.value),))


@fixer(
    "XG016",
    on=("call xgboost.XGBModel.booster",),
    until="1.0",
    why="booster() was renamed to get_booster(); booster is a parameter now",
    examples=(
        Example(
            before="""
            from xgboost import XGBClassifier
            m = XGBClassifier(n_estimators=3).fit([[0], [1]], [0, 1])
            b = m.booster()
            """,
            after="""
            from xgboost import XGBClassifier
            m = XGBClassifier(n_estimators=3).fit([[0], [1]], [0, 1])
            b = m.get_booster()
            """,
        ),
        Same("""
            from xgboost import XGBClassifier
            m = XGBClassifier(n_estimators=3, booster="gbtree")
            class Rocket:
                def booster(self):
                    return 1
            r = Rocket().booster()
            """),
    ),
)
def get_booster(node: ast.Call, context: Context) -> Answer:
    if not isinstance(node.func, ast.Attribute) or node.args or node.keywords:
        return None
    edits: tuple[Edit, ...] = (context.rename_attribute(node.func, "get_booster"),)
    return Fix(edits)
