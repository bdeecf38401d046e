"""Some of what `python -m tools.fuzz` does with thousands: odd notebooks are migrated, or refused in one line."""

from __future__ import annotations

import pytest

pytest.importorskip("hypothesis")

from hypothesis import HealthCheck, example, given, settings

from codemods.document import DocumentError, read
from tools.fuzz import OPTIONS, check
from tools.odd_notebooks import documents

few = settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))


@few
@given(documents())
@example(("a.ipynb", b'{"cells": [{"cell_type": "code", "source": "x = \'\\\\ud800\'"}], "nbformat": 4}'))
@example(("a.ipynb", b'{"cells": [null, 3, {"source": null}], "nbformat": 4}'))
@example(("a.ipynb", b'{"cells": {}, "nbformat": 4}'))
@example(("a.ipynb", b'{"cells": [], "cells": [{"cell_type": "code", "source": ["x"]}]}'))
@example(("a.py", b"\\\n" * 2000))
@example(("a.py", b"(" * 5000))
@example(("a.py", b"\x00\x00"))
@pytest.mark.parametrize("options", OPTIONS, ids=["safe", "unsafe and dated"])
def test_nothing_breaks(options, document):  # type: ignore[no-untyped-def]  # hypothesis tells the types
    check(*document, options)


@few
@given(documents())
def test_what_is_not_changed_is_written_as_it_was(document):  # type: ignore[no-untyped-def]
    name, data = document
    try:
        read_one = read(data, name)
    except DocumentError:
        return
    assert read_one.write({}) == data
    assert (
        read_one.write({cell.index: cell.python for cell in read_one.cells if cell.python is not None and not cell.conversions})
        == data
    )
