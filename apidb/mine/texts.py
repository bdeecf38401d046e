"""The words of messages in source code, as far as they are literal."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

Function = ast.FunctionDef | ast.AsyncFunctionDef
GONE = re.compile(r"\b(is|are|was|were|has been|have been) removed\b")
REFUSES = re.compile(
    r"\b((has|have) been|is|are|was|were) (removed|replaced|deprecated|discontinued)\b|\bno longer (available|supported|exist)|"
    r"\bremoved (in|from|since)\b",
)
PLACE = re.compile(r"%(?:%|[-+ #0]*\d*(?:\.\d+)?[srdifgexc])")
NAMED = re.compile(r"%\((\w+)\)[-+ #0]*\d*(?:\.\d+)?[srdifgexc]")
NOTHING: Mapping[str, str] = {}


def text_of(node: ast.AST | None, names: Mapping[str, str] = NOTHING) -> str:
    """The literal parts of a message: constants, f-strings, concatenations, `.format` calls; `names` are variables' texts."""
    match node:
        case ast.Constant(value=str(value)):
            return value
        case ast.Name(id=name):
            return names.get(name, "")
        case ast.Attribute(value=ast.Name(id=owner), attr=name):
            return names.get(f"{owner}.{name}", "")
        case ast.JoinedStr(values=values):
            return "".join(text_of(v, names) or "{}" for v in values)
        case ast.FormattedValue(value=value):
            return text_of(value, names)
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            return _interpolated(text_of(left, names), right, names)
        case ast.BinOp(left=left, right=right):
            return text_of(left, names) + text_of(right, names)
        case ast.Call(func=ast.Attribute(value=value, attr="format")):
            return _formatted(text_of(value, names), node, names)
        case ast.Call(func=ast.Name(id="dedent" | "_") | ast.Attribute(attr="dedent"), args=[value]):
            return text_of(value, names)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return " ".join(filter(None, (text_of(e, names) for e in elements)))
        case _:
            return ""


def _formatted(template: str, call: ast.Call, names: Mapping[str, str]) -> str:
    """The template with those of its fields filled in that are known."""
    fields = {str(n): value for n, value in enumerate(call.args)} | {k.arg: k.value for k in call.keywords if k.arg}
    for name, value in fields.items():
        if text := text_of(value, names):
            template = template.replace(f"{{{name}}}", text)
            if name.isdecimal():
                template = template.replace("{}", text, 1)
    return template


def _interpolated(template: str, given: ast.expr, names: Mapping[str, str]) -> str:
    """`template % (a, b)`: what is not known stands as `{}`, as in an f-string."""
    match given:
        case ast.Dict(keys=keys, values=values):
            fields = {k.value: v for k, v in zip(keys, values, strict=True) if isinstance(k, ast.Constant)}
            return NAMED.sub(lambda m: text_of(fields.get(m[1]), names) or "{}", template)
        case ast.Tuple(elts=elements):
            parts = iter(elements)
        case _:
            parts = iter([given])
    return PLACE.sub(lambda m: m[0][-1] if m[0] == "%%" else text_of(next(parts, None), names) or "{}", template)


def constants(tree: ast.Module | Function) -> dict[str, str]:
    """The variables of a module or function that are texts."""
    out: dict[str, str] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if text := text_of(value, out):
                out[name] = text
            case _:
                pass
    return out


def refusal(node: ast.stmt, names: Mapping[str, str] = NOTHING) -> str | None:
    """What a function that only raises says of what it was, or a class whose constructor does; None for any other."""
    if isinstance(node, ast.ClassDef):
        made = [inner for inner in node.body if isinstance(inner, Function) and inner.name in ("__init__", "__new__")]
        return refusal(made[0], names) if len(made) == 1 else None
    if not isinstance(node, Function):
        return None
    known = dict(names)
    for statement in node.body:
        match statement:
            case ast.Expr(value=ast.Constant()):
                continue
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if text := text_of(value, known):
                known[name] = text
            case ast.Raise(exc=ast.Call(args=[said, *_])):
                text = " ".join(text_of(said, known).split())
                return text if REFUSES.search(text) else None
            case _:
                return None
    return None
