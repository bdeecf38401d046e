"""The values of text are no array of numpy since pandas 3.0, but one of pandas, backed by pyarrow where that is installed.

    df["c"].values.reshape(-1, 1)      →  df["c"].to_numpy().reshape(-1, 1)
    names = df.columns.values          →  names = df.columns.to_numpy()
    names.flatten()                       names.flatten()

It can't be reshaped, refuses anything but text, and what indexes it as an array of numpy fails (train_test_split). Where it
is gone through, counted, compared, shown, or made a column again, it does as well.
https://pandas.pydata.org/docs/user_guide/migration-3-strings.html
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES
from codemods.fixers._pandas_arrays import changes, is_used_after, part
from codemods.fixers._pandas_calls import fact
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.infer.values import REFUSED
from codemods.records import Safety
from codemods.uses import uses_of

_INDEX = "pandas.Index"
_TEXT = ("str", "text")
_SHARING = {"copy", "ravel", "view"}  # methods that give an array of the same kind
_LACKED = {"flatten", "fill", "flat", "squeeze", "nonzero", "itemsize", "tobytes", "strides", "cumsum"}
_OF_CATEGORIES = {"codes", "categories", "ordered"}  # then it was a categorical, and is
_ALIKE_MEMBERS = {"tolist", "shape", "ndim", "size", "min", "max", "item"}
_ALIKE_CALLS = {
    "len", "list", "set", "frozenset", "sorted", "tuple", "enumerate", "zip", "iter", "min", "max", "map", "filter", "any", "all",
    "print", "collections.Counter",
}  # fmt: skip
_TAKE_BOTH = ("numpy.", "pandas.")  # functions and methods of these make what they need of either


@fixer(
    "PD531",
    on=(f"attr {SERIES}.values", f"attr {_INDEX}.values"),
    until="3.0",
    silent=True,
    why="since pandas 3.0 the values of a column of text are no numpy array",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"c": ["b", "a", "b"]})
            X = df["c"].values.reshape(-1, 1)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"c": ["b", "a", "b"]})
            X = df["c"].to_numpy().reshape(-1, 1)
            """,
            check="type(X).__name__, X.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import numpy as np
            import pandas as pd
            from sklearn.model_selection import train_test_split
            df = pd.DataFrame({"t": ["a b", "b", np.nan, "c"], "y": [0, 1, 0, 1]})
            n = df["t"].str.len()
            texts = df["t"].values
            train, test = train_test_split(texts, random_state=0)
            """,
            """
            import numpy as np
            import pandas as pd
            from sklearn.model_selection import train_test_split
            df = pd.DataFrame({"t": ["a b", "b", np.nan, "c"], "y": [0, 1, 0, 1]})
            n = df["t"].str.len()
            texts = df["t"].to_numpy()
            train, test = train_test_split(texts, random_state=0)
            """,
            check="type(train).__name__, str(train.dtype), [str(t) for t in train], test.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"c": ["b", "a", "b"], "n": [1, 2, 3]})
            y = df["c"].values
            y[y == "b"] = 1
            y[y == "a"] = 0
            names = df.columns.values
            upper = names.repeat(2).flatten()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"c": ["b", "a", "b"], "n": [1, 2, 3]})
            y = df["c"].to_numpy().copy()
            y[y == "b"] = 1
            y[y == "a"] = 0
            names = df.columns.to_numpy()
            upper = names.repeat(2).flatten()
            """,
            check="y.tolist(), upper.tolist()",
            was={"pandas": "2.2.3"},
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"c": ["b", "a", "b"], "n": [1, 2, 3]})
            y = df["c"].values.flatten()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"c": ["b", "a", "b"], "n": [1, 2, 3]})
            y = df["c"].to_numpy().flatten()
            """,
            check="y.tolist()",
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"c": ["b", "a", "b"], "n": [1, 2, 3]})
            X = df[["c"]].values
            y = df["n"].values.reshape(-1, 1)
            z = df.index.values.reshape(-1, 1)
            """,
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            df = pd.DataFrame({"c": ["b", "a", "b"], "n": [1, 2, 3]})
            words = df["c"].values
            n = sum(len(w) for w in words) + len(words)
            b = (words == "b").sum()
            k = np.unique(words)
            first = words[0]
            rest = df[["n"]].assign(c=words).drop(df[["c"]].columns.values, axis=1)
            df["d"] = words
            new = pd.DataFrame({"w": words})
            names = df.columns.values.tolist()
            print(df["c"].values)
            """,
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"c": ["b", "a", "b"]})
            df["c"].values[0] = "z"
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def values(node: ast.Attribute, context: Context) -> Answer:
    uses = uses_of(context)
    array = _array(node, context)
    places = (array, *uses.loads(array))
    refused = any(fact(place, REFUSED, context) is not None for place in (node, *places))
    known = (fact(node.value, "dtype", context), *(fact(place, "dtype", context) for place in (node, *places)))
    if not any(dtype in _TEXT for dtype in known) or not isinstance(node.ctx, ast.Load) or changes(array, uses):
        return None
    members = {above.attr for place in places if isinstance(above := context.parent(place), ast.Attribute)}
    if members & _OF_CATEGORIES or _is_element(context.parent(node), context) or _all_alike(array, context):
        return None
    told = "failed with the array that pandas keeps text in" if refused else ""
    if lacked := members & _LACKED:
        told = f"asks text for {min(lacked)}, which its array does not have"
    writes = array is node and any(changes(place, uses) for place in places)  # the copy for that comes from PD525
    safety = Safety.REVIEW if writes and is_used_after(node.value, array, uses) else None
    return Fix((context.replace(node, "{s}.to_numpy()", s=node.value),), safety=safety, told=told)


def _is_element(node: ast.AST | None, context: Context) -> bool:
    """Whether it reads one element: `array[0]`."""
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and isinstance(context.literal(node.slice), int)


def _array(node: ast.expr, context: Context) -> ast.expr:
    """What is made of the values at once, of the same kind: a part, a copy."""
    while True:
        node = part(node, context)
        above = context.parent(node)
        call = context.is_called(above) if isinstance(above, ast.Attribute) and above.attr in _SHARING else None
        if call is None:
            return node
        node = call


def _all_alike(array: ast.expr, context: Context) -> bool:
    """Whether all that is done with an array of text comes to the same with both kinds of array."""
    assigned = context.parent(array)
    if not isinstance(assigned, ast.Assign) or not all(isinstance(t, ast.Name) for t in assigned.targets):
        return _alike(array, context)
    uses = uses_of(context)
    loads = [
        load
        for target in assigned.targets
        if isinstance(target, ast.Name)
        for load in uses.uses_of_name(target.id)
        if (binding := uses.binding(load)) is None or binding.value is array
    ]
    return bool(loads) and all(_alike(load, context) for load in loads)


def _alike(array: ast.expr, context: Context) -> bool:
    """Whether this use comes to the same with both kinds of array."""
    above = context.parent(array)
    if isinstance(above, ast.keyword):
        above = context.parent(above)
    match above:
        case ast.Expr():
            return True
        case ast.For(iter=gone_through) | ast.comprehension(iter=gone_through):
            return gone_through is array
        case ast.Compare(ops=[ast.Eq() | ast.NotEq()]):
            return True
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[within]):
            return within is array
        case ast.Attribute(attr=name):
            return name in _ALIKE_MEMBERS
        case ast.Subscript(value=table) if table is not array:
            return context.instance(table, FRAME) is not None
        case ast.Assign(targets=[ast.Subscript(value=table)]):
            return context.instance(table, FRAME) is not None
        case ast.Dict():
            made = context.parent(above)
            return isinstance(made, ast.Call) and context.symbol(made.func) == FRAME
        case ast.Subscript() if _is_element(above, context):
            return True
        case ast.Call(func=function) if function is not array:
            symbol = (context.symbol(function) or "").removeprefix("builtins.")
            owner = context.instance(function.value) if isinstance(function, ast.Attribute) else None
            of_pandas = owner is not None and owner.name.startswith("pandas.")
            return symbol in _ALIKE_CALLS or symbol.startswith(_TAKE_BOTH) or of_pandas
        case _:
            return False
