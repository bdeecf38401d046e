"""Reductions of frames no longer leave out the columns that they can't reduce (pandas 2.0).

    df.corr()                  →  df.corr(numeric_only=True)
    df.groupby("k").mean()     →  df.groupby("k").mean(numeric_only=True)
    df.groupby("k").sum()      →  df.groupby("k").sum(numeric_only=True)      today the texts would be joined

Frames whose columns are known to be numbers stay as they are, and so do explicitly selected columns not known to be text.
https://pandas.pydata.org/docs/whatsnew/v2.0.0.html#removal-of-prior-version-deprecations-changes
"""

from __future__ import annotations

import ast
import re

from codemods.fixers._pandas import FRAME, assignments, bound_once, receiver
from codemods.fixers._pandas_calls import FRAME_GROUPS, RESAMPLER, argument, has_stars
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.records import Safety
from codemods.types import Instance

_OF_FRAMES = (
    "mean", "median", "std", "var", "sem", "skew", "kurt", "kurtosis", "prod", "product", "quantile", "corr", "cov", "corrwith",
)  # fmt: skip
_OF_GROUPS = ("mean", "median", "std", "var", "sem", "skew", "prod", "quantile", "corr", "cov")
_OF_RESAMPLES = ("mean", "median", "std", "var", "sem", "prod", "quantile")
_OF_WINDOWS = ("mean", "sum", "std", "var", "median", "min", "max", "skew")
_WINDOWS = tuple(f"pandas.api.typing.{c}" for c in ("Rolling", "Expanding", "ExponentialMovingWindow"))
_RESAMPLED_GROUPS = "pandas.api.typing.DatetimeIndexResamplerGroupby"
_NUMBERS = {"int", "float", "bool"}
_TEXT = re.compile(r"select_dtypes\((?!.*exclude=).*(object|'str'|category|'O')")
# What these methods return holds no text.
_MAKE_NUMBERS = {
    "select_dtypes", "_get_numeric_data", "isnull", "isna", "notnull", "notna", "isin", "pct_change", "diff", "describe", "corr",
    "cov", "get_dummies", "mean", "std", "var", "median", "sum", "abs", "duplicated", "cumsum", "cumprod", "rank",
    "crosstab", "sub", "div", "mul", "pow",
}  # fmt: skip


@fixer(
    "PD510",
    on=[
        *(f"call {FRAME}.{m}" for m in _OF_FRAMES),
        *(f"call {FRAME_GROUPS}.{m}" for m in _OF_GROUPS),
        *(f"call {c}.{m}" for c in (RESAMPLER, _RESAMPLED_GROUPS) for m in _OF_RESAMPLES),
        *(f"call {c}.{m}" for c in _WINDOWS for m in _OF_WINDOWS),
        *(f"call {c}.{m}" for c in (FRAME, FRAME_GROUPS) for m in ("agg", "aggregate")),
        f"call {FRAME_GROUPS}.transform",
    ],
    since="1.5",
    until="2.0",
    why="since pandas 2.0 reductions fail on columns of text instead of leaving them out",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2, 3], "b": [2, 4, 7], "s": ["x", "y", "z"]})
            c = df.corr()
            q = df.quantile(0.25)
            f = df[["a", "s"]].fillna(df.mean())
            g = df.groupby("b").mean()
            r = df.rolling(2).mean()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1, 2, 3], "b": [2, 4, 7], "s": ["x", "y", "z"]})
            c = df.corr(numeric_only=True)
            q = df.quantile(0.25, numeric_only=True)
            f = df[["a", "s"]].fillna(df.mean(numeric_only=True))
            g = df.groupby("b").mean(numeric_only=True)
            r = df.rolling(2).mean(numeric_only=True)
            """,
            check="c.round(4).to_dict(), q.to_dict(), g.to_dict()",
            was={"pandas": "1.5.3"},
        ),
        Example(
            """
            import pandas as pd
            df = pd.read_csv("houses.csv")
            c = df.corr(method="spearman")
            g = df.groupby("k").agg("mean")
            t = df.groupby("k").transform("mean")
            """,
            """
            import pandas as pd
            df = pd.read_csv("houses.csv")
            c = df.corr(method="spearman", numeric_only=True)
            g = df.groupby("k").agg("mean", numeric_only=True)
            t = df.groupby("k").transform("mean", numeric_only=True)
            """,
            check="c.round(4).values.tolist(), g.values.tolist(), t.values.tolist()",
            was={"pandas": "1.5.3"},
            setup="""
            with open("houses.csv", "w") as out:
                _ = out.write("k,x,y,s\\n1,1,2,a\\n1,3,5,b\\n2,4,4,c\\n")
            """,
        ),
        Same(
            """
            import pandas as pd
            df = pd.read_csv("houses.csv")
            c = df.corr()
            """
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1.0, 2.0], "b": [2, 4]})
            c = df.corr()
            r = df["a"].corr(df["b"])
            m = df["a"].mean()
            n = df.isnull().mean()
            t = pd.read_csv("houses.csv")
            u = t[["x", "y"]].corr()
            v = t["x"].quantile(0.5)
            w = t.groupby("k")["x"].mean()
            t["band"] = pd.cut(t["x"], [0, 1, 2])
            b = t.groupby("band").mean()
            d = t.select_dtypes("number").mean()
            numbers = t.select_dtypes(exclude=["object"]).corr()
            """
        ),
    ],
)
def numeric_only(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    if this is None or has_stars(call) or argument(call, "numeric_only", 3) is not None:
        return None
    by_name = isinstance(call.func, ast.Attribute) and call.func.attr in ("agg", "aggregate", "transform")
    if by_name and (len(call.args) != 1 or call.keywords or context.literal(call.args[0]) not in _OF_FRAMES):
        return None
    if context.instance(this, *_WINDOWS) is not None and not context.vintage.before("pandas", "2.0"):
        return None  # most frames that are looked at through a window hold numbers alone
    if isinstance(kind := context.only(this), Instance) and kind.fact("of") not in (None, FRAME):
        return None
    text = may_hold_text(this, context)
    if text is False:
        return None
    edit = context.edit_call(call, add={"numeric_only": "True"})
    if text is None and not context.vintage.before("pandas", "2.0"):
        return Fix((edit,), message="text can't be reduced since pandas 2.0; the columns are not known", safety=Safety.REVIEW)
    return Fix((edit,))


@fixer(
    "PD511",
    on=[f"call {c}.sum" for c in (FRAME_GROUPS, RESAMPLER, _RESAMPLED_GROUPS)],
    since="1.5",
    until="2.0",
    silent=True,
    why="since pandas 2.0 sum() of groups joins the texts of a column instead of leaving it out",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": [1, 1], "x": [1, 2], "s": ["x", "y"]})
            g = df.groupby("k").sum()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": [1, 1], "x": [1, 2], "s": ["x", "y"]})
            g = df.groupby("k").sum(numeric_only=True)
            """,
            check="g.to_dict()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"k": [1, 1], "x": [1, 2], "s": ["x", "y"]})
            g = df.groupby("k")["x"].sum()
            h = df.groupby("k")[["x"]].sum()
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def sum_of_groups(call: ast.Call, context: Context) -> Answer:
    return numeric_only(call, context)


def may_hold_text(this: ast.expr, context: Context, keys: frozenset[object] = frozenset()) -> bool | None:
    """Whether the columns reduced hold text, those of `keys` left aside; None: they are not known."""
    kind = context.only(this)
    columns = (
        {k.removeprefix("column "): v for k, v in kind.facts if k.startswith("column ")} if isinstance(kind, Instance) else {}
    )
    selected = _selection(this)
    if selected is not None:
        frame, names = selected
        owner = context.only(frame)
        known = {k: v for k, v in owner.facts if k.startswith("column ")} if isinstance(owner, Instance) else {}
        return any(known.get(f"column {n}") in ("str", "text", "object", "category") for n in names if n not in keys)
    if isinstance(kind, Instance) and kind.fact("dtype") in _NUMBERS:
        return False
    base = _grouped(this, context)
    if base is not this:
        return may_hold_text(base, context, _keys(this, context)) if _selection(base) is None else False
    if any(v in ("str", "text", "object", "category") for k, v in columns.items() if k not in keys):
        return True
    made = bound_once(this.id, context) if isinstance(this, ast.Name) else this
    if isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr in _MAKE_NUMBERS:
        return made.func.attr == "select_dtypes" and bool(_TEXT.search(ast.unparse(made)))
    if isinstance(this, ast.BinOp | ast.Compare | ast.UnaryOp):
        return False
    return False if columns and set(columns.values()) <= {*_NUMBERS, "datetime"} and _is_complete(this, context) else None


def _selection(this: ast.expr) -> tuple[ast.expr, list[object]] | None:
    """(what is selected from, names) of `x[["a", "b"]]` and `x.loc[…]`; a name that is not literal counts as no text."""
    match this:
        case ast.Subscript(value=ast.Attribute(value=frame, attr="loc" | "iloc")):
            return frame, []
        case ast.Subscript(value=frame, slice=ast.List(elts=items) | ast.Tuple(elts=items)):
            return frame, [i.value for i in items if isinstance(i, ast.Constant)]
        case _:
            return None


_SPLIT = ("groupby", "resample", "rolling", "expanding", "ewm")


def _grouped(this: ast.expr, context: Context) -> ast.expr:
    """The frame that is grouped or resampled; `this` itself where it is no such call."""
    while isinstance(this, ast.Call) and isinstance(this.func, ast.Attribute) and this.func.attr in _SPLIT:
        this = this.func.value
    return this


def _keys(this: ast.expr, context: Context) -> frozenset[object]:
    """The columns that a frame is grouped by, where they are written out."""
    given = argument(this, "by", 0) if isinstance(this, ast.Call) else None
    literal = context.literal(given)
    return frozenset(literal if isinstance(literal, list | tuple) else [literal])


def _is_complete(this: ast.expr, context: Context) -> bool:
    """Whether the facts name all columns of a frame: it is only ever made by the constructor, from a dict."""
    values = assignments(this.id, context) if isinstance(this, ast.Name) else [this]
    return bool(values) and all(
        isinstance(v, ast.Call) and context.symbol(v.func) == FRAME and bool(v.args) and isinstance(v.args[0], ast.Dict)
        for v in values
    )
