"""What the model is shown: small enough for a context of 8,000 tokens, and all that it needs.

The templates are in `templates/`, one for each repair, with what they share in `system.jinja`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from llm.records import Objection, Question

if TYPE_CHECKING:
    from jinja2 import Environment

Message = dict[str, str]

# Characters of Python and English in a token: 3.1 to 3.6 with the vocabularies of Qwen and Llama; the lower is the safe one.
PER_TOKEN = 3.0


def messages(question: Question, *, refused: Sequence[Objection] = (), fault: str = "", limit: int = 6000) -> list[Message]:
    """The conversation to send. `refused`: objections to the last answer, `fault`: why it could not be used at all,
    `limit`: tokens that it may take; what fits least is left out first, the failing cells never.
    """
    for fewer in _shorter(question):
        found = _render(fewer, refused, fault)
        if tokens(found) <= limit:
            break
    return found


def tokens(conversation: Sequence[Message]) -> int:
    """About how many tokens a conversation has; the server's own count comes with its answer."""
    return int(sum(len(m["content"]) for m in conversation) / PER_TOKEN) + 8 * len(conversation)


def _render(question: Question, refused: Sequence[Objection], fault: str) -> list[Message]:
    environment = _templates()
    system = environment.get_template("system.jinja").render(question=question)
    user = environment.get_template(f"{question.repair.value}.jinja").render(question=question, refused=refused, fault=fault)
    return [{"role": "system", "content": system.strip()}, {"role": "user", "content": user.strip()}]


def _shorter(question: Question) -> Sequence[Question]:
    """The question, and with ever less beside the failing cells."""
    steps = [question]

    def then(**changes: object) -> None:
        steps.append(replace(steps[-1], **changes))  # type: ignore[arg-type]

    while len(steps[-1].attempts) > 1:
        then(attempts=steps[-1].attempts[1:])
    failing = question.failing or question.cells[-1:]
    while others := [c for c in steps[-1].cells if c not in failing]:
        then(cells=tuple(c for c in steps[-1].cells if c is not others[0]))  # the farthest above
    while len(steps[-1].facts) > 3:
        then(facts=steps[-1].facts[:-1])
    then(attempts=(), environment={})
    return steps


@cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("llm"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # code, not HTML
        keep_trailing_newline=False,
    )
