"""Code of TensorFlow 1 that the examples of TF001 and TF003 can't show: several cells, and what is left to the user."""

from __future__ import annotations

import ast

import pytest

from codemods.fixers._tensorflow_definitions import definitions
from codemods.fixers._tensorflow_graphs import DEFINED
from migrator.pipeline import Options, migrate_bytes
from tests.codemods.migrate_helpers import migrate, notebook, sources

TARGET = {"tensorflow": "2.21.0", "keras": "3.15.1", "numpy": "2.4.6"}


def test_definitions_stand_once_where_tensorflow_is_first_imported() -> None:
    cells = (
        "import tensorflow as tf\nimport os",
        "from tensorflow.contrib import rnn\nx = tf.placeholder(tf.float32, [None, 4])",
        "import tensorflow as tf\ny = tf.layers.dense(tf.layers.dense(x, 3), 2)",
        "cell = rnn.GRUCell(3)",
    )
    migrated = sources(migrate_bytes(notebook(*cells), "n.ipynb", Options(target=TARGET)).migrated)
    assert migrated[0].startswith("import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\nimport os\ndef dense(")
    assert [text.count("def dense(") for text in migrated] == [1, 0, 0, 0]
    assert migrated[0].index("class RNNCell:") < migrated[0].index("class GRUCell(RNNCell):")
    assert migrated[1] == "x = tf.placeholder(tf.float32, [None, 4])\n"
    assert migrated[2].endswith("y = dense(dense(x, 3), 2)\n")
    assert migrated[3] == "cell = GRUCell(3)\n"


def test_definitions_stand_before_their_first_use() -> None:
    done = migrate(
        """
        from tensorflow.examples.tutorials.mnist import input_data
        mnist = input_data.read_data_sets("data")
        import tensorflow as tf
        x = tf.placeholder(tf.float32)
        """,
        target=TARGET,
    ).text
    order = ("import tensorflow.compat.v1 as tf", "def read_data_sets", "mnist = read_data_sets", "x = tf.placeholder")
    assert sorted(order, key=done.index) == list(order)
    cells = (
        "from tensorflow.contrib.layers import xavier_initializer\nstart = xavier_initializer()",
        "import tensorflow as tf\ny = tf.layers.dense(tf.placeholder(tf.float32, [None, 2]), 3, kernel_initializer=start)",
    )
    early, late = sources(migrate_bytes(notebook(*cells), "n.ipynb", Options(target=TARGET)).migrated)
    assert early.startswith("import tensorflow.compat.v1 as tf\n") and early.endswith("start = tf.glorot_uniform_initializer()\n")
    assert "def dense(" in early and "def dense(" not in late


def test_the_document_keeps_its_name_of_tensorflow() -> None:
    done = migrate("import tensorflow as T\nx = T.placeholder(T.float32, [None, 4])\ny = T.layers.flatten(x)", target=TARGET)
    assert "    inputs = T.convert_to_tensor(inputs)\n" in done.text and "tf." not in done.text.replace("tf.layers.flatten", "")


def test_what_has_no_stand_in_is_reported_and_the_rest_is_migrated() -> None:
    done = migrate(
        """
        import tensorflow as tf
        slim = tf.contrib.slim
        x = tf.placeholder(tf.float32, [None, 4])
        a = tf.layers.dense(x, 3, activity_regularizer=tf.nn.l2_loss)
        b = tf.layers.dense(x, 3, activation="relu")
        c = tf.layers.Dense(3)(x)
        d = tf.nn.rnn_cell.BasicLSTMCell(3, state_is_tuple=False)
        e = tf.layers.dense(x, 3)
        """,
        target=TARGET,
    )
    assert done.text.endswith("e = dense(x, 3)\n")
    assert [code for code, _ in done.left] == ["TF100", "TF003", "TF003", "TF003", "TF003"]
    reasons = " ".join(reason for _, reason in done.left)
    assert "takes no activity_regularizer=" in reasons and "no text for activation=" in reasons
    assert "state_is_tuple=False" in reasons


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("m = tf.keras.Sequential()\ny = tf.layers.dense(x, 3)", "tf.keras.Sequential does not work"),
        ("from keras.models import Sequential", "keras.models.Sequential does not work"),
        ("tf.enable_eager_execution()", "which tf.enable_eager_execution ends"),
        ("dense = tf_dense = 1\ny = tf.layers.dense(x, 3)", "dense and tf_dense are other things here"),
        ("import tensorflow as tff\ny = tff.layers.dense(x, 3)", "imported under one name"),
    ],
)
def test_nothing_is_done_where_graph_mode_would_break_it(code: str, reason: str) -> None:
    code = f"import tensorflow as tf\nx = tf.placeholder(tf.float32, [None, 4])\n{code}\n"
    done = migrate(code, target=TARGET)
    assert done.text == code
    assert reason in next(why for code, why in done.left if code == "TF001")


def test_keras_that_trains_nothing_goes_with_graphs() -> None:
    done = migrate("import tensorflow as tf\ns = tf.Session()\nd = tf.keras.datasets.mnist.load_data()", target=TARGET)
    assert "tf.disable_v2_behavior()" in done.text


def test_a_seed_of_the_graph_is_told() -> None:
    code = b"import tensorflow as tf\ntf.set_random_seed(1)\nx = tf.placeholder(tf.float32)\n"
    [applied] = migrate_bytes(code, "s.py", Options(target=TARGET)).applied
    assert "random numbers are others" in applied.finding.message


@pytest.mark.parametrize("name", sorted(set(DEFINED.values())))
def test_every_definition_is_written_and_takes_another_name(name: str) -> None:
    tree = ast.parse(definitions({name: f"tf_{name}"}, "tff"))
    assert f"tf_{name}" in {getattr(n, "name", "") for n in tree.body} | {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    assert "tf" not in {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}


def test_tensorflow_0_is_told_by_what_1_refuses() -> None:
    early = migrate(
        """
        import tensorflow as tf
        x = tf.placeholder(tf.float32, [None, 4])
        tf.scalar_summary(tags="a", values=tf.nn.sigmoid_cross_entropy_with_logits(x, targets=x))
        y = tf.concat(concat_dim=1, values=[x, x])
        loss = tf.nn.sampled_softmax_loss(w, b, x, labels, 64, 1000)
        writer = tf.train.SummaryWriter("logs")
        """,
        target=TARGET,
    ).text
    assert 'tf.summary.scalar(name="a", tensor=tf.nn.sigmoid_cross_entropy_with_logits(logits=x, labels=x))\n' in early
    assert "y = tf.concat(axis=1, values=[x, x])\n" in early
    assert "tf.nn.sampled_softmax_loss(w, b, inputs=x, labels=labels, num_sampled=64, num_classes=1000)\n" in early
    assert early.endswith('writer = tf.summary.FileWriter("logs")\n')
    later = (
        "import tensorflow as tf\nx = tf.placeholder(tf.float32)\nloss = tf.nn.sampled_softmax_loss(w, b, labels, x, 64, 1000)\n"
    )
    assert "tf.nn.sampled_softmax_loss(w, b, labels, x, 64, 1000)\n" in migrate(later, target=TARGET).text
