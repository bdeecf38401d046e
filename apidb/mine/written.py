"""What code makes of definitions, written out as definitions: a reader of the tree sees them like any other.

`read_csv = _make_reader("read_csv", sep=",")` is the function inside the one that makes it; `@Appender(text)` and
`f.__doc__ = text` document what they stand at.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from apidb.mine.texts import constants, text_of

Function = ast.FunctionDef | ast.AsyncFunctionDef
DOCUMENTS = re.compile(r"(^|\.)(Appender|doc)$")


def write_out(tree: ast.Module) -> None:
    """Change a module's tree in place; its line numbers stay."""
    made = factories(tree.body)
    if made:
        _write_functions(tree.body, made)
    names = constants(tree)
    known: dict[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef] = {}
    for path, node in _definitions(tree.body):
        known[path] = node
        for decorator in node.decorator_list:
            match decorator:
                case ast.Call(func=function, args=[text, *_]) if DOCUMENTS.search(ast.unparse(function)):
                    _document(node, text_of(text, names))
                case _:
                    pass
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Attribute(value=owner, attr="__doc__")], value=text):
                if (documented := known.get(ast.unparse(owner))) is not None:
                    _document(documented, text_of(text, names))
            case _:
                pass


def factories(body: list[ast.stmt]) -> dict[str, tuple[ast.FunctionDef, ast.FunctionDef]]:
    """Functions that return a function defined in them, with that one; not those that only wrap another."""
    out: dict[str, tuple[ast.FunctionDef, ast.FunctionDef]] = {}
    for node in body:
        if not isinstance(node, ast.FunctionDef) or not isinstance(node.body[-1], ast.Return):
            continue
        inner = {n.name: n for n in node.body if isinstance(n, ast.FunctionDef)}
        returned = _innermost(node.body[-1].value)
        if returned in inner and not (inner[returned].args.vararg and inner[returned].args.kwarg):
            out[node.name] = (node, inner[returned])
    return out


def _innermost(value: ast.expr | None) -> str:
    """The variable returned, through what is called on it: `return Appender(text)(f)`, `return set_name(f, name)`."""
    while isinstance(value, ast.Call) and value.args:
        value = value.args[0]
    return value.id if isinstance(value, ast.Name) else ""


def made_by(call: ast.expr, made: Mapping[str, tuple[ast.FunctionDef, ast.FunctionDef]]) -> ast.FunctionDef | None:
    """The function that a call of a factory gives, what it is given in the place of its defaults; `...` for what is computed."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in made:
        return None
    factory, inner = made[call.func.id]
    names = [argument.arg for argument in factory.args.args]
    given: dict[str, ast.expr] = {n.id: ast.Constant(...) for n in ast.walk(factory) if _is_set(n)}
    given |= dict(zip(reversed(names), reversed(factory.args.defaults), strict=False))
    given |= dict(zip(names, call.args, strict=False)) | {k.arg: k.value for k in call.keywords if k.arg}
    function = copy.copy(inner)
    function.args = copy.copy(inner.args)
    function.args.defaults = [_given(default, given) for default in inner.args.defaults]
    function.args.kw_defaults = [default and _given(default, given) for default in inner.args.kw_defaults]
    return ast.copy_location(function, call)


def _is_set(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _given(default: ast.expr, given: Mapping[str, ast.expr]) -> ast.expr:
    return given.get(default.id, default) if isinstance(default, ast.Name) else default


def _write_functions(body: list[ast.stmt], made: Mapping[str, tuple[ast.FunctionDef, ast.FunctionDef]]) -> None:
    """Turn `name = factory(…)` into the function; a later `name = Decorator(…)(name)` documents it."""
    written: dict[str, ast.FunctionDef] = {}
    for n, node in enumerate(body):
        match node:
            case ast.ClassDef():
                _write_functions(node.body, made)
            case ast.FunctionDef(decorator_list=[ast.Name(id="classmethod")]):
                node.body = [other for statement in node.body for other in _attached(statement, made)]
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if (function := made_by(value, made)) is not None:
                function.name = name
                body[n] = written[name] = function
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=decorator, args=[ast.Name(id=given)])):
                if name == given and name in written:
                    written[name].decorator_list = [*written[name].decorator_list, decorator]
                    body[n] = ast.copy_location(ast.Pass(), node)
            case _:
                pass


def _attached(node: ast.stmt, made: Mapping[str, tuple[ast.FunctionDef, ast.FunctionDef]]) -> Iterator[ast.stmt]:
    """Before `cls.name = factory(…)` the function, by that name."""
    match node:
        case ast.Assign(targets=[ast.Attribute(attr=name)], value=value) if (function := made_by(value, made)) is not None:
            function.name = name
            yield function
        case _:
            pass
    yield node


def _definitions(
    body: list[ast.stmt], owner: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]]:
    for node in body:
        if isinstance(node, Function | ast.ClassDef):
            yield f"{owner}{node.name}", node
        if isinstance(node, ast.ClassDef):
            yield from _definitions(node.body, f"{owner}{node.name}.")


def _document(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, text: str) -> None:
    """Give it the text as its docstring, unless it has one."""
    if text.strip() and ast.get_docstring(node) is None:
        place = node.body[0]
        node.body = [ast.copy_location(ast.Expr(ast.copy_location(ast.Constant(text), place)), place), *node.body]
