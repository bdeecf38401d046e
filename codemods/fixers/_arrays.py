"""What can be told of an array from the expressions that make it: where it is defined, its number of dimensions, its dtype.

Inference knows classes; some changes depend on the shape. Everything here answers None where it isn't certain.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from codemods.fixing import MISSING, Context
from codemods.nodes import nodes_of, walk
from codemods.types import ArrayOf, Instance

_VECTORS = ("pandas.Series", "pandas.Index", "pandas.Categorical")
_SAME = {"numpy.array", "numpy.asarray", "numpy.asanyarray", "numpy.ascontiguousarray", "numpy.sort", "numpy.flip", "numpy.copy",
         "numpy.zeros_like", "numpy.ones_like", "numpy.empty_like", "numpy.full_like", "numpy.exp", "numpy.log", "numpy.sqrt",
         "numpy.abs", "numpy.absolute", "numpy.round", "numpy.isnan", "numpy.cumsum", "numpy.clip"}  # fmt: skip
_SHAPED = {"numpy.zeros", "numpy.ones", "numpy.empty", "numpy.full"}
_ONE = {"numpy.arange", "numpy.linspace", "numpy.logspace", "numpy.geomspace", "numpy.ravel", "numpy.flatnonzero", "numpy.unique",
        "numpy.bincount", "numpy.setdiff1d", "numpy.union1d", "numpy.intersect1d", "numpy.random.permutation"}  # fmt: skip
_SIZED = {"numpy.random.normal": 2, "numpy.random.uniform": 2, "numpy.random.randint": 2, "numpy.random.poisson": 1,
          "numpy.random.random": 0, "numpy.random.random_sample": 0, "numpy.random.standard_normal": 0,
          "numpy.random.choice": 1, "numpy.random.binomial": 2}  # fmt: skip
_METHODS_SAME = {"astype", "copy", "clip", "round", "fillna", "conj", "cumsum"}


# What estimators learn as arrays of one dimension or two.
_LEARNED = {"coef_", "feature_importances_", "components_", "explained_variance_ratio_", "cluster_centers_"}
_BINDING = (
    ast.Assign, ast.AnnAssign, ast.NamedExpr, ast.AugAssign, ast.arg, ast.FunctionDef, ast.ClassDef, ast.For, ast.AsyncFor,
    ast.comprehension, ast.withitem, ast.alias,
)  # fmt: skip
Bound = tuple[ast.AST, ast.expr | None]


def bindings(name: str, context: Context) -> Sequence[Bound]:
    """Every place in the document that binds a name: (node, value); the value is None where it isn't a plain assignment."""
    return context.once(_bindings).get(name, ())


def _bindings(context: Context) -> dict[str, list[Bound]]:
    found: dict[str, list[Bound]] = {}
    for _, tree in context.cells:
        for name, node, value in _bound(tree):
            found.setdefault(name, []).append((node, value))
    return found


def _bound(tree: ast.Module) -> Iterator[tuple[str, ast.AST, ast.expr | None]]:
    for node in nodes_of(tree, *_BINDING):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if isinstance(target, ast.Name):
                        yield target.id, node, value
                    else:
                        yield from ((name, node, None) for name in _stored(target))
            case ast.AnnAssign(target=ast.Name(id=name), value=value) | ast.NamedExpr(target=ast.Name(id=name), value=value):
                yield name, node, value
            case (
                ast.AugAssign(target=ast.Name(id=name)) | ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name)
            ):
                yield name, node, None
            case ast.For(target=target) | ast.AsyncFor(target=target) | ast.comprehension(target=target):
                yield from ((name, node, None) for name in _stored(target))
            case ast.withitem(optional_vars=ast.expr() as target):
                yield from ((name, node, None) for name in _stored(target))
            case ast.alias(name=path, asname=name):
                yield name or path.partition(".")[0], node, None
            case _:
                pass


def _stored(target: ast.expr) -> Iterator[str]:
    return (n.id for n in walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def definition(node: ast.expr | None, context: Context) -> ast.expr | None:
    """The expression that made a value: the node itself, or what its name is bound to if that is one place only."""
    for _ in range(8):
        if not isinstance(node, ast.Name):
            return node
        found = bindings(node.id, context)
        if len(found) != 1 or found[0][1] is None:
            return None
        node = found[0][1]
    return None


def elements(node: ast.expr | None, context: Context) -> Sequence[ast.expr] | None:
    """The items of a list or tuple that is written out."""
    node = definition(node, context)
    if isinstance(node, ast.List | ast.Tuple) and not any(isinstance(e, ast.Starred) for e in node.elts):
        return node.elts
    return None


def dimensions(node: ast.expr | None, context: Context, depth: int = 0) -> int | None:
    """The number of dimensions that a value has as an array; scalars have 0."""
    if node is None or depth > 12:
        return None
    if context.instance(node, *_VECTORS) is not None:
        return 1
    if context.instance(node, "pandas.DataFrame") is not None:
        return 2
    if isinstance(kind := context.only(node), ArrayOf):
        return kind.ndim
    if isinstance(kind, Instance) and (known := kind.fact("ndim")) is not None:
        return int(known)

    def inner(part: ast.expr | None) -> int | None:
        return dimensions(part, context, depth + 1)

    match definition(node, context):
        case ast.Constant(value=value):
            return 0 if isinstance(value, int | float | complex | str | bytes) else None
        case ast.UnaryOp(operand=operand):
            return inner(operand)
        case ast.BinOp(left=left, op=ast.Mult(), right=right) if isinstance(left, ast.List) or isinstance(right, ast.List):
            return inner(left if isinstance(left, ast.List) else right)
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right]):
            a, b = inner(left), inner(right)
            return max(a, b) if a is not None and b is not None else None
        case ast.List(elts=items) | ast.Tuple(elts=items) if items:
            depths = {inner(item) for item in items}
            only = depths.pop()
            return None if depths or only is None else only + 1
        case ast.ListComp(elt=item, generators=[_]):
            below = inner(item)
            return None if below is None else below + 1
        case ast.Subscript(value=value, slice=ast.Compare() as mask):
            whole, masked = inner(value), inner(mask)
            return None if whole is None or masked is None or masked > whole else whole - masked + 1
        case ast.Subscript(value=value, slice=index):
            return _indexed(inner(value), index)
        case ast.Attribute(value=value, attr="values" | "T" | "real" | "imag" | "flat"):
            return 1 if node_attr(node) == "flat" else inner(value)
        case ast.Call() as call:
            return _of_call(call, context, depth)
        case _:
            return None


def node_attr(node: ast.expr) -> str | None:
    return node.attr if isinstance(node, ast.Attribute) else None


def _indexed(whole: int | None, index: ast.expr) -> int | None:
    if whole is None:
        return None
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    left = whole
    for part in parts:
        match part:
            case ast.Slice():
                pass
            case ast.Constant(value=int()) | ast.UnaryOp(operand=ast.Constant(value=int())):
                left -= 1
            case ast.Constant(value=None):
                left += 1
            case _:
                return None
    return left if left >= 0 else None


def _of_call(call: ast.Call, context: Context, depth: int) -> int | None:
    def inner(part: ast.expr | None) -> int | None:
        return dimensions(part, context, depth + 1)

    symbol, first = context.symbol(call.func) or "", call.args[0] if call.args else None
    if symbol in _SAME and context.keyword(call, "ndmin") is None:
        return inner(first)
    if symbol in _SHAPED:
        return shape_length(context.keyword(call, "shape") or first, context)
    if symbol in _ONE and not call.keywords:
        return 1
    if symbol in ("numpy.eye", "numpy.identity", "numpy.tri", "numpy.vander", "numpy.asmatrix"):
        return 2
    if symbol in ("numpy.random.rand", "numpy.random.randn") and not any(isinstance(a, ast.Starred) for a in call.args):
        return len(call.args)
    if symbol in _SIZED:
        at = _SIZED[symbol]
        size = context.keyword(call, "size") or (call.args[at] if len(call.args) > at else None)
        return shape_length(size, context) if size is not None else None
    if symbol in ("numpy.stack", "numpy.concatenate", "numpy.hstack", "numpy.vstack", "numpy.column_stack"):
        parts = elements(first, context)
        below = inner(parts[0]) if parts else None
        if below is None:
            return None
        return {"stack": below + 1, "vstack": max(below, 2), "column_stack": 2}.get(symbol.rpartition(".")[2], below)
    if isinstance(call.func, ast.Attribute) and not symbol:
        method, receiver = call.func.attr, call.func.value
        if method == "reshape":
            return len(call.args) if len(call.args) > 1 else shape_length(first, context)
        if method in ("ravel", "flatten"):
            return 1
        if method in _METHODS_SAME:
            return inner(receiver)
        if (
            method in ("sum", "mean", "max", "min", "std", "prod", "item", "argmax", "argmin")
            and not call.args
            and not call.keywords
        ):
            return 0
    return None


_FITTED = ("predict", "predict_proba", "decision_function", "transform", "fit_transform", "fit_predict", "inverse_transform")


def has_dimensions(node: ast.expr | None, context: Context) -> bool:
    """Whether a value is certainly an array with at least one dimension: also what estimators give, whatever the shape."""
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.MatMult | ast.Mod):  # with whatever else
        return has_dimensions(node.left, context) or has_dimensions(node.right, context)
    if node is None or context.instance(node, "numpy.ndarray") is None:
        return False
    known = dimensions(node, context)
    if known is not None:
        return known >= 1
    match definition(node, context):
        case ast.Call(func=ast.Attribute(value=model, attr=name)) if name in _FITTED:
            owner = context.instance(model)
        case ast.Attribute(value=model, attr=name) if name in _LEARNED:
            owner = context.instance(model)
        case _:
            return False
    return owner is not None and owner.name.startswith("sklearn.")


def shape_length(shape: ast.expr | None, context: Context) -> int | None:
    """How many dimensions a shape argument gives."""
    parts = elements(shape, context)
    if parts is not None:
        return len(parts)
    match definition(shape, context):
        case ast.Constant(value=int()):
            return 1
        case ast.Call(func=ast.Name(id="len" | "int")):
            return 1
        case ast.BinOp(left=left, right=right):
            return 1 if shape_length(left, context) == 1 and shape_length(right, context) == 1 else None
        case ast.Subscript(value=ast.Attribute(attr="shape"), slice=ast.Constant(value=int())):
            return 1
        case ast.Attribute(attr="size"):
            return 1
        case _:
            kind = context.instance(shape) if shape is not None else None
            return 1 if kind is not None and kind.name == "builtins.int" else None


def dtype_name(node: ast.expr | None, context: Context) -> str | None:
    """The dtype of an array, by NumPy's name, where the expression that makes it says so."""
    match definition(node, context):
        case ast.Call(func=ast.Attribute(attr="astype"), args=[kind, *_]):
            return type_name(kind, context)
        case ast.Call() as call:
            symbol = context.symbol(call.func) or ""
            given = context.keyword(call, "dtype")
            if given is None and symbol in ("numpy.array", "numpy.asarray") and len(call.args) > 1:
                given = call.args[1]
            if given is None and symbol in ("numpy.zeros", "numpy.ones", "numpy.empty") and len(call.args) > 1:
                given = call.args[1]
            if given is not None and symbol.startswith("numpy."):
                return type_name(given, context)
            method = call.func.attr if isinstance(call.func, ast.Attribute) and not symbol else ""
            return dtype_name(call.func.value, context) if method in ("copy", "reshape", "ravel") else None  # type: ignore[attr-defined]
        case ast.Subscript(value=value, slice=index) if isinstance(index, ast.Slice | ast.Constant | ast.Tuple | ast.Name):
            return dtype_name(value, context)
        case _:
            return None


def type_name(node: ast.expr, context: Context) -> str | None:
    """The name of a dtype given as np.uint8 or "uint8"."""
    literal = context.literal(node)
    if isinstance(literal, str):
        return literal
    symbol = context.symbol(node)
    if symbol is not None and symbol.startswith("numpy."):
        return symbol.removeprefix("numpy.").rstrip("_")
    return symbol.removeprefix("builtins.") if symbol else None


def plain(node: ast.AST | None) -> bool:
    """Whether evaluating an expression twice costs and changes nothing."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value=value):
            return plain(value)
        case ast.Subscript(value=value, slice=index):
            return plain(value) and plain(index)
        case ast.UnaryOp(operand=operand):
            return plain(operand)
        case ast.BinOp(left=left, right=right):
            return plain(left) and plain(right)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            return all(map(plain, items))
        case _:
            return False


def number(node: ast.AST | None, context: Context) -> object:
    """The number that a literal or constant arithmetic makes; MISSING where it is none."""
    match node:
        case ast.BinOp(left=left, op=operator, right=right):
            # A long sum is deep on the left: what is none on the right ends it at once.
            if not isinstance(b := number(right, context), int | float):
                return MISSING
            if not isinstance(a := number(left, context), int | float):
                return MISSING
            match operator:
                case ast.Add():
                    return a + b
                case ast.Sub():
                    return a - b
                case ast.Mult():
                    return a * b
                case ast.Div() if b:
                    return a / b
                case _:
                    return MISSING
        case ast.Name():
            found = definition(node, context)
            return MISSING if found is None or isinstance(found, ast.Name) else number(found, context)
        case _:
            return context.literal(node)
