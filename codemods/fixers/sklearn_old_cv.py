"""Cross-validation objects that knew their data: the data moves from the constructor to `split`.

    kf = KFold(len(X), n_folds=3, shuffle=True, random_state=0)
    for train, test in kf: ...

    kf = KFold(n_splits=3, shuffle=True, random_state=0)
    for train, test in kf.split(X): ...

An object that is only passed on as `cv=kf` stays as it is: cross_val_score calls `split` itself. Splits by groups are
passed on as a list, because there the groups would have to be passed too.
The classes of sklearn.cross_validation were replaced in 0.18 and removed in 0.20.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.records import Edit
from codemods.uses import Uses, uses_of

_OLD = "sklearn.cross_validation"
_BUILTINS = {"enumerate", "list", "iter", "zip", "sorted", "tuple", "reversed", "tqdm", "next"}


@dataclass(frozen=True, slots=True)
class _Splitter:
    """An old class: its parameters in order, the new names, and how `split` gets the data."""

    parameters: tuple[str, ...]
    renames: dict[str, str]
    split: str  # template with {x}: the data
    data: str  # the parameter that held the data: a number of samples, or labels
    defaults: dict[str, str]
    splits_known: bool = True  # get_n_splits() needs no data


_FOLDS = {"n_folds": "n_splits", "k": "n_splits", "n_iter": "n_splits"}
_SPLITTERS: dict[str, _Splitter] = {
    "KFold": _Splitter(("n", "n_folds", "shuffle", "random_state"), _FOLDS, "{x}", "n", {"n_splits": "3"}),
    "StratifiedKFold": _Splitter(("y", "n_folds", "shuffle", "random_state"), _FOLDS, "{x}, {y}", "y", {"n_splits": "3"}),
    "LabelKFold": _Splitter(("labels", "n_folds"), _FOLDS, "{x}, groups={y}", "labels", {"n_splits": "3"}),
    "LeaveOneOut": _Splitter(("n",), {}, "{x}", "n", {}, False),
    "LeavePOut": _Splitter(("n", "p"), {}, "{x}", "n", {}, False),
    "LeaveOneLabelOut": _Splitter(("labels",), {}, "{x}, groups={y}", "labels", {}, False),
    "LeavePLabelOut": _Splitter(("labels", "p"), {"p": "n_groups"}, "{x}, groups={y}", "labels", {}, False),
    "ShuffleSplit": _Splitter(("n", "n_iter", "test_size", "train_size", "random_state"), _FOLDS, "{x}", "n", {}),
    "StratifiedShuffleSplit": _Splitter(("y", "n_iter", "test_size", "train_size", "random_state"), _FOLDS, "{x}, {y}", "y", {}),
    "LabelShuffleSplit": _Splitter(
        ("labels", "n_iter", "test_size", "train_size", "random_state"), _FOLDS, "{x}, groups={y}", "labels", {}
    ),
    "PredefinedSplit": _Splitter(("test_fold",), {}, "", "", {}),
}
_NEW_NAMES = {
    "LabelKFold": "GroupKFold",
    "LabelShuffleSplit": "GroupShuffleSplit",
    "LeaveOneLabelOut": "LeaveOneGroupOut",
    "LeavePLabelOut": "LeavePGroupsOut",
}
_GROUPED = {name for name, s in _SPLITTERS.items() if s.data == "labels"}
_CLASSES = tuple(f"{_OLD}.{name}" for name in _SPLITTERS)


@fixer(
    "SK010",
    on=tuple(f"call {c}" for c in _CLASSES),
    until="0.20",
    since="0.18",
    why="cross-validation objects get the data by split(), not by the constructor",
    examples=(
        Example(
            before="""
            from sklearn.cross_validation import KFold
            X = list(range(10))
            kf = KFold(len(X), n_folds=3, shuffle=True, random_state=0)
            tests = [te.tolist() for tr, te in kf]
            n = len(kf)
            """,
            after="""
            from sklearn.model_selection import KFold
            X = list(range(10))
            kf = KFold(n_splits=3, shuffle=True, random_state=0)
            tests = [te.tolist() for tr, te in kf.split(X)]
            n = kf.get_n_splits()
            """,
            check="tests, n",
            was={"scikit-learn": "0.18.2"},
        ),
        Example(
            before="""
            from sklearn.cross_validation import StratifiedKFold
            y = [0, 0, 0, 1, 1, 1]
            for train, test in StratifiedKFold(y, 3):
                print(test.tolist())
            """,
            after="""
            from sklearn.model_selection import StratifiedKFold
            y = [0, 0, 0, 1, 1, 1]
            for train, test in StratifiedKFold(n_splits=3).split(y, y):
                print(test.tolist())
            """,
            was={"scikit-learn": "0.18.2"},
        ),
        Example(
            before="""
            from sklearn.cross_validation import ShuffleSplit, cross_val_score
            from sklearn.linear_model import Ridge
            X, y = [[i] for i in range(20)], list(range(20))
            cv = ShuffleSplit(len(X), n_iter=4, test_size=0.25, random_state=0)
            s = cross_val_score(Ridge(), X, y, cv=cv)
            """,
            after="""
            from sklearn.model_selection import ShuffleSplit, cross_val_score
            from sklearn.linear_model import Ridge
            X, y = [[i] for i in range(20)], list(range(20))
            cv = ShuffleSplit(n_splits=4, test_size=0.25, random_state=0)
            s = cross_val_score(Ridge(), X, y, cv=cv)
            """,
            check="s.round(6).tolist()",
            was={"scikit-learn": "0.18.2"},
        ),
        Example(
            before="""
            from sklearn import cross_validation
            loo = cross_validation.LeaveOneOut(4)
            tests = [list(te) for tr, te in loo]
            """,
            after="""
            from sklearn import model_selection as cross_validation
            loo = cross_validation.LeaveOneOut()
            tests = [list(te) for tr, te in loo.split(range(4))]
            """,
            check="tests",
            was={"scikit-learn": "0.18.2"},
        ),
        Same("""
            from sklearn.model_selection import KFold
            kf = KFold(n_splits=3)
            for train, test in kf.split([[1], [2], [3]]):
                pass
            """),
    ),
)
def constructor(node: ast.Call, context: Context) -> Answer:
    name = _name_of(node, context)
    if name is None:
        return None
    splitter = _SPLITTERS[name]
    call = _constructor_edit(node, name, splitter, context)
    if isinstance(call, Decline):
        return call
    kind = _use_kind(node, context)
    if kind != "iterated" and not (kind == "cv" and name in _GROUPED):
        return Fix((call,) if call is not None else ())
    data = _data(node, splitter, context)
    if data is None:
        return Decline(f"{name} is iterated, and what it splits can't be told: pass the data to .split()")
    text, holes = data
    split = _split_arguments(splitter, text, node, node, context)
    arguments, more = _constructor_text(node, splitter, context)
    func = "{func}"
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Attribute):
        func = f"{{@sklearn.model_selection.{_NEW_NAMES.get(name, name)}}}"
    text = f"{func}({arguments}).split({split})"
    if func == "{func}":
        more["func"] = node.func
    return Fix((context.replace(node, f"list({text})" if kind == "cv" else text, **holes, **more),))


@fixer(
    "SK011",
    on="node Name",
    library="sklearn",
    until="0.20",
    since="0.18",
    words=("cross_validation",),
    why="a cross-validation object is no longer iterable: split() gives the folds",
    examples=[
        Example(
            """
            from sklearn.cross_validation import KFold
            X = [[i] for i in range(6)]
            kf = KFold(6, n_folds=3)
            tests = [test.tolist() for train, test in kf]
            """,
            """
            from sklearn.model_selection import KFold
            X = [[i] for i in range(6)]
            kf = KFold(n_splits=3)
            tests = [test.tolist() for train, test in kf.split(range(6))]
            """,
            check="tests",
        ),
        Same("""
            from sklearn.model_selection import KFold
            X = [[i] for i in range(6)]
            kf = KFold(n_splits=3)
            tests = [test.tolist() for train, test in kf.split(X)]
            """),
    ],
)
def use(node: ast.Name, context: Context) -> Answer:
    if not isinstance(node.ctx, ast.Load) or (kind := _use_kind(node, context)) is None:
        return None
    uses = uses_of(context)
    made = uses.value(node)
    name = _name_of(made, context)
    if name is None or not isinstance(made, ast.Call):
        if context.instance(node, *_CLASSES) is None or kind == "cv":
            return None
        return Decline("what this object splits can't be told: pass the data to .split()")
    splitter = _SPLITTERS[name]
    grouped = name in _GROUPED
    if kind == "cv" and not grouped:
        return None
    data = _data(made, splitter, context)
    if data is None or not _still_bound(made, node, splitter, uses):
        return Decline(f"what this {name} splits can't be told here: pass the data to .split()")
    text, _ = data
    split = _split_arguments(splitter, text, made, node, context)
    match kind:
        case "len":
            call = context.parent(node)
            assert call is not None
            return Fix((context.replace(call, f"{{kf}}.get_n_splits({'' if splitter.splits_known else split})", kf=node),))
        case "cv":
            return Fix((context.replace(node, f"list({{kf}}.split({split}))", kf=node),))
        case _:
            return Fix((context.replace(node, f"{{kf}}.split({split})", kf=node),))


# --- the constructor ---


def _name_of(node: ast.expr | None, context: Context) -> str | None:
    """The old class that a call makes an object of."""
    if not isinstance(node, ast.Call):
        return None
    paths = (context.symbol(node.func), getattr(context.only(node.func), "path", None))
    return next((str(p).rpartition(".")[2] for p in paths if p in _CLASSES), None)


def _bound(node: ast.Call, splitter: _Splitter, context: Context) -> dict[str, ast.expr] | None:
    names = [*splitter.parameters, "indices", "k"] if splitter.parameters[0] == "n" else list(splitter.parameters)
    bound = context.bind(node, *names)
    if bound is not None and "k" in bound:
        bound["n_folds"] = bound.pop("k")
    return bound


def _constructor_edit(node: ast.Call, name: str, splitter: _Splitter, context: Context) -> Edit | Decline | None:
    if not splitter.data:
        return None
    bound = _bound(node, splitter, context)
    if bound is None or splitter.data not in bound:
        return Decline(f"the arguments of this {name} are not plain: give n_splits to the constructor and the data to split()")
    drop = {splitter.data, "indices"}
    shuffled = "shuffle" in bound and context.literal(bound["shuffle"]) is not False
    if "shuffle" in splitter.parameters and not shuffled and "random_state" in bound:
        drop.add("random_state")  # it had no effect, and is refused now
    positional = dict(enumerate(splitter.parameters[: len(node.args)]))
    keywords = {k.arg for k in node.keywords if k.arg}
    given = {splitter.renames.get(p, p) for p in bound}
    add = {new: value for new, value in splitter.defaults.items() if new not in given}
    if "train_size" in bound and "test_size" not in bound:
        add["test_size"] = "0.1" if name != "LabelShuffleSplit" else "0.2"
    return context.edit_call(
        node,
        drop=frozenset(drop & keywords),
        drop_positional=frozenset(i for i, p in positional.items() if p in drop),
        rename={k: splitter.renames[k] for k in keywords & splitter.renames.keys()},
        name_positional={i: splitter.renames.get(p, p) for i, p in positional.items() if p not in drop},
        add=add,
    )


def _constructor_text(node: ast.Call, splitter: _Splitter, context: Context) -> tuple[str, dict[str, ast.expr]]:
    """The arguments that stay, as a template and its holes."""
    bound = _bound(node, splitter, context) or {}
    shuffled = "shuffle" in bound and context.literal(bound["shuffle"]) is not False
    parts, holes = [], {}
    for parameter, value in bound.items():
        if parameter in (splitter.data, "indices") or (
            parameter == "random_state" and "shuffle" in splitter.parameters and not shuffled
        ):
            continue
        parts.append(f"{splitter.renames.get(parameter, parameter)}={{a_{parameter}}}")
        holes[f"a_{parameter}"] = value
    given = {splitter.renames.get(p, p) for p in bound}
    parts += [f"{new}={value}" for new, value in splitter.defaults.items() if new not in given]
    if "train_size" in bound and "test_size" not in bound:
        parts.append("test_size=0.1" if splitter.data != "labels" else "test_size=0.2")
    return ", ".join(parts), holes


# --- the data ---


def _data(made: ast.Call, splitter: _Splitter, context: Context) -> tuple[str, dict[str, ast.expr]] | None:
    """The text of what is split, from the constructor's argument: `len(X)` → `X`, a number n → `range(n)`."""
    if not splitter.data:
        return "", {}
    bound = _bound(made, splitter, context)
    value = (bound or {}).get(splitter.data)
    match value:
        case None:
            return None
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name() as data]) if splitter.data == "n":
            return data.id, {}
        case ast.Subscript(value=ast.Attribute(value=ast.Name(id=name), attr="shape"), slice=ast.Constant(value=0)) if (
            splitter.data == "n"
        ):
            return name, {}
        case _ if splitter.data == "n":
            return f"range({ast.unparse(value)})", {}
        case _:
            return ast.unparse(value), {}


def _split_arguments(splitter: _Splitter, text: str, made: ast.Call, place: ast.expr, context: Context) -> str:
    if not splitter.data:
        return ""
    x = text
    if splitter.data != "n":
        x = _indexed_by(place, text, context) or text
    return splitter.split.replace("{x}", x).replace("{y}", text)


def _indexed_by(place: ast.expr, labels: str, context: Context) -> str | None:
    """What the loop at `place` takes rows from, if it is indexed as the labels are: the natural first argument."""
    uses = uses_of(context)
    loop = uses.parents.get(place)
    if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Tuple):
        return None
    indices = {e.id for e in loop.target.elts if isinstance(e, ast.Name)}
    found: list[str] = []
    for node in (n for s in loop.body for n in walk(s)):
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Name(id=i)) if i in indices:
                found.append(name)
            case _:
                pass
    return next((n for n in found if n != labels), None) if labels in found else None


def _still_bound(made: ast.Call, use: ast.Name, splitter: _Splitter, uses: Uses) -> bool:
    """Whether the names in the data argument mean at `use` what they meant in the constructor."""
    names = [n for n in walk(made) if isinstance(n, ast.Name) and n is not made.func and n not in walk(made.func)]
    scope, made_scope = uses.scope(use), uses.scope(made)
    if scope is not made_scope and made_scope is not None:
        return False
    at, since = uses.position(use), uses.position(made)
    for name in names:
        between = [b for b in uses.bindings(name.id) if since < b.position <= at and uses.scope(b.node) in (scope, made_scope)]
        if between:
            return False
    return True


# --- the uses ---


def _use_kind(node: ast.expr, context: Context) -> str | None:
    """How an object is used here: "iterated", "len", passed on as "cv"; None otherwise."""
    match context.parent(node):
        case ast.For(iter=i) | ast.comprehension(iter=i) if i is node:
            return "iterated"
        case ast.Call(func=ast.Name(id="len"), args=[only]) if only is node:
            return "len"
        case ast.Call(func=ast.Name(id=name), args=args) if name in _BUILTINS and node in args:
            return "iterated"
        case ast.keyword(arg="cv"):
            return "cv"
        case _:
            return None
