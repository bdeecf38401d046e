"""Modules and names of keras that are elsewhere now, in every spelling (keras, tensorflow.keras).

    from keras.layers.core import Dense
    from keras.layers import Dense

    from keras.utils import np_utils
    from keras import utils as np_utils

    from keras.preprocessing.text import Tokenizer
    from tensorflow.keras.preprocessing.text import Tokenizer

Keras 3 has only the public modules. What it dropped and TensorFlow still carries (the text and image preprocessing, the
functions of the backend) is imported from tensorflow.keras where the target has TensorFlow.
"""

from __future__ import annotations

import ast

from codemods.fixers._keras import every, imported_path, path_of, spelled, split
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import MoveImport

_LAYERS = (
    "core convolutional pooling recurrent embeddings normalization advanced_activations merge noise local wrappers "
    "convolutional_recurrent cudnn_recurrent attention experimental experimental.preprocessing preprocessing "
    "normalization.batch_normalization"
)
_MOVED: dict[str, str] = {
    **{f"layers.{m}": "layers" for m in _LAYERS.split()},
    **{
        f"utils.{m}": "utils"
        for m in ["np_utils", "generic_utils", "vis_utils", "visualize_util", "data_utils", "layer_utils", "io_utils"]
    },
    **{
        f"optimizers.{m}": "optimizers"
        for m in [
            "legacy",
            "experimental",
            "adam_v2",
            "gradient_descent_v2",
            "rmsprop_v2",
            "adagrad_v2",
            "adadelta_v2",
            "nadam_v2",
            "adamax_v2",
        ]
    },
    **{
        f"optimizer_v2.{m}": "optimizers"
        for m in ["adam", "gradient_descent", "rmsprop", "adagrad", "adadelta", "nadam", "adamax"]
    },
    "initializations": "initializers",
    "objectives": "losses",
    "applications.mobilenetv2": "applications.mobilenet_v2",
    "engine": "layers",
    "engine.topology": "layers",
    "engine.base_layer": "layers",
    "engine.input_layer": "layers",
    "engine.training": "models",
    "engine.sequential": "models",
}
# Single names, at the place where the table above puts them.
_RENAMED: dict[str, str] = {
    "layers.Model": "models.Model",
    "layers.Sequential": "models.Sequential",
    "layers.CuDNNLSTM": "layers.LSTM",
    "layers.CuDNNGRU": "layers.GRU",
    "layers.SeparableConv2d": "layers.SeparableConv2D",
    "layers.AtrousConv2D": "layers.Conv2D",
    "layers.Deconvolution2D": "layers.Conv2DTranspose",
    "utils.plot": "utils.plot_model",
    "regularizers.activity_l1": "regularizers.l1",
    "regularizers.activity_l2": "regularizers.l2",
    "regularizers.activity_l1l2": "regularizers.l1_l2",
    "regularizers.l1l2": "regularizers.l1_l2",
    "regularizers.WeightRegularizer": "regularizers.L1L2",
    "constraints.maxnorm": "constraints.max_norm",
    "constraints.nonneg": "constraints.non_neg",
    "constraints.unitnorm": "constraints.unit_norm",
    "initializers.normal": "initializers.random_normal",
    "initializers.uniform": "initializers.random_uniform",
    "initializers.zero": "initializers.zeros",
    "initializers.one": "initializers.ones",
    **{f"{part}.{old}": f"{part}.{new}" for part in ("losses", "metrics") for old, new in (
        ("mse", "mean_squared_error"), ("MSE", "mean_squared_error"), ("mae", "mean_absolute_error"),
        ("MAE", "mean_absolute_error"), ("mape", "mean_absolute_percentage_error"),
        ("msle", "mean_squared_logarithmic_error"), ("logcosh", "log_cosh"),
        ("kullback_leibler_divergence", "kl_divergence"), ("kld", "kl_divergence"))},
    **{f"optimizers.{old}": f"optimizers.{new}" for old, new in (
        ("adam", "Adam"), ("sgd", "SGD"), ("rmsprop", "RMSprop"), ("adagrad", "Adagrad"), ("adadelta", "Adadelta"),
        ("adamax", "Adamax"), ("nadam", "Nadam"), ("RMSProp", "RMSprop"))},
}  # fmt: skip
# Renamed where the call is rewritten with it, so that the import binds the new name.
_WITH_USES = {"layers.CuDNNLSTM", "layers.CuDNNGRU"}
_GONE: dict[str, str] = {
    "layers.Highway": "Keras 3 has no Highway layer: write it with Dense, Multiply and Add",
    "layers.MaxoutDense": "Keras 3 has no MaxoutDense layer: write it with Dense, Reshape and a maximum",
    "layers.TimeDistributedDense": "write TimeDistributed(Dense(…))",
    "layers.Merge": "join the outputs of the branches with concatenate([...]) and make a functional Model",
    "layers.ThresholdedReLU": "Keras 3 has no ThresholdedReLU: write Activation(lambda x: keras.ops.threshold(x, theta, 0.0))",
    "layers.LocallyConnected1D": "Keras 3 has no locally connected layers",
    "layers.LocallyConnected2D": "Keras 3 has no locally connected layers",
    "layers.ConvRecurrent2D": "Keras 3 has no such layer",
    "utils.multi_gpu_model": "build and compile the model under tf.distribute.MirroredStrategy().scope()",
    "utils.HDF5Matrix": "open the file with h5py and pass the dataset",
    "models.model_from_yaml": "Keras reads no YAML since 2.6: keep the architecture as JSON (model_from_json)",
    "models.Graph": "Keras has no Graph model since 1.0: use the functional Model",
    "wrappers.scikit_learn": "install scikeras and import KerasClassifier and KerasRegressor from scikeras.wrappers",
    "wrappers.scikit_learn.KerasClassifier": "install scikeras: from scikeras.wrappers import KerasClassifier",
    "wrappers.scikit_learn.KerasRegressor": "install scikeras: from scikeras.wrappers import KerasRegressor",
}
# Only TensorFlow carries these.
_TF_ONLY: dict[str, frozenset[str]] = {
    "preprocessing.text": frozenset(("Tokenizer", "text_to_word_sequence", "one_hot", "hashing_trick", "tokenizer_from_json")),
    "preprocessing.image": frozenset(
        [
            "ImageDataGenerator",
            "Iterator",
            "DirectoryIterator",
            "NumpyArrayIterator",
            "apply_affine_transform",
            "random_rotation",
            "random_shift",
            "random_shear",
            "random_zoom",
            "random_channel_shift",
            "random_brightness",
            "apply_channel_shift",
            "apply_brightness_shift",
        ]
    ),
    "preprocessing.sequence": frozenset(("TimeseriesGenerator", "skipgrams", "make_sampling_table")),
}
_BACKEND = frozenset(
    [
        "backend",
        "clear_session",
        "epsilon",
        "floatx",
        "get_uid",
        "image_data_format",
        "is_float_dtype",
        "is_int_dtype",
        "is_keras_tensor",
        "result_type",
        "set_epsilon",
        "set_floatx",
        "set_image_data_format",
        "standardize_dtype",
        "image_dim_ordering",
        "set_image_dim_ordering",
    ]
)
_SESSION = ("set_session", "get_session")
_PLACES = (
    *(p for m in _MOVED for p in (m, f"{m}.*")),
    *(s for s in (*_RENAMED, *_GONE) if s.rpartition(".")[0] not in _MOVED and not s.startswith(("layers.Model", "layers.Seq"))),
    *(f"{m}.{n}" for m, names in _TF_ONLY.items() for n in sorted(names)),
    "preprocessing.text",
    "backend",
    "backend.*",
    "backend.tensorflow_backend.*",
)


@fixer(
    "KR001",
    on=(*spelled("import", *_PLACES), *spelled("name", *_PLACES)),
    library="keras",
    until="3.0",
    why="Keras 3 has only the public modules; what they had is elsewhere",
    examples=(
        Example(
            """
            from keras.layers.core import Dense, Dropout
            from keras.layers.advanced_activations import LeakyReLU
            from keras.utils import np_utils
            Y = np_utils.to_categorical([0, 2, 1], 3)
            """,
            """
            from keras.layers import Dense, Dropout
            from keras.layers import LeakyReLU
            from keras import utils as np_utils
            Y = np_utils.to_categorical([0, 2, 1], 3)
            """,
            "Y.tolist()",
        ),
        Example(
            "from tensorflow.keras.layers.experimental.preprocessing import Rescaling\nb = Rescaling(2.0)",
            "from tensorflow.keras.layers import Rescaling\nb = Rescaling(2.0)",
        ),
        Example(
            """
            import keras
            m = keras.layers.convolutional.Conv2D(2, 3)
            a = keras.layers.core.Flatten()
            """,
            """
            import keras
            m = keras.layers.Conv2D(2, 3)
            a = keras.layers.Flatten()
            """,
            "m.filters, list(m.kernel_size)",
        ),
        Example(
            "from keras.layers import CuDNNLSTM, LSTM, Dense\nm = CuDNNLSTM(3)",
            "from keras.layers import LSTM, Dense\nm = LSTM(3)",
            "m.units",
        ),
        Example(
            "from keras.engine.topology import Layer\nfrom keras.regularizers import l2, activity_l2\nr = activity_l2(0.1)",
            "from keras.layers import Layer\nfrom keras.regularizers import l2, l2 as activity_l2\nr = activity_l2(0.1)",
        ),
        Example(
            "from keras import optimizers\no = optimizers.adam(0.1)",
            "from keras import optimizers\no = optimizers.Adam(0.1)",
            "type(o).__name__.lower()",
        ),
        Same("from keras.layers import Dense, LSTM\nfrom keras import backend as K\nK.clear_session()"),
        Same("from keras.preprocessing.sequence import pad_sequences\nfrom keras.utils import to_categorical"),
    ),
)
def moved(node: ast.alias | ast.Attribute | ast.Name, context: Context) -> Answer:
    if isinstance(node, ast.alias):
        return _import(node, context)
    path = path_of(node, context)
    if path is None:
        return None
    new, reason = place_now(path, context)
    if reason:
        return Decline(reason) if isinstance(node, ast.Attribute) else None
    if new is None:
        return None
    rest = split(path)[1]
    if rest == "layers.merge" and context.is_called(node):
        return None
    with_uses = _at_layers(rest) in _WITH_USES
    if isinstance(node, ast.Name):
        return Fix((context.replace(node, f"{{@{new}}}"),)) if with_uses else Fix(())
    module_moves = place_now(path.rpartition(".")[0], context)[0]
    leaf, new_leaf = path.rpartition(".")[2], new.rpartition(".")[2]
    if isinstance(node.value, ast.Name) and (module_moves or _bound_to_tensorflow(path, new)):
        return Fix(()) if leaf == new_leaf else Fix((context.rename_attribute(node, new_leaf),))
    if leaf != new_leaf and path.rpartition(".")[0] == new.rpartition(".")[0]:
        return Fix((context.rename_attribute(node, new_leaf),))
    return Fix((context.replace(node, f"{{@{new}}}"),))


def _at_layers(rest: str) -> str:
    module, _, leaf = rest.rpartition(".")
    return f"{_MOVED.get(module, module)}.{leaf}"


def _bound_to_tensorflow(path: str, new: str) -> bool:
    """Whether the module that a name is bound to moves to tensorflow.keras as a whole."""
    return new.startswith("tensorflow.keras.") and path.startswith("keras.backend.")


def _import(alias: ast.alias, context: Context) -> Answer:
    statement = context.statement(alias)
    if alias.name == "*":
        assert isinstance(statement, ast.ImportFrom)
        new, _ = place_now(statement.module or "", context)
        return Fix((context.replace_statement(statement, f"from {new} import *"),)) if new else None
    old = imported_path(alias, context)
    if split(old)[1] == "layers.merge" and _called(alias.asname or alias.name, context):
        return Fix((MoveImport(context.span(statement), old, None),))  # the function of Keras 1: its calls are rewritten
    new, reason = place_now(old, context)
    if reason:
        return Decline(reason)
    if new is None:
        return None
    keep = _at_layers(split(old)[1]) not in _WITH_USES
    leaf = new.rpartition(".")[2]
    if not keep and isinstance(statement, ast.ImportFrom) and any(a.name == leaf for a in statement.names):
        return Fix((MoveImport(context.span(statement), old, None),))  # the new name is imported there already
    return Fix((MoveImport(context.span(statement), old, new, keep),))


def _called(name: str, context: Context) -> bool:
    return any(isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == name for n in every(context))


def place_now(path: str, context: Context) -> tuple[str | None, str]:
    """Where the thing at `path` is in Keras 3 (None: where it was), or the reason why there is nothing."""
    try:
        root, rest = split(path)
    except ValueError:
        return None, ""
    module, _, leaf = rest.rpartition(".")
    if rest in _MOVED:
        return f"{root}.{_MOVED[rest]}", ""
    new = f"{_MOVED[module]}.{leaf}" if module in _MOVED else rest
    new = _RENAMED.get(new, new)
    if module in ("engine", "engine.topology") and leaf in ("Model", "Sequential"):
        new = f"models.{leaf}"
    if new in _GONE:
        return None, _GONE[new]
    if leaf in _SESSION and module.startswith("backend"):
        return f"tensorflow.compat.v1.keras.backend.{leaf}", ""
    if root == "keras" and (carried := _in_tensorflow(rest, module, leaf, context)) is not None:
        if context.target.version("tensorflow") is None and not _tensorflow_there(context):
            return None, f"Keras 3 dropped {path}; TensorFlow still has it, but the target has no TensorFlow"
        return f"tensorflow.keras.{carried}", ""
    return (f"{root}.{new}" if f"{root}.{new}" != path else None), ""


def _in_tensorflow(rest: str, module: str, leaf: str, context: Context) -> str | None:
    if leaf in _TF_ONLY.get(module, ()) or rest == "preprocessing.text":
        return rest
    if module == "backend.tensorflow_backend" or rest == "backend.tensorflow_backend":
        return rest.replace(".tensorflow_backend", "")
    if module == "backend" and leaf not in _BACKEND and leaf != "tensorflow_backend":
        return rest
    if rest == "backend" and any(
        isinstance(n, ast.Attribute)
        and (path_of(n, context) or "").startswith("keras.backend.")
        and n.attr not in _BACKEND
        and n.attr not in _SESSION
        for n in every(context)
    ):
        return rest
    return None


def _tensorflow_there(context: Context) -> bool:
    """Keras needs a backend; where the target was told by hand, TensorFlow is taken to be it."""
    return not context.target.source.startswith("installed")
