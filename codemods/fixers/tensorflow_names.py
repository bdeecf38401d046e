"""Names that TensorFlow 2 has elsewhere, in code without graphs: tf.log is tf.math.log.

Code with graphs keeps them: all of it goes through tensorflow.compat.v1 (`tensorflow_v1.py`).
"""

from __future__ import annotations

import ast

from codemods.fixers._tensorflow_graphs import graph_names
from codemods.fixing import Answer, Context, Example, Fix, Same, fixer

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
    if not isinstance(node, ast.Attribute) or graph_names(context):
        return None  # the whole document goes through compat.v1
    return Fix((context.replace(node, "{@tensorflow." + _MOVED[node.attr] + "}"),))
