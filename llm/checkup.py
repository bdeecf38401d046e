"""What works with a model server: is it there, what does it serve, does it answer, does it keep to a schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from llm.answers import Unusable, read
from llm.client import VERDICT, Connection, Server
from llm.errors import LlmError
from llm.prompts import messages, tokens
from llm.records import Cell, Question, Repair

_CELL = "x = df.as_matrix()"
_QUESTION = Question(
    Repair.ERROR,
    (Cell(1, _CELL, "AttributeError: 'DataFrame' object has no attribute 'as_matrix'"),),
    environment={"pandas": "3.0.0"},
)


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that was tried. `fine` is None for what is only told."""

    what: str
    fine: bool | None
    detail: str


def check(connection: Connection) -> Iterator[Point]:
    """Try the server, step by step; ends at the first step without which the next makes no sense."""
    server = Server(connection)
    try:
        served = server.models()
    except LlmError as error:
        yield Point("server", False, str(error))
        return
    yield Point("server", True, connection.url)
    for model in served:
        length = model.get("max_model_len")
        yield Point("model", None, f"{model['id']}" + (f", context of {length} tokens" if length else ""))
    if connection.model and connection.model not in [model["id"] for model in served]:
        yield Point("model", False, f"{connection.model} is not served")
        return
    conversation = messages(_QUESTION)
    yield from _answers(server, conversation)
    yield from _schema(server, served)


def _answers(server: Server, conversation: list[dict[str, str]]) -> Iterator[Point]:
    try:
        reply, usage = server.complete(conversation, max_tokens=min(256, server.connection.answer))
    except LlmError as error:
        yield Point("answer", False, str(error))
        return
    speed = usage.completion_tokens / usage.seconds if usage.seconds else 0
    detail = f"{usage.completion_tokens} tokens in {usage.seconds:.1f} s ({speed:.0f} a second)"
    yield Point("answer", True, detail)
    yield Point("prompt", None, f"{usage.prompt_tokens} tokens, estimated as {tokens(conversation)}")
    try:
        edits = read(reply.choices[0].message.content or "", {1: _CELL}, only=1).edits
        yield Point("repair", True, f"proposes {edits[0].source.strip()!r}")
    except Unusable as error:
        yield Point("repair", None, f"no usable edit of the example: {error}")


def _schema(server: Server, served: list[dict[str, Any]]) -> Iterator[Point]:
    question = [{"role": "user", "content": "Does renaming a keyword change a result? Answer in JSON."}]
    try:
        found, _ = server.structured(question, "verdict", VERDICT)
        yield Point("schema", True, f"answers by JSON schema: {found}")
    except (Unusable, LlmError) as error:
        yield Point("schema", False, f"no answer by JSON schema ({error}): the model's own verdicts are not asked for")
