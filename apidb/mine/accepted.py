"""The strings that a parameter accepts, where the source lists them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

DOCUMENTED = re.compile(r"^ *(?P<names>\w+(?: *, *\w+)*) *: *\{(?P<values>[^{}]*)\}", re.M)
CONSTRAINTS = "_parameter_constraints"


@dataclass(frozen=True, slots=True)
class Accepted:
    """`checked`: the library itself refuses any other string."""

    values: frozenset[str]
    checked: bool


def accepted(target: Any) -> dict[str, Accepted]:
    """Of a function or class (griffe's): parameter → the strings it takes, by constraints, annotations, documentation."""
    out = documented(target.docstring.value) if target.docstring else {}
    texts = [str(decorator.value) for decorator in target.decorators]
    if target.is_function:
        out |= annotated({p.name: str(p.annotation) for p in target.parameters if p.annotation is not None})
    elif (listed := target.members.get(CONSTRAINTS)) is not None and listed.is_attribute:
        texts.append(str(listed.value))
    return out | constrained(texts)


def documented(doc: str) -> dict[str, Accepted]:
    """The sets in the parameter section of a docstring: `loss : {'log_loss', 'exponential'}, default='log_loss'`."""
    out: dict[str, Accepted] = {}
    for match in DOCUMENTED.finditer(doc):
        try:
            literal = ast.literal_eval(f"[{match['values'].replace('``', '')}]")
        except (ValueError, SyntaxError):
            continue
        if values := frozenset(v for v in literal if isinstance(v, str)):
            out.update({name.strip(): Accepted(values, False) for name in match["names"].split(",")})
    return out


def constrained(texts: Iterable[str]) -> dict[str, Accepted]:
    """The options in scikit-learn's constraints: the value of `_parameter_constraints`, `validate_params(…)` decorators."""
    out: dict[str, Accepted] = {}
    for text in texts:
        if "StrOptions" not in text:
            continue
        try:
            tree = ast.parse(text, mode="eval")
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str) and (found := _options(value)):
                        out[key.value] = Accepted(found, True)
    return out


def _options(node: ast.expr) -> frozenset[str] | None:
    """All strings of the StrOptions in a constraint; None where one is not literal, or another constraint takes strings."""
    found: set[str] = set()
    for inner in ast.walk(node):
        match inner:
            case ast.Call(func=ast.Name(id="StrOptions"), args=[ast.Set(elts=elements), *_]):
                if not all(isinstance(e, ast.Constant) and isinstance(e.value, str) for e in elements):
                    return None
                found |= {e.value for e in elements if isinstance(e, ast.Constant) and isinstance(e.value, str)}
            case ast.Call(func=ast.Name(id="StrOptions")) | ast.Name(id="str"):
                return None
            case _:
                pass
    return frozenset(found)


def annotated(annotations: Mapping[str, str]) -> dict[str, Accepted]:
    """`Literal["a", "b"]` in annotations: parameter → its strings; None where other strings are taken too."""
    out: dict[str, Accepted] = {}
    for name, text in annotations.items():
        if "Literal[" not in text or re.search(r"\bstr\b", text):
            continue
        try:
            tree = ast.parse(text, mode="eval")
        except SyntaxError:
            continue
        values: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("Literal"):
                values |= {c.value for c in ast.walk(node.slice) if isinstance(c, ast.Constant) and isinstance(c.value, str)}
        if values:
            out[name] = Accepted(frozenset(values), False)
    return out
