"""What each statement of a cell binds, changes and reads. Runs under the notebook's own Python, 2.7 or newer."""

import ast
import types

from _nbmigrate_cells import MAGICS, literal

NOTHING = object()
CHANGING = ("insert", "update", "pop", "set_value", "fill", "resize", "put", "itemset", "setflags", "sort")


def plain(name, space):
    """Whether the name holds data: what a module, function or class is does not depend on what failed."""
    value = space.get(name, NOTHING)
    callables = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type)
    return value is NOTHING or not isinstance(value, callables)


def names_in(node, space):
    """The names of data that a node reads."""
    if node is None:
        return []
    found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return sorted(name for name in found if plain(name, space))


def root(node):
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call, ast.Starred if hasattr(ast, "Starred") else ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def may_change(call, space):
    """Whether a method call may change its receiver: frames and arrays by few of theirs, of other objects any may."""
    receiver = type(space.get(root(call.func)))
    if not (receiver.__module__ or "").startswith(("pandas", "numpy")):
        return True
    told = [getattr(k.value, "value", getattr(k.value, "id", None)) for k in call.keywords if k.arg == "inplace"]
    inplace = True in told or "True" in told
    return inplace or call.func.attr in CHANGING


def magic(statement):
    call = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in MAGICS


def effects(tree, space):
    """For each statement at the top of the cell: [line, names bound, names of data changed, names read, strings]."""
    found = []
    for statement in tree.body:
        bound, changed, read, strings = set(), set(), set(), set()
        for node in ast.walk(statement):
            if isinstance(node, ast.Name):
                (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) or type(node).__name__ == "AsyncFunctionDef":
                bound.add(node.name)
            elif isinstance(node, ast.alias):
                bound.add(node.asname or node.name.split(".")[0])
            elif isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
                changed.add(root(node))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                if may_change(node, space):
                    changed.add(root(node.func))
            text = None if magic(statement) else literal(node)
            if text and len(text) < 200:
                strings.add(text)
        changed = {name for name in changed if name is not None and plain(name, space)}
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            bound, changed = {statement.name}, set()
        line = min([statement.lineno] + [d.lineno for d in getattr(statement, "decorator_list", ())])
        found.append([line, sorted(bound), sorted(changed), sorted(read), sorted(strings)])
    return found
