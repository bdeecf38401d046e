"""Members that a class gets of another one by their names.

pandas' `@delegate_names(Other, ["a", "b"], typ="property")`, `@inherit_names(Other.names + ["a"], Other)` and
`Class._add_delegate_accessors(delegate=Other, accessors=…)`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

LENDERS = re.compile(r"delegate_names|inherit_names|add_delegate", re.I)
CONTAINERS = frozenset({"list", "tuple", "set", "frozenset", "sorted"})


@dataclass(frozen=True, slots=True)
class Lent:
    """The class that has the members, as it is spelled, and the expression of their names."""

    lender: str
    names: ast.expr


def lent(call: ast.expr) -> Lent | None:
    """What a decorator or call lends; None: it is none that does."""
    if not isinstance(call, ast.Call) or not LENDERS.search(ast.unparse(call.func)):
        return None
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    lender = next((node.id for node in given if isinstance(node, ast.Name) and node.id[:1].isupper()), None)
    names = next((node for node in given if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.BinOp | ast.Attribute)), None)
    return Lent(lender, names) if lender and names else None


class Lending:
    """Evaluates the names where they are literal, or attributes of classes that are; `find` gives griffe's object of a path."""

    def __init__(self, find: Callable[[str], Any]) -> None:
        self.find = find

    def members(self, target: Any, lent: Lent) -> Iterator[tuple[str, Any]]:
        """Name and object of the members that a class (griffe's) gets; None for the object where the lender can't be found."""
        lender = self._found(target.module, lent.lender)
        for name in self._names(lent.names, target.module) or ():
            member = self._attribute(lender, name) if lender is not None else None
            if member is not None or lender is None:
                yield name, member

    def _names(self, node: ast.expr, scope: Any) -> list[str] | None:
        match node:
            case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
                return self._joined(self._element(element, scope) for element in elements)
            case ast.BinOp(left=left, op=ast.Add() | ast.BitOr(), right=right):
                return self._joined((self._names(left, scope), self._names(right, scope)))
            case ast.Call(func=ast.Name(id=name), args=[inner]) if name in CONTAINERS:
                return self._names(inner, scope)
            case ast.Name(id=name):
                return self._value(scope, name)
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                found = self._found(scope.module, owner)
                return self._value(found, name) if found is not None else None
            case ast.ListComp(
                elt=ast.Name(id=each), generators=[ast.comprehension(target=ast.Name(id=name), iter=source, ifs=tests)]
            ):
                left_out = self._joined(self._refused(test, name, scope) for test in tests) if each == name else None
                names = self._names(source, scope)
                return None if names is None or left_out is None else [name for name in names if name not in left_out]
            case _:
                return None

    def _element(self, node: ast.expr, scope: Any) -> list[str] | None:
        match node:
            case ast.Constant(value=str(name)):
                return [name]
            case ast.Starred(value=value):
                return self._names(value, scope)
            case _:
                return None

    def _refused(self, test: ast.expr, name: str, scope: Any) -> list[str] | None:
        match test:
            case ast.Compare(left=ast.Name(id=left), ops=[ast.NotIn()], comparators=[others]) if left == name:
                return self._names(others, scope)
            case _:
                return None

    @staticmethod
    def _joined(parts: Iterable[list[str] | None]) -> list[str] | None:
        out: list[str] = []
        for part in parts:
            if part is None:
                return None
            out += part
        return out

    def _value(self, owner: Any, name: str) -> list[str] | None:
        """The names in a variable of a class or module."""
        found = self._attribute(owner, name) if owner.is_class else self._found(owner, name)
        if found is None or not found.is_attribute or found.value is None:
            return None
        try:
            expression = ast.parse(str(found.value), mode="eval").body
        except SyntaxError:
            return None
        return self._names(expression, found.parent)

    def _attribute(self, owner: Any, name: str, depth: int = 0) -> Any:
        """A member of a class or of its bases; None where there is none."""
        if name in owner.members:
            return self.find(f"{owner.path}.{name}")
        for base in owner.bases if depth < 8 else ():
            above = self.find(base if isinstance(base, str) else base.canonical_path)
            if above is not None and above.is_class and (found := self._attribute(above, name, depth + 1)) is not None:
                return found
        return None

    def _found(self, module: Any, name: str) -> Any:
        return self.find(f"{module.path}.{name}")
