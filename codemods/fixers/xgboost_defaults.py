"""Defaults of xgboost that changed: learning_rate and max_depth (1.0), importance_type (0.82), base_score and tree_method (2.0).

    XGBRegressor(n_estimators=3)                                           # written for 1.5
    XGBRegressor(n_estimators=3, base_score=0.5, tree_method="exact")

    XGBClassifier()                                                        # written for 0.90
    XGBClassifier(max_depth=3, learning_rate=0.1, base_score=0.5, tree_method="exact")

Before 2.0 the prediction started at 0.5 and small data were split exactly; now it starts at an estimate, and histograms are
used. Boosters made by xgboost.train get both from their parameters.
"""

from __future__ import annotations

import ast

from codemods.defaults import Default, register
from codemods.dicts import edit_entries, entries
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.uses import uses_of

_MODELS = ("XGBClassifier", "XGBRegressor", "XGBRanker", "XGBRFClassifier", "XGBRFRegressor", "XGBModel")


def _not_exact(call: ast.Call, context: Context) -> bool:
    """Whether the exact method could not have been chosen, or says nothing: linear boosters, categories, leaf-wise growth."""
    if context.literal(context.keyword(call, "booster")) == "gblinear":
        return True
    return any(
        context.keyword(call, k) is not None for k in ("enable_categorical", "grow_policy", "max_leaves", "max_bin", "device")
    )


_NOT_EXACT = {"tree_method", "grow_policy", "max_leaves", "max_bin", "updater", "device"}
_BOTH = (
    Default("base_score", (("2.0", "0.5"),)),
    Default("tree_method", (("2.0", '"exact"'),), unless=_not_exact),
)
_OLD = (Default("max_depth", (("1.0", "3"),), 0), Default("learning_rate", (("1.0", "0.1"),), 1))

register(
    "xgboost",
    {
        f"xgboost.{m}": (*(() if "RF" in m else _OLD), Default("importance_type", (("0.82", '"weight"'),)), *_BOTH)
        for m in _MODELS
    },
    {"0.82": "XG500", "1.0": "XG501", "2.0": "XG502"},
    {
        "0.82": (
            Example(
                before="""
                import numpy as np
                from xgboost import XGBRegressor
                m = XGBRegressor(n_estimators=3, max_depth=2, learning_rate=0.1)
                """,
                after="""
                import numpy as np
                from xgboost import XGBRegressor
                m = XGBRegressor(n_estimators=3, max_depth=2, learning_rate=0.1, importance_type="weight", base_score=0.5, tree_method="exact")
                """,
                check="m.fit(np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 5.0]]), np.array([0.0, 1.0, 5.0, 7.0])).feature_importances_.round(4).tolist()",
                was={"xgboost": "0.72.1"},
            ),
            Same(
                """
                from xgboost import XGBRegressor
                m = XGBRegressor(n_estimators=3, max_depth=2, learning_rate=0.1, importance_type='gain', base_score=0.5, tree_method='exact')
                """,
                was={"xgboost": "0.72.1"},
            ),
        ),
        "1.0": (
            Example(
                before="""
                import numpy as np
                from xgboost import XGBRegressor
                m = XGBRegressor(n_estimators=3)
                """,
                after="""
                import numpy as np
                from xgboost import XGBRegressor
                m = XGBRegressor(n_estimators=3, max_depth=3, learning_rate=0.1, base_score=0.5, tree_method="exact")
                """,
                check="m.fit(np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0.0, 1.0, 5.0, 7.0])).predict(np.array([[0.0], [3.0]])).round(4).tolist()",
                was={"xgboost": "0.90"},
            ),
            Same(
                """
                from xgboost import XGBRegressor
                m = XGBRegressor(n_estimators=3, max_depth=5, learning_rate=0.3, base_score=0.5, tree_method='exact')
                """,
                was={"xgboost": "0.90"},
            ),
        ),
        "2.0": (
            Example(
                before="""
                from xgboost import XGBRegressor
                m = XGBRegressor(n_estimators=3, max_depth=2, learning_rate=0.1)
                """,
                after="""
                from xgboost import XGBRegressor
                m = XGBRegressor(n_estimators=3, max_depth=2, learning_rate=0.1, base_score=0.5, tree_method="exact")
                """,
                check="m.fit([[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 5.0, 7.0]).predict([[0.0], [3.0]]).round(4).tolist()",
                was={"xgboost": "1.5.2"},
            ),
            Same("""
                from xgboost import XGBRegressor
                m = XGBRegressor(n_estimators=3)
                """),
            Same(
                """
                from xgboost import XGBRegressor
                m = XGBRegressor(n_estimators=3)
                """,
                was={"xgboost": "2.1.0"},
            ),
        ),
    },
)


@fixer(
    "XG503",
    on=("node Dict", "node Call"),
    library="xgboost",
    until="2.0",
    why="defaults changed: the prediction started at 0.5, and splits were exact",
    silent=True,
    examples=(
        Example(
            before="""
            import xgboost as xgb
            params = {"objective": "reg:squarederror", "max_depth": 2}
            b = xgb.train(params, xgb.DMatrix([[0.0], [1.0]], [0, 1]), 2)
            """,
            after="""
            import xgboost as xgb
            params = {"objective": "reg:squarederror", "max_depth": 2, "base_score": 0.5, "tree_method": "exact"}
            b = xgb.train(params, xgb.DMatrix([[0.0], [1.0]], [0, 1]), 2)
            """,
            check="b.predict(xgb.DMatrix([[0.0], [1.0]])).round(4).tolist()",
            was={"xgboost": "1.5.2"},
        ),
        Same(
            """
            import xgboost as xgb
            params = {'objective': 'reg:squarederror', 'base_score': 1.0, 'tree_method': 'hist'}
            b = xgb.train(params, xgb.DMatrix([[0.0], [1.0]], [0, 1]), 2)
            """,
            was={"xgboost": "1.5.2"},
        ),
    ),
)
def booster_defaults(node: ast.Dict | ast.Call, context: Context) -> Answer:
    given = entries(node, context)
    if not given or not _trains(node, context):
        return None
    wanted = {"base_score": "0.5"}
    if context.literal(given.get("booster")) != "gblinear" and not given.keys() & _NOT_EXACT:
        wanted["tree_method"] = '"exact"'
    add = {k: v for k, v in wanted.items() if k not in given}
    return Fix((edit_entries(node, context, add=add),)) if add else None


def _trains(node: ast.expr, context: Context) -> bool:
    calls = uses_of(context).consumers(node)
    return any(slot in (0, "params") and context.symbol(c.func) in ("xgboost.train", "xgboost.cv") for c, slot in calls)
