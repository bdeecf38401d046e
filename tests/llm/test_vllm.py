"""A real vLLM with a tiny random model: what is tested is the protocol, never what the model says.

CI installs it (`.ci/vllm`). Elsewhere name an interpreter that has it and a model:
NBMIGRATE_TEST_VLLM=…/python NBMIGRATE_TEST_MODEL=FOLDER.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from llm.checkup import check
from llm.client import VERDICT, Connection, Server
from llm.errors import ModelRefused, ModelUnreachable
from llm.records import Answer, Cell, Question, Repair
from llm.serve import Serving, start, stop, wait

PYTHON, MODEL = os.environ.get("NBMIGRATE_TEST_VLLM", ""), os.environ.get("NBMIGRATE_TEST_MODEL", "")
QUESTION = Question(Repair.ERROR, (Cell(1, "y = x.as_matrix()", "AttributeError: no as_matrix"),))

pytestmark = [
    pytest.mark.xdist_group("vllm"),
    pytest.mark.skipif(
        not PYTHON and not os.environ.get("CI"),
        reason="NO VLLM: set NBMIGRATE_TEST_VLLM and NBMIGRATE_TEST_MODEL to test with it",
    ),
]


class Live:
    """A server that can be killed and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.serving = Serving(MODEL, Path(PYTHON), port=port)
        self.log = folder / "vllm.log"
        self.process: subprocess.Popen[bytes] | None = None

    def up(self) -> None:
        self.process = start(self.serving, self.log)
        wait(self.process, self.serving, self.log)

    def down(self) -> None:
        if self.process is not None:
            stop(self.process)

    def kill(self) -> None:
        """As when its machine loses power: what is under way is not finished first."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def server(self, **options: object) -> Server:
        options = {"answer": 64, "context": 4096, "patience": 10, "timeout": 120, **options}
        return Server(Connection(self.serving.url, **options))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    assert PYTHON and MODEL, "in CI there must be a vLLM: see .ci/vllm"
    found = Live(tmp_path_factory.mktemp("vllm"))
    found.up()
    yield found
    found.down()


def ended(answer: Answer) -> bool:
    """Either edits or a reason, and what it took."""
    return bool(answer.edits) != bool(answer.given_up) and answer.usage.prompt_tokens > 100 and answer.usage.calls >= 1


def test_a_question_comes_to_an_end(live: Live) -> None:
    assert ended(live.server().ask(QUESTION))


def test_many_at_once(live: Live) -> None:
    server = live.server(in_flight=4, tries=1)
    with ThreadPoolExecutor(8) as pool:
        assert all(ended(answer) for answer in pool.map(lambda _: server.ask(QUESTION), range(8)))


def test_the_schema_is_kept(live: Live) -> None:
    found, usage = live.server().structured([{"role": "user", "content": "Is it so?"}], "verdict", VERDICT)
    assert isinstance(found["changes_meaning"], bool)
    assert found["confidence"] in ("low", "medium", "high")
    assert usage.completion_tokens > 0


def test_check_says_what_works(live: Live) -> None:
    points = {point.what: point for point in check(Connection(live.serving.url, answer=64))}
    assert points["server"].fine and points["answer"].fine and points["schema"].fine
    assert "4096 tokens" in points["model"].detail


def test_an_unknown_model_is_refused(live: Live) -> None:
    with pytest.raises(ModelRefused, match="does not know the model nothing"):
        live.server(model="nothing").ask(QUESTION)


def test_a_prompt_over_the_context_is_refused(live: Live) -> None:
    long = Question(Repair.ERROR, (Cell(1, "x = 1  # far too long\n" * 3000, "Error: no"),))
    with pytest.raises(ModelRefused, match="refuses the request"):
        live.server(context=100_000).ask(long)


def test_a_request_that_is_given_up_leaves_the_server_well(live: Live) -> None:
    with pytest.raises(ModelUnreachable, match="did not answer within"):
        live.server(timeout=0.001, answer=2000).ask(QUESTION)  # less than the first word takes
    assert ended(live.server().ask(QUESTION))


def test_the_port_is_taken(live: Live, tmp_path: Path) -> None:
    with pytest.raises(ModelUnreachable, match="in use"):
        start(live.serving, tmp_path / "log")


def test_a_model_that_is_none(tmp_path: Path) -> None:
    serving = Serving(str(tmp_path / "nothing"), Path(PYTHON), port=18123)
    log = tmp_path / "log"
    process = start(serving, log)
    with pytest.raises(ModelUnreachable, match="exit code"):
        wait(process, serving, log)


def test_killed_in_the_middle_and_started_again(live: Live) -> None:
    """The last: it takes the server down."""
    answers: list[Answer] = []
    server = live.server(patience=600, answer=3000, tries=1)
    server.complete([{"role": "user", "content": "Are you there?"}], max_tokens=1)
    for _ in range(3):  # what a random model writes may be over too soon
        asking = threading.Thread(target=lambda: answers.append(server.ask(QUESTION)))
        asking.start()
        time.sleep(0.5)  # the answer is being written
        live.kill()
        if not answers:
            break
        answers.clear()
        live.up()
    assert not answers and asking.is_alive()
    live.up()
    asking.join(300)
    assert answers and ended(answers[0])
