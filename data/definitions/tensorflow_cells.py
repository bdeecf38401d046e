"""What notebooks get in place of tf.nn.rnn_cell and tf.contrib.rnn (codemods/fixers/tensorflow_v1.py).

tf.nn.dynamic_rnn, tf.nn.static_rnn and their like are still there, and take any object with these members for a cell.
"""

import collections

import tensorflow.compat.v1 as tf

LSTMStateTuple = collections.namedtuple("LSTMStateTuple", ["c", "h"])


class RNNCell:
    """tf.nn.rnn_cell.RNNCell of TensorFlow 1: the first call makes the variables, the others use them."""

    scope, built = "rnn_cell", False

    def __init__(self, name=None, reuse=None):
        self.name, self.reuse = name, reuse

    def zero_state(self, batch_size, dtype):
        return tf.nest.map_structure(lambda size: tf.zeros([batch_size, size], dtype), self.state_size)

    def variable(self, name, shape, inputs, initializer=None):
        return tf.get_variable(name, shape, inputs.dtype, initializer)

    def build(self, inputs):
        pass

    def __call__(self, inputs, state, scope=None):
        with tf.variable_scope(scope or self.name, self.scope, reuse=self.reuse):
            if not self.built:
                self.build(inputs)
                self.built = True
            return self.call(inputs, state)


class BasicRNNCell(RNNCell):
    """tf.nn.rnn_cell.BasicRNNCell of TensorFlow 1."""

    scope = "basic_rnn_cell"

    def __init__(self, num_units, activation=None, reuse=None, name=None):
        super().__init__(name, reuse)
        self.state_size = self.output_size = num_units
        self.activation = activation or tf.tanh

    def build(self, inputs):
        size = self.output_size
        self.kernel = self.variable("kernel", [inputs.shape[-1] + size, size], inputs)
        self.bias = self.variable("bias", [size], inputs, tf.zeros_initializer())

    def call(self, inputs, state):
        outputs = self.activation(tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self.kernel), self.bias))
        return outputs, outputs


class GRUCell(RNNCell):
    """tf.nn.rnn_cell.GRUCell of TensorFlow 1."""

    scope = "gru_cell"

    def __init__(
        self, num_units, activation=None, reuse=None, kernel_initializer=None, bias_initializer=None,
        name=None,
    ):
        super().__init__(name, reuse)
        self.state_size = self.output_size = num_units
        self.activation = activation or tf.tanh
        self.kernel_initializer, self.bias_initializer = kernel_initializer, bias_initializer

    def build(self, inputs):
        size, width = self.output_size, inputs.shape[-1] + self.output_size
        ones, zeros = (self.bias_initializer or each for each in (tf.ones_initializer(), tf.zeros_initializer()))
        self.gate_kernel = self.variable("gates/kernel", [width, 2 * size], inputs, self.kernel_initializer)
        self.gate_bias = self.variable("gates/bias", [2 * size], inputs, ones)
        self.candidate_kernel = self.variable("candidate/kernel", [width, size], inputs, self.kernel_initializer)
        self.candidate_bias = self.variable("candidate/bias", [size], inputs, zeros)

    def call(self, inputs, state):
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, state], 1), self.gate_kernel), self.gate_bias)
        reset, update = tf.split(tf.sigmoid(gates), 2, 1)
        candidate = tf.matmul(tf.concat([inputs, reset * state], 1), self.candidate_kernel)
        candidate = self.activation(tf.nn.bias_add(candidate, self.candidate_bias))
        outputs = update * state + (1 - update) * candidate
        return outputs, outputs


class BasicLSTMCell(RNNCell):
    """tf.nn.rnn_cell.BasicLSTMCell of TensorFlow 1, with its state as a tuple."""

    scope = "basic_lstm_cell"

    def __init__(
        self, num_units, forget_bias=1.0, state_is_tuple=True, activation=None, reuse=None, name=None,
    ):
        super().__init__(name, reuse)
        self.state_size, self.output_size = LSTMStateTuple(num_units, num_units), num_units
        self.forget_bias, self.activation = forget_bias, activation or tf.tanh

    def build(self, inputs):
        size = self.output_size
        self.kernel = self.variable("kernel", [inputs.shape[-1] + size, 4 * size], inputs)
        self.bias = self.variable("bias", [4 * size], inputs, tf.zeros_initializer())

    def call(self, inputs, state):
        c, h = state
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, h], 1), self.kernel), self.bias)
        i, j, f, o = tf.split(gates, 4, 1)
        c = c * tf.sigmoid(f + self.forget_bias) + tf.sigmoid(i) * self.activation(j)
        h = self.activation(c) * tf.sigmoid(o)
        return h, LSTMStateTuple(c, h)


class LSTMCell(RNNCell):
    """tf.nn.rnn_cell.LSTMCell of TensorFlow 1, with its state as a tuple."""

    scope = "lstm_cell"

    def __init__(
        self, num_units, use_peepholes=False, cell_clip=None, initializer=None, *, forget_bias=1.0,
        state_is_tuple=True, activation=None, reuse=None, name=None,
    ):
        super().__init__(name, reuse)
        self.state_size, self.output_size = LSTMStateTuple(num_units, num_units), num_units
        self.use_peepholes, self.cell_clip, self.initializer = use_peepholes, cell_clip, initializer
        self.forget_bias, self.activation = forget_bias, activation or tf.tanh

    def build(self, inputs):
        size = self.output_size
        self.kernel = self.variable("kernel", [inputs.shape[-1] + size, 4 * size], inputs, self.initializer)
        self.bias = self.variable("bias", [4 * size], inputs, tf.zeros_initializer())
        self.peepholes = [self.variable("w_%s_diag" % gate, [size], inputs, self.initializer) if self.use_peepholes else 0
                          for gate in "fio"]

    def call(self, inputs, state):
        c, h = state
        gates = tf.nn.bias_add(tf.matmul(tf.concat([inputs, h], 1), self.kernel), self.bias)
        i, j, f, o = tf.split(gates, 4, 1)
        w_f, w_i, w_o = self.peepholes
        new_c = tf.sigmoid(f + self.forget_bias + w_f * c) * c + tf.sigmoid(i + w_i * c) * self.activation(j)
        if self.cell_clip is not None:
            new_c = tf.clip_by_value(new_c, -self.cell_clip, self.cell_clip)
        h = tf.sigmoid(o + w_o * new_c) * self.activation(new_c)
        return h, LSTMStateTuple(new_c, h)


class MultiRNNCell(RNNCell):
    """tf.nn.rnn_cell.MultiRNNCell of TensorFlow 1, with its states as a tuple."""

    scope = "multi_rnn_cell"

    def __init__(self, cells, state_is_tuple=True):
        super().__init__()
        self.cells = cells
        self.state_size, self.output_size = tuple(cell.state_size for cell in cells), cells[-1].output_size

    def call(self, inputs, state):
        states = []
        for i, cell in enumerate(self.cells):
            with tf.variable_scope("cell_%d" % i):
                inputs, new = cell(inputs, state[i])
                states.append(new)
        return inputs, tuple(states)


class DropoutWrapper(RNNCell):
    """tf.nn.rnn_cell.DropoutWrapper of TensorFlow 1, for inputs and outputs."""

    def __init__(self, cell, input_keep_prob=1.0, output_keep_prob=1.0):
        super().__init__()
        self.cell = cell
        self.input_keep_prob, self.output_keep_prob = input_keep_prob, output_keep_prob
        self.state_size, self.output_size = cell.state_size, cell.output_size

    def dropped(self, values, keep_prob):
        if isinstance(keep_prob, float) and keep_prob >= 1:
            return values
        return tf.nn.dropout(values, rate=1 - keep_prob)

    def __call__(self, inputs, state, scope=None):
        outputs, state = self.cell(self.dropped(inputs, self.input_keep_prob), state, scope)
        return self.dropped(outputs, self.output_keep_prob), state


class OutputProjectionWrapper(RNNCell):
    """tf.contrib.rnn.OutputProjectionWrapper of TensorFlow 1."""

    scope = "output_projection_wrapper"

    def __init__(self, cell, output_size, activation=None, reuse=None):
        super().__init__(reuse=reuse)
        self.cell, self.activation = cell, activation
        self.state_size, self.output_size = cell.state_size, output_size

    def call(self, inputs, state):
        outputs, state = self.cell(inputs, state)
        if not hasattr(self, "kernel"):
            self.kernel = self.variable("kernel", [outputs.shape[-1], self.output_size], outputs)
            self.bias = self.variable("bias", [self.output_size], outputs, tf.zeros_initializer())
        outputs = tf.nn.bias_add(tf.matmul(outputs, self.kernel), self.bias)
        return outputs if self.activation is None else self.activation(outputs), state
