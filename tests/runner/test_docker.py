"""Runs in containers, against a real engine: nothing escapes, the outcome is right, the input stays as it was.

Needs an engine (DOCKER_HOST) and the image NBMIGRATE_TEST_IMAGE; `.ci/run` shows how both are made.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from runner.container import Container, run_docker
from runner.engine import build, connect, dockerfile, image
from runner.errors import CannotBuild, NoEngine, NoImage, NoKernel, RunnerError
from runner.metrics import metric
from runner.records import End, Limits, Run, Status
from runner.scores import Submission
from tests.migrator.conftest import Call
from tests.runner.conftest import Runs, cells, written

IMAGE = os.environ.get("NBMIGRATE_TEST_IMAGE", "nbmigrate-test")
SMALL = 300_000_000


@pytest.fixture(scope="module", autouse=True)
def engine() -> Iterator[Any]:
    try:
        client = connect()
        image(client, IMAGE)
    except RunnerError as error:
        if os.environ.get("CI"):
            pytest.fail(f"CI must have an engine and the image {IMAGE}: {error}")
        pytest.skip(f"NOT CHECKED, containers: {error}")
    yield client
    assert client.containers.list(all=True, filters={"label": f"nbmigrate={os.getpid()}"}) == [], "left behind"


@pytest.fixture
def contained(tmp_path: Path) -> Runs:
    """Run a notebook of these cells in a container."""

    def call(*sources: str, data: Path | None = None, kaggle: bool = False, grader: Any = None, **limits: Any) -> Run:
        home = tmp_path / "home"
        home.mkdir(exist_ok=True)
        limits = {"total": 60, "memory": SMALL, "grace": 1} | limits
        return run_docker(written(home, *sources), Container(IMAGE, data, kaggle, pids=100), Limits(**limits), grader=grader)

    return call


def printed(run: Run, index: int) -> str:
    return "".join(o.get("text", "") for o in run.notebook["cells"][index]["outputs"])


def test_outcomes_are_those_of_a_local_run(contained: Runs) -> None:
    run = contained("x = 1\nprint(x)", "x.nothing", "y = undefined", "import time\ntime.sleep(60)", cell=2)
    assert [c.status for c in cells(run)] == [Status.OK, Status.ERROR, Status.ERROR, Status.TIMEOUT]
    failure = cells(run)[1].failure
    assert failure is not None and (failure.receiver, failure.frames[0].col) == ("builtins.int", 0)
    assert printed(run, 0) == "1\n" and cells(run)[0].peak_memory


def test_what_the_process_may(contained: Runs) -> None:
    run = contained("import os\nprint(os.getuid())\nprint(open('/proc/self/status').read())")
    words = printed(run, 0)
    assert not words.startswith("0\n"), "not root"
    assert "CapEff:\t0000000000000000" in words and "CapBnd:\t0000000000000000" in words
    assert "NoNewPrivs:\t1" in words and "Seccomp:\t2" in words


def test_no_network(contained: Runs) -> None:
    source = (
        "import os, socket\nprint(os.listdir('/sys/class/net'))\n"
        "for place in ('127.0.0.53', 53), ('192.0.2.1', 80):\n"
        "    try:\n        socket.create_connection(place, 2); print('CONNECTED')\n"
        "    except OSError as error: print('refused')\n"
        "try: socket.gethostbyname('localhost.localdomain.invalid'); print('RESOLVED')\nexcept OSError: print('refused')"
    )
    assert printed(contained(source), 0) == "['lo']\n" + "refused\n" * 3


def test_a_fork_bomb(contained: Runs, engine: Any) -> None:
    bomb = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"
    run = contained("print('before')", bomb, cell=3)
    assert run.outcome.end in (End.KILLED, End.COMPLETE, End.DEAD)
    assert cells(run)[1].failed and printed(run, 0) == "before\n"
    assert contained("print('the host still works')").outcome.clean


def test_a_hundred_gigabytes(contained: Runs) -> None:
    hungry = "held = []\nfor i in range(1000):\n    held.append(b'x' * 100_000_000)\nprint('NEVER')"
    run = contained("print('before')", hungry, "print('after')")
    assert [c.status for c in cells(run)] == [Status.OK, Status.MEMORY, Status.NOT_RUN]
    assert run.outcome.end is End.MEMORY and printed(run, 0) == "before\n"


def test_endless_output(contained: Runs) -> None:
    run = contained("while True: print('x' * 10_000)", "print('after')", cell=3, output=100_000)
    assert cells(run)[0].cut and cells(run)[0].status is Status.TIMEOUT
    assert len(json.dumps(run.notebook)) < 500_000 and printed(run, 1) == "after\n"


def test_endless_output_past_the_kernel(contained: Runs) -> None:
    """Straight to the process's own descriptors."""
    source = "import os\nwhile True:\n    for fd in (1, 2): os.write(fd, b'x' * 65536)"
    run = contained(source, cell=3, output=100_000)
    assert cells(run)[0].failed and len(json.dumps(run.notebook)) < 500_000


def test_a_loop_that_ignores_interrupts(contained: Runs) -> None:
    loop = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('begun', flush=True)\nwhile True: pass"
    run = contained(loop, "print(1)", cell=2)
    assert [c.status for c in cells(run)] == [Status.TIMEOUT, Status.NOT_RUN]
    assert run.outcome.end is End.KILLED and printed(run, 0) == "begun\n"


@pytest.mark.parametrize("victim", ["os.getpid()", "1", "-1"])
def test_killed_from_inside(contained: Runs, victim: str) -> None:
    run = contained("print('before')", f"import os, signal\nos.kill({victim}, signal.SIGKILL)", "print('after')")
    if victim != "os.getpid()":  # the first process of a container can't be killed from inside, nor all but oneself hurt it
        assert run.outcome.end is End.COMPLETE
        return
    assert run.outcome.end is End.DEAD and cells(run)[1].status is Status.DEAD
    assert printed(run, 0) == "before\n"


def test_writing_outside(contained: Runs, tmp_path: Path) -> None:
    places = [
        "/x",
        "/usr/x",
        "/etc/passwd",
        "/nbmigrate/inside/start.py",
        "/nbmigrate/x",
        "/proc/sys/kernel/hostname",
        str(tmp_path / "x"),
    ]
    source = f"for place in {places}:\n    try: open(place, 'w').write('x'); print('WRITTEN', place)\n    except OSError: print('refused')"
    assert printed(contained(source), 0) == "refused\n" * len(places)
    assert not (tmp_path / "x").exists()


def test_reading_the_hosts_files(contained: Runs, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("the host's")
    places = [str(secret), "/var/run/docker.sock", "/proc/1/root" + str(secret), "../../.." + str(secret)]
    source = f"import os\nos.symlink({str(secret)!r}, 'link')\nfor place in {[*places, 'link']}:\n    try: print('READ', open(place).read())\n    except OSError: print('refused')"
    assert printed(contained(source), 0) == "refused\n" * (len(places) + 1)


def test_links_do_not_lead_the_grader_out(contained: Runs, tmp_path: Path) -> None:
    (tmp_path / "answers.csv").write_text("id,y\n1,0\n2,1\n")
    grader = Submission("sub.csv", tmp_path / "answers.csv", metric("accuracy"))
    run = contained(f"import os\nos.symlink({str(tmp_path / 'answers.csv')!r}, 'sub.csv')", grader=grader)
    assert run.score is not None and run.score.value is None
    assert run.score.reason == "sub.csv leads out of the notebook's folder"
    honest = contained("open('sub.csv', 'w').write('id,y\\n1,0\\n2,1\\n')", grader=grader)
    assert honest.score is not None and honest.score.value == 1.0


def test_sockets_replaced_by_links(contained: Runs, tmp_path: Path) -> None:
    """The folder that both sides see holds nothing that the host reads back."""
    (tmp_path / "precious").write_text("kept")
    source = (
        "import os\nfor name in os.listdir('/nbmigrate/talk'):\n    os.remove('/nbmigrate/talk/' + name)\n"
        f"    os.symlink({str(tmp_path / 'precious')!r}, '/nbmigrate/talk/' + name)"
    )
    contained(source, "1", total=20)
    assert (tmp_path / "precious").read_text() == "kept"


def test_deleting_the_input(contained: Runs, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "train.csv").write_text("a\n1\n")
    home = tmp_path / "home"
    home.mkdir()
    (home / "beside.csv").write_text("b\n")
    source = (
        "import os, shutil\nprint(sorted(os.listdir('.')), os.listdir('/data'))\n"
        "for name in os.listdir('.'): os.remove(name)\nshutil.rmtree('/data', ignore_errors=True)\nprint(os.listdir('/data'))\n"
        "try: open('/data/train.csv', 'a')\nexcept OSError: print('refused')"
    )
    run = contained(source, data=data)
    assert printed(run, 0) == "['beside.csv', 'nb.ipynb'] ['train.csv']\n['train.csv']\nrefused\n"
    assert run.outcome.removed == ("beside.csv", "nb.ipynb")
    assert (data / "train.csv").read_text() == "a\n1\n" and (home / "beside.csv").exists() and (home / "nb.ipynb").exists()


@pytest.mark.parametrize("place", ["big", "/nbmigrate/talk/big"])
def test_a_full_disk(contained: Runs, place: str) -> None:
    source = (
        f"for i in range(10**6):\n    with open({place!r} + str(i), 'wb') as file:\n"
        "        for _ in range(10): file.write(b'x' * 1_000_000)"
    )
    run = contained(source, disk=50_000_000)
    assert run.outcome.end is End.DISK and cells(run)[0].status is Status.DEAD


def test_scratch_is_bounded(contained: Runs) -> None:
    run = contained(
        "open('/tmp/x', 'wb').write(b'x' * 10_000)\nopen('/tmp/y', 'wb').write(b'y' * 2_000_000_000)", memory=4 * 10**9
    )
    failure = cells(run)[0].failure
    assert failure is not None and failure.exception == "OSError"


def test_kaggles_layout(contained: Runs, tmp_path: Path) -> None:
    data = tmp_path / "competition"
    data.mkdir()
    (data / "train.csv").write_text("a\n")
    source = "import os\nprint(os.getcwd(), os.listdir('../input'), open('/kaggle/input/train.csv').read())\nopen('out.csv', 'w')"
    run = contained(source, data=data, kaggle=True)
    assert printed(run, 0) == "/kaggle/working ['train.csv'] a\n\n"
    assert cells(run)[0].written == ("out.csv",)


def test_the_command(migrate: Call, tmp_path: Path) -> None:
    called = migrate("run", written(tmp_path, "print(6 * 7)"), "--docker", IMAGE, "--memory", "300m")
    assert called.code == 0, called
    assert f"ran in image {IMAGE}" in called.out


def test_no_image(migrate: Call, tmp_path: Path) -> None:
    called = migrate("run", written(tmp_path, "1"), "--docker", "nothing-like-it:1")
    assert called.code == 2 and "nothing-like-it:1: no such image; get it (docker pull" in called.err


def test_no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    with pytest.raises(NoEngine, match=r"none\.sock .*start it .*or run without --docker"):
        connect()


def test_an_image_without_ipykernel(engine: Any, tmp_path: Path) -> None:
    import io

    recipe = io.BytesIO(f"FROM {IMAGE}\nRUN pip uninstall -q -y ipykernel\n".encode())
    engine.images.build(fileobj=recipe, tag="nbmigrate-bare", rm=True, network_mode="none")
    try:
        with pytest.raises(NoKernel, match="has no ipykernel"):
            run_docker(written(tmp_path, "1"), Container("nbmigrate-bare"))
    finally:
        engine.images.remove("nbmigrate-bare")


def test_gpus_that_the_engine_does_not_have(tmp_path: Path) -> None:
    import shutil

    if shutil.which("nvidia-container-cli"):
        pytest.skip("this engine has some")
    with pytest.raises(NoKernel, match=r"the container does not start: .*gpu"):
        run_docker(written(tmp_path, "1"), Container(IMAGE, gpus=True))


def test_build_on_a_base_that_is_at_hand(engine: Any, tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("# nothing more than the base has\n")
    build("nbmigrate-built", base=IMAGE, requirements=tmp_path / "requirements.txt")
    try:
        assert run_docker(written(tmp_path, "1"), Container("nbmigrate-built")).outcome.clean
    finally:
        engine.images.remove("nbmigrate-built", force=True)


def test_a_build_that_fails_says_why(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("./no-such-folder\n")
    with pytest.raises(CannotBuild, match="no-such-folder"):
        build("nbmigrate-broken", base=IMAGE, requirements=tmp_path / "requirements.txt")
    missing = migrate("docker", "build", "x", "--base", IMAGE, "--requirements", tmp_path / "none.txt")
    assert missing.code == 2 and "none.txt: can't be read" in missing.err
    with pytest.raises(NoImage):
        build("x", base="localhost:1/nothing-like-it")


def test_the_recipe_keeps_certificates_out_of_the_environment() -> None:
    text = dockerfile(None, trusted=True)
    assert text.startswith("FROM scratch\nADD rootfs.tar /") and "ENV PIP_CERT" not in text
    assert dockerfile("python:3.12", trusted=False).startswith("FROM python:3.12\n")


def test_the_hybrid_run_in_a_container(migrate: Call, tmp_path: Path) -> None:
    """The target is what the image has; what the run there saw goes back through the rules."""
    path = written(tmp_path, "kinds = __import__('collections')", "print(issubclass(dict, kinds.Mapping))")
    called = migrate(path, "--docker", IMAGE, "--memory", "300m", "--format", "json")
    assert called.code == 0, called
    told = called.json[0]
    assert told["clean"] and len(told["runs"]) == 2
    assert told["target"]["source"] == f"installed in image {IMAGE}" and list(told["target"]["versions"]) == ["python"]
    assert migrate(path, "--docker", "nbmigrate-no-such-image").code == 2
