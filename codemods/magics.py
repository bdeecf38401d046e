"""What IPython allows beyond Python: hide it so that a cell parses, and bring it back.

Line magics and shell lines become a name of their own, `__magic_0__`: a statement (or the right-hand side of an
assignment) that is one token, means nothing to inference, and is found again wherever edits move it.

    %matplotlib inline          __magic_0__
    files = !ls *.csv           files = __magic_0__
    %time model.fit(X, y)       __magic_0__; model.fit(X, y)
    !pip install \\             __magic_0__(
        pandas                  )

The number of lines stays. Only code that doesn't parse as it is comes here: `% x` can be the modulo operator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from codemods.patterns import later
from codemods.syntax import parses

# Cell magics whose body is Python in the notebook's own namespace.
_MEASURING = (
    "time",
    "timeit",
    "capture",
    "prun",
    "memit",
    "mprun",
    "lprun",
    "ptime",
    "snakeviz",
    "heat",
    "pyinstrument",
)
_PYTHON_BODY = frozenset(
    (*_MEASURING, "scalene", "filprofile", "px", "debug", "tb", "opts", "output", "notify", "skip", "cache", "ipytest")
) | {"run_pytest", "add_to", "wandb", "mypy"}
# Line magics whose argument is code, with those of their options that take a value.
_CODE_LINE: Mapping[str, str] = {
    "time": "", "timeit": "nrpv", "prun": "lsTD", "memit": "rt", "lprun": "fmTDsu", "mprun": "fT", "px": "t",
    "snakeviz": "f", "debug": "b", "ptime": "", "pyinstrument": "",
}  # fmt: skip
_AUTOMAGIC = (
    "ls|ll|cd|pwd|cat|cp|mv|rm|mkdir|rmdir|less|more|man|pip|conda|time|timeit|matplotlib|pylab|run|load|load_ext|"
    "reload_ext|who|whos|config|env|writefile|pinfo|pdoc|psource|store|reset|history|hist|prun|precision|alias|bookmark|"
    "colors|notebook|edit|paste|autoreload|watermark"
)

_MAGIC = later(r"[ \t]*(%{1,2})[ \t]*([A-Za-z_][\w.]*)?")
_TARGET = r"[A-Za-z_][\w.]*(?:\[[^\]\n]*\])*"
_ASSIGNED = later(rf"[ \t]*{_TARGET}(?:[ \t]*,[ \t]*{_TARGET})*[ \t]*=[ \t]*(?P<magic>(?:!|%[ \t]*[A-Za-z_]).*)", re.DOTALL)
_HELP = later(
    r"[ \t]*(?:[\w.]+[ \t]*=[ \t]*)?"  # x = obj?
    r"%{0,2}[A-Za-z_*][\w.*]*(?:\[[^\]]*\]|\.[\w*]+)*(?:\(\))?[ \t]*\?{1,2}[ \t]*;?[ \t]*(?:#.*)?$"
)
_NO_AUTOMAGIC = later(r"\s*(?:[-+*/%@&|^<>=!]?=[^=]|[,:)\]]|(?:in|is|and|or|not|if|else|for)\b)")
_AUTO = later(rf"[ \t]*(?P<name>{_AUTOMAGIC})(?P<rest>[ \t]+\S.*)$", re.DOTALL)
_QUOTING = later(r"[ \t]*(?:[,;/][A-Za-z_]|;+[ \t]*$)")
_COMPOUND = later(r"(?:for|while|with|if|def|class|try|async)\b")
_TOKEN = later(r"#.*|'''|\"\"\"|'(?:[^'\\]|\\.|\\$)*'?|\"(?:[^\"\\]|\\.|\\$)*\"?|[\[\](){}]|\\$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Masked:
    """Text with its magics hidden. `originals[n]` is what the marker n stands for; `shifts` as in a Cell."""

    text: str
    marker: str = ""
    originals: tuple[str, ...] = ()
    shifts: Mapping[int, int] | None = None

    def unmask(self, text: str) -> str:
        """Bring the magics back into a text that may have been edited since."""
        if not self.originals:
            return text
        name = re.escape(self.marker)
        trailing = re.compile(rf"^([ \t]*)(.*?)  # {name}(\d+)__$", re.MULTILINE)
        text = trailing.sub(lambda m: m[1] + self.originals[int(m[3])] + m[2], text)
        return re.sub(rf"{name}(\d+)__(?:;[ ]?|\(\s*\))?", lambda m: self.originals[int(m[1])], text)


@dataclass(frozen=True, slots=True)
class Refused:
    """The text is no Python, for this reason."""

    reason: str


def mask(text: str) -> Masked | Refused:
    """Hide the magics of a cell that doesn't parse as it is.

    Args: `text` with \\n line ends, not indented as a whole. Returns the masked text, which may still not parse, or
    why the text can't be Python: it belongs to a cell magic like %%bash.
    """
    masker = _Masker(text)
    refused = masker.cell_magics()
    if refused:
        return refused
    masker.lines()
    return Masked("\n".join(masker.out), masker.marker, tuple(masker.originals), masker.shifts)


class _Masker:
    def __init__(self, text: str) -> None:
        self.source = text.split("\n")
        self.out: list[str] = []
        self.originals: list[str] = []
        self.shifts: dict[int, int] = {}
        self.marker = "__magic_"
        while self.marker in text:
            self.marker = "_" + self.marker

    def cell_magics(self) -> Refused | None:
        """Hide the %% lines at the top of a cell, as long as the body under them is Python."""
        while len(self.out) < len(self.source):
            line = self.source[len(self.out)]
            if not line.strip() or line.lstrip().startswith("#"):
                self.out.append(line)
                continue
            match = _MAGIC.match(line)
            if not match or match[1] != "%%" or line.rstrip().endswith("?"):
                break
            name = match[2] or ""
            if name not in _PYTHON_BODY:
                return Refused(f"cell magic %%{name}: its body is not this notebook's Python")
            self.out.append(self._code_line(line) or self._hide(line))
        return None

    def lines(self) -> None:
        """Hide the magics among the remaining lines; those inside strings and brackets are none."""
        state = _State()
        while len(self.out) < len(self.source):
            first = len(self.out)
            line = self.source[first]
            taken = self._magic(first) if state.at_start else None
            if taken is None:
                state.read(line)
                self.out.append(line)
            else:
                self.out += taken
                if len(taken) == 1:
                    state.read(taken[0])

    def _magic(self, first: int) -> list[str] | None:
        """Give the masked lines of the magic that begins at a line; None where no magic does."""
        line = self.source[first]
        if not line.strip() or line.lstrip().startswith("#"):
            return None
        if line.lstrip()[:1] in "%!?":
            code = self._code_line(line)
            return [code] if code is not None else self._opaque(first, len(line) - len(line.lstrip()))
        if _HELP.match(line) or _QUOTING.match(line):
            return self._opaque(first, len(line) - len(line.lstrip()))
        assigned = _ASSIGNED.match(line)
        if assigned and not parses(line.strip()):
            return self._opaque(first, assigned.start("magic"))
        return self._automagic(first)

    def _automagic(self, first: int) -> list[str] | None:
        """`ls -l ../data`, `pip install x`: only where the line is no Python by itself and opens no bracket."""
        line = self.source[first]
        match = _AUTO.match(line)
        if not match or _NO_AUTOMAGIC.match(match["rest"]):
            return None
        state = _State()
        state.read(line)
        if not state.at_start or parses(line.strip()):
            return None
        code = self._code_line(line) if match["name"] in _CODE_LINE else None
        return [code] if code is not None else self._opaque(first, len(line) - len(line.lstrip()))

    def _opaque(self, first: int, column: int) -> list[str]:
        """Hide everything from a column on, with the lines that a backslash joins to it."""
        last = first
        while self.source[last].endswith("\\") and last + 1 < len(self.source):
            last += 1
        head = self.source[first][:column]
        hidden = "\n".join([self.source[first][column:], *self.source[first + 1 : last + 1]])
        if last == first:
            return [head + self._hide(hidden)]
        return [head + self._hide(hidden) + "(", *[""] * (last - first - 1), ")"]

    def _code_line(self, line: str) -> str | None:
        """Give `%time code` as `__magic_0__; code`; None where the line has no code inside."""
        match = _MAGIC.match(line) or re.match(r"[ \t]*()(\w+)", line)
        if not match or match[2] not in _CODE_LINE or match.end() == len(line) or not line[match.end()].isspace():
            return None
        start = self._code_start(line, match.end(), _CODE_LINE[match[2]])
        if start is None:
            return None
        indent = line[: len(line) - len(line.lstrip())]
        prefix, code = line[len(indent) : start], line[start:]
        number = len(self.out) + 1
        if _COMPOUND.match(code):
            if not parses(code):
                return None
            self.shifts[number] = len(prefix)
            return f"{indent}{code}  # {self._hide(prefix)}"
        masked = self._hide(prefix) + "; "
        self.shifts[number] = len(prefix) - len(masked)
        return indent + masked + code

    @staticmethod
    def _code_start(line: str, position: int, valued: str) -> int | None:
        """Find the column where the code of a magic begins, after its options."""
        words = [(m.start(), m.group()) for m in re.finditer(r"\S+", line[position:])]
        skip = False
        for offset, word in words:
            if skip or re.fullmatch(r"-{1,2}[A-Za-z][\w-]*", word):
                skip = not skip and len(word) == 2 and word[1] in valued
                continue
            code = line[position + offset :]
            state = _State()
            state.read(code)
            if code.startswith("#") or not (parses(code) or not state.at_start):
                return None
            return position + offset
        return None

    def _hide(self, original: str) -> str:
        self.originals.append(original)
        return f"{self.marker}{len(self.originals) - 1}__"


class _State:
    """Where a line ends: inside a string, inside brackets, after a backslash, or at the end of a statement."""

    def __init__(self) -> None:
        self.quote = ""
        self.depth = 0
        self.joined = False

    @property
    def at_start(self) -> bool:
        return not self.quote and self.depth <= 0 and not self.joined

    def read(self, line: str) -> None:
        """Go over a line."""
        self.joined = False
        for token in self._tokens(line):
            if token in ("'''", '"""'):
                self.quote = token
            elif token in "([{":
                self.depth += 1
            elif token in ")]}":
                self.depth -= 1
            elif token == "\\":
                self.joined = True
            elif token[:1] in "'\"" and token.endswith("\\") and len(token) > 1:
                self.quote = token[0]

    def _tokens(self, line: str) -> Iterator[str]:
        position = 0
        while True:
            if self.quote:
                end = re.compile(rf"(?:[^\\]|\\.)*?{self.quote}", re.DOTALL).match(line, position)
                if not end:
                    if len(self.quote) == 1 and not line.endswith("\\"):
                        self.quote = ""
                    return
                position, self.quote = end.end(), ""
            match = _TOKEN.search(line, position)
            if not match:
                return
            position = match.end()
            yield match.group()
