"""Environments of the past: an old Python with the releases of its time, made once and kept.

    python -m tools.pastenv HOME python==3.6.15 pandas==0.20.3 scikit-learn==0.18.2

prints the environment's interpreter. Modern resolvers refuse old metadata (`pytz>=2011k`), so the old Python's own pip
installs, and what the pins leave open is held to releases of their time: the newest release of a dependency would run
on that Python, but not with those libraries. ipykernel comes last, held by what is there, so that notebooks run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
from collections.abc import Mapping
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from runner.errors import NoEnvironment
from runner.pythons import create, find_python, install, installed

if TYPE_CHECKING:
    from pypi_simple import PyPISimple

AFTER = timedelta(days=180)  # how long after the newest pin a dependency may have come out


def environment_folder(pins: Mapping[str, str], home: Path) -> Path:
    """Where the environment with these pins is, or would be."""
    pins = {name.lower(): version for name, version in pins.items()}
    python = pins.pop("python")
    label = "-".join([f"py{python}", *(f"{n}{v}" for n, v in sorted(pins.items()))])
    key = hashlib.sha256(json.dumps([python, pins], sort_keys=True).encode()).hexdigest()[:10]
    return home / f"{label[:80]}-{key}"


def past_environment(pins: Mapping[str, str], home: Path) -> Path:
    """The interpreter of an environment with exactly these pins; made under `home` unless it is there already.

    `pins` maps distribution names, and `python`, to versions. Raises NoEnvironment.
    """
    folder = environment_folder(pins, home)
    pins = {name.lower(): version for name, version in pins.items()}
    python = pins.pop("python")
    interpreter = folder / "bin" / "python"
    if (folder / "complete").exists():
        return interpreter
    shutil.rmtree(folder, ignore_errors=True)
    create(find_python(python), python, folder)
    install(interpreter, [f"{n}=={v}" for n, v in pins.items()], "the pins")
    if late := too_new(installed(interpreter), pins, python):
        install(interpreter, [f"{n}=={v}" for n, v in (*pins.items(), *late.items())], "dependencies of that time")
    install(interpreter, ["ipykernel", *(f"{n}=={v}" for n, v in installed(interpreter).items())], "ipykernel")
    (folder / "complete").write_text(json.dumps(installed(interpreter), indent=1, sort_keys=True) + "\n")
    return interpreter


def too_new(found: Mapping[str, str], pins: Mapping[str, str], python: str) -> dict[str, str]:
    """For each dependency that came out long after the pins: its newest release of their time."""
    from pypi_simple import PyPISimple

    with PyPISimple() as client:
        dates = {n: releases(client, n, python) for n in found}
    newest = max((dates[n][v] for n, v in pins.items() if v in dates.get(n, {})), default=None)
    if newest is None:
        return {}
    older = {}
    for name, version in found.items():
        known = dates[name]
        if name in pins or known.get(version, newest) <= newest + AFTER:
            continue
        if in_time := [v for v, day in known.items() if day <= newest + AFTER]:
            older[name] = in_time[-1]
    return older


def releases(client: PyPISimple, name: str, python: str) -> dict[str, date]:
    """Final releases of a project that install on `python`, oldest first, with the day they came out."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet
    from packaging.version import InvalidVersion, Version

    found: dict[Version, date] = {}
    for package in client.get_project_page(name).packages:
        try:
            version = Version(package.version or "")
            admitted = SpecifierSet(package.requires_python or "").contains(python)
        except (InvalidVersion, InvalidSpecifier):
            continue
        if not admitted or package.is_yanked or version.is_prerelease or package.upload_time is None:
            continue
        day = package.upload_time.date()
        found[version] = min(found.get(version, day), day)
    return {str(v): found[v] for v in sorted(found)}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("home", type=Path, help="folder of the environments")
    parser.add_argument("pins", nargs="+", help="python==VERSION NAME==VERSION …")
    args = parser.parse_args()
    try:
        print(past_environment(dict(pin.split("==") for pin in args.pins), args.home))
    except NoEnvironment as error:
        print(f"pastenv: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
