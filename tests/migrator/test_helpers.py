"""The user's own modules beside a notebook: read, followed into the notebook's types, and reported."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from migrator.helpers import helper_modules
from migrator.pipeline import migrate_file
from tests.migrator.conftest import Call, notebook

LOAD = "import pandas as pd\n\n\ndef load(path):\n    return pd.read_csv(path)\n"
USE = "from utils import load\nfor name, column in load('a.csv').iteritems():\n    print(name)\n"


def modules(code: str, beside: Path | None) -> dict[str, Path]:
    """The own modules that are found for the code of a notebook in the folder: name, file."""
    return {name: helper.path for name, helper in helper_modules([ast.parse(code)], beside).items()}


def put(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_only_what_is_imported_and_lies_beside(tmp_path: Path) -> None:
    put(tmp_path, utils="import deeper\n", deeper="import missing\n", unused="")
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").write_text("x = 1\n")
    found = modules("import utils, package, os", tmp_path)
    assert set(found) == {"utils", "deeper", "package"}
    assert found["package"] == tmp_path / "package" / "__init__.py"
    assert modules("import utils", None) == {}


def test_packages_and_relative_imports(tmp_path: Path) -> None:
    put(tmp_path, lib__io="from .deep.build import add\nfrom . import const", lib__deep__build="from ..other import x")
    put(tmp_path, lib__const="", lib__other="", lib__unused="")
    (tmp_path / "lib" / "deep" / "__init__.py").write_text("")
    assert set(modules("from lib.io import read", tmp_path)) == {"lib.io", "lib.deep", "lib.deep.build", "lib.const", "lib.other"}


@pytest.mark.parametrize(
    "code",
    [
        "sys.path.append('../src')",
        "sys.path.insert(0, '../src')",
        "sys.path += ['nowhere', '../src']",
        "if True:\n    sys.path.extend(['../src'])",
        "sys.path.append(os.path.join('..', 'src'))",
        "root = os.path.abspath(os.path.join(os.getcwd(), os.pardir))\nsys.path.append(os.path.join(root, 'src'))",
        "sys.path.append(str(Path.cwd().parent / 'src'))",
        "sys.path.append(str(Path('..').resolve() / 'src'))",
    ],
)
def test_folders_that_the_code_adds_to_the_path(code: str, tmp_path: Path) -> None:
    put(tmp_path, src__features="", notebooks__near="")
    assert modules(f"import sys, os\n{code}\nimport features", tmp_path / "notebooks") == {
        "features": tmp_path / "src" / "features.py"
    }


def test_a_folder_that_the_code_alone_knows(tmp_path: Path) -> None:
    put(tmp_path, src__features="", notebooks__near="")
    for code in ("sys.path.append(folder())", "a = b\nb = a\nsys.path.append(a)", "sys.path.append('../src' + x)"):
        assert modules(f"import sys\n{code}\nimport features", tmp_path / "notebooks") == {}


def test_jedi_is_loaded_only_where_something_may_be_found(tmp_path: Path) -> None:
    put(tmp_path, unused="")
    code = "import sys; from pathlib import Path; from migrator.pipeline import migrate_file; migrate_file(Path(sys.argv[1]))"
    for own, loaded in (("", "False"), ("import unused\n", "True")):
        (tmp_path / "main.py").write_text(f"import pandas, os\nfrom sklearn.svm import SVC\n{own}")
        words = [sys.executable, "-c", f"{code}; print('jedi' in sys.modules)", str(tmp_path / "main.py")]
        assert subprocess.run(words, capture_output=True, text=True).stdout.strip() == loaded


def test_modules_that_import_each_other(tmp_path: Path) -> None:
    put(tmp_path, a="import b\n", b="import a\n")
    assert set(modules("import a", tmp_path)) == {"a", "b"}


def test_a_module_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    put(tmp_path, broken="def f(:\n")
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.py").mkdir()
    assert modules("import binary, folder", tmp_path) == {}
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
