"""What `x.name` is."""

from __future__ import annotations

import ast

from codemods.infer.frames import FRAME, GROUPS, SERIES, column_dtype, has_column, series
from codemods.infer.knowledge import Member
from codemods.infer.machine import Machine
from codemods.infer.rules import CONSTANTS, FUNCTIONS, find_attribute_rule, find_method_rule
from codemods.infer.rules.aliases import class_identity, keras_module
from codemods.infer.rules.families import learned
from codemods.infer.specs import from_spec
from codemods.infer.values import STR, each, one
from codemods.types import (
    UNKNOWN,
    ArrayOf,
    Class,
    DictOf,
    Function,
    Instance,
    ListOf,
    Method,
    Module,
    Symbolic,
    TupleOf,
    Type,
    Types,
    UserClass,
    UserInstance,
)


def get_attribute(machine: Machine, owner: Types, name: str, node: ast.expr | None = None) -> Types:
    """The types of attribute `name` of `owner`; `node` is the attribute expression, if there is one."""
    return each(owner, lambda kind: _get(machine, kind, name, node))


def _get(machine: Machine, kind: Type, name: str, node: ast.expr | None) -> Types:
    match kind:
        case Module(path=path):
            return module_member(machine, path, name)
        case Class(name=class_name):
            patched = machine.patched.get(f"{class_name}.{name}")
            if patched is not None:
                return patched
            return STR if name in ("__name__", "__module__") else frozenset({Method(kind, name)})
        case Symbolic(path=path):
            return symbol(machine, f"{path}.{name}")
        case Function():
            return STR if name == "__name__" else frozenset({Method(kind, name)})
        case Instance():
            return _of_instance(machine, kind, name, node)
        case ArrayOf(item=item, ndim=ndim):
            if name in ("T", "flat"):
                return frozenset({ArrayOf(item, 1 if name == "flat" else ndim)})
            return _of_instance(machine, Instance("numpy.ndarray"), name, node, bound=kind)
        case DictOf(known=known) if known and not hasattr(dict, name) and node not in machine.callees:
            return dict(known).get(name) or frozenset({Method(kind, name)})  # a bunch: named_steps.classifier
        case ListOf() | TupleOf() | DictOf():
            return frozenset({Method(kind, name)})
        case UserInstance():
            return _of_user(machine, kind, name)
        case UserClass(key=key):
            attribute = machine.find_attribute(key, name)
            if attribute is not None:
                return attribute
            return STR if name == "__name__" else frozenset({Method(kind, name)})
        case _:
            return UNKNOWN


def module_member(machine: Machine, path: str, name: str) -> Types:
    """What `path.name` is, `path` being an imported module."""
    inner = f"{path}.{name}" if path else name
    module = machine.user_modules.get(path)
    if module is not None and name in module.names:
        return module.names[name]
    if inner in machine.user_modules:
        return frozenset({Module(inner)})
    if module is not None:
        return UNKNOWN
    return symbol(machine, f"{path}.{name}")


def symbol(machine: Machine, path: str) -> Types:
    """What the dotted path of a library denotes."""
    patched = machine.patched.get(path)
    if patched is not None:
        return patched
    if path in CONSTANTS:
        return CONSTANTS[path]
    if path not in machine.symbols or machine.patched:
        machine.symbols[path] = _symbol(machine, path)
    return machine.symbols[path]


def _symbol(machine: Machine, path: str) -> Types:
    known = class_identity(path)
    if known is not None:
        return frozenset({Class(known, path)})
    entity = machine.knowledge.entity(path)
    if entity is not None and entity.name in machine.patched:
        return machine.patched[entity.name]
    if path in FUNCTIONS or (entity is not None and entity.name in FUNCTIONS):
        return frozenset({Function(entity.name if entity is not None else path, path)})
    if entity is None:
        keras = keras_module(path)
        module = machine.knowledge.entity(keras) if keras is not None else None
        return frozenset({Module(path) if module is not None and module.kind == "module" else Symbolic(path)})
    match entity.kind:
        case "module":
            return frozenset({Module(entity.name)})
        case "class":
            return frozenset({Class(class_identity(entity.name) or entity.name, path)})
        case "function":
            return frozenset({Function(entity.name, path)})
        case _:
            spec = machine.knowledge.returns(entity.name)
            return from_spec(spec) or frozenset({Symbolic(path)})


def find_member(machine: Machine, class_name: str, name: str) -> Member | None:
    """The member of a library class as the tables know it, through its bases; the first with a spec, if any has one."""
    key = (class_name, name)
    if key not in machine.members:
        machine.members[key] = _find_member(machine, class_name, name)
    return machine.members[key]


def _find_member(machine: Machine, class_name: str, name: str) -> Member | None:
    found: Member | None = None
    for base in machine.mro(class_name):
        member = machine.knowledge.member(base, name)
        if member is not None and member.spec:
            return member
        found = found or member
    return found


def _of_instance(machine: Machine, kind: Instance, name: str, node: ast.expr | None, bound: Type | None = None) -> Types:
    part = kind.part(name)
    if part is not None:
        return part
    called = node in machine.callees
    if machine.patched:
        for base in machine.mro(kind.name):
            patched = machine.patched.get(f"{base}.{name}")
            if patched is not None:
                return patched
    if kind.name == FRAME and has_column(kind, name) and not called:
        return series(kind.fact("index"), column_dtype(kind, name))
    rule = find_attribute_rule(machine, kind.name, name)
    if rule is not None:
        return rule(kind) if callable(rule) else rule
    if name == "__class__":
        return frozenset({Class(kind.name, kind.name)})
    method = Method(bound or kind, name)
    if find_method_rule(machine, kind.name, name) is not None:
        return frozenset({method})
    member = find_member(machine, kind.name, name)
    if kind.name == FRAME and name[:1].isupper() and not called:
        member = None  # what stubs list beside T is no match for columns, which are named like that
    if member is not None:
        if member.kind == "function":
            return frozenset({method})
        return from_spec(member.spec, kind) or learned(kind, name) or UNKNOWN
    fitted = learned(kind, name)
    if fitted is not None:
        return fitted
    if kind.name == FRAME and not called and not name.startswith("_"):
        return series(kind.fact("index"))  # no such member: a column
    if kind.name == GROUPS[0] and not called and not name.startswith("_"):
        return one(
            GROUPS[1],
            index=kind.fact("index"),
            as_index=kind.fact("as_index"),
            rows=kind.fact("rows"),
            dtype=column_dtype(kind, name),
        )
    if kind.name == SERIES and not called:
        return UNKNOWN  # the item of a row
    return frozenset({method}) if called or kind.name.startswith("builtins.") else UNKNOWN


def _of_user(machine: Machine, kind: UserInstance, name: str) -> Types:
    attribute = machine.find_attribute(kind.key, name)
    if attribute is not None:
        return attribute
    key = machine.find_method(kind.key, name)
    if key is not None:
        if machine.functions[key].decorators & {"property", "builtins.property", "cached_property"}:
            from codemods.infer.functions import Arguments, call_user

            return call_user(machine, key, Arguments([frozenset({kind})]))
        return frozenset({Method(kind, name)})
    if name == "__class__":
        return frozenset({UserClass(kind.name, kind.key)})
    if name == "__dict__":
        return one("builtins.dict")
    if kind.bases and not machine.classes[kind.key].unknown_base:
        found = [types for base in kind.bases if (types := _of_instance(machine, Instance(base), name, None))]
        if found:
            return each(found[0], lambda each: frozenset({Method(kind, name)}) if isinstance(each, Method) else frozenset({each}))
    return frozenset({Method(kind, name)}) if kind.bases else UNKNOWN
