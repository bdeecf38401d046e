"""What import statements bind."""

from __future__ import annotations

import ast

from codemods.infer import rules
from codemods.infer.attributes import module_member, symbol
from codemods.infer.machine import Machine
from codemods.infer.scope import Scope
from codemods.types import UNKNOWN, Module, Symbolic, Types

# A module that binds the names of others as its own.
MERGED = {"pylab": ("numpy", "numpy.random", "numpy.fft", "numpy.linalg", "matplotlib.pyplot", "matplotlib.pylab")}


def import_(machine: Machine, node: ast.Import, scope: Scope) -> None:
    for alias in node.names:
        _load(machine, alias.name)
        path = alias.name if alias.asname else alias.name.split(".")[0]
        scope.bind(alias.asname or path, frozenset({Module(path)}), node)


def import_from(machine: Machine, node: ast.ImportFrom, scope: Scope) -> None:
    module = absolute(node, scope.top.package)
    own = not node.level or module in machine.modules or module == scope.top.package
    if own:
        _load(machine, module)
    for alias in node.names:
        if alias.name == "*":
            for name, types in star(machine, module).items() if own else ():
                scope.bind(name, types, node)
            continue
        path = f"{module}.{alias.name}" if module else alias.name
        if own:
            _load(machine, path)
        known = own and (module or path in machine.modules)
        types = module_member(machine, module, alias.name) if known else frozenset({Symbolic(path)})
        scope.bind(alias.asname or alias.name, types, node)


def absolute(node: ast.ImportFrom, package: str) -> str:
    """The full name of the module that a statement in a module of `package` imports from; "": beside the notebook."""
    if not node.level:
        return node.module or ""
    parts = package.split(".") if package else []
    outer = parts[: max(len(parts) - node.level + 1, 0)]
    return ".".join([*outer, *([node.module] if node.module else [])])


def star(machine: Machine, module: str) -> dict[str, Types]:
    """What `from module import *` binds."""
    user = machine.user_modules.get(module)
    if user is not None:
        return {name: types for name, types in user.names.items() if not name.startswith("_")}
    found: dict[str, Types] = {}
    sources = (*MERGED.get(module, ()), module)
    machine.stars += [s for s in sources if s not in machine.stars]
    for source in sources:
        for name in machine.knowledge.star(source):
            found[name] = symbol(machine, f"{source}.{name}")
    if module in ("pylab", "matplotlib.pylab"):
        found |= {"np": frozenset({Module("numpy")}), "plt": frozenset({Module("matplotlib.pyplot")})}
    return found


def starred(machine: Machine, name: str) -> Types:
    """What a name denotes that nothing binds, if it came with a star import from a release of its time."""
    if name.startswith("_") or not all(machine.knowledge.known(s.partition(".")[0]) or s == "pylab" for s in machine.stars):
        return UNKNOWN
    paths = (f"{module}.{name}" for module in reversed(machine.stars))
    path = next((p for p in paths if machine.knowledge.entity(p) is not None), None)
    return symbol(machine, path) if path is not None else UNKNOWN


def _load(machine: Machine, path: str) -> None:
    """Get the rules for the library; of the user's own module of that name, run the code, once, its packages' first."""
    rules.load(path.partition(".")[0])
    if not machine.modules:
        return
    parts = path.split(".")
    for count in range(1, len(parts) + 1):
        _run_module(machine, ".".join(parts[:count]))


def _run_module(machine: Machine, path: str) -> None:
    if path not in machine.modules or path in machine.user_modules:
        return
    from codemods.infer.statements import run

    package = any(other.startswith(f"{path}.") for other in machine.modules)
    scope = Scope(package=path if package else path.rpartition(".")[0])
    machine.user_modules[path] = scope
    for statement in machine.modules[path].body:
        machine.epoch += 1
        if not run(machine, statement, scope):
            break
