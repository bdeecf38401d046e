"""Where the chain to an unknown type broke: the innermost part of an expression of which nothing is known."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from codemods.nodes import walk
from codemods.types import (
    Class,
    Function,
    Instance,
    Method,
    Module,
    Symbolic,
    Type,
    UserClass,
    UserFunction,
    UserInstance,
    class_name,
)

if TYPE_CHECKING:
    from codemods.infer import Inference


class Breaks:
    """Explains the unknown receivers of one document."""

    def __init__(self, inference: Inference, trees: Sequence[tuple[int, ast.Module]]) -> None:
        self.inference = inference
        self.parameters: set[str] = set()
        self.assigned: set[ast.expr] = set()  # values that a name is bound to as they are
        for _, tree in trees:
            for node in walk(tree):
                match node:
                    case ast.arg(arg=name):
                        self.parameters.add(name)
                    case ast.Assign(targets=targets, value=value) if any(isinstance(t, ast.Name) for t in targets):
                        self.assigned.add(value)
                    case ast.NamedExpr(value=value) | ast.AnnAssign(value=ast.expr() as value):
                        self.assigned.add(value)
                    case _:
                        pass

    def of(self, node: ast.expr) -> str:
        """Why nothing is known of the expression, in one line that names the place."""
        if not self.inference.reached(node):
            return "not reached: nothing runs this code, or there was too much of it"
        seen = {node}  # a name in a loop may come from itself
        while (inner := self._inner(node)) is not None and inner not in seen:
            seen.add(inner)
            node = inner
        from codemods.infer import short

        return f"{short(node)}{self.inference.place(node)}: {self._message(node)}"

    def _unknown(self, node: ast.expr) -> bool:
        return self.inference.reached(node) and not self.inference.types(node)

    def _inner(self, node: ast.expr) -> ast.expr | None:
        """The part that makes this expression unknown, being unknown itself; None: the chain broke here."""
        parts: list[ast.expr] = []
        match node:
            case ast.Name():
                origin = self.inference.origin(node)
                parts = [origin] if isinstance(origin, ast.expr) else []
            case ast.Attribute(value=value) | ast.Subscript(value=value) | ast.Await(value=value) | ast.Starred(value=value):
                parts = [value]
            case ast.Call(func=function):
                parts = [function]
            case ast.BinOp(left=left, right=right):
                parts = [left, right]
            case ast.UnaryOp(operand=operand):
                parts = [operand]
            case ast.IfExp(body=body, orelse=other):
                parts = [body, other]
            case ast.BoolOp(values=values):
                parts = values
            case ast.NamedExpr(value=value):
                parts = [value]
            case _:
                pass
        return next((part for part in parts if self._unknown(part)), None)

    def _message(self, node: ast.expr) -> str:
        if symbols := self._symbols(node):
            return f"no database knows {' or '.join(symbols)}"
        match node:
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Attribute(value=value, attr=name):
                return f"what {name} of {self._told(value)} is, is not known"
            case ast.Call(func=function):
                return f"what {self._told(function)} returns is not known"
            case ast.Subscript(value=value):
                return f"the items of {self._told(value)} are not known"
            case _:
                return "its type is not known"

    def _name(self, node: ast.expr, name: str) -> str:
        from codemods.infer import short

        origin = self.inference.origin(node)
        if isinstance(origin, ast.expr):
            source = f"{short(origin)}{self.inference.place(origin)}"
            if origin in self.assigned:
                return f"it may be something else than {source}"
            return f"it is taken from {source}, and what that gives is not known"
        if name in self.parameters:
            return "a parameter, and no call tells what it is"
        return "not known, or assigned nowhere before"

    def _symbols(self, node: ast.expr) -> list[str]:
        return sorted(kind.path for kind in self.inference.types(node) if isinstance(kind, Symbolic))

    def _told(self, node: ast.expr) -> str:
        return " or ".join(sorted({_name_of(kind) for kind in self.inference.receiver(node)})) or "it"


def _name_of(kind: Type) -> str:
    match kind:
        case Module(path=name) | Symbolic(path=name):
            return name
        case Class(name=name) | Function(name=name) | UserClass(name=name) | UserFunction(name=name):
            return name
        case Method(owner=owner, name=name):
            return f"{_name_of(owner)}.{name}"
        case UserInstance(name=name) | Instance(name=name):
            return name
        case _:
            return class_name(kind) or "it"
