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

from codemods.fixers._pandas import OLD, bound_once
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, fixer

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
    "PD174",
    on=_calls(_ALL),
    since="2.0",
    until="3.0",
    why="date_parser= was removed in pandas 3.0 in favour of date_format=",
    examples=[
        Example(
            """
            import io
            from datetime import datetime
            import pandas as pd
            parser = lambda x: datetime.strptime(x, "%Y-%m")
            df = pd.read_csv(io.StringIO("m,v\\n2020-01,1\\n"), parse_dates=["m"], index_col="m", date_parser=parser)
            """,
            """
            import io
            from datetime import datetime
            import pandas as pd
            parser = lambda x: datetime.strptime(x, "%Y-%m")
            df = pd.read_csv(io.StringIO("m,v\\n2020-01,1\\n"), parse_dates=["m"], index_col="m", date_format="%Y-%m")
            """,
            check="df.index.month.tolist()",
        ),
        Example(
            """
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("m\\n2020-01\\n"), parse_dates=["m"], date_parser=pd.to_datetime)
            """,
            """
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("m\\n2020-01\\n"), parse_dates=["m"])
            """,
            check="df.m.dt.month.tolist()",
        ),
    ],
)
def date_parser(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "date_parser")
    if value is None:
        return None
    if context.literal(value) is None or context.symbol(value) == "pandas.to_datetime":
        return Fix((context.edit_call(call, drop=frozenset({"date_parser"})),))
    dates = context.keyword(call, "parse_dates")
    if isinstance(dates, ast.Dict) or (isinstance(dates, ast.List) and any(isinstance(e, ast.List) for e in dates.elts)):
        return None  # answered together with parse_dates=
    pattern = date_format(value, context)
    if pattern is None:
        return Decline("convert the column after reading, with the parser or pandas.to_datetime()")
    edit = context.edit_call(call, drop=frozenset({"date_parser"}), add={"date_format": _quoted(pattern)})
    return Fix((edit,))


def date_format(parser: ast.expr, context: Context) -> str | None:
    """The format of a parser that does nothing but `strptime(x, FORMAT)` or `to_datetime(x, format=FORMAT)`."""
    function: ast.AST | None = parser
    if isinstance(parser, ast.Name):
        function = bound_once(parser.id, context)
    match function:
        case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)]), body=body):
            pass
        case ast.FunctionDef(args=ast.arguments(args=[ast.arg(arg=name)]), body=[ast.Return(value=ast.expr() as body)]):
            pass
        case _:
            return None
    match body:
        case ast.Call(func=ast.Attribute(attr="strptime"), args=[ast.Name(id=argument), pattern], keywords=[]):
            pass
        case ast.Call(args=[ast.Name(id=argument)], keywords=[ast.keyword(arg="format", value=pattern)]):
            if context.symbol(body.func) != "pandas.to_datetime":
                return None
        case _:
            return None
    literal = context.literal(pattern)
    return literal if argument == name and isinstance(literal, str) else None


def _quoted(text: str) -> str:
    """A string literal for a template, in double quotes where it can be."""
    plain = '"' not in text and "\\" not in text
    return (f'"{text}"' if plain else repr(text)).replace("{", "{{").replace("}", "}}")


@fixer(
    "PD175",
    on=_calls(("pandas.read_csv", "pandas.read_table")),
    until="3.0",
    why="parse_dates= no longer combines columns since pandas 3.0",
    examples=[
        Example(
            """
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("y,m,d,v\\n2020,1,2,5\\n"), parse_dates={"date": ["y", "m", "d"]})
            """,
            """
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("y,m,d,v\\n2020,1,2,5\\n"), dtype={"y": str, "m": str, "d": str})
            df.insert(0, "date", pd.to_datetime(df.pop("y") + " " + df.pop("m") + " " + df.pop("d")))
            """,
            check='df.columns.tolist(), df["date"].dt.month.tolist()',
        ),
        Example(
            """
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("v,d,t\\n5,2020-01-02,10:30\\n"), parse_dates=[["d", "t"]], index_col="d_t")
            """,
            """
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("v,d,t\\n5,2020-01-02,10:30\\n"), dtype={"d": str, "t": str})
            df.insert(0, "d_t", pd.to_datetime(df.pop("d") + " " + df.pop("t")))
            df = df.set_index("d_t")
            """,
            check="df.index.hour.tolist(), df.columns.tolist()",
        ),
    ],
)
def parse_dates(call: ast.Call, context: Context) -> Answer:
    value = context.keyword(call, "parse_dates")
    combined = _combined(value, context)
    if combined is None:
        return None
    advice = Decline("read the columns as text, and combine them with pandas.to_datetime(df['a'] + ' ' + df['b']) after reading")
    statement = context.statement(call)
    target = statement.targets[0] if isinstance(statement, ast.Assign) and statement.value is call else None
    taken = {k.arg for k in call.keywords} & {"dtype", "converters", "chunksize", "iterator", "squeeze", None}
    index = context.literal(context.keyword(call, "index_col"))
    if not combined or not isinstance(target, ast.Name) or taken or (index is not MISSING and index not in combined):
        return advice
    options = "".join(
        f", {name}={context.text(option)}" for name in ("dayfirst",) if (option := context.keyword(call, name)) is not None
    )
    drop = {"parse_dates"}
    if (parser := context.keyword(call, "date_parser")) is not None:
        drop.add("date_parser")
        if context.literal(parser) is not None and context.symbol(parser) != "pandas.to_datetime":
            if (pattern := date_format(parser, context)) is None:
                return advice
            options += f", format={_quoted(pattern)}"
    keep = context.keyword(call, "keep_date_col")
    take = "{df}.pop({name})" if keep is None or not context.literal(keep) else "{df}[{name}]"
    drop |= {"keep_date_col"} if keep is not None else set()
    drop |= {"index_col"} if index is not MISSING else set()
    lines = []
    for place, (new, sources) in enumerate(combined.items()):
        text = ' + " " + '.join(take.format(df=target.id, name=_quoted(source)) for source in sources)
        lines.append(f"{target.id}.insert({place}, {_quoted(new)}, {{@pandas.to_datetime}}({text}{options}))")
    if index is not MISSING:
        lines.append(f"{target.id} = {target.id}.set_index({_quoted(index)})")
    read_as_text = dict.fromkeys(source for names in combined.values() for source in names)
    dtype = ", ".join(f"{_quoted(source)}: str" for source in read_as_text)
    read = context.edit_call(call, drop=frozenset(drop), add={"dtype": "{{" + dtype + "}}"})
    return Fix((read, context.insert(statement, "\n".join(lines), after=True)))


def _combined(value: ast.expr | None, context: Context) -> dict[str, list[str]] | None:
    """New column → columns that it is made of; None: nothing is combined; empty: not known which."""
    if value is None:
        return None
    if not isinstance(value, ast.Dict) and not (isinstance(value, ast.List) and any(isinstance(e, ast.List) for e in value.elts)):
        return None
    literal = context.literal(value)
    if isinstance(literal, list) and all(isinstance(names, list) for names in literal):
        literal = {"_".join(map(str, names)): names for names in literal}
    if not isinstance(literal, dict):
        return {}
    known = all(
        isinstance(new, str) and isinstance(names, list) and all(isinstance(n, str) for n in names)
        for new, names in literal.items()
    )
    return literal if known else {}
