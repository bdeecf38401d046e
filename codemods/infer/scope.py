"""Environments: which name holds what, and how two ways through the code meet."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from codemods.infer.sites import sites
from codemods.infer.values import join
from codemods.types import Types

Changes = dict[str, Types | None]  # what names hold at the end of a way through the code; None: not bound there


class Names(dict[str, Types]):
    """The names of a scope. While a way through a branch runs, what its names held before is kept: a branch costs what it
    changes, not what there is."""

    __slots__ = ("_before",)

    def __init__(self) -> None:
        super().__init__()
        self._before: list[Changes] = []  # for each way under way, one within another

    def __setitem__(self, name: str, types: Types) -> None:
        if self._before:
            self._before[-1].setdefault(name, self.get(name))
        super().__setitem__(name, types)

    def remove(self, name: str) -> None:
        """The name is not bound any more."""
        if name in self:
            if self._before:
                self._before[-1].setdefault(name, self[name])
            del self[name]

    def learn(self, known: Mapping[str, Types]) -> None:
        """Set several names."""
        for name, types in known.items():
            self[name] = types

    @property
    def depth(self) -> int:
        """How many ways are under way."""
        return len(self._before)

    def enter(self) -> None:
        """A way begins."""
        self._before.append({})

    def leave(self) -> Changes:
        """The way that began last ends: all names are as they were before it. Gives what it changed."""
        before = self._before.pop()
        changes = {name: self.get(name) for name in before}
        for name, types in before.items():
            if types is not None:
                super().__setitem__(name, types)
            else:
                self.pop(name, None)
        return changes

    def since(self, depth: int) -> Changes:
        """What is different now from when only so many ways were under way."""
        return {name: self.get(name) for before in self._before[depth:] for name in before}

    def meet(self, ends: Sequence[Changes]) -> None:
        """Several ways join: a name keeps every value that it may have; not bound on one way adds nothing."""
        for name in dict.fromkeys(chain.from_iterable(ends)):
            before = self.get(name)
            held = [types for end in ends if (types := end.get(name, before)) is not None]
            if held:
                self[name] = join(*held)
            else:
                self.remove(name)


@dataclass(slots=True)
class Scope:
    """The names of a module, a function call, a class body or a comprehension."""

    parent: Scope | None = None
    names: Names = field(default_factory=Names)
    origins: dict[str, ast.AST] = field(default_factory=dict)  # the expression that each name was bound to last
    outer: dict[str, Scope] = field(default_factory=dict)  # names declared global or nonlocal
    transparent: bool = False  # comprehension: an assignment expression binds in the parent
    framed: dict[str, set[str]] = field(default_factory=dict)  # of a module: the names that may hold the frames of a site
    package: str = ""  # of a module: the package that it belongs to, or is

    def get(self, name: str) -> Types | None:
        """What `name` holds here or in the enclosing scopes; None: not bound."""
        scope: Scope | None = self.outer.get(name, self)
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def holder(self, name: str) -> Scope | None:
        """The scope in which `name` is bound."""
        scope: Scope | None = self.outer.get(name, self)
        while scope is not None and name not in scope.names:
            scope = scope.parent
        return scope

    def bind(self, name: str, types: Types, origin: ast.AST | None = None) -> None:
        """Assign. Another scope's name may be read before or after this call, so there the old value stays possible."""
        target = self.outer.get(name, self)
        if target is not self and name in target.names:
            types = join(target.names[name], types)
        target.names[name] = types
        target.note(name)
        if origin is not None:
            target.origins[name] = origin

    def note(self, name: str) -> None:
        """The name may hold other frames now than before."""
        if self.parent is None:
            for site in sites(self.names[name]):
                self.framed.setdefault(site, set()).add(name)

    def holding(self, site: str | None) -> list[str]:
        """The names that may hold a frame made at this site, as far as that can be told: a module may have very many."""
        if self.parent is not None or site is None:
            return list(self.names)
        return [name for name in (*self.framed.get(site, ()), *self.framed.get("", ())) if name in self.names]

    def unbind(self, name: str) -> None:
        self.outer.get(name, self).names.remove(name)

    @property
    def top(self) -> Scope:
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope
