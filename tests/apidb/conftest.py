"""Libraries made up for the tests: a tree of sources for each release, mined as a published one would be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from apidb import Catalog, Library
from apidb.build import compare, write
from apidb.mine.extract import snapshot
from apidb.names import Source
from apidb.records import Release

Trees = dict[str, dict[str, str]]  # version → file → text
Mine = Callable[..., Library]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mine:
    """Mine releases of a library, `lib` if not named otherwise, and open the result."""
    monkeypatch.setenv("NBMIGRATE_CACHE", str(tmp_path / "cache"))
    from apidb import paths

    paths.cache_dir.cache_clear()

    def make(trees: Trees, name: str = "lib", source: Source | None = None) -> Library:
        for version, files in trees.items():
            for file, text in files.items():
                place = tmp_path / "trees" / version / name / file
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(dedent(text), encoding="utf-8")
        releases = [Release(version, f"2020-01-{n + 1:02d}") for n, version in enumerate(trees)]
        source = source or Source(name, (name,))
        snaps = [snapshot(tmp_path / "trees" / r.version, r.version, source) for r in releases]
        write(compare(source, releases, lambda n: snaps[n], lambda *_: None), tmp_path / "data" / f"{name}.sqlite.xz")
        library = Catalog((tmp_path / "data",)).library(name)
        assert library is not None
        return library

    return make
