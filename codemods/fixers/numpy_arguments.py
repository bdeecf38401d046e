"""Arguments that NumPy no longer takes as they were meant.

np.array(x, copy=False)                    →  np.asarray(x)
np.fromstring(data, dtype=np.uint8)        →  np.frombuffer(data, dtype=np.uint8).copy()
np.set_printoptions(threshold=np.nan)      →  np.set_printoptions(threshold=np.inf)
np.vstack(f(x) for x in xs)                →  np.vstack([f(x) for x in xs])
np.sum(f(x) for x in xs)                   →  sum(f(x) for x in xs)
np.linspace(0, 1, 1e3)                     →  np.linspace(0, 1, 1000)
"""

from __future__ import annotations

import ast

from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import EditCall
from codemods.types import DictOf


@fixer(
    "NP230",
    on="call numpy.array",
    until="2.0",
    why="since NumPy 2.0 copy=False raises where a copy is needed; np.asarray copies only then, as copy=False did",
    examples=(
        Example(
            "import numpy as np\na = np.array([1, 2], copy=False)\nf = np.array(a, dtype=float, copy=False)",
            "import numpy as np\na = np.asarray([1, 2])\nf = np.asarray(a, dtype=float)",
            "(a.tolist(), f.tolist())",
        ),
        Example(
            "import numpy as np\na = np.array([1, 2], copy=False, subok=True)\nb = np.array(a, copy=False, ndmin=2)",
            "import numpy as np\na = np.asanyarray([1, 2])\nb = np.array(a, copy=None, ndmin=2)",
            "b.tolist()",
        ),
        Same("import numpy as np\na = np.array([1.0]).astype(float, copy=False)\nb = np.array([1], copy=True)"),
    ),
)
def copy_false(call: ast.Call, context: Context) -> Answer:
    """np.asarray where it takes the other arguments too, else copy=None."""
    value = context.keyword(call, "copy")
    literal = context.literal(value)
    if value is None or literal is MISSING or literal is None or literal:
        return None
    new, drop = "asarray", {"copy"}
    if context.literal(context.keyword(call, "subok")) is True:
        new = "asanyarray"
        drop.add("subok")
    if len(call.args) > 2 or not {k.arg for k in call.keywords} <= {"dtype", "order", *drop}:
        return Fix((context.edit_call(call, values={"copy": "None"}),))
    return Fix((context.replace(call.func, f"{{@numpy.{new}}}"), context.edit_call(call, drop=frozenset(drop))))


@fixer(
    "NP231",
    on="call numpy.fromstring",
    until="2.3",
    why="the binary mode was removed; np.frombuffer reads bytes, without a copy",
    examples=(
        Example(
            "import numpy as np\nx = np.fromstring(b'\\x01\\x02', dtype=np.uint8)",
            "import numpy as np\nx = np.frombuffer(b'\\x01\\x02', dtype=np.uint8).copy()",
            "x.tolist()",
        ),
        Same("import numpy as np\nx = np.fromstring('1 2', sep=' ')"),
    ),
)
def fromstring(call: ast.Call, context: Context) -> Answer:
    """Text was encoded first; the result could be written to."""
    bound = context.bind(call, "string", "dtype", "count", "sep")
    if bound is None or "string" not in bound:
        return Decline("np.frombuffer(data, dtype).copy() reads bytes; np.fromstring(text, sep=…) still reads text")
    if "sep" in bound:
        return None if context.literal(bound["sep"]) != "" else Decline("np.frombuffer(data, dtype).copy() reads bytes")
    kind = context.instance(bound["string"], "builtins.str")
    source = "{string}.encode('latin1')" if kind is not None else "{string}"
    rest = "".join(f", {p}={{{p}}}" for p in ("dtype", "count") if p in bound)
    return Fix((context.replace(call, f"{{@numpy.frombuffer}}({source}{rest}).copy()", **bound),))


@fixer(
    "NP232",
    on="call numpy.set_printoptions",
    until="1.14",
    why="the threshold must be a number: infinity prints everything",
    examples=(
        Example(
            "import numpy as np\nnp.set_printoptions(threshold=np.nan)",
            "import numpy as np\nnp.set_printoptions(threshold=np.inf)",
            "'...' in str(np.arange(2000))",
        ),
        Example(
            "import numpy as np\nnp.set_printoptions(precision=2, threshold='nan')",
            "import numpy as np\nnp.set_printoptions(precision=2, threshold=np.inf)",
            "'...' in str(np.arange(2000))",
        ),
        Same("import numpy as np\nnp.set_printoptions(threshold=1000)"),
    ),
)
def threshold(call: ast.Call, context: Context) -> Answer:
    """np.nan (by any name), float('nan') or 'nan'."""
    value = context.keyword(call, "threshold")
    inner = value.args[0] if isinstance(value, ast.Call) and len(value.args) == 1 else value
    symbol = context.symbol(value) or ""
    if symbol.lower() != "numpy.nan" and str(context.literal(inner)).lower() != "nan":
        return None
    return Fix((context.edit_call(call, values={"threshold": "{@numpy.inf}"}),))


_STACKS = ("vstack", "hstack", "dstack", "stack", "column_stack", "row_stack", "concatenate")


@fixer(
    "NP233",
    on=tuple(f"call numpy.{n}" for n in _STACKS),
    until="1.24",
    why="the arrays must be a list or tuple: iterators are no longer taken",
    examples=(
        Example(
            "import numpy as np\nx = np.vstack(np.ones(2) for _ in range(3))",
            "import numpy as np\nx = np.vstack([np.ones(2) for _ in range(3)])",
            "x.tolist()",
        ),
        Example(
            "import numpy as np\nx = np.hstack(map(np.ones, [1, 2]))",
            "import numpy as np\nx = np.hstack(list(map(np.ones, [1, 2])))",
            "x.tolist()",
        ),
        Same("import numpy as np\nx = np.vstack([np.ones(2)])"),
    ),
)
def stacks(call: ast.Call, context: Context) -> Answer:
    """A generator expression becomes a list; other iterators are listed."""
    match call.args[0] if call.args else None:
        case ast.GeneratorExp() as generator:
            return Fix((_as_list(call, generator, context),))
        case ast.Call(func=ast.Name(id="map" | "zip" | "filter" | "reversed")) as iterator:
            return Fix((context.replace(iterator, "list({it})", it=iterator),))
        case ast.Call(func=ast.Attribute(attr="values" | "keys"), args=[]) as view if _is_dict(view, context):
            return Fix((context.replace(view, "list({it})", it=view),))
        case _:
            return None


def _is_dict(view: ast.Call, context: Context) -> bool:
    assert isinstance(view.func, ast.Attribute)
    kind = context.only(view.func.value)
    return isinstance(kind, DictOf) or (context.instance(view.func.value, "builtins.dict") is not None)


def _as_list(call: ast.Call, generator: ast.GeneratorExp, context: Context) -> EditCall:
    text = context.text(generator)
    if text.startswith("("):
        text = text[1:-1]
    return context.edit_call(call, values={0: "[" + text.replace("{", "{{").replace("}", "}}") + "]"})


@fixer(
    "NP234",
    on="call numpy.sum",
    until="2.4",
    why="np.sum of a generator was the builtin sum",
    examples=(
        Example("import numpy as np\nx = np.sum(i for i in range(4))", "import numpy as np\nx = sum(i for i in range(4))", "x"),
        Same("import numpy as np\nx = np.sum([i for i in range(4)])"),
    ),
)
def sum_generator(call: ast.Call, context: Context) -> Answer:
    """Only a generator written in place."""
    if len(call.args) != 1 or not isinstance(call.args[0], ast.GeneratorExp):
        return None
    if call.keywords:
        return Decline("np.sum takes no generator any more: make a list of it")
    return Fix((context.replace(call.func, "{@builtins.sum}"),))


# Where each function takes a whole number: position → keyword.
_COUNTS = {"linspace": (2, "num"), "logspace": (2, "num"), "zeros": (0, "shape"), "ones": (0, "shape"), "empty": (0, "shape"),
           "eye": (0, "N"), "random.rand": (0, ""), "random.randn": (0, ""), "random.choice": (1, "size"),
           "random.randint": (2, "size"), "random.normal": (2, "size"), "random.uniform": (2, "size")}  # fmt: skip


@fixer(
    "NP235",
    on=tuple(f"call numpy.{n}" for n in _COUNTS),
    until="1.18",
    why="counts and shapes must be integers",
    examples=(
        Example("import numpy as np\nx = np.linspace(0, 1, 5.0)", "import numpy as np\nx = np.linspace(0, 1, 5)", "x.tolist()"),
        Example(
            "import numpy as np\nx = np.linspace(0, 1, num=1e1)",
            "import numpy as np\nx = np.linspace(0, 1, num=10)",
            "x.tolist()",
        ),
        Same("import numpy as np\nx = np.linspace(0.0, 1.0, 5)"),
    ),
)
def counts(call: ast.Call, context: Context) -> Answer:
    """A float literal; it was cut to an integer."""
    position, keyword = _COUNTS[(context.symbol(call.func) or "").removeprefix("numpy.")]
    place: int | str = keyword
    value = context.keyword(call, keyword) if keyword else None
    if value is None and len(call.args) > position and not any(isinstance(a, ast.Starred) for a in call.args):
        place, value = position, call.args[position]
    literal = context.literal(value)
    if not isinstance(literal, float) or literal < 0:
        return None
    return Fix((context.edit_call(call, values={place: str(int(literal))}),))
