"""plotly 6 knows only the nested form of a title: its font, side and position stand inside of it.

go.Layout(title="T", titlefont=dict(size=20))   →  go.Layout(title=dict(text="T", font=dict(size=20)))
dict(colorbar=dict(title="z", titleside="top")) →  dict(colorbar=dict(title=dict(text="z", side="top")))
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_PARTS = {"titlefont": "font", "titleside": "side", "titleposition": "position", "titleoffset": "standoff"}


@fixer(
    "PL001",
    on="node Call",
    library="plotly",
    until="6.0",
    since="3.10",
    why="titlefont and its like were replaced by the nested title",
    examples=(
        Example(
            "import plotly.graph_objs as go\n"
            "lay = go.Layout(title='T', titlefont=dict(size=20), xaxis=dict(title='x', titlefont=dict(size=10)))",
            "import plotly.graph_objs as go\nlay = go.Layout(title=dict(text='T', font=dict(size=20)), "
            "xaxis=dict(title=dict(text='x', font=dict(size=10))))",
            "lay.to_plotly_json()",
        ),
        Same("import plotly.graph_objs as go\nlay = go.Layout(title='T')\nopts = dict(normed=True)"),
    ),
)
def by_keyword(call: ast.Call, context: Context) -> Answer:
    """Calls of plotly's classes, and dict() with a title beside or around it."""
    parts = {k.arg: k.value for k in call.keywords if k.arg in _PARTS}
    if not parts or not (_is_plotly(call, context) or _is_dict(call)):
        return None
    title = context.keyword(call, "title")
    holes: dict[str, ast.AST] = {str(n): v for n, v in parts.items()}
    inside = ", ".join(f"{_PARTS[str(n)]}={{{n}}}" for n in parts)
    drop = frozenset(str(n) for n in parts)
    if title is None:
        return Fix((context.edit_call(call, drop=drop, add={"title": f"dict({inside})"}, holes=holes),))
    if not _is_text(title, context):
        return Decline("put the font (side, …) into the title: title=dict(text=…, font=…)")
    holes["title"] = title
    return Fix((context.edit_call(call, drop=drop, values={"title": f"dict(text={{title}}, {inside})"}, holes=holes),))


@fixer(
    "PL002",
    on="node Dict",
    library="plotly",
    until="6.0",
    since="3.10",
    why="titlefont and its like were replaced by the nested title",
    examples=(
        Example(
            "import plotly.graph_objs as go\nlay = go.Layout(xaxis={'title': 'x', 'titlefont': {'size': 10}})",
            "import plotly.graph_objs as go\nlay = go.Layout(xaxis={'title': {'text': 'x', 'font': {'size': 10}}})",
            "lay.to_plotly_json()",
        ),
    ),
)
def by_key(node: ast.Dict, context: Context) -> Answer:
    """Dictionaries that are written out."""
    keys = [context.literal(k) if k is not None else None for k in node.keys]
    if not any(k in _PARTS for k in keys if isinstance(k, str)):
        return None
    if "title" not in keys and not any(isinstance(a, ast.Call) and _is_plotly(a, context) for a in context.ancestors(node)):
        return None
    holes: dict[str, ast.AST] = {}
    inside: list[str] = []
    rest: list[int] = []
    at = None
    for index, (key, value) in enumerate(zip(keys, node.values, strict=True)):
        holes[f"v{index}"] = value
        if isinstance(key, str) and key in _PARTS:
            inside.append(f"'{_PARTS[key]}': {{v{index}}}")
        elif key == "title":
            at = len(rest)
            rest.append(index)
        else:
            rest.append(index)
    if at is not None and not _is_text(node.values[rest[at]], context):
        return Decline("put the font (side, …) into the title: 'title': {'text': …, 'font': …}")
    written = []
    for index in rest:
        key_node = node.keys[index]
        if key_node is None:
            written.append(f"**{{v{index}}}")
            continue
        holes[f"k{index}"] = key_node
        text = f"{{v{index}}}" if keys[index] != "title" else f"{{{{'text': {{v{index}}}, {', '.join(inside)}}}}}"
        written.append(f"{{k{index}}}: {text}")
    if at is None:
        written.append(f"'title': {{{{{', '.join(inside)}}}}}")
    return Fix((context.replace(node, "{{" + ", ".join(written) + "}}", **holes),))


def _is_plotly(call: ast.Call, context: Context) -> bool:
    symbol = context.symbol(call.func) or ""
    if symbol.startswith("plotly."):
        return True
    kind = context.instance(call.func.value) if isinstance(call.func, ast.Attribute) else None
    return kind is not None and kind.name.startswith("plotly.")


def _is_dict(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "dict"


def _is_text(node: ast.expr, context: Context) -> bool:
    kind = context.instance(node)
    return isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp) or (kind is not None and kind.name == "builtins.str")
