"""What the API-change database says: the records that leave this room."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class ParameterKind(StrEnum):
    POSITIONAL_ONLY = "po"
    POSITIONAL_OR_KEYWORD = "pk"
    KEYWORD_ONLY = "ko"
    VAR_POSITIONAL = "va"
    VAR_KEYWORD = "vk"


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    kind: ParameterKind
    default: str | None = None  # source text; None: required


@dataclass(frozen=True, slots=True)
class Signature:
    """Parameters in order, without `self`/`cls` where the callable is reached through an instance or class."""

    parameters: tuple[Parameter, ...]

    def get(self, name: str) -> Parameter | None:
        return next((p for p in self.parameters if p.name == name), None)

    @property
    def positional(self) -> tuple[Parameter, ...]:
        """Parameters that a caller may fill by position, in order."""
        kinds = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)
        return tuple(p for p in self.parameters if p.kind in kinds)

    @property
    def takes_any_keyword(self) -> bool:
        return any(p.kind is ParameterKind.VAR_KEYWORD for p in self.parameters)

    @property
    def takes_any_position(self) -> bool:
        return any(p.kind is ParameterKind.VAR_POSITIONAL for p in self.parameters)


class SymbolKind(StrEnum):
    MODULE = "module"
    CLASS = "class"
    FUNCTION = "function"
    ATTRIBUTE = "attribute"


@dataclass(frozen=True, slots=True)
class Symbol:
    """One object of a library, as one release has it.

    `path` is the spelling that was asked for, `name` the best public spelling (the identity that types and recipes
    use), `canonical` where it is defined. `owner` is the class that a member is inherited from, by `name`.
    """

    path: str
    name: str
    canonical: str
    kind: SymbolKind
    release: str
    signature: Signature | None = None
    bases: tuple[str, ...] = ()
    owner: str | None = None


class ChangeKind(StrEnum):
    REMOVED = "removed"
    MOVED = "moved"
    RENAMED = "renamed"
    KEYWORD_RENAMED = "keyword_renamed"
    KEYWORD_REMOVED = "keyword_removed"
    KEYWORD_ONLY = "keyword_only"
    DEFAULT_CHANGED = "default_changed"
    VALUE_RENAMED = "value_renamed"
    VALUE_REMOVED = "value_removed"


class Confidence(StrEnum):
    CERTAIN = "certain"  # acted on
    LIKELY = "likely"  # shown with the finding
    HINT = "hint"  # a suggestion at most


@dataclass(frozen=True, slots=True)
class Change:
    """What became of something, in the first release that no longer has the old form."""

    kind: ChangeKind
    symbol: str  # public path, e.g. sklearn.preprocessing.OneHotEncoder
    old: str | None  # keyword, default or value; None where the symbol itself changed
    new: str | None  # the replacement: a full path, a keyword, a default; None: none known
    release: str
    confidence: Confidence
    evidence: str  # the words or the comparison that say so
    place: str = ""  # module and release where the evidence stands


@dataclass(frozen=True, slots=True)
class Release:
    version: str
    date: str  # ISO date of the first upload


@dataclass(frozen=True, slots=True)
class Interval:
    """Existence: from `since` (first release seen with it) until `until` (first release without it; None: still there)."""

    since: str
    until: str | None


@dataclass(frozen=True, slots=True)
class History:
    """The whole story of one public path."""

    path: str
    intervals: tuple[Interval, ...]
    changes: tuple[Change, ...] = field(default=())
