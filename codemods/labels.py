"""How many classes a classifier is fitted on, as far as the code tells: from literals, comparisons and known data sets; or
as a run saw it."""

from __future__ import annotations

import ast

from codemods.fixing import MISSING, Context
from codemods.uses import Uses, uses_of

_DATA_SETS = {"load_iris": 3, "load_wine": 3, "load_digits": 10, "load_breast_cancer": 2}
_MADE = {"make_moons": ("", 2), "make_circles": ("", 2), "make_classification": ("n_classes", 2), "make_blobs": ("centers", 3)}
_SAME = {"copy", "astype", "ravel", "flatten", "reshape", "values", "to_numpy", "tolist", "squeeze"}
_DEPTH = 12


def classes_fitted(estimator: ast.Call, context: Context) -> int | None:
    """The number of classes in every y that the object made by `estimator` is fitted on; None where one isn't known."""
    uses = uses_of(context)
    found = set()
    for node in (estimator, *uses.loads(estimator)):
        method = uses.parents.get(node)
        if not isinstance(method, ast.Attribute):
            if node is estimator and isinstance(method, ast.Assign):
                continue
            call, y = _scored(node, method, uses, context)
        elif method.attr in ("fit", "fit_transform", "fit_predict"):
            above = uses.parents.get(method)
            call = above if isinstance(above, ast.Call) else None
            y = argument(call, "y", 1) if call is not None else None
        else:
            continue
        found.add(count(y, context) if y is not None else None)
    return found.pop() if len(found) == 1 else None


def _scored(node: ast.expr, above: ast.AST | None, uses: Uses, context: Context) -> tuple[ast.Call | None, ast.expr | None]:
    """y of cross_val_score(estimator, X, y)."""
    if isinstance(above, ast.Call) and above.args and above.args[0] is node:
        name = (context.symbol(above.func) or "").rpartition(".")[2]
        if name.startswith(("cross_val", "learning_curve", "validation_curve")):
            return above, argument(above, "y", 2)
    return None, None


def argument(call: ast.Call, name: str, position: int) -> ast.expr | None:
    """The argument of a call that is passed by this name or position."""
    given = next((k.value for k in call.keywords if k.arg == name), None)
    return given if given is not None else call.args[position] if position < len(call.args) else None


def count(node: ast.expr, context: Context, depth: int = 0) -> int | None:
    """The number of distinct values of `node`, 2 also where only one of the two may occur; None where it can't be told."""
    if depth > _DEPTH:
        return None
    seen: int | None = context.inference.classes(node)
    if seen is not None and seen > 1:
        return seen
    literal = context.literal(node)
    if isinstance(literal, list | tuple):
        try:
            return len(set(literal)) or None
        except TypeError:
            return None
    match node:
        case ast.Compare():
            return 2
        case ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), left=left, right=right):
            both = (count(left, context, depth + 1), count(right, context, depth + 1))
            return 2 if both == (2, 2) else None
        case ast.BinOp(op=ast.Mult() | ast.Add() | ast.Sub(), left=left, right=right):
            if context.literal(right) is not MISSING:
                return count(left, context, depth + 1)
            return count(right, context, depth + 1) if context.literal(left) is not MISSING else _repeated(node, context)
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return count(operand, context, depth + 1)
        case ast.Name():
            return _named(node, context, depth + 1)
        case ast.Subscript(value=value, slice=ast.Slice()):
            known = count(value, context, depth + 1)
            return known if known == 2 else None
        case ast.Subscript(value=value) if context.literal(node.slice) == "target":
            return _data_set(value, context)
        case ast.Attribute(value=value, attr="target"):
            return _data_set(value, context)
        case ast.Attribute(value=value, attr=name) if name in _SAME:
            return count(value, context, depth + 1)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in _SAME:
            return count(value, context, depth + 1)
        case ast.Call(func=ast.Attribute(attr="map"), args=[mapping]):
            mapped = context.literal(uses_of(context).value(mapping))
            return len(set(mapped.values())) if isinstance(mapped, dict) else None
        case ast.Call():
            return _called(node, context, depth + 1)
        case _:
            return None


def _repeated(node: ast.BinOp, context: Context) -> int | None:
    """`[0] * 20 + [1] * 10`."""
    values: set[object] = set()
    todo: list[ast.expr] = [node]
    while todo:
        part = todo.pop()
        match part:
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                todo += [left, right]
            case ast.BinOp(op=ast.Mult(), left=ast.List() as items) | ast.BinOp(op=ast.Mult(), right=ast.List() as items):
                todo.append(items)
            case ast.List():
                literal = context.literal(part)
                if literal is MISSING:
                    return None
                values.update(literal)
            case _:
                return None
    return len(values)


def _called(call: ast.Call, context: Context, depth: int) -> int | None:
    symbol = context.symbol(call.func) or ""
    match symbol:
        case "numpy.array" | "numpy.asarray" | "numpy.ravel" | "pandas.Series" if call.args:
            return count(call.args[0], context, depth)
        case "numpy.where" if len(call.args) == 3 and all(context.literal(a) is not MISSING for a in call.args[1:]):
            return 2
        case "numpy.repeat" | "numpy.tile" if call.args:
            return count(call.args[0], context, depth)
        case _:
            return None


def _named(node: ast.Name, context: Context, depth: int) -> int | None:
    uses = uses_of(context)
    binding = uses.binding(node)
    if binding is None:
        return None
    if binding.value is not None:
        return count(binding.value, context, depth)
    target = uses.parents.get(binding.node)
    outer = uses.parents.get(target) if target is not None else None
    if not isinstance(target, ast.Tuple) or not isinstance(outer, ast.Assign) or not isinstance(outer.value, ast.Call):
        return None
    index = next((i for i, e in enumerate(target.elts) if e is binding.node), 0)
    call = outer.value
    name = (context.symbol(call.func) or "").rpartition(".")[2]
    if name == "train_test_split" and index // 2 < len(call.args):
        return count(call.args[index // 2], context, depth)
    if index == 1 and name in _DATA_SETS:
        return _DATA_SETS[name]
    if index == 1 and name in _MADE:
        parameter, default = _MADE[name]
        given = next((k.value for k in call.keywords if k.arg == parameter), None)
        if given is None:
            return default
        literal = context.literal(given)
        return literal if isinstance(literal, int) else len(literal) if isinstance(literal, list) else None
    return None


def _data_set(node: ast.expr, context: Context) -> int | None:
    value = uses_of(context).value(node)
    if isinstance(value, ast.Call):
        return _DATA_SETS.get((context.symbol(value.func) or "").rpartition(".")[2])
    return None
