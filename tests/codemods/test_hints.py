"""What a notebook tells about its time."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from codemods.document import read
from codemods.hints import Hints


def hints(*cells: tuple[str, Any], metadata: dict[str, Any] | None = None) -> Hints:
    content = [
        {
            "cell_type": "code",
            "metadata": {},
            "source": source,
            "outputs": [output if isinstance(output, dict) else {"output_type": "stream", "name": "stdout", "text": output}],
        }
        for source, output in cells
    ]
    data = json.dumps({"cells": content, "metadata": metadata or {}, "nbformat": 4}).encode()
    return read(data, "a.ipynb").hints


@pytest.mark.parametrize(
    ("metadata", "python"),
    [
        ({"language_info": {"name": "python", "version": "3.6.1"}}, "3.6.1"),
        ({"kernelspec": {"name": "python2", "display_name": "Python 2"}}, "2"),
        ({"kernelspec": {"name": "conda-env-py36-py", "display_name": "Python [conda env:py36]"}}, None),
        ({"kernelspec": {"name": "x", "display_name": "Python 3.7 (tf)"}}, "3.7"),
        ({"kernelspec": {"name": "python3"}, "language_info": {"version": "3.8.2"}}, "3.8.2"),
        ({}, None),
    ],
)
def test_python_by_the_metadata(metadata: dict[str, Any], python: str | None) -> None:
    assert hints(metadata=metadata).python == python


def test_version_printed() -> None:
    found = hints(("import pandas as pd\nprint(pd.__version__)", "0.20.3\n"))
    assert found.versions == {"pandas": "0.20.3"}
    assert found.evidence == {"pandas": "saved output of cell 0: pandas.__version__ 0.20.3"}


@pytest.mark.parametrize(
    ("source", "output", "versions"),
    [
        (
            "import numpy as np\nprint(np.__version__)\nsklearn.__version__",
            "1.13.0\n0.19.1",
            {"numpy": "1.13.0", "sklearn": "0.19.1"},
        ),
        (
            "import numpy as np\nnp.__version__",
            {"data": {"text/plain": ["'1.13.0'"]}, "output_type": "execute_result"},
            {"numpy": "1.13.0"},
        ),
        (
            "%watermark -p numpy,scikit-learn",
            "numpy 1.11.1\nscikit-learn 0.18\n",
            {"numpy": "1.11.1", "sklearn": "0.18"},
        ),
        ("print('pandas version: ' + v)", "pandas version: 0.24.2", {"pandas": "0.24.2"}),
        ("!pip install pandas==0.25 'xgboost==0.90'", "", {"pandas": "0.25", "xgboost": "0.90"}),
        (
            "!pip install x",
            "Successfully installed catboost-0.12.2 scikit-learn-0.20.1",
            {"catboost": "0.12.2", "sklearn": "0.20.1"},
        ),
        # Numbers that are no versions.
        ("print(score)", "numpy 1.5", {}),
        ("print(pd.__version__, 1.5)", "0.20.3 1.5", {}),
    ],
)
def test_versions(source: str, output: Any, versions: dict[str, str]) -> None:
    assert hints((source, output)).versions == versions


def test_paths_in_saved_warnings_tell_the_python() -> None:
    found = hints(("f()", "/opt/conda/lib/python3.6/site-packages/sklearn/x.py:1: FutureWarning"))
    assert found.python == "3.6"
    assert hints(("f()", "C:\\Anaconda\\Python27\\lib\\x.py")).python == "2.7"


def test_the_exact_version_wins_over_the_rough_one_only_if_they_agree() -> None:
    metadata = {"kernelspec": {"name": "python3"}}
    path = ("f()", "/lib/python3.6/site-packages/x.py")
    assert hints(path, metadata=metadata).python == "3.6"
    assert hints(path, metadata={"kernelspec": {"name": "python2"}}).python == "2"


def test_dates() -> None:
    content = {
        "cells": [
            {
                "cell_type": "code",
                "source": "x",
                "outputs": [],
                "metadata": {"ExecuteTime": {"end_time": "2017-08-01T10:00:00Z"}},
            },
            {
                "cell_type": "code",
                "source": "x",
                "outputs": [],
                "metadata": {"executionInfo": {"timestamp": 1550000000000}},
            },
            {
                "cell_type": "code",
                "source": "m.summary()",
                "metadata": {},
                "outputs": [{"output_type": "stream", "text": "Date:                Tue, 10 Jul 2018   Prob"}],
            },
            {
                "cell_type": "code",
                "source": "df",
                "metadata": {},
                "outputs": [{"output_type": "stream", "text": "2001-01-01 3"}],
            },
        ],
        "metadata": {"papermill": {"start_time": "2020-02-03T00:00:00"}},
        "nbformat": 4,
    }
    assert read(json.dumps(content).encode(), "a.ipynb").hints.dates == (
        "2017-08-01",
        "2018-07-10",
        "2019-02-12",
        "2020-02-03",
    )


def test_large_outputs_are_not_searched_through() -> None:
    image = {"output_type": "display_data", "data": {"image/png": "A" * 5_000_000, "text/plain": "x" * 5_000_000}}
    start = time.process_time()
    assert hints(("pd.__version__", image)).versions == {}
    assert time.process_time() - start < 2


def test_script_has_hints_too() -> None:
    assert read(b"#!/usr/bin/env python2.7\n", "a.py").hints.python == "2.7"
