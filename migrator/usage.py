"""What a document uses of which library: what it imports, and the symbols and keywords that tell its age."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from apidb.names import brought_by, library_of
from codemods.nodes import nodes_of
from codemods.types import Class, Function, Instance, Method, Symbolic, Types

if TYPE_CHECKING:
    from codemods.infer import Inference


def imported_names(trees: Iterable[ast.Module]) -> frozenset[str]:
    """The top-level names of everything imported anywhere in these trees, and the libraries that they belong to.

    IPython is among them where its `get_ipython` is read, which every cell has.
    """
    found: set[str] = set()
    for tree in trees:
        if any(isinstance(node, ast.Name) and node.id == "get_ipython" for node in nodes_of(tree, ast.Name)):
            found.add("IPython")
        for node in nodes_of(tree, ast.Import, ast.ImportFrom):
            match node:
                case ast.Import(names=names):
                    found.update(a.name.partition(".")[0] for a in names)
                case ast.ImportFrom(module=str(module), level=0):
                    found.add(module.partition(".")[0])
                case _:
                    pass
    return frozenset(found | {library_of(name) for name in found} | {part for name in found for part in brought_by(name)})


def usage_of(trees: Iterable[ast.Module], inference: Inference | None) -> tuple[set[str], Mapping[str, set[str]]]:
    """The symbols that the code uses, and the keywords by what is called with them.

    Without `inference` the imports alone. Code that copes with several releases, and what the code itself sets, is left out.
    """
    from codemods.guards import guarded_nodes

    used: set[str] = set()
    keywords: dict[str, set[str]] = defaultdict(set)
    for tree in trees:
        guarded = guarded_nodes(tree)  # code that copes with several releases tells no age
        telling = (ast.Name, ast.Attribute, ast.Call) if inference is not None else ()
        for node in nodes_of(tree, ast.Import, ast.ImportFrom, *telling):
            match node:
                case _ if node in guarded:
                    pass
                case ast.ImportFrom(module=str(module), names=names, level=0):
                    used.update(f"{module}.{a.name}" if a.name != "*" else module for a in names)
                case ast.Import(names=names):
                    used.update(a.name for a in names)
                case ast.Name(ctx=ast.Load()) if inference is not None and len(types := inference.types(node)) == 1:
                    used.update(t.path for t in types if isinstance(t, Class | Function | Symbolic))
                case ast.Attribute(value=value, attr=attribute) if inference is not None:
                    if len(types := inference.types(node)) == 1:  # one of several may be what a guard chose
                        used.update(t.path for t in types if isinstance(t, Class | Function | Symbolic))
                    owners = inference.types(value)
                    if len(owners) == 1 and isinstance(owner := next(iter(owners)), Instance):
                        used.add(f"{owner.name}.{attribute}")
                case ast.Call(func=function, keywords=[_, *_] as given) if inference is not None:
                    if (path := _called(inference.types(function))) and path not in inference.patched:
                        keywords[path] |= {k.arg for k in given if k.arg is not None}
                case _:
                    pass
    return used - (inference.patched if inference is not None else set()), keywords


def _called(types: Types) -> str | None:
    """The full path of the one library class, function or method that a call calls."""
    match next(iter(types)) if len(types) == 1 else None:
        case Class(path=path) | Function(path=path):
            return path
        case Method(owner=Instance(name=name), name=method):
            return f"{name}.{method}"
        case _:
            return None
