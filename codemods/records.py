"""The records that pass between reading, inference, finding, rewriting and the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a cell's Python text: 1-based lines, 0-based character columns, the end exclusive."""

    line: int
    col: int
    end_line: int
    end_col: int

    @property
    def lines(self) -> range:
        return range(self.line, self.end_line + 1)


class Safety(StrEnum):
    SAFE = "safe"  # applied
    REVIEW = "review"  # applied only with --unsafe-fixes, always shown
    REPORT = "report"  # never applied


# --- edits ---------------------------------------------------------------------------------------------------------
#
# An edit names nodes by their span in the cell's Python text, so that it can be made from the syntax tree of the
# standard library (fast, every cell) and applied by libcst (exact, changed cells only).
# A template is Python text with holes: {a} is filled with the node at holes["a"], as edited by the other edits;
# {@pandas.concat} is filled with the local spelling of that symbol, importing it if it must be.


@dataclass(frozen=True, slots=True)
class Replace:
    """Replace the expression at `span` by a template; parentheses are added where the precedence asks for them."""

    span: Span
    template: str
    holes: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EditCall:
    """Change the arguments of the call at `span`, leaving the others and their formatting alone.

    `rename`: keyword → new keyword. `drop`: keywords to remove. `drop_positional`: indices to remove.
    `values`: keyword (or position, as an int) → template for its value. `add`: keyword → template, appended.
    `name_positional`: index → keyword, for arguments that became keyword-only. `spread_known`: what is added is known not
    to be among the ** arguments.
    """

    span: Span
    rename: Mapping[str, str] = field(default_factory=dict)
    drop: frozenset[str] = frozenset()
    drop_positional: frozenset[int] = frozenset()
    values: Mapping[str | int, str] = field(default_factory=dict)
    add: Mapping[str, str] = field(default_factory=dict)
    name_positional: Mapping[int, str] = field(default_factory=dict)
    holes: Mapping[str, Span] = field(default_factory=dict)
    spread_known: bool = False


@dataclass(frozen=True, slots=True)
class RenameAttribute:
    """`x.old` → `x.new`: `span` is the whole attribute expression."""

    span: Span
    new: str


@dataclass(frozen=True, slots=True)
class ReplaceStatement:
    """Replace the statement at `span` by the template's statements; an empty template removes it."""

    span: Span
    template: str
    holes: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InsertStatement:
    """Insert the template's statements before (or after) the statement at `span`, at its indentation."""

    span: Span
    template: str
    after: bool = False
    holes: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MoveImport:
    """In the import statement at `span`, what is imported as `old` (full path) comes from `new` (full path) now.

    The local name stays bound: `import a.old as c`, `from a import old`, `from a import old as c` each keep their
    spelling. `new=None` removes the name from the statement. With `keep_name=False`, `from a import old` binds the
    new name instead: for when all uses of the old one are edited too. An `as` stays in any case.
    """

    span: Span
    old: str
    new: str | None
    keep_name: bool = True


Edit = Replace | EditCall | RenameAttribute | ReplaceStatement | InsertStatement | MoveImport


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in the code that the target does not do as the code's own time did.

    With edits: what will be written. Without: `reason` says why it is left alone, and what the user can do.
    """

    code: str  # PD012, or DB001 … for what the database alone tells
    symbol: str
    cell: int
    span: Span
    message: str
    safety: Safety
    release: str | None = None  # LIBRARY VERSION that changed it
    evidence: str = ""
    edits: tuple[Edit, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Applied:
    """One edit as the report shows it: the source lines before and after."""

    finding: Finding
    before: str
    after: str
