"""The two ends of a migration: the target's versions, and the vintage the notebook was written for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from apidb.versions import older


@dataclass(frozen=True, slots=True)
class Target:
    """Versions of the environment that the notebook must run in, by import name; `python` is one of them."""

    versions: Mapping[str, str]
    source: str = ""  # where they come from, for the report

    def version(self, library: str) -> str | None:
        return self.versions.get(library)

    def reached(self, library: str, version: str) -> bool:
        """Whether the target has `library` at `version` or newer; False where it does not have the library."""
        have = self.versions.get(library)
        return have is not None and not older(have, version)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The releases that a notebook may have been written for: from `oldest` to `newest`, both inclusive."""

    oldest: str | None = None
    newest: str | None = None
    because: str = ""


@dataclass(frozen=True, slots=True)
class Vintage:
    """For each import name the interval of releases; a library that is missing may be of any age."""

    bounds: Mapping[str, Bounds] = field(default_factory=dict)

    def before(self, library: str, version: str) -> bool:
        """True where every release of the interval is older than `version`; False where not, or not known."""
        newest = self.bounds.get(library, Bounds()).newest
        return newest is not None and older(newest, version)

    def since(self, library: str, version: str) -> bool:
        """True where every release of the interval is `version` or newer; False where not, or not known."""
        oldest = self.bounds.get(library, Bounds()).oldest
        return oldest is not None and not older(oldest, version)

    def within(self, library: str, since: str | None, until: str | None) -> bool:
        """True where every release of the interval lies in [since, until)."""
        return (since is None or self.since(library, since)) and (until is None or self.before(library, until))

    def release(self, library: str) -> str | None:
        """The release to look symbols up in: the newest of the interval, else the oldest, else None."""
        bounds = self.bounds.get(library, Bounds())
        return bounds.newest or bounds.oldest


class Due(Enum):
    """Whether a change lies between vintage and target."""

    NO = "the target still has the old form, or the code was written after the change"
    UNTOLD = "a silent change, and the code's age is not known"
    YES = "the change lies between the two"


def due(library: str, until: str, *, silent: bool, target: Target, vintage: Vintage) -> Due:
    """Does a change of `library` at `until` concern this migration?

    A `silent` change raises no error on the target, so the code's age must be known; the other kind tells its age by failing.
    Without `until` the rule covers several releases, and asks the eras itself.
    """
    if not until:
        return Due.NO if target.version(library) is None else Due.YES
    if not target.reached(library, until) or vintage.since(library, until):
        return Due.NO
    if silent and not vintage.before(library, until):
        return Due.UNTOLD
    return Due.YES
