"""The syntax nodes of a document, walked once a round and shared by all who ask."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

_LEAVES = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)


class Cells(tuple[tuple[int, ast.Module], ...]):
    """The trees of all code cells, in order, with an index of their nodes (operators and contexts left out)."""

    @cached_property
    def _walked(self) -> tuple[Mapping[int, Sequence[ast.AST]], Mapping[ast.AST, ast.AST]]:
        orders: dict[int, list[ast.AST]] = {}
        parents: dict[ast.AST, ast.AST] = {}
        for cell, tree in self:
            order = orders[cell] = []
            todo: list[ast.AST] = [tree]
            while todo:
                node = todo.pop()
                order.append(node)
                children = [c for c in ast.iter_child_nodes(node) if not isinstance(c, _LEAVES)]
                for child in children:
                    parents[child] = node
                todo.extend(reversed(children))
        return orders, parents

    @property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        return self._walked[1]

    def of(self, cell: int) -> Sequence[ast.AST]:
        """The nodes of one cell, each before what is below it."""
        return self._walked[0][cell]

    @cached_property
    def by_kind(self) -> Mapping[type[ast.AST], Sequence[ast.AST]]:
        """The nodes of all cells, in order, by their class."""
        found: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
        for order in self._walked[0].values():
            for node in order:
                found[type(node)].append(node)
        return found
