"""Line magics that today's IPython no longer reads: `% matplotlib inline` → `%matplotlib inline`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from codemods.patterns import later
from codemods.records import Applied, Finding, Safety, Span

if TYPE_CHECKING:
    from codemods.document import Document

_SPACED = later(r"^(\s*)%[ \t]+(?=[A-Za-z_])")
CODE = "IP001"


def renew(document: Document) -> tuple[Document, list[Applied]]:
    """The document with its dated magics as today's IPython reads them, and what was changed."""
    applied: list[Applied] = []
    cells = []
    for cell in document.cells:
        masked = cell._masked
        if masked is None or not any(map(_SPACED.match, masked.originals)):
            cells.append(cell)
            continue
        for number, line in enumerate(cell.source.split("\n"), 1):
            if line.strip("\r").strip() in {o.strip() for o in masked.originals} and _SPACED.match(line):
                finding = Finding(
                    code=CODE,
                    symbol="IPython line magic",
                    cell=cell.index,
                    span=Span(number, 0, number, len(line)),
                    message="a space after % is no longer skipped: the magic is not found, and its cell ends there",
                    safety=Safety.SAFE,
                )
                applied.append(Applied(finding, line, _SPACED.sub(r"\1%", line)))
        originals = tuple(_SPACED.sub(r"\1%", o) for o in masked.originals)
        cells.append(replace(cell, _masked=replace(masked, originals=originals)))
    return replace(document, cells=tuple(cells)), applied
