"""Finding: one walk over each cell's tree; fixers are asked first, then recipes, then the database.

Events (what recipes and fixers subscribe to) are described in `docs/architecture.md`.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from codemods import mined
from codemods.era import Due, Target, Vintage, due
from codemods.fixing import Answer, Context, Decline, Fix, Fixer
from codemods.guards import guarded_nodes
from codemods.nodes import walk
from codemods.recipes import Recipe
from codemods.records import EditCall, Finding, Replace, Safety
from codemods.rules import Rule, Rules
from codemods.types import Class, Function, Instance, Method, Module, Symbolic, Type

if TYPE_CHECKING:
    from apidb import Catalog

UNTOLD = "raises no error, so the code may already mean the new behaviour"  # why a silent change is left alone

T = TypeVar("T")
_Asked = tuple[Rule, Due, str]  # with the name under which the rule knows the symbol


@dataclass(frozen=True, slots=True)
class _Hit:
    """An answer with what the report needs to cite it."""

    code: str
    symbol: str
    answer: Fix | Decline
    safety: Safety
    message: str
    release: str
    evidence: str


class Finder:
    """Finds in one document; one instance per round. `code`: all that its names may come from; empty: not told."""

    def __init__(self, rules: Rules, catalog: Catalog, target: Target, vintage: Vintage, code: str = "") -> None:
        self.rules = rules
        self.catalog = catalog
        self.target = target
        self.vintage = vintage
        self._at: dict[tuple[str, tuple[str, ...]], Sequence[_Asked]] = {}
        self._gone: dict[str, bool] = {}
        kinds = {getattr(ast, kind): self._concerned(kind, code) for kind in rules.node_kinds}
        self.by_node: dict[type[ast.AST], Sequence[_Asked]] = {kind: found for kind, found in kinds.items() if found}

    def _concerned(self, kind: str, code: str) -> Sequence[_Asked]:
        """The rules to ask at each node of a kind, without those whose words are not in the code."""
        return [asked for asked in self.at("node", (kind,)) if not code or _mentioned(asked[0], code)]

    def at(self, event: str, keys: tuple[str, ...]) -> Sequence[_Asked]:
        """The rules to ask at a symbol that goes by these names, each rule once: those whose change lies between vintage
        and target, or may do so."""
        place = event, keys
        if place not in self._at:
            found: dict[str, _Asked] = {}
            for key in keys:
                for rule in self.rules.at(event, key):
                    if (when := self._due(rule)) is not Due.NO:
                        found.setdefault(rule.code, (rule, when, key))
            self._at[place] = list(found.values())
        return self._at[place]

    def is_gone(self, path: str) -> bool:
        """Whether the target's library is sure to have lost the symbol."""
        if path not in self._gone:
            library = self.catalog.library(path.partition(".")[0])
            version = self.target.version(library.imports[0]) if library is not None else None
            self._gone[path] = bool(library and version and library.absent(path, library.nearest(version)))
        return self._gone[path]

    def _due(self, rule: Rule) -> Due:
        return due(rule.library, rule.until, silent=rule.silent, target=self.target, vintage=self.vintage)

    def find(self, context: Context) -> list[Finding]:
        """Everything in one cell, in the order of the source."""
        walk = _Walk(self, context)
        walk.run()
        return sorted(walk.findings, key=lambda f: (f.span, f.code))


class _Walk:
    def __init__(self, finder: Finder, context: Context) -> None:
        self.finder = finder
        self.context = context
        self.patched: frozenset[str] = context.inference.patched
        self.guarded = guarded_nodes(context.tree)
        self.findings: list[Finding] = []
        self.done: set[ast.AST] = set()  # nodes whose symbol has been answered for by the call around them

    def run(self) -> None:
        by_node = self.finder.by_node
        visits: dict[type[ast.AST], Callable[[Any], None]] = {
            ast.Attribute: self.reference, ast.Name: self.reference, ast.Call: self.call,
            ast.Import: self.imports, ast.ImportFrom: self.imports,
        }  # fmt: skip
        wanted = visits.keys() | by_node.keys()
        for node in self.context.cells.of(self.context.cell):
            kind = type(node)
            if kind not in wanted or node in self.guarded:
                continue
            for asked in by_node.get(kind, ()):
                if (hit := self.ask(asked, "node", node)) is not None:
                    self.record(node, hit)
            if (visit := visits.get(kind)) is not None:
                visit(node)

    # --- imports ---

    def imports(self, statement: ast.Import | ast.ImportFrom) -> None:
        if isinstance(statement, ast.ImportFrom) and (statement.level or statement.module is None):
            return
        for alias in statement.names:
            if isinstance(statement, ast.Import):
                paths = [alias.name]
            elif alias.name == "*":
                paths = [statement.module or ""]
            else:
                paths = [f"{statement.module}.{alias.name}"]
            for path in paths:
                self.symbol("import", alias, path, (path,))

    # --- names, dotted paths, attributes ---

    def reference(self, node: ast.Attribute | ast.Name) -> None:
        if node in self.done:
            return
        types = self.context.types(node)
        if not types and isinstance(node, ast.Name):
            return
        symbols = [t for t in types if isinstance(t, Module | Class | Function | Symbolic)]
        if symbols and len(symbols) == len(types):
            if isinstance(node.ctx, ast.Load) and len(symbols) == 1:
                path, keys = _keys(symbols[0])
                spelled = self.context.module_member(node) if isinstance(node, ast.Attribute) else None
                if spelled is not None and spelled not in keys and spelled.partition(".")[0] != path.partition(".")[0]:
                    path, keys = spelled, (spelled, *keys)  # another library's name, passed on: np.math
                self.symbol("name", node, path, keys)
        elif isinstance(node, ast.Attribute):
            if (member := self.context.module_member(node)) is not None:
                self.symbol("name", node, member, (member,))
            else:
                self.attribute(node)

    def attribute(self, node: ast.Attribute) -> None:
        owners = self.owners(node.value)
        if not owners or self.is_column(node):
            return
        per_type = [self.hits("attr", node, f"{o[0]}.{node.attr}", tuple([f"{c}.{node.attr}" for c in o])) for o in owners]
        self.settle(node, per_type, owners)

    def is_column(self, node: ast.Attribute) -> bool:
        """Whether the attribute is a column of a frame: `df.ix` where there is one of that name."""
        return any(isinstance(t, Instance) and t.fact(f"column {node.attr}") is not None for t in self.context.types(node.value))

    def owners(self, receiver: ast.expr) -> list[tuple[str, ...]]:
        """For each class that the receiver may be: its name and its bases'. Empty where any of them is not a library's."""
        found = []
        for kind in self.context.types(receiver):
            if not isinstance(kind, Instance) or kind.name.startswith("builtins."):
                return []
            found.append(self.context.classes(kind.name))
        return self.live(list(dict.fromkeys(found)), lambda classes: classes[0])

    def live(self, found: list[T], path_of: Callable[[T], str]) -> list[T]:
        """Of several possibilities those that the target still has: a guarded import falls back on nothing else."""
        if len(found) < 2:
            return found
        return [f for f in found if not self.finder.is_gone(path_of(f))] or found

    def settle(self, node: ast.AST, per_type: Sequence[list[_Hit]], owners: Sequence[tuple[str, ...]]) -> None:
        """A union is acted on only where every member gives the same rewrite."""
        first = per_type[0]
        if all([h.answer for h in hits] == [h.answer for h in first] for hits in per_type[1:]):
            for hit in first:
                self.record(node, hit)
            return
        names = " or ".join(sorted(o[0] for o in owners))
        for hit in next(h for h in per_type if h):
            self.record(node, _Hit(hit.code, hit.symbol, Decline(f"the receiver may be {names}: not the same rewrite for each"),
                                   hit.safety, hit.message, hit.release, hit.evidence))  # fmt: skip
            return

    # --- calls ---

    def call(self, node: ast.Call) -> None:
        if self.through_class(node):
            return
        match self.callees(node.func):
            case []:
                return
            case callees:
                per_type = [self.call_hits(node, path, keys) for path, keys in callees]
                self.settle(node, per_type, [(path,) for path, _ in callees])
                if any(_replaces(h.answer, self.context.span(node)) for hits in per_type for h in hits):
                    self.done.add(node.func)

    def through_class(self, node: ast.Call) -> bool:
        """A call of a class's own function (`DataFrame.from_csv`); whether there was an answer."""
        if not isinstance(method := self.context.only(node.func), Method) or not isinstance(method.owner, Class):
            return False
        owner = method.owner
        classes = dict.fromkeys((owner.path, *(self.context.knowledge.mro(owner.name) or (owner.name,))))
        path, keys = f"{owner.name}.{method.name}", tuple(f"{c}.{method.name}" for c in classes)
        hits = self.hits("static", node, path, keys, database=False) or self.hits("attr", node.func, path, keys)
        for hit in hits:
            self.record(node, hit)
        self.done.add(node.func)
        return bool(hits)

    def callees(self, function: ast.expr) -> list[tuple[str, tuple[str, ...]]]:
        """What may be called: (symbol, keys under which rules know it). Empty where any possibility is unknown."""
        found: list[tuple[str, tuple[str, ...]]] = []
        for kind in self.context.types(function):
            match kind:
                case Class() | Function() | Symbolic() | Module():  # what is called was no module in its time
                    found.append(_keys(kind))
                case Method(owner=Instance(name=name), name=attribute) if not name.startswith("builtins."):
                    classes = self.context.classes(name)
                    found.append((f"{name}.{attribute}", tuple(f"{c}.{attribute}" for c in classes)))
                case Instance() if isinstance(function, ast.Attribute) and (path := self.context.module_member(function)):
                    found.append((path, (path,)))  # an object that is called as a function: pandas.set_option
                case _:
                    # Some methods are attributes to the database: `valid = lambda self: …`.
                    named = self.members(function)
                    return named if all(self.finder.rules.listens("call", keys) for _, keys in named) else []
        return self.live(list(dict.fromkeys(found or self.members(function))), lambda callee: callee[0])

    def members(self, function: ast.expr) -> list[tuple[str, tuple[str, ...]]]:
        """What a method is by the classes of its receiver alone."""
        if not isinstance(function, ast.Attribute) or self.is_column(function):
            return []
        name = function.attr
        return [(f"{classes[0]}.{name}", tuple(f"{c}.{name}" for c in classes)) for classes in self.owners(function.value)]

    def call_hits(self, node: ast.Call, path: str, keys: tuple[str, ...]) -> list[_Hit]:
        found = self.hits("call", node, path, keys, database=False)
        whole = any(not isinstance(h.answer, Fix) or _replaces(h.answer, self.context.span(node)) for h in found)
        if whole or not self.patched.isdisjoint(keys):
            return found
        claimed = _claimed(found)
        claimed |= {name for rule, _, _ in self.finder.at("call", keys) if isinstance(rule, Fixer) for name in rule.keywords}
        library = self.finder.catalog.library(path.partition(".")[0])
        if library is not None:
            for answer in mined.call(node, path, library, self.context, claimed):
                found.append(_from_mined(answer))
        return found

    # --- one symbol ---

    def symbol(self, event: str, node: ast.AST, path: str, keys: tuple[str, ...]) -> None:
        for hit in self.hits(event, node, path, keys):
            self.record(node, hit)
            if isinstance(node, ast.Attribute) and isinstance(hit.answer, Fix):
                self.done.update(walk(node.value))

    def hits(self, event: str, node: ast.AST, path: str, keys: tuple[str, ...], *, database: bool = True) -> list[_Hit]:
        if self.patched and not self.patched.isdisjoint(keys):
            return []
        found = [hit for asked in self.finder.at(event, keys) if (hit := self.ask(asked, event, node)) is not None]
        # A builtin's bare name is no path: Python 2 had modules that are called like builtins (repr).
        if not found and database and f"builtins.{path}" not in keys and self.finder.is_gone(path):
            library = self.finder.catalog.library(path.partition(".")[0])
            if library is not None and (answer := mined.gone(event, node, path, library, self.context)) is not None:
                found.append(_from_mined(answer))
        return found

    def ask(self, asked: _Asked, event: str, node: ast.AST) -> _Hit | None:
        rule, when, symbol = asked
        answer = _asked(rule, event, node, self.context)
        if answer is None:
            return None
        evidence = rule.why
        if isinstance(answer, Fix) and answer.told:
            evidence += f"; the code is older: it {answer.told}"
        elif when is Due.UNTOLD and isinstance(answer, Fix):
            told = f"--was {rule.library}==VERSION"
            answer = Decline(f"{UNTOLD}; tell its age with {told}")
        safety = answer.safety or rule.safety if isinstance(answer, Fix) else rule.safety
        message = answer.message if isinstance(answer, Fix) and answer.message else rule.why
        return _Hit(rule.code, symbol, answer, safety, message, f"{rule.library} {rule.until}".strip(), evidence)

    def record(self, node: ast.AST, hit: _Hit) -> None:
        place = node if hasattr(node, "lineno") else self.context.tree
        fix = hit.answer if isinstance(hit.answer, Fix) else None
        self.findings.append(
            Finding(
                code=hit.code,
                symbol=hit.symbol,
                cell=self.context.cell,
                span=self.context.span(place),
                message=hit.message,
                safety=hit.safety if fix else Safety.REPORT,
                release=hit.release,
                evidence=hit.evidence,
                edits=fix.edits if fix else (),
                reason=hit.answer.reason if isinstance(hit.answer, Decline) else "",
            )
        )


def _mentioned(rule: Rule, code: str) -> bool:
    words = rule.words if isinstance(rule, Fixer) else ()
    return not words or any(word in code for word in words)


def _asked(rule: Rule, event: str, node: ast.AST, context: Context) -> Answer:
    """The rule's answer; one that fails on odd code costs that finding, not the notebook."""
    try:
        return rule.rewrite(event, node, context) if isinstance(rule, Recipe) else rule.rewrite(node, context)
    except Exception as error:
        if os.environ.get("NBMIGRATE_DEBUG"):
            raise
        return Decline(f"{rule.code} failed on this code, please report it ({type(error).__name__}: {error})")


def _keys(kind: Type) -> tuple[str, tuple[str, ...]]:
    match kind:
        case Class(name=name, path=path) | Function(name=name, path=path):
            return path, (path, name) if path != name else (path,)
        case Module(path=path) | Symbolic(path=path):
            return path, (path,)
        case _:
            raise TypeError(f"no symbol: {kind}")


def _replaces(answer: Fix | Decline, span: object) -> bool:
    """Whether the whole node is rewritten (or declined), so that its function needs no answer of its own."""
    return isinstance(answer, Decline) or any(isinstance(e, Replace) and e.span == span for e in answer.edits)


def _claimed(hits: Sequence[_Hit]) -> set[str]:
    """The keywords that rules have answered for."""

    def names() -> Iterator[str]:
        for hit in hits:
            for edit in hit.answer.edits if isinstance(hit.answer, Fix) else ():
                if isinstance(edit, EditCall):
                    yield from edit.rename
                    yield from edit.drop
                    yield from map(str, edit.values)  # a position is claimed by its number
                    if edit.name_positional:
                        yield mined.POSITIONS

    return set(names())


def _from_mined(answer: mined.Mined) -> _Hit:
    return _Hit(answer.code, answer.symbol, answer.answer, Safety.SAFE, answer.message, answer.release, answer.evidence)
