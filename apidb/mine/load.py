"""griffe's loader, mended for what real releases contain.

Where griffe 2.4 reads `__all__` as empty because it can't evaluate it, the module would expose nothing; a function
that a stub only overloads would be lost; sources of other Pythons would not parse.
"""

from __future__ import annotations

import ast
import gc
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import griffe

from apidb.mine.facts import ModuleFacts, facts, outside_definitions
from apidb.mine.fetch import left_out, wanted
from apidb.mine.notices import Notice, notices
from apidb.mine.parse import parse
from apidb.mine.reach import reached_files
from apidb.mine.written import write_out
from apidb.names import Source

INCOMPLETE_ALL = re.compile(
    r"__all__\s*\.\s*(append|extend|remove|insert)\b|__all__\s*\[|__all__\s*=\s*(sorted|list|set|tuple|\[\s*\w+\s+for)"
)


class _Visitor(griffe.Visitor):
    """Visits a tree that is there already; griffe's own way parses the source a second time."""

    def generic_visit(self, node: ast.AST) -> None:
        """What both a `try` and its `except` import from the library itself is what the `try` does."""
        if not isinstance(node, ast.Try):
            super().generic_visit(node)
            return
        for child in griffe.ast_children(node):
            tried = self._own_imports() if isinstance(child, ast.ExceptHandler) else {}
            self.visit(child)
            stand_ins = self._own_imports() if tried else {}
            self.current.members.update({name: alias for name, alias in tried.items() if name in stand_ins})

    def _own_imports(self) -> dict[str, Any]:
        """What the current scope has imported from the library itself."""
        top = f"{self.current.module.path.partition('.')[0]}."
        members: dict[str, Any] = self.current.members
        return {name: m for name, m in members.items() if m.is_alias and m.target_path.startswith(top)}

    def visited(self, tree: ast.Module) -> griffe.Module:
        self.visit(tree)
        for node in self._visited_nodes:
            vars(node).pop("parent", None)  # griffe's links upward would keep the tree in memory
        return self.current.module


class Loader(griffe.GriffeLoader):
    """Loads a package from sources alone; `facts` holds, by module path, what its trees say beyond definitions."""

    def __init__(self, root: Path, read: Callable[[str], bool] = lambda name: True) -> None:
        super().__init__(search_paths=[root], allow_inspection=False, store_source=True, extensions=griffe.Extensions())
        self.root = root
        self.read = read  # is a file (its path below the root) read at all?
        self.facts: dict[str, ModuleFacts] = {}
        self.notices: dict[str, list[Notice]] = {}
        self.stubbed: set[str] = set()
        self.stubs: dict[str, dict[str, Any]] = {}
        self.unreadable: list[str] = []

    def _visit_module(self, module_name: str, module_path: Path, parent: griffe.Module | None = None) -> griffe.Module:
        if not self.read(module_path.relative_to(self.root).as_posix()):
            raise griffe.LoadingError(f"{module_path} is left out")
        parsed = parse(module_path.read_bytes())
        if parsed is None:
            self.unreadable.append(str(module_path.relative_to(self.root)))
            raise griffe.LoadingError(f"no grammar reads {module_path}")
        tree, source = parsed
        write_out(tree)
        self.lines_collection[module_path] = source.splitlines()
        visitor = _Visitor(
            module_name,
            module_path,
            source,
            self.extensions,
            parent,
            lines_collection=self.lines_collection,
            modules_collection=self.modules_collection,
        )
        module = visitor.visited(tree)
        _keep_overloads(module)  # of sources too: Python's own library is read from stubs that are written as such
        stub = module_path.suffix == ".pyi"
        if stub:
            self.stubbed.add(module.path)
            _mark(module)
            self.stubs[module.path] = dict(module.members)
        else:
            for path, notice in notices(tree, source, module.path):
                self.notices.setdefault(path, []).append(notice)
        if not stub or module.path not in self.facts:
            package = module_path.stem == "__init__"
            self.facts[module.path] = facts(tree, module.path, package=package)
        if "TYPE_CHECKING" in source:
            self._show_listed(module, tree)
        if module.exports is not None and _incomplete(module, tree, source):
            module.exports = None
        return module

    def _show_listed(self, module: griffe.Module, tree: ast.Module) -> None:
        """What is shown to type checkers is there for `import *` too where `__all__` lists it or `__getattr__` serves it."""
        listed = {name for name in module.exports or () if isinstance(name, str)}
        served = _serves_its_list(tree)
        for name, member in module.members.items():
            if name in listed or (served and member.is_alias):
                member.runtime = True
        if served:
            shown = self.facts[module.path].imported
            module.imports.update({name: place for name, place in shown.items() if place == f"{module.path}.{name}"})

    def _load_submodule(self, module: griffe.Module, subparts: tuple[str, ...], subpath: Path) -> None:
        try:
            super()._load_submodule(module, subparts, subpath)
        except (griffe.AliasResolutionError, griffe.CyclicAliasError):  # a folder hidden by an import of the same name
            self.unreadable.append(str(subpath.relative_to(self.root)))

    def expand_wildcards(self, obj: griffe.Object, *, external: bool | None = None, seen: set[str] | None = None) -> None:
        if seen is None and external is None and isinstance(obj, griffe.Module):
            self.expand_exports(obj)  # griffe does this after the wildcards where the package has a stub
        super().expand_wildcards(obj, external=external, seen=seen)

    def expand_exports(self, module: griffe.Module, seen: set[str] | None = None) -> None:
        """Where `__all__` takes over another module's that is unknown, it is unknown too."""
        seen = set() if seen is None else seen
        for export in list(module.exports or ()):
            if isinstance(export, str):
                continue
            other: Any = None
            try:
                other = self.modules_collection.get_member(export.canonical_path.rsplit(".", 1)[0])
            except Exception:  # not in this package
                module.exports = None
                break
            if other.path not in seen and other.path != module.path and getattr(other, "is_module", False):
                seen.add(module.path)
                self.expand_exports(other, seen)
            if getattr(other, "exports", None) is None:
                module.exports = None
                break
        if module.exports is None:
            for inner in module.modules.values():
                if not inner.is_alias and inner.path not in seen:
                    self.expand_exports(inner, seen)
            return
        super().expand_exports(module, seen)


def _serves_its_list(tree: ast.Module) -> bool:
    """Does a module have both `__all__` and `__getattr__`, which serves what it shows type checkers?"""
    names = {inner.id for node in outside_definitions(tree.body) for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    return {"__all__", "__getattr__"} <= names | {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def _mark(owner: griffe.Module | griffe.Class) -> None:
    """Remember what comes from a stub: after the merge, its file is the source's."""
    for member in owner.members.values():
        if not member.is_alias:
            member.extra["apidb"]["stub"] = True
        if isinstance(member, griffe.Class):
            _mark(member)


def is_stub(obj: Any) -> bool:
    """Was this object read from a stub?"""
    return "apidb" in obj.extra and bool(obj.extra["apidb"].get("stub"))


def _incomplete(module: griffe.Module, tree: ast.Module, source: str) -> bool:
    """Does `__all__` hold more than griffe could read?"""
    if INCOMPLETE_ALL.search(source):
        return True
    member = module.members.get("__all__")
    value = str(getattr(member, "value", "") or "")
    return not module.exports and member is not None and value not in ("[]", "()")


def _keep_overloads(owner: griffe.Module | griffe.Class) -> None:
    """Functions that a stub only overloads become members: the longest overload, which keeps the others."""
    for name, overloads in list(owner.overloads.items()):
        if overloads and name not in owner.members:
            longest = max(overloads, key=lambda f: len(f.parameters))
            longest.overloads = [overload for overload in overloads if overload is not longest]
            del owner.overloads[name]
            owner.set_member(name, longest)
    for member in list(owner.members.values()):
        if isinstance(member, griffe.Class):
            _keep_overloads(member)


def load(root: Path, source: Source) -> tuple[list[griffe.Module], Loader]:
    """Load a library's packages found under `root`, leaving out what isn't there; aliases among them are resolved."""
    loader = Loader(root, _readable(root, source))
    modules = []
    gc.disable()  # many small objects, none of them garbage
    try:
        for package in source.imports:
            try:
                module = loader.load(package, try_relative_path=False)
            except (ImportError, griffe.LoadingError):
                continue
            if isinstance(module, griffe.Module):
                modules.append(module)
        loader.resolve_aliases(implicit=True, external=False)
        _prefer_stubs(loader)
    finally:
        gc.enable()
    return modules, loader


def _readable(root: Path, source: Source) -> Callable[[str], bool]:
    """Which files are read, by their path below the root."""
    reached = reached_files(root, source) if source.reached else None

    def readable(name: str) -> bool:
        return wanted(name) and not left_out(name, source.without) and (reached is None or name in reached)

    return readable


def _prefer_stubs(loader: Loader) -> None:
    """What the source imports from compiled code, and the stub beside it defines, is what the stub says."""
    for path, members in loader.stubs.items():
        try:
            module: Any = loader.modules_collection.get_member(path)
        except KeyError:
            continue
        for leaf, stub in members.items():
            mine = module.members.get(leaf)
            if mine is None or not mine.is_alias or stub.is_alias or stub.is_attribute:
                continue
            try:
                mine.final_target  # noqa: B018
            except Exception:  # it leads nowhere
                module.set_member(leaf, stub)
