"""Environments: which name holds what, and how two ways through the code meet."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from codemods.infer.sites import sites
from codemods.infer.values import join
from codemods.types import Types

Names = dict[str, Types]


@dataclass(slots=True)
class Scope:
    """The names of a module, a function call, a class body or a comprehension."""

    parent: Scope | None = None
    names: Names = field(default_factory=dict)
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
        self.outer.get(name, self).names.pop(name, None)

    def origin(self, name: str) -> ast.AST | None:
        holder = self.holder(name)
        return holder.origins.get(name) if holder else None

    @property
    def top(self) -> Scope:
        scope = self
        while scope.parent is not None:
            scope = scope.parent
        return scope


def meet(states: list[Names]) -> Names:
    """The state where several ways join: a name keeps every value it may have; not bound on one way adds nothing."""
    if len(states) == 1:
        return states[0]
    merged: Names = {}
    for state in states:
        for name, types in state.items():
            old = merged.get(name)
            merged[name] = types if old is None or old is types else join(old, types)
    return merged
