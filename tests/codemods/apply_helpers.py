"""Before/after examples for `apply`: places are named by the text that stands there."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from textwrap import dedent

from codemods.apply import Result, apply, collect
from codemods.records import Edit, Span
from codemods.spans import Lines


def at(source: str, fragment: str, nth: int = 0) -> Span:
    """The span of the n-th occurrence of a fragment."""
    start = -1
    for _ in range(nth + 1):
        start = source.index(fragment, start + 1)
    lines = Lines(source)
    return Span(*lines.place(start), *lines.place(start + len(fragment)))


def run(source: str, groups: Sequence[Edit | tuple[Edit, ...]]) -> Result:
    """Apply to a notebook of one cell."""
    listed = [group if isinstance(group, tuple) else (group,) for group in groups]
    tree = ast.parse(source)
    result = apply(source, tree, listed, collect([(0, tree)]))
    ast.parse(result.text)
    assert sorted([*result.applied, *(r.group for r in result.refused)]) == list(range(len(listed)))
    return result


def edited(source: str, *groups: Edit | tuple[Edit, ...]) -> str:
    """The text after edits that must all be made."""
    result = run(source, groups)
    assert not result.refused, result.refused
    return result.text


def reason(source: str, *groups: Edit | tuple[Edit, ...]) -> str:
    """Why the last group is refused; the others must be made."""
    result = run(source, groups)
    assert [r.group for r in result.refused] == [len(groups) - 1], result
    return result.refused[0].reason


def text(block: str) -> str:
    return dedent(block).removeprefix("\n")
