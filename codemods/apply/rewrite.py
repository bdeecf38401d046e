"""One traversal of some lines of a cell that makes all the edits in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import libcst as cst

from codemods.apply.calls import edit_call, merge
from codemods.apply.errors import RefusedError
from codemods.apply.fstrings import fitted_to_fstrings
from codemods.apply.imports import MAGIC
from codemods.apply.locate import Part, Place, Tree, comments
from codemods.apply.moves import KeepsTop, move_imports
from codemods.apply.precedence import breaks_apart, is_lone_argument, needs_parentheses, parenthesized
from codemods.apply.statements import Change, Line, all_small, as_lines, rebuild_body, rebuild_suite
from codemods.apply.templates import Filling, fill_elements, fill_expression, fill_statements
from codemods.apply.whitespace import comment_lines
from codemods.records import (
    Edit,
    EditCall,
    InsertStatement,
    MoveImport,
    RenameAttribute,
    Replace,
    ReplaceStatement,
    Span,
)
from codemods.spans import Lines

_N = TypeVar("_N", bound=cst.CSTNode)
# Nodes that may stand partly outside of their own place, as decorators do.
_ILL_PLACED = (cst.Parameters, cst.Param, cst.Annotation)
Spell = Callable[[str, int], str]


class RefusedEditError(RefusedError):
    """An edit of one group can't be made."""

    def __init__(self, group: int, reason: str) -> None:
        super().__init__(reason)
        self.group = group


@dataclass(slots=True)
class Work:
    """All that is asked of one node, as (group, edit)."""

    edits: list[tuple[int, Edit]] = field(default_factory=list)
    met: bool = False  # by the traversal

    def of(self, *kinds: type[Edit]) -> list[tuple[int, Edit]]:
        return [(group, edit) for group, edit in self.edits if isinstance(edit, kinds)]


def rewrite(tree: Tree, edits: Sequence[tuple[int, Edit]], lines: Lines, spell: Spell, keeps_top: KeepsTop) -> str:
    """The text of the tree's lines after the edits, which come with the number of their group.

    `lines` is the text of the whole cell, `spell(symbol, line)` how code in a line spells a symbol; for `keeps_top`
    see `move_imports`.
    Raises RefusedEditError for the first edit that can't be made.
    """
    rewriter = _Rewriter(tree, lines, spell, keeps_top)
    for group, edit in edits:
        rewriter.ask(group, edit)
    module = tree.module.visit(rewriter)
    rewriter.check_all_met()
    return module.code if module.body or module.header or module.footer else ""


class _Rewriter(cst.CSTTransformer):
    def __init__(self, tree: Tree, lines: Lines, spell: Spell, keeps_top: KeepsTop) -> None:
        super().__init__()
        self._tree = tree
        self._spell = spell
        self._keeps_top = keeps_top
        self._text = lines
        self._work: dict[cst.CSTNode, Work] = {}
        self._elements: dict[cst.SubscriptElement, tuple[int, Replace, int]] = {}  # with how many elements it covers
        self._met_elements: set[cst.SubscriptElement] = set()
        self._targets: list[Place] = []
        self._above: list[cst.CSTNode] = []
        self._done: dict[cst.CSTNode, cst.CSTNode] = {}
        self._changes: dict[cst.CSTNode, Change] = {}
        self._lost: list[list[str]] = [[]]

    def ask(self, group: int, edit: Edit) -> None:
        """Take an edit on; raises RefusedEditError if there is no such node."""
        node: cst.CSTNode | None
        if isinstance(edit, Replace | EditCall | RenameAttribute):
            node = self._tree.expression(edit.span)
            if node is None and isinstance(edit, Replace) and (part := self._tree.subscript(edit.span)):
                assert isinstance(part[0], cst.SubscriptElement)
                self._elements[part[0]] = group, edit, len(part)
                self._target(part[0])
                return
            wanted = {EditCall: cst.Call, RenameAttribute: cst.Attribute}.get(type(edit), cst.BaseExpression)
            if not isinstance(node, wanted):
                raise RefusedEditError(group, "there is no such expression in the code")
        else:
            node = self._tree.statement(edit.span)
            if node is None:
                raise RefusedEditError(group, "there is no such statement in the code")
        assert node is not None
        self._target(node)
        self._work.setdefault(node, Work()).edits.append((group, edit))

    def _target(self, node: cst.CSTNode) -> None:
        if (place := self._tree.place(node)) is not None:
            self._targets.append(place)

    def check_all_met(self) -> None:
        """Raise RefusedEditError if the traversal did not come past some edit's node."""
        for node, work in self._work.items():
            change = self._changes.get(node)
            if not work.met or (change is not None and not change.made):
                raise RefusedEditError(work.edits[0][0], "the code at this place can't be edited")
        for element, (group, _, _) in self._elements.items():
            if element not in self._met_elements:
                raise RefusedEditError(group, "the code at this place can't be edited")

    # --- traversal -------------------------------------------------------------------------------------------------

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._above.append(node)
        if _is_line(node):
            self._lost.append([])
        if isinstance(node, _ILL_PLACED) or bool(getattr(node, "decorators", None)):
            return True
        place = self._tree.place(node)
        return place is None or any(place[:2] <= target[:2] and target[2:] <= place[2:] for target in self._targets)

    def on_leave(  # type: ignore[override]
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode:
        self._above.pop()
        node = updated_node
        if (work := self._work.get(original_node)) is not None:
            work.met = True
            if isinstance(original_node, cst.BaseExpression):
                assert isinstance(node, cst.BaseExpression)
                node = self._expression(original_node, node, work)
                self._note_lost(original_node, node)
            else:
                self._statement(original_node, node, work)
        match original_node, node:
            case cst.Subscript(), cst.Subscript() if any(element in self._elements for element in original_node.slice):
                node = self._subscript(original_node, node)
            case cst.Module() | cst.IndentedBlock(), cst.Module() | cst.IndentedBlock():
                if self._changes:
                    node = rebuild_body(original_node.body, node, self._changes)
            case cst.SimpleStatementSuite(), cst.SimpleStatementSuite():
                if any(statement in self._changes for statement in original_node.body):
                    node = rebuild_suite(original_node, node, self._changes)
        if _is_line(original_node) and (lost := self._lost.pop()):
            node = self._hoist(original_node, node, lost)
        if node is not original_node:
            self._done[original_node] = node
        return node

    def _note_lost(self, before: cst.CSTNode, after: cst.CSTNode) -> None:
        if not self._tree.has_comments:
            return
        lost = Counter(comments(before)) - Counter(comments(after))
        self._lost[-1] += lost.elements()

    def _hoist(self, original: cst.CSTNode, node: cst.CSTNode, lost: Sequence[str]) -> cst.CSTNode:
        """Put comments that had no place in the new code above the statement."""
        lines = comment_lines(lost)
        statements = original.body if isinstance(original, cst.SimpleStatementLine) else [original]
        for statement in statements:
            change = self._changes.get(statement)
            if change is not None and (change.before or change.lines):
                target = change.before or change.lines
                assert target
                target[0] = _led(target[0], lines)
                return node
        return _led(node, lines)

    # --- expressions -----------------------------------------------------------------------------------------------

    def _expression(self, original: cst.BaseExpression, node: cst.BaseExpression, work: Work) -> cst.BaseExpression:
        for group, edit in work.of(RenameAttribute):
            assert isinstance(edit, RenameAttribute) and isinstance(node, cst.Attribute)
            if node.attr.value not in (original.attr.value, edit.new):  # type: ignore[attr-defined]
                raise RefusedEditError(group, "another edit gives this attribute another name")
            node = node.with_changes(attr=node.attr.with_changes(value=edit.new))
        if calls := work.of(EditCall):
            assert isinstance(node, cst.Call)
            node = self._call(node, calls)
        replacements = work.of(Replace)
        # What wraps the node comes after what takes it apart.
        for group, edit in sorted(replacements, key=lambda item: self._wraps(item[1], original)):
            assert isinstance(edit, Replace)
            with _Refusing(group):
                filling = self._filling(edit.holes, edit.span.line, original, node)
                new = self._placed(fill_expression(edit.template, filling), original, edit.span)
                node = fitted_to_fstrings(new, self._above)
        return node

    def _wraps(self, edit: Edit, node: cst.BaseExpression) -> bool:
        return isinstance(edit, Replace) and any(self._tree.expression(s) is node for s in edit.holes.values())

    def _call(self, call: cst.Call, asked: Sequence[tuple[int, Edit]]) -> cst.Call:
        edits: list[EditCall] = []
        for group, edit in asked:
            assert isinstance(edit, EditCall)
            with _Refusing(group):
                edits.append(edit)
                result = edit_call(call, merge(edits), self._fill_at(edit.span.line))
                result = fitted_to_fstrings(result, self._above)
        return result

    def _fill_at(self, line: int) -> Callable[[str, Mapping[str, Span]], cst.BaseExpression]:
        return lambda template, holes: fill_expression(template, self._filling(holes, line))

    def _placed(self, new: cst.BaseExpression, original: cst.BaseExpression, span: Span) -> cst.BaseExpression:
        """The new expression with the parentheses that its place asks for; those around the old one stay."""
        outer = original.lpar
        if isinstance(original, cst.Tuple | cst.GeneratorExp) and outer:
            outer = outer[:-1]  # its own
        if outer:
            return new if new.lpar else new.with_changes(lpar=outer, rpar=original.rpar[-len(outer) :])
        parent = self._above[-1] if self._above else None
        call = self._above[-2] if len(self._above) > 1 else None
        if isinstance(new, cst.GeneratorExp) and parent is not None and is_lone_argument(call, parent):
            return new
        if needs_parentheses(new, parent, original) or self._touches_word(new, span):
            return parenthesized(new)
        if breaks_apart(new) and not self._is_bracketed():
            return parenthesized(new)
        return new

    def _touches_word(self, new: cst.BaseExpression, span: Span) -> bool:
        """Whether the new expression would run into a keyword that only a bracket or quote parted from the old."""
        if new.lpar:
            return False
        code = self._tree.module.code_for_node(new)
        before = self._text.texts[span.line - 1][: span.col][-1:]
        after = self._text.texts[span.end_line - 1][span.end_col :][:1]
        runs_on = _is_word(before) and (_is_word(code[:1]) or code[:1] in "\"'")
        return runs_on or (_is_word(after) and _is_word(code[-1:]))

    def _is_bracketed(self) -> bool:
        """Whether line ends mean nothing where the traversal is."""
        child: cst.CSTNode | None = None
        for node in reversed(self._above):
            if isinstance(node, cst.Arg | cst.SubscriptElement | cst.BaseDict | cst.BaseList | cst.BaseSet):
                return True
            if isinstance(node, cst.BaseExpression) and node.lpar:
                return True
            if isinstance(node, cst.BaseSimpleComp | cst.DictComp):
                return True
            if isinstance(node, cst.Call) and child is not node.func:
                return True
            if isinstance(node, cst.BaseSmallStatement | cst.BaseCompoundStatement):
                return False
            child = node
        return False

    def _subscript(self, original: cst.Subscript, node: cst.Subscript) -> cst.Subscript:
        elements: list[cst.SubscriptElement] = []
        skip = 0
        changed = False
        for before, now in zip(original.slice, node.slice, strict=True):
            if (asked := self._elements.get(before)) is not None:
                group, edit, skip = asked
                self._met_elements.add(before)
                with _Refusing(group):
                    new = fill_elements(edit.template, self._filling(edit.holes, edit.span.line))
                if skip < len(original.slice):
                    new = (*new[:-1], new[-1].with_changes(comma=now.comma))
                elements += new
                changed = True
            if skip:
                skip -= 1
            else:
                elements.append(now)
        return node.with_changes(slice=elements) if changed else node

    # --- statements ------------------------------------------------------------------------------------------------

    def _statement(self, original: cst.CSTNode, node: cst.CSTNode, work: Work) -> None:
        change = self._changes.setdefault(original, Change())
        if moves := work.of(MoveImport):
            asked = [edit for _, edit in moves if isinstance(edit, MoveImport)]
            assert isinstance(node, cst.BaseSmallStatement | cst.BaseCompoundStatement)
            if not isinstance(node, cst.BaseSmallStatement):
                raise RefusedEditError(moves[0][0], "there is no import statement here")
            for count, (group, _) in enumerate(moves, start=1):
                with _Refusing(group):
                    statements = move_imports(node, asked[:count], self._keeps_top)
            change.lines = as_lines(statements)
        for group, edit in work.edits:
            if not isinstance(edit, ReplaceStatement | InsertStatement):
                continue
            with _Refusing(group):
                lines: list[Line] = fill_statements(edit.template, self._filling(edit.holes, edit.span.line))
            if self._is_with_magic() and all_small([lines]) is None:
                raise RefusedEditError(group, "the line has a magic, which only simple statements can follow")
            if isinstance(edit, ReplaceStatement):
                change.lines = lines
            elif edit.after:
                change.after += lines
            else:
                change.before += lines
        if change.lines is not None:
            after = [comment for line in change.lines for comment in comments(line)]
            own = node.with_changes(leading_lines=[]) if hasattr(node, "leading_lines") else node
            self._lost[-1] += (Counter(comments(own)) - Counter(after)).elements()

    def _is_with_magic(self) -> bool:
        line = self._above[-1] if self._above else None
        return isinstance(line, cst.SimpleStatementLine) and any(
            isinstance(statement, cst.Expr) and isinstance(statement.value, cst.Name) and MAGIC.fullmatch(statement.value.value)
            for statement in line.body
        )

    # --- holes -----------------------------------------------------------------------------------------------------

    def _filling(
        self,
        holes: Mapping[str, Span],
        line: int,
        original: cst.CSTNode | None = None,
        current: cst.CSTNode | None = None,
    ) -> Filling:
        parts: dict[str, Part] = {}
        for name, span in holes.items():
            part = self._tree.part(span) or self._elsewhere(name, span)
            parts[name] = tuple(
                current if current is not None and node is original else self._done.get(node, node) for node in part
            )
        return Filling(parts, lambda symbol: self._spell(symbol, line), self._tree.module.config_for_parsing)

    def _elsewhere(self, name: str, span: Span) -> Part:
        """An expression from another statement of the cell, as it was written."""
        try:
            return (cst.parse_expression(self._text.slice(span), self._tree.module.config_for_parsing),)
        except (cst.ParserSyntaxError, IndexError) as error:
            raise RefusedError(f"nothing in the code is at the hole {{{name}}}") from error


class _Refusing:
    """Names the group in whose edit a refusal came up."""

    def __init__(self, group: int) -> None:
        self._group = group

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RefusedEditError):
            return
        if isinstance(error, RefusedError):
            raise RefusedEditError(self._group, str(error)) from error
        if isinstance(error, cst.CSTValidationError):
            raise RefusedEditError(self._group, "the new code would not be well-formed") from error


def _is_line(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement)


def _led(node: _N, lines: Sequence[cst.EmptyLine]) -> _N:
    return node.with_changes(leading_lines=[*getattr(node, "leading_lines", ()), *lines])


def _is_word(text: str) -> bool:
    return bool(text) and (text.isalnum() or text == "_")
