"""`async` and `await` as names, which they were until Python 3.6: find the names and give them an underscore."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from codemods.patterns import later
from codemods.syntax import parse_or_none

_WORD = later(r"\b(?:async|await)\b")
# Library calls whose argument `async` was renamed when it became a keyword: PyTorch 0.4.1.
_RENAMED_ARGUMENT = {"cuda": "non_blocking", "copy_": "non_blocking", "type": "non_blocking"}


@dataclass(frozen=True, slots=True)
class Renamed:
    """A cell's text without keywords as names, and the lines where there was one."""

    text: str
    lines: tuple[int, ...]


def rename_keywords(texts: Mapping[int, str]) -> dict[int, Renamed]:
    """Rename `async` and `await` in the cells that don't parse because of them.

    Args: `texts`: cell → text that is no Python 3. Returns the cells that parse now. A name that the document does not
    define itself is an argument or attribute of a library, which may be called anything today: its cell is left out,
    unless the library's new name is known.
    """
    found: dict[int, Renamed] = {}
    trees: dict[int, ast.Module] = {}
    for index, text in texts.items():
        renamed = _underscored(text) if _WORD.search(text) else None
        tree = parse_or_none(renamed.text) if renamed else None
        if renamed and tree:
            found[index], trees[index] = renamed, tree
    names = {"async_", "await_"}
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    own = {node.arg for node in nodes if isinstance(node, ast.arg)} & names
    own |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)} & names
    own |= {node.name for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))} & names
    stored = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)} | own
    for index, tree in trees.items():
        text = _library_arguments(found[index].text, tree) if "async_" not in own else found[index].text
        rest = parse_or_none(text)
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & names
        used |= {node.arg for node in ast.walk(rest or tree) if isinstance(node, ast.keyword) and node.arg} & names
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)} & names
        if used <= own and attributes <= stored:
            found[index] = Renamed(text, found[index].lines)
        else:
            del found[index]
    return found


def _underscored(text: str) -> Renamed | None:
    """Rename the tokens that can't be keywords where they stand."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return None
    lines = text.split("\n")
    changed: list[int] = []
    for token, following in reversed(list(pairwise(tokens))):
        if token.type != tokenize.NAME or token.string not in ("async", "await"):
            continue
        if following.string in ("def", "with", "for") or (
            token.string == "await" and following.type in (tokenize.NAME, tokenize.NUMBER, tokenize.STRING)
        ):
            continue
        line, column = token.end
        lines[line - 1] = lines[line - 1][:column] + "_" + lines[line - 1][column:]
        changed.append(line)
    return Renamed("\n".join(lines), tuple(sorted(set(changed)))) if changed else None


def _library_arguments(text: str, tree: ast.Module) -> str:
    """Give the `async_` arguments of known library methods their new names."""
    lines = text.split("\n")
    keywords = [
        (keyword, _RENAMED_ARGUMENT[node.func.attr])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _RENAMED_ARGUMENT
        for keyword in node.keywords
        if keyword.arg == "async_"
    ]
    for keyword, name in sorted(keywords, key=lambda pair: (pair[0].lineno, pair[0].col_offset), reverse=True):
        line = lines[keyword.lineno - 1].encode()
        start, end = keyword.col_offset, keyword.col_offset + len("async_")
        lines[keyword.lineno - 1] = (line[:start] + name.encode() + line[end:]).decode()
    return "\n".join(lines)
