"""For which releases was the notebook written? An interval for each library, from what is known and no more.

Sources, the strongest first: what the user says (`--was`, `--as-of`), versions in saved outputs, the symbols and keywords
that the code uses (it can't have been written for a release that lacks them), how saved outputs look, the kernel's Python,
dates in the metadata.
A bound on one library bounds the others by its date.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING

from apidb import ParameterKind
from apidb.names import source_of
from apidb.versions import older
from codemods.era import Bounds, Vintage
from codemods.printed import Printed

if TYPE_CHECKING:
    from apidb import Catalog, Library

# Last day of support of each Python (PEP 373, 429, 478, 494, 537, 569, 596, 619, 664): later releases of the libraries
# do not install on it.
_PYTHON_ENDS = {
    "2.7": "2020-04-20", "3.3": "2017-09-29", "3.4": "2019-03-18", "3.5": "2020-09-30", "3.6": "2021-12-23",
    "3.7": "2023-06-27", "3.8": "2024-10-07", "3.9": "2025-10-31", "3.10": "2026-10-31",
}  # fmt: skip

# SciPy still takes these where a signature has rng (its decorator for SPEC 7 is not to be seen in the signature).
SEEDS = ("random_state", "seed")

# From here on scikit-learn's estimators show only the parameters that differ from their defaults (release notes of 0.23).
_BRIEF = "0.23"
_NAMED = (ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY)
_TELLING = 3  # parameters: with fewer it may be all that was changed

# An environment is not upgraded as one: what is known of one library bounds the others with this much slack.
_SLACK = timedelta(days=180)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known before the code is looked at."""

    was: Mapping[str, str]  # import name → version, told by the user
    as_of: str | None = None  # ISO date, told by the user
    seen: Mapping[str, str] | None = None  # import name → version, from saved outputs
    python: str | None = None  # the kernel's language version
    dates: tuple[str, ...] = ()  # ISO dates in the metadata
    printed: Printed = field(default_factory=Printed)  # how saved outputs look


def vintage_of(
    evidence: Evidence,
    used: Iterable[str],
    imported: Iterable[str],
    catalog: Catalog,
    keywords: Mapping[str, Collection[str]] = MappingProxyType({}),
) -> Vintage:
    """The interval for every library of `imported` (import names).

    Args: `used`: the full paths of the symbols used. `keywords`: full path of what is called → the keywords given.
    """
    libraries = {lib.imports[0]: lib for name in imported if (lib := catalog.library(name)) is not None}
    bounds = {name: Bounds(v, v, "told by the user") for name, v in evidence.was.items()}
    for name, version in (evidence.seen or {}).items():
        bounds.setdefault(name, Bounds(version, version, "printed in a saved output"))
    python = evidence.was.get("python") or evidence.python
    if python:
        bounds.setdefault("python", Bounds(python, python, "its language version"))
    latest: list[tuple[date, str]] = []
    if evidence.as_of:
        latest.append((date.fromisoformat(evidence.as_of), f"as of {evidence.as_of}"))
    if python and (end := _PYTHON_ENDS.get(".".join(python.split(".")[:2]))):
        latest.append((date.fromisoformat(end), f"Python {python}"))
    latest += [(date.fromisoformat(d), f"saved on {d}") for d in evidence.dates]
    from_code = _from_symbols(used, libraries)
    for name, bound in _from_keywords(keywords, libraries).items():
        have = from_code.get(name, Bounds())
        if bound.newest and (have.newest is None or older(bound.newest, have.newest)):
            oldest = have.oldest if have.oldest and not older(bound.newest, have.oldest) else None
            from_code[name] = Bounds(oldest, bound.newest, bound.because)
    for name, bound in _from_printed(evidence.printed, used, libraries).items():
        from_code[name] = _narrowed(from_code.get(name, Bounds()), bound)
    for name, bound in {**from_code, **bounds}.items():
        if name in libraries and bound.newest and (end_date := _superseded(libraries[name], bound.newest)):
            latest.append((end_date + _SLACK, f"{name} {bound.newest} or older"))
    until = min(latest, default=None)
    for name, library in libraries.items():
        if name in bounds:
            continue
        known = from_code.get(name, Bounds())
        newest, because = known.newest, known.because
        if until is not None and (dated := _as_of(library, until[0])) and (newest is None or older(dated, newest)):
            newest, because = dated, until[1]
        oldest = known.oldest
        if oldest and newest and older(newest, oldest):
            oldest = None  # what the date says and what the code says contradict each other: the date is the surer
        if newest or oldest:
            bounds[name] = Bounds(oldest, newest, because)
    if "keras" not in evidence.was and (newest := bounds.get("tensorflow", Bounds()).newest):
        bounds["keras"] = Bounds(None, _keras_of(newest), f"the keras of tensorflow {newest} or older")
    return Vintage(bounds)


def _narrowed(known: Bounds, other: Bounds) -> Bounds:
    """What both say; `known` alone where they contradict each other."""
    both = _within(known, other.oldest, other.newest, other.because)
    return known if both.oldest and both.newest and older(both.newest, both.oldest) else both


def _within(bounds: Bounds, oldest: str | None, newest: str | None, because: str) -> Bounds:
    later_start = oldest is not None and (bounds.oldest is None or older(bounds.oldest, oldest))
    sooner_end = newest is not None and (bounds.newest is None or older(newest, bounds.newest))
    return Bounds(
        oldest if later_start else bounds.oldest,
        newest if sooner_end else bounds.newest,
        because if sooner_end else bounds.because,
    )


def _from_printed(printed: Printed, used: Iterable[str], libraries: Mapping[str, Library]) -> dict[str, Bounds]:
    """The releases whose outputs look like the saved ones."""
    found: dict[str, Bounds] = {}
    oldest, newest = printed.tables
    if "pandas" in libraries and (oldest or newest):
        found["pandas"] = Bounds(oldest, newest, f"saved tables as pandas {newest or oldest} wrote them")
    for path in sorted(used) if printed.parameters else ():
        shown = printed.parameters.get(path.rpartition(".")[2])
        library = libraries.get(path.partition(".")[0])
        if shown is None or library is None:
            continue
        for names in shown:
            if (bound := _showing(path, names, library)) is not None:
                name = library.imports[0]
                found[name] = _narrowed(found.get(name, Bounds()), bound)
    return found


def _showing(path: str, names: frozenset[str], library: Library) -> Bounds | None:
    """The releases in which the objects of a class had just these parameters."""
    if len(names) < _TELLING or (path.startswith("sklearn.model_selection.") and not path.endswith("SearchCV")):
        return None
    fitting = [
        release.version
        for release in library.releases
        if (library.imports[0] != "sklearn" or older(release.version, _BRIEF))
        and (then := library.resolve(path, release.version)) is not None
        and then.signature is not None
        and {p.name for p in then.signature.parameters if p.kind in _NAMED} == names
    ]
    return Bounds(fitting[0], fitting[-1], f"{path.rpartition('.')[2]} was shown as by {fitting[-1]}") if fitting else None


def _keras_of(tensorflow: str) -> str:
    """The release of keras that is the newest one with the behaviour of this tensorflow's keras."""
    if older(tensorflow, "2.0"):
        return "2.2.5"
    if older(tensorflow, "2.6"):
        return "2.4.3"
    return tensorflow if older(tensorflow, "2.16") else "3.999"


def _from_symbols(used: Iterable[str], libraries: Mapping[str, Library]) -> dict[str, Bounds]:
    """The releases that have every symbol used; where no release does, nothing is claimed."""
    found: dict[str, Bounds] = {}
    for path in sorted(set(used)):
        name = path.partition(".")[0]
        library = libraries.get(name)
        if library is None or "." not in path:
            continue
        first = library.releases[0].version
        if library.has(path, first) and library.has(path, library.newest):
            continue  # always there: it tells nothing
        intervals = library.intervals(path)
        if not intervals:
            continue
        have = found.get(name, Bounds())
        oldest, newest, because = have.oldest, have.newest, have.because
        since, until = intervals[0].since, intervals[-1].until
        if since != first and (oldest is None or older(oldest, since)) and not _came_with_its_class(path, since, library):
            oldest = since
        if until is not None and library.absent(path, library.newest) and not _went_with_its_class(path, until, library):
            last = before(library, until)
            if last and (newest is None or older(last, newest)):
                newest, because = last, f"uses {path}"
        found[name] = Bounds(oldest, newest, because)
    # Where the two contradict each other, what is gone is the surer evidence: mining may have seen a symbol late.
    return {
        n: Bounds(None, b.newest, b.because) if b.oldest and b.newest and older(b.newest, b.oldest) else b
        for n, b in found.items()
    }


def _from_keywords(keywords: Mapping[str, Collection[str]], libraries: Mapping[str, Library]) -> dict[str, Bounds]:
    """The newest release that takes every keyword given; a call that takes any keyword tells nothing."""
    found: dict[str, Bounds] = {}
    for path, given in sorted(keywords.items()):
        library = libraries.get(path.partition(".")[0])
        now = library.resolve(path, library.newest) if library is not None else None
        if library is None or now is None or now.signature is None or now.signature.takes_any_keyword:
            continue
        for keyword in given:
            if keyword in SEEDS and now.signature.get("rng") is not None:
                continue
            if now.signature.get(keyword) is None and (last := _last_with(path, keyword, library)) is not None:
                name = library.imports[0]
                have = found.get(name, Bounds()).newest
                if have is None or older(last, have):
                    found[name] = Bounds(None, last, f"passes {keyword}= to {path}")
    return found


def _last_with(path: str, keyword: str, library: Library) -> str | None:
    """The newest release whose signature of `path` has a parameter; None if no release had it."""
    for release in reversed(library.releases):
        then = library.resolve(path, release.version)
        if then is None or then.signature is None or then.signature.takes_any_keyword:
            return None
        if then.signature.get(keyword) is not None:
            return release.version
    return None


def _came_with_its_class(path: str, since: str, library: Library) -> bool:
    """Whether a member is as old as what is known of its class, which may have gone by another name before."""
    owner = library.resolve(path.rpartition(".")[0], since)
    if owner is None or owner.kind.value != "class":
        return False
    intervals = library.intervals(owner.path)
    if intervals and intervals[0].since == since:
        return True
    # An extension type of which the releases before only tell the name: its members are seen late.
    last = before(library, since)
    then = library.resolve(owner.path, last) if last else None
    return then is not None and then.kind.value != "class"


def _went_with_its_class(path: str, until: str, library: Library) -> bool:
    """Whether a member is missing only because the name of its class is, as that of an accessor that moved."""
    owner = path.rpartition(".")[0]
    last = before(library, until)
    symbol = library.resolve(owner, last) if last else None
    if symbol is None or symbol.kind.value != "class":
        return False
    intervals = library.intervals(symbol.path)
    return bool(intervals) and intervals[-1].until == until


def before(library: Library, version: str) -> str | None:
    """The last release before a version; None where there is none."""
    previous = None
    for release in library.releases:
        if not older(release.version, version):
            return previous
        previous = release.version
    return previous


def _superseded(library: Library, version: str) -> date | None:
    """When the release after `version` came out: from then on it was no longer the newest."""
    for release in library.releases:
        if older(version, release.version) and release.version.split(".")[:2] != version.split(".")[:2]:
            return date.fromisoformat(release.date[:10])
    return None


def _as_of(library: Library, day: date) -> str | None:
    """The newest release that may have been out on that day.

    Where the last patch of a minor stands for it, the minor itself came out on an earlier day that is not known. A library
    of which the old releases are not mined was then at most at the first that is; any other was not there yet: None.
    """
    out = [date.fromisoformat(r.date[:10]) <= day for r in library.releases]
    if True not in out:
        return library.releases[0].version if source_of(library.name).since != "0" else None
    last = len(out) - 1 - out[::-1].index(True)
    following = library.releases[last + 1 : last + 2]
    patched = [r.version for r in following if len(parts := r.version.split(".")) > 2 and parts[2] != "0"]
    return patched[0] if patched else library.releases[last].version
