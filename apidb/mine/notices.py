"""What a library says about its own deprecations: in warnings, decorators, docstrings and tables."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from apidb.mine.texts import REFUSES, constants, text_of
from apidb.mine.tolerant import renamed

HINT = re.compile(r"deprecat|FutureWarning|__getattr__|renam|expired|versionchanged|alias (of|for) `|backwards? compat", re.I)
SPEAKS = re.compile(r"warn|deprecat|remov|replac|no longer|discontinu|log_once", re.I)
DECORATOR = re.compile(r"deprecat|renam|delete_param|legacy", re.I)
CATEGORY = re.compile(r"(Future|Deprecation|VisibleDeprecation\w*|Pandas\d*)Warning")
WARNERS = frozenset(
    {
        "warn",
        "warn_deprecated",
        "deprecate",
        "_warn_deprecated",
        "warn_explicit",
        "warn_external",
        "warning",
        "log_once",
    }
)
TABLE = re.compile(r"expired|former|deprecat|removed|moved|renamed|legacy", re.I)
# A name, perhaps marked up: `name`, 'name', *name*, :func:`~module.name`, .name, {}.name (of an f-string), name().
NAME = r"(?P<markup>[`'\"*]*(?::[\w:]+:)?[`~*]*(?:\{\}\.|\.)?)(?P<name>(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?:\(\))?[`'\"*]*"
ALTERNATIVE = re.compile(r"(?:\([^)]*\)|\[[^\]]*\])?[`'\"*]*\s*(?:,\s*or|,|or|and|/)\s+(?:with\s+)?" + NAME)
OF_KEYWORD = re.compile(r"\s*(?:keyword|argument|parameter)")
KIND = r"(?:(?:function|method|classe?|parameter|argument|attribute|keyword|propert(?:y|ie)|new|either)s?(?::?\s+|(?=[`'\"*:])))*"
PHRASES = tuple(
    re.compile(words)
    for words in (
        rf"[Uu]se\s+(?:the\s+)?(?:one\s+of\s+the\s+(?:\w+\s+)?)?{KIND}{NAME}",
        rf"[Rr]eplaced?\s+(?:by|with)\s+(?:the\s+)?{KIND}{NAME}",
        rf"in\s+favou?r\s+of\s+(?:the\s+)?{KIND}{NAME}",
        rf"[Rr]enamed\s+(?:to|as)\s+(?:the\s+)?{NAME}",
        rf"[Dd]eprecated (?:name|alias) (?:for|of) (?:the )?(?:deprecated )?{NAME}",
        rf"[Mm]oved\s+(?:to|into)\s+(?:the\s+)?{NAME}",
        rf"(?:switch|migrate)\s+to\s+(?:the\s+)?{NAME}",
        rf"[Ii]mport\s+(?:from\s+)?(?:the\s+)?{NAME}",
        rf"[Aa]lias\s+(?:of|for)\s+(?:the\s+)?{KIND}{NAME}",
        rf"prefer\s+{NAME}",
        rf"[Pp]lease\s+(?:call|import|specify|pass)\s+(?:the\s+)?(?:from\s+)?{NAME}",
        rf"you should use (?:is|are) {NAME}",
        rf"{NAME}\s+(?:(?:parameter|argument|keyword|method|function)s?\s+)?should be used instead",
    )
)
STOP = frozenset(
    {
        "the",
        "a",
        "an",
        "it",
        "this",
        "that",
        "to",
        "instead",
        "is",
        "other",
        "one",
        "your",
        "new",
        "function",
        "method",
        "parameter",
        "of",
        "at",
        "in",
        "with",
        "set",
        "default",
        "and",
        "for",
        "version",
        "None",
        "True",
        "False",
        "will",
        "keyword",
        "arguments",
        "only",
        "both",
        "be",
        "from",
        "any",
        "argument",
        "if",
        "these",
        "either",
        "explicit",
        "not",
        "class",
        "attribute",
        "on",
        "code",
        "are",
        "was",
        "should",
        "you",
        "all",
        "its",
        "as",
        "by",
        "or",
    }
)


TAKEN = "{key} is taken for "  # of a key of **kwargs that stands for a parameter


@dataclass(frozen=True, slots=True)
class Notice:
    """`param`: the parameter that it is about, where that is known. `named`: replacements told in no words: a decorator's."""

    kind: str
    text: str
    param: str | None = None
    named: tuple[str, ...] = ()

    @property
    def replacements(self) -> tuple[str, ...]:
        """The names that it says to use."""
        return tuple(dict.fromkeys((*self.named, *replacements(self.text))))


@cache
def replacements(text: str) -> tuple[str, ...]:
    """The names that a notice tells to use, in the order of the phrases that introduce them."""
    out: list[str] = []
    for phrase in PHRASES:
        for match in phrase.finditer(text):
            found: re.Match[str] | None = match
            while found is not None:
                name, markup = found["name"], found["markup"]
                plain = not markup and not OF_KEYWORD.match(text, found.end())
                if (plain and name.split(".")[0] in STOP) or (found is not match and not markup and "." not in name):
                    break
                if name not in out:
                    out.append(name)
                found = ALTERNATIVE.match(text, found.end())
    return tuple(out)


def notices(tree: ast.Module, source: str, path: str) -> Iterator[tuple[str, Notice]]:
    """Pairs of the dotted path of what is deprecated (or of the function that warns) and what is said."""
    if HINT.search(source):
        names = constants(tree)
        spoken = [n for n, line in enumerate(source.split("\n"), 1) if SPEAKS.search(line)]
        yield from _doc(path, tree)
        of_classes: dict[str, list[Notice]] = {}
        for place, found in _body(tree.body, path, names, spoken):
            of_classes.setdefault(place[len(path) + 1 :].partition(".")[0], []).append(found)
            yield place, found
        yield from _tables(tree.body, path, names)
        yield from _instances(tree.body, path, of_classes)


def notice(kind: str, text: str, param: str | None = None) -> Notice:
    """A notice from its words."""
    text = " ".join(text.split())
    return Notice(kind, text[:600], param)


def _body(body: Iterable[ast.stmt], owner: str, names: dict[str, str], spoken: Sequence[int]) -> Iterator[tuple[str, Notice]]:
    """`names`: the variables that hold texts; in a function they are taken in as they come. `spoken`: lines that may say
    something; most functions have none."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            path = f"{owner}.{node.name}"
            yield from _decorators(path, node, names)
            yield from _doc(path, node)
            if bisect_left(spoken, node.lineno) < bisect_right(spoken, node.end_lineno or node.lineno):
                yield from _body(node.body, path, dict(names), spoken)
                if isinstance(node, ast.FunctionDef):
                    yield from _of_values(node, path, names)
            continue
        if isinstance(node, ast.If) and (classes := _own_classes(node.test)):
            head, _, method = owner.rpartition(".")
            for name in classes:
                yield from _body(node.body, f"{head.rpartition('.')[0]}.{name}.{method}", names, spoken)
            yield from _body(node.orelse, owner, names, spoken)
            continue
        for name in ("body", "orelse", "finalbody"):
            yield from _body(getattr(node, name, []) or [], owner, names, spoken)
        for handler in getattr(node, "handlers", []):
            yield from _body(handler.body, owner, names, spoken)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and (text := text_of(node.value, names)):
            names[node.targets[0].id] = text
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            text = " ".join(text_of(argument, names) for argument in node.exc.args)
            if REFUSES.search(" ".join(text.split())):
                yield owner, notice("error", text)
        elif said := _warned(node, names):
            yield owner, notice("warning", said)


def _warned(node: ast.stmt, names: Mapping[str, str]) -> str:
    """What a statement warns of; empty: it is no warning."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return ""
    call = node.value
    function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if function not in WARNERS or not (CATEGORY.search(ast.unparse(call)) or "deprecat" in ast.unparse(call).lower()):
        return ""
    return " ".join(filter(None, (text_of(argument, names) for argument in [*call.args, *(k.value for k in call.keywords)])))


def _of_values(function: ast.FunctionDef, path: str, names: Mapping[str, str]) -> Iterator[tuple[str, Notice]]:
    """`self.loss = {"l1": "hinge"}.get(old)` beside `warn("loss=%s is deprecated, use loss=%s" % (old, self.loss))`."""
    known = {**names, **constants(function)}
    for block in (getattr(node, "body", ()) for node in ast.walk(function)):
        for statement in block if isinstance(block, list) else ():
            match statement:
                case ast.Assign(
                    targets=[target],
                    value=ast.Subscript(value=ast.Dict() as table)
                    | ast.Call(func=ast.Attribute(value=ast.Dict() as table, attr="get")),
                ):
                    for key, value in zip(table.keys, table.values, strict=True):
                        if isinstance(key, ast.Constant) and (new := text_of(value)):
                            for said in filter(None, (_warned(other, known | {ast.unparse(target): new}) for other in block)):
                                yield path, notice("warning", said.replace("{}", str(key.value)))
                case _:
                    pass


def _own_classes(test: ast.expr) -> list[str]:
    """`isinstance(self, (A, B))`: what follows is about these classes."""
    match test:
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id="self"), ast.Name(id=name)]):
            return [name]
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id="self"), ast.Tuple(elts=elements)]):
            return [element.id for element in elements if isinstance(element, ast.Name)]
        case _:
            return []


def _decorators(
    path: str, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, names: Mapping[str, str]
) -> Iterator[tuple[str, Notice]]:
    for decorator in node.decorator_list:
        spelled = ast.unparse(decorator)
        if not DECORATOR.search(spelled.split("(")[0]):
            continue
        if pair := renamed(spelled):
            yield path, Notice("decorator", spelled[:200], pair[0], (pair[1],))
        elif isinstance(decorator, ast.Call):
            texts = [text_of(a, names) for a in decorator.args]
            for keyword in decorator.keywords:
                said = text_of(keyword.value, names)
                if said and keyword.arg in ("alternative", "new_name", "instead", "replacement"):
                    said = f"Use {said} instead"
                texts.append(said)
            yield path, notice("decorator", " ".join(filter(None, texts)))


def _doc(path: str, node: ast.AST) -> Iterator[tuple[str, Notice]]:
    """`.. deprecated::` directives, under the parameter whose description they stand in."""
    text = ast.get_docstring(node) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) else None
    if not text:
        return
    first = text.split("\n\n")[0]
    if re.search(r"^(An )?alias (of|for) `|kept for backwards? compat", " ".join(text.split())[:300], re.I):
        yield path, notice("docstring", first)
    if "deprecated" not in text.lower():
        return
    param: str | None = None
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if match := re.match(r"^(\w+)(?:\s*,\s*\w+)*\s*:(\s|$)", line):
            param = match.group(1)
        elif re.match(r"^\S", line) and not line.startswith(".."):
            param = None
        if param and re.search(r"[Dd]eprecated (name|alias) (for|of)", line):
            yield path, notice("docstring", line, param)
        if match := re.match(r"(\s*)\.\. deprecated::\s*(\S*)\s*(.*)", line):
            # The first line of a docstring has lost its margin.
            indent, said = len(match.group(1)) if i else -1, [match.group(3)]
            for later in lines[i + 1 :]:
                if not later.strip() and indent < 0:
                    break
                if later.strip() and len(later) - len(later.lstrip()) <= indent:
                    break
                said.append(later)
            yield path, notice("docstring", " ".join(said), param if indent > 0 else None)


def _instances(body: Iterable[ast.stmt], path: str, of_classes: Mapping[str, list[Notice]]) -> Iterator[tuple[str, Notice]]:
    """`SCORERS = _DeprecatedScorers(_scorers)`: what such a class warns of, whatever is asked of it."""
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=cls))) if "deprecat" in cls.lower():
                yield from ((f"{path}.{name}", found) for found in dict.fromkeys(of_classes.get(cls, ())))
            case _:
                pass


def _tables(body: Iterable[ast.stmt], path: str, names: Mapping[str, str]) -> Iterator[tuple[str, Notice]]:
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict(keys=keys, values=values)) if TABLE.search(name):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield f"{path}.{key.value}", notice("table", text_of(value, names) or ast.unparse(value)[:300])
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
                if re.search("deprecat", ast.unparse(call.func), re.I):
                    said = " ".join(filter(None, (text_of(argument, names) for argument in call.args)))
                    match call.args:
                        case [ast.Name(id=other)] if not said and other not in (name, f"_{name}"):
                            # constant = _make_deprecate(constant_)
                            said = f"Use {other} instead"
                        case _:
                            pass
                    yield f"{path}.{name}", notice("decorator", said)
            case ast.If() | ast.Try():
                yield from _tables([*node.body, *node.orelse], path, names)
            case _:
                pass
