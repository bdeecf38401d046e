"""Optimizers: lr and decay, and the learning rate that they had when none was given.

    SGD(lr=0.05, momentum=0.9)
    SGD(learning_rate=0.05, momentum=0.9)

    SGD(lr=0.05, decay=0.01)
    SGD(learning_rate=InverseTimeDecay(0.05, decay_steps=1, decay_rate=0.01))

    model.optimizer.lr = 0.005
    model.optimizer.learning_rate = 0.005

`lr` and `decay` are errors since Keras 3 (2.11 kept them in optimizers.legacy); `decay` was applied for each batch, which is
InverseTimeDecay with decay_steps=1. Keras 2.4, which is that of TensorFlow 2, changed learning rates that were the default.
"""

from __future__ import annotations

import ast

from codemods.fixers._keras import OPTIMIZERS, every, methods, path_of, spelled, split
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.uses import uses_of

_CLASSES = tuple(f"keras.optimizers.{name}" for name in (*OPTIMIZERS, "Ftrl", "AdamW"))
_LOWER = tuple(f"{root}.optimizers.{n.lower()}" for root in ("keras", "tensorflow.keras") for n in OPTIMIZERS)
_DEFAULT = {"SGD": "0.01", "RMSprop": "0.001", "Adagrad": "0.01", "Adadelta": "1.0", "Adam": "0.001", "Adamax": "0.002",
            "Nadam": "0.002"}  # fmt: skip
_CHANGED = {"Adagrad": "0.01", "Adadelta": "1.0", "Adamax": "0.002", "Nadam": "0.002"}  # until 2.4; 0.001 since


@fixer(
    "KR020",
    on=tuple(f"call {c}" for c in (*_CLASSES, *_LOWER)),
    library="keras",
    until="3.0",
    why="lr is learning_rate; decay is a schedule: learning_rate=InverseTimeDecay(…)",
    examples=(
        Example(
            "from keras.optimizers import SGD, Adam\n"
            "o = SGD(lr=0.05, momentum=0.9, nesterov=True)\na = Adam(lr=0.001, decay=0.0)",
            "from keras.optimizers import SGD, Adam\n"
            "o = SGD(learning_rate=0.05, momentum=0.9, nesterov=True)\na = Adam(learning_rate=0.001)",
            "[round(float(v), 4) for k, v in sorted(o.get_config().items()) if k in ('lr', 'learning_rate', 'momentum')]",
        ),
        Example(
            "import keras.backend as K\nfrom keras.optimizers import SGD\no = SGD(lr=0.05, decay=0.01)\n"
            "base = float(K.get_value(o.lr))",
            "import tensorflow.keras.backend as K\nfrom keras.optimizers import SGD\n"
            "from keras.optimizers.schedules import InverseTimeDecay\n"
            "o = SGD(learning_rate=InverseTimeDecay(0.05, decay_steps=1, decay_rate=0.01))\nbase = float(0.05)",
            "base",
        ),
        Example(
            "import tensorflow as tf\no = tf.keras.optimizers.SGD(lr=0.05, decay=1e-6, momentum=0.9)",
            "import tensorflow as tf\no = tf.keras.optimizers.SGD(learning_rate="
            "tf.keras.optimizers.schedules.InverseTimeDecay(0.05, decay_steps=1, decay_rate=1e-6), momentum=0.9)",
            "round(float(o.get_config()['momentum']), 3)",
        ),
        Same("import torch\np = torch.nn.Parameter(torch.ones(1))\no = torch.optim.SGD([p], lr=0.1)"),
        Same("from keras.optimizers import Adam\no = Adam(learning_rate=0.1)\np = Adam(0.1)"),
        Same("def train(model, lr=0.1, decay=0.0):\n    return lr\nv = train(None, lr=0.5, decay=0.1)"),
    ),
)
def arguments(node: ast.Call, context: Context) -> Answer:
    lr, decay = context.keyword(node, "lr"), context.keyword(node, "decay")
    none = {k for k in ("epsilon", "rho", "beta_1", "beta_2") if context.literal(context.keyword(node, k)) is None}
    if lr is None and decay is None and not none:
        return None
    if lr is not None and context.keyword(node, "learning_rate") is not None:
        return Decline("both lr and learning_rate are given")
    rename = {"lr": "learning_rate"} if lr is not None else {}
    if decay is None or context.literal(decay) in (0, None):
        drop = frozenset(none | ({"decay"} if decay is not None else set()))
        return Fix((context.edit_call(node, rename=rename, drop=drop),))
    if lr is None and not context.vintage.before("keras", "3.0"):
        return Decline("Keras 3 ignores decay; tell the code's age with --was keras==VERSION to get the schedule that it was")
    return _schedule(node, lr, decay, none, context)


def _schedule(node: ast.Call, lr: ast.expr | None, decay: ast.expr, none: set[str], context: Context) -> Answer:
    path = path_of(node.func, context)
    if path is None:
        return None
    if (reason := _needs_a_number(node, context)) is not None:
        return Decline(reason)
    root, rest = split(path)
    given = context.keyword(node, "learning_rate") or (node.args[0] if node.args else None)
    rate = lr or given
    first = "{lr}" if rate is not None else _DEFAULT.get(rest.rpartition(".")[2])
    if first is None:
        return Decline("decay is gone: give learning_rate=InverseTimeDecay(rate, decay_steps=1, decay_rate=decay)")
    value = f"{{@{root}.optimizers.schedules.InverseTimeDecay}}({first}, decay_steps=1, decay_rate={{decay}})"
    holes: dict[str, ast.AST] = {"decay": decay}
    if rate is not None:
        holes["lr"] = rate
    drop = frozenset({"decay", *none})
    if lr is not None:
        return Fix((context.edit_call(node, rename={"lr": "learning_rate"}, values={"lr": value}, drop=drop, holes=holes),))
    if node.args:
        return Fix((context.edit_call(node, values={0: value}, drop=drop, holes=holes),))
    if given is not None:
        return Fix((context.edit_call(node, values={"learning_rate": value}, drop=drop, holes=holes),))
    return Fix((context.edit_call(node, add={"learning_rate": value}, drop=drop, holes=holes),))


def _needs_a_number(made: ast.Call, context: Context) -> str | None:
    """Why the learning rate can't become a schedule: something reads or sets it as a number."""
    for node in every(context):
        if isinstance(node, ast.Attribute) and node.attr in ("lr", "learning_rate"):
            if uses_of(context).value(node.value) is made and _first_rate(node, made, context) is not None:
                continue
            return (
                "decay is gone, and its successor (learning_rate=InverseTimeDecay(lr, decay_steps=1, decay_rate=decay)) makes "
                f"{ast.unparse(node)} the decayed rate: write the schedule and adapt what reads the rate"
            )
        if isinstance(node, ast.Call) and (path_of(node.func, context) or "").rpartition(".")[2] in (
            "ReduceLROnPlateau", "LearningRateScheduler"):  # fmt: skip
            return "decay is gone, and its successor, a schedule, can't be combined with a callback that sets the learning rate"
    return None


@fixer(
    "KR021",
    on=tuple(f"attr {c}.lr" for c in (*_CLASSES, "keras.optimizers.Optimizer")),
    library="keras",
    until="3.0",
    why="the attribute is learning_rate; setting lr would do nothing",
    examples=(
        Example(
            "import keras\no = keras.optimizers.Adam(learning_rate=0.1)\no.lr = 0.2\nv = float(o.lr)",
            "import keras\no = keras.optimizers.Adam(learning_rate=0.1)\no.learning_rate = 0.2\nv = float(o.learning_rate)",
            "round(v, 3)",
        ),
        Same("""
            import keras
            class Schedule:
                lr = 0.1
            s = Schedule()
            s.lr = 0.2
            o = keras.optimizers.Adam(learning_rate=0.1)
            """),
    ),
)
def rate(node: ast.Attribute, context: Context) -> Answer:
    made = uses_of(context).value(node.value)
    decay = context.keyword(made, "decay") if isinstance(made, ast.Call) else None
    if isinstance(made, ast.Call) and decay is not None and context.literal(decay) not in (0, None):
        first = _first_rate(node, made, context)
        if first is None:
            return Decline("lr was the rate before decay; a schedule's rate is the decayed one")
        above = context.parent(node)
        return Fix((context.replace(above if isinstance(above, ast.Call) else node, first),))
    return Fix((context.rename_attribute(node, "learning_rate"),))


def _first_rate(node: ast.Attribute, made: ast.Call, context: Context) -> str | None:
    """The number that `optimizer.lr` was, whatever the decay: read only, by `backend.get_value(…)` or by itself."""
    lr, above = context.keyword(made, "lr"), context.parent(node)
    if not isinstance(node.ctx, ast.Load) or node.attr != "lr" or not isinstance(context.literal(lr), int | float):
        return None
    if isinstance(above, ast.Call) and not (path_of(above.func, context) or "").endswith(".backend.get_value"):
        return None
    return ast.unparse(lr) if lr is not None else None


@fixer(
    "KR024",
    on=spelled("call", "backend.set_value"),
    library="keras",
    until="3.0",
    why="the learning rate is set by assignment",
    examples=(
        Example(
            "import tensorflow as tf\no = tf.keras.optimizers.Adam(0.1)\n"
            "tf.keras.backend.set_value(o.learning_rate, 0.2)\nv = float(o.learning_rate)",
            "import tensorflow as tf\no = tf.keras.optimizers.Adam(0.1)\no.learning_rate = 0.2\nv = float(o.learning_rate)",
            "round(v, 3)",
        ),
        Same("""
            import keras
            class Backend:
                def set_value(self, name, value):
                    return value
            x = Backend().set_value("lr", 0.2)
            """),
    ),
)
def set_rate(node: ast.Call, context: Context) -> Answer:
    statement = context.parent(node)
    match node.args:
        case [ast.Attribute(value=owner, attr="lr" | "learning_rate"), value] if isinstance(statement, ast.Expr):
            if context.instance(owner, *_CLASSES, "keras.optimizers.Optimizer") is not None:
                return Fix((context.replace_statement(statement, "{o}.learning_rate = {v}", o=owner, v=value),))
    return None


@fixer(
    "KR022",
    on=tuple(f"call keras.optimizers.{c}" for c in _CHANGED),
    library="keras",
    until="2.4",
    silent=True,
    why="the default learning rate is 0.001 now",
    examples=(
        Example(
            "from keras.optimizers import Adadelta\no = Adadelta()",
            "from keras.optimizers import Adadelta\no = Adadelta(learning_rate=1.0)",
            "[round(float(v), 4) for k, v in sorted(o.get_config().items()) if k in ('lr', 'learning_rate', 'momentum')]",
            was={"keras": "2.2.4"},
        ),
        Same("from keras.optimizers import Adadelta\no = Adadelta()", was={"keras": "2.12"}),
        Same("from keras.optimizers import Adadelta\no = Adadelta(0.5)", was={"keras": "2.2.4"}),
    ),
)
def default_rate(node: ast.Call, context: Context) -> Answer:
    if node.args or any(k.arg in (None, "lr", "learning_rate", "decay") for k in node.keywords):
        return None
    if not context.vintage.before("keras", "2.4"):
        return None
    name = (context.symbol(node.func) or "").rpartition(".")[2]
    return Fix((context.edit_call(node, add={"learning_rate": _CHANGED[name]}),)) if name in _CHANGED else None


@fixer(
    "KR023",
    on=methods("call", "compile"),
    library="keras",
    until="2.4",
    silent=True,
    why="the default learning rate of this optimizer is 0.001 now",
    examples=(
        Example(
            "from keras.models import Sequential\nfrom keras.layers import Dense\n"
            "m = Sequential([Dense(1, input_shape=(2,))])\nm.compile(loss='mse', optimizer='adadelta')",
            "from keras.models import Sequential\nfrom keras.layers import Dense\nfrom keras.optimizers import Adadelta\n"
            "m = Sequential([Dense(1, input_shape=(2,))])\nm.compile(loss='mse', optimizer=Adadelta(learning_rate=1.0))",
            "[round(float(v), 4) for k, v in sorted(m.optimizer.get_config().items()) if k in ('lr', 'learning_rate', 'momentum')]",
            was={"keras": "2.2.4"},
        ),
        Same(
            "from keras.models import Sequential\nm = Sequential([])\nm.compile(loss='mse', optimizer='adam')",
            was={"keras": "2.2.4"},
        ),
    ),
)
def named(node: ast.Call, context: Context) -> Answer:
    given = context.keyword(node, "optimizer") or (node.args[0] if node.args else None)
    literal = context.literal(given)
    name = next((c for c in _CHANGED if isinstance(literal, str) and literal.lower() == c.lower()), None)
    if name is None or given is None or literal is MISSING or not context.vintage.before("keras", "2.4"):
        return None
    root = "tensorflow.keras" if not _imports_keras(context) else "keras"
    return Fix((context.replace(given, f"{{@{root}.optimizers.{name}}}(learning_rate={_CHANGED[name]})"),))


def _imports_keras(context: Context) -> bool:
    return any(
        (isinstance(n, ast.ImportFrom) and (n.module or "").partition(".")[0] == "keras")
        or (isinstance(n, ast.Import) and any(a.name.partition(".")[0] == "keras" for a in n.names))
        for n in every(context)
    )  # fmt: skip
