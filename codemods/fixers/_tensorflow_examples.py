"""The examples of `tensorflow_v1.py` in which definitions are written into the document."""

from __future__ import annotations

from codemods.fixers._tensorflow_definitions import definitions
from codemods.fixing import Example

_OLD = "import numpy as np\nimport tensorflow as tf\n"
_NEW = "import numpy as np\nimport tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n"


_FILES = """
import gzip, struct
import numpy as np
r = np.random.RandomState(0)
for part, n in ("train", 30), ("t10k", 8):
    with gzip.open(part + "-images-idx3-ubyte.gz", "wb") as f:
        f.write(struct.pack(">4i", 2051, n, 28, 28) + r.randint(0, 256, n * 784).astype("uint8").tobytes())
    with gzip.open(part + "-labels-idx1-ubyte.gz", "wb") as f:
        f.write(struct.pack(">2i", 2049, n) + r.randint(0, 10, n).astype("uint8").tobytes())
"""


def _example(
    code: str, names: tuple[str, ...], changes: dict[str, str], check: str, old: str = _OLD, new: str = _NEW, setup: str = ""
) -> Example:
    """`code` after the imports, with the definitions of these names and these changes."""
    text = code
    gap = "" if "from tensorflow." in old or old == new else "\n\n"  # the last import is another statement
    for before, after in changes.items():
        text = text.replace(before, after)
    written = definitions({name: changes.get(f"def {name}", name) for name in names}, "tf")
    return Example(old + code, f"{new}{gap}{written}\n{text}", check, setup=setup)


_TRAINED = """\
x = tf.placeholder(tf.float32, [None, 4])
start = tf.contrib.layers.xavier_initializer(seed=1)
dense = tf.layers.dense(x, 5, activation=tf.nn.relu, kernel_initializer=start,
                        kernel_regularizer=tf.contrib.layers.l2_regularizer(0.1), name="hidden")
logits = tf.layers.dense(dense, 2, kernel_initializer=start)
loss = tf.reduce_mean(tf.square(logits)) + tf.losses.get_regularization_loss()
step = tf.train.AdamOptimizer(0.01).minimize(loss)
losses = []
with tf.Session() as s:
    s.run(tf.global_variables_initializer())
    for i in range(5):
        losses.append(s.run([loss, step], {x: np.arange(12).reshape(3, 4)})[0])
names = sorted(v.name for v in tf.trainable_variables())
"""
_NORMALISED = """\
x = tf.placeholder(tf.float32, [None, 4])
training = tf.placeholder_with_default(False, shape=())
normal = tf.layers.batch_normalization(x, training=training, momentum=0.9)
dropped = tf.layers.dropout(normal, 0.5, seed=3, training=training)
updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
data = np.arange(24).reshape(6, 4) % 7
with tf.Session() as s:
    s.run(tf.global_variables_initializer())
    before = s.run(dropped, {x: data})
    during = s.run([dropped] + updates, {x: data, training: True})[0]
    after = s.run(dropped, {x: data})
"""
_IMAGES = """\
x = tf.placeholder(tf.float32, [None, 8, 8, 2])
start = tf.glorot_uniform_initializer(seed=1)
conv = tf.layers.conv2d(x, filters=3, kernel_size=[3, 3], padding="same", activation=tf.nn.relu, kernel_initializer=start)
pool = tf.layers.average_pooling2d(tf.layers.max_pooling2d(conv, [2, 2], 2), 2, strides=1)
up = tf.layers.conv2d_transpose(pool, 2, 3, strides=2, kernel_initializer=start)
flat = tf.layers.flatten(tf.layers.batch_normalization(up, training=True))
updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
with tf.Session() as s:
    s.run(tf.global_variables_initializer())
    r = s.run([flat] + updates, {x: np.arange(256).reshape(2, 8, 8, 2) % 11})[0]
    kept = s.run(tf.global_variables()[-1])
"""
_CELLS = """\
x = tf.placeholder(tf.float32, [None, 3, 4])
keep = tf.placeholder_with_default(1.0, shape=())
with tf.variable_scope("net", initializer=tf.glorot_uniform_initializer(seed=1)):
    cells = [rnn.BasicLSTMCell(3, state_is_tuple=True), tf.nn.rnn_cell.GRUCell(num_units=2)]
    cell = rnn.MultiRNNCell([rnn.DropoutWrapper(c, output_keep_prob=keep) for c in cells])
    outputs, states = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32, sequence_length=[3, 2])
    last, state = rnn.static_rnn(rnn.LSTMCell(2, use_peepholes=True), tf.unstack(outputs, axis=1), dtype=tf.float32)
with tf.Session() as s:
    s.run(tf.global_variables_initializer())
    r, c, l, h = s.run([outputs, states[0].c, last[-1], state.h], {x: np.arange(24).reshape(2, 3, 4) / 10})
names = sorted(v.name for v in tf.trainable_variables())
"""
_CONNECTED = """\
x = tf.placeholder(tf.float32, [None, 2, 2])
flat = tf.contrib.layers.flatten(x)
he = variance_scaling_initializer(seed=1)
a = fully_connected(flat, 3, weights_initializer=he)
b = fully_connected(a, 2, activation_fn=None, weights_initializer=tf.contrib.layers.xavier_initializer(False, seed=2))
c = fully_connected(a, 2, weights_initializer=variance_scaling_initializer(1.0, "FAN_AVG", True, seed=3), scope="last")
with tf.Session() as s:
    s.run(tf.global_variables_initializer())
    r = s.run(b + c, {x: np.arange(8).reshape(2, 2, 2)})
"""
_CONTRIB = """\
x = tf.placeholder(tf.float32, [None, 6, 6, 2])
training = tf.placeholder(tf.bool)
start = tf.glorot_uniform_initializer(seed=1)
normal = {"is_training": training, "decay": 0.5, "updates_collections": None}
a = tf.contrib.layers.conv2d(x, 3, [3, 3], weights_initializer=start, normalizer_fn=tf.contrib.layers.batch_norm,
                             normalizer_params=normal)
b = tf.contrib.layers.max_pool2d(tf.contrib.layers.conv2d(a, 2, 3, weights_initializer=start, scope="second"), 2)
data = np.arange(144).reshape(2, 6, 6, 2) % 7
with tf.Session() as s:
    s.run(tf.global_variables_initializer())
    during, after = [s.run(b, {x: data, training: now}) for now in (True, False)]
names = sorted(v.name for v in tf.global_variables())
"""
_DIGITS = """\
mnist = input_data.read_data_sets(".", one_hot=True, validation_size=5)
np.random.seed(1)
x = tf.placeholder(tf.float32, [None, 784])
means = []
with tf.Session() as s:
    for i in range(4):
        images, labels = mnist.train.next_batch(10)
        means.append(s.run(tf.reduce_mean(x, 1), {x: images}).tolist() + labels.argmax(1).tolist())
"""
GRAPHS = (
    _example(
        _TRAINED,
        ("dense", "l2_regularizer"),
        {
            "def dense": "tf_dense", "tf.layers.dense": "tf_dense", "tf.contrib.layers.l2_": "l2_",
            "tf.contrib.layers.xavier_": "tf.glorot_uniform_",
        },
        "[round(float(v), 5) for v in losses], names",
    ),
    _example(
        _NORMALISED,
        ("dropout", "batch_normalization"),
        {"tf.layers.": ""},
        "before.tolist(), during.tolist(), after.tolist()",
    ),
    _example(
        _IMAGES,
        ("conv2d", "conv2d_transpose", "max_pooling2d", "average_pooling2d", "flatten", "batch_normalization"),
        {"tf.layers.": ""},
        "[round(float(v), 4) for v in r.ravel()], kept.tolist()",
    ),
    _example(
        _CELLS,
        ("LSTMStateTuple", "RNNCell", "GRUCell", "BasicLSTMCell", "LSTMCell", "MultiRNNCell", "DropoutWrapper"),
        {"rnn.static_rnn": "tf.nn.static_rnn", "tf.nn.rnn_cell.": "", " rnn.": " ", "(rnn.": "(", "[rnn.": "["},
        "[[round(float(v), 5) for v in a.ravel()] for a in (r, c, l, h)], names",
        old=_OLD + "from tensorflow.contrib import rnn\n",
    ),
    _example(
        _CONNECTED,
        ("flatten", "fully_connected"),
        {
            "def fully_connected": "tf_fully_connected",
            " fully_connected(": " tf_fully_connected(",
            "tf.contrib.layers.flatten": "flatten",
            "variance_scaling_initializer(seed=1)": 'tf.variance_scaling_initializer(scale=2.0 * 1.005863695, mode="fan_in", seed=1)',
            "tf.contrib.layers.xavier_initializer(False, seed=2)":
                'tf.variance_scaling_initializer(scale=1.0 * 1.005863695, mode="fan_avg", seed=2)',
            'variance_scaling_initializer(1.0, "FAN_AVG", True, seed=3)':
                'tf.variance_scaling_initializer(scale=1.0, mode="fan_avg", distribution="uniform", seed=3)',
        },
        "r.tolist()",
        old=_OLD + "from tensorflow.contrib.layers import fully_connected, variance_scaling_initializer\n",
    ),
    _example(
        _CONTRIB,
        ("convolution2d", "batch_norm", "max_pool2d"),
        {"tf.contrib.layers.conv2d": "convolution2d", "tf.contrib.layers.": ""},
        "[round(float(v), 5) for v in during.ravel()], [round(float(v), 5) for v in after.ravel()], names",
    ),
    _example(
        _DIGITS,
        ("DataSet", "read_data_sets"),
        {"input_data.": ""},
        "means, mnist.train.epochs_completed, mnist.validation.images.shape, float(mnist.test.images.sum())",
        old=_OLD + "from tensorflow.examples.tutorials.mnist import input_data\n",
        setup=_FILES,
    ),
)  # fmt: skip
COMPAT = (
    _example(
        "tf.disable_v2_behavior()\n" + _NORMALISED,
        ("dropout", "batch_normalization"),
        {"tf.layers.": ""},
        "before.tolist(), during.tolist(), after.tolist()",
        old="import numpy as np\nimport tensorflow.compat.v1 as tf\n",
        new="import numpy as np\nimport tensorflow.compat.v1 as tf\n",
    ),
)
