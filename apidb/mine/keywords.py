"""What changed in the parameters of callables that both releases have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from apidb.mine.notices import TAKEN, Notice
from apidb.mine.snapshot import Snapshot
from apidb.mine.tolerant import Params
from apidb.records import Change, ChangeKind, Confidence

SENTINEL = re.compile(r"deprecat|^'warn'$|no_default|nodefault|^_?default$|<unset>|_unset\b", re.I)
OPAQUE = re.compile(r"\.\.\.|_NoValue")
PLAIN_DECORATOR = re.compile(
    r"deprecat|validate_param|property|static|class|abstract|doc|appender|substitution|dispatch|set_module|final|"
    r"overload|typing|wraps|cache|available_if|delete_param|rename|make_keyword|interpd|copy",
    re.I,
)
TYPE = re.compile(r"\b(bool|int|float|str|callable|function|dict|list|tuple|array|dataframe|series)")
CERTAIN, LIKELY, HINT = Confidence.CERTAIN, Confidence.LIKELY, Confidence.HINT


@dataclass(frozen=True, slots=True)
class _Renaming:
    new: str
    confidence: Confidence
    evidence: str
    place: str


def normal(default: str | None) -> object:
    """A default for comparison: its value where it is literal, else its last name."""
    if default is None:
        return ("required",)
    try:
        value = ast.literal_eval(default)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return ("name", default.rpartition(".")[2])
    return (type(value).__name__, repr(value))


def is_literal(default: str) -> bool:
    return normal(default) != ("name", default.rpartition(".")[2])


def hands_on(params: Params) -> bool:
    """Does a function take anything, and so only hand on what it takes?"""
    kinds = [kind for _, kind, _ in params]
    return "va" in kinds and "vk" in kinds and not {"po", "pk"}.intersection(kinds)


def documented_default(doc: str, key: str) -> str | None:
    """What the parameter section of a docstring says is the default, where that is a plain value."""
    match = re.search(rf"^ *{re.escape(key)} ?: ?[^\n]*\bdefault(?:s to)?[ :=]*`*(?P<value>[^\s,`]+)", doc, re.M)
    return match["value"].rstrip(".") if match and is_literal(match["value"].rstrip(".")) else None


def _of_one_type(doc: str, key: str, new: str) -> bool:
    """May two parameters take the same values, as far as the documentation gives types for both?"""
    types = []
    for name in (key, new):
        match = re.search(rf"^ *{re.escape(name)} ?: ?(?P<type>[^\n]+)", doc, re.M)
        types.append(set(TYPE.findall(match["type"].lower())) if match else set())
    return not (types[0] and types[1]) or bool(types[0] & types[1])


def _in_its_place(key: str, had: Params, params: Params) -> bool:
    """Does a new parameter take by position what this one took: has it only been renamed?"""
    before = [name for name, kind, _ in had if kind in ("po", "pk")]
    after = [name for name, kind, _ in params if kind in ("po", "pk")]
    place = before.index(key)
    return place < len(after) and after[place] not in before


class Keywords:
    """Follows each callable's parameters over the releases: sentinels stand for what the default was before."""

    def __init__(self, notices: Mapping[str, list[tuple[Notice, str]]]) -> None:
        self.notices = notices
        self.held: dict[tuple[str, str], str] = {}
        self.pairs: dict[tuple[str, str], _Renaming] = {}
        self.said: Mapping[str, list[Notice]] = {}  # in the release that is looked at
        self.waiting: dict[str, Params] = {}  # the parameters of what only hands its arguments on, from before it did

    def step(self, old: Snapshot, new: Snapshot) -> list[Change]:
        """The changes of parameters from one release to the next."""
        self.said = new.notices
        before = {name: (target, params) for name, target, params in old.callables() if not old.hidden(name)}
        by_target = {target: (target, params) for _, target, params in old.callables()}
        out: list[Change] = []
        for name, target, params in new.callables():
            # By its name, or, where that was another, by where it is defined.
            then = before.get(name) or (None if new.hidden(name) else by_target.get(target))
            if then is None:
                continue
            was, had = then[0], self.waiting.pop(name, then[1])
            if hands_on(params) and not hands_on(had):  # which keywords it takes can't be seen
                self.waiting[name] = had
                continue
            if had == params:
                continue
            if old.objs[was].stub != new.objs[target].stub or self._told_at_base(old, new, name, was, target):
                continue
            out += self._compare(name, was, had, target, params, old, new)
        return out

    @staticmethod
    def _told_at_base(old: Snapshot, new: Snapshot, name: str, was: str, target: str) -> bool:
        """An inherited method's change is told once, at the public class that defines it."""
        owner, _, leaf = was.rpartition(".")
        public = old.public.get(owner)
        if leaf == "__init__" or public is None or old.hidden(public) or name == f"{public}.{leaf}":
            return False
        now = new.canonical(public)
        return now in new.objs and new.members(now or "").get(leaf) == target

    def _compare(
        self, name: str, was: str, had: Params, target: str, params: Params, old: Snapshot, new: Snapshot
    ) -> Iterator[Change]:
        a, b = {p[0]: p for p in had}, {p[0]: p for p in params}
        added = [p for p in b if p not in a and b[p][1] not in ("va", "vk")]
        # A decorator that is new may put back what left the signature, such as scipy's axis and nan_policy.
        decorators = set(new.objs[target].decorators) - set(old.objs[was].decorators)
        opaque = any(not PLAIN_DECORATOR.search(d.split("(")[0]) for d in decorators)
        open_ended = opaque or any(kind == "vk" for _, kind, _ in params)
        version = new.version
        place = f"{target} {version}"
        for key, (_, kind, default) in a.items():
            if kind in ("va", "vk", "po"):
                continue
            now = b.get(key)
            if now is None:
                found = self._renaming(name, key, was, target, had, params, added, old)
                if found:
                    confidence = found.confidence
                    yield Change(
                        ChangeKind.KEYWORD_RENAMED,
                        name,
                        key,
                        found.new,
                        version,
                        confidence,
                        found.evidence,
                        found.place,
                    )
                else:
                    said, where = self._said(name, key, was, target)
                    confidence = LIKELY if open_ended else CERTAIN
                    yield Change(
                        ChangeKind.KEYWORD_REMOVED,
                        name,
                        key,
                        None,
                        version,
                        confidence,
                        said or "no such parameter",
                        where or place,
                    )
                continue
            if kind == "pk" and now[1] == "ko" and not _in_its_place(key, had, params):
                yield Change(
                    ChangeKind.KEYWORD_ONLY,
                    name,
                    key,
                    key,
                    version,
                    LIKELY if opaque or self._only_taken(key, was, target) else CERTAIN,
                    "the signature takes it by keyword only",
                    place,
                )
            yield from self._default(name, key, default, now[2], version, place, old.objs[was].doc)
            if now[2] is not None and default != now[2] and SENTINEL.search(now[2]):
                self._sentinel(name, key, default, [b[p] for p in added], place)
            elif now[2] == "None" and default not in (None, "None"):
                self._handed_on(name, key, default, [b[p] for p in added], place)

    def _default(
        self, name: str, key: str, before: str | None, after: str | None, version: str, place: str, doc: str
    ) -> Iterator[Change]:
        if before is None or after is None or normal(before) == normal(after):
            return
        told = None
        if OPAQUE.search(before) or OPAQUE.search(after):
            return
        if SENTINEL.search(after):
            if not SENTINEL.search(before):
                self.held[name, key] = before
            return
        if SENTINEL.search(before):
            held = self.held.pop((name, key), None)
            told = documented_default(doc, key) if held is None else None
            if (held is None and told is None) or normal(held or told) == normal(after):
                return
            before = held or told or before
        literal = is_literal(before) and is_literal(after)
        confidence = CERTAIN if literal and "None" not in (before, after) and not told else LIKELY
        yield Change(
            ChangeKind.DEFAULT_CHANGED,
            name,
            f"{key}={before}",
            f"{key}={after}",
            version,
            confidence,
            "the documentation's default" if told else "the signature's default",
            place,
        )

    def _sentinel(self, name: str, key: str, default: str | None, added: list[tuple[str, str, str | None]], place: str) -> None:
        """A default turned into a sentinel in the release in which another parameter appeared: that one replaces it."""
        alike = [p for p in added if normal(p[2]) == normal(default)]
        if len(added) == 1 or len(alike) == 1:
            other = (alike or added)[0]
            near = SequenceMatcher(None, key, other[0]).ratio() >= 0.5 and bool(alike) and not self._on_condition(key, other[0])
            self.pairs[name, key] = _Renaming(
                other[0],
                CERTAIN if near else LIKELY,
                f"its default became a sentinel when {other[0]} appeared",
                place,
            )

    def _on_condition(self, key: str, other: str) -> bool:
        """Does the library say anywhere that the other is used instead only under conditions: "use 'b' instead, or …"?"""
        condition = re.compile(rf"\b{re.escape(other)}\b\W+(instead\W+)?(or|and|with)\b")
        texts = (n.text for found in self.said.values() for n in found if key in n.text)
        return any(re.search(rf"\b{re.escape(key)}\b", text) and condition.search(text) for text in texts)

    def _handed_on(self, name: str, key: str, default: str | None, added: list[tuple[str, str, str | None]], place: str) -> None:
        """A default turned into None in the release in which one other parameter appeared that has it now."""
        heirs = [p[0] for p in added if normal(p[2]) == normal(default)]
        if len(heirs) == 1:
            evidence = f"its default passed to {heirs[0]}, which appeared"
            self.pairs.setdefault((name, key), _Renaming(heirs[0], LIKELY, evidence, place))

    def _about(self, name: str, was: str, target: str) -> Iterator[tuple[Notice, str, str]]:
        """Notices that may speak of a parameter: at the function, at its class, and (constructors) in its methods."""
        paths = [was, target, name]
        for path in (was, target):
            if path.endswith(".__init__"):
                owner = path.rpartition(".")[0]
                paths += [owner, f"{owner}.fit", f"{owner}.fit_transform", f"{owner}._validate_keywords"]
        for path in dict.fromkeys(paths):
            for notice, version in self.notices.get(path, ()):
                yield notice, version, path

    def _renaming(
        self,
        name: str,
        key: str,
        was: str,
        target: str,
        had: Params,
        params: Params,
        added: list[str],
        old: Snapshot,
    ) -> _Renaming | None:
        names = {p[0] for p in params if p[1] not in ("va", "vk")}
        for notice, version, where in self._about(name, was, target):
            for replacement in notice.replacements:
                new = replacement.rpartition(".")[2]
                if new == key or new not in names:
                    continue
                place = f"{where} {version}"
                meant = self._means_the_same(name, key, new, notice, had, params) and _of_one_type(old.objs[was].doc, key, new)
                if notice.param == key:
                    decorated = notice.kind == "decorator" and "mapping" not in notice.text  # pandas maps values so
                    sure = decorated or (len(notice.replacements) == 1 and meant)
                    return _Renaming(new, CERTAIN if sure else LIKELY, notice.text[:300], place)
                if notice.param is None and re.search(rf"\b{re.escape(key)}\b", notice.text):
                    return _Renaming(new, CERTAIN if meant else LIKELY, notice.text[:300], place)
        if (found := self.pairs.get((name, key))) and found.new in names:
            return found
        places = [p[0] for p in had]
        after = [p[0] for p in params]
        by_key = {p[0]: p for p in params}
        mine = next(p for p in had if p[0] == key)
        for other in added:
            theirs = by_key[other]
            near = SequenceMatcher(None, key, other).ratio()
            same_place = places.index(key) == after.index(other) and theirs[1] == mine[1]
            if normal(theirs[2]) == normal(mine[2]) and ((same_place and near >= 0.4) or near >= 0.75):
                return _Renaming(other, LIKELY, f"{other} appeared with the same default", f"{target} {old.version}")
        return None

    def _means_the_same(self, name: str, key: str, new: str, notice: Notice, had: Params, params: Params) -> bool:
        """Does a notice say that one keyword replaces the other, not that it is used instead in another way?"""
        if re.search(rf"\b{re.escape(new)}\b\W+(instead\W+)?(and|or|with)\b", notice.text):
            return False
        if re.search(rf"\b{re.escape(key)}\b\W+(\w+\W+){{0,4}}renamed|eprecated (name|alias)", notice.text):
            return True
        before = self.held.get((name, key)) or next(default for n, _, default in had if n == key)
        after = next(default for n, _, default in params if n == new)
        return normal(before) == normal(after) and len(notice.replacements) == 1

    def _only_taken(self, key: str, *paths: str) -> bool:
        """Is it no parameter but a key that the function takes out of its `**kwargs`?"""
        said = TAKEN.format(key=key)
        return any(n.param == key and n.text.startswith(said) for path in paths for n, _ in self.notices.get(path, ()))

    def _said(self, name: str, key: str, was: str, target: str) -> tuple[str, str]:
        for notice, version, where in self._about(name, was, target):
            if notice.param == key or (notice.param is None and re.search(rf"\b{re.escape(key)}\b", notice.text)):
                return notice.text[:300], f"{where} {version}"
        return "", ""
