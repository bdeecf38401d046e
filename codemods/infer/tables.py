"""The shipped type tables: `data/types/LIBRARY.json`, read when the library is first asked about."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from codemods.infer.knowledge import Entity, Member, Spec

# Import names that share a table.
TABLE_OF = {"mpl_toolkits": "matplotlib", "pylab": "matplotlib"}


class Library:
    """One table, as stored by `tools/build_types.py`."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.modules: frozenset[str] = frozenset(data["modules"])
        self.names: dict[str, dict[str, str]] = data["names"]
        self.stars: dict[str, list[str]] = data["stars"]
        self.functions: dict[str, Spec | None] = data["functions"]
        self.attributes: dict[str, Spec] = data["attributes"]
        self.classes: dict[str, list[Any]] = data["classes"]


class Tables:
    """Knowledge out of the shipped tables. `folder`: where they are, if not in the installed data."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._libraries: dict[str, Library | None] = {}

    def _library(self, path: str) -> Library | None:
        top = path.partition(".")[0]
        top = TABLE_OF.get(top, top)
        if top not in self._libraries:
            from apidb.paths import data_dir

            file = (self._folder or data_dir() / "types") / f"{top}.json"
            self._libraries[top] = Library(json.loads(file.read_bytes())) if file.is_file() else None
        return self._libraries[top]

    def known(self, library: str) -> bool:
        return self._library(library) is not None

    def entity(self, path: str) -> Entity | None:
        library = self._library(path)
        if library is None:
            return None
        module, _, leaf = path.rpartition(".")
        identity = library.names.get(module, {}).get(leaf)
        if identity is None:
            if path in library.modules:
                return Entity("module", path)
            # A member of a module that is known by another name.
            outer = self.entity(module) if "." in module else None
            if outer is not None and outer.kind == "module" and outer.name != module:
                return self.entity(f"{outer.name}.{leaf}")
            return self._defined(library, path)
        identity = identity or path
        return self._defined(library, identity) or (
            Entity("module", identity) if identity in library.modules else Entity("attribute", identity)
        )

    @staticmethod
    def _defined(library: Library, identity: str) -> Entity | None:
        if identity in library.classes:
            return Entity("class", identity)
        if identity in library.functions:
            return Entity("function", identity)
        return None

    def star(self, module: str) -> Iterable[str]:
        library = self._library(module)
        if library is None:
            return ()
        return library.stars.get(module) or [leaf for leaf in library.names.get(module, ()) if leaf[:1] != "_"]

    def bases(self, name: str) -> tuple[str, ...]:
        library = self._library(name)
        found = library.classes.get(name) if library is not None else None
        return tuple(found[0]) if found else ()

    def returns(self, name: str) -> Spec | None:
        library = self._library(name)
        return (library.functions.get(name) or library.attributes.get(name)) if library is not None else None

    def member(self, name: str, attribute: str) -> Member | None:
        library = self._library(name)
        found = library.classes.get(name) if library is not None else None
        if found is None:
            return None
        _, methods, plain_methods, attributes, plain_attributes = found
        if attribute in methods:
            return Member("function", methods[attribute])
        if attribute in attributes:
            return Member("attribute", attributes[attribute])
        if attribute in plain_methods.split():
            return Member("function", None)
        return Member("attribute", None) if attribute in plain_attributes.split() else None
