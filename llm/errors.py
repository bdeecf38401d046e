"""What can go wrong with a model server.

LlmError
├── ModelUnreachable   no server answers at the address
├── ModelRefused       the server refuses the request: wrong key, unknown model, too long a prompt
└── BudgetSpent        no calls, tokens, time or money left
"""

from __future__ import annotations


class LlmError(Exception):
    """Base of this room's errors; the message says what is wrong, where, and what to do."""


class ModelUnreachable(LlmError):
    """No server answers at the address, or it went away and did not come back."""


class ModelRefused(LlmError):
    """The server answers, but refuses the request."""


class BudgetSpent(LlmError):
    """The run may spend no more."""
