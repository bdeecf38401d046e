"""Building from an index that works, and from one that doesn't; what is there stays whole."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from apidb import Catalog, paths
from migrator.apidb_cli import app

from .index_server import Index, wheel

ROOT = Path(__file__).parent.parent.parent
VERSIONS = ("1.0", "1.1", "1.2", "2.0")


def sources(version: str) -> dict[str, str]:
    leaves = "".join(f"def f{n}(x): ...\n" for n in range(VERSIONS.index(version), 10))
    return {"lib/__init__.py": leaves, "lib/more.py": "class Table:\n    def head(self, n=5): ...\n"}


def file_name(version: str) -> str:
    return f"lib-{version}-py3-none-any.whl"


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Index]:
    """An index with four releases of `lib`; the cache and the user's databases are below tmp_path."""
    monkeypatch.setenv("NBMIGRATE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")
    import stamina

    stamina.set_testing(True, attempts=2)
    server = Index({file_name(v): wheel(sources(v)) for v in VERSIONS})
    monkeypatch.setenv("PIP_INDEX_URL", server.url)
    for cached in (paths.cache_dir, paths.user_data_dir):
        cached.cache_clear()
    yield server
    server.close()
    stamina.set_testing(False)
    for cached in (paths.cache_dir, paths.user_data_dir):
        cached.cache_clear()


def run(*words: str, code: int = 0) -> str:
    """The output of `migrate apidb WORDS`, which must end with this exit code and never with a traceback."""
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done.output


def releases(folder: Path) -> list[str]:
    library = Catalog((folder,)).library("lib")
    assert library is not None
    return [release.version for release in library.releases]


def test_build_reads_only_the_sources(index: Index, tmp_path: Path) -> None:
    said = run("build", "--lib", "lib", "--out", str(tmp_path / "out"))
    assert "lib: 4 releases" in said
    assert releases(tmp_path / "out") == list(VERSIONS)
    library = Catalog((tmp_path / "out",)).library("lib")
    assert library is not None and library.absent("lib.f0", "1.1") and not library.absent("lib.f0", "1.0")


def test_an_index_without_ranges_is_read_whole(index: Index, tmp_path: Path) -> None:
    index.ranges = False
    run("build", "--lib", "lib", "--out", str(tmp_path / "out"))
    assert releases(tmp_path / "out") == list(VERSIONS)


def test_yanked_and_pre_releases_are_left_out(index: Index, tmp_path: Path) -> None:
    index.files |= {file_name(v): wheel(sources("2.0")) for v in ("3.0rc1", "3.0.post1", "2.1")}
    index.yanked = frozenset({file_name("2.1")})
    run("build", "--lib", "lib", "--out", str(tmp_path / "out"))
    assert releases(tmp_path / "out") == list(VERSIONS)


def test_a_stub_wheel_is_left_out_and_told(index: Index, tmp_path: Path) -> None:
    index.files[file_name("2.1")] = wheel({"other/__init__.py": ""})
    said = run("build", "--lib", "lib", "--out", str(tmp_path / "out"))
    assert "left out 2.1: lib-2.1-py3-none-any.whl has none of the packages lib" in said
    assert releases(tmp_path / "out") == list(VERSIONS)


def test_a_damaged_wheel_is_left_out_and_told(index: Index, tmp_path: Path) -> None:
    good = index.files[file_name("1.1")]
    at = good.index(b"def f1")
    index.files[file_name("1.1")] = good[:at] + b"ruined" + good[at + 6 :]
    said = run("build", "--lib", "lib", "--out", str(tmp_path / "out"))
    assert "left out 1.1: lib-1.1-py3-none-any.whl is damaged" in said


def test_all_takes_every_patch(index: Index, tmp_path: Path) -> None:
    index.files[file_name("2.0.1")] = wheel(sources("2.0"))
    run("build", "--lib", "lib", "--out", str(tmp_path / "out"))
    assert releases(tmp_path / "out") == ["1.0", "1.1", "1.2", "2.0.1"]
    run("build", "--lib", "lib", "--all", "--out", str(tmp_path / "out"))
    assert releases(tmp_path / "out") == [*VERSIONS, "2.0.1"]


def test_since(index: Index, tmp_path: Path) -> None:
    run("build", "--lib", "lib", "--since", "1.2", "--out", str(tmp_path / "out"))
    assert releases(tmp_path / "out") == ["1.2", "2.0"]
    assert "--since newest: expected a version" in run("build", "--lib", "lib", "--since", "newest", code=2)


def test_unknown_library(index: Index) -> None:
    assert "has no project named 'nothing'" in run("build", "--lib", "nothing", code=2)


def test_no_network(index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:1/simple/")
    assert "package index cannot be reached" in run("build", "--lib", "lib", "--out", str(tmp_path / "out"), code=2)


def test_index_dies_half_way_and_the_next_build_goes_on(index: Index, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("build", "--lib", "lib", "--since", "2.0", "--out", str(out))
    before = (out / "lib.sqlite.xz").read_bytes()
    index.budget = 100_000  # enough for one release
    said = run("build", "--lib", "lib", "--out", str(out), code=2)
    assert "broke off" in said and "goes on from there later" in said
    assert (out / "lib.sqlite.xz").read_bytes() == before
    assert [place.name for place in out.iterdir()] == ["lib.sqlite.xz"]
    index.budget = None
    index.served.clear()
    run("build", "--lib", "lib", "--out", str(out))
    assert releases(out) == list(VERSIONS)
    assert f"/files/{file_name('1.0')}" not in index.served  # it was in the cache


def test_damaged_cache_is_made_again(index: Index, tmp_path: Path) -> None:
    run("build", "--lib", "lib", "--out", str(tmp_path / "out"))
    kept = sorted((tmp_path / "cache" / "build" / "snapshots").iterdir())
    kept[0].write_bytes(b"cut off")
    kept[1].write_bytes(zlib.compress(b"no pickle"))
    run("build", "--lib", "lib", "--out", str(tmp_path / "out"))
    assert releases(tmp_path / "out") == list(VERSIONS)


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "migrator.cli", "apidb", *words]


def test_killed_build_leaves_the_old_database_and_goes_on(index: Index, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("build", "--lib", "lib", "--since", "2.0", "--out", str(out))
    before = (out / "lib.sqlite.xz").read_bytes()
    child = subprocess.Popen(command("build", "--lib", "lib", "--out", str(out)), cwd=ROOT, env=os.environ)
    snapshots = tmp_path / "cache" / "build" / "snapshots"
    deadline = time.monotonic() + 60
    while len(list(snapshots.iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert child.returncode == -signal.SIGKILL
    assert (out / "lib.sqlite.xz").read_bytes() == before
    run("build", "--lib", "lib", "--out", str(out))
    assert releases(out) == list(VERSIONS)


def test_two_builds_at_once(index: Index, tmp_path: Path) -> None:
    words = command("build", "--lib", "lib", "--out", str(tmp_path / "out"))
    children = [subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) for _ in range(2)]
    said = [child.communicate(timeout=120)[0].decode() for child in children]
    assert [child.returncode for child in children] == [0, 0], said
    assert releases(tmp_path / "out") == list(VERSIONS)
    assert [place.name for place in (tmp_path / "out").iterdir()] == ["lib.sqlite.xz"]


def test_full_disk(index: Index, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run("build", "--lib", "lib", "--since", "2.0", "--out", str(out))
    before = (out / "lib.sqlite.xz").read_bytes()

    def no_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # the write fails with an error then, as on a full disk
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = subprocess.run(
        command("build", "--lib", "lib", "--out", str(out)),
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=no_room,
        check=False,
    )
    assert done.returncode == 2, done.stdout + done.stderr
    assert "could not be written" in done.stderr and "nothing was changed" in done.stderr and "Traceback" not in done.stderr
    assert (out / "lib.sqlite.xz").read_bytes() == before


def test_leftovers_of_killed_builds_are_swept(index: Index, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / ".new-old").mkdir(parents=True)
    (out / ".new-running").mkdir()
    os.utime(out / ".new-old", (1, 1))
    run("build", "--lib", "lib", "--out", str(out))
    assert sorted(place.name for place in out.iterdir()) == [".new-running", "lib.sqlite.xz"]


def test_update_builds_only_what_is_new(index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apidb.catalog.data_dir", lambda: tmp_path / "nothing shipped")
    run("build", "--lib", "lib")
    assert "lib 2.0: up to date" in run("update")
    index.files[file_name("2.1")] = wheel(sources("2.0"))
    assert "lib: 5 releases" in run("update", "--lib", "lib")
    assert "lib 2.1: up to date" in run("update")
    index.yanked = frozenset({file_name("2.2")})
    index.files[file_name("2.2")] = wheel(sources("2.0"))
    assert "lib 2.1: up to date" in run("update")
    index.close()
    assert "package index cannot be reached" in run("update", code=2)


def test_wheels_on_the_disk(index: Index, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    for version in VERSIONS[:2]:
        (wheels / file_name(version)).write_bytes(wheel(sources(version)))
    run("build", "--lib", "lib", "--path", str(wheels), "--out", str(tmp_path / "out"))
    assert releases(tmp_path / "out") == ["1.0", "1.1"]
    assert index.served == []


def test_a_source_tree_on_the_disk(index: Index, tmp_path: Path) -> None:
    package = tmp_path / "tree" / "src" / "pkg"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("__version__ = '0.3.1'\ndef f(): ...\n")
    run("build", "--lib", "my-lib", "--import-name", "pkg", "--path", str(tmp_path / "tree"), "--out", str(tmp_path / "out"))
    library = Catalog((tmp_path / "out",)).library("pkg")
    assert library is not None and library.newest == "0.3.1" and library.resolve("pkg.f", "0.3.1") is not None


def test_nothing_on_the_disk(index: Index, tmp_path: Path) -> None:
    assert "--import-name says what it is imported by" in run("build", "--lib", "lib", "--path", str(tmp_path), code=2)


def test_interrupt(index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("apidb.build.compare", interrupted)
    assert "the same command goes on from here" in run("build", "--lib", "lib", "--out", str(tmp_path / "out"), code=130)
