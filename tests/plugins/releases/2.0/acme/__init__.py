"""A library that is made up: forecasts of sales."""

from pathlib import Path


class Forecast:
    def __init__(self, horizon=12, season=None):
        self.horizon, self.season = horizon, season

    def fit(self, table):
        return self


def read(path):
    return Path(path).read_text()
