"""Arguments of layers as Keras 1 spelled them.

    Dense(output_dim=3, init="uniform", W_regularizer=l2(0.01))
    Dense(units=3, kernel_initializer="uniform", kernel_regularizer=l2(0.01))

    Convolution2D(32, 3, 3, border_mode="same", subsample=(2, 2))
    Convolution2D(32, (3, 3), padding="same", strides=(2, 2))

    merge([a, b], mode="concat")  →  concatenate([a, b])

Keras 2 accepted them with a warning; Keras 2.4 and 3 do not. An Embedding keeps its output_dim.
"""

from __future__ import annotations

import ast

from codemods.fixers._keras import path_of, split
from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer

_ALL = {"init": "kernel_initializer", "W_regularizer": "kernel_regularizer", "b_regularizer": "bias_regularizer",
        "W_constraint": "kernel_constraint", "b_constraint": "bias_constraint", "bias": "use_bias",
        "border_mode": "padding", "subsample": "strides", "nb_filter": "filters", "dim_ordering": "data_format",
        "atrous_rate": "dilation_rate"}  # fmt: skip
_RECURRENT = {"output_dim": "units", "inner_init": "recurrent_initializer", "inner_activation": "recurrent_activation",
              "U_regularizer": "recurrent_regularizer", "U_constraint": "recurrent_constraint", "dropout_W": "dropout",
              "dropout_U": "recurrent_dropout"}  # fmt: skip
_BY_LAYER: dict[str, dict[str, str]] = {
    "Dense": {"output_dim": "units"},
    **dict.fromkeys(("LSTM", "GRU", "SimpleRNN"), _RECURRENT),
    **{n: {"p": "rate"} for n in ("Dropout", "SpatialDropout1D", "SpatialDropout2D", "GaussianDropout")},
    "GaussianNoise": {"sigma": "stddev"},
    "Embedding": {"init": "embeddings_initializer", "W_regularizer": "embeddings_regularizer",
                  "W_constraint": "embeddings_constraint"},
    "BatchNormalization": {"beta_init": "beta_initializer", "gamma_init": "gamma_initializer"},
    **{n: {"filter_length": "kernel_size", "subsample_length": "strides"} for n in ("Conv1D", "Convolution1D")},
    **{n: {"pool_length": "pool_size", "stride": "strides"} for n in ("MaxPooling1D", "AveragePooling1D")},
    "UpSampling1D": {"length": "size"},
}  # fmt: skip
_NAMES = [
    "Dense",
    "LSTM",
    "GRU",
    "SimpleRNN",
    "Dropout",
    "SpatialDropout1D",
    "SpatialDropout2D",
    "GaussianDropout",
    "GaussianNoise",
    "Embedding",
    "BatchNormalization",
    "Conv1D",
    "Convolution1D",
    "Conv2D",
    "Convolution2D",
    "Conv3D",
    "Convolution3D",
    "SeparableConv2D",
    "Conv2DTranspose",
    "MaxPooling1D",
    "MaxPooling2D",
    "MaxPooling3D",
    "AveragePooling1D",
    "AveragePooling2D",
    "UpSampling1D",
    "UpSampling2D",
    "ZeroPadding2D",
    "GlobalMaxPooling2D",
    "GlobalAveragePooling2D",
    "Flatten",
    "Cropping2D",
]
_IMAGES = ("Conv2D", "Convolution2D")
_FORMATS = {"th": '"channels_first"', "tf": '"channels_last"'}
_DROPPED = ("consume_less", "implementation")  # how it is computed, not what


@fixer(
    "KR010",
    on=tuple(f"call keras.layers.{n}" for n in _NAMES),
    library="keras",
    until="2.4",
    why="Keras 2 renamed the arguments of Keras 1",
    examples=(
        Example(
            """
            from keras.layers import Dense, Dropout, LSTM, Embedding
            a = Dense(output_dim=3, init="uniform", W_regularizer=None, bias=False)
            b = Dropout(p=0.2)
            c = LSTM(output_dim=4, dropout_W=0.1, dropout_U=0.2, consume_less="gpu")
            d = Embedding(output_dim=8, input_dim=100)
            """,
            """
            from keras.layers import Dense, Dropout, LSTM, Embedding
            a = Dense(units=3, kernel_initializer="uniform", kernel_regularizer=None, use_bias=False)
            b = Dropout(rate=0.2)
            c = LSTM(units=4, dropout=0.1, recurrent_dropout=0.2)
            d = Embedding(output_dim=8, input_dim=100)
            """,
            "a.units, a.use_bias, round(b.rate, 3), c.units, round(c.recurrent_dropout, 3), d.output_dim",
        ),
        Example(
            """
            from keras.layers import Convolution2D, MaxPooling2D
            a = Convolution2D(32, 3, 3, border_mode="same", subsample=(2, 2), dim_ordering="tf")
            b = Convolution2D(nb_filter=32, nb_row=3, nb_col=5, border_mode="valid")
            c = MaxPooling2D((2, 2), border_mode="same")
            """,
            """
            from keras.layers import Convolution2D, MaxPooling2D
            a = Convolution2D(32, (3, 3), padding="same", strides=(2, 2), data_format="channels_last")
            b = Convolution2D(filters=32, padding="valid", kernel_size=(3, 5))
            c = MaxPooling2D((2, 2), padding="same")
            """,
            "a.filters, list(a.kernel_size), list(a.strides), a.padding, a.data_format, list(b.kernel_size), c.padding",
        ),
        Example(
            "from keras.layers import BatchNormalization\nb = BatchNormalization(mode=0, axis=1, epsilon=1e-6)",
            "from keras.layers import BatchNormalization\nb = BatchNormalization(axis=1, epsilon=1e-6)",
            "b.axis, b.epsilon",
        ),
        Same("from keras.layers import Conv2D\na = Conv2D(32, 3, 3)\nb = Conv2D(32, (3, 3), padding='same')"),
        Same("def Dense(output_dim, init=None):\n    return output_dim\nd = Dense(output_dim=3, init='x')"),
    ),
)
def arguments(node: ast.Call, context: Context) -> Answer:
    name = (context.symbol(node.func) or "").rpartition(".")[2]
    given = {k.arg: k.value for k in node.keywords if k.arg is not None}
    table = {**_ALL, **_BY_LAYER.get(name, {})}
    if name == "Embedding":
        table.pop("bias", None)
    rename = {k: table[k] for k in given if k in table}
    drop = {k for k in given if k in _DROPPED and name in ("LSTM", "GRU", "SimpleRNN")}
    values: dict[str | int, str] = {}
    if "dim_ordering" in given:
        order = context.literal(given["dim_ordering"])
        if order == "default":
            drop.add("dim_ordering")
            del rename["dim_ordering"]
        elif order in _FORMATS:
            values["dim_ordering"] = _FORMATS[str(order)]
        else:
            return Decline('dim_ordering is data_format: "channels_first" for "th", "channels_last" for "tf"')
    if name == "BatchNormalization" and "mode" in given:
        if context.literal(given["mode"]) != 0:
            return Decline("only mode=0 remains; mode=2 normalised each batch by itself")
        drop.add("mode")
    if name in ("LSTM", "GRU", "SimpleRNN") and "forget_bias_init" in given:
        if context.literal(given["forget_bias_init"]) != "one":
            return Decline("forget_bias_init is unit_forget_bias=True for 'one', False for 'zero'")
        drop.add("forget_bias_init")
    if any(rename.get(k) in given for k in rename):
        return Decline("the old and the new name of an argument are given")
    if name in _IMAGES and (kernel := _kernel(node, given, bool(rename or drop), context)) is not None:
        return _convolution(node, given, rename, drop, values, kernel, context)
    if not (rename or drop):
        return None
    return Fix((context.edit_call(node, rename=rename, drop=frozenset(drop), values=values),))


def _kernel(node: ast.Call, given: dict[str, ast.expr], old: bool, context: Context) -> tuple[ast.expr, ast.expr] | None:
    """Rows and columns of the kernel where they are given one by one, as Keras 1 had it."""
    if "nb_row" in given and "nb_col" in given:
        return given["nb_row"], given["nb_col"]
    if len(node.args) < 3:
        return None
    path = path_of(node.func, context) or ""
    keras1 = old or (path.startswith("keras.") and context.vintage.before("keras", "2.4"))
    whole = all(isinstance(context.literal(a), int) for a in node.args[1:3])
    return (node.args[1], node.args[2]) if keras1 and whole else None


def _convolution(node: ast.Call, given: dict[str, ast.expr], rename: dict[str, str], drop: set[str],
                 values: dict[str | int, str], kernel: tuple[ast.expr, ast.expr], context: Context) -> Answer:  # fmt: skip
    holes: dict[str, ast.AST] = {"rows": kernel[0], "columns": kernel[1]}
    if len(node.args) > 4:
        return Decline("the rows and columns of the kernel are one argument, kernel_size=(rows, columns), since Keras 2")
    if "nb_row" in given:
        edit = context.edit_call(node, rename=rename, drop=frozenset(drop | {"nb_row", "nb_col"}), values=values,
                                 add={"kernel_size": "({rows}, {columns})"}, holes=holes)  # fmt: skip
        return Fix((edit,))
    names = {3: "activation"} if len(node.args) == 4 else {}
    if names:
        return Decline("the rows and columns of the kernel are one argument, kernel_size=(rows, columns), since Keras 2")
    edit = context.edit_call(node, rename=rename, drop=frozenset(drop), values={**values, 1: "({rows}, {columns})"},
                             drop_positional=frozenset({2}), holes=holes)  # fmt: skip
    return Fix((edit,))


_MERGES = {"sum": "add", "mul": "multiply", "concat": "concatenate", "ave": "average", "max": "maximum"}


@fixer(
    "KR011",
    on=tuple(f"call {root}.layers{part}.merge" for root in ("keras", "tensorflow.keras") for part in ("", ".merge", ".core")),
    library="keras",
    until="2.4",
    why="each way of merging is a function of its own",
    examples=(
        Example(
            "from keras.layers import Input, merge\na = Input((3,))\nb = merge([a, a], mode='concat', concat_axis=1)\n"
            "c = merge([a, a], mode='sum')",
            "from keras.layers import Input\nfrom keras.layers import add\nfrom keras.layers import concatenate\n"
            "a = Input((3,))\nb = concatenate([a, a], axis=1)\nc = add([a, a])",
            "[int(v) for v in b.shape[1:]], [int(v) for v in c.shape[1:]]",
        ),
        Same("""
            from keras.layers import Input, concatenate
            a = Input((3,))
            b = concatenate([a, a], axis=1)
            import pandas as pd
            c = pd.merge(pd.DataFrame({"k": [1]}), pd.DataFrame({"k": [1]}), on="k")
            """),
    ),
)
def merged(node: ast.Call, context: Context) -> Answer:
    path = path_of(node.func, context)
    bound = context.bind(node, "inputs", "mode", "dot_axes", "concat_axis")
    mode = "sum" if bound is not None and "mode" not in bound else context.literal((bound or {}).get("mode"))
    if path is None or bound is None or "inputs" not in bound or mode is MISSING or mode not in _MERGES or "dot_axes" in bound:
        return Decline("write add, multiply, concatenate, average, maximum or dot of keras.layers")
    root, _ = split(path)
    axis = ", axis={axis}" if mode == "concat" and "concat_axis" in bound else ""
    holes = {"inputs": bound["inputs"]} | ({"axis": bound["concat_axis"]} if axis else {})
    return Fix((context.replace(node, f"{{@{root}.layers.{_MERGES[mode]}}}({{inputs}}{axis})", **holes),))
