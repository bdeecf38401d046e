"""What training leaves behind: the keys of a history, what callbacks monitor, the names of files of weights.

    model.compile("sgd", "mse", metrics=["accuracy"])
    h.history["acc"], h.history["val_acc"]      →  h.history["accuracy"], h.history["val_accuracy"]
    EarlyStopping(monitor="val_acc")            →  EarlyStopping(monitor="val_accuracy")
    model.save_weights("w.h5")                  →  model.save_weights("w.weights.h5")
    Model(m.input, m.get_layer("h").output)     →  Model(m.inputs[0], m.get_layer("h").output)
    layer.output_shape                          →  layer.output.shape

Keras 2.3 names a metric as compile does: metrics=["acc"] gives "acc" in all releases, and its keys stay. Keras 3 accepts
only names that end in .weights.h5; the name changes wherever the document uses it.
"""

from __future__ import annotations

import ast

from codemods.fixers._keras import MODELS, calls_of, every, layers_of, metrics_of
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.uses import uses_of

_OLD_KEY = {
    "accuracy": "acc",
    "mse": "mean_squared_error",
    "mae": "mean_absolute_error",
    "mape": "mean_absolute_percentage_error",
    "msle": "mean_squared_logarithmic_error",
}
_CALLBACKS = ("EarlyStopping", "ModelCheckpoint", "ReduceLROnPlateau")
_HEAD = """
from keras.models import Sequential
from keras.layers import Dense
from keras.callbacks import EarlyStopping, ModelCheckpoint
m = Sequential([Dense(1, activation="sigmoid", input_shape=(4,))])
m.compile("sgd", "binary_crossentropy", metrics=["accuracy"])
"""
_FITTED = _HEAD + "import numpy as np\nh = m.fit(np.ones((8, 4)), np.ones(8), validation_split=0.5, epochs=2, verbose=0)\n"


def _renamed_keys(context: Context) -> dict[str, str] | None:
    """Old key → new key for the metrics that the document compiles with; None where they are not known."""
    metrics = metrics_of(context)
    if metrics is None:
        return None
    new = {_OLD_KEY[m]: m for m in metrics if m in _OLD_KEY and _OLD_KEY[m] not in metrics}
    return new | {f"val_{old}": f"val_{name}" for old, name in new.items()}


@fixer(
    "KR040",
    on="attr keras.callbacks.History.history",
    library="keras",
    until="2.3",
    why="the history names a metric as compile does",
    examples=(
        Example(
            _FITTED + 'a = h.history["acc"]; v = h.history["loss"]\nb = h.history["val_acc"]',
            _FITTED + 'a = h.history["accuracy"]; v = h.history["loss"]\nb = h.history["val_accuracy"]',
            "len(a), len(v), len(b)",
        ),
        Same(_HEAD.replace('"accuracy"', '"acc"') + 'h = m.fit([[1, 2, 3, 4]], [1])\na = h.history["acc"]'),
    ),
)
def history(node: ast.Attribute, context: Context) -> Answer:
    keys = _renamed_keys(context)
    uses = uses_of(context)
    places = [node, *uses.loads(node)]
    constants = [c for p in places if (c := _key(p, context)) is not None and context.literal(c) in {*_all_old_keys()}]
    if not constants:
        return None
    if keys is None:
        return Decline('a metric that compile calls "accuracy" is "accuracy" in the history, "acc" is "acc": check its keys')
    here = [c for c in constants if uses.cell_of.get(c) == uses.cell_of.get(context.tree)]
    edits = tuple(context.replace(c, _quoted(c, keys[v], context)) for c in here if (v := context.literal(c)) in keys)
    return Fix(edits) if edits else None


def _all_old_keys() -> tuple[str, ...]:
    return (*_OLD_KEY.values(), *(f"val_{v}" for v in _OLD_KEY.values()))


def _key(node: ast.AST, context: Context) -> ast.expr | None:
    """The literal key with which a history is asked."""
    parents = uses_of(context).parents
    match parents.get(node):
        case ast.Subscript(value=value, slice=ast.Constant() as key) if value is node:
            return key
        case ast.Attribute(attr="get") as method:
            match parents.get(method):
                case ast.Call(args=[ast.Constant() as key, *_]):
                    return key
    return None


def _quoted(node: ast.expr, text: str, context: Context) -> str:
    """A string literal, quoted as the one at `node`; braces are doubled for the template."""
    quote = '"' if context.text(node).rstrip().endswith('"') else "'"
    return f"{quote}{text}{quote}".replace("{", "{{").replace("}", "}}")


@fixer(
    "KR041",
    on=tuple(f"call keras.callbacks.{c}" for c in _CALLBACKS),
    library="keras",
    until="2.3",  # no error, but a name that compile does not give tells the age
    why="metrics are named as compile does; a callback that monitors another name never acts",
    examples=(
        Example(
            _HEAD + 'es = EarlyStopping(monitor="val_acc", patience=0)',
            _HEAD + 'es = EarlyStopping(monitor="val_accuracy", patience=0)',
            "es.patience, es.monitor[:7]",
            was={"keras": "2.2.4"},
        ),
        Same(_HEAD + 'es = EarlyStopping(monitor="val_loss", patience=0)', {"keras": "2.2.4"}),
        Same(_HEAD.replace('"accuracy"', '"acc"') + 'es = EarlyStopping(monitor="val_acc")', {"keras": "2.2.4"}),
    ),
)
def monitored(node: ast.Call, context: Context) -> Answer:
    name = (context.symbol(node.func) or "").rpartition(".")[2]
    position = 1 if name == "ModelCheckpoint" else 0
    given = context.keyword(node, "monitor") or (node.args[position] if len(node.args) > position else None)
    value = context.literal(given)
    if given is None or value not in _all_old_keys():
        return None
    keys = _renamed_keys(context)
    if keys is None:
        return Decline("the metrics given to compile decide the name: check what is monitored")
    return Fix((context.replace(given, _quoted(given, keys[value], context)),)) if value in keys else None


# --- names of files ---


def _renamed_files(context: Context) -> dict[str, str]:
    """The files of weights whose names Keras 3 refuses, old name → new name."""
    uses = uses_of(context)
    found: dict[str, str] = {}
    for call in calls_of(context, MODELS, "save_weights"):
        given = call.args[0] if call.args else context.keyword(call, "filepath")
        _note(context.literal(uses.value(given)), ".weights.h5", found)
    for node in every(context):
        if isinstance(node, ast.Call) and context.symbol(node.func) == "keras.callbacks.ModelCheckpoint":
            given = node.args[0] if node.args else context.keyword(node, "filepath")
            only = context.literal(context.keyword(node, "save_weights_only"))
            if only is True or only is MISSING:
                _note(context.literal(uses.value(given)), ".weights.h5" if only is True else ".h5", found)
    return found


def _note(name: object, ending: str, found: dict[str, str]) -> None:
    if not isinstance(name, str) or name.endswith((ending, ".keras", ".h5") if ending == ".h5" else ending):
        return
    stem = name
    for known in (".hdf5", ".h5", ".ckpt", ".tf", ".weights"):
        stem = stem.removesuffix(known)
    if ending == ".weights.h5" or name.endswith(".hdf5"):
        found[name] = stem + ending


@fixer(
    "KR042",
    on="node Constant",
    library="keras",
    until="3.0",
    words=("save_weights", "ModelCheckpoint"),
    why="files of weights end in .weights.h5, those of models in .keras or .h5",
    examples=(
        Example(
            _HEAD + 'm.save_weights("w.h5")\nm.load_weights("w.h5")\n'
            'cb = ModelCheckpoint("best.hdf5", monitor="loss", save_weights_only=True)\nm.save("full.h5")',
            _HEAD + 'm.save_weights("w.weights.h5")\nm.load_weights("w.weights.h5")\n'
            'cb = ModelCheckpoint("best.weights.h5", monitor="loss", save_weights_only=True)\nm.save("full.h5")',
            "len(m.get_weights())",
        ),
        Same(_HEAD + 'm.load_weights("pretrained.h5")\nm.save_weights("w.weights.h5")'),
    ),
)
def file_name(node: ast.Constant, context: Context) -> Answer:
    if not isinstance(node.value, str) or ("." not in node.value and "/" not in node.value and len(node.value) > 60):
        return None
    new = _files(context).get(node.value)
    if new is None or isinstance(context.parent(node), ast.Expr | ast.JoinedStr):
        return None
    return Fix((context.replace(node, _quoted(node, new, context)),))


_known: tuple[object, dict[str, str]] | None = None


def _files(context: Context) -> dict[str, str]:
    global _known
    if _known is None or _known[0] is not context.cells:
        _known = (context.cells, _renamed_files(context))
    return _known[1]


# --- attributes ---


@fixer(
    "KR043",
    on=("attr keras.Sequential.input", "attr keras.Sequential.output"),
    library="keras",
    until="3.0",
    why="a model that was never called has inputs and outputs only",
    examples=(
        Example(
            "from keras.models import Sequential, Model\nfrom keras.layers import Dense\n"
            'm = Sequential([Dense(3, input_dim=2, name="h"), Dense(1)])\nf = Model(m.input, m.get_layer("h").output)',
            "from keras.models import Sequential, Model\nfrom keras.layers import Dense\n"
            'm = Sequential([Dense(3, input_dim=2, name="h"), Dense(1)])\nf = Model(m.inputs[0], m.get_layer("h").output)',
            "[int(v) for v in f.output.shape[1:]]",
        ),
        Same("""
            from keras.models import Model
            from keras.layers import Dense, Input
            i = Input((2,))
            o = Dense(3, name="h")(i)
            f = Model(i, o)
            x = f.input
            """),
    ),
)
def ends(node: ast.Attribute, context: Context) -> Answer:
    if layers_of(node.value, context) is None:
        return None
    return Fix((context.replace(node, f"{{m}}.{node.attr}s[0]", m=node.value),))


@fixer(
    "KR044",
    on=("attr keras.Layer.output_shape", "attr keras.Layer.input_shape", "attr keras.layers.Layer.output_shape",
        "attr keras.layers.Layer.input_shape"),
    library="keras",
    until="3.0",
    why="a layer's shapes are those of its output and input",
    examples=(
        Example(
            _HEAD + "w = m.layers[0].output_shape\nk = m.output_shape",
            _HEAD + "w = m.layers[0].output.shape\nk = m.output_shape",
            "[int(v) for v in w[1:]], [int(v) for v in k[1:]]",
        ),
        Same("""
            class Net:
                output_shape = (None, 3)
            x = Net().output_shape
            from keras.models import Sequential
            """),
    ),
)  # fmt: skip
def shapes(node: ast.Attribute, context: Context) -> Answer:
    if context.instance(node.value, *MODELS) is not None and not isinstance(node.value, ast.Subscript):
        return None
    return Fix((context.replace(node, f"{{l}}.{node.attr.removesuffix('_shape')}.shape", l=node.value),))


@fixer(
    "KR045",
    on=tuple(f"attr {m}.metrics_names" for m in MODELS),
    library="keras",
    until="3.0",
    silent=True,
    why="metrics_names is ['loss', 'compile_metrics'] whatever the metrics",
    examples=(
        Example(
            _HEAD + "n = list(m.metrics_names)",
            _HEAD + 'n = list(["loss", "acc"])',
            "n",
            {"keras": "2.2.4"},
        ),
        Same(_HEAD.replace('["accuracy"]', "[f]") + "n = m.metrics_names", {"keras": "2.12"}),
    ),
)
def names(node: ast.Attribute, context: Context) -> Answer:
    """The loss and what compile is given, where that is written out and the model is one of one output."""
    compiled = [c for c in calls_of(context, MODELS, "compile") if context.keyword(c, "metrics") is not None]
    given = uses_of(context).value(context.keyword(compiled[0], "metrics")) if len(compiled) == 1 else None
    metrics = context.literal(given)
    if not isinstance(metrics, list) or not all(isinstance(m, str) for m in metrics) or layers_of(node.value, context) is None:
        return Decline(
            "metrics_names no longer has the names of the metrics: evaluate(..., return_dict=True) gives them with values"
        )
    if not context.vintage.since("keras", "2.3") and not context.vintage.since("tensorflow", "2.0"):
        if not context.vintage.before("keras", "2.3"):
            return Decline("before Keras 2.3 the names were shortened ('acc'): tell the version (--was keras==VERSION)")
        metrics = [_OLD_KEY.get(m, m) for m in metrics]
    listed = ", ".join(f'"{name}"' for name in ("loss", *metrics))
    return Fix((context.replace(node, f"[{listed}]"),))
