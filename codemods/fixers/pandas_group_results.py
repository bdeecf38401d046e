"""What groupby() hands over and gives back.

df.groupby("k").apply(f)          →  df.groupby("k")[df.columns.tolist()].apply(f)     where f uses column k (3.0)
df.groupby("k")["x"].apply(f)     →  df.groupby("k", group_keys=False)["x"].apply(f)   where f keeps the rows (2.0)
df.groupby("k")                   →  df.groupby("k", observed=False)                   where k is categorical (3.0)
for k, g in df.groupby(["k"]):    →  for k, g in df.groupby("k"):                      the key became a tuple (2.0)
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES, bound_once, is_pure, receiver
from codemods.fixers._pandas_calls import FRAME_GROUPS, SERIES_GROUPS, argument, fact, has_stars
from codemods.fixers._pandas_shapes import Shape, function_of, shape_of, uses_column
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Edit
from codemods.types import Instance
from codemods.uses import uses_of

_UNTOLD = "raises no error, so the code may already mean the new behaviour; tell its age with --was pandas==VERSION"


@fixer(
    "PD550",
    on=(f"call {FRAME_GROUPS}.apply", f"call {SERIES_GROUPS}.apply"),
    library="pandas",
    until="",
    why="groupby().apply() leaves out the grouping columns since pandas 3.0, and puts the keys before kept rows since 2.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3]})
            r = df.groupby("k").apply(lambda g: "%s:%d" % (g["k"].iloc[0], g["x"].sum()))
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3]})
            r = df.groupby("k")[df.columns.tolist()].apply(lambda g: "%s:%d" % (g["k"].iloc[0], g["x"].sum()))
            """,
            check="r.to_dict()",
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3]})
            r = df.groupby("k").apply(lambda g: g.assign(c=g["x"] - g["x"].mean()))
            s = df.groupby("k")["x"].apply(lambda x: x - x.mean())
            t = df.groupby("k").apply(lambda g: g.head(1))
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3]})
            r = df.groupby("k", group_keys=False)[df.columns.tolist()].apply(lambda g: g.assign(c=g["x"] - g["x"].mean()))
            s = df.groupby("k", group_keys=False)["x"].apply(lambda x: x - x.mean())
            t = df.groupby("k")[df.columns.tolist()].apply(lambda g: g.head(1))
            """,
            check="r.to_dict(), s.tolist(), t.to_dict()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v", "u"], "x": [1, 2, 3]})
            r = df.groupby("k").apply(lambda g: g["x"].sum())
            s = df.groupby("k")["x"].apply(lambda x: x.max() - x.min())
            t = df.groupby("k")[["k", "x"]].apply(lambda g: g.head(1))
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def apply(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    old, older = context.vintage.before("pandas", "3.0"), context.vintage.before("pandas", "2.0")
    function = function_of(argument(call, "func", 0), context)
    if this is None or function is None or context.vintage.since("pandas", "3.0"):
        return None
    of_frames = context.instance(this, FRAME_GROUPS) is not None
    grouping = this if of_frames else this.value if isinstance(this, ast.Subscript | ast.Attribute) else None
    if not isinstance(grouping, ast.Call) or not isinstance(grouping.func, ast.Attribute) or grouping.func.attr != "groupby":
        return None
    shape = shape_of(function, of_frames=of_frames)
    keep = shape in (Shape.LIKE, Shape.COLUMN)
    edits: list[Edit] = []
    keys_asked = argument(grouping, "group_keys") is not None or has_stars(grouping)
    if keep and older and not keys_asked:
        edits.append(context.edit_call(grouping, add={"group_keys": "False"}))
    if of_frames and context.target.reached("pandas", "3.0"):
        uses = uses_column(function, _keys(grouping, context))
        if uses or (old and shape in (Shape.LIKE, Shape.FRAME) and _keys(grouping, context)):
            frame = grouping.func.value
            if not is_pure(frame):
                return Decline("the groups lack the grouping columns today: select all columns, groupby(…)[columns].apply(…)")
            if keep and not older and not context.vintage.since("pandas", "2.0"):
                return Decline(
                    "whether the keys stand before the rows depends on the release: tell it with --was pandas==VERSION"
                )
            edits.append(context.replace(grouping, "{groups}[{frame}.columns.tolist()]", groups=grouping, frame=frame))
        elif shape is Shape.UNKNOWN and old and _keys(grouping, context):
            return Decline("the groups lack the grouping columns today, and it is not known whether the result holds them")
    if edits:
        return Fix(tuple(edits))
    rows_moved = keep and not keys_asked and not older and not context.vintage.since("pandas", "2.0")
    columns_lost = of_frames and not old and shape in (Shape.LIKE, Shape.FRAME) and bool(_keys(grouping, context))
    return Decline(_UNTOLD) if rows_moved or columns_lost else None


def _keys(grouping: ast.Call, context: Context) -> list[str]:
    """The columns by which a frame is grouped, as far as they are literal."""
    by = context.literal(argument(grouping, "by", 0))
    keys = by if isinstance(by, list) else [by]
    return [k for k in keys if isinstance(k, str)]


@fixer(
    "PD551",
    on=(f"call {FRAME}.groupby", f"call {SERIES}.groupby", f"call {FRAME}.pivot_table", "call pandas.pivot_table"),
    since="0.23",
    until="3.0",
    silent=True,
    why="since pandas 3.0 grouping by a categorical leaves out the categories that don't occur",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": pd.Categorical(["u", "u"], categories=["u", "v"]), "x": [1, 2]})
            g = df.groupby("k")["x"].sum()
            p = df.pivot_table(index="k", values="x", aggfunc="sum")
            b = df.groupby(pd.cut(df["x"], [0, 1, 2, 3]))["x"].size()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": pd.Categorical(["u", "u"], categories=["u", "v"]), "x": [1, 2]})
            g = df.groupby("k", observed=False)["x"].sum()
            p = df.pivot_table(index="k", values="x", aggfunc="sum", observed=False)
            b = df.groupby(pd.cut(df["x"], [0, 1, 2, 3]), observed=False)["x"].size()
            """,
            check="g.to_dict(), len(p), b.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "u"], "x": [1, 2]})
            g = df.groupby("k")["x"].sum()
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def observed(call: ast.Call, context: Context) -> Answer:
    if has_stars(call) or argument(call, "observed") is not None:
        return None
    frame: ast.expr | None
    if isinstance(call.func, ast.Attribute) and call.func.attr == "groupby":
        frame, keys = call.func.value, [argument(call, "by", 0)]
    else:
        method = isinstance(call.func, ast.Attribute) and context.instance(call.func.value, FRAME) is not None
        shift = 0 if method else 1
        frame = receiver(call) if method else argument(call, "data", 0)
        keys = [argument(call, "index", 1 + shift), argument(call, "columns", 2 + shift)]
    if frame is None or not any(_is_category(k, frame, context) for k in keys if k is not None):
        return None
    return Fix((context.edit_call(call, add={"observed": "False"}),))


def _is_category(key: ast.expr, frame: ast.expr, context: Context) -> bool:
    if isinstance(key, ast.List | ast.Tuple):
        return any(_is_category(k, frame, context) for k in key.elts)
    name = context.literal(key)
    if isinstance(name, str):
        kind = context.instance(frame, FRAME)
        return isinstance(kind, Instance) and (kind.fact(f"column {name}") == "category" or _made_category(name, frame, context))
    if isinstance(key, ast.Name) and isinstance(value := bound_once(key.id, context), ast.expr):
        key = value
    if isinstance(key, ast.Call) and context.symbol(key.func) in ("pandas.cut", "pandas.qcut", "pandas.Categorical"):
        return argument(key, "labels", 3 if context.symbol(key.func) == "pandas.cut" else 2) is None or not _no_labels(
            key, context
        )
    return fact(key, "dtype", context) == "category"


def _no_labels(call: ast.Call, context: Context) -> bool:
    return context.literal(argument(call, "labels")) is False


def _made_category(name: str, frame: ast.expr, context: Context) -> bool:
    """Whether the only thing that a column of the frame is ever made of is categorical."""
    values = []
    made = bound_once(frame.id, context) if isinstance(frame, ast.Name) else frame
    if isinstance(made, ast.Call) and isinstance(data := argument(made, "data", 0), ast.Dict):
        values += [v for k, v in zip(data.keys, data.values, strict=True) if context.literal(k) == name]
    for node in context.nodes(ast.Assign):
        match node:
            case ast.Assign(targets=[ast.Subscript(value=owner, slice=ast.Constant(value=str(column)))], value=value):
                if column == name and ast.unparse(owner) == ast.unparse(frame):
                    values.append(value)
            case _:
                pass
    return len(values) == 1 and _is_category(values[0], frame, context)


@fixer(
    "PD552",
    on=f"call {FRAME}.groupby",
    until="2.0",
    silent=True,
    why="since pandas 2.0 the keys of groups by a list of one column are tuples",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v"], "x": [1, 2]})
            names = [name for name, g in df.groupby(["k"])]
            groups = df.groupby(["k"])
            for name, g in groups:
                names.append(name)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v"], "x": [1, 2]})
            names = [name for name, g in df.groupby("k")]
            groups = df.groupby("k")
            for name, g in groups:
                names.append(name)
            """,
            check="names",
            was={"pandas": "1.5.3"},
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v"], "x": [1, 2]})
            groups = df.groupby(["k"])
            one = groups.get_group("u")
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u", "v"], "x": [1, 2]})
            groups = df.groupby("k")
            one = groups.get_group("u")
            """,
            check="one.x.tolist()",
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"k": ["u"], "j": ["v"], "x": [1]})
            ks = [name for name, g in df.groupby(["k", "j"])]
            s = df.groupby(["k"])["x"].sum()
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def single_key(call: ast.Call, context: Context) -> Answer:
    by = argument(call, "by", 0)
    if not isinstance(by, ast.List) or len(by.elts) != 1 or isinstance(by.elts[0], ast.Starred):
        return None
    places = (call, *uses_of(context).loads(call))
    keys = [key for place in places for key in _keys_asked(place, context)]
    if not keys and not any(_is_iterated(place, context) for place in places):
        return None
    plain = any(not isinstance(key, ast.Tuple) and context.instance(key, "builtins.tuple") is None for key in keys)
    told = "asks for a group by a plain key, where the keys are tuples now" if plain else ""
    return Fix((context.replace(by, "{key}", key=by.elts[0]),), told=told)


def _keys_asked(groups: ast.expr, context: Context) -> list[ast.expr]:
    """The key in `groups.get_group(key)`."""
    above = context.parent(groups)
    call = context.is_called(above) if isinstance(above, ast.Attribute) and above.attr == "get_group" else None
    return list(call.args[:1]) if call is not None else []


def _is_iterated(groups: ast.expr, context: Context) -> bool:
    """Whether the groups are looped over here."""
    match context.parent(groups):
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
            return iterated is groups
        case ast.Call(func=ast.Name(id="list" | "dict" | "tuple" | "iter" | "enumerate" | "tqdm"), args=[first, *_]):
            return first is groups
        case _:
            return False
