"""Interpreters of all ages on this machine, and environments made with their own pip."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from runner.errors import NoEnvironment

# The newest pip that runs on the Python, and accepts the metadata of its time.
PIP = {"2.7": "20.3.4", "3.4": "19.1.1", "3.5": "20.3.4", "3.6": "21.3.1"}
PIP_ELSE = "24.0"
VIRTUALENV = "20.15.1"  # the newest that makes environments of Python 2.7
# Old sdists are built with what was new in their time.
BUILD_TOOLS = ("setuptools<58", "wheel<0.38")
_DROPPED = ("PYTHONPATH", "VIRTUAL_ENV", "PIP_CONSTRAINT")


def run(words: Sequence[str | Path], what: str, *, env: Mapping[str, str] | None = None) -> str:
    """Run a command; return its stdout. Raises NoEnvironment, with its last words, if it fails."""
    clean = {k: v for k, v in os.environ.items() if k not in _DROPPED}
    try:
        done = subprocess.run([str(w) for w in words], capture_output=True, text=True, env=env or clean, check=False)
    except OSError as error:
        raise NoEnvironment(f"{what} failed: {words[0]}: {error.strerror or error}") from None
    if done.returncode:
        raise NoEnvironment(f"{what} failed:\n{(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def minor(version: str) -> str:
    """3.6 of 3.6.15."""
    return ".".join(version.split(".")[:2])


def interpreters() -> dict[str, Path]:
    """The interpreters at hand, by minor version: of pyenv, of uv, and on the path; the newest patch of each."""
    found: dict[tuple[int, ...], Path] = {}
    roots = [Path(r) for r in (os.environ.get("PYENV_ROOT"), Path.home() / ".pyenv") if r]
    for root in roots:
        for folder in root.glob("versions/*"):
            if re.fullmatch(r"\d+\.\d+\.\d+", folder.name) and (folder / "bin" / "python").exists():
                found.setdefault(tuple(map(int, folder.name.split("."))), folder / "bin" / "python")
    if uv := shutil.which("uv"):
        try:
            listed = json.loads(run([uv, "python", "list", "--only-installed", "--output-format", "json"], "asking uv"))
        except (NoEnvironment, ValueError):
            listed = []
        for one in listed:
            if one.get("implementation", "cpython") == "cpython" and re.fullmatch(r"\d+\.\d+\.\d+", one["version"]):
                found.setdefault(tuple(map(int, one["version"].split("."))), Path(one["path"]))
    newest = {f"{v[0]}.{v[1]}": path for v, path in sorted(found.items())}
    for name in ("2.7", *(f"3.{n}" for n in range(4, 20))):
        if name not in newest and (place := shutil.which(f"python{name}")):
            newest[name] = Path(place)
    return newest


def find_python(version: str) -> Path:
    """The interpreter of exactly this version, from pyenv, else from uv (which may download it).

    Raises NoEnvironment if neither has it.
    """
    for root in (os.environ.get("PYENV_ROOT"), Path.home() / ".pyenv"):
        if root is not None and (python := Path(root, "versions", version, "bin", "python")).exists():
            return python
    if uv := shutil.which("uv"):
        run([uv, "python", "install", version], f"installing Python {version}")
        return Path(run([uv, "python", "find", version], f"finding Python {version}").strip())
    raise NoEnvironment(f"Python {version} is neither among pyenv's versions nor is uv there to bring it; install one of them")


def create(python: Path, version: str, folder: Path) -> None:
    """An empty environment with a pip that runs on `version`. Raises NoEnvironment."""
    if minor(version) == "2.7":
        tool = folder.with_name(f"{folder.name}-virtualenv")
        run([python, "-m", "pip", "install", "-q", "--target", tool, f"virtualenv=={VIRTUALENV}"], "getting virtualenv")
        command = f"import sys; sys.path.insert(0, {str(tool)!r}); from virtualenv import cli_run; cli_run(sys.argv[1:])"
        run([python, "-c", command, folder, "--no-download"], "virtualenv")
        shutil.rmtree(tool)
    else:
        run([python, "-m", "venv", folder], "venv")
    old = tuple(map(int, minor(version).split("."))) < (3, 10)
    tools = [f"pip=={PIP.get(minor(version), PIP_ELSE)}", *(BUILD_TOOLS if old else ())]
    install(folder / "bin" / "python", tools, "pip")


def install(
    python: Path, requirements: Sequence[str], what: str, *, options: Sequence[str] = (), env: Mapping[str, str] | None = None
) -> None:
    """pip install, in the environment of `python`. Raises NoEnvironment."""
    quiet = ["-q", "--disable-pip-version-check", "--prefer-binary", *options]
    run([python, "-m", "pip", "install", *quiet, *requirements], f"installing {what} ({', '.join(requirements)})", env=env)


def installed(python: Path) -> dict[str, str]:
    """Distributions and versions in the environment of `python`, pip's own tools left out. Raises NoEnvironment."""
    listing = json.loads(run([python, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"], "pip list"))
    return {d["name"].lower(): d["version"] for d in listing if d["name"] not in ("pip", "setuptools", "wheel")}


def patch_of(python: Path) -> str:
    """The full version of an interpreter. Raises NoEnvironment."""
    return run([python, "-c", "import sys; print('.'.join(map(str, sys.version_info[:3])))"], f"asking {python}").strip()
