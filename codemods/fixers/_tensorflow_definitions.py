"""The definitions in `data/definitions` that stand in for what tensorflow.compat.v1 has lost, as text for a document."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from functools import cache

from apidb.paths import data_dir

_FILES = ("tensorflow_mnist.py", "tensorflow_layers.py", "tensorflow_cells.py")
_POOLING = {
    f"{kind}_pooling{n}d": ("max_pooling2d", {"max_pooling2d": f"{kind}_pooling{n}d", "MAX": how})
    for kind, how in (("max", "MAX"), ("average", "AVG")) for n in (1, 2, 3)
}  # fmt: skip
# Of a definition that is written once for several: the one that is written, and the words in which this one differs.
VARIANTS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    **_POOLING,
    **{f"conv{n}d": ("conv2d", {"conv2d": f"conv{n}d"}) for n in (1, 2, 3)},
}


@cache
def _written() -> Mapping[str, tuple[ast.stmt, str]]:
    """The statements of the files and their texts, by the name that each binds."""
    found: dict[str, tuple[ast.stmt, str]] = {}
    for file in _FILES:
        text = (data_dir() / "definitions" / file).read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.parse(text).body:
            match node:
                case (
                    ast.FunctionDef(name=name)
                    | ast.ClassDef(name=name)
                    | ast.Assign(targets=[ast.Name(id=name)])
                    | ast.Import(names=[ast.alias(name=name, asname=None)])
                ):
                    found[name] = node, "\n".join(lines[node.lineno - 1 : node.end_lineno])
    return found


def _base(name: str) -> str:
    """The definition that is written for this one."""
    return VARIANTS[name][0] if name in VARIANTS else name


def _source(name: str) -> str:
    text = _written()[_base(name)][1]
    for old, new in VARIANTS[name][1].items() if name in VARIANTS else ():
        text = text.replace(old, new)
    return text


@cache
def parameters_of(name: str) -> tuple[tuple[str, ...], frozenset[str]] | None:
    """The parameters of a definition by position, and all of them; None where it is neither function nor class."""
    node = _written()[_base(name)][0]
    if isinstance(node, ast.ClassDef):
        node = next(n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "__init__")
    if not isinstance(node, ast.FunctionDef):
        return None
    positional = tuple(a.arg for a in node.args.args if a.arg != "self")
    return positional, frozenset((*positional, *(a.arg for a in node.args.kwonlyargs)))


def closed(names: Iterable[str]) -> set[str]:
    """Definitions with those that they are made of."""
    todo, found = list(names), set(names)
    while todo:
        for node in ast.walk(_written()[_base(todo.pop())][0]):
            if isinstance(node, ast.Name) and node.id in _written() and not isinstance(_written()[node.id][0], ast.Import):
                todo += {node.id} - found
                found.add(node.id)
    return found


def definitions(names: Mapping[str, str], tensorflow: str) -> str:
    """The text of definitions, each by the name that `names` gives it, after the imports that they need.

    `tensorflow`: the document's name of tensorflow.compat.v1.
    """
    order, renamed = list(_written()), {old: new for old, new in names.items() if old != new}
    texts = []
    for name in sorted(names, key=lambda n: (order.index(_base(n)), n)):
        text = re.sub(r"\btf\.", f"{tensorflow}.", _source(name))
        for old, new in renamed.items():
            text = re.sub(rf"(?<=def ){old}\b" if old.islower() else rf"\b{old}\b", new, text)
        texts.append(text)
    imports = [line for what, (node, line) in _written().items() if isinstance(node, ast.Import) and _mentions(texts, what)]
    return "\n\n\n".join(["\n".join(imports), *texts] if imports else texts)


def _mentions(texts: Iterable[str], module: str) -> bool:
    return any(re.search(rf"\b{re.escape(module)}\.", text) for text in texts)
