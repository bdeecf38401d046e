"""Expressions inside of f-strings, which before Python 3.12 could hold neither their own quotes nor a backslash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import libcst as cst

from codemods.apply.errors import RefusedError

_E = TypeVar("_E", bound=cst.BaseExpression)


def fitted_to_fstrings(node: _E, above: Sequence[cst.CSTNode]) -> _E:
    """The expression so that every Python can read it below these nodes; strings in it may change their quotes.

    Raises RefusedError if it can't stand there.
    """
    quotes = [string.end for string in above if isinstance(string, cst.FormattedString)]
    if _fits(node, quotes):
        return node
    other = {"'", '"'} - {quote[0] for quote in quotes}
    if other:
        requoted = node.visit(_Requote(other.pop()))
        assert isinstance(requoted, type(node))
        if _fits(requoted, quotes):
            return requoted
    raise RefusedError("the new code can't stand inside of this f-string")


def _fits(node: cst.CSTNode, quotes: Sequence[str]) -> bool:
    if not quotes:
        return True
    code = cst.Module([]).code_for_node(node)
    several_lines = "\n" in code and any(len(quote) == 1 for quote in quotes)
    return not several_lines and "\\" not in code and "#" not in code and not any(quote in code for quote in quotes)


class _Requote(cst.CSTTransformer):
    def __init__(self, quote: str) -> None:
        super().__init__()
        self._quote = quote

    def leave_SimpleString(self, original_node: cst.SimpleString, updated_node: cst.SimpleString) -> cst.SimpleString:
        old = updated_node.quote
        body = updated_node.value[len(updated_node.prefix) + len(old) : -len(old)]
        if len(old) > 1 or self._quote in body:
            return updated_node
        return updated_node.with_changes(value=f"{updated_node.prefix}{self._quote}{body}{self._quote}")
