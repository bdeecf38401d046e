"""What inference remembers beyond one document."""

from __future__ import annotations

from codemods.infer import calls, sites, values

_CACHES = (values._join, values.depth, values.instance, values.one, sites.sites, calls.literal)


def forget() -> None:
    """Drop all of it: types know the trees that they come from, so it grows with each document."""
    for cache in _CACHES:
        cache.cache_clear()
