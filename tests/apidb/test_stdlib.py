"""The standard library's stubs, cut to one Python."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from apidb.mine.stdlib import Python, covered, holds, own_imports, write_tree


@pytest.mark.parametrize(
    ("test", "version", "expected"),
    [
        ("sys.version_info >= (3, 10)", (3, 10), True),
        ("sys.version_info >= (3, 10)", (3, 9), False),
        ("sys.version_info < (3,)", (2, 7), True),
        ("sys.version_info >= (3, 8, 1)", (3, 8), True),
        ("sys.version_info[0] >= 3", (2, 7), False),
        ("sys.platform == 'win32'", (3, 9), False),
        ("sys.platform != 'win32' and sys.version_info >= (3, 9)", (3, 9), True),
        ("not sys.version_info >= (3, 9)", (3, 8), True),
        ("sys.platform == 'win32' or TYPE_CHECKING", (3, 9), None),
        ("TYPE_CHECKING", (3, 9), None),
    ],
)
def test_version_tests(test: str, version: tuple[int, int], expected: bool | None) -> None:
    assert holds(ast.parse(test, mode="eval").body, version) is expected


def test_versions_file() -> None:
    text = "# comment\nimp: 3.0-3.11\nasyncio: 3.4-\nasyncio.taskgroups: 3.11-\n"
    assert covered(text, (3, 11)) == {"imp": True, "asyncio": True, "asyncio.taskgroups": True}
    assert covered(text, (3, 12))["imp"] is False
    assert covered(text, (3, 10))["asyncio.taskgroups"] is False


def test_tree_of_one_python(tmp_path: Path) -> None:
    root = tmp_path / "stubs" / "mypy" / "typeshed" / "stdlib"
    root.mkdir(parents=True)
    (root / "VERSIONS").write_text("imp: 3.0-3.11\ntime: 3.0-\n")
    (root / "imp.pyi").write_text("def reload(module): ...\n")
    (root / "time.pyi").write_text(
        "import sys\ndef time() -> float: ...\nif sys.version_info < (3, 8):\n    def clock() -> float: ...\n"
    )
    old, new = Python("3.7", "", ""), Python("3.12", "", "")
    assert write_tree(tmp_path / "stubs", old, tmp_path / "old").tops == ("imp", "time")
    assert "clock" in (tmp_path / "old" / "time.py").read_text()
    assert write_tree(tmp_path / "stubs", new, tmp_path / "new").tops == ("time",)
    assert "clock" not in (tmp_path / "new" / "time.py").read_text()


def test_what_a_stub_imports_for_its_own_use_is_not_its_name() -> None:
    source = (
        "import sys\nfrom typing import Any, Mapping as Mapping\nfrom m import *\nfrom n import listed\n__all__ = ['listed']\n"
    )
    assert own_imports(ast.parse(source)) == ["Any", "sys"]
