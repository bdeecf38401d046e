"""Write a page of Markdown for each recipe and fixer, and an index, for the documentation site.

python -m tools.pages FOLDER
"""

from __future__ import annotations

import argparse
import sys
from itertools import groupby
from pathlib import Path

from apidb import Catalog
from apidb.paths import data_dir
from codemods.proofs import read
from migrator.rule_text import page, shown
from migrator.rules import entries


def write_pages(folder: Path) -> int:
    """Write the pages to `folder`, replacing those there; return how many rules there are."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.md"):
        old.unlink()
    catalog = Catalog()
    index = ["# Rules\n"]
    for library, group in groupby(entries(), key=lambda e: e.library):
        proofs = read(data_dir() / "proofs", library)
        index += [
            f"\n## {'all libraries' if library == '*' else library}\n",
            "| code | release | level | why |",
            "| --- | --- | --- | --- |",
        ]
        for rule in (shown(entry, proofs, catalog) for entry in group):
            entry = rule.entry
            (folder / f"{entry.code}.md").write_text(page(rule), encoding="utf-8")
            level = f"{entry.safety}, silent" if entry.silent else str(entry.safety)
            index.append(f"| [{entry.code}]({entry.code}.md) | {entry.until} | {level} | {entry.why.replace('|', '&#124;')} |")
    (folder / "index.md").write_text("\n".join(index) + "\n", encoding="utf-8")
    return len(entries())


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    print(f"{write_pages(args.folder)} rules")
    return 0


if __name__ == "__main__":
    sys.exit(main())
