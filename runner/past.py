"""An environment of the past: the Python and the releases that a notebook had in its time, made once and kept."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from runner.errors import NoEnvironment, NoKernel
from runner.local import run_local
from runner.notebooks import of_cells
from runner.pythons import create, install, installed, interpreters, patch_of
from runner.records import Limits
from runner.timemachine import Index, served

# The first day of each Python.
BORN = {
    "2.7": "2010-07-03", "3.4": "2014-03-16", "3.5": "2015-09-13", "3.6": "2016-12-23", "3.7": "2018-06-27", "3.8": "2019-10-14",
    "3.9": "2020-10-05", "3.10": "2021-10-04", "3.11": "2022-10-24", "3.12": "2023-10-02", "3.13": "2024-10-07",
    "3.14": "2025-10-07",
}  # fmt: skip
_SETTLED = 270  # days until the libraries of its time had builds for a new Python


@dataclass(frozen=True, slots=True)
class Wanted:
    """A library that the notebook imports: under which names its distribution may be, and what limits its version."""

    module: str
    distributions: tuple[str, ...]
    specifier: str = ""  # ==0.20.3, <=0.25.3


@dataclass(frozen=True, slots=True)
class Lacking:
    """A library that could not be had, and why."""

    module: str
    reason: str


@dataclass(frozen=True, slots=True)
class Past:
    """An environment: its interpreter, what is in it, what is not, and the projects that are later than asked (day)."""

    python: Path
    version: str
    day: date
    installed: Mapping[str, str]
    lacking: tuple[Lacking, ...] = ()
    late: Mapping[str, str] = field(default_factory=dict)


def choose_python(day: date, told: str | None) -> tuple[str, Path]:
    """The minor version, of the interpreters at hand, that is closest to what the notebook had.

    `told`: what is known of its Python (2, 3, 3.6, 3.6.5); None: nothing.
    Raises NoEnvironment where none fits.
    """
    at_hand = interpreters()
    major = (told or "3").split(".")[0]
    known = [name for name in BORN if name.split(".")[0] == major]
    if told and told.count("."):
        ideal = ".".join(told.split(".")[:2])
    else:
        settled = [name for name in known if (day - date.fromisoformat(BORN[name])).days >= _SETTLED]
        ideal = settled[-1] if settled else known[0]
    order = sorted(known, key=lambda name: (_number(name) < _number(ideal), abs(_number(name) - _number(ideal))))
    # A later Python takes releases of its own time; an earlier one may lack the language.
    for name in order:
        if name in at_hand and (name == ideal or abs(_number(name) - _number(ideal)) <= 2):
            return name, at_hand[name]
    have = ", ".join(at_hand) or "none"
    raise NoEnvironment(
        f"Python {ideal} is wanted, or one close to it; here: {have}. Install it: uv python install {ideal}, or pyenv"
    )


def _number(name: str) -> int:
    major, minor = map(int, name.split("."))
    return major * 100 + minor


def environment(wanted: Sequence[Wanted], day: date, told: str | None, home: Path) -> Past:
    """The environment with the releases of `day`; made under `home`, unless it is there already.

    What can't be had doesn't cost the others: it is in `lacking`.
    Raises NoEnvironment where not even an empty one can be made, MissingPart where a group of this tool is missing.
    """
    name, python = choose_python(day, told)
    key = json.dumps([name, day.isoformat(), sorted((w.module, w.distributions, w.specifier) for w in wanted)])
    folder = home / f"py{name}-{day.isoformat()}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
    record = folder / "past.json"
    if record.exists():
        return _loaded(record, folder)
    shutil.rmtree(folder, ignore_errors=True)
    home.mkdir(parents=True, exist_ok=True)
    create(python, patch_of(python), folder)
    interpreter = folder / "bin" / "python"
    with served(day, name) as index:
        lacking = tuple(_fill(interpreter, wanted, index))
        held = installed(interpreter)
        late = {name: day.isoformat() for name, day in index.late.items() if name in held}
        _kernel(interpreter, held, index)
    lacks = [[one.module, one.reason] for one in lacking]
    record.write_text(
        json.dumps(
            {
                "version": patch_of(python),
                "day": day.isoformat(),
                "lacking": lacks,
                "late": late,
            }
        )
    )
    return _loaded(record, folder)


def _loaded(record: Path, folder: Path) -> Past:
    told = json.loads(record.read_text())
    python = folder / "bin" / "python"
    lacking = tuple(Lacking(*pair) for pair in told["lacking"])
    return Past(python, told["version"], date.fromisoformat(told["day"]), installed(python), lacking, told["late"])


def _fill(python: Path, wanted: Sequence[Wanted], index: Index) -> Iterator[Lacking]:
    """Install all that can be had; yields what can't."""
    requirements: dict[str, Wanted] = {}
    for one in wanted:
        name = next((n for n in one.distributions if index.offers(n)), None)
        if name is None:
            had = " or ".join(one.distributions)
            yield Lacking(one.module, f"no release of {had} of that time, for this Python")
        else:
            requirements[_requirement(name, one.specifier, index)] = one
    try:
        _install(python, list(requirements), index)
    except NoEnvironment:
        # One by one, those that came before held as they are.
        for requirement, one in requirements.items():
            held = [f"{n}=={v}" for n, v in installed(python).items()]
            try:
                _install(python, [requirement, *held], index)
            except NoEnvironment as error:
                yield Lacking(one.module, _last_words(str(error)))


def _requirement(name: str, specifier: str, index: Index) -> str:
    """What pip is asked for: the release that was had, or, if only a compiler could install it, the next that was built."""
    from packaging.specifiers import SpecifierSet

    offers, admitted = index.offers(name), SpecifierSet(specifier)
    fitting = [offer for offer in offers if offer.version in admitted]
    built = sorted((offer for offer in offers if offer.built), key=lambda offer: offer.version)
    if not built or any(offer.wheel for offer in fitting):
        return f"{name}{specifier}"
    later = [offer for offer in built if not fitting or offer.version > max(f.version for f in fitting)] or built[-1:]
    index.late[name.lower()] = later[0].day
    return f"{name}=={later[0].version}"


def _install(python: Path, requirements: Sequence[str], index: Index) -> None:
    if requirements:
        options = ["--index-url", index.url, "--trusted-host", "127.0.0.1"]
        install(python, requirements, "the releases of that time", options=options, env=_pip_environment())


def _pip_environment() -> dict[str, str]:
    """The user's environment without what would lead pip to another index; certificates and proxies stay."""
    kept = ("PIP_CERT", "PIP_PROXY", "PIP_DEFAULT_TIMEOUT", "PIP_CACHE_DIR")
    own = {k: v for k, v in os.environ.items() if k in kept or not k.startswith(("PIP_", "PYTHONPATH", "VIRTUAL_ENV"))}
    # Old sources were written for old compilers, which let more pass.
    return own | {"PIP_CONFIG_FILE": os.devnull, "CFLAGS": os.environ.get("CFLAGS", "-fpermissive -w")}


def _last_words(error: str) -> str:
    lines = [line.strip() for line in error.splitlines() if line.strip()]
    telling = [line for line in lines if line.startswith(("ERROR", "error:"))]
    return (telling or lines)[-1][:300]


def _kernel(python: Path, held: Mapping[str, str], index: Index) -> None:
    """ipykernel beside what is there: of the time, because it reaches into the plotting library; else any that fits.

    Not all that was published in a time worked together: so it is tried.
    """
    kept = [f"{n}=={v}" for n, v in held.items()]
    try:
        _install(python, ["ipykernel", *kept], index)
        if _starts(python):
            return
    except NoEnvironment:
        pass
    try:
        install(python, ["--upgrade", "--upgrade-strategy", "eager", "ipykernel", *kept], "ipykernel")
    except NoEnvironment:
        install(python, ["--upgrade", "ipykernel"], "ipykernel")


def _starts(python: Path) -> bool:
    """Whether the interpreter's kernel runs a cell."""
    with TemporaryDirectory() as home:
        try:
            done = run_local(Path(home, "trial.ipynb"), python, Limits(total=60), notebook=of_cells(["1"]))
        except NoKernel:
            return False
    return done.outcome.clean


def cache_home() -> Path:
    """Where environments of the past are kept: in the user's cache."""
    from platformdirs import user_cache_path

    return user_cache_path("nbmigrate") / "past"
