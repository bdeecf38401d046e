"""Why an edit is not made."""

from __future__ import annotations


class RefusedError(Exception):
    """An edit can't be made as asked; the message is a reason that a user can read."""
