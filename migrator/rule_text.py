"""One rule as text for a terminal, as a page of Markdown, and as JSON: three renderings of the same record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from codemods.fixing import Example, Same
from codemods.proofs import Proof, Verdict, digest
from codemods.records import Safety

if TYPE_CHECKING:
    from apidb import Catalog, Change
    from codemods.rulebook import Entry

LEVELS = {
    Safety.SAFE: "applied",
    Safety.REVIEW: "shown always, applied only with --unsafe-fixes",
    Safety.REPORT: "reported, never applied",
}
SILENT = "raises no error on the new release: only where the code is known to be older (--was, --as-of, or its own traces)"
MOST = 5  # symbols, and pieces of evidence from the database, that are shown


@dataclass(frozen=True, slots=True)
class Shown:
    """A rule with what is known about it beyond its own record: its proofs, and the database's evidence."""

    entry: Entry
    proofs: Mapping[str, Proof]  # by the digest of the example
    evidence: tuple[str, ...]

    @property
    def proved(self) -> int:
        return sum(p.verdict is Verdict.PROVED for p in self.proofs.values())


def shown(entry: Entry, proofs: Mapping[tuple[str, str], Proof], catalog: Catalog | None = None) -> Shown:
    """Put a rule together with those of its library's proofs that are its own and fresh."""
    fresh = {digest(e) for e in entry.examples}
    own = {key: proof for (code, key), proof in proofs.items() if code == entry.code and key in fresh}
    return Shown(entry, own, tuple(_evidence(entry, catalog)) if catalog is not None else ())


def _evidence(entry: Entry, catalog: Catalog) -> Iterator[str]:
    """What the database has on the rule's symbols: the libraries' own words, and comparisons of their releases."""
    library = catalog.library(entry.library)
    if library is None:
        return
    lines = dict.fromkeys(
        f"{change.symbol}: {change.evidence} ({library.name} {change.release}, {change.confidence})"
        for symbol in entry.symbols
        for change in library.history(symbol.removesuffix(".*")).changes
        if change.evidence and _concerns(change, entry)
    )
    yield from list(lines)[:MOST]


def _concerns(change: Change, entry: Entry) -> bool:
    """Whether a change of one of the rule's symbols is what the rule is about."""
    named = (change.old or "").partition("=")[0]
    if keyword := entry.change.get("keyword"):
        return bool(named == keyword)
    if pins := entry.change.get("pin"):
        return named in dict(pins)
    return entry.kind == "fixer" or not named


def change_in_words(change: Mapping[str, Any], symbol: str) -> str:
    """What a recipe does, from its `change` table."""
    keyword = change.get("keyword")
    match change:
        case {"keyword": _, "to": to}:
            return f"keyword {keyword} → {to}"
        case {"keyword": _, "values": values}:
            return f"values of {keyword}: " + ", ".join(f"{old} → {new}" for old, new in values.items())
        case {"keyword": _, "cases": cases}:
            return f"{keyword}: " + ", ".join(f"{old} → {new or 'dropped'}" for old, new in cases.items())
        case {"keyword": _, "drop": True}:
            return f"keyword {keyword} is dropped"
        case {"keyword": _, "drop": values}:
            return f"keyword {keyword} is dropped where it is {' or '.join(values)}, otherwise reported"
        case {"to": to}:
            return f"{symbol} → {to}"
        case {"pin": pins}:
            return "the old default is written where it is left out: " + ", ".join(f"{k}={v}" for k, v in pins.items())
        case {"write": write}:
            return f"becomes {write}"
        case _:
            return ""


def rows(rules: Sequence[Shown]) -> Iterator[str]:
    """One line a rule, for `migrate rules`."""
    for rule in rules:
        entry = rule.entry
        level = f"{entry.safety}, silent" if entry.silent else str(entry.safety)
        release = f"{entry.library} {entry.until}".strip()
        yield f"{entry.code:8}{release:24}{level:16}{rule.proved}/{len(entry.examples)} proved  {_first_line(entry.why)}"


def _first_line(text: str) -> str:
    return next(iter(text.splitlines()), "")


def text(rule: Shown) -> Iterator[str]:
    """The whole record, for `migrate explain`."""
    entry = rule.entry
    yield f"{entry.code}  {entry.why}"
    yield ""
    for name, value in _facts(rule):
        yield f"{name + ':':12}{value}"
    if entry.story:
        yield ""
        yield from _indented(entry.story)
    for number, example in enumerate(entry.examples, 1):
        yield ""
        yield f"example {number}{_told(example)}"
        yield from _indented(f"{example.before}→\n{example.after}")
        if example.check:
            yield f"    compared: {example.check}"
        yield f"    {proof_in_words(rule.proofs.get(digest(example)))}"
    for same in entry.same:
        yield ""
        yield f"never touched{_told(same)}"
        yield from _indented(same.code)


def _facts(rule: Shown) -> Iterator[tuple[str, str]]:
    entry = rule.entry
    if entry.symbols:
        further = len(entry.symbols) - MOST
        yield "about", ", ".join(entry.symbols[:MOST]) + (f" and {further} more" if further > 0 else "")
    if words := change_in_words(entry.change, entry.symbols[0] if entry.symbols else ""):
        yield "change", words
    if entry.until:
        yield "release", f"{entry.library} {entry.until}" + (f" (the new form exists since {entry.since})" if entry.since else "")
    yield "level", f"{entry.safety}: {LEVELS[entry.safety]}"
    if entry.silent:
        yield "silent", SILENT
    if entry.advice:
        yield "advice", entry.advice
    for line in rule.evidence:
        yield "evidence", line
    if entry.examples:
        yield "proof", f"{rule.proved} of {len(entry.examples)} examples gave the same on both sides"
    yield "defined in", entry.place


def _told(example: Example | Same) -> str:
    told = ", ".join(f"{library} {version}" for library, version in example.was.items())
    return f" (written for {told})" if told else ""


def _indented(block: str) -> Iterator[str]:
    yield from (f"    {line}".rstrip() for line in block.splitlines())


def proof_in_words(proof: Proof | None) -> str:
    """A proof in one sentence; None: the example was never run as it stands."""
    if proof is None:
        return "not run: no proof of this example as it stands"
    was, now = (", ".join(f"{k} {v}" for k, v in side.items()) for side in (proof.was, proof.now))
    match proof.verdict:
        case Verdict.PROVED:
            return f"proved: the same value with {was} and, rewritten, with {now}; as it was it gives there: {proof.today}"
        case Verdict.NO_VALUE:
            return f"runs on both sides ({was}; {now}), but leaves no value to compare"
        case Verdict.NO_ENVIRONMENT:
            return f"not run: there is no environment of its time{f' ({proof.note})' if proof.note else ''}"
        case _:
            return f"not proved: {proof.verdict}: {proof.note}"


def page(rule: Shown) -> str:
    """The record as a page of Markdown."""
    entry = rule.entry
    parts = [f"# {entry.code}: {entry.why}\n", *map(_fact, _facts(rule))]
    if entry.story:
        parts += ["", "```text", entry.story, "```"]
    for example in entry.examples:
        parts += ["", f"## Example{_told(example)}", "", "```python", example.before.rstrip(), "```", "", "becomes", ""]
        parts += ["```python", example.after.rstrip(), "```", ""]
        if example.check:
            parts += [f"Compared: `{example.check}`\n"]
        parts += [_sentence(proof_in_words(rule.proofs.get(digest(example))))]
    if entry.same:
        parts += ["", "## Never touched"]
    for same in entry.same:
        parts += ["", *([_told(same).strip(), ""] if same.was else []), "```python", same.code.rstrip(), "```"]
    return "\n".join(parts) + "\n"


def _fact(fact: tuple[str, str]) -> str:
    name, value = fact
    return f"- **{name}**: `{value}`" if name == "change" else f"- **{name}**: {value}"


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def as_dict(rule: Shown) -> dict[str, Any]:
    """The record for programs."""
    from dataclasses import asdict

    fields = asdict(rule.entry)
    del fields["examples"]
    return {
        **fields,
        "examples": [{**asdict(e), "proof": _proof(rule.proofs.get(digest(e)))} for e in rule.entry.examples],
        "evidence": list(rule.evidence),
        "proved": rule.proved,
    }


def _proof(proof: Proof | None) -> dict[str, Any] | None:
    from dataclasses import asdict

    return asdict(proof) if proof is not None else None
