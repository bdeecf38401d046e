"""What the fixers of keras share: its spellings, and what a document does with its models.

`keras.x` and `tensorflow.keras.x` are one library. Classes have one identity
(`keras.layers.Dense`) however they are spelled; modules and functions keep their spelling.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from codemods.fixing import MISSING, Context
from codemods.nodes import walk
from codemods.types import Class, Function, Module, Symbolic
from codemods.uses import uses_of

ROOTS = ("keras", "tensorflow.keras")  # tensorflow.python.keras is the old one still, and runs
MODELS = ("keras.Model", "keras.Sequential")
OPTIMIZERS = ("SGD", "RMSprop", "Adagrad", "Adadelta", "Adam", "Adamax", "Nadam")


def spelled(kind: str, *paths: str) -> tuple[str, ...]:
    """Events of one kind for paths inside keras, in every spelling."""
    return tuple(f"{kind} {root}.{path}" for root in ROOTS for path in paths)


def methods(kind: str, *names: str) -> tuple[str, ...]:
    """Events for methods or attributes of models."""
    return tuple(f"{kind} {model}.{name}" for model in MODELS for name in names)


def split(path: str) -> tuple[str, str]:
    """`tensorflow.keras.layers.Dense` → (`tensorflow.keras`, `layers.Dense`): the root to write, and the rest.

    Raises:
        ValueError: it is no path inside keras.
    """
    for root in sorted(ROOTS, key=len, reverse=True):
        if path == root or path.startswith(f"{root}."):
            return ("keras" if root == "keras" else "tensorflow.keras"), path[len(root) + 1 :]
    raise ValueError(path)


def path_of(node: ast.AST, context: Context) -> str | None:
    """The path by which the code reaches a library symbol."""
    match context.only(node):
        case Module(path=path) | Symbolic(path=path) | Class(path=path) | Function(path=path):
            return path
        case _:
            return context.module_member(node) if isinstance(node, ast.Attribute) else None


def imported_path(alias: ast.alias, context: Context) -> str:
    """The full path that an alias of an import statement imports."""
    statement = context.statement(alias)
    return f"{statement.module}.{alias.name}" if isinstance(statement, ast.ImportFrom) else alias.name


def every(context: Context) -> Iterator[ast.AST]:
    """All nodes of all cells."""
    for _, tree in context.cells:
        yield from walk(tree)


def calls_of(context: Context, classes: Iterable[str], *names: str) -> Iterator[ast.Call]:
    """The calls, in any cell, of methods of these names on instances of these classes."""
    for node in every(context):
        match node:
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in names:
                if context.instance(owner, *classes) is not None:
                    yield node


def metrics_of(context: Context) -> list[str] | None:
    """The names in the `metrics` of all compile calls; None where they can't be read or there is none."""
    found: list[str] = []
    compiled = [
        node
        for node in every(context)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "compile"
        and (context.keyword(node, "metrics") is not None or context.instance(node.func.value, *MODELS) is not None)
    ]  # fmt: skip
    for call in compiled:
        given = context.keyword(call, "metrics") or (call.args[2] if len(call.args) > 2 else None)
        if given is None:
            continue
        value = uses_of(context).value(given)
        if not isinstance(value, ast.List | ast.Tuple):
            return None
        found += [m for item in value.elts if isinstance(m := context.literal(item), str)]
    return found if compiled else None


def layers_of(model: ast.expr, context: Context) -> list[ast.Call] | None:
    """The calls that make the layers of a Sequential model, in order; None where they can't be told."""
    uses = uses_of(context)
    made = uses.value(model)
    if not isinstance(made, ast.Call) or context.instance(made, "keras.Sequential") is None:
        return None
    layers: list[ast.expr] = []
    if made.args:
        if not isinstance(made.args[0], ast.List | ast.Tuple):
            return None
        layers += made.args[0].elts
    for load in sorted(uses.loads(made), key=uses.position):
        method = uses.parents.get(load)
        call = uses.parents.get(method) if isinstance(method, ast.Attribute) and method.attr in ("add", "pop") else None
        if isinstance(call, ast.Call) and isinstance(method, ast.Attribute):
            if method.attr == "pop" or len(call.args) != 1:
                return None
            layers.append(call.args[0])
    found = [layer for item in layers if isinstance(layer := uses.value(item), ast.Call)]
    return found if len(found) == len(layers) else None


def units_of(layer: ast.Call, context: Context) -> object:
    """The number of units of a Dense layer, MISSING where it is no literal."""
    given = context.keyword(layer, "units") or context.keyword(layer, "output_dim") or (layer.args[0] if layer.args else None)
    value = uses_of(context).value(given) if given is not None else None
    return context.literal(value) if value is not None else MISSING
