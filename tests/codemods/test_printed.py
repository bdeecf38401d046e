"""The age that saved outputs tell without naming a version."""

from __future__ import annotations

from typing import Any

import pytest

from tests.codemods.test_hints import hints

BEFORE_20 = '<div>\n<table border="1" class="dataframe">\n  <thead>'
IN_20 = "<div>\n<style>\n    .dataframe thead tr:only-child th {\n        text-align: right;\n    }"
SINCE_21 = "<div>\n<style scoped>\n    .dataframe tbody tr th:only-of-type {\n        vertical-align: middle;\n    }"


def result(html: str = "", plain: str = "", kind: str = "execute_result") -> dict[str, Any]:
    return {"output_type": kind, "data": {"text/html": [html], "text/plain": plain}}


@pytest.mark.parametrize(
    ("tables", "expected"),
    [
        ([BEFORE_20], (None, "0.19.2")),
        (['<div style="max-height:1000px;overflow:auto;">\n<table border="1" class="dataframe">'], (None, "0.19.2")),
        ([IN_20], ("0.20", "0.20.3")),
        ([SINCE_21], ("0.21", None)),
        ([BEFORE_20, SINCE_21], (None, None)),  # run again in part: of any of these
        ([BEFORE_20, IN_20], (None, "0.20.3")),
        (['<table border="1" class="dataframe">'], (None, None)),  # to_html() writes none of the rest in any release
        (["<div><table>"], (None, None)),
    ],
)
def test_how_tables_are_written(tables: list[str], expected: tuple[str | None, str | None]) -> None:
    assert hints(*(("df", result(table)) for table in tables)).printed.tables == expected


def test_format_3() -> None:
    assert hints(("df", {"output_type": "pyout", "html": [IN_20], "text": ["a"]})).printed.tables == ("0.20", "0.20.3")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SVC(C=1.0, kernel='rbf')", {"SVC": {("C", "kernel")}}),
        (
            "GridSearchCV(cv=3,\n       estimator=SVC(C=1.0, degree=3),\n       param_grid=[{'C': (1, 2)}])",
            {"GridSearchCV": {("cv", "estimator", "param_grid")}, "SVC": {("C", "degree")}},
        ),
        ("Pattern(token=u'(?u)\\\\b(', lower=True)", {"Pattern": {("lower", "token")}}),  # brackets in strings are none
        ("SVC(C=1.0, kernel='r", {}),  # cut off
        ("about f(x=1) and nothing", {}),
    ],
)
def test_how_objects_are_shown(text: str, expected: dict[str, set[tuple[str, ...]]]) -> None:
    found = hints(("clf", result(plain=text))).printed.parameters
    assert {name: {tuple(sorted(names)) for names in shown} for name, shown in found.items()} == expected
