"""`.ix` was removed in pandas 1.0. It looked up labels, and positions where the axis held no integers.

    df.ix[0:2]        →  df.loc[0:2]        on an integer index: labels, the end included
    df.ix[0:2]        →  df.iloc[0:2]       on an index of text: positions, the end excluded
    df.ix[mask, "a"]  →  df.loc[mask, "a"]
    df.ix[0, "a"]     →  df.iloc[0, df.columns.get_loc("a")]    rows by position, columns by label

Each axis is decided by itself, from the kind of its labels and of the key.
https://pandas.pydata.org/pandas-docs/version/0.25/user_guide/indexing.html#ix-indexer-is-deprecated
"""

from __future__ import annotations

import ast
from enum import Enum

from codemods.fixers._pandas import FRAME, OLD, SERIES, is_pure
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Safety
from codemods.types import ArrayOf, Instance, ListOf, TupleOf, Type, class_name


class Key(Enum):
    """What a key says by itself."""

    ALL = "all"  # the whole axis, whatever its labels
    NUMBERS = "numbers"  # an integer, or a slice, list or array of them
    LABELS = "labels"  # text, dates, floats
    MASK = "mask"
    UNKNOWN = "unknown"


class By(Enum):
    """How an axis is looked up."""

    ANY = "any"
    LABEL = "label"
    POSITION = "position"
    PERHAPS_LABEL = "perhaps label"  # right on an axis of integers, and an error (no other value) elsewhere


_INTEGER_AXES = ("range", "int", "float")
_OTHER_AXES = ("str", "datetime")
_INTEGERS = ("builtins.int", "numpy.int64", "numpy.int32", "numpy.intp", "numpy.integer")
_LABELS = ("builtins.str", "builtins.float", "pandas.Timestamp", "datetime.datetime", "datetime.date", "pandas.Period")


@fixer(
    "PD110",
    on=(f"attr {FRAME}.ix", f"attr {SERIES}.ix"),
    until="1.0",
    why=".ix was removed in pandas 1.0 in favour of .loc (labels) and .iloc (positions)",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [10, 20, 30, 40], "b": [1, 2, 3, 4]})
            x = df.ix[0:2, "a"].tolist()
            y = df.ix[1]["b"]
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [10, 20, 30, 40], "b": [1, 2, 3, 4]})
            x = df.loc[0:2, "a"].tolist()
            y = df.loc[1]["b"]
            """,
            check="x, y",
            was=OLD,
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [10, 20, 30], "b": [1, 2, 3]}, index=["x", "y", "z"])
            p = df.ix[0:2].index.tolist()
            q = df.ix["x":"y"].index.tolist()
            r = df.ix[0, "b"]
            t = df.ix[-1, 0]
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [10, 20, 30], "b": [1, 2, 3]}, index=["x", "y", "z"])
            p = df.iloc[0:2].index.tolist()
            q = df.loc["x":"y"].index.tolist()
            r = df.iloc[0, df.columns.get_loc("b")]
            t = df.iloc[-1, 0]
            """,
            check="p, q, r, t",
            was=OLD,
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, -2, 3], "b": [0, 0, 0]}, index=list("pqr"))
            df.ix[df.a < 0, "a"] = 0
            df.ix[:, 1] = 7
            df.ix["q", ["b"]] = 8
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, -2, 3], "b": [0, 0, 0]}, index=list("pqr"))
            df.loc[df.a < 0, "a"] = 0
            df.iloc[:, 1] = 7
            df.loc["q", ["b"]] = 8
            """,
            check="df.values.tolist()",
            was=OLD,
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"v": [1, 2, 3]})
            for i, row in df.iterrows():
                df.ix[i, "w"] = row["v"] * 2
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"v": [1, 2, 3]})
            for i, row in df.iterrows():
                df.loc[i, "w"] = row["v"] * 2
            """,
            check="df.w.tolist()",
            was=OLD,
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"ix": [3, 4], "size_": [1, 2]})
            v = df.ix
            w = df.ix[0]
            """
        ),
    ],
)
def ix(node: ast.Attribute, context: Context) -> Answer:
    subscript = context.parent(node)
    if not isinstance(subscript, ast.Subscript) or subscript.value is not node:
        return Decline(".ix is used without a key; use .loc for labels, .iloc for positions")
    this = context.instance(node.value, FRAME, SERIES)
    if this is None:
        return Decline("the receiver may be a frame or a series")
    key = subscript.slice
    is_frame = FRAME in context.knowledge.mro(this.name)
    if is_frame and isinstance(key, ast.Tuple) and len(key.elts) == 2:
        rows, columns = key.elts
        own = _is_own_label(rows, node.value, context)
        how = By.LABEL if own else _by(rows, this.fact("index"), context), _by(columns, this.fact("columns"), context)
        return _both(node, subscript, how, context)
    if isinstance(key, ast.Tuple) and this.fact("index") != "multi":
        return Decline("the key is a tuple, and it is not known whether the index has several levels")
    if _is_own_label(key, node.value, context):
        return _one(node, By.LABEL, context)
    return _one(node, _by(key, this.fact("index"), context), context)


def _is_own_label(key: ast.expr, this: ast.expr, context: Context) -> bool:
    """Whether the key is the variable of a loop over the labels of the same frame, and so a label of whatever kind."""
    if not isinstance(key, ast.Name):
        return False
    for above in context.ancestors(key):
        if isinstance(above, ast.For):
            target = above.target.elts[0] if isinstance(above.target, ast.Tuple) else above.target
            if isinstance(target, ast.Name) and target.id == key.id:
                return _labels_of(above.iter, isinstance(above.target, ast.Tuple)) == ast.dump(this)
    return False


def _labels_of(source: ast.expr, in_pairs: bool) -> str | None:
    """The frame whose labels a loop goes over, as text to compare."""
    match source:
        case ast.Attribute(value=frame, attr="index") if not in_pairs:
            return ast.dump(frame)
        case ast.Call(func=ast.Attribute(value=frame, attr="iterrows"), args=[]) if in_pairs:
            return ast.dump(frame)
        case _:
            return None


def _one(node: ast.Attribute, how: By, context: Context) -> Answer:
    match how:
        case By.POSITION:
            return Fix((context.rename_attribute(node, "iloc"),))
        case By.PERHAPS_LABEL:
            return _perhaps(node, context)
        case _:
            return Fix((context.rename_attribute(node, "loc"),))


def _perhaps(node: ast.Attribute, context: Context) -> Fix:
    message = ".ix is .loc on an index of integers, and .iloc for integers on any other: the index is not known here"
    return Fix((context.rename_attribute(node, "loc"),), message, Safety.REVIEW)


def _both(node: ast.Attribute, subscript: ast.Subscript, how: tuple[By, By], context: Context) -> Answer:
    if By.PERHAPS_LABEL in how and By.POSITION not in how:
        return _perhaps(node, context)
    match how:
        case (By.POSITION, By.POSITION | By.ANY) | (By.ANY, By.POSITION):
            return Fix((context.rename_attribute(node, "iloc"),))
        case (By.LABEL | By.ANY, By.LABEL | By.ANY):
            return Fix((context.rename_attribute(node, "loc"),))
        case _:
            return _mixed(node, subscript, how, context)


def _mixed(node: ast.Attribute, subscript: ast.Subscript, how: tuple[By, By], context: Context) -> Answer:
    """One axis by label, the other by position."""
    assert isinstance(subscript.slice, ast.Tuple)
    columns = subscript.slice.elts[1]
    if not is_pure(node.value):
        return Decline("one axis is looked up by label, the other by position: store the frame in a variable first")
    if how[1] is By.POSITION:
        edits = (
            context.rename_attribute(node, "loc"),
            context.replace(columns, "{df}.columns[{columns}]", df=node.value, columns=columns),
        )
        return Fix(edits, safety=Safety.REVIEW if how[0] is By.PERHAPS_LABEL else None)
    if _key(columns, context) is not Key.LABELS or isinstance(columns, ast.Slice):
        return Decline("rows by position and columns by label: use .iloc[rows][columns] or look up the columns' positions")
    lookup = "get_indexer" if isinstance(columns, ast.List) else "get_loc"
    if lookup == "get_loc" and not isinstance(columns, ast.Constant) and not _is_text(columns, context):
        return Decline("rows by position and columns by label: use .iloc[rows, df.columns.get_loc(column)]")
    edits = (
        context.rename_attribute(node, "iloc"),
        context.replace(columns, f"{{df}}.columns.{lookup}({{columns}})", df=node.value, columns=columns),
    )
    return Fix(edits)


def _by(key: ast.expr, axis: str | None, context: Context) -> By:
    """How `.ix` looked a key up on an axis with labels of a kind (None: not known)."""
    kind = _key(key, context)
    if kind is Key.ALL:
        return By.ANY
    if kind in (Key.LABELS, Key.MASK) or axis in _INTEGER_AXES:
        return By.LABEL
    if kind is Key.NUMBERS and axis in _OTHER_AXES:
        return By.POSITION
    return By.PERHAPS_LABEL


def _key(node: ast.expr, context: Context) -> Key:
    match node:
        case ast.Slice(lower=None, upper=None):
            return Key.ALL
        case ast.Slice(lower=lower, upper=upper):
            kinds = {_key(bound, context) for bound in (lower, upper) if bound is not None}
            return kinds.pop() if len(kinds) == 1 else Key.UNKNOWN
        case ast.Compare() if _compares_data(node, context):
            return Key.MASK
        case ast.UnaryOp(op=ast.Invert(), operand=operand) if _key(operand, context) is Key.MASK:
            return Key.MASK
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), right=right):
            return Key.MASK if {_key(left, context), _key(right, context)} == {Key.MASK} else Key.UNKNOWN
        case ast.List(elts=items) if items:
            kinds = {_key(item, context) for item in items}
            return kinds.pop() if len(kinds) == 1 else Key.UNKNOWN
        case _:
            return _value(node, context)


def _value(node: ast.expr, context: Context) -> Key:
    literal = context.literal(node)
    if isinstance(literal, bool):
        return Key.UNKNOWN
    if isinstance(literal, int):
        return Key.NUMBERS
    if isinstance(literal, str | float):
        return Key.LABELS
    kinds = {_of_type(kind) for kind in context.types(node)}
    return kinds.pop() if len(kinds) == 1 else Key.UNKNOWN


def _of_type(kind: Type) -> Key:
    match kind:
        case Instance(name="pandas.Series" | "numpy.ndarray" | "pandas.Index" | "pandas.DatetimeIndex"):
            return {
                "bool": Key.MASK,
                "int": Key.NUMBERS,
                "str": Key.LABELS,
                "datetime": Key.LABELS,
                "float": Key.LABELS,
            }.get(kind.fact("dtype") or "", Key.UNKNOWN)
        case Instance(name="pandas.RangeIndex" | "builtins.range"):
            return Key.NUMBERS
        case Instance(name=name):
            return Key.NUMBERS if name in _INTEGERS else Key.LABELS if name in _LABELS else Key.UNKNOWN
        case ListOf(item=items):
            kinds = {_of_type(item) for item in items}
            return kinds.pop() if len(kinds) == 1 else Key.UNKNOWN
        case TupleOf() | ArrayOf():
            return Key.UNKNOWN
        case _:
            return Key.UNKNOWN


def _compares_data(node: ast.Compare, context: Context) -> bool:
    """Whether a comparison is of a series or array, and so gives a mask; `x in series` gives one bool."""
    if any(isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot) for op in node.ops):
        return False
    arrays = (FRAME, SERIES, "pandas.Index", "numpy.ndarray")
    return any(context.instance(side, *arrays) is not None for side in (node.left, *node.comparators))


def _is_text(node: ast.expr, context: Context) -> bool:
    found = context.types(node)
    return bool(found) and all(class_name(kind) == "builtins.str" for kind in found)
