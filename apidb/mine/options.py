"""Options that a library registers by name, like pandas' `register_option("max_rows", …)`.

They are the strings that its `set_option` and the like take.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from apidb.mine.notices import Notice, notice
from apidb.mine.texts import text_of

FUNCTIONS = frozenset({"set_option", "get_option", "reset_option", "option_context"})
KEYWORD = "pat"


@dataclass(slots=True)
class Options:
    """Full names, and what is said of those that are deprecated."""

    names: set[str] = field(default_factory=set)
    notices: list[Notice] = field(default_factory=list)


def options(body: Iterable[ast.stmt], texts: dict[str, str], prefix: str = "") -> Options:
    """The options registered at the top of a module, as far as their names are literal; `texts` are variables' texts."""
    out = Options()
    for node in body:
        match node:
            case ast.With(items=[ast.withitem(context_expr=ast.Call(func=ast.Attribute(attr="config_prefix"), args=[name])), *_]):
                inner = options(node.body, texts, f"{prefix}{text_of(name)}.")
                out.names |= inner.names
                out.notices += inner.notices
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(attr=function) | ast.Name(id=function), args=[name, *more], keywords=keywords)
            ) if re.search(r"register_(\w+_)?option$|^deprecate_option$", function):
                if not (text := text_of(name, texts)) or "{}" in text:
                    continue
                out.names.add(prefix + text)
                if function == "deprecate_option":
                    given = {k.arg: k.value for k in keywords}
                    other = text_of(given.get("rkey"))
                    said = f"option '{text}' was deprecated{f', use {other!r} instead' if other else ''}: "
                    words = " ".join(filter(None, (text_of(node, texts) for node in [*more, given.get("msg")])))
                    out.notices.append(notice("option", said + words, KEYWORD))
            case _:
                pass
    return out
