"""Which library symbols are bound to which names, and how to spell a symbol in a cell."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from codemods.nodes import index_of, walk
from codemods.records import MoveImport

# The aliases that everyone knows.
ALIASES: Mapping[str, str] = {
    "numpy": "np",
    "pandas": "pd",
    "matplotlib.pyplot": "plt",
    "seaborn": "sns",
    "lightgbm": "lgb",
    "xgboost": "xgb",
    "tensorflow": "tf",
}
# Libraries whose public submodules are attributes as soon as the library itself is imported.
_EAGER = frozenset({"keras", "numpy", "pandas", "scipy", "tensorflow", "torch"})
# Submodules that their package imports itself.
_LOADED = frozenset({"scipy.signal.windows"})
# What reading puts in the place of a magic.
MAGIC = re.compile(r"_+magic_\d+__")
_SCOPES = {
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
}  # fmt: skip
_READ = _SCOPES | {
    ast.Name, ast.Attribute, ast.Import, ast.ImportFrom, ast.arg,
    ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.MatchMapping,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Binding:
    """An import statement at the top level of a cell binds `name` to `symbol` (a module or what it contains).

    `loads` is the module that `import a.b` makes reachable through `a`.
    """

    name: str
    symbol: str
    line: int
    loads: str = ""


@dataclass(frozen=True, slots=True)
class Shadow:
    """Within these lines, a function, class body or comprehension has a `name` of its own."""

    name: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class CellNames:
    """What one cell does with names."""

    index: int
    bindings: tuple[Binding, ...] = ()
    conditional: frozenset[tuple[str, str]] = frozenset()  # (name, symbol) imported inside of if, try, …
    assigned: frozenset[str] = frozenset()  # bound at module level by anything but an import
    shadows: tuple[Shadow, ...] = ()
    used: frozenset[str] = frozenset()  # dotted paths that are read
    has_star: bool = False


@dataclass(frozen=True, slots=True)
class Imports:
    """The bindings of library symbols in a notebook, as seen from one of its cells."""

    cells: tuple[CellNames, ...] = ()
    cell: int = 0

    def at(self, cell: int) -> Imports:
        """The same bindings, as seen from another cell."""
        return replace(self, cell=cell)

    def updated(self, tree: ast.Module) -> Imports:
        """The bindings after this cell was rewritten to `tree`."""
        names = read_names(self.cell, tree)
        if any(cell.index == self.cell for cell in self.cells):
            return replace(self, cells=tuple([names if cell.index == self.cell else cell for cell in self.cells]))
        return replace(self, cells=tuple(sorted([*self.cells, names], key=lambda cell: cell.index)))

    def moved(self, moves: Sequence[MoveImport]) -> Imports:
        """The bindings after this cell's imports of some symbols went elsewhere or away."""
        if not moves:
            return self

        def move(binding: Binding) -> Binding | None:
            old = binding.loads or binding.symbol
            here = [m for m in moves if m.span.line <= binding.line <= m.span.end_line]
            found = [m for m in here if f"{old}.".startswith(f"{m.old}.")]
            if not found:
                return binding
            asked = max(found, key=lambda m: len(m.old))
            if asked.new is None:
                return None
            new = asked.new + old.removeprefix(asked.old)
            if binding.loads:
                top = new.partition(".")[0]
                return Binding(top, top, binding.line, new if new != top else "")
            given_up = not asked.keep_name and binding.name == old.rpartition(".")[2]
            return replace(binding, symbol=new, name=new.rpartition(".")[2] if given_up else binding.name)

        cells = tuple(
            replace(cell, bindings=tuple(b for b in map(move, cell.bindings) if b)) if cell.index == self.cell else cell
            for cell in self.cells
        )
        return replace(self, cells=cells)

    def visible(self, line: int) -> dict[str, Binding]:
        """The trusted imports that code in this line of this cell can use, by local name."""
        found: dict[str, Binding] = {}
        for cell in self.cells:
            if cell.index > self.cell:
                break
            for binding in cell.bindings:
                if cell.index < self.cell or binding.line < line:
                    found[binding.name] = binding
        distrusted = {name for cell in self.cells for name in cell.assigned}
        for cell in self.cells:
            distrusted.update(n for n, symbol in cell.conditional if n in found and found[n].symbol != symbol)
            if cell.index == self.cell:
                distrusted.update(shadow.name for shadow in cell.shadows if shadow.first <= line <= shadow.last)
        return {name: binding for name, binding in found.items() if name not in distrusted}

    def loaded(self, line: int) -> frozenset[str]:
        """The modules that `import a.b` statements before this line made reachable by their full path."""
        return frozenset(
            binding.loads
            for cell in self.cells
            if cell.index <= self.cell
            for binding in cell.bindings
            if binding.loads and (cell.index < self.cell or binding.line < line)
        )

    def is_free(self, name: str, symbol: str) -> bool:
        """Whether an import may bind `name` to `symbol` without taking the name from something else."""
        for cell in self.cells:
            if name in cell.assigned or any(shadow.name == name for shadow in cell.shadows):
                return False
            if any(binding.name == name and binding.symbol != symbol for binding in cell.bindings):
                return False
            if any(bound == name and other != symbol for bound, other in cell.conditional):
                return False
            if cell.has_star and any(path.partition(".")[0] == name for path in cell.used):
                return False
        return not hasattr(builtins, name)

    def needs(self, top: str, except_below: str) -> bool:
        """Whether a package's name is read for anything but what is below one of its modules, and nothing else
        binds it."""
        below = f"{except_below}."
        read = any(
            (path == top or path.startswith(f"{top}.")) and path != except_below and not path.startswith(below)
            for cell in self.cells
            for path in cell.used
        )
        bindings = [binding for cell in self.cells for binding in cell.bindings if binding.name == top]
        return read and all(binding.loads == except_below for binding in bindings)


@dataclass(slots=True)
class Speller:
    """Finds the local spelling of symbols in one cell, and collects the imports that this takes."""

    imports: Imports
    added: dict[str, tuple[str, str]] = field(default_factory=dict)  # statement → (name, symbol)

    def spell(self, symbol: str, line: int) -> str:
        """How code in this line spells the symbol; an import is added if there is no spelling yet."""
        if symbol.startswith("builtins.") and self._is_builtin(leaf := symbol.removeprefix("builtins.")):
            return leaf
        return self._known(symbol, line) or self._imported(symbol)

    def _is_builtin(self, leaf: str) -> bool:
        for cell in self.imports.cells:  # there may be thousands
            if leaf in cell.assigned:
                return False
            if cell.shadows and any(shadow.name == leaf for shadow in cell.shadows):
                return False
            if cell.bindings and any(binding.name == leaf for binding in cell.bindings):
                return False
        return True

    def _known(self, symbol: str, line: int) -> str | None:
        best: tuple[int, str] | None = None
        module = module_of(symbol)
        loaded = self.imports.loaded(line)
        visible = [(name, binding.symbol) for name, binding in self.imports.visible(line).items()]
        for name, bound in [*visible, *self.added.values()]:
            if bound == symbol:
                spelled = name
            elif not symbol.startswith(f"{bound}."):
                continue
            elif module in (bound, "") or len(bound) > len(module) or bound in _EAGER or module in loaded | _LOADED:
                spelled = name + symbol.removeprefix(bound)
            else:
                continue
            if best is None or len(bound) > best[0]:
                best = len(bound), spelled
        return best[1] if best else None

    def _imported(self, symbol: str) -> str:
        module = module_of(symbol)
        top = symbol.partition(".")[0]
        root = next((m for m in (module, symbol, top if top in _EAGER else "") if m in ALIASES), None)
        if root is not None:
            name = self._add(f"import {root} as {{}}", ALIASES[root], root)
            return name + symbol.removeprefix(root)
        if not module:
            return self._add_plain(symbol)
        if "." not in module and not _is_class(symbol[len(module) + 1 :]) and self.imports.is_free(module, module):
            return self._add_plain(module) + symbol.removeprefix(module)
        leaf, _, rest = symbol[len(module) + 1 :].partition(".")
        name = self._add(f"from {module} import {leaf} as {{}}", leaf, f"{module}.{leaf}")
        return f"{name}.{rest}" if rest else name

    def _add_plain(self, module: str) -> str:
        return self._add(f"import {module} as {{}}", module, module)

    def _add(self, statement: str, name: str, symbol: str) -> str:
        taken = dict(self.added.values())
        while not self.imports.is_free(name, symbol) or taken.get(name, symbol) != symbol:
            name = f"_{name}"
        text = statement.format(name).removesuffix(f" {name} as {name}")
        if text != statement.format(name):
            text += f" {name}"
        self.added[text] = (name, symbol)
        return name


def module_of(symbol: str) -> str:
    """The module part of a symbol's path: all before its class, or before its last part. Empty for a bare name."""
    parts = symbol.split(".")
    for index, part in enumerate(parts[:-1]):
        if _is_class(part):
            return ".".join(parts[:index])
    return ".".join(parts[:-1])


def _is_class(part: str) -> bool:
    return part.lstrip("_")[:1].isupper()


def collect(cells: Iterable[tuple[int, ast.Module]]) -> Imports:
    """The bindings of a notebook's cells, given as (index, syntax tree) in the order in which they run."""
    names = tuple(read_names(index, tree) for index, tree in cells)
    return Imports(names, names[0].index if names else 0)


def read_names(index: int, tree: ast.Module) -> CellNames:
    """What one cell imports, binds and reads."""
    reader = _Reader()
    reader.read(tree)
    stars = [b for b in reader.bindings if b.name == "*"]
    return CellNames(
        index,
        tuple(binding for binding in reader.bindings if binding.name != "*"),
        frozenset(reader.conditional),
        frozenset(reader.assigned),
        tuple(reader.shadows),
        frozenset(reader.used),
        bool(stars) or any(name == "*" for name, _ in reader.conditional),
    )


def imported(statement: ast.Import | ast.ImportFrom) -> Iterator[Binding]:
    """The bindings that an import statement makes; relative imports bind symbols that no library has."""
    for alias in statement.names:
        if isinstance(statement, ast.ImportFrom):
            module = "." * statement.level + (statement.module or "")
            yield Binding(alias.asname or alias.name, f"{module}.{alias.name}", statement.lineno)
        elif alias.asname or "." not in alias.name:
            yield Binding(alias.asname or alias.name, alias.name, statement.lineno)
        else:
            top = alias.name.partition(".")[0]
            yield Binding(top, top, statement.lineno, alias.name)


class _Reader:
    def __init__(self) -> None:
        self.bindings: list[Binding] = []
        self.conditional: set[tuple[str, str]] = set()
        self.assigned: set[str] = set()
        self.shadows: list[Shadow] = []
        self.used: set[str] = set()

    def read(self, tree: ast.Module) -> None:
        index = index_of(tree)
        scopes: list[tuple[int, _Scope]] = []  # those around the node, with where they end
        resume = 1
        for at, node in enumerate(index.order):
            kind = type(node)
            if at < resume or kind not in _READ:
                continue
            while scopes and at >= scopes[-1][0]:
                scopes.pop()
            scope = scopes[-1][1] if scopes else None
            match node:
                case ast.Name(id=name, ctx=ast.Load()):
                    self.used.add(name)
                case ast.Name(id=name):
                    self._bind(name, scope)
                case ast.Attribute():
                    if path := dotted(node):
                        self.used.add(path)
                        resume = index.ends[at]
                case ast.Import() | ast.ImportFrom():
                    self._import(node, scope, index.parents[node] is tree)
                case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                    self._bind(name, scope)
                case ast.MatchMapping(rest=str(name)):
                    self._bind(name, scope)
                case ast.arg(arg=name):
                    for _, each in scopes:
                        self._bind(name, each)
                case _ if kind in _SCOPES:
                    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                        self._bind(node.name, scope)
                    scopes.append((index.ends[at], _scope(node)))
                case _:
                    pass

    def _import(self, node: ast.Import | ast.ImportFrom, scope: _Scope | None, top: bool) -> None:
        if top:
            self.bindings.extend(imported(node))
            return
        for binding in imported(node):
            if scope is None:
                self.conditional.add((binding.name, binding.symbol))
            else:
                self._bind(binding.name, scope)

    def _bind(self, name: str, scope: _Scope | None) -> None:
        if scope is None or name in scope.declared:
            self.assigned.add(name)
        else:
            self.shadows.append(Shadow(name, scope.first, scope.last))


@dataclass(frozen=True, slots=True)
class _Scope:
    first: int
    last: int
    declared: frozenset[str]  # by `global`


def _scope(node: ast.AST) -> _Scope:
    declared = {name for child in walk(node) if isinstance(child, ast.Global) for name in child.names}
    return _Scope(node.lineno, node.end_lineno, frozenset(declared))  # type: ignore[attr-defined]


def dotted(node: ast.expr) -> str | None:
    """The path that a chain of attributes of a name spells, or None if it isn't one."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
        return None
    return ".".join([node.id, *reversed(parts)])


def insertion_line(tree: ast.Module) -> int:
    """The line after which new imports go (0: at the top): behind the docstring, magics and imports that begin it."""
    after = 0
    for position, statement in enumerate(tree.body):
        following = tree.body[position + 1].lineno if position + 1 < len(tree.body) else None
        end = statement.end_lineno or statement.lineno
        if following is not None and following <= end:
            break  # something else shares the line
        match statement:
            case ast.Import() | ast.ImportFrom():
                after = end
            case ast.Expr(value=ast.Constant(value=str())) if position == 0:
                after = end
            case ast.Expr(value=ast.Name(id=name) | ast.Call(func=ast.Name(id=name))) if MAGIC.fullmatch(name):
                after = end
            case _:
                break
    return after


def statements_of(added: Mapping[str, tuple[str, str]] | Sequence[str]) -> list[str]:
    """Import statements in the order in which they are written: plain imports first."""
    return sorted(added, key=lambda text: (text.startswith("from "), text))
