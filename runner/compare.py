"""Do two runs show the same? Cell by cell: text without what differs in any two runs, numbers with a tolerance, images."""

from __future__ import annotations

import base64
import io
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any

from runner.errors import MissingPart


class Kind(StrEnum):
    NUMBERS = "numbers"  # the same text with other numbers
    TEXT = "text"
    IMAGE = "image"
    ERROR = "error"  # fails in one of them, or otherwise
    MISSING = "missing"  # shown in one of them only
    CELL = "cell"  # the cell itself is in one of them only


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that a cell shows otherwise. `a`, `b`: the cell's index in each notebook; `size`: the largest relative
    difference of numbers, or the mean difference of the pixels of images (0 to 1)."""

    kind: Kind
    a: int | None
    b: int | None
    before: str = ""
    after: str = ""
    size: float | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was compared (`compared` outputs in `cells` pairs of cells) and what differs."""

    cells: int
    compared: int
    differences: tuple[Difference, ...]

    @property
    def same(self) -> bool:
        return not self.differences


@dataclass(frozen=True, slots=True)
class Tolerance:
    """`relative` for numbers beside half a unit of the last printed digit, `image` for the mean difference of pixels."""

    relative: float = 1e-6
    image: float = 0.02


_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])")
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# What differs between any two runs or between the ways that releases write the same value.
_NORMAL: tuple[tuple[re.Pattern[str], Any], ...] = (
    (re.compile(r"\bnp\.(?:float|int|uint)\d*\(([^()]*)\)"), r"\1"),
    (re.compile(r"\bnp\.(?:True|False)_\b"), lambda m: m[0][3:-1]),
    (re.compile(r"\bnp\.str_\(('[^']*'|\"[^\"]*\")\)"), r"\1"),
    (re.compile(r"\b0x[0-9a-fA-F]{4,}\b"), "0x"),
    (re.compile(r"(?<![\w'\"])[uU](?=['\"])"), ""),
    (re.compile(r"(?<=\d)L\b"), ""),
    (re.compile(r"(?<=\d)\.(?=[\s,\])]|$)"), ".0"),
    (re.compile(r"^(?:CPU times|Wall time|Compiler|Parser)\b.*$", re.MULTILINE), ""),
    (re.compile(r"\b\d+(?:\.\d+)?\s?(?:[nµm]?s|min|seconds?)\b(?: ±.*)?"), "<time>"),
    (re.compile(r"\s+"), " "),
    (re.compile(r"(?<=[\[(]) | (?=[\])])"), ""),
)


def compare(a: dict[str, Any], b: dict[str, Any], tolerance: Tolerance | None = None) -> Comparison:
    """Compare the outputs of two notebooks (nbformat 4, as JSON data), code cell by code cell.

    Standard error is left out. Raises MissingPart where images need Pillow and it isn't there.
    """
    tolerance = tolerance or Tolerance()
    pairs = list(_pairs(_code(a), _code(b)))
    differences: list[Difference] = []
    compared = 0
    for one, other in pairs:
        if one is None or other is None:
            source = (one or other or (0, {}))[1].get("source", "")
            differences.append(Difference(Kind.CELL, one and one[0], other and other[0], _joined(source)[:200]))
            continue
        count, found = _cells(one, other, tolerance)
        compared += count
        differences += found
    return Comparison(len(pairs), compared, tuple(differences))


_Cell = tuple[int, dict[str, Any]]


def _code(notebook: dict[str, Any]) -> list[_Cell]:
    return [(i, c) for i, c in enumerate(notebook["cells"]) if c["cell_type"] == "code" and _joined(c["source"]).strip()]


def _pairs(a: Sequence[_Cell], b: Sequence[_Cell]) -> Iterator[tuple[_Cell | None, _Cell | None]]:
    """The cells that stand for each other: in order if there are as many, else by their sources."""
    if len(a) == len(b):
        yield from zip(a, b, strict=True)
        return
    matcher = SequenceMatcher(None, [_joined(c["source"]) for _, c in a], [_joined(c["source"]) for _, c in b], autojunk=False)
    for _, i, i_end, j, j_end in matcher.get_opcodes():
        left, right = a[i:i_end], b[j:j_end]
        for k in range(max(len(left), len(right))):
            yield left[k] if k < len(left) else None, right[k] if k < len(right) else None


def _cells(one: _Cell, other: _Cell, tolerance: Tolerance) -> tuple[int, list[Difference]]:
    (i, a), (j, b) = one, other
    shown, shown_b = _shown(a), _shown(b)
    found: list[Difference] = []
    for kind in sorted(shown.keys() | shown_b.keys()):
        left, right = shown.get(kind, []), shown_b.get(kind, [])
        for k in range(max(len(left), len(right))):
            if k >= len(left) or k >= len(right):
                before, after = (left[k] if k < len(left) else ""), (right[k] if k < len(right) else "")
                if kind == "image":
                    before, after = "an image" if before else "", "an image" if after else ""
                missing = Kind.ERROR if kind == "error" else Kind.MISSING
                found.append(Difference(missing, i, j, before[:300], after[:300]))
            elif kind == "image":
                if (size := _images(left[k], right[k])) > tolerance.image:
                    found.append(Difference(Kind.IMAGE, i, j, size=round(size, 4)))
            elif kind == "error":
                if left[k] != right[k]:
                    found.append(Difference(Kind.ERROR, i, j, left[k][:300], right[k][:300]))
            elif (difference := texts(left[k], right[k], tolerance.relative)) is not None:
                found.append(Difference(difference[0], i, j, *difference[1:]))
    return sum(max(len(shown.get(k, [])), len(shown_b.get(k, []))) for k in shown.keys() | shown_b.keys()), found


def _shown(cell: dict[str, Any]) -> dict[str, list[str]]:
    """What a cell shows, by kind: what it printed as one text, the values, the images, the error."""
    found: dict[str, list[str]] = {}
    printed = ""
    for output in cell.get("outputs", ()):
        kind = output["output_type"]
        if kind == "stream" and output.get("name") != "stderr":
            printed += _joined(output["text"])
        elif kind == "error":
            found.setdefault("error", []).append(f"{output['ename']}: {_ANSI.sub('', output['evalue'])}")
        elif kind in ("display_data", "execute_result"):
            data = output.get("data", {})
            if "image/png" in data:
                found.setdefault("image", []).append(_joined(data["image/png"]))
            elif (text := _joined(data.get("text/plain", ""))) and not _idle(text):
                found.setdefault("value", []).append(text)
    if printed.strip():
        found["text"] = [printed]
    return found


def _idle(text: str) -> bool:
    """Whether a value is only the repr of an object, which says where it lies and not what it holds."""
    return bool(re.fullmatch(r"[\[(]*<[^<>]*(?:at 0x[0-9a-fA-F]+|Axes|Figure)[^<>]*>.*", text.strip(), re.DOTALL))


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def normal(text: str) -> str:
    """Text without addresses, timings, prefixes and spacing: the same for the same values, whatever the release."""
    text = _ANSI.sub("", text)
    for pattern, replacement in _NORMAL:
        text = pattern.sub(replacement, text)
    return text.strip()


def texts(a: str, b: str, relative: float = 1e-6) -> tuple[Kind, str, str, float | None] | None:
    """How two texts differ: (kind, the first place in each, largest relative difference); None if they say the same."""
    a, b = normal(a), normal(b)
    if a == b:
        return None
    words, words_b = _NUMBER.split(a), _NUMBER.split(b)
    if [w.strip() for w in words] != [w.strip() for w in words_b]:
        return Kind.TEXT, *_around(a, b), None
    worst, first = 0.0, ("", "")
    for x, y in zip(_NUMBER.findall(a), _NUMBER.findall(b), strict=True):
        if (size := _apart(x, y, relative)) > 0:
            first = first if worst else (x, y)
            worst = max(worst, size)
    return (Kind.NUMBERS, *first, worst) if worst else None


def _apart(x: str, y: str, relative: float) -> float:
    """The relative difference of two printed numbers; 0 where it lies within the tolerance or their last digits."""
    p, q = float(x), float(y)
    if p == q or (math.isnan(p) and math.isnan(q)):
        return 0.0
    slack = max(relative * max(abs(p), abs(q)), 0.51 * max(_unit(x), _unit(y)) if "." in x + y else 0.0)
    return 0.0 if abs(p - q) <= slack else abs(p - q) / max(abs(p), abs(q))


def _unit(number: str) -> float:
    """The value of the last printed digit: 0.01 of 1.25. 0 for a whole number, which is exact."""
    mantissa, _, exponent = number.lower().partition("e")
    if "." not in mantissa:
        return 0.0
    return float(10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2])))


def _around(a: str, b: str) -> tuple[str, str]:
    """The surroundings of the first difference."""
    start = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    start = max(0, start - 40)
    return a[start : start + 160], b[start : start + 160]


def _images(a: str, b: str) -> float:
    """The mean difference of two images' pixels (0 to 1), both brought to a common small size, so that edges may shift."""
    if a == b:
        return 0.0
    try:
        from PIL import Image, ImageChops, ImageStat
    except ImportError:
        raise MissingPart("comparing images needs Pillow: pip install 'nbmigrate[run]'") from None
    size = (96, 72)
    left, right = (
        Image.open(io.BytesIO(base64.b64decode(text))).convert("RGBA").convert("RGB").resize(size, Image.Resampling.BOX)
        for text in (a, b)
    )
    means = ImageStat.Stat(ImageChops.difference(left, right)).mean
    return float(sum(means) / len(means) / 255)
