"""Every code that a report can show: the rule book's, and those of repairs that reading the code alone can't make."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache

from codemods.records import Safety
from codemods.rulebook import Entry
from codemods.rulebook import entries as of_rulebook


@cache
def entries() -> tuple[Entry, ...]:
    """As `codemods.rulebook.entries`, by library and code."""
    return tuple(sorted((*of_rulebook(), *_of_failures(), *_others()), key=lambda e: (e.library.lower(), e.code)))


def libraries() -> tuple[str, ...]:
    """The libraries that have rules, by import name."""
    return tuple(dict.fromkeys(e.library for e in entries()))


def _of_failures() -> Iterator[Entry]:
    from migrator import missing, raised

    for rule in (*raised.RULES, *missing.RULES):
        library, _, release = rule.release.partition(" ")
        story = f"Where a run fails with {rule.exception}.\n\n{inspect.getdoc(rule.rewrite)}"
        place = f"{rule.rewrite.__module__.replace('.', '/')}.py"
        yield _entry(rule.code, "failure", library, rule.why, story, place, release)


def _others() -> Iterator[Entry]:
    from migrator.asking import CODE as MODEL
    from migrator.compat import CODE as OBJECTS

    yield _entry(
        OBJECTS, "option", "pandas", "text is kept in dtype object for the whole notebook, as --object-strings asks",
        "df = pd.read_csv(path)  →  pd.set_option('future.infer_string', False), once, after the import of pandas",
        "migrator/compat.py", "3.0",
    )  # fmt: skip
    yield _entry(
        MODEL, "model", "*", "a model's edit, which the guard let through and a run showed to repair something",
        "See README, \"Asking a model for what remains\".", "migrator/asking.py",
    )  # fmt: skip
    yield _entry(
        "PY2", "conversion", "python", "code of Python 2 is converted: statements, names, division, moved modules",
        "print x  →  print(x)", "codemods/python2.py", "3.0",
    )  # fmt: skip


def _entry(code: str, kind: str, library: str, why: str, story: str, place: str, until: str = "") -> Entry:
    return Entry(code, kind, library, (), None, until, Safety.SAFE, False, why, "", {}, story, place, (), ())
