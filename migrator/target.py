"""The target's versions: read from the interpreter the notebook will run in, told by the user, or the newest known."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from apidb.names import distributions, import_name
from codemods.era import Target
from migrator.errors import BadInterpreter

if TYPE_CHECKING:
    from apidb import Catalog

# Runs in the target interpreter, of whatever Python 3: import names in, versions out. The current folder, which Python puts
# first, is not looked into: modules beside a notebook are not run.
_ASK = """
import sys
sys.path[:] = [p for p in sys.path if p]
import json
try:
    from importlib.metadata import version
except ImportError:
    from pkg_resources import get_distribution
    version = lambda name: get_distribution(name).version
found = {"python": ".".join(map(str, sys.version_info[:3]))}
for name, candidates in json.loads(sys.argv[1]).items():
    for candidate in candidates:
        try:
            found[name] = version(candidate)
            break
        except Exception:
            pass
print(json.dumps(found))
"""


def import_names(told: Mapping[str, str]) -> dict[str, str]:
    """Versions by import name, from versions by distribution or import name."""
    return {import_name(name): version for name, version in told.items()}


def target_of(python: Path | None, told: Mapping[str, str], imported: Iterable[str], catalog: Catalog) -> Target:
    """The target for a notebook that imports these names; what the user tells (`--target`) stands above all.

    Raises:
        BadInterpreter: `python` can't be run.
    """
    names = sorted({*imported, "python"})
    if python is not None:
        versions, source = ask(python, names, catalog), f"installed in {python}"
    else:
        versions, source = newest(names, catalog), "the newest releases in the database"
    told = import_names(told)
    if told:
        source = "told by the user; otherwise " + source
    return Target({**versions, **told}, source)


def newest(names: Iterable[str], catalog: Catalog) -> dict[str, str]:
    """The newest release that the database knows, for each library that it knows."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for name in names:
        library = catalog.library(name) if name != "python" else None
        if library is not None:
            found[name] = library.newest
    return found


def ask(python: Path, names: Iterable[str], catalog: Catalog) -> dict[str, str]:
    """The versions installed in another interpreter, by import name.

    Raises:
        BadInterpreter: it can't be run, or does not answer.
    """
    candidates = {name: [*distributions(name), *_mined(name, catalog)] for name in names}
    try:
        done = subprocess.run(
            [str(python), "-c", _ASK, json.dumps(candidates)], capture_output=True, text=True, timeout=60, check=True
        )
        versions: dict[str, str] = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        detail = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
        raise BadInterpreter(f"{python}: can't be used as the target interpreter: {detail[-1] if detail else error}") from error
    return versions


def _mined(name: str, catalog: Catalog) -> Iterator[str]:
    """The distribution that a database says to bring an import name."""
    library = catalog.library(name) if name != "python" else None
    if library is not None and name in library.imports:
        yield library.name
