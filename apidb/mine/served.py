"""Names that a module's `__getattr__` serves, and those it only refuses with an explanation."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from apidb.mine.texts import GONE, refusal, text_of

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class Served:
    """`live`: name → the object it stands for, where that is spelled out; `expired`: name → what the refusal says.

    `delegates`: modules that are asked for whatever else is wanted.
    `said`: what is said of a live name when it is asked for. `open`: the function could serve other names too.
    """

    live: dict[str, str | None] = field(default_factory=dict)
    expired: dict[str, str] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)
    delegates: list[str] = field(default_factory=list)
    open: bool = False


def served_names(tree: ast.Module) -> Served:
    """Read the `__getattr__` of a module: a function, a class of properties, or a lazy loader's."""
    out = Served()
    tables = _Tables(tree)
    for node in _flat(tree.body):
        match node:
            case ast.FunctionDef(name="__getattr__"):
                _Reader(out, tables, node).read()
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if text := refusal(node, tables.texts):
                out.expired[name] = text
            case ast.ClassDef(name=name, bases=[ast.Name(id=base)]) if base in out.expired and _adds_nothing(node):
                out.expired[name] = out.expired[base]
            case ast.ClassDef(name="__getattr__"):
                out.live.update({inner.name: None for inner in node.body if isinstance(inner, Function)})
            case ast.Assign(targets=[ast.Name(id="__getattr__")]):
                out.open = True
            case ast.Assign(targets=[ast.Tuple(elts=[ast.Name(id="__getattr__"), *_])], value=ast.Call() as call):
                _lazy(call, out)
            case _:
                pass
    for name, text in tables.refusals():
        if name not in out.live:
            out.expired.setdefault(name, text)
    return out


def _adds_nothing(node: ast.ClassDef) -> bool:
    """Is a class made as its base is: without a constructor, or with one that only calls the base's?"""
    for inner in node.body:
        if isinstance(inner, Function) and inner.name == "__new__":
            return False
        if isinstance(inner, Function) and inner.name == "__init__":
            return all(ast.unparse(statement).startswith(("super().__init__(", "'", '"')) for statement in inner.body)
    return True


def _flat(body: Iterable[ast.stmt]) -> Iterable[ast.stmt]:
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try):
            yield from _flat([*node.body, *node.orelse])


def _lazy(call: ast.Call, out: Served) -> None:
    """`lazy.attach(__name__, submodules={…}, submod_attrs={module: [names]})`; `attach_stub` reads the stub beside."""
    for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
        if isinstance(argument, ast.Dict):
            for names in argument.values:
                out.live.update(dict.fromkeys(strings(names)))
        else:
            out.live.update(dict.fromkeys(strings(argument)))
    out.open = not ast.unparse(call.func).endswith(("attach", "attach_stub"))


def strings(node: ast.expr | None) -> list[str]:
    """The names in a literal list, set or dict, or that come first in its tuples."""
    if isinstance(node, ast.Dict):
        return [k.value for k in node.keys if isinstance(k, ast.Constant) and isinstance(k.value, str)]
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [s for element in node.elts for s in _first_string(element)]
    if isinstance(node, ast.Call) and len(node.args) == 1:  # set([...]), frozenset({...})
        return strings(node.args[0])
    return []


def _first_string(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Tuple | ast.List) and node.elts:
        node = node.elts[0]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


class _Tables:
    """Dicts, lists and sets of names at the top of a module, as far as they are literal."""

    def __init__(self, tree: ast.Module) -> None:
        self.names: dict[str, dict[str, str]] = {}
        self.rows: dict[str, list[ast.expr]] = {}
        self.texts: dict[str, str] = {}
        self.modules: dict[str, str] = {}
        for node in _flat(tree.body):
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=value)
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                ):
                    if isinstance(value, ast.List | ast.Tuple):
                        self.rows[name] = value.elts
                    elif text := text_of(value, self.texts):
                        self.texts[name] = text
                    if entries := self._entries(value):
                        self.names[name] = entries
                case ast.AugAssign(target=ast.Name(id=name), value=value):
                    self.names.setdefault(name, {}).update(self._entries(value))
                case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=str(key)))]):
                    self.names.setdefault(name, {})[key] = text_of(node.value, self.texts)
                case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="update"), args=[value])):
                    self.names.setdefault(name, {}).update(self._entries(value))
                case ast.ImportFrom(module=str(module), level=level):
                    for alias in node.names:
                        if not level:
                            self.modules[alias.asname or alias.name] = f"{module}.{alias.name}"
                case _:
                    pass

    def _entries(self, value: ast.expr) -> dict[str, str]:
        match value:
            case ast.Dict(keys=keys, values=values):
                return {
                    key.value: text_of(entry, self.texts)
                    for key, entry in zip(keys, values, strict=True)
                    if isinstance(key, ast.Constant) and isinstance(key.value, str)
                }
            case ast.DictComp(key=ast.Name(id=key), generators=[ast.comprehension(target=target, iter=source)]):
                first = target.elts[0] if isinstance(target, ast.Tuple) and target.elts else target
                if not (isinstance(first, ast.Name) and first.id == key):
                    return {}
                if isinstance(source, ast.Name) and isinstance(target, ast.Tuple) and source.id in self.rows:
                    return self._told(value, target, self.rows[source.id])
                text = text_of(value.value, self.texts)
                names = self.names.get(source.id, {}) if isinstance(source, ast.Name) else strings(source)
                return dict.fromkeys(names, text)
            case ast.BinOp(left=left, right=right):
                return self._entries(left) | self._entries(right)
            case (
                ast.Call(func=ast.Name(id="list"), args=[inner]) | ast.Call(func=ast.Attribute(value=inner, attr="keys"), args=[])
            ):
                return self._entries(inner)
            case ast.Name(id=name):
                return self.names.get(name, {})
            case _:
                return dict.fromkeys(strings(value), "")

    def _told(self, made: ast.DictComp, target: ast.Tuple, rows: Iterable[ast.expr]) -> dict[str, str]:
        """`{n: message.format(n=n, an=an) for n, an in rows}`: each row's own message."""
        out: dict[str, str] = {}
        variables = [element.id for element in target.elts if isinstance(element, ast.Name)]
        for row in rows:
            if not isinstance(row, ast.Tuple) or not (first := _first_string(row)) or len(row.elts) != len(variables):
                continue
            told = {v: text_of(e) or (e.id if isinstance(e, ast.Name) else "") for v, e in zip(variables, row.elts, strict=True)}
            out[first[0]] = text_of(made.value, self.texts | told)
        return out

    def refusals(self) -> Iterable[tuple[str, str]]:
        """Entries of tables whose own name says that they list what is gone: `__expired_attributes__`."""
        for name, entries in self.names.items():
            if "expired" in name.lower() or "former" in name.lower():
                yield from entries.items()


class _Reader:
    """Follows the tests on the requested name through the body of a `__getattr__`."""

    def __init__(self, out: Served, tables: _Tables, node: ast.FunctionDef) -> None:
        self.out, self.tables, self.node = out, tables, node
        self.argument = node.args.args[0].arg if node.args.args else "name"
        self.local: dict[str, str] = {}

    def read(self) -> None:
        delegate = self._delegate()
        for node in ast.walk(self.node):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                self.local.update({a.asname or a.name: f"{node.module}.{a.name}" for a in node.names})
            elif isinstance(node, ast.Import):
                self.local.update({a.asname or a.name: a.name for a in node.names})
        self._block(self.node.body, None)
        if delegate and (module := self.local.get(delegate) or self.tables.modules.get(delegate)):
            self.out.delegates.append(module)
            self.out.open = False

    def _delegate(self) -> str | None:
        """The module, by its local name, of which a function gets whatever is asked for: `return getattr(module, name)`."""
        found: dict[str, str] = {}
        for node in self.node.body:
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=variable)],
                    value=ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id=module), ast.Name(id=key), *_]),
                ) if key == self.argument:
                    found[variable] = module
                case ast.Return(value=ast.Name(id=variable)) if variable in found:
                    return found[variable]
                case ast.Return(value=ast.Call(func=ast.Name(id="getattr"), args=[ast.Name(id=module), ast.Name(id=key)])):
                    return module if key == self.argument else None
                case _:
                    pass
        return None

    def _block(self, body: Iterable[ast.stmt], guard: dict[str, str] | None) -> None:
        for node in body:
            match node:
                case ast.If(test=test):
                    names, negated = self._test(test)
                    if names is None:
                        self._block(node.body, guard)
                        self._block(node.orelse, guard)
                    elif negated:
                        self._block(node.body, {})
                        self._block(node.orelse, names)
                        guard = names
                    else:
                        self._block(node.body, names)
                        self._block(node.orelse, guard)
                case ast.Try():
                    names = self._subscript(node.body)
                    inner = names if names is not None else guard
                    self._block(node.body, inner)
                    self._block(node.orelse, inner)
                    for handler in node.handlers:
                        self._block(handler.body, guard if names is not None else inner)
                case ast.With():
                    self._block(node.body, guard)
                case ast.For() | ast.While():
                    self._block(node.body, None)
                case ast.Return(value=value):
                    self._return(value, guard, body)
                case ast.Raise():
                    self._raise(guard, body)
                case _:
                    pass

    def _names(self, node: ast.expr) -> dict[str, str] | None:
        if isinstance(node, ast.Name):
            return self.tables.names.get(node.id)
        return dict.fromkeys(strings(node), "") or None

    def _test(self, test: ast.expr) -> tuple[dict[str, str] | None, bool]:
        match test:
            case ast.Compare(left=ast.Name(id=left), ops=[op], comparators=[right]) if left == self.argument:
                if isinstance(op, ast.Eq) and isinstance(right, ast.Constant) and isinstance(right.value, str):
                    return {right.value: ""}, False
                if isinstance(op, ast.In | ast.NotIn):
                    return self._names(right), isinstance(op, ast.NotIn)
            case ast.BoolOp(op=ast.Or(), values=values):
                found: dict[str, str] = {}
                for value in values:
                    names, negated = self._test(value)
                    if names is None or negated:
                        return None, False
                    found |= names
                return found, False
            case ast.BoolOp(op=ast.And(), values=values):
                for value in values:
                    names, negated = self._test(value)
                    if names is not None:
                        return names, negated
            case _:
                pass
        return None, False

    def _subscript(self, body: Iterable[ast.stmt]) -> dict[str, str] | None:
        for statement in body:
            for node in ast.walk(statement):
                match node:
                    case ast.Subscript(value=ast.Name(id=table), slice=ast.Name(id=key)) if key == self.argument:
                        return self.tables.names.get(table, {})
                    case _:
                        pass
        return None

    def _return(self, value: ast.expr | None, guard: dict[str, str] | None, body: Iterable[ast.stmt]) -> None:
        if guard is None:
            if value is not None and "globals()" in ast.unparse(value):
                return  # what the module has anyway
            for keyword in value.keywords if isinstance(value, ast.Call) else ():
                if keyword.arg == "all" and (names := self._names(keyword.value)):
                    self.out.live.update(dict.fromkeys(names))
                    return
            self.out.open = True
            return
        said = " ".join(text_of(node) for statement in body for node in ast.walk(statement))
        gone = GONE.search(said) is not None or "RuntimeError" in "".join(ast.unparse(s) for s in body)
        for name, text in guard.items():
            if gone:
                self.out.expired.setdefault(name, text or said)
            else:
                target = self.local.get(value.id) if isinstance(value, ast.Name) else None
                self.out.live.setdefault(name, target)
                if text.strip() or said.strip():
                    self.out.said.setdefault(name, text or said)

    def _raise(self, guard: dict[str, str] | None, body: Iterable[ast.stmt]) -> None:
        for name, text in (guard or {}).items():
            said = " ".join(filter(None, (text_of(n) for s in body for n in ast.walk(s) if isinstance(n, ast.expr))))
            if name not in self.out.live:
                self.out.expired.setdefault(name, text or said)
