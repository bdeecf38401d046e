"""What happens in each cell, in a real kernel."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from runner.errors import BadNotebook, NoInterpreter, NoKernel
from runner.local import run_local
from runner.records import End, Status
from tests.runner.conftest import Runs, cells, written


def outputs(run: object, index: int) -> str:
    held = run.notebook["cells"][index]["outputs"]  # type: ignore[attr-defined]
    return "".join(o.get("text", "") or "".join(o.get("data", {}).get("text/plain", "")) for o in held)


def test_a_clean_run(ran: Runs) -> None:
    run = ran("x = 20", "print(x + 1)", "x + 2")
    assert run.outcome.clean and run.outcome.end is End.COMPLETE
    assert [c.status for c in cells(run)] == [Status.OK] * 3
    assert outputs(run, 1) == "21\n" and outputs(run, 2) == "22"
    assert all(c.peak_memory and c.peak_memory > 10_000_000 for c in cells(run))


def test_the_stored_kernel_is_ignored(tmp_path: Path) -> None:
    path = written(tmp_path, "1", kernelspec={"name": "python2", "display_name": "Python 2", "language": "python"})
    assert run_local(path).outcome.clean


def test_the_kernels_debugger_is_not_loaded(ran: Runs) -> None:
    """It would take a third of the start; a notebook that imports it gets it."""
    run = ran("import sys\nprint('debugpy' in sys.modules)", "import debugpy\nprint(debugpy.__name__)")
    assert run.outcome.clean, run.outcome.failures
    assert outputs(run, 0) == "False\n" and outputs(run, 1) == "debugpy\n"


def test_a_missing_attribute(ran: Runs) -> None:
    """The receiver's class comes from the object itself, the place from the failing instruction."""
    run = ran("import pandas as pd\ndf = pd.DataFrame({'a': [1, 2]})", "total = 1; y = df.ix[0]")
    failure = cells(run)[1].failure
    assert failure is not None and failure.exception == "AttributeError"
    assert (failure.receiver, failure.attribute) == ("pandas.DataFrame", "ix")
    assert "pandas.core.generic.NDFrame" in failure.bases
    assert failure.facts["index"] == "RangeIndex int64"
    (frame,) = failure.frames
    assert (frame.cell, frame.line, frame.col, frame.end_col, frame.source) == (1, 1, 15, 20, "df.ix")


def test_the_receiver_of_a_method_that_was_entered(ran: Runs) -> None:
    """No name leads to it: it is what the method itself got."""
    run = ran("import pandas as pd\nd = {'a': pd.Series([1, 2])}", "d['a'].head(1).tail('b')", "d['a'].iloc[:1]['b']")
    failures = [cell.failure for cell in cells(run)[1:]]
    assert [failure.receiver for failure in failures if failure is not None] == ["pandas.Series", "pandas.Series"]


def test_a_refused_keyword(ran: Runs) -> None:
    run = ran("import pandas as pd\ndf = pd.DataFrame({'a': [1, 2]})", "é = 1; df.sort_values('a', columns=3)")
    failure = cells(run)[1].failure
    assert failure is not None
    assert (failure.callee, failure.keyword) == ("pandas.DataFrame.sort_values", "columns")
    assert failure.frames[-1].col == 7, "columns count characters, not bytes"


def test_a_module_without_the_name(ran: Runs) -> None:
    failure = cells(ran("import numpy as np\nnp.asscalar(1)"))[0].failure
    assert failure is not None
    assert (failure.receiver, failure.attribute) == ("module numpy", "asscalar")


def test_frames_go_through_functions_of_earlier_cells(ran: Runs) -> None:
    run = ran("\n\ndef f(x):\n    return x.nothing", "f(1)")
    failure = cells(run)[1].failure
    assert failure is not None
    assert [(f.cell, f.line, f.source, f.function) for f in failure.frames] == [
        (1, 1, "f(1)", ""),
        (0, 4, "x.nothing", "f"),
    ]


@pytest.mark.parametrize("source", ["%%time\nx = 1\nx.nothing", "%time 5; (1).nothing"])
def test_places_inside_of_timed_code(ran: Runs, source: str) -> None:
    failure = cells(ran(source))[0].failure
    assert failure is not None
    frame = failure.frames[-1]
    assert frame.source.endswith(".nothing") and frame.line == source.count("\n") + 1
    assert frame.col is not None and source.split("\n")[frame.line - 1][frame.col :].startswith(frame.source)


def test_a_syntax_error_has_a_line(ran: Runs) -> None:
    failure = cells(ran("x = 1\nprint x"))[0].failure
    assert failure is not None and failure.exception == "SyntaxError"
    assert (failure.frames[0].line, failure.frames[0].source) == (2, "print x")


def test_an_unknown_magic_is_a_failure(ran: Runs) -> None:
    """It leaves no error output, only words on standard error, and the rest of its cell is not run."""
    run = ran("%nothing here\nx = 1", "x")
    assert cells(run)[0].status is Status.USAGE
    assert cells(run)[1].cause == 0


def test_what_is_printed_and_survived_is_no_failure(ran: Runs) -> None:
    run = ran(
        "import sys, traceback\ntry:\n    1/0\nexcept Exception:\n    traceback.print_exc()\nprint('UsageError: no', file=sys.stdout)",
        "get_ipython().showtraceback((ValueError, ValueError('shown'), None))",
    )
    assert run.outcome.clean


def test_warnings_have_places(ran: Runs) -> None:
    run = ran("import warnings\ndef f():\n    warnings.warn('soon', FutureWarning)", "1\nf()")
    (notice,) = cells(run)[1].notices
    assert (notice.category, notice.message, notice.cell, notice.line) == ("FutureWarning", "soon", 0, 3)


def test_a_cell_is_interrupted_and_the_others_go_on(ran: Runs) -> None:
    run = ran("import time\ntime.sleep(60)", "x = 2\nprint(x)", cell=1)
    slow, next_ = cells(run)
    assert slow.status is Status.TIMEOUT and slow.seconds < 5
    assert slow.failure is not None and slow.failure.frames[-1].source == "time.sleep(60)"
    assert next_.status is Status.OK and run.outcome.end is End.COMPLETE


def test_the_whole_notebook_has_a_limit(ran: Runs) -> None:
    run = ran("import time\ntime.sleep(1)", "time.sleep(60)", "print(1)", total=2)
    assert [c.status for c in cells(run)] == [Status.OK, Status.TIMEOUT, Status.NOT_RUN]
    assert run.outcome.end is End.TIME and run.outcome.seconds < 15


def test_a_loop_that_ignores_interrupts_is_killed(ran: Runs) -> None:
    loop = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('begun', flush=True)\nwhile True: pass"
    run = ran("print('kept')", loop, "print(1)", cell=2, grace=0.5)
    assert [c.status for c in cells(run)] == [Status.OK, Status.TIMEOUT, Status.NOT_RUN]
    assert run.outcome.end is End.KILLED
    assert outputs(run, 0) == "kept\n" and outputs(run, 1) == "begun\n", "the partial notebook has what was printed"


def test_a_kernel_killed_from_inside(ran: Runs) -> None:
    run = ran("x = 1", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "x")
    assert [c.status for c in cells(run)] == [Status.OK, Status.DEAD, Status.NOT_RUN]
    assert run.outcome.end is End.DEAD


def test_endless_output_is_bounded(ran: Runs) -> None:
    run = ran("while True:\n    print('x' * 10_000)", "print('after')", cell=3, output=100_000)
    assert cells(run)[0].cut and cells(run)[0].status is Status.TIMEOUT
    assert len(json.dumps(run.notebook)) < 500_000
    assert outputs(run, 1) == "after\n"


def test_one_huge_line_is_bounded(ran: Runs) -> None:
    run = ran("print('y' * 200_000_000)", "'z' * 200_000_000", "print('after')", output=100_000)
    assert cells(run)[0].cut and cells(run)[0].status is Status.OK
    assert len(json.dumps(run.notebook)) < 500_000
    assert outputs(run, 2) == "after\n"


def test_many_figures_are_bounded(ran: Runs) -> None:
    source = "from IPython.display import display, HTML\nfor i in range(3000): display(HTML('<b>' + 'x' * 5000 + '</b>'))"
    run = ran(source, output=100_000)
    assert cells(run)[0].cut and len(run.notebook["cells"][0]["outputs"]) < 25


def test_the_folder_is_a_copy(ran: Runs, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "data.csv").write_text("a\n1\n")
    (home / "gone.csv").write_text("b\n")
    (tmp_path / "outside.csv").write_text("c\n")
    (home / "link.csv").symlink_to(tmp_path / "outside.csv")
    (home / "loop").symlink_to(home)
    run = ran(
        "import os\nprint(open('data.csv').read())",
        "open('data.csv', 'w').write('changed'); open('new.csv', 'w').write('1')",
        "open('link.csv', 'w').write('through the link'); os.remove('gone.csv')",
        folder=home,
    )
    assert run.outcome.clean, run.outcome
    assert (home / "data.csv").read_text() == "a\n1\n" and not (home / "new.csv").exists()
    assert (tmp_path / "outside.csv").read_text() == "c\n" and (home / "gone.csv").exists()
    assert cells(run)[1].written == ("data.csv", "new.csv")
    assert run.outcome.removed == ("gone.csv",)


def test_what_lies_above_and_is_read_comes_along(ran: Runs, tmp_path: Path) -> None:
    (tmp_path / "input").mkdir()
    (tmp_path / "input" / "train.csv").write_text("a\n1\n")
    run = ran("print(open('../input/train.csv').read())\nopen('../input/train.csv', 'w').write('x')")
    assert run.outcome.clean
    assert (tmp_path / "input" / "train.csv").read_text() == "a\n1\n"


def test_no_interpreter(tmp_path: Path) -> None:
    with pytest.raises(NoInterpreter, match="no interpreter"):
        run_local(written(tmp_path, "1"), tmp_path / "python")


def test_no_ipykernel(tmp_path: Path) -> None:
    import venv

    venv.create(tmp_path / "bare", symlinks=True)
    with pytest.raises(NoKernel, match=r"has no ipykernel.*pip install ipykernel"):
        run_local(written(tmp_path, "1"), tmp_path / "bare" / "bin" / "python")


def test_no_notebook(tmp_path: Path) -> None:
    (tmp_path / "nb.ipynb").write_text("{")
    with pytest.raises(BadNotebook, match=r"nb\.ipynb: can't be read as a notebook"):
        run_local(tmp_path / "nb.ipynb")


def test_memory_is_bounded(ran: Runs) -> None:
    run = ran("x = bytearray(3_000_000_000)", "print('goes on')", memory=2_000_000_000)
    failure = cells(run)[0].failure
    assert failure is not None and failure.exception == "MemoryError"
    assert cells(run)[1].status is Status.OK


def test_disk_is_bounded(ran: Runs) -> None:
    source = "import os\nwith open('big', 'wb') as f:\n    while True:\n        f.write(os.urandom(1000_000)); f.flush()"
    run = ran(source, total=60, disk=20_000_000)
    assert run.outcome.end is End.DISK and cells(run)[0].status is Status.DEAD
