"""`migrate apidb` list, show, diff and verify, on a database made for the test."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from apidb.library import Library
from migrator.apidb_cli import app

from .conftest import Mine


@pytest.fixture
def lib(mine: Mine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """Three releases of `lib`, in the place of all shipped and built databases."""
    library = mine(
        {
            "1.0": {"__init__.py": "class Table:\n    def head(self, n=5): ...\ndef old(x, size=1): ...\n"},
            "1.1": {
                "__init__.py": "class Table:\n    def head(self, n=5, *, deep=False): ...\ndef old(x, size=2): ...\ndef new(x): ...\n"
            },
            "2.0": {"__init__.py": "class Table:\n    def head(self, n=5): ...\ndef new(x): ...\n"},
        }
    )
    monkeypatch.setattr("apidb.catalog.user_data_dir", lambda: tmp_path / "data")
    monkeypatch.setattr("apidb.catalog.data_dir", lambda: tmp_path / "nothing shipped")
    return library


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done.output


def test_list(lib: Library) -> None:
    assert "lib" in run("list") and "2.0" in run("list")
    (entry,) = json.loads(run("list", "--format", "json"))
    assert entry == {"library": "lib", "imports": ["lib"], "releases": 3, "oldest": "1.0", "newest": "2.0"}


def test_show_what_is_gone(lib: Library) -> None:
    said = run("show", "lib.old")
    assert "function lib.old(x, size=2)" in said and "in lib 1.1" in said
    assert "exists before 1.0 (2020-01-01) until 2.0 (2020-01-03)" in said
    assert "default changed size=1 → size=2" in said and "removed" in said


def test_show_at(lib: Library) -> None:
    assert "lib.old(x, size=1)" in run("show", "lib.old", "--at", "1.0")
    assert "lib.Table.head(n=5, *, deep=False)" in run("show", "lib.Table.head", "--at", "1.1")
    assert "lib 2.0 has no lib.old" in run("show", "lib.old", "--at", "2.0")
    assert "--at newest: expected a version" in run("show", "lib.old", "--at", "newest", code=2)


def test_show_json(lib: Library) -> None:
    told = json.loads(run("show", "lib.old", "--format", "json"))
    assert told["symbol"]["release"] == "1.1"
    assert told["history"]["intervals"] == [{"since": "1.0", "until": "2.0"}]
    assert {change["kind"] for change in told["history"]["changes"]} == {"default_changed", "removed"}


def test_show_what_never_was(lib: Library) -> None:
    assert "has no lib.never in any of its 3 releases" in run("show", "lib.never", code=1)
    assert "no database of 'nowhere'; build one: migrate apidb build --lib nowhere" in run("show", "nowhere.f", code=2)


def test_diff(lib: Library) -> None:
    said = run("diff", "lib", "1.1", "2.0")
    assert "lib.old" in said and "lib.Table.head(deep)" in said and "size" not in said
    assert {c["symbol"] for c in json.loads(run("diff", "lib", "1.0", "1.1", "--format", "json"))} == {"lib.old"}


def test_diff_the_wrong_way_round(lib: Library) -> None:
    assert "2.0 is newer" not in run("diff", "lib", "1.0", "2.0")
    assert "give the older version first" in run("diff", "lib", "2.0", "1.0", code=2)
    assert "OLD one: expected a version" in run("diff", "lib", "one", "2.0", code=2)


def test_verify_compares_with_what_is_installed(lib: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    (site / "lib-2.0.dist-info").mkdir(parents=True)
    (site / "lib-2.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: lib\nVersion: 2.0\n")
    (site / "lib").mkdir()
    code = "class Table:\n    def head(self, n=5): ...\n    def tail(self): ...\ndef new(x): ...\ndef unknown(): ...\n"
    (site / "lib" / "__init__.py").write_text(code)
    monkeypatch.setenv("PYTHONPATH", str(site))
    said = run("verify", "--python", sys.executable, "--misses")
    assert "66.7% of 3" in said and "50.0% of 2" in said
    assert "lib: lib.unknown" in said and "lib: lib.Table.tail" in said
    (found,) = json.loads(run("verify", "--python", sys.executable, "--format", "json"))
    assert (found["installed"], found["release"], found["intact"]) == ("2.0", "2.0", True)


def test_verify_without_an_interpreter_checks_the_files(lib: Library) -> None:
    assert "not installed" in run("verify") and "yes" in run("verify")


def test_verify_with_what_is_no_interpreter(lib: Library, tmp_path: Path) -> None:
    assert "could not list what lib has" in run("verify", "--python", str(tmp_path / "python"), code=2)


def test_verify_finds_a_damaged_file(lib: Library, tmp_path: Path) -> None:
    (plain,) = (tmp_path / "cache" / "apidb").glob("lib-*.sqlite")
    data = bytearray(plain.read_bytes())
    page = 4096
    data[5 * page : 9 * page] = b"\xff" * (4 * page)
    plain.write_bytes(bytes(data))
    assert "NO" in run("verify", code=1)


def test_damaged_file_says_so(lib: Library, tmp_path: Path) -> None:
    (tmp_path / "data" / "lib.sqlite.xz").write_bytes(b"no archive")
    assert "is damaged; install the package again, or build the database anew" in run("show", "lib.old", code=2)


def test_building_needs_its_extra(lib: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypi_simple", None)
    assert "building needs pypi_simple" in run("build", "--lib", "lib", code=2)
