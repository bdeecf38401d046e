"""Dtypes that are counted: text is object there, as it was before pandas 3.0.

df.dtypes.value_counts()   →  df.dtypes.map(lambda t: np.dtype(object) if t == "str" else t).value_counts()
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer

_OBJECT = '{d}.map(lambda t: {@numpy.dtype}(object) if t == "str" else t)'


@fixer(
    "PD538",
    on=f"attr {FRAME}.dtypes",
    until="3.0",
    silent=True,
    why="since pandas 3.0 the dtype of text is str instead of object",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "s": ["x", "y"]})
            n = {str(k): int(v) for k, v in df.dtypes.value_counts().items()}
            """,
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "s": ["x", "y"]})
            n = {str(k): int(v) for k, v in df.dtypes.map(lambda t: np.dtype(object) if t == "str" else t).value_counts().items()}
            """,
            check="sorted(n.items())",
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "s": ["x", "y"]})
            d = df.dtypes
            n = df["s"].value_counts()
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def counted(node: ast.Attribute, context: Context) -> Answer:
    above = context.parent(node)
    if not isinstance(above, ast.Attribute) or above.attr not in ("value_counts", "unique"):
        return None
    return Fix((context.replace(node, _OBJECT, d=node),)) if context.is_called(above) is not None else None
