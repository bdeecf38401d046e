"""What a mined library tells, as text that tests can show."""

from __future__ import annotations

from apidb import Change, Library


def changes(library: Library, path: str) -> list[str]:
    return [told(change) for change in library.history(path).changes]


def told(change: Change) -> str:
    words = (change.kind, change.old, "→" if change.new else None, change.new, change.release, change.confidence)
    return " ".join(word for word in words if word)


def keywords(library: Library, path: str, release: str) -> list[str]:
    symbol = library.resolve(path, release)
    assert symbol is not None and symbol.signature is not None
    return [f"{p.kind}:{p.name}" for p in symbol.signature.parameters]
