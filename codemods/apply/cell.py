"""The edits of one cell: which of them can be made together, and what the cell becomes."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from codemods.apply.imports import Imports, Speller, insertion_line, statements_of
from codemods.records import Edit, InsertStatement, MoveImport, Replace, ReplaceStatement, Span
from codemods.spans import Lines, contains
from codemods.syntax import parse

if TYPE_CHECKING:
    from codemods.apply.locate import Tree

Group = tuple[Edit, ...]
_ENCODING = re.compile(r"[ \t\f]*#.*?coding[:=]")


@dataclass(frozen=True, slots=True)
class Refusal:
    """A group of edits that was not made, by its number, and why not."""

    group: int
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a cell, as text and as syntax tree.

    `applied` has the numbers of the groups that were made; `imports` the bindings of the notebook afterwards, which
    belong into the call for the next cell; `added` the import statements that had to be added.
    """

    text: str
    tree: ast.Module
    applied: tuple[int, ...]
    refused: tuple[Refusal, ...]
    imports: Imports
    added: tuple[str, ...] = ()


def apply(python: str, tree: ast.Module, edits: Sequence[Group], scope: Imports) -> Result:
    """Make the edits in a cell's Python text; `tree` is its syntax tree.

    Each member of `edits` is a group: made as a whole or refused as a whole. Where two groups can't both be made, the
    earlier one is. `scope` is what `collect` found in the notebook, seen from this cell (`scope.at(index)`).
    """
    if not any(edits):
        return Result(python, tree, tuple(range(len(edits))), (), scope)
    return _Cell(python, tree, scope).apply(edits)


@dataclass(slots=True)
class _Segment:
    """Whole lines of the cell with one or more of its top-level statements."""

    first: int
    last: int
    edits: list[tuple[int, Edit]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Built:
    text: str
    tree: ast.Module
    added: tuple[str, ...]


class _Cell:
    def __init__(self, python: str, tree: ast.Module, scope: Imports) -> None:
        self._lines = Lines(python)
        self._tree = tree
        self._scope = scope
        self._trees: dict[int, Tree] = {}  # by first line

    def apply(self, groups: Sequence[Group]) -> Result:
        refused: dict[int, str] = {}
        accepted: list[int] = []
        for number, group in enumerate(groups):
            others = [edit for other in accepted for edit in groups[other]]
            if (reason := _conflict(group, others)) is None:
                accepted.append(number)
            else:
                refused[number] = reason
        built = self._settle(groups, accepted, refused)
        scope = self._scope if built.text == self._lines.text else self._scope.updated(built.tree)
        refusals = tuple(Refusal(number, refused[number]) for number in sorted(refused))
        return Result(built.text, built.tree, tuple(accepted), refusals, scope, built.added)

    def _settle(self, groups: Sequence[Group], accepted: list[int], refused: dict[int, str]) -> _Built:
        """Build with all accepted groups, letting go of those that can't be made."""
        from codemods.apply.rewrite import RefusedEditError

        while True:
            try:
                return self._build(groups, accepted)
            except RefusedEditError as error:
                accepted.remove(error.group)
                refused[error.group] = str(error)
            except SyntaxError:
                break
        # Together they break the syntax: find those that do it by halving, and leave them out.
        rest = [list(accepted)]
        accepted.clear()
        built = _Built(self._lines.text, self._tree, ())
        while rest:
            numbers = rest.pop()
            try:
                built = self._build(groups, [*accepted, *numbers])
            except (RefusedEditError, SyntaxError):
                if len(numbers) == 1:
                    refused[numbers[0]] = "the edited code would not be valid Python"
                else:
                    middle = len(numbers) // 2
                    rest += [numbers[middle:], numbers[:middle]]
            else:
                accepted += numbers
        return built

    def _build(self, groups: Sequence[Group], accepted: Sequence[int]) -> _Built:
        """The cell with these groups made; raises RefusedEditError or SyntaxError."""
        from codemods.apply.rewrite import rewrite

        edits: list[tuple[int, Edit]] = []
        known: dict[Span, list[Edit]] = defaultdict(list)
        for number in accepted:
            for edit in groups[number]:
                if edit not in known[edit.span]:
                    known[edit.span].append(edit)
                    edits.append((number, edit))
        moves = [edit for _, edit in edits if isinstance(edit, MoveImport)]
        speller = Speller(self._scope.moved(moves))
        texts = list(self._lines.texts)
        for segment in self._segments(edits):
            tree = self._parsed(segment)
            new = rewrite(tree, segment.edits, self._lines, speller.spell, self._scope.needs)
            texts[segment.first - 1] = new
            texts[segment.first : segment.last] = [""] * (segment.last - segment.first)
        added = statements_of(speller.added)
        if added:
            _insert(texts, insertion_line(self._tree) or _top(self._lines.texts, self._tree), added)
        text = "".join(texts)
        if not self._lines.texts[-1] and text[-1:] not in ("", "\n", "\r"):
            text += "\n"
        elif self._lines.texts[-1] and text.endswith("\n"):
            text = text.removesuffix("\n").removesuffix("\r")
        return _Built(text, parse(text), tuple(added))

    def _parsed(self, segment: _Segment) -> Tree:
        from codemods.apply.errors import RefusedError
        from codemods.apply.locate import Tree
        from codemods.apply.rewrite import RefusedEditError

        if segment.first not in self._trees:
            text = "".join(self._lines.texts[segment.first - 1 : segment.last])
            try:
                self._trees[segment.first] = Tree(text, segment.first)
            except RefusedError as error:
                raise RefusedEditError(segment.edits[0][0], str(error)) from error
        return self._trees[segment.first]

    def _segments(self, edits: Sequence[tuple[int, Edit]]) -> list[_Segment]:
        """The stretches of lines that have edits; raises RefusedEditError for an edit that is outside of the code."""
        from codemods.apply.rewrite import RefusedEditError

        segments: list[_Segment] = []
        for statement in self._tree.body:
            decorators = getattr(statement, "decorator_list", ())
            first = min(node.lineno for node in (statement, *decorators))
            last = statement.end_lineno or first
            if segments and first <= segments[-1].last:
                segments[-1].last = max(last, segments[-1].last)
            else:
                segments.append(_Segment(first, last))
        for number, edit in edits:
            home = bisect_right(segments, edit.span.line, key=lambda segment: segment.first) - 1
            if home < 0 or edit.span.end_line > segments[home].last:
                raise RefusedEditError(number, "there is no code at this place")
            segments[home].edits.append((number, edit))
        return [segment for segment in segments if segment.edits]


def _insert(texts: list[str], line: int, statements: Sequence[str]) -> None:
    """Put statements on lines of their own after a line (0: at the top)."""
    newline = next((end for end in ("\r\n", "\r", "\n") if any(text.endswith(end) for text in texts)), "\n")
    if line and texts[line - 1] and texts[line - 1][-1] not in "\r\n":
        texts[line - 1] += newline
    texts[line:line] = [statement + newline for statement in statements]


def _top(texts: Sequence[str], tree: ast.Module) -> int:
    """How many lines stay above everything: those of the interpreter and the encoding, and comments that a blank line
    parts from the first statement."""
    decorators = getattr(tree.body[0], "decorator_list", ())
    line: int = min(node.lineno for node in (tree.body[0], *decorators)) - 1
    while line and texts[line - 1].lstrip().startswith("#"):
        line -= 1
    while line < min(2, len(texts)) and (texts[line].startswith("#!") or _ENCODING.match(texts[line])):
        line += 1
    return line


def _conflict(group: Group, others: Iterable[Edit]) -> str | None:
    """Why a group can't be made together with others, or None."""
    others = list(others)
    for position, edit in enumerate(group):
        if any(_clash(edit, other) for other in group[:position]):
            return "its own edits overlap"
        if any(_clash(edit, other) for other in others):
            return "another edit replaces the same code"
    return None


def _clash(one: Edit, other: Edit) -> bool:
    if one.span.end_line < other.span.line or other.span.end_line < one.span.line or one == other:
        return False
    if one.span == other.span and type(one) is type(other):
        if isinstance(one, Replace) and isinstance(other, Replace):
            return not _wraps(one) and not _wraps(other)
        return isinstance(one, ReplaceStatement)
    return _hides(one, other) or _hides(other, one)


def _hides(outer: Edit, inner: Edit) -> bool:
    """Whether one edit throws away the code that another one is about."""
    match outer:
        case Replace() | ReplaceStatement():
            if outer.span == inner.span and isinstance(inner, InsertStatement):
                return False
            return contains(outer.span, inner.span) and not any(contains(hole, inner.span) for hole in outer.holes.values())
        case _:
            return False


def _wraps(edit: Replace) -> bool:
    return edit.span in edit.holes.values()
