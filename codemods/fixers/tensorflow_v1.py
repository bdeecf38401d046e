"""TensorFlow 1 code: graphs and sessions run on TensorFlow 2 through tensorflow.compat.v1.

    import tensorflow as tf
    x = tf.placeholder(tf.float32)

    import tensorflow.compat.v1 as tf
    tf.disable_v2_behavior()
    x = tf.placeholder(tf.float32)

Graph mode is a matter of the whole process: where the document also uses keras, or names that compat.v1 lost (tf.contrib,
tf.layers, tf.nn.rnn_cell, the tutorials), it is reported instead.
"""

from __future__ import annotations

import ast

from codemods.fixers._keras import every, path_of
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer

_GRAPH = ("placeholder", "Session", "InteractiveSession", "get_variable", "global_variables_initializer",
          "initialize_all_variables", "reset_default_graph", "get_default_graph", "variable_scope", "placeholder_with_default",
          "local_variables_initializer", "get_default_session")  # fmt: skip
_LOST = ("contrib", "layers", "keras", "examples", "estimator", "flags", "app")


@fixer(
    "TF001",
    on="import tensorflow",
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
        Same("import tensorflow as tf\nx = tf.constant([1.0])\ny = tf.math.log(x)"),
        Same("import tensorflow as tf\nx = tf.placeholder(tf.float32)\ny = tf.contrib.layers.flatten(x)"),
        Same("import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\nx = tf.placeholder(tf.float32)"),
    ),
)
def graphs(node: ast.alias, context: Context) -> Answer:
    statement = context.statement(node)
    if not isinstance(statement, ast.Import) or node.name != "tensorflow":
        return None
    used = _used(context)
    graph = sorted(used & set(_GRAPH))
    if not graph:
        return None
    lost = sorted(used & set(_LOST)) + (["keras"] if _imports_keras(context) else [])
    if lost:
        return Decline(
            f"tf.{graph[0]} needs tensorflow.compat.v1 and tf.disable_v2_behavior() for the whole process, with which "
            f"tf.{lost[0]} does not work on the target: rewrite it for TensorFlow 2, or keep an environment of its time"
        )
    if len(statement.names) != 1 or node.asname is None:
        return Decline("import tensorflow.compat.v1 as tf, and call tf.disable_v2_behavior() after it")
    template = f"import tensorflow.compat.v1 as {node.asname}\n{node.asname}.disable_v2_behavior()"
    return Fix((context.replace_statement(statement, template),))


def _used(context: Context) -> set[str]:
    """The first parts of the names that are used of tensorflow."""
    found = set()
    for node in every(context):
        if isinstance(node, ast.Attribute) and (path := path_of(node, context)) is not None and path.startswith("tensorflow."):
            found.add(path.split(".")[1])
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tensorflow."):
            found.add((node.module or "").split(".")[1])
    return found


def _imports_keras(context: Context) -> bool:
    return any(
        (isinstance(n, ast.ImportFrom) and (n.module or "").split(".")[0] == "keras")
        or (isinstance(n, ast.Import) and any(a.name.split(".")[0] == "keras" for a in n.names))
        for n in every(context)
    )


# Names outside graphs, and where TensorFlow 2 has them.
_MOVED = {
    "set_random_seed": "random.set_seed", "log": "math.log", "random_normal": "random.normal",
    "random_uniform": "random.uniform", "truncated_normal": "random.truncated_normal", "random_shuffle": "random.shuffle",
    "lgamma": "math.lgamma", "digamma": "math.digamma", "erf": "math.erf", "rsqrt": "math.rsqrt", "log1p": "math.log1p",
    "ceil": "math.ceil", "floordiv": "math.floordiv", "div": "compat.v1.div", "to_float": "compat.v1.to_float",
    "to_int32": "compat.v1.to_int32", "to_int64": "compat.v1.to_int64", "matrix_inverse": "linalg.inv",
    "matrix_determinant": "linalg.det", "diag": "linalg.tensor_diag", "logging": "compat.v1.logging",
    "gfile": "compat.v1.gfile", "is_nan": "math.is_nan", "is_inf": "math.is_inf",
    "parse_single_example": "io.parse_single_example",
    "FixedLenFeature": "io.FixedLenFeature", "VarLenFeature": "io.VarLenFeature", "decode_raw": "io.decode_raw",
    "read_file": "io.read_file", "write_file": "io.write_file", "enable_eager_execution": "compat.v1.enable_eager_execution",
    "python_io": "compat.v1.python_io", "ConfigProto": "compat.v1.ConfigProto", "GPUOptions": "compat.v1.GPUOptions",
    "app": "compat.v1.app", "flags": "compat.v1.flags",
}  # fmt: skip


@fixer(
    "TF002",
    on=tuple(f"name tensorflow.{n}" for n in _MOVED),
    until="2.0",
    why="TensorFlow 2 has it elsewhere",
    examples=(
        Example(
            "import tensorflow as tf\ntf.set_random_seed(1)\ny = tf.log(tf.constant([1.0]))",
            "import tensorflow as tf\ntf.random.set_seed(1)\ny = tf.math.log(tf.constant([1.0]))",
            "y.numpy().tolist()",
        ),
        Same("import math\nimport numpy as np\nimport tensorflow as tf\na = math.log(2.0) + np.log(2.0)"),
    ),
)
def moved(node: ast.AST, context: Context) -> Answer:
    if not isinstance(node, ast.Attribute) or _used(context) & set(_GRAPH):
        return None  # the whole document goes through compat.v1
    return Fix((context.replace(node, "{@tensorflow." + _MOVED[node.attr] + "}"),))
