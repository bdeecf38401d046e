"""What inference remembers beyond one document."""

from __future__ import annotations

from codemods.infer import sites, values

_CACHES = (values._join, values.depth, sites.sites)


def forget() -> None:
    """Drop what is known by types: they know the trees that they come from, so it grows with each document."""
    for cache in _CACHES:
        cache.cache_clear()
