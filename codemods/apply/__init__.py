"""Making edits in the text of a cell, and nothing else.

The door of the room's writing half: `apply` makes edits, `collect` tells it which names are bound to which library
symbols.
"""

from __future__ import annotations

from codemods.apply.cell import Refusal, Result, apply
from codemods.apply.imports import Imports, collect

__all__ = ["Imports", "Refusal", "Result", "apply", "collect"]
