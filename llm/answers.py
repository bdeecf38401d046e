"""From the text of a reply to edits of cells; a reply that can't be used is told why, so that it can be asked again.

Two forms are taken. The one that is asked for: a heading `### cell N` before a fenced block, per cell. And a patch of the
whole notebook: `## === cell N` above each cell's code, fenced or not. Code inside JSON strings is not: small models
break it every time (measured with a 0.5 B model).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import dedent

from llm.records import CellEdit

_HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s*)?\**(?:cell|In)\s*\[?\s*(\d+)\s*\]?\s*:?\**\s*:?\s*$", re.IGNORECASE)
_PATCH = re.compile(r"^\s*#{1,3}\s*={2,}\s*cell\s+(\d+)\b[^\n]*$", re.IGNORECASE)
_PLAN = re.compile(r"^\W*plan\W*:\W*", re.IGNORECASE)
_FENCE = re.compile(r"^\s{0,3}(`{3,}|~{3,})\s*([\w+-]*)[^`\n]*$")
_NO = re.compile(r"\b(?:I(?:'m| am) (?:sorry|unable|not able)|I (?:can(?:no|')t|won't)|as an AI)\b", re.IGNORECASE)

LONGEST = 200  # lines that a cell may grow by
REPEATS = 12  # times that one line may follow itself, or come in all


class Unusable(ValueError):
    """A reply without edits that could be tried; the message is what the model is told."""


@dataclass(frozen=True, slots=True)
class Proposal:
    plan: str
    edits: tuple[CellEdit, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    cell: int | None
    code: str


def read(text: str, cells: Mapping[int, str], *, only: int | None = None, cut: bool = False) -> Proposal:
    """The edits in a reply.

    `cells`: the sources that may be edited; `only`: the one that a block without a heading is for; `cut`: the server
    ended the reply because it was too long.

    Raises:
        Unusable: empty, cut off, repeating itself, refused, too long, without a block, or for a cell that was not asked.
    """
    if not text.strip():
        raise Unusable("the answer was empty")
    if _loops(text):
        raise Unusable("the answer repeats the same line again and again")
    if cut:
        raise Unusable("the answer was cut off at the token limit: answer with the changed cells only, and nothing else")
    plan, blocks = _blocks(text)
    if not blocks:
        if _NO.search(text):
            raise Unusable(f"the model declined: {_short(text)}")
        raise Unusable("the answer has no fenced code block under a heading '### cell N'")
    edits: dict[int, CellEdit] = {}
    for block in blocks:
        number = block.cell if block.cell is not None else only
        if number is None:
            raise Unusable("a code block has no heading '### cell N', so that it can't be told which cell it is for")
        if number not in cells:
            raise Unusable(f"there is no cell {number} among those shown: {', '.join(map(str, cells))}")
        if block.code.count("\n") > cells[number].count("\n") + LONGEST:
            raise Unusable(f"cell {number} became more than {LONGEST} lines longer: make the smallest change that repairs it")
        if number in edits and edits[number].source != block.code:
            raise Unusable(f"two different blocks for cell {number}: give one, the whole cell")
        edits[number] = CellEdit(number, block.code)
    changed = tuple(edit for edit in edits.values() if edit.source.strip() != cells[edit.cell].strip())
    if not changed:
        raise Unusable("every block is the same as the cell was: nothing changed")
    return Proposal(plan, changed)


def _blocks(text: str) -> tuple[str, list[_Block]]:
    """The words before the first block, and the blocks with the cells that they are for.

    Raises Unusable for a fence that is never closed.
    """
    plan: list[str] = []
    blocks: list[_Block] = []
    cell: int | None = None
    fence: str | None = None
    code: list[str] = []
    bare = False  # inside a patch without fences

    def close() -> None:
        nonlocal code
        if code and any(line.strip() for line in code):
            blocks.extend(_parted(cell, code))
        code = []

    for line in text.splitlines():
        if fence is not None:
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                close()
                fence = None
            else:
                code.append(line)
            continue
        if match := _FENCE.match(line):
            if bare:
                close()
                bare = False
            fence = match[1]
        elif match := _PATCH.match(line):
            close()
            cell, bare = int(match[1]), True
        elif match := _HEADING.match(line):
            close()
            cell, bare = int(match[1]), False
        elif bare:
            code.append(line)
        elif not blocks and line.strip():
            plan.append(line.strip())
    if fence is not None:
        raise Unusable("the last code block is not closed: the answer was cut off")
    close()
    return _PLAN.sub("", " ".join(plan)), blocks


def _parted(cell: int | None, lines: list[str]) -> list[_Block]:
    """One fenced block may hold a patch of several cells."""
    found: list[_Block] = []
    current, code = cell, list[str]()
    for line in lines:
        if match := _PATCH.match(line):
            if any(each.strip() for each in code):
                found.append(_Block(current, _tidy(code)))
            current, code = int(match[1]), []
        else:
            code.append(line)
    if any(each.strip() for each in code):
        found.append(_Block(current, _tidy(code)))
    return found


def _tidy(lines: list[str]) -> str:
    return dedent("\n".join(lines)).strip("\n")


def _loops(text: str) -> bool:
    lines = [line.strip() for line in text.splitlines() if len(line.strip()) > 8]
    most = Counter(lines).most_common(1)
    if most and most[0][1] >= REPEATS and most[0][1] * 2 > len(lines):
        return True
    return bool(re.search(r"(\S.{2,60}?)\1{20,}", text, re.DOTALL))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 160 else line[:157] + "…"
