"""What inference knows of real notebooks, where nobody has written down the truth.

    python -m tools.eval_real NOTEBOOKS.json [--edited append,sort] [--unknown 40]
    python -m tools.eval_real NOTEBOOKS.json --ty TY --python PYTHON [--show 5]

NOTEBOOKS.json maps ids to paths. Printed: the share of library-looking receivers that have one certain class. Such are
those of a library class, and those of which nothing is known with an attribute that some library receiver in these
notebooks has too. --edited NAMES lists every access to these attributes that the migration edits, with its receiver, to
be checked by hand, and how many others it left alone. With --ty, the type checker of that name is asked as well, about
the releases that PYTHON has: where both have an answer and the answers differ, kinds and places are listed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from apidb.names import LIBRARIES, library_of
from migrator import typing_report
from migrator.pipeline import Options, meaning_of, migrate_file, open_file
from migrator.typing_report import Receiver
from tools import ask_ty

_BUILTIN = ("builtins.", "types.", "contextlib.")


@dataclass(frozen=True, slots=True)
class Notebook:
    """The receivers of one notebook; `lines` are its stored lines by cell and number, `seconds` of CPU time."""

    id: str
    path: Path
    receivers: Sequence[Receiver]
    lines: Mapping[tuple[int, int], str]
    seconds: float

    def code(self, receiver: Receiver) -> str:
        return self.lines[receiver.cell, receiver.line].strip()


def read(name: str, path: Path) -> Notebook:
    """Infer the receivers of one notebook.

    Raises DocumentError where it can't be read.
    """
    document = open_file(path, Options())
    trees = typing_report.located(document)
    start = time.process_time()
    inference = meaning_of(document, trees, Options(), beside=path.parent)
    spent = time.process_time() - start
    found = typing_report.receivers(document, trees, inference)
    return Notebook(name, path, found, typing_report.lines(document), spent)


def is_library(receiver: Receiver) -> bool:
    """Are all classes that it may have a library's?"""
    return bool(receiver.types) and all(
        ":" not in name and not name.startswith(_BUILTIN) and "." in name and not name.startswith("__main__.")
        for name in receiver.types
    )


_BROKEN = re.compile(r"(?:what|no database knows) (?:\w+ of )?([a-zA-Z_]\w*)\.")


def foreign(receiver: Receiver) -> bool:
    """Does the chain to an unknown receiver break at a library for which there is no database?"""
    broken = _BROKEN.match(receiver.because.rpartition(": ")[2])
    name = broken[1] if broken and not receiver.types else "builtins"
    return library_of(name) not in LIBRARIES and name not in sys.stdlib_module_names and name != "builtins"


def resolved(notebooks: Iterable[Notebook]) -> tuple[int, int, int, Counter[str]]:
    """Library receivers with one certain class; those of libraries without a database; all; where the chains broke."""
    everything = [r for notebook in notebooks for r in notebook.receivers]
    names = {r.attr for r in everything if r.certain and is_library(r)}
    looking = [r for r in everything if is_library(r) or (not r.types and r.attr in names)]
    broken = Counter(r.because.rpartition(": ")[2] for r in looking if not r.certain)
    return sum(r.certain for r in looking), sum(map(foreign, looking)), len(looking), broken


def edited(notebook: Notebook, names: frozenset[str]) -> tuple[list[tuple[Receiver, str]], int]:
    """The accesses to attributes of these names that the migration edits, with the code of the rule; how many it leaves."""
    result = migrate_file(notebook.path)
    spans: dict[int, list[tuple[tuple[int, int], tuple[int, int], str]]] = defaultdict(list)
    for applied in result.applied:
        span, code = applied.finding.span, applied.finding.code
        spans[applied.finding.cell].append(((span.line, span.col), (span.end_line, span.end_col), code))
    done, left = [], 0
    for receiver in notebook.receivers:
        if receiver.attr not in names:
            continue
        start, end = (receiver.line, receiver.col), (receiver.end_line, receiver.end_col)
        codes = sorted({code for first, last, code in spans[receiver.cell] if first == start and end < last})
        if codes:
            done.append((receiver, " ".join(codes)))
        else:
            left += 1
    return done, left


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("notebooks", type=Path)
    parser.add_argument("--ids", default="", help="only these")
    parser.add_argument("--edited", default="", help="names of attributes")
    parser.add_argument("--unknown", type=int, default=0, help="show that many of the commonest reasons")
    parser.add_argument("--ty", help="the command")
    parser.add_argument("--python", help="of the environment that ty looks into")
    parser.add_argument("--show", type=int, default=3, help="places shown of each kind of disagreement")
    options = parser.parse_args(arguments)
    wanted = set(filter(None, options.ids.split(",")))
    paths = {name: Path(path) for name, path in json.loads(options.notebooks.read_text()).items()}
    notebooks = [read(name, path) for name, path in sorted(paths.items()) if not wanted or name in wanted]
    known, others, looking, broken = resolved(notebooks)
    print(f"{len(notebooks)} notebooks, {sum(len(n.receivers) for n in notebooks)} receivers")
    print(f"library-looking {looking}, certain {known} ({known / max(1, looking):.1%})")
    print(f"  without the {others} that come from libraries that have no database: {known / max(1, looking - others):.1%}")
    print(f"{1000 * sum(n.seconds for n in notebooks) / max(1, len(notebooks)):.1f} ms CPU a notebook")
    for reason, count in broken.most_common(options.unknown):
        print(f"{count:6} {reason}")
    if options.edited:
        _print_edited(notebooks, frozenset(options.edited.split(",")))
    if options.ty:
        _print_disagreements(notebooks, options.ty, options.python, options.show)
    return 0


def _print_edited(notebooks: Iterable[Notebook], names: frozenset[str]) -> None:
    total = others = 0
    for notebook in notebooks:
        done, left = edited(notebook, names)
        total, others = total + len(done), others + left
        for r, codes in done:
            print(f"{notebook.id} cell {r.cell}, line {r.line}: {codes} .{r.attr} of {' or '.join(r.types)}: {notebook.code(r)}")
    print(f"{', '.join(sorted(names))}: {total} accesses edited, {others} left alone")


def _print_disagreements(notebooks: Iterable[Notebook], command: str, python: str | None, show: int) -> None:
    both = agreed = 0
    differing: dict[tuple[str, str], list[str]] = defaultdict(list)
    for notebook in notebooks:
        answers = ask_ty.ask(open_file(notebook.path, Options()), command, python)
        for receiver in notebook.receivers:
            theirs = answers.get((receiver.cell, receiver.line, receiver.col, receiver.end_line, receiver.end_col))
            if not receiver.certain or not theirs:
                continue
            both += 1
            if ask_ty.agree(receiver.types[0], theirs):
                agreed += 1
            else:
                place = (
                    f"{notebook.id} cell {receiver.cell}, line {receiver.line}, .{receiver.attr}: {notebook.code(receiver)[:100]}"
                )
                differing[receiver.types[0], " | ".join(sorted(theirs))].append(place)
    other = both - agreed
    print(f"both have an answer for {both}; they agree on {agreed}, differ on {other} ({other / max(1, both):.1%})")
    for (ours, theirs_), places in sorted(differing.items(), key=lambda item: -len(item[1])):
        print(f"{len(places):5} ours {ours}, theirs {theirs_}")
        for place in places[:show]:
            print(f"        {place}")


if __name__ == "__main__":
    sys.exit(main())
