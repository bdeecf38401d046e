"""Edits of dict displays: entries renamed, revalued, removed or added, the rest of the text as it is."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from codemods.fixing import Context
from codemods.records import EditCall, Replace
from codemods.uses import uses_of


def entries(node: ast.expr, context: Context) -> dict[str, ast.expr] | None:
    """The entries of `{"a": 1}` or `dict(a=1)`; None where a key is no literal string or entries are spliced in."""
    match node:
        case ast.Dict(keys=keys, values=values):
            literals = [context.literal(k) if k is not None else None for k in keys]
            names = [n for n in literals if isinstance(n, str)]
            return dict(zip(names, values, strict=True)) if len(names) == len(literals) else None
        case ast.Call(func=ast.Name(id="dict"), args=[], keywords=keywords):
            if any(k.arg is None for k in keywords):
                return None
            return {k.arg: k.value for k in keywords if k.arg is not None}
        case _:
            return None


def spelled_out(call: ast.Call, context: Context) -> ast.Call | None:
    """The call with the entries of `**params` as keywords, for reading; None where they are not known."""
    found: list[ast.keyword] = []
    uses = uses_of(context)
    for keyword in call.keywords:
        if keyword.arg is not None:
            found.append(keyword)
            continue
        display = uses.value(keyword.value)
        given = entries(display, context) if display is not None else None
        if display is None or given is None or not all(_reads(load, context) for load in uses.loads(display)):
            return None
        found += [ast.keyword(name, value) for name, value in given.items()]
    return ast.Call(call.func, call.args, found)


def _reads(load: ast.Name, context: Context) -> bool:
    """Whether this use of a dict leaves it as it is."""
    match context.parent(load):
        case ast.keyword(arg=None):
            return True
        case ast.Subscript(ctx=ast.Load()):
            return True
        case _:
            return False


def edit_entries(
    node: ast.expr,
    context: Context,
    *,
    rename: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
    drop: Collection[str] = (),
    add: Mapping[str, str] | None = None,
) -> Replace | EditCall:
    """Change entries of a dict display or a call of `dict`; keys as `entries` gives them, values are Python text.

    Raises:
        TypeError: `node` is neither.
    """
    rename, values, add = rename or {}, values or {}, add or {}
    if isinstance(node, ast.Call):
        return context.edit_call(node, rename=rename, values=values, drop=frozenset(drop), add=add)
    if not isinstance(node, ast.Dict):
        raise TypeError(f"no dict: {ast.dump(node)}")
    parts: list[str] = []
    text, at = _Text(node, context), 0
    end = 0
    for index, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
        name = context.literal(key) if key is not None else None
        if key is None or not isinstance(name, str):
            continue
        start, stop = text.offset(key.lineno, key.col_offset), text.end(value)
        if name in drop:
            following = node.keys[index + 1] if index + 1 < len(node.keys) else None
            parts.append(text.source[at:start] if following is not None else text.source[at:start].rstrip().rstrip(","))
            at = text.offset(following.lineno, following.col_offset) if following is not None else stop
            end = len("".join(parts))
            continue
        if name in rename:
            quote = text.source[start] if text.source[start] in "'\"" else '"'
            parts += [text.source[at:start], f"{quote}{rename[name]}{quote}"]
            at = text.end(key)
        if name in values:
            parts += [text.source[at : text.offset(value.lineno, value.col_offset)], values[name]]
            at = stop
        parts.append(text.source[at:stop])
        at = stop
        end = len("".join(parts))
    whole = "".join(parts) + text.source[at:]
    if add:
        more = ", ".join(f'"{k}": {v}' for k, v in add.items())
        whole = whole[:end] + (", " if len(node.keys) > len(drop) else "") + more + whole[end:]
    return context.replace(node, whole.replace("{", "{{").replace("}", "}}"))


class _Text:
    """The source of a node, and offsets into it."""

    def __init__(self, node: ast.expr, context: Context) -> None:
        self.source = context.text(node)
        self._context = context
        self._first = context.span(node)
        self._starts = [0]
        for line in self.source.split("\n"):
            self._starts.append(self._starts[-1] + len(line) + 1)

    def _at(self, line: int, col: int) -> int:
        row = line - self._first.line
        return self._starts[row] + col - (self._first.col if row == 0 else 0)

    def offset(self, line: int, col: int) -> int:
        """`line` and byte column as `ast` counts them."""
        probe = ast.Constant(None, lineno=line, col_offset=col, end_lineno=line, end_col_offset=col)
        span = self._context.span(probe)
        return self._at(span.line, span.col)

    def end(self, node: ast.expr) -> int:
        span = self._context.span(node)
        return self._at(span.end_line, span.end_col)
