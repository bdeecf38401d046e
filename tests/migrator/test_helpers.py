"""The user's own modules beside a notebook: read, followed into the notebook's types, and reported."""

from __future__ import annotations

from pathlib import Path

from migrator.helpers import helper_modules
from migrator.pipeline import migrate_file
from tests.migrator.conftest import Call, notebook

LOAD = "import pandas as pd\n\n\ndef load(path):\n    return pd.read_csv(path)\n"
USE = "from utils import load\nfor name, column in load('a.csv').iteritems():\n    print(name)\n"


def test_only_what_is_imported_and_lies_beside(tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text("import deeper\n")
    (tmp_path / "deeper.py").write_text("import missing\n")
    (tmp_path / "unused.py").write_text("")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("x = 1\n")
    found = helper_modules({"utils", "package", "os"}, tmp_path)
    assert set(found) == {"utils", "deeper", "package"}
    assert found["package"].path == tmp_path / "package" / "__init__.py"
    assert helper_modules({"utils"}, None) == {}


def test_modules_that_import_each_other(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import b\n")
    (tmp_path / "b.py").write_text("import a\n")
    assert set(helper_modules({"a"}, tmp_path)) == {"a", "b"}


def test_a_module_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def f(:\n")
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.py").mkdir()
    assert helper_modules({"binary", "folder"}, tmp_path) == {}
    path = tmp_path / "main.py"
    path.write_text("import broken\nprint(1)\n")
    assert not migrate_file(path).changed


def test_helpers_are_never_run(tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n{LOAD}")
    (tmp_path / "main.py").write_text(USE)
    migrate_file(tmp_path / "main.py")
    assert not (tmp_path / "ran").exists()


def test_what_a_helper_returns_is_known_in_the_notebook(tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text(LOAD)
    (tmp_path / "main.py").write_text(USE)
    result = migrate_file(tmp_path / "main.py")
    assert result.migrated.decode() == USE.replace("iteritems", "items")
    assert result.helpers == (tmp_path / "utils.py",)


def test_without_the_helper_nothing_is_known(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(USE)
    assert not migrate_file(tmp_path / "main.py").changed


def test_a_helper_that_needs_migrating_is_told(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text("import numpy as np\n\n\ndef total(x):\n    return np.product(x)\n")
    (tmp_path / "main.ipynb").write_text(notebook("from utils import total\nprint(total([1, 2]))\n"))
    called = migrate(tmp_path / "main.ipynb", "--codemods-only")
    assert called.code == 1
    assert f"{tmp_path / 'utils.py'} is imported and needs migrating too: 1 edit" in called.out
    assert not (tmp_path / "utils.migrated.py").exists()


def test_a_helper_migrated_in_the_same_run_is_not_told(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "utils.py").write_text("import numpy as np\n\n\ndef total(x):\n    return np.product(x)\n")
    (tmp_path / "main.ipynb").write_text(notebook("from utils import total\nprint(total([1, 2]))\n"))
    called = migrate(tmp_path, "--codemods-only", "-o", tmp_path / "out")
    assert called.code == 0 and "needs migrating too" not in called.out
    assert "np.prod(x)" in (tmp_path / "out" / "utils.py").read_text()
