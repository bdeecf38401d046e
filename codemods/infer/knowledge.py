"""What inference asks of the world: names of libraries, classes, and what functions return."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

Spec = list[Any]  # alternatives: a class name, "self", ["T", [spec, …]], ["L", spec], ["D", spec, spec]
Kind = Literal["module", "class", "function", "attribute"]


@dataclass(frozen=True, slots=True)
class Entity:
    """What a dotted path denotes: its kind and its identity (the best public name)."""

    kind: Kind
    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """A method or attribute of a class, wherever in the bases it stands. `spec`: what it returns or is, if known."""

    kind: Kind
    spec: Spec | None


class Knowledge(Protocol):
    """Facts about libraries. Every answer may be "not known": None or empty."""

    def known(self, library: str) -> bool:
        """Is anything known about the library of this import name?"""
        ...

    def entity(self, path: str) -> Entity | None:
        """What the dotted path denotes, in any release that has it."""
        ...

    def star(self, module: str) -> Iterable[str]:
        """The names that `from module import *` binds."""
        ...

    def bases(self, name: str) -> tuple[str, ...]:
        """The direct bases of a class, by identity."""
        ...

    def returns(self, name: str) -> Spec | None:
        """What the function of this identity returns, or what type the module attribute has."""
        ...

    def member(self, name: str, attribute: str) -> Member | None:
        """The member that the class itself defines (not through bases)."""
        ...


class Nothing:
    """No knowledge: what remains is the reviewed rules."""

    def known(self, library: str) -> bool:
        return False

    def entity(self, path: str) -> Entity | None:
        return None

    def star(self, module: str) -> Iterable[str]:
        return ()

    def bases(self, name: str) -> tuple[str, ...]:
        return ()

    def returns(self, name: str) -> Spec | None:
        return None

    def member(self, name: str, attribute: str) -> Member | None:
        return None


class Chain:
    """Several sources of knowledge: the first that knows answers."""

    def __init__(self, *sources: Knowledge) -> None:
        self.sources = sources

    def known(self, library: str) -> bool:
        return any(source.known(library) for source in self.sources)

    def entity(self, path: str) -> Entity | None:
        return next((entity for s in self.sources if (entity := s.entity(path)) is not None), None)

    def star(self, module: str) -> Iterable[str]:
        return next((names for s in self.sources if (names := tuple(s.star(module)))), ())

    def bases(self, name: str) -> tuple[str, ...]:
        return next((bases for s in self.sources if (bases := s.bases(name))), ())

    def returns(self, name: str) -> Spec | None:
        return next((spec for s in self.sources if (spec := s.returns(name))), None)

    def member(self, name: str, attribute: str) -> Member | None:
        found: Member | None = None
        for source in self.sources:
            member = source.member(name, attribute)
            if member is not None and member.spec:
                return member
            found = found or member
        return found
