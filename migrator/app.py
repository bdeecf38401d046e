"""What all commands have in common: how their help is asked for and looks, and that no traceback is dressed up."""

from __future__ import annotations

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
