"""The guard with what the database knows: builds the guard's view of a notebook, and looks its names up at the target."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidb.names import library_of
from codemods.cell import understand
from codemods.nodes import walk
from codemods.types import Class, Function, Instance, Method, Module, Symbolic, Type
from llm.change import Lack, Permissions
from llm.code import Code, Notebook
from llm.guard import guard
from llm.records import Answer, Objection

if TYPE_CHECKING:
    from apidb import Catalog, Library
    from codemods.era import Target
    from codemods.infer import Inference

# A frame's columns are attributes too, and estimators set theirs by name; but nobody calls those.
_DATA = frozenset({"__getattr__", "setattr"})


def code_of(source: str) -> Code:
    """A cell's source as the guard reads it."""
    found = understand(source)
    return Code(source, found.tree, tuple(original.strip() for original in found.masked.originals))


def notebook_of(sources: Mapping[int, str]) -> Notebook:
    """The cells of a notebook, by index, as the guard reads them."""
    return {index: code_of(source) for index, source in sources.items()}


def objections(
    answer: Answer,
    sources: Mapping[int, str],
    target: Target,
    catalog: Catalog,
    *,
    allow: Permissions | None = None,
    score: float | None = None,
) -> tuple[Objection, ...]:
    """What speaks against an answer, given the sources of all code cells; `score` is what the notebook had reached."""
    after = {**sources, **{edit.cell: edit.source for edit in answer.edits}}
    found = guard(
        notebook_of(sources),
        notebook_of(after),
        allow=allow,
        target=score,
        knowledge=TargetKnowledge(target, catalog),
    )
    if answer.changes_meaning and not (allow and allow.semantic):
        found = (*found, Objection("meaning", None, "by its own verdict the change alters what the notebook computes"))
    return found


@dataclass(frozen=True, slots=True)
class TargetKnowledge:
    """Implements `llm.change.Knowledge` by the database, at the target's releases."""

    target: Target
    catalog: Catalog

    def lacks(self, notebook: Notebook) -> Sequence[Lack]:
        """Names and keywords that the target is known not to have: gone, or never there."""
        from codemods.era import Vintage
        from codemods.infer import infer
        from codemods.known import Known

        trees = [(cell, code.tree) for cell, code in notebook.items() if code.tree is not None]
        inference = infer(trees, Known(self.catalog, Vintage()))
        found = [lack for cell, tree in trees for node in walk(tree) for lack in self._of(cell, node, inference)]
        return list(dict.fromkeys(found))

    def was_default(self, name: str, keyword: str, value: str) -> bool:
        """Whether a release before the target's had the value as the default of a class or function of this name."""
        for top in self.target.versions:
            library = self.catalog.library(top)
            for path in library.named(name) if library is not None else ():
                assert library is not None
                for release in library.releases:
                    symbol = library.resolve(path, release.version)
                    parameter = symbol.signature.get(keyword) if symbol is not None and symbol.signature else None
                    if parameter is not None and parameter.default == value:
                        return True
        return False

    # --- one node ---

    def _of(self, cell: int, node: ast.AST, inference: Inference) -> Iterator[Lack]:
        match node:
            case ast.Import(names=names):
                yield from (lack for a in names if (lack := self._path(cell, a.name)))
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for alias in names:
                    path = module if alias.name == "*" else f"{module}.{alias.name}"
                    if lack := self._path(cell, path):
                        yield lack
            case ast.Attribute(value=value, attr=attribute):
                types = inference.types(value)
                owner = next(iter(types)) if len(types) == 1 else None
                if isinstance(owner, Module) and (lack := self._path(cell, f"{owner.path}.{attribute}")):
                    yield lack
            case ast.Call():
                yield from self._call(cell, node, inference)
            case _:
                pass

    def _call(self, cell: int, call: ast.Call, inference: Inference) -> Iterator[Lack]:
        if isinstance(call.func, ast.Attribute) and len(owners := inference.types(call.func.value)) == 1:
            owner = next(iter(owners))
            if isinstance(owner, Instance) and (lack := self._path(cell, f"{owner.name}.{call.func.attr}", called=True)):
                yield lack
                return
        types = inference.types(call.func)
        path = _symbol(next(iter(types))) if len(types) == 1 else None
        found = self._library(path) if path else None
        if path is None or found is None:
            return
        library, release = found
        symbol = library.resolve(path, release)
        if symbol is None or symbol.signature is None or symbol.signature.takes_any_keyword:
            return
        for keyword in call.keywords:
            if keyword.arg is not None and symbol.signature.get(keyword.arg) is None:
                yield Lack(cell, keyword.arg, f"{path} of {library.name} {release} takes no {keyword.arg}=")

    def _path(self, cell: int, path: str, *, called: bool = False) -> Lack | None:
        found = self._library(path)
        if found is None:
            return None
        library, release = found
        if library.has(path, release):
            return None
        if library.absent(path, release) or library.invented(path, release, but=_DATA if called else frozenset()):
            return Lack(cell, path.rpartition(".")[2], f"{library.name} {release} has no {path}")
        return None

    def _library(self, path: str) -> tuple[Library, str] | None:
        """The library that a path belongs to, and its mined release for the target."""
        top = path.partition(".")[0]
        library = self.catalog.library(library_of(top))
        version = self.target.version(library.imports[0]) if library is not None else None
        return (library, library.nearest(version)) if library is not None and version else None


def _symbol(kind: Type) -> str | None:
    match kind:
        case Class(path=path) | Function(path=path) | Symbolic(path=path):
            return path
        case Method(owner=Instance(name=name), name=method):
            return f"{name}.{method}"
        case _:
            return None
