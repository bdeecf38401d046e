"""Definitions that are written into a document: where they stand, and the text of those in `data/definitions`."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache

from apidb.paths import data_dir
from codemods.fixing import Context, Decline
from codemods.records import Edit
from codemods.spans import Lines, span_of
from codemods.uses import uses_of


def template(text: str) -> str:
    """Text as a template without holes."""
    return text.replace("{", "{{").replace("}", "}}")


def at_top(node: ast.AST, context: Context) -> ast.stmt:
    """The statement at the top of a cell that holds a node."""
    return next(
        n for n in (node, *context.ancestors(node)) if isinstance(n, ast.stmt) and isinstance(context.parent(n), ast.Module)
    )


def defined(name: str, text: str, users: Iterable[ast.expr], node: ast.expr, context: Context) -> tuple[Edit, ...] | Decline:
    """The edit after which `node` can use the class `name`: `text`, a template, above the first of its `users`, which are in
    the document as it is; none where the class stands already."""
    uses = uses_of(context)
    if bound := uses.bindings(name):
        if any(not isinstance(b.node, ast.ClassDef) or b.position > uses.position(node) for b in bound):
            return Decline(f"the name {name} is taken")
        return ()
    first = min(users, key=uses.position)
    if uses.cell_of[first] != uses.cell_of[node]:
        return Decline(f"{name} is defined where the first one is made")
    return (context.insert(at_top(first, context), text),)


@cache
def written(file: str, without: frozenset[str] = frozenset()) -> str:
    """What a module of `data/definitions` defines, as a template in which the document's own names stand for what the module
    imports; without the lines whose comment ends in one of `without`."""
    lines = (data_dir() / "definitions" / file).read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.endswith(tuple(without)))
    tree, places = ast.parse(text), Lines(text)
    paths: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            above = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            paths |= {alias.asname or alias.name: f"{above}{alias.name}" for alias in node.names}
    first = next(n for n in tree.body if not isinstance(n, ast.Import | ast.ImportFrom | ast.Expr))
    made, end = "", places.offset(first.lineno, 0)
    names = (n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id in paths)
    for span, path in sorted((span_of(n, places), paths[n.id]) for n in names):
        made += template(text[end : places.offset(span.line, span.col)]) + f"{{@{path}}}"
        end = places.offset(span.end_line, span.end_col)
    return made + template(text[end:])
