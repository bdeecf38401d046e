"""The README says what there is, and all that there is."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (migrate .*)$", README, re.MULTILINE)
OTHERS = ("migrate rules", "migrate explain")  # commands with options of their own


def helped(*arguments: str) -> str:
    """`migrate ARGS… --help`, wide enough that nothing is cut."""
    command = [sys.executable, "-m", "migrator.cli", *arguments, "--help"]
    wide = os.environ | {"COLUMNS": "200", "TERM": "dumb", "NO_COLOR": "1"}
    return subprocess.run(command, cwd=ROOT, env=wide, capture_output=True, text=True, check=True).stdout


def options(text: str) -> set[str]:
    return set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*(?![\w/.])", text))


def subcommands(text: str) -> set[str]:
    return set(re.findall(r"^\W*([a-z][a-z-]*)  ", text.partition("Commands")[2], re.MULTILINE))


def test_every_option_of_the_readme_exists() -> None:
    shown = options("\n".join(c for c in COMMANDS if not c.startswith(("migrate apidb", *OTHERS))))
    shown |= set(re.findall(r"`(--[a-z-]+)", README))
    assert "--codemods-only" in shown
    assert shown <= options(helped()) | {"--"}


def test_every_option_is_in_the_readme() -> None:
    known = {o for o in options(helped()) if o.startswith("--")} - {"--help", "--output"}
    assert {o for o in known if o not in README} == set()


def test_every_apidb_command_is_in_the_readme() -> None:
    found = subcommands(helped("apidb"))
    assert {"list", "show", "build"} <= found
    assert {c for c in found if f"migrate apidb {c}" not in README} == set()


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("migrate apidb")])
def test_every_apidb_option_exists(command: str) -> None:
    _, _, name, *_ = shlex.split(command, comments=True)
    assert options(command.partition("#")[0]) <= options(helped("apidb", name))


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith(OTHERS)])
def test_every_option_of_a_command_exists(command: str) -> None:
    _, name, *_ = shlex.split(command, comments=True)
    assert options(command.partition("#")[0]) <= options(helped(name))


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
