"""May an edit of the model be tried? The checks before anything of it runs.

An edit is judged by what it does to the notebook as a whole: what was there and is gone, what is new. Each check is a
function from a `Change` to objections; they are in `honesty`, `meaning` and `reach`. The guard sees what is written, not
what it means: where it can't tell an honest edit from a dishonest one, it refuses.
"""

from __future__ import annotations

from llm import honesty, meaning, reach
from llm.change import Change, Check, Knowledge, NoKnowledge, Permissions
from llm.code import Notebook
from llm.records import Objection


def guard(
    before: Notebook,
    after: Notebook,
    *,
    allow: Permissions | None = None,
    target: float | None = None,
    knowledge: Knowledge | None = None,
) -> tuple[Objection, ...]:
    """The objections to an edit; none: it may be tried.

    `before` and `after` hold the same cells. `target` is the score that the notebook had, if it is known.
    """
    allow, knowledge = allow or Permissions(), knowledge or NoKnowledge()
    lacked = knowledge.lacks(before)
    change = Change(before, after, target, frozenset(lack.name for lack in lacked), knowledge)
    found = [*honesty.parses(change)]
    if found:
        return tuple(found)  # nothing else can be told
    known = {(lack.cell, lack.message) for lack in lacked}
    found += [
        Objection("names", lack.cell, lack.message)
        for lack in knowledge.lacks(after)
        if (lack.cell, lack.message) not in known
    ]  # fmt: skip
    checks: list[Check] = [*honesty.CHECKS]
    if not allow.semantic:
        checks += meaning.CHECKS
    if not allow.network:
        checks += reach.NETWORK
    if not allow.shell:
        checks += reach.SHELL
    checks += reach.ALWAYS
    for check in checks:
        found += check(change)
    return tuple(dict.fromkeys(found))
