"""What notebooks get in place of tensorflow.examples.tutorials.mnist (codemods/fixers/tensorflow_v1.py).

The same files from the same place, the same split, and, after the same seed, the same batches.
"""

import collections
import gzip
import os
import urllib.request

import numpy
import tensorflow.compat.v1 as tf


class DataSet:
    """A part of the data sets of tensorflow.examples.tutorials.mnist."""

    def __init__(self, images, labels, seed=None):
        self.images, self.labels, self.num_examples = images, labels, len(images)
        self.epochs_completed = self.start = 0
        numpy.random.seed(tf.get_default_graph().seed if seed is None else seed)

    def shuffled(self):
        order = numpy.arange(self.num_examples)
        numpy.random.shuffle(order)
        self.images, self.labels = self.images[order], self.labels[order]

    def next_batch(self, batch_size, *, shuffle=True):
        if shuffle and self.epochs_completed == self.start == 0:
            self.shuffled()
        images, labels = (each[self.start : self.start + batch_size] for each in (self.images, self.labels))
        self.start += batch_size
        if self.start > self.num_examples:
            self.epochs_completed += 1
            self.start -= self.num_examples
            if shuffle:
                self.shuffled()
            images = numpy.concatenate([images, self.images[: self.start]])
            labels = numpy.concatenate([labels, self.labels[: self.start]])
        return images, labels


def read_data_sets(train_dir, *, one_hot=False, reshape=True, validation_size=5000, seed=None):
    """read_data_sets of tensorflow.examples.tutorials.mnist: the files are fetched where train_dir lacks them."""

    def read(name, offset):
        path = os.path.join(train_dir, name)
        if not os.path.exists(path):
            os.makedirs(train_dir, exist_ok=True)
            urllib.request.urlretrieve("https://storage.googleapis.com/cvdf-datasets/mnist/" + name, path)
        with gzip.open(path) as file:
            return numpy.frombuffer(file.read(), numpy.uint8, offset=offset)

    def part(name):
        images = read(name + "-images-idx3-ubyte.gz", 16).reshape([-1, 784] if reshape else [-1, 28, 28, 1])
        labels = read(name + "-labels-idx1-ubyte.gz", 8)
        return images.astype(numpy.float32) * (1.0 / 255.0), numpy.eye(10)[labels] if one_hot else labels

    images, labels = part("train")
    train = DataSet(images[validation_size:], labels[validation_size:], seed)
    validation = DataSet(images[:validation_size], labels[:validation_size], seed)
    return collections.namedtuple("Datasets", ["train", "validation", "test"])(train, validation, DataSet(*part("t10k"), seed))
