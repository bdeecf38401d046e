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
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypi_simple import PyPISimple

# The newest pip that runs on the Python, and accepts the metadata of its time.
PIP = {"2.7": "20.3.4", "3.4": "19.1.1", "3.5": "20.3.4", "3.6": "21.3.1"}
PIP_ELSE = "24.0"
VIRTUALENV = "20.15.1"  # the newest that makes environments of Python 2.7
# Old sdists are built with what was new in their time.
BUILD_TOOLS = ("setuptools<58", "wheel<0.38")
AFTER = timedelta(days=180)  # how long after the newest pin a dependency may have come out


class PastEnvError(Exception):
    """An environment of the past can't be made; the message says which step failed and what it said."""


def run(words: Sequence[str | Path], what: str) -> str:
    """Run a command; return its stdout. Raises PastEnvError if it fails."""
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "PIP_CONSTRAINT")}
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, env=env, check=False)
    if done.returncode:
        raise PastEnvError(f"{what} failed:\n{(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def find_python(version: str) -> Path:
    """The interpreter of exactly this version, from pyenv, else from uv (which may download it).

    Raises PastEnvError if neither has it.
    """
    roots: list[str | Path | None] = [os.environ.get("PYENV_ROOT"), Path.home() / ".pyenv"]
    for root in roots:
        if root is None:
            continue
        python = Path(root, "versions", version, "bin", "python")
        if python.exists():
            return python
    if uv := shutil.which("uv"):
        run([uv, "python", "install", version], f"installing Python {version}")
        return Path(run([uv, "python", "find", version], f"finding Python {version}").strip())
    raise PastEnvError(f"Python {version} is neither among pyenv's versions nor is uv there to bring it")


def environment_folder(pins: Mapping[str, str], home: Path) -> Path:
    """Where the environment with these pins is, or would be."""
    pins = {name.lower(): version for name, version in pins.items()}
    python = pins.pop("python")
    label = "-".join([f"py{python}", *(f"{n}{v}" for n, v in sorted(pins.items()))])
    key = hashlib.sha256(json.dumps([python, pins], sort_keys=True).encode()).hexdigest()[:10]
    return home / f"{label[:80]}-{key}"


def past_environment(pins: Mapping[str, str], home: Path) -> Path:
    """The interpreter of an environment with exactly these pins; made under `home` unless it is there already.

    `pins` maps distribution names, and `python`, to versions. Raises PastEnvError.
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


def create(python: Path, version: str, folder: Path) -> None:
    """An empty environment with a pip that runs on `version`. Raises PastEnvError."""
    major, minor = map(int, version.split(".")[:2])
    if (major, minor) == (2, 7):
        tool = folder.with_name(f"{folder.name}-virtualenv")
        run([python, "-m", "pip", "install", "-q", "--target", tool, f"virtualenv=={VIRTUALENV}"], "getting virtualenv")
        command = f"import sys; sys.path.insert(0, {str(tool)!r}); from virtualenv import cli_run; cli_run(sys.argv[1:])"
        run([python, "-c", command, folder, "--no-download"], "virtualenv")
        shutil.rmtree(tool)
    else:
        run([python, "-m", "venv", folder], "venv")
    tools = [f"pip=={PIP.get(f'{major}.{minor}', PIP_ELSE)}", *(BUILD_TOOLS if (major, minor) < (3, 10) else ())]
    install(folder / "bin" / "python", tools, "pip")


def install(python: Path, requirements: Sequence[str], what: str) -> None:
    """pip install, in the environment of `python`. Raises PastEnvError."""
    quiet = ["-q", "--disable-pip-version-check", "--prefer-binary"]
    run([python, "-m", "pip", "install", *quiet, *requirements], f"installing {what} ({', '.join(requirements)})")


def installed(python: Path) -> dict[str, str]:
    """Distributions and versions in the environment of `python`, pip's own tools left out."""
    listing = json.loads(run([python, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"], "pip list"))
    return {d["name"].lower(): d["version"] for d in listing if d["name"] not in ("pip", "setuptools", "wheel")}


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
    except PastEnvError as error:
        print(f"pastenv: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
