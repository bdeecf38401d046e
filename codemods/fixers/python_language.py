"""What Python code meant that no syntax error tells: divisions, rounding, files that are bytes.

    half = 7 / 2                         →  half = 7 // 2                      (Python 2)
    r = round(2.5)                       →  r = float(Decimal(2.5).to_integral_value(ROUND_HALF_UP))      (Python 2)
    pickle.load(open("d.pkl"))           →  pickle.load(open("d.pkl", "rb"))
    csv.writer(open("d.csv", "wb"))      →  csv.writer(open("d.csv", "w", newline=""))
    args, v, k, d = inspect.getargspec(f)  →  args, v, k, d = inspect.getfullargspec(f)[:4]

The first two raise no error: they are made only where the code is known to be Python 2. Python 2 rounded halves away from
zero and gave a float (PEP 3141 changed both).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.uses import uses_of

_PY2 = {"python": "2.7.18"}
_BYTES = ("pickle.load", "pickle.dump", "pickle.Pickler", "pickle.Unpickler", "cPickle.load", "cPickle.dump", "marshal.load",
          "marshal.dump")  # fmt: skip
_TEXT = ("csv.reader", "csv.writer", "csv.DictReader", "csv.DictWriter")


_divisions: tuple[object, set[ast.AST]] | None = None


def _integer_divisions(context: Context) -> set[ast.AST]:
    """The divisions of the document whose operands are integers; computed once for a round."""
    global _divisions
    if _divisions is None or _divisions[0] is not context.cells:
        from codemods.python2_division import integer_divisions

        trees = [tree for _, tree in context.cells]
        future = any(
            isinstance(n, ast.ImportFrom) and n.module == "__future__" and any(a.name == "division" for a in n.names)
            for tree in trees
            for n in tree.body
        )
        found: set[ast.AST] = set()
        if not future:
            found.update(node for cell in integer_divisions(trees)[0] for node in cell)
        _divisions = (context.cells, found)
    return _divisions[1]


@fixer(
    "PY100",
    on=("node BinOp", "node AugAssign"),
    library="python",
    until="3.0",
    silent=True,
    why="/ of integers gave an integer",
    examples=(
        Example(
            "a, b = 7, 2\nhalf = a / b\nmean = sum([1, 2, 4]) / 3\nfrac = a / 2.0",
            "a, b = 7, 2\nhalf = a // b\nmean = sum([1, 2, 4]) // 3\nfrac = a / 2.0",
            "half, mean, frac",
            _PY2,
        ),
        Same("from __future__ import division\nhalf = 7 / 2", _PY2),
        Same("half = 7 / 2", {"python": "3.6.1"}),
    ),
)
def division(node: ast.BinOp | ast.AugAssign, context: Context) -> Answer:
    if not isinstance(node.op, ast.Div) or not context.vintage.before("python", "3.0"):
        return None
    if node not in _integer_divisions(context):
        return None
    if isinstance(node, ast.BinOp):
        return Fix((context.replace(node, "{a} // {b}", a=node.left, b=node.right),))
    return Fix((context.replace_statement(node, "{a} //= {b}", a=node.target, b=node.value),))


@fixer(
    "PY101",
    on="call builtins.round",
    library="python",
    until="3.0",
    silent=True,
    why="round gave a float, and rounded halves away from zero",
    examples=(
        Example(
            "x = 2.5\nr = round(x)",
            "from decimal import Decimal\nfrom decimal import ROUND_HALF_UP\nx = 2.5\n"
            "r = float(Decimal(x).to_integral_value(ROUND_HALF_UP))",
            "r",
            _PY2,
        ),
        Same("r = round(2.5)"),
        Same("r = round(2.567, 2)", _PY2),
    ),
)
def rounding(node: ast.Call, context: Context) -> Answer:
    if len(node.args) != 1 or node.keywords or not context.vintage.before("python", "3.0"):
        return None
    if context.instance(node.args[0], "builtins.float", "builtins.int", "numpy.float64") is None:
        return Decline("in Python 2 this gave a float and rounded halves away from zero: np.floor(x + 0.5) does so for x >= 0")
    template = "float({@decimal.Decimal}({x}).to_integral_value({@decimal.ROUND_HALF_UP}))"
    return Fix((context.replace(node, template, x=node.args[0]),))


@fixer(
    "PY102",
    on="call builtins.open",
    library="python",
    until="3.0",
    why="pickle reads and writes bytes, csv reads and writes text",
    examples=(
        Example(
            'import pickle\nf = open("d.pkl", "w"); pickle.dump([1], f); f.close()\nd = pickle.load(open("d.pkl"))',
            'import pickle\nf = open("d.pkl", "wb"); pickle.dump([1], f); f.close()\nd = pickle.load(open("d.pkl", "rb"))',
            "d",
        ),
        Example(
            'import csv\nwith open("d.csv", "wb") as f:\n    w = csv.writer(f)\n    w.writerow([1, 2])',
            'import csv\nwith open("d.csv", "w", newline="") as f:\n    w = csv.writer(f)\n    w.writerow([1, 2])',
        ),
        Same('import pickle\nd = pickle.load(open("d.pkl", "rb"))\nlines = [l for l in open("d.txt")]'),
        Same('import csv\nr = csv.reader(open("d.csv"))'),
    ),
)
def mode(node: ast.Call, context: Context) -> Answer:
    if not node.args or len(node.args) > 2 or any(k.arg != "mode" for k in node.keywords):
        return None
    given = context.keyword(node, "mode") or (node.args[1] if len(node.args) > 1 else None)
    value = "r" if given is None else context.literal(given)
    if not isinstance(value, str):
        return None
    users = set(_used_by(node, context))
    if "b" not in value and (users & set(_BYTES) or (not users and _pickled(node, context))):
        wanted, further = value.replace("t", "").replace("U", "")[:1] + "b" + value.replace("t", "").replace("U", "")[1:], ""
    elif "b" in value and users & set(_TEXT):
        wanted, further = value.replace("b", ""), ', newline=""'
    else:
        return None
    return Fix((context.replace(node, f'{{o}}({{f}}, "{wanted}"{further})', o=node.func, f=node.args[0]),))


def _used_by(node: ast.expr, context: Context) -> Iterator[str]:
    """The functions that get the opened file as an argument."""
    uses = uses_of(context)
    places: list[ast.AST] = [node, *uses.loads(node)]
    above = uses.parents.get(node)
    if isinstance(above, ast.withitem) and isinstance(above.optional_vars, ast.Name):
        block = uses.parents[above]
        places += [n for n in uses.uses_of_name(above.optional_vars.id) if block in uses.ancestors(n)]
    for place in places:
        call = uses.parents.get(place)
        if isinstance(call, ast.Call) and place in call.args and (name := context.symbol(call.func)):
            yield name


def _pickled(node: ast.Call, context: Context) -> bool:
    """Whether the file of this name is a pickle elsewhere in the document."""
    name = context.literal(node.args[0])
    if name is MISSING or not isinstance(name, str):
        return False
    return any(
        other is not node
        and isinstance(other.func, ast.Name)
        and other.func.id == "open"
        and bool(other.args)
        and context.literal(other.args[0]) == name
        and bool(set(_used_by(other, context)) & set(_BYTES))
        for other in uses_of(context).calls
    )


@fixer(
    "PY103",
    on="call inspect.getargspec",
    library="python",
    until="3.11",
    why="getargspec is getfullargspec, which tells seven things",
    examples=(
        Example(
            "import inspect\ndef f(a=2): return a\ns = inspect.getargspec(f)\na, v, k, d = inspect.getargspec(f)",
            "import inspect\ndef f(a=2): return a\ns = inspect.getfullargspec(f)\na, v, k, d = inspect.getfullargspec(f)[:4]",
            "s.args, d",
        ),
        Example(
            "from inspect import getargspec\ndef f(a=2): return a\ns = getargspec(f)[0]",
            "from inspect import getfullargspec\ndef f(a=2): return a\ns = getfullargspec(f)[0]",
            "s",
        ),
        Same("""
            import inspect
            s = inspect.getfullargspec(len)
            class Tool:
                def getargspec(self, f):
                    return f
            x = Tool().getargspec(1)
            """),
    ),
)
def arguments(node: ast.Call, context: Context) -> Answer:
    above = context.parent(node)
    unpacked = isinstance(above, ast.Assign) and isinstance(above.targets[0], ast.Tuple | ast.List)
    arguments = ", ".join(f"{{a{i}}}" for i in range(len(node.args)))
    template = f"{{@inspect.getfullargspec}}({arguments})" + ("[:4]" if unpacked else "")
    return Fix((context.replace(node, template, **{f"a{i}": a for i, a in enumerate(node.args)}),))


@fixer(
    "PY104",
    on="import inspect.getargspec",
    library="python",
    until="3.11",
    why="getargspec is getfullargspec, which tells seven things",
    examples=[
        Example(
            """
            from inspect import getargspec
            def f(a, b=2):
                return a
            names = getargspec(f).args
            """,
            """
            from inspect import getfullargspec
            def f(a, b=2):
                return a
            names = getfullargspec(f).args
            """,
            check="names",
        ),
        Same("""
            from inspect import signature
            names = list(signature(len).parameters)
            """),
    ],
)
def imported(node: ast.alias, context: Context) -> Answer:
    from codemods.records import MoveImport

    move = MoveImport(context.span(context.statement(node)), "inspect.getargspec", "inspect.getfullargspec", False)
    return Fix((move,))


@fixer(
    "PY105",
    on="node Call",
    library="python",
    until="3.0",
    why="reload is in importlib, and text is Unicode without setting a default encoding",
    examples=(
        Example(
            "import sys\nreload(sys)\nsys.setdefaultencoding('utf8')\nx = 1",
            "import sys\nx = 1",
            "x",
        ),
        Example("import json\nreload(json)\nx = 1", "import json\nimport importlib\nimportlib.reload(json)\nx = 1", "x"),
        Same("from importlib import reload\nimport json\nreload(json)"),
        Same("def reload(x):\n    return x\nreload(3)"),
    ),
)
def reloading(node: ast.Call, context: Context) -> Answer:
    statement = context.parent(node)
    if context.symbol(node.func) == "sys.setdefaultencoding" and isinstance(statement, ast.Expr):
        return Fix((context.replace_statement(statement, ""),))
    match node:
        case ast.Call(func=ast.Name(id="reload"), args=[argument], keywords=[]) if not context.types(node.func):
            if uses_of(context).bindings("reload") or context.star_bound("reload"):
                return None
            if context.symbol(argument) == "sys" and isinstance(statement, ast.Expr):
                return Fix((context.replace_statement(statement, ""),))
            return Fix((context.replace(node.func, "{@importlib.reload}"),))
    return None
