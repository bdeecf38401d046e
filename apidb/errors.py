"""What can go wrong with the API-change database.

ApidbError
├── UnknownLibraryError     no such project on the package index, or no release of it can be read
├── IndexUnreachableError   the package index cannot be reached, or answers with an error
├── UnreadableReleaseError   one release can't be read: damaged, or it has no such package; a build goes on without it
├── DatabaseDamagedError    a shipped or built database cannot be unpacked or opened
└── BuildFailedError        a database could not be built or written; the old one is untouched
"""

from __future__ import annotations


class ApidbError(Exception):
    """Base of all errors of this room; the message says what is wrong and what to do."""


class UnknownLibraryError(ApidbError):
    """No such project on the package index, or nothing of it can be mined."""


class IndexUnreachableError(ApidbError):
    """The package index cannot be reached."""


class UnreadableReleaseError(ApidbError):
    """One release can't be read; a build leaves it out."""


class DatabaseDamagedError(ApidbError):
    """A database file cannot be unpacked or opened."""


class BuildFailedError(ApidbError):
    """A database could not be built or written; what was there before is untouched."""
