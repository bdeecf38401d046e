"""The copied folder: what comes along, and what does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from runner.errors import FolderTooLarge
from runner.workspace import lay_out, snapshot, workspace


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "project" / "notebooks"
    folder.mkdir(parents=True)
    (folder / "a.csv").write_text("a")
    (folder / ".git").mkdir()
    (folder / ".git" / "config").write_text("")
    (folder.parent / "data").mkdir()
    (folder.parent / "data" / "b.csv").write_text("b")
    (folder.parent / "secret.csv").write_text("s")
    return folder


def copied(home: Path, *sources: str) -> set[str]:
    with workspace(home, sources) as work:
        return set(snapshot(work.root))


def test_only_the_folder(home: Path) -> None:
    assert copied(home) == {"work/notebooks/a.csv"}


def test_no_environment(home: Path) -> None:
    (home / "env").mkdir()
    (home / "env" / "pyvenv.cfg").write_text("home = /usr/bin")
    (home / "env" / "python").write_text("")
    assert copied(home) == {"work/notebooks/a.csv"}
    (home / "pyvenv.cfg").write_text("")  # the notebook's own folder comes along whatever it is
    assert "work/notebooks/a.csv" in copied(home)


@pytest.mark.parametrize("source", ["open('../data/b.csv')", 'path = "../data/"', "!head ../data/b.csv", "!X=../data/b.csv"])
def test_what_is_named_above(home: Path, source: str) -> None:
    assert copied(home, source) == {"work/notebooks/a.csv", "work/data/b.csv"}


@pytest.mark.parametrize("source", ["'../'", "'../..'", "x = a/../b", "'../nothing.csv'"])
def test_what_is_not_copied(home: Path, source: str) -> None:
    """Never all that lies above, and nothing that isn't there."""
    assert {name.rpartition("/")[2] for name in copied(home, source)} == {"a.csv"}


def test_links_are_followed_but_not_in_circles(home: Path) -> None:
    (home / "self").symlink_to(home)
    (home / "up").symlink_to(home.parent / "data")
    (home / "dangling").symlink_to("nowhere")
    assert copied(home) == {"work/notebooks/a.csv", "work/notebooks/up/b.csv"}


def test_the_copy_is_not_copied(tmp_path: Path) -> None:
    """Where temporary folders lie below the notebook's own."""
    (tmp_path / "a.csv").write_text("a")
    inner = tmp_path / "temporary"
    inner.mkdir()
    work = lay_out(tmp_path, inner, ())
    assert set(snapshot(work.folder)) == {"a.csv"}


def test_too_much(home: Path) -> None:
    (home / "big").write_bytes(b"x" * 10_000)
    with (
        pytest.raises(FolderTooLarge, match="move the notebook into a folder with only its own data"),
        workspace(home, limit=5_000),
    ):
        pass
