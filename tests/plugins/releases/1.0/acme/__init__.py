"""A library that is made up: forecasts of sales."""

from pathlib import Path


class Forecast:
    def __init__(self, steps=12, season=None):
        self.steps, self.season = steps, season

    def fit(self, table):
        return self


def load(path):
    return Path(path).read_text()
