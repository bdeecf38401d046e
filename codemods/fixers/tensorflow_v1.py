"""TensorFlow 1 code: graphs and sessions run on TensorFlow 2 through tensorflow.compat.v1.

    import tensorflow as tf
    x = tf.placeholder(tf.float32, [None, 4])
    y = tf.layers.dense(x, 3, kernel_initializer=tf.contrib.layers.xavier_initializer())

    import tensorflow.compat.v1 as tf
    tf.disable_v2_behavior()
    def dense(inputs, units, activation=None, use_bias=True, …): …
    x = tf.placeholder(tf.float32, [None, 4])
    y = dense(x, 3, kernel_initializer=tf.glorot_uniform_initializer())

Layers and cells of recurrent networks, which compat.v1 lost, are defined in the document; names that have no stand-in
(tf.estimator, most of tf.contrib) are reported one by one. Graph mode is a matter of the whole process: where the document also
trains with keras or turns eager execution on, nothing is done.

Random numbers: where the code gives an initializer or op its own seed, they are those of TensorFlow 1. Under tf.set_random_seed
alone TensorFlow 2 counts the random ops of a graph where TensorFlow 1 counted all of its ops, so they are others, as with
another seed. The fused kernel of batch normalization, which TensorFlow 1.8 chooses for images, keeps a variance with n - 1 in
it: so does the definition.
"""

from __future__ import annotations

import ast

from codemods.fixers._definitions import at_top, template
from codemods.fixers._keras import path_of
from codemods.fixers._tensorflow_definitions import definitions
from codemods.fixers._tensorflow_examples import COMPAT, GRAPHS
from codemods.fixers._tensorflow_graphs import (
    DEFINED,
    INITIALIZERS,
    MOVED,
    TENSORFLOW,
    V1,
    Plan,
    below,
    graph_names,
    hindrance,
    last_import,
    parameters,
    plan_of,
    references,
    refused,
)
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.records import Edit

_SEEDS = ("set_random_seed", "random.set_random_seed")


@fixer(
    "TF001",
    on=(
        "import tensorflow",
        *(f"name tensorflow.{path}" for path in (*DEFINED, *MOVED)),
        *(f"call tensorflow.{path}" for path in INITIALIZERS),
    ),
    until="2.0",
    why="graphs and sessions are in tensorflow.compat.v1",
    examples=(
        Example(
            """
            import numpy as np
            import tensorflow as tf
            x = tf.placeholder(tf.float32, [None, 2])
            with tf.Session() as s:
                r = s.run(x * 2, feed_dict={x: np.ones((3, 2))})
            """,
            """
            import numpy as np
            import tensorflow.compat.v1 as tf
            tf.disable_v2_behavior()
            x = tf.placeholder(tf.float32, [None, 2])
            with tf.Session() as s:
                r = s.run(x * 2, feed_dict={x: np.ones((3, 2))})
            """,
            "r.tolist()",
        ),
        *GRAPHS,
        Same("import tensorflow as tf\nx = tf.constant([1.0])\ny = tf.math.log(x)"),
        Same(
            "import tensorflow as tf\nx = tf.placeholder(tf.float32, [3, 2])\nm = tf.keras.Sequential([tf.keras.layers.Dense(3)])"
        ),
        Same("import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\nx = tf.placeholder(tf.float32)"),
    ),
)
def graphs(node: ast.alias | ast.expr, context: Context) -> Answer:
    graph = graph_names(context)
    if not graph:
        return None
    plan = plan_of(context, TENSORFLOW)
    reason = context.once(hindrance) or plan.reason
    if isinstance(node, ast.alias):
        return _imported(node, graph[0], plan, reason, context)
    if reason:
        return None  # the import tells it
    answer = _initializer(node, plan, context) if isinstance(node, ast.Call) else _named(node, TENSORFLOW, plan, context)
    if isinstance(answer, Fix) and plan.early is not None and plan.early in (node, getattr(node, "func", None)):
        text = f"{_import_of(plan.alias)}\n\n\n{template(definitions(plan.names, plan.alias))}".rstrip()
        return Fix((*answer.edits, context.insert(at_top(node, context), text)))
    return answer


def _import_of(alias: str) -> str:
    return f"import tensorflow.compat.v1 as {alias}\n{alias}.disable_v2_behavior()"


def _named(node: ast.expr, root: str, plan: Plan, context: Context) -> Answer:
    """A name that has a definition, or has moved."""
    path = below(path_of(node, context) or "", root) or ""
    if path in MOVED:
        return Fix((context.replace(node, f"{plan.alias}.{MOVED[path]}"),))
    if (trouble := refused(node, path, context)) is not None:
        return Decline(f"what can stand in for tf.{path} takes no {trouble}")
    return Fix((context.replace(node, plan.names[DEFINED[path]]),))


def _imported(node: ast.alias, graph: str, plan: Plan, reason: str, context: Context) -> Answer:
    statement = context.statement(node)
    if not isinstance(statement, ast.Import) or node.name != "tensorflow":
        return None
    if reason:
        return Decline(
            f"tf.{graph} needs tensorflow.compat.v1 and tf.disable_v2_behavior() for the whole process, {reason}: "
            "rewrite it for TensorFlow 2, or keep an environment of its time"
        )
    if len(statement.names) != 1 or node.asname is None:
        return Decline("import tensorflow.compat.v1 as tf, and call tf.disable_v2_behavior() after it")
    written = _import_of(node.asname)
    edits: tuple[Edit, ...] = (context.replace_statement(statement, written),)
    if plan.names and statement is plan.home and plan.early is None:
        defined = template(definitions(plan.names, plan.alias))
        if (last := last_import(statement, context)) is statement:
            edits = (context.replace_statement(statement, f"{written}\n\n\n{defined}"),)
        else:
            edits += (context.insert(last, defined, after=True),)
    seeded = any(path in _SEEDS for _, path in references(context, TENSORFLOW))
    told = "; under tf.set_random_seed alone the random numbers are others than in TensorFlow 1" if seeded else ""
    return Fix(edits, message=f"graphs and sessions are in tensorflow.compat.v1{told}" if told else "")


# Cutting the tails of a normal distribution lessens its variance. tf.contrib made up for it by 1.3; today the standard deviation is
# divided by that of what is left.
_CUT = 1.3 * 0.87962566103423978**2


def _initializer(node: ast.Call, plan: Plan, context: Context) -> Answer:
    """The initializers of tf.contrib: the uniform ones are the same today, the normal ones are scaled."""
    scaling = (path_of(node.func, context) or "").endswith("variance_scaling_initializer")
    names = ("factor", "mode", "uniform", "seed", "dtype") if scaling else ("uniform", "seed", "dtype")
    bound = context.bind(node, *names)
    uniform = context.literal((bound or {}).get("uniform", ast.Constant(not scaling)))
    mode = str(context.literal((bound or {}).get("mode", ast.Constant("FAN_IN" if scaling else "FAN_AVG")))).lower()
    if bound is None or uniform not in (True, False) or mode not in ("fan_in", "fan_out", "fan_avg"):
        return Decline("write tf.variance_scaling_initializer(scale, mode, distribution)")
    kept = [f"{name}={{{name}}}" for name in ("seed", "dtype") if name in bound]
    if uniform and not scaling:
        return Fix((context.replace(node, f"{plan.alias}.glorot_uniform_initializer({', '.join(kept)})", **bound),))
    factor = "{factor}" if "factor" in bound else "2.0" if scaling else "1.0"
    given = [f"scale={factor}" if uniform else f"scale={factor} * {_CUT:.9f}", f'mode="{mode}"']
    given += ['distribution="uniform"'] if uniform else []
    return Fix((context.replace(node, f"{plan.alias}.variance_scaling_initializer({', '.join(given + kept)})", **bound),))


@fixer(
    "TF003",
    on=(
        f"import {V1}",
        *(f"{event} {V1}.{place}.*" for event in ("name", "call") for place in ("layers", "nn.rnn_cell")),
    ),
    until="2.16",
    keywords=tuple(sorted(parameters())),
    why="tf.layers and tf.nn.rnn_cell went with Keras 2",
    examples=(
        *COMPAT,
        Same("import tensorflow.compat.v1 as tf\nx = tf.placeholder(tf.float32, [None, 2])\ny = tf.layers.Dense(3)(x)"),
    ),
)
def layers(node: ast.alias | ast.expr, context: Context) -> Answer:
    """In code that imports tensorflow.compat.v1 already."""
    plan = plan_of(context, V1)
    if isinstance(node, ast.alias):
        statement = context.statement(node)
        if plan.reason:
            return Decline(f"tf.layers and tf.nn.rnn_cell can be defined anew, {plan.reason}")
        if not plan.names or statement is not plan.home:
            return None
        return Fix((context.insert(last_import(statement, context), template(definitions(plan.names, plan.alias)), after=True),))
    if isinstance(node, ast.Call):
        return None  # its function is asked about
    path = below(path_of(node, context) or "", V1)
    if path not in DEFINED or plan.reason:
        return Decline("write it with tf.get_variable and tf.nn, or keep TensorFlow 2.15")
    return _named(node, V1, plan, context)
