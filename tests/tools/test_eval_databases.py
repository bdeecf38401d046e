"""How the database is held against tables that others keep, and against what is installed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from apidb import Catalog
from tools.eval_gone import ask
from tools.eval_tables import assigned, judge_names, tensorflow_keywords, torchfix_names


def test_what_is_called_gone_is_looked_up_in_an_interpreter() -> None:
    names = ["json.dumps", "json.nothing", "xml.dom.minidom.Node", "no_such_package.name"]
    keywords = [("json.dumps", "indent"), ("json.dumps", "encoding"), ("json.nothing", "x")]
    found = ask(Path(sys.executable), {"names": names, "keywords": keywords})
    assert found == ["json.dumps", "xml.dom.minidom.Node", "json.dumps indent="]


def test_tables_are_read_from_source_files(tmp_path: Path) -> None:
    place = tmp_path / "tf_upgrade_v2.py"
    place.write_text(
        "class Spec:\n    def __init__(self):\n        self.function_keyword_renames = {\n"
        "            'tf.argmax': {'dimension': 'axis'},\n            '*.save': {'x': None},\n        }\n"
    )
    assert assigned(place, "function_keyword_renames")["tf.argmax"] == {"dimension": "axis"}
    assert assigned(place, "nothing") == {}
    assert tensorflow_keywords(tmp_path) == {"tensorflow.argmax": {"dimension": "axis"}}


def test_only_removed_symbols_of_torchfix_count(tmp_path: Path) -> None:
    place = tmp_path / "symbols.yaml"
    place.write_text(
        "- name: torch.old\n  deprecate_pr: 1\n  remove_pr: 2\n  replacement: torch.new\n\n"
        "- name: torch.late\n  deprecate_pr: 3\n  remove_pr:\n"
    )
    assert torchfix_names(place) == {"torch.old": "torch.new"}


def test_names_are_judged_by_what_the_database_is_sure_of(capsys: pytest.CaptureFixture[str]) -> None:
    table = {
        "sklearn.cross_validation.KFold": None,
        "pandas.DataFrame.merge": None,  # still there
        "pandas.nothing": None,
    }
    judge_names("table", table, Catalog(), misses=True)
    assert capsys.readouterr().out.splitlines() == [
        "table: 1 of 2 known to be gone; replacement named for 0 of 0",
        "table: 1 more have never been in the database",
        "  miss pandas.DataFrame.merge",
        "  never pandas.nothing",
    ]
