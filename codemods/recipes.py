"""Recipes: what changed and how it is rewritten, as data. One TOML file a library, `data/recipes/LIBRARY.toml`.

    [[recipe]]
    code    = "SK004"
    symbol  = "sklearn.preprocessing.OneHotEncoder"     # or a list; CLASS.NAME for members
    change  = { keyword = "sparse", to = "sparse_output" }
    since   = "1.2"           # the new spelling exists from here (optional)
    until   = "1.4"           # the old spelling is gone from here
    safety  = "safe"          # safe | review | report
    silent  = false           # true: no error on the target, so only rewritten where the vintage is known to be older
    why     = "renamed for consistency with other transformers"
    [[recipe.example]]
    before = '''...'''
    after  = '''...'''
    check  = "out.tolist()"
    was    = { scikit-learn = "0.24.2" }
    setup  = '''...'''           # runs before either when the example is proved: makes files (optional)
    [[recipe.example]]
    same   = '''...'''

Changes:

    { to = "full.new.path" }                       the symbol moved or was renamed; a member: the new CLASS.NAME;
                                                   {leaf} is the symbol's own last name, for lists of symbols
    { keyword = "k", to = "k2" }                   a keyword was renamed
    { keyword = "k", values = { "'a'" = "'b'" } }  accepted values were renamed (literals; others are left alone)
    { keyword = "k", drop = ["None", "False"] }    a keyword is gone: dropped with these values, else reported
    { keyword = "k", drop = true }                 … dropped with any value
    { keyword = "k", cases = { "True" = "verbosity=0", "False" = "" } }   literal value → the argument to write instead
    { pin = { gamma = "'auto'" } }                 a default changed: write the old one where it is left out
    { args = ["a", "b"], write = "f({a}[[, x={b}]])" }   rewrite a call: arguments bound to names; {self} the receiver;
                                                   [[…]] only where its holes are bound; {*} further arguments
    { write = "{self}.values" }                    rewrite an attribute access
    {}                                             report only: `advice` says what the user can do

`position = N` beside `keyword` also finds the value where it is passed by position. `{@pandas.concat}` in a template is
the local spelling of a library symbol.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from codemods.fixing import MISSING, Answer, Context, Decline, Fix
from codemods.records import MoveImport, Safety

_OPTIONAL = re.compile(r"\[\[(.*?)\]\]", re.S)
_HOLE = re.compile(r"\{(\w+)\}")

# What a change may consist of, and what may stand beside it.
_CHANGES: tuple[set[str], ...] = (
    {"to"}, {"keyword", "to"}, {"keyword", "values"}, {"keyword", "drop"}, {"keyword", "cases"}, {"pin"}, {"args", "write"},
    {"write"}, set(),
)  # fmt: skip
_EXAMPLE = {"before", "after", "same", "check", "was", "setup"}
_BESIDE = {"keyword": {"position"}, "pin": {"positions"}}


class RecipeError(ValueError):
    """A recipe file that can't be understood: file, code and what is wrong."""


@dataclass(frozen=True, slots=True)
class Recipe:
    code: str
    symbols: tuple[str, ...]
    change: Mapping[str, Any]
    library: str
    until: str
    since: str | None
    safety: Safety
    silent: bool
    why: str
    advice: str
    examples: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)

    @property
    def events(self) -> tuple[str, ...]:
        """The kinds of event at which the recipe looks: see `codemods.find`."""
        change = self.change
        if "args" in change and "{self}" not in change["write"]:
            return ("call", "static")
        if {"keyword", "pin", "args"} & change.keys():
            return ("call",)
        if "write" in change:
            return ("attr", "name")
        return ("name", "attr", "import")

    def rewrite(self, event: str, node: ast.AST, context: Context) -> Answer:
        """The answer for one node at which `event` fired."""
        change = self.change
        if self.safety is Safety.REPORT and isinstance(node, ast.alias) and context.import_unused(node):
            return None  # the database says whether it is gone; then the import goes too
        if self.safety is Safety.REPORT and not {"keyword", "pin"} & change.keys():
            return Decline(self.advice or self.why)
        if "keyword" in change:
            return self._keyword(node, context)
        if "pin" in change:
            return self._pin(node, context)
        if "args" in change:
            return self._call(node, context)
        if "write" in change:
            return self._attribute(node, context)
        return self._move(event, node, context)

    def _move(self, event: str, node: ast.AST, context: Context) -> Answer:
        new: str = self.change["to"].replace("{leaf}", _leaf(node))
        if event == "attr" and isinstance(node, ast.Attribute):
            return Fix((context.rename_attribute(node, new.rpartition(".")[2]),))
        return move_symbol(node, self.symbols[0], new, context)

    def _keyword(self, node: ast.AST, context: Context) -> Answer:
        assert isinstance(node, ast.Call)
        change = self.change
        name: str = change["keyword"]
        value, position = context.keyword(node, name), None
        if value is None and "position" in change and not any(isinstance(a, ast.Starred) for a in node.args):
            position = int(change["position"])
            value = node.args[position] if position < len(node.args) else None
        if value is None:
            return None
        if self.safety is Safety.REPORT:
            return Decline(self.advice or self.why)
        literal = context.literal(value)
        if "values" in change:
            for old, new in change["values"].items():
                slot = name if position is None else position
                if literal is not MISSING and _same(literal, ast.literal_eval(old)):
                    return Fix((context.edit_call(node, values={slot: new}),))
                if any(_same(context.literal(c), ast.literal_eval(old)) for c in _choices(value, context)):
                    choice = f"{new} if {{v}} == {old} else {{v}}"
                    return Fix((context.edit_call(node, values={slot: choice}, holes={"v": value}),))
            return None
        if "cases" in change:
            for old, new in change["cases"].items():
                if literal is not MISSING and _same(literal, ast.literal_eval(old)):
                    return self._drop(node, name, position, context, new)
            return Decline(self.advice or f"the value of {name} is not a literal with a known equivalent")
        if "drop" in change:
            wanted = change["drop"]
            if wanted is True or any(literal is not MISSING and _same(literal, ast.literal_eval(w)) for w in wanted):
                return self._drop(node, name, position, context, "")
            return Decline(self.advice or f"{name} is gone and has no equivalent for this value")
        if position is not None:
            return None  # a rename does not touch positions
        if context.keyword(node, change["to"]) is not None:
            return Decline(f"both {name} and {change['to']} are given")
        return Fix((context.edit_call(node, rename={name: change["to"]}),))

    @staticmethod
    def _drop(node: ast.Call, name: str, position: int | None, context: Context, new: str) -> Answer:
        keyword, _, value = new.partition("=")
        add = {keyword.strip(): value.strip()} if new else {}
        if position is None:
            return Fix((context.edit_call(node, drop=frozenset({name}), add=add),))
        if position != len(node.args) - 1:
            return Decline(f"{name} is passed by position, before other arguments")
        return Fix((context.edit_call(node, drop_positional=frozenset({position}), add=add),))

    def _pin(self, node: ast.AST, context: Context) -> Answer:
        assert isinstance(node, ast.Call)
        if any(k.arg is None for k in node.keywords):
            return Decline("defaults may come from ** arguments")
        positions = self.change.get("positions", {})
        add = {
            name: value
            for name, value in self.change["pin"].items()
            if context.keyword(node, name) is None and len(node.args) <= positions.get(name, 10**6)
        }
        if not add:
            return None
        return Decline(self.advice or self.why) if self.safety is Safety.REPORT else Fix((context.edit_call(node, add=add),))

    def _call(self, node: ast.AST, context: Context) -> Answer:
        assert isinstance(node, ast.Call)
        template: str = self.change["write"]
        names: list[str] = self.change["args"]
        holes: dict[str, ast.AST] = {}
        further: list[str] = []
        if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
            return Decline("the arguments are passed with * or **")
        for index, argument in enumerate(node.args):
            holes[names[index] if index < len(names) else f"_p{index}"] = argument
            if index >= len(names):
                further.append(f"{{_p{index}}}")
        for keyword in node.keywords:
            if keyword.arg in names:
                holes[keyword.arg] = keyword.value
            else:
                holes[f"_k_{keyword.arg}"] = keyword.value
                further.append(f"{keyword.arg}={{_k_{keyword.arg}}}")
        if further and "{*}" not in template:
            return Decline(f"arguments without an equivalent: {', '.join(f.partition('=')[0] for f in further)}")
        if isinstance(node.func, ast.Attribute):
            holes["self"] = node.func.value
        return _written(node, template.replace("{*}", ", ".join(further)), holes, context)

    def _attribute(self, node: ast.AST, context: Context) -> Answer:
        holes = {"self": node.value} if isinstance(node, ast.Attribute) else {}
        return _written(node, self.change["write"], holes, context)


def _choices(value: ast.expr, context: Context) -> Sequence[ast.expr]:
    """The values that a loop's variable takes."""
    if not isinstance(value, ast.Name):
        return ()
    from codemods.uses import uses_of

    return uses_of(context).choices(value)


def _leaf(node: ast.AST) -> str:
    match node:
        case ast.alias(name=path):
            return path.rpartition(".")[2]
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def _written(node: ast.AST, template: str, holes: Mapping[str, ast.AST], context: Context) -> Answer:
    def optional(match: re.Match[str]) -> str:
        return match.group(1) if all(h in holes for h in _HOLE.findall(match.group(1))) else ""

    template = _OPTIONAL.sub(optional, template)
    used = set(_HOLE.findall(template))
    if missing := used - holes.keys():
        return Decline(f"the call does not give {', '.join(sorted(missing))}")
    return Fix((context.replace(node, template, **{k: v for k, v in holes.items() if k in used}),))


def move_symbol(node: ast.AST, old: str, new: str, context: Context) -> Answer:
    """The edits that make a name, a dotted path or an import of `old` mean `new` (full paths).

    A bare name is bound by its import statement, which is edited where it stands: there is nothing to do at the use.
    """
    match node:
        case ast.alias():
            statement = context.statement(node)
            path = node.name
            if isinstance(statement, ast.ImportFrom):
                path = f"{statement.module}.{node.name}"
            return Fix((MoveImport(context.span(statement), path, new),))
        case ast.Name() if not context.star_bound(node.id):
            return None
        case ast.Attribute() if context.symbol(node.value) == new.rpartition(".")[0]:
            return Fix((context.rename_attribute(node, new.rpartition(".")[2]),))  # as the code spells the module
        case _:
            return Fix((context.replace(node, f"{{@{new}}}"),))


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and bool(a == b)


def read_toml(path: Path) -> list[dict[str, Any]]:
    """The raw records of a recipe file.

    Raises:
        RecipeError: the file is no TOML.
    """
    import tomllib

    try:
        recipes: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8")).get("recipe", [])
    except tomllib.TOMLDecodeError as error:
        raise RecipeError(f"{path}: {error}") from error
    if not isinstance(recipes, list) or not all(isinstance(r, dict) for r in recipes):
        raise RecipeError(f"{path}: recipe is no list of tables: write [[recipe]]")
    return recipes


def parse(raw: Mapping[str, Any], path: Path) -> Recipe:
    """One record.

    Raises:
        RecipeError: a field is missing, unknown or malformed.
    """
    if wrong := _malformed(raw):
        raise RecipeError(f"{path}: {raw.get('code')}: {wrong}")
    known = {"code", "symbol", "change", "until", "since", "safety", "silent", "why", "advice", "library", "example"}
    if unknown := raw.keys() - known:
        raise RecipeError(f"{path}: {raw.get('code')}: unknown field {', '.join(sorted(unknown))}")
    try:
        symbols = (raw["symbol"],) if isinstance(raw["symbol"], str) else tuple(raw["symbol"])
        return Recipe(
            code=raw["code"],
            symbols=symbols,
            change=raw["change"],
            library=raw.get("library") or symbols[0].partition(".")[0],
            until=raw["until"],
            since=raw.get("since"),
            safety=Safety(raw.get("safety", "safe")),
            silent=raw.get("silent", False),
            why=raw["why"],
            advice=raw.get("advice", ""),
            examples=tuple(raw.get("example", ())),
        )
    except (KeyError, ValueError) as error:
        raise RecipeError(f"{path}: {raw.get('code')}: {error}") from error


def _malformed(raw: Mapping[str, Any]) -> str:
    """What is wrong with the fields of a record that has them; empty: nothing."""
    symbol, change = raw.get("symbol", ""), raw.get("change", {})
    symbols = symbol if isinstance(symbol, list) else [symbol]
    if not symbols or not all(isinstance(s, str) for s in symbols):
        return "symbol is no full path and no list of them"
    if not isinstance(change, dict):
        return "change is no table"
    beside = {extra for key, extras in _BESIDE.items() if key in change for extra in extras}
    if change.keys() - beside not in _CHANGES and not (raw.get("safety") == "report" and change.keys() - beside == {"keyword"}):
        return f"change can't consist of {', '.join(sorted(change))}; see the head of codemods/recipes.py"
    for example in raw.get("example", ()):
        if "same" not in example and not {"before", "after"} <= example.keys():
            return "an example needs before and after, or same"
        if odd := example.keys() - _EXAMPLE:
            return f"an example can't have {', '.join(sorted(odd))}"
    return ""


__all__ = ["Recipe", "RecipeError", "move_symbol", "parse", "read_toml"]
