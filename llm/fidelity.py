"""Does the repaired notebook still do the same? What is read, split, seeded, fitted, measured and written, before and after.

Told from the code, so that it says what was written, not what happened; a change of spelling (a renamed class or keyword)
shows as one thing gone and one new.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from llm.code import FITS, SPLITS, WRITES, Notebook, calls, is_metric, is_model, is_read, shown
from llm.meaning import columns, seeds_of


@dataclass(frozen=True, slots=True)
class Facet:
    """One side of the notebook: how many things of it stayed, which are gone and which are new."""

    name: str
    kept: int
    gone: tuple[str, ...]
    new: tuple[str, ...]

    @property
    def same(self) -> bool:
        return not self.gone and not self.new


def fidelity(before: Notebook, after: Notebook) -> tuple[Facet, ...]:
    """The facets of a notebook that say what it computes, in the order of the work."""
    found = []
    for name, read in FACETS.items():
        old, new = Counter(read(before)), Counter(read(after))
        found.append(Facet(name, (old & new).total(), tuple((old - new).elements()), tuple((new - old).elements())))
    return tuple(found)


def _data(notebook: Notebook) -> Iterator[str]:
    for _, name, call in calls(notebook):
        if is_read(name) and not _writes(call):
            yield f"{name}({shown(call.args[0]) if call.args else ''})"


def _splits(notebook: Notebook) -> Iterator[str]:
    for _, name, call in calls(notebook):
        if name in SPLITS:
            told = sorted(f"{k.arg}={shown(k.value)}" for k in call.keywords if k.arg not in (None, "random_state"))
            yield f"{name}({', '.join(told)})"


def _models(notebook: Notebook) -> Iterator[str]:
    for _, name, call in calls(notebook):
        if is_model(name):
            told = sorted(f"{k.arg}={shown(k.value)}" for k in call.keywords if k.arg is not None)
            yield f"{name}({', '.join([*map(shown, call.args), *told])})"


def _fits(notebook: Notebook) -> Iterator[str]:
    for _, name, call in calls(notebook):
        if name in FITS and isinstance(call.func, ast.Attribute):
            yield f"{shown(call.func.value)}.{name}({', '.join(map(shown, call.args))})"


def _metrics(notebook: Notebook) -> Iterator[str]:
    for _, name, call in calls(notebook):
        if is_metric(name):
            yield f"{name}({', '.join(map(shown, call.args))})"


def _written(notebook: Notebook) -> Iterator[str]:
    for _, name, call in calls(notebook):
        if name in WRITES or _writes(call):
            yield f"{name}({', '.join(map(shown, call.args[:2]))})"


def _writes(call: ast.Call) -> bool:
    """open(path, "w")"""
    mode = call.args[1] if len(call.args) > 1 else None
    return isinstance(mode, ast.Constant) and isinstance(mode.value, str) and bool(set(mode.value) & set("wax"))


FACETS: dict[str, Callable[[Notebook], Iterator[str]]] = {
    "data read": _data,
    "features": columns,
    "splits": _splits,
    "seeds": seeds_of,
    "models and parameters": _models,
    "fits": _fits,
    "metrics": _metrics,
    "written": _written,
}
