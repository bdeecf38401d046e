"""A library that is made up: forecasts of sales."""

import warnings
from pathlib import Path


class Forecast:
    def __init__(self, steps=12, season=None):
        self.steps, self.season = steps, season

    def fit(self, table):
        return self


def load(path):
    """
    .. deprecated:: 1.5
       Use :func:`acme.read` instead.
    """
    warnings.warn("acme.load is deprecated, use acme.read instead", FutureWarning, stacklevel=2)
    return read(path)


def read(path):
    return Path(path).read_text()
