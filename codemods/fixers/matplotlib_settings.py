"""Settings that matplotlib no longer knows, and the day from which dates are counted.

plt.rcParams["axes.color_cycle"] = c            →  plt.rcParams["axes.prop_cycle"] = plt.cycler(color=c)
plt.rcParams["text.latex.unicode"] = True       →  (removed)
import matplotlib.dates as mdates               →  import matplotlib.dates as mdates
                                                   mdates.set_epoch("0000-12-31")    (if date numbers are used)
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk

_PARAMS = {"matplotlib.rcParams", "matplotlib.pyplot.rcParams", "pylab.rcParams", "matplotlib.pylab.rcParams"}
# Gone without any effect that is left to ask for.
_GONE = {"axes.hold", "text.latex.unicode", "text.latex.preview", "savefig.frameon", "verbose.level", "verbose.fileo",
         "savefig.jpeg_quality", "savefig.extension", "animation.avconv_path", "animation.avconv_args", "animation.html_args",
         "backend.qt4", "backend.qt5", "keymap.all_axes", "legend.isaxes", "examples.directory", "datapath", "plugins.directory",
         "svg.embed_char_paths", "svg.image_noscale", "pgf.debug", "nbagg.transparent", "mathtext.fallback_to_cm"}  # fmt: skip
_COLORS = "axes.color_cycle"


def _is_params(node: ast.expr, context: Context) -> bool:
    kind = context.instance(node)
    return context.symbol(node) in _PARAMS or (kind is not None and kind.name == "matplotlib.RcParams")


@fixer(
    "MP260",
    on="node Subscript",
    library="matplotlib",
    until="2.2",
    words=("rcParams",),
    why="matplotlib does not know the setting any more",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nplt.rcParams['axes.color_cycle'] = ['r', 'g']\nc = plt.plot([0, 1])[0].get_color()",
            "import matplotlib.pyplot as plt\nplt.rcParams['axes.prop_cycle'] = plt.cycler(color=['r', 'g'])\n"
            "c = plt.plot([0, 1])[0].get_color()",
            "c",
        ),
        Example(
            "import matplotlib.pyplot as plt\nplt.rcParams['text.latex.unicode'] = True\nx = 1",
            "import matplotlib.pyplot as plt\nx = 1",
            "x",
        ),
        Example(
            "import matplotlib.pyplot as plt\nc = plt.rcParams['axes.color_cycle'][0]",
            "import matplotlib.pyplot as plt\nc = plt.rcParams['axes.prop_cycle'].by_key()['color'][0]",
            "[round(v, 3) for v in plt.matplotlib.colors.colorConverter.to_rgb(c)]",
        ),
        Same("import matplotlib.pyplot as plt\nplt.rcParams['figure.figsize'] = (6, 4)\nd = {}\nd['axes.hold'] = 1"),
    ),
)
def item(node: ast.Subscript, context: Context) -> Answer:
    """Read or assigned by its name."""
    key = context.literal(node.slice)
    if not isinstance(key, str) or (key != _COLORS and key not in _GONE) or not _is_params(node.value, context):
        return None
    above = context.parent(node)
    assigned = isinstance(above, ast.Assign) and above.targets == [node]
    if key == _COLORS:
        if not isinstance(above, ast.Assign) or not assigned:
            return Fix((context.replace(node, "{p}['axes.prop_cycle'].by_key()['color']", p=node.value),))
        return Fix((
            context.replace(node.slice, "'axes.prop_cycle'"),
            context.replace(above.value, "{@matplotlib.pyplot.cycler}(color={c})", c=above.value),
        ))  # fmt: skip
    if isinstance(above, ast.Assign) and assigned:
        return Fix((context.replace_statement(above, ""),))
    return Decline("matplotlib does not know the setting any more: remove the use")


@fixer(
    "MP261",
    on=("call matplotlib.rcParams.update", "call matplotlib.pyplot.rcParams.update", "call matplotlib.RcParams.update",
        "call matplotlib.rc_context", "call matplotlib.pyplot.rc_context", "call seaborn.set", "call seaborn.set_theme"),
    library="matplotlib",
    until="2.2",
    why="matplotlib does not know the setting any more",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nplt.rcParams.update({'axes.color_cycle': ['r', 'g'], 'font.size': 12})\n"
            "c = plt.plot([0, 1])[0].get_color()",
            "import matplotlib.pyplot as plt\nplt.rcParams.update({'axes.prop_cycle': plt.cycler(color=['r', 'g']), 'font.size': 12})\n"
            "c = plt.plot([0, 1])[0].get_color()",
            "c",
        ),
        Same("import matplotlib.pyplot as plt\nplt.rcParams.update({'font.size': 12})\nsettings = {'axes.color_cycle': ['r']}"),
    ),
)  # fmt: skip
def update(call: ast.Call, context: Context) -> Answer:
    """In a dictionary of settings."""
    settings = context.keyword(call, "rc") or (call.args[0] if call.args else None)
    if not isinstance(settings, ast.Dict):
        return None
    edits = []
    for key, value in zip(settings.keys, settings.values, strict=True):
        name = context.literal(key)
        if name == _COLORS and key is not None:
            edits += [context.replace(key, "'axes.prop_cycle'"),
                      context.replace(value, "{@matplotlib.pyplot.cycler}(color={c})", c=value)]  # fmt: skip
        elif name in _GONE:
            return Decline(f"matplotlib does not know the setting {name} any more: remove it from the dictionary")
    return Fix(tuple(edits)) if edits else None


@fixer(
    "MP262",
    on=("call matplotlib.rc", "call matplotlib.pyplot.rc"),
    until="2.2",
    why="set_prop_cycle cycles all properties",
    examples=(
        Example(
            "import matplotlib.pyplot as plt\nplt.rc('axes', color_cycle=['r', 'g'])\nc = plt.plot([0, 1])[0].get_color()",
            "import matplotlib.pyplot as plt\nplt.rc('axes', prop_cycle=plt.cycler(color=['r', 'g']))\n"
            "c = plt.plot([0, 1])[0].get_color()",
            "c",
        ),
        Same("""
            import matplotlib.pyplot as plt
            plt.rc("font", size=12)
            color_cycle = ["r", "g"]
            """),
    ),
)
def rc(call: ast.Call, context: Context) -> Answer:
    """rc("axes", color_cycle=…)."""
    colors = context.keyword(call, "color_cycle")
    if colors is None or not call.args or context.literal(call.args[0]) != "axes":
        return None
    return Fix((
        context.edit_call(call, drop=frozenset({"color_cycle"}), add={"prop_cycle": "{@matplotlib.pyplot.cycler}(color={c})"},
                          holes={"c": colors}),
    ))  # fmt: skip


_NUMBERS = ("date2num", "num2date", "datestr2num", "drange", "num2timedelta")
_EPOCH = '"0000-12-31"'


@fixer(
    "MP263",
    on=("import matplotlib.dates", *(f"import matplotlib.dates.{n}" for n in _NUMBERS)),
    until="3.3",
    why="dates are counted from 1970-01-01; they were counted from 0001-01-01, as day 1",
    silent=True,
    examples=(
        Example(
            "import datetime\nimport matplotlib.dates as mdates\nv = mdates.date2num(datetime.datetime(2020, 1, 1))",
            'import datetime\nimport matplotlib.dates as mdates\nmdates.set_epoch("0000-12-31")\n'
            "v = mdates.date2num(datetime.datetime(2020, 1, 1))",
            "float(v)",
            {"matplotlib": "3.1.3"},
        ),
        Example(
            "import datetime\nimport matplotlib.dates as mdates\nv = mdates.date2num(datetime.datetime(2020, 1, 1))\n"
            "d = datetime.date.fromordinal(int(v)).isoformat()",
            'import datetime\nimport matplotlib.dates as mdates\nmdates.set_epoch("0000-12-31")\n'
            "v = mdates.date2num(datetime.datetime(2020, 1, 1))\nd = datetime.date.fromordinal(int(v)).isoformat()",
            "d",
        ),
        Same("import matplotlib.dates as mdates\nf = mdates.DateFormatter('%Y')", {"matplotlib": "3.1.3"}),
        Same("import datetime\nimport matplotlib.dates as mdates\nv = mdates.date2num(datetime.datetime(2020, 1, 1))"),
    ),
)
def epoch(node: ast.alias, context: Context) -> Answer:
    """The old epoch is set right after the import, before any date is used; only where numbers of dates are made or read."""
    used: set[str] = set()
    for _, tree in context.cells:
        for part in walk(tree):
            if isinstance(part, ast.Call):
                name = part.func.attr if isinstance(part.func, ast.Attribute) else getattr(part.func, "id", "")
                used.add(name)
    if "set_epoch" in used or not used & set(_NUMBERS):
        return None
    statement = context.statement(node)
    template = f"from matplotlib.dates import set_epoch\nset_epoch({_EPOCH})"
    if isinstance(statement, ast.Import) or (isinstance(statement, ast.ImportFrom) and statement.module == "matplotlib"):
        template = f"{node.asname or node.name}.set_epoch({_EPOCH})"
    elif isinstance(statement, ast.ImportFrom) and next(a for a in statement.names if a.name in _NUMBERS) is not node:
        return None  # one name of the statement is enough
    return Fix((context.insert(statement, template, after=True),), told=_takes_for_ordinals(context))


def _takes_for_ordinals(context: Context) -> str:
    """Whether a day that matplotlib counted is taken for Python's own count, which it was, or the other way round."""
    for call in context.nodes(ast.Call):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if name not in ("fromordinal", "num2date") or not call.args:
            continue
        wanted = _NUMBERS if name == "fromordinal" else ("toordinal",)
        for part in (p for inner in _spelled_out(call.args[0], context) for p in walk(inner)):
            if isinstance(part, ast.Call) and getattr(part.func, "attr", getattr(part.func, "id", "")) in wanted:
                return f"passes {ast.unparse(part)[:60]} to {name}()"
    return ""


def _spelled_out(node: ast.expr, context: Context) -> list[ast.AST]:
    """An expression, and what the names in it stand for."""
    values = [context.cells.uses.value(n) for n in walk(node) if isinstance(n, ast.Name)]
    return [node, *(v for v in values if v is not None)]
