"""Python 2 in a document: is it, and what is it in Python 3?"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from codemods.nodes import walk
from codemods.patterns import later
from codemods.syntax import parse_or_none, parses

if TYPE_CHECKING:
    from codemods.python2_fixers import Converter

_GONE_MODULES = frozenset(
    ("StringIO", "cStringIO", "cPickle", "urllib2", "urlparse", "ConfigParser", "Queue", "HTMLParser", "httplib", "md5")
) | {"Tkinter", "tkMessageBox", "__builtin__", "commands", "cookielib", "xmlrpclib", "SocketServer", "sets"}
_GONE_NAMES = frozenset(["xrange", "unicode", "raw_input", "basestring", "unichr", "execfile", "long"])
_GONE = later(rf"\b(?:{'|'.join(sorted(_GONE_MODULES | _GONE_NAMES))})\b")
_LIKE_PYTHON2 = re.compile(  # cheap, and may err: only then is it worth trying
    r"""\b(?:print|exec)\b[ \t]*(?:[^ \t(=.,)\n]|$)|\bprint\b.*[,)%]|\bexcept\b.*,|\braise\b.*,|`|<>|\b0\d|\d[lL]\b"""
    r"""|\blambda\b|\bdef\b.*\(.*\(|\b[uU][rR]['"]|\bin\b.*,""",
    re.MULTILINE,
)
_PARSED_PRINT = later(r"^[ \t]*print[ \t]*(?:>>|$)", re.MULTILINE)  # print statements that are Python 3, too
_GONE_METHODS = later(
    rf"\.(?:has_key|next|(?:iter|view)(?:keys|items|values))\(|\bi(?:zip|map|filter)\b|{_PARSED_PRINT.pattern}",
    re.MULTILINE,
)
_PRINT_STATEMENT = later(
    r"\bprint\b[ \t]*(?:[^ \t(=.,)\n]|$)|\bprint\b[ \t]*\(.*\)[ \t]*[.%,]", re.MULTILINE
)  # in a text that is no Python 3
_MOVED_BUILTINS = {"reduce": "functools", "reload": "importlib", "intern": "sys"}
_PRINT_FUNCTION = later(r"^from __future__ import .*\bprint_function\b", re.MULTILINE)
_TRUE_DIVISION = later(r"^from __future__ import .*\bdivision\b", re.MULTILINE)
_DIVIDED = later(r"[\w)\]][ \t]*/[ \t]*[\w(]")
_IMPORT = later(r"^([ \t]*import )([\w.]+(?:, *[\w.]+)+)$", re.MULTILINE)
_SELF_ALIAS = later(r"^([ \t]*import )([\w.]+) as \2$", re.MULTILINE)

_Converted = tuple[str, list[tuple[int, str]]]  # the text, and (line, fixer) for what was changed in it


@dataclass(frozen=True, slots=True)
class Conversion:
    """A cell's text in Python 3 (`text` is the text that came in if nothing had to be converted).

    `done` says what was converted, with lines; `doubts` what Python 3 may do differently and was left.
    """

    text: str
    done: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


class Dialect(StrEnum):
    """What a document is written in: Python 2 by its code, or only by its metadata (it may be converted already)."""

    PYTHON3 = "3"
    PYTHON2 = "2"
    PERHAPS2 = "2?"


def dialect(texts: Mapping[int, str], broken: Collection[int], version: str | None) -> Dialect:
    """Tell whether a document is written for Python 2.

    Args: `texts`: cell → Python text, magics hidden. `broken`: the cells that are no Python 3, without those that
    failed with a SyntaxError in their own time. `version`: of the language, by the metadata.
    It is where something in the code runs under Python 2 only, and nothing under Python 3 only. Names that are gone
    count if the metadata don't say Python 3 (libraries still have `.iteritems()`: that counts if they say 2), and so do
    halves where only integers will do, if the metadata say nothing.
    """
    said2 = version is not None and version.startswith("2")
    found = bool(convert({index: texts[index] for index in broken if _LIKE_PYTHON2.search(texts[index])}, whole=False))
    if not found and version is not None and not said2:
        return Dialect.PYTHON3
    divided = version is None and any(_DIVIDED.search(text) for text in texts.values())
    if not found and not said2 and not divided and not any(_GONE.search(text) for text in texts.values()):
        return Dialect.PYTHON3
    trees = [tree for tree in map(parse_or_none, texts.values()) if tree is not None]
    if any(map(_needs_python3, trees)) and not (found and said2):
        return Dialect.PYTHON3
    if found or _uses_gone_names(trees) or (said2 and any(_GONE_METHODS.search(text) for text in texts.values())):
        return Dialect.PYTHON2
    if divided and not _future_division(texts):
        from codemods.python2_division import needs_floors

        if needs_floors(trees):
            return Dialect.PYTHON2
    return Dialect.PERHAPS2 if said2 else Dialect.PYTHON3


def convert(texts: Mapping[int, str], *, whole: bool, common: bool = False, floor: bool = True) -> dict[int, Conversion]:
    """Convert the cells of a document to Python 3.

    Args: `texts`: cell → Python 2 text, magics hidden, in order. `whole`: the document is Python 2; otherwise only what
    is no Python 3 syntax is converted, in the cells that don't parse. `common`: its code runs under both languages, so
    that only what differs silently is converted, and converting it again changes nothing. `floor`: it surely ran under
    Python 2, so that divisions of integers floored; otherwise they are doubts.
    Returns the cells that could be read as Python 2. Not converted, because nothing tells where it matters: round(),
    which rounded halves away from zero and gave a float.
    """
    if not texts:
        return {}
    from codemods.python2_fixers import COMMON, MEANING, SYNTAX, TITLES, Converter

    converted: dict[int, Conversion] = {}
    broken = {index: text for index, text in texts.items() if not parses(text)}
    for group, print_function in _by_print(texts if whole else broken):
        fixers = COMMON if common else (*SYNTAX, *MEANING) if whole else tuple(SYNTAX)
        statements = any(_PRINT_STATEMENT.search(text) for text in broken.values())
        if print_function or not (statements or any(_PARSED_PRINT.search(text) for text in texts.values())):
            fixers = tuple(name for name in fixers if name != "print")  # print(a, b) throughout: it stays
        converter = Converter("\n".join(group.values()), fixers, print_function=print_function)
        for index, (text, changes) in _convert_together(group, converter).items():
            if not parses(text):
                continue
            lines = defaultdict(list)
            for line, fixer in sorted(changes):
                lines[TITLES[fixer]].append(line)
            if text != group[index]:
                text = _IMPORT.sub(_without_repeats, _SELF_ALIAS.sub(r"\1\2", text))
            converted[index] = Conversion(text, tuple(listed(title, found) for title, found in lines.items()))
    if not whole:
        return converted
    _import_moved_builtins(converted)
    if not _future_division(texts):
        _floor_divisions(converted, floor)
    if any("open" in text and re.search(r"pickle|pkl|csv", text, re.IGNORECASE) for text in texts.values()):
        _change_modes(converted)
    return {index: _with_round(conversion) for index, conversion in converted.items()}


def _future_division(texts: Mapping[int, str]) -> bool:
    return any(_TRUE_DIVISION.search(text) for text in texts.values())


def _by_print(texts: Mapping[int, str]) -> Iterator[tuple[dict[int, str], bool]]:
    """Split a document where `from __future__ import print_function` comes into force."""
    before: dict[int, str] = {}
    after: dict[int, str] = {}
    for index, text in texts.items():
        (after if after or _PRINT_FUNCTION.search(text) else before)[index] = text
    for group, print_function in ((before, False), (after, True)):
        if group:
            yield group, print_function


def _convert_together(texts: Mapping[int, str], converter: Converter) -> dict[int, _Converted]:
    """Convert the cells as one text, so that an import in one cell is known in the others."""
    usable = dict(texts)
    tree = converter.parse(_join(usable))
    if tree is None:
        usable = {index: text for index, text in texts.items() if converter.parse(text + "\n") is not None}
        tree = converter.parse(_join(usable))
    whole = converter.convert(tree) if tree is not None else None
    parts = re.split(r"^__cell_(\d+)__\n", whole, flags=re.MULTILINE) if whole is not None else []
    if [int(number) for number in parts[1::2]] != list(usable) or parts[0]:
        return _convert_alone(usable, converter)
    firsts: list[tuple[int, int]] = []
    line = 1
    for index, text in usable.items():
        firsts.append((line + 1, index))
        line += text.count("\n") + 2
    changes: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for line, fixer in converter.changed:
        start, index = max((first for first in firsts if first[0] <= line), default=firsts[0])
        changes[index].append((line - start + 1, fixer))
    return {index: (text.removesuffix("\n"), changes[index]) for index, text in zip(usable, parts[2::2], strict=True)}


def _convert_alone(texts: Mapping[int, str], converter: Converter) -> dict[int, _Converted]:
    found = {}
    for index, text in texts.items():
        tree = converter.parse(text + "\n")
        new = converter.convert(tree) if tree is not None else None
        if new is not None:
            found[index] = (new.removesuffix("\n"), list(converter.changed))
    return found


def _join(texts: Mapping[int, str]) -> str:
    return "".join(f"__cell_{index}__\n{text}\n" for index, text in texts.items())


def _floor_divisions(converted: dict[int, Conversion], floor: bool) -> None:
    from codemods.python2_division import integer_divisions

    indices = list(converted)
    trees = [ast.parse(converted[index].text) for index in indices]
    for index, divisions, doubtful in zip(indices, *integer_divisions(trees), strict=True):
        cell = converted[index]
        text, done, doubts = cell.text, cell.done, cell.doubts
        if not floor:
            doubtful, divisions = sorted([*doubtful, *(node.lineno for node in divisions)]), []
        for node in sorted(divisions, key=_operator_position, reverse=True):
            text = _floor(text, node)
        if divisions:
            done = (*done, listed("integer division", [node.lineno for node in divisions]))
        if doubtful:
            doubts = (*doubts, listed("/ floors in Python 2 if both sides are integers", doubtful))
        converted[index] = Conversion(text, done, doubts)


def _import_moved_builtins(converted: dict[int, Conversion]) -> None:
    """Import reduce, reload and intern, no builtins any more, in the first cell that uses them."""
    candidates = [name for name in _MOVED_BUILTINS if any(name in cell.text for cell in converted.values())]
    nodes = [(index, node) for index, cell in converted.items() if candidates for node in walk(ast.parse(cell.text))]
    for name in candidates:
        bound = any(
            (isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load))
            or (isinstance(node, ast.alias) and name in (node.asname or node.name, "*"))
            or (isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name == name)
            for _, node in nodes
        )
        first = next((index for index, node in nodes if isinstance(node, ast.Name) and node.id == name), None)
        if first is not None and not bound:
            cell = converted[first]
            line = f"from {_MOVED_BUILTINS[name]} import {name}"
            done = f"{name}() imported from {_MOVED_BUILTINS[name]}"
            converted[first] = Conversion(_with_import(cell.text, line), (*cell.done, done), cell.doubts)


def _with_import(text: str, line: str) -> str:
    """Insert an import above the first statement of a cell, below a docstring, hidden magics and future imports."""
    after = 0
    for node in ast.parse(text).body:
        match node:
            case ast.Expr(value=ast.Constant(value=str()) | ast.Name()) | ast.ImportFrom(module="__future__"):
                after = node.end_lineno or 0
            case _:
                break
    lines = text.split("\n")
    while after < len(lines) - 1 and (not lines[after].strip() or lines[after].startswith("#")):
        after += 1
    return "\n".join([*lines[:after], line, *lines[after:]])


def _change_modes(converted: dict[int, Conversion]) -> None:
    from codemods.python2_files import mode_changes

    indices = list(converted)
    changes = mode_changes([ast.parse(converted[index].text) for index in indices])
    for change in sorted(changes, key=lambda one: (one.call.lineno, one.call.col_offset), reverse=True):
        index = indices[change.tree]
        cell = converted[index]
        arguments = change.call.args
        mode = repr(change.mode).replace("'", '"') + (', newline=""' if change.newline else "")
        start, end = _span(cell.text, arguments[-1])
        new = mode if len(arguments) > 1 else f"{cell.text[start:end]}, {mode}"
        done = listed("mode of a file for " + ("csv" if change.newline else "pickle"), [change.call.lineno])
        converted[index] = Conversion(cell.text[:start] + new + cell.text[end:], (*cell.done, done), cell.doubts)


def _span(text: str, node: ast.expr) -> tuple[int, int]:
    """Where a node stands in the text, as character positions."""
    places = ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
    start, end = (_position(text, line, column) for line, column in places)
    return start, end


def _position(text: str, line: int, column: int) -> int:
    """The position in a text of a line and a column that the syntax tree counts in UTF-8 bytes."""
    lines = text.split("\n")
    return sum(len(one) + 1 for one in lines[: line - 1]) + len(lines[line - 1].encode()[:column].decode())


def _operator_position(node: ast.BinOp | ast.AugAssign) -> tuple[int, int]:
    left = node.left if isinstance(node, ast.BinOp) else node.target
    return left.end_lineno or 0, left.end_col_offset or 0


def _floor(text: str, node: ast.BinOp | ast.AugAssign) -> str:
    """Double the `/` of a division: the first one after its left operand that is in no comment."""
    start = _position(text, *_operator_position(node))
    match = re.compile(r"(?:[\s)\\]|#.*)*/").match(text, start)
    return text if match is None else text[: match.end()] + "/" + text[match.end() :]


def _with_round(conversion: Conversion) -> Conversion:
    lines = [
        node.lineno
        for node in walk(ast.parse(conversion.text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "round"
    ]
    if not lines:
        return conversion
    doubt = listed("round() rounds halves to even and gives an int in Python 3", lines)
    return Conversion(conversion.text, conversion.done, (*conversion.doubts, doubt))


def _without_repeats(match: re.Match[str]) -> str:
    names = re.split(r", *", match[2])
    return match[0] if len(set(names)) == len(names) else match[1] + ", ".join(dict.fromkeys(names))


def listed(title: str, lines: Sequence[int]) -> str:
    """Say what is in which lines, as conversions and doubts do."""
    numbers = sorted(set(lines))
    return f"{title} (line{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))})"


def _needs_python3(tree: ast.Module) -> bool:
    """Syntax that Python 2 refuses: f-strings, annotations, async, nonlocal, keyword-only parameters, print(end=…)."""
    future = any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body)
    for node in walk(tree):
        match node:
            case ast.JoinedStr() | ast.AnnAssign() | ast.AsyncFunctionDef() | ast.Nonlocal() | ast.YieldFrom():
                return True
            case ast.arguments(kwonlyargs=[_, *_]) | ast.arg(annotation=ast.expr()) | ast.Raise(cause=ast.expr()):
                return True
            case ast.Call(func=ast.Name(id="print"), keywords=[_, *_]) if not future:
                return True
            case ast.BinOp(op=ast.MatMult()) | ast.NamedExpr():
                return True
    return False


def _uses_gone_names(trees: Sequence[ast.Module]) -> bool:
    """Modules and builtins that only Python 2 has, used without a guard and not defined by the code itself."""
    bound: set[str] = set()
    used: set[str] = set()
    for tree in trees:
        for node, guarded in _unguarded(tree):
            match node:
                case ast.Import(names=names):
                    bound |= {(alias.asname or alias.name).partition(".")[0] for alias in names}
                    used |= {alias.name for alias in names if not guarded} & _GONE_MODULES
                case ast.ImportFrom(module=module, names=names):
                    if any(alias.name == "*" for alias in names) and str(module).startswith(("past", "six", "future")):
                        return False
                    bound |= {alias.asname or alias.name for alias in names}
                    used |= {str(module)} & _GONE_MODULES if not guarded else set()
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                    bound.add(name)
                case ast.Name(id=name, ctx=ast.Load()):
                    used |= {name} & _GONE_NAMES if not guarded else set()
                case ast.Name(id=name):
                    bound.add(name)
    return bool((used & _GONE_MODULES) | ((used & _GONE_NAMES) - bound))


def _unguarded(tree: ast.Module) -> Iterator[tuple[ast.AST, bool]]:
    """Every node, and whether it stands in a `try` or an `if`."""
    waiting: list[tuple[ast.AST, bool]] = [(tree, False)]
    while waiting:
        node, guarded = waiting.pop()
        yield node, guarded
        inner = guarded or isinstance(node, (ast.Try, ast.If))
        waiting += [(child, inner) for child in ast.iter_child_nodes(node)]
