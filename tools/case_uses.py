"""What a proved breakage is about: what its old code uses, and whether the new code has a direct replacement for it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher


@dataclass(frozen=True, slots=True)
class Use:
    """Something that code uses: a full path, or the leaf of a member whatever its receiver; perhaps with a keyword, perhaps
    with the string given for it (by position where there is no keyword), perhaps with a number of positional arguments."""

    path: str
    member: bool = False
    keyword: str | None = None
    value: str | None = None
    positions: int = 0


def uses(tree: ast.Module, class_of: Callable[[ast.expr], str | None] = lambda receiver: None) -> Iterator[Use]:
    """Names, members, keywords and values in code, through its imports; `class_of` says what a receiver is, where it can.

    A function handed on (`frame.apply(to_numeric, errors="ignore")`) has the keywords of the call; the keywords of a
    `dict(…)` and the last part of those like `step__keyword` may be any called class's.
    """
    bound = imports(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (Use(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (Use(f"{node.module}.{alias.name}") for alias in node.names)
            yield Use(node.module)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    classes = {p for call in calls if (p := path_of(call.func, bound)) and p.rpartition(".")[2][:1].isupper()}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield from _spelled(node, bound, class_of)
        elif isinstance(node, ast.Call):
            yield from _call(node, bound, classes, class_of)
        elif isinstance(node, ast.Dict):  # a grid of parameters
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    for path in classes:
                        yield from _keyword(Use(path), key.value.rpartition("__")[2], value)


def _spelled(node: ast.expr, bound: Mapping[str, str], class_of: Callable[[ast.expr], str | None]) -> Iterator[Use]:
    """A name through its imports; a member by its leaf, and at the class of its receiver where that is known."""
    if path := path_of(node, bound):
        yield Use(path)
    elif isinstance(node, ast.Attribute):
        yield Use(node.attr, member=True)
        if owner := class_of(node.value):
            yield Use(f"{owner}.{node.attr}")


def _call(
    node: ast.Call, bound: Mapping[str, str], classes: set[str], class_of: Callable[[ast.expr], str | None]
) -> Iterator[Use]:
    called = list(_spelled(node.func, bound, class_of))
    for use in called:
        yield replace(use, positions=len(node.args))
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield replace(use, value=repr(argument.value))
    targets = [*called, *(Use(handed) for argument in node.args if (handed := path_of(argument, bound)))]
    loose = isinstance(node.func, ast.Name) and node.func.id == "dict"
    for keyword in node.keywords:
        if keyword.arg is None:
            continue
        for target in targets:
            yield from _keyword(target, keyword.arg, keyword.value)
        if loose or "__" in keyword.arg:
            for name in classes:
                yield from _keyword(Use(name), keyword.arg.rpartition("__")[2], keyword.value)


def _keyword(target: Use, keyword: str, value: ast.expr) -> Iterator[Use]:
    yield replace(target, keyword=keyword)
    for one in value.elts if isinstance(value, ast.List | ast.Tuple) else [value]:
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield replace(target, keyword=keyword, value=repr(one.value))


def words(code: str) -> set[str]:
    """The identifiers and plain strings of code."""
    out: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                out.add(name)
            case ast.alias(name=name):
                out |= set(name.split("."))
            case ast.ImportFrom(module=str(name)):
                out |= set(name.split("."))
            case ast.Constant(value=value):
                out.add(repr(value))
            case _:
                pass
    return out


def imports(tree: ast.Module) -> dict[str, str]:
    """Local name → full path of what is imported."""
    bound: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.split(".")[0]
                bound[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                bound[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return bound


def path_of(node: ast.expr, bound: Mapping[str, str]) -> str | None:
    """The full path that an expression spells; None: it starts with no import."""
    if isinstance(node, ast.Name):
        return bound.get(node.id)
    if isinstance(node, ast.Attribute) and (head := path_of(node.value, bound)):
        return f"{head}.{node.attr}"
    return None


def is_direct(case: Mapping[str, object]) -> bool:
    """Has what broke a direct replacement: another name, keyword or value in its place, the rest of the expression kept?

    Of a changed default and of what is keyword-only now, the keyword that says it. A method that became an attribute, a call
    with other arguments, two statements instead of one are none.
    """
    old, new = ast.parse(str(case["old_code"])), ast.parse(str(case["new_code"]))
    said = case["kind"] in ("default_changed", "positional_to_keyword")
    pair = _Pair(imports(old), imports(new), said)
    after = [node for node in new.body if not isinstance(node, ast.Import | ast.ImportFrom)]
    for node in old.body:
        if not isinstance(node, ast.Import | ast.ImportFrom) and after:
            text = ast.unparse(node)
            pair.look(node, max(after, key=lambda other: SequenceMatcher(None, text, ast.unparse(other)).ratio()))
    return pair.direct


class _Pair:
    """Two trees side by side: is there something that only another name stands for in the second?"""

    def __init__(self, old: Mapping[str, str], new: Mapping[str, str], said: bool) -> None:
        self.old, self.new, self.said = old, new, said
        self.direct = False

    def look(self, a: ast.AST, b: ast.AST, *, clean: bool = True) -> None:
        """`clean`: what surrounds the two is the same."""
        if isinstance(a, ast.expr) and isinstance(b, ast.expr):
            was, now = path_of(a, self.old), path_of(b, self.new)
            if was and now:
                self.direct |= clean and was != now
                return
        match a, b:
            case ast.Call(), ast.Call():
                self._calls(a, b)
            case ast.Attribute(), ast.Attribute():
                if a.attr == b.attr:
                    self.look(a.value, b.value, clean=clean)
                else:
                    self.direct |= clean and ast.dump(a.value) == ast.dump(b.value)
            case ast.Constant(), ast.Constant():
                self.direct |= clean and isinstance(a.value, str) and a.value != b.value and not self.said
            case _ if type(a) is type(b):
                for field in a._fields:
                    x, y = getattr(a, field, None), getattr(b, field, None)
                    if isinstance(x, ast.AST) and isinstance(y, ast.AST):
                        self.look(x, y)
                    elif isinstance(x, list) and isinstance(y, list) and len(x) == len(y):
                        for one, other in zip(x, y, strict=True):
                            if isinstance(one, ast.AST) and isinstance(other, ast.AST):
                                self.look(one, other)
            case _:
                pass

    def _calls(self, a: ast.Call, b: ast.Call) -> None:
        before, after = {k.arg: k.value for k in a.keywords}, {k.arg: k.value for k in b.keywords}
        lost, came = before.keys() - after.keys(), after.keys() - before.keys()
        same = len(a.args) == len(b.args)
        if self.said:
            self.direct |= bool(came) and not lost
        else:
            self.direct |= same and len(came) == 1 and any(_alike(before[k], after[next(iter(came))]) for k in lost)
        self.look(a.func, b.func, clean=same and not came and not lost)
        for one, other in zip(a.args, b.args, strict=False):
            self.look(one, other, clean=same)
        for name in before.keys() & after.keys():
            self.look(before[name], after[name])


def _alike(a: ast.expr, b: ast.expr) -> bool:
    """May one value stand for the other: the same, or both plain?"""
    return ast.dump(a) == ast.dump(b) or (isinstance(a, ast.Constant) and isinstance(b, ast.Constant))
