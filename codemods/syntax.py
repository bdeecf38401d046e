"""Does a text parse as Python?"""

from __future__ import annotations

import ast
import warnings


def syntax_error(text: str) -> str | None:
    """Say why a text does not parse as Python (message and line), None if it does.

    Raises nothing: whatever the parser chokes on (null characters, half surrogate pairs, absurd nesting) is a reason.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes like "\\d": not ours to complain about
        try:
            ast.parse(text)
        except SyntaxError as error:
            return f"{error.msg} (line {error.lineno})"
        except UnicodeEncodeError:
            return "half of a surrogate pair in the text"
        except (ValueError, RecursionError, MemoryError) as error:
            return str(error) or type(error).__name__
    return None


def parses(text: str) -> bool:
    """Tell whether a text parses as Python."""
    return syntax_error(text) is None


def parse_or_none(text: str) -> ast.Module | None:
    """Parse a text as Python; None if it is none."""
    if syntax_error(text) is not None:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)
