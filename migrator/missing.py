"""Repairs of what a notebook never loads, told by a run: an extension for a magic, a module that a name stands for.

One function a kind of failure, its docstring shows before → after. It gets the failing frame's statement and gives the line
to put before it, or None.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from codemods.nodes import walk
from codemods.records import Finding, InsertStatement, Safety
from codemods.spans import Lines, span_of
from migrator.target import ask
from migrator.usage import imported_names

if TYPE_CHECKING:
    from apidb import Catalog
    from migrator.pipeline import Migration
    from runner.records import Outcome

# Line magics that come with a distribution, and the extension that defines them.
_EXTENSIONS = {
    "watermark": ("watermark", "watermark"), "lprun": ("line_profiler", "line_profiler"), "memit": ("memory_profiler",) * 2,
    "mprun": ("memory_profiler",) * 2, "sql": ("jupysql", "sql"), "R": ("rpy2", "rpy2.ipython"),
}  # fmt: skip
# What everybody calls these modules.
_CUSTOMARY = {"np": "numpy", "pd": "pandas", "plt": "matplotlib.pyplot", "sns": "seaborn", "mpl": "matplotlib"}


@dataclass(frozen=True, slots=True)
class Missing:
    """A name that was missing, and the notebook and its target."""

    name: str
    migration: Migration
    catalog: Catalog

    @property
    def trees(self) -> Mapping[int, ast.Module]:
        return self.migration.trees

    @property
    def libraries(self) -> frozenset[str]:
        """The import names of what the notebook imports."""
        return imported_names(self.trees.values())

    def version(self, name: str) -> str | None:
        """What the target has of a library or distribution, also of one that the notebook does not import."""
        python, told = self.migration.options.python, self.migration.target.versions
        return told.get(name) or (ask(python, [name], self.catalog).get(name) if python is not None else None)


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of failure: what its message says (the first group is the name), and the line that was missing."""

    code: str
    exception: str
    message: re.Pattern[str]
    why: str
    rewrite: Callable[[Missing], str | None]
    release: str = "python"


def extension(missing: Missing) -> str | None:
    """A magic of an extension that is installed, and that nothing in the notebook loads.

    %watermark  →  get_ipython().run_line_magic("load_ext", "watermark"), before it
    """
    distribution, module = _EXTENSIONS.get(missing.name, ("", ""))
    if not distribution or missing.version(distribution) is None:
        return None
    return f'get_ipython().run_line_magic("load_ext", "{module}")'


def module(missing: Missing) -> str | None:
    """A name that nothing in the notebook binds, read as a module: the one library in use that has such a module, with all
    that is read of it; or a module by its customary name.

    neighbors.KNeighborsClassifier()  →  from sklearn import neighbors, before it
    """
    read = {
        node.attr
        for tree in missing.trees.values()
        for node in walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == missing.name
    }
    if not read or _bound(missing.name, missing.trees):
        return None
    customary = _CUSTOMARY.get(missing.name)
    if customary is not None:
        return f"import {customary} as {missing.name}" if _has(customary, read, missing) else None
    found = [library for library in sorted(missing.libraries) if _has(f"{library}.{missing.name}", read, missing)]
    return f"from {found[0]} import {missing.name}" if len(found) == 1 else None


def _has(path: str, members: set[str], missing: Missing) -> bool:
    """Whether the target has the module, with these members."""
    name = path.partition(".")[0]
    library, version = missing.catalog.library(name), missing.version(name)
    if library is None or version is None:
        return False
    release = library.nearest(version)
    here = library.resolve(path, release)
    return here is not None and here.kind.value == "module" and all(library.has(f"{path}.{m}", release) for m in members)


def _bound(name: str, trees: Mapping[int, ast.Module]) -> bool:
    for tree in trees.values():
        for node in walk(tree):
            match node:
                case ast.Name(id=bound, ctx=ast.Store() | ast.Del()) | ast.arg(arg=bound) if bound == name:
                    return True
                case ast.FunctionDef(name=bound) | ast.AsyncFunctionDef(name=bound) | ast.ClassDef(name=bound) if bound == name:
                    return True
                case ast.alias(name=path, asname=alias) if name == (alias or path.partition(".")[0]):
                    return True
                case _:
                    pass
    return False


RULES = (
    Rule(
        "RUN007",
        "UsageError",
        re.compile(r"[Mm]agic function `%{1,2}(\w+)` not found"),
        "the magic belongs to an extension that is installed, and that nothing loads",
        extension,
        "IPython",
    ),
    Rule(
        "RUN008",
        "NameError",
        re.compile(r"name '(\w+)' is not defined"),
        "nothing in the notebook imports this module",
        module,
    ),
)


def findings(migration: Migration, outcome: Outcome, catalog: Catalog) -> Iterator[Finding]:
    """What was never loaded, by the failures of a run; each name once, where it fails first."""
    done: set[str] = set()
    for cell in outcome.first_causes:
        failure = cell.failure
        frame = next((f for f in failure.frames if f.cell in migration.trees), None) if failure is not None else None
        if failure is None or frame is None:
            continue
        for rule in RULES:
            told = rule.message.search(failure.message) if failure.exception == rule.exception else None
            if told is None or told[1] in done:
                continue
            tree = migration.trees[frame.cell]
            statement = next((s for s in tree.body if s.lineno <= frame.line <= (s.end_lineno or s.lineno)), None)
            line = rule.rewrite(Missing(told[1], migration, catalog))
            if statement is None or line is None:
                continue
            done.add(told[1])
            span = span_of(statement, Lines(migration.texts[frame.cell]))
            yield Finding(
                rule.code, told[1], frame.cell, span, rule.why, Safety.SAFE, rule.release,
                f"{failure.exception} at run time", (InsertStatement(span, line),),
            )  # fmt: skip
