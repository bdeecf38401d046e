"""Import statements whose names come from somewhere else now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import libcst as cst
from libcst.helpers import get_full_name_for_node

from codemods.apply.errors import RefusedError
from codemods.apply.whitespace import EMPTY, Items
from codemods.records import MoveImport

KeepsTop = Callable[[str, str], bool]


@dataclass(slots=True)
class _Moves:
    """Where names go: an exact path first, else the longest module that a path is in."""

    to: dict[str, MoveImport]
    unused: set[str] = field(default_factory=set)

    def target(self, path: str) -> tuple[str | None, bool]:
        """Where the path goes, and whether the name that it is bound to by default stays."""
        found = [old for old in self.to if f"{path}.".startswith(f"{old}.")]
        if not found:
            return path, True
        old = max(found, key=len)
        self.unused.discard(old)
        move = self.to[old]
        return None if move.new is None else move.new + path.removeprefix(old), move.keep_name


def move_imports(
    statement: cst.BaseSmallStatement, moves: Sequence[MoveImport], keeps_top: KeepsTop
) -> list[cst.BaseSmallStatement]:
    """The statements that an import statement becomes; none if all its names went away.

    `keeps_top(top, module)` says whether the package name that `import module` binds is needed for more than that.
    Raises RefusedError if the statement doesn't import a name as asked.
    """
    to: dict[str, MoveImport] = {}
    for move in moves:
        if to.setdefault(move.old, move) != move:
            raise RefusedError(f"two edits move {move.old} to different places")
    wanted = _Moves(to, set(to))
    if isinstance(statement, cst.Import):
        result = _plain(statement, wanted, keeps_top)
    elif isinstance(statement, cst.ImportFrom):
        result = _from(statement, wanted)
    else:
        raise RefusedError("there is no import statement here")
    if wanted.unused:
        raise RefusedError(f"the statement does not import {min(wanted.unused)}")
    return result


def _plain(statement: cst.Import, moves: _Moves, keeps_top: KeepsTop) -> list[cst.BaseSmallStatement]:
    names: list[cst.ImportAlias] = []
    for alias in statement.names:
        path = alias.evaluated_name
        target, keeps_name = moves.target(path)
        if target == path:
            names.append(alias)
            continue
        top = path.partition(".")[0]
        if alias.asname is None and (target or "").partition(".")[0] != top and keeps_top(top, path):
            names.append(cst.ImportAlias(cst.Name(top)))
        if target is not None:
            # What `import a.old` binds can't stay bound to it; its uses are edited on their own.
            local = alias.evaluated_alias or (path if "." not in path and keeps_name else None)
            names.append(alias.with_changes(name=_path(target), asname=_as(local) if local != target else None))
    if not names:
        return []
    kept = [name.with_changes(comma=cst.MaybeSentinel.DEFAULT) for name in _unique(names)]
    return [statement.with_changes(names=kept)]


def _from(statement: cst.ImportFrom, moves: _Moves) -> list[cst.BaseSmallStatement]:
    if statement.relative or statement.module is None:
        raise RefusedError("a relative import is not the library's")
    module = get_full_name_for_node(statement.module) or ""
    if isinstance(statement.names, cst.ImportStar):
        target, _ = moves.target(f"{module}.*")
        if target is None:
            return []
        return [statement.with_changes(module=_path(target.rpartition(".")[0]))]
    places: dict[str, list[int]] = {}  # module ("" for a plain import) → indices of the names
    aliases = list(statement.names)
    for index, alias in enumerate(statement.names):
        target, keeps_name = moves.target(f"{module}.{alias.evaluated_name}")
        if target is None:
            continue
        where, _, leaf = target.rpartition(".")
        places.setdefault(where, []).append(index)
        if target != f"{module}.{alias.evaluated_name}":
            local = alias.evaluated_alias or (alias.evaluated_name if keeps_name else leaf)
            aliases[index] = alias.with_changes(name=cst.Name(leaf), asname=_as(local) if local != leaf else None)
    stays = module if module in places else next((place for place in places if place), None)
    result: list[cst.BaseSmallStatement] = []
    if stays is not None:
        items = _items(statement, aliases)
        for index in sorted(set(range(len(aliases))) - set(places[stays]), reverse=True):
            items = items.without(index)
        result.append(_with_items(statement.with_changes(module=_path(stays)), items))
    for place, indices in places.items():
        if place == stays:
            continue
        names = [aliases[index].with_changes(comma=cst.MaybeSentinel.DEFAULT) for index in indices]
        if place:
            result.append(cst.ImportFrom(module=_path(place), names=names))
        else:
            result.append(cst.Import(names=names))
    return result


def _unique(names: Sequence[cst.ImportAlias]) -> list[cst.ImportAlias]:
    found: dict[tuple[str, str | None], cst.ImportAlias] = {}
    for name in names:
        found.setdefault((name.evaluated_name, name.evaluated_alias), name)
    return list(found.values())


def _path(dotted: str) -> cst.Attribute | cst.Name:
    parts = dotted.split(".")
    node: cst.Attribute | cst.Name = cst.Name(parts[0])
    for part in parts[1:]:
        node = cst.Attribute(node, cst.Name(part))
    return node


def _as(local: str | None) -> cst.AsName | None:
    return cst.AsName(cst.Name(local)) if local else None


def _items(statement: cst.ImportFrom, aliases: Sequence[cst.ImportAlias]) -> Items:
    gaps: list[cst.BaseParenthesizableWhitespace] = [statement.lpar.whitespace_after if statement.lpar else EMPTY]
    trailing = False
    for index, alias in enumerate(aliases):
        comma = alias.comma if isinstance(alias.comma, cst.Comma) else None
        if index < len(aliases) - 1:
            gaps.append(comma.whitespace_after if comma else cst.SimpleWhitespace(" "))
            continue
        trailing = comma is not None
        end = statement.rpar.whitespace_before if statement.rpar else EMPTY
        gaps.append(comma.whitespace_after if comma and not comma.whitespace_after.empty else end)
    return Items(tuple(aliases), tuple(gaps), trailing)


def _with_items(statement: cst.ImportFrom, items: Items) -> cst.ImportFrom:
    names = [alias.with_changes(comma=comma) for alias, comma in zip(items.nodes, items.commas(), strict=True)]
    if statement.lpar is None or statement.rpar is None:
        return statement.with_changes(names=names)
    end = EMPTY if items.trailing_comma else items.gaps[-1]
    return statement.with_changes(
        names=names,
        lpar=statement.lpar.with_changes(whitespace_after=items.gaps[0]),
        rpar=statement.rpar.with_changes(whitespace_before=end),
    )
