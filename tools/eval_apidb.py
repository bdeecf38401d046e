"""Recall of the database on proved breakages, and the sample for its precision; `tools.eval_tables` has others' tables.

    python -m tools.eval_apidb BREAKAGES.jsonl [--misses] [--hits]
    python -m tools.eval_apidb --sample 200 --seed 1

A case (old code, new code, versions of both sides) is *known* when the database has a change of something that the old code
uses and the new code does not (a name, a member, a keyword, a value, a default), at a release after the old side's and not
after the new side's, one minor of slack. It is *named* when that change has a replacement and the new code uses it; counted
are the cases that have a direct replacement (`tools.case_uses.is_direct`).
A method is looked up by its name alone, and at the class of its receiver where inference knows that.

The sample is of replacements marked certain, in equal shares for the libraries as far as they have so many, one JSON object a
line: for a verdict by hand (tests/apidb/precision.jsonl has the last one).
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from apidb import Catalog, ChangeKind, Library
from apidb.names import normal, source_of
from apidb.versions import minor_of
from codemods.infer import Knowledge, infer
from codemods.known import Known as Types
from codemods.types import class_name
from tools.case_uses import Use, is_direct, uses, words

KINDS = (
    "attr_module",
    "attr_object",
    "import_moved",
    "kwarg_renamed",
    "kwarg_removed",
    "kwarg_moved",
    "positional_to_keyword",
    "default_changed",
)
GONE = (ChangeKind.REMOVED, ChangeKind.MOVED, ChangeKind.RENAMED)
KEYWORD = (ChangeKind.KEYWORD_RENAMED, ChangeKind.KEYWORD_REMOVED)
VALUE = (ChangeKind.VALUE_RENAMED, ChangeKind.VALUE_REMOVED)


@dataclass(frozen=True, slots=True)
class Known:
    """What the database has of a case; `replacement` is the last name, keyword or value of the new spelling."""

    use: Use
    kind: str
    old: str | None
    release: str
    replacement: str | None


class Index:
    """A library's changes by the leaf of their symbol."""

    def __init__(self, library: Library, types: Knowledge) -> None:
        self.library, self.types = library, types
        self.by_leaf: dict[str, list[tuple[str, str | None, str | None, str]]] = defaultdict(list)
        for change in library.changes_between(library.releases[0].version, library.newest):
            entry = (change.kind.value, change.old, change.new, change.release)
            self.by_leaf[change.symbol.rpartition(".")[2]].append(entry)

    def changes(self, use: Use) -> Iterable[tuple[str, str | None, str | None, str]]:
        if use.member:
            return self.by_leaf.get(use.path, ())
        return [(c.kind.value, c.old, c.new, c.release) for c in self.library.history(use.path).changes]


def uses_in(code: str, types: Knowledge) -> Iterator[Use]:
    """What a piece of code uses, of members the one class that inference knows for their receiver."""
    tree = ast.parse(code)
    inference = infer([(0, tree)], types)

    def class_of(receiver: ast.expr) -> str | None:
        names = {class_name(kind) for kind in inference.receiver(receiver)}
        return names.pop() if len(names) == 1 else None

    return uses(tree, class_of)


def wanted_kinds(use: Use, case: Mapping[str, object], new: set[Use]) -> tuple[ChangeKind, ...]:
    """The kinds of change that would explain why the new code does not use this."""
    if use in new and case["kind"] != "default_changed":
        return ()
    if use.value is not None:
        return VALUE
    if use.keyword is not None:
        return KEYWORD if use not in new else ()
    if case["kind"] == "default_changed":
        return (ChangeKind.DEFAULT_CHANGED, *GONE)
    if use.positions:
        return (ChangeKind.KEYWORD_ONLY,)
    return GONE if use.path not in {u.path for u in new} else ()


def within(release: str, low: str, high: str) -> bool:
    """Is a release after `low` and not after `high`, one minor of slack?"""
    major, minor = minor_of(low)
    return (major, minor - 1) < minor_of(release) <= minor_of(high)


def speaks_of(old: str | None, use: Use) -> bool:
    """Is a change of `old` (a keyword, a value as `keyword=value`, nothing) one of what is used?"""
    keyword, _, value = (old or "").partition("=")
    if use.value is not None:
        return value == use.value and use.keyword in (None, keyword)
    return use.keyword in (None, keyword)


def known(case: Mapping[str, object], index: Index, low: str, high: str) -> Known | None:
    """What the database has of the case, one with a replacement before one without; None: nothing."""
    new = set(uses_in(str(case["new_code"]), index.types))
    found: list[Known] = []
    for use in sorted(set(uses_in(str(case["old_code"]), index.types)), key=lambda u: (u.keyword is None, u.path)):
        kinds = wanted_kinds(use, case, new)
        for kind, old, replacement, release in index.changes(use) if kinds else ():
            if kind in kinds and within(release, low, high) and speaks_of(old, use):
                last = replacement and re.split(r"[.=]", replacement)[-1]
                if kind == ChangeKind.DEFAULT_CHANGED:
                    last = old and old.partition("=")[0]  # the new code says what the default was
                found.append(Known(use, kind, old, release, last))
    told_in = words(str(case["new_code"]))
    return min(found, key=lambda k: (k.replacement not in told_in, k.replacement is None), default=None)


def side(case: Mapping[str, dict[str, str]], name: str, which: str) -> str | None:
    """The version of a library on one side of a case: under its own name, or one of its other distributions'."""
    names = {normal(n) for n in (name, *source_of(name).also)}
    return next((v for k, v in (case[which] or {}).items() if normal(k) in names), None)


def eval_cases(place: Path, *, misses: bool, hits: bool) -> None:
    """Print recall by kind."""
    catalog = Catalog()
    indices: dict[str, Index] = {}
    types = Types(catalog)
    total: Counter[str] = Counter()
    have: Counter[str] = Counter()
    direct: Counter[str] = Counter()
    named: Counter[str] = Counter()
    without: Counter[str] = Counter()
    for line in place.read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["kind"] not in KINDS:
            continue
        name, kind = case["library"], case["kind"]
        library = catalog.library(source_of(name).imports[0])
        if library is None:
            without[name] += 1
            continue
        index = indices.setdefault(name, Index(library, types))
        low, high = side(case, name, "old_versions") or "0.0", side(case, name, "modern_versions") or library.newest
        total[kind] += 1
        found = known(case, index, low, high)
        have[kind] += found is not None
        fresh = is_direct(case)
        if fresh:
            direct[kind] += 1
            named[kind] += found is not None and found.replacement in words(case["new_code"])
        if misses and found is None:
            print("miss", case["id"], kind, low, high)
        elif misses and fresh and found and found.replacement not in words(case["new_code"]):
            print("not named", case["id"], kind, found.use.path, found.kind, found.old, found.release, found.replacement)
        elif hits and found:
            print("hit", case["id"], found.use.path, found.kind, found.old, found.release, found.replacement)
    for kind in KINDS:
        print(f"{kind:22s} known {have[kind]:3d} of {total[kind]:3d}   named {named[kind]:3d} of {direct[kind]:3d}")
    print(f"{'all':22s} known {have.total():3d} of {total.total():3d}   named {named.total():3d} of {direct.total():3d}")
    print(f"no database: {dict(without) or 'none'}")


# --- precision -----------------------------------------------------------------------------------------------------


def sample(count: int, seed: int, catalog: Catalog) -> Iterator[dict[str, str | None]]:
    """Replacements marked certain, drawn at random from each library."""
    rng = random.Random(seed)
    kinds = {ChangeKind.MOVED, ChangeKind.RENAMED, ChangeKind.KEYWORD_RENAMED, ChangeKind.VALUE_RENAMED}
    pools = {
        lib.name: [
            change
            for change in lib.changes_between(lib.releases[0].version, lib.newest)
            if change.confidence == "certain" and change.new and change.kind in kinds
        ]
        for lib in catalog.libraries()
    }
    left = count
    for i, name in enumerate(sorted(pools, key=lambda name: len(pools[name]))):
        share = min(len(pools[name]), round(left / (len(pools) - i)))
        left -= share
        for c in rng.sample(pools[name], share):
            fields = {"kind": c.kind.value, "symbol": c.symbol, "old": c.old, "new": c.new, "release": c.release}
            yield {"library": name, **fields, "evidence": c.evidence}


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("breakages", type=Path, nargs="?")
    parser.add_argument("--misses", action="store_true", help="list what is not known, and what has another replacement")
    parser.add_argument("--hits", action="store_true", help="list what is known, and by which change")
    parser.add_argument("--sample", type=int, help="print this many replacements marked certain")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    options = parser.parse_args(arguments)
    if options.breakages:
        eval_cases(options.breakages, misses=options.misses, hits=options.hits)
    for drawn in sample(options.sample, options.seed, Catalog()) if options.sample else ():
        print(json.dumps(drawn))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
