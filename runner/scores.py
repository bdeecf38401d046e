"""The score that a run reached: from a submission, a printed line, a variable, or the user's own grader.

A run without a valid score has none, and the reason; it never fails for it.
"""

from __future__ import annotations

import copy
import importlib.util
import math
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from runner.errors import BadGrader
from runner.metrics import Metric
from runner.notebooks import of_cells
from runner.records import Run, Score

_MARK = "nbmigrate-score"


class Grader(Protocol):
    """Gives the score of a finished run, whose folder is still there."""

    @property
    def name(self) -> str: ...

    @property
    def greater_is_better(self) -> bool: ...

    def prepared(self, notebook: Any) -> Any:
        """The notebook to run in the place of this one; it may have more cells at its end."""

    def grade(self, run: Run) -> Score: ...


@dataclass(frozen=True, slots=True)
class Submission:
    """A file that the notebook writes, against the answers. `key` joins them: by default the answers' first column."""

    file: str
    answers: Path
    metric: Metric
    key: str | None = None

    @property
    def name(self) -> str:
        return self.metric.name

    @property
    def greater_is_better(self) -> bool:
        return self.metric.greater_is_better

    def prepared(self, notebook: Any) -> Any:
        return notebook

    def grade(self, run: Run) -> Score:
        """Raises BadGrader where the answers themselves can't be read."""
        truth = _table(self.answers)
        if isinstance(truth, str):
            raise BadGrader(f"{self.answers}: the answers can't be read: {truth}")
        path = run.folder / self.file
        if not path.is_file():
            return _none(self, f"the notebook wrote no {self.file}")
        if not path.resolve().is_relative_to(run.folder.resolve()):
            return _none(self, f"{self.file} leads out of the notebook's folder")
        told = _table(path)
        if isinstance(told, str):
            return _none(self, f"{self.file} can't be read: {told}")
        try:
            value = self._value(truth, told)
        except Exception as error:
            return _none(self, f"{self.file}: {error}")
        return _checked(self, value)

    def _value(self, truth: Any, told: Any) -> float:
        key = self.key or truth.columns[0]
        wanted = [c for c in truth.columns if c != key and c != "Usage"]
        if key not in truth.columns or not wanted:
            raise BadGrader(f"{self.answers}: has no column {key!r} and a column of answers")
        if key not in told.columns:
            raise ValueError(f"has no column {key!r}")
        if len(told) != len(truth):
            raise ValueError(f"has {len(told)} rows; {len(truth)} are wanted")
        if told[key].duplicated().any():
            raise ValueError(f"some {key} come twice")
        columns = wanted if set(wanted) <= set(told.columns) else [c for c in told.columns if c != key]
        if not columns or (len(columns) > 1 and len(columns) != len(wanted) and not self.metric.columns):
            raise ValueError(f"has the columns {', '.join(map(str, told.columns))}; {', '.join(map(str, wanted))} is wanted")
        joined = truth[[key]].merge(told[[key, *columns]], on=key, how="left", validate="one_to_one")
        if joined[columns].isna().any().any():
            raise ValueError("lacks some predictions, or has them empty")
        answers, predictions = truth[wanted].to_numpy(), joined[columns].to_numpy()
        if self.metric.labels and predictions.dtype.kind == "f" and answers.dtype.kind in "iub":
            if (predictions != predictions.round()).any():
                raise ValueError(f"has fractions; {self.metric.name} wants classes")
            predictions = predictions.astype(int)
        one = predictions.shape[1] == 1
        return self.metric.compute(answers[:, 0] if answers.shape[1] == 1 else answers, predictions[:, 0] if one else predictions)


@dataclass(frozen=True, slots=True)
class Printed:
    """A number in what the notebook prints: the last match of a pattern, its first group or the match itself."""

    pattern: str
    greater_is_better: bool

    @property
    def name(self) -> str:
        return f"printed {self.pattern}"

    def prepared(self, notebook: Any) -> Any:
        return notebook

    def grade(self, run: Run) -> Score:
        """Raises BadGrader for a pattern that is none."""
        try:
            pattern = re.compile(self.pattern)
        except re.error as error:
            raise BadGrader(f"--score-pattern {self.pattern}: no regular expression: {error}") from None
        found = list(pattern.finditer(shown(run.notebook)))
        if not found:
            return _none(self, f"nothing that was printed matches {self.pattern!r}")
        text = found[-1][1] if pattern.groups else found[-1][0]
        try:
            return _checked(self, float(text))
        except (TypeError, ValueError):
            return _none(self, f"{text!r} is no number")


@dataclass(frozen=True, slots=True)
class Variable:
    """A name that holds the score at the end: one more cell tells it."""

    variable: str
    greater_is_better: bool

    @property
    def name(self) -> str:
        return self.variable

    def prepared(self, notebook: Any) -> Any:
        """Raises BadGrader where `variable` is no name."""
        if not re.fullmatch(r"[A-Za-z_]\w*(?:\.\w+|\[[\w'\"-]+\])*", self.variable):
            raise BadGrader(f"--score-variable {self.variable}: expected a name, like auc or scores['test']")
        longer = copy.deepcopy(notebook)
        source = (
            f"try:\n    print('\\n{_MARK} %r' % float({self.variable}))\nexcept Exception as e:\n    print('\\n{_MARK} %r' % e)"
        )
        longer.cells.append(of_cells([source]).cells[0])
        return longer

    def grade(self, run: Run) -> Score:
        marks = re.findall(rf"^{_MARK} (.*)$", shown(run.notebook), re.MULTILINE)
        if not marks:
            return _none(self, f"{self.variable} was not to be had: the notebook didn't reach its end")
        try:
            return _checked(self, float(marks[-1]))
        except ValueError:
            return _none(self, f"{self.variable} is no number: {marks[-1][:100]}")


@dataclass(frozen=True, slots=True)
class Own:
    """The user's function: gets the folder and the executed notebook (JSON data), returns a number or None."""

    function: Callable[[Path, dict[str, Any]], float | None]
    name: str
    greater_is_better: bool

    def prepared(self, notebook: Any) -> Any:
        return notebook

    def grade(self, run: Run) -> Score:
        """Raises BadGrader where the function fails."""
        try:
            value = self.function(run.folder, run.notebook)
        except Exception as error:
            raise BadGrader(f"{self.name}: the grader failed: {type(error).__name__}: {error}") from error
        return _none(self, "the grader gave none") if value is None else _checked(self, value)


def own(reference: str) -> Own:
    """The grader MODULE:FUNCTION, or FILE.py:FUNCTION; its attribute `greater_is_better` (True if absent) is the direction.

    Raises:
        BadGrader: there is none.
    """
    place, _, name = reference.rpartition(":")
    if not place or not name.isidentifier():
        raise BadGrader(f"--grader {reference}: expected MODULE:FUNCTION or FILE.py:FUNCTION")
    try:
        if place.endswith(".py"):
            spec = importlib.util.spec_from_file_location(Path(place).stem, place)
            assert spec is not None and spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
        else:
            sys.path.insert(0, str(Path.cwd()))
            try:
                module = importlib.import_module(place)
            finally:
                sys.path.pop(0)
        function = getattr(module, name)
    except Exception as error:
        raise BadGrader(f"--grader {reference}: can't be loaded: {type(error).__name__}: {error}") from error
    return Own(function, reference, bool(getattr(function, "greater_is_better", True)))


def shown(notebook: dict[str, Any]) -> str:
    """All text that a notebook printed or showed as values."""
    parts = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            text = output.get("text") if output["output_type"] == "stream" else output.get("data", {}).get("text/plain")
            parts.append("".join(text or ""))
    return "\n".join(parts)


def _table(path: Path) -> Any:
    """The table in a CSV file; a text that says what is wrong with it if there is none."""
    import pandas as pd

    try:
        return pd.read_csv(path)
    except Exception as error:
        return str(error).splitlines()[0][:200]


def _none(grader: Grader, reason: str) -> Score:
    return Score(None, grader.greater_is_better, grader.name, reason)


def _checked(grader: Grader, value: float) -> Score:
    value = float(value)
    if not math.isfinite(value):
        return _none(grader, f"the score is {value}")
    return Score(value, grader.greater_is_better, grader.name)
