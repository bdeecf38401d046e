"""What a function returns and what an attribute is, as its source tells.

In this order: the annotations (of all overloads), a body that only ever returns `self`, the Returns or Attributes
section of the documentation, the constructors whose calls are returned. A spec is complete or absent: one alternative
that is not understood makes the whole unknown.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import griffe

Public = Callable[[str], str | None]
Spec = list[Any]

BUILTINS = {
    "str": "builtins.str",
    "bytes": "builtins.bytes",
    "int": "builtins.int",
    "float": "builtins.float",
    "bool": "builtins.bool",
    "complex": "builtins.complex",
    "list": "builtins.list",
    "dict": "builtins.dict",
    "tuple": "builtins.tuple",
    "set": "builtins.set",
    "frozenset": "builtins.frozenset",
    "List": "builtins.list",
    "Dict": "builtins.dict",
    "Tuple": "builtins.tuple",
    "None": "builtins.NoneType",
    "_str": "builtins.str",
    "_bool": "builtins.bool",
    "slice": "builtins.slice",
}
# Names of stubs for what the library has under another.
MEANT = {
    "NDArray": "numpy.ndarray",
    "ndarray": "numpy.ndarray",
    "np_ndarray": "numpy.ndarray",
    "ArrayND": "numpy.ndarray",
    "np_1darray": "numpy.ndarray",
    "np_2darray": "numpy.ndarray",
    "Array1D": "numpy.ndarray",
    "np_1darray_bool": "numpy.ndarray",
    "np_1darray_str": "numpy.ndarray",
    "np_1darray_intp": "numpy.ndarray",
    "np_1darray_int64": "numpy.ndarray",
    "np_1darray_float": "numpy.ndarray",
    "np_1darray_object": "numpy.ndarray",
    "np_1darray_dt": "numpy.ndarray",
    "np_1darray_td": "numpy.ndarray",
    "np_ndarray_bool": "numpy.ndarray",
    "np_ndarray_str": "numpy.ndarray",
    "np_ndarray_int64": "numpy.ndarray",
    "np_ndarray_anyint": "numpy.ndarray",
    "np_ndarray_num": "numpy.ndarray",
    "np_ndarray_float": "numpy.ndarray",
    "np_ndarray_dt": "numpy.ndarray",
    "DataFrame": "pandas.DataFrame",
    "Series": "pandas.Series",
    "csr_matrix": "scipy.sparse.csr_matrix",
    "csc_matrix": "scipy.sparse.csc_matrix",
    "UnknownSeries": "pandas.Series",
    "TimestampSeries": "pandas.Series",
    "TimedeltaSeries": "pandas.Series",
    "PeriodSeries": "pandas.Series",
    "UnknownIndex": "pandas.Index",
    "Axes": "matplotlib.axes.Axes",
    "Figure": "matplotlib.figure.Figure",
}
SELF = re.compile(r"^(_?Self\w*|_?T_?self|Model_T|NDFrameT\w*|FrameOrSeries\w*|S1T?_self)$")
SEQUENCES = {"list", "List", "Sequence", "Iterator", "Iterable", "Generator", "Collection", "MutableSequence"}
MAPPINGS = {"dict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "defaultdict"}
# Entries of a Returns section that are not always returned.
CONDITIONAL = re.compile(r"(?i)\b(if|only|optional|otherwise|when|provided|present)\b")
WRAPPERS = {"Optional", "Final", "ClassVar", "Annotated", "Required", "Awaitable"}


def return_specs(obj: griffe.Function | griffe.Class | griffe.Attribute, public: Public) -> Spec | None:
    """The return-type spec of a function, the type spec of an attribute or property; None: not known.

    `public` maps the canonical path of a class to its best public name, and anything else to None.
    """
    import griffe

    if isinstance(obj, griffe.Class):
        return None
    scope = _Scope(obj, public)
    if isinstance(obj, griffe.Function):
        annotated = [f.returns for f in (obj.overloads or [obj]) if f.returns is not None]
        if annotated:
            return _together([scope.annotation(each) for each in annotated]) or None
        source = _source(obj)
        documented = scope.documented(_doc(obj))
        if documented and "return self" not in source:  # parsing what needs no parsing would take a tenth of the time of mining
            return documented
        returned = list(_returned(source))
        if returned and all(isinstance(v, ast.Name) and v.id == "self" for v in returned):
            return ["self"]
        return documented or scope.constructed(returned) or None
    if obj.annotation is not None:
        return scope.annotation(obj.annotation) or None
    if "property" in obj.labels:
        return scope.documented(_doc(obj)) or None
    owner = obj.parent
    return scope.listed(_doc(owner), obj.name) or None if owner is not None and owner.is_class else None


def _doc(obj: Any) -> str:
    return obj.docstring.value if obj.docstring is not None else ""


def _source(function: griffe.Function) -> str:
    try:
        return function.source or ""
    except (ValueError, OSError, KeyError):
        return ""


def _returned(source: str) -> Iterator[ast.expr]:
    """The values that a function's own return statements give."""
    try:
        tree = ast.parse(textwrap.dedent(source) if "return" in source else "")
    except (SyntaxError, ValueError):
        return
    pending: list[ast.AST] = (
        list(tree.body[0].body) if tree.body and isinstance(tree.body[0], ast.FunctionDef | ast.AsyncFunctionDef) else []
    )
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(node, ast.Return):
            yield node.value if node.value is not None else ast.Constant(None)
        pending += [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.stmt | ast.ExceptHandler)]


class _Scope:
    """Reads types as they are written in the module of one object."""

    def __init__(self, obj: Any, public: Public) -> None:
        self._obj = obj
        self._public = public

    # --- annotations

    def annotation(self, node: Any) -> Spec:
        """The spec of an annotation; empty: not understood."""
        import griffe

        match node:
            case None:
                return []
            case str():
                return self._text_annotation(node)
            case griffe.ExprConstant(value=value):
                return ["builtins.NoneType"] if value == "None" else self._text_annotation(value.strip("'\""))
            case griffe.ExprBinOp(left=left, operator="|", right=right):
                return _together([self.annotation(left), self.annotation(right)])
            case griffe.ExprSubscript(left=left, slice=inner):
                return self._subscript(left, inner)
            case griffe.ExprName() | griffe.ExprAttribute():
                return self._named(node.canonical_path, str(node))
            case _:
                return []

    def _text_annotation(self, text: str) -> Spec:
        if re.fullmatch(r"[\w.]+", text):
            return self._named(self._resolve(text.split(".")[0]) or text, text)
        return []

    def _subscript(self, left: Any, inner: Any) -> Spec:
        import griffe

        head = str(left).rpartition(".")[2]
        parts = list(inner.elements) if isinstance(inner, griffe.ExprTuple) else [inner]
        if head in WRAPPERS:
            found = self.annotation(parts[0])
            return _together([found, ["builtins.NoneType"]]) if head == "Optional" else found
        if head == "Union":
            return _together([self.annotation(part) for part in parts])
        if head in ("tuple", "Tuple"):
            if str(parts[-1]) in ("...", "Ellipsis"):
                return [["L", self.annotation(parts[0])]]
            return [["T", [self.annotation(part) for part in parts]]]
        if head in SEQUENCES:
            return [["L", self.annotation(parts[0])]]
        if head in MAPPINGS and len(parts) == 2:
            return [["D", self.annotation(parts[0]), self.annotation(parts[1])]]
        if head in ("Literal", "LiteralString"):
            return ["builtins.str"] if all(str(part)[:1] in "'\"" for part in parts) else []
        return self.annotation(left)

    def _named(self, canonical: str, written: str) -> Spec:
        leaf = written.rpartition(".")[2]
        if SELF.match(leaf):
            return ["self"]
        if leaf in MEANT and self._obj.package.name in (
            "pandas",
            "numpy",
            "scipy",
            "matplotlib",
            "seaborn",
            MEANT[leaf].partition(".")[0],
        ):
            return [MEANT[leaf]]
        found = self._public(canonical)
        if found is not None:
            return [found]
        if canonical.rpartition(".")[0] in ("", "builtins", "typing") and leaf in BUILTINS:
            return [BUILTINS[leaf]]
        if canonical.startswith(("pandas.", "numpy.ndarray", "matplotlib.", "datetime.", "scipy.sparse.")):
            return [MEANT.get(leaf, canonical)]
        return []

    # --- documentation

    def documented(self, doc: str) -> Spec:
        """The spec that the Returns (or Yields) section gives."""
        for title in ("Returns", "Yields"):
            entries = section(doc, title)
            if not entries:
                google = re.search(rf"(?m)^# ?{title}\s*$|^{title}:\s*$", doc)
                if google is None:
                    continue
                found = self._sentence(doc[google.end() :])
                return found if title == "Returns" else [["L", found]] if found else []
            if any(CONDITIONAL.search(f"{head} {more}") or head.startswith("(") for head, more in entries[1:]):
                return []
            specs = [self._entry(head) for head, _ in entries[:6]]
            found = specs[0] if len(specs) == 1 else [["T", specs]] if any(specs) else []
            return found if title == "Returns" else [["L", found]] if found else []
        return []

    def listed(self, doc: str, name: str) -> Spec:
        """The spec that the Attributes section of the class gives an attribute."""
        for head, _ in section(doc, "Attributes"):
            names, separator, kind = head.partition(":")
            if separator and name in re.findall(r"\w+", names):
                return self.text(kind)
        return []

    def _entry(self, head: str) -> Spec:
        name, separator, kind = re.sub(r"``|\*\*", "", head).partition(" : ")
        if not separator:
            name, separator, kind = head.partition(": ")
        if (name.strip() if separator else head.strip()) == "self":
            return ["self"]
        return self.text(kind if separator else head)

    def _sentence(self, text: str) -> Spec:
        """The first sentence of a section in prose: a class only if one alone is named."""
        sentence = re.split(r"\.(?:\s|$)|\n\s*\n", textwrap.dedent(text).strip())[0]
        if re.search(r"\bor\b|\bif\b|\botherwise\b", sentence):
            return []
        return self.text(sentence) if len(sentence) < 100 else []

    def text(self, text: str) -> Spec:
        """The spec of a type written in words: `array, shape (n,)`, `Series or DataFrame`."""
        text = re.sub(r":\w+:|[`~]|\(.*?\)", " ", text).strip()
        if re.search(r"(?i)same type as|type of (the )?(caller|input|calling)|^self\b|^returns? self", text):
            return ["self"]
        text = re.sub(r"(?i),?\s*(of )?(shape|length|size|dtype|default|optional)\b.*", "", text)
        choices = re.match(r"^\{(.*)\}", text)
        if choices:
            pieces = choices[1].split(",")
        else:
            listed = re.match(r"(?i)^(?:an? )?(list|sequence|iterable|tuple)s? of (.+)", text)
            if listed and " or " not in text:
                return [["L", self.text(listed[2])]]
            pieces = re.split(r"\s+or\s+|\||/|,", text)
        return _together([self._words(piece.strip()) for piece in pieces if piece.strip()])

    def _words(self, text: str) -> Spec:
        low = text.lower().strip(" .")
        for pattern, found in WORDS:
            if re.fullmatch(pattern, low):
                return list(found)
        names = [name for name in re.findall(r"[A-Za-z_][\w.]*", text) if name.rpartition(".")[2][:1].isupper()]
        names = [name for name in names if name not in ("A", "An", "The", "Returns", "Return")]
        specs = [spec for name in names if (spec := self._leaf(name))]
        return specs[0] if len(specs) == 1 and len(names) == 1 else []

    def _leaf(self, name: str) -> Spec:
        leaf = name.strip(".").rpartition(".")[2]
        if leaf in MEANT:
            return [MEANT[leaf]]
        canonical = self._resolve(leaf) or _class_index(self._obj.package).get(leaf)
        found = self._public(canonical) if canonical else None
        return [found] if found else []

    def _resolve(self, name: str) -> str | None:
        try:
            return str(self._obj.resolve(name))
        except Exception:  # griffe's name resolution fails in several ways
            return None

    # --- bodies

    def constructed(self, returned: list[ast.expr]) -> Spec:
        """The spec of a body that returns calls of classes, itself, or literals."""
        return _together([self._value(value) for value in returned]) if returned else []

    def _value(self, value: ast.expr) -> Spec:
        match value:
            case ast.Name(id="self"):
                return ["self"]
            case ast.Constant(value=None):
                return ["builtins.NoneType"]
            case ast.Constant(value=str()) | ast.JoinedStr():
                return ["builtins.str"]
            case ast.Constant(value=bool()):
                return ["builtins.bool"]
            case ast.Dict() | ast.DictComp():
                return ["builtins.dict"]
            case ast.List() | ast.ListComp():
                return ["builtins.list"]
            case ast.Tuple(elts=items):
                specs = [self._value(item) for item in items]
                return [["T", specs]] if any(specs) else []
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr="_constructor" | "__class__")):
                return ["self"]
            case ast.Call(func=ast.Attribute(attr="__finalize__", value=inner)):
                return self._value(inner)
            case ast.Call(func=ast.Name(id="cls")):
                return ["self"]
            case ast.Call(func=ast.Name(id=name)) if name[:1].isupper():
                canonical = self._resolve(name)
                found = self._public(canonical) if canonical else None
                return [found] if found else []
            case _:
                return []


WORDS: list[tuple[str, Spec]] = [
    (
        r"(an? )?((numpy|np)[. ])?(nd)?-?arrays?([ -]like)?( of (ints?|floats?|str(ings)?|bools?|objects|numbers?))?( \[.*)?",
        ["numpy.ndarray"],
    ),
    (r"\d-?d array|array of .*|ndarray of .*", ["numpy.ndarray"]),
    (r"(an? )?(csr )?sparse( csr)?( matrix|matrices)?|csr_?matrix|csr matrix", ["scipy.sparse.csr_matrix"]),
    (r"(an? )?str(ing)?|unicode( string)?|str", ["builtins.str"]),
    (r"(an? )?int(eger)?", ["builtins.int"]),
    (r"(an? )?(python )?float", ["builtins.float"]),
    (r"(an? )?bool(ean)?", ["builtins.bool"]),
    (r"(an? )?list", ["builtins.list"]),
    (r"(an? )?dict(ionary)?( of .*| with .*)?", ["builtins.dict"]),
    (r"(an? )?tuple", ["builtins.tuple"]),
    (r"none", ["builtins.NoneType"]),
    (r"self|returns self|the estimator itself", ["self"]),
    (r"(a |an )?(pandas )?dataframe", ["pandas.DataFrame"]),
    (r"(a )?(pandas )?series", ["pandas.Series"]),
    (r"(a )?(matplotlib )?(axes|axis)( object)?|matplotlib\.axes\.axes|(matplotlib )?ax", ["matplotlib.axes.Axes"]),
]


def section(doc: str, title: str) -> list[tuple[str, str]]:
    """The entries of a numpydoc section: heading line and first line of its description."""
    lines = doc.expandtabs().split("\n")
    for i, line in enumerate(lines[:-1]):
        if line.strip() != title or not re.match(r"^\s*-{3,}\s*$", lines[i + 1]):
            continue
        indent = len(line) - len(line.lstrip())
        entries: list[tuple[str, str]] = []
        for k in range(i + 2, len(lines)):
            if k + 1 < len(lines) and re.match(r"^\s*[-=]{3,}\s*$", lines[k + 1]) and lines[k].strip():
                break
            text = lines[k]
            if not text.strip() or text.lstrip().startswith(".. "):
                continue
            if len(text) - len(text.lstrip()) <= indent:
                entries.append((text.strip(), ""))
            elif entries and not entries[-1][1]:
                entries[-1] = (entries[-1][0], text.strip())
        return entries
    return []


def _together(specs: list[Spec]) -> Spec:
    """The alternatives of all; one that is not understood makes the whole so."""
    if not specs or not all(specs):
        return []
    found: Spec = []
    for spec in specs:
        found += [part for part in spec if part not in found]
    return found if len(found) <= 6 else []


_indexed: tuple[Any, dict[str, str]] | None = None


def _class_index(package: Any) -> dict[str, str]:
    """Classes of a package by their own name, where that is unambiguous; kept for the last package asked about."""
    global _indexed
    if _indexed is None or _indexed[0] is not package:
        found: dict[str, str | None] = {}
        pending = [package]
        seen: set[str] = set()
        while pending:
            module = pending.pop()
            if module.path in seen:
                continue
            seen.add(module.path)
            for member in module.members.values():
                if member.is_alias:
                    continue
                if member.is_module:
                    pending.append(member)
                elif member.is_class:
                    known = found.get(member.name, member.path)
                    found[member.name] = member.path if known == member.path else None
        _indexed = (package, {name: path for name, path in found.items() if path})
    return _indexed[1]
