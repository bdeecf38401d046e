"""Columns whose names hold characters that JSON knows: LightGBM refuses them since 3.0, and is given other names for them.

    df = pd.DataFrame(X, columns=["a[0]", "b"])
    lgb.LGBMClassifier().fit(df, y)
    lgb.LGBMClassifier().fit(df, y, feature_name=[re.sub('[][{}":,]', "_", c) for c in df.columns])

https://github.com/microsoft/LightGBM/pull/2840
"""

from __future__ import annotations

import ast
import re

from codemods.fixers._pandas import FRAME, is_pure
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.types import Instance

_REFUSED = re.compile(r'[][{}":,]')
_TELL_NAMES = ("feature_name_", "feature_name", "dump_model", "plot_importance", "plot_tree", "create_tree_digraph")


@fixer(
    "LG030",
    on=("call lightgbm.LGBMModel.fit", "call lightgbm.Dataset"),
    library="lightgbm",
    until="3.0",
    why="names of features can't hold any of []{}\":, any more",
    examples=(
        Example(
            """
            import lightgbm as lgb
            import pandas as pd
            df = pd.DataFrame({"a[0]": range(60), "b:c": [0, 1] * 30})
            y = [0] * 30 + [1] * 30
            m = lgb.LGBMClassifier(n_estimators=3).fit(df, y)
            n = m.predict(df).tolist()
            """,
            """
            import lightgbm as lgb
            import pandas as pd
            import re
            df = pd.DataFrame({"a[0]": range(60), "b:c": [0, 1] * 30})
            y = [0] * 30 + [1] * 30
            m = lgb.LGBMClassifier(n_estimators=3).fit(df, y, feature_name=[re.sub('[][{}":,]', "_", c) for c in df.columns])
            n = m.predict(df).tolist()
            """,
            check="[int(v) for v in n]",
        ),
        Same("""
            import lightgbm as lgb
            import pandas as pd
            df = pd.DataFrame({"a[0]": range(60), "b:c": [0, 1] * 30})
            y = [0] * 30 + [1] * 30
            m = lgb.LGBMClassifier(n_estimators=3).fit(df.values, y)
            k = lgb.LGBMClassifier(n_estimators=3).fit(df, y, feature_name=["a", "b"])
            """),
    ),
)
def refused(call: ast.Call, context: Context) -> Answer:
    """Where the columns of the frame are known."""
    frame = call.args[0] if call.args else context.keyword(call, "X") or context.keyword(call, "data")
    kind = context.only(frame)
    if frame is None or not isinstance(kind, Instance) or kind.name != FRAME or context.keyword(call, "feature_name") is not None:
        return None
    names = [key.removeprefix("column ") for key, _ in kind.facts if key.startswith("column ")]
    if not any(map(_REFUSED.search, names)):
        return None
    known = {_REFUSED.sub("_", name) for name in names}
    if len(known) < len(names) or not is_pure(frame) or any(n.attr in _TELL_NAMES for n in context.nodes(ast.Attribute)):
        return Decline("rename the columns: names of features can't hold any of []{}\":, today")
    renamed = """[{@re.sub}('[][{{}}":,]', "_", c) for c in {x}.columns]"""
    return Fix((context.edit_call(call, add={"feature_name": renamed}, holes={"x": frame}),))
