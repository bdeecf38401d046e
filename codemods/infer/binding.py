"""Assignment: names, unpacking, attributes, items; and the definition of functions."""

from __future__ import annotations

import ast

from codemods.infer.frames import (
    FRAME,
    SERIES,
    dtype_of,
    filtered,
    has_column,
    labels_kind,
    scalar_kind,
    with_column,
    without_columns,
    without_dtypes,
)
from codemods.infer.machine import Body, FunctionInfo, Machine
from codemods.infer.mutation import mutate, reorder, set_user_attribute, touch_parent
from codemods.infer.scope import Scope
from codemods.infer.subscripts import INDEXERS, iterate, key_shape
from codemods.infer.values import MOST_KEYS, join, list_of, receiver, with_facts
from codemods.types import (
    UNKNOWN,
    Class,
    DictOf,
    Instance,
    ListOf,
    Module,
    TupleOf,
    Type,
    Types,
    UserClass,
    UserFunction,
    UserInstance,
)


def bind_target(machine: Machine, target: ast.expr, types: Types, scope: Scope, origin: ast.AST | None) -> None:
    """Assign `types` to a target: a name, a tuple of targets, an attribute, an item."""
    match target:
        case ast.Name(id=name):
            scope.bind(name, types, origin)
            if machine.recording:
                machine.types[target] = types
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            for inner, item in zip(targets, unpack(machine, types, targets), strict=True):
                bind_target(machine, inner, item, scope, origin)
        case ast.Starred(value=value):
            bind_target(machine, value, types, scope, origin)
        case ast.Attribute(value=value, attr=attr):
            for kind in machine.eval_receiver(value, scope):
                set_attribute(machine, kind, attr, types, value, scope)
        case ast.Subscript(value=value, slice=key):
            owner = machine.eval_receiver(value, scope)
            key_types = machine.eval(key, scope)
            for kind in owner:
                set_item(machine, kind, key, key_types, types, value, scope)


def unpack(machine: Machine, types: Types, targets: list[ast.expr]) -> list[Types]:
    """What each of the targets gets when `types` is unpacked into them."""
    star = next((i for i, t in enumerate(targets) if isinstance(t, ast.Starred)), None)
    if not types:
        return [list_of(UNKNOWN) if i == star else UNKNOWN for i in range(len(targets))]
    ways = [_unpack(machine, kind, len(targets), star) for kind in types]
    return [join(*(way[i] for way in ways)) for i in range(len(targets))]


def _unpack(machine: Machine, kind: Type, count: int, star: int | None) -> list[Types]:
    if isinstance(kind, TupleOf) or (isinstance(kind, ListOf) and kind.known):
        items = list(kind.items if isinstance(kind, TupleOf) else kind.known)
        if star is None and len(items) == count:
            return items
        if star is not None and len(items) >= count - 1:
            rest = len(items) - count + 1
            return [*items[:star], list_of(join(*items[star : star + rest])), *items[star + rest :]]
    item = iterate(machine, frozenset({kind}))
    return [list_of(item) if i == star else item for i in range(count)]


def set_attribute(machine: Machine, kind: Type, name: str, types: Types, place: ast.expr, scope: Scope) -> None:
    match kind:
        case UserInstance():
            set_user_attribute(machine, kind, name, types)
        case UserClass(name=class_name, key=key):
            set_user_attribute(machine, UserInstance(class_name, key), name, types)
        case Module(path=path):
            module = machine.user_modules.get(path)
            if module is not None:
                module.bind(name, types)
            else:
                machine.patch(f"{path}.{name}", types)
        case Class(name=class_name):
            machine.patch(f"{class_name}.{name}", types)
        case Instance(name=class_name) if class_name in (FRAME, SERIES):
            _set_frame_attribute(machine, kind, name, types, place, scope)


def _set_frame_attribute(machine: Machine, kind: Instance, name: str, types: Types, place: ast.expr, scope: Scope) -> None:
    labels = labels_kind(types)
    if name == "index":
        mutate(machine, place, kind, lambda each: with_facts(each, index=labels), scope)
    elif name == "columns" and kind.name == FRAME:
        mutate(machine, place, kind, lambda each: with_facts(without_columns(each), columns=labels), scope)
        machine.note_columns(types)
    elif name not in ("name", "dtype"):
        dtype = dtype_of(types)
        machine.columns.add(name)
        if has_column(kind, name):
            mutate(machine, place, kind, lambda each: with_column(each, name, dtype), scope)


def set_item(machine: Machine, kind: Type, key: ast.expr, key_types: Types, types: Types, place: ast.expr, scope: Scope) -> None:
    """`place[key] = types`, where `place` is of type `kind`."""
    if isinstance(kind, ListOf) and kind.known:
        reorder(machine, frozenset({kind}))
        kind = ListOf(kind.item, kind.name)
    match kind:
        case DictOf():
            known = dict(kind.known)
            if isinstance(key, ast.Constant) and isinstance(key.value, str | int):
                if len(known) < MOST_KEYS or key.value in known:
                    known[key.value] = types
            elif known:
                known = {k: join(v, types) for k, v in known.items()}
            new = DictOf(join(kind.key, key_types), join(kind.value, types), tuple(known.items()))
            store(machine, place, kind, new, scope)
        case ListOf() if not isinstance(key, ast.Slice):
            store(machine, place, kind, ListOf(join(kind.item, types), kind.name), scope)
        case Instance(name=name) if name == FRAME:
            _set_column(machine, kind, key, key_types, types, place, scope)
        case Instance(name=name) if name == SERIES:
            _enlarge(machine, kind, key, key_types, place, scope)
        case Instance(name=name) if name in INDEXERS and isinstance(place, ast.Attribute):
            rows = key.elts[0] if isinstance(key, ast.Tuple) and key.elts else key
            row_types = machine.eval(rows, scope) if rows is not key else key_types
            owner = with_facts(Instance(kind.fact("of") or FRAME, kind.facts), of=None)
            if name.endswith(("_iLocIndexer", "_iAtIndexer")):
                mutate(machine, place.value, owner, without_dtypes, scope)
                touch_parent(machine, place.value, scope)
                return
            _enlarge(machine, owner, rows, row_types, place.value, scope)
            if isinstance(key, ast.Tuple) and len(key.elts) == 2:
                column = key.elts[1]
                _touch(machine, owner, machine.eval(column, scope), column, place.value, scope)


def _set_column(
    machine: Machine, kind: Instance, key: ast.expr, key_types: Types, types: Types, place: ast.expr, scope: Scope
) -> None:
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        name, dtype = key.value, dtype_of(types)
        machine.columns.add(name)

        def assign(each: Instance) -> Instance:
            columns = each.fact("columns")
            return with_facts(with_column(each, name, dtype), columns=columns if columns == "str" else None)

        mutate(machine, place, kind, assign, scope)
    elif key_shape(machine, key, key_types) == "mask":
        return
    else:
        _touch(machine, kind, key_types, key, place, scope)


def delete_item(machine: Machine, owner: Types, target: ast.Subscript, scope: Scope) -> None:
    """`del frame[column]`, `del items[0]`."""
    reorder(machine, owner)
    for kind in owner:
        if isinstance(kind, Instance) and kind.name == FRAME:
            key = target.slice
            gone = f"column {key.value}" if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
            change = without_columns if gone is None else lambda each, gone=gone: with_facts(each, **{gone: None})
            mutate(machine, target.value, kind, change, scope)


def _touch(machine: Machine, kind: Instance, key_types: Types, key: ast.expr, place: ast.expr, scope: Scope) -> None:
    """Columns that are not named here change: what was known of their contents is not any more."""
    machine.note_columns(key_types)
    strings = scalar_kind(key_types) == "str" or labels_kind(key_types) == "str"
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        name = key.value
        mutate(machine, place, kind, lambda each: with_column(_string_columns(each), name, None), scope)
        return

    def blur(each: Instance) -> Instance:
        columns = each.fact("columns")
        return with_facts(without_dtypes(each), columns=columns if strings and columns == "str" else None)

    mutate(machine, place, kind, blur, scope)


def _string_columns(kind: Instance) -> Instance:
    """With a column of a string name added, the columns are strings only if they were before."""
    return kind if kind.fact("columns") in ("str", None) else with_facts(kind, columns=None)


def _enlarge(machine: Machine, kind: Instance, key: ast.expr, key_types: Types, place: ast.expr, scope: Scope) -> None:
    """`s[key] = …` may add a row: the index keeps its kind only if the label is of that kind."""
    index = kind.fact("index")
    shape = key_shape(machine, key, key_types)
    touch_parent(machine, place, scope)
    if not kind.facts:
        return
    label = scalar_kind(key_types)
    plain = "int" if index == "range" else index
    fits = shape in ("mask", "slice") or label in (index, plain) or (shape == "many" and labels_kind(key_types) in (index, plain))
    kept = filtered(index) if fits else None
    # A new row may be of other types than the columns have.
    blur = without_dtypes if shape not in ("mask", "slice") else lambda each: each
    mutate(machine, place, kind, lambda each: with_facts(blur(each), index=kept, dtype=None), scope)


def store(machine: Machine, place: ast.expr, old: Type, new: Type, scope: Scope) -> None:
    """The container at `place` holds more than it did: wherever the place is, note it."""
    if old == new:
        return
    match place:
        case ast.Name(id=name):
            holder = scope.holder(name)
            if holder is not None:
                holder.names[name] = frozenset(new if kind == old else kind for kind in holder.names[name])
                holder.note(name)
        case ast.Attribute(value=value, attr=attr):
            for owner in receiver(machine.eval(value, scope)):
                set_user_attribute(machine, owner, attr, frozenset({new}))
        case ast.Subscript(value=value, slice=key) | ast.Call(func=ast.Attribute(value=value, attr="setdefault"), args=[key, *_]):
            for owner in receiver(machine.eval(value, scope)):
                if isinstance(owner, DictOf | ListOf):
                    set_item(machine, owner, key, machine.eval(key, scope), frozenset({new}), value, scope)


def user_function(
    machine: Machine, node: Body, scope: Scope, name: str, owner: int | None = None, decorators: frozenset[str] = frozenset()
) -> Types:
    """The function that evaluating `node` in `scope` makes; its defaults are evaluated now."""
    key = machine.function_keys.get((id(node), id(scope)))
    defaults: dict[str, Types] = {}
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    for parameter, default in zip(reversed(positional), reversed(arguments.defaults), strict=False):
        defaults[parameter.arg] = machine.eval(default, scope)
    for parameter, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if value is not None:
            defaults[parameter.arg] = machine.eval(value, scope)
    while scope.transparent and scope.parent is not None and owner is None and not isinstance(node, ast.Lambda):
        scope = scope.parent
    info = FunctionInfo(node, scope, owner, defaults, decorators)
    if key is None:
        key = len(machine.functions)
        machine.functions.append(info)
        machine.function_keys[id(node), id(scope)] = key
    else:
        machine.functions[key] = info
    return frozenset({UserFunction(name, key)})
