"""An edit as the report shows it: the lines before and after."""

from __future__ import annotations

from difflib import SequenceMatcher

from codemods.records import Applied, Finding


class Lines:
    """The lines of a cell before and after its edits."""

    def __init__(self, before: str, after: str) -> None:
        self.old, self.new = before.split("\n"), after.split("\n")
        matcher = SequenceMatcher(None, self.old, self.new, autojunk=False)
        self.changes = [code for code in matcher.get_opcodes() if code[0] != "equal"]

    def shown(self, finding: Finding) -> Applied:
        """The lines around the finding, as they were and as they are."""
        first, last = finding.span.line - 1, finding.span.end_line
        for _, i1, i2, j1, j2 in self.changes:
            if i1 >= last or i2 <= first:
                continue
            old, new = self.old[i1:i2], self.new[j1:j2]
            if i2 - i1 == j2 - j1:  # line by line: show those of this finding alone
                old, new = self.old[first:last], self.new[j1 + max(first - i1, 0) : j1 + last - i1]
            return Applied(finding, "\n".join(old), "\n".join(new))
        return Applied(finding, "\n".join(self.old[first:last]), "")
