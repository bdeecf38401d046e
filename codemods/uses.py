"""Who binds a name and who uses it, in the order of the document, over all cells.

For fixers whose change spans statements: the dict that is passed as parameters later, the object that is iterated later.
Answers are certain or None: a name that a branch or a loop may have bound otherwise has no known value.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codemods.fixing import Context
from codemods.nodes import Cells

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.With, ast.ExceptHandler)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

_NAMING = {ast.Name, ast.arg, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.alias, ast.ExceptHandler}

_MOST = 1000  # items of a range that are looked at

Position = tuple[int, int, int]  # cell, line, column
Slot = int | str  # position of an argument, its keyword, or "**"


@dataclass(frozen=True, slots=True)
class Binding:
    """A name gets a value at `position`; `value` is None where it isn't a plain assignment."""

    name: str
    value: ast.expr | None
    node: ast.AST
    position: Position


class Uses:
    """The names of one document; made once for a round by `uses_of`."""

    def __init__(self, cells: Cells) -> None:
        self.parents = cells.parents
        self.cell_of: dict[ast.AST, int] = {}
        self._bindings: dict[str, list[Binding]] = defaultdict(list)
        self._names_of: dict[ast.expr, list[str]] = defaultdict(list)  # those that an expression is plainly assigned to
        self._loads: dict[str, list[ast.Name]] = defaultdict(list)
        self.calls: Sequence[ast.Call] = cells.by_kind.get(ast.Call, ())  # type: ignore[assignment]
        for number, (cell, _) in enumerate(cells):
            order = cells.of(cell)
            self.cell_of.update(dict.fromkeys(order, number))
            for node in order:
                if type(node) in _NAMING:
                    self._note(node)

    # --- collecting ---

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                self._loads[name].append(node)
            case ast.Name(id=name):
                value, holder = self._assigned(node)
                if value is not None and name not in self._names_of[value]:
                    self._names_of[value].append(name)
                self._bindings[name].append(Binding(name, value, node, self._end(holder)))
            case ast.arg(arg=name):
                self._bindings[name].append(Binding(name, None, node, self.position(node)))
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                self._bindings[name].append(Binding(name, None, node, self.position(node)))
            case ast.alias(name=path, asname=alias):
                name = alias or path.partition(".")[0]
                self._bindings[name].append(Binding(name, None, node, self.position(node)))
            case ast.ExceptHandler(name=str(name)):
                self._bindings[name].append(Binding(name, None, node, self.position(node)))
            case _:
                pass

    def _assigned(self, target: ast.Name) -> tuple[ast.expr | None, ast.AST]:
        """The expression that a target gets, and the node after which it has it."""
        above = self.parents[target]
        match above:
            case ast.Assign(value=value):
                return value, above
            case ast.AnnAssign(value=value) | ast.NamedExpr(value=value):
                return value, above
            case ast.Tuple(elts=names) | ast.List(elts=names) if isinstance(outer := self.parents[above], ast.Assign):
                match outer.value:
                    case ast.Tuple(elts=values) | ast.List(elts=values) if len(values) == len(names):
                        return (None if any(isinstance(e, ast.Starred) for e in (*names, *values))
                                else values[names.index(target)]), outer  # fmt: skip
                    case _:
                        return None, outer
            case _:
                return None, target

    def position(self, node: ast.AST) -> Position:
        return self.cell_of[node], getattr(node, "lineno", 0), getattr(node, "col_offset", 0)

    def _end(self, node: ast.AST) -> Position:
        return self.cell_of[node], getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0)

    # --- asking ---

    def ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while (above := self.parents.get(node)) is not None:
            yield above
            node = above

    def scope(self, node: ast.AST) -> ast.AST | None:
        """The function or class that holds `node`; None at the top of a cell. A parameter belongs to its function."""
        return next((a for a in self.ancestors(node) if isinstance(a, _SCOPES)), None)

    def bindings(self, name: str) -> Sequence[Binding]:
        return self._bindings.get(name, ())

    def binding(self, load: ast.Name) -> Binding | None:
        """The one binding that a use of a name sees; None where it can't be told."""
        every = self._bindings.get(load.id, [])
        if any(self._in_comprehension(b.node, load) for b in every):
            return None
        scope: ast.AST | None = self.scope(load)
        local = [b for b in every if self.scope(b.node) is scope]
        if scope is not None and not local:
            outer = [b for b in every if self.scope(b.node) is None]
            return outer[0] if len(outer) == 1 else None
        if len(local) == 1:
            return local[0] if local[0].position <= self.position(load) or scope is None else None
        at = self.position(load)
        earlier = [b for b in local if b.position <= at]
        if not earlier:
            return None
        last = max(earlier, key=lambda b: b.position)
        around = list(self.ancestors(load))
        loops = [a for a in around if isinstance(a, _LOOPS)]
        for other in local:
            if other is not last and other.position > at and any(loop in self.ancestors(other.node) for loop in loops):
                return None
        mine = [a for a in self.ancestors(last.node) if isinstance(a, _BLOCKS)]
        return last if all(self._same_branch(block, last.node, load) for block in mine) else None

    def value(self, node: ast.AST | None) -> ast.expr | None:
        """What an expression stands for: itself, or the expression that its name was bound to."""
        seen = 0
        while isinstance(node, ast.Name) and seen < 5:
            binding = self.binding(node)
            if binding is None or binding.value is None:
                return None
            node, seen = binding.value, seen + 1
        return node if isinstance(node, ast.expr) else None

    def choices(self, node: ast.expr | None) -> Sequence[ast.expr]:
        """What the variable of a loop may be, where the loop runs over a range or a list that is written out; else nothing."""
        if not isinstance(node, ast.Name):
            return ()
        for above in self.ancestors(node):
            loops = [above] if isinstance(above, ast.For) else getattr(above, "generators", [])
            for loop in loops:
                if isinstance(loop.target, ast.Name) and loop.target.id == node.id:
                    return self._items(loop.iter)
                if (
                    isinstance(loop.target, ast.Tuple)
                    and isinstance(zipped := loop.iter, ast.Call)
                    and (
                        isinstance(zipped.func, ast.Name)
                        and zipped.func.id == "zip"
                        and len(zipped.args) == len(loop.target.elts)
                    )
                ):
                    for target, values in zip(loop.target.elts, zipped.args, strict=True):
                        if isinstance(target, ast.Name) and target.id == node.id:
                            return self._items(values)
        return ()

    def _items(self, node: ast.expr) -> Sequence[ast.expr]:
        match self.value(node):
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return items
            case ast.Call(func=ast.Name(id="range"), args=args) if all(_whole(a) for a in args):
                return [ast.Constant(n) for n in range(*(ast.literal_eval(a) for a in args))[:_MOST]]
            case _:
                return ()

    def loads(self, value: ast.expr) -> list[ast.Name]:
        """The uses, in any cell, of the names to which `value` is plainly assigned."""
        names = self._names_of.get(value, ())
        return [
            load
            for name in names
            for load in self._loads.get(name, ())
            if (b := self.binding(load)) is not None and b.value is value
        ]

    def uses_of_name(self, name: str) -> Sequence[ast.Name]:
        return self._loads.get(name, ())

    def same_value(self, one: ast.Name, other: ast.Name) -> bool:
        """Whether two uses of a name see the same binding."""
        binding = self.binding(one)
        return one.id == other.id and binding is not None and binding is self.binding(other)

    def consumers(self, value: ast.expr) -> Iterator[tuple[ast.Call, Slot]]:
        """The calls that get `value` as an argument, directly or by its name, and in which slot."""
        for node in (value, *self.loads(value)):
            above = self.parents.get(node)
            if isinstance(above, ast.keyword) and isinstance(call := self.parents[above], ast.Call):
                yield call, above.arg or "**"
            elif isinstance(above, ast.Call) and node in above.args:
                yield above, above.args.index(node)

    # --- helpers ---

    def _in_comprehension(self, target: ast.AST, load: ast.AST) -> bool:
        holder = next((a for a in self.ancestors(target) if isinstance(a, (*_COMPREHENSIONS, ast.stmt))), None)
        return isinstance(holder, _COMPREHENSIONS) and holder in self.ancestors(load)

    def _same_branch(self, block: ast.AST, one: ast.AST, other: ast.AST) -> bool:
        """Whether both nodes lie in the same list of statements of `block`."""
        for body in ("body", "orelse", "handlers", "finalbody"):
            inside = [s for s in getattr(block, body, ()) if isinstance(s, ast.AST)]
            if any(s is one or s in self.ancestors(one) for s in inside):
                return any(s is other or s in self.ancestors(other) for s in inside)
        return isinstance(block, ast.With)


def uses_of(context: Context) -> Uses:
    """The uses of the document that `context` is a cell of; built once for each round."""
    return context.cells.uses


def _whole(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)
