"""The syntax nodes of a document: each tree is walked once, and what the walk saw is shared by all who ask.

Operators and contexts are left out: they are shared by all trees and carry nothing.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codemods.uses import Uses

# Fields that never hold nodes of their own.
_PLAIN = frozenset(
    {"ctx", "op", "ops", "id", "attr", "arg", "asname", "module", "level", "kind", "type_comment", "conversion", "is_async"}
)


class _Children(dict[type[ast.AST], tuple[str, ...]]):
    """By class of node: the fields below which nodes may stand, the last one first."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        found = () if issubclass(kind, ast.Constant) else tuple(f for f in reversed(kind._fields) if f not in _PLAIN)
        self[kind] = found
        return found


_CHILDREN = _Children()


class Index:
    """The nodes of one tree in the order of the source, each before what is below it."""

    __slots__ = ("by_kind", "ends", "order", "parents")

    def __init__(self, root: ast.AST) -> None:
        self.order: list[ast.AST] = []
        self.ends: list[int] = []  # where the nodes below each end
        self.parents: dict[ast.AST, ast.AST] = {}
        self.by_kind: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
        order, ends, parents, by_kind, fields = self.order, self.ends, self.parents, self.by_kind, _CHILDREN
        above: list[int] = []
        todo: list[tuple[ast.AST, int]] = [(root, 0)]
        while todo:
            node, up = todo.pop()
            kind = type(node)
            at = len(order)
            node._at = at  # type: ignore[attr-defined]
            node._index = self  # type: ignore[attr-defined]
            order.append(node)
            above.append(up)
            by_kind[kind].append(node)
            for name in fields[kind]:
                value = getattr(node, name, None)
                if type(value) is list:
                    for child in reversed(value):
                        if isinstance(child, ast.AST):
                            parents[child] = node
                            todo.append((child, at))
                elif isinstance(value, ast.AST):
                    parents[value] = node
                    todo.append((value, at))
        ends += range(1, len(order) + 1)
        for at in range(len(order) - 1, 0, -1):
            if ends[at] > ends[above[at]]:
                ends[above[at]] = ends[at]


def index_of(root: ast.AST) -> Index:
    """The index of a tree, made the first time that it is asked for."""
    found = root.__dict__.get("_index")
    return found if isinstance(found, Index) else Index(root)


def walk(node: ast.AST) -> Sequence[ast.AST]:
    """A node and all below it, in the order of the source."""
    index = index_of(node)
    at: int = node._at  # type: ignore[attr-defined]
    return index.order[at : index.ends[at]]


def nodes_of(tree: ast.AST, *kinds: type[ast.AST]) -> Sequence[ast.AST]:
    """All nodes of these classes in a whole tree, in order of the classes."""
    by_kind = index_of(tree).by_kind
    return [node for kind in kinds for node in by_kind.get(kind, ())]


class Cells(tuple[tuple[int, ast.Module], ...]):
    """The trees of all code cells, in order, with an index of their nodes."""

    @cached_property
    def answers(self) -> dict[object, object]:
        """What was asked once for the whole document (`Context.once`)."""
        return {}

    @cached_property
    def uses(self) -> Uses:
        """Who binds and who reads each name."""
        from codemods.uses import Uses

        return Uses(self)

    @cached_property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        found: dict[ast.AST, ast.AST] = {}
        for _, tree in self:
            found.update(index_of(tree).parents)
        return found

    @cached_property
    def _trees(self) -> Mapping[int, ast.Module]:
        return dict(self)

    def of(self, cell: int) -> Sequence[ast.AST]:
        """The nodes of one cell, each before what is below it."""
        return index_of(self._trees[cell]).order

    @cached_property
    def by_kind(self) -> Mapping[type[ast.AST], Sequence[ast.AST]]:
        """The nodes of all cells, in order, by their class."""
        found: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
        for _, tree in self:
            for kind, nodes in index_of(tree).by_kind.items():
                found[kind] += nodes
        return found
