"""What a module does that plain reading of its definitions misses.

Names served by a module `__getattr__`, attributes set on `self`, members attached to classes from outside, names
hidden behind a submodule of the same name, and the tricks after which a module or class can't be known in full.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from apidb.mine.lent import Lent, lent
from apidb.mine.options import Options, options
from apidb.mine.popped import Popped, popped
from apidb.mine.served import Served, served_names, strings
from apidb.mine.texts import constants, refusal

Function = ast.FunctionDef | ast.AsyncFunctionDef
TRANSPARENT = re.compile(
    r"dataclass|final|total_ordering|set_module|doc|deprecat|substitution|appender|docstring|interpd|export|runtime_"
    r"checkable|array_function|_api\.|copy_doc|inherit_names|unique|register|add_",
    re.I,
)


@dataclass(slots=True)
class ClassFacts:
    """Members of a class that its body does not define: attributes set on `self`, and what is attached to it.

    `forwards`: methods that pass their `**kwargs` on to the same method of a base, with the names that they pass
    themselves. `refused`: those that only raise an error, with its words. `lent`: what it gets of other classes.
    """

    forwards: dict[str, frozenset[str]] = field(default_factory=dict)
    instance: set[str] = field(default_factory=set)
    attached: dict[str, ast.arguments | None] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    listed_by: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)
    lent: list[Lent] = field(default_factory=list)


@dataclass(slots=True)
class ModuleFacts:
    """`open` holds the reasons why the module may have more names than are listed; `words` its string constants.

    `lists`: functions that return a plain list of names, by which a loop may attach members, with the class that each name
    comes with. `popped`: what functions (and methods, `Class.name`) take out of their `**kwargs`.
    """

    served: Served
    classes: dict[str, ClassFacts] = field(default_factory=dict)
    shadows: dict[str, str] = field(default_factory=dict)
    wildcards: list[str] = field(default_factory=list)
    open: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    lists: dict[str, dict[str, str | None]] = field(default_factory=dict)
    popped: dict[str, Popped] = field(default_factory=dict)
    imported: dict[str, str] = field(default_factory=dict)  # local name → full path of what is imported at the top
    deleted: set[str] = field(default_factory=set)  # by `del` at the top
    made: set[str] = field(default_factory=set)  # by a loop over a plain list of names, in globals(); by setattr
    called: list[str] = field(default_factory=list)  # functions imported and called for nothing but what they do
    options: Options = field(default_factory=Options)


def facts(tree: ast.Module, path: str, *, package: bool) -> ModuleFacts:
    """Read a module's tree; `path` is its dotted name, `package` says that it is an `__init__`."""
    out = ModuleFacts(served=served_names(tree))
    if out.served.open:
        out.open.add("__getattr__")
    functions: dict[str, ast.arguments] = {}
    names = constants(tree)
    out.options = options(tree.body, names)
    assigned = [(n.targets[0].id, n.value) for n in tree.body if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name)]
    tables = {name: value for name, value in assigned if isinstance(value, ast.Dict)}
    spaces = {name for name, value in assigned if _is_globals(value)}
    listed: set[int] = set()  # nodes of loops whose names are known
    itself: set[str] = set()  # variables that hold the module
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            out.classes[node.name] = _class_facts(node, out, names)
        elif isinstance(node, Function):
            functions[node.name] = node.args
            if node.args.kwarg and (taken := popped(node, walk(node))):
                out.popped[node.name] = taken
            match node.body:
                case [*_, ast.Return(value=ast.List() as value)] if strings(value):
                    out.lists[node.name] = _with_classes(value)
                case _:
                    pass
    out.deleted = set(_deleted(tree.body))
    for node in outside_definitions(tree.body):
        _attach(node, out, functions)
        if isinstance(node, ast.ImportFrom):
            _imports(node, path, package, out)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                out.imported[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.Assign) and ast.unparse(node.value).endswith("sys.modules[__name__]"):
            itself |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.Expr) and (name := _set_on(node.value, itself)):
            out.made.add(name)
        elif isinstance(node, ast.For) and (place := _made(node, spaces)) is not None:
            match node.iter:
                case ast.Attribute(value=ast.Name(id=module), attr="__all__") if module in out.imported:
                    out.wildcards.append(out.imported[module])
                case ast.Call(func=ast.Attribute(value=ast.Name(id=table), attr="items")) if table in tables:
                    out.made |= set(strings(tables[table] if place == 0 else ast.List(tables[table].values)))
                case source if made := strings(source):
                    out.made |= set(made)
                case _:
                    continue
            listed |= {id(inner) for inner in walk(node)}
    for node in tree.body:
        match node:
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if name in out.imported:
                out.called.append(out.imported[name])
            case _:
                pass
    lazy = _lazily_imported(tree, path)
    out.served.live.update({name: place for name, place in lazy.items() if name not in out.served.live})
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            _scan((inner for inner in walk(node) if id(inner) not in listed), out)
    if lazy:
        out.open.discard("sys.modules")
    return out


def _set_on(call: ast.expr, variables: set[str]) -> str | None:
    """The name in `setattr(variable, "name", value)`."""
    match call:
        case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=variable), ast.Constant(value=str(name)), _]):
            return name if variable in variables else None
        case _:
            return None


def _lazily_imported(tree: ast.Module, path: str) -> dict[str, str]:
    """The names in transformers' `_import_structure = {"submodule": ["name", …]}`, with where they are defined."""
    out: dict[str, str] = {}

    def take(module: ast.expr | None, names: ast.expr) -> None:
        if isinstance(module, ast.Constant) and isinstance(module.value, str):
            listed = strings(names) or ([names.value] if isinstance(names, ast.Constant) and isinstance(names.value, str) else [])
            out.update({name: f"{path}.{module.value}.{name}" for name in listed})

    for node in outside_definitions(tree.body):
        match node:
            case ast.Assign(targets=[ast.Name(id="_import_structure")], value=ast.Dict(keys=keys, values=values)):
                for key, value in zip(keys, values, strict=True):
                    take(key, value)
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id="_import_structure"), slice=key)], value=value):
                take(key, value)
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Subscript(value=ast.Name(id="_import_structure"), slice=key)), args=[value]
                )
            ):
                take(key, value)
            case _:
                pass
    return out


def _deleted(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Names deleted when a module is imported; not those of which a test says that it depends: `if Axes is None: del Axes`."""
    for node in body:
        if isinstance(node, ast.Delete):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.If):
            tested = {name.id for name in ast.walk(node.test) if isinstance(name, ast.Name)}
            yield from (name for name in _deleted([*node.body, *node.orelse]) if name not in tested)
        elif isinstance(node, ast.Try | ast.With | ast.For):
            yield from _deleted([*node.body, *getattr(node, "orelse", []), *getattr(node, "finalbody", [])])


def _made(node: ast.For, spaces: Collection[str]) -> int | None:
    """`for new, old in …: globals()[old] = …`: the place of the name that is bound; None: the loop binds none."""
    targets = node.target.elts if isinstance(node.target, ast.Tuple) else [node.target]
    names = [target.id if isinstance(target, ast.Name) else "" for target in targets]
    for inner in walk(node):
        match inner:
            case ast.Assign(targets=[ast.Subscript(value=space, slice=ast.Name(id=key))]):
                if key in names and (_is_globals(space) or (isinstance(space, ast.Name) and space.id in spaces)):
                    return names.index(key)
            case _:
                pass
    return None


def _is_globals(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "globals"


def _with_classes(listed: ast.List) -> dict[str, str | None]:
    """`[("loc", LocIndexer), …]`: name → the class beside it; None where there is none."""
    out: dict[str, str | None] = dict.fromkeys(strings(listed))
    for element in listed.elts:
        match element:
            case ast.Tuple(elts=[ast.Constant(value=str(name)), ast.Name(id=cls), *_]):
                out[name] = cls
            case _:
                pass
    return out


def _scan(nodes: Iterable[ast.AST], out: ModuleFacts) -> None:
    """Note the words and the tricks among some nodes."""
    for inner in nodes:
        kind = type(inner)
        if kind is ast.Constant:
            value = inner.value  # type: ignore[attr-defined]
            if type(value) is str and value.isidentifier():
                out.words.add(value)
        elif kind is ast.FunctionDef or kind is ast.ClassDef:
            out.words.add(inner.name)  # type: ignore[attr-defined]
        elif kind is ast.Assign or kind is ast.Call:
            _tricks(inner, out)


def walk(node: ast.AST) -> list[ast.AST]:
    """All nodes below and including one; `ast.walk` without contexts and operators, three times as fast."""
    out, stack = [], [node]
    while stack:
        node = stack.pop()
        out.append(node)
        for name in node._fields:
            value = getattr(node, name, None)
            if type(value) is list:
                stack += [inner for inner in value if isinstance(inner, ast.AST)]
            elif isinstance(value, ast.AST) and value._fields:
                stack.append(value)
    return out


def outside_definitions(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements that run at import: those of the body and of its branches."""
    for node in body:
        if isinstance(node, Function | ast.ClassDef):
            continue
        yield node
        for name in ("body", "orelse", "finalbody"):
            yield from outside_definitions(getattr(node, name, []) or [])
        for handler in getattr(node, "handlers", []):
            yield from outside_definitions(handler.body)


def _imports(node: ast.ImportFrom, path: str, package: bool, out: ModuleFacts) -> None:
    base = path.split(".")
    if node.level:
        base = base[: len(base) - node.level + (1 if package else 0)]
        module = ".".join([*base, *(node.module or "").split(".")]).rstrip(".")
    else:
        module = node.module or ""
    for name in node.names:
        bound = name.asname or name.name
        if name.name == "*":
            out.wildcards.append(module)
            continue
        out.imported[bound] = f"{module}.{name.name}"
        if package and module == f"{path}.{bound}":
            out.shadows[bound] = f"{module}.{name.name}"


def _tricks(node: ast.AST, out: ModuleFacts) -> None:
    """Ways of making names that can't be listed."""
    match node:
        case (
            ast.Assign(targets=[ast.Subscript(value=ast.Call(func=ast.Name(id="globals" | "vars"), args=[]))])
            | ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="globals" | "vars"), args=[]), attr="update"))
        ):
            out.open.add("globals()")
        case ast.Assign(targets=[ast.Subscript(value=ast.Attribute(value=ast.Name(id="sys"), attr="modules"))]):
            out.open.add("sys.modules")
        case ast.Call(func=ast.Name(id="setattr"), args=[ast.Subscript() | ast.Name(id="module" | "mod"), *_]):
            out.open.add("setattr")
        case ast.Call(func=ast.Name(id="exec")):
            out.open.add("exec")
        case _:
            pass


def _attach(node: ast.stmt, out: ModuleFacts, functions: dict[str, ast.arguments]) -> None:
    """`Class.name = value`, `setattr(Class, "name", value)`, `decorate(Class)` at the top of a module."""
    match node:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=owner), attr=name)], value=value):
            if owner in out.classes and not name.startswith("_"):
                known = functions.get(value.id) if isinstance(value, ast.Name) else None
                out.classes[owner].attached[name] = known
        case ast.Expr(value=ast.Call(func=function, args=[ast.Name(id=owner), *rest])) if owner in out.classes:
            match function, rest:
                case ast.Name(id="setattr"), [ast.Constant(value=str(name)), *_]:
                    out.classes[owner].attached[name] = None
                case _:
                    out.classes[owner].open.add("attached")
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name))):
            if owner in out.classes and name.startswith("_add"):
                out.classes[owner].open.add("attached")
                if (loan := lent(node.value)) is not None:
                    out.classes[owner].lent.append(loan)
        case ast.For(iter=source):
            _loop(node, source, out)
            for inner in walk(node):
                match inner:
                    case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=owner), *_]):
                        if owner in out.classes:
                            out.classes[owner].open.add("attached")
                        else:
                            out.open.add("setattr")
                    case _:
                        pass
        case _:
            pass


def _loop(node: ast.For, source: ast.expr, out: ModuleFacts) -> None:
    """`for name, value in names(): attach(Class, name, value)`, the names in a list or returned by a function."""
    first = node.target.elts[0] if isinstance(node.target, ast.Tuple) and node.target.elts else node.target
    if not isinstance(first, ast.Name):
        return
    for inner in walk(node):
        match inner:
            case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=owner), ast.Name(id=name), *_]):
                pass
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner)), args=[ast.Name(id=name), *_]):
                pass
            case _:
                continue
        if owner in out.classes and name == first.id:
            out.classes[owner].attached.update(dict.fromkeys(strings(source)))
            if isinstance(source, ast.Call):
                out.classes[owner].listed_by.add(ast.unparse(source.func).rpartition(".")[2])
            out.classes[owner].open.add("attached")


def _class_facts(node: ast.ClassDef, module: ModuleFacts, names: Mapping[str, str]) -> ClassFacts:
    out = ClassFacts()
    module.words.add(node.name)
    for decorator in node.decorator_list:
        if (loan := lent(decorator)) is not None:
            out.lent.append(loan)
        if not TRANSPARENT.search(ast.unparse(decorator)):
            out.open.add("decorated")
    if any(keyword.arg == "metaclass" and "ABC" not in ast.unparse(keyword.value) for keyword in node.keywords):
        out.open.add("metaclass")
    for method in node.body:
        everything = walk(method)
        _scan(everything, module)
        if not isinstance(method, Function):
            if isinstance(method, ast.For) or "locals()" in ast.unparse(method):
                out.open.add("body")
            continue
        if method.name in ("__getattr__", "__getattribute__"):
            out.open.add(method.name)
        nodes = [n for n in everything if isinstance(n, ast.Attribute | ast.Call | Function)]
        if method.args.kwarg:
            if (given := _forwarded(method, nodes, method.args.kwarg.arg)) is not None:
                out.forwards[method.name] = given
            if taken := popped(method, everything):
                module.popped[f"{node.name}.{method.name}"] = taken
        if not method.name.startswith("_") and (said := refusal(method, names)):
            out.refused.setdefault(method.name, said)
        receiver = method.args.args[0].arg if method.args.args else None
        if receiver is None:
            continue
        on_class = any(isinstance(d, ast.Name) and d.id == "classmethod" for d in method.decorator_list)
        nested = {inner.name: inner.args for inner in nodes if isinstance(inner, Function)} if on_class else {}
        for inner in nodes:
            match inner:
                case ast.Attribute(value=ast.Name(id=owner), attr=name, ctx=ast.Store()) if owner == receiver:
                    if name.startswith("_"):
                        continue
                    if on_class:
                        out.attached[name] = nested.get(name)
                    else:
                        out.instance.add(name)
                case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=owner), key, *_]) if owner == receiver:
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        if on_class:
                            out.attached[key.value] = nested.get(key.value)
                        else:
                            out.instance.add(key.value)
                    elif on_class:
                        out.open.add("attached")
                    else:
                        out.open.add("setattr")
                case ast.Call(func=ast.Attribute(value=ast.Name(id=owner))) if on_class and owner in (receiver, node.name):
                    if (loan := lent(inner)) is not None:
                        out.lent.append(loan)
                case ast.Attribute(value=ast.Name(id=owner), attr="__dict__") if owner == receiver:
                    out.open.add("setattr")
                case _:
                    pass
    return out


def _forwarded(method: Function, nodes: Iterable[ast.AST], rest: str) -> frozenset[str] | None:
    """The keywords passed beside `**rest` in a call of the same method of a base class; None: no such call."""
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=base, attr=name)) if name == method.name:
                upward = isinstance(base, ast.Call) and isinstance(base.func, ast.Name) and base.func.id == "super"
                by_name = isinstance(base, ast.Name | ast.Attribute) and ast.unparse(base)[:1].isupper()
                if not (upward or by_name):
                    continue
                if any(k.arg is None and ast.unparse(k.value) == rest for k in node.keywords):
                    return frozenset(k.arg for k in node.keywords if k.arg)
            case _:
                pass
    return None
