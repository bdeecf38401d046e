"""`migrate rules`, `migrate explain CODE` and the pages: one record, shown in several ways."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codemods.fixing import Example
from codemods.proofs import Proof, Verdict, digest, read, write
from codemods.records import Safety
from codemods.rulebook import Entry
from migrator.rule_text import change_in_words, page, proof_in_words, shown, text
from migrator.rules import entries
from tests.migrator.conftest import Call
from tools.pages import write_pages

EXAMPLE = Example("import lib\nlib.old()\n", "import lib\nlib.new()\n", "1 + 1", {"lib": "1.0"})
PROOF = Proof("XX001", digest(EXAMPLE), Verdict.PROVED, {"lib": "1.0"}, {"lib": "3.0"}, 2, "AttributeError: old")


def entry(**changes: object) -> Entry:
    fields: dict[str, object] = {
        "code": "XX001", "kind": "recipe", "library": "lib", "symbols": ("lib.old",), "since": "1.5", "until": "2.0",
        "safety": Safety.SAFE, "silent": False, "why": "old was renamed", "advice": "", "change": {"to": "lib.new"},
        "story": "", "place": "data/recipes/lib.toml", "examples": (EXAMPLE,), "same": (),
    }  # fmt: skip
    return Entry(**{**fields, **changes})  # type: ignore[arg-type]


def test_the_list_has_every_rule(migrate: Call) -> None:
    called = migrate("rules")
    assert called.code == 0
    assert [line.split()[0] for line in called.out.splitlines()] == [e.code for e in entries()]


def test_the_list_can_be_narrowed(migrate: Call) -> None:
    rules = json.loads(migrate("rules", "--library", "scikit-learn", "--level", "report", "--format", "json").out)
    assert rules
    assert {(r["library"], r["safety"]) for r in rules} == {("sklearn", "report")}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rules", "--library", "panda"), "--library panda: no rules; there are some for"),
        (("rules", "--level", "sure"), "--level sure: expected safe, review, report"),
        (("explain", "PD1000"), "there is no rule PD1000: did you mean PD100"),
        (("explain", "iteritems"), "there is no rule iteritems: did you mean PD001, PD002"),
        (("explain", "???"), "there is no rule ???: `migrate rules` lists all codes"),
    ],
)
def test_wrong_arguments(migrate: Call, arguments: tuple[str, ...], words: str) -> None:
    called = migrate(*arguments)
    assert called.code == 2
    assert words in called.err


def test_explain_shows_the_whole_record(migrate: Call) -> None:
    out = migrate("explain", "pd001").out
    for words in ("PD001", "pandas.DataFrame.iteritems", "pandas 2.0", "safe: applied", "df.iteritems()", "df.items()",
                  "never touched", "six.iteritems", "data/recipes/pandas.toml", "iteritems is deprecated"):  # fmt: skip
        assert words in out
    record = json.loads(migrate("explain", "PD001", "--format", "json").out)
    assert record["code"] == "PD001"
    assert record["examples"][0]["after"].endswith("df.items()}\n")


def test_every_code_of_a_report_can_be_explained() -> None:
    from codemods import dated_magics, mined
    from migrator import asking, compat, raised

    found = [e.code for e in entries()]
    assert len(set(found)) == len(found)
    assert {mined.SYMBOL, mined.KEYWORD, mined.POSITION, mined.VALUE, dated_magics.CODE} <= set(found)
    assert {asking.CODE, compat.CODE, "PY2", *(rule.code for rule in raised.RULES)} <= set(found)


def test_what_only_a_failure_tells_is_explained(migrate: Call) -> None:
    out = migrate("explain", "RUN001").out
    for words in ("sklearn 1.2", "Where a run fails with TypeError", "model.fit(X.rename(columns=str), y)", "migrator/raised.py"):
        assert words in out


def test_a_proof_is_stale_when_its_example_changes(tmp_path: Path) -> None:
    write(tmp_path, "lib", [PROOF])
    proofs = read(tmp_path, "lib")
    assert shown(entry(), proofs).proved == 1
    changed = Example(EXAMPLE.before, EXAMPLE.after, "2 + 2", EXAMPLE.was)
    assert shown(entry(examples=(changed,)), proofs).proved == 0
    assert "not run" in "\n".join(text(shown(entry(examples=(changed,)), proofs)))


@pytest.mark.parametrize(
    ("proof", "words"),
    [
        (None, "not run"),
        (
            PROOF,
            "proved: the same value with lib 1.0 and, rewritten, with lib 3.0; as it was it gives there: AttributeError: old",
        ),
        (Proof("XX001", "", Verdict.DIFFERS, note="then 1, now 2"), "not proved: differs: then 1, now 2"),
        (Proof("XX001", "", Verdict.NO_ENVIRONMENT), "there is no environment of its time"),
        (Proof("XX001", "", Verdict.NO_VALUE), "no value to compare"),
    ],
)
def test_a_proof_in_words(proof: Proof | None, words: str) -> None:
    assert words in proof_in_words(proof)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"to": "lib.new"}, "lib.old → lib.new"),
        ({"keyword": "k", "to": "k2"}, "keyword k → k2"),
        ({"keyword": "k", "values": {"'a'": "'b'"}}, "values of k: 'a' → 'b'"),
        ({"keyword": "k", "drop": True}, "keyword k is dropped"),
        ({"keyword": "k", "drop": ["None"]}, "keyword k is dropped where it is None, otherwise reported"),
        ({"keyword": "k", "cases": {"True": "v=1", "False": ""}}, "k: True → v=1, False → dropped"),
        ({"pin": {"k": "1"}}, "the old default is written where it is left out: k=1"),
        ({"args": [], "write": "{self}.new()"}, "becomes {self}.new()"),
        ({}, ""),
    ],
)
def test_a_change_in_words(change: dict[str, object], words: str) -> None:
    assert change_in_words(change, "lib.old") == words


def test_a_page() -> None:
    proofs = {(PROOF.code, PROOF.example): PROOF}
    assert page(shown(entry(), proofs)) == (
        "# XX001: old was renamed\n\n"
        "- **about**: lib.old\n"
        "- **change**: `lib.old → lib.new`\n"
        "- **release**: lib 2.0 (the new form exists since 1.5)\n"
        "- **level**: safe: applied\n"
        "- **proof**: 1 of 1 examples gave the same on both sides\n"
        "- **defined in**: data/recipes/lib.toml\n\n"
        "## Example (written for lib 1.0)\n\n"
        "```python\nimport lib\nlib.old()\n```\n\nbecomes\n\n```python\nimport lib\nlib.new()\n```\n\n"
        "Compared: `1 + 1`\n\n"
        "Proved: the same value with lib 1.0 and, rewritten, with lib 3.0; as it was it gives there: AttributeError: old.\n"
    )


def test_pages_for_all_rules(tmp_path: Path) -> None:
    assert write_pages(tmp_path) == len(entries())
    index = (tmp_path / "index.md").read_text(encoding="utf-8")
    for rule in entries():
        assert f"[{rule.code}]({rule.code}.md)" in index
        assert rule.why in (tmp_path / f"{rule.code}.md").read_text(encoding="utf-8")
