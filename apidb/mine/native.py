"""Defaults that only compiled code has: xgboost's parameter structs, LightGBM's configuration.

They are declared in C++, which no wheel holds; it is read from the source archives, of the last patch of each minor.
"""

from __future__ import annotations

import json
import re
import tarfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import PurePosixPath

from apidb.errors import UnreadableReleaseError
from apidb.mine.fetch import archive_members
from apidb.mine.index import Published, published
from apidb.names import Source
from apidb.paths import cache_dir
from apidb.records import Change, ChangeKind, Confidence
from apidb.versions import nearest

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
STRUCT = re.compile(r"DMLC_DECLARE_PARAMETER\((\w+)\)|^struct (\w+)", re.M)
FIELD = re.compile(r"DMLC_DECLARE_FIELD\((\w+)\)(.*?)(?=DMLC_DECLARE_|\Z)", re.S)
ENUM = re.compile(r'\.add_enum\(\s*"([^"]*)"\s*,\s*([^()]*(?:\([^()]*\))?[^()]*)\)')
INITIALISED = re.compile(r"^  (?:const )?[\w:]+(?:<[^;=]*>)? (\w+)\s*=\s*([^;]+);", re.M)
CONSTANT = re.compile(r"\bconst(?:expr)?\b[\w: ]*? (\w+)\s*(?:\(\)\s*\{\s*return|=|\{)\s*([^;{}]+?)\s*[;}]")
NAME = re.compile(r"(?:\w+::)*(\w+)(?:\(\))?")
CAST = re.compile(r"^static_cast<[^<>]*>\((.*)\)$", re.S)
TYPES = re.compile(r"<[^<>]*>")  # arguments of a template
WORDS = {"true": "True", "false": "False"}
NUMBERS = {"True": "1", "False": "0"}


@dataclass(frozen=True, slots=True)
class Declared:
    """The default of a parameter as its declaration says it, and where that stands."""

    struct: str
    name: str
    default: str
    place: str


def native_changes(source: Source, mined: list[str]) -> Iterator[tuple[int, Change]]:
    """The changed defaults, each with the number of the mined release that first has the new one.

    Raises `IndexUnreachableError`. An archive that can't be read is left out.
    """
    before: list[Declared] = []
    for release in published(replace(source, every="minor"), archives=True):
        try:
            now = _declared(release, source)
        except UnreadableReleaseError:
            continue
        number = nearest(release.version, mined)
        yield from ((number, change) for change in changed(source.name, before, now, mined[number]))
        before = now or before


def changed(library: str, before: list[Declared], now: list[Declared], release: str) -> Iterator[Change]:
    """What differs between two releases. A parameter is known by its struct, or by its name where only one has it."""
    old = {(d.struct, d.name): d for d in before}
    times = Counter(d.name for d in before)
    alone = {d.name: d for d in before if times[d.name] == 1}
    for new in now:
        was = old.get((new.struct, new.name)) or alone.get(new.name)
        if was is not None and not _same(was.default, new.default):
            yield Change(
                ChangeKind.DEFAULT_CHANGED,
                f"{library}.{new.struct}.{new.name}",
                f"{new.name}={was.default}",
                f"{new.name}={new.default}",
                release,
                Confidence.CERTAIN,
                f"declared so in {PurePosixPath(new.place).name}",
                f"{new.place} {release}",
            )


def _same(a: str, b: str) -> bool:
    try:
        return float(NUMBERS.get(a, a)) == float(NUMBERS.get(b, b))
    except ValueError:
        return TYPES.sub("", a) == TYPES.sub("", b)


def _declared(release: Published, source: Source) -> list[Declared]:
    """What a source archive declares, from the cache where it was read before."""
    place = cache_dir() / "build" / "native" / f"{release.digest[:24]}.json"
    if place.is_file():
        return [Declared(*row) for row in json.loads(place.read_text(encoding="utf-8"))]
    try:
        members = archive_members(release, re.compile(source.native).search)
    except (zipfile.BadZipFile, tarfile.TarError, EOFError) as error:
        raise UnreadableReleaseError(f"{release.filename} is damaged ({error})") from error
    found = declarations({name.partition("/")[2]: data.decode("utf-8", errors="replace") for name, data in members.items()})
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps([[d.struct, d.name, d.default, d.place] for d in found]), encoding="utf-8")
    return found


def declarations(files: Mapping[str, str]) -> list[Declared]:
    """The defaults in a release's files: `DMLC_DECLARE_FIELD(name).set_default(value)`, or a configuration's initialisers."""
    texts = {place: COMMENT.sub("", text) for place, text in sorted(files.items())}
    constants = {name: value for text in texts.values() for name, value in CONSTANT.findall(text)}
    return [declared for place, text in texts.items() for declared in _in_file(text, place, constants)]


def _in_file(text: str, place: str, constants: Mapping[str, str]) -> Iterator[Declared]:
    starts = list(STRUCT.finditer(text))
    for start, following in zip_longest(starts, starts[1:]):
        body = text[start.end() : following.start() if following else len(text)]
        if start[1]:
            fields = [(name, value) for name, chain in FIELD.findall(body) if (value := _default(chain)) is not None]
        elif place.endswith("config.h") and "DMLC_" not in text:
            fields = INITIALISED.findall(body.partition("\n};")[0])
        else:
            continue
        for name, value in fields:
            yield Declared(start[1] or start[2], name, _value(value, constants), place)


def _default(chain: str) -> str | None:
    """The argument of `.set_default(…)` in a chain of calls; what it names an enumeration's value as, where it is one."""
    _, found, rest = chain.partition(".set_default(")
    if not found:
        return None
    depth, end = 1, 0
    while depth and end < len(rest):
        depth += {"(": 1, ")": -1}.get(rest[end], 0)
        end += 1
    value = _plain(rest[: end - 1])
    names = {_plain(meaning): f'"{name}"' for name, meaning in ENUM.findall(chain)}
    return names.get(value, value)


def _plain(value: str) -> str:
    value = " ".join(value.split())
    while cast := CAST.match(value):
        value = cast[1].strip()
    return value


def _value(value: str, constants: Mapping[str, str]) -> str:
    """A value as Python writes it, as far as the two agree; constants by their values."""
    value = _plain(value)
    if (named := NAME.fullmatch(value)) and named[1] in constants:
        value = _plain(constants[named[1]])
    number = re.fullmatch(r"(-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)[fFlLuU]*", value)
    return number[1] if number else WORDS.get(value, value)
