"""Parameters and bases as griffe gives them, in the form that snapshots keep."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any

import griffe

from apidb.mine.popped import Popped
from apidb.mine.tolerant import Params

ALIASES = re.compile(r"define_aliases$")
KINDS = {
    "positional-only": "po",
    "positional or keyword": "pk",
    "keyword-only": "ko",
    "variadic positional": "va",
    "variadic keyword": "vk",
}


def params_of(arguments: ast.arguments) -> Params:
    """Parameters of a function that griffe has not seen."""
    out: list[tuple[str, str, str | None]] = []
    plain = [*((a, "po") for a in arguments.posonlyargs), *((a, "pk") for a in arguments.args)]
    padding: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    for (argument, kind), default in zip(plain, [*padding, *arguments.defaults], strict=True):
        out.append((argument.arg, kind, ast.unparse(default) if default else None))
    if arguments.vararg:
        out.append((arguments.vararg.arg, "va", None))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        out.append((argument.arg, "ko", ast.unparse(default) if default else None))
    if arguments.kwarg:
        out.append((arguments.kwarg.arg, "vk", None))
    return tuple(out)


def parameters(function: griffe.Function) -> Params:
    """The parameters of a function; of one that is only overloaded, those of all its overloads."""
    params: Params = tuple((p.name, kind_of(p), source_of_value(p.default)) for p in function.parameters)
    return merged(params, [parameters(overload) for overload in function.overloads or ()])


def merged(longest: Params, others: Sequence[Params]) -> Params:
    """The parameters of the longest overload, with what only others take by keyword; what some do without is not required."""
    others = [other for other in others if other != longest]
    if not others:
        return longest
    every = [{name for name, _, _ in params} for params in (longest, *others)]
    own = tuple(
        (name, kind, "..." if default is None and kind in ("pk", "ko") and not all(name in names for names in every) else default)
        for name, kind, default in longest
    )
    more: dict[str, tuple[str, str, str | None]] = {}
    for params in others:
        for name, kind, _ in params:
            if kind in ("pk", "ko") and name not in every[0]:
                more.setdefault(name, (name, "ko", "..."))
    return (*(p for p in own if p[1] != "vk"), *more.values(), *(p for p in own if p[1] == "vk"))


def with_popped(params: Params, taken: Popped) -> Params:
    """With the keywords that a function takes out of its `**kwargs`, which is left out where it refuses all others."""
    names = {name for name, _, _ in params}
    more = ((key, "ko", default) for key, default, _ in taken.keywords if key not in names)
    rest = () if taken.closed else tuple(p for p in params if p[1] == "vk")
    return (*(p for p in params if p[1] != "vk"), *more, *rest)


def kind_of(parameter: griffe.Parameter) -> str:
    if parameter.name.startswith("__") and not parameter.name.endswith("__"):
        return "po"  # the spelling of stubs for old Pythons
    return KINDS[parameter.kind.value] if parameter.kind else "pk"


def source_of_value(value: Any) -> str | None:
    return None if value is None else str(value)[:160]


def unbound(params: Params, decorators: tuple[str, ...]) -> Params:
    """Without the receiver."""
    if "staticmethod" in decorators or not params or params[0][1] not in ("po", "pk"):
        return params
    return params[1:]


def bases_of(target: griffe.Class) -> Iterator[griffe.Expr | str]:
    """The bases as written; those of `six.with_metaclass(Meta, Base, …)` are its further arguments."""
    for base in target.bases:
        if isinstance(base, griffe.ExprCall) and str(base.function).rpartition(".")[2] == "with_metaclass":
            yield from base.arguments[1:]
        elif isinstance(base, griffe.ExprSubscript) and isinstance(base.left, griffe.ExprName | griffe.ExprAttribute):
            yield base.left  # Generic[T] and the like
        else:
            yield base


def aliases_by_decorator(decorators: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Further name and name of the members that `@define_aliases({"linewidth": ["lw"]})` adds: get_lw for get_linewidth."""
    for decorator in decorators:
        if not ALIASES.search(decorator.partition("(")[0]):
            continue
        try:
            call = ast.parse(decorator, mode="eval").body
            table = ast.literal_eval(call.args[0]) if isinstance(call, ast.Call) and call.args else None
        except (SyntaxError, ValueError):
            continue
        for name, others in table.items() if isinstance(table, dict) else ():
            yield from ((f"{prefix}{other}", f"{prefix}{name}") for other in others for prefix in ("get_", "set_"))
