"""Changing the arguments of a call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import libcst as cst

from codemods.apply.errors import RefusedError
from codemods.apply.precedence import NAMED, binds, parenthesized
from codemods.apply.whitespace import EMPTY, Items
from codemods.records import EditCall, Span

_K = TypeVar("_K")
_V = TypeVar("_V")
Filled = Callable[[str, Mapping[str, Span]], cst.BaseExpression]
Template = tuple[str, tuple[tuple[str, Span], ...]]


@dataclass(frozen=True, slots=True)
class Arguments:
    """What several `EditCall`s ask of one call, together."""

    rename: dict[str, str]
    drop: set[str]
    drop_positional: set[int]
    values: dict[str | int, Template]
    add: dict[str, Template]
    name_positional: dict[int, str]
    spread_known: bool


def merge(edits: Sequence[EditCall]) -> Arguments:
    """One request for several; raises RefusedError where they contradict each other."""
    merged = Arguments({}, set(), set(), {}, {}, {}, all(edit.spread_known for edit in edits if edit.add))
    for edit in edits:
        holes = tuple(sorted(edit.holes.items()))
        _update(merged.rename, edit.rename)
        merged.drop.update(edit.drop)
        merged.drop_positional.update(edit.drop_positional)
        _update(merged.values, {key: (template, holes) for key, template in edit.values.items()})
        _update(merged.add, {key: (template, holes) for key, template in edit.add.items()})
        _update(merged.name_positional, edit.name_positional)
    if merged.drop & (merged.rename.keys() | merged.values.keys()) or merged.drop_positional & (
        merged.name_positional.keys() | merged.values.keys()
    ):
        raise RefusedError("two edits of this call contradict each other")
    return merged


def edit_call(call: cst.Call, wanted: Arguments, fill: Filled) -> cst.Call:
    """The call with its arguments changed.

    Takes the call, what to change, and the function that fills a template. Raises RefusedError if an argument is not
    there, if a star argument hides it, or if the result would not be a call.
    """
    items = _items(call)
    args = list(call.args)
    stars = [index for index, arg in enumerate(args) if arg.star == "*"]
    first_star = stars[0] if stars else len(args)
    at = {arg.keyword.value: index for index, arg in enumerate(args) if arg.keyword is not None}

    def position(index: int) -> int:
        if index >= first_star and stars:
            raise RefusedError("a * argument hides which position this is")
        if index >= len(args) or args[index].keyword is not None or args[index].star:
            raise RefusedError(f"the call has no argument at position {index}")
        return index

    def keyword(name: str) -> int:
        if name not in at:
            if any(arg.star == "**" for arg in args):
                raise RefusedError(f"{name}= may be among the ** arguments")
            raise RefusedError(f"the call has no argument {name}=")
        return at[name]

    for key, (template, holes) in wanted.values.items():
        if isinstance(key, int):
            index = position(key)
        else:
            # The value may be asked for by the old keyword or by the one that it is renamed to.
            index = keyword(next((old for old, new in wanted.rename.items() if new == key and old in at), key))
        args[index] = args[index].with_changes(value=_argument_value(fill(template, dict(holes)), args[index]))
    for old, new in wanted.rename.items():
        args[keyword(old)] = args[keyword(old)].with_changes(keyword=cst.Name(new))
    for index, name in wanted.name_positional.items():
        args[position(index)] = _named(args[index], name, call)
    for index, arg in enumerate(args):
        items = items.replaced(index, arg)
    dropped = {keyword(name) for name in wanted.drop} | {position(index) for index in wanted.drop_positional}
    for index in sorted(dropped, reverse=True):
        items = items.without(index)
    if wanted.add:
        items = _append(items, wanted, call, fill)
    _check([node for node in items.nodes if isinstance(node, cst.Arg)])
    return _with_items(call, items)


def _append(items: Items, wanted: Arguments, call: cst.Call, fill: Filled) -> Items:
    hiding = ("*",) if wanted.spread_known else ("*", "**")
    if any(isinstance(arg, cst.Arg) and arg.star in hiding for arg in items.nodes):
        raise RefusedError("the argument to add may already be among the * or ** arguments")
    if items.nodes and isinstance(only := items.nodes[0], cst.Arg) and isinstance(only.value, cst.GeneratorExp):
        items = items.replaced(0, only.with_changes(value=_in_parentheses(only.value)))
    for name, (template, holes) in wanted.add.items():
        arg = cst.Arg(cst.Name("_"), keyword=cst.Name(name), equal=_equal(call))
        items = items.appended(arg.with_changes(value=_argument_value(fill(template, dict(holes)), arg)))
    return items


def _update(known: dict[_K, _V], new: Mapping[_K, _V]) -> None:
    for key, value in new.items():
        if known.setdefault(key, value) != value:
            raise RefusedError("two edits of this call contradict each other")


def _named(arg: cst.Arg, name: str, call: cst.Call) -> cst.Arg:
    named = arg.with_changes(keyword=cst.Name(name), equal=_equal(call))
    return named.with_changes(value=_argument_value(arg.value, named))


def _argument_value(value: cst.BaseExpression, arg: cst.Arg) -> cst.BaseExpression:
    loose = binds(value) <= NAMED and not value.lpar
    return parenthesized(value) if loose else value


def _in_parentheses(value: cst.BaseExpression) -> cst.BaseExpression:
    return value if value.lpar else parenthesized(value)


def _equal(call: cst.Call) -> cst.AssignEqual:
    """The spacing around `=` that the call's other keywords have."""
    for arg in call.args:
        if arg.keyword is not None and isinstance(arg.equal, cst.AssignEqual):
            return arg.equal
    return cst.AssignEqual(EMPTY, EMPTY)


def _items(call: cst.Call) -> Items:
    gaps: list[cst.BaseParenthesizableWhitespace] = [call.whitespace_before_args]
    for index, arg in enumerate(call.args):
        after = arg.whitespace_after_arg
        comma = arg.comma.whitespace_after if isinstance(arg.comma, cst.Comma) else EMPTY
        last = index == len(call.args) - 1
        gaps.append(after if last and (not isinstance(arg.comma, cst.Comma) or comma.empty) else comma)
    trailing = bool(call.args) and isinstance(call.args[-1].comma, cst.Comma)
    return Items(tuple(call.args), tuple(gaps), trailing)


def _with_items(call: cst.Call, items: Items) -> cst.Call:
    args = []
    for index, (node, comma) in enumerate(zip(items.nodes, items.commas(), strict=True)):
        last = index == len(items.nodes) - 1
        after = items.gaps[-1] if last and not items.trailing_comma else EMPTY
        args.append(node.with_changes(comma=comma, whitespace_after_arg=after))
    before = items.gaps[0] if args or isinstance(items.gaps[0], cst.ParenthesizedWhitespace) else EMPTY
    if not args and isinstance(before, cst.ParenthesizedWhitespace) and "#" not in cst.Module([]).code_for_node(before):
        before = EMPTY
    return call.with_changes(args=args, whitespace_before_args=before)


def _check(args: Sequence[cst.Arg]) -> None:
    names = [arg.keyword.value for arg in args if arg.keyword is not None]
    if len(names) != len(set(names)):
        repeated = next(name for name in names if names.count(name) > 1)
        raise RefusedError(f"the call already has an argument {repeated}=")
    seen_keyword = False
    for arg in args:
        if arg.keyword is not None or arg.star == "**":
            seen_keyword = True
        elif seen_keyword and not arg.star:
            raise RefusedError("an argument by position would follow one by keyword")
