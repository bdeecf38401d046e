"""The pipeline of `--codemods-only`: read, infer, find, apply, again until nothing changes, verify."""

from __future__ import annotations

import ast
import gc
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from codemods.era import Target, Vintage
from codemods.excuses import TAG, excused
from codemods.nodes import Cells, nodes_of
from codemods.records import Applied, Finding, Safety
from migrator.usage import imported_names, usage_of

if TYPE_CHECKING:
    from apidb import Catalog
    from codemods.apply import Imports
    from codemods.document import Document
    from codemods.infer import Inference
    from codemods.known import Known
    from codemods.types import Types

MAX_ROUNDS = 4
_SHOWN = 3  # places named in a note


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asked for."""

    python: Path | None = None  # the interpreter that the notebook will run in
    target: Mapping[str, str] = field(default_factory=dict)  # --target, by distribution or import name
    was: Mapping[str, str] = field(default_factory=dict)
    as_of: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    unsafe: bool = False
    object_strings: bool = False  # text in dtype object under pandas 3


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    cell: int
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one notebook or script."""

    name: str
    original: bytes
    migrated: bytes
    applied: tuple[Applied, ...]
    left: tuple[Finding, ...]  # found and not changed
    converted: tuple[tuple[int, str], ...]  # cell, what was converted from Python 2
    doubts: tuple[tuple[int, str], ...]  # cell, where Python 3 may do something else
    helpers: tuple[Path, ...]  # the user's own modules that it imports
    not_understood: tuple[NotUnderstood, ...]
    target: Target
    vintage: Vintage
    code_cells: int
    problems: tuple[str, ...] = ()  # what verification says against the result
    notes: tuple[str, ...] = ()  # what else is to be known about it

    @property
    def changed(self) -> bool:
        return self.migrated != self.original


@cache
def catalog() -> Catalog:
    from apidb import Catalog

    return Catalog()


def migrate_file(path: Path, options: Options | None = None) -> Result:
    """Migrate what is at `path`; nothing is written.

    Raises:
        codemods.errors.DocumentError: it can't be read, or is no notebook and no script.
    """
    options = options or Options()
    with _unhurried():
        return migrate_document(open_file(path, options), str(path), options, beside=path.parent)


def migrate_bytes(data: bytes, name: str, options: Options | None = None) -> Result:
    """Migrate a notebook or script given as bytes; `name` decides what it is."""
    options = options or Options()
    with _unhurried():
        return migrate_document(open_bytes(data, name, options), name, options)


def migrate_source(text: str, was: Mapping[str, str] | None = None, options: Options | None = None) -> str:
    """Migrate Python source; for evaluation and tests."""
    from dataclasses import replace

    options = replace(options or Options(), was=dict(was or {}))
    return migrate_bytes(text.encode(), "source.py", options).migrated.decode()


def open_file(path: Path, options: Options) -> Document:
    """Read the notebook or script at `path`.

    Raises:
        codemods.errors.DocumentError: it can't be read, or is no notebook and no script.
    """
    from codemods.document import read_file

    return read_file(path, python2=_python2(options))


def open_bytes(data: bytes, name: str, options: Options) -> Document:
    """As `open_file`, from bytes; `name` decides what it is."""
    from codemods.document import read

    return read(data, name, python2=_python2(options))


def _python2(options: Options) -> bool | None:
    """Whether the user says that the code was written for Python 2; None: not said."""
    told = options.was.get("python")
    return told.startswith("2") if told else None


def migrate_document(document: Document, name: str, options: Options, *, beside: Path | None = None) -> Result:
    """The whole pass over one document; `beside` is the folder where its own helper modules lie."""
    with _unhurried():
        run = Migration(document, options, beside)
        run.rounds()
        return run.result(name)


@contextmanager
def _unhurried() -> Iterator[None]:
    """Put off the collection of cycles until the document is done: it would walk all trees and types time and again."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def meaning_of(
    document: Document, trees: Sequence[tuple[int, ast.Module]], options: Options, *, beside: Path | None = None
) -> Inference:
    """What each expression in these trees of the document's cells holds, as the migration sees it before its first edit."""
    return Migration(document, options, beside).meaning(trees).inference


@dataclass(frozen=True, slots=True)
class _Meaning:
    imported: frozenset[str]
    known: Known
    inference: Inference
    vintage: Vintage


@dataclass(frozen=True, slots=True)
class State:
    """The cells and what was done to them, at one moment."""

    texts: Mapping[int, str]
    trees: Mapping[int, ast.Module]
    scope: Imports | None
    applied: Sequence[Applied]
    left: Mapping[int, Sequence[Finding]]
    problems: Sequence[str]
    vintage: Vintage | None


class Migration:
    """The state of one migration: the cells' text as it changes from round to round."""

    def __init__(self, document: Document, options: Options, beside: Path | None = None) -> None:
        from codemods.dated_magics import CODE as MAGIC
        from codemods.dated_magics import renew
        from codemods.order import run_order
        from migrator.helpers import helper_modules
        from migrator.target import target_of

        self.options, self.beside = options, beside

        self.document, self.magics = renew(document)
        if not self.wanted_code(MAGIC):
            self.document, self.magics = document, []
        self.texts = {c.index: c.python for c in document.cells if c.python is not None}
        self.trees = {c.index: c.tree for c in document.cells if c.python is not None}
        imported = imported_names(self.trees.values())
        self.helpers = helper_modules(self.trees.values(), beside)
        self.written = "" if self.helpers else "\n".join(self.texts.values())
        imported |= imported_names(h.tree for h in self.helpers.values())
        self.target = target_of(options.python, options.target, imported, catalog())
        self.order = run_order(self.document.cells)
        self.skipped = frozenset(c.index for c in document.cells if TAG in c.tags)
        self.notes = tuple(f"cell {index} is tagged {TAG}: left as it is" for index in sorted(self.skipped))
        self.vintage: Vintage | None = None
        self.scope: Imports | None = None  # which names the cells' imports bind
        self.applied: list[Applied] = [m for m in self.magics if m.finding.cell not in self.skipped]
        self.left: dict[int, list[Finding]] = {}  # by cell: found and not changed
        self.seen: dict[ast.expr, Types] = {}  # what runs saw in the place of expressions
        self.problems: list[str] = []
        self.withheld: set[tuple[int, str]] = set()  # cell and code of edits that did harm when they ran

    def rounds(self) -> None:
        before, since = dict(self.texts), len(self.applied)
        search = set(self.trees)
        if self.options.object_strings:
            from migrator.compat import object_strings

            found = object_strings(self.trees.items(), self.texts, self.target)
            self.apply(set(), [found] if found is not None and self.wanted(found) else [])
        for _ in range(MAX_ROUNDS):
            changed = self.apply(search, self.find(search))
            if not changed:
                break
            # What else may look different now: imports that nothing reads any more, and what was declined.
            importing = {cell for cell, tree in self.trees.items() if nodes_of(tree, ast.Import, ast.ImportFrom)}
            search = changed | importing | {cell for cell, left in self.left.items() if left}
        else:
            self.problems.append(f"still changing after {MAX_ROUNDS} rounds")
        self.verify(before, since)

    def verify(self, before: Mapping[int, str], since: int) -> None:
        """A cell that does not hold together after its edits (of `applied`, those from `since` on) gets its text back."""
        changed = [cell for cell, text in self.texts.items() if text != before[cell]]
        if not changed:
            return
        from codemods.syntax import parse
        from codemods.verify import verify

        for cell in changed:
            if problems := verify(before[cell], self.texts[cell]):
                self.problems += [f"cell {cell} was left as it is: {p}" for p in problems]
                self.texts[cell], self.trees[cell] = before[cell], parse(before[cell])
                undone = [a.finding for a in self.applied[since:] if a.finding.cell == cell]
                self.applied[since:] = [a for a in self.applied[since:] if a.finding.cell != cell]
                self.left.setdefault(cell, []).extend(_refused(f, problems[0]) for f in undone)

    def find(self, search: set[int]) -> list[Finding]:
        """The findings of one round in these cells."""
        from apidb.paths import data_dir
        from codemods.find import Finder
        from codemods.fixing import Context
        from codemods.rules import Rules

        trees = Cells(self.trees.items())
        meaning = self.meaning(trees)
        rules = Rules.of(meaning.imported, data_dir() / "recipes")
        finder = Finder(rules, catalog(), self.target, meaning.vintage, self.written)
        findings: list[Finding] = []
        for cell, tree in trees:
            if cell in search:
                context = Context(
                    cell, tree, self.texts[cell], inference=meaning.inference, knowledge=meaning.known,
                    target=self.target, vintage=meaning.vintage, cells=trees,
                )  # fmt: skip
                findings += finder.find(context)
        return [f for f in findings if self.wanted(f)]

    def meaning(self, trees: Sequence[tuple[int, ast.Module]]) -> _Meaning:
        """What the cells mean in the releases that they were written for; sets the vintage, the first time."""
        from codemods.infer import infer
        from codemods.known import Known

        imported = imported_names([*(tree for _, tree in trees), *(h.tree for h in self.helpers.values())])
        # The imports and hints tell the age well enough to infer types; the symbols then used tell it better.
        known = Known(catalog(), self.vintage or self.find_vintage(None, trees, imported))
        modules = {name: helper.tree for name, helper in self.helpers.items()}
        inference = infer(trees, known, modules=modules, order=self.order, seen=self.seen)
        if self.vintage is None:
            self.notes += tuple(order_notes(inference))
            self.vintage = self.find_vintage(inference, trees, imported)
        return _Meaning(imported, known, inference, self.vintage)

    def find_vintage(
        self, inference: Inference | None, trees: Sequence[tuple[int, ast.Module]], imported: frozenset[str]
    ) -> Vintage:
        from codemods.vintage import Evidence, vintage_of
        from migrator.target import import_names

        used, keywords = usage_of((tree for _, tree in trees), inference)
        hints = self.document.hints
        python = hints.python or ("2.7" if any(c.converted_from_python2 for c in self.document.cells) else None)
        evidence = Evidence(
            import_names(self.options.was), self.options.as_of, import_names(hints.versions), python, hints.dates, hints.printed
        )
        return vintage_of(evidence, used, imported, catalog(), keywords)

    def wanted(self, finding: Finding) -> bool:
        if finding.cell in self.skipped or not self.wanted_code(finding.code):
            return False
        lines = self.texts[finding.cell].split("\n")[finding.span.line - 1 : finding.span.end_line]
        return not any("noqa" in line.lower() and excused(line, finding.code) for line in lines)

    def wanted_code(self, code: str) -> bool:
        select, ignore = self.options.select, self.options.ignore
        if ignore and code.startswith(ignore):
            return False
        return not select or code.startswith(select)

    def apply(self, searched: set[int], findings: Sequence[Finding]) -> set[int]:
        """Apply what may be applied; returns the cells whose text changed. Sets what is left in the cells searched."""
        by_cell: dict[int, list[Finding]] = defaultdict(list)
        self.left |= {cell: [] for cell in searched}
        for finding in findings:
            (by_cell if self.applicable(finding) else self.left)[finding.cell].append(finding)
        if not by_cell:
            return set()
        from codemods.apply import apply, collect
        from migrator.lines import Lines

        self.scope = self.scope or collect(self.trees.items())
        changed = set()
        for cell in sorted(by_cell):
            group = by_cell[cell]
            before = self.texts[cell]
            outcome = apply(before, self.trees[cell], [f.edits for f in group], self.scope.at(cell))
            self.scope = outcome.imports
            refused = {r.group: r.reason for r in outcome.refused}
            lines = Lines(before, outcome.text)
            for index, finding in enumerate(group):
                if index in refused:
                    self.left[cell].append(_refused(finding, refused[index]))
                else:
                    self.applied.append(lines.shown(finding))
            if outcome.text != before:
                changed.add(cell)
                self.texts[cell], self.trees[cell] = outcome.text, outcome.tree
        return changed

    def applicable(self, finding: Finding) -> bool:
        if not finding.edits or (finding.cell, finding.code) in self.withheld:
            return False
        return finding.safety is Safety.SAFE or (finding.safety is Safety.REVIEW and self.options.unsafe)

    def rewrite(self, cell: int, source: str) -> bool:
        """Give a cell another source, its magics as they are; whether it changed. False for what does not parse."""
        from codemods.cell import understand

        found = understand(source)
        if cell not in self.texts or found.tree is None or found.masked.text == self.texts[cell]:
            return False
        self.texts[cell], self.trees[cell] = found.masked.text, found.tree
        self.scope = None
        return True

    def sources(self) -> dict[int, str]:
        """The source of each code cell that holds Python, as it stands now."""
        cells = {cell.index: cell for cell in self.document.cells}
        return {index: cells[index].unmask(text) for index, text in self.texts.items()}

    def state(self) -> State:
        """What a later `restore` brings back."""
        left = {cell: list(found) for cell, found in self.left.items()}
        return State(dict(self.texts), dict(self.trees), self.scope, list(self.applied), left, list(self.problems), self.vintage)

    def restore(self, state: State) -> None:
        """Undo all that was done since."""
        self.texts, self.trees, self.scope = dict(state.texts), dict(state.trees), state.scope
        self.applied, self.problems, self.vintage = list(state.applied), list(state.problems), state.vintage
        self.left = {cell: list(found) for cell, found in state.left.items()}

    def result(self, name: str) -> Result:
        document = self.document
        cells = {c.index: c for c in document.cells}
        renewed = {a.finding.cell for a in self.magics}
        left = [f for cell in sorted(self.left) for f in self.left[cell]]
        changes = {
            i: text
            for i, text in self.texts.items()
            if i not in self.skipped and (i in renewed or text != cells[i].python or cells[i].converted_from_python2)
        }
        return Result(
            name=name,
            original=document.write({}),
            migrated=document.write(changes),
            applied=tuple(self.applied),
            left=tuple({(f.code, f.cell, f.span, f.reason, f.message): f for f in left}.values()),
            doubts=tuple((c.index, doubt) for c in document.cells if c.index not in self.skipped for doubt in c.doubts),
            helpers=tuple(h.path for h in self.helpers.values()),
            converted=tuple((c.index, what) for c in document.cells if c.index not in self.skipped for what in c.conversions),
            not_understood=tuple(
                NotUnderstood(c.index, c.reason) for c in document.cells if c.kind == "code" and c.python is None
            ),
            target=self.target,
            vintage=self.vintage or Vintage(),
            code_cells=sum(c.kind == "code" for c in document.cells),
            problems=tuple(self.problems),
            notes=self.notes,
        )


def order_notes(inference: Inference) -> Iterator[str]:
    """What the report says where the saved counts show another order of the cells, and it matters."""
    matters = inference.order_matters
    if matters:
        shown = list(dict.fromkeys(f"{node.id} in cell {cell}, line {node.lineno}" for cell, node in matters))
        more = f" and {len(shown) - _SHOWN} more" if len(shown) > _SHOWN else ""
        yield (
            "the cells were last run in another order than they stand in (their saved counts say so), and it matters for "
            f"{', '.join(shown[:_SHOWN])}{more}: changed only where neither order speaks against it"
        )


def _refused(finding: Finding, reason: str) -> Finding:
    from dataclasses import replace

    return replace(finding, edits=(), safety=Safety.REPORT, reason=f"the edit could not be made: {reason}")
