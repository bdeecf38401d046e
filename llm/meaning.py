"""Checks that `--allow-semantic-changes` lifts: other models, parameters, seeds, splits, metrics, features or data."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher

from llm.change import Change, Check
from llm.code import FITS, PREDICTS, SPLITS, Notebook, calls, is_metric, is_model, leaf, names_in, shown, walk
from llm.records import Objection

# Arguments that say how, not what.
_HARMLESS = {"n_jobs", "verbose", "copy", "copy_X", "cache_size", "warm_start", "disp", "silent", "memory", "njobs", "nthread"}
_SEEDS = {"random_state", "seed", "random_seed", "rng"}
_SEEDERS = {"seed", "set_seed", "set_random_seed", "manual_seed", "default_rng", "RandomState"}
_BY_COLUMN = {"drop", "pop", "groupby"}
_ALIKE = 0.6


def models(change: Change) -> Iterator[Objection]:
    """The same models, layers and transformers; one that the target lacks may become its successor."""
    old, new = _models(change.old), _models(change.new)
    added = list((new - old).elements())
    for name in (old - new).elements():
        successor = next((a for a in added if name in change.gone and _alike(name, a)), None)
        if successor is None:
            yield Objection("model", _only(change), f"{name} is gone: keep the model that the notebook has")
        else:
            added.remove(successor)
    for name in added:
        yield Objection("model", _only(change), f"{name} is new: the notebook does not use it")


def parameters(change: Change) -> Iterator[Objection]:
    """What a model is told stays as it is: values may move to another call, and old defaults may be written out."""
    old, new = _given(change.old), _given(change.new)
    before = Counter((key, value) for _, key, value in old)
    after = Counter((key, value) for _, key, value in new)
    values_before, values_after = Counter(v for _, _, v in old), Counter(v for _, _, v in new)
    for name, key, value in old:
        if after[key, value] >= before[key, value] or key in _HARMLESS:
            continue
        if key in change.gone and (values_after[value] >= values_before[value] or _says_nothing(value)):
            continue  # under its new name, or it meant nothing any more
        if value.strip("'\"") in change.gone:
            continue  # a value that the target lacks
        if any(n == name and v == value and _renames(key, k) and before[k, v] < after[k, v] for n, k, v in new):
            continue
        yield Objection("parameter", _only(change), f"{name}({key}={value}) was changed or removed: keep the parameters")
    for name, key, value in new:
        if before[key, value] >= after[key, value] or key in _HARMLESS or key in _SEEDS:
            continue
        if values_before[value] >= values_after[value] or change.knowledge.was_default(name, key, value):
            continue
        if any(k == key and v.strip("'\"") in change.gone for _, k, v in old):
            continue
        yield Objection("parameter", _only(change), f"{name}({key}={value}) is new: a model must not be tuned")


def seeds(change: Change) -> Iterator[Objection]:
    """Seeds stay as they are."""
    old, new = Counter(seeds_of(change.before)), Counter(seeds_of(change.after))
    for what in (old - new) + (new - old):
        yield Objection("seed", _only(change), f"`{what}` was {'changed or removed' if old[what] else 'added'}: leave the seeds")


def evaluation(change: Change) -> Iterator[Objection]:
    """The same metrics, of the same data; the same fits, on the same data."""
    for kind, belongs in (("metric", is_metric), ("fit", lambda n: n in FITS), ("prediction", lambda n: n in PREDICTS)):
        old, new = _calls(change.old, belongs), _calls(change.new, belongs)
        if kind == "metric":
            lost = Counter(n for n, _ in old) - Counter(n for n, _ in new)
            for name in lost:
                if name not in change.gone and not any(name == n for n in change.gone):
                    yield Objection("metric", _only(change), f"{name} is gone: measure what the notebook measured")
        data_before = Counter(frozenset(names) for _, names in old)
        for name, names in new:
            if data_before[names] > 0:
                data_before[names] -= 1
            elif foreign := sorted(n for n in names - _all_names(old) if n in _stored(change.before)):
                yield Objection("data", _only(change), f"{name}() is given {', '.join(foreign)}, which it was not given before")
            elif missing := [known for known in data_before if data_before[known] and known - names and names - known]:
                told = ", ".join(sorted(missing[0] - names))
                yield Objection("data", _only(change), f"{name}() is no longer given {told}")


def splits(change: Change) -> Iterator[Objection]:
    """Splits of the data keep their arguments; a split may take its iteration by another protocol."""
    old, new = _splits(change.old), _splits(change.new)
    values_before = Counter(v for _, _, v in old)
    values_after = Counter(v for _, _, v in new)
    names = Counter(n for n, _, _ in old) - Counter(n for n, _, _ in new)
    for name in {n for n in names if n}:
        if name not in change.gone and not any(n == name for n, _, _ in new):
            yield Objection("split", _only(change), f"{name} is gone: split the data as the notebook did")
    for value in values_after - values_before:
        if not _says_nothing(value) and value not in ("True", "False", "None"):
            yield Objection("split", _only(change), f"the data are split with {value}, as they were not before")


def features(change: Change) -> Iterator[Objection]:
    """The same columns: the names in lists and subscripts stay."""
    old, new = Counter(columns(change.old)), Counter(columns(change.new))
    for name in old - new:
        if not any(name in code.source for code in change.new.values()) and name not in change.gone:
            yield Objection("feature", _only(change), f"{name!r} is no longer used: keep the columns")
    for name in new - old:
        if not any(name in code.source for code in change.before.values()):
            yield Objection("feature", _only(change), f"{name!r} is new: keep the columns")


CHECKS: tuple[Check, ...] = (models, parameters, seeds, evaluation, splits, features)


# --- what the checks look at -------------------------------------------------------------------------------------------


def _only(change: Change) -> int | None:
    return change.edited[0] if len(change.edited) == 1 else None


def _models(notebook: Notebook) -> Counter[str]:
    return Counter(name for _, name, _ in calls(notebook) if is_model(name))


def _alike(old: str, new: str) -> bool:
    """Whether two class names may be of one thing: Imputer and SimpleImputer, GMM and GaussianMixture."""
    one, two = old.lower(), new.lower()
    initials = "".join(c for c in new if c.isupper()).lower()
    return one in two or two in one or one.startswith(initials) or SequenceMatcher(None, one, two).ratio() >= _ALIKE


def _renames(old: str, new: str) -> bool:
    """Whether a keyword may be another's new name: lr and learning_rate, sparse and sparse_output, nb_epoch and epochs."""
    if old == new:
        return False
    return old in new or new in old or old == "".join(part[:1] for part in new.split("_")) or _stem(old) == _stem(new)


def _stem(keyword: str) -> str:
    return re.sub(r"^(?:nb_|n_|num_|max_)", "", keyword).removesuffix("s")


def _given(notebook: Notebook) -> list[tuple[str, str, str]]:
    """(model or fit, keyword or position, value as written) of everything that models are told."""
    found = []
    for _, name, call in calls(notebook):
        if is_model(name) or name in FITS or name in ("compile", "DMatrix", "Dataset", "GridSearchCV", "RandomizedSearchCV"):
            found += [(name, k.arg or "**", shown(k.value)) for k in call.keywords]
            if is_model(name):
                found += [(name, str(i), shown(a)) for i, a in enumerate(call.args)]
    for _, node in walk(notebook):  # parameters in a dict: params = {'max_depth': 3}
        if isinstance(node, ast.Dict):
            pairs = zip(node.keys, node.values, strict=True)
            found += [("dict", shown(k).strip("'\""), shown(v)) for k, v in pairs if isinstance(k, ast.Constant)]
    return found


def _says_nothing(value: str) -> bool:
    return value in ("None", "'auto'", "'warn'", "'deprecated'", "True", "False")


def seeds_of(notebook: Notebook) -> Iterator[str]:
    """Every seed that is set, as written."""
    for _, name, call in calls(notebook):
        if name in _SEEDERS and call.args:
            yield f"{name}({shown(call.args[0])})"
        for keyword in call.keywords:
            if keyword.arg in _SEEDS:
                yield f"seed {shown(keyword.value)}"


def _calls(notebook: Notebook, belongs: object) -> list[tuple[str, frozenset[str]]]:
    """(function, the variables that it is given)."""
    assert callable(belongs)
    found = []
    for _, name, call in calls(notebook):
        if belongs(name):
            found.append((name, names_in(*call.args, *(k.value for k in call.keywords if k.arg not in _HARMLESS))))
    return found


def _all_names(found: list[tuple[str, frozenset[str]]]) -> frozenset[str]:
    return frozenset().union(*(names for _, names in found)) if found else frozenset()


def _stored(notebook: Notebook) -> frozenset[str]:
    return frozenset(n.id for _, n in walk(notebook) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _splits(notebook: Notebook) -> list[tuple[str, str, str]]:
    found = []
    for _, name, call in calls(notebook):
        if name in SPLITS:
            found.append((name, "", ""))
            found += [(name, k.arg or "**", shown(k.value)) for k in call.keywords if k.arg not in _SEEDS]
            found += [(name, str(i), shown(a)) for i, a in enumerate(call.args)]
    return [(n, k, v) for n, k, v in found if v or not k]


def columns(notebook: Notebook) -> Iterator[str]:
    """The texts that may name columns: in lists, subscripts, and what is dropped or grouped by."""
    for _, node in walk(notebook):
        match node:
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                yield from (i.value for i in items if isinstance(i, ast.Constant) and isinstance(i.value, str))
            case ast.Subscript(slice=ast.Constant(value=str(name))):
                yield name
            case ast.Call(func=function, args=[ast.Constant(value=str(name)), *_]) if leaf(function) in (
                "drop",
                "pop",
                "groupby",
            ):
                yield name
            case _:
                pass
