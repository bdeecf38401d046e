"""Checks that no permission lifts: an edit must not hide an error, drop code, or write a result in."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from llm.change import Change, Check
from llm.code import FITS, PREDICTS, WRITES, Notebook, calls, dotted, is_metric, is_read, leaf, names_in, number, shown, walk
from llm.records import Objection

# Arguments that make a failing value disappear.
_MUFFLERS = {
    "errors": ("ignore", "coerce", "replace"),
    "error": ("ignore",),
    "on_bad_lines": ("skip", "warn"),
    "error_bad_lines": (False,),
    "invalid_raise": (False,),
    "error_score": (0, "nan"),
}
_EXITS = {"exit", "quit", "sys.exit", "os._exit", "os.abort"}
_KINDS = {
    "a fit": lambda name: name in FITS,
    "a prediction": lambda name: name in PREDICTS,
    "an evaluation": is_metric,
    "a result that is written": lambda name: name in WRITES,
    "a read of data": is_read,
    "an output": lambda name: name in ("print", "display"),
}


def parses(change: Change) -> list[Objection]:
    """Every edited cell is Python still, and has the notebook commands that it had."""
    found = []
    for cell in change.edited:
        before, after = change.before[cell], change.after[cell]
        if before.tree is not None and after.tree is None:
            found.append(Objection("syntax", cell, "the new cell is not valid Python"))
        lost = Counter(before.magics) - Counter(after.magics)
        for magic in lost:
            found.append(Objection("magics", cell, f"the notebook command `{magic}` was changed or removed: keep it as it was"))
    return found


def swallows(change: Change) -> Iterator[Objection]:
    """No new handler around code, no argument that drops what fails."""
    old = Counter(_handler(node) for _, node in walk(change.before) if isinstance(node, ast.ExceptHandler))
    for cell, node in walk(change.new):
        if isinstance(node, ast.ExceptHandler):
            if old[_handler(node)] > 0:
                old[_handler(node)] -= 1
            elif not _imports_another(node):
                yield Objection("swallow", cell, "an error is caught: repair what fails instead of catching it")
        elif isinstance(node, ast.Call) and leaf(node.func) == "suppress" and not _suppresses(change.old, cell):
            yield Objection("swallow", cell, "an error is suppressed: repair what fails")
    mufflers = Counter(_mufflers(change.old))
    for (name, value), count in (Counter(_mufflers(change.new)) - mufflers).items():
        if name == "on_bad_lines" and mufflers["error_bad_lines", False] >= count:
            continue  # its new name
        yield Objection("swallow", _where(change.new, name), f"{name}={value!r} drops what fails: repair it instead")


def drops(change: Change) -> Iterator[Objection]:
    """No cell is emptied, no step of the work goes, nothing is put where it never runs."""
    for kind, belongs in _KINDS.items():
        lost = _count(change.old, belongs) - _count(change.new, belongs)
        if lost > 0:
            yield Objection("drop", _cell(change), f"{kind} is gone: the repaired notebook must still do it")
    for cell in change.edited:
        before, after = change.before[cell].tree, change.after[cell].tree
        if before is None or after is None:
            continue
        if not after.body and any(not isinstance(s, ast.Import | ast.ImportFrom) for s in before.body):
            yield Objection("drop", cell, "the cell was emptied")
            continue
        old, new = Counter(map(ast.dump, _statements(before))), Counter(map(ast.dump, _statements(after)))
        gone = [s for s in _statements(before) if old[ast.dump(s)] > new[ast.dump(s)]]
        added = sum((new - old).values())
        needed = [s for s in gone if not _only_settings(s, change.gone)]
        if len(needed) > added:
            yield Objection("drop", cell, f"`{shown(needed[0]).splitlines()[0][:80]}` is gone: keep every step of the cell")
        for name in _bound(before) - _bound(after):
            if name in _read_elsewhere(change.after, cell) | _read_in(after):
                yield Objection("drop", cell, f"{name} is no longer set, but later code uses it")


def hides(change: Change) -> Iterator[Objection]:
    """No code that never runs, no way out before the end."""
    dead = Counter(shown(n.test) for _, n in walk(change.old) if isinstance(n, ast.If | ast.While) and _never(n.test))
    for cell, node in walk(change.new):
        if isinstance(node, ast.If | ast.While) and _never(node.test):
            if dead[shown(node.test)] > 0:
                dead[shown(node.test)] -= 1
            else:
                yield Objection("hide", cell, "code is put under a condition that never holds")
    ways = (_exits(change.old), _exits(change.new))
    for what in ways[1] - ways[0]:
        yield Objection("hide", _cell(change), f"`{what}` leaves before the work is done")
    for cell in change.edited:
        tree, before = change.after[cell].tree, change.before[cell].tree
        if tree is None or before is None:
            continue
        returns = {f.name: _early(f) for f in ast.walk(before) if isinstance(f, ast.FunctionDef)}
        for function in (f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef)):
            if _early(function) > returns.get(function.name, 0):
                yield Objection("hide", cell, f"{function.name} returns before its work is done")


def writes_in(change: Change) -> Iterator[Objection]:
    """No result as a constant: not the score that is to be reached, not in place of what was computed."""
    old_numbers = {n for _, node in walk(change.before) if (n := number(node)) is not None}
    for cell, node in walk(change.new):
        if change.target is None:
            break
        figure = number(node)
        if figure is not None and figure not in old_numbers and _tells(figure, change.target):
            yield Objection("hard-coded", cell, f"{figure:g} is the score that is to be reached: compute it")
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            digits = f"{change.target:.4f}".rstrip("0")
            if len(digits) > 4 and digits in node.value and not any(digits in c.source for c in change.before.values()):
                yield Objection("hard-coded", cell, "the score that is to be reached is written into a text: compute it")
    computed = {name: value for name, value in _assigned(change.old) if _computes(value)}
    still = {name for name, value in _assigned(change.new) if _computes(value)}
    for name, value in _assigned(change.new):
        if name in computed and name not in still and not _computes(value):
            yield Objection("hard-coded", _cell(change), f"{name} was computed and is a constant now")
    for name, value in _assigned(change.new):
        if name in computed and isinstance(value, ast.Name) and any(leaf(c.func) in PREDICTS for c in _calls_in(computed[name])):
            yield Objection("hard-coded", _cell(change), f"{name} was a prediction and is `{value.id}` now")


def subsamples(change: Change) -> Iterator[Objection]:
    """No fewer data, no shorter loops."""
    fewer = Counter(_cuts(change.old))
    for (what, cell), count in Counter(_placed_cuts(change.new)).items():
        if fewer[what] < count:
            yield Objection("subsample", cell, f"`{what}` takes only a part of the data")
    loops = Counter(shown(c) for _, name, c in calls(change.old) if name in ("range", "trange", "arange", "linspace"))
    now = [(cell, c) for cell, name, c in calls(change.new) if name in ("range", "trange", "arange", "linspace")]
    short = Counter(shown(c) for _, c in now) - loops
    if sum((loops - Counter(shown(c) for _, c in now)).values()):
        for cell, call in now:
            if shown(call) in short and any(number(a) is not None for a in call.args):
                yield Objection("subsample", cell, f"`{shown(call)}` is another range than before")


CHECKS: tuple[Check, ...] = (swallows, drops, hides, writes_in, subsamples)


# --- what the checks look at -------------------------------------------------------------------------------------------


def _handler(node: ast.ExceptHandler) -> str:
    return f"{shown(node.type)}: {'; '.join(shown(s) for s in node.body)}"


def _imports_another(node: ast.ExceptHandler) -> bool:
    """`except ImportError: from new import name`: a guarded import hides nothing."""
    return leaf(node.type or node) in ("ImportError", "ModuleNotFoundError") and all(
        isinstance(s, ast.Import | ast.ImportFrom) for s in node.body
    )


def _suppresses(notebook: Notebook, cell: int) -> bool:
    return any(where == cell and name == "suppress" for where, name, _ in calls(notebook))


def _mufflers(notebook: Notebook) -> Iterator[tuple[str, object]]:
    for _, _, call in calls(notebook):
        for keyword in call.keywords:
            if isinstance(keyword.value, ast.Constant) and keyword.value.value in _MUFFLERS.get(keyword.arg or "", ()):
                yield keyword.arg or "", keyword.value.value


def _where(notebook: Notebook, keyword: str) -> int | None:
    return next((cell for cell, _, call in calls(notebook) if any(k.arg == keyword for k in call.keywords)), None)


def _count(notebook: Notebook, belongs: object) -> int:
    assert callable(belongs)
    return sum(1 for _, name, _ in calls(notebook) if belongs(name))


def _cell(change: Change) -> int | None:
    return change.edited[0] if len(change.edited) == 1 else None


def _statements(tree: ast.Module) -> list[ast.stmt]:
    """All statements without bodies of their own, imports and `pass` left out."""
    return [
        n
        for n in ast.walk(tree)
        if isinstance(n, ast.stmt) and not hasattr(n, "body") and not isinstance(n, ast.Import | ast.ImportFrom | ast.Pass)
    ]


def _only_settings(statement: ast.stmt, gone: frozenset[str]) -> bool:
    """A call for its effect on a library that the target no longer has (`plt.hold(True)`), or a setting of that kind."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return name in gone
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name in gone
        case ast.Assign(targets=[ast.Attribute(attr=name)]):
            return name in gone
        case ast.Expr(value=ast.Constant()):
            return True
        case _:
            return False


def _bound(tree: ast.Module) -> frozenset[str]:
    return frozenset(n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _read_in(tree: ast.Module) -> frozenset[str]:
    return frozenset(n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))


def _read_elsewhere(notebook: Notebook, cell: int) -> frozenset[str]:
    trees = [code.tree for index, code in notebook.items() if index > cell and code.tree is not None]
    return frozenset().union(*map(_read_in, trees)) if trees else frozenset()


def _never(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and not test.value


def _exits(notebook: Notebook) -> set[str]:
    found = {f"{dotted(call.func)}()" for _, _, call in calls(notebook) if dotted(call.func) in _EXITS}
    for _, node in walk(notebook):
        if isinstance(node, ast.Raise) and node.exc is not None:
            found.add(f"raise {shown(node.exc)}")
    return found


def _early(function: ast.FunctionDef) -> int:
    """How many returns stand in the function's own body before its last statement."""
    return sum(isinstance(s, ast.Return) for s in function.body[:-1])


def _tells(value: float, target: float) -> bool:
    """Whether a number is a target score, to three digits at least; a round one tells nothing."""
    return value not in (0.0, 1.0, -1.0, 0.5, 100.0) and abs(value - target) <= 5e-4 * max(1.0, abs(target))


def _assigned(notebook: Notebook) -> Iterator[tuple[str, ast.expr]]:
    for _, node in walk(notebook):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _computes(value: ast.expr) -> bool:
    return bool(names_in(value)) or any(isinstance(n, ast.Call) for n in ast.walk(value))


def _calls_in(node: ast.AST) -> list[ast.Call]:
    return [n for n in ast.walk(node) if isinstance(n, ast.Call)]


_PARTS = {"sample", "nlargest", "nsmallest", "islice", "head", "tail", "dropna", "drop_duplicates", "resample", "choice"}
_PART_KEYWORDS = {"nrows", "skiprows", "skipfooter", "max_rows", "chunksize", "frac", "n_samples", "subsample_size",
                  "max_samples", "steps_per_epoch", "validation_steps"}  # fmt: skip


def _placed_cuts(notebook: Notebook) -> Iterator[tuple[str, int]]:
    """(what takes a part of something, the cell)."""
    for cell, node in walk(notebook):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in _PARTS:
                yield f".{name}()", cell
            case ast.Subscript(slice=ast.Slice() as cut) if _bounded(cut):
                yield f"[{shown(cut)}]", cell
            case ast.Subscript(slice=ast.Tuple(elts=parts)):
                for part in parts:
                    if isinstance(part, ast.Slice) and _bounded(part):
                        yield f"[{shown(part)}]", cell
            case ast.keyword(arg=str(name), value=value) if name in _PART_KEYWORDS:
                yield f"{name}={shown(value)}", cell
            case _:
                pass


def _cuts(notebook: Notebook) -> Iterator[str]:
    for what, _ in _placed_cuts(notebook):
        yield what


def _bounded(cut: ast.Slice) -> bool:
    ends = [number(part) for part in (cut.lower, cut.upper) if part is not None]
    step = number(cut.step) if cut.step is not None else None
    return any(end is not None for end in ends) or step not in (None, 1.0, -1.0)
