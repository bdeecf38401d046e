"""The state of one inference: what is known so far, and the bounds that keep the work small."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from codemods.infer.knowledge import Knowledge, Member
from codemods.infer.scope import Changes, Scope
from codemods.infer.values import DEEPEST, depth, join, receiver, settled, shallow
from codemods.types import Instance, Type, Types, UserInstance

STEPS = 400_000  # expressions evaluated per notebook
DEPTH = 8  # user functions inlined within one another
RECURSION = 2  # times that one function may be under way

Body = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class ExhaustedError(Exception):
    """The work for this notebook is bounded, and the bound is reached."""


@dataclass(slots=True)
class FunctionInfo:
    """A function of the user's: its tree, the scope it was defined in, the class it is a method of."""

    node: Body
    scope: Scope
    owner: int | None = None
    defaults: Mapping[str, Types] = field(default_factory=dict)
    decorators: frozenset[str] = frozenset()  # identities or plain names


@dataclass(slots=True)
class ClassInfo:
    """A class of the user's. `attributes` holds what was ever assigned on the class or its instances."""

    name: str
    key: int
    library_bases: tuple[str, ...]
    user_bases: tuple[int, ...]
    unknown_base: bool
    attributes: dict[str, Types] = field(default_factory=dict)
    methods: dict[str, int] = field(default_factory=dict)
    fields: tuple[str, ...] = ()  # what calling the class takes, in order, where it has no `__init__`


@dataclass(slots=True)
class Frame:
    """A user function under way."""

    key: int
    scope: Scope
    returns: list[Types] = field(default_factory=list)
    yields: list[Types] = field(default_factory=list)


@dataclass(slots=True)
class Exits:
    """What a loop's body changed up to each break and continue; `depth`: of its scope's names where the body began."""

    depth: int
    changes: list[Changes] = field(default_factory=list)


@dataclass(slots=True)
class Machine:
    knowledge: Knowledge
    modules: Mapping[str, ast.Module]
    seen: Mapping[ast.expr, Types] = field(default_factory=dict)  # what a run saw there
    scope: Scope = field(default_factory=Scope)
    types: dict[ast.expr, Types] = field(default_factory=dict)
    origins: dict[ast.expr, ast.AST] = field(default_factory=dict)
    functions: list[FunctionInfo] = field(default_factory=list)
    classes: list[ClassInfo] = field(default_factory=list)
    user_modules: dict[str, Scope] = field(default_factory=dict)  # those imported so far, maybe still under way
    stars: list[str] = field(default_factory=list)  # libraries' modules of which everything was imported
    patched: dict[str, Types] = field(default_factory=dict)  # library attributes that the notebook assigns
    called: set[Body] = field(default_factory=set)
    escaped: set[Body] = field(default_factory=set)  # handed to code that may call them with anything
    callees: set[ast.expr] = field(default_factory=set)  # expressions that are called
    columns: set[str] = field(default_factory=set)  # names of columns assigned anywhere
    frames: list[Frame] = field(default_factory=list)
    exits: list[Exits] = field(default_factory=list)  # for each loop under way
    recording: bool = True
    loops: int = 0  # under way, one within another
    steps: int = STEPS
    epoch: int = 0  # counts top-level statements
    memo: dict[object, Types] = field(default_factory=dict)
    saved: dict[str, Types] = field(default_factory=dict)  # what the notebook wrote to the file of that name
    sites: dict[ast.AST, int] = field(default_factory=dict)
    function_keys: dict[tuple[int, int], int] = field(default_factory=dict)
    class_keys: dict[ast.AST, int] = field(default_factory=dict)
    linear: dict[str, tuple[str, ...]] = field(default_factory=dict)  # mro by class
    symbols: dict[str, Types] = field(default_factory=dict)  # what paths denote
    members: dict[tuple[str, str], Member | None] = field(default_factory=dict)  # by class and attribute
    elsewhere: Mapping[ast.expr, Types] = field(default_factory=dict)  # what expressions hold in another order of the cells
    disputed: set[ast.expr] = field(default_factory=set)  # for which that other order says something else
    evaluate: Mapping[type[ast.expr], Callable[[Machine, ast.expr, Scope], Types]] = field(default_factory=dict)

    def another(self) -> Machine:
        """A machine in its first state that knows functions and classes, and what was called, by the same numbers."""
        return replace(
            self, scope=Scope(), types={}, origins={}, user_modules={}, stars=[], patched={}, frames=[], exits=[],
            memo={}, saved={}, symbols={}, disputed=set(),
        )  # fmt: skip

    # --- expressions

    def eval(self, node: ast.expr, scope: Scope) -> Types:
        """The types of `node` in `scope`, noted for the result."""
        self.steps -= 1
        if self.steps < 0:
            raise ExhaustedError
        types = self.evaluate[type(node)](self, node, scope)
        if depth(types) > DEEPEST:
            types = shallow(types)
        if self.seen and (told := self.seen.get(node)) is not None:
            types = settled(types, told, self.is_a)
            if isinstance(node, ast.Name) and (holder := scope.holder(node.id)) is not None:
                holder.names[node.id] = types
                holder.note(node.id)
        if self.recording:
            old = self.types.get(node)
            self.types[node] = types if old is None or old is types else join(old, types)
        return types

    def eval_receiver(self, node: ast.expr, scope: Scope) -> Types:
        """As `eval`, for an object that is about to be used: not None."""
        return receiver(self.eval(node, scope))

    # --- classes

    def mro(self, name: str) -> tuple[str, ...]:
        """The class and its bases, nearest first, as far as known."""
        found = self.linear.get(name)
        if found is None:
            from codemods.infer.rules import BASES

            order: list[str] = []
            pending = [name]
            while pending:
                current = pending.pop(0)
                if current not in order and len(order) < 40:
                    order.append(current)
                    pending[:0] = [*BASES.get(current, ()), *self.knowledge.bases(current)]
            found = self.linear[name] = tuple(order)
        return found

    def is_a(self, kind: Type, *names: str) -> bool:
        """Is it an instance of one of these library classes, or of a subclass?"""
        match kind:
            case Instance(name=name):
                return any(base in names for base in self.mro(name))
            case UserInstance(bases=bases):
                return any(base in names for own in bases for base in self.mro(own))
            case _:
                return False

    # --- what the notebook does to libraries and columns

    def patch(self, path: str, types: Types) -> None:
        """The notebook assigns a library's attribute: from now on it is the user's."""
        entity = self.knowledge.entity(path)
        self.patched[entity.name if entity else path] = types
        self.patched[path] = types

    def note_columns(self, types: Types) -> None:
        """Strings used as labels of columns: an attribute of that name may be the column."""
        for kind in types:
            if isinstance(kind, Instance) and (value := kind.fact("value")) and value[:1] in "'\"":
                self.columns.add(value[1:-1])

    def find_method(self, key: int, name: str) -> int | None:
        """The function that implements the method in the user's class, or in one of the user's bases."""
        info = self.classes[key]
        if name in info.methods:
            return info.methods[name]
        return next((found for base in info.user_bases if (found := self.find_method(base, name)) is not None), None)

    def find_attribute(self, key: int, name: str) -> Types | None:
        """What the attribute was ever assigned, in the user's class or one of the user's bases."""
        info = self.classes[key]
        if name in info.attributes:
            return info.attributes[name]
        return next((t for base in info.user_bases if (t := self.find_attribute(base, name)) is not None), None)

    # --- work

    def dry(self, work: Callable[[], object]) -> None:
        """Do `work` for its effect on the state only, noting no types."""
        before, self.recording = self.recording, False
        try:
            work()
        finally:
            self.recording = before

    def live_scopes(self) -> Sequence[Scope]:
        """Every scope that code may still read: of the notebook, its functions under way and their closures."""
        scopes: dict[int, Scope] = {}
        starts = [self.scope, *(frame.scope for frame in self.frames), *self.user_modules.values()]
        for start in starts:
            scope: Scope | None = start
            while scope is not None and id(scope) not in scopes:
                scopes[id(scope)] = scope
                scope = scope.parent
        return tuple(scopes.values())
