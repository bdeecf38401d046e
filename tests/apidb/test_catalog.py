"""Opening databases, and what happens where they can't be."""

from __future__ import annotations

import lzma
import os
from pathlib import Path

import pytest

from apidb import Catalog, DatabaseDamagedError
from apidb.unpack import unpacked
from apidb.versions import nearest, older, release_of

from .conftest import Mine

TWO = {"1.0": {"__init__.py": "def f(): ...\n"}, "1.1": {"__init__.py": "def g(): ...\n"}}


@pytest.mark.parametrize(
    ("version", "number"),
    [
        ("1.10.2", (1, 10, 2)),
        ("2.13.0+cpu", (2, 13)),
        ("1.0rc1", (1,)),
        ("2.0.0", (2,)),
        ("v0.22.2.post1", (0, 22, 2)),
    ],
)
def test_versions_sort_as_numbers(version: str, number: tuple[int, ...]) -> None:
    assert release_of(version) == number


def test_two_spellings_of_a_version_are_equal() -> None:
    assert not older("2.0", "2.0.0") and not older("2.0.0", "2.0")
    assert older("2.9", "2.10")


def test_what_is_no_version_is_refused() -> None:
    with pytest.raises(ValueError, match="not a version: 'latest'"):
        release_of("latest")


@pytest.mark.parametrize(
    ("version", "stands_for_it"),
    [
        ("1.2.2", "1.2.2"),
        ("1.2.0", "1.2.2"),  # the last patch stands for its minor
        ("1.3", "1.2.2"),  # next older
        ("0.1", "0.9.5"),  # older than all: the oldest
        ("9.0", "2.0.1"),
    ],
)
def test_nearest_release(version: str, stands_for_it: str) -> None:
    mined = ["0.9.5", "1.2.2", "2.0.1"]
    assert mined[nearest(version, mined)] == stands_for_it


def test_nearest_of_all_patches() -> None:
    mined = ["1.7.1", "1.7.3", "1.7.6", "2.0.0"]
    assert mined[nearest("1.7.4", mined)] == "1.7.3"
    assert mined[nearest("1.7.0", mined)] == "1.7.1"


def test_library_without_a_database_is_none(tmp_path: Path) -> None:
    assert Catalog((tmp_path,)).library("nowhere") is None


def test_database_is_unpacked_once(mine: Mine, tmp_path: Path) -> None:
    mine(TWO)
    packed = tmp_path / "data" / "lib.sqlite.xz"
    first = unpacked(packed)
    inode = first.stat().st_ino
    assert unpacked(packed).stat().st_ino == inode
    os.utime(packed, (1, 1))  # another file now, for all one can tell without reading it
    second = unpacked(packed)
    assert second != first
    assert not first.exists()


def test_damaged_shipped_file_says_so(mine: Mine, tmp_path: Path) -> None:
    mine(TWO)
    packed = tmp_path / "data" / "lib.sqlite.xz"
    packed.write_bytes(packed.read_bytes()[:100])
    with pytest.raises(DatabaseDamagedError, match=r"lib\.sqlite\.xz is damaged"):
        Catalog((tmp_path / "data",)).library("lib")


def test_file_of_something_else_says_so(tmp_path: Path) -> None:
    (tmp_path / "lib.sqlite").write_bytes(b"no database at all, just text" * 100)
    with pytest.raises(DatabaseDamagedError, match="can't be read"):
        Catalog((tmp_path,)).library("lib")


def test_damaged_copy_in_the_cache_heals(mine: Mine, tmp_path: Path) -> None:
    mine(TWO)
    packed = tmp_path / "data" / "lib.sqlite.xz"
    unpacked(packed).write_bytes(b"cut off")
    library = Catalog((tmp_path / "data",)).library("lib")
    assert library is not None and library.newest == "1.1"


def test_full_cache_disk_says_so(mine: Mine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine(TWO)
    packed = tmp_path / "data" / "lib.sqlite.xz"
    os.utime(packed, (1, 1))

    def full(*_: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(lzma, "open", full)
    with pytest.raises(DatabaseDamagedError, match="No space left"):
        unpacked(packed)


def test_user_built_database_hides_the_shipped_one(mine: Mine, tmp_path: Path) -> None:
    mine(TWO)
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "lib.sqlite.xz").write_bytes(b"never opened")
    library = Catalog((tmp_path / "data", shipped)).library("lib")
    assert library is not None and library.newest == "1.1"
    assert [lib.name for lib in Catalog((tmp_path / "data", shipped)).libraries()] == ["lib"]


def test_history_of_a_name_that_comes_and_goes(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {"__init__.py": "def f(): ...\n"},
            "1.1": {"__init__.py": "def g(): ...\n"},
            "1.2": {"__init__.py": "def f(): ...\n"},
        }
    )
    assert [(i.since, i.until) for i in lib.history("lib.f").intervals] == [("1.0", "1.1"), ("1.2", None)]


def test_identity_is_the_shortest_public_name(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": "from .core.api import Frame\n",
                "core/__init__.py": "",
                "core/api.py": "from .frame import Frame\n",
                "core/frame.py": "class Frame:\n    def head(self, n=5): ...\n",
            }
        }
    )
    for spelled in ("lib.Frame", "lib.core.api.Frame", "lib.core.frame.Frame"):
        assert lib.identity(spelled, "1.0") == "lib.Frame"
    assert lib.identity("lib.core.frame.Frame.head", "1.0") == "lib.Frame.head"
    assert lib.identity("lib.Nothing") is None


def test_star_binds_what_all_lists(mine: Mine) -> None:
    lib = mine(
        {
            "1.0": {
                "__init__.py": "__all__ = ['f']\ndef f(): ...\ndef g(): ...\n",
                "sub.py": "def h(): ...\ndef _i(): ...\n",
            }
        }
    )
    assert lib.star("lib", "1.0") == {"f": "lib.f"}
    assert lib.star("lib.sub", "1.0") == {"h": "lib.sub.h"}


def test_names_imported_whole_from_another_library(mine: Mine) -> None:
    """scipy.array was numpy's; the libraries are mined apart, so it is looked up there."""
    mine({"1.0": {"__init__.py": "def array(x): ...\ndef _hidden(): ...\n"}}, name="lender")
    borrower = mine(
        {
            "1.0": {"__init__.py": "from lender import *\ndef own(): ...\n"},
            "2.0": {"__init__.py": "def own(): ...\n"},
        }
    )
    symbol = borrower.resolve("lib.array", "1.0")
    assert symbol is not None and symbol.name == "lender.array"
    assert borrower.resolve("lib._hidden", "1.0") is None
    assert borrower.absent("lib.array", "2.0")
    assert borrower.star("lib", "1.0") == {"array": "lender.array", "own": "lib.own"}
    assert [(c.kind, c.new, c.release) for c in borrower.history("lib.array").changes] == [("moved", "lender.array", "2.0")]
