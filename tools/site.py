"""Build the documentation site: the pages of docs/, the README as its front page, a page for each rule, tables of the database.

python -m tools.site FOLDER        # needs pip install '.[docs]'
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from apidb import Catalog
from tools.pages import write_pages

ROOT = Path(__file__).parent.parent
_CONFIG = "zensical.toml"


def gather(folder: Path) -> None:
    """Write the site's sources to `folder`: its configuration, and `docs/`."""
    docs = folder / "docs"
    shutil.copytree(ROOT / "docs", docs)
    shutil.copy(ROOT / _CONFIG, folder)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (docs / "index.md").write_text(re.sub(r"`docs/(\w+\.md)`", r"[\1](\1)", readme), encoding="utf-8")
    with (docs / "database.md").open("a", encoding="utf-8") as page:
        page.write(libraries())
    write_pages(docs / "rules")


def libraries() -> str:
    """A table of the shipped databases."""
    rows = []
    for library in sorted(Catalog().libraries(), key=lambda each: each.name.lower()):
        first, last = library.releases[0], library.releases[-1]
        rows.append(f"| {library.name} | {len(library.releases)} | {first.version} | {last.version} | {last.date} |")
    head = ["| library | releases | from | to | of |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([*head, *rows]) + "\n"


def build(folder: Path) -> Path:
    """Build the site below `folder`; any warning is an error. Where its front page is.

    Raises:
        subprocess.CalledProcessError: the site can't be built; its output says why.
    """
    gather(folder)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    found = os.environ | {"PYTHONPATH": str(ROOT)}  # whose docstrings are shown
    subprocess.run(command, cwd=folder, env=found, check=True, capture_output=True, text=True)
    return folder / "site" / "index.html"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="a folder that is not there yet")
    args = parser.parse_args()
    try:
        print(build(args.folder))
    except subprocess.CalledProcessError as error:
        print(error.stdout, error.stderr, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
