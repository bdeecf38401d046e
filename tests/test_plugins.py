"""A plugin: a distribution of its own, installed beside the project, brings a database, recipes and a fixer."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.test_wheel import ROOT, installed, run, wheel

__all__ = ["installed", "wheel"]

OLD = """\
import acme

table = acme.load("sales.csv")
model = acme.Forecast(steps=30, season=(7, "D")).fit(table)
"""
NEW = """\
import acme

table = acme.read("sales.csv")
model = acme.Forecast(horizon=30, season="7D").fit(table)
"""


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example package; its database is mined from three releases, as docs/plugins.md says."""
    folder = tmp_path_factory.mktemp("example")
    package = folder / "nbmigrate-acme"
    shutil.copytree(ROOT / "tests" / "plugins" / "nbmigrate-acme", package)
    (folder / "dist").mkdir()
    for release in sorted((ROOT / "tests" / "plugins" / "releases").iterdir()):
        name = f"acme_forecast-{release.name}"
        with tarfile.open(folder / "dist" / f"{name}.tar.gz", "w:gz") as archive:
            archive.add(release, name)
    build = ("apidb", "build", "--lib", "acme-forecast", "--import-name", "acme", "--path", folder / "dist")
    run(sys.executable, "-m", "migrator.cli", *build, "--out", package / "nbmigrate_acme" / "apidb", cwd=ROOT)
    return package


@pytest.fixture(scope="module")
def commands(installed: Path, example: Path) -> Path:
    """The commands of an environment that has the project and the plugin."""
    pip(installed, "install", "--no-deps", "--no-build-isolation", example)
    return installed


def pip(commands: Path, *arguments: str | Path) -> None:
    run(sys.executable, "-m", "pip", "--python", commands / "python", "--quiet", *arguments, cwd=commands.parent)


def migrated(commands: Path, folder: Path, source: str = OLD) -> tuple[str, subprocess.CompletedProcess[str]]:
    """What `migrate` makes of a script, and how it went."""
    (folder / "old.py").write_text(source)
    (folder / "new.py").unlink(missing_ok=True)
    command = [commands / "migrate", "old.py", "--codemods-only", "-o", "new.py"]
    done = subprocess.run(command, cwd=folder, env={"HOME": str(folder)}, capture_output=True, text=True, check=False)
    return (folder / "new.py").read_text(), done


def test_its_rules_and_its_database_are_used(commands: Path, tmp_path: Path) -> None:
    found, done = migrated(commands, tmp_path)
    assert found == NEW and done.returncode == 0 and done.stderr == ""
    assert "[acme 2.0" in done.stdout and "target: acme 2.0" in done.stdout


def test_its_rules_are_listed_and_explained(commands: Path, tmp_path: Path) -> None:
    rules = json.loads(run(commands / "migrate", "rules", "--library", "acme", "--format", "json", cwd=tmp_path))
    assert [(r["code"], r["place"]) for r in rules] == [
        ("ACME001", "nbmigrate_acme/rules/acme.toml"),
        ("ACME010", "nbmigrate_acme/rules/acme_seasons.py"),
    ]
    assert "since acme 2.0 a season is a text" in run(commands / "migrate", "explain", "ACME010", cwd=tmp_path)
    assert "acme.read" in run(commands / "migrate", "apidb", "show", "acme.load", cwd=tmp_path)
    assert "plugin acme (nbmigrate-acme 1.0)" in run(commands / "migrate", "--version", cwd=tmp_path)


def test_its_examples_hold(commands: Path, tmp_path: Path) -> None:
    """What docs/plugins.md offers to a plugin's own tests."""
    code = """
from codemods.rulebook import entries
from migrator.pipeline import migrate_source
for rule in (r for r in entries() if r.library == "acme"):
    for example in rule.examples:
        assert migrate_source(example.before, example.was) == example.after, rule.code
    for same in rule.same:
        assert migrate_source(same.code, same.was) == same.code, rule.code
    print(rule.code)
"""
    assert run(commands / "python", "-c", code, cwd=tmp_path).split() == ["ACME001", "ACME010"]


@pytest.mark.parametrize(
    ("file", "text", "says"),
    [
        ("rules/__init__.py", "import nothing_like_this", "No module named 'nothing_like_this'"),
        ("rules/acme_seasons.py", "raise SystemExit('licence has run out')", "SystemExit: licence has run out"),
        ("rules/acme.toml", "[[recipe]]\ncode = 'ACME001'", "acme.toml: ACME001: 'symbol'"),
        ("rules/acme.toml", "recipe = 1", "recipe is no list of tables"),
        ("apidb/acme-forecast.sqlite.xz", "no database", "acme-forecast.sqlite.xz is damaged"),
    ],
)
def test_a_broken_plugin_is_named_and_stops_nothing(commands: Path, tmp_path: Path, file: str, text: str, says: str) -> None:
    place = next((commands.parent / "lib").glob("*/site-packages/nbmigrate_acme")) / file
    whole = place.read_bytes()
    place.write_text(text)
    try:
        found, done = migrated(commands, tmp_path, f"{OLD}import numpy as np\nx = np.float(3)\n")
    finally:
        place.write_bytes(whole)
    assert "x = float(3)" in found and done.returncode in (0, 1)
    (line,) = done.stderr.splitlines()
    kind = file.partition("/")[0]
    assert line.startswith(f"migrate: plugin acme (nbmigrate.{kind} of nbmigrate-acme 1.0) is left out: ") and says in line
    assert migrated(commands, tmp_path)[0] == NEW, "mended, it is used again"


def test_the_codes_of_shipped_rules_are_taken(commands: Path, tmp_path: Path) -> None:
    place = next((commands.parent / "lib").glob("*/site-packages/nbmigrate_acme/rules/acme.toml"))
    whole = place.read_text()
    place.write_text(whole.replace("ACME001", "PD001"))
    try:
        found, done = migrated(commands, tmp_path, f"{OLD}import pandas as pd\npd.Series([1]).iteritems()\n")
    finally:
        place.write_text(whole)
    assert "steps=30" in found and ".items()" in found
    assert "PD001: the code of another rule" in done.stderr


def test_a_plugin_comes_and_goes(commands: Path, example: Path, tmp_path: Path) -> None:
    """What is installed is asked anew when something was installed, and only then."""
    pip(commands, "uninstall", "--yes", "nbmigrate-acme")
    found, done = migrated(commands, tmp_path)
    assert found == OLD and done.stderr == ""
    loaded = "from apidb.plugins import plugins; import sys; print(plugins('rules'), 'importlib.metadata' in sys.modules)"
    asked = [run(commands / "python", "-c", loaded, cwd=tmp_path, HOME=str(tmp_path)) for _ in range(2)]
    assert asked[1] == "() False\n", "the second time the answer comes from the cache"
    pip(commands, "install", "--no-deps", "--no-build-isolation", example)
    assert migrated(commands, tmp_path)[0] == NEW


def test_a_folder_of_notebooks_brings_no_plugin(commands: Path, tmp_path: Path) -> None:
    """An .egg-info beside the notebooks names a plugin, and `python -m` puts that folder first on the path."""
    (tmp_path / "evil.egg-info").mkdir()
    (tmp_path / "evil.egg-info" / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: evil\nVersion: 1\n")
    (tmp_path / "evil.egg-info" / "entry_points.txt").write_text("[nbmigrate.rules]\nevil = evil\n")
    (tmp_path / "evil").mkdir()
    (tmp_path / "evil" / "__init__.py").write_text("open('ran', 'w')")
    (tmp_path / "old.py").write_text("import pandas as pd\n")
    run(commands / "python", "-m", "migrator.cli", "old.py", "--codemods-only", cwd=tmp_path, HOME=str(tmp_path))
    run(commands / "python", "-m", "migrator.cli", "rules", cwd=tmp_path, HOME=str(tmp_path))
    assert not (tmp_path / "ran").exists()
