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
def _sources() -> Mapping[str, str]:
    """What is written in the files, by name."""
    found: dict[str, str] = {}
    for file in _FILES:
        text = (data_dir() / "definitions" / file).read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            segment = ast.get_source_segment(text, node) or ""
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                    found[name] = segment
                case ast.Import(names=[ast.alias(name=name, asname=None)]):
                    found[name] = segment
    return found


def _source(name: str) -> str:
    written, words = VARIANTS.get(name, (name, {}))
    text = _sources()[written]
    for old, new in words.items():
        text = text.replace(old, new)
    return text


@cache
def parameters_of(name: str) -> tuple[tuple[str, ...], frozenset[str]] | None:
    """The parameters of a definition by position, and all of them; None where it is neither function nor class."""
    functions = [n for n in ast.walk(ast.parse(_source(name))) if isinstance(n, ast.FunctionDef) and n.name in (name, "__init__")]
    if not functions:
        return None
    arguments = functions[0].args
    positional = tuple(a.arg for a in arguments.args if a.arg != "self")
    return positional, frozenset((*positional, *(a.arg for a in arguments.kwonlyargs)))


def closed(names: Iterable[str]) -> set[str]:
    """Definitions with those that they are made of."""
    todo, found = list(names), set(names)
    while todo:
        for node in ast.walk(ast.parse(_source(todo.pop()))):
            if isinstance(node, ast.Name) and node.id in _sources() and not _sources()[node.id].startswith("import "):
                todo += {node.id} - found
                found.add(node.id)
    return found


def definitions(names: Mapping[str, str], tensorflow: str) -> str:
    """The text of definitions, each by the name that `names` gives it, after the imports that they need.

    `tensorflow`: the document's name of tensorflow.compat.v1.
    """
    order = list(_sources())
    texts = []
    for name in sorted(names, key=lambda n: (order.index(VARIANTS.get(n, (n, {}))[0]), n)):
        text = re.sub(r"\btf\.", f"{tensorflow}.", _source(name))
        for old, new in names.items():
            text = re.sub(rf"(?<=def ){old}\b" if old.islower() else rf"\b{old}\b", new, text)
        texts.append(text)
    imports = [line for what, line in _sources().items() if line == f"import {what}" and _mentions(texts, what)]
    return "\n\n\n".join(["\n".join(imports), *texts] if imports else texts)


def _mentions(texts: Iterable[str], module: str) -> bool:
    return any(re.search(rf"\b{re.escape(module)}\.", text) for text in texts)


def template(text: str) -> str:
    """Text as a template without holes."""
    return text.replace("{", "{{").replace("}", "}}")
