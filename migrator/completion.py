"""What a shell asks for on TAB. typer answers; of `migrate run …` the command beside the main one is asked.

The words typed so far come in environment variables, for bash and for the other shells (`migrate --show-completion`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable

import typer

VARIABLE = "_MIGRATE_COMPLETE"  # set where a shell asks, and not otherwise
_WORDS = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")


def complete(main: typer.Typer, commands: Iterable[str], load: Callable[[str], typer.Typer]) -> None:
    """Print the answer and leave. `load` gives the command of a name."""
    from typer.main import get_command

    get_command(main)  # makes the shells known to typer, for all commands
    typed = next((os.environ[name] for name in _WORDS if name in os.environ), "")
    named = re.match(r"\s*\S+\s+(\S+)\s", typed)
    if named is None or named[1] not in commands:
        main(prog_name="migrate", complete_var=VARIABLE)
        return
    for name in _WORDS:
        if name in os.environ:
            os.environ[name] = re.sub(r"^(\s*\S+\s+)\S+\s+", r"\1", os.environ[name])
    if "COMP_CWORD" in os.environ:
        os.environ["COMP_CWORD"] = str(int(os.environ["COMP_CWORD"]) - 1)
    load(named[1])(prog_name="migrate", complete_var=VARIABLE)
