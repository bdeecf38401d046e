"""Whether an edited cell still holds together. (Replaced by the applier's own when it lands.)"""

from __future__ import annotations


def verify(before: str, after: str) -> list[str]:
    """Problems of the edited text: does it parse?"""
    try:
        compile(after, "<cell>", "exec", 0x2000)
    except SyntaxError as error:
        return [f"line {error.lineno}: {error.msg}"]
    return []
