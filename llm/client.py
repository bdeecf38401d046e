"""Asking a server of the OpenAI-compatible API: vLLM's own, or any other."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from llm.answers import Unusable, read
from llm.budget import Purse
from llm.errors import BudgetSpent, ModelRefused, ModelUnreachable
from llm.prompts import Message, messages, tokens
from llm.records import Answer, Objection, Question, Usage

if TYPE_CHECKING:
    from openai import OpenAI
    from openai.types.chat import ChatCompletion

KEY_VARIABLE = "NBMIGRATE_LLM_KEY"
_FIRST = 3.0  # seconds that a server which never answered is tried again

VERDICT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "changes_meaning": {"type": "boolean"},
        "confidence": {"type": "string", "enum": ["low", "medium", "high"]},
    },
    "required": ["changes_meaning", "confidence"],
    "additionalProperties": False,
}
_ASK_VERDICT = (
    "Does your change alter what the notebook computes (data, features, models, parameters, metrics), "
    "beyond what the libraries' changes demand? Answer in JSON: changes_meaning (true or false), confidence (low, medium, high)."
)


@dataclass(frozen=True, slots=True)
class Connection:
    """Where the model is, and how it is asked. Seconds and tokens.

    `patience`: for how long a server that went away is tried again (one that never answered, for 3 seconds at most);
    `in_flight`: requests at once; `context`: the model's
    context length; `tries`: answers that may be unusable before a question is given up.
    """

    url: str
    model: str = ""  # "": the one that the server serves
    key: str = ""
    timeout: float = 300
    patience: float = 60
    in_flight: int = 8
    context: int = 8192
    answer: int = 2048
    tries: int = 3
    temperature: float = 0.0
    verdicts: bool = False


# Waits until a request may be sent; it may while the context is open.
Place = Callable[[], AbstractContextManager[object]]


def _places(count: int) -> Place:
    free = threading.BoundedSemaphore(count)
    return lambda: free


@dataclass(slots=True)
class _Wire:
    """What all who ask one server share."""

    place: Place
    model: str  # "": not known yet
    client: OpenAI | None = None
    reached: bool = False


class Server:
    """A model behind a server; may be asked from several threads at once."""

    def __init__(self, connection: Connection, purse: Purse | None = None, place: Place | None = None) -> None:
        """`place` gives a place for one request, where processes share them (`places.SharedPlaces`)."""
        self.connection = connection
        self.purse = purse
        self._wire = _Wire(place or _places(connection.in_flight), connection.model)

    def with_purse(self, purse: Purse) -> Server:
        """The same server, its client and its requests in flight shared, for another notebook's purse."""
        other = Server(self.connection, purse)
        other._wire = self._wire
        return other

    # --- the questions ---

    def ask(self, question: Question, *, refused: Sequence[Objection] = ()) -> Answer:
        """Propose edits; an answer that can't be used is asked for again with the reason, then given up.

        Raises:
            ModelUnreachable: there is no server, or it went away and did not come back within the patience.
            ModelRefused: the server refuses the request.
            BudgetSpent: nothing is left for another call.
        """
        sources = {cell.index: cell.source for cell in question.cells}
        failing = question.failing
        only = failing[0].index if len(failing) == 1 else question.cells[0].index if len(question.cells) == 1 else None
        room = self.connection.context - self.connection.answer
        usage, fault = Usage(), ""
        for attempt in range(self.connection.tries):
            conversation = messages(question, refused=refused, fault=fault, limit=room)
            # What was answered once at temperature 0 would be answered again.
            reply, spent = self.complete(conversation, temperature=max(self.connection.temperature, 0.3 * attempt))
            usage += spent
            choice = reply.choices[0]
            if refusal := getattr(choice.message, "refusal", None):
                fault = f"the model declined: {refusal}"
                continue
            if choice.finish_reason == "content_filter":
                fault = "the server's filter withheld the answer"
                continue
            try:
                proposal = read(choice.message.content or "", sources, only=only, cut=choice.finish_reason == "length")
            except Unusable as error:
                fault = str(error)
                continue
            answer = Answer(proposal.plan, proposal.edits, usage)
            return self._judged(answer, conversation, choice.message.content or "") if self.connection.verdicts else answer
        return Answer("", (), usage, given_up=f"no usable answer in {self.connection.tries} tries; the last: {fault}")

    def _judged(self, answer: Answer, conversation: list[Message], text: str) -> Answer:
        """The answer with the model's own verdict on it; none where it gives no valid one."""
        talk = [*conversation, {"role": "assistant", "content": text}, {"role": "user", "content": _ASK_VERDICT}]
        if tokens(talk) + 64 > self.connection.context:
            return answer
        try:
            verdict, spent = self.structured(talk, "verdict", VERDICT)
        except (Unusable, BudgetSpent):
            return answer
        return replace(answer, usage=answer.usage + spent, changes_meaning=bool(verdict["changes_meaning"]))

    def structured(self, conversation: Sequence[Message], name: str, schema: Mapping[str, Any]) -> tuple[dict[str, Any], Usage]:
        """An answer in JSON that follows a schema.

        Raises:
            Unusable: it is no such JSON (a server may ignore the schema).
            ModelUnreachable, ModelRefused, BudgetSpent: as `ask`.
        """
        form = {"type": "json_schema", "json_schema": {"name": name, "schema": dict(schema), "strict": True}}
        reply, spent = self.complete(conversation, response_format=form, max_tokens=128)
        try:
            found = json.loads(reply.choices[0].message.content or "")
        except ValueError:
            raise Unusable("the answer is no JSON") from None
        if not isinstance(found, dict) or not set(schema.get("required", ())) <= found.keys():
            raise Unusable("the answer lacks required fields")
        return found, spent

    # --- the wire ---

    def models(self) -> list[dict[str, Any]]:
        """What the server serves, as it tells it (vLLM adds `max_model_len`)."""
        with _told(self.connection):
            return [model.model_dump() for model in self.client.models.list().data]

    @property
    def client(self) -> OpenAI:
        if self._wire.client is None:
            from openai import OpenAI

            self._wire.client = OpenAI(
                base_url=self.connection.url,
                api_key=self.connection.key or "none",  # the client wants one; a server of one's own takes any
                timeout=self.connection.timeout,
                max_retries=2,
            )
        return self._wire.client

    @property
    def model(self) -> str:
        """The model's name; the first that the server serves where none was told."""
        if not self._wire.model:
            served = self.models()
            if not served:
                raise ModelRefused(f"{self.connection.url} serves no model; name one with --llm-model")
            self._wire.model = str(served[0]["id"])
        return self._wire.model

    def complete(self, conversation: Sequence[Message], **options: Any) -> tuple[ChatCompletion, Usage]:
        """One reply; `options` are the API's. Waits for a free place and, for a while, for a server that is gone.

        Raises:
            ModelUnreachable, ModelRefused, BudgetSpent: as `ask`.
        """
        import stamina
        from openai import APIConnectionError, APITimeoutError, InternalServerError

        if self.purse is not None:
            self.purse.check()
        options.setdefault("max_tokens", self.connection.answer)
        start = time.monotonic()

        def again(error: Exception) -> bool:
            # A server that is being restarted refuses connections for a while. One that is too slow will be so again.
            return isinstance(error, APIConnectionError | InternalServerError) and not isinstance(error, APITimeoutError)

        patience = self.connection.patience if self._wire.reached else min(self.connection.patience, _FIRST)
        with self._wire.place(), _told(self.connection):
            for attempt in stamina.retry_context(on=again, attempts=None, timeout=patience, wait_max=10):
                with attempt:
                    reply: ChatCompletion = self.client.chat.completions.create(
                        model=self.model, messages=list(conversation), **options  # type: ignore[arg-type]
                    )  # fmt: skip
        self._wire.reached = True
        counted = reply.usage
        usage = Usage(
            counted.prompt_tokens if counted else tokens(conversation),
            counted.completion_tokens if counted else 0,
            time.monotonic() - start,
            1,
        )
        if self.purse is not None:
            self.purse.add(usage)
        if not reply.choices:
            raise ModelRefused(f"{self.connection.url} answered without any choice")
        return reply, usage


@contextmanager
def _told(connection: Connection) -> Iterator[None]:
    """Turn the client's errors into ours, which say where and what to do."""
    import openai

    where = connection.url
    try:
        yield
    except openai.APITimeoutError as error:
        raise ModelUnreachable(
            f"{where} did not answer within {connection.timeout:g} s; raise --llm-timeout or use a smaller model"
        ) from error
    except openai.APIConnectionError as error:
        raise ModelUnreachable(
            f"no model server answers at {where}; start one with `migrate llm serve MODEL`, or check --llm-url"
        ) from error
    except (openai.AuthenticationError, openai.PermissionDeniedError) as error:
        raise ModelRefused(f"{where} refuses the key; set {KEY_VARIABLE} to a valid one") from error
    except openai.NotFoundError as error:
        raise ModelRefused(
            f"{where} does not know the model {connection.model or '(none told)'}, or has no such API; "
            "`migrate llm check` lists what it serves"
        ) from error
    except (openai.RateLimitError, openai.InternalServerError) as error:
        raise ModelUnreachable(f"{where} is overloaded or fails: {_first(error)}") from error
    except openai.APIStatusError as error:
        raise ModelRefused(f"{where} refuses the request: {_first(error)}") from error
    except (openai.OpenAIError, ValueError) as error:
        raise ModelRefused(f"{where} does not speak the OpenAI-compatible API: {_first(error)}") from error


def _first(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:300]
