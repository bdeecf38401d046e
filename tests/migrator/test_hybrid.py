"""The hybrid run, in real kernels: what a run saw goes back through the same rules; the model comes last."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from codemods.records import Safety
from llm.records import Answer, CellEdit, Objection, Question, Repair, Usage
from migrator.hybrid import Hybrid, hybrid, opened
from migrator.pipeline import Options
from migrator.places import Place
from runner.records import CellOutcome, End, Limits, Notice, Outcome, Run, Status
from tests.migrator.conftest import Call, migrate, notebook

__all__ = ["migrate"]


@pytest.fixture(scope="module", autouse=True)
def libraries() -> None:
    needed = ("nbclient", "ipykernel", "pandas", "sklearn")
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing and os.environ.get("CI"):
        pytest.fail(f"CI lacks {', '.join(missing)}")
    if missing:
        pytest.skip(f"NOT CHECKED: {', '.join(missing)} missing; install the group 'test'")


# What comes out of a pickle, no reading of the code can tell.
HIDDEN = "import pickle\nimport pandas as pd\ndf = pickle.loads(pickle.dumps(pd.DataFrame({frame})))"
FRAME = HIDDEN.replace("{frame}", "{'a': [1, 2], 'b': ['u', 'v']}, index=['p', 'q']")


def written(folder: Path, *sources: str) -> Path:
    path = folder / "nb.ipynb"
    path.write_text(notebook(*sources))
    return path


def ran(path: Path, **options: object) -> Hybrid:
    """The hybrid run of a notebook with this interpreter."""
    python = Path(sys.executable)
    place = Place(Limits(total=120), python)
    return hybrid(
        opened(path, Options(python=python)),
        str(path),
        lambda book, modules: place.run(path, book, files=modules),
        **options,  # type: ignore[arg-type]
    )


def sources(done: Hybrid) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(done.result.migrated)["cells"]]


def test_types_seen_at_run_time_go_through_the_same_rules(tmp_path: Path) -> None:
    """All first causes of a run are repaired at once, here of three cells; what they lead to in the next round."""
    path = written(
        tmp_path,
        FRAME,
        "def first(t):\n    return t.ix[0]\nprint(first(df))",
        "both = df.append(df)\nprint(both.ix['p'])\nprint(both.mean())",
        "print(len(both))",
        "df['a'].as_matrix()",
    )
    done = ran(path)
    assert done.clean and done.question is None
    assert sources(done)[1:] == [
        "def first(t):\n    return t.iloc[0]\nprint(first(df))",
        "both = pd.concat([df, df])\nprint(both.loc['p'])\nprint(both.mean(numeric_only=True))",
        "print(len(both))",
        "df['a'].values",
    ]
    assert [r.by for r in done.rounds] == ["codemods", "run time", "run time"]
    assert {a.finding.cell for a in done.rounds[1].edits} == {1, 2, 4}
    assert all("seen at run time" in a.finding.evidence for r in done.rounds[1:] for a in r.edits)


def test_of_several_classes_the_one_that_was_there(tmp_path: Path) -> None:
    """A guarded import leaves two; the run knows which."""
    done = ran(
        written(
            tmp_path,
            "try:\n    from sklearn.preprocessing import OneHotEncoder\n"
            "except ImportError:\n    from future_encoders import OneHotEncoder",
            "encoder = OneHotEncoder(sparse=False)",
        )
    )
    assert done.clean and sources(done)[1] == "encoder = OneHotEncoder(sparse_output=False)"


def test_what_a_loop_goes_through_is_of_one_kind(tmp_path: Path) -> None:
    """So what it held where it failed tells the other lines of the loop, too, and one round does."""
    loop = "for name in list(df):\n    df.ix[df.ix[:, name].isnull(), name] = 0\n    df.ix[0, name] = 'z'\n    print(df.ix['q', name])"
    done = ran(written(tmp_path, HIDDEN.replace("{frame}", "{'a': ['1', '2'], 'b': ['3', '5']}, index=['p', 'q']"), loop))
    assert [r.by for r in done.rounds][:2] == ["codemods", "run time"] and ".ix" not in sources(done)[1]
    assert len(done.rounds) <= 3


def test_labels_of_the_run_decide_what_ix_meant(tmp_path: Path) -> None:
    """With integer labels .ix took labels, with others positions."""
    done = ran(written(tmp_path, HIDDEN.replace("{frame}", "{'a': [1, 2, 3]}, index=[2, 1, 0]"), "print(df.ix[0]['a'])"))
    assert done.clean and sources(done)[1] == "print(df.loc[0]['a'])"


def test_what_a_column_holds_is_seen(tmp_path: Path) -> None:
    """Reading tells that there is such a column, the run of what dtype: so the sums have text for labels."""
    column = "df['t'] = df['b'].str.extract('(.)', expand=True)\ndf.replace({'t': {'u': 'w'}}, inplace=True)"
    use = "print(df.groupby('t')['a'].sum()[0])"
    table = "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2], 'b': ['u', 'v']})"
    done = ran(written(tmp_path, table, column, use))
    assert done.clean and sources(done)[1:] == [column, use.replace("[0]", ".iloc[0]")]
    assert [r.by for r in done.rounds] == ["codemods", "run time"]


def test_columns_with_names_of_several_types(tmp_path: Path) -> None:
    """scikit-learn did not look at names; which tables have mixed ones, only the run tells."""
    made = HIDDEN.replace("{frame}", "{'a': [1.0, 2.0, 3.0], 1: [0.5, 0.1, 0.9]}")
    code = "from sklearn.linear_model import Ridge\nmodel = Ridge().fit(df, [1, 2, 3])", "print(model.predict(df).round(3))"
    done = ran(written(tmp_path, made, *code))
    assert done.clean and sources(done)[1].endswith("Ridge().fit(df.rename(columns=str), [1, 2, 3])")
    assert sources(done)[2] == "print(model.predict(df.rename(columns=str)).round(3))"
    same = ran(written(tmp_path, made.replace("1: [", "'1': ["), *code))
    assert same.clean and sources(same)[1:] == list(code)
    shown = [d.run.notebook["cells"][2]["outputs"][0]["text"] for d in (done, same)]
    assert shown[0] == shown[1]


def test_columns_went_by_position(tmp_path: Path) -> None:
    fitted = "LinearRegression().fit(pd.DataFrame({'a': [1.0, 2.0, 3.0], 'b': [0.0, 1.0, 0.0]}), [1, 3, 3])"
    done = ran(
        written(
            tmp_path,
            HIDDEN.replace("{frame}", "{'b': [5.0], 'a': [0.0]}"),
            f"from sklearn.linear_model import LinearRegression\nmodel = pickle.loads(pickle.dumps({fitted}))",
            "print(model.predict(df).round(3))",
            "print(model.predict(df.rename(columns={'a': 'z'})).round(3))",
        )
    )
    assert done.clean, done.run.outcome.failures
    assert [done.run.notebook["cells"][i]["outputs"][0]["text"] for i in (2, 3)] == ["[5.]\n"] * 2
    assert sources(done)[3] == "print(model.predict(df.rename(columns={'a': 'z'}).to_numpy()).round(3))"


@pytest.mark.parametrize(
    ("y", "after"),
    [
        ("[0, 0, 1, 1, 2, 2]", "OneVsRestClassifier(LogisticRegression(C=2.0))"),
        ("[0, 0, 1, 1, 1, 1]", "LogisticRegression(C=2.0)"),
    ],
)
def test_how_many_classes_there_are(tmp_path: Path, y: str, after: str) -> None:
    """multi_class="ovr" is gone: what it did depends on y, which comes out of a pickle here."""
    made = (
        f"import pickle\ny = pickle.loads(pickle.dumps(__import__('numpy').array({y})))\nX = [[0.], [1.], [4.], [5.], [9.], [8.]]"
    )
    fit = "from sklearn.linear_model import LogisticRegression\nmodel = LogisticRegression(multi_class='ovr', C=2.0)\nmodel.fit(X, y)"
    done = ran(written(tmp_path, made, fit))
    assert done.clean and f"model = {after}\n" in sources(done)[1]


def test_what_waits_for_a_review_is_done_where_the_run_failed(tmp_path: Path) -> None:
    """Floats may be whole, then they fit: the first assignment works as it is, the second shows that it needs more room."""
    table = "import pandas as pd\ndf = pd.DataFrame({'n': [2, 4], 'm': [1, 2]})"
    whole, broken = "df.loc[df['n'] > 2, 'n'] = df['n'] / 2", "df.loc[df['m'] > 1, 'm'] = df['m'] / 3"
    done = ran(written(tmp_path, table, whole, broken))
    assert done.clean
    assert sources(done)[1:] == [whole, f"df['m'] = df['m'].astype(float)\n{broken}"]
    [edit] = done.rounds[1].edits
    assert edit.finding.safety is Safety.REVIEW and "failed here at run time" in edit.finding.evidence


def test_values_that_a_column_can_not_hold(tmp_path: Path) -> None:
    """Which column it is, and what it holds, only the run tells: a name from a loop, or any that an expression gives."""
    loop = "for name in list(df):\n    df.loc[:, name] = (df[name] - df[name].mean()) / df[name].std()"
    rows = "names = ['t']\nfor name in names:\n    df.loc[df['a'] > 0, name] = 3"
    mask = "df.loc[:, df.dtypes == 'float64'] = 'none'"
    done = ran(written(tmp_path, HIDDEN.replace("{frame}", "{'a': [1, 2], 'b': [3, 5]}"), loop, "df['t'] = 'x'", rows, mask))
    assert done.clean
    found = sources(done)
    assert found[4] == "df[df.loc[:, df.dtypes == 'float64'].columns] = 'none'"
    assert found[1] == loop.replace(".loc[:, name]", "[name]")
    assert found[3] == rows.replace("    df.loc", "    df[name] = df[name].astype(object)\n    df.loc")


def test_more_ticks_than_labels(tmp_path: Path) -> None:
    code = "import matplotlib.pyplot as plt\nnames = ['a', 'b']\n", "plt.plot([1, 2, 3])\nplt.xticks(range(3), names)"
    done = ran(written(tmp_path, *code))
    assert done.clean
    assert sources(done)[1].endswith('plt.xticks(range(3), (list(names) + [""] * len(range(3)))[:len(range(3))])')
    done = ran(written(tmp_path, code[0], "ax = plt.gca()\nax.set_xticks([1, 2, 3])\nax.set_xticklabels(names)"))
    assert done.clean and '(list(names) + [""] * len(ax.get_xticks()))[:len(ax.get_xticks())]' in sources(done)[1]


def test_a_tuple_for_a_label(tmp_path: Path) -> None:
    code = "import matplotlib.pyplot as plt\nname = (1, 2)", "plt.plot([1, 2], label=name)\nprint(plt.gca().lines[0].get_label())"
    done = ran(written(tmp_path, *code))
    assert done.clean and "label=str(name)" in sources(done)[1]
    assert done.run.notebook["cells"][1]["outputs"][0]["text"].strip() == "(1, 2)"


def test_limits_of_two_axes_of_three(tmp_path: Path) -> None:
    code = (
        "import matplotlib.pyplot as plt\naxes = plt.figure().add_subplot(111, projection='3d')\naxes.plot([1, 2], [1, 2], [5, 9])",
        "before = axes.get_zlim()\naxes.axis([0, 1] + [0, 1])",
        "print(before == axes.get_zlim(), axes.get_xlim())",
    )
    done = ran(written(tmp_path, *code))
    assert done.clean and sources(done)[1].endswith("axes.axis([*[0, 1] + [0, 1], *axes.get_zlim()])")
    assert done.run.notebook["cells"][2]["outputs"][0]["text"].startswith("True (")


def test_frequencies_that_pandas_calls_otherwise(tmp_path: Path) -> None:
    """Which method of what takes them, the failure tells; also where the name came through a function of the user's."""
    made = (
        "import pickle\nimport pandas as pd\nindex = pickle.loads(pickle.dumps(pd.period_range('2020Q1', periods=2, freq='Q')))"
    )
    done = ran(
        written(
            tmp_path,
            made,
            "print(index.to_timestamp(how='end', freq='2H')[0])",
            "def stamps(of, name):\n    return of.to_timestamp(how='end', freq=name)\nprint(stamps(index, 'T')[0])",
        )
    )
    assert done.clean, done.run.outcome.failures
    assert sources(done)[1] == "print(index.to_timestamp(how='end', freq=\"2h\")[0])"
    assert sources(done)[2].endswith('print(stamps(index, "min")[0])')


TEXTS = HIDDEN.replace("{frame}", "{'t': ['a b', 'b', 'c d', 'e'], 'y': ['p', 'n', 'p', 'n'], 'n': [1, 2, 3, 4]}")


def test_values_of_text_are_no_array_of_numpy(tmp_path: Path) -> None:
    """What the array lacks, and the text that it refuses: the run tells the column that it came from, in an earlier cell."""
    done = ran(
        written(
            tmp_path,
            TEXTS,
            "words = df['t'].values\nlabels = df['y'].values\nfirst = df['t'].values",
            "print(labels.flatten())",
            "flags = df['y'].values\nflags[0] = 1\nprint(flags)",
            "print([word.upper() for word in words], first[0])",
        )
    )
    assert done.clean
    assert sources(done)[1] == "words = df['t'].values\nlabels = df['y'].to_numpy()\nfirst = df['t'].values"
    assert sources(done)[2:] == [
        "print(labels.flatten())",
        "flags = df['y'].to_numpy().copy()\nflags[0] = 1\nprint(flags)",
        "print([word.upper() for word in words], first[0])",
    ]


def test_values_of_text_in_pyarrow(tmp_path: Path) -> None:
    """As it is with pyarrow installed: indexed by an array of numpy (train_test_split), reshaped, given another axis."""
    if importlib.util.find_spec("pyarrow") is None:
        pytest.skip("NOT CHECKED: pyarrow missing; install the group 'test'")
    done = ran(
        written(
            tmp_path,
            TEXTS + "\nfrom sklearn.model_selection import train_test_split",
            "texts = df['t'].values\ny = df.y.values",
            "train, test, y_train, y_test = train_test_split(texts, y, random_state=0)\nprint(train, y_test)",
            "def column(d, name):\n    return d[name].values.reshape(-1, 1)\nprint(column(df, 'y').shape, column(df, 'n').dtype)",
            "print(train_test_split(df['n'].values, df['y'].values, random_state=0)[3])",
            "def deep(frame):\n    text = frame['t']\n    return text.values[:, None]\nprint(deep(df).shape)",
        )
    )
    assert done.clean
    assert sources(done)[1:] == [
        "texts = df['t'].to_numpy()\ny = df.y.to_numpy()",
        "train, test, y_train, y_test = train_test_split(texts, y, random_state=0)\nprint(train, y_test)",
        "def column(d, name):\n    return d[name].to_numpy().reshape(-1, 1)\nprint(column(df, 'y').shape, column(df, 'n').dtype)",
        "print(train_test_split(df['n'].values, df['y'].to_numpy(), random_state=0)[3])",
        "def deep(frame):\n    text = frame['t']\n    return text.to_numpy()[:, None]\nprint(deep(df).shape)",
    ]


def warned(path: Path, line: int, **options: object) -> Hybrid:
    """A run on releases that are not installed here: pandas 1.5, which warned of append; its outcome is made up."""
    notice = Notice("FutureWarning", "The frame.append method is deprecated", "__main__", 1, line)
    outcome = Outcome("nb", "pandas 1.5", End.COMPLETE, (CellOutcome(1, Status.OK, notices=(notice,)),), 1.0)
    told = Options(target={"pandas": "1.5.3"})
    return hybrid(opened(path, told), str(path), lambda book, modules: Run(outcome, book, path.parent), **options)  # type: ignore[arg-type]


def test_what_the_target_warns_of(tmp_path: Path) -> None:
    """Only where it is asked for, and only where it warned; the replacement is that of the later release."""
    path = written(tmp_path, "import pandas as pd", "df = pd.DataFrame({'a': [1]})\nboth = df.append(df)\nmore = df.append(both)")
    assert not warned(path, 2).result.changed
    done = warned(path, 2, deprecations=True)
    assert sources(done)[1].splitlines()[1:] == ["both = pd.concat([df, df])", "more = df.append(both)"]
    assert [r.by for r in done.rounds] == ["codemods", "deprecations"]


def test_the_users_own_class_stays(tmp_path: Path) -> None:
    code = "class Own:\n    pass\nx = Own()", "x.ix[0]"
    done = ran(written(tmp_path, *code))
    assert not done.clean and sources(done) == list(code) and len(done.rounds) == 1
    assert done.question is not None and done.question.repair is Repair.ERROR
    assert [cell.index for cell in done.question.cells] == [0, 1], "with the cell that it depends on"
    assert done.question.failing[0].error.startswith("AttributeError: 'Own' object has no attribute 'ix'\nat line 1: x.ix")


def test_the_users_own_modules_run_migrated(migrate: Call, tmp_path: Path) -> None:
    """Also those of a package, and those above the folder; what lies above is not written to."""
    old = "import pandas as pd\n\n\ndef both(a, b):\n    return pd.DataFrame(a).append(pd.DataFrame(b))\n"
    home = tmp_path / "home"
    for place in (home / "helper.py", home / "pack" / "inner.py", tmp_path / "lib" / "above.py"):
        place.parent.mkdir(exist_ok=True)
        place.write_text(old)
    (home / "pack" / "__init__.py").write_text("from .inner import both\n")
    path = written(
        home,
        "import helper\nprint(len(helper.both({'a': [1]}, {'a': [2]})))",
        "import pack\nprint(len(pack.both({'a': [1]}, {'a': [2]})))",
        "import sys\nsys.path.append('../lib')\nimport above\nprint(len(above.both({'a': [1]}, {'a': [2]})))",
    )
    done = ran(path)
    assert done.clean, done.run.outcome.failures
    assert set(done.modules) == {"helper.py", "pack/inner.py", "../lib/above.py"}
    called = migrate(path, "-o", tmp_path / "out" / "nb.ipynb")
    assert called.code == 0 and "above.py is imported and needs migrating too" in called.out
    assert "pd.concat(" in (tmp_path / "out" / "pack" / "inner.py").read_text()
    assert {p.read_text() for p in (home / "helper.py", home / "pack" / "inner.py", tmp_path / "lib" / "above.py")} == {old}


class Scripted:
    """Not a model: gives the answers that a test put in, and keeps what it was asked."""

    def __init__(self, *answers: dict[int, str]) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Question, Sequence[Objection]]] = []

    def ask(self, question: Question, *, refused: Sequence[Objection] = ()) -> Answer:
        self.asked.append((question, refused))
        edits = self.answers.pop(0) if self.answers else {}
        return Answer("scripted", tuple(CellEdit(*pair) for pair in edits.items()), Usage(calls=1), "" if edits else "no more")


def nothing_against(question: Question, answer: Answer, sources: Mapping[int, str]) -> list[Objection]:
    return []


BROKEN = "x = unknown_name + 1", "print('fine')", "print(x)"


def test_what_remains_is_asked(tmp_path: Path) -> None:
    model = Scripted({0: "unknown_name = 1\nx = unknown_name + 1"})
    done = ran(written(tmp_path, *BROKEN), model=model, guard=nothing_against)
    assert done.clean and sources(done)[0] == "unknown_name = 1\nx = unknown_name + 1"
    assert [r.by for r in done.rounds] == ["codemods", "model"] and done.rounds[1].asked[0].answer.plan == "scripted"
    assert [cell.index for cell in model.asked[0][0].failing] == [0], "first causes, not what follows from them"


def test_a_round_that_breaks_more_is_taken_back(tmp_path: Path) -> None:
    """The best state is what is handed back, and the next question says what the attempt led to."""
    model = Scripted({0: "x = unknown_name + 1", 1: "raise ValueError"}, {0: "x = 2"})
    done = ran(written(tmp_path, *BROKEN), model=model, guard=nothing_against)
    assert done.clean and sources(done) == ["x = 2", "print('fine')", "print(x)"]
    assert [r.kept for r in done.rounds] == [True, False, True]
    assert "it was taken back" in model.asked[1][0].attempts[0].led_to


def test_what_the_guard_refuses_does_not_run(tmp_path: Path) -> None:
    bad, good = "import os", "x = 3"

    def guard(question: Question, answer: Answer, sources: Mapping[int, str]) -> list[Objection]:
        return [Objection("no imports", 0, "imports os")] if any("import" in e.source for e in answer.edits) else []

    model = Scripted({0: bad}, {0: good})
    done = ran(written(tmp_path, *BROKEN), model=model, guard=guard)
    assert done.clean and sources(done)[0] == good
    assert [o.message for o in model.asked[1][1]] == ["imports os"], "asked again with the reason"
    model = Scripted(*[{0: bad}] * 5)
    done = ran(written(tmp_path, *BROKEN), model=model, guard=guard)
    assert len(model.asked) == 3 and len(done.rounds) == 1 and sources(done) == list(BROKEN)


def test_rounds_are_bounded(tmp_path: Path) -> None:
    model = Scripted(*[{0: f"x = unknown_name + {i}"} for i in range(2, 9)])
    done = ran(written(tmp_path, *BROKEN), model=model, guard=nothing_against, most=3)
    assert len(done.rounds) == 3 and not done.clean


def test_a_cell_that_does_not_hold_together_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tree too: what is found later must fit the text."""
    migration = opened(written(tmp_path, "import pandas as pd\ndf = pd.DataFrame({'a': [1]})", "x = 1; df.append(df)"), Options())
    monkeypatch.setattr("codemods.verify.verify", lambda *_: ["it does not hold together"])
    migration.rounds()
    assert migration.texts[1] == "x = 1; df.append(df)" == ast.unparse(migration.trees[1]).replace("\n", "; ")
    assert not migration.applied and "hold together" in migration.left[1][0].reason


# --- as a user calls it ---


def test_the_command_runs_repairs_and_records(migrate: Call, tmp_path: Path) -> None:
    path = written(tmp_path, FRAME, "print(df.append(df).ix['p'])")
    record, before = tmp_path / "run.jsonl", path.read_bytes()
    called = migrate(path, "--record", record)
    assert called.code == 0, called
    assert "run 1, after 0 edits: 1 of 2 cells failed, 1 first causes" in called.out
    assert "by what the run before saw: clean" in called.out and path.read_bytes() == before
    rounds = [json.loads(line) for line in record.read_text().splitlines()]
    assert [row["kind"] for row in rounds] == ["start", *["round"] * (len(rounds) - 2), "end"]
    replayed = migrate("replay", record, "-o", tmp_path / "again.ipynb")
    assert replayed.code == 0 and "cell 1, line 1: PD100" in replayed.out
    assert (tmp_path / "again.ipynb").read_bytes() == (tmp_path / "nb.migrated.ipynb").read_bytes()
    data = migrate(path, "--format", "json").json[0]
    assert data["clean"] and data["runs"][0]["failed"] == [1] and data["question"] is None


def test_what_is_left_is_said(migrate: Call, tmp_path: Path) -> None:
    called = migrate(written(tmp_path, "import no_such_module_at_all", "no_such_module_at_all.x()"))
    assert called.code == 1
    assert "not installed where it ran: no_such_module_at_all" in called.out
    assert "left for a model: error-repair of cell 0" in called.out


def test_what_a_model_would_be_asked(migrate: Call, tmp_path: Path) -> None:
    called = migrate(written(tmp_path, "x = 1", "y = 2", "print(x + z)"), "--dry-run")
    assert called.code == 1 and "--- system" in called.out and "--- user" in called.out
    assert "NameError: name 'z' is not defined" in called.out and "y = 2" not in called.out


def test_compared_with_an_executed_notebook(migrate: Call, tmp_path: Path) -> None:
    path = written(tmp_path, FRAME, "print(df.ix['p']['a'])")
    assert migrate("run", written(tmp_path, FRAME, "print(df.loc['p']['a'])"), "-o", tmp_path / "then.ipynb").code == 0
    written(tmp_path, FRAME, "print(df.ix['p']['a'])")
    assert migrate(path, "--verify-against", tmp_path / "then.ipynb").code == 0
    written(tmp_path, FRAME, "print(df.ix['q']['a'])")
    called = migrate(path, "--verify-against", tmp_path / "then.ipynb")
    assert called.code == 1 and "cell 1: numbers" in called.out


def test_scripts_that_lie_in_a_folder_are_not_run(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "danger.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    written(tmp_path / "course", "print(1)")
    called = migrate(tmp_path / "course", "-o", tmp_path / "out")
    assert called.code == 0 and not (tmp_path / "ran").exists() and "1 of 1 cells ran, clean" in called.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-",), "standard input can't be run, it has no folder: add --codemods-only"),
        (("nb.ipynb", "--max-rounds", "0"), "--max-rounds 0: expected 1 or more"),
        (("nb.ipynb", "--kaggle"), "--data, --kaggle and --gpus need --docker IMAGE"),
        (("nb.ipynb", "--docker", "x", "--python", "y"), "--docker and --python exclude each other"),
        (("nb.ipynb", "--python", "no/python"), "no/python: "),
        (("nb.ipynb", "--verify-against", "none.ipynb"), "--verify-against none.ipynb: no such file"),
        (("missing.ipynb",), "missing.ipynb: no such file"),
        (("replay", "none.jsonl"), "none.jsonl: can't be read: No such file"),
        (("replay", "nb.ipynb"), "nb.ipynb: no complete record of a run"),
    ],
)
def test_what_a_user_can_get_wrong(
    migrate: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    written(tmp_path, "1")
    monkeypatch.chdir(tmp_path)
    called = migrate(*arguments)
    assert called.code == 2 and message in called.err and "Traceback" not in called.err


def test_a_record_of_another_notebook(migrate: Call, tmp_path: Path) -> None:
    path, record = written(tmp_path, "print(1)"), tmp_path / "run.jsonl"
    assert migrate(path, "--record", record).code == 0
    written(tmp_path, "print(2)")
    called = migrate("replay", record, "-o", tmp_path / "out.ipynb")
    assert called.code == 2 and "not the notebook that was recorded" in called.err
