"""Environments of the past: the index as of a day, the Python, the needs of a notebook, and one made for real."""

from __future__ import annotations

import platform
from datetime import date
from pathlib import Path

import pytest
from packaging.version import Version

from migrator.backport import distributions_of, needs
from migrator.errors import BadOption
from runner import past, timemachine
from runner.errors import NoEnvironment
from runner.local import run_local
from runner.past import Wanted, choose_python, environment
from runner.pythons import interpreters
from runner.timemachine import Index, Offer, served
from tests.migrator.conftest import Call
from tests.runner.conftest import written

DAY = date(2018, 6, 1)


def offer(version: str, day: str, *, built: bool = False, wheel: bool = False) -> Offer:
    return Offer(Version(version), date.fromisoformat(day), built, wheel or built, f"{version}")


def shown(*offers: Offer) -> tuple[list[str], dict[str, date]]:
    index = Index(DAY, "3.6")
    return [o.line for o in index._select("x", list(offers))], index.late


def test_what_came_later_is_not_shown() -> None:
    assert shown(offer("1.0", "2017-01-01", built=True), offer("2.0", "2018-06-02", built=True)) == (["1.0"], {})


def test_a_compiled_project_may_come_later() -> None:
    """An old release that only a compiler could install loses to the first one with a build; that is noted."""
    lines, late = shown(
        offer("1.0", "2017-01-01"), offer("1.1", "2019-01-01", built=True), offer("1.2", "2019-06-01", built=True)
    )
    assert lines == ["1.0", "1.1"] and late == {"x": date(2019, 1, 1)}


def test_a_pure_project_comes_from_its_sources() -> None:
    assert shown(offer("1.0", "2017-01-01"), offer("1.1", "2019-01-01", wheel=True)) == (["1.0"], {})


def test_a_release_that_was_not_built_for_the_python(monkeypatch: pytest.MonkeyPatch) -> None:
    every = [offer("1.5", "2016-01-01"), offer("2.0", "2017-01-01", built=True), offer("2.1", "2017-06-01", built=True)]
    monkeypatch.setattr(Index, "_fetch", lambda self, name: iter(every))
    index = Index(DAY, "3.6")
    assert past._requirement("x", "<1.6", index) == "x==2.0" and index.late == {"x": date(2017, 1, 1)}
    assert past._requirement("x", "<2.1", index) == "x<2.1"
    assert past._requirement("x", "", index) == "x"
    every[:] = [offer("1.5", "2016-01-01"), offer("1.6", "2016-06-01")]
    assert past._requirement("x", "<1.6", Index(DAY, "3.6")) == "x<1.6", "there is nothing else"


def test_wheels_of_an_old_python() -> None:
    tags = {str(tag) for tag in timemachine.wheel_tags("2.7")}
    assert "py2-none-any" in tags and any(
        t.startswith("cp27-cp27mu-manylinux1") or t.startswith("cp27-cp27mu-macosx") for t in tags
    )
    assert any(str(t).startswith("cp36-cp36m-") for t in timemachine.wheel_tags("3.6"))


def test_the_python_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "interpreters", lambda: {v: Path(v) for v in ("2.7", "3.6", "3.8", "3.12")})
    assert choose_python(date(2018, 6, 1), None)[0] == "3.6", "3.7 was not out yet"
    assert choose_python(date(2021, 6, 1), None)[0] == "3.8", "the libraries had no builds for 3.9 right away"
    assert choose_python(date(2016, 6, 1), "3.5.2")[0] == "3.6", "not at hand: the next one"
    assert choose_python(date(2016, 6, 1), "2")[0] == "2.7"
    assert choose_python(date(2019, 6, 1), "3.6.5")[0] == "3.6"
    with pytest.raises(NoEnvironment, match=r"Python 3\.10 is wanted, or one close.*uv python install 3\.10"):
        monkeypatch.setattr(past, "interpreters", lambda: {"2.7": Path("x")})
        choose_python(date(2022, 9, 1), None)


def test_distributions() -> None:
    assert distributions_of("sklearn") == ("scikit-learn",)
    assert distributions_of("xgboost") == ("xgboost",)
    assert (distributions_of("cv2") or ("",))[0] == "opencv-python"
    assert (distributions_of("tensorflow") or ("",))[0] == "tensorflow"
    assert distributions_of("some_colleagues_module") is None, "anybody could have that name"


def test_what_a_notebook_needs(tmp_path: Path) -> None:
    (tmp_path / "helpers.py").write_text("x = 1\n")
    path = written(
        tmp_path,
        "import os, helpers, cv2\nfrom mpl_toolkits.mplot3d import Axes3D\nimport some_colleagues_module\n%load_ext watermark",
        "from sklearn.cross_validation import KFold\nimport pandas as pd",
    )
    found = needs(path, None, {"pandas": "0.20.3"}, ("extra",))
    assert [w.module for w in found.wanted] == ["cv2", "matplotlib", "numpy", "pandas", "scipy", "sklearn", "watermark", "extra"]
    specifiers = {w.module: w.specifier for w in found.wanted}
    assert specifiers["pandas"] == "==0.20.3" and specifiers["sklearn"] == "<0.20"
    assert [u.module for u in found.unknown] == ["some_colleagues_module"]
    assert found.day < date(2021, 1, 1), "sklearn.cross_validation is gone since 0.20"
    assert needs(path, "2017-03-01", {}).day == date(2017, 3, 1)
    with pytest.raises(BadOption, match="nothing in it tells when it was written; say it: --as-of"):
        needs(written(tmp_path, "print(1)", name="plain.ipynb"), None, {})


def test_an_environment_for_real(tmp_path: Path) -> None:
    """With the Python that runs this, as of a day in the past, from the real index by its own pip."""
    running = ".".join(platform.python_version_tuple()[:2])
    wanted = [
        Wanted("six", ("six",)),
        Wanted("none", ("nbmigrate-no-such-distribution",)),
        Wanted("cycler", ("cycler",), "==0.10.0"),
    ]
    made = environment(wanted, date(2021, 5, 1), running, tmp_path)
    assert made.version.startswith(running)
    assert made.installed["six"] == "1.15.0" and made.installed["cycler"] == "0.10.0"
    assert [lack.module for lack in made.lacking] == ["none"] and "no release of" in made.lacking[0].reason
    again = environment(wanted, date(2021, 5, 1), running, tmp_path)
    assert again == made, "from the cache"


def test_the_oldest_python_at_hand(tmp_path: Path) -> None:
    """The kernel's watch runs under it too."""
    oldest = next(iter(sorted(interpreters(), key=lambda name: tuple(map(int, name.split("."))))))
    day = date(2018, 6, 1) if oldest in ("2.7", "3.5", "3.6") else date(2023, 6, 1)
    made = environment([Wanted("six", ("six",))], day, oldest, tmp_path / "past")
    assert made.version.startswith(oldest)
    path = written(tmp_path, "import six\nx = six.nothing", "print(x)", "%time\nprint('on')", "def f(:", "%nothing")
    run = run_local(path, made.python)
    status = [cell.status.value for cell in run.outcome.cells]
    assert status == ["error", "error", "ok", "error", "usage"]
    failure = run.outcome.cells[0].failure
    assert failure is not None and failure.receiver == "module six" and failure.attribute == "nothing"
    assert (failure.frames[0].cell, failure.frames[0].line) == (0, 2)
    assert [cell.cause for cell in run.outcome.cells] == [None, 0, None, None, None]
    assert run.outcome.cells[3].failure is not None and run.outcome.cells[3].failure.frames[0].line == 1


def test_the_index_is_only_of_its_day() -> None:
    import urllib.error
    import urllib.request

    with served(date(2021, 5, 1), "3.11") as index:
        page = urllib.request.urlopen(index.url + "six/").read().decode()
        assert "six-1.15.0-py2.py3-none-any.whl" in page and "six-1.16.0" not in page
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(index.url + "nbmigrate-no-such-distribution/")


def test_the_command_says_what_is_wrong(migrate: Call, tmp_path: Path) -> None:
    path = written(tmp_path, "print(1)")
    assert "say it: --as-of" in migrate("backport", path).err
    assert migrate("backport", path, "--as-of", "yesterday").code == 2
    assert "Python 2.1 is wanted" in migrate("backport", path, "--as-of", "2018-01-01", "--was", "python==2.1").err
    against = migrate("run", path, "--verify-against", "backport")
    assert against.code == 2 and "--original FILE" in against.err
    assert "no such file" in migrate("run", path, "--verify-against", "none.ipynb").err


def test_a_run_against_an_executed_notebook(migrate: Call, tmp_path: Path) -> None:
    path = written(tmp_path, "print(6 * 7)")
    assert migrate("run", path).code == 0
    other = written(tmp_path, "print(6 * 7.5)", name="other.ipynb")
    called = migrate("run", other, "--verify-against", tmp_path / "nb.executed.ipynb")
    assert called.code == 1 and "cell 0: numbers" in called.out
    assert migrate("run", path, "--verify-against", tmp_path / "nb.executed.ipynb", "--format", "json").json["comparison"]["same"]
