"""Calls whose defaults changed: the old default is written out.

s.str.replace(r"[$,]", "")          →  s.str.replace(r"[$,]", "", regex=True)
s.rolling(2).apply(lambda w: w[0])  →  s.rolling(2).apply(lambda w: w[0], raw=True)
pd.concat([a, b])                   →  pd.concat([a, b], sort=True)          written for pandas before 1.0
pd.get_dummies(s)                   →  pd.get_dummies(s, dtype="uint8")
s.argmax()                          →  s.idxmax()
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from codemods.fixers._habits import becomes_numbers
from codemods.fixers._pandas import FRAME, SERIES, axis_number, bound_once
from codemods.fixers._pandas_calls import STRINGS, argument, fact, has_stars
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk

_SPECIAL = re.compile(r"[.^$*+?{}\[\]\\|()]")
_NO_TEXT = re.compile(r"\\[dDwWsSb.$()]|\.[*+]|\[\^[^]]|\[[^]]*[$,%£€][^]]*\]|\[[^]]*\w-\w[^]]*\]")  # nobody means it literally


@fixer(
    "PD560",
    on=f"call {STRINGS}.replace",
    since="0.23",
    until="2.0",
    silent=True,
    why="since pandas 2.0 the pattern of str.replace() is plain text unless regex=True",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series(["$1,200 (net)", "a.b"])
            a = s.str.replace(r"[$,]", "")
            b = s.str.replace(".", "_")
            c = s.str.replace(r"\\(.*\\)", "").str.strip()
            d = s.str.replace("net", lambda m: m.group().upper())
            """,
            """
            import pandas as pd
            s = pd.Series(["$1,200 (net)", "a.b"])
            a = s.str.replace(r"[$,]", "", regex=True)
            b = s.str.replace(".", "_")
            c = s.str.replace(r"\\(.*\\)", "", regex=True).str.strip()
            d = s.str.replace("net", lambda m: m.group().upper(), regex=True)
            """,
            check="a.tolist(), b.tolist(), c.tolist(), d.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Example(
            """
            import pandas as pd
            s = pd.Series(["$1,200", " $30 "])
            a = s.str.replace("[$,]", "").str.strip().astype(float)
            b = pd.to_numeric(s.str.replace(r"[^0-9]", ""))
            c = s.str.replace("0", lambda m: "o")
            """,
            """
            import pandas as pd
            s = pd.Series(["$1,200", " $30 "])
            a = s.str.replace("[$,]", "", regex=True).str.strip().astype(float)
            b = pd.to_numeric(s.str.replace(r"[^0-9]", "", regex=True))
            c = s.str.replace("0", lambda m: "o", regex=True)
            """,
            check="a.tolist(), b.tolist(), c.tolist()",
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series(["US$ 5", "7[1]"])
            a = s.str.replace("US$", "").str.replace("[1]", "").astype(float)
            b = s.str.replace("[$,]", "")
            """
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series(["a-b"])
            a = s.str.replace("-b", "")
            b = s.replace("a.b", "x")
            c = "a.b".replace("a.", "")
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def pattern(call: ast.Call, context: Context) -> Answer:
    pat, repl = argument(call, "pat", 0), argument(call, "repl", 1)
    if pat is None or has_stars(call) or argument(call, "regex", 5) is not None:
        return None
    regex = Fix((context.edit_call(call, add={"regex": "True"}),))
    if isinstance(repl, ast.Lambda):
        return replace(regex, told="passes a function, which plain text refuses")
    if context.instance(pat, "re.Pattern") is not None or (
        isinstance(pat, ast.Call) and context.symbol(pat.func) == "re.compile"
    ):
        return replace(regex, told="passes a compiled pattern, which plain text refuses")
    if argument(call, "flags", 4) is not None or argument(call, "case", 3) is not None:
        return regex
    text = _text(pat, context)
    if text is None:
        return Decline("the pattern is not literal: add regex=True if it is a regular expression of more than one character")
    if len(text) < 2:
        return None
    if _NO_TEXT.search(text) and (told := becomes_numbers(call, context)):
        return replace(regex, told=told)
    new = context.literal(repl)
    return regex if _SPECIAL.search(text) or (isinstance(new, str) and "\\" in new) else None


def _text(node: ast.expr, context: Context) -> str | None:
    literal = context.literal(node)
    if isinstance(literal, str):
        return literal
    known = fact(node, "value", context)
    value = ast.literal_eval(known) if known else None
    return value if isinstance(value, str) else None


@fixer(
    "PD561",
    on=("call pandas.api.typing.Rolling.apply", "call pandas.api.typing.Expanding.apply"),
    library="pandas",
    since="0.23",
    until="",
    why="since pandas 1.0 rolling().apply() hands over a Series instead of an array",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([3.0, 1.0, 2.0, 5.0])
            f = s.rolling(2).apply(lambda w: w[-1] - w[0])
            """,
            """
            import pandas as pd
            s = pd.Series([3.0, 1.0, 2.0, 5.0])
            f = s.rolling(2).apply(lambda w: w[-1] - w[0], raw=True)
            """,
            check="f.tolist()[1:]",
        ),
        Example(
            """
            import pandas as pd
            s = pd.Series([3.0, 1.0, 2.0, 5.0])
            f = s.rolling(2).apply(lambda w: w.std())
            """,
            """
            import pandas as pd
            s = pd.Series([3.0, 1.0, 2.0, 5.0])
            f = s.rolling(2).apply(lambda w: w.std(), raw=True)
            """,
            check="f.tolist()[1:]",
            was={"pandas": "0.22.0"},
        ),
        Same(
            """
            import pandas as pd
            s = pd.Series([3.0, 1.0, 2.0, 5.0])
            f = s.rolling(2).apply(lambda w: w.iloc[-1])
            g = s.rolling(2).apply(lambda w: w.std(), raw=False)
            """
        ),
    ],
)
def raw(call: ast.Call, context: Context) -> Answer:
    if argument(call, "raw", 1) is not None or has_stars(call) or not context.target.reached("pandas", "1.0"):
        return None
    function = argument(call, "func", 0)
    if not context.vintage.before("pandas", "1.0") and (
        context.vintage.since("pandas", "1.0") or function is None or not _takes_positions(function, context)
    ):
        return None
    return Fix((context.edit_call(call, add={"raw": "True"}),))


def _takes_positions(function: ast.expr, context: Context) -> bool:
    """Whether a function looks up positions of its argument, as arrays have them: `w[-1]`."""
    known = bound_once(function.id, context) if isinstance(function, ast.Name) else function
    if not isinstance(known, ast.Lambda | ast.FunctionDef) or not known.args.args:
        return False
    name = known.args.args[0].arg
    for node in walk(known):
        match node:
            case ast.Subscript(value=ast.Name(id=used), slice=key) if used == name and isinstance(context.literal(key), int):
                return True
            case _:
                pass
    return False


@fixer(
    "PD562",
    on="call pandas.concat",
    since="0.23",
    until="1.0",
    silent=True,
    why="since pandas 1.0 concat() leaves columns that differ in their order instead of sorting them",
    examples=[
        Example(
            """
            import pandas as pd
            a = pd.DataFrame({"z": [1], "a": [2]}, columns=["z", "a"]); b = pd.DataFrame({"a": [3], "m": [4]})
            c = pd.concat([a, b])
            """,
            """
            import pandas as pd
            a = pd.DataFrame({"z": [1], "a": [2]}, columns=["z", "a"]); b = pd.DataFrame({"a": [3], "m": [4]})
            c = pd.concat([a, b], sort=True)
            """,
            check="c.columns.tolist()",
            was={"pandas": "0.25.3"},
        ),
        Same(
            """
            import pandas as pd
            a = pd.DataFrame({"a": [2]})
            c = pd.concat([a, a])
            d = pd.concat([a, a], axis=1)
            s = pd.concat([pd.Series([1]), pd.Series([2])])
            """,
            was={"pandas": "0.25.3"},
        ),
    ],
)
def concat_sort(call: ast.Call, context: Context) -> Answer:
    if has_stars(call) or argument(call, "sort") is not None or axis_number(argument(call, "axis", 1), context) != 0:
        return None
    join = argument(call, "join", 2)
    if join is not None and context.literal(join) != "outer":
        return None
    objects = argument(call, "objs", 0)
    if not isinstance(objects, ast.List | ast.Tuple):
        return None
    if any(context.instance(o, FRAME) is None for o in objects.elts):
        return None
    columns = [_columns(o, context) for o in objects.elts]
    if None in columns:
        return Decline("pandas before 1.0 sorted the columns where those of the frames differ: add sort=True if they do")
    return None if all(c == columns[0] for c in columns) else Fix((context.edit_call(call, add={"sort": "True"}),))


def _columns(node: ast.expr, context: Context) -> list[object] | None:
    """The columns of a frame that a literal tells."""
    value = bound_once(node.id, context) if isinstance(node, ast.Name) else node
    if not isinstance(value, ast.Call) or context.symbol(value.func) != FRAME:
        return None
    columns = context.literal(argument(value, "columns", 2))
    if isinstance(columns, list):
        return columns
    data = argument(value, "data", 0)
    if isinstance(data, ast.Dict) and all(isinstance(k, ast.Constant) for k in data.keys):
        return [k.value for k in data.keys if isinstance(k, ast.Constant)]
    return None


@fixer(
    "PD565",
    on="call pandas.get_dummies",
    since="0.23",
    until="2.0",
    silent=True,
    why="since pandas 2.0 get_dummies() makes columns of bool instead of uint8",
    examples=[
        Example(
            """
            import pandas as pd
            d = pd.get_dummies(pd.Series(["x", "y"]), prefix="k")
            """,
            """
            import pandas as pd
            d = pd.get_dummies(pd.Series(["x", "y"]), prefix="k", dtype="uint8")
            """,
            check="d.dtypes.astype(str).tolist(), d.values.tolist()",
            was={"pandas": "1.5.3"},
        ),
        Same(
            """
            import pandas as pd
            d = pd.get_dummies(pd.Series(["x", "y"]), dtype=int)
            """,
            was={"pandas": "1.5.3"},
        ),
    ],
)
def dummies(call: ast.Call, context: Context) -> Answer:
    if argument(call, "dtype", 7) is not None or has_stars(call):
        return None
    return Fix((context.edit_call(call, add={"dtype": '"uint8"'}),))


@fixer(
    "PD566",
    on=(f"call {SERIES}.argmax", f"call {SERIES}.argmin", "call numpy.argmax", "call numpy.argmin"),
    library="pandas",
    until="1.0",
    silent=True,
    why="since pandas 1.0 argmax() and argmin() of a Series return the position instead of the label",
    examples=[
        Example(
            """
            import numpy as np
            import pandas as pd
            s = pd.Series([1, 9, 3], index=["a", "b", "c"])
            k = s.argmax()
            m = np.argmin(s)
            """,
            """
            import numpy as np
            import pandas as pd
            s = pd.Series([1, 9, 3], index=["a", "b", "c"])
            k = s.idxmax()
            m = s.idxmin()
            """,
            check="k, m",
            was={"pandas": "0.20.3"},
        ),
        Same(
            """
            import numpy as np
            import pandas as pd
            k = np.array([1, 2]).argmax()
            m = np.argmax([1, 2])
            n = pd.Series([1, 9]).argmax()
            """,
            was={"pandas": "0.20.3"},
        ),
    ],
)
def argmax(call: ast.Call, context: Context) -> Answer:
    name = (context.symbol(call.func) or ast.unparse(call.func)).rpartition(".")[2]
    new = name.replace("arg", "idx")
    if isinstance(call.func, ast.Attribute) and context.instance(call.func.value, SERIES) is not None:
        if fact(call.func.value, "index", context) == "range":
            return None
        return Fix((context.rename_attribute(call.func, new),))
    if len(call.args) != 1 or call.keywords or context.instance(call.args[0], SERIES) is None:
        return None
    if fact(call.args[0], "index", context) == "range":
        return None
    return Fix((context.replace(call, f"{{s}}.{new}()", s=call.args[0]),))


@fixer(
    "PD567",
    on=(f"call {FRAME}.describe", f"call {SERIES}.describe"),
    until="2.0",
    why="datetime_is_numeric= was removed in pandas 2.0: dates are always treated as numbers",
    examples=[
        Example(
            """
            import pandas as pd
            d = pd.DataFrame({"t": pd.to_datetime(["2020-01-01"])}).describe(datetime_is_numeric=True)
            """,
            """
            import pandas as pd
            d = pd.DataFrame({"t": pd.to_datetime(["2020-01-01"])}).describe()
            """,
            check="d.shape",
        ),
        Same("""
            import pandas as pd
            d = pd.DataFrame({"t": pd.to_datetime(["2020-01-01"])}).describe()
            e = pd.DataFrame({"t": [1, 2]}).describe(include="all")
            """),
    ],
)
def describe(call: ast.Call, context: Context) -> Answer:
    value = argument(call, "datetime_is_numeric", 3)
    if value is None or value not in [k.value for k in call.keywords]:
        return None
    if context.literal(value) in (False, MISSING):
        return Decline("dates are described as numbers today: convert them with astype(object) to have them counted")
    return Fix((context.edit_call(call, drop=frozenset({"datetime_is_numeric"})),))
