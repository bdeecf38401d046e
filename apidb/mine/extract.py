"""From a release's sources to its snapshot."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import griffe

from apidb.mine.accepted import Accepted, accepted
from apidb.mine.facts import ClassFacts, ModuleFacts
from apidb.mine.lent import Lending
from apidb.mine.load import Loader, is_stub, load
from apidb.mine.notices import TAKEN, Notice, notice
from apidb.mine.options import FUNCTIONS, KEYWORD
from apidb.mine.resolve import Resolver, final
from apidb.mine.signatures import aliases_by_decorator, bases_of, parameters, params_of, source_of_value, unbound, with_popped
from apidb.mine.snapshot import DELEGATES, Mod, Name, Obj, Snapshot, is_private
from apidb.mine.tolerant import Params, enforced
from apidb.names import Source

SPECIAL = frozenset({"__init__", "__call__", "__new__"})
HARMLESS_BASES = frozenset({"object", "abc", "typing", "builtins", "enum"})
LEFT_OUT = re.compile(r"\.(conftest|setup|tests)(\.|$)")
DOC_LENGTH = 6000

ReturnSpecs = Callable[[Any, Callable[[str], str | None]], list[Any] | None]


def _return_specs() -> ReturnSpecs | None:
    """Inference's reader of return types, where it is installed."""
    from importlib import import_module

    try:
        found: ReturnSpecs = import_module("apidb.returns").return_specs
    except ImportError:
        return None
    return found


def snapshot(root: Path, version: str, source: Source) -> Snapshot:
    """Read all packages of a release; a package that this release lacks is left out."""
    logging.getLogger("griffe").setLevel(logging.CRITICAL + 1)
    out = Snapshot(version, source.internal)
    modules, loader = load(root, source)
    reader = _Reader(out, loader, source)
    for module in modules:
        reader.read(module)
    reader.finish()
    return out


class _Reader(Resolver):
    def __init__(self, out: Snapshot, loader: Loader, source: Source) -> None:
        super().__init__(loader, source)
        self.out = out
        self.others = source.others
        self.lending = Lending(self.member)
        self.lent = dict(source.lent)
        self.generated = source.generated_stubs
        self.specs = _return_specs()
        self.sources: dict[str, Any] = {}
        self.walked: set[str] = set()
        self.forwarded: set[str] = set()

    def read(self, module: griffe.Module) -> None:
        """Take over the modules and names of a package."""
        self._walk(module, module.name)

    def finish(self) -> None:
        """What can be told only when all is there."""
        self._resolve_shadows()
        for path in [p for p, source in self.sources.items() if source.is_class]:
            self._forward(path)
        self._options()
        self.out.notices.update(self.loader.notices)
        if self.specs:
            self._returns(self.specs)

    def _options(self) -> None:
        """The functions that set options take those that are registered anywhere."""
        registered = [facts.options for facts in self.loader.facts.values()]
        names = frozenset(name for options in registered for name in options.names)
        for path, name in self.out.names.items() if names else ():
            if path.rpartition(".")[2] in FUNCTIONS and name.target in self.out.objs:
                self.out.objs[name.target].accepted[KEYWORD] = Accepted(names, False)  # a name may be put together
                self.loader.notices[name.target] = [notice for options in registered for notice in options.notices]

    def _is_other(self, path: str) -> bool:
        """Is it what this library only passes on of another?"""
        return any(path == other or path.startswith(f"{other}.") for other in self.others)

    # --- modules ---------------------------------------------------------------------------------------------------

    def _walk(self, module: griffe.Module, path: str) -> None:
        if path in self.walked or LEFT_OUT.search(path):
            return
        self.walked.add(path)
        facts = self.loader.facts.get(module.path)
        for called in facts.called if facts else ():  # plotly.plotly is there to say that it is gone
            if (said := self._refusal(self.member(called))) and (parent := self.out.modules.get(path.rpartition(".")[0])):
                parent.expired.setdefault(path.rpartition(".")[2], said)
                return
        exports = {e for e in module.exports if isinstance(e, str)} if module.exports is not None else None
        self._module(module, path, facts, exports)
        for leaf, member in list(module.members.items()):
            if not leaf.isidentifier():  # a wildcard that could not be expanded
                continue
            if facts and leaf in facts.deleted and not self._is_module(member):
                continue
            exported = exports is not None and leaf in exports
            if said := self._refusal(final(member)):
                self.out.modules[path].expired.setdefault(leaf, said)
                continue
            if leaf.startswith("__") or (leaf.startswith("_") and not exported and not self._is_module(member)):
                continue
            self._name(f"{path}.{leaf}", member, exported, path, package=self._is_package(module))
        for leaf in exports or ():
            if leaf not in module.members:
                self.out.names.setdefault(f"{path}.{leaf}", Name(f"{path}.{leaf}", "u", True))
        if facts:
            for leaf in facts.made:
                if f"{path}.{leaf}" not in self.out.modules and not self._is_other(f"{path}.{leaf}"):
                    lent = self.lent.get(f"{path}.{leaf}")
                    self.out.names.setdefault(f"{path}.{leaf}", Name(lent or f"{path}.{leaf}", "x" if lent else "u"))
            for leaf, target in facts.served.live.items():
                known_name = self.out.names.get(f"{path}.{leaf}")
                if (known_name is None or known_name.how == "u") and f"{path}.{leaf}" not in self.out.modules:
                    known = self.member(target) if target else None
                    if known is not None and not known.is_module:
                        self._put(known)
                    how = "x" if target and known is None else "s"
                    exported = exports is not None and leaf in exports
                    found = known.path if known is not None else target or f"{path}.{leaf}"
                    self.out.names[f"{path}.{leaf}"] = Name(found, how, exported)
            for module_path in facts.served.delegates:
                self._delegate(path, module_path)
            for leaf, text in facts.served.said.items():
                self.loader.notices.setdefault(f"{path}.{leaf}", []).append(notice("served", text))

    def _delegate(self, path: str, other: str) -> None:
        """A module whose `__getattr__` asks another one has what that one has; the names are no better names of it."""
        self.out.modules[path] = replace(self.out.modules[path], open=self.out.modules[path].open | {DELEGATES})
        facts = self.loader.facts.get(other)
        for place in (other, *(facts.wildcards if facts else ())):
            module = self.member(place)
            for leaf, member in list(module.members.items()) if module is not None and module.is_module else ():
                known = f"{path}.{leaf}" in self.out.names or f"{path}.{leaf}" in self.out.modules
                target = None if known or leaf.startswith("_") else final(member)
                if target is not None and not target.is_module and self.own(target.path):
                    self.out.names[f"{path}.{leaf}"] = Name(target.path, "u")

    def _refusal(self, target: Any) -> str | None:
        """What a function or class says that only raises an error."""
        if target is None or target.is_module or target.is_attribute:
            return None
        module, _, leaf = target.path.rpartition(".")
        facts = self.loader.facts.get(module)
        return facts.served.expired.get(leaf) if facts else None

    @staticmethod
    def _is_module(member: Any) -> bool:
        return not member.is_alias and bool(member.is_module)

    @staticmethod
    def _is_package(module: griffe.Module) -> bool:
        return isinstance(module.filepath, list) or module.filepath.stem == "__init__"

    def _module(self, module: griffe.Module, path: str, facts: ModuleFacts | None, exports: set[str] | None) -> None:
        opened = set(facts.open) if facts else {"unread"}
        wildcards = []
        for target in facts.wildcards if facts else ():
            if not self.own(target):
                wildcards.append(target)
            elif self.member(target) is None:
                opened.add("compiled")
        stub = module.path in self.loader.stubbed
        self.out.modules[path] = Mod(
            frozenset(opened), exports is not None, stub, tuple(wildcards), dict(facts.served.expired) if facts else {}
        )
        if facts:
            self.out.words[path] = frozenset(facts.words)

    # --- names -----------------------------------------------------------------------------------------------------

    def _name(self, path: str, member: Any, exported: bool, parent: str, *, package: bool) -> None:
        if self._is_other(path):
            return
        if not member.is_alias and member.is_module:
            self._submodule(path, member)
            return
        if self.out.is_internal(path) or (is_private(path) and not exported):
            return
        target = final(member)
        if path in self.lent and (target is None or not target.is_module):
            self.out.names[path] = Name(self.lent[path], "x", exported)
            return
        if target is None:
            source = self.leads_to(member) if member.is_alias else path
            if source is None:  # the module's own import, where it has one, was only overlaid
                facts = self.loader.facts.get(parent)
                source = facts.imported.get(path.rpartition(".")[2]) if facts else None
                if source is None or self.own(source):
                    return
            if self._is_other(source):
                return
            if self.own(source):
                self.out.names[path] = Name(source, "u", exported)
            else:
                self._foreign(path, source, exported, shown=package or exported)
            return
        if not self.own(target.path):
            self._foreign(path, target.path, exported, shown=package or exported)
            return
        if target.is_module:
            hidden = any(part.startswith("_") for part in target.path.split(".")) or (
                path.count(".") == 1 and self.out.is_internal(target.path)  # keras.layers is keras.api.layers
            )
            shown = package or exported  # what a plain module imports for its own use is no place to look in
            if target.path != path and hidden and shown and path.count(".") < 7 and not parent.startswith(target.path):
                self._walk(target, path)  # tensorflow.nn lives in tensorflow._api.v2.nn
            elif target.path != path:
                self.out.names[path] = Name(target.path, "m", exported)
            return
        how = "a" if member.is_alias else "d"
        target = self.stands_for(target) or target
        self._derive(target)
        self.out.names[path] = Name(target.path, how, exported)
        self._put(target)

    def _foreign(self, path: str, target: str, exported: bool, *, shown: bool) -> None:
        """Another library's name: part of what a package shows, or only imported for a module's own use."""
        if shown:
            self.out.names[path] = Name(target, "x", exported)
        else:
            module, _, leaf = path.rpartition(".")
            self.out.foreign.setdefault(module, set()).add(leaf)

    def _submodule(self, path: str, module: griffe.Module) -> None:
        """A folder's own submodule, hidden where the folder imports another module by that name (tensorflow.distribute)."""
        facts = self.loader.facts.get(module.path.rpartition(".")[0])
        shown = self.member(facts.imported.get(module.name, module.path)) if facts else None
        if shown is None or not shown.is_module or not self.own(shown.path) or shown.path == module.path:
            self._walk(module, path)
            return
        self._walk(shown, path)
        for leaf, inner in module.members.items():
            if isinstance(inner, griffe.Module):
                self._walk(inner, f"{path}.{leaf}")

    def _resolve_shadows(self) -> None:
        """`from .tqdm import tqdm` in a package hides the submodule tqdm."""
        for path, facts in self.loader.facts.items():
            for leaf, source in facts.shadows.items():
                target = self.member(source)
                if path in self.walked and target is not None and not target.is_module:
                    self._put(target)
                    self.out.names[f"{path}.{leaf}"] = Name(target.path, "a", True)

    def _derive(self, attribute: Any) -> None:
        """Make a class of an attribute that is one without a definition: a generic alias, what a class factory made."""
        if attribute.path in self.out.objs:
            return
        bases = [generic] if (generic := self.generic(attribute)) else self.made_of(attribute)
        if bases:
            self.out.objs[attribute.path] = Obj("c", bases=tuple(base.path for base in bases), stub=True)
            for base in bases:
                self._put(base)

    # --- objects ---------------------------------------------------------------------------------------------------

    def _put(self, target: Any) -> None:
        if target.path in self.out.objs:
            return
        obj = self.out.objs[target.path] = Obj(target.kind.value[0])
        self.sources[target.path] = target
        obj.stub = is_stub(target)
        if target.docstring:
            obj.doc = target.docstring.value[:DOC_LENGTH]
        if not target.is_attribute:
            obj.accepted = accepted(target)
        if target.is_function and not (obj.stub and self.generated):
            obj.decorators = tuple(str(d.value) for d in target.decorators)
            obj.params = self._with_popped(target, enforced(parameters(target), obj.decorators))
            if target.parent is not None and target.parent.is_class:
                obj.params = unbound(obj.params, obj.decorators)
            if not obj.stub and target.lineno and target.endlineno and target.endlineno > target.lineno + 1:
                source = "\n".join(self.loader.lines_collection[target.filepath][target.lineno - 1 : target.endlineno])
                obj.body = hashlib.md5("".join(source.split()).encode(), usedforsecurity=False).hexdigest()[:12]
        elif target.is_class:
            obj.decorators = tuple(str(d.value) for d in target.decorators)
            self._class(target, obj)
        elif target.is_attribute and target.value is not None:
            obj.value = source_of_value(target.value)

    def _with_popped(self, target: griffe.Function, params: Params) -> Params:
        """With the keywords that the function takes out of its `**kwargs`, which is left out where it refuses all others."""
        module = target.module.path
        facts = self.loader.facts.get(module)
        taken = facts.popped.get(target.path[len(module) + 1 :]) if facts else None
        if taken is None:
            return params
        for key, _, same in taken.keywords:
            if same:
                said = Notice("decorator", TAKEN.format(key=key) + same, key, (same,))
                self.loader.notices.setdefault(target.path, []).append(said)
        return with_popped(params, taken)

    def _class(self, target: griffe.Class, obj: Obj) -> None:
        bases = []
        for base in bases_of(target):
            try:
                spelled = base if isinstance(base, str) else base.canonical_path
            except Exception:
                spelled = str(base)
            found = self.member(spelled)
            bases.append(found.path if found is not None else spelled)
            if found is not None and found.is_class and self.own(found.path):
                self._put(found)
        obj.bases = tuple(bases)
        facts = self._class_facts(target)
        opened = set(facts.open) | ({"stub"} if obj.stub else set())  # of compiled code, which may have more
        if any(not self.own(b) and b.split(".")[0] not in HARMLESS_BASES for b in bases):
            opened.add("external base")
        for leaf, member in target.members.items():
            if leaf.startswith("_") and leaf not in SPECIAL:
                continue
            found = final(member)
            if found is None or found.is_module:
                continue
            if said := facts.refused.get(leaf):
                self.loader.notices.setdefault(f"{target.path}.{leaf}", []).append(notice("error", said))
                continue
            found = self.stands_for(found) or found
            obj.members[leaf] = found.path
            if self.own(found.path):
                self._put(found)
        for alias, leaf in aliases_by_decorator(obj.decorators):
            if leaf in obj.members:
                obj.members.setdefault(alias, obj.members[leaf])
        for loan in facts.lent:
            for leaf, member in self.lending.members(target, loan):
                self._lend(f"{target.path}.{leaf}", member, obj)
        for leaf, arguments in facts.attached.items():
            path = f"{target.path}.{leaf}"
            if leaf not in obj.members:
                obj.members[leaf] = path
                params = unbound(params_of(arguments), ()) if arguments else None
                self.out.objs.setdefault(path, Obj("f" if arguments else "a", params))
        for function in facts.listed_by:
            for module, f in self.loader.facts.items():
                for leaf, cls in f.lists.get(function, {}).items():
                    if leaf not in obj.members and not leaf.startswith("_"):
                        obj.members[leaf] = f"{target.path}.{leaf}"
                        self.out.objs.setdefault(f"{target.path}.{leaf}", Obj("a"))
                    for place in (f"{module}.{cls}", f"{module}.{cls}.__init__") if cls else ():
                        there = self.loader.notices.get(place, [])
                        self.loader.notices.setdefault(f"{target.path}.{leaf}", []).extend(n for n in there if n.param is None)
        instance = {leaf for leaf in facts.instance if leaf not in obj.members and leaf not in facts.refused}
        for leaf in instance:
            obj.members[leaf] = f"{target.path}.{leaf}"
            self.out.objs.setdefault(f"{target.path}.{leaf}", Obj("a"))
        obj.instance = frozenset(
            instance | {n for n, m in target.members.items() if not m.is_alias and m.labels == {"instance-attribute"}}
        )
        obj.open = frozenset(opened)
        if "__init__" not in obj.members and "__new__" in obj.members and (new := self.out.objs.get(obj.members["__new__"])):
            obj.members["__init__"] = obj.members["__new__"]
            new.params = new.params and tuple(p for p in new.params if p[0] not in ("cls", "self"))

    def _lend(self, path: str, member: Any, obj: Obj) -> None:
        """A member that a class gets of another: called the same way, but what it returns is the class's own affair."""
        leaf = path.rpartition(".")[2]
        if leaf.startswith("_") or leaf in obj.members:
            return
        obj.members[leaf] = path
        if member is None:
            self.out.objs[path] = Obj("a")
            return
        self._put(member)
        theirs = self.out.objs[member.path]
        self.out.objs[path] = Obj(theirs.kind, theirs.params, doc=theirs.doc, value=theirs.value, stub=theirs.stub)
        self.loader.notices.setdefault(path, []).extend(self.loader.notices.get(member.path, ()))

    def _forward(self, path: str) -> None:
        """`def __init__(self, a, **kwargs): super().__init__(**kwargs)` takes the keywords of the base's too."""
        if path in self.forwarded or path not in self.sources:
            return
        self.forwarded.add(path)
        bases = self.out.mro(path)[1:]
        for leaf, given in self._class_facts(self.sources[path]).forwards.items():
            own = self.out.objs.get(f"{path}.{leaf}")
            base = next((b for b in bases if b in self.out.objs and leaf in self.out.objs[b].members), None)
            if base is None or own is None or not own.params:
                continue
            self._forward(base)
            above = self.out.objs.get(self.out.objs[base].members[leaf])
            if above is None or above.params is None or above is own:
                continue
            mine = tuple(p for p in own.params if p[1] != "vk")
            known = {p[0] for p in mine} | given
            more = ((n, "ko", d) for n, k, d in above.params if k in ("pk", "ko") and n not in known)
            rest = tuple(p for p in above.params if p[1] == "vk")
            own.params = (*mine, *more, *rest)

    def _class_facts(self, target: griffe.Class) -> ClassFacts:
        module = target.module.path
        facts = self.loader.facts.get(module)
        return (facts and facts.classes.get(target.path[len(module) + 1 :])) or ClassFacts()

    def _returns(self, specs: ReturnSpecs) -> None:
        """Ask for the return types; private classes that turn up in one are kept too."""
        import json

        def public(canonical: str) -> str | None:
            target = self.member(canonical)
            if target is None or not target.is_class:
                return None
            if target.path not in self.out.objs:
                self._put(target)
            return self.out.name_of(target.path)

        done: set[str] = set()
        while todo := [path for path in self.sources if path not in done]:
            for path in todo:
                done.add(path)
                source = self.sources[path]
                try:
                    spec = specs(source, public)
                except Exception:  # one odd annotation must not cost the release
                    continue
                if spec:
                    self.out.objs[path].returns = json.dumps(spec, separators=(",", ":"))
