"""What the user wants left alone: lines with `# noqa`, cells with a tag."""

from __future__ import annotations

from codemods.patterns import later

TAG = "skip-migrate"  # of a cell: read for what it means, never changed and not reported
_NOQA = later(r"#\s*noqa(?P<colon>\s*:\s*)?(?P<codes>(?(colon)[A-Za-z]+\d*(?:[,\s]+[A-Za-z]+\d*)*))", 2)


def excused(line: str, code: str) -> bool:
    """Whether a line says `# noqa`, or `# noqa: CODE` with this code or the letters that it starts with."""
    found = _NOQA.search(line)
    if found is None:
        return False
    codes = found["codes"].replace(",", " ").split()
    return not codes or any(code.startswith(each.upper()) for each in codes)
