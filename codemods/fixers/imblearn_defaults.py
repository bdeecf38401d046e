"""Defaults of imbalanced-learn that changed.

BalancedRandomForestClassifier()                                              # written for 0.10
BalancedRandomForestClassifier(sampling_strategy="auto", replacement=False, bootstrap=True)
"""

from __future__ import annotations

from codemods.defaults import Default, register
from codemods.fixing import Example

register(
    "imblearn",
    {
        "imblearn.ensemble.BalancedRandomForestClassifier": (
            Default("min_samples_leaf", (("0.7", "2"),)),
            Default("sampling_strategy", (("0.13", '"auto"'),)),
            Default("replacement", (("0.13", "False"),)),
            Default("bootstrap", (("0.13", "True"),)),
        ),
        "imblearn.under_sampling.RandomUnderSampler": (Default("replacement", (("0.3", "True"),), 3),),
    },
    {"0.3": "IM500", "0.7": "IM501", "0.13": "IM502"},
    {
        "0.13": (
            Example(
                before="""
                from imblearn.ensemble import BalancedRandomForestClassifier
                m = BalancedRandomForestClassifier(n_estimators=5)
                """,
                after="""
                from imblearn.ensemble import BalancedRandomForestClassifier
                m = BalancedRandomForestClassifier(n_estimators=5, sampling_strategy="auto", replacement=False, bootstrap=True)
                """,
                check="m.bootstrap",
                was={"imbalanced-learn": "0.10.1"},
            ),
        )
    },
)
