"""Dates in the readers: the options that made them are gone since pandas 3.0.

pd.read_csv(f, date_parser=lambda x: datetime.strptime(x, "%Y-%m"))  →  pd.read_csv(f, date_format="%Y-%m")
pd.read_csv(f, parse_dates=["d"], date_parser=parser)  →  pd.read_csv(f, parse_dates=["d"], converters={"d": parser})
df = pd.read_csv(f, parse_dates={"date": ["y", "m"]})
    →  df = pd.read_csv(f, dtype={"y": str, "m": str})
       df.insert(0, "date", pd.to_datetime(df.pop("y") + " " + df.pop("m")))
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import bound_once
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk

_TEXT = ("pandas.read_csv", "pandas.read_table", "pandas.read_fwf")
_ALL = (*_TEXT, "pandas.read_excel", "pandas.ExcelFile.parse")


def _calls(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"call {name}" for name in names)


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
        Example(
            """
            import io
            from datetime import datetime
            import pandas as pd
            def parser(x):
                return datetime.strptime("190" + x, "%Y-%m")
            df = pd.read_csv(io.StringIO("m,v\\n1-01,1\\n"), parse_dates=[0], index_col=0, date_parser=parser)
            """,
            """
            import io
            from datetime import datetime
            import pandas as pd
            def parser(x):
                return datetime.strptime("190" + x, "%Y-%m")
            df = pd.read_csv(io.StringIO("m,v\\n1-01,1\\n"), parse_dates=[0], index_col=0, converters={0: parser})
            """,
            check="df.index.year.tolist()",
        ),
        Same(r"""
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("m,v\n2020-01,1\n"), parse_dates=["m"], date_format="%Y-%m")
            def load(path, date_parser=None):
                return date_parser
            x = load("a", date_parser=str)
            """),
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
        return _converters(call, value, dates, context)
    edit = context.edit_call(call, drop=frozenset({"date_parser"}), add={"date_format": _quoted(pattern)})
    return Fix((edit,))


def _converters(call: ast.Call, parser: ast.expr, dates: ast.expr | None, context: Context) -> Answer:
    """A function of one text becomes the converter of its columns; their dates are recognised as such."""
    advice = Decline("convert the column after reading, with the parser or pandas.to_datetime()")
    columns = context.literal(dates)
    if columns is True:
        columns = [context.literal(context.keyword(call, "index_col"))]
    if not isinstance(columns, list) or not all(isinstance(c, str | int) and not isinstance(c, bool) for c in columns):
        return advice
    if context.keyword(call, "converters") is not None or not _takes_one_text(parser, context):
        return advice
    text = ", ".join(f"{_quoted(c) if isinstance(c, str) else c}: {{parser}}" for c in columns)
    edit = context.edit_call(
        call, drop=frozenset({"date_parser"}), add={"converters": "{{" + text + "}}"}, holes={"parser": parser}
    )
    return Fix((edit,))


def _takes_one_text(parser: ast.expr, context: Context) -> bool:
    """Whether a parser is known to make a date of one text, rather than of a whole column."""
    if context.symbol(parser) in ("dateutil.parser.parse", "pandas.Timestamp"):
        return True
    function = bound_once(parser.id, context) if isinstance(parser, ast.Name) else parser
    match function:
        case ast.Lambda(args=ast.arguments(args=[_], vararg=None), body=body):
            made: list[ast.expr | None] = [body]
        case ast.FunctionDef(args=ast.arguments(args=[_], vararg=None)):
            made = [node.value for node in walk(function) if isinstance(node, ast.Return)]
        case _:
            return False
    return bool(made) and all(_parses_text(value) for value in made)


def _parses_text(value: ast.expr | None) -> bool:
    """Whether an expression calls a function that takes one text alone."""
    match value:
        case ast.Call(func=ast.Attribute(attr="strptime" | "parse" | "Timestamp" | "fromtimestamp" | "fromisoformat")):
            return True
        case _:
            return False


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
        Same(r"""
            import io
            import pandas as pd
            df = pd.read_csv(io.StringIO("d,v\n2020-01-02,5\n"), parse_dates=["d"])
            columns = {"date": ["y", "m", "d"]}
            """),
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
