"""Recall of the database against tables of changes that others keep, read where they are installed.

    python -m tools.eval_tables --tensorflow FOLDER --torchfix deprecated_symbols.yaml --numpy PYTHON [--misses]

`--tensorflow` is the folder tensorflow/tools/compatibility of an installed TensorFlow, which says what tf_upgrade_v2 renames
(names, keywords of functions) and of which functions the parameters have another order. `--torchfix` is the file in its
wheel; names that were removed count. `--numpy` is an interpreter with numpy 1: ruff's NPY201 is asked of every name that it has.

A name is *known* when the database is certain that the newest release lacks it, a keyword when the database has a change of
it, an order when the parameters before and after differ in the database too.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from apidb import Catalog, Library
from apidb.records import ChangeKind

GONE = (ChangeKind.REMOVED, ChangeKind.MOVED, ChangeKind.RENAMED)
KEYWORD = (ChangeKind.KEYWORD_RENAMED, ChangeKind.KEYWORD_REMOVED, ChangeKind.KEYWORD_ONLY)
Names = dict[str, str | None]  # what is gone → what it is now


def assigned(place: Path, name: str) -> dict[str, Any]:
    """The literal dict that a source file assigns to a variable, or to an attribute of that name; empty: there is none."""
    for node in ast.walk(ast.parse(place.read_text(encoding="utf-8"))):
        match node:
            case ast.Assign(targets=[ast.Name(id=said) | ast.Attribute(attr=said)], value=ast.Dict() as table) if said == name:
                found: dict[str, Any] = ast.literal_eval(table)
                return found
            case _:
                pass
    return {}


def spelled(name: str) -> str:
    return re.sub(r"^tf\.", "tensorflow.", name)


def tensorflow_names(folder: Path) -> Names:
    """TensorFlow's renames, its own and those it adds by hand."""
    found = assigned(folder / "renames_v2.py", "renames")
    found |= assigned(folder / "all_renames_v2.py", "manual_symbol_renames")
    return {spelled(old): spelled(new) for old, new in found.items()}


def tensorflow_keywords(folder: Path) -> dict[str, dict[str, str | None]]:
    """Function → its keywords that are renamed or (None) gone."""
    found = assigned(folder / "tf_upgrade_v2.py", "function_keyword_renames")
    return {spelled(function): keywords for function, keywords in found.items() if not function.startswith("*")}


def tensorflow_orders(folder: Path) -> list[str]:
    """The functions whose parameters have another order, or which lost one in the middle."""
    return [spelled(name) for name in assigned(folder / "reorders_v2.py", "reorders")]


def torchfix_names(place: Path) -> Names:
    """The symbols of torchfix that have been removed."""
    out: Names = {}
    for block in place.read_text(encoding="utf-8").split("- name:")[1:]:
        fields = dict(re.findall(r"^\s*(\w+):[ \t]*(\S*)", block, re.M))
        if fields.get("remove_pr"):
            out[block.split()[0]] = fields.get("replacement") or None
    return out


def numpy_names(python: Path) -> Names:
    """What ruff's NPY201 says of every public name of an old numpy."""
    listing = "import numpy; print('\\n'.join(n for n in dir(numpy) if n[0] != '_'))"
    names = subprocess.check_output([python, "-c", listing], text=True).split()
    out: Names = {}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "names.py"
        place.write_text("import numpy as np\n" + "".join(f"np.{name}\n" for name in names))
        ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "NPY201", "--output-format", "json"]
        said = json.loads(subprocess.run([*ruff, str(place)], capture_output=True, text=True, check=False).stdout)
    for finding in said:
        name = names[finding["location"]["row"] - 2]
        replacement = re.search(r"Use `(?:np|numpy)\.([\w.]+)` (?:instead|on)", finding["message"])
        out[f"numpy.{name}"] = f"numpy.{replacement[1]}" if replacement else None
    return out


def judge_names(title: str, table: Names, catalog: Catalog, *, misses: bool) -> None:
    """Print how many of a table's names are known to be gone, and of how many the same replacement is named.

    A name of a module that is left to another library's database is counted apart.
    """
    missed: list[str] = []
    other: list[str] = []
    left: list[str] = []
    direct = named = 0
    for old, new in sorted(table.items()):
        library = catalog.library(old)
        if library is None or not library.intervals(old):
            left.append(old)
        elif not library.absent(old, library.newest):
            missed.append(old)
        elif new and library.has(new, library.newest):
            direct += 1
            told = [c.new for c in library.history(old).changes if c.kind in GONE and c.new]
            same = any(library.identity(t) == library.identity(new) for t in told)
            named += same
            if not same:
                other.append(f"{old} → {new}, not {told[-1] if told else 'told'}")
    count = len(table) - len(left)
    print(f"{title}: {count - len(missed)} of {count} known to be gone; replacement named for {named} of {direct}")
    print(f"{title}: {len(left)} more have never been in the database")
    if misses:
        tell("miss", missed)
        tell("other", other)
        tell("never", left)


def judge_keywords(table: Mapping[str, Mapping[str, str | None]], catalog: Catalog, *, misses: bool) -> None:
    """Print how many of a table's keywords have a change; of functions that the newest release still has."""
    missed = []
    total = same = 0
    for function, keywords in sorted(table.items()):
        library = catalog.library(function)
        if library is None or not library.has(function, library.newest) or not library.intervals(function):
            continue
        changes = [c for c in library.history(function).changes if c.kind in KEYWORD]
        for old, new in keywords.items():
            total += 1
            found = [c for c in changes if c.old == old]
            same += any(c.new == new for c in found)
            if not found:
                missed.append(f"{function} {old} → {new}")
    print(f"tensorflow's keywords: {total - len(missed)} of {total} have a change; the same new one for {same}")
    if misses:
        tell("miss", missed)


def judge_orders(functions: Iterable[str], catalog: Catalog, before: str, *, misses: bool) -> None:
    """Print of how many functions the database has other parameters now than in the release `before`."""

    def parameters(library: Library, path: str, release: str) -> tuple[str, ...] | None:
        symbol = library.resolve(path, release)
        return tuple(p.name for p in symbol.signature.positional) if symbol and symbol.signature else None

    missed = []
    total = 0
    for function in functions:
        library = catalog.library(function)
        if library is None or not library.has(function, library.newest) or not library.has(function, before):
            continue
        total += 1
        if parameters(library, function, before) == parameters(library, function, library.newest):
            missed.append(function)
    print(f"tensorflow's orders: {total - len(missed)} of {total} functions have other parameters than in {before}")
    if misses:
        tell("miss", missed)


def tell(word: str, lines: Iterable[str]) -> None:
    for line in lines:
        print(f"  {word} {line}")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tensorflow", type=Path, help="the folder tensorflow/tools/compatibility of an installed TensorFlow")
    parser.add_argument("--torchfix", type=Path, help="deprecated_symbols.yaml of a torchfix wheel")
    parser.add_argument("--numpy", type=Path, help="an interpreter with numpy 1; ruff is asked about its names")
    parser.add_argument("--misses", action="store_true", help="list what is not known, and what has another replacement")
    options = parser.parse_args(arguments)
    catalog = Catalog()
    tables: dict[str, Callable[[Path], Names]] = {
        "tensorflow": tensorflow_names,
        "torchfix": torchfix_names,
        "numpy": numpy_names,
    }
    for title, read in tables.items():
        if (place := getattr(options, title)) is not None:
            judge_names(title, read(place), catalog, misses=options.misses)
    if options.tensorflow:
        judge_keywords(tensorflow_keywords(options.tensorflow), catalog, misses=options.misses)
        judge_orders(tensorflow_orders(options.tensorflow), catalog, "1.15", misses=options.misses)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
