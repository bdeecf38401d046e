"""Recall of the database on proved breakages: `python -m tools.eval_apidb BREAKAGES.jsonl [--misses]`.

A case (old code, new code, versions of both sides) counts as known when the database has a change between the two
versions of something that the old code uses and the new code does not: a name, a member, a keyword, a default.
"""

from __future__ import annotations

import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from apidb import Catalog, ChangeKind, Library
from apidb.versions import minor_of

KINDS = (
    "attr_module",
    "attr_object",
    "import_moved",
    "kwarg_renamed",
    "kwarg_removed",
    "positional_to_keyword",
    "default_changed",
)
IMPORTS = {"scikit-learn": "sklearn", "imbalanced-learn": "imblearn", "category-encoders": "category_encoders"}
GONE = (ChangeKind.REMOVED, ChangeKind.MOVED, ChangeKind.RENAMED)


@dataclass(frozen=True, slots=True)
class Use:
    """Something that code uses: a full path, or the leaf of a member of an unknown receiver; perhaps with a keyword."""

    path: str
    member: bool = False
    keyword: str | None = None
    positions: int = 0


def uses(code: str) -> Iterator[Use]:
    """Names, members and keywords in a piece of code, through its imports."""
    tree = ast.parse(code)
    bound: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.split(".")[0]
                bound[alias.asname or top] = alias.name if alias.asname else top
                yield Use(alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                bound[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                yield Use(f"{node.module}.{alias.name}")
                yield Use(node.module)

    def path_of(node: ast.expr) -> str | None:
        if isinstance(node, ast.Name):
            return bound.get(node.id)
        if isinstance(node, ast.Attribute) and (head := path_of(node.value)):
            return f"{head}.{node.attr}"
        return None

    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            path = path_of(node)
            yield Use(path) if path else Use(node.attr, member=True)
        elif isinstance(node, ast.Call):
            path = path_of(node.func)
            leaf = node.func.attr if isinstance(node.func, ast.Attribute) else None
            for keyword in node.keywords:
                if keyword.arg and (path or leaf):
                    yield Use(path or leaf or "", member=not path, keyword=keyword.arg)
            if path or leaf:
                yield Use(path or leaf or "", member=not path, positions=len(node.args))


class Index:
    """A library's changes by the leaf of their symbol."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.by_leaf: dict[str, list[tuple[str, str, str | None, int]]] = {}
        rows = library._tables.db.execute("SELECT symbol, kind, old, release FROM changes")
        for symbol, kind, old, release in rows:
            self.by_leaf.setdefault(symbol.rpartition(".")[2], []).append((symbol, kind, old, release))

    def member(self, leaf: str) -> Iterator[tuple[str, str | None, str]]:
        for _, kind, old, release in self.by_leaf.get(leaf, ()):
            yield kind, old, self.library.releases[release].version

    def path(self, path: str) -> Iterator[tuple[str, str | None, str]]:
        for change in self.library.history(path).changes:
            yield change.kind, change.old, change.release


def known(case: dict[str, object], index: Index, low: str, high: str) -> str | None:
    """What the database knows about the case; None: nothing."""
    old, new = set(uses(str(case["old_code"]))), set(uses(str(case["new_code"])))
    plain = {u.path for u in new}
    for use in sorted(old, key=lambda u: (u.keyword is None, u.path)):
        kinds: tuple[ChangeKind, ...]
        if use.keyword is not None and use not in new:
            kinds = (ChangeKind.KEYWORD_RENAMED, ChangeKind.KEYWORD_REMOVED, ChangeKind.VALUE_RENAMED)
        elif case["kind"] == "default_changed" and use.keyword is None:
            kinds = (ChangeKind.DEFAULT_CHANGED, *GONE)
        elif use.positions and use not in new:
            kinds = (ChangeKind.KEYWORD_ONLY,)
        elif use.keyword is None and use.path not in plain:
            kinds = GONE
        else:
            continue
        for kind, what, release in index.member(use.path) if use.member else index.path(use.path):
            between = minor_of(low) < minor_of(release) <= minor_of(high)
            if kind in kinds and between and use.keyword in (None, what and what.partition("=")[0]):
                return f"{use.path} {kind} {what or ''} {release}"
    return None


def main(arguments: list[str]) -> int:
    """Print recall by kind and, with --misses, the cases that are not known."""
    place, catalog = Path(arguments[0]), Catalog()
    indices: dict[str, Index] = {}
    total: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for line in place.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["kind"] not in KINDS:
            continue
        name = case["library"]
        library = catalog.library(IMPORTS.get(name, name))
        if library is None:
            missing[name] += 1
            continue
        index = indices.setdefault(name, Index(library))
        sides = [
            next((v for k, v in case[s].items() if k.replace("_", "-").removesuffix("-cpu") == name), None)
            for s in ("old_versions", "modern_versions")
        ]
        low, high = sides[0] or "0.0", sides[1] or library.newest
        total[case["kind"]] += 1
        found = known(case, index, low, high)
        hits[case["kind"]] += found is not None
        if "--misses" in arguments and found is None:
            print("miss", case["id"], case["kind"], low, high)
        if "--hits" in arguments and found:
            print("hit", case["id"], found)
    for kind in KINDS:
        print(f"{kind:22s} {hits[kind]:3d} of {total[kind]:3d}")
    print(f"{'all':22s} {hits.total():3d} of {total.total():3d}; no database: {dict(missing)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
