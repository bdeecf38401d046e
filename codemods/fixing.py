"""What a fixer is, and what it is given: metadata, examples, events, the context, and its answers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from codemods.era import Target, Vintage
from codemods.nodes import Cells
from codemods.records import (
    Edit,
    EditCall,
    InsertStatement,
    RenameAttribute,
    Replace,
    ReplaceStatement,
    Safety,
    Span,
)
from codemods.spans import Lines, span_of
from codemods.types import Class, Function, Instance, Module, Symbolic, Type, Types

MISSING = object()
N = TypeVar("N", bound=ast.AST)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Example:
    """`before` ran in its own time and `after` runs today; `check` is evaluated after each and must be equal.

    Without a `check` all that they leave is compared: names, the last expression, figures, else what they print.
    `setup` runs before either, as it is, when the example is proved: it makes the files that the example reads.
    """

    before: str
    after: str
    check: str = ""
    was: Mapping[str, str] = field(default_factory=dict)  # what the user would tell with --was
    setup: str = ""


@dataclass(frozen=True, slots=True)
class Same:
    """Code that looks like the breakage and must stay as it is."""

    code: str
    was: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fix:
    """A rewrite that keeps the behaviour. `safety` overrides the fixer's own where this use is less certain.

    `told` says what in the code itself tells that it is older than a silent change: "divides by nanoseconds".
    """

    edits: tuple[Edit, ...]
    message: str = ""
    safety: Safety | None = None
    told: str = ""


@dataclass(frozen=True, slots=True)
class Decline:
    """Found, but not rewritten: `reason` says why and what the user can do."""

    reason: str


Answer = Fix | Decline | None
Rewrite = Callable[[Any, "Context"], Answer]


@dataclass(frozen=True, slots=True)
class Fixer:
    """Metadata of one change and the pure function that rewrites it.

    `on` lists events: `call SYMBOL`, `static CLASS.NAME`, `attr CLASS.NAME`, `name SYMBOL`, `import SYMBOL`, `node KIND`.
    The fixer runs where the target's `library` is at `until` or newer. A `silent` change raises no error on the
    target: it is rewritten only where the whole vintage is older than `until`. An empty `until` means changes of several
    releases: the fixer asks the eras itself.
    """

    code: str
    on: tuple[str, ...]
    library: str
    until: str
    since: str | None
    why: str
    safety: Safety
    silent: bool
    examples: tuple[Example | Same, ...]
    rewrite: Rewrite
    module: str  # importing it registers the fixer
    keywords: frozenset[str] = frozenset()  # of the call, for which it alone answers: what the database says is left aside
    words: tuple[str, ...] = ()  # without one of them in the code there is nothing to find; for events that happen all the time


REGISTRY: dict[str, Fixer] = {}


def fixer(
    code: str,
    *,
    on: str | Sequence[str],
    until: str,
    why: str,
    library: str | None = None,
    since: str | None = None,
    safety: Safety = Safety.SAFE,
    silent: bool = False,
    examples: Sequence[Example | Same] = (),
    module: str | None = None,
    keywords: Sequence[str] = (),
    words: Sequence[str] = (),
) -> Callable[[Rewrite], Rewrite]:
    """Register the decorated function as a fixer. `library` (import name) defaults to the first event's,
    `module` to the one in which the function is defined. `keywords`: those that no one else answers for.
    `words`: the fixer is asked only about code in which one of them stands.

    Raises:
        ValueError: the code is taken, or the library can't be told from the events.
    """

    def register(function: Rewrite) -> Rewrite:
        events = (on,) if isinstance(on, str) else tuple(on)
        if code in REGISTRY:
            raise ValueError(f"two fixers have the code {code}")
        kind, _, symbol = events[0].partition(" ")
        if library is None and kind == "node":
            raise ValueError(f"{code}: a fixer on syntax nodes must name its library")
        REGISTRY[code] = Fixer(
            code,
            events,
            library or symbol.partition(".")[0],
            until,
            since,
            why,
            safety,
            silent,
            tuple(examples),
            function,
            module or function.__module__,
            frozenset(keywords),
            tuple(words),
        )
        return function

    return register


class Context:
    """One cell while it is searched: its tree, the inferred types, both eras, and makers of edits."""

    def __init__(
        self,
        cell: int,
        tree: ast.Module,
        text: str,
        *,
        inference: Any,
        knowledge: Any,
        target: Target,
        vintage: Vintage,
        cells: Sequence[tuple[int, ast.Module]],
    ) -> None:
        self.cell = cell
        self.tree = tree
        self.lines = Lines(text)
        self.inference = inference
        self.knowledge = knowledge
        self.target = target
        self.vintage = vintage
        self.cells = cells if isinstance(cells, Cells) else Cells(cells)  # every code cell of the document, in order
        self._text_lines = text.split("\n")
        self._parents = self.cells.parents

    # --- the tree ---

    def nodes(self, *kinds: type[N]) -> Iterator[N]:
        """All nodes of these kinds in the document, in order of the kinds."""
        for kind in kinds:
            yield from self.cells.by_kind.get(kind, ())  # type: ignore[misc]

    def once(self, question: Callable[[Context], T]) -> T:
        """The answer to a question that is the same in all cells, asked once a round."""
        answers = self.cells.answers
        if question not in answers:
            answers[question] = question(self)
        return answers[question]  # type: ignore[return-value]

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self._parents.get(node)

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while (above := self._parents.get(node)) is not None:
            yield above
            node = above

    def statement(self, node: ast.AST) -> ast.stmt:
        """The innermost statement that holds `node`."""
        while not isinstance(node, ast.stmt):
            node = self._parents[node]
        return node

    def is_called(self, node: ast.AST) -> ast.Call | None:
        """The call whose function `node` is, if it is called."""
        above = self._parents.get(node)
        return above if isinstance(above, ast.Call) and above.func is node else None

    def span(self, node: ast.AST) -> Span:
        return span_of(node, self.lines)

    def text(self, node: ast.AST) -> str:
        """The source text of a node."""
        span = self.span(node)
        rows = self._text_lines[span.line - 1 : span.end_line]
        rows[-1] = rows[-1][: span.end_col]
        rows[0] = rows[0][span.col :]
        return "\n".join(rows)

    def import_unused(self, alias: ast.alias) -> bool:
        """Whether no cell reads the name that an import binds: its uses were rewritten, or there never was one."""
        if alias.name == "*" or (alias.asname is None and "." in alias.name):
            return False
        name = alias.asname or alias.name
        return not any(n.id == name for n in self.nodes(ast.Name))

    def star_bound(self, name: str) -> bool:
        """Whether `name` can only come from a star import: the document has one, and nothing else binds the name."""
        return self._has_star and name not in self._bound

    @cached_property
    def _bound(self) -> frozenset[str]:
        found = {a.asname or a.name.partition(".")[0] for a in self.nodes(ast.alias)}
        found |= {n.id for n in self.nodes(ast.Name) if isinstance(n.ctx, ast.Store)}
        found |= {a.arg for a in self.nodes(ast.arg)}
        found |= {d.name for d in self.nodes(ast.FunctionDef)} | {d.name for d in self.nodes(ast.ClassDef)}
        return frozenset(found)

    @cached_property
    def _has_star(self) -> bool:
        return "*" in self._bound

    # --- meaning ---

    def types(self, node: ast.AST | None) -> Types:
        found: Types = self.inference.types(node) if node is not None else frozenset()
        return found

    def only(self, node: ast.AST | None) -> Type | None:
        """The type of an expression where inference is certain of one."""
        found = self.types(node)
        return next(iter(found)) if len(found) == 1 else None

    def instance(self, node: ast.AST | None, *names: str) -> Instance | None:
        """The instance type of `node` if it is certain (and, where names are given, one of those classes).

        Several instance types of the same class count as that class, without facts.
        """
        found = self.types(node)
        classes = {t.name for t in found if isinstance(t, Instance)}
        if len(classes) != 1 or not all(isinstance(t, Instance) for t in found):
            return None
        name = next(iter(classes))
        if names and not any(n in names for n in self.classes(name)):
            return None
        return next(iter(found)) if len(found) == 1 else Instance(name)  # type: ignore[return-value]

    def classes(self, name: str) -> tuple[str, ...]:
        """A class and its bases by the names of the vintage, and the name that inference knows it by, which may be newer."""
        known: tuple[str, ...] = self.knowledge.mro(name) or ()
        return known if name in known else (*known, name)

    def symbol(self, node: ast.AST | None) -> str | None:
        """The library symbol that a name or dotted path denotes, by identity."""
        match self.only(node):
            case Class(name=name) | Function(name=name):
                return name
            case Module(path=path) | Symbolic(path=path):
                return path
            case _:
                return self.module_member(node) if isinstance(node, ast.Attribute) else None

    def module_member(self, node: ast.Attribute) -> str | None:
        """The path of a module's attribute that holds a value (np.nan), where the module is certain."""
        module = self.only(node.value)
        return f"{module.path}.{node.attr}" if isinstance(module, Module) else None

    @staticmethod
    def literal(node: ast.AST | None) -> Any:
        """The value of a literal expression; MISSING where it is none."""
        match node:
            case ast.Constant(value=value):
                return value
            case None | ast.Name() | ast.Call() | ast.Attribute() | ast.Subscript():
                return MISSING
            case _:
                pass
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            return MISSING

    @staticmethod
    def keyword(call: ast.Call, name: str) -> ast.expr | None:
        return next((k.value for k in call.keywords if k.arg == name), None)

    @staticmethod
    def bind(call: ast.Call, *parameters: str) -> dict[str, ast.expr] | None:
        """Bind a call's arguments to parameter names, in order.

        Returns parameter → argument for those given; None where the call has stars, too many positions or a keyword that
        is not among the parameters.
        """
        if any(isinstance(a, ast.Starred) for a in call.args) or len(call.args) > len(parameters):
            return None
        bound = dict(zip(parameters, call.args, strict=False))
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg not in parameters or keyword.arg in bound:
                return None
            bound[keyword.arg] = keyword.value
        return bound

    def result_used(self, call: ast.AST) -> bool:
        """Whether the value of an expression is used; the last expression of a cell is: the notebook displays it."""
        above = self._parents.get(call)
        return not isinstance(above, ast.Expr) or above is self.tree.body[-1]

    # --- edits ---

    def replace(self, node: ast.AST, template: str, /, **holes: ast.AST) -> Replace:
        return Replace(self.span(node), template, {k: self.span(v) for k, v in holes.items()})

    def rename_attribute(self, node: ast.Attribute, new: str) -> RenameAttribute:
        return RenameAttribute(self.span(node), new)

    def edit_call(self, call: ast.Call, *, holes: Mapping[str, ast.AST] | None = None, **changes: Any) -> EditCall:
        """Change a call's arguments; `changes` are the fields of `EditCall`."""
        return EditCall(self.span(call), holes={k: self.span(v) for k, v in (holes or {}).items()}, **changes)

    def insert(self, statement: ast.stmt, template: str, /, *, after: bool = False, **holes: ast.AST) -> InsertStatement:
        return InsertStatement(self.span(statement), template, after, {k: self.span(v) for k, v in holes.items()})

    def replace_statement(self, statement: ast.stmt, template: str, /, **holes: ast.AST) -> ReplaceStatement:
        return ReplaceStatement(self.span(statement), template, {k: self.span(v) for k, v in holes.items()})
