"""Defaults of imbalanced-learn that changed.

BalancedRandomForestClassifier()                                              # written for 0.10
BalancedRandomForestClassifier(sampling_strategy="auto", replacement=False, bootstrap=True)
"""

from __future__ import annotations

from codemods.defaults import Default, register
from codemods.fixing import Example, Same

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
        "0.3": (
            Example(
                before="""
                from imblearn.under_sampling import RandomUnderSampler
                r = RandomUnderSampler(random_state=0)
                """,
                after="""
                from imblearn.under_sampling import RandomUnderSampler
                r = RandomUnderSampler(random_state=0, replacement=True)
                """,
                check="r.replacement",
                was={"imbalanced-learn": "0.2.1"},
            ),
            Same(
                """
                from imblearn.under_sampling import RandomUnderSampler
                r = RandomUnderSampler(random_state=0, replacement=False)
                """,
                was={"imbalanced-learn": "0.2.1"},
            ),
        ),
        "0.7": (
            Example(
                before="""
                from imblearn.ensemble import BalancedRandomForestClassifier
                m = BalancedRandomForestClassifier(n_estimators=5)
                """,
                after="""
                from imblearn.ensemble import BalancedRandomForestClassifier
                m = BalancedRandomForestClassifier(n_estimators=5, min_samples_leaf=2, sampling_strategy="auto", replacement=False, bootstrap=True)
                """,
                check="m.min_samples_leaf",
                was={"imbalanced-learn": "0.5.0"},
            ),
            Same(
                """
                from imblearn.ensemble import BalancedRandomForestClassifier
                m = BalancedRandomForestClassifier(n_estimators=5, min_samples_leaf=1, sampling_strategy='all', replacement=True, bootstrap=False)
                """,
                was={"imbalanced-learn": "0.5.0"},
            ),
        ),
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
            Same(
                """
                from imblearn.ensemble import BalancedRandomForestClassifier
                m = BalancedRandomForestClassifier(n_estimators=5, sampling_strategy='all', replacement=True, bootstrap=False)
                """,
                was={"imbalanced-learn": "0.10.1"},
            ),
        ),
    },
)
