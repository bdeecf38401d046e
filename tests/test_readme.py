"""The README says what there is, and all that there is."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from migrator.cli import COMMANDS as OTHERS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (migrate .*)$", README, re.MULTILINE)


def helped(*arguments: str) -> str:
    """`migrate ARGS… --help`, wide enough that nothing is cut."""
    command = [sys.executable, "-m", "migrator.cli", *arguments, "--help"]
    wide = os.environ | {"COLUMNS": "200", "TERM": "dumb", "NO_COLOR": "1"}
    return subprocess.run(command, cwd=ROOT, env=wide, capture_output=True, text=True, check=True).stdout


def options(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*(?![\w/.])", text))


def subcommands(text: str) -> set[str]:
    return set(re.findall(r"^\W*([a-z][a-z-]*)  ", text.partition("Commands")[2], re.MULTILINE))


def beside(command: str) -> tuple[str, ...]:
    """The words that name a command beside the main one: run, docker build; empty for the main command."""
    words = shlex.split(command, comments=True)[1:]
    count = 2 if words[0] in ("apidb", "docker", "llm") else 1
    return tuple(words[:count]) if words[0] in OTHERS else ()


def test_every_option_of_the_main_command_exists() -> None:
    shown = options("\n".join(c for c in COMMANDS if not beside(c)))
    assert "--codemods-only" in shown
    assert shown <= options(helped()) | {"--"}


def test_every_option_of_the_text_exists() -> None:
    known = options(helped()) | {o for name in ("run", "types", "compare", "backport") for o in options(helped(name))}
    assert set(re.findall(r"`(--[a-z-]+)", README)) <= known


def test_every_command_is_in_the_readme() -> None:
    assert {name for name in OTHERS if f"migrate {name}" not in README} == set()


def test_every_option_is_in_the_readme() -> None:
    known = {o for o in options(helped()) if o.startswith("--")} - {"--help", "--output"}
    assert {o for o in known if o not in README} == set()


def test_every_apidb_command_is_in_the_readme() -> None:
    found = subcommands(helped("apidb"))
    assert {"list", "show", "build"} <= found
    assert {c for c in found if f"migrate apidb {c}" not in README} == set()


@pytest.mark.parametrize("command", [c for c in COMMANDS if beside(c)])
def test_every_option_of_the_others_exists(command: str) -> None:
    told = options(re.sub(r"'[^']*'", "", command).partition("#")[0])
    assert told <= options(helped(*beside(command)))


def test_the_shown_rewrites_are_what_happens() -> None:
    """Each line of the diff at the top comes out of the demo notebook that it is taken from."""
    from migrator.pipeline import migrate_file

    block = README.partition("```diff\n")[2].partition("```")[0].splitlines()
    result = migrate_file(ROOT / "data" / "demo" / "titanic.ipynb")
    before, after = result.original.decode(), result.migrated.decode()
    for line in block:
        text = line[1:].replace('"', '\\"')
        assert text in (before if line[0] == "-" else after), line


@pytest.mark.parametrize("path", sorted(set(re.findall(r"(?:data|docs)/[\w./]+\w", README))))
def test_named_files_exist(path: str) -> None:
    assert (ROOT / path).exists()
