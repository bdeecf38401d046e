"""Keywords that a function takes out of its `**kwargs`, and whether it refuses all others."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Popped:
    """`keywords`: name, default, and the parameter that it is only another name for. `closed`: any other is an error."""

    keywords: tuple[tuple[str, str, str | None], ...]
    closed: bool


def popped(method: Function, nodes: Iterable[ast.AST]) -> Popped | None:
    """What a function takes from its `**kwargs`; `nodes` are those below it. None: it takes nothing from there."""
    if method.args.kwarg is None:
        return None
    rest = method.args.kwarg.arg
    arguments = method.args
    parameters = {a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    found: dict[str, tuple[str, str | None]] = {}
    aims: dict[str, set[str]] = {}
    nodes = list(nodes)
    for node in nodes:
        for inner, target in _values(node):
            match inner:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id=name), attr="pop" | "get"), args=[ast.Constant(value=str(key)), *more]
                ):
                    if name == rest and key.isidentifier() and key not in parameters:
                        default = ast.unparse(more[0]) if more else "..."
                        same = target if target in parameters and default in ("...", target) else None
                        aims.setdefault(key, set()).update({same} if same else ())
                        if key not in found or found[key][1] is None:
                            found[key] = (default, same)
                case _:
                    pass
    listed = _listed(method.body, rest)
    for key in listed or ():
        if key not in parameters:
            found.setdefault(key, ("...", None))
    closed = listed is not None or _refuses_the_rest(method.body, rest)
    if closed and _handed_on(nodes, rest):
        closed = False
    if not found and not closed:
        return None
    told = Counter(same for _, same in found.values() if same)
    for key, (default, same) in found.items():  # one of several, or for one of several: not just another name
        if same and (len(aims[key]) > 1 or told[same] > 1):
            found[key] = (default, None)
    keywords = ((key, "'deprecated'" if same else default, same) for key, (default, same) in found.items())
    return Popped(tuple(keywords), closed)


def _values(node: ast.AST) -> Iterator[tuple[ast.AST, str | None]]:
    """A node with the variable that it is assigned to."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield value, name
        case ast.Call():
            yield node, None
        case _:
            pass


def _listed(body: list[ast.stmt], rest: str) -> list[str] | None:
    """`for key in kwargs: if key not in {"a", "b"}: raise`: the names in the set; None: no such loop."""
    sets: dict[str, ast.expr] = {}
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Set() | ast.List() | ast.Tuple() as value):
                sets[name] = value
            case ast.For(target=ast.Name(id=key), iter=source) if ast.unparse(source) in (
                rest,
                f"{rest}.keys()",
                f"list({rest})",
            ):
                for inner in node.body:
                    match inner:
                        case ast.If(test=ast.Compare(left=ast.Name(id=left), ops=[ast.NotIn()], comparators=[allowed])):
                            if left != key or not any(isinstance(n, ast.Raise) for n in inner.body):
                                continue
                            literal = sets.get(allowed.id) if isinstance(allowed, ast.Name) else allowed
                            if isinstance(literal, ast.Set | ast.List | ast.Tuple):
                                names = [
                                    e.value for e in literal.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)
                                ]
                                return names if len(names) == len(literal.elts) else None
                        case _:
                            pass
            case _:
                pass
    return None


def _refuses_the_rest(body: list[ast.stmt], rest: str) -> bool:
    """`if kwargs: raise TypeError(…)` as a statement of the function itself."""
    for node in body:
        if isinstance(node, ast.If) and ast.unparse(node.test) in (rest, f"len({rest})", f"len({rest}) > 0", f"len({rest}) != 0"):
            return isinstance(node.body[-1], ast.Raise)
    return False


def _handed_on(nodes: Iterable[ast.AST], rest: str) -> bool:
    """Is the dictionary given to another function, or filled, so that what it is emptied of can't be told?"""
    for node in nodes:
        match node:
            case ast.Call(args=arguments, keywords=keywords):
                plain = isinstance(node.func, ast.Name) and node.func.id in (
                    "len",
                    "list",
                    "next",
                    "iter",
                    "sorted",
                    "set",
                    "str",
                    "repr",
                )
                if not plain and any(
                    isinstance(a, ast.Name) and a.id == rest for a in (*arguments, *(k.value for k in keywords))
                ):
                    return True
            case ast.Attribute(value=ast.Name(id=name), attr="popitem" | "clear" | "update"):
                if name == rest:
                    return True
            case _:
                pass
    return False
