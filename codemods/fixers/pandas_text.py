"""Columns of text have a dtype of their own since pandas 3.0, `str`; they were of dtype object.

    df[c].dtype == "object"                 →  df[c].dtype in ("object", "str")
    df.dtypes == "object"                   →  (df.dtypes == "object") | (df.dtypes == "str")
    s.replace({"yes": 1, "no": 0})          →  s.replace({"yes": 1, "no": 0}).infer_objects()

`select_dtypes("object")` still finds both.
https://pandas.pydata.org/docs/user_guide/migration-3-strings.html
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES, is_pure, literal_true, receiver
from codemods.fixers._pandas_calls import argument, column_of, has_stars
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk

_OBJECT = ("object", "O")


@fixer(
    "PD530",
    on="node Compare",
    library="pandas",
    until="3.0",
    silent=True,
    why="since pandas 3.0 the dtype of text is str instead of object",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "s": ["x", "y"]})
            text = [c for c in df.columns if df[c].dtype == "object"]
            rest = [c for c in df.columns if df[c].dtypes != object]
            names = df.columns[df.dtypes == "object"]
            more = [c for c, t in df.dtypes.items() if t == object]
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2], "s": ["x", "y"]})
            text = [c for c in df.columns if df[c].dtype in ("object", "str")]
            rest = [c for c in df.columns if df[c].dtypes not in ("object", "str")]
            names = df.columns[(df.dtypes == "object") | (df.dtypes == "str")]
            more = [c for c, t in df.dtypes.items() if t in ("object", "str")]
            """,
            check="text, rest, names.tolist(), more",
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            a = np.array([1, "x"], dtype=object)
            x = a.dtype == object
            df = pd.DataFrame({"a": [1, 2]})
            y = df["a"].dtype == "int64"
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def compare(node: ast.Compare, context: Context) -> Answer:
    if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
        return None
    dtype, other = node.left, node.comparators[0]
    if not _is_object(other, context):
        return None
    equal = isinstance(node.ops[0], ast.Eq)
    if isinstance(dtype, ast.Attribute) and dtype.attr == "dtypes" and context.instance(dtype.value, FRAME) is not None:
        if not is_pure(dtype.value) or _is_half(node, context):
            return None
        template = '({d} == "object") | ({d} == "str")' if equal else '({d} != "object") & ({d} != "str")'
        return Fix((context.replace(node, template, d=dtype),))
    if not _is_dtype(dtype, context):
        return None
    return Fix((context.replace(node, f'{{d}} {"in" if equal else "not in"} ("object", "str")', d=dtype),))


def _is_half(node: ast.Compare, context: Context) -> bool:
    """Whether the comparison with "str" stands beside it already."""
    above = context.parent(node)
    return isinstance(above, ast.BinOp) and any(
        isinstance(side, ast.Compare) and context.literal(side.comparators[0]) == "str" for side in (above.left, above.right)
    )


def _is_object(node: ast.expr, context: Context) -> bool:
    if context.literal(node) in _OBJECT or (isinstance(node, ast.Name) and node.id == "object"):
        return True
    if isinstance(node, ast.Call) and context.symbol(node.func) == "numpy.dtype" and len(node.args) == 1:
        return _is_object(node.args[0], context)
    return context.symbol(node) in ("numpy.object", "numpy.object_", "builtins.object")


def _is_dtype(node: ast.expr, context: Context) -> bool:
    """`s.dtype`, `s.dtype.name`, `str(s.dtype)`, `df.dtypes[c]` of something of pandas."""
    match node:
        case ast.Attribute(value=owner, attr="dtype" | "dtypes"):
            if context.instance(owner, SERIES, "pandas.Index") is not None:
                return True
            return (
                isinstance(owner, ast.Subscript) and context.instance(owner.value, FRAME) is not None and not context.types(owner)
            )
        case ast.Attribute(value=dtype, attr="name"):
            return _is_dtype(dtype, context)
        case ast.Call(func=ast.Name(id="str"), args=[dtype], keywords=[]):
            return _is_dtype(dtype, context)
        case ast.Subscript(value=ast.Attribute(value=owner, attr="dtypes")):
            return context.instance(owner, FRAME) is not None
        case ast.Name(id=name):
            return _loops_over_dtypes(name, context)
        case _:
            return False


def _loops_over_dtypes(name: str, context: Context) -> bool:
    """Whether a name is bound by one loop over the dtypes of a frame: `for c, t in df.dtypes.items()`."""
    loops = [n for n in walk(context.tree) if isinstance(n, ast.For | ast.comprehension)]
    binding = [n for n in loops if any(isinstance(t, ast.Name) and t.id == name for t in walk(n.target))]
    if len(binding) != 1:
        return False
    target, iterated = binding[0].target, binding[0].iter
    match target, iterated:
        case ast.Tuple(elts=[_, ast.Name(id=second)]), ast.Call(
            func=ast.Attribute(value=ast.Attribute(value=frame, attr="dtypes"), attr="items" | "iteritems")
        ):
            return second == name and context.instance(frame, FRAME) is not None
        case ast.Tuple(elts=[_, ast.Name(id=second)]), ast.Call(
            func=ast.Name(id="zip" | "enumerate"), args=[*_, ast.Attribute(value=frame, attr="dtypes")]
        ):
            return second == name and context.instance(frame, FRAME) is not None
        case ast.Name(), ast.Attribute(value=frame, attr="dtypes"):
            return context.instance(frame, FRAME) is not None
        case _:
            return False


@fixer(
    "PD535",
    on="call pandas.api.types.is_object_dtype",
    until="3.0",
    silent=True,
    why="since pandas 3.0 the dtype of text is str instead of object",
    examples=[
        Example(
            """
            import pandas as pd
            from pandas.api.types import is_object_dtype, is_string_dtype
            df = pd.DataFrame({"a": [1, 2], "s": ["x", "y"]})
            text = [c for c in df if is_object_dtype(df[c])]
            """,
            """
            import pandas as pd
            from pandas.api.types import is_object_dtype, is_string_dtype
            df = pd.DataFrame({"a": [1, 2], "s": ["x", "y"]})
            text = [c for c in df if is_object_dtype(df[c]) or is_string_dtype(df[c])]
            """,
            check="text",
            was={"pandas": "2.2.3"},
        ),
        Same(
            """
            import pandas as pd
            from pandas.api.types import is_numeric_dtype, is_string_dtype
            df = pd.DataFrame({"a": [1, 2], "s": ["x", "y"]})
            numbers = [c for c in df if is_numeric_dtype(df[c])]
            """,
            was={"pandas": "2.2.3"},
        ),
    ],
)
def asked(call: ast.Call, context: Context) -> Answer:
    if len(call.args) != 1 or call.keywords or not is_pure(call.args[0]):
        return Decline("text is of dtype str today: ask is_string_dtype() too")
    above = context.parent(call)
    if isinstance(above, ast.BoolOp) and any(
        isinstance(v, ast.Call) and ast.unparse(v.func).endswith("is_string_dtype") for v in above.values
    ):
        return None
    return Fix((context.replace(call, "{call} or {@pandas.api.types.is_string_dtype}({x})", call=call, x=call.args[0]),))


@fixer(
    "PD533",
    on=(f"call {SERIES}.replace", f"call {FRAME}.replace"),
    since="0.21",
    until="3.0",
    silent=True,
    why="since pandas 3.0 replace() leaves the dtype object where text is replaced by numbers",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"s": ["yes", "no"]})
            df["s"] = df["s"].replace({"yes": 1, "no": 0})
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"s": ["yes", "no"]})
            df["s"] = df["s"].replace({"yes": 1, "no": 0}).infer_objects()
            """,
            check="str(df.s.dtype)",
            was={"pandas": "1.5.3"},
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"s": ["yes", "no"]})
            df.replace({"s": {"yes": 1, "no": 0}}, inplace=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"s": ["yes", "no"]})
            df = df.replace({"s": {"yes": 1, "no": 0}}).infer_objects()
            """,
            check="str(df.s.dtype)",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series(["yes", "no"])
            t = s.replace({"yes": "y", "no": "n"})
            u = s.map({"yes": 1, "no": 0})
            v = pd.Series([1, 2]).replace({1: 3})
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def replace_text(call: ast.Call, context: Context) -> Answer:
    old, new = argument(call, "to_replace", 0), argument(call, "value", 1)
    this = receiver(call)
    if has_stars(call) or this is None or not _text_by_numbers(context.literal(old), context.literal(new)):
        return None
    above = context.parent(call)
    if isinstance(above, ast.Attribute) and above.attr in ("infer_objects", "astype"):
        return None
    if not literal_true(argument(call, "inplace"), context):
        return Fix((context.replace(call, "{call}.infer_objects()", call=call),))
    if column_of(this, context) is not None:
        return None  # becomes an assignment first
    statement = context.parent(call)
    inside = any(isinstance(a, ast.FunctionDef | ast.Lambda) for a in context.ancestors(call))
    if not isinstance(statement, ast.Expr) or not isinstance(this, ast.Name) or inside:
        return Decline("the columns stay of dtype object today: assign the result of replace(…).infer_objects()")
    edit = context.edit_call(call, drop=frozenset({"inplace"}))
    return Fix((edit, context.replace_statement(statement, "{x} = {call}.infer_objects()", x=this, call=call)))


def _text_by_numbers(old: object, new: object) -> bool:
    """Whether literals say that texts are replaced, all of them by numbers."""
    if isinstance(old, dict) and new is MISSING and old:
        if all(isinstance(v, dict) for v in old.values()):
            return any(_text_by_numbers(v, MISSING) for v in old.values())
        return any(isinstance(k, str) for k in old) and all(isinstance(v, int | float) for v in old.values())
    texts = old if isinstance(old, list) else [old]
    numbers = new if isinstance(new, list) else [new]
    return bool(texts and numbers) and all(isinstance(t, str) for t in texts) and all(isinstance(n, int | float) for n in numbers)
