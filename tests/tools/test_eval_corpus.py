"""What a migration may change in a notebook's file: the text of code cells, nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tools.eval_corpus import harm


def notebook(*sources: Any, **more: Any) -> bytes:
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": s} for s in sources]
    return (json.dumps({"cells": cells, "nbformat": 4, **more}, indent=1) + "\n").encode()


def test_new_text_is_no_harm() -> None:
    assert harm(notebook(["import a\n", "a.b"]), notebook(["import a\n", "a.c"])) == ""


@pytest.mark.parametrize(
    ("after", "what"),
    [
        (notebook(["a.c"], ["x"]), "1 cells became 2"),
        (notebook("a.c"), "cell 0: source stored as str"),
        (notebook(["a.c\n"]), "cell 0: line end at its end"),
        (notebook(["a.c"], metadata={}), "something beside the code differs"),
        (notebook(["a.c"]).replace(b"\n ", b"\n  "), "the JSON is laid out otherwise"),
    ],
)
def test_harm(after: bytes, what: str) -> None:
    assert harm(notebook(["a.b"]), after) == what
