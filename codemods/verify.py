"""Does a rewritten cell hold what it must? The last look before anything is written."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterable

from codemods.records import Span
from codemods.spans import Lines


def verify(before: str, after: str, touched: Iterable[Span] | None = None) -> list[str]:
    """What is wrong with a cell's Python text after its edits; nothing, if all is well.

    Takes the text before and after, and the spans (in `before`) of the edits that were made: all lines outside of
    the top-level statements with these spans must still be there, in their order. Without `touched`, only syntax and
    comments are looked at. `before` must parse.
    """
    if before == after:
        return []
    try:
        ast.parse(after)
    except (SyntaxError, ValueError) as error:
        return [f"the edited code is no valid Python: {error}"]
    problems = [f"the comment {text!r} got lost" for text in Counter(_comments(before)) - Counter(_comments(after))]
    if touched is not None:
        lost = _lost_line(before, after, touched)
        if lost is not None:
            problems.append(f"line {lost} changed, which no edit is about")
    return problems


def _comments(text: str) -> list[str]:
    if "#" not in text:
        return []
    tokens = tokenize.generate_tokens(io.StringIO(text, newline="").readline)
    return [token.string.rstrip() for token in tokens if token.type == tokenize.COMMENT]


def _lost_line(before: str, after: str, touched: Iterable[Span]) -> int | None:
    """The first line outside of the touched statements that is not there any more."""
    free = set(range(1, len(Lines(before).texts) + 1))
    spans = list(touched)
    for statement in ast.parse(before).body:
        first = min(node.lineno for node in (statement, *getattr(statement, "decorator_list", ())))
        last = statement.end_lineno or first
        if any(span.line <= last and first <= span.end_line for span in spans):
            free.difference_update(range(first, last + 1))
    kept = iter([line.rstrip("\r\n") for line in Lines(after).texts])
    for number, line in enumerate(Lines(before).texts, start=1):
        text = line.rstrip("\r\n")
        # A blank line may go when what it parted is gone.
        if number in free and text.strip() and text not in kept:
            return number
    return None
