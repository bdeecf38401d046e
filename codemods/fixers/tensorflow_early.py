"""Code for TensorFlow 0.x: TensorFlow 1.0 renamed functions and reordered arguments.

    tf.concat(1, [tf.mul(a, b), c])
    tf.nn.softmax_cross_entropy_with_logits(logits, labels)

    tf.concat(axis=1, values=[tf.multiply(a, b), c])
    tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=labels)

Only what TensorFlow 1.0 or newer refuses is taken for such code; only beside it is the order of arguments changed where both
orders are accepted (tf.nn.sampled_softmax_loss). Summaries stand under the name of their scope since 1.0.
"""

from __future__ import annotations

import ast

from codemods.fixers._keras import path_of
from codemods.fixers._tensorflow_graphs import TENSORFLOW, V1, below, references
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer

_RENAMED = {
    "mul": "multiply", "sub": "subtract", "neg": "negative", "pack": "stack", "unpack": "unstack", "select": "where",
    "batch_matmul": "matmul", "complex_abs": "abs", "inv": "reciprocal", "listdiff": "setdiff1d",
    "scalar_summary": "summary.scalar", "histogram_summary": "summary.histogram", "image_summary": "summary.image",
    "merge_summary": "summary.merge", "merge_all_summaries": "summary.merge_all",
    "train.SummaryWriter": "summary.FileWriter", "nn.rnn": "nn.static_rnn", "nn.bidirectional_rnn": "nn.static_bidirectional_rnn",
}  # fmt: skip
_KEYWORDS = {"scalar_summary": {"tags": "name", "values": "tensor"}, "histogram_summary": {"tag": "name"},
             "image_summary": {"tag": "name", "max_images": "max_outputs"},
             "concat": {"concat_dim": "axis"}, "split": {"split_dim": "axis", "num_split": "num_or_size_splits"},
             "nn.sigmoid_cross_entropy_with_logits": {"targets": "labels"}}  # fmt: skip
# Functions that refuse arguments by position, or take them in another order: their order in TensorFlow 0.x.
_REFUSING = {f"nn.{kind}_cross_entropy_with_logits": ("logits", "labels") for kind in ("softmax", "sparse_softmax", "sigmoid")}
_DIMENSION_FIRST = {"concat": ("axis", "values"), "split": ("axis", "num_or_size_splits", "value")}
_SWAPPED = {f"nn.{name}": ("weights", "biases", "inputs", "labels") for name in ("sampled_softmax_loss", "nce_loss")}
_ORDERS = {**_REFUSING, **_DIMENSION_FIRST, **_SWAPPED}
_ROOTS = (TENSORFLOW, V1)


@fixer(
    "TF004",
    on=(
        *(f"name {root}.{path}" for root in _ROOTS for path in _RENAMED),
        *(f"call {root}.{path}" for root in _ROOTS for path in (*_ORDERS, *_KEYWORDS)),
    ),
    until="1.0",
    why="renamed or reordered in TensorFlow 1.0",
    examples=(
        Example(
            """
            import numpy as np
            import tensorflow as tf
            x = tf.placeholder(tf.float32, [None, 4])
            y = tf.placeholder(tf.float32, [None, 4])
            a, b = tf.split(1, 2, tf.sub(tf.mul(x, x), tf.neg(y)))
            both = tf.concat(1, [a, tf.select(a > b, a, b)])
            loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(both, y))
            weights, biases = tf.constant(np.eye(4)[:, :4], tf.float32), tf.zeros([4])
            nce = tf.nn.nce_loss(weights, biases, x, tf.constant([[1], [2]], tf.int64), 4, 4)
            with tf.Session() as s:
                s.run(tf.initialize_all_variables())
                r = s.run([loss, tf.pack([a, b])], {x: np.arange(8).reshape(2, 4), y: np.ones((2, 4))})
            """,
            """
            import numpy as np
            import tensorflow.compat.v1 as tf
            tf.disable_v2_behavior()
            x = tf.placeholder(tf.float32, [None, 4])
            y = tf.placeholder(tf.float32, [None, 4])
            a, b = tf.split(axis=1, num_or_size_splits=2, value=tf.subtract(tf.multiply(x, x), tf.negative(y)))
            both = tf.concat(axis=1, values=[a, tf.where(a > b, a, b)])
            loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(logits=both, labels=y))
            weights, biases = tf.constant(np.eye(4)[:, :4], tf.float32), tf.zeros([4])
            nce = tf.nn.nce_loss(weights, biases, inputs=x, labels=tf.constant([[1], [2]], tf.int64), num_sampled=4, num_classes=4)
            with tf.Session() as s:
                s.run(tf.initialize_all_variables())
                r = s.run([loss, tf.stack([a, b])], {x: np.arange(8).reshape(2, 4), y: np.ones((2, 4))})
            """,
            "[v.tolist() for v in r], nce.get_shape().as_list()",
        ),
        Same("""
            import tensorflow.compat.v1 as tf
            tf.disable_v2_behavior()
            x = tf.placeholder(tf.float32, [None, 4])
            a, b = tf.split(tf.concat([x, x], 1), 2, 1)
            loss = tf.nn.softmax_cross_entropy_with_logits(logits=a, labels=b)
            nce = tf.nn.nce_loss(x, x, x, x, 4, 4)
            """),
    ),
)
def early(node: ast.expr, context: Context) -> Answer:
    called = node.func if isinstance(node, ast.Call) else node
    path = _path(called, context)
    if path is None:
        return None
    if isinstance(node, ast.Call):
        return _arguments(node, path, context)
    if not isinstance(node, ast.Attribute) or path not in _RENAMED:
        return None
    owner = node.value.value if "." in path and isinstance(node.value, ast.Attribute) else node.value
    return Fix((context.replace(node, f"{{tf}}.{_RENAMED[path]}", tf=owner),))


def _path(node: ast.expr, context: Context) -> str | None:
    """The path below tensorflow."""
    full = path_of(node, context) or ""
    return next((path for root in _ROOTS if (path := below(full, root)) is not None), None)


def _arguments(call: ast.Call, path: str, context: Context) -> Answer:
    if any(isinstance(a, ast.Starred) for a in call.args):
        return None
    rename = {k.arg: new for k in call.keywords if k.arg is not None and (new := _KEYWORDS.get(path, {}).get(k.arg)) is not None}
    order = _ORDERS.get(path, ()) if _reordered(call, path, context) else ()
    if path in _SWAPPED and order:
        order = (*order, "num_sampled", "num_classes", "num_true")
    first = 2 if path in _SWAPPED else 0
    named = {i: name for i, name in enumerate(order[: len(call.args)]) if i >= first}
    return Fix((context.edit_call(call, rename=rename, name_positional=named),)) if rename or named else None


def _reordered(call: ast.Call, path: str, context: Context) -> bool:
    """Whether the arguments stand in an order that TensorFlow 1.0 refuses, or may refuse, in code that is older."""
    if path in _REFUSING:
        return bool(call.args)
    if path in _DIMENSION_FIRST:
        return len(call.args) >= 2 and isinstance(context.literal(call.args[0]), int)
    return len(call.args) >= 4 and context.once(_is_early)


def _is_early(context: Context) -> bool:
    """Whether a document uses something that TensorFlow 1.0 refuses."""
    for root in _ROOTS:
        for node, path in references(context, root):
            call = context.is_called(node)
            if path in _RENAMED or (
                call is not None and path not in _SWAPPED and path in _ORDERS and _reordered(call, path, context)
            ):
                return True
    return False
