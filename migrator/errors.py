"""The errors that a user of the command can cause, all below `MigrateError`.

    MigrateError
    ├── BadInterpreter   --python is no Python that can be run
    ├── BadOption        an option's value can't be understood
    ├── BadQueue         the file of a batch can't be used
    │   └── QueueBusy    another run is at work on it
    ├── CannotWrite      the result can't be written where it should go
    ├── MissingGroup     an optional group of this tool is not installed
    ├── NoCluster        no Ray cluster can be used
    ├── OutOfStep        a notebook and the script that jupytext pairs it with differ
    └── UnknownRule      no recipe or fixer has this code

Errors of reading are in `codemods.errors`, of the database in `apidb.errors`.
"""

from __future__ import annotations

# Exit codes: nothing left to repair, findings remain, the tool could not do its work.
CLEAN, REMAINING, FAILED = 0, 1, 2


class MigrateError(Exception):
    """What is wrong, where, and what to do, in one line."""


class BadInterpreter(MigrateError):
    pass


class BadOption(MigrateError):
    pass


class BadQueue(MigrateError):
    pass


class QueueBusy(BadQueue):
    pass


class CannotWrite(MigrateError):
    pass


class MissingGroup(MigrateError):
    pass


class NoCluster(MigrateError):
    pass


class OutOfStep(MigrateError):
    pass


class UnknownRule(MigrateError):
    pass
