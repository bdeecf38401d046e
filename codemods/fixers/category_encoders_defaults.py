"""Defaults of category_encoders that changed: TargetEncoder smooths more since 2.6.

TargetEncoder(cols=["c"])                                       # written for 2.1
TargetEncoder(cols=["c"], min_samples_leaf=1, smoothing=1.0)
"""

from __future__ import annotations

from codemods.defaults import Default, register
from codemods.fixing import Example, Same

register(
    "category_encoders",
    {
        "category_encoders.TargetEncoder": (
            Default("min_samples_leaf", (("2.6", "1"),), 6),
            Default("smoothing", (("2.6", "1.0"),), 7),
        ),
    },
    {"2.6": "CE500"},
    {
        "2.6": (
            Example(
                before="""
                from category_encoders import TargetEncoder
                e = TargetEncoder(cols=["c"])
                """,
                after="""
                from category_encoders import TargetEncoder
                e = TargetEncoder(cols=["c"], min_samples_leaf=1, smoothing=1.0)
                """,
                check="e.smoothing",
                was={"category-encoders": "2.1.0"},
            ),
            Same("""
                from category_encoders import TargetEncoder
                e = TargetEncoder(cols=["c"])
                """),
        )
    },
)
