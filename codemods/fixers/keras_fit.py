"""Methods of models: one fit, evaluate and predict for arrays and generators; the class is the largest probability.

    model.fit_generator(flow, steps_per_epoch=40, nb_epoch=3, max_q_size=1)
    model.fit(flow, steps_per_epoch=40, epochs=3)

    model.predict_classes(X)
    model.predict(X).argmax(axis=-1)                  # last layer has several units
    (model.predict(X) > 0.5).astype("int32")          # last layer has one

Keras 1 counted samples where Keras 2 counts batches: that needs the generator's batch size. The methods for generators
and predict_classes were removed in TensorFlow 2.6 and Keras 3.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from codemods.fixers._keras import layers_of, methods, units_of
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.uses import uses_of

_GENERATORS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "fit_generator": ("fit", (
        "generator", "steps_per_epoch", "epochs", "verbose", "callbacks", "validation_data", "validation_steps",
        "validation_freq", "class_weight", "max_queue_size", "workers", "use_multiprocessing", "shuffle", "initial_epoch")),
    "evaluate_generator": ("evaluate", (
        "generator", "steps", "callbacks", "max_queue_size", "workers", "use_multiprocessing", "verbose")),
    "predict_generator": ("predict", (
        "generator", "steps", "callbacks", "max_queue_size", "workers", "use_multiprocessing", "verbose")),
}  # fmt: skip
_RENAMED = {"nb_epoch": "epochs"}
_DROPPED = ("max_queue_size", "max_q_size", "workers", "nb_worker", "use_multiprocessing", "pickle_safe", "wait_time")
_SAMPLES = {"samples_per_epoch": "steps_per_epoch", "nb_val_samples": "validation_steps", "val_samples": "steps"}
_FLOWS = ("flow", "flow_from_directory", "flow_from_dataframe")
_HEAD = """
from keras.models import Sequential
from keras.layers import Dense
m = Sequential([Dense(1, activation="sigmoid", input_shape=(4,))])
m.compile("sgd", "mse")
"""
_ARRAY = _HEAD + "import numpy as np\nX = np.ones((2, 4))\n"


@fixer(
    "KR030",
    on=methods("call", *_GENERATORS),
    library="keras",
    until="2.6",
    why="fit, evaluate and predict take generators themselves",
    examples=(
        Example(
            _HEAD + "h = m.fit_generator(gen(), steps_per_epoch=4, nb_epoch=3, verbose=0, max_q_size=1)\n"
            "e = m.evaluate_generator(gen(), 5)\np = m.predict_generator(generator=gen(), steps=2, workers=2)",
            _HEAD + "h = m.fit(gen(), steps_per_epoch=4, epochs=3, verbose=0)\n"
            "e = m.evaluate(gen(), steps=5)\np = m.predict(x=gen(), steps=2)",
        ),
        Example(
            "from tensorflow.keras.preprocessing.image import ImageDataGenerator\n"
            + _HEAD
            + "g = ImageDataGenerator()\nm.fit_generator(g.flow(X, y, batch_size=16), samples_per_epoch=len(X), nb_epoch=3)",
            "from tensorflow.keras.preprocessing.image import ImageDataGenerator\n"
            + _HEAD
            + "g = ImageDataGenerator()\nm.fit(g.flow(X, y, batch_size=16), steps_per_epoch=-(-len(X) // 16), epochs=3)",
        ),
        Same(_HEAD + "m.fit_generator(gen(), samples_per_epoch=400, nb_epoch=3)"),
        Same("class M:\n    def fit_generator(self, g, workers=1):\n        return 1\nm = M().fit_generator(3, workers=2)"),
    ),
)
def generators(node: ast.Call, context: Context) -> Answer:
    assert isinstance(node.func, ast.Attribute)
    new, parameters = _GENERATORS[node.func.attr]
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return Decline(f"call {new} instead; the arguments are passed with * or **")
    if len(node.args) > len(parameters):
        return None
    if len(node.args) > 1 and any(k.arg in _SAMPLES for k in node.keywords):
        return Decline(f"call {new} instead; arguments are passed by position, and samples are counted in steps now")
    values: dict[str | int, str] = {}
    holes: dict[str, ast.AST] = {}
    rename = {k.arg: _RENAMED[k.arg] for k in node.keywords if k.arg in _RENAMED}
    if context.keyword(node, "generator") is not None:
        rename["generator"] = "x"
    for keyword in node.keywords:
        if keyword.arg not in _SAMPLES:
            continue
        source = _generator(node, keyword.arg, context)
        steps = _steps(keyword.value, source, context)
        if steps is None:
            return Decline(
                f"call {new} instead; {keyword.arg} counted samples, {_SAMPLES[keyword.arg]} counts batches: divide by the "
                "generator's batch size"
            )
        rename[keyword.arg] = _SAMPLES[keyword.arg]
        values[keyword.arg] = steps.replace("{n}", f"{{n_{keyword.arg}}}")
        holes[f"n_{keyword.arg}"] = keyword.value
    drop = frozenset(k.arg for k in node.keywords if k.arg in _DROPPED)
    positional = {i: parameters[i] for i in range(1, len(node.args)) if parameters[i] not in _DROPPED}
    gone = frozenset(i for i in range(1, len(node.args)) if parameters[i] in _DROPPED)
    edit = context.edit_call(node, rename=rename, drop=drop, values=values, holes=holes, name_positional=positional,
                             drop_positional=gone)  # fmt: skip
    return Fix((context.rename_attribute(node.func, new), edit))


def _generator(node: ast.Call, keyword: str, context: Context) -> ast.expr | None:
    if keyword == "nb_val_samples":
        return context.keyword(node, "validation_data")
    return context.keyword(node, "generator") or (node.args[0] if node.args else None)


def _steps(samples: ast.expr, generator: ast.expr | None, context: Context) -> str | None:
    size = _batch_size(generator, context)
    if size is None:
        return None
    number = context.literal(samples)
    if isinstance(number, int):
        return f"{{n}} // {size}" if number % size == 0 else f"-(-{{n}} // {size})"
    return f"-(-{{n}} // {size})"


def _batch_size(generator: ast.expr | None, context: Context) -> int | None:
    """How many samples a batch of the generator has: told to `flow`, or the slice that the user's generator yields."""
    uses = uses_of(context)
    made = uses.value(generator)
    if not isinstance(made, ast.Call):
        return None
    if isinstance(made.func, ast.Attribute) and made.func.attr in _FLOWS:
        position = {"flow": 2, "flow_from_directory": 5}.get(made.func.attr, 99)
        given = context.keyword(made, "batch_size") or (made.args[position] if len(made.args) > position else None)
        size = 32 if given is None else context.literal(uses.value(given))
        return size if isinstance(size, int) else None
    if isinstance(made.func, ast.Name) and not made.args and not made.keywords:
        binding = uses.binding(made.func)
        return _yielded(binding.node, context) if binding is not None else None
    return None


def _yielded(function: ast.AST, context: Context) -> int | None:
    sizes = set()
    for node in walk(function) if isinstance(function, ast.FunctionDef) else ():
        if not isinstance(node, ast.Yield):
            continue
        match node.value:
            case ast.Tuple(elts=[ast.Subscript(slice=ast.Slice(lower=lower, upper=ast.Constant(value=int(end)))), *_]):
                start = 0 if lower is None else context.literal(lower)
                sizes.add(end - start if isinstance(start, int) and end > start >= 0 else None)
            case _:
                return None
    only = sizes.pop() if len(sizes) == 1 else None
    return only


@fixer(
    "KR031",
    on=methods("call", "fit", "evaluate", "predict", "train_on_batch"),
    library="keras",
    until="3.0",
    why="the argument is renamed or gone",
    examples=(
        Example(
            _HEAD + "m.fit([[1, 2, 3, 4]], [1], nb_epoch=2, workers=2)",
            _HEAD + "m.fit([[1, 2, 3, 4]], [1], epochs=2)",
        ),
        Same("""
            from keras.models import Sequential
            from keras.layers import Dense
            m = Sequential([Dense(1)])
            m.compile("sgd", "mse")
            m.fit([[1, 2, 3, 4]], [1], epochs=2)
            def fit(data, nb_epoch):
                return nb_epoch
            x = fit([1], nb_epoch=2)
            """),
    ),
)
def arguments(node: ast.Call, context: Context) -> Answer:
    given = {k.arg for k in node.keywords if k.arg is not None}
    rename = {k: v for k, v in _RENAMED.items() if k in given}
    drop = frozenset(given & set(_DROPPED))
    if "show_accuracy" in given:
        return Decline("show_accuracy is gone: give metrics=['accuracy'] to compile")
    return Fix((context.edit_call(node, rename=rename, drop=drop),)) if rename or drop else None


@fixer(
    "KR032",
    on=methods("call", "predict_classes"),
    library="keras",
    until="2.6",
    why="predict_classes is gone: the class is the largest probability, or for one unit the probability above 0.5",
    examples=(
        Example(
            _ARRAY + "p = m.predict_classes(X, verbose=0)",
            _ARRAY + 'p = (m.predict(X, verbose=0) > 0.5).astype("int32")',
            "list(p.shape)",
        ),
        Example(
            """
            import tensorflow as tf
            s = tf.keras.Sequential()
            s.add(tf.keras.layers.Dense(3))
            s.add(tf.keras.layers.Activation("softmax"))
            q = s.predict_classes([[1.0]])[0]
            """,
            """
            import tensorflow as tf
            s = tf.keras.Sequential()
            s.add(tf.keras.layers.Dense(3))
            s.add(tf.keras.layers.Activation("softmax"))
            q = s.predict([[1.0]]).argmax(axis=-1)[0]
            """,
        ),
        Same("from keras.models import load_model\nm = load_model('m.h5')\np = m.predict_classes([[1.0]])"),
    ),
)
def classes(node: ast.Call, context: Context) -> Answer:
    assert isinstance(node.func, ast.Attribute)
    several = _several_units(node.func.value, context)
    if several is None:
        return Decline(
            "write model.predict(x).argmax(axis=-1) where the last layer has several units, "
            '(model.predict(x) > 0.5).astype("int32") where it has one'
        )
    arguments = [f"{{a{i}}}" for i in range(len(node.args))] + [f"{k.arg}={{k_{k.arg}}}" for k in node.keywords if k.arg]
    holes: dict[str, ast.AST] = {"m": node.func.value}
    holes |= {f"a{i}": a for i, a in enumerate(node.args)} | {f"k_{k.arg}": k.value for k in node.keywords}
    call = f"{{m}}.predict({', '.join(arguments)})"
    return Fix((context.replace(node, f"{call}.argmax(axis=-1)" if several else f'({call} > 0.5).astype("int32")', **holes),))


def _several_units(model: ast.expr, context: Context) -> bool | None:
    """Whether the last layer of a model has several units; None where it can't be told."""
    activation: object = None
    for layer in reversed(layers_of(model, context) or []):
        name = (context.symbol(layer.func) or "").rpartition(".")[2]
        if name == "Activation":
            activation = context.literal(layer.args[0]) if layer.args else None
            continue
        if name != "Dense":
            return None
        units = units_of(layer, context)
        activation = activation or context.literal(context.keyword(layer, "activation"))
        if units is not MISSING:
            return units != 1
        return True if activation == "softmax" else None
    return None


@fixer(
    "KR033",
    on=methods("call", "predict_proba"),
    library="keras",
    until="2.6",
    why="predict gives the probabilities",
    examples=(
        Example(_ARRAY + "p = m.predict_proba(X)", _ARRAY + "p = m.predict(X)", "list(p.shape)"),
        Same(
            "from sklearn.linear_model import LogisticRegression\nmodel = LogisticRegression()\np = model.predict_proba([[2.0]])"
        ),
    ),
)
def probabilities(node: ast.Call, context: Context) -> Answer:
    assert isinstance(node.func, ast.Attribute)
    return Fix((context.rename_attribute(node.func, "predict"),))


@fixer(
    "KR034",
    on=("call keras.Model",),
    library="keras",
    until="2.4",
    why="input and output are inputs and outputs",
    examples=(
        Example(
            "from keras.models import Model\nfrom keras.layers import Input\ni = Input((3,))\nm = Model(input=i, output=i)",
            "from keras.models import Model\nfrom keras.layers import Input\ni = Input((3,))\nm = Model(inputs=i, outputs=i)",
            "[int(v) for v in m.inputs[0].shape[1:]], len(m.outputs)",
        ),
        Same("""
            from keras.models import Model
            from keras.layers import Input
            i = Input((3,))
            m = Model(inputs=i, outputs=i)
            def connect(input, output):
                return input
            c = connect(input=1, output=2)
            """),
    ),
)
def functional(node: ast.Call, context: Context) -> Answer:
    rename = {k: f"{k}s" for k in ("input", "output") if context.keyword(node, k) is not None}
    return Fix((context.edit_call(node, rename=rename),)) if rename else None
