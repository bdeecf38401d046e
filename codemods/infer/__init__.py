"""What does each expression of the notebook hold? One forward pass over the trees of all its cells."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from codemods.infer.builtins import BUILTIN_NAMES
from codemods.infer.expressions import EVALUATORS
from codemods.infer.frames import FRAME
from codemods.infer.functions import call_user, unknown_arguments
from codemods.infer.knowledge import Chain, Knowledge, Nothing
from codemods.infer.machine import ExhaustedError, FunctionInfo, Machine
from codemods.infer.rules import load_standard
from codemods.infer.scope import Scope
from codemods.infer.sites import SITE
from codemods.infer.statements import run
from codemods.infer.values import CLASSES, NEVER, join, receiver, transform_instances, with_facts
from codemods.nodes import walk
from codemods.types import UNKNOWN, Instance, Types, UserClass, UserFunction, UserInstance, class_name

if TYPE_CHECKING:
    from apidb import Catalog

__all__ = ["Chain", "Inference", "Knowledge", "Nothing", "infer", "knowledge_of", "run_cells", "short"]

_STACK = 20_000  # Python frames: chains of hundreds of calls are evaluated recursively


def infer(
    cells: Sequence[tuple[int, ast.Module]],
    knowledge: Knowledge,
    *,
    modules: Mapping[str, ast.Module] | None = None,
    order: Sequence[int] = (),
    seen: Mapping[ast.expr, Types] | None = None,
) -> Inference:
    """Infer the types of all expressions of a notebook.

    `cells`: the index and syntax tree of each code cell, in order; their nodes are the keys of the result.
    `modules`: the user's own modules beside the notebook, by import name. `order`: the indices of the cells as they were
    last run, if that is another order: then types are what both orders give, and a name that nothing has bound yet
    where its cell stands is what it was then. `seen`: the one type that a run saw in the place of an expression: it
    settles what is unknown or one of several. Never raises for odd code: what can't be followed is unknown.
    """
    machine = Machine(knowledge, modules or {}, seen or {}, evaluate=EVALUATORS)
    load_standard()
    if order:
        places = {index: place for place, index in enumerate(order)}
        again = machine.another()
        run_cells(again, sorted(cells, key=lambda cell: places.get(cell[0], len(places))))
        machine.elsewhere = again.types
    run_cells(machine, cells)
    _reconcile(machine)
    return Inference(cells, machine)


def run_cells(machine: Machine, cells: Sequence[tuple[int, ast.Module]]) -> None:
    """Run the cells in this order on the machine, then the functions that nothing called."""
    with _deep_stack():
        for _, tree in cells:
            for statement in tree.body:
                machine.epoch += 1
                machine.memo.clear()
                _safely(machine, statement, machine.scope)
        _run_uncalled(machine)


def _reconcile(machine: Machine) -> None:
    """Where the cells run in another order give an expression something else, it may be either."""
    for node, types in machine.elsewhere.items():
        found = machine.types.get(node, UNKNOWN)
        if found != types and UNKNOWN not in (found, types) and NEVER not in (found, types):
            machine.types[node] = join(found, types)
            if set(map(class_name, found)) != set(map(class_name, types)):
                machine.disputed.add(node)


def knowledge_of(catalog: Catalog, near: Callable[[str], str | None] = lambda name: None) -> Knowledge:
    """All that is known: the shipped type tables, then the database, looked up in the release `near(import name)`."""
    from codemods.infer.database import Database
    from codemods.infer.tables import Tables

    return Chain(Tables(), Database(catalog, near))


class Inference:
    """The outcome: types of nodes, by identity."""

    def __init__(self, cells: Sequence[tuple[int, ast.Module]], machine: Machine) -> None:
        self._cells = cells
        self._machine = machine
        self._cell_of: dict[ast.AST, int] | None = None
        self._public: dict[Types, Types] = {}

    @property
    def patched(self) -> frozenset[str]:
        """Paths of library attributes that the notebook assigns: from there on they are the user's."""
        return frozenset(self._machine.patched)

    def types(self, node: ast.expr) -> Types:
        """What the expression may be, over all the ways in which it is reached; empty: unknown."""
        types = self._machine.types.get(node)
        if types is None:
            return UNKNOWN
        found = self._public.get(types)
        if found is None:
            found = self._public[types] = UNKNOWN if types == NEVER else transform_instances(types, _public)
        return found

    def classes(self, node: ast.expr) -> int | None:
        """How many different values a run saw the expression hold; None: not told."""
        for kind in self._machine.seen.get(node, UNKNOWN):
            if isinstance(kind, Instance) and (told := kind.fact(CLASSES)) is not None:
                return int(told)
        return None

    def receiver(self, node: ast.expr) -> Types:
        """As `types`, for an object that has something done to it: not None."""
        return receiver(self.types(node))

    def shadowed(self, node: ast.Attribute) -> bool:
        """May the attribute be the user's own: a column, an attribute of the user's class, a patched one?"""
        machine = self._machine
        for kind in self.receiver(node.value):
            match kind:
                case UserInstance(key=key):
                    own = machine.find_method(key, node.attr) is not None or machine.find_attribute(key, node.attr) is not None
                    if own or machine.classes[key].unknown_base:
                        return True
                case Instance(name=name):
                    if any(f"{base}.{node.attr}" in machine.patched for base in machine.mro(name)):
                        return True
                    if name == FRAME and node.attr in machine.columns and node not in machine.callees:
                        return True
        return False

    def mro(self, name: str) -> tuple[str, ...]:
        """The library class and its bases, by identity, nearest first."""
        return self._machine.mro(name)

    def accesses(self) -> Iterator[tuple[int, ast.Attribute, Types]]:
        """Every attribute access of the cells that was reached: cell, node, types of the receiver."""
        for cell, tree in self._cells:
            for node in walk(tree):
                if isinstance(node, ast.Attribute) and node.value in self._machine.types:
                    yield cell, node, self.receiver(node.value)

    def reached(self, node: ast.expr) -> bool:
        """Did the pass come by this expression?"""
        return node in self._machine.types

    def origin(self, node: ast.expr) -> ast.AST | None:
        """For a name: the expression, import or definition that bound it last (of a loop or an unpacking: the whole)."""
        return self._machine.origins.get(node)

    @property
    def order_matters(self) -> list[tuple[int, ast.Name]]:
        """Cell and place of the names that hold something else, or anything at all, in the order of the last run."""
        disputed = self._machine.disputed
        return [(c, n) for c, tree in self._cells for n in walk(tree) if isinstance(n, ast.Name) and n in disputed]

    def module_of(self, kind: UserInstance | UserClass | UserFunction) -> str:
        """The module that defines a class or function of the user's: `__main__`, or one of those that it imports."""
        machine = self._machine
        if not machine.modules:
            return "__main__"
        if isinstance(kind, UserFunction):
            definition: ast.AST | None = machine.functions[kind.key].node
        else:
            definition = next((node for node, key in machine.class_keys.items() if key == kind.key), None)
        return next((name for name, tree in machine.modules.items() if any(n is definition for n in walk(tree))), "__main__")

    def because(self, node: ast.expr) -> str:
        """Why the node has its type, in one line; empty: nothing is known."""
        if not self.types(node):
            return ""
        origin = self._machine.origins.get(node)
        if node in self._machine.disputed:
            return f"{short(node)} is what the order of the last run gives, which is not that of the cells"
        if isinstance(node, ast.Name) and origin is not None:
            where = self.place(origin)
            match origin:
                case ast.Import() | ast.ImportFrom():
                    return f"{node.id} is imported{where}"
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    return f"{node.id} is defined{where}"
                case _:
                    return f"{node.id} comes from {short(origin)}{where}"
        if isinstance(node, ast.Name):
            return f"{node.id} is built in" if node.id in BUILTIN_NAMES else f"{node.id} is what its function is called with"
        return f"result of {short(node)}" if not isinstance(node, ast.Constant) else "literal"

    def place(self, node: ast.AST) -> str:
        """` in cell 3, line 2`; empty for what is not in the notebook's cells."""
        if self._cell_of is None:
            self._cell_of = {inner: cell for cell, tree in self._cells for inner in walk(tree)}
        cell = self._cell_of.get(node)
        line = getattr(node, "lineno", None)
        return f" in cell {cell}, line {line}" if cell is not None else ""


def _public(kind: Instance) -> Instance:
    return with_facts(kind, **{SITE: None}) if kind.fact(SITE) is not None else kind


def short(node: ast.AST) -> str:
    """The code of a node in one line of at most 60 characters."""
    try:
        text = " ".join(ast.unparse(node).split())
    except RecursionError:
        return "…"
    return text if len(text) <= 60 else f"{text[:57]}…"


def _safely(machine: Machine, statement: ast.stmt, scope: Scope) -> None:
    """Run a statement; if it is too deep or too much, what it may bind is unknown."""
    try:
        run(machine, statement, scope)
    except (RecursionError, ExhaustedError):
        machine.frames.clear()
        machine.exits.clear()
        machine.recording = True
        for node in walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
                scope.names[node.id] = UNKNOWN
        for inner in walk(statement):
            if isinstance(inner, ast.expr):
                machine.types[inner] = UNKNOWN


def _run_uncalled(machine: Machine) -> None:
    """Functions that nothing called, or that were handed to others: run with arguments that may be anything."""
    latest: dict[ast.AST, tuple[int, FunctionInfo]] = {}
    done: set[ast.AST] = set()
    for _ in range(4):  # running one may define others
        for key, info in enumerate(machine.functions):
            latest[info.node] = (key, info)
        pending = [
            (node, key)
            for node, (key, info) in latest.items()
            if node not in done and (info.node not in machine.called or info.node in machine.escaped)
        ]
        if not pending:
            return
        machine.epoch += 1
        for node, key in pending:
            done.add(node)
            if machine.functions[key].owner is not None:
                machine.dry(lambda key=key: _try_call(machine, key))  # type: ignore[misc]
        for _, key in pending:
            _try_call(machine, key)


def _try_call(machine: Machine, key: int) -> None:
    try:
        call_user(machine, key, unknown_arguments(machine, key))
    except (RecursionError, ExhaustedError):
        machine.frames.clear()
        machine.exits.clear()


@contextmanager
def _deep_stack() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _STACK))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
