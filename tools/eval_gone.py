"""Is anything there that the database says is gone? Asked of an installed release.

    python -m tools.eval_gone LIBRARY --python PYTHON

Every path that any release has had (names, modules, members of classes) and that the database is certain to be absent from the
release nearest to the installed one is looked up there; so is every keyword that a function is said to have lost. Printed is
what is there: each line is a false fact. Signatures of compiled functions can't be asked, so their keywords are not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from apidb import Catalog, Library
from apidb.names import distributions
from apidb.records import ChangeKind

LOOK = """
import importlib, inspect, json, os, sys, warnings
from importlib.metadata import PackageNotFoundError, version
os.environ.update(MPLBACKEND="Agg", TF_CPP_MIN_LOG_LEVEL="3")
warnings.simplefilter("ignore")
asked = json.load(sys.stdin)

def look(path):
    parts = path.split(".")
    found = importlib.import_module(parts[0])
    for n, part in enumerate(parts[1:], 2):
        try:
            found = getattr(found, part)
        except Exception:
            if not inspect.ismodule(found):
                raise
            found = importlib.import_module(".".join(parts[:n]))
    return found

def there(path):
    try:
        look(path)
    except BaseException:  # a module that exits when it is imported
        return False
    return True

def takes(path, keyword):
    try:
        return keyword in inspect.signature(look(path)).parameters
    except Exception:
        return False

def installed(names):
    for name in names:
        try:
            return version(name)
        except PackageNotFoundError:
            pass

if "names" in asked:
    answer = [path for path in asked["names"] if there(path)] + [f"{p} {k}=" for p, k in asked["keywords"] if takes(p, k)]
else:
    answer = installed(asked["distributions"])
sys.stdout.flush()
print("\\n" + json.dumps(answer))
"""


def ask(python: Path, question: object) -> object:
    """What an interpreter answers to a question of `LOOK`."""
    done = subprocess.run(
        [str(python), "-c", LOOK], input=json.dumps(question), capture_output=True, text=True, timeout=1800, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def paths(library: Library) -> set[str]:
    """Every public path that the database lists in some release; inherited members by the class that defines them."""
    db = library._tables.db
    found = {path for (path,) in db.execute("SELECT path FROM names UNION SELECT path FROM modules")}
    found |= {symbol for (symbol,) in db.execute("SELECT DISTINCT symbol FROM changes")}
    members = "SELECT DISTINCT o.public || '.' || m.name FROM members m JOIN objects o ON o.id = m.class WHERE o.public NOT NULL"
    return found | {path for (path,) in db.execute(members)}


def lost_keywords(library: Library, release: str) -> Iterator[tuple[str, str]]:
    """The keywords that functions have lost up to a release and do not have in it."""
    kinds = (ChangeKind.KEYWORD_RENAMED, ChangeKind.KEYWORD_REMOVED)
    for change in library.changes_between(library.releases[0].version, release):
        symbol = library.resolve(change.symbol, release) if change.kind in kinds else None
        if symbol is None or symbol.signature is None or change.old is None:
            continue
        if symbol.signature.get(change.old) is None and not symbol.signature.takes_any_keyword:
            yield change.symbol, change.old


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("library", help="by its import name")
    parser.add_argument("--python", type=Path, required=True, help="the interpreter that has it installed")
    options = parser.parse_args(arguments)
    library = Catalog().library(options.library)
    version = ask(options.python, {"distributions": distributions(options.library)})
    if library is None or not isinstance(version, str):
        parser.error(f"there is no database of {options.library}, or {options.python} does not have it")
    release = library.nearest(version)
    gone = sorted(path for path in paths(library) if library.absent(path, release))
    keywords = sorted(set(lost_keywords(library, release)))
    found = ask(options.python, {"names": gone, "keywords": keywords})
    assert isinstance(found, list)
    print(f"{library.name} {version}, compared as {release}: {len(gone)} paths and {len(keywords)} keywords are called gone")
    print(f"{len(found)} of them are there", *found, sep="\n  ")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
