"""What the database alone tells: symbols gone, moved or renamed, keywords and their values renamed, positions that became
keyword-only.

Only changes that mining is certain of are rewritten; the rest is reported with the best candidate.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apidb.versions import older
from codemods.fixing import Answer, Context, Decline, Fix
from codemods.recipes import move_symbol
from codemods.records import MoveImport
from codemods.vintage import SEEDS

if TYPE_CHECKING:
    from apidb import Change, Library, Signature, Symbol

SYMBOL, KEYWORD, POSITION, VALUE = "DB001", "DB002", "DB003", "DB004"
POSITIONS = "*"  # among claimed keywords: the arguments passed by position have been answered for


@dataclass(frozen=True, slots=True)
class Mined:
    """An answer of the database, with what the report needs to cite it."""

    code: str
    symbol: str
    answer: Fix | Decline
    message: str
    release: str
    evidence: str


def gone(event: str, node: ast.AST, path: str, library: Library, context: Context) -> Mined | None:
    """The symbol `path`, which the target is sure to have lost (`Finder.is_gone`), is used at `node`: what did it become?"""
    release = _target_release(library, context)
    if release is None:
        return None
    if event == "attr" and library.resolve(path.rpartition(".")[0], release) is None:
        return None  # the class itself goes by another name now: nothing can be said of its members
    from apidb import ChangeKind, Confidence

    kinds = (ChangeKind.REMOVED, ChangeKind.MOVED, ChangeKind.RENAMED)
    changes = [c for c in library.history(path).changes if c.kind in kinds]
    live = [c for c in changes if c.new is not None and library.resolve(c.new, release) is not None]
    best = next((c for c in live if c.confidence is Confidence.CERTAIN), None)
    when = changes[-1].release if changes else ""
    if best is not None and best.new is not None and _same_kind(library, path, best, release):
        if event == "attr" and isinstance(node, ast.Attribute):
            answer: Answer = Fix((context.rename_attribute(node, best.new.rpartition(".")[2]),))
        else:
            answer = move_symbol(node, path, best.new, context)
        if answer is None:
            return None
        return Mined(SYMBOL, path, answer, f"{path} is {best.new} now", _cite(library, best.release), best.evidence)
    if isinstance(node, ast.alias) and context.import_unused(node):
        drop = Fix((MoveImport(context.span(context.statement(node)), path, None),))
        return Mined(SYMBOL, path, drop, f"{path} is gone, and nothing uses the import", _cite(library, when), "")
    hint = next(iter(sorted(live, key=lambda c: list(Confidence).index(c.confidence))), None)
    reason = "the target no longer has it, and no certain replacement is known"
    if hint is not None:
        reason += f"; perhaps {hint.new} ({hint.evidence})"
    elif changes and changes[-1].evidence:
        reason += f" ({changes[-1].evidence})"
    return Mined(SYMBOL, path, Decline(reason), f"{path} is gone", _cite(library, when), "")


def call(node: ast.Call, name: str, library: Library, context: Context, claimed: set[str]) -> list[Mined]:
    """Does the call still fit the signature? `claimed` are keywords that a fixer or recipe answers for."""
    release = _target_release(library, context)
    now = library.resolve(name, release) if release else None
    if now is None and release:
        now = _moved_to(name, release, library)
    if now is None or now.signature is None:
        return []
    found = list(_keywords(node, name, now, library, context, claimed))
    found += _values(node, name, now, library, context, claimed)
    if POSITIONS not in claimed and (positions := _positions(node, name, now, library, context)) is not None:
        found.append(positions)
    return found


def _keywords(node: ast.Call, name: str, now: Symbol, library: Library, context: Context, claimed: set[str]) -> Sequence[Mined]:
    from apidb import ChangeKind, Confidence

    signature = now.signature
    if signature is None:
        return []
    found = []
    changes = None
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg in claimed or signature.get(keyword.arg) is not None:
            continue
        if keyword.arg in SEEDS and signature.get("rng") is not None:
            continue
        if changes is None:
            changes = [c for c in library.history(name).changes if c.old is not None]
        mine = [c for c in changes if c.old == keyword.arg and c.kind in (ChangeKind.KEYWORD_RENAMED, ChangeKind.KEYWORD_REMOVED)]
        if signature.takes_any_keyword and not mine:
            continue
        new = next((c for c in mine if c.kind is ChangeKind.KEYWORD_RENAMED and c.confidence is Confidence.CERTAIN), None)
        if new is not None and new.new is not None and signature.get(new.new) is not None:
            if context.keyword(node, new.new) is not None:
                continue
            answer: Fix | Decline = Fix((context.edit_call(node, rename={keyword.arg: new.new}),))
            found.append(
                Mined(
                    KEYWORD,
                    name,
                    answer,
                    f"{keyword.arg}= is {new.new}= now",
                    _cite(library, new.release),
                    new.evidence,
                )
            )
            continue
        if not _had_keyword(name, keyword.arg, library, context):
            continue  # never a parameter that we know of: not our finding
        if signature.takes_any_keyword:
            continue  # it may still be taken from the ** arguments
        hint = next((c for c in mine if c.new), None)
        reason = f"{name} no longer takes {keyword.arg}=" + (f"; perhaps {hint.new}= ({hint.evidence})" if hint else "")
        when = mine[-1].release if mine else ""
        found.append(
            Mined(
                KEYWORD,
                name,
                Decline(reason),
                f"{keyword.arg}= is gone",
                _cite(library, when),
                mine[-1].evidence if mine else "",
            )
        )
    return found


def _values(node: ast.Call, name: str, now: Symbol, library: Library, context: Context, claimed: set[str]) -> Iterator[Mined]:
    """Strings that a parameter no longer takes: `loss="ls"`, by keyword or by position."""
    from apidb import ChangeKind, Confidence

    if now.signature is None:
        return
    given: list[tuple[str | int, str, ast.expr]] = [(k.arg, k.arg, k.value) for k in node.keywords if k.arg is not None]
    if not any(isinstance(a, ast.Starred) for a in node.args):
        given += [(i, p.name, a) for i, (p, a) in enumerate(zip(now.signature.positional, node.args, strict=False))]
    texts = [
        (key, parameter, value)
        for key, parameter, value in given
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and not {parameter, str(key)} & claimed
    ]
    if not texts:
        return
    kinds = (ChangeKind.VALUE_RENAMED, ChangeKind.VALUE_REMOVED)
    due = {
        change.old: change
        for change in library.history(name).changes
        if change.kind in kinds and not older(now.release, change.release)
    }
    for key, parameter, value in texts:
        change = due.get(f"{parameter}={value.value!r}")
        if change is None or now.signature.get(parameter) is None:
            continue
        new = change.new.partition("=")[2] if change.new else None
        cite = _cite(library, change.release)
        if new is not None and change.confidence is Confidence.CERTAIN:
            message = f"{parameter}={value.value!r} is {parameter}={new} now"
            yield Mined(VALUE, name, Fix((context.edit_call(node, values={key: new}),)), message, cite, change.evidence)
        elif new is not None or change.confidence is Confidence.CERTAIN:
            reason = f"{name} no longer takes {parameter}={value.value!r}" + (f"; perhaps {new}" if new else "")
            reason += f" ({change.evidence})"
            yield Mined(VALUE, name, Decline(reason), f"{parameter}={value.value!r} is gone", cite, change.evidence)


def _moved_to(name: str, release: str, library: Library) -> Symbol | None:
    """What a symbol became under the same last name elsewhere: its call must fit there."""
    for change in library.history(name).changes:
        same_leaf = change.new is not None and change.new.rpartition(".")[2] == name.rpartition(".")[2]
        if change.new is not None and change.old is None and same_leaf:
            found = library.resolve(change.new, release)
            if found is not None:
                return found
    return None


def _positions(node: ast.Call, name: str, now: Symbol, library: Library, context: Context) -> Mined | None:
    """Arguments by position that the target takes by keyword only, or (where the symbol moved) at another position."""
    signature = now.signature
    if signature is None or signature.takes_any_position or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    allowed = len(signature.positional)
    moved = now.path != name
    if len(node.args) <= allowed and not moved:
        return None
    old = _signature_then(name, library, context, len(node.args))
    if old is None:
        return None
    places = {p.name: i for i, p in enumerate(signature.positional)}
    used = [p.name for p in old.positional[: len(node.args)]]
    out_of_place = (i for i, p in enumerate(used) if i >= allowed or (signature.get(p) is not None and places.get(p) != i))
    first = next(out_of_place, None)
    if first is None:
        return None
    names = dict(enumerate(used[first:], first))  # after one that is named, all must be
    cite = _cite(library, next((c.release for c in library.history(name).changes if c.kind == "keyword_only"), now.release))
    message = f"{', '.join(names.values())} must be passed by keyword"
    given = {k.arg for k in node.keywords}
    if any(signature.get(n) is None for n in names.values()) or given & set(names.values()) or None in given:
        reason = "arguments are passed by position that the target no longer takes, and their keywords have changed too"
        return Mined(POSITION, name, Decline(reason), message, cite, "")
    evidence = f"signature of {now.path}: {allowed} of {len(node.args)} arguments may be positional"
    return Mined(POSITION, name, Fix((context.edit_call(node, name_positional=names),)), message, cite, evidence)


def _signature_then(name: str, library: Library, context: Context, count: int) -> Signature | None:
    """The signature that took `count` positional arguments: in the vintage's release, else in the newest that did."""
    vintage = context.vintage.release(library.imports[0])
    newest_first = [r.version for r in reversed(library.releases)]
    if vintage is not None:
        newest_first.insert(0, library.nearest(vintage))
    for release in newest_first:
        then = library.resolve(name, release)
        if then is not None and then.signature is not None and len(then.signature.positional) >= count:
            return then.signature
    return None


def _had_keyword(name: str, keyword: str, library: Library, context: Context) -> bool:
    for release in reversed(library.releases):
        then = library.resolve(name, release.version)
        if then is not None and then.signature is not None and then.signature.get(keyword) is not None:
            return True
    return False


def _same_kind(library: Library, path: str, change: Change, release: str) -> bool:
    """A method must not become an attribute, nor a class a function."""
    from apidb import SymbolKind

    new = library.resolve(change.new, release) if change.new else None
    then = next((s for r in reversed(library.releases) if (s := library.resolve(path, r.version)) is not None), None)
    if new is None or then is None:
        return new is not None
    callables = (SymbolKind.FUNCTION, SymbolKind.CLASS)
    return new.kind == then.kind or (new.kind in callables and then.kind in callables)


def _target_release(library: Library, context: Context) -> str | None:
    version = context.target.version(library.imports[0])
    return library.nearest(version) if version else None


def _cite(library: Library, release: str) -> str:
    return f"{library.name} {release}".strip()
