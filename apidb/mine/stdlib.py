"""Python's own library, from the stubs that type checkers ship: one tree of sources for each Python.

The stubs (typeshed, in mypy's wheels) tell versions apart by `if sys.version_info …`; for each Python the branches that
it doesn't take are cut. No one release of the stubs covers all Pythons, so each is read from one of its own time.
"""

from __future__ import annotations

import ast
import operator
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from apidb.mine.index import Published, published
from apidb.mine.parse import parse
from apidb.mine.snapshot import Snapshot
from apidb.names import Source

NAME = "python"
SOURCE = Source("mypy", ("mypy",), "0.900", "patch")  # has the stubs


@dataclass(frozen=True, slots=True)
class Python:
    version: str
    date: str  # of its first release
    stubs: str  # release of the stubs that describes it; empty: the newest


PYTHONS = (
    Python("2.7", "2010-07-03", "0.971"),
    Python("3.6", "2016-12-23", "0.971"),
    Python("3.7", "2018-06-27", "0.971"),
    Python("3.8", "2019-10-14", "1.4.1"),
    Python("3.9", "2020-10-05", "1.4.1"),
    Python("3.10", "2021-10-04", ""),
    Python("3.11", "2022-10-24", ""),
    Python("3.12", "2023-10-02", ""),
    Python("3.13", "2024-10-07", ""),
    Python("3.14", "2025-10-07", ""),
)
COMPARE: dict[type[ast.cmpop], Any] = {
    ast.GtE: operator.ge,
    ast.Gt: operator.gt,
    ast.LtE: operator.le,
    ast.Lt: operator.lt,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def holds(test: ast.expr, version: tuple[int, int]) -> bool | None:
    """Is a test on the Python version or the platform (Linux) true? None: it is about something else."""
    match test:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARE:
            spelled = ast.unparse(left)
            try:
                value = ast.literal_eval(right)
            except ValueError:
                return None
            if spelled == "sys.version_info" and isinstance(value, tuple):
                # (3, 10) as a bound means all of 3.10; a third part asks for a patch that any late one has.
                return bool(COMPARE[type(op)]((*version, 99)[: max(len(value), 2)], value))
            if spelled == "sys.version_info[0]":
                return bool(COMPARE[type(op)](version[0], value))
            return bool(COMPARE[type(op)]("linux", value)) if spelled == "sys.platform" else None
        case ast.Call(func=ast.Attribute(attr="startswith") as function, args=[ast.Constant(value=str(start))]):
            return "linux".startswith(start) if ast.unparse(function.value) == "sys.platform" else None
        case ast.BoolOp(op=op, values=values):
            found = [holds(value, version) for value in values]
            decisive = isinstance(op, ast.Or)
            return decisive if decisive in found else None if None in found else not decisive
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return None if (value := holds(inner, version)) is None else not value
        case _:
            return None


class _Cut(ast.NodeTransformer):
    def __init__(self, version: tuple[int, int]) -> None:
        self.version = version

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        match holds(node.test, self.version):
            case True:
                return node.body
            case False:
                return node.orelse or ast.Pass()
            case _:
                return node


def covered(text: str, version: tuple[int, int]) -> dict[str, bool]:
    """Module → does this Python have it, from the stubs' VERSIONS file (`imp: 3.0-3.11`)."""
    out: dict[str, bool] = {}
    for line in text.splitlines():
        if match := re.match(r"^([\w.]+):\s*(\d+)\.(\d+)-?(?:(\d+)\.(\d+))?", line):
            module, *bounds = match.groups()
            first = (int(bounds[0]), int(bounds[1]))
            last = (int(bounds[2]), int(bounds[3])) if bounds[2] else (99, 0)
            out[module] = first <= version <= last
    return out


def own_imports(tree: ast.Module) -> list[str]:
    """Names that a stub imports for its own use: all but `from m import x as x`, `*`, and what is in `__all__`."""
    listed: set[str] = set()
    bound: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")]) | ast.AugAssign(target=ast.Name(id="__all__")):
                listed |= {c.value for c in ast.walk(node.value) if isinstance(c, ast.Constant) and isinstance(c.value, str)}
            case ast.Import() | ast.ImportFrom():
                names = [a for a in node.names if a.name != "*" and a.asname != a.name]
                bound |= {(a.asname or a.name).partition(".")[0] for a in names}
            case _:
                pass
    return sorted(bound - listed)


@dataclass(frozen=True, slots=True)
class Tree:
    """The sources of one Python: its top-level modules, and names that modules only have for their stubs' own use."""

    tops: tuple[str, ...]
    inner: frozenset[str]


def write_tree(stubs: Path, python: Python, place: Path) -> Tree:
    """Write the sources of one Python below `place`."""
    major, minor = (int(n) for n in python.version.split("."))
    version = (major, minor)
    root = stubs / "mypy" / "typeshed" / "stdlib"
    folders = [root / "@python2"] if major == 2 else [root]
    has = {} if major == 2 else covered((root / "VERSIONS").read_text(encoding="utf-8"), version)
    tops: set[str] = set()
    inner: dict[str, set[str]] = {}
    whole: dict[str, list[str]] = {}  # module → those that it imports with `*`
    for folder in folders:
        for source in sorted(folder.rglob("*.pyi")):
            relative = source.relative_to(folder)
            parts = [*relative.parts[:-1], relative.stem]
            names = [".".join(parts[:n]) for n in range(1, len(parts) + 1)]
            if "@python2" in parts or not all(has.get(name, True) for name in names):
                continue
            parsed = parse(source.read_bytes())
            if parsed is None:
                continue
            tree = _Cut(version).visit(parsed[0])
            module = ".".join(parts).removesuffix(".__init__")
            inner[module] = set(own_imports(tree))
            whole[module] = [
                node.module or ""
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and not node.level and node.names[0].name == "*"
            ]
            if inner[module]:
                tree.body.append(ast.Delete(targets=[ast.Name(id=name, ctx=ast.Del()) for name in sorted(inner[module])]))
            tree = ast.fix_missing_locations(tree)
            target = place / relative.with_suffix(".py")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(ast.unparse(tree), encoding="utf-8")
            tops.add(parts[0])
    passed_on = {f"{module}.{name}" for module, others in whole.items() for o in others for name in inner.get(o, ())}
    own = {f"{module}.{name}" for module, names in inner.items() for name in names}
    return Tree(tuple(sorted(tops)), frozenset(own | passed_on))


def releases() -> list[Published]:
    """For each Python, the file with the stubs that describe it."""
    stubs = {p.version: p for p in published(SOURCE)}
    newest = list(stubs.values())[-1]
    out = []
    for python in PYTHONS:
        file = stubs.get(python.stubs, newest)
        out.append(replace(file, version=python.version, date=python.date, digest=f"{file.digest[:16]}-{python.version}"))
    return out


def stubs_of(release: Published) -> Published:
    """The file of a release as it is fetched: one for several Pythons."""
    return replace(release, digest=release.digest.partition("-")[0])


def drop_inner_names(snap: Snapshot, tree: Tree) -> None:
    """What a stub imports for its own use is no name of the module, nor of one that imports that module whole."""
    for path in tree.inner:
        if (name := snap.names.get(path)) is not None and name.how in "aux" and not name.exported:
            del snap.names[path]


def prefer_abstract_classes(snap: Snapshot) -> None:
    """In stubs the abstract collections are typing's; in Python they are those of `collections.abc`."""
    home = "collections.abc" if "collections.abc" in snap.modules else "collections"
    for path, name in list(snap.names.items()):
        module, _, leaf = path.rpartition(".")
        if module in ("collections", "collections.abc", "_collections_abc") and name.target.startswith("typing."):
            if name.target in snap.objs:
                snap.objs.setdefault(f"{home}.{leaf}", snap.objs[name.target])
            snap.names[path] = replace(name, target=f"{home}.{leaf}")
