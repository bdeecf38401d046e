"""Source files of any age as syntax trees of the running interpreter."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from functools import cache
from typing import Any

PYTHON2_FIXES = ("print", "except", "raise", "exec", "repr", "ne", "numliterals", "tuple_params", "has_key")


def decode(data: bytes) -> str:
    """The text of a source file: by its coding line, else Latin-1, which old files are without saying so."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            text = data.decode(tokenize.detect_encoding(io.BytesIO(data).readline)[0])
        except (SyntaxError, UnicodeDecodeError, LookupError):
            text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse(data: bytes) -> tuple[ast.Module, str] | None:
    """The tree and the text that it was parsed from (line numbers kept); None for what no grammar reads."""
    text = decode(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for change in (str, without_type_parameters, python3, lambda t: python3(t.expandtabs())):
            try:
                changed = change(text)
                return ast.parse(changed), changed
            except Exception:  # the tokenizer and fissix raise many kinds for what isn't their grammar
                continue
    return None


def without_type_parameters(text: str) -> str:
    """Cut what PEP 695 added: `def f[T](…)`, `class C[T]:`, and `type X[T] = …`, which becomes `X = …`."""
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    offsets = [0]
    for line in text.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    cuts: list[tuple[int, int]] = []

    def offset(place: tuple[int, int]) -> int:
        return offsets[place[0] - 1] + place[1]

    def cut_brackets(first: int) -> None:
        depth = 0
        for token in tokens[first:]:
            if token.type == tokenize.OP:
                depth += (token.string in "([{") - (token.string in ")]}")
            if depth == 0:
                cuts.append((offset(tokens[first].start), offset(token.end)))
                return

    starts_line = True
    for i, token in enumerate(tokens[:-2]):
        after, then = tokens[i + 1], tokens[i + 2]
        if token.type == tokenize.NAME and after.type == tokenize.NAME:
            if token.string in ("def", "class") and then.string == "[":
                cut_brackets(i + 2)
            elif token.string == "type" and starts_line and then.string in ("[", "="):
                cuts.append((offset(token.start), offset(after.start)))
                if then.string == "[":
                    cut_brackets(i + 2)
        starts_line = token.type in (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT) or (
            starts_line and token.type == tokenize.COMMENT
        )
    for start, end in reversed(cuts):
        text = text[:start] + "\\\n" * text.count("\n", start, end) + text[end:]
    return text


@cache
def _refactoring() -> Any:
    from fissix.refactor import RefactoringTool

    make: Any = RefactoringTool
    return make([f"fissix.fixes.fix_{name}" for name in PYTHON2_FIXES])


def python3(text: str) -> str:
    """Python-2 source as Python 3 parses it."""
    tree = _refactoring().refactor_string(text if text.endswith("\n") else text + "\n", "source")
    # Python 2's octal and long literals inside what the fixes leave alone.
    return re.sub(r"\b(\d+)[lL]\b", r"\1", str(tree))
