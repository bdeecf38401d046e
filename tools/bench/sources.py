"""The notebook that the benchmarks migrate: the demos' cells, up to a given number of lines of code."""

from __future__ import annotations

import json
from typing import Any

from apidb.paths import data_dir


def old_notebook(lines: int = 260) -> bytes:
    """A notebook with `lines` lines of code (the last cell cut) out of the demo notebooks, without outputs."""
    cells: list[dict[str, Any]] = []
    left = lines
    for name in ("titanic", "house_prices", "reviews"):
        notebook = json.loads((data_dir() / "demo" / f"{name}.ipynb").read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code" and left > 0:
                source = cell["source"] if len(cell["source"]) <= left else []
                left -= len(source) or left
                cells.append({**cell, "source": source, "outputs": []})
    return json.dumps({**notebook, "cells": cells}, indent=1).encode()
