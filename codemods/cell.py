"""One cell: its source as stored, and the Python text in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from codemods.magics import Masked, Refused, mask
from codemods.patterns import later
from codemods.syntax import parse, parse_or_none, tree_or_error

_CLASSIC = later(r"(?:>>>|\.\.\.)(?: |$)")
_IPYTHON = later(r"In \[\d+\]: |[ \t]*\.{3,}: ?")
_PROMPTS = (_CLASSIC, _IPYTHON)


@dataclass(frozen=True, slots=True)
class Stripped:
    """A source without what stands around its lines: line ends other than \\n, an indentation of all lines, prompts.

    `prefixes` and `ends` have one entry a line. `text` has \\n line ends only.
    """

    text: str
    prefixes: tuple[str, ...]
    ends: tuple[str, ...]

    @property
    def plain(self) -> bool:
        """Nothing was removed."""
        return not any(self.prefixes) and all(end == "\n" for end in self.ends[:-1])

    def restore(self, text: str) -> str:
        """Put back what was removed. Unchanged lines come back as they were, new ones like their neighbours."""
        if self.plain:
            return text
        old, new = self.text.split("\n"), text.split("\n")
        usual_end = max(self.ends[:-1] or ("\n",), key=self.ends.count)
        usual_prefix = max(self.prefixes, key=lambda prefix: self.prefixes.count(prefix) if prefix else 0)
        parts = []
        for number, (line, origin) in enumerate(zip(new, _origins(old, new), strict=True)):
            prefix = (usual_prefix if line.strip() else "") if origin is None else self.prefixes[origin]
            end = (self.ends[origin] or usual_end) if origin is not None else usual_end
            parts += [prefix, line, end if number < len(new) - 1 else ""]
        return "".join(parts)


def _origins(old: Sequence[str], new: Sequence[str]) -> list[int | None]:
    """For each new line, the old line that it is, or that stands where it stands in a replaced block."""
    from difflib import SequenceMatcher

    origins: list[int | None] = [None] * len(new)
    for _, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for offset in range(min(end - start, new_end - new_start)):
            origins[new_start + offset] = start + offset
    return origins


def strip(source: str) -> Stripped:
    """Normalise the line ends of a source; nothing else is removed."""
    parts = re.split(r"(\r\n|\r|\n)", source)
    lines, ends = parts[::2], parts[1::2]
    return Stripped("\n".join(lines), ("",) * len(lines), (*ends, ""))


def unindent(stripped: Stripped) -> Stripped:
    """Remove prompts, or the indentation of the first line of code, from all lines, as IPython does."""
    lines = stripped.text.split("\n")
    code = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not code:
        return stripped
    prompt = next((p for p in _PROMPTS if p.match(code[0].lstrip()) or p.match(code[0])), None)
    indent = code[0][: len(code[0]) - len(code[0].lstrip())]
    prefixes = []
    for line in lines:
        inner = indent if line.startswith(indent) else ""
        match = prompt.match(line, len(inner)) if prompt else None
        prefixes.append(match.string[: match.end()] if match else inner)
    text = "\n".join(line[len(prefix) :] for line, prefix in zip(lines, prefixes, strict=True))
    return Stripped(text, tuple(prefixes), stripped.ends)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a document.

    `index`: position among all cells, 0-based. `source`: as stored. `python`: text that `ast.parse` accepts, with the
    same number of lines, \\n line ends, and magics as `__magic_N__`; None where the cell has no Python, and `reason`
    says why. `shifts`: line (1-based) → what to add to a column in `python` to get the column in the source.

    A cell written for Python 2 has the converted text as `python`: `conversions` says what was converted, and
    `python_before` is the text before. `doubts` are places where Python 3 may do something else and which were left.
    """

    index: int
    kind: Literal["code", "other"]
    source: str
    python: str | None = None
    reason: str = ""
    shifts: Mapping[int, int] = field(default_factory=dict)
    execution_count: int | None = None
    tags: tuple[str, ...] = ()
    conversions: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    python_before: str | None = None
    _stripped: Stripped | None = field(default=None, repr=False)
    _masked: Masked | None = field(default=None, repr=False)
    _tree: ast.Module | None = field(default=None, repr=False, compare=False)

    @property
    def tree(self) -> ast.Module:
        """The syntax tree of `python`: the one that reading made, where it made one."""
        return self._tree or parse(self.python or "")

    @property
    def converted_from_python2(self) -> bool:
        """The Python text is a conversion, so that the cell differs from its source even without an edit."""
        return self.python_before is not None

    def unmask(self, python: str) -> str:
        """Give the source for an edited Python text: magics, prompts, indentation and line ends as they were.

        Raises ValueError for a cell without Python.
        """
        if self._stripped is None or self._masked is None:
            raise ValueError(f"cell {self.index} has no Python text: {self.reason}")
        return self._stripped.restore(self._masked.unmask(python))


@dataclass(frozen=True, slots=True)
class Understood:
    """What reading made of one source: the masked text's tree or, in `error`, why it doesn't parse; `refused`: why it is
    no Python."""

    stripped: Stripped
    masked: Masked
    tree: ast.Module | None = None
    error: str | None = None
    refused: str | None = None

    @property
    def shifts(self) -> Mapping[int, int]:
        """Line → columns to add, from prefixes and magics together; lines without a shift are left out."""
        magic = self.masked.shifts or {}
        if not any(self.stripped.prefixes):
            return magic
        shifts = {line: len(prefix) + magic.get(line, 0) for line, prefix in enumerate(self.stripped.prefixes, 1)}
        return {line: shift for line, shift in shifts.items() if shift}


def understand(source: str) -> Understood:
    """Find the Python in a source: as it is if it parses, else unindented, else with magics hidden too."""
    stripped = strip(source)
    whole = _understood(stripped, Masked(stripped.text))
    if whole.error is None:
        return whole
    unindented = unindent(stripped)
    if unindented.text != stripped.text and (tree := parse_or_none(unindented.text)) is not None:
        return Understood(unindented, Masked(unindented.text), tree)
    masked = mask(unindented.text)
    if isinstance(masked, Refused):
        return Understood(unindented, Masked(unindented.text), refused=masked.reason)
    return _understood(unindented, masked)


def _understood(stripped: Stripped, masked: Masked) -> Understood:
    found = tree_or_error(masked.text)
    return Understood(stripped, masked, error=found) if isinstance(found, str) else Understood(stripped, masked, found)
