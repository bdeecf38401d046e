"""`migrate rules` and `migrate explain CODE`: what the tool knows, rule by rule."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from migrator.app import new_app
from migrator.cli import Format
from migrator.errors import BadOption, UnknownRule

if TYPE_CHECKING:
    from pathlib import Path

    from codemods.rulebook import Entry
    from migrator.rule_text import Shown


rules_app, explain_app = new_app(), new_app()

FormatOption = Annotated[Format, typer.Option("--format", help="How to print the answer.")]


@rules_app.command()
def rules(
    library: Annotated[
        list[str] | None, typer.Option("--library", metavar="LIB", help="Only rules of this library; may be repeated.")
    ] = None,
    level: Annotated[str | None, typer.Option("--level", help="Only rules of this level: safe, review or report.")] = None,
    format: FormatOption = Format.TEXT,
) -> None:
    """List all recipes and fixers: code, release, level, proofs, and why."""
    from migrator.rule_text import as_dict, rows

    found = list(_with_proofs(_chosen(library or [], level)))
    if format is Format.JSON:
        typer.echo(json.dumps([as_dict(rule) for rule in found], indent=1, ensure_ascii=False))
    else:
        typer.echo("\n".join(rows(found)))


@explain_app.command()
def explain(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A code as reports and `migrate rules` show it: PD100.")],
    format: FormatOption = Format.TEXT,
) -> None:
    """Show everything about one recipe or fixer: the change, its release and evidence, examples, and their proofs."""
    from apidb import Catalog
    from codemods.proofs import read
    from migrator.rule_text import as_dict, shown, text
    from migrator.rules import entries

    entry = next((e for e in entries() if e.code == code.upper()), None)
    if entry is None:
        raise UnknownRule(f"there is no rule {code}: {_nearest(code)}")
    rule = shown(entry, read(_proofs(), entry.library), Catalog())
    if format is Format.JSON:
        typer.echo(json.dumps(as_dict(rule), indent=1, ensure_ascii=False))
    else:
        typer.echo("\n".join(text(rule)))


def _chosen(names: list[str], level: str | None) -> Iterator[Entry]:
    """The rules of the libraries named (all, if none is) and of a level.

    Raises:
        BadOption: a library has no rules, or there is no such level.
    """
    from apidb.names import import_name
    from codemods.records import Safety
    from migrator.rules import entries, libraries

    wanted = {import_name(name) for name in names}
    if unknown := wanted - set(libraries()):
        raise BadOption(f"--library {', '.join(sorted(unknown))}: no rules; there are some for {', '.join(libraries())}")
    if level is not None and level not in list(Safety):
        raise BadOption(f"--level {level}: expected {', '.join(Safety)}")
    for entry in entries():
        if (not wanted or entry.library in wanted) and (level is None or entry.safety == level):
            yield entry


def _with_proofs(chosen: Iterator[Entry]) -> Iterator[Shown]:
    from itertools import groupby

    from codemods.proofs import read
    from migrator.rule_text import shown

    for library, group in groupby(chosen, key=lambda e: e.library):
        proofs = read(_proofs(), library)
        yield from (shown(entry, proofs) for entry in group)


def _nearest(asked: str) -> str:
    """What the user may have meant: codes like it, or the rules about a symbol of that name."""
    from migrator.rules import entries

    about = [e.code for e in entries() if any(asked in (s, s.rpartition(".")[2]) or s.endswith(f".{asked}") for s in e.symbols)]
    codes = about or difflib.get_close_matches(asked.upper(), [e.code for e in entries()], n=5, cutoff=0.5)
    return f"did you mean {', '.join(codes[:8])}?" if codes else "`migrate rules` lists all codes"


def _proofs() -> Path:
    from apidb.paths import data_dir

    return data_dir() / "proofs"
