"""Does a text parse as Python?"""

from __future__ import annotations

import ast
import warnings


def parse(text: str) -> ast.Module:
    """Parse Python text without a word about its escapes (invalid ones like "\\d" are not ours to complain about).

    Raises what `ast.parse` raises: SyntaxError, ValueError, RecursionError, MemoryError.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def tree_or_error(text: str) -> ast.Module | str:
    """The tree of a text, or why it does not parse as Python (message and line).

    Raises nothing: whatever the parser chokes on (null characters, half surrogate pairs, absurd nesting) is a reason.
    """
    try:
        return parse(text)
    except SyntaxError as error:
        return f"{error.msg} (line {error.lineno})"
    except UnicodeEncodeError:
        return "half of a surrogate pair in the text"
    except (ValueError, RecursionError, MemoryError) as error:
        return str(error) or type(error).__name__


def syntax_error(text: str) -> str | None:
    """Say why a text does not parse as Python (message and line), None if it does."""
    found = tree_or_error(text)
    return found if isinstance(found, str) else None


def parses(text: str) -> bool:
    """Tell whether a text parses as Python."""
    return parse_or_none(text) is not None


def parse_or_none(text: str) -> ast.Module | None:
    """Parse a text as Python; None if it is none."""
    found = tree_or_error(text)
    return None if isinstance(found, str) else found
