"""Operators on an Index are no longer set operations (pandas 2.0).

    a & b   →  a.intersection(b)
    a | b   →  a.union(b)
    a ^ b   →  a.symmetric_difference(b)

On integers they give bits now, and no error: those are rewritten only in code known to be older.
https://pandas.pydata.org/docs/whatsnew/v2.0.0.html
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import INDEX, is_sequence
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.types import Instance, ListOf

_METHODS: dict[type[ast.operator], str] = {
    ast.BitAnd: "intersection",
    ast.BitOr: "union",
    ast.BitXor: "symmetric_difference",
}


@fixer(
    "PD330",
    on=("node BinOp", "node AugAssign"),
    library="pandas",
    until="2.0",
    why="&, | and ^ of two indexes are no longer set operations since pandas 2.0",
    examples=[
        Example(
            """
            import pandas as pd
            a = pd.Index([1, 2, 3])
            b = pd.Index([2, 3, 4])
            i = a & b
            u = a | b
            df = pd.DataFrame({"x": [1], "y": [2]})
            common = df.columns & ["y", "z"]
            """,
            """
            import pandas as pd
            a = pd.Index([1, 2, 3])
            b = pd.Index([2, 3, 4])
            i = a.intersection(b)
            u = a.union(b)
            df = pd.DataFrame({"x": [1], "y": [2]})
            common = df.columns.intersection(["y", "z"])
            """,
            check="list(i), list(u), list(common)",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"x": [1, 2], "y": [2, 3]})
            mask = (df["x"] > 1) & (df["y"] > 2)
            both = set(df.columns) & {"x"}
            later = (df.index > 0) | (df.index < 1)
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def set_operator(node: ast.BinOp | ast.AugAssign, context: Context) -> Answer:
    method = _METHODS.get(type(node.op))
    if method is None:
        return None
    left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    this = context.instance(left, INDEX)
    if this is None or this.fact("dtype") == "bool" or not _is_labels(right, context):
        return None
    is_text = _is_text(this)
    if not is_text and not context.vintage.before("pandas", "2.0") and not _shows_its_age(context):
        return Decline(f"before pandas 2.0 this was .{method}(); tell the version (--was pandas==…) if the code is of that time")
    other = "list({right})" if _is_set(right, context) else "{right}"
    if isinstance(node, ast.AugAssign):
        template = f"{{left}} = {{left}}.{method}({other})"
        return Fix((context.replace_statement(node, template, left=left, right=right),))
    return Fix((context.replace(node, f"{{left}}.{method}({other})", left=left, right=right),))


def _is_text(index: Instance) -> bool:
    return "str" in (index.fact("dtype"), index.fact("index"))


def _shows_its_age(context: Context) -> bool:
    """Whether the document has such an operator on text, which raises an error now: then it is older."""
    for _, tree in context.cells:
        for node in walk(tree):
            if isinstance(node, ast.BinOp) and type(node.op) in _METHODS:
                left = context.instance(node.left, INDEX)
                if left is not None and _is_text(left) and _is_labels(node.right, context):
                    return True
    return False


def _is_labels(node: ast.expr, context: Context) -> bool:
    if isinstance(node, ast.Set) or is_sequence(node, context):
        return True
    array = context.instance(node, "numpy.ndarray", "pandas.Series")
    if array is not None:
        return array.fact("dtype") not in (None, "bool")
    return context.instance(node, INDEX) is not None


def _is_set(node: ast.expr, context: Context) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    return any(
        (isinstance(t, ListOf) and t.name == "builtins.set") or (isinstance(t, Instance) and t.name == "builtins.set")
        for t in context.types(node)
    )
