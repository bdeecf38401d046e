"""Changing an object in place, seen through all the names it may have."""

from __future__ import annotations

import ast
from collections.abc import Callable

from codemods.infer.frames import FRAME, SERIES, without_dtypes
from codemods.infer.machine import Machine
from codemods.infer.scope import Scope
from codemods.infer.sites import SITE, sites
from codemods.infer.values import join, only, transform_instances, with_facts
from codemods.types import DictOf, Instance, ListOf, TupleOf, Type, Types, UserInstance

Change = Callable[[Instance], Instance]


def at_site(machine: Machine, types: Types, node: ast.AST) -> Types:
    """New objects, made by the call `node`: two names with the same site may be the same object."""
    if not sites(types):
        return types
    site = str(machine.sites.setdefault(node, len(machine.sites)))

    def mark(kind: Instance) -> Instance:
        return with_facts(kind, **{SITE: site}) if kind.name in (FRAME, SERIES) else kind

    return transform_instances(types, mark)


def may_alias(a: Instance, b: Instance) -> bool:
    sites = a.fact(SITE), b.fact(SITE)
    return a.name == b.name and (sites[0] == sites[1] or None in sites)


def mutate(machine: Machine, place: ast.expr | None, target: Instance, change: Change, scope: Scope) -> None:
    """`target`, reached by the expression `place`, is changed in place. Its other names may see the change, or not."""

    def weakly(kind: Instance) -> Instance:
        if not may_alias(kind, target):
            return kind
        changed = only(join(frozenset({kind}), frozenset({change(kind)})))
        return changed if isinstance(changed, Instance) else Instance(kind.name)

    direct = scope.holder(place.id) if isinstance(place, ast.Name) else None
    before = direct.names[place.id] if direct is not None and isinstance(place, ast.Name) else None
    site = target.fact(SITE)
    for live in machine.live_scopes():
        for name in live.holding(site):
            if sites(live.names[name]):
                live.names[name] = transform_instances(live.names[name], weakly)
    for info in machine.classes:
        for name, types in info.attributes.items():
            if sites(types):
                info.attributes[name] = transform_instances(types, weakly)
    if direct is not None and before is not None and isinstance(place, ast.Name):
        direct.names[place.id] = frozenset(
            change(kind) if isinstance(kind, Instance) and kind.name == target.name else kind for kind in before
        )
        direct.note(place.id)


def touch_parent(machine: Machine, place: ast.expr | None, scope: Scope) -> None:
    """`frame.column` or `frame["column"]` is changed in place: so is what the frame holds."""
    if not isinstance(place, ast.Attribute | ast.Subscript):
        return
    for kind in machine.types.get(place.value) or machine.eval(place.value, scope):
        if isinstance(kind, Instance) and kind.name == FRAME:
            mutate(machine, place.value, kind, without_dtypes, scope)


def reorder(machine: Machine, types: Types) -> None:
    """These lists change in place: which item stands where is not known any more, by whatever name."""
    for kind in types:
        if isinstance(kind, ListOf) and kind.known:
            tables = [*(live.names for live in machine.live_scopes()), *(info.attributes for info in machine.classes)]
            for names in tables:
                for name, held in names.items():
                    names[name] = _without_places(held, kind)


def _without_places(types: Types, changed: ListOf) -> Types:
    return frozenset([_plain(kind, changed) for kind in types])


def _plain(kind: Type, changed: ListOf) -> Type:
    match kind:
        case ListOf():
            known = () if kind == changed else tuple(_without_places(item, changed) for item in kind.known)
            return ListOf(_without_places(kind.item, changed), kind.name, known)
        case TupleOf(items=items):
            return TupleOf(tuple(_without_places(item, changed) for item in items))
        case DictOf(key=key, value=value, known=items):
            values = tuple((name, _without_places(held, changed)) for name, held in items)
            return DictOf(key, _without_places(value, changed), values)
        case _:
            return kind


def forget(machine: Machine, types: Types, scope: Scope) -> None:
    """These objects were handed to code that is not known: it may have changed them in place."""
    reorder(machine, types)
    for kind in types:
        if isinstance(kind, Instance) and kind.name in (FRAME, SERIES) and kind.facts:
            mutate(machine, None, kind, lambda each: Instance(each.name), scope)


def set_user_attribute(machine: Machine, kind: Type, name: str, types: Types) -> None:
    """`self.name = types`: the attribute may hold this from now on, in every instance."""
    if isinstance(kind, UserInstance):
        attributes = machine.classes[kind.key].attributes
        attributes[name] = join(attributes[name], types) if name in attributes else types
