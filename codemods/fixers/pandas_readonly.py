"""With copy-on-write (pandas 3.0) the array behind a frame can't be written to.

    y = df["a"].values        →  y = df["a"].values.copy()
    y[y == 2] = 0                y[y == 2] = 0

Where the frame is used afterwards, the old code may have changed it too: then the copy is for review.
https://pandas.pydata.org/docs/user_guide/copy_on_write.html#read-only-numpy-arrays
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES
from codemods.fixers._pandas_arrays import changes, is_used_after, part
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.records import Safety
from codemods.uses import uses_of


@fixer(
    "PD525",
    on=(f"attr {FRAME}.values", f"attr {SERIES}.values", f"call {FRAME}.to_numpy", f"call {SERIES}.to_numpy"),
    until="3.0",
    why="since pandas 3.0 the array behind a frame or a series is read-only",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2, 3]})
            y = df["a"].values
            y[y == 2] = 0
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2, 3]})
            y = df["a"].values.copy()
            y[y == 2] = 0
            """,
            check="y.tolist()",
        ),
        Example(
            """
            import numpy as np
            import pandas as pd
            X = pd.DataFrame({"a": [1, 2, 3], "b": [4, 5, 6]}).to_numpy()
            X[:, 0] += 1
            X.sort(axis=0)
            """,
            """
            import numpy as np
            import pandas as pd
            X = pd.DataFrame({"a": [1, 2, 3], "b": [4, 5, 6]}).to_numpy().copy()
            X[:, 0] += 1
            X.sort(axis=0)
            """,
            check="X.tolist()",
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2, 3]})
            y = df["a"].values
            z = y[0] + y.sum()
            X = np.array(df)
            X[0] = 1
            y = np.zeros(3)
            y[0] = 1
            """
        ),
    ],
)
def writable(node: ast.Attribute | ast.Call, context: Context) -> Answer:
    if isinstance(node, ast.Call) and (node.args or node.keywords):
        return None
    uses = uses_of(context)
    value = part(node, context)
    if not isinstance(context.parent(value), ast.Assign) or not any(changes(load, uses) for load in uses.loads(value)):
        return None
    owner = node.func.value if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else None
    owner = node.value if isinstance(node, ast.Attribute) else owner
    safety = Safety.REVIEW if owner is not None and is_used_after(owner, value, uses) else None
    return Fix((context.replace(value, "{x}.copy()", x=value),), safety=safety)
