"""What notebooks get in place of tf.layers and tf.contrib.layers (codemods/fixers/tensorflow_v1.py).

Each makes the variables that TensorFlow 1 made: names, shapes, initial values, collections. Arguments stand in its order, up to
a star where one is missing.
"""

import tensorflow.compat.v1 as tf


def dense(
    inputs, units, activation=None, use_bias=True, kernel_initializer=None,
    bias_initializer=tf.zeros_initializer(), kernel_regularizer=None, bias_regularizer=None, *,
    kernel_constraint=None, bias_constraint=None, trainable=True, name=None, reuse=None,
):
    """tf.layers.dense of TensorFlow 1."""
    inputs = tf.convert_to_tensor(inputs)
    with tf.variable_scope(name, "dense", reuse=reuse):
        kernel = tf.get_variable("kernel", [inputs.shape[-1], units], inputs.dtype, kernel_initializer,
                                 kernel_regularizer, trainable, constraint=kernel_constraint)
        if use_bias:
            bias = tf.get_variable("bias", [units], inputs.dtype, bias_initializer,
                                   bias_regularizer, trainable, constraint=bias_constraint)
        outputs = tf.matmul(inputs, kernel) if inputs.shape.rank == 2 else tf.tensordot(inputs, kernel, 1)
        if use_bias:
            outputs = tf.nn.bias_add(outputs, bias)
        return outputs if activation is None else activation(outputs)


def conv2d(
    inputs, filters, kernel_size, strides=1, padding="valid", data_format="channels_last", dilation_rate=1,
    activation=None, use_bias=True, kernel_initializer=None, bias_initializer=tf.zeros_initializer(),
    kernel_regularizer=None, bias_regularizer=None, *, kernel_constraint=None, bias_constraint=None,
    trainable=True, name=None, reuse=None,
):
    """tf.layers.conv2d of TensorFlow 1."""
    inputs = tf.convert_to_tensor(inputs)
    rank, first = inputs.shape.rank - 2, data_format == "channels_first"
    size, strides, rate = ([v] * rank if isinstance(v, int) else list(v) for v in (kernel_size, strides, dilation_rate))
    with tf.variable_scope(name, "conv2d", reuse=reuse):
        kernel = tf.get_variable("kernel", size + [inputs.shape[1 if first else -1], filters], inputs.dtype,
                                 kernel_initializer, kernel_regularizer, trainable, constraint=kernel_constraint)
        if use_bias:
            bias = tf.get_variable("bias", [filters], inputs.dtype, bias_initializer,
                                   bias_regularizer, trainable, constraint=bias_constraint)
        outputs = tf.nn.convolution(inputs, kernel, padding.upper(), strides, rate,
                                    data_format="NC" + "DHW"[-rank:] if first else None)
        if use_bias:
            outputs = tf.nn.bias_add(outputs, bias, data_format="NC...") if first else tf.nn.bias_add(outputs, bias)
        return outputs if activation is None else activation(outputs)


def conv2d_transpose(
    inputs, filters, kernel_size, strides=1, padding="valid", *, activation=None, use_bias=True,
    kernel_initializer=None, bias_initializer=tf.zeros_initializer(), kernel_regularizer=None,
    bias_regularizer=None, kernel_constraint=None, bias_constraint=None, trainable=True, name=None,
    reuse=None,
):
    """tf.layers.conv2d_transpose of TensorFlow 1."""
    inputs = tf.convert_to_tensor(inputs)
    padding = padding.upper()
    size, strides = ([v] * 2 if isinstance(v, int) else list(v) for v in (kernel_size, strides))
    with tf.variable_scope(name, "conv2d_transpose", reuse=reuse):
        kernel = tf.get_variable("kernel", size + [filters, inputs.shape[-1]], inputs.dtype, kernel_initializer,
                                 kernel_regularizer, trainable, constraint=kernel_constraint)
        if use_bias:
            bias = tf.get_variable("bias", [filters], inputs.dtype, bias_initializer,
                                   bias_regularizer, trainable, constraint=bias_constraint)
        batch, *sides = (tf.shape(inputs)[i] if n is None else n for i, n in enumerate(inputs.shape.as_list()[:3]))
        more = [max(k - s, 0) if padding == "VALID" else 0 for k, s in zip(size, strides)]
        shape = [batch] + [n * s + m for n, s, m in zip(sides, strides, more)] + [filters]
        outputs = tf.nn.conv2d_transpose(inputs, kernel, shape, strides, padding)
        if use_bias:
            outputs = tf.nn.bias_add(outputs, bias)
        return outputs if activation is None else activation(outputs)


def max_pooling2d(inputs, pool_size, strides, padding="valid", data_format="channels_last", name=None):
    """tf.layers.max_pooling2d of TensorFlow 1."""
    inputs = tf.convert_to_tensor(inputs)
    rank, first = inputs.shape.rank - 2, data_format == "channels_first"
    size, strides = ([v] * rank if isinstance(v, int) else list(v) for v in (pool_size, strides))
    with tf.variable_scope(name, "max_pooling2d"):
        return tf.nn.pool(inputs, size, "MAX", padding.upper(), strides=strides,
                          data_format="NC" + "DHW"[-rank:] if first else None)


def dropout(inputs, rate=0.5, noise_shape=None, seed=None, training=False, name=None):
    """tf.layers.dropout of TensorFlow 1."""
    inputs = tf.convert_to_tensor(inputs)
    with tf.variable_scope(name, "dropout"):
        def dropped():
            return tf.nn.dropout(inputs, noise_shape=noise_shape, seed=seed, rate=rate)

        if isinstance(training, (bool, int)):
            return dropped() if training else tf.identity(inputs)
        return tf.cond(training, dropped, lambda: tf.identity(inputs))


def flatten(inputs, name=None):
    """tf.layers.flatten of TensorFlow 1."""
    inputs = tf.convert_to_tensor(inputs)
    with tf.variable_scope(name, "flatten"):
        size = inputs.shape[1:].num_elements()
        return tf.reshape(inputs, [tf.shape(inputs)[0], -1 if size is None else size])


def batch_normalization(
    inputs, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True,
    beta_initializer=tf.zeros_initializer(), gamma_initializer=tf.ones_initializer(),
    moving_mean_initializer=tf.zeros_initializer(), moving_variance_initializer=tf.ones_initializer(),
    beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None,
    training=False, trainable=True, name=None, reuse=None, *, fused=None,
):
    """tf.layers.batch_normalization of TensorFlow 1: what moves its averages is in tf.GraphKeys.UPDATE_OPS."""
    inputs = tf.convert_to_tensor(inputs)
    rank, dynamic = inputs.shape.rank, not isinstance(training, (bool, int))
    axis, shape = axis % rank, [1] * rank
    shape[axis] = size = inputs.shape.as_list()[axis]
    with tf.variable_scope(name, "batch_normalization", reuse=reuse):
        def variable(name, initializer, regularizer=None, constraint=None, trainable=False):
            return tf.get_variable(name, [size], inputs.dtype, initializer, regularizer, trainable, constraint=constraint)

        factor = variable("gamma", gamma_initializer, gamma_regularizer, gamma_constraint, trainable) if scale else None
        offset = variable("beta", beta_initializer, beta_regularizer, beta_constraint, trainable) if center else None
        mean = moving_mean = variable("moving_mean", moving_mean_initializer)
        variance = moving_variance = variable("moving_variance", moving_variance_initializer)
        if dynamic or training:
            batch_mean, batch_variance = tf.nn.moments(inputs, [i for i in range(rank) if i != axis])
            kept_variance = batch_variance
            if rank == 4 and fused is not False:  # the fused kernel keeps the variance of the sample
                count = tf.cast(tf.size(inputs) / size, inputs.dtype)
                kept_variance = batch_variance * count / (count - 1)
            mean, variance = batch_mean, batch_variance
            if dynamic:
                mean = tf.cond(training, lambda: batch_mean, lambda: tf.identity(moving_mean))
                variance = tf.cond(training, lambda: batch_variance, lambda: tf.identity(moving_variance))
            for moving, new in (moving_mean, batch_mean), (moving_variance, kept_variance):
                def update(moving=moving, new=new):
                    return tf.assign_sub(moving, (moving - new) * (1 - momentum))

                done = tf.cond(training, update, lambda: tf.identity(moving)) if dynamic else update()
                tf.add_to_collection(tf.GraphKeys.UPDATE_OPS, done)
        mean, variance, offset, factor = (v if v is None else tf.reshape(v, shape)
                                          for v in (mean, variance, offset, factor))
        return tf.nn.batch_normalization(inputs, mean, variance, offset, factor, epsilon)


def fully_connected(
    inputs, num_outputs, activation_fn=tf.nn.relu, normalizer_fn=None, normalizer_params=None,
    weights_initializer=tf.glorot_uniform_initializer(), weights_regularizer=None,
    biases_initializer=tf.zeros_initializer(), biases_regularizer=None, reuse=None, *, trainable=True,
    scope=None,
):
    """tf.contrib.layers.fully_connected of TensorFlow 1."""
    inputs = tf.convert_to_tensor(inputs)
    with tf.variable_scope(scope, "fully_connected", reuse=reuse):
        weights = tf.get_variable("weights", [inputs.shape[-1], num_outputs], inputs.dtype, weights_initializer,
                                  weights_regularizer, trainable)
        biased = normalizer_fn is None and biases_initializer is not None
        if biased:
            biases = tf.get_variable("biases", [num_outputs], inputs.dtype, biases_initializer, biases_regularizer, trainable)
        outputs = tf.matmul(inputs, weights) if inputs.shape.rank == 2 else tf.tensordot(inputs, weights, 1)
        if biased:
            outputs = tf.nn.bias_add(outputs, biases)
        if normalizer_fn is not None:
            outputs = normalizer_fn(outputs, **(normalizer_params or {}))
        return outputs if activation_fn is None else activation_fn(outputs)


def convolution2d(
    inputs, num_outputs, kernel_size, stride=1, padding="SAME", *, activation_fn=tf.nn.relu, normalizer_fn=None,
    normalizer_params=None, weights_initializer=tf.glorot_uniform_initializer(), weights_regularizer=None,
    biases_initializer=tf.zeros_initializer(), biases_regularizer=None, reuse=None, trainable=True, scope=None,
):
    """tf.contrib.layers.conv2d of TensorFlow 1."""
    inputs = tf.convert_to_tensor(inputs)
    size, strides = ([v] * 2 if isinstance(v, int) else list(v) for v in (kernel_size, stride))
    with tf.variable_scope(scope, "Conv", reuse=reuse):
        weights = tf.get_variable("weights", size + [inputs.shape[-1], num_outputs], inputs.dtype, weights_initializer,
                                  weights_regularizer, trainable)
        biased = normalizer_fn is None and biases_initializer is not None
        if biased:
            biases = tf.get_variable("biases", [num_outputs], inputs.dtype, biases_initializer, biases_regularizer, trainable)
        outputs = tf.nn.convolution(inputs, weights, padding.upper(), strides)
        if biased:
            outputs = tf.nn.bias_add(outputs, biases)
        if normalizer_fn is not None:
            outputs = normalizer_fn(outputs, **(normalizer_params or {}))
        return outputs if activation_fn is None else activation_fn(outputs)


def max_pool2d(inputs, kernel_size, stride=2, padding="VALID", *, scope=None):
    """tf.contrib.layers.max_pool2d of TensorFlow 1."""
    size, strides = ([v] * 2 if isinstance(v, int) else list(v) for v in (kernel_size, stride))
    with tf.name_scope(scope or "MaxPool2D"):
        return tf.nn.pool(inputs, size, "MAX", padding.upper(), strides=strides)


def l1_regularizer(scale):
    """tf.contrib.layers.l1_regularizer of TensorFlow 1."""
    return lambda weights: tf.reduce_sum(tf.abs(weights)) * scale if scale else None


def l2_regularizer(scale):
    """tf.contrib.layers.l2_regularizer of TensorFlow 1: scale * sum(weights ** 2) / 2."""
    return lambda weights: tf.nn.l2_loss(weights) * scale if scale else None


def batch_norm(
    inputs, decay=0.999, center=True, scale=False, epsilon=0.001, activation_fn=None, *,
    updates_collections=tf.GraphKeys.UPDATE_OPS, is_training=True, reuse=None, trainable=True, scope=None,
):
    """tf.contrib.layers.batch_norm of TensorFlow 1."""
    inputs = tf.convert_to_tensor(inputs)
    rank, dynamic, updates = inputs.shape.rank, not isinstance(is_training, (bool, int)), []
    with tf.variable_scope(scope, "BatchNorm", reuse=reuse):
        def variable(name, initializer, trainable=False):
            return tf.get_variable(name, [inputs.shape[-1]], inputs.dtype, initializer, trainable=trainable)

        offset = variable("beta", tf.zeros_initializer(), trainable) if center else None
        factor = variable("gamma", tf.ones_initializer(), trainable) if scale else None
        mean = moving_mean = variable("moving_mean", tf.zeros_initializer())
        variance = moving_variance = variable("moving_variance", tf.ones_initializer())
        if dynamic or is_training:
            batch_mean, batch_variance = mean, variance = tf.nn.moments(inputs, list(range(rank - 1)))
            kept_variance = batch_variance
            if rank in (2, 4):  # the fused kernel keeps the variance of the sample
                count = tf.cast(tf.size(inputs) / tf.size(batch_variance), inputs.dtype)
                kept_variance = batch_variance * count / (count - 1)
            if dynamic:
                mean = tf.cond(is_training, lambda: batch_mean, lambda: tf.identity(moving_mean))
                variance = tf.cond(is_training, lambda: batch_variance, lambda: tf.identity(moving_variance))
            for moving, new in (moving_mean, batch_mean), (moving_variance, kept_variance):
                def update(moving=moving, new=new):
                    return tf.assign_sub(moving, (moving - new) * (1 - decay))

                updates.append(tf.cond(is_training, update, lambda: tf.identity(moving)) if dynamic else update())
        if updates_collections is not None:
            for each in updates:
                tf.add_to_collection(updates_collections, each)
            updates = []
        with tf.control_dependencies(updates):
            outputs = tf.nn.batch_normalization(inputs, mean, variance, offset, factor, epsilon)
        return outputs if activation_fn is None else activation_fn(outputs)
