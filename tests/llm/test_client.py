"""The client against a scripted server: retries with the reason, giving up, errors of the wire, budgets, many at once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from llm.budget import Budget, Prices, Purse
from llm.client import Connection, Server
from llm.errors import BudgetSpent, ModelRefused, ModelUnreachable
from llm.records import Cell, CellEdit, Objection, Question, Repair, Usage
from tests.llm.scripted import Reply, Script, repair, scripted

QUESTION = Question(
    Repair.ERROR, (Cell(5, "y = x.as_matrix()", "AttributeError: no as_matrix"),), environment={"pandas": "3.0.0"}
)
GOOD = repair(5, "y = x.to_numpy()")
EDIT = (CellEdit(5, "y = x.to_numpy()"),)


def server(script: Script, **options: object) -> Server:
    return Server(Connection(script.url, **{"patience": 5, "timeout": 10, **options}))  # type: ignore[arg-type]


def test_a_good_answer() -> None:
    with scripted(GOOD) as script:
        answer = server(script).ask(QUESTION)
    assert answer.edits == EDIT
    assert answer.plan == "what changed"
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens, answer.usage.calls) == (100, 20, 1)
    assert script.asked[0]["model"] == "scripted"  # the one that is served


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (Reply(""), "empty"),
        (Reply("use to_numpy"), "no fenced code block"),
        (Reply(GOOD, finish="length"), "cut off"),
        (Reply("### cell 5\n```python\ny = "), "not closed"),
        (Reply("", refusal="I can't"), "declined: I can't"),
        (Reply("", finish="content_filter"), "filter"),
        (Reply("as_matrix " * 300), "again and again"),
        (Reply(repair(5, "y = x.as_matrix()")), "nothing changed"),
        (Reply(repair(6, "y = 1")), "no cell 6"),
    ],
    ids=["empty", "words", "truncated", "open", "refused", "filtered", "looping", "unchanged", "wrong cell"],
)
def test_an_unusable_answer_is_asked_again_with_the_reason(bad: Reply, reason: str) -> None:
    with scripted(bad, GOOD) as script:
        answer = server(script).ask(QUESTION)
    assert answer.edits == EDIT
    assert answer.usage.calls == 2
    assert reason in script.last_prompt
    assert script.asked[1]["temperature"] > 0 if "temperature" in script.asked[1] else True


def test_it_is_given_up_cleanly() -> None:
    with scripted("no idea") as script:
        answer = server(script).ask(QUESTION)
    assert answer.edits == ()
    assert "no usable answer in 3 tries" in answer.given_up
    assert len(script.asked) == 3


def test_objections_reach_the_model() -> None:
    with scripted(GOOD) as script:
        server(script).ask(QUESTION, refused=[Objection("names", 5, "pandas 3.0.0 has no DataFrame.to_matrix")])
    assert "pandas 3.0.0 has no DataFrame.to_matrix" in script.last_prompt


def test_a_verdict_by_schema() -> None:
    with scripted(GOOD, '{"changes_meaning": true, "confidence": "high"}') as script:
        answer = server(script, verdicts=True).ask(QUESTION)
    assert answer.changes_meaning is True
    assert answer.usage.calls == 2
    assert script.asked[1]["response_format"]["type"] == "json_schema"


@pytest.mark.parametrize("text", ["yes", "{}", "[1]", '{"changes_meaning": tr'])
def test_a_verdict_that_is_none_is_left_out(text: str) -> None:
    with scripted(GOOD, text) as script:
        answer = server(script, verdicts=True).ask(QUESTION)
    assert answer.edits == EDIT
    assert answer.changes_meaning is None


def test_errors_of_the_server_are_tried_again() -> None:
    with scripted(Reply(status=503), Reply(status=500), GOOD) as script:
        assert server(script).ask(QUESTION).edits == EDIT


def test_a_dropped_connection_is_tried_again() -> None:
    with scripted(Reply(hang_up=True), GOOD) as script:
        assert server(script).ask(QUESTION).edits == EDIT


@pytest.mark.parametrize(
    ("reply", "error", "says"),
    [
        (Reply("bad key", status=401), ModelRefused, "NBMIGRATE_LLM_KEY"),
        (Reply("unknown", status=404), ModelRefused, "migrate llm check"),
        (Reply("the prompt is too long", status=400), ModelRefused, "too long"),
        (Reply(body="<html>hello</html>"), ModelRefused, "does not speak"),
        (Reply(GOOD, choices=False), ModelRefused, "without any choice"),
    ],
    ids=["key", "model", "request", "no api", "no choices"],
)
def test_refusals_say_what_to_do(reply: Reply, error: type[Exception], says: str) -> None:
    with scripted(reply) as script, pytest.raises(error, match=says):
        server(script).ask(QUESTION)


def test_no_server() -> None:
    gone = Server(Connection("http://127.0.0.1:9/v1", "m", patience=0.5))
    with pytest.raises(ModelUnreachable, match="migrate llm serve"):
        gone.ask(QUESTION)


def test_too_slow() -> None:
    with scripted(Reply(GOOD, after=5)) as script, pytest.raises(ModelUnreachable, match=r"within 0\.3 s"):
        server(script, timeout=0.3, patience=1).ask(QUESTION)


def test_a_server_that_comes_back() -> None:
    with scripted(GOOD) as first:
        port = int(first.url.rsplit(":", 1)[1].removesuffix("/v1"))
        asked = Server(Connection(first.url, "scripted", patience=20))
        asked.ask(QUESTION)
    back = threading.Event()

    def later() -> None:
        with scripted(GOOD, port=port):
            back.wait(20)

    timer = threading.Timer(4, later)
    timer.start()
    try:
        answer = asked.ask(QUESTION)
    finally:
        back.set()
        timer.join()
    assert answer.edits == EDIT


def test_requests_in_flight_are_bounded() -> None:
    with scripted(Reply(GOOD, after=0.2)) as script:
        asked = server(script, in_flight=3, model="scripted")
        with ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda _: asked.ask(QUESTION), range(12)))
    assert all(a.edits == EDIT for a in answers)
    assert script.most_at_once == 3


@pytest.mark.parametrize(
    ("budget", "prices", "says"),
    [
        (Budget(calls=2), Prices(), "2 calls"),
        (Budget(tokens=200), Prices(), "200 tokens"),
        (Budget(cost=0.0002), Prices(prompt_million=1, completion_million=1), "money"),
    ],
    ids=["calls", "tokens", "money"],
)
def test_budgets(budget: Budget, prices: Prices, says: str) -> None:
    purse = Purse(budget, prices)
    with scripted(GOOD) as script:
        asked = server(script).with_purse(purse)
        asked.ask(QUESTION)
        asked.ask(QUESTION)
        with pytest.raises(BudgetSpent, match=says):
            asked.ask(QUESTION)
    assert purse.spent.calls == 2


def test_what_it_costs() -> None:
    usage = Usage(prompt_tokens=2_000_000, completion_tokens=500_000, seconds=100)
    assert Prices(gpu_second=0.001).cost(usage) == pytest.approx(0.1)
    assert Prices(prompt_million=0.5, completion_million=2).cost(usage) == pytest.approx(2.0)


def test_a_server_without_counts_is_estimated() -> None:
    with scripted(Reply(GOOD, usage=False)) as script:
        assert server(script).ask(QUESTION).usage.prompt_tokens > 100
