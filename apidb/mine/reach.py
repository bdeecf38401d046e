"""Which of a large library's modules define what its public ones show.

TensorFlow has two thousand modules; its public ones, which are generated, import from some five hundred of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from apidb.mine.facts import outside_definitions
from apidb.mine.parse import parse
from apidb.names import Source


def reached_files(root: Path, source: Source) -> frozenset[str]:
    """Paths below `root` of the modules that are not internal, of those that they import from, and of their bases'.

    A module imported whole (`from x import *`) shows what it imports itself, so it counts as public too.
    """
    modules: dict[str, str] = {}
    for top in source.imports:
        for place in sorted((root / top).rglob("*.py*")):
            name = place.relative_to(root).as_posix()
            modules.setdefault(name.rpartition(".")[0].removesuffix("/__init__").replace("/", "."), name)
    packages = {module for module, name in modules.items() if name.rpartition("/")[2].startswith("__init__.")}
    shows = {module for module in modules if not re.match(source.internal, module)}
    pending = sorted(shows)
    seen: set[str] = set(pending)
    while pending:
        module = pending.pop()
        parsed = parse((root / modules[module]).read_bytes())
        if parsed is None:
            continue
        bases = _bases(parsed[0])
        for target, bound in _imports(parsed[0], module, package=module in packages):
            whole = bound == "*"
            used = module in shows or whole or bound in bases
            for found in (f"{target}.{bound}", target):
                if used and found in modules and (found not in seen or (whole and found not in shows)):
                    seen.add(found)
                    pending.append(found)
                    if whole:
                        shows.add(found)
    parents = {".".join(parts[:n]) for module in seen for parts in [module.split(".")] for n in range(1, len(parts))}
    return frozenset(modules[module] for module in seen | parents if module in modules)


def _imports(tree: ast.Module, module: str, *, package: bool) -> Iterator[tuple[str, str]]:
    """(module imported from, local name) of the imports at the top, in branches too; `*` stands for itself."""
    for node in outside_definitions(tree.body):
        if not isinstance(node, ast.ImportFrom):
            continue
        origin = node.module or ""
        if node.level:
            parts = module.split(".")
            parts = parts[: len(parts) - node.level + (1 if package else 0)]
            origin = ".".join([*parts, origin]).rstrip(".")
        for alias in node.names:
            yield origin, alias.name
            if alias.asname and alias.asname != alias.name:
                yield origin, alias.asname


def _bases(tree: ast.Module) -> set[str]:
    """The names in the base-class expressions of the module's classes."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found |= {name.id for base in node.bases for name in ast.walk(base) if isinstance(name, ast.Name)}
    return found
