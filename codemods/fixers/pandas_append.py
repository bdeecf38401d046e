"""`append` was removed from frames and series in pandas 2.0.

    df = df.append(other, ignore_index=True)      →  df = pd.concat([df, other], ignore_index=True)
    df = df.append({"a": 1}, ignore_index=True)   →  df = pd.concat([df, pd.DataFrame([{"a": 1}])], ignore_index=True)
    s.append([t, u])                              →  pd.concat([s, t, u])

Before pandas 1.0 a frame sorted its columns where those of the other frame differed.
https://pandas.pydata.org/docs/whatsnew/v2.0.0.html
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, SERIES, assignments, bound_once, is_dict, keywords
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Safety
from codemods.types import ListOf, Types, class_name

_OPTIONS = ("ignore_index", "verify_integrity", "sort")


@fixer(
    "PD100",
    on=(f"call {FRAME}.append", f"call {SERIES}.append"),
    until="2.0",
    why="append() was removed in pandas 2.0 in favour of pandas.concat()",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1]})
            df = df.append(pd.DataFrame({"a": [2]}), ignore_index=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1]})
            df = pd.concat([df, pd.DataFrame({"a": [2]})], ignore_index=True)
            """,
            check="df.a.tolist(), df.index.tolist()",
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame()
            for k, v in [("a", 1), ("b", 2)]:
                df = df.append({"name": k, "n": v}, ignore_index=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame()
            for k, v in [("a", 1), ("b", 2)]:
                df = pd.concat([df, pd.DataFrame([{"name": k, "n": v}])], ignore_index=True)
            """,
            check="df.n.sum()",
        ),
        Example(
            """
            import pandas as pd
            log = pd.DataFrame(columns=["epoch", "loss"])
            for e in range(3):
                log = log.append({"epoch": e, "loss": 1.0}, ignore_index=True)
            """,
            """
            import pandas as pd
            log = pd.DataFrame(columns=["epoch", "loss"])
            for e in range(3):
                log = pd.concat([log, pd.DataFrame([{"epoch": e, "loss": 1.0}])], ignore_index=True).infer_objects()
            """,
            check="log.mean().tolist()",
        ),
        Example(
            """
            import pandas as pd
            a = pd.DataFrame({"v": [1, 2]})
            b = pd.DataFrame({"v": [3], "w": [4]})
            c = a.append([b, a])
            """,
            """
            import pandas as pd
            a = pd.DataFrame({"v": [1, 2]})
            b = pd.DataFrame({"v": [3], "w": [4]})
            c = pd.concat([a, b, a])
            """,
            check="c.index.tolist(), c.v.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Example(
            """
            import pandas as pd
            a = pd.DataFrame({"z": [1], "b": [2]}, columns=["z", "b"])
            c = a.append(pd.DataFrame({"a": [3]}), ignore_index=True)
            """,
            """
            import pandas as pd
            a = pd.DataFrame({"z": [1], "b": [2]}, columns=["z", "b"])
            c = pd.concat([a, pd.DataFrame({"a": [3]})], ignore_index=True, sort=True)
            """,
            check="c.columns.tolist()",
            was={"pandas": "0.20.3"},
        ),
        Example(
            """
            import pandas as pd
            s = pd.Series([1, 2], index=["a", "b"])
            t = s.append(pd.Series({"c": 3}))
            u = s.append([s, t], True)
            """,
            """
            import pandas as pd
            s = pd.Series([1, 2], index=["a", "b"])
            t = pd.concat([s, pd.Series({"c": 3})])
            u = pd.concat([s, s, t], ignore_index=True)
            """,
            check="t.to_dict(), u.tolist()",
        ),
        Same(
            """
            import pandas as pd
            class Frame(pd.DataFrame):
                def append(self, other, ignore_index=False):
                    return Frame(pd.concat([self, other], ignore_index=ignore_index))
            rows = []
            rows.append(pd.DataFrame({"a": [1]}))
            d = Frame({"a": [1]}).append(rows[0], ignore_index=True)
            """
        ),
    ],
)
def append(call: ast.Call, context: Context) -> Answer:
    if not isinstance(call.func, ast.Attribute):
        return None
    this = call.func.value
    is_frame = context.instance(this, FRAME) is not None
    first = "other" if is_frame else "to_append"
    given = context.bind(call, first, *_OPTIONS)
    if given is None or first not in given:
        return Decline("the arguments are passed with * or **")
    other = given.pop(first)
    objects = _frames(other, context) if is_frame else _series(other, context)
    if objects is None:
        return Decline(
            "it is not known whether the value appended is a frame, a row (dict or Series) or a list of these; "
            "with pandas.concat a row must be wrapped: pd.DataFrame([row])"
        )
    pieces, holes, rows = objects
    options = keywords(*_OPTIONS, given=given)
    safety, message = None, ""
    if is_frame and not rows and "sort" not in given:
        sorts = _sorts(this, other, context)
        if sorts is None:
            safety, message = Safety.REVIEW, "the columns differ, and pandas before 1.0 sorted them: tell the version (--was)"
        options += ", sort=True" if sorts else ""
    template = f"{{@pandas.concat}}([{{this}}, {pieces}]{options})"
    if is_frame and _starts_empty(this, context):
        template += ".infer_objects()"
    return Fix((context.replace(call, template, this=this, **holes, **given),), message, safety)


Pieces = tuple[str, dict[str, ast.expr], bool]  # template, its holes, whether single rows are added


def _frames(other: ast.expr, context: Context) -> Pieces | None:
    """What is appended to a frame, as elements of the list that concat takes."""
    row = "{@pandas.DataFrame}([{other}])", {"other": other}, True
    if is_dict(other, context) or context.instance(other, SERIES) is not None:
        return row
    if context.instance(other, FRAME) is not None:
        return "{other}", {"other": other}, False
    if isinstance(other, ast.List) and other.elts and not any(isinstance(e, ast.Starred) for e in other.elts):
        if all(context.instance(e, FRAME) is not None for e in other.elts):
            return _spliced(other)
        if all(is_dict(e, context) or context.instance(e, SERIES) is not None for e in other.elts):
            return "{@pandas.DataFrame}({other})", {"other": other}, True
        return None
    match _items(context.types(other)):
        case "pandas.DataFrame":
            return "*{other}", {"other": other}, False
        case "pandas.Series" | "builtins.dict":
            return "{@pandas.DataFrame}({other})", {"other": other}, True
        case _:
            return None


def _series(other: ast.expr, context: Context) -> Pieces | None:
    if context.instance(other, SERIES) is not None:
        return "{other}", {"other": other}, False
    if isinstance(other, ast.List) and other.elts and not any(isinstance(e, ast.Starred) for e in other.elts):
        return _spliced(other)
    if _items(context.types(other)) == SERIES:
        return "*{other}", {"other": other}, False
    return None


def _spliced(other: ast.List) -> Pieces:
    holes = {f"e{i}": e for i, e in enumerate(other.elts)}
    return ", ".join(f"{{{name}}}" for name in holes), holes, False


def _items(types: Types) -> str | None:
    """The class of the items of a list, where there is but one."""
    names = set()
    for kind in types:
        if not isinstance(kind, ListOf) or not kind.item:
            return None
        names |= {class_name(item) for item in kind.item}
    return names.pop() if len(names) == 1 else None


def _sorts(this: ast.expr, other: ast.expr, context: Context) -> bool | None:
    """Whether the code of its time sorted the columns; None: it depends on the release."""
    left, right = _columns(this, context), _columns(other, context)
    if (left is not None and left == right) or ast.dump(this) == ast.dump(other):
        return False
    if context.vintage.before("pandas", "1.0"):
        return True
    if context.vintage.since("pandas", "1.0") or left is None or right is None:
        return False
    return None


def _columns(node: ast.expr, context: Context) -> list[object] | None:
    """The columns of a frame, where a literal tells."""
    if isinstance(node, ast.Name):
        value = bound_once(node.id, context)
        return _columns(value, context) if isinstance(value, ast.Call) else None
    if not isinstance(node, ast.Call) or context.symbol(node.func) != FRAME:
        return None
    columns = context.literal(context.keyword(node, "columns"))
    if isinstance(columns, list):
        return columns
    data = node.args[0] if node.args else context.keyword(node, "data")
    if isinstance(data, ast.Dict) and all(isinstance(k, ast.Constant) for k in data.keys):
        return [k.value for k in data.keys if isinstance(k, ast.Constant)]
    return None


def _starts_empty(this: ast.expr, context: Context) -> bool:
    """Whether the frame starts as names of columns alone: those are of dtype object, which older releases ignored."""
    if not isinstance(this, ast.Name):
        return False
    for value in assignments(this.id, context):
        if isinstance(value, ast.Call) and not value.args and context.symbol(value.func) == FRAME:
            names = {k.arg for k in value.keywords}
            if "columns" in names and not names & {"data", "dtype", "index", None}:
                return True
    return False
