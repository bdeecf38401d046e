"""Options of the readers that are gone.

pd.read_csv(f, squeeze=True)                        →  pd.read_csv(f).squeeze("columns")        (2.0)
pd.read_csv(f, error_bad_lines=False)               →  pd.read_csv(f, on_bad_lines="warn")      (2.0)
pd.read_csv(f, header=None, prefix="X")             →  pd.read_csv(f, header=None).add_prefix("X")  (2.0)
pd.read_csv(f, date_parser=lambda x: datetime.strptime(x, "%Y-%m"))  →  date_format="%Y-%m"     (3.0)
df = pd.read_csv(f, parse_dates={"date": ["y", "m"]})                                           (3.0)
    →  df = pd.read_csv(f, dtype={"y": str, "m": str})
       df.insert(0, "date", pd.to_datetime(df.pop("y") + " " + df.pop("m")))
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import OLD
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_TEXT = ("pandas.read_csv", "pandas.read_table", "pandas.read_fwf")
_ALL = (*_TEXT, "pandas.read_excel", "pandas.ExcelFile.parse")
_WAS = {"pandas": "1.3.5"}


def _calls(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"call {name}" for name in names)


def _in_pieces(call: ast.Call, context: Context) -> bool:
    """Whether the reader returns an iterator of frames."""
    return any(
        (value := context.keyword(call, name)) is not None and context.literal(value) not in (None, False)
        for name in ("chunksize", "iterator")
    )


@fixer(
    "PD170",
    on=_calls(_ALL),
    until="2.0",
    why="squeeze= was removed in pandas 2.0 in favour of .squeeze('columns')",
    examples=[
        Example(
            """
            import io
            import pandas as pd
            s = pd.read_csv(io.StringIO("d,v\\n1,10\\n"), index_col=0, squeeze=True)
            t = pd.read_csv(io.StringIO("a,b\\n1,2\\n"), squeeze=False)
            """,
            """
            import io
            import pandas as pd
            s = pd.read_csv(io.StringIO("d,v\\n1,10\\n"), index_col=0).squeeze("columns")
            t = pd.read_csv(io.StringIO("a,b\\n1,2\\n"))
            """,
            check="s.tolist(), t.shape",
        ),
        Same(r"""
            import io
            import numpy as np
            import pandas as pd
            s = pd.read_csv(io.StringIO("d,v\n1,10\n"), index_col=0).squeeze("columns")
            a = np.squeeze([[1]])
            def read(path, squeeze=False):
                return squeeze
            x = read("a", squeeze=True)
            """),
    ],
)
def squeeze(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "squeeze")
    if value is None:
        return None
    literal = context.literal(value)
    if not isinstance(literal, bool | None) or _in_pieces(call, context):
        return Decline("squeeze= is gone: write .squeeze('columns') after reading")
    without = context.edit_call(call, drop=frozenset({"squeeze"}))
    if not literal:
        return Fix((without,))
    return Fix((without, context.replace(call, '{call}.squeeze("columns")', call=call)))


@fixer(
    "PD171",
    on=_calls(_TEXT),
    since="1.3",
    until="2.0",
    why="error_bad_lines= and warn_bad_lines= became on_bad_lines= in pandas 2.0",
    examples=[
        Example(
            """
            import io
            import pandas as pd
            text = "a,b\\n1,2\\n3,4,5\\n"
            df = pd.read_csv(io.StringIO(text), error_bad_lines=False, warn_bad_lines=False)
            dg = pd.read_csv(io.StringIO(text), error_bad_lines=False)
            dh = pd.read_csv(io.StringIO("a,b\\n1,2\\n"), error_bad_lines=True)
            """,
            """
            import io
            import pandas as pd
            text = "a,b\\n1,2\\n3,4,5\\n"
            df = pd.read_csv(io.StringIO(text), on_bad_lines="skip")
            dg = pd.read_csv(io.StringIO(text), on_bad_lines="warn")
            dh = pd.read_csv(io.StringIO("a,b\\n1,2\\n"))
            """,
            check="df.values.tolist(), dg.values.tolist()",
        ),
        Same(r"""
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("a,b\n1,2\n"), on_bad_lines="skip")
            """),
    ],
)
def bad_lines(call: ast.Call, context: Context) -> Answer:
    given = [name for name in ("error_bad_lines", "warn_bad_lines") if context.keyword(call, name) is not None]
    if not given:
        return None
    values = {name: context.literal(context.keyword(call, name)) for name in given}
    if any(not isinstance(value, bool | int) for value in values.values()):
        return Decline("on_bad_lines= takes 'error', 'warn' or 'skip'")
    if values.get("error_bad_lines", True):
        return Fix((context.edit_call(call, drop=frozenset(given)),))
    what = "warn" if values.get("warn_bad_lines", True) else "skip"
    return Fix((context.edit_call(call, drop=frozenset(given), add={"on_bad_lines": f'"{what}"'}),))


@fixer(
    "PD172",
    on=_calls(_TEXT),
    until="2.0",
    why="prefix= was removed in pandas 2.0 in favour of add_prefix()",
    examples=[
        Example(
            """
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("1,2\\n"), header=None, prefix="X")
            """,
            """
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("1,2\\n"), header=None).add_prefix("X")
            """,
            check="df.columns.tolist()",
        ),
        Same(r"""
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("1,2\n"), header=None)
            d = pd.get_dummies(pd.Series(["a"]), prefix="X")
            """),
    ],
)
def prefix(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "prefix")
    if value is None:
        return None
    without = context.edit_call(call, drop=frozenset({"prefix"}))
    header = context.keyword(call, "header")
    if context.literal(value) is None or header is None or context.keyword(call, "names") is not None:
        return Fix((without,))  # it only named columns that had no names
    if context.literal(header) is not None or context.keyword(call, "index_col") is not None or _in_pieces(call, context):
        return Decline("prefix= is gone: write .add_prefix() after reading")
    return Fix((without, context.replace(call, "{call}.add_prefix({prefix})", call=call, prefix=value)))


@fixer(
    "PD173",
    on=_calls(_ALL),
    until="1.0",
    why="as_recarray= was removed in favour of to_records()",
    examples=[
        Example(
            """
            import io
            import pandas as pd
            r = pd.read_csv(io.StringIO("a\\n1\\n"), as_recarray=True)
            """,
            """
            import io
            import pandas as pd
            r = pd.read_csv(io.StringIO("a\\n1\\n")).to_records(index=False)
            """,
            check="r.tolist()",
            was=OLD,
        ),
        Same(r"""
            import io
            import pandas as pd
            r = pd.read_csv(io.StringIO("a\n1\n")).to_records(index=False)
            """),
    ],
)
def as_recarray(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "as_recarray")
    if value is None:
        return None
    without = context.edit_call(call, drop=frozenset({"as_recarray"}))
    if not context.literal(value):
        return Fix((without,))
    return Fix((without, context.replace(call, "{call}.to_records(index=False)", call=call)))


@fixer(
    "PD176",
    on=_calls(("pandas.read_excel", "pandas.ExcelFile.parse")),
    until="1.0",
    why="parse_cols= became usecols=, where a number no longer means the last column",
    examples=[
        Example(
            """
            import pandas as pd
            a = pd.read_excel("t.xlsx", parse_cols="A:C")
            b = pd.read_excel("t.xlsx", parse_cols=2)
            """,
            """
            import pandas as pd
            a = pd.read_excel("t.xlsx", usecols="A:C")
            b = pd.read_excel("t.xlsx", usecols=range(3))
            """,
            was=OLD,
        ),
        Same("""
            import pandas as pd
            a = pd.read_excel("t.xlsx", usecols="A:C")
            """),
    ],
)
def parse_cols(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "parse_cols")
    if value is None:
        return None
    literal = context.literal(value)
    if isinstance(literal, str | list | None):
        return Fix((context.edit_call(call, rename={"parse_cols": "usecols"}),))
    if not isinstance(literal, int):
        return Decline("parse_cols= became usecols=; a number n meant the columns 0 to n: usecols=range(n + 1)")
    values = {"parse_cols": f"range({literal + 1})"}
    return Fix((context.edit_call(call, rename={"parse_cols": "usecols"}, values=values),))
