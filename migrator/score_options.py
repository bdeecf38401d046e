"""The options of scoring that several commands have. Nothing heavy: the main command imports it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Submission = Annotated[
    str | None, typer.Option("--submission", metavar="FILE", help="What the notebook writes; needs --answers and --metric.")
]
Answers = Annotated[Path | None, typer.Option("--answers", metavar="FILE", help="The true answers, CSV.")]
Metric = Annotated[str | None, typer.Option("--metric", help="auc, logloss, rmse, rmsle, mae, accuracy, f1_macro, qwk, map@5, …")]
ScorePattern = Annotated[
    str | None, typer.Option("--score-pattern", metavar="REGEX", help="The score is what is printed and matches, last.")
]
ScoreVariable = Annotated[
    str | None, typer.Option("--score-variable", metavar="NAME", help="The score is in this variable at the end.")
]
OwnGrader = Annotated[
    str | None, typer.Option("--grader", metavar="MODULE:FUNCTION", help="Your own: gets the folder and the notebook.")
]
LowerIsBetter = Annotated[
    bool, typer.Option("--lower-is-better", help="For --score-pattern and --score-variable; a metric knows its direction.")
]
TargetScore = Annotated[
    float | None, typer.Option("--target-score", metavar="SCORE", help="What it reached in its time: gives a verdict.")
]
Runs = Annotated[int, typer.Option("--runs", help="Where the score varies: repeat up to this often.")]
