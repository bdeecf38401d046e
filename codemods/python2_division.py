"""`/` between integers in Python 2: `//` in Python 3, where the operands are known to be integers."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

_INT_CALLS = frozenset(("len", "ord", "int", "long"))
_SAME_AS_ARGUMENTS = frozenset(("min", "max", "abs", "sum"))
_BIT_OPERATORS = (ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)
_INT_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Div, *_BIT_OPERATORS)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


@dataclass
class _Scope:
    """The names bound in a scope, each with the expressions that it is bound to; None: bound to who knows what."""

    parent: _Scope | None
    bindings: dict[str, list[ast.expr | None]] = field(default_factory=dict)
    busy: set[str] = field(default_factory=set)

    def bind(self, name: str, value: ast.expr | None) -> None:
        self.bindings.setdefault(name, []).append(value)

    def find(self, name: str) -> _Scope | None:
        scope: _Scope | None = self
        while scope is not None and name not in scope.bindings:
            scope = scope.parent
        return scope


_INT = ast.Constant(1)  # stands for any integer


def integer_divisions(trees: Sequence[ast.Module]) -> tuple[list[list[ast.BinOp | ast.AugAssign]], list[list[int]]]:
    """Find the divisions of a document, given the trees of its cells in order.

    Returns, for each cell, those whose operands are integers, and the lines of those that nobody can tell.
    """
    module, scopes = _scopes(trees)
    certain: list[list[ast.BinOp | ast.AugAssign]] = []
    open_lines: list[list[int]] = []
    for tree in trees:
        ints: list[ast.BinOp | ast.AugAssign] = []
        doubtful: list[int] = []
        for node, scope in _walk(tree, module, scopes):
            if not isinstance(node, (ast.BinOp, ast.AugAssign)) or not isinstance(node.op, ast.Div):
                continue
            sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
            kinds = _kinds(*sides, scope)
            if kinds == {"int"}:
                ints.append(node)
            elif "float" not in kinds:
                doubtful.append(node.lineno)
        certain.append(ints)
        open_lines.append(doubtful)
    return certain, open_lines


def needs_floors(trees: Sequence[ast.Module]) -> bool:
    """Whether a division of integers stands where only an integer will do: no Python 3 ever ran that.

    It is an index of what is certainly a sequence, a size, or the times a sequence is repeated. (NumPy took floats as sizes
    and indices until 1.12, with a warning, and cut them off, as Python 2 did.)
    """
    module, scopes = _scopes(trees)
    for tree in trees:
        for node, scope in _walk(tree, module, scopes):
            if any(_halves(place, scope) for place in _whole_numbers(node)):
                return True
    return False


def _whole_numbers(node: ast.AST) -> Iterator[ast.expr]:
    """The parts of an expression that must be integers."""
    match node:
        case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper)) if _is_sequence(value):
            yield from (bound for bound in (lower, upper) if bound is not None)
        case ast.Subscript(value=value, slice=index) if _is_sequence(value):
            yield index
        case ast.Call(func=ast.Name(id="range" | "xrange"), args=args):
            yield from args
        case ast.Call(func=ast.Attribute(value=module, attr=name), args=args):
            path = ast.unparse(module)
            if path in ("np", "numpy") and name in ("zeros", "ones", "empty", "eye") and args:
                yield args[0]
                yield from args[0].elts if isinstance(args[0], ast.Tuple) else ()
            elif path in ("np.random", "numpy.random") and name in ("rand", "randn", "choice"):
                yield from args[1:2] if name == "choice" else args
        case ast.BinOp(left=ast.List() | ast.Constant(value=str()), op=ast.Mult(), right=times):
            yield times
        case ast.BinOp(left=times, op=ast.Mult(), right=ast.List() | ast.Constant(value=str())):
            yield times


def _is_sequence(node: ast.expr) -> bool:
    match node:
        case ast.List() | ast.ListComp() | ast.Constant(value=str()):
            return True
        case ast.Call(func=ast.Name(id="range" | "xrange" | "list" | "sorted")):
            return True
        case ast.Call(func=ast.Attribute(value=module, attr="arange" | "linspace" | "zeros" | "ones")):
            return ast.unparse(module) in ("np", "numpy")
        case _:
            return False


def _halves(node: ast.expr, scope: _Scope) -> bool:
    """A division of integers, or a name that is bound to nothing else."""
    if isinstance(node, ast.Name):
        owner = scope.find(node.id)
        values = owner.bindings[node.id] if owner is not None else []
        return owner is not None and bool(values) and all(isinstance(v, ast.BinOp) and _halves(v, owner) for v in values)
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and _kinds(node.left, node.right, scope) == {"int"}


def _scopes(trees: Sequence[ast.Module]) -> tuple[_Scope, dict[ast.AST, _Scope]]:
    module = _Scope(None)
    scopes: dict[ast.AST, _Scope] = {}
    for tree in trees:
        _collect(tree, module, scopes)
    return module, scopes


def _walk(tree: ast.Module, module: _Scope, scopes: Mapping[ast.AST, _Scope]) -> Iterator[tuple[ast.AST, _Scope]]:
    waiting: list[tuple[ast.AST, _Scope]] = [(tree, module)]
    while waiting:
        node, scope = waiting.pop()
        yield node, scope
        inner = scopes.get(node, scope)
        waiting += [(child, inner) for child in ast.iter_child_nodes(node)]


def _collect(tree: ast.Module, module: _Scope, scopes: dict[ast.AST, _Scope]) -> None:
    waiting: list[tuple[ast.AST, _Scope]] = [(tree, module)]
    while waiting:
        node, scope = waiting.pop()
        _bind_all(node, scope)
        if isinstance(node, _SCOPES):
            scope = scopes[node] = _inner_scope(node, scope)
        waiting += [(child, scope) for child in ast.iter_child_nodes(node)]


def _inner_scope(node: ast.AST, scope: _Scope) -> _Scope:
    inner = _Scope(scope)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        args = node.args
        for argument in (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg):
            if argument is not None:
                inner.bind(argument.arg, None)
    return inner


def _bind_all(node: ast.AST, scope: _Scope) -> None:
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                _bind(target, value, scope)
        case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
            left: ast.expr = ast.Name(name, ast.Load())
            scope.bind(name, ast.BinOp(left, op, value))
        case ast.AnnAssign(target=ast.Name(id=name), value=value):
            scope.bind(name, value)
        case ast.For(target=target, iter=iterable) | ast.comprehension(target=target, iter=iterable):
            _bind_loop(target, iterable, scope)
        case ast.withitem(optional_vars=ast.expr() as target):
            _bind(target, None, scope)
        case ast.ExceptHandler(name=str(name)):
            scope.bind(name, None)
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            scope.bind(name, value)
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            for alias in names:
                scope.bind((alias.asname or alias.name).partition(".")[0], None)
        case ast.Global(names=globals_) | ast.Nonlocal(names=globals_):
            for name in globals_:  # assigned from elsewhere: nothing is known of it in either scope
                scope.bind(name, None)
                (scope.parent or scope).bind(name, None)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            scope.bind(name, None)


def _bind(target: ast.expr, value: ast.expr | None, scope: _Scope) -> None:
    match target, value:
        case ast.Name(id=name), _:
            scope.bind(name, value)
        case ((ast.Tuple(elts=targets) | ast.List(elts=targets)), (ast.Tuple(elts=values) | ast.List(elts=values))) if len(
            targets
        ) == len(values) and not any(isinstance(item, ast.Starred) for item in (*targets, *values)):
            for one, its in zip(targets, values, strict=True):
                _bind(one, its, scope)
        case ((ast.Tuple(elts=targets) | ast.List(elts=targets)), ast.Attribute(attr="shape")):
            for one in targets:
                _bind(one, _INT, scope)
        case ((ast.Tuple(elts=targets) | ast.List(elts=targets)), _):
            for one in targets:
                _bind(one, None, scope)
        case ast.Starred(value=inner), _:
            _bind(inner, None, scope)


def _bind_loop(target: ast.expr, iterable: ast.expr, scope: _Scope) -> None:
    match iterable:
        case ast.Call(func=ast.Name(id="list" | "sorted" | "reversed" | "set" | "tuple"), args=[inner]):
            _bind_loop(target, inner, scope)
        case ast.Call(func=ast.Name(id="range" | "xrange")):
            _bind(target, _INT, scope)
        case ast.List(elts=[_, *_] as items) | ast.Tuple(elts=[_, *_] as items):
            for item in items:
                _bind(target, item, scope)
        case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]):
            match target:
                case ast.Tuple(elts=[number, item]):
                    _bind(number, _INT, scope)
                    _bind_loop(item, inner, scope)
                case _:
                    _bind(target, None, scope)
        case _:
            _bind(target, None, scope)


def _kinds(left: ast.expr, right: ast.expr, scope: _Scope) -> set[str | None]:
    try:
        return {_kind(left, scope), _kind(right, scope)}
    except RecursionError:  # a sum of a thousand terms
        return {None}


def _kind(node: ast.expr | None, scope: _Scope) -> str | None:
    """int, float (or another thing that `/` doesn't floor), or None: it can't be told."""
    match node:
        case ast.Constant(value=value):
            return "int" if isinstance(value, int) else "float"
        case ast.Name(id=name):
            return _name_kind(name, scope)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
            return _kind(operand, scope)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            natural = isinstance(right, ast.Constant) and isinstance(right.value, int)
            kinds = {_kind(left, scope), _kind(right, scope)}
            return "float" if "float" in kinds else "int" if kinds == {"int"} and natural else None
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _INT_OPERATORS):
            kinds = {_kind(left, scope), _kind(right, scope)}
            return "float" if "float" in kinds else "int" if kinds == {"int"} else None
        case ast.IfExp(body=body, orelse=orelse):
            return _agreed([_kind(body, scope), _kind(orelse, scope)])
        case ast.Call(func=ast.Name(id=name), args=args) if scope.find(name) is None:
            return _call_kind(name, args, scope)
        case ast.Call(func=ast.Attribute(attr="count"), args=[ast.Constant(value=str())]):
            return "int"
        case ast.Subscript(value=ast.Attribute(attr="shape"), slice=ast.Constant() | ast.UnaryOp()):
            return "int"
        case ast.Attribute(value=ast.Name(id="math" | "np" | "numpy"), attr="pi" | "e" | "inf" | "nan"):
            return "float"
        case ast.Call(func=ast.Attribute(attr="mean" | "std" | "sqrt" | "log" | "exp" | "time" | "total_seconds")):
            return "float"
    return None


def _call_kind(name: str, args: list[ast.expr], scope: _Scope) -> str | None:
    if name in _INT_CALLS:
        return "int"
    if name in ("float", "complex", "str", "unicode", "round"):  # round() gives a float in Python 2
        return "float"
    if name not in _SAME_AS_ARGUMENTS:
        return None
    match args:
        case [ast.List(elts=values) | ast.Tuple(elts=values)]:
            return _agreed([_kind(value, scope) for value in values])
        case [ast.GeneratorExp(elt=value) | ast.ListComp(elt=value)]:
            return _kind(value, scope)
        case [ast.Call(func=ast.Name(id="list"), args=[inner])]:
            return _call_kind(name, [inner], scope)
        case [ast.Call(func=ast.Name(id="range" | "xrange"))]:
            return "int"
        case [_] if name != "abs":
            return None
    return _agreed([_kind(value, scope) for value in args])


def _name_kind(name: str, scope: _Scope) -> str | None:
    owner = scope.find(name)
    if owner is None or name in owner.busy:
        return "int" if owner is not None else None  # in `n = n + 1`, the other bindings decide
    owner.busy.add(name)
    try:
        return _agreed([_kind(value, owner) for value in owner.bindings[name]])
    finally:
        owner.busy.discard(name)


def _agreed(kinds: Sequence[str | None]) -> str | None:
    return kinds[0] if kinds and len(set(kinds)) == 1 else None
