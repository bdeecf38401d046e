"""The user's own modules that a notebook imports: `from utils import load_data`, `import lib.features as f`.

jedi finds the files, as Python would look for them from the notebook's folder, `sys.path.append("..")` in the code
included. Nothing is imported or run: what is found is parsed.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from codemods.nodes import nodes_of

_MOST = 40
_LARGEST = 1_000_000  # bytes
_DEEP = 8  # parts of a path within one another


@dataclass(frozen=True, slots=True)
class Helper:
    path: Path
    tree: ast.Module


def helper_modules(trees: Iterable[ast.Module], beside: Path | None) -> dict[str, Helper]:
    """The user's own modules that this code imports, by full name, with what they import in turn; parsed, never run.

    Args: `trees`: the code of the notebook or script; `beside`: the folder where it lies, None: it lies nowhere.
    """
    if beside is None:
        return {}
    trees = list(trees)
    folders = [beside, *_added_folders(trees, beside)]
    found: dict[str, Helper] = {}
    asked: set[str] = set()
    waiting = {name for tree in trees for name in imported_modules(tree, "")}
    while (waiting := {name for name in waiting - asked if _lies_in(folders, name)}) and len(found) < _MOST:
        asked |= waiting
        following: set[str] = set()
        for name, path in sorted(_files(waiting, folders).items()):
            if len(found) < _MOST and (helper := _read(path)) is not None:
                found[name] = helper
                package = name if path.name == "__init__.py" else name.rpartition(".")[0]
                following |= imported_modules(helper.tree, package)
        waiting = following
    return found


def imported_modules(tree: ast.Module, package: str) -> set[str]:
    """The full names of all that the code of a module in `package` imports and that may be a module."""
    from codemods.infer.imports import absolute

    found: set[str] = set()
    for node in nodes_of(tree, ast.Import, ast.ImportFrom):
        match node:
            case ast.Import(names=names):
                found.update(a.name for a in names)
            case ast.ImportFrom(names=names):
                module = absolute(node, package)
                found.update(f"{module}.{a.name}".strip(".") if a.name != "*" else module for a in names)
            case _:
                pass
    return {outer for name in found for outer in _outer(name)}


def _outer(name: str) -> Iterator[str]:
    """`a`, `a.b`, `a.b.c` of `a.b.c`."""
    parts = name.split(".")
    return (".".join(parts[:n]) for n in range(1, len(parts) + 1) if parts[0])


def _lies_in(folders: Sequence[Path], name: str) -> bool:
    """Is there a file or folder that may be the module, or the package that it is in?"""
    top = name.partition(".")[0]
    return any((folder / f"{top}.py").is_file() or (folder / top).is_dir() for folder in folders)


def _added_folders(trees: Iterable[ast.Module], beside: Path) -> list[Path]:
    """The folders that the code adds to where Python looks for modules: `sys.path.append("..")`."""
    added: list[ast.expr] = []
    assigned: dict[str, ast.expr] = {}
    for tree in trees:
        for node in nodes_of(tree, ast.Call, ast.AugAssign, ast.Assign):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Attribute(attr="path", value=ast.Name(id="sys")), attr=how), args=args
                ):
                    added += args[how == "insert" :]
                case ast.AugAssign(target=ast.Attribute(attr="path", value=ast.Name(id="sys")), value=value):
                    added.append(value)
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    assigned[name] = value
                case _:
                    pass
    listed = [e for item in added for e in (item.elts if isinstance(item, ast.List | ast.Tuple) else [item])]
    folders = [beside / text for item in listed if (text := _text(item, assigned)) is not None]
    return [folder for folder in dict.fromkeys(folders) if folder.is_dir()]


def _is_path(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.path"


def _text(node: ast.expr, assigned: Mapping[str, ast.expr], depth: int = 0) -> str | None:
    """The path that an expression of a notebook in that folder stands for, relative to it; None: not known."""
    parts: list[ast.expr] = []
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.Name(id=name) if name in assigned and depth < _DEEP:
            return _text(assigned[name], assigned, depth + 1)
        case ast.Attribute(attr="pardir") | ast.Attribute(value=ast.Call(func=ast.Attribute(attr="cwd")), attr="parent"):
            return ".."
        case ast.Call(func=ast.Attribute(attr="getcwd" | "cwd"), args=[]):
            return "."
        case ast.Call(func=ast.Attribute(value=value, attr="resolve" | "absolute" | "as_posix"), args=[]):
            parts = [value]
        case ast.Call(func=ast.Attribute(attr="abspath" | "realpath" | "normpath" | "expanduser"), args=parts):
            pass
        case ast.Call(func=ast.Name(id="str" | "Path") | ast.Attribute(attr="join" | "Path"), args=parts):
            pass
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            parts = [left, right]
        case _:
            return None
    texts = [_text(part, assigned, depth + 1) for part in parts] if depth < _DEEP else []
    known = [text for text in texts if text is not None]
    return str(Path(*known).expanduser()) if known and len(known) == len(texts) else None


def _files(names: Iterable[str], folders: Sequence[Path]) -> Mapping[str, Path]:
    """The Python files of these modules, for those that have one in or below the folders; the first folder goes first."""
    import jedi

    asked = sorted(names)
    code = "\n".join(f"import {name}" for name in asked)
    roots = [folder.resolve() for folder in folders]
    # Nothing but the user's folders, and no compiled modules: those jedi would have to import.
    project = jedi.Project(roots[0], sys_path=list(map(str, roots)), smart_sys_path=False, load_unsafe_extensions=False)
    found: dict[str, Path] = {}
    # jedi reads what lies around the notebook; what it makes of that is no fault of the notebook's.
    with warnings.catch_warnings(), suppress(Exception):
        warnings.simplefilter("ignore")  # of compiled modules, which it does not load
        environment = jedi.InterpreterEnvironment()  # this process; any other would be started to ask it for its path
        script = jedi.Script(code, path=roots[0] / "notebook.py", project=project, environment=environment)
        for line, name in enumerate(asked, 1):
            for definition in script.goto(line, len(f"import {name}")):
                path = definition.module_path
                if definition.type == "module" and path is not None and path.suffix == ".py":
                    found[name] = path
    return found


def _read(path: Path) -> Helper | None:
    from codemods.document import DocumentError, read_file

    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return None
        cells = read_file(path).cells if path.stat().st_size else ()
    except (DocumentError, OSError):
        return None
    text = "\n".join(c.python for c in cells if c.python is not None)
    try:
        return Helper(path, ast.parse(text))
    except (SyntaxError, ValueError, RecursionError):
        return None
