"""Where things are kept."""

from __future__ import annotations

import sys
from pathlib import Path

import platformdirs
import pytest

from apidb import paths


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs itself is asked")
@pytest.mark.parametrize("said", [None, "", "/somewhere/else"])
def test_folders_are_where_platformdirs_says(monkeypatch: pytest.MonkeyPatch, said: str | None) -> None:
    monkeypatch.delenv("NBMIGRATE_CACHE", raising=False)
    for variable in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        if said is None:
            monkeypatch.delenv(variable, raising=False)
        else:
            monkeypatch.setenv(variable, said)
    paths.cache_dir.cache_clear()
    paths.user_data_dir.cache_clear()
    try:
        assert paths.cache_dir() == platformdirs.user_cache_path("nbmigrate")
        assert paths.user_data_dir() == platformdirs.user_data_path("nbmigrate") / "apidb"
    finally:
        paths.cache_dir.cache_clear()
        paths.user_data_dir.cache_clear()


def test_cache_can_be_put_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NBMIGRATE_CACHE", str(tmp_path))
    paths.cache_dir.cache_clear()
    try:
        assert paths.cache_dir() == tmp_path
    finally:
        paths.cache_dir.cache_clear()
