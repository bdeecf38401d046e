"""Reviewed rules: what no table can express. One module a family of libraries, loaded when the library is imported.

A rule takes the `Call` and returns types, or None to leave the answer to the tables. Rules are keyed by identity:
functions by dotted name, methods and attributes by class and name; a class inherits the rules of its bases.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

from codemods.infer.rules.aliases import BASES, class_identity
from codemods.types import UNKNOWN, Function, Instance, Types

if TYPE_CHECKING:
    from codemods.infer.calls import Call
    from codemods.infer.machine import Machine

T = TypeVar("T")
Rule = Callable[["Call"], Types | None] | Types
AttributeRule = Callable[[Instance], Types] | Types

FUNCTIONS: dict[str, Rule] = {}
CONSTRUCTORS: dict[str, Callable[[Call], Types | None]] = {}
METHODS: dict[str, dict[str, Rule]] = {}
ATTRIBUTES: dict[str, dict[str, AttributeRule]] = {}
CONSTANTS: dict[str, Types] = {}
ITEMS: dict[str, Callable[[Instance, str], Types]] = {}
KEYED: dict[str, Callable[[Instance, str | int], Types | None]] = {}  # items by a literal key
ITERATION: dict[str, Callable[[Instance], Types]] = {}

MODULES: Mapping[str, str] = {
    "pandas": "pandas",
    "numpy": "numpy",
    "scipy": "scipy",
    "matplotlib": "plotting",
    "seaborn": "plotting",
    "pylab": "plotting",
    "mpl_toolkits": "plotting",
    "sklearn": "learning",
    "imblearn": "learning",
    "xgboost": "learning",
    "lightgbm": "learning",
    "catboost": "learning",
    "category_encoders": "learning",
    "keras": "networks",
    "tensorflow": "networks",
    "torch": "networks",
    "torchvision": "networks",
    "gensim": "texts",
    "nltk": "texts",
    "statsmodels": "statistics",
    "patsy": "statistics",
    "PIL": "images",
    "Image": "images",
    "cv2": "images",
    "skimage": "images",
}
# Loaded along, because values of these libraries come out of that one's functions.
ALONG: Mapping[str, tuple[str, ...]] = {
    "pandas": ("numpy", "plotting"),
    "plotting": ("numpy",),
    "learning": ("numpy", "pandas", "scipy", "plotting"),
    "networks": ("numpy", "images"),
    "texts": ("numpy",),
    "statistics": ("numpy", "pandas"),
    "scipy": ("numpy",),
    "images": ("numpy",),
}
_loaded: set[str] = set()


def load(library: str) -> None:
    """Load the rules for the library of this import name, if there are any."""
    module = MODULES.get(library)
    if module is not None:
        _load(module)


def load_standard() -> None:
    """Load the rules for the standard library."""
    _load("standard")


def _load(module: str) -> None:
    if module in _loaded:
        return
    _loaded.add(module)
    for other in ALONG.get(module, ()):
        _load(other)
    import_module(f"codemods.infer.rules.{module}").register()


def methods(classes: str, names: str, rule: Rule) -> None:
    """Register one rule for several methods (names separated by spaces) of several classes."""
    for class_name in classes.split():
        METHODS.setdefault(class_name, {}).update(dict.fromkeys(names.split(), rule))


def attributes(classes: str, names: str, rule: AttributeRule) -> None:
    for class_name in classes.split():
        ATTRIBUTES.setdefault(class_name, {}).update(dict.fromkeys(names.split(), rule))


def functions(prefix: str, names: str, rule: Rule) -> None:
    FUNCTIONS.update({f"{prefix}.{name}": rule for name in names.split()})


# --- look-ups


def find_method_rule(machine: Machine, class_name: str, name: str) -> Rule | None:
    return _find(machine, METHODS, class_name, name)


def find_attribute_rule(machine: Machine, class_name: str, name: str) -> AttributeRule | None:
    return _find(machine, ATTRIBUTES, class_name, name)


def _find(machine: Machine, table: Mapping[str, Mapping[str, T]], class_name: str, name: str) -> T | None:
    for base in machine.mro(class_name):
        rules = table.get(base)
        if rules is not None and name in rules:
            return rules[name]
    return None


def constructor_rule(machine: Machine, name: str, path: str) -> Callable[[Call], Types | None] | None:
    from codemods.infer.builtins import builtin_call

    if name.startswith("builtins."):
        return lambda call: builtin_call(call, name.removeprefix("builtins."))
    return next((CONSTRUCTORS[base] for base in (path, *machine.mro(name)) if base in CONSTRUCTORS), None)


def function_rule(machine: Machine, name: str, path: str) -> Rule | None:
    from codemods.infer.builtins import builtin_call

    if name.startswith("builtins."):
        return lambda call: builtin_call(call, name.removeprefix("builtins."))
    rule = FUNCTIONS.get(name)
    return rule if rule is not None else FUNCTIONS.get(path)


def item_rule(machine: Machine, kind: Instance, node: ast.expr, shape: str) -> Types:
    """`kind[node]` for classes that have a rule of their own, or a `__getitem__` that the tables know."""
    from codemods.infer.attributes import find_member
    from codemods.infer.specs import from_spec

    literal = node.value if isinstance(node, ast.Constant) else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        literal = -node.operand.value if isinstance(node.operand.value, int) else None
    for base in machine.mro(kind.name):
        if base in KEYED and isinstance(literal, str | int):
            found = KEYED[base](kind, literal)
            if found is not None:
                return found
        if base in ITEMS:
            return ITEMS[base](kind, shape)
    member = find_member(machine, kind.name, "__getitem__")
    return from_spec(member.spec, kind) if member is not None else UNKNOWN


def iteration_rule(machine: Machine, kind: Instance) -> Types:
    """The items of an instance of a library class."""
    from codemods.infer.attributes import find_member
    from codemods.infer.specs import from_spec
    from codemods.infer.subscripts import iterate

    for base in machine.mro(kind.name):
        if base in ITERATION:
            return ITERATION[base](kind)
    member = find_member(machine, kind.name, "__iter__")
    made = from_spec(member.spec, kind) if member is not None else UNKNOWN
    return iterate(machine, made) if made and not any(isinstance(k, Instance) for k in made) else UNKNOWN


def function_method(machine: Machine, owner: Function, name: str, call: Call) -> Types:
    """`np.maximum.accumulate(…)`: methods of function objects."""
    return UNKNOWN


def family_method(machine: Machine, class_name: str, name: str, call: Call) -> Types:
    """What methods of that name do in the libraries of the class's family, where nothing more exact is known."""
    from codemods.infer.builtins import string_method
    from codemods.infer.rules.families import family

    if class_name in ("builtins.str", "builtins.unicode"):
        return string_method(name)
    return family(machine, class_name, name, call)


__all__ = ["BASES", "CONSTANTS", "FUNCTIONS", "class_identity", "find_attribute_rule", "find_method_rule"]
