"""What the model would be asked: the first causes that are left, the cells they depend on, and what is known of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

from codemods.nodes import walk
from codemods.records import Finding
from llm.records import Attempt, Cell, Fact, Question, Repair
from runner.records import CellOutcome, Outcome, Status

_SLOW = (Status.TIMEOUT,)


def question(
    outcome: Outcome,
    sources: Mapping[int, str],
    trees: Mapping[int, ast.Module],
    left: Iterable[Finding],
    environment: Mapping[str, str],
    attempts: Sequence[Attempt] = (),
) -> Question | None:
    """The next question about a run: its errors first, then what takes too long; None where there is neither.

    Args: `sources` and `trees`: of the code cells as they ran. `left`: what was found in them and not changed.
    """
    causes = outcome.first_causes
    broken = tuple(cell for cell in causes if cell.status not in _SLOW)
    asked = broken or causes
    if not asked:
        return None
    errors = {cell.index: error(cell) for cell in asked}
    wanted = sorted(errors.keys() | depends_on(errors, trees))
    facts = {Fact(f.symbol, told(f)): None for f in left if f.cell in errors}
    return Question(
        Repair.ERROR if broken else Repair.RUNTIME,
        tuple(Cell(index, sources[index], errors.get(index, "")) for index in wanted if index in sources),
        tuple(facts),
        environment,
        tuple(attempts),
        "" if broken else "no cell may run out of time",
    )


def score_question(
    goal: str,
    place: int,
    sources: Mapping[int, str],
    trees: Mapping[int, ast.Module],
    left: Iterable[Finding],
    environment: Mapping[str, str],
    attempts: Sequence[Attempt] = (),
) -> Question:
    """The question about a run whose score, from the cell `place`, is not what it was; `goal` says so in a sentence."""
    wanted = sorted({place} | depends_on([place], trees))
    facts = {Fact(f.symbol, told(f)): None for f in left if f.cell in wanted}
    cells = tuple(Cell(index, sources[index]) for index in wanted if index in sources)
    return Question(Repair.SCORE, cells, tuple(facts), environment, tuple(attempts), goal)


def error(cell: CellOutcome) -> str:
    """Why a cell failed: the exception, the place of the failing expression, and on what it failed."""
    failure = cell.failure
    if failure is None or cell.status in _SLOW:
        return f"{cell.status.value} after {cell.seconds:.0f} s"
    lines = [f"{failure.exception}: {failure.message.strip()}"]
    for frame in failure.frames[-2:]:
        where = "" if frame.cell == cell.index else f"cell {frame.cell}, "
        lines.append(f"at {where}line {frame.line}: {frame.source.strip()}")
    if failure.receiver:
        lines.append(f"the receiver is a {failure.receiver}")
    return "\n".join(lines)


def told(finding: Finding) -> str:
    """What is known of a symbol, in a line."""
    parts = (f"cell {finding.cell}, line {finding.span.line}: {finding.message}", finding.release or "", finding.reason)
    return "; ".join(part for part in parts if part)


def depends_on(cells: Iterable[int], trees: Mapping[int, ast.Module]) -> set[int]:
    """The cells that bind what these cells read, and what those read in turn: of each name the last before it is read."""
    binds = {index: _bound(tree) for index, tree in trees.items()}
    found: set[int] = set()
    pending = [index for index in cells if index in trees]
    while pending:
        index = pending.pop()
        for name in _read(trees[index]):
            before = [other for other in trees if other < index and name in binds[other]]
            if before and before[-1] not in found:
                found.add(before[-1])
                pending.append(before[-1])
    return found


def _bound(tree: ast.Module) -> set[str]:
    found = {n.id for n in walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    found |= {n.asname or n.name.partition(".")[0] for n in walk(tree) if isinstance(n, ast.alias)}
    return found | {n.name for n in walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}


def _read(tree: ast.Module) -> set[str]:
    return {n.id for n in walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
