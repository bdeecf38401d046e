"""What changed between a release and the next, and what became of what is gone."""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict

from apidb.mine.keywords import Keywords, normal
from apidb.mine.likeness import Likeness, accepts, best_of, constructor
from apidb.mine.notices import Notice
from apidb.mine.snapshot import DELEGATES, Snapshot
from apidb.mine.standard import in_standard_library, standard_members
from apidb.mine.values import Values
from apidb.names import Source
from apidb.records import Change, ChangeKind, Confidence

ABBREVIATIONS = {"np": "numpy", "pd": "pandas", "sp": "scipy", "plt": "matplotlib.pyplot", "tf": "tensorflow"}
TRICKS = frozenset({"attached", "body", "setattr", "__getattr__", "__getattribute__", "decorated", "globals()", "exec"})
TYPESHED = re.compile(r"(Deprecated since|(Deprecated; r|R)emoved in) Python \d")
CERTAIN, LIKELY, HINT = Confidence.CERTAIN, Confidence.LIKELY, Confidence.HINT


class Differ:
    """Takes a library's snapshots, oldest first, and tells of each what changed since the one before."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.old: Snapshot | None = None
        self.notices: dict[str, list[tuple[Notice, str]]] = defaultdict(list)
        self.keywords = Keywords(self.notices)
        self.values = Values()

    def step(self, new: Snapshot) -> tuple[list[Change], set[str]]:
        """The changes in `new`, and the paths whose absence from it is in doubt."""
        self._remember(new)
        old, self.old = self.old, new
        values = self.values.step(new)
        if old is None:
            return [], set()
        pair = _Pair(self.source, old, new, self.notices)
        pair.names()
        pair.modules()
        pair.members()
        return pair.changes + self.keywords.step(old, new) + values, pair.doubts

    def _remember(self, snap: Snapshot) -> None:
        """Notices of earlier releases count too: the last one before a removal is often the plainest."""
        for path, found in snap.notices.items():
            keys = {path}
            if any(n.kind == "table" for n in found):  # numpy._expired_attrs_2_0.NaN is about numpy.NaN
                module, _, leaf = path.rpartition(".")
                keys.add(f"{module.rpartition('.')[0]}.{leaf}")
            for key in keys:
                self.notices[key] = [(n, snap.version) for n in found] + self.notices[key][:6]


class _Pair:
    def __init__(self, source: Source, old: Snapshot, new: Snapshot, notices: dict[str, list[tuple[Notice, str]]]) -> None:
        self.imports, self.old, self.new, self.notices = source.imports, old, new, notices
        self.top = source.imports[0]
        self.legacy = source.legacy
        self.changes: list[Change] = []
        self.doubts: set[str] = set()
        self.fates: dict[str, Change] = {}
        self.compared: set[str] = set()  # classes whose bases are
        self.by_leaf: dict[str, set[str]] = defaultdict(set)
        self.aliases: dict[tuple[str, str], list[str]] = defaultdict(list)  # (canonical path, leaf) → public names
        for path, name in new.names.items():
            if name.how in "das" and not new.hidden(path) and not new.by_chance(path):
                self.aliases[name.target, path.rpartition(".")[2]].append(path)
        for canonical, path in new.public.items():
            if canonical not in new.objs:
                continue
            self.by_leaf[path.rpartition(".")[2]].add(canonical)

    def _emit(self, path: str, new: str | None, confidence: Confidence, evidence: str, place: str = "") -> None:
        kind = ChangeKind.REMOVED
        if new is not None:
            same_leaf = new.rpartition(".")[2] == path.rpartition(".")[2]
            kind = ChangeKind.MOVED if same_leaf else ChangeKind.RENAMED
            if confidence is CERTAIN and self.legacy and f"{new}.".startswith(f"{self.legacy}."):
                confidence = LIKELY
        change = Change(kind, path, None, new, self.new.version, confidence, evidence, place)
        self.changes.append(change)
        self.fates[path] = change

    # --- names -----------------------------------------------------------------------------------------------------

    def names(self) -> None:
        """What became of the public names that the new release lacks."""
        gone: dict[str, list[str]] = defaultdict(list)
        for path, name in self.old.names.items():
            if name.how == "m" or self.old.hidden(path) or self.new.canonical(path) is not None:
                continue
            if not self.new.lends(path):
                gone[name.target].append(path)
        for target, paths in gone.items():
            best = self.old.public.get(target)
            first = best if best in paths else min(paths, key=lambda p: (p.count("."), len(p)))
            fate = self._fate(target, first)
            for path in paths:
                module, _, leaf = path.rpartition(".")
                now = self.new.modules.get(module)
                delegates = now is not None and DELEGATES in now.open  # the module that it asks can't be read in full
                if delegates or leaf in self.new.foreign.get(module, ()):
                    self.doubts.add(path)
                    continue
                new, confidence, evidence, place = fate
                if new == path or (new is not None and self.new.hidden(new)):
                    new, confidence = None, CERTAIN
                self._emit(path, new, confidence, evidence, place)
                if self._module_doubt(path):
                    self.doubts.add(path)

    def _module_doubt(self, path: str) -> bool:
        module, _, leaf = path.rpartition(".")
        now, then = self.new.modules.get(module), self.old.modules.get(module)
        if now is None or leaf in now.expired:
            return False
        if "compiled" in now.open or (then is not None and not now.open <= then.open):
            return True
        return bool(now.open & TRICKS) and leaf in self.new.words.get(module, ())

    def _fate(self, target: str, path: str) -> tuple[str | None, Confidence, str, str]:
        """(replacement, confidence, evidence, place) of a name that is gone."""
        top, _, rest = target.partition(".")
        if top not in self.imports:
            spelled = f"builtins.{rest}" if top == "__builtin__" and rest else target
            sure = not rest or top == "__builtin__" or top in sys.stdlib_module_names
            return spelled, CERTAIN if sure else LIKELY, f"it was only another name for {spelled}", self.old.version
        if target in self.new.objs and (alive := self.new.public.get(target)):
            same_leaf = self.aliases.get((target, path.rpartition(".")[2]), [])
            if same_leaf and alive.rpartition(".")[2] != path.rpartition(".")[2]:
                alive = min(same_leaf, key=lambda p: (p.count("."), len(p)))
            return alive, CERTAIN, f"the same object, {target}, is still there by this name", self.new.version
        if told := self._told(target, path):
            return told
        kind = self.old.objs[target].kind if target in self.old.objs else None
        found = [
            (Likeness(self.old, target, self.new, candidate), self.new.public[candidate])
            for candidate in self.by_leaf.get(path.rpartition(".")[2], ())
            if kind and self.new.objs[candidate].kind == kind and self.new.public[candidate] != path
        ]
        best = best_of(found)
        if best and (best[0].accepts or best[0].doc >= 0.2 or kind == "a"):
            like, new = best
            if kind == "a":
                now = self.new.objs.get(self.new.canonical(new) or "")
                old_value, new_value = self.old.objs[target].value, now.value if now else None
                confidence = LIKELY if old_value and old_value == new_value else HINT
                return new, confidence, "a constant of the same name", self.new.version
            # A name that several modules have (every backend's new_figure_manager) does not tell where one went.
            module_stays = path.rpartition(".")[0] in self.new.modules
            was_another = self.new.canonical(new) in self.old.objs
            common = len(found) > 1 or (module_stays and was_another)
            sure = like.same and (like.body or not common) and not (module_stays and was_another)
            confidence = CERTAIN if sure else LIKELY if like.similar else HINT
            return new, confidence, f"the same name elsewhere: {like}", self.new.version
        said, place = self._said(target, path)
        return None, CERTAIN, said or "no longer defined", place

    def _about(self, *paths: str) -> list[tuple[Notice, str, str]]:
        return [(n, v, path) for path in dict.fromkeys(paths) for n, v in self.notices.get(path, ()) if n.param is None]

    def _said(self, *paths: str) -> tuple[str, str]:
        module, _, leaf = paths[-1].rpartition(".")
        if (now := self.new.modules.get(module)) and (text := now.expired.get(leaf)):
            return " ".join(text.split())[:300], f"{module} {self.new.version}"
        for notice, version, where in self._about(*paths):
            return notice.text[:300], f"{where} {version}"
        return "", ""

    def _told(self, target: str, path: str) -> tuple[str, Confidence, str, str] | None:
        """The replacement that the library itself names, if that is alive."""
        module, _, leaf = path.rpartition(".")
        expired = self.new.modules[module].expired.get(leaf) if module in self.new.modules else None
        refusal = [(Notice("error", expired), self.new.version, module)] if expired else []
        about = self._about(target, path, f"{target}.__init__", f"{target}.__new__")
        for notice, version, where in [*about, *refusal]:
            alive = [q for r in notice.replacements if (q := self._living(r, path))]
            if alive:
                new = max(alive, key=lambda q: self._nearness(target, q))  # on a tie the first
                sure = (
                    len(set(alive)) == 1
                    and plainly(notice)
                    and (
                        self._is_thin_heir(target, new)
                        or (self._fits(target, path, new) and notice.kind not in ("warning", "served", "error"))
                    )
                )
                return new, CERTAIN if sure else LIKELY, notice.text[:300], f"{where} {version}"
        return None

    def _nearness(self, target: str, new: str) -> tuple[bool, int]:
        """How near a replacement comes to what is gone: is it of the same kind, and how many parameters are the same?"""
        old, now = self.old.objs.get(target), self.new.objs.get(self.new.canonical(new) or "")
        if old is None or now is None:
            return False, 0
        before, after = constructor(self.old, target) or (), constructor(self.new, self.new.canonical(new) or "") or ()
        return old.kind == now.kind, len({name for name, _, _ in before} & {name for name, _, _ in after})

    def _is_thin_heir(self, target: str, new: str) -> bool:
        """Is the old class a subclass of its replacement that only warns when it is made?"""
        old = self.old.objs.get(target)
        if old is None or old.kind != "c":
            return False
        bases = {self.old.public.get(base, base) for base in self.old.mro(target)[1:]}
        if self._other_defaults(target, self.new.canonical(new) or ""):
            return False
        return new in bases and all(
            path == f"{target}.__init__" or not path.startswith(f"{target}.") for path in old.members.values()
        )

    def _living(self, name: str, path: str) -> str | None:
        """The public path in the new release of a name that a notice about `path` mentions."""
        head, _, rest = name.partition(".")
        module = path.rpartition(".")[0]
        tries = [f"{module}.{name}", f"{module.rpartition('.')[0]}.{name}", f"{self.top}.{name}"]
        if head in ABBREVIATIONS and rest:
            tries = [f"{ABBREVIATIONS[head]}.{rest}"]
        elif head in self.imports:
            tries = [name]
        elif "." not in name and name == path.rpartition(".")[2]:
            return None
        for candidate in tries:
            if candidate != path and candidate.partition(".")[0] in self.imports and (found := self.new.canonical(candidate)):
                if found in self.new.modules:
                    leaf = f"{candidate}.{path.rpartition('.')[2]}"
                    return leaf if self.new.canonical(leaf) and leaf != path else None
                if candidate.rpartition(".")[0] == module or self.new.hidden(self.new.name_of(found)):
                    return candidate
                return self.new.name_of(found)
        if rest and head in sys.stdlib_module_names and in_standard_library(name):
            return name
        return next((candidate for candidate in tries if candidate != path and self._of_instance(candidate)), None)

    def _of_instance(self, path: str) -> bool:
        """Is it a method of an object that a module holds, like `scipy.stats.chi2.sf`?"""
        owner, _, leaf = path.rpartition(".")
        held = self.new.objs.get(self.new.canonical(owner) or "")
        if held is None or held.kind != "a" or not held.value or not held.value.endswith(")"):
            return False
        module = (self.new.canonical(owner) or "").rpartition(".")[0]
        made = self.new.canonical(f"{module}.{held.value.partition('(')[0]}")
        return made in self.new.objs and leaf in self.new.members(made or "")

    def _fits(self, target: str, path: str, new: str) -> bool:
        """Can the new object stand where the old one stood?"""
        found = self.new.canonical(new) or ""
        old, now = self.old.objs.get(target), self.new.objs.get(found)
        if old is None or now is None:
            return old is None and now is None
        if old.kind != now.kind:
            return False
        if old.kind == "a":
            return True
        before, after = constructor(self.old, target), constructor(self.new, found)
        return before is not None and after is not None and accepts(after, before) and not self._other_defaults(target, found)

    def _other_defaults(self, target: str, found: str) -> bool:
        """Has a parameter that both have another default in the new one?"""
        before = {name: default for name, _, default in constructor(self.old, target) or () if default is not None}
        after = {name: default for name, _, default in constructor(self.new, found) or () if default is not None}
        return any(normal(before[name]) != normal(after[name]) for name in before.keys() & after.keys())

    # --- modules ---------------------------------------------------------------------------------------------------

    def modules(self) -> None:
        """A module that is gone went where most of its names went."""
        for module in self.old.modules.keys() - self.new.modules.keys():
            if self.old.hidden(module) or self.new.canonical(module) is not None or self.new.lends(module):
                continue
            prefix = module + "."
            own = [p for p in self.old.names if p.startswith(prefix) and "." not in p[len(prefix) :]]
            own = [p for p in own if self.old.names[p].how == "d"] or own
            went = Counter(
                c.new.rpartition(".")[0]
                for p in own
                if (c := self.fates.get(p)) and c.new and c.confidence is not HINT and c.kind is ChangeKind.MOVED
            )
            went = Counter({place: n for place, n in went.items() if self._is_module(place)})
            if went and (top := went.most_common(1)[0])[1] * 2 >= len(own):
                certain = sum(
                    c.confidence is CERTAIN and (c.new or "").rpartition(".")[0] == top[0]
                    for p in own
                    if (c := self.fates.get(p))
                )
                self._emit(
                    module,
                    top[0],
                    CERTAIN if certain == len(own) else LIKELY,
                    f"{top[1]} of its {len(own)} names are there now",
                    self.new.version,
                )
            else:
                said, place = self._said(module)
                self._emit(module, None, CERTAIN, said or "the module is gone", place)

    def _is_module(self, path: str) -> bool:
        """Is it a module that can be imported: not hidden by a function of its name?"""
        name = self.new.names.get(path)
        return self.new.canonical(path) in self.new.modules and (name is None or name.how == "m")

    # --- members ---------------------------------------------------------------------------------------------------

    def members(self) -> None:
        """Methods and attributes that a class has lost."""
        for canonical, name in self.old.public.items():
            if self.old.objs.get(canonical) is None or self.old.objs[canonical].kind != "c" or self.old.hidden(name):
                continue
            now = self.new.canonical(name) or canonical  # its best name may have been another
            if now not in self.new.objs or self.new.objs[now].kind != "c":
                continue
            before, after = self.old.members(canonical), self.new.members(now)
            self._lost_bases(canonical, name, now)
            for leaf, target in before.items():  # classes in classes
                nested = after.get(leaf, "")
                if target in self.old.objs and self.old.objs[target].kind == "c" and target not in self.old.public:
                    self._lost_bases(target, f"{name}.{leaf}", nested)
            for leaf in before.keys() - after.keys():
                if not leaf.startswith("_") and not self._told_at_base(canonical, before[leaf], leaf):
                    self._member(canonical, name, leaf, before[leaf], now)

    def _lost_bases(self, canonical: str, name: str, now: str) -> None:
        """What a class had from a base in the standard library that it no longer has: `MutableSequence` → `Sequence`."""
        if canonical in self.compared or now not in self.new.objs:
            return
        self.compared.add(canonical)
        left = {base for c in self.new.mro(now) if c in self.new.objs for base in self.new.objs[c].bases}
        kept = {leaf for base in left for leaf in standard_members(base)} | self.new.members(now).keys()
        for base in self.old.objs[canonical].bases:
            if base not in left:
                for leaf in sorted(standard_members(base) - kept):
                    if leaf not in self.old.members(canonical):
                        evidence = f"it was {base}'s, which is no base any more"
                        self._emit(f"{name}.{leaf}", None, LIKELY, evidence, f"{now} {self.new.version}")

    def _told_at_base(self, canonical: str, target: str, leaf: str) -> bool:
        """The public base that defined the member has lost it too: said once, there."""
        owner = target.rpartition(".")[0]
        name = self.old.public.get(owner)
        if owner == canonical or name is None or self.old.hidden(name):
            return False
        now = self.new.canonical(name)
        return now is not None and now in self.new.objs and leaf not in self.new.members(now)

    def _member(self, canonical: str, name: str, leaf: str, target: str, now: str) -> None:
        path = f"{name}.{leaf}"
        opened_now, opened_then = _opened(self.new, now), _opened(self.old, canonical)
        owner = target.rpartition(".")[0]
        instance = owner in self.old.objs and leaf in self.old.objs[owner].instance
        notes = self._about(target, path, *(f"{c}.{leaf}" for c in self.new.mro(now)))
        mentioned = any(leaf in self.new.words.get(c.rpartition(".")[0], ()) for c in self.new.mro(now))
        doubtful = (
            not opened_now <= opened_then or (bool(opened_now & TRICKS) and mentioned and not notes) or (instance and not notes)
        )
        if doubtful:
            self.doubts.add(path)
        for notice, version, where in notes:
            for replacement in notice.replacements:
                last = replacement.rpartition(".")[2]
                if last != leaf and last in self.new.members(now):
                    found, old = self.new.members(now)[last], self.old.objs.get(target)
                    new = self.new.objs.get(found)
                    fits = (
                        old is not None
                        and new is not None
                        and (old.kind == new.kind == "a" or self._fits(target, path, f"{name}.{last}"))
                    )
                    several = last.rstrip("_") == f"{leaf.rstrip('_')}s"  # estimator_ → estimators_: a list of what was one
                    sure = fits and len(notice.replacements) == 1 and plainly(notice) and not several
                    self._emit(path, f"{name}.{last}", CERTAIN if sure else LIKELY, notice.text[:300], f"{where} {version}")
                    return
                if living := self._living(replacement, path):
                    self._emit(path, living, LIKELY, notice.text[:300], f"{where} {version}")
                    return
        said, place = self._said(*dict.fromkeys((*(where for _, _, where in notes), target, path)))
        self._emit(path, None, LIKELY if doubtful else CERTAIN, said or "no longer defined", place)


def _opened(snap: Snapshot, cls: str) -> set[str]:
    """Why a class may have more members than are listed; of compiled ones, each for itself."""
    every = ((c, reason) for c in snap.mro(cls) if c in snap.objs for reason in snap.objs[c].open)
    return {f"{reason} of {c}" if reason == "stub" else reason for c, reason in every}


def plainly(notice: Notice) -> bool:
    """Does the notice name its replacement without arguments, conditions or alternatives?

    typeshed's notices name an alternative, which need not do the same: `Path.hardlink_to` is `link_to` the other way round.
    """
    if TYPESHED.match(notice.text):
        return False
    name = re.escape(notice.replacements[0]) if notice.replacements else "$"
    match = re.search(rf"{name}(?P<call>\([^)]+\)|\[)?(?P<more>(\(\))?\.\w)?[`'\"()]*\s*(?P<after>\w*)", notice.text)
    if match is None or match["call"] or match["more"]:
        return False
    return match["after"] not in ("with", "and", "or", "on", "plus", "followed", "for", "if", "when", "where", "after", "before")
