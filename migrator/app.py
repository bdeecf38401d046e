"""What all commands have in common: how their help is asked for and looks, no traceback dressed up, how memory is kept."""

from __future__ import annotations

import atexit
import gc
from typing import Any

import typer


def new_app(**settings: Any) -> typer.Typer:
    """A command, or a group of commands; `settings` are those of its own."""
    common: dict[str, Any] = {
        "add_completion": False,
        "pretty_exceptions_enable": False,
        "rich_markup_mode": None,
        "context_settings": {"help_option_names": ["-h", "--help"]},
    }
    return typer.Typer(**common | settings)


def collect_seldom() -> None:
    """Trees, types and modules are many objects and next to no garbage: looking for cycles takes a sixth of a run."""
    gc.set_threshold(200_000)
    atexit.register(gc.freeze)
