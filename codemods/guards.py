"""Code that already copes with several releases is left alone: guarded imports, `hasattr`, version checks."""

from __future__ import annotations

import ast

from codemods.nodes import nodes_of, walk

_GUARDING = {"ImportError", "ModuleNotFoundError", "AttributeError", "NameError"}
_BROAD = {"Exception", "BaseException"}


def guarded_nodes(tree: ast.Module) -> set[ast.AST]:
    """Of a cell's nodes those below a guard: their failure is expected, or the branch is chosen by version."""
    found: set[ast.AST] = set()
    for node in nodes_of(tree, ast.Try, ast.If, ast.IfExp, ast.BoolOp):
        match node:
            case ast.Try() if _guards(node):
                for statement in [*node.body, *(s for h in node.handlers for s in h.body)]:
                    found.update(walk(statement))
            case ast.If(test=test) | ast.IfExp(test=test) if _asks_version(test):
                found.update(walk(node))
            case ast.BoolOp(values=values) if any(_asks_version(v) for v in values):
                found.update(walk(node))
            case _:
                pass
    return found


def _guards(node: ast.Try) -> bool:
    only_imports = all(isinstance(s, ast.Import | ast.ImportFrom) for s in node.body)
    for handler in node.handlers:
        names = _handler_names(handler)
        if names & _GUARDING or (only_imports and (handler.type is None or names & _BROAD)):
            return True
    return False


def _handler_names(handler: ast.ExceptHandler) -> set[str]:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type] if handler.type else []
    return {k.attr if isinstance(k, ast.Attribute) else getattr(k, "id", "") for k in kinds}


def _asks_version(test: ast.expr) -> bool:
    for node in walk(test):
        match node:
            case ast.Call(func=ast.Name(id="hasattr")):
                return True
            case ast.Attribute(attr="__version__" | "version_info"):
                return True
            case ast.Attribute(value=ast.Name(id="six"), attr="PY2" | "PY3"):
                return True
            case _:
                pass
    return False
