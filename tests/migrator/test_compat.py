"""`--object-strings`: one visible line, where it is asked for and needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.migrator.conftest import Call, migrate, notebook

__all__ = ["migrate"]

LINE = "set_option('future.infer_string', False)  # text stays in dtype object, as before pandas 3.0; gone in 4.0"


def migrated(migrate: Call, folder: Path, source: str, target: str, *options: str) -> str:
    (folder / "a.py").write_text(source)
    done = migrate(folder / "a.py", "--codemods-only", "--target", f"pandas=={target}", "-o", folder / "b.py", *options)
    assert done.code in (0, 1), done
    return (folder / "b.py").read_text()


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("import numpy as np\nimport pandas as pd\ndf = pd.DataFrame()\n", "import pandas as pd\npd." + LINE),
        ("from pandas import DataFrame\ndf = DataFrame()\n", "from pandas import DataFrame\nimport pandas\npandas." + LINE),
        ("import pandas\n", "import pandas\npandas." + LINE),
    ],
)
def test_after_the_import(migrate: Call, tmp_path: Path, source: str, line: str) -> None:
    once = migrated(migrate, tmp_path, source, "3.0.1", "--object-strings")
    assert line in once and once.count("infer_string") == 1
    assert migrated(migrate, tmp_path, once, "3.0.1", "--object-strings") == once


def test_only_where_it_is_asked_for_and_needed(migrate: Call, tmp_path: Path) -> None:
    source = "import pandas as pd\ndf = pd.DataFrame()\n"
    assert migrated(migrate, tmp_path, source, "3.0.1") == source
    assert migrated(migrate, tmp_path, source, "2.2.3", "--object-strings") == source
    assert migrated(migrate, tmp_path, "x = 1\n", "3.0.1", "--object-strings") == "x = 1\n"


def test_the_report_says_so(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(notebook("import pandas as pd", "df = pd.DataFrame()"))
    done = migrate(tmp_path / "a.ipynb", "--codemods-only", "--target", "pandas==3.0.1", "--object-strings")
    assert "OBJ text is kept in dtype object" in done.out and "pandas 3.0" in done.out
