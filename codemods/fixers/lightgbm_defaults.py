"""Defaults of LightGBM that changed in its first years.

LGBMClassifier()                                    # written for 2.0.10
LGBMClassifier(n_estimators=10, min_child_weight=5, min_child_samples=10, subsample_for_bin=50000)
"""

from __future__ import annotations

from codemods.defaults import Default, register
from codemods.fixing import Example, Same

_MODEL = (
    Default("min_child_weight", (("2.0.11", "5"),)),
    Default("min_child_samples", (("2.0.11", "10"),)),
    Default("subsample_for_bin", (("2.0.11", "50000"),)),
    Default("n_estimators", (("2.0.12", "10"),)),
)

register(
    "lightgbm",
    {
        **{f"lightgbm.{m}": _MODEL for m in ("LGBMClassifier", "LGBMRegressor", "LGBMRanker")},
        "lightgbm.cv": (Default("stratified", (("2.0.5", "False"),), 5), Default("num_boost_round", (("2.0.12", "10"),), 2)),
    },
    {"2.0.5": "LG500", "2.0.11": "LG501", "2.0.12": "LG502"},
    {
        "2.0.5": (
            Example(
                before="""
                import lightgbm as lgb
                import numpy as np
                d = lgb.Dataset(np.arange(90.0).reshape(-1, 1), np.repeat([0, 1], 45))
                r = lgb.cv({'objective': 'binary', 'verbose': -1}, d, 2, nfold=3, seed=0)
                n = len(r)
                """,
                after="""
                import lightgbm as lgb
                import numpy as np
                d = lgb.Dataset(np.arange(90.0).reshape(-1, 1), np.repeat([0, 1], 45))
                r = lgb.cv({'objective': 'binary', 'verbose': -1}, d, 2, nfold=3, seed=0, stratified=False)
                n = len(r)
                """,
                check="n",
                was={"lightgbm": "2.0.4"},
            ),
            Same(
                """
                import lightgbm as lgb
                d = lgb.Dataset([[1.0], [2.0]], [0, 1])
                r = lgb.cv({'objective': 'binary'}, d, 2, nfold=3, stratified=True)
                """,
                was={"lightgbm": "2.0.4"},
            ),
        ),
        "2.0.11": (
            Example(
                before="""
                from lightgbm import LGBMRegressor
                m = LGBMRegressor(n_estimators=5)
                """,
                after="""
                from lightgbm import LGBMRegressor
                m = LGBMRegressor(n_estimators=5, min_child_weight=5, min_child_samples=10, subsample_for_bin=50000)
                """,
                check="m.min_child_weight, m.min_child_samples, m.subsample_for_bin",
                was={"lightgbm": "2.0.10"},
            ),
            Same(
                """
                from lightgbm import LGBMRegressor
                m = LGBMRegressor(n_estimators=5, min_child_weight=1, min_child_samples=5, subsample_for_bin=1000)
                """,
                was={"lightgbm": "2.0.10"},
            ),
        ),
        "2.0.12": (
            Example(
                before="""
                from lightgbm import LGBMClassifier
                m = LGBMClassifier(num_leaves=7)
                """,
                after="""
                from lightgbm import LGBMClassifier
                m = LGBMClassifier(num_leaves=7, n_estimators=10)
                """,
                check="m.n_estimators",
                was={"lightgbm": "2.0.11"},
            ),
            Same(
                """
                from lightgbm import LGBMClassifier
                m = LGBMClassifier(num_leaves=7, n_estimators=100)
                """,
                was={"lightgbm": "2.0.11"},
            ),
        ),
    },
)
