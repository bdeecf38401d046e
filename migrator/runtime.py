"""What a run saw, put where inference can use it: the types of the expressions at and after each failure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from codemods.infer.frames import ARRAY, DTYPES, SERIES
from codemods.infer.rules.aliases import class_identity
from codemods.infer.values import CLASSES, REFUSED, of_class, one
from codemods.nodes import walk
from codemods.spans import Lines, span_of
from codemods.types import UNKNOWN, Class, Function, Instance, Module, Types

if TYPE_CHECKING:
    from apidb import Catalog
    from codemods.era import Target
    from runner.records import Failure, Frame, Outcome, Value

_LABELS = {
    "range": "range", "integer": "int", "string": "str", "floating": "float", "multi": "multi", "datetime": "datetime",
    "datetime64": "datetime",
}  # fmt: skip
_CONTAINERS = ("pandas.", "numpy.")
# What pandas keeps text in since 3.0 (with pyarrow, without) where it was an array of numpy; what is said where that won't do.
_OF_TEXT = ("ArrowStringArray", "StringArray")
_NO_ARRAY = re.compile(
    r"StringArray\b|only integer scalar arrays can be converted to a scalar index|too many indices for array"
    r"|Invalid value .* for dtype 'str'|string operation on non-string array"
)


@dataclass(frozen=True, slots=True)
class Sight:
    """Turns what a run in the target saw into types, by the identities that inference uses."""

    catalog: Catalog
    target: Target

    def types(self, value: Value) -> Types:
        """The type of an object; unknown for what is not a library's or a builtin."""
        if value.kind.startswith("pandas.") and value.kind.endswith(_OF_TEXT) and value.facts.get("dtype") == "str":
            return one(ARRAY, ndim="1", dtype="str")
        kind, _, path = value.kind.rpartition(" ")
        match kind:
            case "module":
                return frozenset({Module(path)})
            case "class":
                name = self.identity(path)
                return frozenset({Class(name, name)}) if name else UNKNOWN
            case "function":
                name = self.identity(path)
                return frozenset({Function(name, name)}) if name else UNKNOWN
            case _:
                pass
        for name in (value.kind, *value.bases):
            if name.startswith("builtins."):
                return of_class(name)
            if (found := self.identity(name)) is not None:
                return one(found, **facts(value)) if found.startswith(_CONTAINERS) else of_class(found)
        return UNKNOWN

    def identity(self, path: str) -> str | None:
        """The one name of a library's class or function; None where it isn't public or not known."""
        if (known := class_identity(path)) is not None:
            return known
        library = self.catalog.library(path.partition(".")[0])
        if library is None:
            return None
        version = self.target.versions.get(path.partition(".")[0])
        name = library.identity(path, library.nearest(version) if version else None)
        if name is None or any(part.startswith("_") for part in name.split(".")):
            return None
        return class_identity(name) or name


def facts(value: Value) -> dict[str, str]:
    """The facts of a table or array in the words of inference; what has none is left out."""
    told = value.facts
    found = {name: _LABELS[kind] for name in ("index", "columns") if (kind := told.get(f"{name} kind", "")) in _LABELS}
    if "kind" in told and told["kind"] in _LABELS:  # an index itself
        found["index"] = _LABELS[told["kind"]]
    if dtype := _dtype(told.get("dtype", "")):
        found["dtype"] = dtype
    if value.kind == "numpy.ndarray" and "ndim" in told:
        found["ndim"] = told["ndim"]
    if "classes" in told:
        found[CLASSES] = told["classes"]
    columns = {name: _dtype(dtype) for name, dtype in told.items() if name.startswith("column ")}
    return found | columns


def _dtype(name: str) -> str:
    if name.startswith("datetime64"):
        return "datetime"
    return "str" if name.startswith(("str", "<U")) else DTYPES.get(name.lower(), "")


def seen(outcome: Outcome, trees: Mapping[int, ast.Module], texts: Mapping[int, str], sight: Sight) -> dict[ast.expr, Types]:
    """The types that a run saw, by the nodes of the cells that it ran."""
    found: dict[ast.expr, Types] = {}
    for cell in outcome.failures:
        failure = cell.failure
        if failure is None:
            continue
        for frame in failure.frames:
            if frame.cell in trees:
                found |= _names(frame, trees[frame.cell], sight)
        place = next((f for f in reversed(failure.frames) if f.cell in trees), None)
        if place is not None:
            found |= _receiver(failure, place, trees[place.cell], Lines(texts[place.cell]), sight)
        if _NO_ARRAY.search(failure.message):
            for frame in failure.frames:
                if frame.cell in trees:
                    found |= _refused(frame, trees[frame.cell], Lines(texts[frame.cell]), found)
    found |= {node: types for node, types in _texts(found, trees).items() if node not in found}
    return {node: types for node, types in found.items() if types}


def _refused(frame: Frame, tree: ast.Module, lines: Lines, found: Mapping[ast.expr, Types]) -> dict[ast.expr, Types]:
    """The arrays of text in an expression that failed for what they are."""
    failing = failing_node(frame, tree, lines)
    nodes = walk(failing) if failing is not None else _statement(tree.body, frame.line)
    text = one(ARRAY, ndim="1", dtype="str", **{REFUSED: "yes"})
    return {n: text for n in nodes if isinstance(n, ast.expr) and (_is_text(found.get(n, UNKNOWN)) or _is_of_text(n, found))}


def _is_of_text(node: ast.expr, found: Mapping[ast.expr, Types]) -> bool:
    """Whether it is `s.values` or `df["a"].values` of a series or a column that the run saw to be text."""
    match node:
        case ast.Attribute(value=ast.Name() as series, attr="values"):
            seen, fact = series, "dtype"
        case ast.Attribute(
            value=ast.Subscript(value=ast.Name() as frame, slice=ast.Constant(value=str(column)))
            | ast.Attribute(value=ast.Name() as frame, attr=column),
            attr="values",
        ):
            seen, fact = frame, f"column {column}"
        case _:
            return False
    return any(isinstance(kind, Instance) and kind.fact(fact) == "str" for kind in found.get(seen, UNKNOWN))


def _texts(found: Mapping[ast.expr, Types], trees: Mapping[int, ast.Module]) -> dict[ast.expr, Types]:
    """The columns of text behind arrays of text: of `column.values`, also where a name is bound to it, once in all cells."""
    texts = [node for node, types in found.items() if _is_text(types)]
    names = {node.id for node in texts if isinstance(node, ast.Name)}
    bound: dict[str, list[ast.expr | None]] = {name: [] for name in names}
    for tree in trees.values() if names else ():
        for node in walk(tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in names:
                    bound[name].append(value)
                case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) if name in names:
                    bound[name].append(None)
                case _:
                    pass
    # A plain assignment is met twice, once as the statement and once as its target.
    values = [value for given in bound.values() if len(given) == 2 for value in given]
    return {
        node.value: one(SERIES, dtype="str")
        for node in (*texts, *values)
        if isinstance(node, ast.Attribute) and node.attr == "values" and not isinstance(node.value, ast.Name)
    }


def _is_text(types: Types) -> bool:
    return any(isinstance(kind, Instance) and kind.name == ARRAY and kind.fact("dtype") == "str" for kind in types)


def failing_node(frame: Frame, tree: ast.Module, lines: Lines) -> ast.expr | None:
    """The expression that failed, where its place is known to the column."""
    if frame.col is None:
        return None
    for node in walk(tree):
        if isinstance(node, ast.expr) and node.lineno == frame.line:
            span = span_of(node, lines)
            if (span.col, span.end_line, span.end_col) == (frame.col, frame.end_line, frame.end_col):
                return node
    return None


def _receiver(failure: Failure, frame: Frame, tree: ast.Module, lines: Lines, sight: Sight) -> dict[ast.expr, Types]:
    """The object whose attribute was missing, or whose method was called."""
    from runner.records import Value

    node = failing_node(frame, tree, lines)
    if failure.receiver is None:
        return {}
    if node is None and failure.attribute is not None:
        held = [n for n in _statement(tree.body, frame.line) if isinstance(n, ast.Attribute) and n.attr == failure.attribute]
        node = held[0] if len(held) == 1 else None
    match node:
        case ast.Call(func=ast.Attribute(value=receiver)) | ast.Attribute(value=receiver) | ast.Subscript(value=receiver):
            return {receiver: sight.types(Value(failure.receiver, failure.bases, failure.facts))}
        case _:
            return {}


def _statement(body: Sequence[ast.stmt], line: int) -> Iterator[ast.AST]:
    """The nodes of the statement of a body that holds a line."""
    for statement in body:
        if statement.lineno <= line <= (statement.end_lineno or statement.lineno):
            yield from walk(statement)


def _names(frame: Frame, tree: ast.Module, sight: Sight) -> dict[ast.expr, Types]:
    """The names that the failing code reads: they held then what they held when it failed."""
    types = {name: sight.types(value) for name, value in frame.values.items()}
    if frame.function:
        return _of_function(frame, tree, types)
    found: dict[ast.expr, Types] = {}
    for statement in tree.body:
        if (statement.end_lineno or statement.lineno) < frame.line:
            continue
        stored = _stored(statement)
        failing = statement.lineno <= frame.line
        steady = _only_looped(statement) if failing else set()
        for node in walk(statement):
            if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load) or node.id not in types:
                continue
            # A statement that binds the name anew has the old value where it failed, and who knows where else.
            if node.id not in stored or node.id in steady or (failing and node.lineno == frame.line):
                found[node] = types[node.id]
        for name in stored:
            types.pop(name, None)
    return found


def _of_function(frame: Frame, tree: ast.Module, types: Mapping[str, Types]) -> dict[ast.expr, Types]:
    """Within a function: its parameters throughout, where it does not bind them anew, and any name on the failing line."""
    within = [
        node
        for node in walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name == frame.function
        and node.lineno <= frame.line <= (node.end_lineno or node.lineno)
    ]
    if not within:
        return {}
    stored = {name for statement in within[-1].body for name in _stored(statement)}
    return {
        node: types[node.id]
        for node in walk(within[-1])
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and node.id in types
        and (node.id not in stored or node.lineno == frame.line)
    }


def _only_looped(statement: ast.stmt) -> set[str]:
    """The names that a loop in this statement goes through its items by, and nothing else binds: these are of one kind."""
    names = [node for node in walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    targets = [node.target for node in walk(statement) if isinstance(node, ast.For)]
    return {name.id for name in names if name in targets and sum(other.id == name.id for other in names) == 1}


def _stored(statement: ast.stmt) -> set[str]:
    """The names that a statement binds."""
    found = set[str]()
    for node in walk(statement):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.alias(name=name, asname=asname):
                found.add(asname or name.partition(".")[0])
            case _:
                pass
    return found
