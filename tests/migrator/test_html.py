"""The report to look at: what is in it, and that it works in a real browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from migrator.html_diff import rows
from migrator.html_report import Entry, render
from tests.migrator.conftest import Call, migrate, notebook

__all__ = ["migrate"]

OLD = "import numpy as np\nx = np.float(3)  # <b>&</b>\n"


class Tags(HTMLParser):
    """The page's tags; raises where one is closed that was not opened."""

    VOID = frozenset({"meta", "input", "br", "img", "col"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids |= {str(found["id"])} if "id" in found else set()
        self.links |= {str(found["href"])} if "href" in found else set()
        for name in ("src", "href"):
            assert not str(found.get(name, "")).startswith(("http:", "https:", "//")), "it must need no network"
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.VOID:
            return
        while self.open.pop() != tag:
            assert tag in self.open or self.open, f"</{tag}> closes nothing"


@pytest.fixture
def page(migrate: Call, tmp_path: Path) -> Path:
    (tmp_path / "a.ipynb").write_text(notebook(OLD, "df = 3", "%%bash\nls"))
    (tmp_path / "b.ipynb").write_text(notebook("print(1)"))
    (tmp_path / "broken.ipynb").write_text("{")
    files = [tmp_path / name for name in ("a.ipynb", "b.ipynb", "broken.ipynb")]
    migrate(*files, "--codemods-only", "--check", "--report", tmp_path / "report.html")
    return tmp_path / "report.html"


def test_what_is_in_it(page: Path) -> None:
    text = page.read_text()
    tags = Tags(text)
    assert {"f1", "f2", "f3"} <= tags.ids
    assert {link[1:] for link in tags.links if link.startswith("#")} <= tags.ids, "every link leads somewhere"
    assert any(link.startswith("#r-NP") for link in tags.links), "an edit leads to its rule"
    assert "&lt;b&gt;&amp;&lt;/b&gt;" in text and "<b>&</b>" not in text, "code is escaped"
    for part in ("rewritten, not run", "nothing to do", "could not be read", "not analysed"):
        assert part in text


def test_side_by_side() -> None:
    before = "\n".join(f"a{i} = {i}" for i in range(20))
    after = before.replace("a10 = 10", "a10 = 11\nb = 1")
    found = list(rows(before, after))
    assert [r.kind for r in found] == ["gap", "same", "same", "same", "change", "change", "same", "same", "same", "gap"]
    assert (found[4].old_number, found[4].new_number, found[5].old_number, found[5].new_number) == (11, 11, None, 12)
    assert "10" in found[4].old and "11" in found[4].new


def test_a_report_that_cannot_be_written(migrate: Call, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    done = migrate(tmp_path / "a.py", "--codemods-only", "--check", "--report", tmp_path / "a.py" / "r.html")
    assert done.code == 2 and "r.html" in done.err and "Traceback" not in done.err


def browser() -> str:
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("CI lacks chromium")
        pytest.skip("NOT LOOKED AT: no chromium")
    return found


def looked_at(place: Path, folder: Path, *flags: str) -> str:
    """The document after its script ran, as the browser has it."""
    words = [
        browser(),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder / 'profile'}",
        *flags,
        place.as_uri(),
    ]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=True).stdout


def test_in_a_browser(page: Path, tmp_path: Path) -> None:
    assert 'role="status">3 of 3<' in looked_at(page, tmp_path, "--dump-dom"), "its script ran"
    picture = tmp_path / "page.png"
    looked_at(page, tmp_path, f"--screenshot={picture}", "--window-size=1200,900")
    assert picture.stat().st_size > 20_000, "a blank page is smaller"


def test_sorting_and_filtering_in_a_browser(page: Path, tmp_path: Path) -> None:
    acts = """<script>
      document.querySelectorAll("#files th button")[2].click(); document.querySelectorAll("#files th button")[2].click();
      document.title = [...document.querySelectorAll("#files tbody tr a")].map((a) => a.textContent.slice(-7, -6)).join("");
      document.getElementById("filter").value = "NP0"; document.getElementById("filter").dispatchEvent(new Event("input"));
    </script></body>"""
    acting = tmp_path / "acting.html"
    acting.write_text(page.read_text().replace("</body>", acts))
    found = looked_at(acting, tmp_path, "--dump-dom")
    assert re.search(r"<title>a", found), "the file with edits comes first"
    assert 'role="status">1 of 3<' in found


def test_a_thousand_files(tmp_path: Path) -> None:
    row = tuple(rows(OLD * 10, OLD.replace("np.float", "float") * 10))
    found = render([Entry(f"n{i}.ipynb", "migrated", cells=((0, row),)) for i in range(1000)])
    assert len(found) < 30_000_000
    place = tmp_path / "many.html"
    place.write_text(found)
    assert 'role="status">1000 of 1000<' in looked_at(place, tmp_path, "--dump-dom")
