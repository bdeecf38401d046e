"""Migrate odd notebooks and see that nothing breaks: no crash, no byte lost, nothing left to change, and what was written parses.

python -m tools.fuzz --count 10000
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from codemods import notebook
from codemods.cell import understand
from codemods.document import read
from codemods.errors import DocumentError
from migrator.pipeline import Options, migrate_bytes
from tools.odd_notebooks import documents

OPTIONS = (Options(), Options(unsafe=True, as_of="2017-06-01"))


def check(name: str, data: bytes, options: Options) -> str:
    """Migrate a document; in a word what came of it.

    Raises:
        AssertionError: something broke.
    """
    try:
        result = migrate_bytes(data, name, options)
    except DocumentError as error:
        assert str(error) and "\n" not in str(error), error
        return f"refused: {type(error).__name__}"
    assert result.original == data, "reading lost bytes"
    if not result.changed:
        return "unchanged"
    before, after = read(data, name), read(result.migrated, name)
    assert len(before.cells) == len(after.cells), "cells were lost"
    for old, new in zip(before.cells, after.cells, strict=True):
        if old.source != new.source:
            assert old.kind == "code", f"cell {old.index} holds no code and was changed"
            assert understand(new.source).tree is not None, f"cell {old.index} does not parse: {new.source!r}"
    if name.endswith(".ipynb"):
        assert _around(data) == _around(result.migrated), "something beside the sources was changed"
    again = migrate_bytes(result.migrated, name, options)
    if again.vintage != result.vintage and again.changed:
        return "changed, and looks of another age then"  # what told the age is gone: a finding that needs it may come or go
    assert not again.changed or again.migrated == result.migrated, (
        f"migrated again it changes: {[a.finding.code for a in again.applied]}"
    )
    return "problems" if result.problems else "changed"


def _around(data: bytes) -> list[str]:
    """The text of a notebook file between the sources of its code cells."""
    document = read(data, "a.ipynb")
    content = document._content
    assert isinstance(content, notebook.Notebook)
    parts, position = [], 0
    for cell in content.cells:
        if cell.span is not None and cell.type == "code":
            parts.append(content.text[position : cell.span[0]])
            position = cell.span[1]
    return [*parts, content.text[position:]]


def main() -> int:
    """Migrate so many, print what came of them, and keep those at which something broke."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="a folder for the documents at which something broke")
    args = parser.parse_args()
    os.environ["NBMIGRATE_DEBUG"] = "1"  # a rule that fails is a failure here
    came = Counter[str]()
    seconds: list[float] = []

    def one(document: tuple[str, bytes]) -> None:
        start = time.perf_counter()
        try:
            came[check(*document, OPTIONS[len(seconds) % len(OPTIONS)])] += 1
        except Exception as error:
            came["BROKEN"] += 1
            print(f"document {len(seconds)}: {type(error).__name__}: {str(error)[:300]}", flush=True)
            if args.keep is not None:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / f"{len(seconds)}-{document[0]}").write_bytes(document[1])
        seconds.append(time.perf_counter() - start)

    limits = settings(
        max_examples=args.count, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    seed(args.seed)(limits(given(documents())(one)))()
    print(f"{len(seconds)} documents in {sum(seconds):.0f} s, the slowest in {max(seconds):.2f} s")
    for what, number in came.most_common():
        print(f"{number:8} {what}")
    return int(bool(came["BROKEN"]))


if __name__ == "__main__":
    sys.exit(main())
