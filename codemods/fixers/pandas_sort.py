"""Sorting and relabelling methods that pandas removed.

df.sort("a")                         →  df.sort_values("a")                 (0.20)
df.sort()                            →  df.sort_index()
s.sort()                             →  s.sort_values(inplace=True)         it sorted in place
s.order(ascending=False)             →  s.sort_values(ascending=False)
df.sort_index(by="a")                →  df.sort_values(by="a")
df.sortlevel(0)                      →  df.sort_index(level=0)
df.reindex_axis(labels, 1)           →  df.reindex(labels, axis=1)          (1.0)
df.rename_axis({"a": "b"}, axis=1)   →  df.rename({"a": "b"}, axis=1)       (1.0)
df.set_axis(names, axis=1, inplace=True)  →  df.columns = names             (2.0)
"""

from __future__ import annotations

import ast

from codemods.fixers._pandas import FRAME, OLD, SERIES, axis_number, both, is_dict, is_statement, receiver
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.types import Function, UserFunction


@fixer(
    "PD130",
    on=both("sort"),
    until="0.20",
    why="sort() was removed in pandas 0.20 in favour of sort_values() and sort_index()",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [3, 1, 2]})
            by_value = df.sort("a", ascending=False)
            by_label = by_value.sort()
            s = df["a"].copy()
            s.sort()
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [3, 1, 2]})
            by_value = df.sort_values("a", ascending=False)
            by_label = by_value.sort_index()
            s = df["a"].copy()
            s.sort_values(inplace=True)
            """,
            check="by_value.a.tolist(), by_label.a.tolist(), s.tolist()",
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [3, 1], "b": [1, 2]})
            df.sort(columns=["a", "b"], ascending=[1, 0], inplace=True)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [3, 1], "b": [1, 2]})
            df.sort_values(by=["a", "b"], ascending=[1, 0], inplace=True)
            """,
            check="df.a.tolist()",
        ),
        Same("""
            import numpy as np
            import pandas as pd
            values = [3, 1, 2]
            values.sort()
            array = np.array(values)
            array.sort()
            df = pd.DataFrame({"a": values}).sort_values("a")
            """),
    ],
)
def sort(call: ast.Call, context: Context) -> Answer:
    assert isinstance(call.func, ast.Attribute)
    is_frame = context.instance(call.func.value, FRAME) is not None
    return _sort_frame(call, call.func, context) if is_frame else _sort_series(call, call.func, context)


def _sort_frame(call: ast.Call, method: ast.Attribute, context: Context) -> Answer:
    parameters = ("columns", "axis", "ascending", "inplace", "kind", "na_position")
    given = context.bind(call, *parameters)
    if given is None:
        return Decline("the arguments are passed with * or **")
    named = {i: parameters[i] for i in range(1, len(call.args))}
    columns = given.get("columns")
    if columns is None:
        return Fix((context.rename_attribute(method, "sort_index"),))
    if context.literal(columns) is None:
        without = {"drop_positional": frozenset({0})} if call.args else {"drop": frozenset({"columns"})}
        return Fix((context.rename_attribute(method, "sort_index"), context.edit_call(call, name_positional=named, **without)))
    rename = {} if call.args else {"columns": "by"}
    edits = [context.rename_attribute(method, "sort_values")]
    if rename or named:
        return Fix((*edits, context.edit_call(call, rename=rename, name_positional=named)))
    return Fix(tuple(edits))


def _sort_series(call: ast.Call, method: ast.Attribute, context: Context) -> Answer:
    parameters = ("axis", "ascending", "kind", "na_position", "inplace")
    given = context.bind(call, *parameters)
    if given is None:
        return Decline("the arguments are passed with * or **")
    add = {} if "inplace" in given else {"inplace": "True"}
    named = {i: parameters[i] for i in range(len(call.args))}
    return Fix((context.rename_attribute(method, "sort_values"), context.edit_call(call, name_positional=named, add=add)))


@fixer(
    "PD131",
    on=f"call {SERIES}.order",
    until="0.20",
    why="Series.order() was removed in pandas 0.20 in favour of sort_values()",
    examples=[
        Example(
            """
            import pandas as pd
            top = pd.Series([3, 1, 2]).order(ascending=False)
            """,
            """
            import pandas as pd
            top = pd.Series([3, 1, 2]).sort_values(ascending=False)
            """,
            check="top.tolist()",
        ),
        Same("""
            import pandas as pd
            class Shop:
                def order(self, ascending=True):
                    return ascending
            x = Shop().order(ascending=False)
            df = pd.DataFrame({"order": [1]})
            y = df.order
            """),
    ],
)
def order(call: ast.Call, context: Context) -> Answer:
    assert isinstance(call.func, ast.Attribute)
    parameters = ("na_last", "ascending", "kind", "na_position", "inplace")
    given = context.bind(call, *parameters)
    if given is None:
        return Decline("the arguments are passed with * or **")
    edits = [context.rename_attribute(call.func, "sort_values")]
    if "na_last" in given:
        last = context.literal(given["na_last"])
        if not isinstance(last, bool) or "na_position" in given:
            return Decline("na_last= became na_position='last' or 'first'")
        without = {"drop_positional": frozenset({0})} if call.args else {"drop": frozenset({"na_last"})}
        add = {} if last else {"na_position": "'first'"}
        named = {i: parameters[i] for i in range(1, len(call.args))}
        return Fix((*edits, context.edit_call(call, name_positional=named, add=add, **without)))
    return Fix(tuple(edits))


@fixer(
    "PD132",
    on=f"call {FRAME}.sort_index",
    until="0.23",
    why="sort_index(by=) was removed in favour of sort_values(by=)",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [3, 1, 2]})
            t = df.sort_index(by="a", ascending=False)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [3, 1, 2]})
            t = df.sort_values(by="a", ascending=False)
            """,
            check="t.a.tolist()",
        ),
        Same(
            """
            import pandas as pd
            t = pd.DataFrame({"a": [3, 1, 2]}).sort_index(ascending=False)
            """
        ),
    ],
)
def sort_index_by(call: ast.Call, context: Context) -> Answer:
    if context.keyword(call, "by") is None or not isinstance(call.func, ast.Attribute):
        return None
    if call.args:
        return Decline("by= stands beside arguments passed by position: write sort_values(by=…) with keywords")
    return Fix((context.rename_attribute(call.func, "sort_values"),))


@fixer(
    "PD133",
    on=both("sortlevel"),
    until="0.23",
    why="sortlevel() was removed in favour of sort_index(level=)",
    examples=[
        Example(
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.MultiIndex.from_tuples([("b", 1), ("a", 2)]))
            t = s.sortlevel(0)
            """,
            """
            import pandas as pd
            s = pd.Series([1, 2], index=pd.MultiIndex.from_tuples([("b", 1), ("a", 2)]))
            t = s.sort_index(level=0)
            """,
            check="t.tolist()",
        ),
        Same("""
            import pandas as pd
            i = pd.MultiIndex.from_tuples([("b", 1), ("a", 2)])
            j, indexer = i.sortlevel(0)
            s = pd.Series([1, 2], index=i).sort_index(level=0)
            """),
    ],
)
def sortlevel(call: ast.Call, context: Context) -> Answer:
    assert isinstance(call.func, ast.Attribute)
    is_frame = context.instance(call.func.value, FRAME) is not None
    parameters = (
        ("level", "axis", "ascending", "inplace", "sort_remaining") if is_frame else ("level", "ascending", "sort_remaining")
    )
    given = context.bind(call, *parameters)
    if given is None:
        return Decline("the arguments are passed with * or **")
    named = {i: parameters[i] for i in range(len(call.args))}
    add = {} if "level" in given else {"level": "0"}
    return Fix((context.rename_attribute(call.func, "sort_index"), context.edit_call(call, name_positional=named, add=add)))


@fixer(
    "PD134",
    on=both("reindex_axis"),
    until="1.0",
    why="reindex_axis() was removed in pandas 1.0 in favour of reindex(axis=)",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1], "b": [2]})
            r = df.reindex_axis(["b", "a"], axis=1)
            q = df.reindex_axis(["b", "a"], 1)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1], "b": [2]})
            r = df.reindex(["b", "a"], axis=1)
            q = df.reindex(["b", "a"], axis=1)
            """,
            check="r.columns.tolist(), q.columns.tolist()",
        ),
        Same("""
            import pandas as pd
            df = pd.DataFrame({"a": [1], "b": [2]})
            r = df.reindex(columns=["b", "a"])
            """),
    ],
)
def reindex_axis(call: ast.Call, context: Context) -> Answer:
    assert isinstance(call.func, ast.Attribute)
    parameters = ("labels", "axis", "method", "level", "copy", "limit", "fill_value")
    given = context.bind(call, *parameters)
    if given is None:
        return Decline("the arguments are passed with * or **")
    named = {i: parameters[i] for i in range(1, len(call.args))}
    edits = [context.rename_attribute(call.func, "reindex")]
    return Fix((*edits, context.edit_call(call, name_positional=named)) if named else tuple(edits))


@fixer(
    "PD135",
    on=both("rename_axis"),
    until="1.0",
    why="rename_axis() names the axis since pandas 1.0; labels are changed by rename()",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1], "b": [2]})
            r = df.rename_axis({"a": "x"}, axis=1)
            q = df.rename_axis(str.upper, axis="columns")
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1], "b": [2]})
            r = df.rename({"a": "x"}, axis=1)
            q = df.rename(str.upper, axis="columns")
            """,
            check="r.columns.tolist(), q.columns.tolist()",
        ),
        Same(
            """
            import pandas as pd
            r = pd.DataFrame({"a": [1]}).rename_axis("name", axis=1)
            """
        ),
    ],
)
def rename_axis(call: ast.Call, context: Context) -> Answer:
    assert isinstance(call.func, ast.Attribute)
    mapper = call.args[0] if call.args else context.keyword(call, "mapper")
    if mapper is None or not (is_dict(mapper, context) or _is_function(mapper, context)):
        return None
    if len(call.args) > 2:
        return Decline("use rename(mapper, axis=…)")
    named = {1: "axis"} if len(call.args) == 2 else {}
    edits = [context.rename_attribute(call.func, "rename")]
    return Fix((*edits, context.edit_call(call, name_positional=named)) if named else tuple(edits))


def _is_function(node: ast.expr, context: Context) -> bool:
    if isinstance(node, ast.Lambda):
        return True
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "str":
        return True
    found = context.types(node)
    return bool(found) and all(isinstance(kind, Function | UserFunction) for kind in found)


@fixer(
    "PD136",
    on=both("set_axis"),
    until="2.0",
    why="set_axis(inplace=) was removed in pandas 2.0",
    examples=[
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1], "b": [2]})
            df.set_axis(["x", "y"], axis=1, inplace=True)
            df.set_axis(["r"], axis="index", inplace=True)
            e = df.set_axis(["u", "v"], axis=1, inplace=False)
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1], "b": [2]})
            df.columns = ["x", "y"]
            df.index = ["r"]
            e = df.set_axis(["u", "v"], axis=1)
            """,
            check="df.columns.tolist(), df.index.tolist(), e.columns.tolist()",
        ),
        Example(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1], "b": [2]})
            df.set_axis(1, ["x", "y"])
            """,
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1], "b": [2]})
            df.columns = ["x", "y"]
            """,
            check="df.columns.tolist()",
            was=OLD,
        ),
        Same(
            """
            import pandas as pd
            df = pd.DataFrame({"a": [1]}).set_axis(["x"], axis=1)
            """
        ),
    ],
)
def set_axis(call: ast.Call, context: Context) -> Answer:
    this = receiver(call)
    given = context.bind(call, "labels", "axis", "inplace")
    if this is None or given is None or "labels" not in given:
        return None
    if isinstance(context.literal(given["labels"]), int | str) and "axis" in given:
        # Up to 0.20 the axis came first, and the change was always in place.
        given["labels"], given["axis"] = given["axis"], given["labels"]
        in_place: object = True
    else:
        before = context.vintage.before("pandas", "1.0") and context.vintage.since("pandas", "0.21")
        default = is_statement(call, context) is not None and before
        in_place = context.literal(given["inplace"]) if "inplace" in given else default
    if in_place is MISSING:
        return Decline("it is not known whether inplace= is true: assign the labels to .columns or .index")
    if not in_place:
        if "inplace" not in given:
            return None
        if len(call.args) == 3:
            return Fix((context.edit_call(call, name_positional={1: "axis"}, drop_positional=frozenset({2})),))
        return Fix((context.edit_call(call, drop=frozenset({"inplace"})),))
    axis = axis_number(given.get("axis"), context)
    if axis is None or is_statement(call, context) is None:
        return Decline("inplace=True is gone: assign the labels to .columns or .index")
    template = f"{{this}}.{'columns' if axis else 'index'} = {{labels}}"
    return Fix((context.replace_statement(context.statement(call), template, this=this, labels=given["labels"]),))
