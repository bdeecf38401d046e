"""File modes in Python 2: pickle did with text files what needs binary ones now, csv the other way round."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codemods.nodes import walk

_CSV_READERS, _CSV_WRITERS = ("reader", "DictReader"), ("writer", "DictWriter")


@dataclass(frozen=True, slots=True)
class ModeChange:
    """In the tree number `tree`, the call of open() `call` needs `mode`, and newline="" if `newline`."""

    tree: int
    call: ast.Call
    mode: str
    newline: bool


def mode_changes(trees: Sequence[ast.Module]) -> list[ModeChange]:
    """Find the calls of open() in a document whose mode must change, given the trees of its cells in order.

    Those are files handed to pickle.dump or load (text mode → binary) and to csv readers and writers (binary → text).
    What else opens a file that holds a pickle must read it as binary too.
    """
    found: dict[int, ModeChange] = {}
    opened: dict[str, tuple[int, ast.Call]] = {}
    for number, tree in enumerate(trees):
        for node in _in_order(tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    opened.pop(name, None)
                    if (call := _open_call(value)) is not None:
                        opened[name] = (number, call)
                case ast.withitem(context_expr=value, optional_vars=ast.Name(id=name)):
                    opened.pop(name, None)
                    if (call := _open_call(value)) is not None:
                        opened[name] = (number, call)
                case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=function), args=args):
                    file = _file_argument(module, function, args)
                    source = opened.get(file.id) if isinstance(file, ast.Name) else (number, _open_call(file))
                    if source is None or source[1] is None:
                        continue
                    change = _change(source[0], source[1], binary=module != "csv")
                    if change is not None:
                        found[id(change.call)] = change
    pickles = {ast.dump(change.call.args[0]) for change in found.values() if not change.newline}
    for number, tree in enumerate(trees):
        for node in walk(tree):
            call = _open_call(node)
            if call is not None and id(call) not in found and ast.dump(call.args[0]) in pickles:
                change = _change(number, call, binary=True)
                if change is not None and isinstance(call.args[0], ast.Constant):
                    found[id(call)] = change
    return list(found.values())


def _in_order(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node, in the order of the text."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(list(ast.iter_child_nodes(node)))


def _open_call(node: ast.AST | None) -> ast.Call | None:
    match node:
        case ast.Call(func=ast.Name(id="open" | "file"), args=[_, *_]):
            return node
    return None


def _file_argument(module: str, function: str, args: Sequence[ast.expr]) -> ast.expr | None:
    if module in ("pickle", "cPickle", "pkl") and function in ("load", "Unpickler") and args:
        return args[0]
    if module in ("pickle", "cPickle", "pkl") and function == "dump" and len(args) > 1:
        return args[1]
    if module == "csv" and function in _CSV_READERS + _CSV_WRITERS and args:
        return args[0]
    return None


def _change(tree: int, call: ast.Call, *, binary: bool) -> ModeChange | None:
    mode: object = "r"
    if len(call.args) > 1:
        mode = call.args[1].value if isinstance(call.args[1], ast.Constant) else None
    if call.keywords or not isinstance(mode, str) or len(call.args) > 2 or ("b" in mode) == binary:
        return None
    new = mode.replace("U", "").replace("t", "") + "b" if binary else mode.replace("b", "")
    return ModeChange(tree, call, new or "r", newline=not binary)
