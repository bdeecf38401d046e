"""Proving: values as plain JSON, what counts as equal, where old code is run, and what is said of the outcome."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import pytest

from codemods.fixing import Example
from codemods.proofs import Verdict, digest
from tests.migrator.test_rules import entry
from tools.compare import equal, evidence, shared
from tools.prove import Environment, Job, candidates, lacks, prove
from tools.snippets import Snippet, run_all

HERE = Environment("here", Path(sys.executable), {"python": "3.0.0", "lib": "1.0"})


def value(code: str, show: str = "*") -> Any:
    """What a snippet leaves, as this Python's fork server tells it."""
    outcome = run_all(sys.executable, {"x": Snippet(code, show=show)}, 60, 1)["x"]
    assert outcome["stage"] == "ok", outcome
    return outcome["value"]


PLAIN: list[tuple[str, object]] = [
    ("1, 2.5, True, None, 'a'", [1, 2.5, True, None, "a"]),
    ("[float('nan'), float('inf')]", [{"number": "nan"}, {"number": "inf"}]),
    ("{'b': 1, 'a': {2, 1}}", {"dict": [["a", {"set": [1, 2]}], ["b", 1]]}),
    ("list(range(2)), range(2), map(abs, [-1])", [[0, 1], [0, 1], [1]]),
    ("0.1 + 0.2", 0.3),
    ("object()", {"opaque": "object"}),
    ("'nan', b'a'", ["nan", {"bytes": "a"}]),
    ("ValueError('x')", {"error": "ValueError"}),
    ("np.array([[1, 2]])", [[1, 2]]),
    ("np.float32(0.5)", 0.5),
    ("np.array(['2020-01-01'], 'M8[ns]')", ["2020-01-01T00:00:00.000000"]),
    ("pd.Series([1, None], name='s')", {"series": [1.0, {"number": "nan"}], "index": [0, 1]}),
    ("pd.DataFrame({'a': ['x', None]})", {"frame": [["x", {"number": "nan"}]], "columns": ["a"], "index": [0, 1]}),
    ("pd.Timestamp('2020-01-01')", "2020-01-01T00:00:00"),
    ("sparse.eye(2)", [[1.0, 0.0], [0.0, 1.0]]),
]


def test_plain_values() -> None:
    imports = "import numpy as np\nimport pandas as pd\nfrom scipy import sparse\n"
    found = value(imports, f"[{', '.join(f'({expression})' for expression, _ in PLAIN)}]")
    assert found == [plain for _, plain in PLAIN]


def test_all_that_a_snippet_leaves() -> None:
    left = value("import math\ndef f(): pass\nx = 1\nprint('seen')\nx + 1\n")
    assert left == {"names": {"x": 1}, "last": 2, "printed": "seen"}


def test_figures_are_compared_by_what_is_drawn() -> None:
    code = "import matplotlib.pyplot as plt\nplt.plot([1, 2], [3, 4])\nplt.title('t')\n"
    (figure,) = value(code)["figures"]
    assert figure == {"axes": [{"texts": ["t", "", ""], "drawn": [{"x": [1, 2], "y": [3, 4]}]}]}


def test_setup_runs_before_and_is_not_compared_as_code() -> None:
    snippet = Snippet("x = open('data').read()", setup="with open('data', 'w') as f: _ = f.write('d')", show="x")
    assert run_all(sys.executable, {"x": snippet}, 60, 1)["x"]["value"] == "d"
    failing = run_all(sys.executable, {"x": Snippet("x = 1", setup="1 / 0", show="x")}, 60, 1)["x"]
    assert (failing["stage"], failing["error"]) == ("setup", "ZeroDivisionError")


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (1, 1.0, True),
        (1, 1.0000001, True),
        (1, 1.001, False),
        (1, True, False),
        ("1", 1, False),
        ([1, [2]], [1, [2]], True),
        ([1], [1, 2], False),
        ({"a": 1}, {"a": 1.0}, True),
        ({"a": 1}, {"b": 1}, False),
        ({"opaque": "Old"}, {"opaque": "New"}, True),
        ({"opaque": "Old"}, 1, False),
        (None, None, True),
        (None, 0, False),
    ],
)
def test_equal(a: object, b: object, same: bool) -> None:
    assert equal(a, b) is same


def test_what_is_opaque_proves_nothing() -> None:
    assert not evidence({"names": {"model": {"opaque": "Model"}}})
    assert evidence({"names": {"model": {"opaque": "Model"}, "x": 1}})


def test_helpers_that_only_one_side_binds_are_not_compared() -> None:
    old, new = {"names": {"x": 1, "i": 2}, "printed": "1"}, {"names": {"x": 1, "j": 3}, "printed": "1.0"}
    assert shared(old, new, whole=True) == ({"names": {"x": 1}}, {"names": {"x": 1}})


def test_what_was_printed_counts_if_there_is_nothing_else() -> None:
    old, new = {"names": {}, "printed": "a"}, {"names": {}, "printed": "b"}
    assert shared(old, new, whole=True) == ({"printed": "a"}, {"printed": "b"})


PAST = [
    Environment("a", Path("a"), {"python": "2.7.18", "lib": "1.0"}),
    Environment("b", Path("b"), {"python": "3.6.15", "lib": "1.5", "scikit-learn": "0.19"}),
    Environment("c", Path("c"), {"python": "3.9.1", "lib": "2.0", "scikit-learn": "1.0"}),
]


@pytest.mark.parametrize(
    ("before", "was", "names"),
    [
        ("import lib", {}, "ba"),  # older than the change, the newest first
        ("import lib, sklearn", {}, "b"),  # that has all it imports
        ("import lib", {"lib": "1.0"}, "ab"),  # the one that it was written for first
        ("import lib", {"lib": "1.0.7"}, "ab"),
        ("import lib, other", {}, ""),
    ],
)
def test_where_old_code_is_run(before: str, was: dict[str, str], names: str) -> None:
    assert "".join(e.name for e in candidates(entry(), Example(before, "", was=was), PAST)) == names


VERDICTS = [
    ("x = 1", "x = 1.0", "x", Verdict.PROVED, "the same value"),
    ("x = [1, 2]", "x = [1, 3]", "", Verdict.DIFFERS, "the same value"),
    ("x = object()", "x = object()", "", Verdict.NO_VALUE, "the same value"),
    ("x = 1 / 0", "x = 1", "x", Verdict.BEFORE_FAILS, ""),
    ("x = 1", "x = 1 / 0", "x", Verdict.AFTER_FAILS, ""),
    ("x = 1", "y = 1", "x", Verdict.AFTER_FAILS, ""),  # nothing to show
]


def test_verdicts() -> None:
    examples = [Example(before, after, check) for before, after, check, *_ in VERDICTS]
    proofs = list(prove([Job(entry(), e, digest(e), [HERE]) for e in examples], sys.executable, 1))
    assert [(p.verdict, p.today) for p in proofs] == [(verdict, today) for *_, verdict, today in VERDICTS]
    assert proofs[0].was == {"python": "3.0.0", "lib": "1.0"}


@pytest.mark.parametrize(
    ("error", "message", "absent"),
    [
        ("ModuleNotFoundError", "No module named 'openpyxl'", True),
        ("ModuleNotFoundError", "No module named 'lib.gone'", False),
        ("ImportError", "Missing optional dependency 'Jinja2'", True),
        ("ImportError", "cannot import name 'gone' from 'lib'", False),
        ("TypeError", "gone", False),
    ],
)
def test_what_is_not_installed_says_nothing(error: str, message: str, absent: bool) -> None:
    assert lacks({"error": error, "message": message}, {"lib": "1.0"}) is absent


def test_without_an_environment_nothing_is_claimed() -> None:
    example = Example("x = 1", "x = 1", "x")
    (proof,) = prove([Job(entry(), example, digest(example), [])], sys.executable, 1)
    assert proof.verdict is Verdict.NO_ENVIRONMENT


def test_an_environment_where_old_code_fails_is_not_the_last_word() -> None:
    example = Example("import sys\nx = sys.version_info[0]", "x = 3", "x")
    broken = Environment("broken", Path("false"), HERE.installed)
    job = Job(entry(), example, digest(example), [HERE, broken])
    (proof,) = prove([job], sys.executable, 1)
    assert proof.verdict is Verdict.PROVED
    assert job.left == [broken]
    assert math.isclose(proof.value, 3)
