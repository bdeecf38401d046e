"""Build the type tables of `data/types/` from the sources and stubs of several releases.

    python -m tools.build_types OUT NAME=FOLDER[:PACKAGE[,PACKAGE]] …

For each library the folders with unpacked releases, best source of types first (stubs, newest release, older ones):
what an earlier one knows is kept, a later one adds what it lacks. Only facts are stored: names, bases, types.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from apidb.mine.extract import snapshot
from apidb.mine.snapshot import Snapshot
from apidb.names import Source
from codemods.infer.rules.aliases import class_identity

KEPT = {"__getitem__", "__call__", "__iter__", "__enter__", "__next__"}
LEFT_OUT = re.compile(r"\.(tests?|testing|conftest|externals|setup|_?vendor\w*|estimator_checks)(\.|$)")


class Table:
    """The merged facts about one library."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.modules: set[str] = set()
        self.stars: dict[str, list[str]] = {}
        self.functions: dict[str, Any] = {}
        self.bases: dict[str, list[str]] = {}
        self.methods: dict[str, dict[str, Any]] = defaultdict(dict)
        self.attributes: dict[str, dict[str, Any]] = defaultdict(dict)

    def add(self, found: Snapshot) -> None:
        """Add what this release knows beyond the earlier ones."""
        self.modules |= {path for path in found.modules if not _left_out(path)}
        for path, name in found.names.items():
            if _left_out(path) or name.how in "uxs":
                continue
            if name.how == "m":
                self.names.setdefault(path, name.target)
            elif (obj := found.objs.get(name.target)) is not None:
                identity = _identity(found, name.target)
                self.names.setdefault(path, identity)
                if obj.kind != "c":
                    self._function(found, name.target, identity)
        for canonical, obj in found.objs.items():
            if obj.kind == "c" and not _left_out(canonical):
                self._class(found, canonical)
        for module in found.modules:
            prefix = f"{module}."
            if _left_out(module) or module.count(".") > 2:
                continue
            exported = [
                path[len(prefix) :]
                for path, name in found.names.items()
                if path.startswith(prefix)
                and "." not in path[len(prefix) :]
                and (name.exported or not found.modules[module].has_all)
            ]
            self.stars.setdefault(module, sorted(leaf for leaf in exported if not leaf.startswith("_")))

    def _function(self, found: Snapshot, canonical: str, identity: str) -> None:
        obj = found.objs[canonical]
        spec = _spec(obj.returns)
        old = self.functions.get(identity)
        if old is None or (spec and not old[1]):
            self.functions[identity] = [obj.kind, spec]

    def _class(self, found: Snapshot, canonical: str) -> None:
        obj = found.objs[canonical]
        identity = _identity(found, canonical)
        bases = [_identity(found, found.canonical(base) or base) for base in obj.bases]
        self.bases.setdefault(identity, [base for base in bases if base not in ("builtins.object", "object", identity)])
        for leaf, target in obj.members.items():
            if leaf.startswith("_") and leaf not in KEPT:
                continue
            member = found.objs.get(target)
            spec = _spec(member.returns) if member is not None else None
            table = self.methods if member is not None and member.kind == "f" else self.attributes
            other = self.attributes if table is self.methods else self.methods
            if leaf in other[identity] and (other[identity][leaf] or not spec):
                continue
            if not table[identity].get(leaf):
                table[identity][leaf] = spec

    def data(self) -> dict[str, Any]:
        """The table as it is stored."""
        classes = {}
        for name, bases in sorted(self.bases.items()):
            methods, attributes = self.methods.get(name, {}), self.attributes.get(name, {})
            classes[name] = [
                bases,
                {leaf: spec for leaf, spec in sorted(methods.items()) if spec},
                " ".join(sorted(leaf for leaf, spec in methods.items() if not spec)),
                {leaf: spec for leaf, spec in sorted(attributes.items()) if spec},
                " ".join(sorted(leaf for leaf, spec in attributes.items() if not spec)),
            ]
        by_module: dict[str, dict[str, str]] = defaultdict(dict)
        for path, identity in sorted(self.names.items()):
            module, _, leaf = path.rpartition(".")
            by_module[module][leaf] = "" if identity == path else identity
        stars = {
            module: leaves
            for module, leaves in sorted(self.stars.items())
            if module in ("numpy", "pylab", "matplotlib.pyplot", "matplotlib.pylab", "pandas")
            or set(leaves) != set(by_module.get(module, {}))
        }
        return {
            "modules": sorted(self.modules),
            "names": by_module,
            "stars": stars,
            "functions": {name: spec for name, (kind, spec) in sorted(self.functions.items()) if kind == "f"},
            "attributes": {name: spec for name, (kind, spec) in sorted(self.functions.items()) if kind == "a" and spec},
            "classes": classes,
        }


def _left_out(path: str) -> bool:
    return LEFT_OUT.search(path) is not None


def _identity(found: Snapshot, canonical: str) -> str:
    name = found.name_of(canonical)
    return class_identity(canonical) or class_identity(name) or name


def _spec(text: str | None) -> Any:
    return _renamed(json.loads(text)) if text else None


def _renamed(spec: Any) -> Any:
    if isinstance(spec, list):
        return [_renamed(part) for part in spec]
    return class_identity(spec) or spec


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path)
    parser.add_argument("sources", nargs="+", metavar="NAME=FOLDER[:PACKAGES]")
    options = parser.parse_args(arguments)
    tables: dict[str, Table] = {}
    for source in options.sources:
        name, _, place = source.partition("=")
        folder, _, packages = place.partition(":")
        found = snapshot(Path(folder), "0", Source(name, tuple(packages.split(",")) if packages else (name,)))
        tables.setdefault(name, Table()).add(found)
        print(f"{name}: {len(found.objs)} objects from {Path(folder).name}", file=sys.stderr)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        text = json.dumps(table.data(), separators=(",", ":"), sort_keys=True)
        (options.out / f"{name}.json").write_text(text + "\n")
        print(f"{name}: {len(text) // 1000} kB", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
