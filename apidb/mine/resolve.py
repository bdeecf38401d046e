"""What a path of a loaded library leads to, and what stands for what."""

from __future__ import annotations

import re
from typing import Any

import griffe

from apidb.mine.load import Loader
from apidb.names import Source

FACTORY = re.compile(r"class_?factory$")
ACCESSORS = ("CachedAccessor", "Accessor", "AccessorProperty")


def final(obj: Any) -> Any:
    """What an alias stands for; None where that can't be told."""
    try:
        return obj.final_target if obj.is_alias else obj
    except (griffe.AliasResolutionError, griffe.CyclicAliasError, RecursionError):
        return None


class Resolver:
    """Follows names, imports and aliases in what griffe has loaded."""

    def __init__(self, loader: Loader, source: Source) -> None:
        self.loader = loader
        self.imports = frozenset(source.imports)

    def own(self, path: str) -> bool:
        """Does a path lie in one of the library's packages?"""
        return path.partition(".")[0] in self.imports

    def member(self, path: str) -> Any:
        try:
            return final(self.loader.modules_collection.get_member(path))
        except Exception:  # griffe raises many kinds for a path that isn't there
            return None

    def leads_to(self, member: Any) -> str | None:
        """The path at the end of a chain of imports that leaves the library or ends in compiled code.

        None where the chain goes through `import *` from a module whose `__all__` can't be read: what such a module
        imports itself is not what it exports.
        """
        path: str = member.target_path
        for _ in range(8):
            if not self.own(path):
                break
            try:
                module = self.loader.modules_collection.get_member(path.rpartition(".")[0])
                if member.wildcard_imported and module.exports is None and "__all__" in module.members:
                    return None
                member = self.loader.modules_collection.get_member(path)
                path = member.target_path
            except Exception:
                break
        return path

    def stands_for(self, attribute: Any) -> Any:
        """`X = Y` and pandas' `str = CachedAccessor("str", StringMethods)` stand for the class or function named."""
        if not attribute.is_attribute or attribute.value is None or isinstance(attribute.value, str):
            return None
        value = attribute.value
        if isinstance(value, griffe.ExprCall) and str(value.function).split(".")[-1] in ACCESSORS:
            value = next((a for a in value.arguments if isinstance(a, griffe.ExprName | griffe.ExprAttribute)), None)
        if not isinstance(value, griffe.ExprName | griffe.ExprAttribute):
            return None
        try:
            found = self.member(value.canonical_path)
        except Exception:
            return None
        if found is None or found is attribute or not self.own(found.path):
            return None
        if found.is_attribute and self.generic(found):  # half = float16
            return found
        return found if found.is_class or (found.is_function and attribute.runtime) else None

    def generic(self, attribute: Any) -> Any:
        """numpy's `int64 = signedinteger[_64Bit]` is a class of its own, derived from the generic one."""
        if not attribute.is_attribute or not isinstance(attribute.value, griffe.ExprSubscript):
            return None
        if not isinstance(attribute.value.left, griffe.ExprName | griffe.ExprAttribute):
            return None
        found = self.member(attribute.value.left.canonical_path)
        in_library = found is not None and self.own(found.path)
        return found if in_library and found.is_class else None

    def made_of(self, attribute: Any) -> list[Any]:
        """`HostAxes = host_axes_class_factory(Axes)`: the classes given, and those that the factory was made with."""
        if not attribute.is_attribute or not isinstance(call := attribute.value, griffe.ExprCall):
            return []
        if not FACTORY.search(str(call.function)):
            return []
        bases: list[Any] = []
        for argument in call.arguments:
            if isinstance(argument, griffe.ExprCall) and FACTORY.search(str(argument.function)):
                bases += self.classes_in(argument)
        return [*self.classes_in(call), *bases]

    def classes_in(self, call: griffe.ExprCall) -> list[Any]:
        out = []
        for expression in (call.function, *call.arguments):
            if not isinstance(expression, griffe.ExprName | griffe.ExprAttribute):
                continue
            found = self.member(expression.canonical_path)
            if found is not None and found.is_attribute and expression is call.function:
                out += self.classes_in(found.value) if isinstance(found.value, griffe.ExprCall) else []
            elif found is not None and found.is_class and self.own(found.path):
                out.append(found)
        return out
