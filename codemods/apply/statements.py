"""Replacing, removing and inserting statements in a body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import libcst as cst

from codemods.apply.locate import Statement
from codemods.apply.whitespace import EMPTY, SPACE, comment_lines

Line = cst.SimpleStatementLine | cst.BaseCompoundStatement
Body = cst.Module | cst.IndentedBlock


@dataclass(slots=True)
class Change:
    """What one statement becomes: `lines`, or itself where that is None; with lines before and after it."""

    before: list[Line] = field(default_factory=list)
    lines: list[Line] | None = None
    after: list[Line] = field(default_factory=list)
    made: bool = False


def rebuild_body(original: Sequence[cst.CSTNode], updated: Body, changes: Mapping[cst.CSTNode, Change]) -> Body:
    """The body with its statements changed; `changes` has the original statements as keys.

    Comments above and behind a removed statement stay, as lines of their own.
    """
    lines: list[Line] = []
    carried: list[cst.EmptyLine] = []
    for before, now in zip(original, updated.body, strict=True):
        assert isinstance(now, cst.SimpleStatementLine | cst.BaseCompoundStatement)
        if isinstance(before, cst.SimpleStatementLine) and isinstance(now, cst.SimpleStatementLine):
            new = _line(before.body, now, changes)
        elif (change := changes.get(before)) is not None and isinstance(now, cst.BaseCompoundStatement):
            new = _compound(now, change)
        else:
            new = [now]
        if not new:
            carried += _left_behind(now)
            continue
        lines += _with_leading(new, carried)
        carried = []
    if not lines and isinstance(updated, cst.IndentedBlock):
        lines = [cst.SimpleStatementLine([cst.Pass()], leading_lines=carried)]
        carried = []
    return updated.with_changes(body=lines, footer=[*carried, *updated.footer])


def rebuild_suite(
    original: cst.SimpleStatementSuite, updated: cst.SimpleStatementSuite, changes: Mapping[cst.CSTNode, Change]
) -> cst.SimpleStatementSuite | cst.IndentedBlock:
    """The statements behind the colon of a one-liner, changed; a block if they can't stay on the line."""
    pieces = _pieces(original.body, updated.body, changes)
    small = all_small(pieces)
    if small is None:
        lines = [line for piece in pieces for line in piece]
        return cst.IndentedBlock(lines, header=updated.trailing_whitespace)
    return updated.with_changes(body=_joined(small or [cst.Pass()], updated.body[-1].semicolon))


def _line(original: Sequence[cst.CSTNode], now: cst.SimpleStatementLine, changes: Mapping[cst.CSTNode, Change]) -> list[Line]:
    if not any(statement in changes for statement in original):
        return [now]
    pieces = _pieces(original, now.body, changes)
    if not any(pieces):
        return []
    end = now.body[-1].semicolon
    small = all_small(pieces)
    if small is not None and len(original) > 1:
        return [now.with_changes(body=_joined(small, end))]
    lines = [line for piece in pieces for line in piece]
    # What ends the line (a comment, a semicolon that silences a notebook's output) belongs to its last statement,
    # but not to what is inserted behind that.
    change = changes.get(original[-1])
    inserted = len(change.after) if change is not None else 0
    last = max(len(lines) - inserted - 1, 0)
    if change is not None and isinstance(original[-1], cst.Import | cst.ImportFrom):
        # What a comment says of an import, it says of the names that stay.
        last = min(len(change.before), len(lines) - 1)
    target = lines[last]
    if isinstance(target, cst.SimpleStatementLine):
        body = _joined(target.body, end)
        lines[last] = target.with_changes(body=body, trailing_whitespace=now.trailing_whitespace)
    elif now.trailing_whitespace.comment is not None:
        lines = _with_leading(lines, comment_lines([now.trailing_whitespace.comment.value]))
    return _with_leading(lines, now.leading_lines)


def _pieces(
    original: Sequence[cst.CSTNode], now: Sequence[cst.BaseSmallStatement], changes: Mapping[cst.CSTNode, Change]
) -> list[list[Line]]:
    pieces: list[list[Line]] = []
    for before, statement in zip(original, now, strict=True):
        change = changes.get(before, Change())
        change.made = True
        itself: list[Line] = [cst.SimpleStatementLine([statement.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)])]
        pieces.append([*change.before, *(itself if change.lines is None else change.lines), *change.after])
    return pieces


def _compound(now: cst.BaseCompoundStatement, change: Change) -> list[Line]:
    change.made = True
    if change.lines is None:
        leading = list(_leading(now))
        if change.before:
            now = now.with_changes(leading_lines=[])
        lines = [*change.before, now, *change.after]
        return _with_leading(lines, leading) if change.before else lines
    lines = [*change.before, *change.lines, *change.after]
    return _with_leading(lines, _leading(now)) if lines else []


def all_small(pieces: Sequence[Sequence[Line]]) -> list[cst.BaseSmallStatement] | None:
    """The simple statements, if all of them can stand on one line; else None."""
    small: list[cst.BaseSmallStatement] = []
    for line in (line for piece in pieces for line in piece):
        if not isinstance(line, cst.SimpleStatementLine) or line.trailing_whitespace.comment or line.leading_lines:
            return None
        small.extend(line.body)
    return small


def _joined(statements: Sequence[cst.BaseSmallStatement], end: cst.Semicolon | cst.MaybeSentinel) -> list[cst.BaseSmallStatement]:
    between = cst.Semicolon(EMPTY, SPACE)
    return [
        statement.with_changes(semicolon=end if index == len(statements) - 1 else between)
        for index, statement in enumerate(statements)
    ]


def _leading(line: Line) -> Sequence[cst.EmptyLine]:
    found: Sequence[cst.EmptyLine] = getattr(line, "leading_lines", ())
    return found


def _with_leading(lines: Sequence[Line], leading: Sequence[cst.EmptyLine]) -> list[Line]:
    """The lines, with more empty lines and comments above the first; two blank lines that meet become one."""
    if not leading:
        return list(lines)
    first = lines[0]
    own = list(_leading(first))
    kept = list(leading)
    while kept and own and kept[-1].comment is None and own[0].comment is None:
        kept.pop()
    return [first.with_changes(leading_lines=[*kept, *own]), *lines[1:]]


def _left_behind(line: Line) -> list[cst.EmptyLine]:
    kept = list(_leading(line))
    if isinstance(line, cst.SimpleStatementLine) and line.trailing_whitespace.comment is not None:
        kept += comment_lines([line.trailing_whitespace.comment.value])
    return kept


def as_lines(statements: Sequence[cst.BaseSmallStatement]) -> list[Line]:
    """Each simple statement on a line of its own."""
    return [cst.SimpleStatementLine([statement]) for statement in statements]


__all__ = ["Change", "Line", "Statement", "as_lines", "rebuild_body", "rebuild_suite"]
