"""Two versions of a cell side by side, in colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Any

CONTEXT = 3  # unchanged lines that are shown around a change


@dataclass(frozen=True, slots=True)
class Row:
    """A line on each side, as HTML; a number is None where that side has none. `kind`: same, change, gap."""

    kind: str
    old_number: int | None = None
    old: str = ""
    new_number: int | None = None
    new: str = ""


def rows(before: str, after: str) -> Iterator[Row]:
    """The lines of both, with what is alike far from any change left out."""
    old, new = before.splitlines(), after.splitlines()
    left, right = _coloured(before, len(old)), _coloured(after, len(new))
    groups = SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(CONTEXT)
    at = 0
    for group in groups:
        if group[0][1] > at:
            yield Row("gap")
        for tag, i1, i2, j1, j2 in group:
            kind = "same" if tag == "equal" else "change"
            for step in range(max(i2 - i1, j2 - j1)):
                i, j = i1 + step, j1 + step
                here, there = i < i2, j < j2
                yield Row(
                    kind,
                    i + 1 if here else None,
                    left[i] if here else "",
                    j + 1 if there else None,
                    right[j] if there else "",
                )
            at = i2
    if at < len(old):
        yield Row("gap")


def _coloured(source: str, count: int) -> list[str]:
    """The lines of a source as HTML."""
    from pygments import highlight

    lexer, formatter = _pygments()
    lines: list[str] = highlight(source, lexer, formatter).split("\n")
    return (lines + [""] * count)[:count]


@cache
def _pygments() -> tuple[Any, Any]:
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers.python import PythonLexer

    return PythonLexer(stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True)


@cache
def style() -> str:
    """The colours' style sheet, for light and for dark."""
    from pygments.formatters.html import HtmlFormatter

    light = HtmlFormatter(style="default").get_style_defs(".code")
    dark = HtmlFormatter(style="github-dark").get_style_defs(".code")
    return f"{light}\n@media (prefers-color-scheme: dark) {{\n{dark}\n}}"
