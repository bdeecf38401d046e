"""The fixers that turn Python 2 into Python 3: those of fissix, with less zeal.

Importing this module loads fissix (70 ms): do so only when a document is Python 2.

fissix converts whole files to be maintained from then on; here a cell must come out with as few changes as its meaning
allows.
"""

# fissix has no annotations.
# mypy: disable-error-code="no-untyped-call,attr-defined"

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from typing import Any

from fissix import pygram, pytree, refactor
from fissix.fixes.fix_dict import FixDict
from fissix.fixes.fix_print import FixPrint
from fissix.fixes.fix_unicode import FixUnicode
from fissix.fixes.fix_xrange import FixXrange
from fissix.pgen2 import driver, token
from fissix.pgen2 import tokenize as pgen_tokenize

# Each fixer: what it converts, in the words of the report, and what a text must have for it to be worth loading
# (compiling the patterns of all fixers takes half a second). The first ones are matters of syntax.
SYNTAX = {
    "print": ("print statement", r"\bprint\b"),
    "except": ("except X, e", r"\bexcept\b.*,"),
    "exec": ("exec statement", r"\bexec\b"),
    "raise": ("raise X, message", r"\braise\b.*,"),
    "throw": ("throw(X, message)", r"\bthrow\b"),
    "repr": ("backticks", "`"),
    "ne": ("<> operator", "<>"),
    "numliterals": ("octal or long literal", r"\b0\d|\d[lL]\b"),
    "tuple_params": ("tuple parameter", r"\blambda *\(|\bdef\b"),
    "paren": ("unparenthesised tuple in a comprehension", r"\bin\b.*,"),
    "unicode": ("unicode", r"\bunicode\b|\bunichr\b|\b[uU][rR]['\"]"),
}
MEANING = {
    "apply": ("apply()", r"\bapply\b"),
    "basestring": ("basestring", r"\bbasestring\b"),
    "dict": ("dict method", r"\.\s*(?:iter|view)?(?:keys|items|values)\b"),
    "execfile": ("execfile()", r"\bexecfile\b"),
    "filter": ("filter() as a list", r"\bfilter\b"),
    "funcattrs": ("function attribute", r"\bfunc_\w"),
    "getcwdu": ("os.getcwdu()", r"\bgetcwdu\b"),
    "has_key": ("has_key()", r"\bhas_key\b"),
    "imports": ("renamed module", r"\bimport\b"),
    "imports2": ("renamed module", r"\b(?:whichdb|anydbm)\b"),
    "input": ("input()", r"\binput\b"),
    "itertools": ("itertools function", r"\b(?:imap|ifilter|izip)"),
    "itertools_imports": ("itertools import", r"\b(?:imap|ifilter|izip)"),
    "long": ("long", r"\blong\b"),
    "map": ("map() as a list", r"\bmap\b"),
    "metaclass": ("metaclass", r"\b__metaclass__\b"),
    "methodattrs": ("method attribute", r"\bim_\w"),
    "next": ("next() method", r"\bnext\b"),
    "nonzero": ("__nonzero__", r"\b__nonzero__\b"),
    "raw_input": ("raw_input()", r"\braw_input\b"),
    "renames": ("renamed attribute", r"\bmaxint\b"),
    "standarderror": ("StandardError", r"\bStandardError\b"),
    "sys_exc": ("sys.exc_*", r"\bexc_\w"),
    "types": ("types module", r"\btypes\b"),
    "urllib": ("urllib", r"\burllib"),
    "xrange": ("range or xrange", r"range\b"),
    "xreadlines": ("xreadlines()", r"\bxreadlines\b"),
    "zip": ("zip() as a list", r"\bzip\b"),
}
# What a document may still need whose code runs under both languages, and which does not touch what a conversion wrote.
COMMON = ("dict", "filter", "map", "xrange", "zip")
TITLES = {name: title for name, (title, _) in (SYNTAX | MEANING).items()}
_GUARD = re.compile(r"version_info|version\b|\bPY[23]\b|six\.")
_LIST_ATTRIBUTES = frozenset(dir(list))
_CONSUMES = frozenset(("list", "tuple", "set", "frozenset", "sorted", "sum", "any", "all", "min", "max", "dict"))
_KEEPS_VIEW = frozenset(
    ("len", "min", "max", "dict", "frozenset", "enumerate", "zip", "map", "filter", "iter", "Counter", "OrderedDict"),
)


class _Print(FixPrint):
    """`print (x.y)` has its parentheses already, unless they make a tuple."""

    def transform(self, node: Any, results: Any) -> Any:
        args = node.children[1:]
        if len(args) == 1 and args[0].type == self.syms.atom and args[0].children[0].value == "(":
            inner = args[0].children[1:-1]
            if inner and not any(leaf.type == token.COMMA for part in inner for leaf in part.children):
                return None
        return super().transform(node, results)


class _Unicode(FixUnicode):
    """u"..." is Python 3 too; ur"..." is not."""

    def transform(self, node: Any, results: Any) -> Any:
        if node.type == token.STRING and node.value[:2].lower() != "ur":
            return None
        return super().transform(node, results)


class _Dict(FixDict):
    """Views do where they are only looped over; `x.keys().tolist()` is no dict's."""

    def transform(self, node: Any, results: Any) -> Any:
        tail, plain = results["tail"], results["method"][0].value in ("keys", "items", "values")
        if tail and len(tail[0].children) > 1 and tail[0].children[0].value == ".":
            attribute = tail[0].children[1].value
            if plain and attribute not in _LIST_ATTRIBUTES:
                return None
        return super().transform(node, results)

    def in_special_context(self, node: Any, isiter: bool) -> Any:
        if super().in_special_context(node, isiter):
            return True
        if _argument_of(node) in _KEEPS_VIEW | _CONSUMES:
            return True
        found: dict[str, Any] = {}
        if not isiter and self.p2.match(node.parent, found) and found["node"] is node:
            receiver = "".join(str(part) for part in node.children[:-2]).strip()
            suite = "".join(str(part) for part in node.parent.children[4:])
            return node.parent.type != self.syms.for_stmt or receiver not in suite
        return node.parent.type == self.syms.comparison and str(node.prev_sibling).strip() in ("in", "not in")


class _Xrange(FixXrange):
    """`len(range(n))` needs no list, nor does `folds.split(range(n))`, which the rules for scikit-learn write."""

    def in_special_context(self, node: Any) -> Any:
        if super().in_special_context(node) or _argument_of(node) in _KEEPS_VIEW | _CONSUMES:
            return True
        return bool(re.search(r"\.split\(\s*$", str(node.parent.parent).partition(str(node))[0]))

    def transform_xrange(self, node: Any, results: Any) -> Any:
        """A kept `xrange` becomes a list as well: read again, it would be taken for Python 2's `range`."""
        if self.in_special_context(node):
            return super().transform_xrange(node, results)
        return self.transform_range(node, results)


def _argument_of(node: Any) -> str:
    """The name of the function whose first argument a node is (for map, zip and filter: any); empty if it is none."""
    inner, arguments = node, node.parent
    first = True
    if arguments is not None and arguments.type == pygram.python_symbols.arglist:
        first = arguments.children[0] is node
        inner, arguments = arguments, arguments.parent
    call = arguments.parent if arguments is not None else None
    if call is None or arguments.type != pygram.python_symbols.trailer or arguments.children[0].value != "(":
        return ""
    if len(arguments.children) != 3 or arguments.children[1] is not inner or call.children[1] is not arguments:
        return ""
    name = str(call.children[0]).strip()
    return name if first or name in ("map", "zip", "filter") else ""


_OWN = {"print": _Print, "unicode": _Unicode, "dict": _Dict, "xrange": _Xrange}


class Converter(refactor.RefactoringTool):
    """Runs fixers over texts and notes what each of them changed.

    `text` is all that will be converted; of `fixers` those are loaded that may have something to do in it.
    `print_function`: `from __future__ import print_function` holds.
    """

    def __init__(self, text: str, fixers: Iterable[str], *, print_function: bool) -> None:
        names = [name for name in fixers if re.search((SYNTAX | MEANING)[name][1], text)]
        self.changed: list[tuple[int, str]] = []
        super().__init__([f"fissix.fixes.fix_{name}" for name in names], {"print_function": print_function})

    def parse(self, text: str) -> Any | None:
        """Parse a text (which must end with a line feed) as Python 2; None if it is none."""
        try:
            tokens = pgen_tokenize.generate_tokens(io.StringIO(text).readline)
            return driver.Driver(self.grammar, convert=pytree.convert).parse_tokens(tokens)
        except Exception:  # its parser and tokenizer raise many kinds
            return None

    def convert(self, tree: Any) -> str | None:
        """Convert a parsed text; None if a fixer breaks on it. `changed` has (line, fixer) for each change."""
        self.changed = []
        tree.future_features = frozenset()
        try:
            self.refactor_tree(tree, "")
        except Exception:  # fixers raise on rare shapes
            return None
        return str(tree)

    def get_fixers(self) -> Any:
        pre, post = super().get_fixers()
        return [self._own(fixer) for fixer in pre], [self._own(fixer) for fixer in post]

    def log_message(self, msg: str, *args: Any) -> None:
        """Keep silent: what counts is in `changed`."""

    log_debug = log_message

    def _own(self, fixer: Any) -> Any:
        name = type(fixer).__module__.rpartition("fix_")[2]
        if name in _OWN:
            fixer = _OWN[name](self.options, self.fixer_log)
        fixer.transform = self._noting(name, fixer.transform)
        return fixer

    def _noting(self, name: str, transform: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def noting(node: Any, results: Any) -> Any:
            if name in MEANING and _guarded(node):
                return None
            if name in ("map", "filter", "zip") and _argument_of(node) in _CONSUMES:
                return None
            line, before, parent = node.get_lineno(), str(node), node.parent
            new = transform(node, results)
            replaced = new is None and node.parent is not parent
            if replaced or str(node if new is None else new) != before:
                self.changed.append((line, name))
            return new

        return noting


def _guarded(node: Any) -> bool:
    """The code itself cares for both languages: `try: import cPickle …`, `if sys.version_info …`."""
    child, parent = node, node.parent
    while parent is not None:
        if parent.type == pygram.python_symbols.try_stmt and any(
            re.match(r"\s*except\s*(?:$|.*(?:ImportError|ModuleNotFoundError|NameError|AttributeError))", str(part))
            for part in parent.children[1:]
            if part is not child
        ):
            return True
        if parent.type == pygram.python_symbols.if_stmt and _GUARD.search(str(parent.children[1])):
            return True
        child, parent = parent, parent.parent
    return False
