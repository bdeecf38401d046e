"""`--object-strings`: one line that keeps text in dtype object under pandas 3, where the user prefers it to many edits.

pandas 3.0 reads text into a dtype of its own. A notebook that looks at dtypes in dozens of places can be rewritten there,
or told once: pandas offers the option `future.infer_string` for that, deprecated, until 4.0.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from codemods.era import Target
from codemods.records import Finding, InsertStatement, Safety
from codemods.spans import Lines, span_of

CODE = "OBJ"
OPTION = "future.infer_string"
_LINE = f"set_option('{OPTION}', False)  # text stays in dtype object, as before pandas 3.0; gone in 4.0"


def object_strings(trees: Iterable[tuple[int, ast.Module]], texts: Mapping[int, str], target: Target) -> Finding | None:
    """The line after the first import of pandas; None where it is not needed, or there already."""
    if not target.reached("pandas", "3.0") or target.reached("pandas", "4.0"):
        return None
    imported: tuple[int, ast.stmt] | None = None
    for cell, tree in trees:
        if any(isinstance(n, ast.Constant) and n.value == OPTION for n in ast.walk(tree)):
            return None
        if imported is None and (found := next(filter(_imports_pandas, tree.body), None)) is not None:
            imported = cell, found
    if imported is None:
        return None
    cell, statement = imported
    span = span_of(statement, Lines(texts[cell]))
    return Finding(
        code=CODE,
        symbol="pandas",
        cell=cell,
        span=span,
        message="text is kept in dtype object for the whole notebook, as --object-strings asks",
        safety=Safety.SAFE,
        release="pandas 3.0",
        evidence=f"the option {OPTION} is deprecated and goes in pandas 4.0",
        edits=(InsertStatement(span, _called(statement), after=True),),
    )


def _called(statement: ast.stmt) -> str:
    """The line, by the name that the import gives to pandas; with an import of its own where it gives none."""
    names = statement.names if isinstance(statement, ast.Import) else []
    bound = next((a.asname or "pandas" for a in names if a.name == "pandas"), None)
    return f"{bound}.{_LINE}" if bound else f"import pandas\npandas.{_LINE}"


def _imports_pandas(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import(names=names):
            return any(a.name.partition(".")[0] == "pandas" for a in names)
        case ast.ImportFrom(module=str(module), level=0):
            return module.partition(".")[0] == "pandas"
        case _:
            return False
