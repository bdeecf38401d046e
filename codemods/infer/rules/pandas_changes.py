"""pandas: methods of DataFrame and Series that give a changed copy, or change the object in place."""

from __future__ import annotations

import ast
from collections.abc import Callable

from codemods.infer.calls import MISSING, Call
from codemods.infer.frames import (
    DTYPES,
    FRAME,
    LABEL_DTYPES,
    SERIES,
    column_dtype,
    dtype_of,
    filtered,
    frame,
    labels_kind,
    same_index,
    series,
    with_column,
    without_columns,
    without_dtypes,
)
from codemods.infer.mutation import mutate, touch_parent
from codemods.infer.rules import Rule, methods
from codemods.infer.values import (
    NONE,
    STR,
    instance,
    join,
    list_of,
    union,
    with_facts,
)
from codemods.types import UNKNOWN, Class, DictOf, Instance, ListOf, Types

Change = Callable[[Call, Instance], Instance]
BOTH = f"{FRAME} {SERIES}"


def receiver_of(call: Call) -> Instance:
    return call.own if isinstance(call.own, Instance) else Instance(FRAME)


def changing(change: Change) -> Rule:
    """A method that gives a changed copy, or with `inplace=True` changes the object and gives None."""

    def rule(call: Call) -> Types:
        own = receiver_of(call)
        inplace = call.literal(-1, "inplace", False)
        if inplace is False or inplace is None:
            return frozenset({change(call, own)})
        func = call.node.func
        place = func.value if isinstance(func, ast.Attribute) else None
        touch_parent(call.machine, place, call.scope)
        if inplace is True:
            mutate(call.machine, place, own, lambda each: change(call, each), call.scope)
            return NONE
        mutate(call.machine, place, own, lambda each: Instance(each.name), call.scope)
        return join(frozenset({change(call, own)}), NONE)

    return rule


def _keep(call: Call, own: Instance) -> Instance:
    return own


def _filter(call: Call, own: Instance) -> Instance:
    """Rows go or change places."""
    reset = call.literal(-1, "ignore_index", False)
    kind = "range" if reset is True else None if reset is MISSING else filtered(own.fact("index"))
    return with_facts(own, index=kind)


def _values(call: Call, own: Instance) -> Instance:
    """Other values in the same places: dtypes are not known any more."""
    return without_dtypes(own)


def _drop(call: Call, own: Instance) -> Instance:
    columns = call.literal(-1, "axis", 0) in (1, "columns") or call.literal(1, None, 0) == 1
    if (columns or call.given("columns")) and not call.given("index"):
        return without_columns(own)
    return with_facts(own, index=filtered(own.fact("index")))


def _sort_index(call: Call, own: Instance) -> Instance:
    return _filter(call, own)


def _rename(call: Call, own: Instance) -> Instance:
    if own.name == SERIES:
        argument = call.arg(0, "index")
        scalar = argument is not None and all(
            isinstance(k, Instance) and k.name in ("builtins.str", "builtins.int") for k in argument
        )
        return own if argument is None or (argument and scalar) else with_facts(own, index=None)
    mapper = call.arguments.keywords.get("columns")
    if mapper and not any(isinstance(kind, DictOf) for kind in mapper):
        labels = call.callback(mapper, STR if own.fact("columns") == "str" else UNKNOWN)
        return with_facts(without_columns(own), columns="str" if labels == STR else None)
    rows = call.given("index") or (call.arguments.positional and call.literal(-1, "axis", 0) not in (1, "columns"))
    mapping = call.arg(-1, "columns") or UNKNOWN
    strings = own.fact("columns") == "str"
    for kind in mapping:
        if isinstance(kind, DictOf):
            call.machine.note_columns(union(types for _, types in kind.known))
            for _, types in kind.known:
                call.machine.note_columns(types)
            strings = strings and dtype_of(list_of(kind.value)) == "str"
        else:
            strings = False
    return with_facts(without_columns(own), index=None if rows else own.fact("index"), columns="str" if strings else None)


def _reset_index(call: Call, own: Instance) -> Instance:
    partial = call.arg(0, "level") is not None
    drop = call.literal(1, "drop", False)
    index = None if partial else "range"
    if own.name == SERIES:
        if drop is True:
            return with_facts(own, index=index)
        return instance(FRAME, index=index) if drop is False else Instance(FRAME)
    if drop is True:
        return with_facts(own, index=index)
    return with_facts(own, index=index, columns="str" if own.fact("columns") == "str" else None)


def _set_index(call: Call, own: Instance) -> Instance:
    keys = call.arg(0, "keys") or UNKNOWN
    kind = next(iter(keys)) if len(keys) == 1 else None
    before, own = own, _without(own, call.expression(0, "keys")) if call.literal(-1, "drop", True) is not False else own
    index: str | None = None
    if call.literal(-1, "append", False) is not False:
        index = "multi"
    elif isinstance(kind, ListOf):
        node = call.expression(0, "keys")
        if isinstance(node, ast.List) and len(node.elts) > 1:
            index = "multi"
    elif isinstance(kind, Instance) and kind.name == "builtins.str":
        name = call.literal(0, "keys")
        index = LABEL_DTYPES.get(column_dtype(before, name) or "") if isinstance(name, str) else None
    elif isinstance(kind, Instance) and kind.name != "builtins.str":
        index = labels_kind(keys)
    return with_facts(own, index=index)


def _without(own: Instance, keys: ast.expr | None) -> Instance:
    """The frame without the columns that became the index."""
    parts = keys.elts if isinstance(keys, ast.List | ast.Tuple) else [keys]
    for part in parts:
        if not (isinstance(part, ast.Constant) and isinstance(part.value, str)):
            return without_columns(own)
        own = with_facts(own, **{f"column {part.value}": None})
    return own


def _reindex(call: Call, own: Instance) -> Instance:
    labels = call.arg(0, "index") or call.arg(-1, "labels")
    if labels is None:
        return _values(call, own)
    return with_facts(_values(call, own), index=labels_kind(labels))


def _astype(call: Call, own: Instance) -> Instance:
    node = call.expression(0, "dtype")
    if own.name == FRAME:
        return _values(call, own)
    return with_facts(own, dtype=dtype_named(call, node, call.arg(0, "dtype")))


def dtype_named(call: Call, node: ast.expr | None, types: Types | None) -> str | None:
    """The dtype that an argument names: a class, a string, an attribute of numpy."""
    kind = next(iter(types)) if types is not None and len(types) == 1 else None
    if isinstance(kind, Class):
        return DTYPES.get(kind.name.rpartition(".")[2].rstrip("_"))
    if isinstance(kind, Instance) and kind.name == "builtins.str":
        value = kind.fact("value")
        return DTYPES.get(ast.literal_eval(value)) if value else None
    return DTYPES.get(node.attr.rstrip("_")) if isinstance(node, ast.Attribute) else None


def _append(call: Call, own: Instance) -> Instance:
    """The old append: rows of another frame, a dict or a row."""
    reset = call.literal(-1, "ignore_index", False)
    if reset is True:
        index: str | None = "range"
    else:
        other = call.arg(0, "other") or UNKNOWN
        kinds = {k.fact("index") if isinstance(k, Instance) and k.name in (FRAME, SERIES) else None for k in other}
        same = kinds <= {"range", "int"} and own.fact("index") in ("range", "int") and bool(kinds)
        index = "int" if same else own.fact("index") if kinds == {own.fact("index")} else None
        if reset is MISSING:
            index = None
    return Instance(own.name, with_facts(Instance(""), index=index, columns=_shared_columns(call, own)).facts)


def _shared_columns(call: Call, own: Instance) -> str | None:
    """The kind of the columns, where the rows that are appended have the same."""
    kinds: set[str | None] = {own.fact("columns")}
    for kind in call.arg(0, "other") or UNKNOWN:
        match kind:
            case Instance(name=name) if name == FRAME:
                kinds.add(kind.fact("columns"))
            case DictOf():
                kinds.add(labels_kind(frozenset({kind})))
            case _:
                kinds.add(None)
    return kinds.pop() if len(kinds) == 1 and call.arg(0, "other") else None


def _join(call: Call, own: Instance) -> Instance:
    left = call.literal(2, "how", "left") == "left"
    return instance(FRAME, index=filtered(own.fact("index")) if left else None)


def _isnull(call: Call, own: Instance) -> Instance:
    return same_index(own, dtype="bool")


def _assign(call: Call, own: Instance) -> Instance:
    for name, types in call.arguments.keywords.items():
        call.machine.columns.add(name)
        call.callback(frozenset(k for k in types if not isinstance(k, Instance)), frozenset({own})) if types else None
        own = with_column(own, name, dtype_of(types))
    return own if own.fact("columns") in ("str", None) else with_facts(own, columns=None)


def _blank(call: Call, own: Instance) -> Instance:
    return Instance(own.name)


def register() -> None:
    methods(BOTH, "copy bfill ffill infer_objects convert_objects tz_localize tz_convert", changing(_keep))
    methods(
        BOTH,
        "fillna replace interpolate where mask clip clip_upper clip_lower round abs shift diff cumsum cumprod "
        "cummax cummin rank add sub mul div truediv floordiv mod pow radd rsub rmul rdiv rtruediv "
        "subtract multiply divide transform",
        changing(_values),
    )
    methods(BOTH, "pct_change", lambda call: frozenset({with_facts(_values(call, receiver_of(call)), dtype="float")}))
    methods(
        BOTH,
        "head tail dropna sample sort_values sort sort_index query nlargest nsmallest drop_duplicates take "
        "truncate first last between_time at_time order",
        changing(_filter),
    )
    methods(BOTH, "drop", changing(_drop))
    methods(BOTH, "isnull notnull isna notna isin eq ne lt gt le ge between duplicated", changing(_isnull))
    methods(FRAME, "duplicated", lambda call: series(receiver_of(call).fact("index"), "bool"))
    methods(BOTH, "rename", changing(_rename))
    methods(
        BOTH, "rename_axis set_axis set_flags swaplevel reorder_levels droplevel asfreq to_timestamp to_period ", changing(_blank)
    )
    methods(BOTH, "reset_index", changing(_reset_index))
    methods(FRAME, "set_index", changing(_set_index))
    methods(BOTH, "reindex reindex_like", changing(_reindex))
    methods(BOTH, "astype", changing(_astype))
    methods(BOTH, "append", changing(_append))
    methods(FRAME, "join", changing(_join))
    methods(FRAME, "assign", changing(_assign))
    methods(
        FRAME,
        "applymap map",
        lambda call: (call.callback(call.arg(0, "func"), UNKNOWN), frozenset({_values(call, receiver_of(call))}))[1],
    )
    methods(FRAME, "select_dtypes filter reindex_axis", lambda call: frozenset({without_columns(receiver_of(call))}))
    methods(
        FRAME,
        "add_prefix add_suffix",
        lambda call: frame(
            receiver_of(call).fact("index"), "str" if receiver_of(call).fact("columns") in ("int", "range", "str") else None
        ),
    )
    methods(BOTH, "combine_first combine", lambda call: frozenset({Instance(receiver_of(call).name)}))
