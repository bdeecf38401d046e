"""Changed defaults as tables, and the fixers made of them: the old default is written where it is left out.

The module `codemods.fixers.LIBRARY_defaults` holds a library's table and calls `register`. Nothing raises an error, so a
default is written only where the whole vintage lies between two of its changes; elsewhere the finding is reported.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from codemods.dicts import spelled_out
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

Irrelevant = Callable[[ast.Call, Context], bool]


@dataclass(frozen=True, slots=True)
class Default:
    """One parameter of some callables and its old defaults: (until, value), the oldest first.

    `position`: where it may be passed by position. `none_too`: None means the default as well. `unless`: tells of a call
    that the parameter plays no part in it. `drop`: the parameter is gone in the target, nothing can be written: report.
    """

    parameter: str
    steps: tuple[tuple[str, str], ...]
    position: int = 99
    none_too: bool = False
    unless: Irrelevant | None = None

    @property
    def until(self) -> str:
        return self.steps[-1][0]


Table = Mapping[str, tuple[Default, ...]]


def register(
    library: str, table: Table, codes: Mapping[str, str], examples: Mapping[str, Sequence[Example | Same]] | None = None
) -> None:
    """Register one fixer for each release that ended defaults of `table`; `codes`: release → code.

    Raises:
        ValueError: a release has no code.
    """
    until = {d.until for defaults in table.values() for d in defaults}
    if missing := until - codes.keys():
        raise ValueError(f"{library}: no code for the defaults changed in {', '.join(sorted(missing))}")
    for release in sorted(until, key=lambda r: codes[r]):
        part = {name: mine for name, ds in table.items() if (mine := tuple(d for d in ds if d.until == release))}
        fixer(
            codes[release],
            on=tuple(f"call {name}" for name in part),
            library=library,
            until=release,
            why=f"defaults changed in {release}, and with them the numbers",
            silent=True,
            examples=tuple((examples or {}).get(release, ())),
            module=f"codemods.fixers.{library}_defaults",
        )(_Pin(library, part))


@dataclass(frozen=True, slots=True)
class _Pin:
    library: str
    table: Table

    def __call__(self, call: ast.Call, context: Context) -> Answer:
        name = called(call, context, self.table)
        return pin(call, context, self.library, self.table[name]) if name is not None else None


def pin(call: ast.Call, context: Context, library: str, defaults: Iterable[Default]) -> Answer:
    """Write the old defaults of one call.

    Returns None where all are given or play no part, a Decline where the vintage lies on both sides of a change.
    """
    whole = spelled_out(call, context)
    if whole is None or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    add: dict[str, str] = {}
    values: dict[str | int, str] = {}
    for default in defaults:
        name = default.parameter
        given = context.keyword(call, name)
        if given is None and (default.position < len(call.args) or context.keyword(whole, name) is not None):
            continue
        if given is not None and not (default.none_too and context.literal(given) is None):
            continue
        if default.unless is not None and default.unless(whole, context):
            continue
        old = old_default(default, context, library)
        if old is None:
            return Decline(f"the default of {name} changed in {default.steps[0][0]}: tell the exact version (--was {library}==…)")
        if given is None:
            add[name] = old
        else:
            values[name] = old
    if not add and not values:
        return None
    names = ", ".join(str(n) for n in (*add, *values))
    return Fix((context.edit_call(call, add=add, values=values, spread_known=True),), message=f"the default of {names} changed")


def old_default(default: Default, context: Context, library: str) -> str | None:
    """The default in the vintage; where nothing is known of it, the last one (the engine then reports, and writes nothing)."""
    if not context.vintage.before(library, default.until):
        return default.steps[-1][1]
    since = None
    for until, value in default.steps:
        if context.vintage.within(library, since, until):
            return value
        since = until
    return None


def called(call: ast.Call, context: Context, table: Mapping[str, object]) -> str | None:
    """The name under which `table` knows what is called: by identity, else as it is spelled."""
    name = context.symbol(call.func)
    if name in table:
        return name
    path = getattr(context.only(call.func), "path", None)
    return path if path in table else None
