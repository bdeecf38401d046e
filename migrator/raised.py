"""Repairs that only the failure itself tells: what broke depends on values that reading the code can't give.

One function a kind of failure, its docstring shows before → after. It gets the failure and the expression that failed, and
gives an edit that keeps what the code computed in its time, or None.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from codemods.nodes import walk
from codemods.records import Edit, Finding, InsertStatement, Replace, Safety
from codemods.spans import Lines, span_of
from migrator.runtime import failing_node
from runner.records import Failure, Frame, Outcome, Value

_FRAMES = ("pandas.DataFrame", "pandas.core.frame.DataFrame")
_NUMERIC = ("int", "uint", "float", "bool")
_BY_NAME = ("sklearn.pipeline.", "sklearn.compose.")  # what may look its columns up by name
_RENAMED = re.compile(
    r"Invalid frequency: ([\w-]+)\.(?: Failed to parse with error message: KeyError\([^)]*\)\.)? Did you mean ([\w-]+)\?"
    r"|'([\w-]+)' is no longer supported for offsets\. Please use '([\w-]+)' instead"
)
_AS_MANY = '(list({{labels}}) + [""] * len({0}))[:len({0})]'
_INVALID = re.compile(r"Invalid value '(.*)' for dtype '(\w+)'", re.DOTALL)
_NUMBERS = re.compile(r"(?:[-+.,\d\s\[\]e]|nan|inf|\.\.\.)+")
_SPECIAL = r'[]["{}:,]'  # what LightGBM takes for JSON


@dataclass(frozen=True, slots=True)
class Place:
    """Where it failed: the failure, the frame in the notebook's code, the failing expression, its cell's lines and tree."""

    failure: Failure
    frame: Frame
    node: ast.expr
    lines: Lines
    tree: ast.Module

    def table(self) -> tuple[ast.expr | None, Value | None]:
        """The table that the failing call was given first, or as X: the argument, and what it held."""
        if not isinstance(self.node, ast.Call):
            return None, None
        given = self.node.args[:1] + [k.value for k in self.node.keywords if k.arg == "X"]
        if not given or isinstance(given[0], ast.Starred):
            return None, None
        held = self.frame.values.get(given[0].id) if isinstance(given[0], ast.Name) else None
        told = self.failure.arguments
        value = held or told.get("X") or told.get("0") or told.get("data")
        return given[0], value if value is not None and value.kind in _FRAMES else None

    def replaced(self, node: ast.expr, template: str, **holes: ast.expr) -> Edit:
        spans = {name: span_of(hole, self.lines) for name, hole in holes.items()}
        return Replace(span_of(node, self.lines), template, spans)


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of failure: what its message says, what changed, and the rewrite."""

    code: str
    exception: str
    message: re.Pattern[str]
    why: str
    release: str
    rewrite: Callable[[Place], Edit | None]
    outer: bool = False  # also of the calls around the one that failed: what they were given came through


def string_names(place: Place) -> Edit | None:
    """A table whose columns have names of several types: names were not looked at then.

    model.fit(X, y)  →  model.fit(X.rename(columns=str), y)
    """
    argument, table = place.table()
    if argument is None or table is None or not table.facts.get("columns kind", "").startswith("mixed"):
        return None
    return place.replaced(argument, "{table}.rename(columns=str)", table=argument)


def by_position(place: Place) -> Edit | None:
    """Other columns than those of the fit, or in another order: they were taken by position then.

    model.predict(X)  →  model.predict(X.to_numpy())
    """
    argument, table = place.table()
    if argument is None or table is None or place.failure.receiver is None or place.failure.receiver.startswith(_BY_NAME):
        return None
    columns = _columns(table)
    if not columns or not all(dtype.startswith(_NUMERIC) for dtype in columns.values()):
        return None
    return place.replaced(argument, "{table}.to_numpy()", table=argument)


def plain_names(place: Place) -> Edit | None:
    """Names of columns that hold brackets, quotes, colons or commas, where no two become alike without them.

    model.fit(X, y)  →  model.fit(X.rename(columns=lambda name: re.sub(r'[]["{}:,]', "_", name)), y)
    """
    argument, table = place.table()
    if argument is None or table is None or table.facts.get("columns kind") != "string":
        return None
    columns = _columns(table)
    if len({re.sub(_SPECIAL, "_", name) for name in columns}) < len(columns) or not columns:
        return None
    escaped = _SPECIAL.replace("{", "{{").replace("}", "}}")
    template = f"{{table}}.rename(columns=lambda name: {{@re.sub}}(r'{escaped}', \"_\", name))"
    return place.replaced(argument, template, table=argument)


def _columns(table: Value) -> dict[str, str]:
    """The dtypes of all columns by name; empty where some are not told."""
    found = {name.removeprefix("column "): dtype for name, dtype in table.facts.items() if name.startswith("column ")}
    return found if table.facts.get("shape", "").endswith(f", {len(found)})") else {}


def as_many_labels(place: Place) -> Edit | None:
    """More or fewer labels than ticks: what was too much was not shown, what was missing had none.

    plt.xticks(ticks, labels)  →  plt.xticks(ticks, (list(labels) + [""] * len(ticks))[:len(ticks)])
    ax.set_xticklabels(labels) →  the same with ax.get_xticks()
    """
    match place.node:
        case ast.Call(func=ast.Attribute(attr="xticks" | "yticks"), args=[ticks, labels, *_]) if not _has_effects(ticks):
            return place.replaced(labels, _AS_MANY.format("{ticks}"), labels=labels, ticks=ticks)
        case ast.Call(
            func=ast.Attribute(value=ast.Name() as axes, attr="set_xticklabels" | "set_yticklabels" as name), args=[labels, *_]
        ):
            return place.replaced(labels, _AS_MANY.format(f"{{axes}}.get_{name[4]}ticks()"), labels=labels, axes=axes)
        case _:
            return None


def limits_of_all_axes(place: Place) -> Edit | None:
    """axis() of a plot in three dimensions with the limits of two: the third stayed as it was.

    axes.axis(limits)  →  axes.axis([*limits, *axes.get_zlim()])
    """
    match place.node:
        case ast.Call(func=ast.Attribute(value=ast.Name() as axes, attr="axis"), args=[limits], keywords=[]):
            return place.replaced(limits, "[*{limits}, *{axes}.get_zlim()]", limits=limits, axes=axes)
        case _:
            return None


def frequency(place: Place) -> Edit | None:
    """A frequency under a name that pandas no longer takes, and says what it is called now.

    index.to_timestamp(freq="H")  →  index.to_timestamp(freq="h")
    """
    given = re.search(r"[Ii]nvalid frequency: ([\w-]+)\.", place.failure.message)
    names = _RENAMED.findall(place.failure.message)
    if given is None or not names or not isinstance(place.node, ast.Call):
        return None
    old, new = next(([a or c, b or d] for a, b, c, d in names))
    count = re.fullmatch(rf"(-?\d*){re.escape(old)}", given[1])
    told = [*place.node.args, *(k.value for k in place.node.keywords)]
    held = [node for node in told if isinstance(node, ast.Constant) and node.value == given[1]]
    return place.replaced(held[0], f'"{count[1]}{new}"') if count is not None and len(held) == 1 else None


def wide_enough(place: Place) -> Edit | None:
    """Values put into a column that can't hold them, where only the run tells which column that is.

    frame.loc[:, name] = values     →  frame[name] = values
    frame.loc[rows, name] = value   →  frame[name] = frame[name].astype(float), before it
    """
    match place.node:
        case ast.Subscript(
            value=ast.Attribute(value=ast.Name() as frame, attr="loc"), slice=ast.Tuple(elts=[rows, column]), ctx=ast.Store()
        ) if not _has_effects(column) and not isinstance(column, ast.Slice):
            pass
        case _:
            return None
    if ast.unparse(rows) == ":":
        labels = "{frame}.loc[:, {column}].columns" if _is_mask(column, place) else "{column}"
        return place.replaced(place.node, f"{{frame}}[{labels}]", frame=frame, column=column)
    told = _INVALID.search(place.failure.message)
    if told is None or isinstance(column, ast.Constant):  # what PD534 answers for
        return None
    numbers = _NUMBERS.fullmatch(told[1]) is not None and told[2].startswith(("int", "uint", "float"))
    around = [s for s in walk(place.tree) if isinstance(s, ast.stmt) and s.lineno <= place.node.lineno <= (s.end_lineno or 0)]
    statement = max(around, key=lambda s: (s.lineno, s.col_offset))
    holes = {name: span_of(node, place.lines) for name, node in (("frame", frame), ("column", column))}
    text = f"{{frame}}[{{column}}] = {{frame}}[{{column}}].astype({'float' if numbers else 'object'})"
    return InsertStatement(span_of(statement, place.lines), text, holes=holes)


def one_label(place: Place) -> Edit | None:
    """A tuple as the label of one line: it was shown as it reads.

    axes.plot(x, y, label=name)  →  axes.plot(x, y, label=str(name))
    """
    given = [k.value for k in place.node.keywords if k.arg == "label"] if isinstance(place.node, ast.Call) else []
    return place.replaced(given[0], "str({label})", label=given[0]) if given else None


def _is_mask(column: ast.expr, place: Place) -> bool:
    """Whether columns are chosen by truths, one for each: these would choose rows where they stand alone."""
    if isinstance(column, ast.Name):
        held = place.frame.values.get(column.id)
        return held is not None and held.facts.get("dtype") == "bool"
    return isinstance(column, ast.Compare | ast.BoolOp | ast.BinOp | ast.UnaryOp | ast.Call)


def _has_effects(node: ast.expr) -> bool:
    """Whether evaluating it again might do something, or take long: calls, but for those that only count."""
    calls = [n for n in ast.walk(node) if isinstance(n, ast.Call)]
    return any(not (isinstance(c.func, ast.Name | ast.Attribute) and _called(c) in ("range", "arange", "len")) for c in calls)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else call.func.attr if isinstance(call.func, ast.Attribute) else ""


RULES = (
    Rule(
        "RUN001",
        "TypeError",
        re.compile(r"Feature names are only supported if all input features have string names"),
        "since scikit-learn 1.2 the names of columns must all be strings; before they were not looked at",
        "sklearn 1.2",
        string_names,
    ),
    Rule(
        "RUN003",
        "ValueError",
        re.compile(r"The feature names should match those that were passed during fit"),
        "since scikit-learn 1.2 a table must have the columns of the fit, in their order; before they were taken by position",
        "sklearn 1.2",
        by_position,
    ),
    Rule(
        "RUN004",
        "LightGBMError",
        re.compile(r"Do not support special JSON characters in feature name"),
        "since LightGBM 2.3 names of features must not hold characters of JSON; the names that it shows are other ones now",
        "lightgbm 2.3",
        plain_names,
    ),
    Rule(
        "RUN002",
        "ValueError",
        re.compile(r"number of FixedLocator locations .* does not match the number of (?:tick)?labels"),
        "since Matplotlib 3.3 there must be as many labels as ticks; before the rest had none",
        "matplotlib 3.3",
        as_many_labels,
    ),
    Rule(
        "RUN005",
        "TypeError",
        re.compile(r"argument to axis\(\) must be an iterable of the form \[xmin, xmax, ymin, ymax, zmin, zmax\]"),
        "since Matplotlib 3.8 axis() of three dimensions takes the limits of all three; before it took those of two",
        "matplotlib 3.8",
        limits_of_all_axes,
    ),
    Rule(
        "RUN006",
        "ValueError",
        _RENAMED,
        "pandas 3.0 takes frequencies under their new names only, and says them",
        "pandas 3.0",
        frequency,
        outer=True,
    ),
    Rule(
        "RUN009",
        "TypeError",
        _INVALID,
        "since pandas 3.0 a value of another dtype can't be put into a column; the column used to be cast",
        "pandas 3.0",
        wide_enough,
    ),
    Rule(
        "RUN010",
        "ValueError",
        re.compile(r"label must be scalar or have the same length as the input data, but found \d+ for 1 datasets"),
        "since Matplotlib 3.11 several labels are for as many lines; before one line showed them all",
        "matplotlib 3.11",
        one_label,
    ),
)


def findings(outcome: Outcome, trees: Mapping[int, ast.Module], texts: Mapping[int, str]) -> Iterator[Finding]:
    """What the failures of a run tell by themselves, for the cells' current text."""
    for cell in outcome.first_causes:
        failure = cell.failure
        frames = [f for f in reversed(failure.frames) if f.cell in trees] if failure is not None else []
        for rule in RULES if failure is not None else ():
            if failure is None or failure.exception != rule.exception or not rule.message.search(failure.message):
                continue
            for frame in frames if rule.outer else frames[:1]:
                lines = Lines(texts[frame.cell])
                node = failing_node(frame, trees[frame.cell], lines)
                edit = rule.rewrite(Place(failure, frame, node, lines, trees[frame.cell])) if node is not None else None
                if node is not None and edit is not None:
                    yield Finding(
                        rule.code, failure.callee or "", frame.cell, span_of(node, lines), rule.why, Safety.SAFE, rule.release,
                        f"{failure.exception} at run time", (edit,),
                    )  # fmt: skip
                    break
