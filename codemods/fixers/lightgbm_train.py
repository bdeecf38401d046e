"""Arguments of lightgbm.train and lightgbm.cv that are callbacks or parameters.

    lgb.train(params, d, 100, valid_sets=[v], early_stopping_rounds=5, verbose_eval=10, evals_result=res)
    lgb.train(params, d, 100, valid_sets=[v],
              callbacks=[lgb.early_stopping(5), lgb.log_evaluation(10), lgb.record_evaluation(res)])

    lgb.train(params, d, learning_rates=rate)   →  callbacks=[lgb.reset_parameter(learning_rate=rate)]
    lgb.train({"max_depth": 3}, d, fobj=mse)    →  lgb.train({"max_depth": 3, "objective": mse}, d)
    lgb.cv(params, d)["auc-mean"]               →  lgb.cv(params, d)["valid auc-mean"]

Removed in 4.0; feature_name and categorical_feature in 4.6.
"""

from __future__ import annotations

import ast

from codemods.dicts import edit_entries, entries
from codemods.fixers.lightgbm_fit import with_callbacks
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Edit
from codemods.uses import uses_of

_TRAIN = ("lightgbm.train", "lightgbm.cv")
_DROP = ("early_stopping_rounds", "verbose_eval", "evals_result", "learning_rates", "show_stdv")


@fixer(
    "LG010",
    on=tuple(f"call {f}" for f in _TRAIN),
    until="4.0",
    since="2.0",
    why="early stopping, logging and learning rates are callbacks",
    examples=(
        Example(
            before="""
            import lightgbm as lgb
            import numpy as np
            X, y = np.arange(400.0).reshape(-1, 1), np.array([0, 1] * 200)
            d = lgb.Dataset(X, y)
            res = {}
            p = {"objective": "binary"}
            b = lgb.train(p, d, 8, valid_sets=[d], early_stopping_rounds=5, evals_result=res)
            """,
            after="""
            import lightgbm as lgb
            import numpy as np
            X, y = np.arange(400.0).reshape(-1, 1), np.array([0, 1] * 200)
            d = lgb.Dataset(X, y)
            res = {}
            p = {"objective": "binary"}
            b = lgb.train(p, d, 8, valid_sets=[d], callbacks=[lgb.early_stopping(5), lgb.record_evaluation(res)])
            """,
            check="sorted(res)",
        ),
        Example(
            before="""
            import lightgbm as lgb
            import numpy as np
            d = lgb.Dataset(np.arange(400.0).reshape(-1, 1), np.array([0, 1] * 200))
            b = lgb.train({"objective": "binary"}, d, 3, learning_rates=lambda i: 0.1 * 0.5**i, verbose_eval=False)
            """,
            after="""
            import lightgbm as lgb
            import numpy as np
            d = lgb.Dataset(np.arange(400.0).reshape(-1, 1), np.array([0, 1] * 200))
            b = lgb.train({"objective": "binary"}, d, 3, callbacks=[lgb.reset_parameter(learning_rate=lambda i: 0.1 * 0.5**i)])
            """,
            check="b.num_trees()",
        ),
        Same("""
            import lightgbm as lgb
            import numpy as np
            d = lgb.Dataset(np.arange(400.0).reshape(-1, 1), np.array([0, 1] * 200))
            p = {"objective": "binary", "early_stopping_rounds": 3}
            b = lgb.train(p, d, 3, valid_sets=[d])
            """),
    ),
)
def train(node: ast.Call, context: Context) -> Answer:
    given = {k.arg: k.value for k in node.keywords if k.arg in _DROP}
    if not given:
        return None
    if set(given) == {"show_stdv"}:
        return Fix((context.edit_call(node, drop=frozenset(given)),))
    more: dict[str, ast.expr] = {}
    if "evals_result" in given and context.literal(given["evals_result"]) is not None:
        more["{@lightgbm.record_evaluation}({more})"] = given["evals_result"]
    if "learning_rates" in given and context.literal(given["learning_rates"]) is not None:
        more["{@lightgbm.reset_parameter}(learning_rate={more})"] = given["learning_rates"]
    standard = {"show_stdv": given["show_stdv"]} if "show_stdv" in given else {}
    return with_callbacks(
        node,
        context,
        rounds=given.get("early_stopping_rounds"),
        verbose=given.get("verbose_eval"),
        drop=_DROP,
        more=more,
        standard=standard,
    )


@fixer(
    "LG011",
    on=tuple(f"call {f}" for f in _TRAIN),
    until="4.0",
    since="4.0",
    why="a custom objective is a parameter",
    examples=(
        Example(
            before="""
            import lightgbm as lgb
            import numpy as np
            def mse(preds, data):
                return preds - data.get_label(), np.ones_like(preds)
            d = lgb.Dataset(np.arange(400.0).reshape(-1, 1), np.arange(400.0))
            b = lgb.train({"learning_rate": 0.2}, d, 3, fobj=mse)
            """,
            after="""
            import lightgbm as lgb
            import numpy as np
            def mse(preds, data):
                return preds - data.get_label(), np.ones_like(preds)
            d = lgb.Dataset(np.arange(400.0).reshape(-1, 1), np.arange(400.0))
            b = lgb.train({"learning_rate": 0.2, "objective": mse}, d, 3)
            """,
            check="b.num_trees()",
        ),
        Example(
            before="""
            import lightgbm as lgb
            import numpy as np
            def mse(preds, data):
                return preds - data.get_label(), np.ones_like(preds)
            d = lgb.Dataset(np.arange(400.0).reshape(-1, 1), np.arange(400.0))
            params = {"learning_rate": 0.2}
            b = lgb.train(params, d, 3, fobj=mse)
            """,
            after="""
            import lightgbm as lgb
            import numpy as np
            def mse(preds, data):
                return preds - data.get_label(), np.ones_like(preds)
            d = lgb.Dataset(np.arange(400.0).reshape(-1, 1), np.arange(400.0))
            params = {"learning_rate": 0.2}
            b = lgb.train({**params, "objective": mse}, d, 3)
            """,
            check="b.num_trees()",
        ),
        Same("""
            import lightgbm as lgb
            d = lgb.Dataset([[1.0], [2.0]], [1.0, 2.0])
            b = lgb.train({"objective": "regression", "verbose": -1}, d, 3)
            def optimise(fobj):
                return fobj
            x = optimise(fobj=len)
            """),
    ),
)
def objective(node: ast.Call, context: Context) -> Answer:
    function = context.keyword(node, "fobj")
    if function is None:
        return None
    drop = context.edit_call(node, drop=frozenset({"fobj"}))
    if context.literal(function) is None:
        return Fix((drop,))
    params = context.keyword(node, "params") or (node.args[0] if node.args else None)
    if params is None:
        return Decline('give the objective in the parameters: {"objective": function}')
    known = entries(made, context) if (made := uses_of(context).value(params)) is not None else None
    if known is not None and ("num_class" in known or "multi" in str(context.literal(known.get("objective")))):
        return Decline("a custom objective is a parameter now; for several classes it gets and returns arrays of (n, classes)")
    if isinstance(params, ast.Dict):
        text = context.text(function)
        own = {"values": {"objective": text}} if known is not None and "objective" in known else {"add": {"objective": text}}
        return Fix((drop, edit_entries(params, context, **own)))
    if not isinstance(params, ast.Name | ast.Attribute):
        return Decline('give the objective in the parameters: {"objective": function}')
    whole = context.replace(params, '{{**{p}, "objective": {f}}}', p=params, f=function)
    edits: tuple[Edit, ...] = (drop, whole)
    return Fix(edits)


@fixer(
    "LG012",
    on=tuple(f"call {f}" for f in _TRAIN),
    until="4.6",
    why="names and categories of features are told to the Dataset",
    examples=(
        Example(
            before="""
            import lightgbm as lgb
            import numpy as np
            d = lgb.Dataset(np.arange(800.0).reshape(-1, 2) % 7, np.arange(400.0))
            b = lgb.train({"verbose": -1}, d, 3, categorical_feature=[0], feature_name="auto")
            """,
            after="""
            import lightgbm as lgb
            import numpy as np
            d = lgb.Dataset(np.arange(800.0).reshape(-1, 2) % 7, np.arange(400.0))
            b = lgb.train({"verbose": -1}, d.set_categorical_feature([0]), 3)
            """,
            check="b.num_trees()",
        ),
        Same("""
            import lightgbm as lgb
            d = lgb.Dataset([[1.0], [2.0]], [1.0, 2.0], categorical_feature=[0])
            b = lgb.train({"verbose": -1}, d, 3)
            """),
    ),
)
def features(node: ast.Call, context: Context) -> Answer:
    given = {k.arg: k.value for k in node.keywords if k.arg in ("feature_name", "categorical_feature")}
    if not given:
        return None
    data = context.keyword(node, "train_set") or (node.args[1] if len(node.args) > 1 else None)
    if data is None:
        return None
    drop = context.edit_call(node, drop=frozenset(given))
    text, holes = "{data}", {"data": data}
    for name, value in given.items():
        if context.literal(value) != "auto":
            text += f".set_{name}({{{name}}})"
            holes[name] = value
    return Fix((drop,)) if text == "{data}" else Fix((drop, context.replace(data, text, **holes)))


@fixer(
    "LG013",
    on="node Subscript",
    library="lightgbm",
    until="4.0",
    why="results of cv are named after the data, too: valid auc-mean",
    examples=(
        Example(
            before="""
            import lightgbm as lgb
            import numpy as np
            d = lgb.Dataset(np.arange(400.0).reshape(-1, 1), np.array([0, 1] * 200))
            r = lgb.cv({"objective": "binary", "metric": "auc"}, d, 3)
            best = max(r["auc-mean"])
            """,
            after="""
            import lightgbm as lgb
            import numpy as np
            d = lgb.Dataset(np.arange(400.0).reshape(-1, 1), np.array([0, 1] * 200))
            r = lgb.cv({"objective": "binary", "metric": "auc"}, d, 3)
            best = max(r["valid auc-mean"])
            """,
            check="round(best, 6)",
        ),
        Same("""
            import lightgbm as lgb
            r = {"auc-mean": [0.5]}
            best = max(r["auc-mean"])
            """),
    ),
)
def cv_result(node: ast.Subscript, context: Context) -> Answer:
    key = context.literal(node.slice)
    if not isinstance(key, str) or not key.endswith(("-mean", "-stdv")) or key.startswith(("valid ", "train ")):
        return None
    made = uses_of(context).value(node.value)
    if not isinstance(made, ast.Call) or context.symbol(made.func) != "lightgbm.cv":
        return None
    quote = context.text(node.slice)[0]
    return Fix((context.replace(node.slice, f"{quote}valid {key}{quote}"),))
