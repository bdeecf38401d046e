"""The user's own modules beside a notebook: `from utils import load_data`."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_MOST = 20
_LARGEST = 1_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Helper:
    path: Path
    tree: ast.Module


def helper_modules(imported: Iterable[str], beside: Path | None) -> dict[str, Helper]:
    """The modules of these top-level names that lie in the folder, parsed (never imported), with what they import in turn."""
    found: dict[str, Helper] = {}
    waiting = sorted(imported) if beside is not None else []
    while waiting and len(found) < _MOST:
        name = waiting.pop(0)
        if name in found or beside is None:
            continue
        for path in (beside / f"{name}.py", beside / name / "__init__.py"):
            if (helper := _read(path)) is not None:
                found[name] = helper
                waiting += sorted(_imports(helper.tree))
                break
    return found


def _read(path: Path) -> Helper | None:
    from codemods.document import DocumentError, read_file

    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return None
        cells = read_file(path).cells
    except (DocumentError, OSError):
        return None
    text = "\n".join(c.python for c in cells if c.python is not None)
    try:
        return Helper(path, ast.parse(text))
    except (SyntaxError, ValueError, RecursionError):
        return None


def _imports(tree: ast.Module) -> set[str]:
    from migrator.pipeline import imported_names

    return set(imported_names([tree]))
