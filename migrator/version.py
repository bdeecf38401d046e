"""Which version this is, and how far its databases reach."""

from __future__ import annotations


def version() -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("nbmigrate")
    except PackageNotFoundError:  # a checkout that was not installed
        return "0"


def told() -> str:
    """The version, and for each library the newest release that its database knows, with its date; then the plugins."""
    from apidb.plugins import KINDS, plugins
    from migrator.pipeline import catalog

    lines = [f"migrate {version()}"]
    for library in sorted(catalog().libraries(), key=lambda each: each.name):
        newest = library.releases[-1]
        lines.append(f"  {library.name} to {newest.version} of {newest.date}")
    brought = dict.fromkeys((plugin.name, plugin.distribution) for kind in KINDS for plugin in plugins(kind))
    lines += [f"  plugin {name} ({distribution})" for name, distribution in brought]
    return "\n".join(lines)
